//! ytt's Starlark on the `starlark` crate.
//!
//! A [`Program`](program::Program), which is what a template is compiled to, is compiled by [`Session::compile`] and run by
//! [`Session::run`]. What is left of it owns its data ([`Output`]), is frozen ([`Module`]), or is a handle of a value that
//! stays in the evaluator; values go in and out as [`PlainValue`]s, and [`FunctionCaller`] calls the functions among them.
//!
//! Programs are read by `ytterby-syntax`, compiled to instructions (`compile`) and run on a machine of our own (`machine`). Its values are
//! those of the `starlark` crate, in a heap of the crate, which also collects garbage. Only [`natives`], what modules of `@ytt:` are made of,
//! handles values elsewhere, without looking into them.
//!
//! This layer must not know templates, schemas, overlays, libraries or the modules of `@ytt:`; it asks for what programs load through
//! [`Scope`] and [`Modules`].

#![warn(missing_docs)]

mod compile;
mod eval;
pub mod extensions;
mod machine;
pub mod natives;
pub mod program;

pub use eval::comparison::Comparison;
pub use eval::definitions::Definitions;
pub use eval::evaluation::{Outcome, Output, Purpose};
pub use eval::module::Module;
pub use eval::modules::Modules;
pub use eval::notes::{Block, BlockKind, Notes, ShownValue, Site, SiteKind, Size};
pub use eval::plain_value::data_function::DataFunction;
pub use eval::plain_value::{Annotated, Annotation, Current, FunctionCaller, PlainValue, ValueHandle, lookup};
pub use eval::recording::Recording;
pub use eval::scope::{Exports, RunLoaded, Scope};
pub use eval::session::Session;
pub use eval::template::Template;
pub use eval::tree_builder::Text;
pub use go::quote::quote;

use ytterby_diagnostics as diagnostics;
use ytterby_go as go;
use ytterby_limits as limits;
use ytterby_syntax as syntax;
use ytterby_text::{byte_text, positions, spelling};
use ytterby_yaml as yaml;
