//! The flags of `ytt` for editors: names, values and descriptions.

use super::table::{EXTENSION_FLAGS, Flag, TEMPLATE_FLAGS};
use crate::spelling::only_nearest;

/// A flag of `ytt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedFlag {
    /// Its name without dashes.
    pub name: &'static str,
    /// Its short name without the dash.
    pub short: Option<char>,
    /// The kind of its value; None for switches.
    pub value: Option<FlagValue>,
    /// Its description, without the format of the value and without remarks.
    pub description: &'static str,
    /// Whether ytt does not have it.
    pub is_extension: bool,
}

/// The kind of value of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagValue {
    /// The path of a file.
    File,
    /// `path.of.data.value=value`
    DataValue,
    /// Anything else.
    Text,
}

/// All flags of `ytt` and its extensions, sorted by name.
pub fn described() -> Vec<DescribedFlag> {
    let mut all: Vec<DescribedFlag> = TEMPLATE_FLAGS
        .iter()
        .map(|flag| describe(flag, false))
        .chain(EXTENSION_FLAGS.iter().map(|flag| describe(flag, true)))
        .collect();
    all.sort_by_key(|flag| flag.name);
    all
}

/// The flag that is similar to an unknown one, with its dashes.
pub fn similar_flag(word: &str) -> Option<String> {
    let name = word.trim_start_matches('-').split('=').next().unwrap_or_default();
    let names = TEMPLATE_FLAGS.iter().chain(EXTENSION_FLAGS).map(|flag| flag.name);
    only_nearest(name, names).map(|name| format!("--{name}"))
}

fn describe(flag: &Flag, is_extension: bool) -> DescribedFlag {
    let value = match flag.name {
        _ if flag.is_switch() => None,
        "file" | "data-values-file" => Some(FlagValue::File),
        "data-value" | "data-value-yaml" | "data-value-file" => Some(FlagValue::DataValue),
        _ => Some(FlagValue::Text),
    };
    let description = if flag.name == "help" { "Show the flags of ytt" } else { flag.usage };
    let end = [" (", " {"].iter().filter_map(|start| description.find(start)).min().unwrap_or(description.len());
    DescribedFlag { name: flag.name, short: flag.short, value, description: &description[..end], is_extension }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_flag_has_a_short_description() {
        for flag in described() {
            assert!(!flag.description.is_empty() && !flag.description.contains(" ("), "{flag:?}");
        }
        let file = described().into_iter().find(|flag| flag.short == Some('f')).unwrap();
        assert_eq!((file.name, file.value), ("file", Some(FlagValue::File)));
        assert_eq!(similar_flag("--data-valeu=x").as_deref(), Some("--data-value"));
        assert_eq!(similar_flag("--nothing"), None);
    }
}
