//! Causes of errors in YAML.

/// Common mistakes in YAML. Lines count from 1; that of something that spans several is its first line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum YamlMistake {
    /// A line is indented with a tab.
    Tab { line: usize },
    /// A character of a word processor or a web page in place of one of YAML.
    Pasted { line: usize, character: char, plain: &'static str },
    /// A line starts with `%`, which is for directives.
    Directive { line: usize },
    /// `{{ }}` or `{% %}` of another template language.
    OtherTemplates,
    /// An action of Helm's templates, such as `{{ .Values.name }}`.
    Helm { line: usize, text: String },
    /// A file of Starlark code.
    Starlark,
    /// The code of a value goes on in further lines.
    CodeInLines { line: usize },
    /// Code in brackets goes on in a line without `#@`.
    ContinuedCode { line: usize },
    /// Code within a map or a list in brackets.
    CodeInBrackets { line: usize },
    /// A text in quotes is added to code, which follows it.
    TextBeforeCode,
    /// A quote is not closed.
    OpenQuote { line: usize },
    /// A list item without a space after its dash.
    NoSpaceAfterDash { line: usize },
    /// `@` without the `#` before it, in an annotation or before code.
    NoHash { line: usize },
    /// A plain value starts with a reserved character.
    ReservedStart { character: char },
    /// A `*` at the start of a value is not followed by the name of an anchor.
    Asterisk,
    /// An alias refers to an anchor that does not exist, or that an earlier document has.
    UnknownAnchor { name: String, nearest: Option<String>, is_elsewhere: bool },
    /// Text follows `|` or `>` on the same line.
    BlockHeader { indicator: char },
    /// A line of a block of text is indented less than its first line. `header` is the line with the `|` or `>`.
    BlockIndentation { line: usize, header: usize },
    /// A block of text is not indented.
    BlockNotIndented { line: usize },
    /// A list item follows a key on the same line.
    ItemAfterKey,
    /// A backslash in double quotes is not followed by the letter of an escape.
    WrongEscape,
    /// Text follows a closing quote.
    TextAfterQuote,
    /// A text in quotes contains the quote.
    QuoteInText { quote: char },
    /// A bracket closes nothing, or another kind of bracket, which needs the `wanted` one.
    WrongBracket { bracket: char, wanted: Option<char> },
    /// The value of `<<` is text, which may be the name of an anchor.
    MergedText { text: String, is_anchor: bool },
    /// A line of dashes that are not three.
    Dashes { line: usize },
    /// A bracket is not closed.
    OpenBracket { line: usize },
    /// A plain value contains a colon and a space.
    ColonInValue,
    /// A line has a value, and the lines below it are indented as if they belonged to it.
    ValueWithChildren { line: usize },
    /// A line of code that does not start with `#@`.
    UnmarkedCode { line: usize },
    /// A `=` is used like a colon.
    EqualsSign { line: usize },
    /// A colon without a space after it.
    NoSpaceAfterColon { line: usize },
    /// A line without a colon.
    NoColon { line: usize },
    /// A list item among the keys of a map.
    ItemAmongKeys { line: usize },
    /// A key among the items of a list.
    KeyAmongItems { line: usize },
    /// A line is indented like no line above it that it could belong to.
    Indentation { line: usize, spaces: usize },
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
