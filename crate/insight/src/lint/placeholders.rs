//! A lint of placeholders of other programs that name a data value or a variable: `{{ name }}`, `${name}`. ytt prints them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::Buffer;
use super::super::code::Language;
use super::super::declared_keys::DeclaredKeys;
use super::super::names::BindingKind;
use super::{Change, Kind, Lint};
use crate::ParsedRequest;
use crate::diagnostics::edits::Edits;
use crate::editor::new_load::{Notation, new_load};
use crate::yaml::helm::{self, Action};
use crate::yaml::inline::double_quoted;

/// A placeholder: its bytes in the text, and the name in it.
struct Placeholder<'t> {
    range: Range<usize>,
    name: &'t str,
}

const PAIRS: [(&str, &str); 3] = [("{{", "}}"), ("${", "}"), ("$(", ")")];

pub(super) fn lint(request: &ParsedRequest<'_>, buffers: &[Buffer<'_>], found: &mut Vec<Lint>) {
    let has_any = |buffer: &&Buffer<'_>| PAIRS.iter().any(|(open, _)| buffer.text.contains(open));
    if !buffers.iter().any(|buffer| has_any(&buffer)) {
        return;
    }
    let inputs = request.inputs().into_iter().filter(|file| file.role.for_output && file.role.is_template);
    let printed: BTreeSet<String> = inputs.map(|file| file.role.host_path).collect();
    let declares =
        |buffer: &Buffer<'_>, document: &_| buffer.holds_schema(document) || buffer.holds_data_values(document);
    let declared = DeclaredKeys::of(buffers, declares);
    for (file, buffer) in buffers.iter().enumerate().filter(|(_, buffer)| has_any(buffer)) {
        let is_of_helm = helm::actions(buffer.text).iter().any(Action::is_of_helm);
        if buffer.language != Language::Yaml || !printed.contains(buffer.path) || buffer.is_values_file() || is_of_helm
        {
            continue;
        }
        for (number, line) in buffer.outline().lines.iter().enumerate() {
            let document = buffer.outline().document_at(number);
            if line.body.is_empty() || declares(buffer, document) {
                continue;
            }
            for placeholder in placeholders(buffer.text, &line.body) {
                let Some(code) = code(buffer, &declared, placeholder.name) else { continue };
                let written = &buffer.text[placeholder.range.clone()];
                found.push(Lint {
                    message: format!("{written} is printed as it is; in ytt: #@ {code}"),
                    fixes: replaced(buffer, line.body.clone(), &placeholder.range, &code).into_iter().collect(),
                    ..Lint::new(Kind::Placeholder, file, placeholder.range.clone())
                });
            }
        }
    }
}

/// The placeholders in a line that have nothing but a name.
fn placeholders<'t>(text: &'t str, body: &Range<usize>) -> Vec<Placeholder<'t>> {
    let mut found: Vec<Placeholder<'t>> = Vec::new();
    for (open, close) in PAIRS {
        let mut from = body.start;
        while let Some(start) = text[from..body.end].find(open).map(|at| from + at) {
            from = start + open.len();
            let Some(end) = text[from..body.end].find(close).map(|at| from + at) else { break };
            let name = text[from..end].trim();
            // Not `${{ … }}`, which is of workflows of GitHub.
            let is_other = text[..start].ends_with(['$', '{', '\\']);
            if is_name(name) && !is_other {
                found.push(Placeholder { range: start..end + close.len(), name });
            }
        }
    }
    found.sort_by_key(|placeholder| placeholder.range.start);
    found
}

fn is_name(text: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    text.split('.').all(is_part)
}

/// The code for a name that is certainly meant: a data value, or a variable of the file.
fn code(buffer: &Buffer<'_>, declared: &DeclaredKeys, name: &str) -> Option<String> {
    let is_variable = !name.contains('.')
        && buffer.names.binding(name).and_then(|index| buffer.names.bindings.get(index)).is_some_and(|binding| {
            let is_top = !buffer.text[..binding.range.start].contains("#@ def ");
            matches!(binding.kind, BindingKind::Variable { .. }) && is_top
        });
    if is_variable {
        return Some(name.to_owned());
    }
    // In capitals, it may be a variable of the environment, which the file then declares or other values use.
    let is_environment = name.chars().any(|c| c.is_ascii_uppercase());
    let path = if is_environment { name.to_ascii_lowercase() } else { name.to_owned() };
    let steps: Vec<String> = path.split('.').map(str::to_owned).collect();
    let is_set = is_environment && buffer.text.contains(&format!("name: {name}"));
    (declared.has(&steps) && !is_set).then(|| format!("data.values.{path}"))
}

/// The fix that makes code of the value of a line that contains the placeholder, and loads the data values if they are needed.
fn replaced(buffer: &Buffer<'_>, body: Range<usize>, placeholder: &Range<usize>, code: &str) -> Option<Change> {
    let text = buffer.text;
    let line = &text[body.clone()];
    let value = match line.split_once(": ") {
        Some((_, value)) if !line.starts_with(['"', '\'', '{', '[']) => value.trim_start(),
        _ => line.strip_prefix("- ")?.trim_start(),
    };
    let start = body.end - value.len();
    // A comment behind the code would be a part of it.
    let is_last = text[body.end..].lines().next().is_none_or(|rest| rest.trim().is_empty());
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\'') && value.len() > 1 && value.ends_with(*c));
    let inner = match quote {
        Some(_) => start + 1..body.end - 1,
        None => start..body.end,
    };
    let (before, after) = (text.get(inner.start..placeholder.start)?, text.get(placeholder.end..inner.end)?);
    let is_odd = |text: &str| {
        text.contains(['"', '\'', '\\', '{', '}', '#'])
            || quote.is_none() && text.contains(['[', ']', '&', '*', '!', '|', '>'])
            || text.contains(": ")
    };
    if !is_last || is_odd(before) || is_odd(after) || PAIRS.iter().any(|(open, _)| after.contains(open)) {
        return None;
    }
    let code = match (before, after) {
        ("", "") => code.to_owned(),
        _ => format!("{}.format({code})", double_quoted(&format!("{before}{{}}{after}"))?),
    };
    let mut edits = vec![(start..body.end, format!("#@ {code}"))];
    if code.contains("data.values") && !text.contains("\"@ytt:data\"") {
        let (at, load) = new_load(text, Notation::Yaml, "@ytt:data", "data")?;
        edits.insert(0, (at..at, load));
    }
    // A file that was plain has comments that ytt does not accept in a template.
    let is_plain = !text.contains("#@");
    // In a template, `{{ … }}` is an error where YAML reads it as a map.
    if is_plain && text.matches("{{").count() > usize::from(text[placeholder.clone()].starts_with("{{")) {
        return None;
    }
    if is_plain && buffer.unmarked_comments().next().is_some() {
        return None;
    }
    Some(Change::of(format!("Replace with #@ {code}"), Edits(edits)))
}
