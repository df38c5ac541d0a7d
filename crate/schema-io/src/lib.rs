//! Schemas in other forms than ytt's own: what surrounds data values schemas without being part of a run.
//!
//! - [`json_schema`], [`open_api`], [`markdown`], [`inspect`] and [`inspect_html`] write a [`Schema`](ytterby_ytt::schema::Schema)
//!   as documents for other programs and for readers; the last three start from the tree that [`describe`] makes.
//! - [`import`] writes a ytt schema file for a JSON Schema or an OpenAPI document.
//! - [`diff`] compares two schemas: what changes for users whose data values were written for the old one.
//!
//! This layer must not know requests, responses, command lines, editors or JavaScript: it takes schemas and texts, and
//! returns texts, trees and plain data. It changes nothing about how ytt reads a schema or checks data values.

#![warn(missing_docs)]

mod broken_defaults;
pub mod describe;
pub mod diff;
pub mod import;
pub mod inspect;
pub mod inspect_html;
pub mod json_schema;
pub mod markdown;
pub mod open_api;

use serde::{Deserialize, Serialize};
use ytterby_starlark::{self as starlark, syntax};
use ytterby_text::{diagnostics, spelling};
use ytterby_yaml as yaml;
use ytterby_ytt::{regexp, schema, validations};

use yaml::tree::{MapItem, Value};

/// Something that one kind of schema says and the other does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Loss {
    /// Of the data value, as in `kiln.shelves[].width`; empty for the whole document.
    pub path: String,
    /// The keyword, or the rule in words.
    pub keyword: String,
    /// Why it is lost, in words.
    pub why: String,
}

/// A map item without a position, as in all exported documents.
fn exported_item(key: &str, value: Value) -> MapItem {
    MapItem { key: Value::str(key), value, meta: Default::default() }
}
