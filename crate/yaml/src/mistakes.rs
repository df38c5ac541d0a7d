//! The cause of a YAML syntax error, which the messages of the parser seldom name.
//!
//! The lines around the error are checked for common mistakes: tabs, unclosed quotes and brackets, colons in plain values, wrong
//! indentation, and files in other languages.

use std::ops::RangeInclusive;

use crate::diagnostics::cause::YamlMistake;
use crate::diagnostics::edits::Edits;
use crate::positions::Source;
use crate::reader::{ReadOptions, read};
use crate::unmarked_code::{continued, is_code};
use crate::{helm, pasted};

/// Longer texts are not read again, which would delay each key press.
pub(super) const MOST_BYTES: usize = 1 << 18;

/// The number of lines above the error to check.
const LOOK_BACK: usize = 40;

/// The most likely mistake; `line` counts from 1.
pub(super) fn mistake(text: &str, line: u32) -> Option<YamlMistake> {
    let lines: Vec<&str> = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    let last = lines.iter().rposition(|line| !line.trim().is_empty())?;
    let at = (line as usize).saturating_sub(1).min(last);
    let context = Context { lines: &lines, at };
    context
        .tab()
        .or_else(|| context.other_templates())
        .or_else(|| context.directive())
        .or_else(|| context.dashes())
        .or_else(|| context.pasted())
        .or_else(|| context.starlark())
        .or_else(|| context.code_in_lines())
        .or_else(|| context.continued_code())
        .or_else(|| context.code_in_brackets())
        .or_else(|| context.open_quote())
        .or_else(|| context.no_hash())
        .or_else(|| context.start_of_value())
        .or_else(|| context.wrong_bracket())
        .or_else(|| context.open_bracket())
        .or_else(|| context.block())
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

    fn tab(&self) -> Option<YamlMistake> {
        let indented = |line: &str| line.chars().take_while(|c| c.is_whitespace()).any(|c| c == '\t');
        let (number, _) = self.around().find(|(_, line)| indented(line))?;
        Some(YamlMistake::Tab { line: number })
    }

    fn other_templates(&self) -> Option<YamlMistake> {
        let has = |line: &str| line.contains("{{") || line.contains("{%");
        let (number, line) = self.around().find(|(_, line)| has(line))?;
        // A line in a block of Helm may have nothing that only Helm has.
        let of_helm = |(number, line): (usize, &str)| helm::mistake_in(line, number);
        let found = of_helm((number, line)).or_else(|| self.upwards().find_map(of_helm));
        Some(found.unwrap_or(YamlMistake::OtherTemplates))
    }

    /// A line of dashes in place of the separator of documents.
    fn dashes(&self) -> Option<YamlMistake> {
        let is_dashes = |line: &str| line.len() != 3 && line.len() > 1 && line.bytes().all(|byte| byte == b'-');
        let above = self.upwards().take(2);
        let (line, _) = self.around().chain(above).find(|(_, line)| is_dashes(line.trim_end()))?;
        Some(YamlMistake::Dashes { line })
    }

    fn directive(&self) -> Option<YamlMistake> {
        let (line, _) = self.around().find(|(_, line)| line.starts_with('%'))?;
        Some(YamlMistake::Directive { line })
    }

    /// Pasted characters in the line of the error or those around it, if they are the reason of the error.
    fn pasted(&self) -> Option<YamlMistake> {
        let text = self.upwards().take_while(|(_, line)| pasted::is_text(line));
        let (line, first) = self.around().chain(text).find_map(|(number, line)| {
            let first = pasted::pasted(line).into_iter().next()?;
            Some((number, first))
        })?;
        let lines = pasted::lines_with(self.lines, line - 1);
        let mut edited = String::new();
        for (index, line) in self.lines.iter().enumerate() {
            let parts = if lines.contains(&index) { pasted::pasted(line) } else { Vec::new() };
            let edits = Edits(parts.into_iter().map(|part| (part.range, part.plain.to_owned())).collect());
            edited.push_str(&edits.applied(line)?);
            edited.push('\n');
        }
        if edited.len() > MOST_BYTES {
            return None;
        }
        let source = Source::new("", edited);
        let is_reason = match read(&source, source.text.as_bytes(), &ReadOptions::default()) {
            Ok(_) => true,
            Err(mut error) => error.sentence_mut().is_some_and(|message| message.at.line() as usize > self.at + 1),
        };
        is_reason.then_some(YamlMistake::Pasted { line, character: first.character, plain: first.plain })
    }

    fn starlark(&self) -> Option<YamlMistake> {
        let is_code =
            |line: &str| line.starts_with("load(") || (line.starts_with("def ") && line.trim_end().ends_with(':'));
        let first = self.lines.iter().take(self.at + 1).position(|line| is_code(line))?;
        let is_template = self.lines.iter().any(|line| line.contains("#@") || is_separator(line));
        Some(if is_template { YamlMistake::UnmarkedCode { line: first + 1 } } else { YamlMistake::Starlark })
    }

    fn code_in_lines(&self) -> Option<YamlMistake> {
        let opens = |line: &str| {
            line.split_once("#@ ")
                .is_some_and(|(value, code)| !value.trim().is_empty() && code.trim_end().ends_with(['{', '[', '(']))
        };
        let (line, _) = self.upwards().find(|(_, line)| opens(line))?;
        Some(YamlMistake::CodeInLines { line })
    }

    /// The first line without `#@` within the brackets of code above it, which are closed further below.
    fn continued_code(&self) -> Option<YamlMistake> {
        let start = self.at.saturating_sub(LOOK_BACK);
        let found = *continued(&self.lines[start..]).first().filter(|code| start + code.opens < self.at)?;
        Some(YamlMistake::ContinuedCode { line: start + found.first + 1 })
    }

    /// Code behind a bracket that is open there, in the line of the error or the one above it.
    fn code_in_brackets(&self) -> Option<YamlMistake> {
        let has_code = |line: &str| {
            let before = value_of(line).split_once("#@ ").map(|(before, _)| before);
            before.is_some_and(|before| before.starts_with(['[', '{']) && brackets(before).is_ok_and(|open| open > 0))
        };
        let (line, _) = self.upwards().take(2).find(|(_, line)| has_code(line))?;
        Some(YamlMistake::CodeInBrackets { line })
    }

    fn open_quote(&self) -> Option<YamlMistake> {
        let opens = |(number, line): &(usize, &str)| {
            let value = value_of(line);
            let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return false };
            // A quoted text may have several lines, but they rarely look like keys.
            end_of_quoted(value, quote).is_none() && self.below(*number).is_none_or(|next| key_end(next).is_some())
        };
        let (number, _) = self.upwards().find(opens)?;
        Some(YamlMistake::OpenQuote { line: number })
    }

    /// `@` in the line of the error or the one above it.
    fn no_hash(&self) -> Option<YamlMistake> {
        let (line, _) = self.upwards().take(2).find(|(_, line)| lone_at(line).is_some())?;
        Some(YamlMistake::NoHash { line })
    }

    fn start_of_value(&self) -> Option<YamlMistake> {
        let value = value_of(self.here());
        let first = value.chars().next()?;
        match first {
            '@' | '`' | '%' => Some(YamlMistake::ReservedStart { character: first }),
            '*' => Some(YamlMistake::Asterisk),
            '|' | '>' => {
                let options = |c: char| matches!(c, '+' | '-' | '0'..='9');
                let text = without_comment(&value[1..]).trim_start_matches(options).trim_start();
                (!text.is_empty()).then_some(YamlMistake::BlockHeader { indicator: first })
            }
            '-' if value.starts_with("- ") && key_end(self.here()).is_some() => Some(YamlMistake::ItemAfterKey),
            '"' if wrong_escape(value).is_some() => Some(YamlMistake::WrongEscape),
            '"' | '\'' => {
                let whole = without_comment(value);
                let behind = whole.get(end_of_quoted(whole, first)?..)?;
                if behind.trim() == "+" && value[whole.len()..].trim_start().starts_with("#@ ") {
                    return Some(YamlMistake::TextBeforeCode);
                }
                let is_odd = !matches!(behind.trim_start().chars().next(), None | Some('#' | ':' | ',' | ']' | '}'));
                let is_inside = whole.ends_with(first) && !behind.starts_with(' ');
                is_odd.then_some(match is_inside {
                    true => YamlMistake::QuoteInText { quote: first },
                    false => YamlMistake::TextAfterQuote,
                })
            }
            _ => None,
        }
    }

    /// A bracket in the line of the error that does not close the open one.
    fn wrong_bracket(&self) -> Option<YamlMistake> {
        let value = value_of(self.here());
        if !value.starts_with(['[', '{']) || self.is_in_brackets() {
            return None;
        }
        let Err((at, wanted)) = brackets(value) else { return None };
        Some(YamlMistake::WrongBracket { bracket: value[at..].chars().next()?, wanted })
    }

    /// Whether a line above the error opens a bracket that is not closed before it.
    fn is_in_brackets(&self) -> bool {
        let above = self.upwards().filter(|(number, _)| *number <= self.at);
        above.map(|(_, line)| brackets(value_of(line)).unwrap_or(0)).any(|open| open > 0)
    }

    fn open_bracket(&self) -> Option<YamlMistake> {
        let opens = |(number, line): &(usize, &str)| {
            let value = value_of(line);
            value.starts_with(['[', '{'])
                && brackets(value).is_ok_and(|open| open > 0)
                && self.below(*number).is_none_or(|next| key_end(next).is_some())
        };
        let (number, _) = self.upwards().find(opens)?;
        Some(YamlMistake::OpenBracket { line: number })
    }

    /// A line that is indented more than the key of a block of text, but less than the first line of the text.
    fn block(&self) -> Option<YamlMistake> {
        let depth = indent(self.here());
        let lines = self.lines.iter().enumerate().take(self.at).rev().take(LOOK_BACK);
        let mut above = lines.map(|(index, line)| (index + 1, *line)).filter(|(_, line)| !line.trim().is_empty());
        let (_, last) = above.next().filter(|(_, last)| indent(last) > depth)?;
        let (header, text) = std::iter::once((0, last)).chain(above).find(|(_, line)| indent(line) < depth)?;
        let indicator = value_of(text).chars().next().filter(|c| matches!(c, '|' | '>'));
        indicator.map(|_| YamlMistake::BlockIndentation { line: self.at + 1, header })
    }

    fn colon(&self) -> Option<YamlMistake> {
        let (line, number) = (self.here(), self.at + 1);
        let value = value_of(line);
        if !value.starts_with(['"', '\'', '{', '[', '|', '>', '#', '&', '!']) && key_end(value).is_some() {
            return Some(YamlMistake::ColonInValue);
        }
        let (above, parent) = self.upwards().find(|(other, _)| *other < number)?;
        if key_end(line).is_some() && indent(line) > indent(parent) && !value_of(parent).is_empty() {
            if is_joined_item(parent) {
                return Some(YamlMistake::NoSpaceAfterDash { line: above });
            }
            if key_end(parent).is_some() {
                return Some(YamlMistake::ValueWithChildren { line: above });
            }
            // Lines below an item with a key belong to its map.
            let is_item = is_bare(parent.trim_start().trim_start_matches("- "));
            return is_item.then_some(YamlMistake::NoColon { line: above });
        }
        let bare = [(number, line), (above, parent)].into_iter().find(|(_, line)| is_bare(line))?;
        if let Some(line) = self.block_not_indented(bare.0) {
            return Some(YamlMistake::BlockNotIndented { line });
        }
        Some(match bare {
            (line, text) if is_code(text) => YamlMistake::UnmarkedCode { line },
            (line, text) if text.contains(" = ") => YamlMistake::EqualsSign { line },
            (line, text) if text.contains(':') => YamlMistake::NoSpaceAfterColon { line },
            (line, _) => YamlMistake::NoColon { line },
        })
    }

    /// The line directly below `|` or `>`, if a line and those above it up to there are text.
    fn block_not_indented(&self, number: usize) -> Option<usize> {
        let mut above = self.upwards().skip_while(|(other, line)| *other >= number || is_bare(line));
        let (header, line) = above.next()?;
        let options = |c: char| matches!(c, '|' | '>' | '+' | '-' | '0'..='9');
        let value = without_comment(value_of(line));
        (value.starts_with(['|', '>']) && value.trim_start_matches(options).is_empty()).then_some(header + 1)
    }

    fn indentation(&self) -> Option<YamlMistake> {
        let (line, number) = (self.here(), self.at + 1);
        if !is_content(line) {
            return None;
        }
        let depth = indent(line);
        let mut above = self.upwards().filter(|(other, _)| *other < number).take_while(|(_, line)| !is_separator(line));
        let mut lowest = usize::MAX;
        let mut has_nested = false;
        let sibling = above.find(|(_, line)| {
            lowest = lowest.min(indent(line));
            has_nested |= indent(line) > depth;
            indent(line) <= depth
        });
        match sibling {
            Some((line, other)) if indent(other) == depth && is_joined_item(other) => {
                Some(YamlMistake::NoSpaceAfterDash { line })
            }
            Some((_, other)) if indent(other) == depth => {
                let is_item = |line: &str| line.trim_start().starts_with("- ") || line.trim() == "-";
                // Nothing is nested in it yet.
                let opens_list = other.trim_end().ends_with(':') && !has_nested;
                match (is_item(line), is_item(other)) {
                    (true, false) if !opens_list => Some(YamlMistake::ItemAmongKeys { line: number }),
                    (false, true) => Some(YamlMistake::KeyAmongItems { line: number }),
                    _ => None,
                }
            }
            // Deeper than its parent, but less deep than its siblings.
            _ if lowest != usize::MAX && lowest > depth => {
                Some(YamlMistake::Indentation { line: number, spaces: depth })
            }
            Some(_) if self.steps_out(number, depth) => Some(YamlMistake::Indentation { line: number, spaces: depth }),
            _ => None,
        }
    }

    /// Whether the line above is indented more.
    fn steps_out(&self, number: usize, depth: usize) -> bool {
        self.upwards().find(|(other, _)| *other < number).is_some_and(|(_, above)| indent(above) > depth)
    }
}

/// The number of spaces at the start of a line.
pub fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

pub(super) fn is_separator(line: &str) -> bool {
    line == "---" || line.starts_with("--- ")
}

pub(super) fn is_content(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !line.starts_with('#')
}

/// The offset of the colon after the key of a line.
pub(super) fn key_end(line: &str) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    let quote = line[start..].chars().next().filter(|c| matches!(c, '"' | '\''));
    // Skip colons in a quoted key.
    let from = start + quote.and_then(|quote| end_of_quoted(&line[start..], quote)).unwrap_or_default();
    let mut colons = line[from..].match_indices(':').map(|(at, _)| from + at);
    colons.find(|at| line[at + 1..].chars().next().is_none_or(|c| c == ' '))
}

/// The value after the dashes and the key of a line.
pub(super) fn value_of(line: &str) -> &str {
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

/// The groups of ytt's annotations: their names up to the slash.
pub const ANNOTATION_GROUPS: [&str; 7] = ["assert", "data", "library", "overlay", "schema", "template", "yaml"];

/// The byte of an `@` that begins a line or its value, and is followed by code or the name of an annotation.
pub(super) fn lone_at(line: &str) -> Option<usize> {
    let whole = line.trim_start();
    let from_at = if whole.starts_with('@') { whole } else { value_of(line) };
    let rest = from_at.strip_prefix('@')?;
    // `@#` is `#@` with its characters exchanged.
    let rest = rest.strip_prefix('#').unwrap_or(rest);
    let is_annotation = || rest.split_once('/').is_some_and(|(group, _)| ANNOTATION_GROUPS.contains(&group));
    let is_attribute = || rest.starts_with("data.values.");
    (rest.starts_with(' ') || is_annotation() || is_attribute())
        .then(|| line.trim_end().len() - from_at.trim_end().len())
}

/// Whether a line is a list item without a space after its dash.
pub(super) fn is_joined_item(line: &str) -> bool {
    line.trim_start().strip_prefix('-').is_some_and(|rest| rest.starts_with(char::is_alphabetic))
}

/// Whether a line is plain text without a key.
fn is_bare(line: &str) -> bool {
    let text = line.trim();
    key_end(text).is_none() && !text.starts_with(['-', '"', '\'', '{', '[', '}', ']', '#', '&', '*', '!', '|', '>'])
}

/// The offset after the closing quote.
pub(super) fn end_of_quoted(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            '\'' if quote == '\'' && text[at + 1..].starts_with('\'') => escaped = true,
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// A value without the comment behind it.
pub(super) fn without_comment(value: &str) -> &str {
    let end = value.find(" #").unwrap_or(value.len());
    value[..end].trim_end()
}

/// The number of brackets that a value leaves open; an error for a bracket that closes none of them, with the one that would.
pub(super) fn brackets(value: &str) -> Result<usize, (usize, Option<char>)> {
    let mut open = Vec::new();
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in without_comment(value).char_indices() {
        match c {
            _ if quote.is_some() => quote = quote.filter(|quote| *quote != c),
            '"' | '\'' if matches!(before, ' ' | '[' | '{' | ',' | ':') => quote = Some(c),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ']' | '}' => match open.pop() {
                Some(wanted) if wanted == c => {}
                wanted => return Err((at, wanted)),
            },
            _ => {}
        }
        before = c;
    }
    Ok(open.len())
}

/// The byte of the first backslash in double quotes that no valid escape follows.
pub(super) fn wrong_escape(text: &str) -> Option<usize> {
    let mut rest = text.char_indices();
    while let Some((at, c)) = rest.next() {
        if c == '\\' {
            let (next, escaped) = rest.next()?;
            let digits = match escaped {
                'x' => 2,
                'u' => 4,
                'U' => 8,
                _ => 0,
            };
            let number = text.get(next + 1..next + 1 + digits);
            let is_number = number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_hexdigit()));
            if !is_valid_escape(escaped) || !is_number {
                return Some(at);
            }
        }
    }
    None
}

/// Whether a character may follow a backslash in double quotes.
fn is_valid_escape(character: char) -> bool {
    "0abtnvfre \"/\\N_LPxuU\t".contains(character)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostics::ErrorKind;

    /// The mistake that explains the syntax error of a text.
    fn mistake_in(text: &str) -> Option<YamlMistake> {
        let source: Arc<Source> = Source::new("f.yml", text);
        let error = read(&source, text.as_bytes(), &ReadOptions::default()).expect_err(text);
        let ErrorKind::Message(message) = &*error.0 else { panic!("a message for {text:?}") };
        mistake(text, message.at.line())
    }

    #[test]
    fn causes_are_found() {
        for (text, expected) in [
            (
                "{{- if .Values.x }}\na: 1\n{{- end }}\n",
                YamlMistake::Helm { line: 1, text: "{{- if .Values.x }}".into() },
            ),
            ("a: {{ .Values.x }}-b\n", YamlMistake::Helm { line: 1, text: "a: {{ .Values.x }}-b".into() }),
            ("{% if x %}\na: 1\n", YamlMistake::OtherTemplates),
            ("load(\"@ytt:data\", \"data\")\n\ndef f():\n  return 1\nend\n", YamlMistake::Starlark),
            ("#@ a = f(\"(\")\nfoo\nb: 1\n", YamlMistake::NoColon { line: 2 }),
            ("a: [] #@ c\nfoo\nb: 1\n", YamlMistake::NoColon { line: 2 }),
            ("a: 'x\nb: 1\nc: it's\n", YamlMistake::OpenQuote { line: 1 }),
            ("- @types/node\n", YamlMistake::ReservedStart { character: '@' }),
            ("- `x`\n", YamlMistake::ReservedStart { character: '`' }),
            ("a: >- b\n", YamlMistake::BlockHeader { indicator: '>' }),
            ("a: \"x\" and \"y\"\n", YamlMistake::TextAfterQuote),
            ("- \"say \"hi\"\" #! x\n", YamlMistake::QuoteInText { quote: '"' }),
            ("a: [1, {b: '}'}\nb: 1\n", YamlMistake::OpenBracket { line: 1 }),
            (
                "a:\n{{- range .Values.x }}\n  - {{ .y }}\n{{- end }}\n",
                YamlMistake::Helm { line: 2, text: "{{- range .Values.x }}".into() },
            ),
            ("v = data.values\nother: 2\n", YamlMistake::UnmarkedCode { line: 1 }),
            ("if data.values.x:\na: 1\nend\n", YamlMistake::UnmarkedCode { line: 3 }),
            ("  a: 1\nb: 2\n", YamlMistake::Indentation { line: 2, spaces: 0 }),
            ("a:\n-b\n- c\n", YamlMistake::NoSpaceAfterDash { line: 2 }),
            ("a:\n  - b\n  c: 1\n", YamlMistake::KeyAmongItems { line: 3 }),
        ] {
            assert_eq!(mistake_in(text), Some(expected), "{text:?}");
        }
    }
}
