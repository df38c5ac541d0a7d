//! Characters of word processors and web pages in place of those of YAML: dashes of text, bullets, spaces without a break, colons of
//! other scripts.

use std::ops::Range;

use crate::mistakes::{indent, is_content, key_end};

/// A part of a line, and its equivalent in YAML.
pub(super) struct Pasted {
    /// The bytes of the line.
    pub(super) range: Range<usize>,
    /// The first character.
    pub(super) character: char,
    /// The equivalent in YAML.
    pub(super) plain: &'static str,
}

fn is_dash(c: char) -> bool {
    matches!(c, '‐' | '‑' | '‒' | '–' | '—' | '−' | '―')
}

fn is_bullet(c: char) -> bool {
    is_dash(c) || matches!(c, '•' | '·' | '◦' | '▪' | '‣' | '●' | '○')
}

fn is_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// The pasted characters in the structure of a line: its indentation, its dash, and the colon after its key.
pub(super) fn pasted(line: &str) -> Vec<Pasted> {
    let mut found = Vec::new();
    let mut add = |start: usize, character: char, plain| {
        found.push(Pasted { range: start..start + character.len_utf8(), character, plain });
    };
    let text = line.trim();
    if text.chars().count() <= 3 && text.chars().any(is_dash) && text.chars().all(|c| is_dash(c) || c == '-') {
        let start = line.len() - line.trim_start().len();
        let character = text.chars().find(|c| is_dash(*c)).unwrap_or_default();
        return vec![Pasted { range: start..start + text.len(), character, plain: "---" }];
    }
    let mut at = 0;
    let mut characters = line.char_indices().peekable();
    while let Some((start, c)) = characters.next_if(|(_, c)| *c == ' ' || is_space(*c)) {
        at = start + c.len_utf8();
        if c != ' ' {
            add(start, c, " ");
        }
    }
    let after = |at: usize| line.get(at..)?.chars().next();
    if let Some(c) = after(at).filter(|c| is_bullet(*c) || *c == '-') {
        let next = at + c.len_utf8();
        let space = after(next).filter(|c| *c == ' ' || is_space(*c));
        if let Some(space) = space {
            if c != '-' {
                add(at, c, "-");
            }
            if space != ' ' {
                add(next, space, " ");
            }
            at = next + space.len_utf8();
        }
    }
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let end = at + line[at..].find(|c| !word(c)).unwrap_or(line.len() - at);
    match (after(end).filter(|_| end > at), after(end + 1)) {
        (Some(':'), Some(space)) if is_space(space) => add(end + 1, space, " "),
        (Some('：'), _) => {
            let next = after(end + '：'.len_utf8());
            add(end, '：', if next.is_none_or(|next| next == ' ') { ":" } else { ": " });
        }
        _ => {}
    }
    found
}

/// The lines that belong together with a line, by their numbers counted from 0: those around it that are indented at least as much.
pub(super) fn lines_with(lines: &[&str], number: usize) -> Range<usize> {
    let depth = indent(lines.get(number).copied().unwrap_or_default());
    let belongs = |line: &&&str| is_content(line) && indent(line) >= depth;
    let above = lines[..number].iter().rev().take_while(belongs).count();
    let below = lines[number..].iter().take_while(belongs).count();
    number - above..number + below.max(1)
}

/// Whether a line can be a part of a plain text of several lines, which YAML makes of lines that are no items.
pub(super) fn is_text(line: &str) -> bool {
    is_content(line) && key_end(line).is_none() && !line.trim_start().starts_with("- ")
}
