//! The keywords that hold for one value, taken together from a schema, from what it refers to and from `allOf`.

use serde_json::{Map, Value as Json};

use super::Losses;

/// How many schemas may be taken together in one document: references can multiply what a document says.
const MOST_SCHEMAS: usize = 20_000;

/// How many references may follow one another.
const LONGEST_TRAIL: usize = 200;

pub(super) struct Combiner<'a> {
    pub(super) document: &'a Json,
    /// The references that lead to where we are.
    trail: Vec<String>,
    taken: usize,
}

/// What holds for one value.
pub(super) struct Combined {
    pub(super) keywords: Map<String, Json>,
    /// A schema that refers to itself has no end.
    pub(super) is_cyclic: bool,
    /// How long the trail was before.
    trail: usize,
}

impl<'a> Combiner<'a> {
    pub(super) fn new(document: &'a Json, start: String) -> Combiner<'a> {
        Combiner { document, trail: vec![format!("#{start}")], taken: 0 }
    }

    /// The keywords of a schema. The trail goes on from here until [`Combiner::leave`].
    pub(super) fn enter(&mut self, schema: &Map<String, Json>, path: &str, losses: &mut Losses) -> Combined {
        let mut combined = Combined { keywords: Map::new(), is_cyclic: false, trail: self.trail.len() };
        self.take(schema, path, &mut combined, losses);
        combined
    }

    pub(super) fn leave(&mut self, combined: &Combined) {
        self.trail.truncate(combined.trail);
    }

    fn take(&mut self, schema: &Map<String, Json>, path: &str, combined: &mut Combined, losses: &mut Losses) {
        self.taken += 1;
        if self.taken > MOST_SCHEMAS {
            losses.add(
                "",
                "$ref",
                format!("the document says too much: after {MOST_SCHEMAS} schemas any value is allowed"),
            );
            combined.is_cyclic = true;
            return;
        }
        // What stands beside a reference is nearer, and says it better.
        let own = schema.iter().filter(|(keyword, _)| !matches!(keyword.as_str(), "$ref" | "allOf"));
        for (keyword, value) in own {
            merge(&mut combined.keywords, keyword, value, path, losses);
        }
        if let Some(reference) = schema.get("$ref") {
            self.follow(reference, path, combined, losses);
        }
        for part in schema.get("allOf").and_then(Json::as_array).into_iter().flatten() {
            if let Json::Object(part) = part {
                self.take(part, path, combined, losses);
            }
        }
    }

    fn follow(&mut self, reference: &Json, path: &str, combined: &mut Combined, losses: &mut Losses) {
        let Some(reference) = reference.as_str() else { return };
        if self.trail.iter().any(|passed| passed == reference) {
            combined.is_cyclic = true;
            let way = self.trail.iter().skip_while(|passed| *passed != reference).map(String::as_str);
            let way: Vec<&str> = way.chain([reference]).collect();
            losses.add(path, "$ref", format!("it refers to itself ({}); any value is allowed here", way.join(" → ")));
            return;
        }
        if self.trail.len() >= LONGEST_TRAIL {
            combined.is_cyclic = true;
            losses.add(path, "$ref", format!("it leads through {LONGEST_TRAIL} others; any value is allowed here"));
            return;
        }
        let target = reference.strip_prefix('#').and_then(|pointer| self.document.pointer(&unescaped(pointer)));
        match target {
            Some(Json::Object(target)) => {
                self.trail.push(reference.to_owned());
                self.take(&target.clone(), path, combined, losses);
            }
            Some(Json::Bool(true)) => {}
            _ => losses.add(path, "$ref", format!("{reference} is not in this document; any value is allowed here")),
        }
    }
}

/// A name as a part of a JSON pointer.
pub(super) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A pointer in a fragment of an address may have `%20` in it.
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

/// Adds what another part says of the same value.
fn merge(said: &mut Map<String, Json>, keyword: &str, value: &Json, path: &str, losses: &mut Losses) {
    let Some(known) = said.get_mut(keyword) else {
        said.insert(keyword.to_owned(), value.clone());
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
        _ => losses.add(path, keyword, "it is said twice, and only the first is taken"),
    }
}

pub(super) fn type_names(types: &Json) -> Vec<&str> {
    match types {
        Json::String(name) => vec![name],
        Json::Array(names) => names.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The types that both allow; every integer is a number.
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
