//! ytt's own semantics: what templates, overlays, schemas, data values and libraries mean.
//!
//! - [`files`] and [`flags`]: a command line and the inputs it names.
//! - [`template`]: YAML, text and Starlark files as programs.
//! - [`overlay`], [`schema`], [`validations`]: how documents are changed, typed and checked.
//! - [`stdlib`]: the modules of `@ytt:`; [`regexp`]: the regular expressions that they and validations use.
//! - [`workspace`]: the root library and the libraries in it, from their files to their documents.
//!
//! This layer must not know requests, responses, editors or JavaScript: it takes files and flags, and results in documents or an error.

pub mod files;
pub mod flags;
pub mod overlay;
pub mod regexp;
pub mod schema;
pub mod stdlib;
pub mod template;
pub mod validations;
pub mod workspace;

use ytterby_limits as limits;
use ytterby_starlark::{self as starlark, extensions, natives, program};
use ytterby_text::{byte_text, diagnostics, spelling};
use ytterby_yaml::{self as yaml, decoding};
