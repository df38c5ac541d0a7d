//! File marks that ytt does not accept.

use super::{contains, files};
use crate::boundary::{Diagnostic, Fix, RequestFile};
use crate::editor::headline::{listed, or_nearest, quoted};
use crate::flags;
use crate::spelling::only_nearest;

const KEYS: [&str; 5] = ["exclude", "exclusive-for-output", "for-output", "path", "type"];

const TYPES: [&str; 6] = ["yaml-template", "yaml-plain", "text-template", "text-plain", "starlark", "data"];

/// Explains a mark that matches no file or that cannot be read: with the argument, the headline, and the fix.
// A first render has no such problem.
#[inline(never)]
pub(super) fn explain(args: &[String], input: &[RequestFile], diagnostic: &mut Diagnostic) -> Option<()> {
    let rest = diagnostic.message.strip_prefix("Expected ").or(diagnostic.message.strip_prefix("Unknown "))?;
    let (_, rest) = rest.split_once("file mark '")?;
    let values = flags::flag_values(args);
    let mark = values.iter().find(|(flag, value)| *flag == "file-mark" && rest.starts_with(&format!("{value}'")))?.1;
    let index = args.iter().position(|arg| contains(arg, mark))?;
    let is = |start: &str| diagnostic.message.starts_with(start);
    let (path, key, value) = mark
        .split_once(':')
        .and_then(|(path, setting)| setting.split_once('=').map(|(key, value)| (path, key, value)))
        .unwrap_or((mark, "", ""));
    // The problem, and the mark that was probably meant: the part to replace, and the text in its place.
    let (headline, meant) = if rest.contains("to match at least one file") {
        let nearest = only_nearest(path, input.iter().map(|file| file.path.as_str())).map(str::to_owned);
        let text = format!("No input file has the path {} of this file mark", quoted(path));
        (or_nearest(text, &nearest), nearest.map(|nearest| (path, nearest)))
    } else if is("Unknown key") {
        let nearest = only_nearest(key, KEYS).map(str::to_owned);
        let text = format!("File marks have no {}, only {}", quoted(key), listed(&KEYS.map(str::to_owned), "and"));
        let text = if nearest.is_some() { format!("File marks have no {}", quoted(key)) } else { text };
        (or_nearest(text, &nearest), nearest.map(|nearest| (key, nearest)))
    } else if is("Unknown value") {
        let nearest = match key {
            "exclude" | "exclusive-for-output" | "for-output" => Some("true"),
            "type" => only_nearest(value, TYPES),
            _ => None,
        };
        let text = format!("The file mark {} cannot be {}", quoted(key), quoted(value));
        let headline = match nearest {
            Some("true") => format!("{text}, only `true`"),
            _ => or_nearest(text, &nearest.map(str::to_owned)),
        };
        (headline, nearest.map(|nearest| (value, nearest.to_owned())))
    } else {
        (
            format!("The file mark {} needs a path, a key and a value: {}", quoted(mark), quoted("a.yml:exclude=true")),
            None,
        )
    };
    diagnostic.headline = headline;
    diagnostic.argument = u32::try_from(index).ok();
    if let Some((from, to)) = meant.filter(|(from, _)| !from.is_empty()) {
        let mut args = args.to_vec();
        let start = args[index].len() - mark.len();
        let at = start + (from.as_ptr() as usize - mark.as_ptr() as usize);
        args[index].replace_range(at..at + from.len(), &to);
        diagnostic.fixes = vec![Fix { title: format!("Replace with {to}"), edits: Vec::new(), args: Some(args) }];
    }
    if rest.contains("to match at least one file") && !path.is_empty() {
        diagnostic.fixes.push(files::removed(args, path));
    }
    Some(())
}
