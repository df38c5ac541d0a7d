//! Texts in annotations without quotes: `#@schema/desc The port`, `#@overlay/match by=name`, `#@schema/type string`.

use super::fixes::{annotations, edited};
use super::headline::quoted;
use super::places::place;
use super::recognisers::Problem;
use crate::boundary::Diagnostic;
use crate::diagnostics::cause::{AnnotationMistake, Cause};
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::positions::Position;
use crate::starlark::quote;

/// Annotations whose only argument is a text.
const TEXTS: [&str; 6] =
    ["schema/desc", "schema/title", "schema/deprecated", "schema/doc", "schema/removed", "library/ref"];

/// Explains an error in the code of an annotation that is a text without quotes.
pub(super) fn explain(diagnostic: &mut Diagnostic, problem: &Problem<'_>) -> Option<()> {
    let Problem { message, at, .. } = *problem;
    let is_of_code = matches!(message.code, Some(Code::Syntax | Code::Name));
    let source = at.source().filter(|_| is_of_code && at.is_known())?;
    let line = source.line_range(at.line())?;
    let text = source.text[line.clone()].trim_end();
    let rest = text.trim_start().strip_prefix("#@")?;
    let (name, arguments) = rest.split_once(' ').filter(|(name, _)| name.contains('/'))?;
    let arguments = arguments.trim();
    let start = line.start + text.len() - arguments.len();
    let range = start..start + arguments.len();
    let undefined = match &message.cause {
        Some(Cause::Undefined { name, .. }) => Some(name.as_str()),
        _ => None,
    };
    if TEXTS.contains(&name) && !arguments.starts_with(['"', '\'']) && (undefined.is_none() || !arguments.contains('('))
    {
        diagnostic.headline = format!("The text of {} needs quotes", quoted(&format!("@{name}")));
        diagnostic.primary = place(&Position::new(source.clone(), at.line()).with_span(range.clone()));
        diagnostic.hints.clear();
        diagnostic.fixes = vec![edited("Quote the text", source, Edits::one(range, quote(arguments)))];
        return Some(());
    }
    let mistake = AnnotationMistake::Keyword;
    if name == "schema/type" && undefined == Some(arguments) {
        let cause = Cause::Annotation { name: "schema/type", mistake: mistake.clone() };
        diagnostic.code = Code::Annotation.to_string();
        diagnostic.headline = super::headline(Code::Annotation, Some(&cause), None);
        diagnostic.fixes = annotations::fixes(name, &mistake, at);
        return Some(());
    }
    // A name that is neither called nor has attributes.
    let name = undefined.filter(|_| matches!(&message.cause, Some(Cause::Undefined { nearest: None, .. })))?;
    let span = at.own_span().filter(|span| source.text.get(span.clone()) == Some(name))?;
    if source.text[span.end..line.end].trim_start().starts_with(['.', '(', '[', '=']) {
        return None;
    }
    let text = quote(name);
    diagnostic.headline = format!("{} is not defined; a text needs quotes: {}", quoted(name), quoted(&text));
    diagnostic.fixes = vec![edited("Quote it", source, Edits::one(span, text))];
    Some(())
}
