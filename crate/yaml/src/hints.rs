//! Hints about the cause of a YAML syntax error, which the messages of the parser seldom name.
//!
//! The lines around the error are checked for common mistakes: tabs, unclosed quotes and brackets, colons in plain values, wrong
//! indentation, and files in other languages.

use std::ops::RangeInclusive;

/// The number of lines above the error to check.
const LOOK_BACK: usize = 40;

/// The most likely cause; `line` counts from 1.
pub(super) fn hint(text: &str, line: u32) -> Option<String> {
    let lines: Vec<&str> = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    let last = lines.iter().rposition(|line| !line.trim().is_empty())?;
    let at = (line as usize).saturating_sub(1).min(last);
    let context = Context { lines: &lines, at };
    context
        .tab()
        .or_else(|| context.other_templates())
        .or_else(|| context.starlark())
        .or_else(|| context.open_quote())
        .or_else(|| context.start_of_value())
        .or_else(|| context.open_bracket())
        .or_else(|| context.colon())
        .or_else(|| context.indentation())
}

/// The lines of a text, and the index of the line with the error.
struct Context<'t> {
    lines: &'t [&'t str],
    at: usize,
}

impl<'t> Context<'t> {
    /// The lines directly around the error with their numbers; the line with the error is the first.
    fn around(&self) -> impl Iterator<Item = (usize, &'t str)> {
        let numbers: RangeInclusive<usize> = self.at.saturating_sub(1)..=self.at + 1;
        let found = numbers.filter_map(|index| Some((index + 1, *self.lines.get(index)?)));
        let (mut here, others): (Vec<_>, Vec<_>) = found.partition(|(number, _)| *number == self.at + 1);
        here.extend(others);
        here.into_iter()
    }

    /// The lines with content up to the error, from the error upwards.
    fn upwards(&self) -> impl Iterator<Item = (usize, &'t str)> {
        let lines = self.lines.iter().enumerate().take(self.at + 1).rev().take(LOOK_BACK);
        lines.map(|(index, line)| (index + 1, *line)).filter(|(_, line)| is_content(line))
    }

    fn here(&self) -> &'t str {
        self.lines.get(self.at).copied().unwrap_or_default()
    }

    /// The next line with content after a line number.
    fn below(&self, number: usize) -> Option<&'t str> {
        self.lines.iter().skip(number).copied().find(|line| is_content(line))
    }

    fn tab(&self) -> Option<String> {
        let indented = |line: &str| line.chars().take_while(|c| c.is_whitespace()).any(|c| c == '\t');
        let (number, _) = self.around().find(|(_, line)| indented(line))?;
        Some(format!("Line {number} is indented with a tab. YAML takes blanks only."))
    }

    fn other_templates(&self) -> Option<String> {
        let has = |line: &str| line.contains("{{") || line.contains("{%");
        self.around().find(|(_, line)| has(line))?;
        Some("Templates in {{ }} or {% %} are those of other tools. In ytt, code stands in comments: #@ …".to_owned())
    }

    fn starlark(&self) -> Option<String> {
        let is_code =
            |line: &str| line.starts_with("load(") || (line.starts_with("def ") && line.trim_end().ends_with(':'));
        self.lines.iter().take(self.at + 1).find(|line| is_code(line))?;
        Some("This looks like Starlark. A file of it is named .star; in YAML, code stands in comments: #@ …".to_owned())
    }

    fn open_quote(&self) -> Option<String> {
        let opens = |(number, line): &(usize, &str)| {
            let value = value_of(line);
            let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return false };
            // A quoted text may have several lines, but they rarely look like keys.
            end_of_quoted(value, quote).is_none() && self.below(*number).is_none_or(|next| key_end(next).is_some())
        };
        let (number, _) = self.upwards().find(opens)?;
        Some(format!("The quote that line {number} opens is not closed there."))
    }

    fn start_of_value(&self) -> Option<String> {
        let value = value_of(self.here());
        let mut rest = value.chars();
        let first = rest.next()?;
        match first {
            '@' | '`' | '%' => Some(format!("Put the value in quotes: a text cannot start with {first}.")),
            '*' => Some("Put the value in quotes if it is text: a * at its start refers to an anchor.".to_owned()),
            '|' | '>' if rest.next().is_some_and(|c| !c.is_whitespace() && !matches!(c, '+' | '-' | '0'..='9')) => {
                Some(format!(
                    "Behind {first} the text starts in the next line. Put it in quotes if {first} is part of it."
                ))
            }
            '-' if value.starts_with("- ") && key_end(self.here()).is_some() => {
                Some("Write the items of a list below its key, a line each.".to_owned())
            }
            '"' if has_wrong_escape(value) => Some(
                "In double quotes a backslash starts an escape. Write two of them, or use single quotes.".to_owned(),
            ),
            '"' | '\'' => {
                let behind = value.get(end_of_quoted(value, first)?..)?.trim_start();
                let is_odd = !behind.is_empty() && !behind.starts_with(['#', ':', ',', ']', '}']);
                is_odd.then(|| "Something stands behind the closing quote. Put the whole value in quotes.".to_owned())
            }
            _ => None,
        }
    }

    fn open_bracket(&self) -> Option<String> {
        let opens = |(number, line): &(usize, &str)| {
            let value = value_of(line);
            let count = |brackets: [char; 2]| value.matches(brackets).count();
            value.starts_with(['[', '{'])
                && count(['[', '{']) > count([']', '}'])
                && self.below(*number).is_none_or(|next| key_end(next).is_some())
        };
        let (number, _) = self.upwards().find(opens)?;
        Some(format!("The bracket that line {number} opens is not closed there."))
    }

    fn colon(&self) -> Option<String> {
        let (line, number) = (self.here(), self.at + 1);
        let value = value_of(line);
        if !value.starts_with(['"', '\'', '{', '[', '|', '>', '#', '&', '!']) && key_end(value).is_some() {
            return Some("Put the value in quotes: a colon and a blank in it start a value of their own.".to_owned());
        }
        let (above, parent) = self.upwards().find(|(other, _)| *other < number)?;
        if key_end(line).is_some() && indent(line) > indent(parent) && !value_of(parent).is_empty() {
            let has_key = key_end(parent).is_some();
            return has_key.then(|| format!("Line {above} has a value already: nothing can stand below it."));
        }
        let bare = [(number, line), (above, parent)].into_iter().find(|(_, line)| is_bare(line))?;
        Some(match bare {
            (number, line) if line.contains(" = ") => format!("Line {number} has a = where YAML has a colon."),
            (number, line) if line.contains(':') => format!("Put a blank behind the colon in line {number}."),
            (number, _) => format!("Line {number} has no colon: an item of a map is written as key: value."),
        })
    }

    fn indentation(&self) -> Option<String> {
        let (line, number) = (self.here(), self.at + 1);
        if !is_content(line) {
            return None;
        }
        let depth = indent(line);
        let mut above = self.upwards().filter(|(other, _)| *other < number).take_while(|(_, line)| !is_separator(line));
        let mut lowest = usize::MAX;
        let sibling = above.find(|(_, line)| {
            lowest = lowest.min(indent(line));
            indent(line) <= depth
        });
        match sibling {
            Some((_, other)) if indent(other) == depth => {
                let is_item = |line: &str| line.trim_start().starts_with("- ") || line.trim() == "-";
                let opens_list = other.trim_end().ends_with(':');
                match (is_item(line), is_item(other)) {
                    (true, false) if !opens_list => Some(format!("Line {number} is an item of a list among keys.")),
                    (false, true) => Some(format!("Line {number} is a key among the items of a list.")),
                    _ => None,
                }
            }
            // Deeper than its parent, but less deep than its siblings.
            _ if lowest != usize::MAX && lowest > depth => Some(wrong_indent(number, depth)),
            Some(_) if self.steps_out(number, depth) => Some(wrong_indent(number, depth)),
            _ => None,
        }
    }

    /// Whether the line above is indented more.
    fn steps_out(&self, number: usize, depth: usize) -> bool {
        self.upwards().find(|(other, _)| *other < number).is_some_and(|(_, above)| indent(above) > depth)
    }
}

fn wrong_indent(number: usize, depth: usize) -> String {
    let blanks = if depth == 1 { "blank" } else { "blanks" };
    format!("Line {number} is indented by {depth} {blanks}, as nothing above that it could belong to.")
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn is_separator(line: &str) -> bool {
    line == "---" || line.starts_with("--- ")
}

fn is_content(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !line.starts_with('#')
}

/// The offset of the colon after the key of a line.
fn key_end(line: &str) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    let quote = line[start..].chars().next().filter(|c| matches!(c, '"' | '\''));
    // Skip colons in a quoted key.
    let from = start + quote.and_then(|quote| end_of_quoted(&line[start..], quote)).unwrap_or_default();
    let mut colons = line[from..].match_indices(':').map(|(at, _)| from + at);
    colons.find(|at| line[at + 1..].chars().next().is_none_or(|c| c == ' '))
}

/// The value after the dashes and the key of a line.
fn value_of(line: &str) -> &str {
    let whole = line.trim();
    let mut rest = whole;
    while let Some(after) = rest.strip_prefix("- ") {
        rest = after.trim_start();
    }
    let is_quoted_key = || rest.starts_with(['"', '\'']) && key_end(rest).is_some();
    if rest.starts_with(['"', '\'', '{', '[']) && !is_quoted_key() {
        return rest;
    }
    match key_end(rest) {
        Some(end) => rest[end + 1..].trim_start(),
        None if rest.len() < whole.len() => rest,
        None => "",
    }
}

/// Whether a line is plain text without a key.
fn is_bare(line: &str) -> bool {
    let text = line.trim();
    key_end(text).is_none() && !text.starts_with(['-', '"', '\'', '{', '[', '}', ']', '#', '&', '*', '!', '|', '>'])
}

/// The offset after the closing quote.
fn end_of_quoted(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn has_wrong_escape(text: &str) -> bool {
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c == '\\' && rest.next().is_some_and(|c| !"0abtnvfre \"/\\N_LPxuU\t".contains(c)) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostics::ErrorKind;
    use crate::diagnostics::positions::Source;
    use crate::reader::{ReadOptions, read};

    /// The hint for the syntax error of a text.
    fn hint_for(text: &str) -> String {
        let source: Arc<Source> = Source::new("f.yml", text);
        let error = read(&source, text.as_bytes(), &ReadOptions::default()).expect_err(text);
        let ErrorKind::Message(message) = &*error.0 else { panic!("a message for {text:?}") };
        hint(text, message.at.line()).unwrap_or_default()
    }

    #[test]
    fn causes_are_found() {
        for (text, expected) in [
            ("a:\n\tb: 1\n", "Line 2 is indented with a tab"),
            ("{{- if .Values.x }}\na: 1\n{{- end }}\n", "Templates in {{ }}"),
            ("{% if x %}\na: 1\n", "Templates in {{ }}"),
            ("def f(x):\n  return x\nend\n", "This looks like Starlark"),
            ("load(\"@ytt:data\", \"data\")\n\ndef f():\n  return 1\nend\n", "This looks like Starlark"),
            ("a: \"x\nb: 1\n", "The quote that line 1 opens"),
            ("a: 'x\nb: 1\nc: it's\n", "The quote that line 1 opens"),
            ("a: @x\n", "Put the value in quotes: a text cannot start with @"),
            ("- `x`\n", "Put the value in quotes: a text cannot start with `"),
            ("a: *.x.com\n", "Put the value in quotes if it is text: a *"),
            ("a: |x\n  b\n", "Behind | the text starts"),
            ("a: - b\n", "Write the items of a list below its key"),
            ("a: \"C:\\path\"\n", "In double quotes a backslash"),
            ("a: \"x\" y\n", "Something stands behind the closing quote"),
            ("a: [1, 2\nb: 3\n", "The bracket that line 1 opens"),
            ("a: b: c\n", "Put the value in quotes: a colon"),
            ("\"a: 🔥\": é: c\n", "Put the value in quotes: a colon"),
            ("a: x\n  b: 1\n", "Line 1 has a value already"),
            ("foo\nbar: 1\n", "Line 1 has no colon"),
            ("key = 1\nother: 2\n", "Line 1 has a = where"),
            ("a:b\nc: 1\n", "Put a blank behind the colon in line 1"),
            ("  a: 1\nb: 2\n", "Line 2 is indented by 0 blanks"),
            ("a:\n    b: 1\n   c: 2\n", "Line 3 is indented by 3 blanks"),
            ("a: 1\n- b\n", "Line 2 is an item of a list among keys"),
            ("- a\nb: 1\n", "Line 2 is a key among the items"),
            ("a:\n  - b\n  c: 1\n", "Line 3 is a key among the items"),
        ] {
            let found = hint_for(text);
            assert!(found.starts_with(expected), "{text:?}: {found}");
        }
    }
}
