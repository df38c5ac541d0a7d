//! Characters that word processors and web pages put in place of those of code: typographic quotes, dashes, spaces without a break.

use super::fixes::code::{Line, certain};
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::edits::Edits;

/// The character that code needs instead, and a name for the pasted one.
fn meant(character: char) -> Option<(&'static str, &'static str)> {
    Some(match character {
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' => ("\"", "a typographic quote"),
        '‘' | '’' | '‚' | '‛' | '′' | '´' => ("'", "a typographic quote"),
        '‐' | '‑' | '‒' | '–' | '—' | '−' => ("-", "a dash"),
        '×' | '∗' => ("*", "not an operator"),
        '÷' => ("/", "not an operator"),
        '≤' => ("<=", "not an operator"),
        '≥' => (">=", "not an operator"),
        '≠' => ("!=", "not an operator"),
        '，' => (",", "a comma of another script"),
        '：' => (":", "a colon of another script"),
        '（' => ("(", "a bracket of another script"),
        '）' => (")", "a bracket of another script"),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => (" ", "a space"),
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => ("", "invisible"),
        _ => return None,
    })
}

/// Explains a character that code cannot have if it resembles one of code: with the headline and the fix of all in the line.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let Some(Cause::Code(CodeMistake::Character { character })) = &message.cause else { return None };
    let (plain, name) = meant(*character)?;
    let number = format!("U+{:04X}", u32::from(*character));
    let headline = match plain {
        "" => format!("There is an invisible character ({number}) in this code"),
        " " => format!("This space ({number}) is not the one of code"),
        plain => format!("`{character}` is {name}; code needs `{plain}`"),
    };
    let source = at.source()?;
    let line = Line::of(source, at.line())?;
    let code = line.text(line.code.clone());
    let found = code.char_indices().filter_map(|(at, c)| {
        let start = line.code.start + at;
        let is_in_string = line.tokens.iter().any(|token| token.string.is_some() && token.range.contains(&start));
        let (plain, _) = meant(c).filter(|_| !is_in_string)?;
        Some((start..start + c.len_utf8(), plain.to_owned()))
    });
    let edits = Edits(found.collect());
    let start = at.own_span().map_or(line.code.start, |span| span.start);
    let mut explanation = Explanation::new(headline);
    if source.text[start..].starts_with(*character) {
        explanation = explanation.at(source, start..start + character.len_utf8());
    }
    let title = match plain {
        "" => "Delete the invisible characters".to_owned(),
        " " => "Use plain spaces".to_owned(),
        "\"" | "'" => "Use plain quotes".to_owned(),
        plain => format!("Replace {character} with {plain}"),
    };
    Some(Explanation { fixes: certain(title, source, edits).map(|fix| vec![fix]), ..explanation })
}
