//! Schemas in other forms than ytt's own, which are not part of a run.
//!
//! - [`json_schema`], [`open_api`], [`markdown`], [`inspect`] and [`inspect_html`] write a [`Schema`](ytterby_ytt::schema::Schema)
//!   as documents for other programs and for readers; the last three start from the tree that [`describe`] makes.
//! - [`import`] writes a ytt schema file for a JSON Schema or an OpenAPI document.
//! - [`diff`] compares two schemas: what changes for users with data values for the old one.
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
mod loss;
pub mod markdown;
pub mod open_api;

pub use loss::Loss;

use ytterby_diagnostics as diagnostics;
use ytterby_go::regexp;
use ytterby_starlark as starlark;
use ytterby_syntax as syntax;
use ytterby_text::{positions, spelling};
use ytterby_yaml as yaml;
use ytterby_ytt::{schema, validations};
