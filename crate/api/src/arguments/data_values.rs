//! Data values in flags: misspelled keys, and items of lists.

use super::{YAML_FLAG, with_yaml_flag};
use crate::boundary::{Diagnostic, Fix};
use crate::diagnostics::code::Code;
use crate::editor::headline::quoted;

/// Explains a problem of the data value that an argument sets.
// A first render has no such problem.
#[inline(never)]
pub(super) fn explain(diagnostic: &mut Diagnostic, args: &[String], index: usize, value: &str) {
    let Some((key, set)) = value.split_once('=') else { return };
    let is_unknown = diagnostic.code == Code::UnexpectedKey.as_str();
    if let Some(bare) = key.strip_prefix("data.values.").or_else(|| key.strip_prefix('.')).filter(|_| is_unknown) {
        let shown = key.strip_suffix(bare).unwrap_or_default();
        diagnostic.headline =
            format!("The key of a flag has no {}: {}", quoted(shown), quoted(&format!("{bare}={set}")));
        diagnostic.fixes = replaced(args, index, value, &format!("{bare}={set}")).into_iter().collect();
    } else if let Some((list, position)) =
        key.strip_suffix(']').and_then(|key| key.split_once('[')).filter(|_| is_unknown)
    {
        let whole = format!("{list}=[{set}]");
        let shown = quoted(&format!("{YAML_FLAG} {whole}"));
        diagnostic.headline = format!("The key of a flag has no index; flags set a list as a whole: {shown}");
        let fix = in_yaml(args, index, value, &whole).filter(|_| position == "0" && is_plain(set));
        diagnostic.fixes = fix.into_iter().collect();
    } else if is_unknown {
        diagnostic.fixes.splice(0..0, renamed(diagnostic, args, index, key));
    } else if let Some((list, _)) = indexed(key).filter(|_| diagnostic.message == "Expected map, but was array") {
        let whole = format!("{list}=[{set}]");
        let (list, whole) = (quoted(list), quoted(&format!("--data-value-yaml {whole}")));
        diagnostic.headline = format!("{list} is an array, and flags set it as a whole: {whole}");
    } else if diagnostic.code == Code::ValueType.as_str()
        && diagnostic.headline.contains("` must be an array, but it is ")
        && !set.contains(['[', '{'])
    {
        let whole = format!("{key}=[{set}]");
        let path = diagnostic.headline.split(" must be").next().unwrap_or_default();
        diagnostic.headline =
            format!("{path} is an array, and flags set it as a whole: {}", quoted(&format!("{YAML_FLAG} {whole}")));
        diagnostic.fixes.extend(in_yaml(args, index, value, &whole).filter(|_| is_plain(set)));
    }
}

/// Whether a list may have the text as it is: items separated by commas.
fn is_plain(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, ',' | '.' | '-' | '_' | '/');
    text.starts_with(|c: char| c.is_alphanumeric()) && text.chars().all(is_part)
}

/// Replaces the value of a flag, which is the end of an argument.
fn replaced(args: &[String], index: usize, value: &str, by: &str) -> Option<Fix> {
    let mut args = args.to_vec();
    let start = args.get(index)?.strip_suffix(value)?.len();
    args[index].replace_range(start.., by);
    Some(Fix { title: format!("Replace with {by}"), edits: Vec::new(), args: Some(args) })
}

/// Replaces the value of a flag, and the flag by that for YAML.
fn in_yaml(args: &[String], index: usize, value: &str, by: &str) -> Option<Fix> {
    let args = with_yaml_flag(args, index, value)?;
    let index = args.iter().position(|arg| arg.ends_with(value))?;
    let fix = replaced(&args, index, value, by)?;
    Some(Fix { title: format!("Use {YAML_FLAG} {by}"), ..fix })
}

/// The path of a list and an index in it: `ports.0`.
fn indexed(key: &str) -> Option<(&str, &str)> {
    key.rsplit_once('.').filter(|(_, index)| !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Renames the unknown key, which the headline has, to the similar one.
fn renamed(diagnostic: &Diagnostic, args: &[String], index: usize, key: &str) -> Option<Fix> {
    let found = diagnostic.found.as_deref()?;
    let (_, nearest) = diagnostic.headline.strip_suffix("`?")?.rsplit_once("did you mean `")?;
    let path: Vec<&str> = key.split('.').collect();
    let at = path.iter().position(|part| *part == found)?;
    let renamed = [&path[..at], &[nearest], &path[at + 1..]].concat().join(".");
    let start = args[index].rfind(&format!("{key}="))?;
    let mut args = args.to_vec();
    args[index].replace_range(start..start + key.len(), &renamed);
    Some(Fix { title: format!("Rename to {nearest}"), edits: Vec::new(), args: Some(args) })
}
