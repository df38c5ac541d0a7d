//! The code of an annotation as it is written: functions of two runs can be compared only by that.
//!
//! Returns the arguments of an annotation as text, with one space between tokens, and the definitions in the files of its schema
//! if it uses any.

use crate::diagnostics::positions::Position;
use crate::starlark::Definitions;
use crate::syntax::lex::{Lexeme, lex};
use crate::syntax::token::Tok;

pub(super) struct Code<'c> {
    positional: Vec<String>,
    named: Vec<(String, String)>,
    /// All arguments.
    whole: String,
    definitions: Option<&'c Definitions>,
}

/// A piece of code, and the definitions that it may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    text: String,
    /// The definitions in the files of its schema, where it uses any.
    definitions: String,
}

/// The definitions in the files of both schemas; none where what the annotations say must do.
#[derive(Clone, Copy, Default)]
pub(super) struct Known<'d> {
    pub(super) old: Option<&'d Definitions>,
    pub(super) new: Option<&'d Definitions>,
}

impl<'c> Code<'c> {
    pub(super) fn of(annotation: &Position, definitions: Option<&'c Definitions>) -> Code<'c> {
        // Where the name ends, the arguments start.
        let text = annotation.line_text();
        let text = text.split_once("@schema/").map_or("", |(_, rest)| rest);
        let text = text.split_once(' ').map_or("", |(_, arguments)| arguments);
        let tokens = lex(text);
        let (positional, named) = Default::default();
        let mut code = Code { positional, named, whole: joined(text, &tokens), definitions };
        for argument in arguments(&tokens) {
            match argument {
                [name, eq, value @ ..] if name.tok == Tok::Ident && eq.tok == Tok::Eq => {
                    code.named.push((text[name.range.clone()].to_owned(), joined(text, value)));
                }
                value => code.positional.push(joined(text, value)),
            }
        }
        code
    }

    /// The argument at a place among `count` that have no name; where some were made by code, all.
    pub(super) fn positional(&self, index: usize, count: usize) -> Written {
        let all = (self.positional.len() == count).then_some(&self.positional);
        self.written(all.and_then(|all| all.get(index)).unwrap_or(&self.whole))
    }

    /// The argument of a name; where it was made by code, all.
    pub(super) fn named(&self, name: &str) -> Written {
        self.written(self.named.iter().find(|(known, _)| known == name).map_or(&self.whole, |(_, value)| value))
    }

    fn written(&self, text: &str) -> Written {
        let definitions = self.definitions.map_or("", |definitions| definitions.used_by(text));
        Written { text: text.to_owned(), definitions: definitions.to_owned() }
    }
}

fn joined(text: &str, tokens: &[Lexeme]) -> String {
    tokens.iter().map(|token| &text[token.range.clone()]).collect::<Vec<_>>().join(" ").trim_end().to_owned()
}

/// The tokens between commas that stand in no brackets.
fn arguments(tokens: &[Lexeme]) -> Vec<&[Lexeme]> {
    let mut depth = 0_i32;
    let is_end = move |token: &Lexeme| {
        match token.tok {
            Tok::LParen | Tok::LBrack | Tok::LBrace => depth += 1,
            Tok::RParen | Tok::RBrack | Tok::RBrace => depth -= 1,
            _ => {}
        }
        token.tok == Tok::Comma && depth == 0
    };
    tokens.split(is_end).filter(|argument| argument.iter().any(|token| token.tok != Tok::Newline)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::positions::Source;

    fn at(line: &str) -> Position {
        Position::new(Source::new("schema.yml", line), 1)
    }

    fn positional(line: &str, index: usize, count: usize) -> String {
        Code::of(&at(line), None).positional(index, count).text
    }

    fn named(line: &str, name: &str) -> String {
        Code::of(&at(line), None).named(name).text
    }

    #[test]
    fn arguments_are_told_apart_and_spaces_do_not_count() {
        let one = "  #@schema/validation (\"even\", lambda v: v%2==0), [1, 2], min=1,when=lambda v: f(v, 1)";
        let two = "#@schema/validation  (\"even\",lambda v :v % 2 == 0), [1,2], when=lambda v: f(v,1), min=2";
        assert_eq!(positional(one, 0, 2), "( \"even\" , lambda v : v % 2 == 0 )");
        assert_eq!((positional(one, 0, 2), named(one, "when")), (positional(two, 0, 2), named(two, "when")));
        assert_ne!(named(one, "min"), named(two, "min"));
    }

    #[test]
    fn what_code_makes_is_all_that_is_written() {
        let all = "#@schema/validation *rules, **others";
        assert_eq!((&*positional(all, 0, 3), &*named(all, "when")), ("* rules , ** others", "* rules , ** others"));
        assert_eq!(named("heat: 900", "when"), "");
    }

    #[test]
    fn a_lambda_ends_at_a_comma() {
        assert_eq!(positional("#@schema/validate lambda v: v, min=1", 0, 1), "lambda v : v");
    }
}
