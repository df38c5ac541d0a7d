//! The common parts of the fuzz targets: the frame that a trial runs in, requests as files, and random projects.
//!
//! A trial is one call of a property ([`ytterby_parts::properties`], [`request::check`]) with one input. It ends the process, and
//! libFuzzer keeps the input, where the property does not hold, where anything panics, where the stack runs over, and
//! where more memory is held at once than a small input may need.

mod chance;
mod code;
mod memory;
mod nodes;
pub mod project;
pub mod request;
#[path = "../../native/span.rs"]
mod span;
pub mod stack;

use ytterby_parts::properties::Checked;

/// Runs a trial; panics where the property does not hold.
pub fn trial(property: impl FnOnce() -> Checked) {
    let held = memory::start();
    if let Err(problem) = property() {
        panic!("{problem}");
    }
    memory::end(held);
}

/// The input as text: bytes that are not UTF-8 are replaced, as nearly nothing but the reader takes such a file.
pub fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
