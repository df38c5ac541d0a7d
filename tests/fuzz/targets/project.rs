//! Whole requests that mean something: the bytes choose among possible files, flags and code of ytt.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ytterby_fuzz::{project, request, stack, trial};

fuzz_target!(init: prepare(), |data: &[u8]| trial(|| {
    let made = project::from_bytes(data);
    // Bytes mean something else as soon as the grammar changes, so the request is stored.
    request::check(&made).map_err(|problem| format!("{problem}\n=== the request:\n{}", request::write(&made)))
}));

fn prepare() {
    stack::prepare();
    request::print_where_asked(project::from_bytes);
}
