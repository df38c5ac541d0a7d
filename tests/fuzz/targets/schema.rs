//! A schema and a file of data values, each any text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ytterby_fuzz::{stack, text, trial};
use ytterby_parts::properties;

fuzz_target!(init: stack::prepare(), |data: &[u8]| trial(|| {
    let text = text(data);
    let (first, second) = properties::two_files(&text);
    properties::schema(first, second)
}));
