//! The place of a caret in code or YAML: what can be written there.

use super::super::code::Kind;
use super::ends_value;
use crate::syntax::lex::Lexeme;
use crate::syntax::token::Tok;
use crate::yaml::outline::Outline;

/// A place in code that is neither a comment nor a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The start of a statement.
    Statement,
    /// An expression starts here.
    Operand,
    /// After an operand.
    Operator {
        /// The words that can follow.
        words: &'static [&'static str],
    },
}

/// The place after some tokens of a fragment; None if only a new name or punctuation can follow.
pub(super) fn place(kind: &Kind, tokens: &[Lexeme]) -> Option<Place> {
    let statement = tokens.rsplit(|token| token.tok == Tok::Newline).next().unwrap_or_default();
    let last_of = |tok: Tok| statement.iter().rposition(|token| token.tok == tok);
    let Some(last) = statement.last() else {
        return Some(if *kind == Kind::Code { Place::Statement } else { Place::Operand });
    };
    // A list of new names: parameters, or the variables of a loop.
    let is_after = |start: Option<usize>, end: Option<usize>| start.is_some() && end < start;
    let of_def = matches!(statement, [def, name, open, rest @ ..]
        if def.tok == Tok::Def && name.tok == Tok::Ident && open.tok == Tok::LParen && super::open_parenthesis(rest).is_none()
            && !rest.iter().any(|token| token.tok == Tok::RParen));
    let of_lambda = is_after(last_of(Tok::Lambda), last_of(Tok::Colon));
    let of_for = is_after(last_of(Tok::For), last_of(Tok::In));
    let starts_name =
        matches!(last.tok, Tok::LParen | Tok::Comma | Tok::Star | Tok::StarStar | Tok::Lambda | Tok::For | Tok::Def);
    if (of_def || of_lambda || of_for || last.tok == Tok::Def) && starts_name {
        return None;
    }
    match last.tok {
        _ if statement.first().is_some_and(|first| first.tok == Tok::Load) => None,
        Tok::Ident if of_def => None,
        _ if of_for && last.tok == Tok::Ident => Some(Place::Operator { words: &["in"] }),
        Tok::Ident => Some(operator(statement)),
        tok if ends_value(tok) => Some(operator(statement)),
        Tok::Break | Tok::Continue | Tok::Pass | Tok::Illegal => None,
        // Another statement on the same line.
        Tok::Semi => Some(Place::Statement),
        _ => Some(Place::Operand),
    }
}

/// The words after an operand.
fn operator(statement: &[Lexeme]) -> Place {
    let has = |tok: Tok| statement.iter().any(|token| token.tok == tok);
    let is_open = statement.iter().map(|token| token.tok.nesting()).sum::<i32>() > 0;
    let words: &[&str] = match (is_open, has(Tok::If)) {
        (true, true) => &["and", "or", "in", "not in", "if", "else", "for"],
        (true, false) => &["and", "or", "in", "not in", "if", "for"],
        (false, true) => &["and", "or", "in", "not in", "if", "else"],
        (false, false) => &["and", "or", "in", "not in", "if"],
    };
    Place::Operator { words }
}

/// Whether code ends in a comment or in a string of several lines.
pub(super) fn is_in_text(code: &str) -> bool {
    const QUOTES: [&str; 4] = ["\"\"\"", "'''", "\"", "'"];
    let mut open: Option<&str> = None;
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        match open {
            Some(quote) if rest.starts_with(quote) => {
                length = quote.len();
                open = None;
            }
            Some(_) if c == '\\' => length += rest[length..].chars().next().map_or(0, char::len_utf8),
            // This string is never closed.
            Some(quote) if c == '\n' && quote.len() == 1 => open = None,
            Some(_) => {}
            None if c == '#' => match rest.find('\n') {
                Some(end) => length = end,
                None => return true,
            },
            None => {
                open = QUOTES.into_iter().find(|quote| rest.starts_with(quote));
                length = open.map_or(length, str::len);
            }
        }
        rest = &rest[length..];
    }
    open.is_some_and(|quote| quote.len() > 1)
}

/// Whether a caret in a line of YAML is in a block of text below a `|` or `>`.
pub(super) fn is_in_block_scalar(text: &str, outline: &Outline, line: usize, caret: usize) -> bool {
    let content =
        |line: usize| outline.lines.get(line).and_then(|line| text.get(line.range.clone())).unwrap_or_default();
    let is_blank = |line: usize| content(line).trim().is_empty();
    let is_of_block = |line: usize| {
        !is_blank(line) && outline.lines.get(line).is_some_and(|line| line.body.is_empty() && line.comment.is_none())
    };
    if !is_blank(line) {
        return is_of_block(line);
    }
    // A blank line belongs to the block above if the caret is at its indentation.
    let Some(above) = (0..line).rev().find(|line| !is_blank(*line)) else { return false };
    let (Some(here), Some(above_line)) = (outline.lines.get(line), outline.lines.get(above)) else { return false };
    let column = caret - here.range.start;
    let opens = || {
        let next = content(above).split_whitespace().next_back().unwrap_or_default();
        above_line.comment.is_none() && next.starts_with(['|', '>']) && column > above_line.indent
    };
    (is_of_block(above) && column >= above_line.indent) || opens()
}

#[cfg(test)]
mod tests {
    use super::is_in_text;

    #[test]
    fn comments_and_long_strings() {
        for code in ["x # a", "#", "f(1)\n  # b", "\"#\" #", "\"\"\"a\n b", "x = '''it's", "\"\\\"\" # c"] {
            assert!(is_in_text(code), "{code}");
        }
        for code in ["", "x # a\n", "\"#", "\"a # b", "'''a'''", "\"\"\"a\nb\"\"\" + ", "\"a\\", "\"open\nx"] {
            assert!(!is_in_text(code), "{code}");
        }
    }
}
