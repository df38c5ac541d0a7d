//! A fix that creates a schema, where nothing is declared.

use super::{Missing, SCHEMA, declaration, new_file};
use crate::boundary::{DataValue, Fix, ImportFormat, InputKind, OriginKind, Request};
use crate::yaml::inline::scalar;
use crate::yaml::tree::Value;

/// The path of a new schema that declares data values, and the fix without its title. None if there are data values that it would
/// have to declare, but for scalars of flags and variables.
pub(super) fn declaring(request: &Request, values: Option<&DataValue>, missing: &[Missing]) -> Option<(String, Fix)> {
    let set = values.map_or(&[][..], |values| &values.children);
    let is_set = |key: &String| set.iter().any(|value| value.key == *key);
    if missing.iter().any(|missing| missing.path.first().is_none_or(|key| key.is_empty() || is_set(key))) {
        return None;
    }
    let mut text = format!("#@{SCHEMA}\n---\n");
    if !set.is_empty() {
        let written: Option<String> = set.iter().map(|value| written(value, "")).collect();
        let schema = ytterby_schema_io::import::import(&written?, Some(ImportFormat::Values)).schema?;
        text.push_str(schema.split_once("---\n")?.1);
    }
    for missing in missing {
        text.push_str(&declaration(&missing.path, missing, true)?);
    }
    new_file::fix(request, "schema.yml", text, InputKind::Schema)
}

/// A data value of a flag or a variable as a line of YAML, or several.
fn written(value: &DataValue, indentation: &str) -> Option<String> {
    let key = scalar(&Value::str(&*value.key))?;
    match &value.value {
        Some(text) if matches!(value.origin.kind, OriginKind::Flag | OriginKind::Env) && value.r#type != "null" => {
            Some(format!("{indentation}{key}: {text}\n"))
        }
        None if value.r#type == "map" && !value.children.is_empty() => {
            let deeper = format!("{indentation}  ");
            let children: Option<String> = value.children.iter().map(|child| written(child, &deeper)).collect();
            Some(format!("{indentation}{key}:\n{}", children?))
        }
        _ => None,
    }
}
