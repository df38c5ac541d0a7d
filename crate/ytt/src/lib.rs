//! ytt's semantics: templates, overlays, schemas, validations, data values and libraries.
//!
//! - [`flags`] parses a command line, [`files`] finds its input files.
//! - [`template`] compiles YAML, text and Starlark files to programs of `ytterby_starlark`.
//! - [`overlay`], [`schema`] and [`validations`] modify, complete and check documents.
//! - [`stdlib`] has the modules of `@ytt:`.
//! - [`workspace`] evaluates the root library and the libraries in it, from files to documents.
//!
//! The input of this layer is files and flags, its output documents or an error. It must not know requests, responses,
//! editors or JavaScript, nor the `starlark` crate or libyaml, which only `ytterby_starlark` and `ytterby_yaml` use.

#![warn(missing_docs)]

pub mod files;
pub mod flags;
pub mod overlay;
pub mod schema;
pub mod stdlib;
pub mod template;
pub mod validations;
pub mod workspace;

use ytterby_diagnostics as diagnostics;
use ytterby_go::{self as go, regexp};
use ytterby_limits as limits;
pub use ytterby_starlark::extensions;
use ytterby_starlark::{self as starlark, natives, program};
use ytterby_text::{byte_text, positions, spelling};
use ytterby_yaml::{self as yaml, decoding};
