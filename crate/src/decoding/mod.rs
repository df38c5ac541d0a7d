//! Decoders that report errors in the words of Go, for the functions of the standard library and for rules on texts.

pub(crate) mod base64;
pub(crate) mod json;
pub(crate) mod yaml;
