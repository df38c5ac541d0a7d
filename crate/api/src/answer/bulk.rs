//! `--bulk-in`, which has input files as JSON, and `--bulk-out`, which prints output files as JSON.

use serde::{Deserialize, Serialize};

use crate::boundary::OutputFile;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::files::InputFile;

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Files {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<File>,
    #[serde(skip_serializing_if = "String::is_empty")]
    errors: String,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct File {
    name: String,
    data: String,
}

/// The files of `--bulk-in`.
pub(crate) fn inputs(text: &str) -> Result<Vec<InputFile>, Error> {
    let bulk: Files = serde_json::from_str(text).map_err(|error| Error::message(error.to_string()))?;
    let file = |file: File| InputFile {
        original: file.name.clone(),
        host_path: file.name.clone(),
        path: file.name,
        content: Ok(file.data.into_bytes().into()),
    };
    Ok(bulk.files.into_iter().map(file).collect())
}

/// The output of `--bulk-out`; `errors` is a string of [`byte_text`]. Go's JSON writer escapes HTML, and bytes that are not UTF-8 as U+FFFD.
pub(crate) fn output(files: &[OutputFile], errors: &str) -> String {
    let file = |file: &OutputFile| File {
        name: byte_text::from_text(&file.path).into_owned(),
        data: byte_text::from_bytes(file.content.as_bytes()).into_owned(),
    };
    let bulk = Files { files: files.iter().map(file).collect(), errors: errors.to_owned() };
    let escaped = serde_json::to_string(&bulk).unwrap_or_default();
    let mut text = String::with_capacity(escaped.len());
    for chunk in byte_text::to_bytes(&escaped).utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(&"\\ufffd".repeat(chunk.invalid().len()));
    }
    text.replace('&', "\\u0026")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}
