//! Keys that are code: `#@ name: #@ value`. A key can only contain code as a text template.

use super::fixes::code::{Line, is_certain};
use super::fixes::edited;
use super::places::place;
use super::recognisers::Problem;
use crate::boundary::Diagnostic;
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::edits::Edits;
use crate::positions::Position;
use crate::syntax::token::Tok;

/// Explains code that ends with a colon and a value.
pub(super) fn explain(diagnostic: &mut Diagnostic, problem: &Problem<'_>) -> Option<()> {
    let Problem { message, at, .. } = *problem;
    let is_known = matches!(message.cause, Some(Cause::Code(CodeMistake::Unexpected { found: Some(_), .. })));
    let (source, span) = (at.source()?, at.own_span().filter(|_| is_known)?);
    let line = Line::around(source, span.start)?;
    let whole = source.line_range(line.number)?;
    let text = source.text[whole.clone()].trim_end();
    let key = text.trim_start().strip_prefix("#@ ")?;
    let start = whole.start + text.len() - key.len();
    let colon = line.tokens.iter().find(|token| token.tok == Tok::Colon && token.range.start == span.start)?;
    let (code, value) =
        (source.text[start..colon.range.start].trim(), source.text[colon.range.end..].split('\n').next()?);
    if code.is_empty() || !value.starts_with(' ') || value.trim().is_empty() {
        return None;
    }
    let marker = start - "#@ ".len();
    let indentation = &source.text[whole.start..marker];
    let edits = Edits(vec![
        (whole.start..whole.start, format!("{indentation}#@yaml/text-templated-strings\n")),
        (marker..colon.range.start, format!("(@= {code} @)")),
    ]);
    if !indentation.trim().is_empty() || !is_certain(source, &edits) {
        return None;
    }
    diagnostic.headline = format!("A key cannot be code; as a text template it is `(@= {code} @)`");
    diagnostic.primary = place(&Position::new(source.clone(), line.number).with_span(start..colon.range.start));
    diagnostic.fixes = vec![edited(format!("Write the key as (@= {code} @)"), source, edits)];
    Some(())
}
