//! Converts the keywords of a schema to a node of a ytt schema, and lists the keywords that cannot be converted.

use std::collections::HashSet;

use serde_json::{Map, Value as Json, json};

use super::Losses;
use super::combine::{Combiner, type_names};
use super::node::{Kind, Node, is_whole};
use super::words::{starlark, starlark_text};
use crate::regexp;
use crate::yaml::go_format::joined;
use ytterby_limits::depth;

/// Keywords that do not restrict a value, or are read together with others.
const SILENT: [&str; 24] = [
    "$schema", "$id", "id", "$anchor", "$comment", "$defs", "definitions", "$vocabulary", "type", "nullable", "title",
    "description", "default", "example", "examples", "x-example-description", "deprecated", "deprecationMessage",
    "properties", "required", "additionalProperties", "items", "enum", "const",
];

type Keywords = Map<String, Json>;

/// The node of the document.
pub(super) fn root(document: &Json, schema: &Json, start: String, losses: &mut Losses) -> Node {
    let mut reader = Reader { combiner: Combiner::new(document, start), losses, depth: 0 };
    let mut root = reader.node(schema, "");
    let losses = reader.losses;
    if root.nullable && matches!(root.kind, Kind::Map(_)) {
        losses.add("", "type", "the data values as a whole cannot be null");
    }
    if root.deprecated.take().is_some() {
        losses.add("", "deprecated", "ytt can deprecate only single data values");
    }
    if root.default.take().is_some() {
        losses.add("", "default", "ytt has no default for the data values as a whole, only for each of them");
    }
    if !root.examples.is_empty() {
        root.examples.clear();
        losses.add(
            "",
            "examples",
            "only examples of single data values are converted, not of the data values as a whole",
        );
    }
    root.nullable = false;
    root
}

struct Reader<'a> {
    combiner: Combiner<'a>,
    losses: &'a mut Losses,
    depth: usize,
}

impl Reader<'_> {
    fn node(&mut self, schema: &Json, path: &str) -> Node {
        let Json::Object(schema) = schema else {
            if *schema == Json::Bool(false) {
                self.losses.add(path, "false", "no value is allowed here; ytt has no type for that");
            }
            return Node::of(Kind::Any);
        };
        if self.depth >= depth::IMPORTED_SCHEMAS {
            self.losses.add(path, "properties", "it is nested too deeply; any value is allowed here");
            return Node::of(Kind::Any);
        }
        self.depth += 1;
        let combined = self.combiner.enter(schema, path, self.losses);
        let node = if combined.is_cyclic {
            let mut node = Node::of(Kind::Any);
            describe(&mut node, &combined.keywords);
            node
        } else {
            self.typed(combined.keywords.clone(), path)
        };
        self.combiner.leave(&combined);
        self.depth -= 1;
        node
    }

    fn typed(&mut self, mut keywords: Keywords, path: &str) -> Node {
        let one_not_null = self.alternatives(&mut keywords, path);
        let mut types: Vec<String> =
            keywords.get("type").map(type_names).unwrap_or_default().into_iter().map(str::to_owned).collect();
        let has_types = !types.is_empty();
        let mut nullable =
            keywords.get("nullable") == Some(&Json::Bool(true)) || types.iter().any(|name| name == "null");
        types.retain(|name| name != "null");
        let mut allowed = match (keywords.get("const"), keywords.get("enum")) {
            (Some(only), _) => Some(vec![only.clone()]),
            (None, Some(Json::Array(values))) => Some(values.clone()),
            _ => None,
        };
        if let Some(allowed) = &mut allowed {
            let null = allowed.contains(&Json::Null);
            allowed.retain(|value| *value != Json::Null);
            nullable = null && (nullable || !has_types);
            if !has_types {
                types = types_of(allowed);
            }
        }
        if types.is_empty() && !has_types {
            types.extend(implied_type(&keywords).map(str::to_owned));
        }
        if types.len() == 2 && types.iter().all(|name| name == "integer" || name == "number") {
            types = vec!["number".to_owned()];
        }
        let kind = match &types[..] {
            [one] => self.kind(one, &keywords, path),
            _ => Kind::Any,
        };
        let mut node = Node::of(kind);
        node.nullable = nullable;
        describe(&mut node, &keywords);
        if matches!(node.kind, Kind::Any) {
            self.any(&mut node, &types, has_types, nullable, path);
        }
        self.rules(&mut node, &keywords, allowed, path);
        if let Some(keys) = one_not_null {
            if matches!(node.kind, Kind::Map(_)) {
                node.named.push(("one_not_null", keys));
            } else {
                self.losses.add(path, "oneOf", "the keys are not in the schema");
            }
        }
        self.default(&mut node, &keywords, path);
        self.examples(&mut node, &keywords, path);
        self.unknown(&keywords, path);
        node
    }

    /// Replaces the forms of `anyOf` and `oneOf` that ytt can express: null or one other schema, and a list of constants. Returns
    /// the keys for the rule `one_not_null` if exactly one of some properties is allowed.
    fn alternatives(&mut self, keywords: &mut Keywords, path: &str) -> Option<Json> {
        let mut keys = None;
        for keyword in ["anyOf", "oneOf"] {
            let Some(Json::Array(choices)) = keywords.get(keyword).cloned() else { continue };
            if keyword == "oneOf"
                && let Some(found) = one_not_null_keys(&choices)
            {
                keywords.remove(keyword);
                keys = Some(found);
                continue;
            }
            if let Some(constants) =
                choices.iter().map(|choice| choice.get("const").cloned()).collect::<Option<Vec<_>>>()
            {
                keywords.remove(keyword);
                keywords.entry("enum").or_insert(Json::Array(constants));
                continue;
            }
            let (null, others): (Vec<_>, Vec<_>) = choices.iter().partition(|choice| is_null(choice));
            let ([_, ..], [Json::Object(other)]) = (&null[..], &others[..]) else { continue };
            keywords.remove(keyword);
            let combined = self.combiner.enter(other, path, self.losses);
            // Without `leave`: subschemas of `other` are read later and may refer to it.
            let mut other = combined.keywords;
            if let Some(Json::Array(choices)) = other.get("oneOf")
                && let Some(found) = one_not_null_keys(choices)
            {
                other.remove("oneOf");
                keys = Some(found);
            }
            let has_types = keywords.contains_key("type");
            if combined.is_cyclic {
                keywords.remove("type");
                continue;
            }
            for (keyword, value) in other {
                keywords.entry(keyword).or_insert(value);
            }
            if !has_types {
                let mut types: Vec<Json> =
                    keywords.get("type").map(type_names).unwrap_or_default().into_iter().map(Json::from).collect();
                if types.is_empty() {
                    types.extend(implied_type(keywords).map(Json::from));
                }
                if types.is_empty() {
                    keywords.insert("nullable".to_owned(), json!(true));
                } else {
                    types.push(json!("null"));
                    keywords.insert("type".to_owned(), Json::Array(types));
                }
            }
        }
        keys
    }

    fn kind(&mut self, name: &str, keywords: &Keywords, path: &str) -> Kind {
        match name {
            "string" => Kind::String,
            "integer" => Kind::Integer,
            "number" => Kind::Float,
            "boolean" => Kind::Boolean,
            "object" => self.map(keywords, path),
            "array" => {
                let items = keywords.get("items").cloned().unwrap_or(Json::Bool(true));
                if items.is_array() || keywords.contains_key("prefixItems") {
                    self.losses.add(
                        path,
                        "items",
                        "ytt has no types for single positions of an array; any items are allowed",
                    );
                    return Kind::Array(Box::new(Node::of(Kind::Any)));
                }
                let path = format!("{path}[]");
                let mut item = self.node(&items, &path);
                if item.default.take().is_some_and(|default| default != Json::Null) {
                    self.losses.add(&path, "default", "in ytt, items of an array have no default");
                }
                Kind::Array(Box::new(item))
            }
            _ => {
                self.losses.add(path, "type", format!("{name} is not a type; any value is allowed here"));
                Kind::Any
            }
        }
    }

    fn map(&mut self, keywords: &Keywords, path: &str) -> Kind {
        let empty = Map::new();
        let properties = keywords.get("properties").and_then(Json::as_object).unwrap_or(&empty);
        let others = keywords.get("additionalProperties").unwrap_or(&Json::Null);
        let has_free_keys = *others != Json::Bool(false) || keywords.contains_key("patternProperties");
        if properties.is_empty() && has_free_keys {
            // With {} as the default, ytt would refuse every key of a document of data values.
            let null =
                if keywords.contains_key("default") { "" } else { ", and it is null by default: code needs `or {}`" };
            let why = format!("ytt has no maps with arbitrary keys; any value is allowed here{null}");
            self.losses.add(path, "additionalProperties", why);
            return Kind::Any;
        }
        match others {
            Json::Bool(false) => {}
            // Most authors omit it without allowing other keys on purpose: listed once for the whole document.
            Json::Null => {
                self.losses.add("", "additionalProperties", "ytt allows only the keys of the schema, in every map")
            }
            _ => self.losses.add(path, "additionalProperties", "ytt allows only the keys of the schema"),
        }
        let required = keywords.get("required").and_then(Json::as_array).cloned().unwrap_or_default();
        let required_names: HashSet<&str> = required.iter().filter_map(Json::as_str).collect();
        for name in required.iter().filter_map(Json::as_str).filter(|name| !properties.contains_key(*name)) {
            self.losses.add(path, "required", format!("{name} is required, but it is not in properties"));
        }
        let mut fields = Vec::new();
        // ytt rejects keys that are not declared, so a property that is never allowed is not declared.
        for (name, schema) in properties.iter().filter(|(_, schema)| **schema != Json::Bool(false)) {
            let path = joined(path, name);
            if is_never_allowed(schema) {
                self.losses.add(
                    &path,
                    "not",
                    "it is never allowed: it is not in the schema, so ytt rejects it as an unknown key",
                );
                continue;
            }
            let mut node = self.node(schema, &path);
            self.presence(&mut node, required_names.contains(name.as_str()), &path);
            fields.push((name.clone(), node));
        }
        Kind::Map(fields)
    }

    /// Adjusts a node to `required`. In ytt a value is required if its default breaks a rule, and optional otherwise.
    fn presence(&mut self, node: &mut Node, is_required: bool, path: &str) {
        let is_map = matches!(node.kind, Kind::Map(_));
        match (is_required, node.is_required()) {
            (true, false) if node.is_null_by_default => {
                node.nullable = true;
                node.named.push(("not_null", json!(true)));
            }
            (true, false) if breaks(node) => {}
            (true, false) if node.default.is_some() || is_map => {
                self.losses.add(path, "required", "if it is missing, its default is used");
            }
            (true, false) if node.nullable => {
                self.losses.add(path, "required", "if it is missing, it is null, which is allowed");
            }
            (true, false) => {
                // ytt's idiom for required values: null by default, and rejected if it is still null.
                node.nullable = true;
                node.named.push(("not_null", json!(true)));
            }
            (false, true) if matches!(node.kind, Kind::Any) => {
                node.named.retain(|(name, _)| *name != "not_null");
                self.losses.add(path, "type", "if it is missing, it is null");
            }
            (false, true) if is_map => {
                node.nullable = true;
                self.losses.add(
                    path,
                    "required",
                    "the map is optional but has required keys: if it is missing, it is null",
                );
            }
            // Custom rules mostly reject the default that the type implies, such as an empty string.
            (false, false) if !node.nullable && node.default.is_none() && (breaks(node) || !node.custom.is_empty()) => {
                node.nullable = true;
                self.losses.add(path, "default", "there is none that keeps the rules: if it is missing, it is null");
            }
            _ => {}
        }
    }

    /// Several types, or none: any value, with a rule for the types that `type()` can distinguish.
    fn any(&mut self, node: &mut Node, types: &[String], has_types: bool, nullable: bool, path: &str) {
        node.nullable = true;
        if !has_types || types.len() == 1 {
            return;
        }
        if !nullable {
            node.named.push(("not_null", json!(true)));
        }
        let all = ["string", "boolean", "array", "object"];
        if all.iter().all(|name| types.iter().any(|t| t == name)) && types.iter().any(|name| name == "number") {
            return;
        }
        if types.iter().any(|name| name == "array") != types.iter().any(|name| name == "object") {
            self.losses.add(path, "type", "rules cannot distinguish maps and arrays: both are allowed");
        }
        let mut names = Vec::new();
        for name in types {
            let starlark: &[&str] = match name.as_str() {
                "string" => &["string"],
                "integer" => &["int"],
                "number" => &["int", "float"],
                "boolean" => &["bool"],
                _ => &["yamlfragment"],
            };
            names.extend(starlark.iter().filter(|name| !names.contains(*name)).collect::<Vec<_>>());
        }
        let names: Vec<String> = names.into_iter().map(starlark_text).collect();
        let words = if types.is_empty() { "null".to_owned() } else { format!("of type {}", types.join(" or ")) };
        let body = if names.is_empty() { "False".to_owned() } else { format!("type(v) in [{}]", names.join(", ")) };
        node.custom.push((words, body));
    }

    fn rules(&mut self, node: &mut Node, keywords: &Keywords, allowed: Option<Vec<Json>>, path: &str) {
        let is_number = matches!(node.kind, Kind::Integer | Kind::Float);
        let is_any = matches!(node.kind, Kind::Any);
        let is_only_numbers = is_any
            && keywords
                .get("type")
                .map(type_names)
                .is_some_and(|names| names.iter().all(|n| matches!(*n, "number" | "integer" | "null")));
        for (keyword, rule, sign) in [
            ("minimum", "min", ">="),
            ("maximum", "max", "<="),
            ("exclusiveMinimum", "", ">"),
            ("exclusiveMaximum", "", "<"),
        ] {
            let Some(limit) = keywords.get(keyword) else { continue };
            // In OpenAPI 3.0, `exclusiveMinimum: true` excludes the limit `minimum` itself.
            let old = if keyword == "minimum" { "exclusiveMinimum" } else { "exclusiveMaximum" };
            let sign = if !rule.is_empty() && keywords.get(old) == Some(&Json::Bool(true)) { &sign[..1] } else { sign };
            match limit {
                Json::Number(_) if !is_number && !is_only_numbers => {
                    self.losses.add(path, keyword, "it applies only to numbers, but other types are allowed, too");
                }
                Json::Number(_) if sign.len() == 2 => node.named.push((rule, limit.clone())),
                Json::Number(_) => {
                    let limit = starlark(limit);
                    node.custom.push((format!("a value {sign} {limit}"), format!("v {sign} {limit}")));
                }
                Json::Bool(_) => {}
                _ => self.losses.add(path, keyword, "it is not a number"),
            }
        }
        if let Some(step) = keywords.get("multipleOf") {
            match step.as_i64() {
                Some(step @ 1..) if is_number => {
                    node.custom.push((format!("a multiple of {step}"), format!("v % {step} == 0")));
                }
                _ => self.losses.add(path, "multipleOf", "only multiples of an integer can be checked"),
            }
        }
        self.lengths(node, keywords, path);
        if let Some(Json::String(pattern)) = keywords.get("pattern") {
            if matches!(node.kind, Kind::String) && regexp::is_pattern(pattern) {
                let literal = starlark_text(pattern);
                node.custom.push((format!("a string that matches {pattern}"), format!("regexp.match({literal}, v)")));
            } else if matches!(node.kind, Kind::String) {
                self.losses.add(path, "pattern", "ytt's regular expressions (RE2) do not support all of its syntax");
            } else {
                self.losses.add(path, "pattern", "it applies only to strings, but other types are allowed, too");
            }
        }
        if keywords.get("not").and_then(Json::as_object).is_some_and(Map::is_empty) {
            node.custom.push(("not set".to_owned(), "False".to_owned()));
        }
        if let Some(allowed) = allowed {
            let (allowed, others): (Vec<_>, Vec<_>) = allowed.into_iter().partition(|value| node.fits(value));
            if !others.is_empty() {
                let others = Json::Array(others);
                self.losses.add(path, "enum", format!("{others} is not of the type"));
            }
            if matches!(node.kind, Kind::Map(_) | Kind::Array(_)) {
                self.losses.add(path, "enum", "ytt has no such rule for maps and arrays");
            } else if allowed.is_empty() {
                node.custom.push(("null".to_owned(), "False".to_owned()));
            } else {
                node.named.push(("one_of", Json::Array(allowed)));
            }
        }
    }

    fn lengths(&mut self, node: &mut Node, keywords: &Keywords, path: &str) {
        let limits = [
            ("minLength", "min_len"),
            ("minItems", "min_len"),
            ("minProperties", "min_len"),
            ("maxLength", "max_len"),
            ("maxItems", "max_len"),
            ("maxProperties", "max_len"),
        ];
        for (keyword, rule) in limits {
            let Some(limit) = keywords.get(keyword) else { continue };
            let of_all = ["Length", "Items", "Properties"]
                .map(|what| keywords.get(&format!("{}{what}", &keyword[..3])) == Some(limit));
            let fits = match node.kind {
                Kind::String => keyword.ends_with("Length"),
                Kind::Array(_) => keyword.ends_with("Items"),
                // Everything that has a length has the same limit.
                Kind::Any => of_all == [true; 3],
                _ => false,
            };
            match limit.as_f64() {
                Some(length) if fits && length >= 0.0 && length.fract() == 0.0 => {
                    if matches!(node.kind, Kind::String) {
                        self.losses.add("", "minLength, maxLength", "ytt counts bytes, not characters");
                    }
                    if !node.named.iter().any(|(name, _)| *name == rule) {
                        node.named.push((rule, json!(length as u64)));
                    }
                }
                _ if matches!(node.kind, Kind::Map(_)) => {
                    self.losses.add(path, keyword, "in ytt, every map has all the keys of the schema");
                }
                _ => self.losses.add(path, keyword, "it does not apply to values of this type alone"),
            }
        }
    }

    fn default(&mut self, node: &mut Node, keywords: &Keywords, path: &str) {
        let Some(default) = keywords.get("default") else {
            // A constant is the only possible default.
            node.default = keywords.get("const").filter(|only| node.fits(only)).cloned();
            return;
        };
        if *default == Json::Null {
            // A default of null that is not allowed makes the value required, which `required` states as well.
            node.default = None;
            if !node.nullable {
                node.is_null_by_default = true;
            }
        } else if node.fits(default) {
            node.default = Some(default.clone());
            let types = keywords.get("type").map(type_names).unwrap_or_default();
            let allows_maps = (types.is_empty() || types.contains(&"object")) && keywords.get("not") != Some(&no_map());
            if matches!(node.kind, Kind::Any) && allows_maps && refuses_maps(default) {
                self.losses.add(
                    path,
                    "default",
                    "ytt overlays a map on the default, which fails unless the default is a map",
                );
            }
        } else {
            self.losses.add(path, "default", format!("{default} is not of the type"));
        }
    }

    fn examples(&mut self, node: &mut Node, keywords: &Keywords, path: &str) {
        let description = keywords.get("x-example-description").and_then(Json::as_str).unwrap_or("Example");
        let examples = match (keywords.get("examples"), keywords.get("example")) {
            (Some(Json::Array(examples)), _) => examples.clone(),
            (None, Some(example)) => vec![example.clone()],
            _ => return,
        };
        for example in examples {
            if node.fits(&example) {
                node.examples.push((description.to_owned(), example));
            } else {
                self.losses.add(path, "examples", format!("{example} is not of the type"));
            }
        }
    }

    /// Lists the keywords that have not been converted.
    fn unknown(&mut self, keywords: &Keywords, path: &str) {
        const READ: [&str; 12] = [
            "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "minLength",
            "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
        ];
        for (keyword, value) in keywords {
            let why = match keyword.as_str() {
                known if SILENT.contains(&known) || READ.contains(&known) => continue,
                "not" if value.as_object().is_some_and(Map::is_empty) => continue,
                // Written by the export of schemas (`overlaid`); in ytt it follows from the default.
                "not" if *value == no_map() && keywords.get("default").is_some_and(|d| !d.is_null()) => {
                    continue;
                }
                "uniqueItems" | "readOnly" | "writeOnly" if *value == Json::Bool(false) => continue,
                "format" if matches!(value.as_str(), Some("float" | "double" | "int64")) => continue,
                "format" => "ytt does not check formats",
                "anyOf" | "oneOf" | "not" | "if" | "then" | "else" => "ytt has no alternative types for a value",
                _ => "ytt has no equivalent",
            };
            self.losses.add(path, keyword, why);
        }
    }
}

fn describe(node: &mut Node, keywords: &Keywords) {
    let text =
        |keyword| keywords.get(keyword).and_then(Json::as_str).filter(|text| !text.is_empty()).map(str::to_owned);
    node.title = text("title");
    node.description = text("description");
    if keywords.get("deprecated") == Some(&Json::Bool(true)) {
        node.deprecated = Some(text("deprecationMessage").unwrap_or_else(|| "deprecated".to_owned()));
    }
}

/// Whether the default, or the one that the type implies, breaks a named rule.
fn breaks(node: &Node) -> bool {
    if node.nullable && node.default.is_none() {
        return node.named.iter().any(|(name, _)| *name == "not_null");
    }
    let default = node.default.clone().unwrap_or_else(|| match &node.kind {
        Kind::String => json!(""),
        Kind::Integer | Kind::Float => json!(0),
        Kind::Boolean => json!(false),
        Kind::Array(_) => json!([]),
        Kind::Map(_) | Kind::Any => Json::Null,
    });
    let length = match &default {
        Json::String(text) => Some(text.len() as f64),
        Json::Array(items) => Some(items.len() as f64),
        _ => None,
    };
    let is_broken = |(rule, limit): &(&str, Json)| {
        let against = |value: Option<f64>| value.zip(limit.as_f64());
        match *rule {
            "min_len" => against(length).is_some_and(|(value, limit)| value < limit),
            "max_len" => against(length).is_some_and(|(value, limit)| value > limit),
            "min" => against(default.as_f64()).is_some_and(|(value, limit)| value < limit),
            "max" => against(default.as_f64()).is_some_and(|(value, limit)| value > limit),
            "one_of" => !limit.as_array().is_some_and(|allowed| allowed.contains(&default)),
            _ => false,
        }
    };
    default != Json::Null && node.named.iter().any(is_broken)
}

/// The type that keywords apply to, for schemas without `type`.
fn implied_type(keywords: &Keywords) -> Option<&'static str> {
    if keywords.contains_key("properties") || keywords.get("additionalProperties").is_some_and(Json::is_object) {
        Some("object")
    } else if keywords.contains_key("items") {
        Some("array")
    } else {
        None
    }
}

fn types_of(values: &[Json]) -> Vec<String> {
    let mut types: Vec<String> = Vec::new();
    for value in values {
        let name = match value {
            Json::Null => "null",
            Json::Bool(_) => "boolean",
            Json::Number(number) if number.is_f64() && !is_whole(number) => "number",
            Json::Number(_) => "integer",
            Json::String(_) => "string",
            Json::Array(_) => "array",
            Json::Object(_) => "object",
        };
        if !types.iter().any(|known| known == name) {
            types.push(name.to_owned());
        }
    }
    types
}

fn is_null(schema: &Json) -> bool {
    let Json::Object(keywords) = schema else { return false };
    keywords.get("type") == Some(&json!("null"))
        || keywords.get("const") == Some(&Json::Null)
        || keywords.get("enum") == Some(&json!([null]))
}

/// The schema that the export negates for values with a default that is not a map.
fn no_map() -> Json {
    json!({ "type": "object" })
}

/// Whether some maps cannot be overlaid on a default.
fn refuses_maps(default: &Json) -> bool {
    match default {
        Json::Null => false,
        Json::Object(entries) => entries.values().any(refuses_maps),
        _ => true,
    }
}

/// Whether no value at all is allowed.
fn is_never_allowed(schema: &Json) -> bool {
    let Json::Object(keywords) = schema else { return false };
    keywords.get("not").and_then(Json::as_object).is_some_and(Map::is_empty) && !keywords.contains_key("type")
}

/// The keys, if each choice requires one of them to be set and not null.
fn one_not_null_keys(choices: &[Json]) -> Option<Json> {
    let key = |choice: &Json| {
        let properties = choice.get("properties")?.as_object()?;
        let (name, only) = properties.iter().next().filter(|_| properties.len() == 1)?;
        let is_this = choice.as_object()?.keys().all(|keyword| keyword == "properties" || keyword == "required");
        (is_this && *only == json!({ "not": { "const": null } })).then(|| json!(name))
    };
    choices.iter().map(key).collect::<Option<Vec<_>>>().filter(|keys| !keys.is_empty()).map(Json::Array)
}
