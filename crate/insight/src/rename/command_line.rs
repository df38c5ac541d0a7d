//! Renames a data value in the flags and environment variables that set it.

use super::super::hover::path_text;
use super::replacement;
use crate::ParsedRequest;
use crate::flags;
use crate::yaml::outline::{Outline, Step};

/// The new words of the command line and the new variables (`NAME=value`), if they change.
type Changed = (Option<Vec<String>>, Option<Vec<String>>);

pub(super) fn rename(request: &ParsedRequest<'_>, path: &[Step], new: &str) -> Result<Changed, String> {
    let given = request.options().map_or_else(Vec::new, |_| flags::flag_values(&request.request.args));
    let request = request.request;
    let mut args = request.args.clone();
    let mut env = request.env.clone();
    // Backwards, so that offsets in a word remain valid.
    for (flag, value) in given.into_iter().rev() {
        let changed = match flag {
            "data-value" | "data-value-file" => pair(value, path, new, false)?,
            "data-value-yaml" => pair(value, path, new, true)?,
            "data-values-env" | "data-values-env-yaml" => {
                variables(&mut env, value, path, new, flag == "data-values-env-yaml")?;
                None
            }
            _ => None,
        };
        if let Some(changed) = changed
            && let Some((word, at)) = place(&request.args, value)
            && let Some(word) = args.get_mut(word)
        {
            word.replace_range(at..at + value.len(), &changed);
        }
    }
    let lines = |env: Vec<(String, String)>| env.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    Ok(((args != request.args).then_some(args), (env != request.env).then(|| lines(env))))
}

/// The index of the word that a slice belongs to, and its offset in the word.
fn place(args: &[String], piece: &str) -> Option<(usize, usize)> {
    let start = piece.as_ptr() as usize;
    args.iter().enumerate().find_map(|(word, text)| {
        let at = start.checked_sub(text.as_ptr() as usize)?;
        (at + piece.len() <= text.len()).then_some((word, at))
    })
}

/// The new `key=value` of a flag, if it changes; flags for other libraries do not.
fn pair(text: &str, path: &[Step], new: &str, is_yaml: bool) -> Result<Option<String>, String> {
    let Some((key, value)) = text.split_once('=') else { return Ok(None) };
    if key.starts_with('@') && key.contains(':') {
        return Ok(None);
    }
    let keys: Vec<&str> = key.split('.').collect();
    if let Some(renamed) = renamed(&keys, path, new) {
        if new.contains('.') {
            return Err(format!("a flag cannot name {new}, which has a dot; {} is set by {key}=…", path_text(path)));
        }
        return Ok(Some(format!("{}={value}", renamed.join("."))));
    }
    let value = is_yaml.then(|| below(value, &keys, path, new)).flatten();
    Ok(value.map(|value| format!("{key}={value}")))
}

/// Renames the variables with a prefix.
fn variables(
    env: &mut [(String, String)],
    prefix: &str,
    path: &[Step],
    new: &str,
    is_yaml: bool,
) -> Result<(), String> {
    if prefix.starts_with('@') {
        return Ok(());
    }
    let start = format!("{prefix}_");
    for index in 0..env.len() {
        let (name, value) = &env[index];
        let Some(key) = name.strip_prefix(&start) else { continue };
        let keys: Vec<&str> = key.split("__").collect();
        if let Some(renamed) = renamed(&keys, path, new) {
            let renamed = format!("{start}{}", renamed.join("__"));
            let is_word = new.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if !is_word || new.contains("__") || new.starts_with('_') || new.ends_with('_') {
                return Err(format!("the variable {name} sets it, and the name of a variable cannot have {new} in it"));
            }
            if env.iter().any(|(other, _)| *other == renamed) {
                return Err(format!("the variable {name} sets it, and there is a {renamed} already"));
            }
            env[index].0 = renamed;
        } else if let Some(value) = is_yaml.then(|| below(value, &keys, path, new)).flatten() {
            env[index].1 = value;
        }
    }
    Ok(())
}

/// The keys with the new name, if they lead to the data value or below it.
fn renamed<'k>(keys: &[&'k str], path: &[Step], new: &'k str) -> Option<Vec<&'k str>> {
    let last = path.len().checked_sub(1)?;
    let goes = keys.len() > last && path.iter().zip(keys).all(|(step, key)| *step == Step::Key((*key).to_owned()));
    let mut keys = keys.to_vec();
    *keys.get_mut(last)? = new;
    goes.then_some(keys)
}

/// A YAML value above the data value, with the new name in it.
fn below(value: &str, keys: &[&str], path: &[Step], new: &str) -> Option<String> {
    let rest = keys.iter().zip(path).all(|(key, step)| *step == Step::Key((*key).to_owned()));
    let rest = path.get(keys.len()..).filter(|_| rest)?;
    let Some(Step::Key(old)) = rest.last() else { return None };
    let found = Outline::of(value);
    let mut text = value.to_owned();
    for (index, key) in found.entries.iter().enumerate().rev() {
        if found.path(index) == rest {
            text.replace_range(key.range.clone(), &replacement(value.get(key.range.clone())?, old, new)?);
        }
    }
    (text != value).then_some(text)
}
