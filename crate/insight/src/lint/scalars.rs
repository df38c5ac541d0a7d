//! Lints of plain scalars: words that YAML 1.1 reads as booleans, and keys that are not strings.

use super::super::Buffer;
use super::super::code::Language;
use super::{Change, Kind, Lint};
use crate::yaml::scalars::{Scalar, resolve};

pub(super) fn lint(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    if buffer.language != Language::Yaml {
        return;
    }
    for entry in &buffer.outline().entries {
        let written = buffer.text.get(entry.range.clone()).unwrap_or_default();
        if entry.key.as_deref() == Some(written)
            && let Some(becomes) = becomes(written)
        {
            found.push(Lint {
                kind: Kind::ChangedKey,
                message: format!("The key {written} is {becomes}, not a string"),
                path: None,
                hint: format!("Write \"{written}\": for a string"),
                file,
                range: entry.range.clone(),
                related: None,
                fixes: Change::only("Quote the key", entry.range.clone(), format!("\"{written}\"")),
            });
        }
        let value = buffer.text.get(entry.value.clone()).unwrap_or_default();
        // The keys of an item that is a map are entries of their own.
        if let Some(word) = boolean_word(value) {
            found.push(Lint {
                kind: Kind::BooleanWord,
                message: format!("{value} is the boolean {word}, not a string"),
                path: None,
                hint: format!("Write {word}, or \"{value}\" for a string"),
                file,
                range: entry.value.clone(),
                related: None,
                fixes: Change::only("Quote the value", entry.value.clone(), format!("\"{value}\"")),
            });
        }
    }
}

/// The boolean value of a word other than `true` and `false`.
fn boolean_word(text: &str) -> Option<bool> {
    match resolve(text) {
        Scalar::Bool(value) if !matches!(text, "true" | "false" | "True" | "False" | "TRUE" | "FALSE") => Some(value),
        _ => None,
    }
}

/// The printed form of a key that is not a string; None if it is printed as written.
fn becomes(key: &str) -> Option<String> {
    match resolve(key) {
        Scalar::Bool(value) => boolean_word(key).map(|_| format!("the boolean {value}")),
        Scalar::Null if key != "null" => Some("null".to_owned()),
        Scalar::Int(number) if number.to_string() != key => Some(format!("the number {number}")),
        _ => None,
    }
}
