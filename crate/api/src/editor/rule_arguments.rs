//! Rules of `@schema/validation` without brackets or a description: `"even", lambda v: …`, `one_of="dev", "prod"`, `lambda v: …`.

use std::ops::Range;

use super::fixes::code::{Line, certain};
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::edits::Edits;
use crate::starlark::quote;
use crate::syntax::arguments;
use crate::syntax::lex::lex;

/// Explains rules that are not accepted, if they are with brackets around some of their arguments.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let at = problem.at;
    let source = at.source()?;
    let line = Line::of(source, at.line())?;
    let name = line.annotation_name().filter(|name| line.text(name.clone()) == "schema/validation")?;
    let (_, tokens) = line.tokens.split_at(line.tokens.partition_point(|token| token.range.start < name.end));
    let arguments: Vec<_> = arguments::arguments(tokens).into_iter().map(arguments::range).collect();
    let is_text = |range: &Range<usize>| line.text(range.clone()).starts_with(['"', '\'']);
    if let [only] = &arguments[..] {
        return described(&line, only);
    }
    let (range, open, close, headline) = match &arguments[..] {
        [what, rule] if is_text(what) && line.text(rule.clone()).starts_with("lambda ") => {
            let headline = "A description and its function need brackets around both".to_owned();
            (what.start..rule.end, '(', ')', headline)
        }
        [first, others @ ..] if !others.is_empty() && others.iter().all(is_text) => {
            let value = line.text(first.clone()).strip_prefix("one_of=")?;
            let headline = "`one_of` is a list: `[\"a\", \"b\"]`".to_owned();
            (first.end - value.len()..others.last()?.end, '[', ']', headline)
        }
        _ => return None,
    };
    let edits = Edits(vec![(range.start..range.start, open.to_string()), (range.end..range.end, close.to_string())]);
    let fix = certain(format!("Insert {open} and {close}"), source, edits)?;
    Some(Explanation::new(headline).at(source, range).without_hints().fixes([fix]))
}

/// Describes a function that is the only argument, in its own words, or puts the description before it.
fn described(line: &Line<'_>, argument: &Range<usize>) -> Option<Explanation> {
    let text = line.text(argument.clone());
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text).trim();
    let tokens = lex(inner);
    let parts: Vec<&str> =
        arguments::arguments(&tokens).into_iter().map(|part| &inner[arguments::range(part)]).collect();
    let (title, function, description) = match parts[..] {
        [function] => {
            let description = quote(function.split_once(':')?.1.trim());
            (format!("Add a description: {description}"), function, description)
        }
        [function, description] if description.starts_with(['"', '\'']) => {
            ("Put the description first".to_owned(), function, description.to_owned())
        }
        _ => return None,
    };
    let edits = Edits::one(argument.clone(), format!("({description}, {function})"));
    let fix = certain(title, line.source, edits).filter(|_| function.starts_with("lambda "))?;
    Some(Explanation::default().fixes([fix]))
}
