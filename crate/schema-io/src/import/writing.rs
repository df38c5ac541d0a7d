//! Writes nodes as a schema file: annotations, keys, and values that are the defaults.

use super::node::{Kind, Node};
use super::words::{float, integer, starlark, starlark_of, starlark_text, yaml_text};
use serde_json::Value as Json;

/// The text of a schema file; the root must be a map.
pub(super) fn file(root: &Node) -> String {
    let mut out = Writer { text: String::new() };
    if uses_regexp(root) {
        out.line(0, "#@ load(\"@ytt:regexp\", \"regexp\")");
        out.text.push('\n');
    }
    out.line(0, "#@data/values-schema");
    out.annotations(root, 0);
    out.line(0, "---");
    match &root.kind {
        Kind::Map(fields) if !fields.is_empty() => out.fields(fields, 0),
        _ => out.line(0, "{}"),
    }
    out.text
}

fn uses_regexp(node: &Node) -> bool {
    node.custom.iter().any(|(_, body)| body.starts_with("regexp."))
        || match &node.kind {
            Kind::Map(fields) => fields.iter().any(|(_, field)| uses_regexp(field)),
            Kind::Array(item) => uses_regexp(item),
            _ => false,
        }
}

struct Writer {
    text: String,
}

impl Writer {
    fn line(&mut self, indent: usize, text: &str) {
        self.text.push_str(&" ".repeat(indent));
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn fields(&mut self, fields: &[(String, Node)], indent: usize) {
        for (name, node) in fields {
            self.annotations(node, indent);
            self.item(&format!("{}:", yaml_text(name)), node, indent);
        }
    }

    /// An item after its `key:` or dash.
    fn item(&mut self, prefix: &str, node: &Node, indent: usize) {
        match &node.kind {
            Kind::Map(fields) if fields.is_empty() => self.line(indent, &format!("{prefix} {{}}")),
            Kind::Map(fields) => {
                self.line(indent, prefix);
                self.fields(fields, indent + 2);
            }
            Kind::Array(item) => {
                self.line(indent, prefix);
                // An array in a map may have the indentation of its key; an array in an array must be indented.
                let indent = if prefix == "-" { indent + 2 } else { indent };
                self.annotations(item, indent);
                self.item("-", item, indent);
            }
            kind => self.line(indent, &format!("{prefix} {}", scalar(kind, node))),
        }
    }

    fn annotations(&mut self, node: &Node, indent: usize) {
        let mut add = |name: &str, what: &str| self.line(indent, format!("#@schema/{name} {what}").trim_end());
        if let Some(title) = &node.title {
            add("title", &starlark_text(title));
        }
        if let Some(description) = &node.description {
            add("desc", &starlark_text(description));
        }
        if let Some(notice) = &node.deprecated {
            add("deprecated", &starlark_text(notice));
        }
        if matches!(node.kind, Kind::Any) {
            add("type", "any=True");
        } else if node.nullable {
            add("nullable", "");
        }
        if let Some(default) = default_annotation(node) {
            add("default", &default);
        }
        if !node.examples.is_empty() {
            let example = |(description, value): &(String, Json)| {
                format!("({}, {})", starlark_text(description), starlark_of(value, node))
            };
            add("examples", &node.examples.iter().map(example).collect::<Vec<_>>().join(", "));
        }
        let custom = node.custom.iter().map(|(words, body)| format!("({}, lambda v: {body})", starlark_text(words)));
        let named = node.named.iter().map(|(name, value)| format!("{name}={}", starlark(value)));
        let rules: Vec<String> = custom.chain(named).collect();
        if !rules.is_empty() {
            add("validation", &rules.join(", "));
        }
    }
}

/// The argument of `@schema/default`; None if the value below the annotation is the default.
fn default_annotation(node: &Node) -> Option<String> {
    let default = node.default.as_ref()?;
    let is_implied = match node.kind {
        Kind::Any => *default == Json::Null,
        _ if node.nullable => *default == Json::Null,
        Kind::Map(_) => default.as_object().is_some_and(serde_json::Map::is_empty),
        Kind::Array(_) => default.as_array().is_some_and(Vec::is_empty),
        _ => true,
    };
    (!is_implied).then(|| starlark_of(default, node))
}

/// The default, or a value that only indicates the type.
fn scalar(kind: &Kind, node: &Node) -> String {
    match (kind, node.default.as_ref()) {
        (Kind::String, Some(Json::String(text))) if !text.is_empty() => yaml_text(text),
        (Kind::String, _) => "\"\"".to_owned(),
        (Kind::Integer, Some(Json::Number(number))) => integer(number),
        (Kind::Integer, _) => "0".to_owned(),
        (Kind::Float, Some(Json::Number(number))) => float(number),
        (Kind::Float, _) => "0.0".to_owned(),
        (Kind::Boolean, Some(Json::Bool(true))) => "true".to_owned(),
        (Kind::Boolean, _) => "false".to_owned(),
        _ => "null".to_owned(),
    }
}
