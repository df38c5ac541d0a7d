//! The final data values as a tree: each with its origin and what the rules on it say.

use std::collections::HashMap;

use crate::boundary::{DataValue, Origin, OriginKind, Overridden, RuleResult};
use crate::data_values::origin::{Kind, Origins};
use crate::diagnostics::for_editors::place;
use crate::diagnostics::positions::Position;
use crate::validations::{Checked, key_text};
use crate::yaml::history::Former;
use crate::yaml::printer;
use crate::yaml::tree::{Document, Meta, Value};

/// `checked` says how the rules on them went.
pub(super) fn tree(document: &Document, checked: &[Checked], origins: &Origins) -> DataValue {
    let mut by_path: HashMap<&str, Vec<&Checked>> = HashMap::new();
    for checked in checked {
        by_path.entry(&checked.path).or_default().push(checked);
    }
    let describer = Describer { by_path, origins };
    describer.node(String::new(), String::new(), &document.value, &document.meta, &document.meta.position)
}

struct Describer<'a> {
    by_path: HashMap<&'a str, Vec<&'a Checked>>,
    origins: &'a Origins,
}

impl Describer<'_> {
    /// `outer` is where the node around it stands: what code made stands there too.
    fn node(&self, key: String, path: String, value: &Value, meta: &Meta, outer: &Position) -> DataValue {
        let own = Some(&meta.position).filter(|position| position.source().is_some());
        let position = meta.history.made_at().or(own).unwrap_or(outer);
        let children = match value {
            Value::Map(map) => {
                let child = |key: &Value| {
                    let name = key_text(key);
                    let path = if path.is_empty() { name } else { format!("{path}.{name}") };
                    (key.as_str().map_or_else(|| written(key), str::to_owned), path)
                };
                let items = map.items.iter().map(|item| (child(&item.key), &item.value, &item.meta));
                items.map(|((key, path), value, meta)| self.node(key, path, value, meta, position)).collect()
            }
            Value::Array(array) => {
                let items = array.items.iter().enumerate();
                items
                    .map(|(i, item)| {
                        self.node(i.to_string(), format!("{path}[{i}]"), &item.value, &item.meta, position)
                    })
                    .collect()
            }
            _ => Vec::new(),
        };
        let is_collection = matches!(value, Value::Map(_) | Value::Array(_) | Value::DocumentSet(_));
        let rules = self.rules(&path);
        let overridden = |former: &Former| Overridden {
            origin: self.origin(if former.position.source().is_some() { &former.position } else { outer }),
            value: written(&former.value),
        };
        DataValue {
            r#type: value.type_name().to_owned(),
            value: (!is_collection).then(|| written(value)),
            origin: self.origin(position),
            overrode: meta.history.former().iter().map(overridden).collect(),
            missing: is_nothing(value) && rules.iter().any(|rule| rule.holds == Some(false)),
            rules,
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
        // Flags and variables stand in no file; their text says where the value is.
        let in_file = matches!(kind, OriginKind::Schema | OriginKind::File);
        Origin { kind, text, place: in_file.then(|| place(position)).flatten() }
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

fn written(value: &Value) -> String {
    printer::print_value(value).trim_end_matches('\n').to_owned()
}

/// What schemas have as a default where the user is to say something.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Str(text) => text.is_empty(),
        Value::Map(map) => map.items.is_empty(),
        Value::Array(array) => array.items.is_empty(),
        _ => false,
    }
}
