//! Recognises the format of a text to import.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// The formats that can be imported as a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ImportFormat {
    /// A JSON Schema, as JSON or YAML.
    JsonSchema,
    /// An OpenAPI document or a custom resource definition, as JSON or YAML.
    #[serde(rename = "openapi")]
    OpenApi,
    /// Plain values, such as the `values.yaml` of a Helm chart.
    Values,
}

/// Keywords with schemas that have no other meaning.
const KEYWORDS: [&str; 4] = ["$schema", "$ref", "$defs", "$id"];

/// Keywords that schemas of properties have, if they have no type.
const SUBSCHEMA: [&str; 17] = [
    "$ref", "additionalProperties", "allOf", "anyOf", "const", "default", "description", "enum", "format", "items",
    "maximum", "minimum", "not", "oneOf", "pattern", "properties", "title",
];

/// The types of JSON Schema.
const TYPES: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];

/// The format of a text; `document` is the text as JSON, if it is JSON or a single document of YAML.
pub(super) fn recognise(text: &str, document: Option<&Json>) -> ImportFormat {
    match document {
        Some(Json::Object(top)) if is_open_api(top) => ImportFormat::OpenApi,
        Some(Json::Object(top)) if is_schema(top) => ImportFormat::JsonSchema,
        // A message about JSON helps more than one about YAML.
        None if text.trim_start().starts_with('{') => ImportFormat::JsonSchema,
        _ => ImportFormat::Values,
    }
}

fn is_open_api(top: &Map<String, Json>) -> bool {
    let is_version = |name: &str| top.get(name).is_some_and(|value| value.is_string() || value.is_number());
    let has_crd = || top.get("spec").and_then(|spec| spec.pointer("/versions/0/schema/openAPIV3Schema")).is_some();
    is_version("openapi") || is_version("swagger") || has_crd()
}

/// A values file may have keys such as `type` and `properties`, too, but with other values.
fn is_schema(top: &Map<String, Json>) -> bool {
    let are_schemas = |value: &Json| match value {
        Json::Object(schemas) => !schemas.is_empty() && schemas.values().all(looks_like_schema),
        Json::Array(schemas) => !schemas.is_empty() && schemas.iter().all(looks_like_schema),
        _ => false,
    };
    KEYWORDS.iter().any(|keyword| top.contains_key(*keyword))
        || top.get("type").is_some_and(is_type)
        || ["properties", "patternProperties", "definitions", "allOf", "anyOf", "oneOf"]
            .iter()
            .any(|keyword| top.get(*keyword).is_some_and(are_schemas))
}

fn looks_like_schema(value: &Json) -> bool {
    match value {
        Json::Bool(_) => true,
        Json::Object(keywords) => {
            keywords.is_empty()
                || keywords.get("type").is_some_and(is_type)
                || SUBSCHEMA.iter().any(|keyword| keywords.contains_key(*keyword))
        }
        _ => false,
    }
}

fn is_type(value: &Json) -> bool {
    let is_name = |value: &Json| value.as_str().is_some_and(|name| TYPES.contains(&name));
    match value {
        Json::Array(names) => !names.is_empty() && names.iter().all(is_name),
        name => is_name(name),
    }
}
