//! Translates Go's regular expressions to JavaScript's (ECMA 262, with the flag `u`), which JSON Schema uses.
//!
//! The input must be a valid pattern in Go. What is valid in both is not changed, so that authors recognize their patterns.

use crate::regexp::{counts, escaped};

/// An equivalent pattern for JavaScript; None if there is none, as for flags.
pub(super) fn translated(pattern: &str) -> Option<String> {
    let mut reader = Reader { rest: pattern, out: String::new(), is_at_assertion: false };
    while let Some(c) = reader.next() {
        reader.atom(c)?;
    }
    Some(reader.out)
}

/// A pattern that matches only `text`.
pub(super) fn literal(text: &str) -> String {
    let mut reader = Reader { rest: "", out: String::new(), is_at_assertion: false };
    text.chars().for_each(|c| reader.literal(c));
    reader.out
}

struct Reader<'a> {
    rest: &'a str,
    out: String,
    /// The last atom is an assertion, which JavaScript does not allow to be repeated.
    is_at_assertion: bool,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// Skips `text` if it is next, and returns whether it was.
    fn skip(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn literal(&mut self, c: char) {
        self.escape_of(c, r"^$\.*+?()[]{}|");
    }

    /// Writes a literal character, escaped if it is one of the `special` ones.
    fn escape_of(&mut self, c: char, special: &str) {
        match c {
            '\n' => self.push(r"\n"),
            '\r' => self.push(r"\r"),
            '\t' => self.push(r"\t"),
            c if c.is_ascii_control() => self.push(&format!("\\x{:02x}", u32::from(c))),
            c if special.contains(c) => self.out.extend(['\\', c]),
            c => self.out.push(c),
        }
    }

    fn atom(&mut self, c: char) -> Option<()> {
        let was_at_assertion = std::mem::take(&mut self.is_at_assertion);
        match c {
            '\\' => self.escape()?,
            '[' => self.class()?,
            // JavaScript's `.` excludes other line terminators, too.
            '.' => self.push(r"[^\n]"),
            '^' | '$' => {
                self.out.push(c);
                self.is_at_assertion = true;
            }
            '{' => match counts(self.rest) {
                Some((.., rest)) if !was_at_assertion => {
                    let length = self.rest.len() - rest.len();
                    self.push(&format!("{{{}", &self.rest[..length]));
                    self.rest = rest;
                }
                Some(_) => return None,
                None => self.literal(c),
            },
            '*' | '+' | '?' if was_at_assertion => return None,
            '*' | '+' | '?' => self.out.push(c),
            '(' => self.group()?,
            ')' | '|' => self.out.push(c),
            c => self.literal(c),
        }
        Some(())
    }

    /// The start of a group after its parenthesis, without its name.
    fn group(&mut self) -> Option<()> {
        if self.skip("?P<") {
            self.rest = self.rest.split_once('>')?.1;
            self.push("(");
        } else if self.skip("?:") {
            self.push("(?:");
        } else if self.rest.starts_with('?') {
            return None;
        } else {
            self.push("(");
        }
        Some(())
    }

    fn escape(&mut self) -> Option<()> {
        match self.rest.chars().next()? {
            'A' | 'z' | 'b' | 'B' => {
                let text = match self.next()? {
                    'A' => "^",
                    'z' => "$",
                    'b' => r"\b",
                    _ => r"\B",
                };
                self.push(text);
                self.is_at_assertion = true;
            }
            'Q' => {
                self.next();
                let (text, rest) = self.rest.split_once(r"\E").unwrap_or((self.rest, ""));
                self.rest = rest;
                text.chars().for_each(|c| self.literal(c));
            }
            's' | 'S' => {
                let text = if self.next()? == 's' { r"[\t\n\f\r ]" } else { r"[^\t\n\f\r ]" };
                self.push(text);
            }
            'd' | 'D' | 'w' | 'W' | 'p' | 'P' => {
                let class = self.named_class()?;
                self.push(&class);
            }
            _ => {
                let c = self.character()?;
                self.literal(c);
            }
        }
        Some(())
    }

    /// `\d`, `\w` or `\p{…}`, after the backslash.
    fn named_class(&mut self) -> Option<String> {
        let letter = self.next()?;
        if !matches!(letter, 'p' | 'P') {
            return Some(format!("\\{letter}"));
        }
        let (name, rest) = match self.rest.strip_prefix('{') {
            Some(rest) => rest.split_once('}')?,
            None => self.rest.split_at(self.rest.chars().next()?.len_utf8()),
        };
        self.rest = rest;
        let is_negated = (letter == 'P') != name.starts_with('^');
        let name = name.trim_start_matches('^');
        let property = match name {
            // Go's classes exclude unassigned code points and surrogates.
            "C" | "Cs" => return None,
            "Any" => name.to_owned(),
            name if name.len() <= 2 => name.to_owned(),
            name => format!("Script={name}"),
        };
        Some(format!("\\{}{{{property}}}", if is_negated { 'P' } else { 'p' }))
    }

    /// A character class after its bracket.
    fn class(&mut self) -> Option<()> {
        self.push("[");
        if self.skip("^") {
            self.push("^");
        }
        let mut is_first = true;
        while std::mem::take(&mut is_first) || !self.rest.starts_with(']') {
            if let Some(named) = self.rest.strip_prefix("[:")
                && let Some((name, rest)) = named.split_once(":]")
            {
                self.rest = rest;
                self.push(posix(name)?);
                continue;
            }
            if let Some(escape) = self.rest.strip_prefix('\\')
                && let Some(letter) = escape.chars().next()
                && "dDwWpPsS".contains(letter)
            {
                self.rest = escape;
                let class = match letter {
                    's' => {
                        self.next();
                        r"\t\n\f\r ".to_owned()
                    }
                    'S' => return None,
                    _ => self.named_class()?,
                };
                self.push(&class);
                continue;
            }
            self.class_character()?;
            if self.rest.starts_with('-') && !self.rest.starts_with("-]") {
                self.next();
                self.push("-");
                self.class_character()?;
            }
        }
        self.next();
        self.push("]");
        Some(())
    }

    fn class_character(&mut self) -> Option<()> {
        let c = match self.next()? {
            '\\' => self.character()?,
            c => c,
        };
        self.escape_of(c, r"\]^-[");
        Some(())
    }

    /// An escaped character, after the backslash.
    fn character(&mut self) -> Option<char> {
        char::from_u32(escaped(&mut self.rest)?)
    }
}

/// The content of `[:name:]` in a class; None for negated ones.
fn posix(name: &str) -> Option<&'static str> {
    Some(match name {
        "alnum" => "0-9A-Za-z",
        "alpha" => "A-Za-z",
        "ascii" => r"\x00-\x7f",
        "blank" => r"\t ",
        "cntrl" => r"\x00-\x1f\x7f",
        "digit" => "0-9",
        "graph" => "!-~",
        "lower" => "a-z",
        "print" => " -~",
        "punct" => r"!-\/:-@\[-`{-~",
        "space" => r"\t-\r ",
        "upper" => "A-Z",
        "word" => r"\w",
        "xdigit" => "0-9A-Fa-f",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(pattern: &str, expected: &str) {
        assert_eq!(translated(pattern).as_deref(), Some(expected), "{pattern}");
    }

    #[test]
    fn common_syntax_is_not_changed() {
        for pattern in
            ["[a-z][a-z0-9]*", "a{2,3}?|b+?$", r"\d\W\.\(", "(?:ab){2}", r"\bé\$", r"[\d.]", "^$", r"\n[\t-\r]\x07"]
        {
            same(pattern, pattern);
        }
    }

    #[test]
    fn other_syntax_is_translated() {
        same(r"a.b\s", r"a[^\n]b[\t\n\f\r ]");
        same("\n\\a\\f[\\v]", r"\n\x07\x0c[\x0b]");
        same(r"\Aa\-\_\z", r"^a-_$");
        same(r"\Q(*)\E\x41\x{1F350}\101", r"\(\*\)A🍐A");
        same(r"(?P<n>x)(y)", "(x)(y)");
        same(r"[]a\-]", r"[\]a\-]");
        same(r"[^[a]", r"[^\[a]");
        same(r"[[:alpha:]\s_]", r"[A-Za-z\t\n\f\r _]");
        same(r"[\d-z]", r"[\d\-z]");
        same("a{,2}}{x}{01}", r"a\{,2\}\}\{x\}\{01\}");
        same(r"\pL\P{Greek}\p{^Nd}", r"\p{L}\P{Script=Greek}\P{Nd}");
    }

    #[test]
    fn patterns_without_equivalent() {
        for pattern in ["(?i)a", "(?s:.)", "^*", r"[\S]", "[[:^alpha:]]", r"\p{C}"] {
            assert_eq!(translated(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn escaped_text_matches_itself() {
        assert_eq!(literal(r#"a-b_c/"x".$^"#), r#"a-b_c/"x"\.\$\^"#);
    }
}
