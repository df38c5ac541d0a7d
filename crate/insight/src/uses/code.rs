//! The code that reads a data value: by its name, through variables, or as a part of a larger value.

use super::super::answer::UseKind;
use super::super::flow::{Flow, Form, Id, Node, Notation, Usage, Value};
use super::target::Target;
use super::{Places, is_prefix};
use crate::yaml::outline::Step;

pub(super) fn add(flow: &Flow<'_>, target: &Target, places: &mut Places) {
    for (file, code) in flow.files.iter().enumerate() {
        for (id, node) in code.facts.nodes.iter().enumerate() {
            let value = flow.value((file, id));
            if reads(node, &value, &target.steps) || reads_around(flow, (file, id), node, &value, &target.steps) {
                places.add(file, node.range.clone(), UseKind::Use);
            }
            let args = node.args().map(|(_, arg)| arg);
            for arg in args.filter(|arg| !flow.is_followed((file, id), *arg)) {
                if let Some(given) = flow.node((file, arg)).filter(|_| holds(&flow.value((file, arg)), &target.steps)) {
                    places.add(file, given.range.clone(), UseKind::Use);
                }
            }
        }
    }
}

/// Whether an expression is the data value: a member, or a variable.
fn reads(node: &Node<'_>, value: &Value, target: &[Step]) -> bool {
    let is_same = |path: &Vec<Step>| path.len() == target.len() && is_prefix(path, target);
    match &node.form {
        // The name may be a key of a map.
        Form::Member { notation: Notation::Computed, .. } => value.paths.iter().any(is_same),
        // Items of a map are its keys, so the last step is exact.
        Form::Member { .. } => value.paths.iter().any(|path| path.last() == target.last() && is_same(path)),
        Form::Plain if node.name().is_some() => {
            value.paths.iter().any(|path| path.last() == target.last() && is_same(path))
        }
        _ => false,
    }
}

/// Whether an expression is a larger value that contains the data value, and is used as a whole.
fn reads_around(flow: &Flow<'_>, key: (usize, Id), node: &Node<'_>, value: &Value, target: &[Step]) -> bool {
    match (node.usage, &node.form) {
        // Their operands are used.
        (_, Form::Either { .. } | Form::Same(_)) => false,
        (Usage::Whole(_), _) => holds(value, target),
        (Usage::Returned(function), _) => flow.is_escaping((key.0, function)) && holds(value, target),
        // A method of the larger value.
        (Usage::Callee, Form::Member { object, .. }) => holds(&flow.value((key.0, *object)), target),
        _ => false,
    }
}

/// Whether a value contains the data value, and is larger.
fn holds(value: &Value, target: &[Step]) -> bool {
    value.is_data || value.paths.iter().any(|path| path.len() < target.len() && is_prefix(path, target))
}
