//! The functions of the library that are rules, too: what a text must be for them, and what is wrong with one that is not.

use super::base64::Form;
use super::{json, yaml};
use crate::diagnostics::report::bare_message;
use crate::eval::argument::Argument;
use crate::regexp::Regexp;

/// What stands after "must be: ", for a function that is one of them.
pub(crate) fn description(function: &str) -> Option<&'static str> {
    Some(match function {
        "base64.decodable" => "valid base64",
        "json.decodable" => "valid JSON",
        "yaml.decodable" => "valid YAML",
        "regexp.is_valid" => "a valid regular expression",
        _ => return None,
    })
}

/// What is wrong with a value that one of them does not take, in the words of the function that would read it.
pub(crate) fn fault(function: &str, value: &Argument) -> Option<String> {
    description(function)?;
    let Argument::Str(text) = value else { return Some(format!("expected a string, but was {}", value.type_name())) };
    match function {
        "base64.decodable" => Form::default().decode(text).err(),
        "json.decodable" => json::read(text).err(),
        "yaml.decodable" => yaml::only_document(text).err().map(|error| bare_message(&error)),
        _ => Regexp::new(text).err(),
    }
}
