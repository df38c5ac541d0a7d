//! Keys that are code: `#@ name: #@ value`. A key can only contain code as a text template.

use super::fixes::code::{Line, certain};
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::edits::Edits;
use crate::syntax::token::Tok;

/// Explains code that ends with a colon and a value.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
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
    let fix = certain(format!("Write the key as (@= {code} @)"), source, edits);
    let fix = fix.filter(|_| indentation.trim().is_empty())?;
    let headline = format!("A key cannot be code; as a text template it is `(@= {code} @)`");
    Some(Explanation::new(headline).at(source, start..colon.range.start).fixes([fix]))
}
