//! Lints of plain scalars: words that YAML 1.1 reads as booleans, words of other languages for null, versions that are numbers, types in schemas, and keys that
//! are not strings.

use super::super::Buffer;
use super::super::code::Language;
use super::{Change, Kind, Lint};
use crate::editor::type_words;
use crate::yaml::outline::{Entry, Outline};
use crate::yaml::scalars::{Scalar, resolve};

/// With a schema, booleans in data values are meant: for strings, they are errors.
pub(super) fn lint(buffer: &Buffer<'_>, has_schema: bool, file: usize, found: &mut Vec<Lint>) {
    if buffer.language != Language::Yaml {
        return;
    }
    for entry in &buffer.outline().entries {
        let written = buffer.text.get(entry.range.clone()).unwrap_or_default();
        // The value of `? key` begins with a colon.
        if !written.is_empty()
            && entry.key.as_deref() == Some(written)
            && let Some(becomes) = becomes(written)
        {
            found.push(Lint {
                message: format!("The key {written} is {becomes}, not a string"),
                hint: format!("Write \"{written}\": for a string"),
                fixes: Change::only("Quote the key", entry.range.clone(), format!("\"{written}\"")),
                ..Lint::new(Kind::ChangedKey, file, entry.range.clone())
            });
        }
        let value = buffer.text.get(entry.value.clone()).unwrap_or_default();
        if matches!(value, "None" | "nil") && means_null(buffer, entry) {
            let quoted = Change::only(format!("Quote it: \"{value}\""), entry.value.clone(), format!("\"{value}\""));
            // A schema does not accept null without an annotation.
            let is_schema = buffer.outline().documents.get(entry.document).is_some_and(|it| buffer.holds_schema(it));
            let null = Change::only("Change to null", entry.value.clone(), "null");
            found.push(Lint {
                message: format!("{value} is text in YAML, not null"),
                hint: if is_schema { "@schema/nullable makes null the default".to_owned() } else { String::new() },
                fixes: if is_schema { quoted } else { null.into_iter().chain(quoted).collect() },
                ..Lint::new(Kind::NoneWord, file, entry.value.clone())
            });
        }
        // The keys of an item that is a map are entries of their own.
        let is_checked = || {
            has_schema && buffer.outline().documents.get(entry.document).is_some_and(|it| buffer.holds_data_values(it))
        };
        if let Some(word) = boolean_word(value).filter(|_| !is_checked()) {
            found.push(Lint {
                message: format!("{value} is the boolean {word}, not a string"),
                hint: format!("Write {word}, or \"{value}\" for a string"),
                fixes: Change::only("Quote the value", entry.value.clone(), format!("\"{value}\"")),
                ..Lint::new(Kind::BooleanWord, file, entry.value.clone())
            });
        }
        if let Some((default, name)) = type_words::meant(value).filter(|_| is_default(buffer, entry)) {
            found.push(Lint {
                message: format!("{value} is text in a schema, not a type"),
                hint: format!("The type is that of the default: {default} for {name}"),
                fixes: Change::only(format!("Change to {default}"), entry.value.clone(), default),
                ..Lint::new(Kind::TypeWord, file, entry.value.clone())
            });
        }
        if let Some(number) = short_number(value).filter(|_| is_version(buffer.outline(), entry) && !is_checked()) {
            found.push(Lint {
                message: format!("{value} is the number {number}, not a string"),
                hint: format!("Write \"{value}\" for a string"),
                fixes: Change::only("Quote the value", entry.value.clone(), format!("\"{value}\"")),
                ..Lint::new(Kind::ChangedNumber, file, entry.value.clone())
            });
        }
    }
}

/// Whether a value is a default of a schema, and not the name of a type by its key.
fn is_default(buffer: &Buffer<'_>, entry: &Entry) -> bool {
    let outline = buffer.outline();
    let is_schema = outline.documents.get(entry.document).is_some_and(|document| buffer.holds_schema(document));
    let names_type = |key: &str| ["type", "kind", "format"].iter().any(|end| key.to_ascii_lowercase().ends_with(end));
    is_schema && !entry.key.as_deref().is_some_and(names_type)
}

/// The printed form of a number with zeros at its end, such as `1.10`.
fn short_number(text: &str) -> Option<&str> {
    let (whole, fraction) = text.split_once('.')?;
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = is_digits(whole) && is_digits(fraction) && matches!(resolve(text), Scalar::Float(_));
    let short = text.trim_end_matches('0');
    (is_number && short != text).then(|| short.trim_end_matches('.'))
}

/// Whether a value is a version or a tag by its key, or by that of its list.
fn is_version(outline: &Outline, entry: &Entry) -> bool {
    let of_list = || outline.entries[entry.parent?].key.as_deref()?.strip_suffix('s');
    entry.key.as_deref().or_else(of_list).is_some_and(|key| {
        let lower = key.to_ascii_lowercase();
        lower.ends_with("version") || lower == "tag" || ["Tag", "_tag", "-tag"].iter().any(|end| key.ends_with(end))
    })
}

/// Whether a word for null in another language is not meant as text, as it is in Kubernetes' `clusterIP: None`.
fn means_null(buffer: &Buffer<'_>, entry: &Entry) -> bool {
    const OF_KUBERNETES: [&str; 3] = ["clusterIP", "sessionAffinity", "sameSite"];
    let outline = buffer.outline();
    let is_ytt = !buffer.fragments.is_empty() || buffer.is_values_file() || buffer.text.contains("#@");
    let in_resource = || {
        let topmost = outline.entries.iter().filter(|other| other.document == entry.document && other.parent.is_none());
        topmost.filter_map(|other| other.key.as_deref()).any(|key| key == "apiVersion")
    };
    is_ytt && entry.key.as_deref().is_none_or(|key| !OF_KUBERNETES.contains(&key)) && !in_resource()
}

/// The boolean value of a word other than `true` and `false`.
fn boolean_word(text: &str) -> Option<bool> {
    match resolve(text) {
        Scalar::Bool(value) if !matches!(text, "true" | "false" | "True" | "False" | "TRUE" | "FALSE") => Some(value),
        _ => None,
    }
}

/// The printed form of a key that is not a string; None if it is printed as written.
fn becomes(key: &str) -> Option<String> {
    match resolve(key) {
        Scalar::Bool(value) => boolean_word(key).map(|_| format!("the boolean {value}")),
        Scalar::Null if key != "null" => Some("null".to_owned()),
        Scalar::Int(number) if number.to_string() != key => Some(format!("the number {number}")),
        _ => None,
    }
}
