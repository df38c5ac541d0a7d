//! YAML as `yaml.decode` reads it.

use std::collections::HashSet;

use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::positions::Source;
use crate::go_format;
use crate::map_key::MapKey;
use crate::reader::{ReadOptions, read};
use crate::tree::{Document, Map, Value};

/// The document of a text that has exactly one.
pub fn decode(text: &str) -> Result<Document, Error> {
    let options = ReadOptions { without_comments: true, ..ReadOptions::default() };
    // Advice names lines of the text, which is no file.
    let bytes = byte_text::to_bytes(text);
    let set = read(&Source::new("", byte_text::readable(&bytes)), &bytes, &options)
        .map_err(|error| error.with_advice(None))?;
    let [document] =
        <[_; 1]>::try_from(set.items).map_err(|_| Error::message("Expected to find exactly one YAML document"))?;
    check_keys(&document.value)?;
    Ok(document)
}

/// Refuses maps in which a key stands twice: ytt ends there with a backtrace.
fn check_keys(value: &Value) -> Result<(), Error> {
    match value {
        Value::Map(map) => {
            if let Some(key) = first_repeated(map) {
                return Err(Error::message(format!("Unexpected duplicate key: {}", go_format::file_key(key))));
            }
            map.items.iter().try_for_each(|item| check_keys(&item.value))
        }
        Value::Array(array) => array.items.iter().try_for_each(|item| check_keys(&item.value)),
        _ => Ok(()),
    }
}

fn first_repeated(map: &Map) -> Option<&Value> {
    let mut seen = HashSet::new();
    map.items.iter().map(|item| &item.key).find(|key| MapKey::of(key).is_some_and(|key| !seen.insert(key)))
}
