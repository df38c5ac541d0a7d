//! Lints: probable mistakes that ytt accepts without a message.
//!
//! Each kind can be switched off by its code. Lints are not part of a run: neither its result nor its report contains them.

mod comments;
mod empty_blocks;
mod helm;
mod idle;
mod items;
mod joined_items;
mod keys;
mod lost;
mod matchers;
mod overlays;
mod placeholders;
mod printed;
mod quoted;
mod results;
mod scalars;
mod text_blocks;
mod unused;

use std::cell::OnceCell;
use std::ops::Range;

use super::Buffer;
use super::answer::{LintKind, Lints};
use crate::boundary::{Content, Diagnostic, Edit, Fix, InputKind, RelatedPlace, Severity};
use crate::diagnostics::edits::Edits;
use crate::limits::Clock;
use crate::{ParsedRequest, data_values_snapshot, inputs_of};

/// Longer files are skipped: they are probably generated.
const MAX_BYTES: usize = 1 << 20;
const MAX_LINTS: usize = 200;

/// The kind of a lint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    MissingSpace,
    ExtraSpace,
    GluedEnd,
    UnknownAnnotation,
    RepeatedAnnotation,
    LostAnnotation,
    IdleAnnotation,
    NoMatch,
    JoinedMatchers,
    LostResult,
    QuotedCode,
    EmptyBlock,
    JoinedItem,
    Placeholder,
    NoneWord,
    BooleanWord,
    ChangedKey,
    ChangedNumber,
    TypeWord,
    RepeatedKey,
    HelmSyntax,
    PrintedValues,
    UnusedDataValue,
}

impl Kind {
    /// Each kind with its code and its title, in the order of [`Kind`].
    const ALL: [(Kind, &str, &str); 23] = [
        (Kind::MissingSpace, "missing-space", "No space after #@"),
        (Kind::ExtraSpace, "extra-space", "Annotations with a space after #@"),
        (Kind::GluedEnd, "glued-end", "#@end without a space"),
        (Kind::UnknownAnnotation, "unknown-annotation", "Unknown annotations"),
        (Kind::RepeatedAnnotation, "repeated-annotation", "Repeated annotations"),
        (Kind::LostAnnotation, "lost-annotation", "Schema annotations that a later schema document loses"),
        (Kind::IdleAnnotation, "idle-annotation", "Annotations without effect"),
        (Kind::NoMatch, "no-match", "Overlays without @overlay/match"),
        (Kind::JoinedMatchers, "joined-matchers", "Matchers of overlays joined by and, or"),
        (Kind::LostResult, "lost-result", "Values of statements, which are lost"),
        (Kind::QuotedCode, "quoted-code", "Code in quotes, which is text"),
        (Kind::EmptyBlock, "empty-block", "Empty blocks of text above lines that are not indented"),
        (Kind::JoinedItem, "joined-item", "List items that are part of the text above them"),
        (Kind::Placeholder, "placeholder", "Placeholders of other programs, such as {{ name }}"),
        (Kind::NoneWord, "none-word", "None and nil, which are text"),
        (Kind::BooleanWord, "boolean-word", "yes, no, on and off, which are booleans"),
        (Kind::ChangedKey, "changed-key", "Keys that are not strings, such as y"),
        (Kind::ChangedNumber, "changed-number", "Versions that are numbers, such as 1.10"),
        (Kind::TypeWord, "type-word", "Types as defaults in schemas, such as string"),
        (Kind::RepeatedKey, "repeated-key", "Repeated keys in plain YAML"),
        (Kind::HelmSyntax, "helm-syntax", "Helm's {{ … }} in text"),
        (Kind::PrintedValues, "printed-values", "Plain values that are printed as output"),
        (Kind::UnusedDataValue, "unused-data-value", "Unused data values"),
    ];

    fn code(self) -> &'static str {
        Kind::ALL[self as usize].1
    }

    fn severity(self) -> Severity {
        match self {
            // Common, and often intended.
            Kind::BooleanWord | Kind::UnusedDataValue => Severity::Info,
            _ => Severity::Warning,
        }
    }
}

struct Lint {
    kind: Kind,
    message: String,
    /// The data value, if it is about one.
    path: Option<String>,
    hint: String,
    /// Index of the file, and bytes in it.
    file: usize,
    range: Range<usize>,
    /// A related position, and its label.
    related: Option<(usize, Range<usize>, &'static str)>,
    fixes: Vec<Change>,
}

impl Lint {
    /// A lint that only has a place.
    fn new(kind: Kind, file: usize, range: Range<usize>) -> Lint {
        let (message, hint, fixes) = (String::new(), String::new(), Vec::new());
        Lint { kind, message, path: None, hint, file, range, related: None, fixes }
    }
}

/// A fix of the file.
struct Change {
    title: String,
    edits: Edits,
    /// The new arguments, if the command line changes.
    args: Option<Vec<String>>,
}

impl Change {
    /// The only fix: the bytes of the file to replace, and their new text.
    fn only(title: impl Into<String>, range: Range<usize>, text: impl Into<String>) -> Vec<Change> {
        vec![Change::of(title, Edits::one(range, text))]
    }

    fn of(title: impl Into<String>, edits: Edits) -> Change {
        Change { title: title.into(), edits, args: None }
    }
}

pub(super) fn lint(request: &ParsedRequest<'_>, clock: &Clock) -> Lints {
    let kinds = Kind::ALL.map(|(_, code, title)| LintKind { code: code.to_owned(), title: title.to_owned() });
    // This includes files that `--file-mark` excludes from the run.
    let files = request.request.files.iter();
    let short = files.filter(|file| matches!(&file.content, Content::Text(t) if t.len() <= MAX_BYTES));
    let buffers: Vec<Buffer<'_>> = short.filter_map(|file| Buffer::of(request, &file.path)).collect();
    let mut found = Vec::new();
    let inputs = inputs_of(request.request);
    let is_schema = |path: &str| inputs.iter().any(|input| input.path == path && input.kind == InputKind::Schema);
    let has_schema = buffers.iter().any(|buffer| is_schema(buffer.path));
    let snapshot = OnceCell::new();
    let snapshot = || snapshot.get_or_init(|| data_values_snapshot(request, clock));
    for (file, buffer) in buffers.iter().enumerate() {
        comments::lint(buffer, file, &mut found);
        scalars::lint(buffer, has_schema, file, &mut found);
        quoted::lint(buffer, &snapshot, file, &mut found);
        empty_blocks::lint(buffer, file, &mut found);
        joined_items::lint(buffer, file, &mut found);
        overlays::lint(buffer, file, &mut found);
        matchers::lint(buffer, file, &mut found);
        idle::lint(buffer, file, &mut found);
    }
    keys::lint(request, &buffers, &mut found);
    helm::lint(request, &buffers, &mut found);
    placeholders::lint(request, &buffers, &mut found);
    items::lint(&buffers, &mut found);
    printed::lint(request, &buffers, &mut found);
    results::lint(request, &buffers, &mut found);
    lost::lint(request, &buffers, is_schema, &mut found);
    unused::lint(&buffers, &snapshot, &mut found);
    found.sort_by_key(|lint| (lint.file, lint.range.start, lint.kind));
    found.truncate(MAX_LINTS);
    let diagnostics = found.into_iter().filter_map(|lint| diagnostic(lint, &buffers)).collect();
    Lints { diagnostics, kinds: kinds.into() }
}

fn diagnostic(lint: Lint, buffers: &[Buffer<'_>]) -> Option<Diagnostic> {
    let related = lint.related.and_then(|(file, range, label)| {
        let place = buffers.get(file)?.place(range);
        Some(RelatedPlace { file: place.file, span: place.span, label: label.to_owned() })
    });
    let buffer = buffers.get(lint.file)?;
    let fixes = lint.fixes.into_iter().map(|Change { title, edits, args }| {
        let edit = |(range, text)| Edit { file: buffer.path.to_owned(), span: buffer.exact_span(range), text };
        Fix { title, edits: edits.0.into_iter().map(edit).collect(), args }
    });
    Some(Diagnostic {
        severity: lint.kind.severity(),
        code: lint.kind.code().to_owned(),
        headline: lint.message.clone(),
        message: lint.message,
        path: lint.path,
        primary: Some(buffer.place(lint.range)),
        related: related.into_iter().collect(),
        hints: Some(lint.hint).filter(|hint| !hint.is_empty()).into_iter().collect(),
        fixes: fixes.collect(),
        ..Diagnostic::default()
    })
}

#[cfg(test)]
mod tests;
