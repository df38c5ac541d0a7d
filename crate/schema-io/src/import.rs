//! Converts a JSON Schema, an OpenAPI document or plain values to a ytt schema, and lists the parts that could not be converted or were guessed.
//!
//! [`format`](mod@format) recognises the format. In a JSON Schema or an OpenAPI document, [`combine`] resolves `$ref` and `allOf`,
//! [`reading`] converts keywords to nodes, and [`writing`] writes the nodes as a schema file. Where ytt has no equivalent, the schema
//! allows more or less than the document does, and the list says where and why. [`values`] converts plain values.

mod combine;
mod format;
mod node;
mod reading;
mod values;
mod words;
mod writing;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::loss::Loss;
use crate::yaml::brackets::check_brackets;
use node::Kind;

pub use format::ImportFormat;
pub use values::Guess;

/// A ytt schema converted from a JSON Schema, an OpenAPI document or plain values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaImport {
    /// The format that was recognised or requested; null if the text is empty.
    pub format: Option<ImportFormat>,
    /// The text of a schema file; null if there is an error.
    pub schema: Option<String>,
    /// Of a JSON Schema or an OpenAPI document, the keywords that have no equivalent.
    pub not_carried_over: Vec<Loss>,
    /// Of plain values, the types that they do not determine.
    pub guesses: Vec<Guess>,
    /// Of plain values, the text as a data values file of ytt.
    pub data_values: Option<String>,
    /// Why there is no schema: a sentence.
    pub error: Option<String>,
}

/// Converts a text to a ytt schema; without a format, recognises it.
pub fn import(text: &str, format: Option<ImportFormat>) -> SchemaImport {
    if text.trim().is_empty() {
        return SchemaImport { error: Some("The text is empty".to_owned()), ..SchemaImport::default() };
    }
    let document = read(text);
    let format = format.unwrap_or_else(|| format::recognise(text, document.as_ref().ok()));
    let result = match format {
        ImportFormat::Values => values::convert(text).map(|converted| SchemaImport {
            schema: Some(converted.schema),
            guesses: converted.guesses,
            data_values: converted.data_values,
            ..SchemaImport::default()
        }),
        ImportFormat::JsonSchema | ImportFormat::OpenApi => document.and_then(|document| {
            let (schema, not_carried_over) = described(&document)?;
            Ok(SchemaImport { schema: Some(schema), not_carried_over, ..SchemaImport::default() })
        }),
    };
    let import = result.unwrap_or_else(|error| SchemaImport { error: Some(error), ..SchemaImport::default() });
    SchemaImport { format: Some(format), ..import }
}

/// Converts a JSON Schema or an OpenAPI document to the text of a ytt schema file, and lists the keywords that have no equivalent.
fn described(document: &Json) -> Result<(String, Vec<Loss>), String> {
    let mut losses = Losses::default();
    let (schema, start) = start(document, &mut losses)?;
    let root = reading::root(document, schema, start, &mut losses);
    match &root.kind {
        Kind::Map(_) => Ok((writing::file(&root), losses.list)),
        _ => Err("Data values are a map, and this document describes no object with properties".to_owned()),
    }
}

/// The keywords that are not converted, without duplicates.
#[derive(Default)]
struct Losses {
    list: Vec<Loss>,
    known: HashSet<(String, String, String)>,
}

impl Losses {
    fn add(&mut self, path: &str, keyword: &str, why: impl Into<String>) {
        let loss = Loss { path: path.to_owned(), keyword: keyword.to_owned(), why: why.into() };
        if self.known.insert((loss.path.clone(), loss.keyword.clone(), loss.why.clone())) {
            self.list.push(loss);
        }
    }
}

/// Parses JSON, or else YAML. YAML alone would not do: it does not allow JSON's tabs.
fn read(text: &str) -> Result<Json, String> {
    let json = match serde_json::from_str(text) {
        Ok(json) => return Ok(json),
        Err(error) => error,
    };
    let yaml = match check_brackets(text) {
        Ok(()) => serde_yaml::from_str::<serde_yaml::Value>(text).map_err(|error| error.to_string()),
        Err(problem) => Err(problem.to_owned()),
    };
    match yaml {
        Ok(yaml) => Ok(from_yaml(yaml)),
        Err(_) if text.trim_start().starts_with('{') => Err(format!("This is not JSON: {json}")),
        Err(error) => Err(format!("This is neither JSON nor YAML: {error}")),
    }
}

fn from_yaml(yaml: serde_yaml::Value) -> Json {
    match yaml {
        serde_yaml::Value::Null => Json::Null,
        serde_yaml::Value::Bool(value) => Json::Bool(value),
        serde_yaml::Value::Number(number) => serde_json::to_value(number).unwrap_or(Json::Null),
        serde_yaml::Value::String(text) => Json::String(text),
        serde_yaml::Value::Sequence(items) => items.into_iter().map(from_yaml).collect(),
        serde_yaml::Value::Mapping(entries) => {
            Json::Object(entries.into_iter().map(|(key, value)| (key_text(key), from_yaml(value))).collect())
        }
        serde_yaml::Value::Tagged(tagged) => from_yaml(tagged.value),
    }
}

/// A key as JSON's string; status codes of OpenAPI's responses are numbers in YAML.
fn key_text(key: serde_yaml::Value) -> String {
    match from_yaml(key) {
        Json::String(text) => text,
        other => other.to_string(),
    }
}

/// The schema to convert, and the JSON pointer to it.
fn start<'a>(document: &'a Json, losses: &mut Losses) -> Result<(&'a Json, String), String> {
    let Json::Object(top) = document else {
        return Err("A JSON Schema or an OpenAPI document is an object".to_owned());
    };
    let described_at = |pointer: &str| document.pointer(pointer).map(|schema| (schema, pointer.to_owned()));
    if top.contains_key("openapi") || top.contains_key("swagger") {
        for pointer in ["/components/schemas", "/definitions"] {
            if let Some(schemas) = document.pointer(pointer).and_then(Json::as_object) {
                return first(pointer, schemas, losses)
                    .ok_or_else(|| "This OpenAPI document has no schemas".to_owned());
            }
        }
        return Err("This OpenAPI document has no schemas (components.schemas)".to_owned());
    }
    if let Some(found) = described_at("/spec/versions/0/schema/openAPIV3Schema") {
        return Ok(found);
    }
    let says =
        ["properties", "$ref", "allOf", "type", "anyOf", "oneOf"].iter().any(|keyword| top.contains_key(*keyword));
    if !says {
        for pointer in ["/$defs", "/definitions"] {
            if let Some(schemas) = document.pointer(pointer).and_then(Json::as_object)
                && let Some(found) = first(pointer, schemas, losses)
            {
                return Ok(found);
            }
        }
    }
    Ok((document, String::new()))
}

/// The schema with the name that ytt exports, else the first that no other one refers to.
fn first<'a>(pointer: &str, schemas: &'a Map<String, Json>, losses: &mut Losses) -> Option<(&'a Json, String)> {
    let text = Json::Object(schemas.clone()).to_string();
    let is_used = |name: &str| text.contains(&format!("\"#{pointer}/{}\"", combine::escaped(name)));
    let chosen = schemas
        .get_key_value("dataValues")
        .or_else(|| schemas.iter().find(|(name, _)| !is_used(name)))
        .or_else(|| schemas.iter().next())?;
    let others: Vec<&str> = schemas.keys().filter(|n| *n != chosen.0 && !is_used(n)).map(String::as_str).collect();
    if !others.is_empty() {
        let why = format!(
            "only {} was converted, the schema that no other one refers to; not {}",
            chosen.0,
            others.join(", ")
        );
        losses.add("", &pointer[1..].replace('/', "."), why);
    }
    Some((chosen.1, format!("{pointer}/{}", combine::escaped(chosen.0))))
}
