//! Translates patterns of Go's package regexp to the syntax of the `regex` crate, which differs in classes, escapes and
//! repetitions. Errors have Go's messages.

use crate::limits::depth;

/// Go's limit on the product of nested repetition counts.
const REPEATS: u64 = 1000;

/// A pattern in the syntax of the `regex` crate.
#[derive(Debug, PartialEq)]
pub(super) struct Pattern {
    pub(super) text: String,
    /// The names of the groups from 1 on; empty for groups without a name.
    pub(super) names: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Flags {
    ignore_case: bool,
    multi_line: bool,
    dot_all: bool,
    ungreedy: bool,
}

/// A part of a pattern that can be repeated.
struct Atom {
    text: String,
    /// The largest product of nested repetition counts.
    repeats: u64,
}

/// A group that is being read, or the whole pattern.
struct Group {
    capturing: bool,
    /// The flags to restore at its end.
    flags: Flags,
    /// The alternatives before the last `|`.
    branches: Vec<String>,
    repeats: u64,
    atoms: Vec<Atom>,
}

impl Group {
    fn new(capturing: bool, flags: Flags) -> Group {
        Group { capturing, flags, branches: Vec::new(), repeats: 1, atoms: Vec::new() }
    }

    fn end_branch(&mut self) {
        let text: String = self.atoms.iter().map(|atom| atom.text.as_str()).collect();
        self.repeats = self.atoms.iter().map(|atom| atom.repeats).fold(self.repeats, u64::max);
        self.branches.push(text);
        self.atoms.clear();
    }

    fn close(mut self) -> Atom {
        self.end_branch();
        let open = if self.capturing { "(" } else { "(?:" };
        Atom { text: format!("{open}{})", self.branches.join("|")), repeats: self.repeats }
    }
}

/// Translates a pattern; the error is Go's.
pub(super) fn translate(pattern: &str) -> Result<Pattern, String> {
    let mut parser = Parser {
        whole: pattern,
        rest: pattern,
        flags: Flags::default(),
        groups: Vec::new(),
        group: Group::new(false, Flags::default()),
        names: Vec::new(),
    };
    parser.run().map_err(|Fault(code, text)| format!("error parsing regexp: {code}: `{text}`"))?;
    Ok(Pattern { text: parser.group.close().text, names: parser.names })
}

/// An error with the part of the pattern that Go's message shows.
struct Fault<'a>(&'static str, &'a str);

const BAD_ESCAPE: &str = "invalid escape sequence";
const BAD_RANGE: &str = "invalid character class range";
const BAD_COUNT: &str = "invalid repeat count";

struct Parser<'a> {
    whole: &'a str,
    rest: &'a str,
    flags: Flags,
    /// The groups that enclose the current one.
    groups: Vec<Group>,
    group: Group,
    names: Vec<String>,
}

impl<'a> Parser<'a> {
    fn run(&mut self) -> Result<(), Fault<'a>> {
        // The repetition that was just read: Go rejects another one after it.
        let mut last_repeat = None;
        while let Some(c) = self.rest.chars().next() {
            let before = self.rest;
            let mut repeat = None;
            match c {
                '(' => self.open()?,
                ')' => self.close()?,
                '|' => {
                    self.skip(1);
                    self.group.end_branch();
                }
                '^' => self.simple(1, if self.flags.multi_line { "(?m:^)" } else { r"\A" }),
                '$' => self.simple(1, if self.flags.multi_line { "(?m:$)" } else { r"\z" }),
                '.' => self.simple(1, if self.flags.dot_all { "(?s:.)" } else { r"[^\n]" }),
                '[' => self.class()?,
                '*' | '+' | '?' => {
                    self.skip(1);
                    let (min, max) = match c {
                        '*' => (0, None),
                        '+' => (1, None),
                        _ => (0, Some(1)),
                    };
                    self.repeat(min, max, false, before, last_repeat)?;
                    repeat = Some(before);
                }
                '{' => match self.rest.strip_prefix('{').and_then(counts) {
                    None => {
                        self.skip(1);
                        self.literal('{');
                    }
                    Some((min, max, after)) => {
                        self.rest = after;
                        let limit = |count: Option<u64>| count.is_some_and(|count| count > REPEATS);
                        if limit(Some(min)) || limit(max) || max.is_some_and(|max| min > max) {
                            return Err(Fault(BAD_COUNT, before.strip_suffix(after).unwrap_or(before)));
                        }
                        self.repeat(min, max, true, before, last_repeat)?;
                        repeat = Some(before);
                    }
                },
                '\\' => self.backslash()?,
                c => {
                    self.skip(c.len_utf8());
                    self.literal(c);
                }
            }
            last_repeat = repeat;
        }
        if !self.groups.is_empty() {
            return Err(Fault("missing closing )", self.whole));
        }
        Ok(())
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("");
    }

    /// The pattern from `start` to the current position.
    fn since(&self, start: &'a str) -> &'a str {
        start.strip_suffix(self.rest).unwrap_or(start)
    }

    fn push(&mut self, text: String) {
        self.group.atoms.push(Atom { text, repeats: 1 });
    }

    fn simple(&mut self, bytes: usize, text: &str) {
        self.skip(bytes);
        self.push(text.to_owned());
    }

    fn literal(&mut self, c: char) {
        let text = if self.flags.ignore_case { format!("(?i:{})", code(c)) } else { code(c) };
        self.push(text);
    }

    /// `(`, or `(?…` with a name or flags.
    fn open(&mut self) -> Result<(), Fault<'a>> {
        let start = self.rest;
        if self.groups.len() >= depth::REGEXP_GROUPS {
            return Err(Fault("expression nests too deeply", self.whole));
        }
        if !start.starts_with("(?") {
            self.skip(1);
            self.names.push(String::new());
            self.enter(true);
            return Ok(());
        }
        if start.len() > 4 && start.starts_with("(?P<") {
            let Some(end) = start.find('>') else {
                return Err(Fault("invalid named capture", start));
            };
            let name = &start[4..end];
            if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
                return Err(Fault("invalid named capture", &start[..=end]));
            }
            self.skip(end + 1);
            self.names.push(name.to_owned());
            self.enter(true);
            return Ok(());
        }
        self.skip(2);
        let mut flags = self.flags;
        let mut on = true;
        let mut seen = false;
        while let Some(c) = self.rest.chars().next() {
            self.skip(c.len_utf8());
            match c {
                'i' => flags.ignore_case = on,
                'm' => flags.multi_line = on,
                's' => flags.dot_all = on,
                'U' => flags.ungreedy = on,
                '-' if on => {
                    on = false;
                    seen = false;
                    continue;
                }
                ':' | ')' if on || seen => {
                    if c == ':' {
                        self.enter(false);
                    }
                    self.flags = flags;
                    return Ok(());
                }
                _ => break,
            }
            seen = true;
        }
        Err(Fault("invalid or unsupported Perl syntax", self.since(start)))
    }

    fn enter(&mut self, capturing: bool) {
        let group = Group::new(capturing, self.flags);
        self.groups.push(std::mem::replace(&mut self.group, group));
    }

    fn close(&mut self) -> Result<(), Fault<'a>> {
        let Some(outer) = self.groups.pop() else {
            return Err(Fault("unexpected )", self.whole));
        };
        self.skip(1);
        let group = std::mem::replace(&mut self.group, outer);
        self.flags = group.flags;
        self.group.atoms.push(group.close());
        Ok(())
    }

    /// Repeats the last atom.
    fn repeat(
        &mut self,
        min: u64,
        max: Option<u64>,
        counted: bool,
        before: &'a str,
        last_repeat: Option<&'a str>,
    ) -> Result<(), Fault<'a>> {
        let mut lazy = self.flags.ungreedy;
        if self.rest.starts_with('?') {
            self.skip(1);
            lazy = !lazy;
        }
        if let Some(last) = last_repeat {
            return Err(Fault("invalid nested repetition operator", self.since(last)));
        }
        let shown = self.since(before);
        let Some(atom) = self.group.atoms.last_mut() else {
            return Err(Fault("missing argument to repetition operator", shown));
        };
        if counted {
            let count = max.unwrap_or(min);
            let product = atom.repeats.saturating_mul(count.max(1));
            if (min >= 2 || max.is_some_and(|max| max >= 2)) && product > REPEATS {
                return Err(Fault(BAD_COUNT, shown));
            }
            atom.repeats = if max == Some(0) { 1 } else { product };
        }
        let max = max.map(|max| max.to_string()).unwrap_or_default();
        let lazy = if lazy { "?" } else { "" };
        atom.text = format!("(?:{}){{{min},{max}}}{lazy}", atom.text);
        Ok(())
    }

    fn backslash(&mut self) -> Result<(), Fault<'a>> {
        match self.rest.as_bytes().get(1) {
            Some(b'A') => self.simple(2, r"\A"),
            Some(b'z') => self.simple(2, r"\z"),
            // Go's words consist of ASCII letters.
            Some(b'b') => self.simple(2, r"(?-u:\b)"),
            // Go's is ASCII as well, but `regex` accepts that only in patterns that match bytes.
            Some(b'B') => self.simple(2, r"\B"),
            Some(b'C') => return Err(Fault(BAD_ESCAPE, &self.rest[..2])),
            Some(b'Q') => {
                let quoted = &self.rest[2..];
                let (text, rest) = quoted.split_once(r"\E").unwrap_or((quoted, ""));
                self.rest = rest;
                for c in text.chars() {
                    self.literal(c);
                }
            }
            _ => {
                if let Some(text) = self.class_escape()? {
                    let text = if self.flags.ignore_case { format!("(?i:[{text}])") } else { format!("[{text}]") };
                    self.push(text);
                } else {
                    match self.escape()? {
                        Some(c) => self.literal(c),
                        None => self.push(NOTHING.to_owned()),
                    }
                }
            }
        }
        Ok(())
    }

    /// `\p{…}`, `\d` and the like, as part of a class.
    fn class_escape(&mut self) -> Result<Option<String>, Fault<'a>> {
        let start = self.rest;
        let text = match start.as_bytes().get(1) {
            Some(b'd') => "0-9",
            Some(b'D') => "[^0-9]",
            Some(b's') => r"\t\n\x0c\r\x20",
            Some(b'S') => r"[^\t\n\x0c\r\x20]",
            Some(b'w') => "0-9A-Za-z_",
            Some(b'W') => "[^0-9A-Za-z_]",
            Some(letter @ (b'p' | b'P')) => return self.unicode_class(*letter == b'P').map(Some),
            _ => return Ok(None),
        };
        self.skip(2);
        Ok(Some(text.to_owned()))
    }

    fn unicode_class(&mut self, negated: bool) -> Result<String, Fault<'a>> {
        let start = self.rest;
        let Some(first) = start[2..].chars().next() else { return Err(Fault(BAD_RANGE, start)) };
        let name = if first == '{' {
            let Some(end) = start.find('}') else { return Err(Fault(BAD_RANGE, start)) };
            self.skip(end + 1);
            &start[3..end]
        } else {
            self.skip(2 + first.len_utf8());
            &start[2..2 + first.len_utf8()]
        };
        let (name, negated) = match name.strip_prefix('^') {
            Some(name) => (name, !negated),
            None => (name, negated),
        };
        let Some(class) = class_named(name) else { return Err(Fault(BAD_RANGE, self.since(start))) };
        Ok(if negated { format!("[^{class}]") } else { class })
    }

    /// A class in brackets.
    fn class(&mut self) -> Result<(), Fault<'a>> {
        let start = self.rest;
        self.skip(1);
        let mut text = String::from("[");
        if self.rest.starts_with('^') {
            self.skip(1);
            text.push('^');
        }
        // So that the class is not empty, and that a following `^` or `]` is not special.
        text.push_str(NOTHING);
        let mut first = true;
        while first || !self.rest.starts_with(']') {
            first = false;
            if self.rest.len() > 2
                && self.rest.starts_with("[:")
                && let Some(end) = self.rest[2..].find(":]")
            {
                let name = &self.rest[..end + 4];
                if !is_posix(&name[2..name.len() - 2]) {
                    return Err(Fault(BAD_RANGE, name));
                }
                text.push_str(name);
                self.skip(name.len());
                continue;
            }
            if self.rest.starts_with('\\')
                && let Some(class) = self.class_escape()?
            {
                text.push_str(&class);
                continue;
            }
            let range = self.rest;
            let low = self.class_char(start)?;
            let mut high = low;
            if self.rest.len() >= 2 && self.rest.starts_with('-') && !self.rest.starts_with("-]") {
                self.skip(1);
                high = self.class_char(start)?;
                if high < low {
                    return Err(Fault(BAD_RANGE, self.since(range)));
                }
            }
            // Go accepts surrogates, which match nothing.
            let low = if (0xd800..0xe000).contains(&low) { 0xe000 } else { low };
            let high = if (0xd800..0xe000).contains(&high) { 0xd7ff } else { high };
            if low <= high {
                text.push_str(&format!("\\x{{{low:x}}}-\\x{{{high:x}}}"));
            }
        }
        self.skip(1);
        text.push(']');
        self.push(if self.flags.ignore_case { format!("(?i:{text})") } else { text });
        Ok(())
    }

    fn class_char(&mut self, class: &'a str) -> Result<u32, Fault<'a>> {
        match self.rest.chars().next() {
            None => Err(Fault("missing closing ]", class)),
            Some('\\') => self.escape_code(),
            Some(c) => {
                self.skip(c.len_utf8());
                Ok(u32::from(c))
            }
        }
    }

    fn escape(&mut self) -> Result<Option<char>, Fault<'a>> {
        self.escape_code().map(char::from_u32)
    }

    /// An escape of one character.
    fn escape_code(&mut self) -> Result<u32, Fault<'a>> {
        let start = self.rest;
        self.skip(1);
        if self.rest.is_empty() {
            return Err(Fault("trailing backslash at end of expression", ""));
        }
        escaped(&mut self.rest).ok_or_else(|| Fault(BAD_ESCAPE, self.since(start)))
    }
}

/// Skips the escape of one character, without its backslash, and returns the code point. None for other escapes, which are skipped in
/// part.
fn escaped(rest: &mut &str) -> Option<u32> {
    let octal = |rest: &str| rest.chars().next().and_then(|c| c.to_digit(8));
    let c = next(rest)?;
    match c {
        'a' => Some(7),
        'f' => Some(12),
        'n' => Some(10),
        'r' => Some(13),
        't' => Some(9),
        'v' => Some(11),
        '0'..='7' if c == '0' || octal(rest).is_some() => {
            let mut value = c.to_digit(8)?;
            for _ in 1..3 {
                let Some(digit) = octal(rest) else { break };
                value = value * 8 + digit;
                next(rest);
            }
            Some(value)
        }
        'x' => hex(rest),
        c if c.is_ascii() && !c.is_ascii_alphanumeric() => Some(u32::from(c)),
        _ => None,
    }
}

/// The number after `\x`.
fn hex(rest: &mut &str) -> Option<u32> {
    let first = next(rest)?;
    if first != '{' {
        let second = next(rest)?;
        return Some(first.to_digit(16)? * 16 + second.to_digit(16)?);
    }
    let mut value = None;
    loop {
        match next(rest)? {
            '}' => return value,
            c => {
                let sum = value.unwrap_or(0) * 16 + c.to_digit(16)?;
                if sum > 0x10_ffff {
                    return None;
                }
                value = Some(sum);
            }
        }
    }
}

fn next(rest: &mut &str) -> Option<char> {
    let c = rest.chars().next()?;
    *rest = &rest[c.len_utf8()..];
    Some(c)
}

/// A part of a class that matches no character.
const NOTHING: &str = r"[^\x00-\x{10FFFF}]";

/// A character by its code point.
fn code(c: char) -> String {
    if c.is_ascii_alphanumeric() { c.to_string() } else { format!("\\x{{{:x}}}", u32::from(c)) }
}

/// The counts of `2}`, `2,}` or `2,3}` after a brace, and the rest of the pattern. Large numbers are clamped.
pub fn counts(text: &str) -> Option<(u64, Option<u64>, &str)> {
    let number = |text: &'_ str| {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let valid = digits > 0 && (digits == 1 || !text.starts_with('0'));
        valid.then(|| (text[..digits].parse().unwrap_or(u64::MAX), digits))
    };
    let (min, digits) = number(text)?;
    let text = &text[digits..];
    if let Some(after) = text.strip_prefix('}') {
        return Some((min, Some(min), after));
    }
    let text = text.strip_prefix(',')?;
    if let Some(after) = text.strip_prefix('}') {
        return Some((min, None, after));
    }
    let (max, digits) = number(text)?;
    Some((min, Some(max), text[digits..].strip_prefix('}')?))
}

fn is_posix(name: &str) -> bool {
    let name = name.strip_prefix('^').unwrap_or(name);
    let names = [
        "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
        "word", "xdigit",
    ];
    names.contains(&name)
}

/// A Unicode category or script by Go's name, as part of a class.
fn class_named(name: &str) -> Option<String> {
    const CATEGORIES: [&str; 34] = [
        "Cc", "Cf", "Co", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc",
        "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs",
    ];
    match name {
        "Any" => return Some(r"\x00-\x{10FFFF}".to_owned()),
        // In Go, without unassigned characters; surrogates are not characters in `regex`.
        "C" => return Some(r"\p{Cc}\p{Cf}\p{Co}".to_owned()),
        "Cs" => return Some(NOTHING.to_owned()),
        name if CATEGORIES.contains(&name) => return Some(format!("\\p{{{name}}}")),
        _ => {}
    }
    // Go only knows the long names of scripts; `regex` also accepts the short ones, of four letters.
    const FOUR_LETTERS: [&str; 8] = ["Ahom", "Cham", "Lisu", "Miao", "Modi", "Thai", "Toto", "Newa"];
    let capital = name.split('_').all(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
    if !capital || (name.len() == 4 && !FOUR_LETTERS.contains(&name)) {
        return None;
    }
    let class = format!("\\p{{Script={name}}}");
    super::compile(&class).is_some().then_some(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(pattern: &str) -> String {
        let fault = translate(pattern).expect_err("is no pattern");
        fault.strip_prefix("error parsing regexp: ").unwrap_or(&fault).to_owned()
    }

    fn matches(pattern: &str, text: &str) -> bool {
        let pattern = translate(pattern).expect("is a pattern").text;
        let compiled = super::super::compile(&pattern).expect("is one of the crate's");
        compiled.is_match(&mut compiled.create_cache(), text)
    }

    #[test]
    fn faults_are_those_of_go() {
        assert_eq!(fault("("), "missing closing ): `(`");
        assert_eq!(fault("a)"), "unexpected ): `a)`");
        assert_eq!(fault("*a"), "missing argument to repetition operator: `*`");
        assert_eq!(fault("a|*"), "missing argument to repetition operator: `*`");
        assert_eq!(fault("a**"), "invalid nested repetition operator: `**`");
        assert_eq!(fault("a+?*"), "invalid nested repetition operator: `+?*`");
        assert_eq!(fault("a{2}{3}"), "invalid nested repetition operator: `{2}{3}`");
        assert_eq!(fault("x{3,2}"), "invalid repeat count: `{3,2}`");
        assert_eq!(fault("x{1001}"), "invalid repeat count: `{1001}`");
        assert_eq!(fault("((x{100}){100})"), "invalid repeat count: `{100}`");
        assert_eq!(fault("[a"), "missing closing ]: `[a`");
        assert_eq!(fault("[z-a]"), "invalid character class range: `z-a`");
        assert_eq!(fault("[[:word2:]]"), "invalid character class range: `[:word2:]`");
        assert_eq!(fault(r"\p{Foo}"), r"invalid character class range: `\p{Foo}`");
        assert_eq!(fault(r"\h"), r"invalid escape sequence: `\h`");
        assert_eq!(fault(r"(a)\1"), r"invalid escape sequence: `\1`");
        assert_eq!(fault(r"a\"), "trailing backslash at end of expression: ``");
        assert_eq!(fault("(?P<n"), "invalid named capture: `(?P<n`");
        assert_eq!(fault("(?P<a b>x)"), "invalid named capture: `(?P<a b>`");
        assert_eq!(fault("(?=x)"), "invalid or unsupported Perl syntax: `(?=`");
        assert_eq!(fault("(?x)a"), "invalid or unsupported Perl syntax: `(?x`");
        assert_eq!(fault("(?<n>a)"), "invalid or unsupported Perl syntax: `(?<`");
    }

    #[test]
    fn what_go_matches() {
        assert!(matches("(?i)^platform$", "PLATFORM"));
        assert!(matches("a{,3}", "a{,3}"));
        assert!(matches("^[]a]+$", "]a"));
        assert!(matches("^[[a]$", "["));
        assert!(matches(r"^[^\D]+$", "12"));
        assert!(!matches(r"\d", "٣"));
        assert!(!matches(r"^\w+$", "é"));
        assert!(matches(r"^\pL\p{Greek}$", "éα"));
        assert!(matches(r"\Q(*)\E$", "(*)"));
        assert!(matches(r"^\x{1F350}\101$", "🍐A"));
        assert!(!matches("a.b", "a\nb"));
        assert!(matches("(?m)^b$", "a\nb\nc"));
        assert!(!matches("^b$", "a\nb\nc"));
        assert!(matches("^(?:a*(?i)*)b$", "aab"));
        assert!(matches("^(a|(?i)b)c$", "Bc"));
        assert!(!matches("^(a|(?i)b)c$", "BC"));
    }
}
