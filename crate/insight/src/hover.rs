//! Hover: documentation and facts about the word at an offset.

use super::Buffer;
use super::answer::{Fact, Hover};
use super::data_values::{self, Node};
use super::loads;
use super::names::BindingKind;
use super::symbol_at::{Symbol, SymbolKind, symbol_at};
use crate::boundary::{DataValue, Origin, OriginKind, Place};
use crate::data_values_snapshot;
use crate::limits::Clock;
use crate::yaml::outline::Step;

pub(super) fn hover(buffer: &Buffer<'_>, offset: u32, clock: &Clock) -> Option<Hover> {
    let Symbol { range, kind } = symbol_at(buffer, buffer.byte(offset))?;
    let hover = match kind {
        SymbolKind::Annotation(annotation) => {
            let keyword = |k: &super::annotations::Keyword| fact(&format!("{}=", k.name), k.documentation, None);
            Hover {
                title: format!("@{} {}", annotation.name, annotation.usage).trim_end().to_owned(),
                documentation: annotation.documentation.to_owned(),
                facts: annotation.keywords.iter().map(keyword).collect(),
                ..Hover::default()
            }
        }
        SymbolKind::Keyword(annotation, keyword) => Hover {
            title: format!("@{} {}={}", annotation.name, keyword.name, keyword.takes),
            documentation: keyword.documentation.to_owned(),
            ..Hover::default()
        },
        SymbolKind::Module(module) => Hover {
            title: format!("@ytt:{}", module.name),
            documentation: module.documentation.to_owned(),
            ..Hover::default()
        },
        SymbolKind::Member(module, member) => Hover {
            title: format!("{}.{}{}", module.name, member.name(), member.signature),
            documentation: member.documentation.to_owned(),
            ..Hover::default()
        },
        SymbolKind::DataValue { path, .. } => {
            data_value(&path, data_values::at(&data_values_snapshot(buffer.request, clock), &path)?)
        }
        SymbolKind::Binding(index) => {
            let binding = buffer.names.bindings.get(index)?;
            match &binding.kind {
                BindingKind::Function { signature } => {
                    function(&binding.name, signature, buffer.place(binding.range.clone()))
                }
                BindingKind::Variable { value: Some(path) } => {
                    data_value(path, data_values::at(&data_values_snapshot(buffer.request, clock), path)?)
                }
                _ => return None,
            }
        }
        SymbolKind::Exported { module, name } => {
            let file = loads::buffer(buffer, &module)?;
            let binding = file.names.bindings.get(file.names.binding(&name)?)?;
            let signature = match &binding.kind {
                BindingKind::Function { signature } => signature,
                _ => "",
            };
            function(&name, signature, file.place(binding.range.clone()))
        }
        SymbolKind::File(_) => return None,
    };
    Some(Hover { span: buffer.span(range), ..hover })
}

fn fact(label: &str, text: &str, place: Option<Place>) -> Fact {
    Fact { label: label.to_owned(), text: text.to_owned(), place }
}

fn function(name: &str, signature: &str, place: Place) -> Hover {
    Hover { title: format!("{name}{signature}"), facts: vec![fact("defined in", "", Some(place))], ..Hover::default() }
}

/// `kiln.shelves[].width`.
pub(super) fn path_text(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Item => text.push_str("[]"),
            Step::Key(key) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(key);
            }
        }
    }
    text
}

fn data_value(path: &[Step], node: Node<'_>) -> Hover {
    let mut facts = Vec::new();
    let title = title(path, node);
    let path = path_text(path);
    // Array items have no single value; a value that is the default is listed as such.
    let is_default = |value: &DataValue| node.schema.is_some() && value.origin.kind == OriginKind::Schema;
    if let Some(value) = node.value.filter(|value| !path.contains("[]") && !is_default(value)) {
        let from = origin(&value.origin);
        let text = value.value.as_deref().unwrap_or_default().lines().next().unwrap_or_default();
        if !text.is_empty() || value.origin.kind != OriginKind::Schema {
            let text = [text, &from].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
            facts.push(fact("value", &text, value.origin.place.clone()));
        }
    }
    if !node.default().is_empty() {
        facts.push(fact("default", node.default(), node.schema.and_then(|schema| schema.place.clone())));
    }
    if let Some(schema) = node.schema {
        facts.extend(schema.rules.iter().map(|rule| fact("must be", rule, None)));
        facts.extend(
            schema
                .examples
                .iter()
                .filter(|example| !example.value.contains('\n'))
                .map(|example| fact("example", &[&*example.value, &*example.description].join(", "), None)),
        );
    }
    Hover { title, documentation: node.documentation(), facts, ..Hover::default() }
}

/// The path and the type of a data value; for all together, their number.
fn title(path: &[Step], node: Node<'_>) -> String {
    if path.is_empty() {
        return match node.keys().len() {
            0 => "data values (no keys)".to_owned(),
            1 => "data values (1 key)".to_owned(),
            count => format!("data values ({count} keys)"),
        };
    }
    let path = path_text(path);
    let name = if path.is_empty() { "\"\"" } else { &path };
    format!("{name}: {}", node.type_name())
}

fn origin(origin: &Origin) -> String {
    match origin.kind {
        OriginKind::Schema => "the default".to_owned(),
        OriginKind::File => "set in".to_owned(),
        OriginKind::Flag => format!("set by the flag {}", origin.text),
        OriginKind::Env => format!("set by the variable {}", origin.text),
        OriginKind::Library => "set by code".to_owned(),
    }
}
