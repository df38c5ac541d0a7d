//! Data values in flags: misspelled keys, and items of lists.

use crate::boundary::{Diagnostic, Fix};
use crate::diagnostics::code::Code;
use crate::editor::headline::quoted;

/// Explains a problem of the data value that an argument sets.
// A first render has no such problem.
#[inline(never)]
pub(super) fn explain(diagnostic: &mut Diagnostic, args: &[String], index: usize, value: &str) {
    let Some((key, set)) = value.split_once('=') else { return };
    if diagnostic.code == Code::UnexpectedKey.as_str() {
        diagnostic.fixes.splice(0..0, renamed(diagnostic, args, index, key));
    } else if let Some((list, _)) = indexed(key).filter(|_| diagnostic.message == "Expected map, but was array") {
        let whole = format!("{list}=[{set}]");
        let (list, whole) = (quoted(list), quoted(&format!("--data-value-yaml {whole}")));
        diagnostic.headline = format!("{list} is an array, and flags set it as a whole: {whole}");
    }
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
