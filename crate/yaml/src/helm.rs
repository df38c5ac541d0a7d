//! Actions of Helm's templates, such as `{{ .Values.name }}`, in a text that should be YAML.

use std::ops::Range;

use crate::diagnostics::cause::YamlMistake;
use crate::mistakes::{indent, value_of};

/// Helm's objects, by which its actions differ from those of other programs with Go templates.
const OBJECTS: [&str; 7] = [".Values", ".Release", ".Chart", ".Capabilities", ".Files", ".Template", ".Subcharts"];

/// Functions that only Helm has.
const FUNCTIONS: [&str; 4] = ["include", "toYaml", "tpl", "required"];

/// The words of Go templates that are not part of an expression.
const STATEMENTS: [&str; 7] = ["if", "else", "end", "range", "with", "define", "block"];

/// An action: its braces and their content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action<'t> {
    /// The bytes with the braces.
    pub range: Range<usize>,
    /// The text without braces, dashes and spaces around it.
    pub code: &'t str,
}

impl Action<'_> {
    /// Whether only Helm has such an action: other programs with the same braces have neither these objects nor these functions.
    pub fn is_of_helm(&self) -> bool {
        let mut before = ' ';
        let mut is_quoted = false;
        for (at, c) in self.code.char_indices() {
            let rest = &self.code[at..];
            let starts = |word: &&str| {
                rest.strip_prefix(*word)
                    .is_some_and(|rest| !rest.starts_with(|c: char| c == '_' || c.is_alphanumeric()))
            };
            let is_start = !(before == '_' || before == '.' || before.is_alphanumeric());
            if !is_quoted && is_start && (OBJECTS.iter().any(&starts) || FUNCTIONS.iter().any(starts)) {
                return true;
            }
            is_quoted ^= c == '"';
            before = c;
        }
        false
    }

    /// Whether it begins or ends a block of lines.
    pub fn is_statement(&self) -> bool {
        let word = self.code.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        STATEMENTS.contains(&word)
    }
}

/// The actions of a text that begin and end in the same line.
pub fn actions(text: &str) -> Vec<Action<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find("{{").map(|at| from + at) {
        let Some(end) = end_of_action(&text[start..]).map(|length| start + length) else {
            from = start + 2;
            continue;
        };
        let inner = &text[start + 2..end - 2];
        let inner = inner.strip_prefix('-').unwrap_or(inner);
        let code = inner.strip_suffix('-').unwrap_or(inner).trim();
        found.push(Action { range: start..end, code });
        from = end;
    }
    found
}

/// Longer actions are not read.
const MOST_BYTES: usize = 1000;

/// The length of an action with its braces; braces in its strings do not end it.
fn end_of_action(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(2).take_while(|(at, _)| *at < MOST_BYTES) {
        match quote {
            _ if c == '\n' => return None,
            Some(_) if is_escaped => is_escaped = false,
            Some('"') if c == '\\' => is_escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '"' || c == '`' => quote = Some(c),
            None if text[at..].starts_with("}}") => return Some(at + 2),
            None => {}
        }
    }
    None
}

/// The mistake of a line that has an action of Helm; `line` counts from 1.
pub fn mistake(text: &str, line: u32) -> Option<YamlMistake> {
    let line = (line as usize).checked_sub(1)?;
    mistake_in(text.split('\n').nth(line)?, line + 1)
}

pub(crate) fn mistake_in(text: &str, line: usize) -> Option<YamlMistake> {
    let actions = actions(text);
    let is_helm = actions.iter().any(|action| action.is_of_helm() || action.is_statement());
    is_helm.then(|| YamlMistake::Helm { line, text: text.to_owned() })
}

/// A line of a text.
#[derive(Clone, Debug)]
pub struct Line<'t> {
    /// Its start in the text.
    pub start: usize,
    /// The text without the line break.
    pub text: &'t str,
    /// Whether it is in a block of text (`|` or `>`).
    pub is_in_block: bool,
}

impl<'t> Line<'t> {
    /// The value after the dashes and the key: the start in the line, and the text.
    pub fn value(&self) -> (usize, &'t str) {
        let value = value_of(self.text);
        match value {
            "" => (self.text.len(), ""),
            _ => (value.as_ptr() as usize - self.text.as_ptr() as usize, value),
        }
    }
}

/// All lines.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    // The indentation of the line with the `|` or `>`.
    let mut block: Option<usize> = None;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        block = block.filter(|depth| line.trim().is_empty() || indent(line) > *depth);
        found.push(Line { start, text: line, is_in_block: block.is_some() });
        if block.is_none() && opens_block(line) {
            block = Some(indent(line));
        }
        start += whole.len();
    }
    found
}

fn opens_block(line: &str) -> bool {
    let value = value_of(line);
    let header = value.split(" #").next().unwrap_or_default().trim_end();
    let rest = header.strip_prefix(['|', '>']);
    rest.is_some_and(|rest| rest.chars().all(|c| matches!(c, '+' | '-' | '0'..='9')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_found() {
        let codes = |text| actions(text).into_iter().map(|action| action.code).collect::<Vec<_>>();
        assert_eq!(codes("a: {{ .Values.a }}-{{- .Values.b -}}"), [".Values.a", ".Values.b"]);
        assert_eq!(codes(r#"a: {{ .Values.a | default "}}" }}"#), [r#".Values.a | default "}}""#]);
        assert_eq!(codes("a: {b: {c: 1}}\n{{ x\n}}"), [""; 0]);
    }

    #[test]
    fn helm_is_recognized_by_its_objects() {
        let of_helm = |code| Action { range: 0..0, code }.is_of_helm();
        for code in [".Values.a", "$.Values.a", "not .Values.a", "(.Release.Name)", "include \"a.b\" .", "toYaml ."] {
            assert!(of_helm(code), "{code}");
        }
        for code in ["$labels.instance", ".CommonLabels.x", "template \"slack\" .", "\".Values.a\"", "x.Values", "end"]
        {
            assert!(!of_helm(code), "{code}");
        }
    }

    #[test]
    fn blocks_of_text_are_known() {
        let blocks = |text| lines(text).iter().map(|line| line.is_in_block).collect::<Vec<_>>();
        assert_eq!(blocks("a: |-\n  b\n\n  c\nd: 1\n"), [false, true, true, true, false]);
        assert_eq!(blocks("- > # x\n  b\n- c\n"), [false, true, false]);
    }
}
