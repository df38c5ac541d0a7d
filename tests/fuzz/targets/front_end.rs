//! The front end of programs, from scanning to resolving names, on any text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ytterby_fuzz::{stack, text, trial};
use ytterby_parts::properties;

fuzz_target!(init: stack::prepare(), |data: &[u8]| trial(|| properties::front_end(&text(data))));
