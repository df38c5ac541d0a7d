//! The kinds of comments in a YAML template.
//!
//! `#!` is documentation, `#@ code` is code above a node and a value on its line, `#@name args` is an annotation.

use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::positions::Position;
use crate::yaml::tree::Comment;

/// The kind of a comment, with its content.
#[derive(Debug, PartialEq)]
pub(super) enum Meaning<'a> {
    /// `#! …`, or any comment without `#@` if unknown comments are ignored.
    Documentation,
    /// Statements that are executed before the node is built.
    Code(&'a str),
    /// The expression that is the value of the node.
    Value(&'a str),
    /// An annotation of the node.
    Annotation {
        /// For instance `overlay/match`.
        name: &'a str,
        /// Its arguments, as Starlark source.
        args: &'a str,
    },
}

/// Reads a comment that belongs to the node at `node`. Fails for comments that start with neither `#@` nor `#!`, unless
/// `ignore_unknown`.
pub(super) fn meaning<'a>(comment: &'a Comment, node: &Position, ignore_unknown: bool) -> Result<Meaning<'a>, Error> {
    let text = &*comment.text;
    if text.starts_with('!') {
        return Ok(Meaning::Documentation);
    }
    let Some(rest) = text.strip_prefix('@') else {
        if ignore_unknown {
            return Ok(Meaning::Documentation);
        }
        let is_spaced = text.starts_with(' ') && text.trim_start().starts_with('@');
        let line = if comment.position.is_known() { comment.position.line().to_string() } else { "?".to_owned() };
        return Err(Error::at(
            format!(
                "Failed to parse line {line}: '#{text}': Expected ytt-formatted string (use '#@' for annotations or code, '#!' for comments)"
            ),
            comment.position.clone(),
        )
        .caused(if is_spaced { Cause::SpaceInMarker } else { Cause::UnmarkedComment }));
    };
    let (name, content) = rest.split_once(' ').unwrap_or((rest, ""));
    Ok(match name {
        "" if node.is_known() && node.line() == comment.position.line() => Meaning::Value(content),
        "" | "template/code" => Meaning::Code(content),
        "template/value" => Meaning::Value(content),
        "comment" => Meaning::Documentation,
        _ => Meaning::Annotation { name, args: content },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Source;

    fn read(text: &str, line: u32) -> Meaning<'static> {
        let source = Source::new("f.yml", "");
        let comment = Box::leak(Box::new(Comment { text: text.into(), position: Position::new(source.clone(), 1) }));
        meaning(comment, &Position::new(source, line), false).unwrap()
    }

    #[test]
    fn the_line_decides_between_code_and_value() {
        assert_eq!(read("@ x", 1), Meaning::Value("x"));
        assert_eq!(read("@ x", 2), Meaning::Code("x"));
        assert_eq!(read("@overlay/match by=\"a\"", 2), Meaning::Annotation { name: "overlay/match", args: "by=\"a\"" });
        assert_eq!(read("! x", 2), Meaning::Documentation);
    }
}
