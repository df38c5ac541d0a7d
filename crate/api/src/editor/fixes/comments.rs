//! Comments that are probably meant as code or as annotations: `name: # data.values.name`, `#overlay/match by="name"`.

use super::code::is_certain;
use super::edited;
use crate::boundary::Fix;
use crate::diagnostics::edits::Edits;
use crate::positions::{Position, Source};
use crate::syntax::token::Tok;
use crate::yaml::ANNOTATION_GROUPS;
use crate::yaml::outline::lines;

/// Marks a comment as an annotation or code if it is probably meant as that, or as a comment.
pub(super) fn fixes(at: &Position) -> Option<Vec<Fix>> {
    let (source, span) = (at.source()?, at.own_span()?);
    let text = source.text.get(span.clone())?.strip_prefix('#')?;
    let line = source.line_range(at.line())?;
    let before = source.text.get(line.start..span.start)?.trim();
    // `## for x in y:`.
    let code = text.trim_start_matches('#').trim();
    let name = code.split([' ', '\t']).next().unwrap_or_default();
    let is_annotation = name.split_once('/').is_some_and(|(group, _)| ANNOTATION_GROUPS.contains(&group));
    let marked = if code.starts_with('@') {
        Some(("Remove the space before @", ""))
    } else if before.is_empty() && is_annotation {
        Some(("Make it an annotation: #@", "@"))
    } else {
        is_like_code(before, code).then_some(("Make it code: #@", "@ "))
    };
    let start = span.start + "#".len();
    let spaces = text.len() - text.trim_start_matches('#').trim_start().len();
    let marked = marked.map(|(title, marker)| (title, Edits::one(start..start + spaces, marker)));
    let certain = marked.filter(|(_, edits)| code.starts_with('@') || is_certain(source, edits));
    // If the line became a comment, the end of its block would be left alone.
    let begins_block = certain.is_some() && before.is_empty() && code.ends_with(':');
    let comment = (!begins_block).then(|| ("Make it a comment: #!", Edits::insert(start, "!")));
    let own = certain.into_iter().chain(comment).map(|(title, edits)| edited(title, source, edits));
    Some(own.chain(mark_all(source).filter(|_| !begins_block)).collect())
}

/// Marks all comments of a file as such, if there are several.
fn mark_all(source: &Source) -> Option<Fix> {
    let text = &source.text;
    let starts = lines(text).into_iter().filter_map(|line| line.comment).map(|start| start + "#".len());
    let unmarked = starts.filter(|start| !text[*start..].trim_start_matches(' ').starts_with(['!', '@']));
    let edits: Vec<_> = unmarked.map(|start| (start..start, "!".to_owned())).collect();
    let count = edits.len();
    (count > 1).then(|| edited(format!("Make all {count} comments: #!"), source, Edits(edits)))
}

/// Whether a comment is a statement on a line of its own, or an expression, not only a word, where a node has no value.
fn is_like_code(before: &str, code: &str) -> bool {
    if before.is_empty() {
        let word = code.split([' ', '(', ':']).next().unwrap_or_default();
        return code == "end" || word == "load" || Tok::keyword(word).is_some() && code.ends_with(':');
    }
    before.ends_with([':', '-']) && code.contains(['.', '(', '['])
}
