//! The ytt schema as a tree, before it is written.

use serde_json::Value as Json;

/// A data value.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) nullable: bool,
    /// A value of the type; None for the default that the kind implies.
    pub(super) default: Option<Json>,
    /// The default is null although null is not allowed.
    pub(super) is_null_by_default: bool,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    /// The notice of `@schema/deprecated`.
    pub(super) deprecated: Option<String>,
    /// Descriptions and values.
    pub(super) examples: Vec<(String, Json)>,
    /// Custom rules: the description, and the body of `lambda v: …`.
    pub(super) custom: Vec<(String, String)>,
    /// Named rules and their arguments.
    pub(super) named: Vec<(&'static str, Json)>,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Map(Vec<(String, Node)>),
    Array(Box<Node>),
    String,
    Integer,
    Float,
    Boolean,
    Any,
}

impl Node {
    pub(super) fn of(kind: Kind) -> Node {
        Node {
            kind,
            nullable: false,
            default: None,
            is_null_by_default: false,
            title: None,
            description: None,
            deprecated: None,
            examples: Vec::new(),
            custom: Vec::new(),
            named: Vec::new(),
        }
    }

    /// Whether a value conforms to the type.
    pub(super) fn fits(&self, value: &Json) -> bool {
        match (&self.kind, value) {
            (Kind::Any, _) => true,
            (_, Json::Null) => self.nullable,
            (Kind::Map(fields), Json::Object(entries)) => entries.iter().all(|(name, value)| {
                fields.iter().find(|(field, _)| field == name).is_some_and(|(_, node)| node.fits(value))
            }),
            (Kind::Array(item), Json::Array(values)) => values.iter().all(|value| item.fits(value)),
            (Kind::String, Json::String(_)) | (Kind::Boolean, Json::Bool(_)) => true,
            (Kind::Integer, Json::Number(number)) => !number.is_f64() || is_whole(number),
            (Kind::Float, Json::Number(_)) => true,
            _ => false,
        }
    }

    /// Whether data values must set it, because it or one of its items has no valid default.
    pub(super) fn is_required(&self) -> bool {
        let is_left_to_items = |node: &Node| !node.nullable && node.default.is_none();
        match &self.kind {
            Kind::Map(fields) if is_left_to_items(self) => fields.iter().any(|(_, field)| field.is_required()),
            _ => self.default.is_none() && self.named.iter().any(|(name, _)| *name == "not_null"),
        }
    }
}

/// Whether JSON Schema considers a number an integer, as `5.0`.
pub(super) fn is_whole(number: &serde_json::Number) -> bool {
    number.as_f64().is_some_and(|float| float.fract() == 0.0 && float.abs() < 9e15)
}
