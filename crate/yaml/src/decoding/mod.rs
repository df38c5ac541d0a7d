//! Decoders that report errors in the words of Go, for the functions of the standard library and for rules on texts.

pub mod base64;
pub mod json;
pub mod yaml;
