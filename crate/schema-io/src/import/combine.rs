//! Merges the keywords of a schema, of its `$ref` and of its `allOf`.

use serde_json::{Map, Value as Json};

use super::Losses;

/// The maximum number of schemas merged per document: references can grow a document exponentially.
const MAX_SCHEMAS: usize = 20_000;

/// The maximum length of a chain of references.
const MAX_REFERENCES: usize = 200;

pub(super) struct Combiner<'a> {
    pub(super) document: &'a Json,
    /// The references that were followed to the current schema.
    references: Vec<String>,
    merged: usize,
}

/// The keywords that apply to one value.
pub(super) struct Combined {
    pub(super) keywords: Map<String, Json>,
    /// The schema refers to itself, or a limit was exceeded.
    pub(super) is_cyclic: bool,
    /// The length of [`Combiner::references`] before.
    outer_references: usize,
}

impl<'a> Combiner<'a> {
    pub(super) fn new(document: &'a Json, start: String) -> Combiner<'a> {
        Combiner { document, references: vec![format!("#{start}")], merged: 0 }
    }

    /// The keywords of a schema. Call [`Combiner::leave`] after its subschemas have been read.
    pub(super) fn enter(&mut self, schema: &Map<String, Json>, path: &str, losses: &mut Losses) -> Combined {
        let outer_references = self.references.len();
        let mut combined = Combined { keywords: Map::new(), is_cyclic: false, outer_references };
        self.add(schema, path, &mut combined, losses);
        combined
    }

    pub(super) fn leave(&mut self, combined: &Combined) {
        self.references.truncate(combined.outer_references);
    }

    fn add(&mut self, schema: &Map<String, Json>, path: &str, combined: &mut Combined, losses: &mut Losses) {
        self.merged += 1;
        if self.merged > MAX_SCHEMAS {
            losses.add(
                "",
                "$ref",
                format!("the document is too large: after {MAX_SCHEMAS} schemas, any value is allowed"),
            );
            combined.is_cyclic = true;
            return;
        }
        // The first title, description and default win: keywords beside a reference are more specific than its target.
        let own = schema.iter().filter(|(keyword, _)| !matches!(keyword.as_str(), "$ref" | "allOf"));
        for (keyword, value) in own {
            merge(&mut combined.keywords, keyword, value, path, losses);
        }
        if let Some(reference) = schema.get("$ref") {
            self.follow(reference, path, combined, losses);
        }
        for part in schema.get("allOf").and_then(Json::as_array).into_iter().flatten() {
            if let Json::Object(part) = part {
                self.add(part, path, combined, losses);
            }
        }
    }

    fn follow(&mut self, reference: &Json, path: &str, combined: &mut Combined, losses: &mut Losses) {
        let Some(reference) = reference.as_str() else { return };
        if self.references.iter().any(|outer| outer == reference) {
            combined.is_cyclic = true;
            let cycle = self.references.iter().skip_while(|outer| *outer != reference).map(String::as_str);
            let cycle: Vec<&str> = cycle.chain([reference]).collect();
            losses.add(path, "$ref", format!("it refers to itself ({}); any value is allowed here", cycle.join(" → ")));
            return;
        }
        if self.references.len() >= MAX_REFERENCES {
            combined.is_cyclic = true;
            losses.add(
                path,
                "$ref",
                format!("it leads through {MAX_REFERENCES} other references; any value is allowed here"),
            );
            return;
        }
        let target = reference.strip_prefix('#').and_then(|pointer| self.document.pointer(&unescaped(pointer)));
        match target {
            Some(Json::Object(target)) => {
                self.references.push(reference.to_owned());
                self.add(&target.clone(), path, combined, losses);
            }
            Some(Json::Bool(true)) => {}
            _ => losses.add(path, "$ref", format!("{reference} is not in this document; any value is allowed here")),
        }
    }
}

/// A name as a segment of a JSON pointer.
pub(super) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Percent-decodes a JSON pointer of a URI fragment.
fn unescaped(pointer: &str) -> String {
    let mut bytes = Vec::with_capacity(pointer.len());
    let mut rest = pointer.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let byte = hex.filter(|_| *first == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Restricts `keywords` by one more.
fn merge(keywords: &mut Map<String, Json>, keyword: &str, value: &Json, path: &str, losses: &mut Losses) {
    let Some(known) = keywords.get_mut(keyword) else {
        keywords.insert(keyword.to_owned(), value.clone());
        return;
    };
    if known == value {
        return;
    }
    match (keyword, &mut *known, value) {
        ("properties", Json::Object(known), Json::Object(more)) => {
            for (name, schema) in more {
                match known.get_mut(name) {
                    Some(one) => *one = serde_json::json!({ "allOf": [one.clone(), schema] }),
                    None => drop(known.insert(name.clone(), schema.clone())),
                }
            }
        }
        ("required", Json::Array(known), Json::Array(more)) => {
            known.extend(more.iter().filter(|name| !known.contains(name)).cloned().collect::<Vec<_>>());
        }
        ("type", known, more) => *known = Json::Array(common_types(known, more)),
        ("enum", Json::Array(known), Json::Array(more)) => known.retain(|value| more.contains(value)),
        ("minimum" | "minLength" | "minItems" | "minProperties", known, more) => {
            if more.as_f64() > known.as_f64() {
                *known = more.clone();
            }
        }
        ("maximum" | "maxLength" | "maxItems" | "maxProperties", known, more) => {
            if more.as_f64() < known.as_f64() {
                *known = more.clone();
            }
        }
        ("items", known, more) => *known = serde_json::json!({ "allOf": [known.clone(), more] }),
        ("additionalProperties", known, Json::Bool(false)) => *known = Json::Bool(false),
        (
            "title" | "description" | "default" | "examples" | "example" | "deprecated" | "$comment" | "$id"
            | "$schema",
            ..,
        ) => {}
        _ => losses.add(path, keyword, "it occurs more than once here; only the first is used"),
    }
}

pub(super) fn type_names(types: &Json) -> Vec<&str> {
    match types {
        Json::String(name) => vec![name],
        Json::Array(names) => names.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The types that both lists allow; every integer is a number.
fn common_types(one: &Json, other: &Json) -> Vec<Json> {
    let (one, other) = (type_names(one), type_names(other));
    let allows = |names: &[&str], name: &str| names.contains(&name) || (name == "integer" && names.contains(&"number"));
    let both = one.iter().chain(&other).filter(|name| allows(&one, name) && allows(&other, name));
    let mut common: Vec<Json> = Vec::new();
    for name in both {
        let name = Json::String((*name).to_owned());
        if !common.contains(&name) {
            common.push(name);
        }
    }
    common
}
