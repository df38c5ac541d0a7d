//! The forms of a request: content as text or bytes, the command line as words or a line, the environment as a map or a list.

use std::fmt;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Content;

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Content::Text(text) => serializer.serialize_str(text),
            Content::Bytes(bytes) => serializer.serialize_bytes(bytes),
        }
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Content, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the content of a file, as text or as bytes")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Content, E> {
        Ok(Content::Text(text.to_owned()))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Content, E> {
        Ok(Content::Text(text))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Content, E> {
        Ok(Content::from_bytes(bytes.to_vec()))
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Content, E> {
        Ok(Content::from_bytes(bytes))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Content, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = items.next_element()? {
            bytes.push(byte);
        }
        Ok(Content::from_bytes(bytes))
    }
}

/// Reads `args`: a list of words, or one line that is split as a shell would.
pub(super) fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    deserializer.deserialize_any(WordsVisitor)
}

struct WordsVisitor;

impl<'de> Visitor<'de> for WordsVisitor {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a command line, as text or as a list of words")
    }

    fn visit_str<E: de::Error>(self, line: &str) -> Result<Self::Value, E> {
        split(line).map_err(|_| de::Error::custom("a quote is never closed"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut words = Vec::new();
        while let Some(word) = items.next_element()? {
            words.push(word);
        }
        Ok(words)
    }
}

/// Splits a command line into words as a shell would, without a leading `ytt`.
pub(crate) fn split(line: &str) -> Result<Vec<String>, &'static str> {
    let mut words = shlex::split(line).ok_or("args: a quote is never closed")?;
    if words.first().is_some_and(|word| word == "ytt" || word == "ytterby") {
        words.remove(0);
    }
    Ok(words)
}

/// Reads `env`: a map, or a list of `NAME=value`.
pub(super) fn environment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, String)>, D::Error> {
    deserializer.deserialize_any(EnvironmentVisitor)
}

struct EnvironmentVisitor;

impl<'de> Visitor<'de> for EnvironmentVisitor {
    type Value = Vec<(String, String)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("environment variables, as a map or as a list of NAME=value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut env = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            env.push(entry);
        }
        Ok(env)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut env = Vec::new();
        while let Some(item) = items.next_element::<String>()? {
            let (name, value) = item.split_once('=').unwrap_or((&item, ""));
            env.push((name.to_owned(), value.to_owned()));
        }
        Ok(env)
    }
}
