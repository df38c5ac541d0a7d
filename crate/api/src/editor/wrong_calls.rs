//! Calls that do not fit their functions, in terms of what calls them: the functions of `by=` and `via=` of overlays, and functions
//! that take a dict.

use std::ops::Range;

use super::fixes::code::{Line, certain};
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::boundary::{Diagnostic, Place, RelatedPlace};
use crate::diagnostics::cause::{ArgumentMistake, Cause};
use crate::diagnostics::edits::Edits;
use crate::positions::{Position, Source};
use crate::starlark::quote;
use crate::syntax::arguments;
use crate::syntax::lex::Lexeme;
use crate::syntax::token::Tok;

/// Keyword arguments of overlays that are functions, with the arguments that they are called with.
const CALLED: [(&str, &[&str]); 2] = [("by", &["index", "left", "right"]), ("via", &["left", "right"])];

/// Functions that take a dict.
const OF_DICT: [&str; 4] = ["overlay.subset", "library.with_data_values", "json.encode", "yaml.encode"];

/// Explains the wrong number of arguments: with the headline, the place and the fix.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let Some(Cause::Arguments { function, mistake }) = &message.cause else { return None };
    let annotations = message.related.iter().filter(|related| related.label == "annotation").map(|related| &related.at);
    if let Some(annotation) = annotations.into_iter().rev().find(|at| function_of_overlay(at, function).is_some()) {
        return of_overlay(problem.diagnostic, annotation, function);
    }
    let is_without = matches!(mistake, ArgumentMistake::Count { given: 0, .. });
    if !is_without || !OF_DICT.contains(&function.as_str()) {
        return None;
    }
    of_dict(function, at.source()?, at.own_span()?)
}

/// The function of `by=` or `via=` in an annotation.
struct OfOverlay<'s> {
    line: Line<'s>,
    keyword: &'static str,
    /// The arguments of the call.
    arguments: &'static [&'static str],
    /// The range of the function, and the names of the parameters of a lambda.
    range: Range<usize>,
    parameters: Option<Vec<Range<usize>>>,
}

/// The last function with this name, which is empty for a lambda, that an annotation has.
fn function_of_overlay<'s>(at: &'s Position, name: &str) -> Option<OfOverlay<'s>> {
    let source = at.source()?;
    let line = Line::of(source, at.line())?;
    let (index, keyword, arguments) = line.tokens.windows(2).enumerate().rev().find_map(|(index, pair)| {
        let (keyword, arguments) = CALLED
            .iter()
            .find(|(keyword, _)| *keyword == line.text(pair[0].range.clone()) && pair[1].tok == Tok::Eq)?;
        Some((index + 2, *keyword, *arguments))
    })?;
    let first = line.tokens.get(index)?;
    let is_lambda = first.tok == Tok::Lambda;
    if is_lambda != name.is_empty() || !is_lambda && line.text(first.range.clone()) != name {
        return None;
    }
    let colon = line.tokens[index..].iter().position(|token| token.tok == Tok::Colon);
    let parameters = colon.filter(|_| is_lambda).and_then(|colon| names(&line.tokens[index + 1..index + colon]));
    let end = if is_lambda { line.end()? } else { first.range.end };
    let range = first.range.start..end;
    if parameters.as_ref().is_some_and(|parameters| parameters.len() == arguments.len()) {
        return None;
    }
    Some(OfOverlay { keyword, arguments, range, parameters, line })
}

/// Parameters that are only names.
fn names(tokens: &[Lexeme]) -> Option<Vec<Range<usize>>> {
    let is_plain = tokens.iter().all(|token| matches!(token.tok, Tok::Ident | Tok::Comma));
    let names = tokens.iter().filter(|token| token.tok == Tok::Ident).map(|token| token.range.clone());
    is_plain.then(|| names.collect())
}

fn of_overlay(diagnostic: &Diagnostic, annotation: &Position, name: &str) -> Option<Explanation> {
    let OfOverlay { line, keyword, arguments, range, parameters } = function_of_overlay(annotation, name)?;
    let source = line.source;
    let (count, names) = (arguments.len(), arguments.join(", "));
    let headline = if name.is_empty() {
        let function = quoted(&format!("{keyword}=lambda {names}: …"));
        format!("The function of `{keyword}=` is called with {count} arguments: {function}")
    } else {
        let function = quoted(&format!("def {name}({names}):"));
        format!("`{keyword}=` calls {} with {count} arguments: {function}", quoted(name))
    };
    let node = diagnostic.primary.clone();
    let node = node.map(|Place { file, span }| RelatedPlace { file, span, label: "node".to_owned() });
    let others = diagnostic.related.iter().filter(|related| related.label != "annotation").cloned();
    let fix = parameters.and_then(|found| with_parameters(&line, &found, arguments));
    let fix = fix.and_then(|(title, edits)| certain(title, source, edits));
    let explanation = Explanation::new(headline).at(source, range).fixes(fix);
    Some(Explanation { related: Some(others.chain(node).collect()), ..explanation })
}

/// Adds the parameters that a lambda lacks: one that has a single one takes the node of the base, `left`; one with two of `by=` takes
/// both nodes.
fn with_parameters(line: &Line<'_>, found: &[Range<usize>], arguments: &[&str]) -> Option<(String, Edits)> {
    let (first, last) = (found.first()?, found.last()?);
    let left = arguments.iter().position(|name| *name == "left")?;
    let (before, after) = match found.len() {
        1 => (&arguments[..left], &arguments[left + 1..]),
        2 => (&arguments[..left], &arguments[arguments.len()..]),
        _ => return None,
    };
    let is_used = |name: &&str| {
        line.tokens.iter().any(|token| token.tok == Tok::Ident && line.text(token.range.clone()) == *name)
    };
    if before.len() + found.len() + after.len() != arguments.len() || before.iter().chain(after).any(is_used) {
        return None;
    }
    let names: Vec<String> = before.iter().chain(after).map(|name| (*name).to_owned()).collect();
    let mut edits = Vec::new();
    if !before.is_empty() {
        edits.push((first.start..first.start, before.iter().map(|name| format!("{name}, ")).collect()));
    }
    if !after.is_empty() {
        edits.push((last.end..last.end, after.iter().map(|name| format!(", {name}")).collect()));
    }
    Some((format!("Add {}", names.join(" and ")), Edits(edits)))
}

/// `overlay.subset(kind="A")` instead of `overlay.subset({"kind": "A"})`.
fn of_dict(function: &str, source: &Source, span: Range<usize>) -> Option<Explanation> {
    let line = Line::around(source, span.start)?;
    let method = function.rsplit('.').next()?;
    let name = line
        .tokens
        .iter()
        .rposition(|token| span.contains(&token.range.start) && line.text(token.range.clone()) == method)?;
    let open = line.tokens.get(name + 1).filter(|token| token.tok == Tok::LParen)?;
    let close = name + 1 + arguments::closing(&line.tokens[name + 1..])?;
    let arguments = arguments::arguments(&line.tokens[name + 2..close]).into_iter();
    let keys = arguments.filter_map(|argument| match argument {
        [key, eq, value, ..] if key.tok == Tok::Ident && eq.tok == Tok::Eq => {
            Some((key.range.start..value.range.start, format!("{}: ", quote(line.text(key.range.clone())))))
        }
        _ => None,
    });
    let mut edits: Vec<_> = keys.collect();
    let (start, end) = (open.range.end, line.tokens[close].range.start);
    edits.first()?;
    edits.insert(0, (start..start, "{".to_owned()));
    edits.push((end..end, "}".to_owned()));
    let edits = Edits(edits);
    let headline = format!("{} takes a dict: {}", quoted(function), quoted(&format!("{method}({{\"key\": …}})")));
    Some(Explanation::new(headline).fix_if_certain("Write a dict", source, edits))
}
