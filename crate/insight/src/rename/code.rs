//! Renames a data value in the code that reads it, and lists the uses that cannot be followed.

use super::super::flow::{Form, Notation, Usage};
use super::Changes;
use crate::yaml::outline::Step;

pub(super) fn rename(changes: &mut Changes<'_, '_>) {
    let flow = changes.flow;
    for (file, code) in flow.files.iter().enumerate() {
        for (id, node) in code.facts.nodes.iter().enumerate() {
            step(changes, file, &node.form);
            escape(changes, (file, id), node.usage);
            let args = node.args().map(|(_, arg)| arg);
            for arg in args.filter(|arg| !flow.is_followed((file, id), *arg)) {
                let value = flow.value((file, arg));
                if value.is_data || value.paths.iter().any(|path| changes.is_below(path)) {
                    miss(changes, (file, arg), "it is handed to a function as a whole");
                }
            }
        }
        for range in code.skipped {
            if changes.text(file, range).contains(changes.old()) {
                changes.miss(file, range.clone(), "this code does not parse");
            }
        }
    }
}

/// Renames the member if it is the data value.
fn step(changes: &mut Changes<'_, '_>, file: usize, form: &Form) {
    let Form::Member { object, step, link, notation, .. } = form else { return };
    let object = changes.flow.value((file, *object));
    if *notation == Notation::Computed {
        let is_name =
            |path: &Vec<Step>| changes.is_below(path) && matches!(changes.path.get(path.len()), Some(Step::Key(_)));
        if object.is_data || object.paths.iter().any(is_name) {
            changes.miss(file, link.clone(), "the name is computed");
        }
        return;
    }
    if Some(step) != changes.path.last() || !object.paths.iter().any(|path| path == changes.parent()) {
        return;
    }
    if object.is_open || object.paths.len() > 1 {
        changes.miss(file, link.clone(), "it may as well be a member of something else");
    }
    if *notation == Notation::Word {
        changes.dotted.get_or_insert((file, link.clone()));
    }
    changes.edit(file, link.clone());
}

/// Lists an expression that contains the data value and is used in a way that cannot be followed.
fn escape(changes: &mut Changes<'_, '_>, key: (usize, usize), usage: Usage) {
    let flow = changes.flow;
    // Their operands are listed.
    if matches!(flow.node(key).map(|node| &node.form), Some(Form::Either { .. } | Form::Same(_))) {
        return;
    }
    let why = match usage {
        Usage::Object | Usage::Callee | Usage::Bound | Usage::Argument | Usage::Tested => return,
        Usage::Returned(function) if !flow.is_escaping((key.0, function)) => return,
        Usage::Returned(_) => "it is the result of a function that is handed on",
        Usage::Iterated => "its names are gone through",
        Usage::Whole(why) => why,
    };
    let value = flow.value(key);
    let counted =
        |path: &Vec<Step>| usage != Usage::Iterated || matches!(changes.path.get(path.len()), Some(Step::Key(_)));
    if value.is_data || value.paths.iter().any(|path| changes.is_below(path) && counted(path)) {
        miss(changes, key, why);
    }
}

fn miss(changes: &mut Changes<'_, '_>, key: (usize, usize), why: &str) {
    if let Some(node) = changes.flow.node(key) {
        changes.miss(key.0, node.range.clone(), why);
    }
}
