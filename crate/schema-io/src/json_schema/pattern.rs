//! Translates Go's regular expressions to JavaScript's (ECMA 262, with the flag `u`), which JSON Schema uses.
//!
//! Only syntax that means the same in both is accepted, and a few escapes that have a short equivalent. The input must be a valid pattern in Go.

use crate::regexp::counts;

/// An equivalent pattern for JavaScript; None for other syntax, such as flags, named groups and `[[:alpha:]]`.
pub(super) fn translated(pattern: &str) -> Option<String> {
    let mut chars = pattern.chars();
    let mut out = String::new();
    let mut is_in_class = false;
    // JavaScript does not allow repeated assertions, or `\d-z` in a class.
    let (mut is_assertion, mut is_named_class) = (false, false);
    while let Some(c) = chars.next() {
        let was_assertion = std::mem::take(&mut is_assertion);
        let was_named_class = std::mem::take(&mut is_named_class);
        match c {
            '\\' => match chars.next()? {
                c @ ('d' | 'D' | 'w' | 'W') => {
                    out.extend(['\\', c]);
                    is_named_class = is_in_class;
                }
                's' if is_in_class => {
                    out.push_str(r"\t\n\f\r ");
                    is_named_class = true;
                }
                's' => out.push_str(r"[\t\n\f\r ]"),
                'S' if !is_in_class => out.push_str(r"[^\t\n\f\r ]"),
                c @ ('f' | 'n' | 'r' | 't' | 'v') => out.extend(['\\', c]),
                c @ ('A' | 'z' | 'b' | 'B') => {
                    out.push_str(match c {
                        'A' => "^",
                        'z' => "$",
                        'b' => r"\b",
                        _ => r"\B",
                    });
                    is_assertion = true;
                }
                '-' if is_in_class => out.push_str(r"\-"),
                c if c.is_ascii_punctuation() => out.push_str(&literal(&c.to_string())),
                _ => return None,
            },
            '-' if was_named_class && !chars.as_str().starts_with(']') => return None,
            ']' if is_in_class => {
                out.push(c);
                is_in_class = false;
            }
            '[' if is_in_class && chars.as_str().starts_with(':') => return None,
            c if is_in_class => out.push(c),
            '[' => {
                // A first bracket is a character of the class in Go.
                if chars.as_str().trim_start_matches('^').starts_with(']') {
                    return None;
                }
                out.push(c);
                if chars.as_str().starts_with('^') {
                    out.extend(chars.next());
                }
                is_in_class = true;
            }
            // JavaScript's `.` excludes other line terminators, too.
            '.' => out.push_str(r"[^\n]"),
            '^' | '$' => {
                out.push(c);
                is_assertion = true;
            }
            '*' | '+' | '?' if was_assertion => return None,
            '(' if chars.as_str().starts_with('?') && !chars.as_str().starts_with("?:") => return None,
            '{' => match counts(chars.as_str()) {
                Some(_) if was_assertion => return None,
                Some((.., rest)) => {
                    let length = chars.as_str().len() - rest.len();
                    out.push(c);
                    out.push_str(&chars.as_str()[..length]);
                    chars = rest.chars();
                }
                None => out.push_str(r"\{"),
            },
            '}' | ']' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    Some(out)
}

/// A pattern that matches only `text`.
pub(super) fn literal(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\n' => out.push_str(r"\n"),
            '\r' => out.push_str(r"\r"),
            '\t' => out.push_str(r"\t"),
            c if c.is_ascii_control() => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c if r"^$\.*+?()[]{}|".contains(c) => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_syntax_is_not_changed() {
        for pattern in [
            "[a-z][a-z0-9]*", "a{2,3}?|b+?$", r"\d\W\.\(", "(?:ab){2}", r"\bé\$", r"[\d.]", "^$", r"\n[\t-\r]",
            r"[^[\d-]",
        ] {
            assert_eq!(translated(pattern).as_deref(), Some(pattern));
        }
    }

    #[test]
    fn some_syntax_is_translated() {
        for (pattern, expected) in [
            (r"a.b\s[\s_]", r"a[^\n]b[\t\n\f\r ][\t\n\f\r _]"),
            (r"\Aa\-\_[a\-]\z", r"^a-_[a\-]$"),
            ("a{,2}}{x}{01}]", r"a\{,2\}\}\{x\}\{01\}\]"),
        ] {
            assert_eq!(translated(pattern).as_deref(), Some(expected));
        }
    }

    #[test]
    fn other_syntax_is_not() {
        for pattern in [
            "(?i)a", "(?s:.)", "(?P<n>x)", "^*", r"\b{2}", r"[\S]", "[[:alpha:]]", "[]a]", "[^]a]", r"[\d-z]", r"\pL",
            r"\Q(*)\E", r"\x41", r"\101",
        ] {
            assert_eq!(translated(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn escaped_text_matches_itself() {
        assert_eq!(literal(r#"a-b_c/"x".$^"#), r#"a-b_c/"x"\.\$\^"#);
    }
}
