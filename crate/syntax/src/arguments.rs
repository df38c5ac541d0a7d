//! The arguments of a call or an annotation, from tokens that need not be a program.

use std::ops::Range;

use crate::lex::Lexeme;
use crate::token::Tok;

/// The tokens of each argument: those between commas outside of brackets and of the parameters of a lambda.
pub fn arguments(tokens: &[Lexeme]) -> Vec<&[Lexeme]> {
    let mut depth = 0;
    let mut is_in_lambda = false;
    let ends = move |token: &Lexeme| {
        depth += token.tok.nesting();
        is_in_lambda = (is_in_lambda || token.tok == Tok::Lambda) && token.tok != Tok::Colon;
        token.tok == Tok::Comma && depth == 0 && !is_in_lambda
    };
    tokens.split(ends).filter(|argument| argument.iter().any(has_text)).collect()
}

/// The index of the first token outside of brackets that is one of these.
pub fn outer(tokens: &[Lexeme], mut is_one: impl FnMut(&Lexeme) -> bool) -> Option<usize> {
    let mut depth = 0;
    tokens.iter().position(|token| {
        depth += token.tok.nesting();
        depth == 0 && is_one(token)
    })
}

/// The index of the bracket that closes the one that the tokens start with.
pub fn closing(tokens: &[Lexeme]) -> Option<usize> {
    outer(tokens, |_| true)
}

/// The bytes of an argument, without ends of lines around it.
pub fn range(argument: &[Lexeme]) -> Range<usize> {
    let start = argument.iter().find(|token| has_text(token)).map_or(0, |token| token.range.start);
    let end = argument.iter().rfind(|token| has_text(token)).map_or(start, |token| token.range.end);
    start..end
}

fn has_text(token: &Lexeme) -> bool {
    token.tok != Tok::Newline && !token.range.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::lex;

    #[test]
    fn commas_in_brackets_and_lambdas_separate_nothing() {
        let text = "a, f(b, c), lambda d, e: d, [g,\n  h],\n";
        let tokens = lex(text);
        let found: Vec<&str> = arguments(&tokens).into_iter().map(|argument| &text[range(argument)]).collect();
        assert_eq!(found, ["a", "f(b, c)", "lambda d, e: d", "[g,\n  h]"]);
    }
}
