//! Words that name types in other schema languages. In ytt's schema they are text: the type is that of the default.

/// A default of the type that a word means, and the name of that type with an article. Not for lists: the type of the items is missing.
pub fn meant(word: &str) -> Option<(&'static str, &'static str)> {
    Some(match word {
        "string" | "str" => ("\"\"", "a string"),
        "integer" | "int" | "number" => ("0", "an integer"),
        "float" => ("0.0", "a float"),
        "boolean" | "bool" => ("false", "a boolean"),
        _ => return None,
    })
}
