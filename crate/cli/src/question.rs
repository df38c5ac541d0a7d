//! The other functions of the API as JSON, for `ytterby request`.

use serde::Deserialize;

use ytterby::boundary::{ImportFormat, Request, RequestFile, SchemaFormat};
use ytterby::bundle::Bundle;

/// An object on standard input that is not a [`Request`](ytterby::boundary::Request): it has one of these keys, which is also the name
/// of the export of the wasm that does the same.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Question {
    /// `{"exportSchema": {"request": {…}, "format": "json-schema"}}`, answered with a [`SchemaExport`](ytterby::boundary::SchemaExport).
    ExportSchema { request: Request, format: SchemaFormat },
    /// `{"diffSchemas": {"request": {…}, "old": [{"path": "schema.yml", "content": "…"}]}}`, answered with a
    /// [`SchemaDiff`](ytterby::boundary::SchemaDiff).
    DiffSchemas { request: Request, old: Vec<RequestFile> },
    /// `{"importSchema": "…"}`, or `{"importSchema": {"text": "…", "format": "values"}}`, answered with a
    /// [`SchemaImport`](ytterby::boundary::SchemaImport).
    ImportSchema(Import),
    /// `{"format": "…"}`, answered with a [`Formatted`](ytterby::boundary::Formatted).
    Format(String),
    /// `{"readBundle": "…"}`, answered with a [`BundleRead`](ytterby::bundle::BundleRead).
    ReadBundle(String),
    /// `{"writeBundle": {…}}`, answered with a text.
    WriteBundle(Bundle),
}

/// A text to import; without a format, it is recognised.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Import {
    Text(String),
    Format { text: String, format: Option<ImportFormat> },
}
