//! Lines of a template that are code, but do not start with `#@`: YAML reads them as text or as keys.

use crate::mistakes::{is_content, is_separator};

/// The start and the end of statements on a line of their own.
const STATEMENTS: [(&str, &str); 6] =
    [("load(", ")"), ("def ", "):"), ("if ", ":"), ("elif ", ":"), ("else", ":"), ("for ", ":")];

/// Whether a line is a statement in Starlark, and no usual YAML: a block, its end, a load, or an assignment of code.
pub fn is_code(line: &str) -> bool {
    let text = line.trim();
    let is_statement = |(start, end): &(&str, &str)| text.starts_with(start) && text.ends_with(end);
    text == "end" || STATEMENTS.iter().any(is_statement) && is_block_or_load(text) || is_assignment(text)
}

/// Not the key of a map that begins with such a word.
fn is_block_or_load(text: &str) -> bool {
    match text.split([' ', '(', ':']).next() {
        Some("for") => text.contains(" in "),
        Some("else") => text == "else:",
        _ => true,
    }
}

fn is_assignment(text: &str) -> bool {
    let Some((name, value)) = text.split_once(" = ") else { return false };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name && (value.starts_with("data.values") || value.contains('(') && !value.starts_with(['"', '\'']))
}

/// The number of brackets that code opens minus those that it closes, without those in strings and comments.
pub fn depth(code: &str) -> i64 {
    let mut open = 0;
    let mut quote = None;
    let mut chars = code.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => _ = chars.next(),
            (Some(end), c) if c == end => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => break,
            (None, '(' | '[' | '{') => open += 1,
            (None, ')' | ']' | '}') => open -= 1,
            _ => {}
        }
    }
    open
}

/// Code in brackets of which some lines do not start with `#@`. Lines count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continued {
    /// The line that opens the brackets.
    pub opens: usize,
    /// The first line without `#@`.
    pub first: usize,
    /// The line that closes the brackets.
    pub closes: usize,
}

/// The number of lines in which the end of brackets is searched.
const MOST_LINES: usize = 40;

/// The code of a line that starts with `#@` and a space.
fn code_of(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("#@").filter(|code| code.starts_with(' '))
}

/// All code of a text that goes on in lines without `#@`.
// Only for problems, which a first render does not have.
#[cold]
#[inline(never)]
pub fn continued(lines: &[&str]) -> Vec<Continued> {
    let mut found = Vec::new();
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        let opened = code_of(line).filter(|code| depth(code) > 0).and_then(|code| closed(lines, index, depth(code)));
        if let Some((Some(first), closes)) = opened {
            found.push(Continued { opens: index, first, closes });
        }
        index = opened.map_or(index, |(_, closes)| closes) + 1;
    }
    found
}

/// The first line without `#@` below a line that leaves brackets open, and the line that closes them.
fn closed(lines: &[&str], opens: usize, mut open: i64) -> Option<(Option<usize>, usize)> {
    let mut first = None;
    for (index, line) in lines.iter().enumerate().skip(opens + 1).take(MOST_LINES) {
        let code = line.trim_start().strip_prefix("#@");
        if is_separator(line.trim_end()) {
            return None;
        }
        first = first.or((code.is_none() && is_content(line)).then_some(index));
        open += depth(code.unwrap_or(line));
        if open <= 0 {
            return Some((first, index));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Continued, continued, depth, is_code};

    #[test]
    fn code_goes_on_without_a_marker() {
        let found = |text: &str| continued(&text.split('\n').collect::<Vec<_>>());
        let text = "#@ a = [\n  1,\n\n#@ ]\nb: #@ f(\n  2)\n#@ c = {\n#@ }\n#@ d = (\n#@ 1,\n2)";
        let expected = [Continued { opens: 0, first: 1, closes: 3 }, Continued { opens: 8, first: 10, closes: 10 }];
        assert_eq!(found(text), expected);
        for text in ["#@ a = [\n---\nb: 1\n#@ ]", "#@ a = f(\nb: 1", "#@[\n1\n]", "#@ a = [\n# 1\n#! 2\n#@ ]"] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn brackets_in_strings_and_comments_do_not_count() {
        for (code, expected) in [("f(", 1), ("f(\"(\", '\\'(')", 0), ("[{ # ]", 2), (")]", -2)] {
            assert_eq!(depth(code), expected, "{code}");
        }
    }

    #[test]
    fn statements_are_code_and_usual_yaml_is_not() {
        for line in [
            "load(\"@ytt:data\", \"data\")",
            "def labels(name):",
            "if data.values.tls:",
            "  elif x:",
            "else:",
            "for port in data.values.ports:",
            "end",
            "v = data.values",
            "n = len(x)",
        ] {
            assert!(is_code(line), "{line}");
        }
        for line in [
            "a: 1", "if: x", "for: 1", "for you:", "key = 1", "end: 1", "- end", "defaults:", "load: (x)",
            "a = \"f(x)\"", "",
        ] {
            assert!(!is_code(line), "{line}");
        }
    }
}
