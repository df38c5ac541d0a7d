//! Properties of a schema that a values file does not determine.

use serde::{Deserialize, Serialize};

/// A part of a schema that was guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Guess {
    /// The path of the data value, as in `ingress.hosts[].host`; empty for the file.
    pub path: String,
    /// The line in the values file, 1-based; 0 for the file.
    pub line: u32,
    /// The line in the schema, 1-based.
    pub schema_line: u32,
    /// The guess, such as "a string or null".
    pub guess: String,
    /// Why it had to be guessed: a sentence.
    pub why: String,
}

impl Guess {
    pub(super) fn merged_document(line: u32) -> Guess {
        Guess {
            path: String::new(),
            line,
            schema_line: 1,
            guess: "one schema for all documents".to_owned(),
            why: "The file has several documents; later ones replace values of earlier ones.".to_owned(),
        }
    }

    pub(super) fn quoted_key(key: &str, becomes: &str, line: u32) -> Guess {
        Guess {
            path: String::new(),
            line,
            schema_line: 1,
            guess: format!("the key {key} as a string"),
            why: format!("YAML reads it as {becomes}, and code can only read keys that are strings."),
        }
    }

    pub(super) fn repeated_key(path: String, line: u32) -> Guess {
        Guess {
            path,
            line,
            schema_line: 1,
            guess: "the last value".to_owned(),
            why: "The key is in this map more than once.".to_owned(),
        }
    }
}
