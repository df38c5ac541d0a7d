//! Names that are not defined where they are used: keys of a dict without quotes, functions above their definition, variables of a
//! function that should be those outside.

use std::ops::Range;

use super::definitions::{assigns, defines, depths, related};
use super::fixes::code::Line;
use super::headline::{listed, quoted};
use super::recognisers::{Explanation, Problem};
use crate::boundary::RelatedPlace;
use crate::diagnostics::TemplateProblem;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::edits::Edits;
use crate::positions::{Position, Source};
use crate::starlark::quote;
use crate::syntax::token::Tok;

/// Explains such a name.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, problems, .. } = *problem;
    let (source, span) = (at.source()?, at.own_span()?);
    match message.cause.as_ref()? {
        Cause::Undefined { name, nearest } if source.text.get(span.clone()) == Some(name) => {
            keys_without_quotes(source, &span, at, problems)
                .or_else(|| data_values(source, &span, name))
                .or_else(|| nearest.is_none().then(|| defined_below(source, problem, name))?)
        }
        Cause::Unassigned { name, is_local: false } => {
            let definition = top_level(source).find(|line| line.number > at.line() && defines(line, name))?;
            let number = definition.number;
            let headline = format!("{} is called before its `def` in line {number} has run", quoted(name));
            Some(with_related(headline, problem, related(source, &definition, "definition")))
        }
        Cause::Unassigned { name, is_local: true } => {
            let above = (1..at.line()).filter_map(|number| Line::of(source, number));
            let outside = depths(above).find(|(depth, line)| *depth == 0 && assigns(line, name))?.1;
            let headline = format!(
                "{} has no value yet in this function, which cannot change variables outside of it",
                quoted(name)
            );
            Some(with_related(headline, problem, related(source, &outside, "variable outside")))
        }
        _ => None,
    }
}

/// An explanation with one more place.
fn with_related(headline: String, problem: &Problem<'_>, place: Option<RelatedPlace>) -> Explanation {
    let related = problem.diagnostic.related.iter().cloned().chain(place).collect();
    Explanation { related: Some(related), ..Explanation::new(headline) }
}

/// `{name: "x"}`, as in JavaScript and YAML.
fn keys_without_quotes(
    source: &Source,
    span: &Range<usize>,
    at: &Position,
    problems: &[TemplateProblem],
) -> Option<Explanation> {
    let line = Line::around(source, span.start)?;
    let keys = keys_of_dicts(&line, span)?;
    let undefined: Vec<Range<usize>> =
        problems.iter().filter_map(|problem| super::hyphens::undefined(problem, at)).collect();
    let keys: Vec<Range<usize>> = keys.into_iter().filter(|key| undefined.contains(key)).collect();
    let names: Vec<String> = keys.iter().map(|key| line.text(key.clone()).to_owned()).collect();
    let headline = match &names[..] {
        [name] => format!("{} is not defined; as a key of a dict, it needs quotes", quoted(name)),
        names => format!("{} are not defined; as keys of a dict, they need quotes", listed(names, "and")),
    };
    let title =
        if let [name] = &names[..] { format!("Quote it: {}", quote(name)) } else { "Quote the keys".to_owned() };
    let edits = keys.into_iter().zip(&names).map(|(key, name)| (key, quote(name))).collect();
    Some(Explanation::new(headline).fix(title, source, Edits(edits)))
}

/// The keys of dicts in a line that are names, if this is one of them.
fn keys_of_dicts(line: &Line<'_>, key: &Range<usize>) -> Option<Vec<Range<usize>>> {
    let (mut open, mut keys) = (Vec::new(), Vec::new());
    let mut before = None;
    for (index, token) in line.tokens.iter().enumerate() {
        match token.tok {
            Tok::LParen | Tok::LBrack | Tok::LBrace => open.push(token.tok),
            Tok::RParen | Tok::RBrack | Tok::RBrace => _ = open.pop(),
            Tok::Ident if open.last() == Some(&Tok::LBrace) => {
                let is_first = matches!(before, Some(Tok::LBrace | Tok::Comma));
                let has_value = line.tokens.get(index + 1).is_some_and(|next| next.tok == Tok::Colon);
                keys.extend((is_first && has_value).then(|| token.range.clone()));
            }
            _ => {}
        }
        before = Some(token.tok);
    }
    keys.contains(key).then_some(keys)
}

/// `values.name`, where `data` is loaded.
fn data_values(source: &Source, span: &Range<usize>, name: &str) -> Option<Explanation> {
    let is_loaded = source.text.contains("load(\"@ytt:data\", \"data\")");
    if !is_loaded || !matches!(name, "values" | "Values") || !source.text[span.end..].starts_with('.') {
        return None;
    }
    let headline = format!("{} is not defined; did you mean `data.values`?", quoted(name));
    Some(Explanation::new(headline).fix("Rename to data.values", source, Edits::one(span.clone(), "data.values")))
}

/// The lines of code of a file that are in no block.
fn top_level(source: &Source) -> impl Iterator<Item = Line<'_>> {
    let lines = (1..).map_while(|number| source.line_range(number).map(|_| Line::of(source, number)));
    depths(lines.flatten()).filter(|(depth, _)| *depth == 0).map(|(_, line)| line)
}

/// A function or variable of the file that is defined below.
fn defined_below(source: &Source, problem: &Problem<'_>, name: &str) -> Option<Explanation> {
    // A file may have many unknown names.
    if ![format!("def {name}("), format!("{name} =")].iter().any(|text| source.text.contains(text)) {
        return None;
    }
    let mut below = top_level(source).filter(|line| line.number > problem.at.line());
    let definition = below.find(|line| defines(line, name) || assigns(line, name))?;
    let what = if defines(&definition, name) { "its `def`" } else { "its assignment" };
    let headline = format!("{} is used above {what} in line {}", quoted(name), definition.number);
    Some(with_related(headline, problem, related(source, &definition, "definition")))
}
