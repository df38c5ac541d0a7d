//! References to libraries: `@path`, `@~alias`, `@path~alias`, and chains of them (`@outer@inner`). They are the addresses of data
//! values and schemas, in the annotation `@library/ref` or before the key of a data value flag.

use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::starlark::{Annotated, PlainValue};
use crate::yaml::tree::Meta;

/// The name of the annotation.
pub(crate) const ANNOTATION: &str = "library/ref";

/// One step of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryRef {
    /// The path under `_ytt_lib`; empty in `@~alias`.
    pub path: String,
    /// Empty if there is none.
    pub alias: String,
}

impl LibraryRef {
    /// Whether this reference matches a library with a path and possibly an alias.
    pub fn matches(&self, other: &LibraryRef) -> bool {
        let path = self.path == other.path;
        let alias = self.alias == other.alias;
        match (self.alias.is_empty(), self.path.is_empty()) {
            (true, _) => path,
            (false, true) => alias,
            (false, false) => path && alias,
        }
    }

    /// `path` or `path~alias`.
    pub fn description(&self) -> String {
        if self.alias.is_empty() { self.path.clone() } else { format!("{}~{}", self.path, self.alias) }
    }
}

/// A chain of references in messages: `@one@two`.
pub(crate) fn describe(chain: &[LibraryRef]) -> String {
    let steps: Vec<String> = chain.iter().map(LibraryRef::description).collect();
    format!("@{}", steps.join("@"))
}

/// Parses a chain of references. The error is ytt's.
pub(crate) fn parse(text: &str) -> Result<Vec<LibraryRef>, Error> {
    if text.is_empty() {
        return Err(Error::message("Expected library ref to not be empty"));
    }
    let Some(steps) = text.strip_prefix('@') else {
        return Err(Error::message("Expected library ref to start with '@'"));
    };
    steps.split('@').map(|step| parse_step(step, text)).collect()
}

fn parse_step(step: &str, whole: &str) -> Result<LibraryRef, Error> {
    match step.split_once('~') {
        None => Ok(LibraryRef { path: step.to_owned(), alias: String::new() }),
        Some((_, alias)) if alias.contains('~') => Err(Error::message(format!(
            "Expected library ref to have form: '@path', '@~alias', or '@path~alias', got: '{whole}'"
        ))),
        Some((_, "")) => Err(Error::message("Expected library alias to not be empty")),
        Some((path, alias)) => Ok(LibraryRef { path: path.to_owned(), alias: alias.to_owned() }),
    }
}

/// The argument of `@library/ref` of a document; empty without the annotation. The error is ytt's for an invalid argument.
pub(crate) fn of_annotation(meta: &Meta) -> Result<Vec<LibraryRef>, Error> {
    let Some(annotation) = meta.annotation(ANNOTATION) else { return Ok(Vec::new()) };
    let at = &annotation.position;
    let [argument] = &annotation.args[..] else {
        let count = annotation.args.len();
        return Err(Error::at(format!("Expected {ANNOTATION} annotation to have one arg, got {count}"), at.clone())
            .coded(Code::Annotation));
    };
    let PlainValue::Str(text) = argument else {
        let found = argument.type_name();
        return Err(Error::at(format!("expected a string, but was {found}"), at.clone()).coded(Code::Annotation));
    };
    parse(text).map_err(|mut error| {
        if let Some(message) = error.sentence_mut() {
            message.at = at.clone();
        }
        error.coded(Code::Annotation).context(format!("Annotation {ANNOTATION}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::report;

    fn step(path: &str, alias: &str) -> LibraryRef {
        LibraryRef { path: path.to_owned(), alias: alias.to_owned() }
    }

    #[test]
    fn chains_are_split_at_each_sign() {
        assert_eq!(parse("@a/b~x@~y").expect("a chain"), [step("a/b", "x"), step("", "y")]);
        let error = parse("@a~b~c").expect_err("two aliases");
        assert_eq!(
            report::text(&error),
            "Expected library ref to have form: '@path', '@~alias', or '@path~alias', got: '@a~b~c'"
        );
    }

    #[test]
    fn an_alias_alone_matches_any_path() {
        assert!(step("", "x").matches(&step("lib", "x")));
        assert!(step("lib", "").matches(&step("lib", "x")));
        assert!(!step("lib", "y").matches(&step("lib", "x")));
    }
}
