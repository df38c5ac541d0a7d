//! A schema and a file of data values, each any text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ytterby_parts::claims;
use ytterby_fuzz::{stack, text, trial};

fuzz_target!(init: stack::prepare(), |data: &[u8]| trial(|| {
    let text = text(data);
    let (first, second) = claims::two_files(&text);
    claims::schema(first, second)
}));
