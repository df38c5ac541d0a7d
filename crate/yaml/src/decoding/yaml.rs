//! The function `yaml.decode`.

use std::collections::HashSet;

use crate::byte_text;
use crate::diagnostics::Error;
use crate::go_format;
use crate::map_key::MapKey;
use crate::positions::Source;
use crate::reader::{ReadOptions, read};
use crate::tree::{Document, Map, Value};

/// Decodes a text with exactly one document. Duplicate keys are errors.
pub fn decode(text: &str) -> Result<Document, Error> {
    let options = ReadOptions { without_comments: true, ..ReadOptions::default() };
    // Advice would refer to lines of the text, which is not a file.
    let bytes = byte_text::to_bytes(text);
    let set = read(&Source::new("", byte_text::lossy_bytes(&bytes)), &bytes, &options)
        .map_err(|error| error.with_advice(None))?;
    let [document] =
        <[_; 1]>::try_from(set.items).map_err(|_| Error::message("Expected to find exactly one YAML document"))?;
    let document = document.into_content();
    check_keys(&document.value)?;
    Ok(document)
}

/// Checks for duplicate keys, on which ytt panics.
fn check_keys(value: &Value) -> Result<(), Error> {
    if let Value::Map(map) = value
        && let Some(key) = first_duplicate(&map.borrow())
    {
        return Err(Error::message(format!("Unexpected duplicate key: {}", go_format::file_key(&key))));
    }
    value.items().try_for_each(|item| check_keys(item.borrow().value()))
}

fn first_duplicate(map: &Map) -> Option<Value> {
    let mut seen = HashSet::new();
    let mut is_duplicate = |key: &Value| MapKey::of(key).is_some_and(|key| !seen.insert(key));
    map.iter().map(|item| item.key.clone()).find(|key| is_duplicate(key))
}
