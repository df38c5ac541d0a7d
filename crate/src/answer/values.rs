//! The final data values as a tree: each with its origin and what the rules on it say.

use std::collections::HashMap;

use crate::boundary::{DataValue, Origin, OriginKind, RuleResult};
use crate::data_values::origin::{Kind, Origins};
use crate::diagnostics::for_editors::place;
use crate::diagnostics::positions::Position;
use crate::validations::{Checked, key_text};
use crate::yaml::printer;
use crate::yaml::tree::{Document, Meta, Value};

/// `checked` says how the rules on them went.
pub(super) fn tree(document: &Document, checked: &[Checked], origins: &Origins) -> DataValue {
    let mut by_path: HashMap<&str, Vec<&Checked>> = HashMap::new();
    for checked in checked {
        by_path.entry(&checked.path).or_default().push(checked);
    }
    Describer { by_path, origins }.node(String::new(), String::new(), &document.value, &document.meta)
}

struct Describer<'a> {
    by_path: HashMap<&'a str, Vec<&'a Checked>>,
    origins: &'a Origins,
}

impl Describer<'_> {
    fn node(&self, key: String, path: String, value: &Value, meta: &Meta) -> DataValue {
        let children = match value {
            Value::Map(map) => {
                let child = |key: &Value| {
                    let key = key_text(key);
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    (key, path)
                };
                let items = map.items.iter().map(|item| (child(&item.key), &item.value, &item.meta));
                items.map(|((key, path), value, meta)| self.node(key, path, value, meta)).collect()
            }
            Value::Array(array) => {
                let items = array.items.iter().enumerate();
                items
                    .map(|(i, item)| self.node(i.to_string(), format!("{path}[{i}]"), &item.value, &item.meta))
                    .collect()
            }
            _ => Vec::new(),
        };
        let is_collection = matches!(value, Value::Map(_) | Value::Array(_) | Value::DocumentSet(_));
        DataValue {
            r#type: value.type_name().to_owned(),
            value: (!is_collection).then(|| printer::print_value(value).trim_end_matches('\n').to_owned()),
            origin: self.origin(&meta.position),
            rules: self.rules(&path),
            key,
            path,
            children,
        }
    }

    fn origin(&self, position: &Position) -> Origin {
        let (kind, text) = self.origins.of(position);
        let kind = match kind {
            Kind::Schema => OriginKind::Schema,
            Kind::File => OriginKind::File,
            Kind::Flag => OriginKind::Flag,
            Kind::Env => OriginKind::Env,
            Kind::Library => OriginKind::Library,
        };
        Origin { kind, text, place: place(position) }
    }

    fn rules(&self, path: &str) -> Vec<RuleResult> {
        let checked = self.by_path.get(path).into_iter().flatten();
        let results = checked.flat_map(|checked| {
            checked.rules.iter().map(|rule| RuleResult {
                description: rule.description.clone(),
                holds: rule.holds,
                found: rule.found.clone(),
                place: place(&checked.rules_at),
            })
        });
        results.collect()
    }
}
