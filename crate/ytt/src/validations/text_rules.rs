//! The descriptions and errors of functions of `@ytt:` modules that are used as rules, such as `json.decodable`.

use crate::decoding::base64::Form;
use crate::decoding::{json, yaml};
use crate::diagnostics::report::bare_message;
use crate::regexp::Regexp;
use crate::starlark::PlainValue;

/// The description of a rule, if `function` is one of these.
pub(super) fn description(function: &str) -> Option<&'static str> {
    Some(match function {
        "base64.decodable" => "valid base64",
        "json.decodable" => "valid JSON",
        "yaml.decodable" => "valid YAML",
        "regexp.is_valid" => "a valid regular expression",
        _ => return None,
    })
}

/// Why `function`, if it is one of these, does not accept `value`: the error of decoding it.
pub(super) fn fault(function: &str, value: &PlainValue) -> Option<String> {
    description(function)?;
    let PlainValue::Str(text) = value else { return Some(format!("expected a string, but was {}", value.type_name())) };
    match function {
        "base64.decodable" => Form::default().decode(text).err(),
        "json.decodable" => json::decode(text).err(),
        "yaml.decodable" => yaml::decode(text).err().map(|error| bare_message(&error)),
        _ => Regexp::new(text).err(),
    }
}
