//! The bundle: a whole playground as one readable YAML text, with files, command line, environment, lesson and checks.
//!
//! [`read`] parses a text into a [`Bundle`] or reports the first error with its position; [`write()`] writes a text that parses to
//! the same bundle. Bundles are also written by hand, so an unknown field is an error. The format has a version (`ytterby: 1`);
//! docs/bundles.md describes it.

mod steps;
mod writer;
mod written;

pub use crate::plain_yaml::TextProblem;
pub use writer::write;

use std::fmt;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::boundary::check::{Check, lenient};
use crate::boundary::{Content, Request, RequestFile, split};
use crate::plain_data::Plain;
use crate::plain_yaml;

/// The version of the format that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// A playground. Fields that are not in the text are empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Bundle {
    /// The title.
    pub title: String,
    /// One sentence.
    pub description: String,
    /// A text in Markdown.
    pub lesson: String,
    /// The topics of an example.
    pub topics: Vec<String>,
    /// For an example, the ids of those of the official playground that it replaces.
    pub official: Vec<String>,
    /// The files in order.
    pub files: Vec<BundleFile>,
    /// ytt's flags: one line as typed, or words, as in the text.
    #[cfg_attr(feature = "typescript", ts(type = "string | string[]"))]
    pub args: Args,
    /// The environment variables.
    #[serde(deserialize_with = "variables")]
    pub env: Vec<BundleVariable>,
    /// The steps of the lesson.
    pub steps: Vec<BundleStep>,
    /// Expectations about the run.
    #[serde(deserialize_with = "lenient")]
    pub checks: Vec<Check>,
    /// Other command lines for the same files.
    pub variants: Vec<BundleVariant>,
    /// The index of the file that is open.
    pub open: u32,
    /// The result tab that is open; empty if the page chooses.
    pub view: String,
}

/// A file: text, or bytes that are not UTF-8.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BundleFile {
    /// The path, with `/` between its parts.
    pub path: String,
    /// The content.
    #[cfg_attr(feature = "typescript", ts(type = "string | Uint8Array"))]
    pub content: Content,
}

/// An environment variable. Names may repeat, or be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BundleVariable {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// Another command line and environment for the same files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BundleVariant {
    /// The name.
    pub name: String,
    /// ytt's flags, as in [`Bundle::args`].
    #[cfg_attr(feature = "typescript", ts(type = "string | string[]"))]
    pub args: Args,
    /// The environment variables.
    #[serde(deserialize_with = "variables")]
    pub env: Vec<BundleVariable>,
    /// The paths of files to leave out.
    pub without: Vec<String>,
}

/// A step of a lesson. It has edits and the checks that hold after them, or neither if there is only something to look at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BundleStep {
    /// A text in Markdown.
    pub text: String,
    /// Changes to the files and the command line that the previous steps result in.
    pub edits: Vec<BundleEdit>,
    /// The step is done when all of these hold.
    #[serde(deserialize_with = "lenient")]
    pub done: Vec<Check>,
}

/// An edit of a step: `file` with `replace` and `with`, `file` with `content`, or `args`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BundleEdit {
    /// The path of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub file: Option<String>,
    /// A text that occurs exactly once in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub replace: Option<String>,
    /// The text to replace it with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub with: Option<String>,
    /// The content of a file to add or replace.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub content: Option<String>,
    /// ytt's flags, in place of the current ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string | string[]"))]
    pub args: Option<Args>,
}

/// A command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Args {
    /// One line, as typed in a shell.
    Line(String),
    /// A list of words.
    Words(Vec<String>),
}

/// The result of parsing a bundle: one of the fields is null.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BundleRead {
    /// The bundle.
    pub bundle: Option<Bundle>,
    /// The first error.
    pub problem: Option<TextProblem>,
}

impl BundleRead {
    /// Parses a bundle.
    pub fn of(text: &str) -> BundleRead {
        match read(text) {
            Ok(bundle) => BundleRead { bundle: Some(bundle), problem: None },
            Err(problem) => BundleRead { bundle: None, problem: Some(problem) },
        }
    }
}

/// Parses a bundle; fails with the first error. Paths are not validated here.
pub fn read(text: &str) -> Result<Bundle, TextProblem> {
    plain_yaml::check_size(text)?;
    // A newer bundle may have other fields; the error should then be the version.
    if let Ok(written::Version { ytterby: Some(version) }) = plain_yaml::read(text) {
        match version {
            Plain::Integer(1) => {}
            Plain::Integer(newer @ 2..) => {
                return Err(TextProblem::whole(format!(
                    "This bundle is in format {newer}, which is newer than this Ytterby knows ({VERSION}); a newer Ytterby opens it"
                )));
            }
            _ => return Err(TextProblem::whole(format!("`ytterby` is the version of the format: {VERSION}"))),
        }
    }
    plain_yaml::read::<written::Written>(text)?.bundle()
}

impl Bundle {
    /// The request that a bundle describes, with its checks. Fails if its command line cannot be split into words.
    pub fn request(&self) -> Result<Request, String> {
        let files = self.files.iter();
        Ok(Request {
            files: files.map(|file| RequestFile { path: file.path.clone(), content: file.content.clone() }).collect(),
            args: self.args.words()?,
            env: self.env.iter().map(|variable| (variable.name.clone(), variable.value.clone())).collect(),
            checks: self.checks.clone(),
            ..Request::default()
        })
    }
}

impl Args {
    /// The words of a command line. Fails if a quote is not closed.
    pub fn words(&self) -> Result<Vec<String>, String> {
        match self {
            Args::Line(line) => Ok(split(line)?),
            Args::Words(words) => Ok(words.clone()),
        }
    }
}

impl Default for Args {
    fn default() -> Args {
        Args::Line(String::new())
    }
}

impl Serialize for Args {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Args::Line(line) => serializer.serialize_str(line),
            Args::Words(words) => words.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Args {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Args, D::Error> {
        deserializer.deserialize_any(ArgsVisitor)
    }
}

struct ArgsVisitor;

impl<'de> Visitor<'de> for ArgsVisitor {
    type Value = Args;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a command line, as text or as a list of words")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Args, E> {
        Ok(Args::default())
    }

    fn visit_str<E: de::Error>(self, line: &str) -> Result<Args, E> {
        Ok(Args::Line(line.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Args, A::Error> {
        let mut words = Vec::new();
        while let Some(word) = items.next_element()? {
            words.push(word);
        }
        Ok(Args::Words(words))
    }
}

/// Reads an environment: a map, or a list of items that are `NAME=value` or have a `name` and a `value`.
fn variables<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<BundleVariable>, D::Error> {
    deserializer.deserialize_any(VariablesVisitor)
}

struct VariablesVisitor;

impl<'de> Visitor<'de> for VariablesVisitor {
    type Value = Vec<BundleVariable>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("environment variables, as a map or as a list of NAME=value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Vec::new())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut variables = Vec::new();
        while let Some((name, value)) = entries.next_entry()? {
            variables.push(BundleVariable { name, value });
        }
        Ok(variables)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut variables = Vec::new();
        while let Some(VariableItem(variable)) = items.next_element()? {
            variables.push(variable);
        }
        Ok(variables)
    }
}

struct VariableItem(BundleVariable);

impl<'de> Deserialize<'de> for VariableItem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<VariableItem, D::Error> {
        deserializer.deserialize_any(VariableItemVisitor).map(VariableItem)
    }
}

struct VariableItemVisitor;

impl<'de> Visitor<'de> for VariableItemVisitor {
    type Value = BundleVariable;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NAME=value")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<BundleVariable, E> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        Ok(BundleVariable { name: name.to_owned(), value: value.to_owned() })
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<BundleVariable, A::Error> {
        BundleVariable::deserialize(de::value::MapAccessDeserializer::new(entries))
    }
}

#[cfg(test)]
mod tests;
