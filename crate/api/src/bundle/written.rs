//! The YAML form of a bundle, in which texts, bytes and line ends are distinguished and the open file is named.
//!
//! Deserializes into a [`Bundle`]. Errors of a file are raised while that file is parsed, so that serde_yaml adds the position.

use std::fmt;

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Args, Bundle, BundleEdit, BundleFile, BundleStep, BundleVariable, BundleVariant, TextProblem, variables};
use crate::boundary::Content;
use crate::boundary::check::Check;
use crate::plain_data::Plain;

/// The fields of a bundle of any version.
#[derive(Deserialize)]
pub(super) struct Version {
    pub(super) ytterby: Option<Plain>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(super) struct Written {
    #[serde(rename = "ytterby")]
    _version: Option<Plain>,
    title: String,
    description: String,
    lesson: String,
    topics: Option<Vec<String>>,
    official: Option<Vec<String>>,
    files: Option<Vec<File>>,
    args: Args,
    #[serde(deserialize_with = "variables")]
    env: Vec<BundleVariable>,
    steps: Option<Vec<Step>>,
    checks: Option<Vec<Check>>,
    variants: Option<Vec<Variant>>,
    open: Open,
    view: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct Variant {
    name: String,
    args: Args,
    #[serde(deserialize_with = "variables")]
    env: Vec<BundleVariable>,
    without: Option<Vec<String>>,
}

impl Written {
    pub(super) fn bundle(self) -> Result<Bundle, TextProblem> {
        let Some(files) = self.files else {
            return Err(TextProblem::whole("This is not a bundle: it has no `files`"));
        };
        let files: Vec<BundleFile> = files.into_iter().map(|file| file.0).collect();
        let open = match &self.open {
            Open::First => Some(0),
            Open::Number(number) => Some(*number).filter(|number| *number < files.len()),
            Open::Path(path) => files.iter().position(|file| file.path == *path),
        };
        let open = open.and_then(|open| u32::try_from(open).ok());
        let open = open.ok_or_else(|| TextProblem::whole(format!("`open` is not one of the files: {}", self.open)))?;
        let variant = |variant: Variant| BundleVariant {
            name: variant.name,
            args: variant.args,
            env: variant.env,
            without: variant.without.unwrap_or_default(),
        };
        Ok(Bundle {
            title: self.title,
            description: self.description,
            lesson: self.lesson,
            topics: self.topics.unwrap_or_default(),
            official: self.official.unwrap_or_default(),
            files,
            args: self.args,
            env: self.env,
            steps: self.steps.unwrap_or_default().into_iter().map(|step| step.0).collect(),
            checks: self.checks.unwrap_or_default(),
            variants: self.variants.unwrap_or_default().into_iter().map(variant).collect(),
            open,
            view: self.view,
        })
    }
}

#[derive(Deserialize)]
#[serde(try_from = "FileFields")]
struct File(BundleFile);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FileFields {
    path: String,
    #[serde(default, deserialize_with = "text")]
    content: Option<String>,
    #[serde(default, deserialize_with = "bytes")]
    base64: Option<Vec<u8>>,
    line_ends: Option<LineEnds>,
}

/// A string, even if it looks like another type: a file may contain just `null`.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}

/// Base64 on any number of lines, with or without padding.
fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<u8>>, D::Error> {
    struct Digits;

    impl Visitor<'_> for Digits {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bytes in base64")
        }

        fn visit_str<E: de::Error>(self, digits: &str) -> Result<Vec<u8>, E> {
            let lenient = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
            let digits: Vec<u8> = digits.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
            let bytes = GeneralPurpose::new(&alphabet::STANDARD, lenient).decode(digits);
            bytes.map_err(|_| E::custom("this is not base64"))
        }
    }

    // As text, even if it looks like a number.
    deserializer.deserialize_str(Digits).map(Some)
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LineEnds {
    Lf,
    Crlf,
}

impl TryFrom<FileFields> for File {
    type Error = String;

    fn try_from(fields: FileFields) -> Result<File, String> {
        let FileFields { path, content, base64, line_ends } = fields;
        let content = match (content, base64) {
            (Some(_), Some(_)) => return Err(format!("{path} has both `content` and `base64`")),
            (None, Some(_)) if line_ends.is_some() => return Err(format!("{path}: `lineEnds` is for `content`")),
            (None, Some(bytes)) => Content::from_bytes(bytes),
            (text, None) => {
                let text = text.unwrap_or_default();
                match line_ends {
                    Some(LineEnds::Crlf) => text.replace('\n', "\r\n").into(),
                    Some(LineEnds::Lf) | None => text.into(),
                }
            }
        };
        Ok(File(BundleFile { path, content }))
    }
}

#[derive(Deserialize)]
#[serde(try_from = "StepFields")]
struct Step(BundleStep);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StepFields {
    text: String,
    edits: Option<Vec<Edit>>,
    done: Option<Vec<Check>>,
}

impl TryFrom<StepFields> for Step {
    type Error = String;

    fn try_from(fields: StepFields) -> Result<Step, String> {
        let StepFields { text, edits, done } = fields;
        let edits: Vec<BundleEdit> = edits.unwrap_or_default().into_iter().map(|edit| edit.0).collect();
        let done = done.unwrap_or_default();
        match (edits.is_empty(), done.is_empty()) {
            (false, true) => Err("a step with `edits` needs `done`: checks that hold after them".to_owned()),
            (true, false) => Err("a step with `done` needs `edits` that make it so".to_owned()),
            _ => Ok(Step(BundleStep { text, edits, done })),
        }
    }
}

#[derive(Deserialize)]
#[serde(try_from = "EditFields")]
struct Edit(BundleEdit);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EditFields {
    #[serde(default, deserialize_with = "text")]
    file: Option<String>,
    #[serde(default, deserialize_with = "text")]
    replace: Option<String>,
    #[serde(default, deserialize_with = "text")]
    with: Option<String>,
    #[serde(default, deserialize_with = "text")]
    content: Option<String>,
    args: Option<Args>,
}

impl TryFrom<EditFields> for Edit {
    type Error = String;

    fn try_from(fields: EditFields) -> Result<Edit, String> {
        let EditFields { file, replace, with, content, args } = fields;
        match (&file, &replace, &with, &content, &args) {
            (Some(_), Some(replace), Some(_), None, None) if replace.is_empty() => {
                Err("`replace` must not be empty".to_owned())
            }
            (Some(_), Some(_), Some(_), None, None)
            | (Some(_), None, None, Some(_), None)
            | (None, None, None, None, Some(_)) => Ok(Edit(BundleEdit { file, replace, with, content, args })),
            _ => Err("an edit has `file`, `replace` and `with`, or `file` and `content`, or `args`".to_owned()),
        }
    }
}

/// The file that is open: its path, or its index if paths repeat.
#[derive(Default)]
enum Open {
    #[default]
    First,
    Number(usize),
    Path(String),
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Open::First => f.write_str("the first"),
            Open::Number(number) => write!(f, "{number}"),
            Open::Path(path) => f.write_str(path),
        }
    }
}

impl<'de> Deserialize<'de> for Open {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Open, D::Error> {
        deserializer.deserialize_any(OpenVisitor)
    }
}

struct OpenVisitor;

impl Visitor<'_> for OpenVisitor {
    type Value = Open;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the path of a file")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Open, E> {
        Ok(Open::First)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Open, E> {
        Ok(Open::Number(usize::try_from(number).unwrap_or(usize::MAX)))
    }

    fn visit_str<E: de::Error>(self, path: &str) -> Result<Open, E> {
        Ok(Open::Path(path.to_owned()))
    }
}
