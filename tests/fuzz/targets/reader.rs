//! Reader, printer and formatter, on any bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ytterby_fuzz::{stack, trial};
use ytterby_parts::properties;

fuzz_target!(init: stack::prepare(), |data: &[u8]| trial(|| properties::reader(data)));
