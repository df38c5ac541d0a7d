//! The source of an annotation's arguments: functions of two schemas can be compared only by their source.
//!
//! Arguments are normalized to one space between tokens, and come with the definitions in the schema's files if they use any.

use crate::positions::Position;
use crate::starlark::Definitions;
use crate::syntax::arguments::arguments;
use crate::syntax::lex::{Lexeme, lex};
use crate::syntax::token::Tok;

pub(super) struct Code<'c> {
    positional: Vec<String>,
    named: Vec<(String, String)>,
    /// All arguments.
    whole: String,
    definitions: Option<&'c Definitions>,
}

/// The source of an argument, and of the definitions that it may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ArgumentSource {
    text: String,
    /// Empty if it uses none.
    definitions: String,
}

/// The definitions in the files of both schemas; None to compare only the annotations.
#[derive(Clone, Copy, Default)]
pub(super) struct BothDefinitions<'d> {
    pub(super) old: Option<&'d Definitions>,
    pub(super) new: Option<&'d Definitions>,
}

impl<'c> Code<'c> {
    pub(super) fn of(annotation: &Position, definitions: Option<&'c Definitions>) -> Code<'c> {
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

    /// One of `count` positional arguments; all arguments if some come from `*args`.
    pub(super) fn positional(&self, index: usize, count: usize) -> ArgumentSource {
        let all = (self.positional.len() == count).then_some(&self.positional);
        self.written(all.and_then(|all| all.get(index)).unwrap_or(&self.whole))
    }

    /// A keyword argument; all arguments if it comes from `**kwargs`.
    pub(super) fn named(&self, name: &str) -> ArgumentSource {
        self.written(self.named.iter().find(|(known, _)| known == name).map_or(&self.whole, |(_, value)| value))
    }

    /// All arguments.
    pub(super) fn whole(&self) -> ArgumentSource {
        self.written(&self.whole)
    }

    fn written(&self, text: &str) -> ArgumentSource {
        let definitions = self.definitions.map_or("", |definitions| definitions.used_by(text));
        ArgumentSource { text: text.to_owned(), definitions: definitions.to_owned() }
    }
}

fn joined(text: &str, tokens: &[Lexeme]) -> String {
    tokens.iter().map(|token| &text[token.range.clone()]).collect::<Vec<_>>().join(" ").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Source;

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
    fn arguments_are_separated_and_spaces_do_not_matter() {
        let one = "  #@schema/validation (\"even\", lambda v: v%2==0), [1, 2], min=1,when=lambda v: f(v, 1)";
        let two = "#@schema/validation  (\"even\",lambda v :v % 2 == 0), [1,2], when=lambda v: f(v,1), min=2";
        assert_eq!(positional(one, 0, 2), "( \"even\" , lambda v : v % 2 == 0 )");
        assert_eq!((positional(one, 0, 2), named(one, "when")), (positional(two, 0, 2), named(two, "when")));
        assert_ne!(named(one, "min"), named(two, "min"));
    }

    #[test]
    fn unpacked_arguments_are_the_whole_source() {
        let all = "#@schema/validation *rules, **others";
        assert_eq!((&*positional(all, 0, 3), &*named(all, "when")), ("* rules , ** others", "* rules , ** others"));
        assert_eq!(named("heat: 900", "when"), "");
    }

    #[test]
    fn a_lambda_ends_at_a_comma() {
        assert_eq!(positional("#@schema/validate lambda v: v, min=1", 0, 1), "lambda v : v");
    }
}
