//! Lints of `#@` comments: code without a space, annotations with one, `#@end`, unknown annotations, and repeated ones.

use std::ops::Range;

use super::super::Buffer;
use super::super::annotations::{RARE, annotation_named, annotations};
use super::super::code::{Kind as CodeKind, Language};
use super::super::schema_proposal_catalog;
use super::{Change, Kind, Lint};
use crate::diagnostics::edits::Edits;
use crate::extensions::SCHEMA_PROPOSAL;
use crate::spelling;
use crate::syntax::lex::lex;
use crate::syntax::token::Tok;
use crate::syntax::{Options, parse};
use crate::yaml::outline::lines;

pub(super) fn lint(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    if buffer.language != Language::Yaml {
        return;
    }
    let text = buffer.text;
    for fragment in &buffer.fragments {
        if fragment.kind == CodeKind::Code {
            found.extend(of_code(buffer, fragment.range.clone(), file));
        }
    }
    // The annotations of the next node.
    let mut above: Vec<(&str, Range<usize>)> = Vec::new();
    for line in lines(text) {
        if let Some(range) = line.annotation(text) {
            let name = &text[range.clone()];
            if let Some((_, first)) = above.iter().find(|(known, _)| *known == name) {
                found.push(Lint {
                    message: format!("Repeated annotation @{name}; ytt uses the last one"),
                    related: Some((file, first.clone(), "first")),
                    fixes: joined(text, first, &range)
                        .unwrap_or_else(|| Change::only("Remove the first one", comment_around(text, first.start), "")),
                    ..Lint::new(Kind::RepeatedAnnotation, file, range.clone())
                });
            }
            above.push((name, range.clone()));
            found.extend(of_name(buffer, name, &text[range.start..line.range.end], file, range));
        }
        if !line.body.is_empty() {
            above.clear();
        }
    }
}

/// An annotation with a space after `#@`: as code, its name would divide and subtract variables that are not defined.
fn of_code(buffer: &Buffer<'_>, code: Range<usize>, file: usize) -> Option<Lint> {
    let text = buffer.text.get(code.clone())?;
    let name = text.split_whitespace().next()?;
    annotation_named(name, buffer.extensions)?;
    let (start, is_bound) = (code.start + text.find(name)?, |name| buffer.names.binding(name).is_some());
    if name.split(['/', '-']).all(is_bound) {
        return None;
    }
    let marker = buffer.text[..start].rfind("#@")? + "#@".len();
    Some(Lint {
        message: format!("Space after #@: ytt reads {name} as code, not as an annotation"),
        hint: format!("Write #@{}", text.trim()),
        fixes: Change::only("Remove the space after #@", marker..start, ""),
        ..Lint::new(Kind::ExtraSpace, file, start..start + name.len())
    })
}

/// The fix that joins two annotations of a node, each alone on its line, if their arguments have different names.
fn joined(text: &str, first: &Range<usize>, second: &Range<usize>) -> Option<Vec<Change>> {
    let arguments = |name: &Range<usize>| text[name.end..].lines().next().unwrap_or_default().trim();
    let (one, other) = (arguments(first), arguments(second));
    let (ones, others) = (argument_names(one)?, argument_names(other)?);
    if ones.is_empty() || others.iter().any(|name| ones.contains(name)) {
        return None;
    }
    let end = first.end + text[first.end..].find('\n').unwrap_or(0);
    let removed = comment_around(text, second.start);
    let is_alone = removed.start == 0 || text[..removed.start].ends_with('\n');
    let edits = Edits(vec![(end..end, format!(", {other}")), (removed, String::new())]);
    let keep = Edits(edits.0.iter().filter(|(range, _)| !range.is_empty()).cloned().collect());
    is_alone.then(|| vec![Change::of("Join them", if other.is_empty() { keep } else { edits })])
}

/// The names of arguments, all of which have one.
fn argument_names(arguments: &str) -> Option<Vec<&str>> {
    let tokens = lex(arguments);
    let (mut names, mut depth, mut is_start) = (Vec::new(), 0, true);
    for (index, token) in tokens.iter().enumerate() {
        let next = tokens.get(index + 1).map(|token| token.tok);
        if is_start && depth == 0 && !matches!(token.tok, Tok::Newline | Tok::Eof) {
            let name = arguments.get(token.range.clone())?;
            names.push((token.tok == Tok::Ident && next == Some(Tok::Eq)).then_some(name)?);
        }
        depth += token.tok.nesting();
        is_start = token.tok == Tok::Comma && depth == 0;
    }
    Some(names)
}

/// Checks a name directly after `#@`; `whole` is the comment from the name on.
fn of_name(buffer: &Buffer<'_>, name: &str, whole: &str, file: usize, range: Range<usize>) -> Option<Lint> {
    if RARE.contains(&name) || annotation_named(name, buffer.extensions).is_some() {
        return None;
    }
    let lint = |kind, message, hint, fixes| Some(Lint { message, hint, fixes, ..Lint::new(kind, file, range.clone()) });
    if let Some(called) = with_sign(buffer, name, whole) {
        let Signed { sign, text } = called;
        let written = text.as_deref().map(|text| format!(": #@{text}")).unwrap_or_default();
        let message = format!("An annotation has no {sign} after its name{written}");
        let range = range.start..range.start + whole.trim_end().len();
        let fixes = text.map(|text| Change::only(format!("Replace with #@{text}"), range.clone(), text));
        return lint(Kind::UnknownAnnotation, message, "ytt ignores it".to_owned(), fixes.unwrap_or_default())
            .map(|lint| Lint { range, ..lint });
    }
    let space = || Change::only("Insert a space", range.start..range.start, " ");
    if name == "end" {
        let message = "No space after #@: #@end does not close a block".to_owned();
        return lint(Kind::GluedEnd, message, "Write #@ end".to_owned(), space());
    }
    let word: &str = name.split(|c: char| !(c == '_' || c.is_alphanumeric())).next().unwrap_or_default();
    let is_code = name.contains(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_')))
        || Tok::keyword(word).is_some()
        || buffer.names.binding(name).is_some();
    if is_code {
        let message = format!("No space after #@: ytt reads @{name} as an annotation and ignores it");
        return lint(Kind::MissingSpace, message, format!("Write #@ {}", whole.trim_end()), space());
    }
    let message = format!("Unknown annotation @{name}; ytt ignores it");
    let names: Vec<&str> = annotations(buffer.extensions).map(|annotation| annotation.name).collect();
    if let Some(meant) = meant(name, &names) {
        let fixes = Change::only(format!("Change to @{meant}"), range.clone(), meant);
        return lint(Kind::UnknownAnnotation, message, format!("did you mean @{meant}?"), fixes);
    }
    let is_proposed = schema_proposal_catalog::ANNOTATIONS.iter().any(|annotation| annotation.name == name);
    let hint = match name.strip_prefix("schema/").and_then(rule) {
        _ if is_proposed => {
            format!("It is part of the schema proposal, which --enable-extension {SCHEMA_PROPOSAL} turns on")
        }
        Some(rule) => format!("Write #@schema/validation {rule}=…"),
        None => String::new(),
    };
    lint(Kind::UnknownAnnotation, message, hint, Vec::new())
}

/// An annotation that is written like a call, a key or an assignment, and how ytt reads it, if that is certain.
struct Signed {
    sign: &'static str,
    text: Option<String>,
}

/// `#@overlay/match(by=overlay.all)`, `#@schema/desc: "…"` and `#@schema/nullable=True`; `whole` is the comment from the name on.
fn with_sign(buffer: &Buffer<'_>, name: &str, whole: &str) -> Option<Signed> {
    let length = name.find(['(', ':', '='])?;
    let own = &name[..length];
    let known = annotation_named(own, buffer.extensions)?;
    let rest = whole[length..].trim_end();
    let is_code = |arguments: &str| parse(&[&*format!("f({arguments})")], &Options::default()).is_ok();
    let joined = |arguments: &str| format!("{own} {}", arguments.trim()).trim_end().to_owned();
    let (sign, text) = match (rest.get(..1)?, rest[1..].trim()) {
        // An annotation below `#@schema/validation ("even", …)` needs the brackets of a tuple.
        ("(", inner) if TUPLES.contains(&own) && inner.starts_with(['"', '\'']) => ("brackets", Some(joined(rest))),
        ("(", inner) => ("brackets", inner.strip_suffix(')').filter(|inner| is_code(inner)).map(joined)),
        (":", arguments) => ("colon", Some(joined(arguments)).filter(|_| is_code(arguments))),
        (_, "True") if !known.takes_arguments => ("`=`", Some(own.to_owned())),
        (_, by) if own == "overlay/match" => ("`=`", Some(joined(&format!("by={by}"))).filter(|_| is_code(by))),
        (_, value) => ("`=`", Some(joined(value)).filter(|_| VALUES.contains(&own) && is_code(value))),
    };
    Some(Signed { sign, text })
}

/// Annotations with tuples of a description and something else.
const TUPLES: [&str; 3] = ["schema/validation", "assert/validate", "schema/examples"];

/// Annotations with a single value.
const VALUES: [&str; 5] = ["schema/default", "schema/desc", "schema/title", "schema/deprecated", "library/ref"];

/// Names by which an annotation is called elsewhere.
const OTHER_NAMES: [(&str, &str); 17] = [
    ("schema/validate", "schema/validation"),
    ("schema/validator", "schema/validation"),
    ("schema/rule", "schema/validation"),
    ("schema/rules", "schema/validation"),
    ("schema/doc", "schema/desc"),
    ("schema/default-value", "schema/default"),
    ("schema/optional", "schema/nullable"),
    ("data/schema", "data/values-schema"),
    ("data/values/schema", "data/values-schema"),
    ("values-schema", "data/values-schema"),
    ("values/schema", "data/values-schema"),
    ("assert/validation", "assert/validate"),
    ("overlay/delete", "overlay/remove"),
    ("overlay/select", "overlay/match"),
    ("overlay/match-by", "overlay/match"),
    ("overlay/prepend", "overlay/insert"),
    ("overlay/patch", "overlay/merge"),
];

/// The annotation that an unknown name certainly means: it is called so elsewhere, or spelled alike in the same group.
fn meant<'n>(name: &str, known: &[&'n str]) -> Option<&'n str> {
    let folded = |text: &str| text.replace(['-', '_', '/', '.', ':'], "").to_lowercase();
    let called = OTHER_NAMES.iter().find(|(other, _)| *other == name).map(|(_, meant)| *meant);
    if let Some(found) = known.iter().find(|known| called == Some(known) || folded(known) == folded(name)) {
        return Some(found);
    }
    let (group, own) = name.split_once('/').unwrap_or(("", name));
    let groups: Vec<&str> = known.iter().filter_map(|known| known.split_once('/')).map(|(group, _)| group).collect();
    let group = if groups.contains(&group) { Some(group) } else { spelling::only_nearest(group, groups) };
    let names = known.iter().filter_map(|known| {
        let (of, own) = known.split_once('/')?;
        // Without a group, as in `#@nullable`.
        (group == Some(of) || !name.contains('/')).then_some((*known, own))
    });
    let names: Vec<(&str, &str)> = names.collect();
    let is_long = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_short = |known: &str| {
        known.len() >= 4 && own.strip_prefix(known).is_some_and(is_long) || own.len() >= 4 && known.starts_with(own)
    };
    let near = spelling::only_nearest(own, names.iter().map(|(_, own)| *own));
    let mut found = names.iter().filter(|(_, known)| near == Some(known));
    let mut begun = names.iter().filter(|(_, known)| is_short(known));
    // Only one of that name.
    let only = match (found.next(), found.next()) {
        (Some(only), None) => Some(only),
        (None, _) => begun.next().filter(|_| begun.next().is_none()),
        _ => None,
    };
    only.map(|(known, _)| known).and_then(|meant| known.iter().find(|known| *known == meant).copied())
}

/// The argument of `@schema/validation` that a word means.
fn rule(word: &str) -> Option<&'static str> {
    match word.replace(['-', '_'], "").to_lowercase().as_str() {
        "enum" | "oneof" | "choices" | "allowed" => Some("one_of"),
        "min" | "minimum" => Some("min"),
        "max" | "maximum" => Some("max"),
        "minlen" | "minlength" => Some("min_len"),
        "maxlen" | "maxlength" => Some("max_len"),
        "notnull" | "required" | "nonnull" => Some("not_null"),
        _ => None,
    }
}

/// The comment around a byte, with the whole line if nothing else is on it, else with the spaces before it.
fn comment_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
    let before = text[start..at].trim_end_matches("#@").trim_end();
    if before.is_empty() { start..(end + 1).min(text.len()) } else { start + before.len()..end }
}
