//! Ytterby: ytt's templates, data values, schema and validations as one pure function.
#![expect(dead_code, reason = "the phases are joined in `render`, which comes last")]

pub mod boundary;

pub mod files;

pub mod flags;

pub mod output;

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
use files::{Disk, RequestDisk};
use flags::Command;

/// One run of ytt on a request's own files.
///
/// `clock` gives milliseconds since some fixed moment; it is asked for the time limit and timings only.
pub fn render(request: &Request, clock: &dyn Fn() -> f64) -> Response {
    render_from(&RequestDisk::new(&request.files), request, clock)
}

/// One run of ytt on files that the host looks up. The request's own files are not looked at.
pub fn render_from(disk: &dyn Disk, request: &Request, clock: &dyn Fn() -> f64) -> Response {
    match flags::parse(&request.args) {
        Err(text) => Response::failure("flag", &text),
        Ok(Command::Print(stdout)) => Response { stdout, ..Response::default() },
        Ok(Command::Template(options)) => {
            let _ = (disk, options, clock);
            Response::failure("engine", "The engine is not joined yet")
        }
        Ok(Command::Format { .. }) => Response::failure("unsupported", "Formatting (ytt fmt) is not supported"),
        Ok(Command::Website) => Response::failure("unsupported", "There is no website server here (ytt website)"),
        Ok(Command::Completion) => Response::failure("unsupported", "There are no completion scripts (ytt completion)"),
    }
}

/// The version of this crate, and the version of ytt that it follows.
pub fn version() -> String {
    format!("{} (ytt 0.48.0)", env!("CARGO_PKG_VERSION"))
}
