//! The tokens of ytt's Starlark, and their names in messages.

use super::scan::{is_ident, is_ident_start};
use super::source::Span;

/// A kind of token. `Illegal` is a word that Starlark reserves and does not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tok {
    Illegal,
    Eof,
    Newline,
    Indent,
    Outdent,
    Ident,
    Int,
    Float,
    Str,
    Plus,
    Minus,
    Star,
    Slash,
    SlashSlash,
    Percent,
    Amp,
    Pipe,
    Circumflex,
    LtLt,
    GtGt,
    Tilde,
    Dot,
    Comma,
    Eq,
    Semi,
    Colon,
    LParen,
    RParen,
    LBrack,
    RBrack,
    LBrace,
    RBrace,
    Lt,
    Gt,
    Ge,
    Le,
    EqEq,
    NotEq,
    PlusEq,
    MinusEq,
    StarEq,
    SlashEq,
    SlashSlashEq,
    PercentEq,
    AmpEq,
    PipeEq,
    CircumflexEq,
    LtLtEq,
    GtGtEq,
    StarStar,
    And,
    Break,
    Continue,
    Def,
    Elif,
    Else,
    For,
    If,
    In,
    Lambda,
    Load,
    Not,
    /// Made by the parser from `not` `in`.
    NotIn,
    Or,
    Pass,
    Return,
    While,
}

/// Words with a meaning, and words that are only reserved.
const KEYWORDS: &[(&str, Tok)] = &[
    ("and", Tok::And),
    ("break", Tok::Break),
    ("continue", Tok::Continue),
    ("def", Tok::Def),
    ("elif", Tok::Elif),
    ("else", Tok::Else),
    ("for", Tok::For),
    ("if", Tok::If),
    ("in", Tok::In),
    ("lambda", Tok::Lambda),
    ("load", Tok::Load),
    ("not", Tok::Not),
    ("or", Tok::Or),
    ("pass", Tok::Pass),
    ("return", Tok::Return),
    ("while", Tok::While),
    ("as", Tok::Illegal),
    ("class", Tok::Illegal),
    ("del", Tok::Illegal),
    ("except", Tok::Illegal),
    ("finally", Tok::Illegal),
    ("from", Tok::Illegal),
    ("global", Tok::Illegal),
    ("import", Tok::Illegal),
    ("is", Tok::Illegal),
    ("nonlocal", Tok::Illegal),
    ("raise", Tok::Illegal),
    ("try", Tok::Illegal),
    ("with", Tok::Illegal),
    ("yield", Tok::Illegal),
];

/// All words that cannot be names.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().map(|(word, _)| *word)
}

/// Whether code can use a word as a name.
pub fn is_name(word: &str) -> bool {
    word.starts_with(is_ident_start) && word.chars().all(is_ident) && Tok::keyword(word).is_none()
}

impl Tok {
    /// The keyword a word is, or `None` for an ordinary name.
    pub fn keyword(word: &str) -> Option<Tok> {
        // Asked of every name: the first letters alone tell nearly always.
        let first = word.as_bytes().first()?;
        KEYWORDS.iter().find(|(k, _)| k.as_bytes().first() == Some(first) && *k == word).map(|(_, t)| *t)
    }

    /// 1 for an opening bracket, -1 for a closing one, and 0 for all others.
    pub fn nesting(self) -> i32 {
        match self {
            Tok::LParen | Tok::LBrack | Tok::LBrace => 1,
            Tok::RParen | Tok::RBrack | Tok::RBrace => -1,
            _ => 0,
        }
    }

    /// Whether the token is a keyword or a reserved word.
    pub fn is_keyword(self) -> bool {
        KEYWORDS.iter().any(|(_, t)| *t == self)
    }

    /// The bare name: `+`, `not in`, `identifier`.
    pub fn name(self) -> &'static str {
        use Tok::*;
        match self {
            Illegal => "illegal token",
            Eof => "end of file",
            Newline => "newline",
            Indent => "indent",
            Outdent => "outdent",
            Ident => "identifier",
            Int => "int literal",
            Float => "float literal",
            Str => "string literal",
            Plus => "+",
            Minus => "-",
            Star => "*",
            Slash => "/",
            SlashSlash => "//",
            Percent => "%",
            Amp => "&",
            Pipe => "|",
            Circumflex => "^",
            LtLt => "<<",
            GtGt => ">>",
            Tilde => "~",
            Dot => ".",
            Comma => ",",
            Eq => "=",
            Semi => ";",
            Colon => ":",
            LParen => "(",
            RParen => ")",
            LBrack => "[",
            RBrack => "]",
            LBrace => "{",
            RBrace => "}",
            Lt => "<",
            Gt => ">",
            Ge => ">=",
            Le => "<=",
            EqEq => "==",
            NotEq => "!=",
            PlusEq => "+=",
            MinusEq => "-=",
            StarEq => "*=",
            SlashEq => "/=",
            SlashSlashEq => "//=",
            PercentEq => "%=",
            AmpEq => "&=",
            PipeEq => "|=",
            CircumflexEq => "^=",
            LtLtEq => "<<=",
            GtGtEq => ">>=",
            StarStar => "**",
            And => "and",
            Break => "break",
            Continue => "continue",
            Def => "def",
            Elif => "elif",
            Else => "else",
            For => "for",
            If => "if",
            In => "in",
            Lambda => "lambda",
            Load => "load",
            Not => "not",
            NotIn => "not in",
            Or => "or",
            Pass => "pass",
            Return => "return",
            While => "while",
        }
    }

    /// The name as messages quote it: punctuation in single quotes, words bare.
    pub fn quoted(self) -> String {
        let name = self.name();
        if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name.to_owned() } else { format!("'{name}'") }
    }

    /// How tightly a binary operator binds: 0 (`or`) to 9 (`*`); `None` for other tokens.
    pub(crate) fn precedence(self) -> Option<u8> {
        use Tok::*;
        Some(match self {
            Or => 0,
            And => 1,
            Not => NOT_LEVEL,
            EqEq | NotEq | Lt | Gt | Le | Ge | In | NotIn => COMPARISON_LEVEL,
            Pipe => 4,
            Circumflex => 5,
            Amp => 6,
            LtLt | GtGt => 7,
            Minus | Plus => 8,
            Star | Percent | Slash | SlashSlash => 9,
            _ => return None,
        })
    }

    /// The operator of an augmented assignment: `+` for `+=`.
    pub fn augmented_operator(self) -> Option<Tok> {
        use Tok::*;
        Some(match self {
            PlusEq => Plus,
            MinusEq => Minus,
            StarEq => Star,
            SlashEq => Slash,
            SlashSlashEq => SlashSlash,
            PercentEq => Percent,
            AmpEq => Amp,
            PipeEq => Pipe,
            CircumflexEq => Circumflex,
            LtLtEq => LtLt,
            GtGtEq => GtGt,
            _ => return None,
        })
    }
}

/// Precedence of the prefix `not`.
pub(crate) const NOT_LEVEL: u8 = 2;
/// Precedence of comparisons, which do not associate.
pub(crate) const COMPARISON_LEVEL: u8 = 3;

/// The value of a literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// Digits in a form the `starlark` crate reads (decimal or hexadecimal), any size.
    Int(String),
    Float(f64),
    Str(String),
}

/// A token with its place and, for literals, its value.
#[derive(Clone, Debug)]
pub struct Token {
    pub tok: Tok,
    pub span: Span,
    pub literal: Option<Literal>,
}

impl Token {
    /// A token without a value.
    pub fn plain(tok: Tok, span: Span) -> Token {
        Token { tok, span, literal: None }
    }
}
