//! The machine that runs compiled programs: registers and frames of its own, on values of the `starlark` crate.
//!
//! A call of a function of the program takes no stack of Rust: `run` keeps callers as [`Frame`](run)s. Natives are called directly, and functions
//! that they call in turn run on a machine of their own (`StarlarkValue::invoke`), with its roots in the same place.
//!
//! Errors are put into ytt's words where they occur, with the frames of the machine (`errors`). Garbage is collected between
//! instructions (`collect`).

mod arguments;
mod binary;
pub(crate) mod code;
mod collect;
mod errors;
mod iteration;
mod natives;
pub(crate) mod roots;
mod run;
pub(crate) mod values;

pub(crate) use run::{call, run_module};
