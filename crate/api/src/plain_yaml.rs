//! YAML outside of ytt's semantics: bundles, and output for checks, parsed by `serde_yaml`.
//!
//! `serde_yaml` limits nesting but not the expansion of aliases, so that is checked before, since a short text could require gigabytes.
//! Errors are rephrased in plain words, with their positions.

use std::cell::Cell;
use std::fmt;

use serde::de::{self, DeserializeOwned, DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::plain_data::Plain;
use crate::yaml::brackets::check_brackets;

/// The maximum number of bytes of a text. The worst text of this size requires half a gigabyte and some seconds.
const MAX_TEXT: usize = 8 << 20;

/// The maximum number of bytes and nodes that aliases add to a text.
const MAX_COPIED: usize = 1 << 20;

/// The maximum number of directives: the time of the scanner is quadratic in it.
const MAX_DIRECTIVES: usize = 100;

/// The maximum number of characters of a message, which may quote the text.
const MAX_MESSAGE: usize = 400;

/// An error of parsing a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TextProblem {
    /// The message, without the position.
    pub message: String,
    /// The line, 1-based; null if the problem is the whole text.
    pub line: Option<u32>,
    /// The column in characters, 1-based.
    pub column: Option<u32>,
}

impl TextProblem {
    pub(crate) fn whole(message: impl Into<String>) -> TextProblem {
        TextProblem { message: message.into(), line: None, column: None }
    }
}

impl fmt::Display for TextProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// Checks that a text can be parsed with limited time and memory.
pub(crate) fn check_size(text: &str) -> Result<(), TextProblem> {
    if text.len() > MAX_TEXT {
        return Err(TextProblem::whole(format!(
            "The text has {} bytes; more than {MAX_TEXT} are not read",
            text.len()
        )));
    }
    if text.split('\n').filter(|line| line.starts_with('%')).count() > MAX_DIRECTIVES {
        return Err(TextProblem::whole(format!("More than {MAX_DIRECTIVES} directives (lines with %) are not read")));
    }
    check_brackets(text).map_err(TextProblem::whole)?;
    let left = Cell::new(text.len().saturating_mul(3).saturating_add(MAX_COPIED));
    for document in serde_yaml::Deserializer::from_str(text) {
        Counted(&left).deserialize(document).map_err(problem)?;
    }
    Ok(())
}

/// Parses a text with one document.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, TextProblem> {
    serde_yaml::from_str(text).map_err(problem)
}

/// Parses the documents of a text.
pub(crate) fn documents(text: &str) -> Result<Vec<Plain>, TextProblem> {
    check_size(text)?;
    let documents = serde_yaml::Deserializer::from_str(text);
    documents.map(Plain::deserialize).collect::<Result<_, _>>().map_err(problem)
}

/// Rephrases the message of `serde_yaml`, without its position.
fn problem(error: serde_yaml::Error) -> TextProblem {
    let place = error.location();
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let text = error.to_string();
    let stated = place.as_ref().map(|place| format!(" at line {} column {}", place.line(), place.column()));
    let text = match stated.as_ref().and_then(|stated| text.rsplit_once(&**stated)) {
        Some((before, after)) => format!("{before}{after}"),
        None => text,
    };
    TextProblem {
        message: shortened(&in_words(&text), MAX_MESSAGE),
        line: place.as_ref().map(|place| number(place.line())),
        column: place.as_ref().map(|place| number(place.column())),
    }
}

/// The start of a text.
pub(crate) fn shortened(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn in_words(text: &str) -> String {
    let (place, what) = match text.find(": ") {
        Some(end) if !text[..end].contains([' ', '`']) => (&text[..end + 2], &text[end + 2..]),
        _ => ("", text),
    };
    let words = if let Some((name, expected)) =
        what.strip_prefix("unknown field ").and_then(|rest| rest.split_once(", expected "))
    {
        format!("there is no field {name}; there are {}", expected.trim_start_matches("one of "))
    } else if let Some(name) = what.strip_prefix("missing field ") {
        format!("{name} is missing")
    } else if let Some(name) = what.strip_prefix("duplicate field ") {
        format!("duplicate field {name}")
    } else if let Some((found, expected)) =
        what.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "))
    {
        let found = match found {
            "sequence" => "a list",
            "unit value" => "nothing",
            "map" => "a map",
            found => found,
        };
        let expected = match expected {
            "a string" => "text",
            "a sequence" => "a list",
            expected if expected.starts_with("struct ") => "a map",
            expected => expected,
        };
        format!("expected {expected}, found {found}")
    } else {
        match what {
            "recursion limit exceeded" => "this is nested too deeply".to_owned(),
            "repetition limit exceeded" => TOO_MANY_COPIES.to_owned(),
            "unknown anchor" => "an alias names an anchor that is not there".to_owned(),
            _ if what.starts_with("deserializing from YAML containing more than one document") => {
                "there is more than one document".to_owned()
            }
            what => what.to_owned(),
        }
    };
    format!("{place}{words}")
}

const TOO_MANY_COPIES: &str = "aliases copy more than is read";

/// Visits a document with expanded aliases, and subtracts its size from a budget.
#[derive(Clone, Copy)]
struct Counted<'c>(&'c Cell<usize>);

impl Counted<'_> {
    fn spend<E: de::Error>(self, bytes: usize) -> Result<(), E> {
        let left = self.0.get().checked_sub(bytes + 1).ok_or_else(|| E::custom(TOO_MANY_COPIES))?;
        self.0.set(left);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Counted<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Counted<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("YAML")
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.spend(0)
    }

    /// An empty text.
    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_i128<E: de::Error>(self, _: i128) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_u128<E: de::Error>(self, _: u128) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<(), E> {
        self.spend(text.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.spend(0)?;
        while items.next_element_seed(self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        self.spend(0)?;
        while entries.next_entry_seed(self, self)?.is_some() {}
        Ok(())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<(), A::Error> {
        let (tag, value) = tagged.variant::<String>()?;
        self.spend(tag.len())?;
        value.newtype_variant_seed(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expansion_of_aliases_is_limited() {
        assert_eq!(documents("[&a x, *a]").map(|read| read[0].to_string()).as_deref(), Ok(r#"["x", "x"]"#));
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let below = level - 1;
            bomb.push_str(&format!("a{level}: &a{level} [{}]\n", vec![format!("*a{below}"); 9].join(", ")));
        }
        assert!(documents(&bomb).expect_err("a bomb").message.contains(TOO_MANY_COPIES));
        let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(100_000), "*a, ".repeat(1000));
        assert!(documents(&long).expect_err("a bomb").message.contains(TOO_MANY_COPIES));
    }

    #[test]
    fn deep_nesting_is_an_error_with_a_position() {
        for open in ["[", "{", "{a: ", "- ", "? ", "[\n", "{a:\n", "{? "] {
            for times in [200, 3000] {
                let problem = documents(&open.repeat(times)).expect_err(open);
                assert_eq!(problem.message, "this is nested too deeply", "{open}");
                assert!(problem.line.is_some());
            }
        }
    }

    #[test]
    fn slow_texts_are_rejected() {
        let refused = |text: &str| documents(text).expect_err("refused").message;
        assert_eq!(refused(&"{? ".repeat(100_000)), "Too many brackets are open at once");
        assert!(refused(&"%TAG !a! b\n".repeat(1000)).contains("directives"));
        assert!(documents(&"[]\n# [[[".repeat(100)).is_ok());
    }

    #[test]
    fn messages_are_rephrased() {
        let at = |text: &str| documents(text).expect_err("a problem");
        assert_eq!(at("a: *x\n").message, "an alias names an anchor that is not there");
        let problem = at("a: [1\nb: 2\n");
        let message = "did not find expected ',' or ']', while parsing a flow sequence at line 1 column 4";
        assert_eq!((problem.line, &*problem.message), (Some(2), message));
    }
}
