//! A lint of statements that only compute a value, which is lost: ytt prints values after keys and in `(@= … @)` only.

use super::super::Buffer;
use super::super::code::{Fragment, Kind as CodeKind, Language};
use super::super::flow::{FileCode, Flow, Form, Id, Key, Node, Root, Source, Sources};
use super::{Change, Kind, Lint};
use crate::ParsedRequest;
use crate::diagnostics::edits::Edits;
use crate::syntax::ast::ExprKind;
use crate::yaml::outline::Line;

/// Methods of strings and libraries that change nothing.
const METHODS: [&str; 15] = [
    "capitalize", "format", "join", "lower", "lstrip", "removeprefix", "removesuffix", "replace", "rstrip", "split",
    "strip", "title", "upper", "with_data_values", "with_data_values_schema",
];
/// Functions of ytt's modules that only return a value.
const FUNCTIONS: [(&str, &[&str]); 6] = [
    ("base64", &["encode"]),
    ("json", &["encode"]),
    ("md5", &["sum"]),
    ("sha256", &["sum"]),
    ("toml", &["encode"]),
    ("yaml", &["encode"]),
];
/// Longer code is not quoted in a message.
const MAX_QUOTED: usize = 40;

pub(super) fn lint(request: &ParsedRequest<'_>, buffers: &[Buffer<'_>], found: &mut Vec<Lint>) {
    let sources = Sources::of(request);
    let flow = Flow::of(&sources);
    for (index, code) in flow.files.iter().enumerate() {
        let Some(file) = buffers.iter().position(|buffer| buffer.path == code.buffer.path) else { continue };
        for root in code.facts.roots.iter().filter(|root| root.is_statement) {
            let fragment = code.buffer.fragments.iter().find(|fragment| fragment.holds(root.range.start));
            let (Some(node), Some(fragment)) = (root.node, fragment) else { continue };
            if fragment.kind == CodeKind::Code && is_lost(&flow, (index, node)) {
                found.push(lost(code, root, node, fragment, file));
            }
        }
    }
}

/// Whether an expression has no effect other than its value.
fn is_lost(flow: &Flow<'_>, (file, id): Key) -> bool {
    let Some(code) = flow.files.get(file) else { return false };
    let Some(node) = code.facts.same(id) else { return false };
    match &node.form {
        Form::Call { callee } => {
            let functions = flow.value((file, *callee)).functions;
            is_pure(code, *callee)
                || !functions.is_empty() && functions.iter().all(|function| has_output(flow, *function))
        }
        // A text may be documentation.
        _ => !matches!(node.expr.kind, ExprKind::Literal(_)) && only_reads(code, id),
    }
}

/// Whether there are neither calls nor unknown names, which are errors.
fn only_reads(code: &FileCode<'_>, id: Id) -> bool {
    let Some(node) = code.facts.nodes.get(id) else { return false };
    let is_known = node.name().is_none_or(|name| code.facts.lookup(node.scope, name).is_some());
    is_known && !matches!(node.form, Form::Call { .. }) && node.parts.iter().all(|part| only_reads(code, *part))
}

/// Whether it is a method or a function that only returns a value.
fn is_pure(code: &FileCode<'_>, callee: Id) -> bool {
    let Some((object, method)) = method(code, callee) else { return false };
    let modules = object.name().and_then(|name| code.facts.lookup(object.scope, name)).into_iter();
    let mut modules = modules.flat_map(|(_, bindings)| bindings).filter_map(|binding| match &binding.source {
        Source::Loaded { module, .. } => module.strip_prefix("@ytt:"),
        _ => None,
    });
    match modules.next() {
        Some(module) => FUNCTIONS.iter().any(|(name, functions)| *name == module && functions.contains(&method)),
        None => METHODS.contains(&method),
    }
}

fn method<'c>(code: &'c FileCode<'_>, callee: Id) -> Option<(&'c Node<'c>, &'c str)> {
    let node = code.facts.nodes.get(callee)?;
    match (&node.form, &node.expr.kind) {
        (Form::Member { object, .. }, ExprKind::Dot { name, .. }) => {
            Some((code.facts.nodes.get(*object)?, name.text.as_str()))
        }
        _ => None,
    }
}

/// Whether a function contains YAML or text, which a call of it returns.
fn has_output(flow: &Flow<'_>, (file, function): Key) -> bool {
    flow.files.get(file).is_some_and(|code| {
        code.facts.roots.iter().any(|root| {
            let text = code.buffer.text.get(root.range.clone()).unwrap_or_default();
            root.node.is_none() && root.function == Some(function) && !text.trim().is_empty()
        })
    })
}

fn lost(code: &FileCode<'_>, root: &Root, node: Id, fragment: &Fragment, file: usize) -> Lint {
    let text = code.buffer.text;
    let written = text.get(root.range.clone()).unwrap_or_default();
    let is_short = written.len() <= MAX_QUOTED && !written.contains('\n');
    let (hint, fixes) = repair(code, root, node, fragment);
    Lint {
        message: format!("The value of {} is lost", if is_short { written } else { "this expression" }),
        hint,
        fixes,
        ..Lint::new(Kind::LostResult, file, root.range.clone())
    }
}

/// The code that was probably meant.
fn repair(code: &FileCode<'_>, root: &Root, node: Id, fragment: &Fragment) -> (String, Vec<Change>) {
    let text = code.buffer.text;
    let at = root.range.start;
    let fix = |title: String, at: usize, added: String| vec![Change::of(title, Edits::insert(at, added))];
    if let Some((name, method)) = method_of_name(code, node) {
        let hint = format!("{method} returns a new value, and does not change {name}");
        return (hint, fix(format!("Assign it to {name}"), at, format!("{name} = ")));
    }
    if returns_nothing(code, root) {
        let hint = "A function returns the value after return".to_owned();
        return (hint, fix("Return it".to_owned(), at, "return ".to_owned()));
    }
    if code.buffer.language == Language::Text {
        let hint = "(@= … @) prints a value, (@ … @) only runs code".to_owned();
        return (hint, fix("Print it".to_owned(), fragment.range.start, "=".to_owned()));
    }
    match key_above(code.buffer, at) {
        Some((end, key)) => {
            let edits =
                Edits::one(end..root.range.end, format!(" #@ {}", text.get(root.range.clone()).unwrap_or_default()));
            (
                "Code on the line of a key is its value".to_owned(),
                vec![Change::of(format!("Make it the value of {key}"), edits)],
            )
        }
        None => item_of_loop(code.buffer, at).unwrap_or_default(),
    }
}

/// The fix of code that is alone in a loop below a key without a value: it becomes an item.
fn item_of_loop(buffer: &Buffer<'_>, at: usize) -> Option<(String, Vec<Change>)> {
    let lines = buffer.lines();
    let index = lines.partition_point(|line| line.range.end < at);
    let line = lines.get(index).filter(|line| line.body.is_empty())?;
    let code = |line: &Line| buffer.text.get(line.comment?..line.range.end)?.strip_prefix("#@").map(str::trim_start);
    let above = |from: usize| lines.get(from.checked_sub(1)?);
    let is_loop = code(above(index)?)?.starts_with("for ");
    let owner = above(index - 1).filter(|owner| is_loop && owner.comment.is_none())?;
    let key = buffer.text.get(owner.body.clone())?.strip_suffix(':')?.trim_start_matches("- ");
    let is_alone = code(lines.get(index + 1)?)?.trim_end() == "end";
    let start = line.range.start..line.comment?;
    let edits = Edits::one(start, format!("{}- ", " ".repeat(line.indent.max(owner.indent))));
    is_alone.then(|| {
        let hint = "An item of a list begins with a dash".to_owned();
        (hint, vec![Change::of(format!("Make it an item of {key}"), edits)])
    })
}

/// The variable and the method, if it is a call like `name.replace(…)`.
fn method_of_name<'c>(code: &'c FileCode<'_>, node: Id) -> Option<(&'c str, &'c str)> {
    let Form::Call { callee } = code.facts.same(node)?.form else { return None };
    let (object, method) = method(code, callee)?;
    let name = object.name()?;
    METHODS.contains(&method).then_some((name, method))
}

/// Whether it is the last statement of a function that has neither `return` nor output.
fn returns_nothing(code: &FileCode<'_>, root: &Root) -> bool {
    let Some(function) = root.function else { return false };
    let is_silent = code.facts.functions.get(function).is_some_and(|function| function.results.is_empty());
    let mut inside = code.facts.roots.iter().filter(|other| other.function == Some(function));
    let is_last = inside.clone().next_back().is_some_and(|last| last.range == root.range);
    is_silent && is_last && root.block.is_none() && inside.all(|other| other.node.is_some())
}

/// The key without a value on the line above: the end of that line's content, and the key.
fn key_above<'t>(buffer: &Buffer<'t>, at: usize) -> Option<(usize, &'t str)> {
    let lines = buffer.lines();
    let index = lines.partition_point(|line| line.range.end < at);
    let (line, above) = (lines.get(index)?, lines.get(index.checked_sub(1)?)?);
    let key = buffer.text.get(above.body.clone())?.strip_suffix(':')?.trim_start_matches("- ");
    let has_value = lines
        .get(index + 1..)?
        .iter()
        .find(|below| !below.body.is_empty())
        .is_some_and(|below| below.indent > above.indent);
    let is_below = above.comment.is_none() && line.indent > above.indent && !has_value;
    is_below.then_some((above.body.end, key))
}
