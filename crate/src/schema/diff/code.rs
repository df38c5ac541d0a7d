//! The code of an annotation, as it is written: what schemas of two runs can be compared by, where it is code that decides.
//!
//! Takes the place of an annotation, hands on its arguments as text, each with one space between its tokens.

use crate::diagnostics::positions::Position;
use crate::dialect::lex::{Lexeme, lex};
use crate::dialect::token::Tok;

pub(super) struct Code {
    positional: Vec<String>,
    named: Vec<(String, String)>,
    /// All arguments.
    whole: String,
}

impl Code {
    pub(super) fn of(annotation: &Position) -> Code {
        // Where the name ends, the arguments start.
        let text = annotation.line_text();
        let text = text.split_once("@schema/").map_or("", |(_, rest)| rest);
        let text = text.split_once(' ').map_or("", |(_, arguments)| arguments);
        let tokens = lex(text);
        let mut code = Code { positional: Vec::new(), named: Vec::new(), whole: joined(text, &tokens) };
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
    pub(super) fn positional(&self, index: usize, count: usize) -> &str {
        let all = (self.positional.len() == count).then_some(&self.positional);
        all.and_then(|all| all.get(index)).unwrap_or(&self.whole)
    }

    /// The argument of a name; where it was made by code, all.
    pub(super) fn named(&self, name: &str) -> &str {
        self.named.iter().find(|(known, _)| known == name).map_or(&self.whole, |(_, value)| value)
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

    fn code(line: &str) -> Code {
        Code::of(&Position::new(Source::new("schema.yml", line), 1))
    }

    #[test]
    fn arguments_are_told_apart_and_spaces_do_not_count() {
        let one = code("  #@schema/validation (\"even\", lambda v: v%2==0), [1, 2], min=1,when=lambda v: f(v, 1)");
        let two = code("#@schema/validation  (\"even\",lambda v :v % 2 == 0), [1,2], when=lambda v: f(v,1), min=2");
        assert_eq!(one.positional(0, 2), "( \"even\" , lambda v : v % 2 == 0 )");
        assert_eq!((one.positional(0, 2), one.named("when")), (two.positional(0, 2), two.named("when")));
        assert_ne!(one.named("min"), two.named("min"));
    }

    #[test]
    fn what_code_makes_is_all_that_is_written() {
        let all = code("#@schema/validation *rules, **others");
        assert_eq!((all.positional(0, 3), all.named("when")), ("* rules , ** others", "* rules , ** others"));
        assert_eq!(code("heat: 900").named("when"), "");
    }

    #[test]
    fn a_lambda_ends_at_a_comma() {
        assert_eq!(code("#@schema/validate lambda v: v, min=1").positional(0, 1), "lambda v : v");
    }
}
