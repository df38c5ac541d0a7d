//! A `while` that is still running when a limit is reached: the limit may be noticed anywhere in its body.

use super::fixes::code::Line;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::code::Code;
use crate::positions::Source;
use crate::syntax::token::Tok;

/// Explains a limit that is reached in a `while`: with the line of the loop.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let source = at.source().filter(|_| message.code == Some(Code::Limit) && at.is_known())?;
    let number = innermost_while(source, at.line())?;
    let headline = format!("The `while` in line {number} had not ended when the run reached a limit of the playground");
    Some(Explanation::new(headline).at(source, Line::of(source, number)?.all()?))
}

/// The line of the innermost `while` around a line, in the same function.
fn innermost_while(source: &Source, of: u32) -> Option<u32> {
    let mut closed = 0;
    for number in (1..=of).rev() {
        let Some(line) = Line::of(source, number).filter(Line::is_only_code) else { continue };
        let (Some(first), Some(last)) = (line.tokens.first(), line.tokens.last()) else { continue };
        match first.tok {
            Tok::Ident if line.tokens.len() == 1 && line.text(first.range.clone()) == "end" => closed += 1,
            Tok::If | Tok::For | Tok::Def | Tok::While if last.tok == Tok::Colon && closed > 0 => closed -= 1,
            Tok::While if last.tok == Tok::Colon => return Some(number),
            Tok::Def if last.tok == Tok::Colon => return None,
            _ => {}
        }
    }
    None
}
