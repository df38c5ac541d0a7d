//! ytt's Starlark on the `starlark` crate.
//!
//! - [`program`]: what a template is compiled to: lines of ytt's Starlark, each with its line in the template.
//! - [`dialect`]: the front end. It turns a program into source for the `starlark` crate, with a map back, or into ytt's
//!   syntax errors.
//! - [`eval`]: the session that runs programs, ytt's builtins, and the translation of the crate's errors into ytt's.
//! - [`natives`]: what modules of `@ytt:` are made of.
//! - [`extensions`]: what goes beyond ytt, which modules and builtins may ask for.
//!
//! Everything that exists because of the `starlark` crate belongs here. This layer must not know templates, schemas, overlays
//! or the modules of `@ytt:`; it asks for those through the traits of `eval::scope` and `eval::modules`.

pub mod dialect;
pub mod eval;
pub mod extensions;
pub mod natives;
pub mod program;

use ytterby_limits as limits;
use ytterby_text::{byte_text, diagnostics, spelling};
use ytterby_yaml as yaml;
