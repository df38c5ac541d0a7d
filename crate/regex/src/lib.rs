//! Takes the place of the crate `regex` for dependencies, see `[patch.crates-io]` in the workspace's manifest.
//!
//! The `starlark` crate reads the documentation of functions with regular expressions. Nothing here uses that documentation, but it
//! was three quarters of the time of a small run, and the whole of `regex` would be a tenth of the wasm. So the patterns of
//! the `starlark` crate match nothing here, and the documentation stays as it is written. `@ytt:regexp` has an engine of its own.
//!
//! Every other pattern is an [`Error`], so that a dependency that needs regular expressions fails as soon as it compiles one.
//! Criterion does when it is to filter benchmarks by name.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;

/// The patterns of the `starlark` crate (`src/docs`).
const KNOWN: &[&str] = &[
    r"```(\w*)\n.*?```", r"^# .*$\n", r"^([\w -]+):\s*$", r"^(?:\s|$)", r"^# ([\w -]+)\s*$", r"^.*",
    r"^\*{0,2}(\w+):\s*(.*)", r"^(?:\* )?`(\w+)`:?\s*(.*)", r"```([\s\S]*?)```",
];

/// A known pattern, which matches nothing.
#[derive(Clone, Debug)]
pub struct Regex(&'static str);

impl Regex {
    /// Compiles a pattern of the `starlark` crate.
    ///
    /// # Errors
    /// All other patterns.
    pub fn new(pattern: &str) -> Result<Regex, Error> {
        KNOWN.iter().find(|known| **known == pattern).map(|known| Regex(known)).ok_or(Error(()))
    }

    /// The pattern.
    pub fn as_str(&self) -> &str {
        self.0
    }

    /// Never.
    pub fn is_match(&self, _: &str) -> bool {
        false
    }

    /// None.
    pub fn captures<'h>(&self, _: &'h str) -> Option<Captures<'h>> {
        None
    }

    /// The text as it is.
    pub fn replace_all<'h, R>(&self, haystack: &'h str, _: R) -> Cow<'h, str> {
        Cow::Borrowed(haystack)
    }
}

impl fmt::Display for Regex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// [`Regex::new`] with options, which change nothing.
pub struct RegexBuilder(String);

impl RegexBuilder {
    /// For a pattern.
    pub fn new(pattern: &str) -> RegexBuilder {
        RegexBuilder(pattern.to_owned())
    }

    /// Changes nothing.
    pub fn dot_matches_new_line(&mut self, _: bool) -> &mut RegexBuilder {
        self
    }

    /// Changes nothing.
    pub fn multi_line(&mut self, _: bool) -> &mut RegexBuilder {
        self
    }

    /// See [`Regex::new`].
    pub fn build(&self) -> Result<Regex, Error> {
        Regex::new(&self.0)
    }
}

/// The pattern is not one of the `starlark` crate's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Error(());

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "this crate `regex` is a stand-in without an engine for the `starlark` crate, see crate/regex/src/lib.rs",
        )
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

/// The captures of a match, which never exists.
pub struct Captures<'h>(Infallible, std::marker::PhantomData<&'h str>);

impl<'h> Captures<'h> {
    /// Cannot be called.
    pub fn get(&self, _: usize) -> Option<Match<'h>> {
        match self.0 {}
    }

    /// Cannot be called.
    pub fn expand(&self, _: &str, _: &mut String) {
        match self.0 {}
    }
}

impl std::ops::Index<usize> for Captures<'_> {
    type Output = str;

    fn index(&self, _: usize) -> &str {
        match self.0 {}
    }
}

/// A match, of which there are none.
pub struct Match<'h>(Infallible, std::marker::PhantomData<&'h str>);

impl<'h> Match<'h> {
    /// Cannot be called.
    pub fn as_str(&self) -> &'h str {
        match self.0 {}
    }

    /// Cannot be called.
    pub fn start(&self) -> usize {
        match self.0 {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_patterns_are_refused() {
        assert!(Regex::new(r"^.*").is_ok_and(|known| !known.is_match("text")));
        let error = Regex::new("text").unwrap_err();
        assert!(error.to_string().contains("stand-in"));
        assert!(RegexBuilder::new("text").build().is_err());
    }
}
