//! The space after `#@`: code has one, an annotation has none.

use super::fixes::code::certain;
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::yaml::ANNOTATION_GROUPS;

/// Explains a problem of a line that has a space too many or too few: with the headline, the range and the fix.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let is_of_code = matches!(message.code, Some(Code::Syntax | Code::Name));
    let source = at.source().filter(|_| is_of_code && at.is_known())?;
    let range = source.line_range(at.line())?;
    let line = &source.text[range.clone()];
    let rest = line.trim_start().strip_prefix("#@")?;
    let start = range.start + line.len() - rest.len();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/');
    let code = rest.trim_start();
    let spaces = rest.len() - code.len();
    let word = &code[..code.len() - code.trim_start_matches(is_part).len()];
    let group = word.split_once('/').filter(|(_, name)| !name.is_empty()).map(|(group, _)| group);
    let follows = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t']);
    let (headline, title, edits) = if spaces > 0 && group.is_some_and(|group| ANNOTATION_GROUPS.contains(&group)) {
        follows(&code[word.len()..]).then_some(())?;
        let headline = format!("An annotation has no space after `#@`: {}", quoted(&format!("#@{word}")));
        (headline, "Remove the space after #@", Edits::one(start..start + spaces, ""))
    } else if message.code == Some(Code::Syntax) && rest.starts_with('\t') {
        let headline = "A space must follow `#@` before code; this is a tab".to_owned();
        (headline, "Replace the tab with a space", Edits::one(start..start + spaces, " "))
    } else if let Some(space) = rest.chars().next().filter(|c| c.is_whitespace() && *c != ' ')
        && message.code == Some(Code::Syntax)
    {
        let number = u32::from(space);
        let headline = format!("A space must follow `#@` before code; this is another one (U+{number:04X})");
        (headline, "Use a plain space", Edits::one(start..start + spaces, " "))
    } else if message.code == Some(Code::Syntax) && rest.starts_with('#') {
        let headline = "A comment starts with `#!`".to_owned();
        (headline, "Make it a comment: #!", Edits::one(start - "@".len()..start + "#".len(), "!"))
    } else if message.code == Some(Code::Syntax) && spaces == 0 && !word.is_empty() && group.is_none() {
        let headline = format!("`#@{word}` is an annotation; as code it needs a space: `#@ {word}`");
        (headline, "Insert a space after #@", Edits::insert(start, " "))
    } else {
        return None;
    };
    // An annotation is not parsed before all code is.
    let fix = certain(title, source, edits)?;
    let end = range.start + line.trim_end().len();
    Some(Explanation::new(headline).at(source, start - "#@".len()..end).without_hints().fixes([fix]))
}
