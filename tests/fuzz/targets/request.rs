//! Whole requests, written as golden cases are.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ytterby_fuzz::{request, stack, text, trial};

fuzz_target!(init: prepare(), |data: &[u8]| trial(|| request::check(&request::read(&text(data)))));

fn prepare() {
    stack::prepare();
    request::print_where_asked(|bytes| request::read(&text(bytes)));
}
