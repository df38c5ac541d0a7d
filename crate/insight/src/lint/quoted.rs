//! Lints of code that YAML reads as text: `data.values.name`, `v.name` and lines without `#@`, `"#@ …"` in quotes, `#@ …` within a text or
//! without a space before it, annotations behind values, and `(@= … @)` in a value without the annotation that it needs.

use std::ops::Range;

use super::super::Buffer;
use super::super::code::Language;
use super::super::data_values;
use super::super::names::{Chain, Meaning};
use super::{Change, Kind, Lint, text_blocks};
use crate::DataValuesSnapshot;
use crate::diagnostics::cause::CodeMistake;
use crate::diagnostics::edits::Edits;
use crate::stdlib::module_named;
use crate::syntax::lex::lex;
use crate::syntax::names::UNIVERSE;
use crate::syntax::token::{Tok, is_name};
use crate::syntax::{Options, parse};
use crate::yaml::ANNOTATION_GROUPS;
use crate::yaml::inline::double_quoted;
use crate::yaml::outline::{Entry, Outline};
use crate::yaml::unmarked_code::{continued, is_code};

/// Enables `(@= … @)` in the strings of a node.
pub(super) const TEXT_TEMPLATED: &str = "yaml/text-templated-strings";

pub(super) fn lint<'s>(
    buffer: &Buffer<'_>,
    snapshot: &dyn Fn() -> &'s DataValuesSnapshot,
    file: usize,
    found: &mut Vec<Lint>,
) {
    if buffer.language != Language::Yaml {
        return;
    }
    unmarked(buffer, file, found);
    continued_code(buffer, file, found);
    let (text, outline) = (buffer.text, buffer.outline());
    for (index, entry) in outline.entries.iter().enumerate() {
        let Some(written) = text.get(entry.value.clone()) else { continue };
        let mut add = |message: String, hint: &str, fixes| {
            let (range, hint) = (entry.value.clone(), hint.to_owned());
            found.push(Lint { message, hint, fixes, ..Lint::new(Kind::QuotedCode, file, range) });
        };
        // Code ends with its line, and cannot have a comment behind it.
        let ends_line = text[entry.value.end..].lines().next().is_none_or(|rest| rest.trim().is_empty());
        if is_expression(buffer, entry.value.start, written, snapshot) {
            let fix = Change::of("Insert #@", Edits::insert(entry.value.start, "#@ "));
            let fix = Some(fix).filter(|_| ends_line).into_iter().collect();
            add(format!("{written} is text; code needs #@ before it"), "", fix);
        } else if quoted(written).is_some_and(|inner| inner.starts_with("#@ ")) {
            let fixes = match plain(written).filter(|_| ends_line) {
                Some(code) => Change::only("Remove the quotes", entry.value.clone(), code),
                None => Vec::new(),
            };
            add("Code in quotes is text; it does not run".to_owned(), "", fixes);
        } else if let Some((at, code)) = quoted(written).and_then(|inner| code_within(buffer, inner)) {
            let fix = formatted(&written[1..1 + at], code).filter(|_| !code.contains(&written[..1]));
            let fixes =
                fix.map(|fix| Change::only(format!("Replace with #@ {fix}"), entry.value.clone(), format!("#@ {fix}")));
            add("Code in quotes is text; it does not run".to_owned(), "", fixes.unwrap_or_default());
        } else if written.starts_with(['|', '>']) && !is_annotated(text, outline, index, TEXT_TEMPLATED) {
            text_blocks::lint(buffer, entry, written, file, found);
        } else if let Some((at, code)) = joined(buffer, written) {
            let fixes = formatted(&written[..at], code);
            let fixes = fixes
                .map(|fix| Change::only(format!("Replace with #@ {fix}"), entry.value.clone(), format!("#@ {fix}")));
            add("Code without a space before #@ is text".to_owned(), "", fixes.unwrap_or_default());
        } else if let Some(at) = joined_annotation(written) {
            let title = match written[at..].trim_end() {
                "#@schema/nullable" => "Move the annotation above its node, which makes null the default",
                _ => "Move the annotation above its node",
            };
            let fixes = above(text, outline, entry, &written[at..]).map(|line| Change {
                title: title.to_owned(),
                edits: Edits(vec![line, (entry.value.start + at..entry.value.end, String::new())]),
                args: None,
            });
            add("An annotation behind a value is text".to_owned(), "", fixes.into_iter().collect());
        } else if written.split_once("(@").is_some_and(|(_, rest)| rest.starts_with(['=', ' ']) && rest.contains("@)"))
            && !is_annotated(text, outline, index, TEXT_TEMPLATED)
        {
            let message = format!("(@ … @) in a value is text without @{TEXT_TEMPLATED}");
            add(message, "", annotate(text, outline, entry));
        }
    }
}

/// Documents that are nothing but code without `#@`.
fn unmarked(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    let (text, outline) = (buffer.text, buffer.outline());
    for (index, document) in outline.documents.iter().enumerate() {
        if outline.entries.iter().any(|entry| entry.document == index) {
            continue;
        }
        let lines = outline.lines.get(document.lines.clone()).unwrap_or_default().iter();
        let lines = lines.filter(|line| !line.body.is_empty()).map(|line| line.body.clone());
        let lines: Vec<Range<usize>> = lines.filter(|body| !text[body.clone()].starts_with("---")).collect();
        let Some(first) = lines.first().cloned() else { continue };
        if lines.iter().all(|body| is_code(&text[body.clone()])) {
            let edits = lines.iter().map(|body| (body.start..body.start, "#@ ".to_owned())).collect();
            found.push(Lint {
                message: format!("{} is text; code needs #@ before it", text[first.clone()].trim_end()),
                fixes: vec![Change::of("Insert #@", Edits(edits))],
                ..Lint::new(Kind::QuotedCode, file, first)
            });
        }
    }
}

/// Lines without `#@` within the brackets of code that are a text of their own: a document, or the value of the node above them.
fn continued_code(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    let (text, outline) = (buffer.text, buffer.outline());
    let lines: Vec<&str> = outline.lines.iter().map(|line| &text[line.range.clone()]).collect();
    for code in continued(&lines) {
        let own = &outline.lines[code.opens..=code.closes];
        let bodies: Vec<Range<usize>> =
            own.iter().filter(|line| !line.body.is_empty()).map(|line| line.body.clone()).collect();
        // Everywhere else, such lines are an error.
        let above = outline.lines[..code.opens].iter().rfind(|line| !line.body.is_empty());
        let has_value = above.is_some_and(|line| {
            let comment = line.comment.and_then(|at| text.get(at..));
            let is_open = line.is_separator(text) || text[line.body.clone()].ends_with([':', '-']);
            !is_open || comment.is_some_and(|comment| comment.starts_with("#@ "))
        });
        let marked: Vec<&str> =
            own.iter().filter_map(|line| text[line.range.clone()].trim().strip_prefix("#@ ")).collect();
        let is_complete = match parse(&marked, &Options::default()) {
            Ok(_) => true,
            Err(problem) => matches!(problem.mistake.as_deref(), Some(CodeMistake::MissingEnd { .. })),
        };
        let Some(first) = bodies.first().cloned().filter(|_| is_complete && !has_value) else { continue };
        let starts: Vec<usize> =
            bodies.iter().map(|body| text[..body.start].rfind('\n').map_or(0, |at| at + 1)).collect();
        let title =
            if starts.len() == 1 { "Insert #@".to_owned() } else { format!("Insert #@ in {} lines", starts.len()) };
        let edits = Edits(starts.into_iter().map(|start| (start..start, "#@ ".to_owned())).collect());
        found.push(Lint {
            message: format!("Line {} continues the code above it, and needs `#@`, too", code.first + 1),
            fixes: vec![Change::of(title, edits)],
            ..Lint::new(Kind::QuotedCode, file, first)
        });
    }
}

/// Whether a plain scalar is attributes, indices and calls of a name that the file has there, and certainly code: `app.yaml` is text unless
/// `app` is a data value with the key `yaml`.
fn is_expression<'s>(
    buffer: &Buffer<'_>,
    at: usize,
    written: &str,
    snapshot: &dyn Fn() -> &'s DataValuesSnapshot,
) -> bool {
    let first = written.split(['.', '[', '(']).next().unwrap_or_default();
    if !is_name(first) || first == written || written.contains('\n') {
        return false;
    }
    let mut tokens = lex(written);
    tokens.pop_if(|last| last.tok == Tok::Newline);
    let mut depth = 0;
    let is_joined = tokens.windows(2).all(|pair| {
        depth += pair[0].tok.nesting();
        let is_next = matches!(pair[1].tok, Tok::Dot | Tok::Ident | Tok::LParen | Tok::LBrack);
        depth > 0 || pair[0].range.end == pair[1].range.start && is_next
    });
    let mut names = text_blocks::names(written, &tokens).map(|(_, name)| name);
    let Some(root) = names.next().filter(|_| is_joined) else { return false };
    let is_known = |name: &str| buffer.names.binding(name).is_some() || UNIVERSE.contains(&name);
    let binding = buffer.names.binding(root).and_then(|index| buffer.names.bindings.get(index));
    if binding.is_some_and(|binding| binding.range.start > at)
        || binding.is_none() && root != "data"
        || !names.all(is_known)
        || parse(&[written], &Options::default()).is_err()
    {
        return false;
    }
    let is_computed = tokens.iter().any(|token| matches!(token.tok, Tok::LParen | Tok::Str));
    let chain = Chain::all(written, &tokens).into_iter().next();
    match chain.and_then(|chain| buffer.names.meaning(&chain)) {
        Some(Meaning::DataValue(path)) if root == "data" => binding.is_some() || !path.is_empty(),
        Some(Meaning::DataValue(path)) => is_computed || data_values::at(snapshot(), &path).is_some(),
        Some(Meaning::Member { module, name }) => {
            let module = module_named(&module, buffer.extensions);
            is_computed && module.is_some_and(|module| module.member(&name, buffer.extensions).is_some())
        }
        _ => binding.is_some() && is_computed,
    }
}

/// Code in a text that certainly should run: `#@` and an expression of a name that the file has. The byte of the `#@`, and the
/// expression.
fn code_within<'t>(buffer: &Buffer<'_>, text: &'t str) -> Option<(usize, &'t str)> {
    let at = text.find("#@ ")?;
    let code = text[at + "#@ ".len()..].trim();
    let tokens = lex(code);
    let first = tokens.first().filter(|token| token.tok == Tok::Ident)?;
    let name = code.get(first.range.clone())?;
    let is_statement = tokens.iter().any(|token| matches!(token.tok, Tok::Eq | Tok::Colon | Tok::Illegal));
    let is_apart = at == 0 || text[..at].ends_with([' ', '/', ':', '-', '=', '.']);
    (is_apart && !is_statement && buffer.names.binding(name).is_some()).then_some((at, code))
}

/// `"port {}".format(x)`.
fn formatted(before: &str, code: &str) -> Option<String> {
    let is_odd = before.contains(['\'', '\\', '{', '}']);
    match double_quoted(&format!("{before}{{}}")).filter(|_| !is_odd)? {
        _ if before.is_empty() => None,
        format => Some(format!("{format}.format({code})")),
    }
}

/// Code in a value without quotes, with no space before its `#@`: the byte of the `#@`, and the expression.
fn joined<'t>(buffer: &Buffer<'_>, written: &'t str) -> Option<(usize, &'t str)> {
    code_within(buffer, written).filter(|_| !written.starts_with(['"', '\'', '|', '>', '[', '{']))
}

/// The byte of an annotation that follows a value without a space.
fn joined_annotation(written: &str) -> Option<usize> {
    let at = written.find("#@")?;
    let (group, _) = written[at + "#@".len()..].split_once('/')?;
    ANNOTATION_GROUPS.contains(&group).then_some(at)
}

/// The text between the quotes, as it is written.
fn quoted(written: &str) -> Option<&str> {
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    written.strip_prefix(quote)?.strip_suffix(quote).filter(|inner| !inner.contains('\n'))
}

/// The content of quotes without escapes other than those of quotes.
fn plain(written: &str) -> Option<String> {
    let inner = quoted(written)?;
    let content = if written.starts_with('"') { inner.replace("\\\"", "\"") } else { inner.replace("''", "'") };
    (written.starts_with('\'') || !content.contains('\\')).then_some(content)
}

/// Whether a node, its document or one that it is in has an annotation.
fn is_annotated(text: &str, outline: &Outline, entry: usize, name: &str) -> bool {
    let nodes = std::iter::successors(Some(entry), |entry| outline.entries.get(*entry)?.parent);
    let document = outline.entries.get(entry).and_then(|entry| outline.documents.get(entry.document));
    let of_node = |line: usize| {
        let above = outline.lines[..line].iter().rev().take_while(|line| line.body.is_empty());
        let lines = above.chain(outline.lines.get(line));
        lines.filter_map(|line| line.annotation(text)).any(|range| text.get(range) == Some(name))
    };
    document.is_some_and(|document| document.annotations.iter().any(|annotation| annotation == name))
        || nodes.filter_map(|node| outline.entries.get(node)).any(|node| of_node(node.line))
}

pub(super) fn annotate(text: &str, outline: &Outline, entry: &Entry) -> Vec<Change> {
    let added = above(text, outline, entry, &format!("#@{TEXT_TEMPLATED}"));
    let change = |added| Change::of(format!("Add #@{TEXT_TEMPLATED}"), Edits(vec![added]));
    added.map(change).into_iter().collect()
}

/// The edit that adds an annotation above a node, if that starts its line.
fn above(text: &str, outline: &Outline, entry: &Entry, annotation: &str) -> Option<(Range<usize>, String)> {
    let line = outline.lines.get(entry.line)?;
    let start = line.range.start + line.indent;
    // A key or an item at the start of its line.
    let written = text.get(start..).unwrap_or_default().trim_start_matches(['"', '\'']);
    let is_first = match &entry.key {
        Some(key) => written.starts_with(key.as_str()),
        None => written.starts_with("- "),
    };
    let added = format!("{}{annotation}\n", " ".repeat(line.indent));
    is_first.then_some((line.range.start..line.range.start, added))
}
