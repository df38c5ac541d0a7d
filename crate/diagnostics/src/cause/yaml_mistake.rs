//! Causes of errors in YAML.

/// Common mistakes in YAML. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum YamlMistake {
    /// A line is indented with a tab.
    Tab {
        /// The line.
        line: usize,
    },
    /// A character of a word processor or a web page in place of one of YAML.
    Pasted {
        /// The line.
        line: usize,
        /// The character.
        character: char,
        /// What YAML has in place of it.
        plain: &'static str,
    },
    /// A line starts with `%`, which is for directives.
    Directive {
        /// The line.
        line: usize,
    },
    /// `{{ }}` or `{% %}` of another template language.
    OtherTemplates,
    /// An action of Helm's templates, such as `{{ .Values.name }}`.
    Helm {
        /// The line of the action.
        line: usize,
        /// The text of that line.
        text: String,
    },
    /// A file of Starlark code.
    Starlark,
    /// The code of a value goes on in further lines.
    CodeInLines {
        /// Its first line.
        line: usize,
    },
    /// Code in brackets goes on in a line without `#@`.
    ContinuedCode {
        /// The first such line.
        line: usize,
    },
    /// Code within a map or a list in brackets.
    CodeInBrackets {
        /// The line.
        line: usize,
    },
    /// A text in quotes is added to code, which follows it.
    TextBeforeCode,
    /// A quote is not closed.
    OpenQuote {
        /// The line of the opening quote.
        line: usize,
    },
    /// A list item whose dash has no space after it.
    NoSpaceAfterDash {
        /// The line.
        line: usize,
    },
    /// `@` without the `#` before it, in an annotation or before code.
    NoHash {
        /// The line.
        line: usize,
    },
    /// A plain value starts with a reserved character.
    ReservedStart {
        /// The character.
        character: char,
    },
    /// A `*` at the start of a value is not followed by the name of an anchor.
    Asterisk,
    /// An alias refers to an anchor that does not exist.
    UnknownAnchor {
        /// The name of the anchor.
        name: String,
        /// The only similar anchor of the document.
        nearest: Option<String>,
        /// Whether an earlier document has the anchor.
        is_elsewhere: bool,
    },
    /// Text follows `|` or `>` on the same line.
    BlockHeader {
        /// The `|` or `>`.
        indicator: char,
    },
    /// A line of a block of text is indented less than its first line.
    BlockIndentation {
        /// The line.
        line: usize,
        /// The line with the `|` or `>`.
        header: usize,
    },
    /// A block of text is not indented.
    BlockNotIndented {
        /// Its first line.
        line: usize,
    },
    /// A list item follows a key on the same line.
    ItemAfterKey,
    /// A backslash in double quotes is not followed by the letter of an escape.
    WrongEscape,
    /// Text follows a closing quote.
    TextAfterQuote,
    /// A text in quotes contains the quote.
    QuoteInText {
        /// The quote.
        quote: char,
    },
    /// A bracket closes nothing, or another kind of bracket.
    WrongBracket {
        /// The bracket.
        bracket: char,
        /// The bracket that would close the open one; None if none is open.
        wanted: Option<char>,
    },
    /// The value of `<<` is text.
    MergedText {
        /// The text.
        text: String,
        /// Whether it is the name of an anchor.
        is_anchor: bool,
    },
    /// A line of dashes that are not three.
    Dashes {
        /// The line.
        line: usize,
    },
    /// A bracket is not closed.
    OpenBracket {
        /// The line of the opening bracket.
        line: usize,
    },
    /// A plain value contains a colon and a space.
    ColonInValue,
    /// A line has a value, and the lines below it are indented as if they belonged to it.
    ValueWithChildren {
        /// The line with the value.
        line: usize,
    },
    /// A line of code that does not start with `#@`.
    UnmarkedCode {
        /// The line.
        line: usize,
    },
    /// A `=` is used like a colon.
    EqualsSign {
        /// The line.
        line: usize,
    },
    /// A colon without a space after it.
    NoSpaceAfterColon {
        /// The line.
        line: usize,
    },
    /// A line without a colon.
    NoColon {
        /// The line.
        line: usize,
    },
    /// A list item among the keys of a map.
    ItemAmongKeys {
        /// The line.
        line: usize,
    },
    /// A key among the items of a list.
    KeyAmongItems {
        /// The line.
        line: usize,
    },
    /// A line is indented like no line above it that it could belong to.
    Indentation {
        /// The line.
        line: usize,
        /// The number of spaces.
        spaces: usize,
    },
}

impl YamlMistake {
    /// The line with the mistake, if that may not be the line of the syntax error.
    pub fn line(&self) -> Option<usize> {
        match self {
            YamlMistake::Tab { line }
            | YamlMistake::Pasted { line, .. }
            | YamlMistake::Directive { line }
            | YamlMistake::Dashes { line }
            | YamlMistake::Helm { line, .. }
            | YamlMistake::OpenQuote { line }
            | YamlMistake::BlockIndentation { line, .. }
            | YamlMistake::OpenBracket { line }
            | YamlMistake::BlockNotIndented { line }
            | YamlMistake::CodeInLines { line }
            | YamlMistake::CodeInBrackets { line }
            | YamlMistake::ContinuedCode { line }
            | YamlMistake::ValueWithChildren { line }
            | YamlMistake::UnmarkedCode { line }
            | YamlMistake::EqualsSign { line }
            | YamlMistake::NoSpaceAfterColon { line }
            | YamlMistake::NoColon { line }
            | YamlMistake::NoHash { line }
            | YamlMistake::NoSpaceAfterDash { line }
            | YamlMistake::ItemAmongKeys { line }
            | YamlMistake::KeyAmongItems { line }
            | YamlMistake::Indentation { line, .. } => Some(*line),
            _ => None,
        }
    }
}
