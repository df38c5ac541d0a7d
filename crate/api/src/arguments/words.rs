//! Words of the command line: flags without their value, commands and files that are misspelled.

use super::files;
use crate::boundary::{Diagnostic, Fix, RequestFile};
use crate::editor::headline::{or_nearest, quoted};
use crate::flags;
use crate::spelling::only_nearest;

const COMMANDS: [&str; 3] = ["fmt", "template", "version"];

/// Some keyboards and word processors write these for two hyphens.
const DASHES: [char; 3] = ['—', '–', '−'];

/// A flag with hyphens in place of such a dash.
fn with_hyphens(word: &str) -> String {
    let name = word.trim_start_matches(DASHES);
    match name.split('=').next().unwrap_or_default().chars().count() {
        _ if name.len() == word.len() => word.to_owned(),
        1 => format!("-{name}"),
        _ => format!("--{}", name.trim_start_matches('-')),
    }
}

/// Explains the word at an index, which ytt does not accept.
// A first render has no such problem.
#[inline(never)]
pub(super) fn explain(args: &[String], input: &[RequestFile], index: usize, diagnostic: &mut Diagnostic) -> Option<()> {
    let word = args.get(index)?;
    let with = |title: String, args: Vec<String>| vec![Fix { title, edits: Vec::new(), args: Some(args) }];
    let replaced = |by: &[&str]| {
        let mut args = args.to_vec();
        args.splice(index..=index, by.iter().map(|word| (*word).to_owned()));
        args
    };
    if diagnostic.message.starts_with("flag needs an argument") {
        diagnostic.headline = format!("{} needs a value after it", quoted(word));
        diagnostic.fixes = Vec::new();
    } else if word.starts_with(DASHES) {
        let args: Vec<String> = args.iter().map(|word| with_hyphens(word)).collect();
        let flag = args[index].split('=').next().unwrap_or_default().to_owned();
        diagnostic.headline =
            format!("{} begins with a dash of a word processor; the flag is {}", quoted(word), quoted(&flag));
        diagnostic.fixes = with(format!("Use {flag}"), args);
    } else if let Some(flag) = diagnostic.message.strip_suffix("invalid syntax").and_then(boolean_flag) {
        let value = word.split_once('=').map_or("", |(_, value)| value);
        diagnostic.headline = format!("{} must be true or false, but it is {}", quoted(flag), quoted(value));
        diagnostic.fixes = Vec::new();
    } else if let Some((before, twice)) = index.checked_sub(2).map(|at| (&args[at], &args[at + 1]))
        && before == twice
        && flags::flag_values(args).iter().any(|(_, value)| std::ptr::eq(value.as_ptr(), twice.as_ptr()))
    {
        // The second one is the value of the first.
        let mut args = args.to_vec();
        args.remove(index - 1);
        diagnostic.headline = format!("{} is written twice", quoted(twice));
        diagnostic.fixes = with(format!("Delete one {}", args[index - 2]), args);
    } else if let Some((key, fix)) =
        index.checked_sub(1).and_then(|at| Some((&args[at], with_equals_sign(args, at, &args[at])?)))
        && diagnostic.message.contains("does not accept extra arguments")
    {
        let joined = fix.args.as_ref().and_then(|args| args.get(index - 1)).cloned().unwrap_or_default();
        diagnostic.headline = lacks_equals_sign(key, &joined);
        diagnostic.fixes = vec![fix];
    } else if diagnostic.message.contains("does not accept extra arguments")
        && let Some((whole, fix)) = with_spaces(args, index)
    {
        diagnostic.headline = format!("A value with spaces needs quotes: {}", quoted(&format!("'{whole}'")));
        diagnostic.fixes = vec![fix];
    } else if word == "|" || word == ">" {
        let rest = args[index..].join(" ");
        diagnostic.headline = format!("Only the arguments of ytt belong here, without {}", quoted(&rest));
        diagnostic.fixes = with(format!("Delete {rest}"), args[..index].to_vec());
    } else if diagnostic.message.contains("does not accept extra arguments") && !word.starts_with('-') {
        if !diagnostic.fixes.is_empty() || word.contains('=') {
            return None;
        }
        let command = only_nearest(word, COMMANDS).filter(|_| index == 0);
        let file = files::similar(word, input).filter(|_| command.is_none());
        let nearest = command.map(str::to_owned).or_else(|| file.clone())?;
        let kind = if command.is_some() { "command" } else { "file" };
        diagnostic.headline = or_nearest(format!("There is no {kind} {}", quoted(word)), &Some(nearest.clone()));
        diagnostic.fixes = match &file {
            Some(file) => with(format!("Replace with -f {file}"), replaced(&["-f", file])),
            None => with(format!("Replace with {nearest}"), replaced(&[&nearest])),
        };
    } else {
        return None;
    }
    Some(())
}

/// A value that is cut at its spaces, which an argument is a part of: an open bracket before the argument is closed by it or by one after it. With the
/// fix that makes it one argument.
fn with_spaces(args: &[String], index: usize) -> Option<(String, Fix)> {
    let first = index.checked_sub(1)?;
    let is_value = flags::flag_values(args).iter().any(|(flag, value)| {
        matches!(*flag, "data-value" | "data-value-yaml")
            && args[first].as_bytes().as_ptr_range().contains(&value.as_ptr())
    });
    let open = |text: &str| {
        text.chars().fold(0, |open, c| open + i32::from(matches!(c, '[' | '{')) - i32::from(matches!(c, ']' | '}')))
    };
    if !is_value || open(&args[first]) <= 0 {
        return None;
    }
    let joined = |last: usize| args[first..=last].join(" ");
    let last = (index..args.len()).find(|last| open(&joined(*last)) == 0)?;
    let mut fixed = args.to_vec();
    fixed.splice(first..=last, [joined(last)]);
    let title = "Put the value in quotes".to_owned();
    Some((joined(last), Fix { title, edits: Vec::new(), args: Some(fixed) }))
}

/// The headline of a data value without its `=`.
pub(super) fn lacks_equals_sign(value: &str, joined: &str) -> String {
    format!("{} needs an `=` between the key and its value: {}", quoted(value), quoted(joined))
}

/// The fix of a data value at an index that has a colon or a space in place of `=`.
pub(super) fn with_equals_sign(args: &[String], index: usize, value: &str) -> Option<Fix> {
    let is_key =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    let is_pair = flags::flag_values(args).iter().any(|(flag, known)| {
        matches!(*flag, "data-value" | "data-value-yaml") && known.as_ptr() == args[index].as_ptr() && *known == value
    });
    if !is_pair || value.contains('=') {
        return None;
    }
    let mut args = args.to_vec();
    let joined = match value.split_once(':') {
        Some((key, rest)) if is_key(key) && !rest.is_empty() => format!("{key}={}", rest.trim_start()),
        None if is_key(value) => {
            let next = args.get(index + 1).filter(|next| !next.starts_with('-') && !next.contains('='))?;
            let joined = format!("{value}={next}");
            args.remove(index + 1);
            joined
        }
        _ => return None,
    };
    args[index].clone_from(&joined);
    Some(Fix { title: format!("Replace with {joined}"), edits: Vec::new(), args: Some(args) })
}

/// The flag of a message about a value that is neither true nor false.
fn boolean_flag(message: &str) -> Option<&str> {
    let rest = message.split_once(" for \"")?.1;
    rest.contains("strconv.ParseBool").then(|| rest.split('"').next())?
}
