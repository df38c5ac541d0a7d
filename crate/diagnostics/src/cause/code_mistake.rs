//! Causes of syntax errors in code.

/// Common mistakes in code. `found` is the text in place of the missing one; None at the end of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum CodeMistake {
    /// A block is not closed.
    MissingEnd { opener: String },
    /// An `end`, `else` or `elif` without an open block.
    ExtraEnd { word: String },
    /// A statement that opens a block does not end with a colon.
    MissingColon { statement: &'static str },
    /// `=` in a condition.
    AssignmentInCondition,
    /// `else if`.
    ElseIf,
    /// A conditional expression without an `else`.
    NoElse,
    /// A string is not closed.
    OpenString,
    /// A bracket is not closed.
    OpenBracket { bracket: char },
    /// A closing bracket without an opening one.
    ExtraBracket { bracket: char },
    /// An expression is missing.
    NoExpression { found: Option<String> },
    /// A name is missing.
    NoName { found: Option<String> },
    /// Something else is missing.
    Unexpected { found: Option<String>, wanted: String },
    /// A reserved word is used as a name.
    Reserved { word: String },
    /// An operator of another language.
    Operator { found: &'static str, meant: &'static str },
    /// A character that code cannot have.
    Character { character: char },
    /// A comment behind the code of a value: the template puts the code into brackets, which the comment hides.
    CommentAfterValue,
    /// A `(@` of a text template without its `@)`: its line, its byte in that line, and in the file if that is known.
    OpenTextCode { line: String, at: usize, start: Option<usize> },
    /// A `@)` of a text template without its `(@`.
    ExtraTextEnd,
    /// Code directly after `#@`, which makes it an annotation.
    NoSpaceAfterMarker { word: String },
}
