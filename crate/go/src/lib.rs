//! Go's library, and the packages that ytt uses, where Rust's differ: texts, messages and results are those of Go.
//!
//! - [`float`]: floats in Go's formats. [`math`]: functions of floats, to the last bit.
//! - [`quote`]: texts in quotes.
//! - [`regexp`]: regular expressions.
//! - [`url`] and [`ip`]: URLs, queries and addresses.
//! - [`toml`]: TOML documents, as BurntSushi/toml reads them.
//!
//! This layer must not know YAML, Starlark or ytt.

#![warn(missing_docs)]

pub mod float;
pub mod ip;
pub mod math;
pub mod quote;
pub mod regexp;
pub mod toml;
pub mod url;

use ytterby_diagnostics as diagnostics;
use ytterby_limits as limits;
use ytterby_text::byte_text;
