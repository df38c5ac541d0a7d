//! Parses the code of a file as one program, and maps the spans of its syntax tree to bytes of the file.
//!
//! Each line of YAML or text between the code is replaced by a marker, so that the tree shows which blocks surround a line. The
//! parser does not recover from errors: code that does not parse is skipped, piece by piece, until the rest parses.

use std::ops::Range;

use super::super::Buffer;
use super::super::code::{Fragment, Kind, Language};
use crate::syntax::ast::{Expr, ExprKind, File};
use crate::syntax::resolve::{Resolved, references};
use crate::syntax::source::{Source, Span};
use crate::syntax::token::{Literal, Tok};
use crate::syntax::{Options, Problem, parse};
use crate::yaml::outline::{Line, lines};

/// The maximum number of pieces to skip before the whole file is.
const MAX_REPAIRS: usize = 60;
/// The code for a line without code.
const MARKER: &str = "0";

#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) file: File,
    /// The bytes of the file with code that does not parse.
    pub(crate) skipped: Vec<Range<usize>>,
    source: Option<Source>,
    entries: Vec<Entry>,
    /// The start of each entry in the program.
    starts: Vec<usize>,
}

/// A line of the program.
#[derive(Clone, Debug)]
struct Entry {
    code: String,
    /// The length of the generated code before that of the file.
    prefix: usize,
    /// Bytes of the file.
    range: Range<usize>,
    is_marker: bool,
    /// Its brackets must be balanced.
    is_closed: bool,
}

impl Program {
    pub(crate) fn of(buffer: &Buffer<'_>) -> Program {
        let mut entries = entries(buffer);
        let mut skipped = Vec::new();
        for round in 0..=MAX_REPAIRS {
            let lines: Vec<&str> = entries.iter().map(|entry| &*entry.code).collect();
            match parse(&lines, &Options::default()) {
                Ok(parsed) => {
                    let starts = starts(&entries);
                    return Program { file: parsed.file, skipped, source: Some(parsed.source), entries, starts };
                }
                Err(_) if round == 0 && skip_unbalanced(&mut entries, &mut skipped) => {}
                Err(problem) => match skip(&mut entries, &problem) {
                    Some(range) => skipped.push(range),
                    None => break,
                },
            }
        }
        let whole = 0..buffer.text.len();
        Program { skipped: vec![whole], ..Program::default() }
    }

    /// The meanings of the names of the program.
    pub(crate) fn resolved(&self) -> Resolved {
        self.source.as_ref().map(|source| references(source, &self.file)).unwrap_or_default()
    }

    /// The bytes of the file for a span of the program; an empty range for markers.
    pub(crate) fn range(&self, span: Span) -> Range<usize> {
        let Some(source) = &self.source else { return 0..0 };
        let range = source.original_range(span);
        self.byte(range.start as usize)..self.byte((range.end as usize).max(range.start as usize))
    }

    fn byte(&self, at: usize) -> usize {
        let index = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        let (Some(entry), Some(start)) = (self.entries.get(index), self.starts.get(index)) else { return 0 };
        let within = (at - start).saturating_sub(entry.prefix);
        (entry.range.start + within).min(entry.range.end)
    }

    /// The bytes of the file for a marker.
    pub(super) fn marked(&self, expr: &Expr) -> Option<Range<usize>> {
        let ExprKind::Literal(Literal::Int(text)) = &expr.kind else { return None };
        let at = self.source.as_ref()?.original(expr.span.start) as usize;
        let index = self.starts.partition_point(|start| *start <= at).checked_sub(1)?;
        let entry = self.entries.get(index)?;
        (entry.is_marker && text == MARKER).then(|| entry.range.clone())
    }
}

fn starts(entries: &[Entry]) -> Vec<usize> {
    let mut at = 0;
    let start = |entry: &Entry| {
        let start = at;
        at += entry.code.len() + 1;
        start
    };
    entries.iter().map(start).collect()
}

/// The lines of the program, in the order of the file.
fn entries(buffer: &Buffer<'_>) -> Vec<Entry> {
    let text = buffer.text;
    let mut entries = Vec::new();
    for fragment in buffer.fragments.iter().filter(|fragment| runs(buffer, fragment)) {
        entries.extend(of_fragment(text, fragment, buffer.language));
    }
    match buffer.language {
        Language::Yaml => {
            let lines = lines(text);
            entries.extend(lines.iter().filter(|line| !line.body.is_empty()).map(|line| marker(line.body.clone())));
            let ends: Vec<Entry> = entries.iter_mut().filter_map(|entry| end_of_node(text, &lines, entry)).collect();
            entries.extend(ends);
        }
        Language::Text => entries.extend(gaps(text, &buffer.fragments).into_iter().map(marker)),
        Language::Starlark | Language::Other => {}
    }
    entries.sort_by_key(|entry| entry.range.start);
    entries
}

/// Whether a fragment is evaluated: `(@ … @)` in YAML only if annotations enable it.
fn runs(buffer: &Buffer<'_>, fragment: &Fragment) -> bool {
    let before = buffer.text.get(..fragment.range.start).unwrap_or_default().trim_end_matches(['-', '=']);
    buffer.language != Language::Yaml || !before.ends_with("(@") || buffer.text.contains("@yaml/text-templated-strings")
}

fn marker(range: Range<usize>) -> Entry {
    Entry { code: MARKER.to_owned(), prefix: 0, range, is_marker: true, is_closed: true }
}

fn of_fragment(text: &str, fragment: &Fragment, language: Language) -> Vec<Entry> {
    let range = fragment.range.clone();
    let code = text.get(range.clone()).unwrap_or_default();
    let whole = |prefix: &str| Entry {
        code: format!("{prefix}{code})"),
        prefix: prefix.len(),
        range: range.clone(),
        is_marker: false,
        is_closed: true,
    };
    match fragment.kind {
        Kind::Value => vec![whole("(")],
        // Only the arguments matter.
        Kind::Annotation { .. } => vec![whole("annotation(")],
        Kind::Code => {
            let mut at = range.start;
            let line = |code: &str| {
                let range = at..at + code.len();
                at = range.end + 1;
                Entry { code: code.to_owned(), prefix: 0, range, is_marker: false, is_closed: false }
            };
            let mut lines: Vec<Entry> = code.split('\n').map(line).collect();
            if language == Language::Starlark {
                lines.retain(|line| !line.code.trim().is_empty());
            }
            lines
        }
    }
}

/// Replaces `if/end x:` by `if x:`, with the `end` after the next node.
fn end_of_node(text: &str, lines: &[Line], entry: &mut Entry) -> Option<Entry> {
    if entry.is_closed {
        return None;
    }
    let start = entry.code.len() - entry.code.trim_start().len();
    let keyword = ["if", "elif", "else", "for", "def"]
        .into_iter()
        .find(|keyword| entry.code[start..].strip_prefix(keyword).is_some_and(|rest| rest.starts_with("/end")))?;
    let slash = start + keyword.len();
    // Spaces preserve the positions.
    entry.code.replace_range(slash..slash + "/end".len(), "    ");
    let below = lines.partition_point(|line| line.range.start <= entry.range.start);
    let mut rest = lines.get(below..)?.iter().filter(|line| !line.range.is_empty());
    let node = rest.by_ref().find(|line| !line.body.is_empty())?;
    let is_document = node.is_separator(text);
    let is_item = text.get(node.body.clone()).is_some_and(|body| body.starts_with('-'));
    let belongs = |line: &&Line| {
        let body = text.get(line.body.clone()).unwrap_or_default();
        let same = line.indent == node.indent && !is_item && (body == "-" || body.starts_with("- "));
        let is_text = line.body.is_empty();
        is_text || if is_document { !line.is_separator(text) } else { line.indent > node.indent || same }
    };
    let last = rest.take_while(belongs).filter(|line| line.comment.is_none() || !line.body.is_empty()).last();
    let end = last.unwrap_or(node).range.end;
    Some(Entry { code: "end".to_owned(), prefix: 0, range: end..end, is_marker: false, is_closed: false })
}

/// The text between the code of a text template, by line.
fn gaps(text: &str, fragments: &[Fragment]) -> Vec<Range<usize>> {
    let mut gaps = Vec::new();
    let mut from = 0;
    let end = text.len()..text.len();
    for next in fragments.iter().map(|fragment| &fragment.range).chain(std::iter::once(&end)) {
        let mut at = from;
        for piece in text.get(from..next.start.max(from)).unwrap_or_default().split_inclusive('\n') {
            gaps.push(at..at + piece.len());
            at += piece.len();
        }
        from = next.end.max(from);
    }
    gaps
}

/// Skips values and annotations with unbalanced brackets, which would extend to the end of the file.
fn skip_unbalanced(entries: &mut [Entry], skipped: &mut Vec<Range<usize>>) -> bool {
    let before = skipped.len();
    for entry in entries.iter_mut().filter(|entry| entry.is_closed && !entry.is_marker) {
        if depth(&entry.code) != 0 {
            entry.code = MARKER.to_owned();
            skipped.push(entry.range.clone());
        }
    }
    skipped.len() > before
}

fn depth(code: &str) -> i32 {
    // An unterminated string hides closing brackets.
    let step = |tok: Tok| if tok == Tok::Illegal { 1000 } else { tok.nesting() };
    crate::syntax::lex::lex(code).iter().map(|token| step(token.tok)).sum()
}

/// Skips the code that causes a problem, and returns its bytes; None if there is none.
fn skip(entries: &mut Vec<Entry>, problem: &Problem) -> Option<Range<usize>> {
    if problem.message.starts_with("mismatched set of block openings") {
        let end = entries.last().map_or(0, |entry| entry.range.end);
        entries.push(Entry { code: "end".to_owned(), prefix: 0, range: end..end, is_marker: false, is_closed: false });
        return Some(end..end);
    }
    let at = problem.span.as_ref().map_or(0, |span| span.start as usize);
    let index = starts(entries).partition_point(|start| *start <= at).min(entries.len());
    let is_code = |entry: &Entry| !entry.is_marker && !entry.code.is_empty() && entry.code != MARKER;
    let is_end = problem.message == "unexpected end";
    let culprit = (0..index).rev().find(|i| {
        let entry = &entries[*i];
        is_code(entry) && (!is_end || entry.code.trim_start().starts_with("end"))
    });
    // Unclosed brackets are reported far after them.
    let open = (0..index).rev().find(|i| is_code(&entries[*i]) && depth(&entries[*i].code) > 0);
    let entry = entries.get_mut(open.or(culprit)?)?;
    entry.code = if entry.is_closed { MARKER.to_owned() } else { String::new() };
    Some(entry.range.clone())
}
