//! Causes of syntax errors in code.

/// Common mistakes in code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeMistake {
    /// A block is not closed.
    MissingEnd {
        /// The word that opens it: `if`, `for`, `def`.
        opener: String,
    },
    /// An `end`, `else` or `elif` without an open block.
    ExtraEnd {
        /// The word.
        word: String,
    },
    /// A statement that opens a block does not end with a colon.
    MissingColon {
        /// Its first word.
        statement: &'static str,
    },
    /// `=` in a condition.
    AssignmentInCondition,
    /// `else if`.
    ElseIf,
    /// A string is not closed.
    OpenString,
    /// A bracket is not closed.
    OpenBracket {
        /// The bracket.
        bracket: char,
    },
    /// A closing bracket without an opening one.
    ExtraBracket {
        /// The bracket.
        bracket: char,
    },
    /// An expression is missing.
    NoExpression {
        /// What is there instead; None at the end of the line.
        found: Option<String>,
    },
    /// A name is missing.
    NoName {
        /// What is there instead; None at the end of the line.
        found: Option<String>,
    },
    /// Something else is missing.
    Unexpected {
        /// What is there instead; None at the end of the line.
        found: Option<String>,
        /// What is missing.
        wanted: String,
    },
    /// A reserved word is used as a name.
    Reserved {
        /// The word.
        word: String,
    },
    /// An operator of another language.
    Operator {
        /// The operator.
        found: &'static str,
        /// That of Starlark.
        meant: &'static str,
    },
    /// A character that code cannot have.
    Character {
        /// The character.
        character: char,
    },
    /// A comment behind the code of a value: the template puts the code into brackets, which the comment hides.
    CommentAfterValue,
    /// A `(@` of a text template without its `@)`.
    OpenTextCode {
        /// The line of the text that has it.
        line: String,
        /// Its byte in that line.
        at: usize,
        /// Its byte in the file, if that is known.
        start: Option<usize>,
    },
    /// A `@)` of a text template without its `(@`.
    ExtraTextEnd,
    /// Code directly after `#@`, which makes it an annotation.
    NoSpaceAfterMarker {
        /// Its first word.
        word: String,
    },
}
