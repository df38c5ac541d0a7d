//! Mistakes in code in words.

use super::quoted;
use crate::diagnostics::cause::CodeMistake;

pub(super) fn headline(mistake: &CodeMistake) -> String {
    match mistake {
        CodeMistake::MissingEnd { opener } => format!("This {} has no `end`", quoted(opener)),
        CodeMistake::ExtraEnd { word } if word == "end" => "This `end` closes nothing".to_owned(),
        CodeMistake::ExtraEnd { word } => format!("This {} belongs to no `if`", quoted(word)),
        CodeMistake::MissingColon { statement } => format!("The colon at the end of this `{statement}` is missing"),
        CodeMistake::AssignmentInCondition => "`=` assigns a value; to compare, write `==`".to_owned(),
        CodeMistake::ElseIf => "Write `elif` instead of `else if`".to_owned(),
        CodeMistake::NoElse => "This `if` in an expression needs an `else`: `a if b else c`".to_owned(),
        CodeMistake::OpenTextCode { .. } => "This `(@` has no `@)`".to_owned(),
        CodeMistake::ExtraTextEnd => "This `@)` closes nothing".to_owned(),
        CodeMistake::OpenString => "This string is not closed".to_owned(),
        CodeMistake::OpenBracket { bracket } => {
            format!("This `{bracket}` is not closed, or a comma is missing after it")
        }
        CodeMistake::ExtraBracket { bracket } => format!("This `{bracket}` closes nothing"),
        CodeMistake::NoExpression { found: None } => "A value is missing at the end of the line".to_owned(),
        CodeMistake::NoExpression { found: Some(found) } => format!("A value is missing before {}", quoted(found)),
        CodeMistake::NoName { found: None } => "A name is missing at the end of the line".to_owned(),
        CodeMistake::NoName { found: Some(found) } => format!("{} is not a valid name", quoted(found)),
        CodeMistake::Unexpected { found: None, wanted } => {
            format!("Unexpected end of the line; expected {}", expected(wanted))
        }
        CodeMistake::Unexpected { found: Some(found), wanted } => {
            format!("Unexpected {}; expected {}", quoted(found), expected(wanted))
        }
        CodeMistake::Reserved { word } => format!("{} is a reserved word and cannot be used here", quoted(word)),
        CodeMistake::Operator { found, meant } => format!("Write `{meant}` instead of `{found}`"),
        CodeMistake::Character { character: '`' } => "Code cannot contain a backtick here".to_owned(),
        CodeMistake::Character { character } => format!("Code cannot contain `{character}` here"),
        CodeMistake::CommentAfterValue => "A comment cannot follow the code of a value in the same line".to_owned(),
        CodeMistake::NoSpaceAfterMarker { word } => {
            format!("`#@{word}` is an annotation; as code it needs a space: `#@ {word}`")
        }
    }
}

/// A token as ytt names it: `':'`, `newline`, `parameter`.
fn expected(wanted: &str) -> String {
    match wanted {
        "newline" => "the end of the line".to_owned(),
        "in" => "`in`".to_owned(),
        "indent" | "outdent" => "an indented block".to_owned(),
        "parameter" => "a parameter".to_owned(),
        "argument" => "an argument".to_owned(),
        wanted => wanted.replace('\'', "`"),
    }
}
