//! Regular expressions with the syntax and the replacement templates of Go's package regexp.

mod syntax;

use std::borrow::Cow;
use std::ops::Range;

use regex_automata::nfa::thompson;
use regex_automata::nfa::thompson::pikevm::PikeVM;
use regex_automata::util::captures::Captures;
use regex_automata::util::syntax as engine_syntax;

pub use syntax::counts;

use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::limits::Budget;

/// The limit on states times bytes: some seconds in a browser.
const MOST_TRIES: usize = 200_000_000;

/// Each match may scan the whole text, so the limits are checked often.
const UNITS_PER_MATCH: usize = 64;

/// Whether Go's package regexp accepts a pattern.
pub fn is_pattern(pattern: &str) -> bool {
    Regexp::new(pattern).is_ok()
}

/// A compiled pattern.
#[derive(Debug)]
pub struct Regexp {
    compiled: PikeVM,
    names: Vec<String>,
}

/// Compiles a translated pattern; None if it is too large.
fn compile(text: &str) -> Option<PikeVM> {
    // The translation wraps every atom in a group, which nests deeper than the pattern.
    let syntax = engine_syntax::Config::new().nest_limit(2000);
    let size = thompson::Config::new().nfa_size_limit(Some(10 << 20));
    PikeVM::builder().syntax(syntax).thompson(size).build(text).ok()
}

impl Regexp {
    /// Compiles a pattern. The error is Go's message.
    pub fn new(pattern: &str) -> Result<Regexp, String> {
        let bytes = byte_text::to_bytes(pattern);
        let pattern = std::str::from_utf8(&bytes).map_err(|error| {
            let rest = byte_text::from_bytes(bytes.get(error.valid_up_to()..).unwrap_or_default());
            format!("error parsing regexp: invalid UTF-8: `{rest}`")
        })?;
        let syntax::Pattern { text, names } = syntax::translate(pattern)?;
        match compile(&text) {
            Some(compiled) => Ok(Regexp { compiled, names }),
            None => Err(format!("error parsing regexp: expression too large: `{pattern}`")),
        }
    }

    /// Compiles a pattern that matches only whole strings. The error is Go's message.
    pub fn whole(pattern: &str) -> Result<Regexp, String> {
        Regexp::new(pattern)?;
        Regexp::new(&format!("\\A(?:{pattern})\\z"))
    }

    /// Fails if matching `text` may take too long. A search cannot be interrupted, and in the worst case tries each
    /// state of the pattern at each byte of the text.
    pub fn check_effort(&self, text: &str) -> Result<(), Error> {
        let states = self.compiled.get_nfa().states().len();
        if states.saturating_mul(text.len()) <= MOST_TRIES {
            return Ok(());
        }
        let text = "the text is too long for this expression (limit of Ytterby)";
        Err(Error::message(text).coded(Code::Limit))
    }

    /// Whether the pattern matches a part of `text`.
    pub fn is_match(&self, text: &str) -> bool {
        self.compiled.is_match(&mut self.compiled.create_cache(), text)
    }

    /// Replaces every match by a template with `$1`, `${name}` and `$$`. Fails if a limit is reached.
    pub fn replace(&self, text: &str, template: &str, budget: &Budget) -> Result<String, Error> {
        let subject = Subject::new(text);
        let mut out = String::with_capacity(text.len());
        let mut end = 0;
        for captures in self.compiled.captures_iter(&mut self.compiled.create_cache(), &*subject.text) {
            let Some(found) = captures.get_match() else { continue };
            out.push_str(&subject.part(end..found.start()));
            self.expand(template, &subject, &captures, &mut out);
            end = found.end();
            budget.check_length("replace", out.len())?;
            budget.work(UNITS_PER_MATCH)?;
        }
        out.push_str(&subject.part(end..subject.text.len()));
        Ok(out)
    }

    /// Replaces every match by the result of a function. Fails with its first error, or if a limit is reached.
    pub fn replace_with(
        &self,
        text: &str,
        budget: &Budget,
        mut function: impl FnMut(&str) -> Result<String, Error>,
    ) -> Result<String, Error> {
        let subject = Subject::new(text);
        let mut out = String::with_capacity(text.len());
        let mut end = 0;
        for found in self.compiled.find_iter(&mut self.compiled.create_cache(), &*subject.text) {
            out.push_str(&subject.part(end..found.start()));
            out.push_str(&function(&subject.part(found.range()))?);
            end = found.end();
            budget.check_length("replace", out.len())?;
            budget.work(UNITS_PER_MATCH)?;
        }
        out.push_str(&subject.part(end..subject.text.len()));
        Ok(out)
    }

    fn expand(&self, template: &str, subject: &Subject<'_>, captures: &Captures, out: &mut String) {
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('$') {
            out.push_str(before);
            rest = after;
            if let Some(after) = rest.strip_prefix('$') {
                out.push('$');
                rest = after;
                continue;
            }
            match reference(rest) {
                Some((name, after)) => {
                    out.push_str(&self.group(name, subject, captures));
                    rest = after;
                }
                None => out.push('$'),
            }
        }
        out.push_str(rest);
    }

    /// The text of a group by number or name. Of several groups with the same name, the first that matched counts.
    fn group<'t>(&self, name: &str, subject: &'t Subject<'_>, captures: &Captures) -> Cow<'t, str> {
        let digits = name.bytes().all(|byte| byte.is_ascii_digit()) && (name == "0" || !name.starts_with('0'));
        let found = if digits {
            name.parse().ok().and_then(|number: usize| captures.get_group(number))
        } else {
            let named = self.names.iter().zip(1..).filter(|(own, _)| *own == name);
            named.filter_map(|(_, number)| captures.get_group(number)).next()
        };
        found.map_or(Cow::Borrowed(""), |found| subject.part(found.range()))
    }
}

/// A string to search, which may contain bytes that are not UTF-8. Patterns see U+FFFD in their place, as in Go, and
/// results contain the original bytes.
struct Subject<'t> {
    text: Cow<'t, str>,
    bytes: Cow<'t, [u8]>,
    /// The ends of characters in `text` and in `bytes`; empty if both are the same.
    ends: Vec<(usize, usize)>,
}

impl<'t> Subject<'t> {
    fn new(string: &'t str) -> Subject<'t> {
        let (text, bytes) = (byte_text::lossy(string), byte_text::to_bytes(string));
        let mut ends = Vec::new();
        if let Cow::Owned(text) = &text {
            let (mut in_text, mut in_bytes) = (0, 0);
            for (c, character) in text.chars().zip(byte_text::characters(&bytes)) {
                in_text += c.len_utf8();
                in_bytes += character.len();
                ends.push((in_text, in_bytes));
            }
        }
        Subject { text, bytes, ends }
    }

    /// The original string at a range of `text`.
    fn part(&self, range: Range<usize>) -> Cow<'_, str> {
        if self.ends.is_empty() {
            return Cow::Borrowed(&self.text[range]);
        }
        let in_bytes = |at: usize| match self.ends.binary_search_by_key(&at, |(in_text, _)| *in_text) {
            Ok(found) => self.ends.get(found).map_or(0, |(_, in_bytes)| *in_bytes),
            Err(_) => 0,
        };
        byte_text::from_bytes(self.bytes.get(in_bytes(range.start)..in_bytes(range.end)).unwrap_or_default())
    }
}

/// The name after `$`, with or without braces, and the rest of the template.
fn reference(text: &str) -> Option<(&str, &str)> {
    let letter = |c: char| c == '_' || c.is_alphabetic() || c.is_numeric();
    let braced = text.strip_prefix('{');
    let name_on = braced.unwrap_or(text);
    let end = name_on.find(|c| !letter(c)).unwrap_or(name_on.len());
    let (name, after) = name_on.split_at(end);
    if name.is_empty() {
        return None;
    }
    match braced {
        Some(_) => Some((name, after.strip_prefix('}')?)),
        None => Some((name, after)),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::limits::Limits;

    fn budget() -> Rc<Budget> {
        Budget::new(&Limits::default(), Rc::new(|| 0.0))
    }

    fn replaced(pattern: &str, text: &str, template: &str) -> String {
        Regexp::new(pattern).expect("is a pattern").replace(text, template, &budget()).expect("is short")
    }

    #[test]
    fn templates_name_groups() {
        assert_eq!(replaced(r"(\w+)-(\w+)", "north-east south-west", "$2/$1"), "east/north west/south");
        assert_eq!(replaced("(?P<n>[0-9])", "a1b2", "<${n}>"), "a<1>b<2>");
        assert_eq!(replaced("(a)", "ab", "$1x"), "b");
        assert_eq!(replaced("b", "abc", "$$"), "a$c");
        assert_eq!(replaced("b", "abc", "<$9${x$>"), "a<${x$>c");
        assert_eq!(replaced("", "ab", "-"), "-a-b-");
        assert_eq!(replaced("b*", "abbc", "-"), "-a-c-");
    }

    #[test]
    fn functions_replace_each_match() {
        let regexp = Regexp::new("[a-z]+").expect("is a pattern");
        let upper = regexp.replace_with("red fox", &budget(), |text| Ok(text.to_uppercase()));
        assert_eq!(upper.ok().as_deref(), Some("RED FOX"));
        assert!(regexp.replace_with("red fox", &budget(), |_| Err(Error::message("no"))).is_err());
    }
}
