//! Lines of a template that are code, but do not start with `#@`: YAML reads them as text or as keys.

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
pub(super) fn depth(code: &str) -> i64 {
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

#[cfg(test)]
mod tests {
    use super::{depth, is_code};

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
            "a: 1",
            "if: x",
            "for: 1",
            "for you:",
            "key = 1",
            "end: 1",
            "- end",
            "defaults:",
            "load: (x)",
            "a = \"f(x)\"",
            "",
        ] {
            assert!(!is_code(line), "{line}");
        }
    }
}
