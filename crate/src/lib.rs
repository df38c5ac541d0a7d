//! Ytterby: ytt's templates, data values, schema and validations as one pure function.
#![expect(dead_code, reason = "the phases are joined in `render`, which comes last")]

pub mod boundary;

pub mod files;

pub mod flags;

mod diagnostics;

mod dialect;

mod eval;

mod schema;

mod template;

mod overlay;

mod stdlib;

mod validations;

mod yaml;

#[cfg(target_arch = "wasm32")]
pub mod wasm;

use boundary::{Request, Response};

/// One run of ytt. `clock` gives milliseconds since some fixed moment; it is asked for the time limit and timings only.
pub fn render(request: &Request, clock: &dyn Fn() -> f64) -> Response {
    let _ = (request, clock);
    Response::failure("engine", "The engine is not joined yet")
}

/// The version of this crate, and the version of ytt that it follows.
pub fn version() -> String {
    format!("{} (ytt 0.48.0)", env!("CARGO_PKG_VERSION"))
}
