//! Quotes keys that are not strings, such as `on` and `8080`: code in ytt can only read data values with strings as keys.

use std::collections::HashSet;

use super::Guess;
use crate::diagnostics::edits::Edits;
use crate::yaml::outline::Outline;
use crate::yaml::scalars::{Scalar, resolve};

/// The text with quotes around these keys, and a guess for each; None if there are none, or one is a string already in the same map.
pub(super) fn quoted(text: &str) -> Option<(String, Vec<Guess>)> {
    let outline = Outline::of(text);
    let mut strings = HashSet::new();
    let mut edits = Vec::new();
    let mut guesses = Vec::new();
    let mut others = Vec::new();
    for entry in &outline.entries {
        let Some(key) = entry.key.as_deref() else { continue };
        let is_plain = text.get(entry.range.clone()) == Some(key) && key != "<<";
        let becomes = match resolve(key) {
            Scalar::Bool(_) => "a boolean",
            Scalar::Int(_) | Scalar::UInt(_) | Scalar::Float(_) => "a number",
            Scalar::Null => "null",
            _ => "",
        };
        if !is_plain || becomes.is_empty() {
            strings.insert((entry.parent, entry.document, key));
            continue;
        }
        others.push((entry.parent, entry.document, key));
        edits.push((entry.range.clone(), format!("\"{key}\"")));
        guesses.push(Guess::quoted_key(key, becomes, entry.line as u32 + 1));
    }
    if edits.is_empty() || others.iter().any(|other| strings.contains(other)) {
        return None;
    }
    Some((Edits(edits).applied(text)?, guesses))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_become_strings() {
        let text = |text: &str| quoted(text).map(|(text, _)| text);
        assert_eq!(text("on: [1]\na: {80: x, b: y}\n").as_deref(), Some("\"on\": [1]\na: {\"80\": x, b: y}\n"));
        assert_eq!(text("- 1.5: x\n").as_deref(), Some("- \"1.5\": x\n"));
        for same in ["a: on\n", "\"on\": 1\n", "<<: &a {b: 1}\n", "1: a\n\"1\": b\n"] {
            assert_eq!(text(same), None);
        }
        let (_, guesses) = quoted("a: 1\non: 2\n").expect("a key");
        assert_eq!((guesses[0].line, guesses[0].guess.as_str()), (2, "the key on as a string"));
    }
}
