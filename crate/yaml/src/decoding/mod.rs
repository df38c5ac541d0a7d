//! Decoders with Go's error messages, for the functions of the standard library and for rules about strings.

pub mod base64;
pub mod json;
pub mod yaml;
