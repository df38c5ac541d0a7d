//! The report of an invalid schema, or of data values that do not conform to theirs: a hunk per finding with its source lines, what
//! was found and expected, and hints.

use super::super::{SchemaFinding, SchemaReport};
use crate::byte_text;
use crate::positions::Position;

/// A string of [`byte_text`]. Each part starts with a line break; errors without a position come after all findings.
pub(super) fn text(report: &SchemaReport) -> String {
    let mut out = String::new();
    if !report.summary.is_empty() {
        push(&mut out, &format!("\n{}\n{}\n", report.summary, "=".repeat(report.summary.len())));
    }
    // Line numbers are aligned over the whole report, by the numbers of the values alone.
    let width = report.findings.iter().map(|f| line_number(&f.at).len()).max().unwrap_or(0);
    for finding in &report.findings {
        hunk(&mut out, finding, width);
    }
    for other in &report.others {
        out.push_str(&format!("{} \n", super::text(other)));
    }
    out.push('\n');
    out
}

/// Appends a text.
fn push(out: &mut String, text: &str) {
    out.push_str(&byte_text::from_text(text));
}

fn hunk(out: &mut String, finding: &SchemaFinding, width: usize) {
    if let Some(description) = &finding.description {
        push(out, &format!("\n{description}"));
    }
    if let Some(line) = finding.at.memory_text() {
        let empty = format!("\n  {:>width$} #", "");
        push(out, &format!("\nData value calculated:{empty}{empty} {line}{empty}"));
    } else {
        push(out, &format!("\n{}:", finding.at.file()));
        source_lines(out, finding, width);
    }
    out.push_str("\n\n");
    let equals = format!("  {:>width$} =", "");
    if !finding.found.is_empty() {
        push(out, &format!("{equals} found: {}", finding.found));
    }
    out.push('\n');
    if !finding.expected.is_empty() {
        push(out, &format!("{equals} expected: {}", finding.expected));
    }
    for hint in &finding.hints {
        push(out, &format!("\n{equals} hint: {hint}"));
    }
    out.push('\n');
}

/// The lines of the annotations, in their order, then the line of the value.
fn source_lines(out: &mut String, finding: &SchemaFinding, width: usize) {
    let mut positions: Vec<&Position> = finding.annotations.iter().collect();
    positions.sort_by_key(|at| at.line());
    positions.push(&finding.at);
    let empty = format!("\n  {:>width$} |", "");
    out.push_str(&empty);
    for (i, at) in positions.iter().enumerate() {
        if i > 0 && !is_next_to(at, positions[i - 1]) {
            out.push_str(&format!("{empty} ..."));
        }
        out.push_str(&format!("\n  {:>width$} | {}", line_number(at), at.line_string()));
    }
    out.push_str(&empty);
}

fn line_number(at: &Position) -> String {
    if at.is_known() { at.line().to_string() } else { "?".to_owned() }
}

fn is_next_to(a: &Position, b: &Position) -> bool {
    a.is_known() && b.is_known() && a.file() == b.file() && a.line().abs_diff(b.line()) <= 1
}
