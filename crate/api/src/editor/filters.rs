//! Values and filters of other programs in code: `.Values.name` of Helm, `x | upper` of Jinja, `x | .a.b` of jq.

use std::ops::Range;

use super::fixes::code::{Line, certain};
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::starlark::quote;
use crate::syntax::lex::Lexeme;
use crate::syntax::token::Tok;

/// Explains an error in a line with such code: with the headline, the range and the fix.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let is_of_code = matches!(message.code, Some(Code::Syntax | Code::Name));
    let source = at.source().filter(|_| is_of_code && at.is_known())?;
    let line = Line::of(source, at.line())?;
    let undefined = match &message.cause {
        Some(Cause::Undefined { name, .. }) => Some(name.as_str()),
        _ => None,
    };
    match undefined {
        None => objects(&line).or_else(|| filter(&line, None)),
        Some("Values") => objects(&line),
        Some(name) => filter(&line, Some(name)),
    }
}

/// Whether a value may start after this token.
fn starts_value(before: Option<&Lexeme>) -> bool {
    !before.is_some_and(|before| {
        matches!(before.tok, Tok::Ident | Tok::Str | Tok::Int | Tok::Float | Tok::RParen | Tok::RBrack | Tok::RBrace)
    })
}

/// `.Values`, `$.Values` and `Values` for `data.values`; other objects of Helm have nothing in their place.
fn objects(line: &Line<'_>) -> Option<Explanation> {
    let mut values = Vec::new();
    let mut other = None;
    for (index, token) in line.tokens.iter().enumerate() {
        let word = line.text(token.range.clone());
        let dot = index.checked_sub(1).and_then(|at| line.tokens.get(at)).filter(|dot| dot.tok == Tok::Dot);
        let first = index - usize::from(dot.is_some());
        let before = first.checked_sub(1).and_then(|at| line.tokens.get(at));
        if token.tok != Tok::Ident || !starts_value(before.filter(|before| line.text(before.range.clone()) != "$")) {
            continue;
        }
        let start = dot.map_or(token.range.start, |dot| dot.range.start);
        let dollar = usize::from(line.source.text[..start].ends_with('$'));
        let range = start - dollar..token.range.end;
        let has_keys = line.tokens.get(index + 1).is_some_and(|next| next.tok == Tok::Dot);
        match word {
            "Values" if dot.is_some() || has_keys => values.push(range),
            "Release" | "Chart" | "Capabilities" if dot.is_some() => other = other.or(Some(range)),
            _ => {}
        }
    }
    if let Some(first) = values.first().cloned() {
        let found = line.text(first.clone());
        let headline = format!("Write `data.values` instead of {}", quoted(found));
        let edits = Edits(values.into_iter().map(|range| (range, "data.values".to_owned())).collect());
        let fix = certain(format!("Replace {found} with data.values"), line.source, edits);
        return Some(Explanation::new(headline).at(line.source, first).without_hints().fixes(fix));
    }
    let range = other?;
    let headline = format!("ytt has no {}; declare a data value for it", quoted(line.text(range.clone())));
    Some(Explanation::new(headline).at(line.source, range).without_hints().fixes(None))
}

/// An operand and the text after its `|`.
fn filter(line: &Line<'_>, undefined: Option<&str>) -> Option<Explanation> {
    let mut depth = 0;
    let mut start = line.tokens.first()?.range.start;
    let mut pipes: Vec<Range<usize>> = Vec::new();
    for token in &line.tokens {
        depth += token.tok.nesting();
        match token.tok {
            Tok::Eq if depth == 0 && pipes.is_empty() => start = token.range.end,
            Tok::Pipe if depth == 0 => pipes.push(token.range.clone()),
            // The operand of a statement is not its whole line.
            Tok::If | Tok::Elif | Tok::For | Tok::Return | Tok::Comma if depth == 0 => return None,
            _ => {}
        }
    }
    let first = pipes.first()?.clone();
    let end = line.end()?;
    let ends = pipes.iter().skip(1).map(|pipe| pipe.start).chain([end]);
    let parts: Vec<&str> = pipes.iter().zip(ends).map(|(pipe, end)| line.text(pipe.end..end).trim()).collect();
    let operand = line.text(start..first.start).trim();
    let is_path = parts[0].starts_with('.');
    let is_named = undefined.is_none_or(|name| parts.iter().any(|part| word_of(part) == name));
    if operand.is_empty() || !is_named || undefined.is_none() && !is_path && known(operand, parts[0]).is_none() {
        return None;
    }
    let code = parts.iter().try_fold(operand.to_owned(), |operand, part| match part.strip_prefix('.') {
        Some(path) => keys(&operand, path),
        None => known(&operand, part),
    });
    let shown = quoted(&format!("| {}", if is_path { parts[0] } else { word_of(parts[0]) }));
    let what = if is_path { "paths" } else { "filters" };
    let headline = match &code {
        Some(code) => format!("Starlark has no {what} such as {shown}; write {}", quoted(code)),
        None => format!("Starlark has no {what} such as {shown}; it has functions and methods"),
    };
    let start = start + line.text(start..first.start).len() - line.text(start..first.start).trim_start().len();
    let replaced = |code: String| certain(format!("Replace with {code}"), line.source, Edits::one(start..end, code));
    let fix = code.and_then(replaced);
    Some(Explanation::new(headline).at(line.source, first.start..end).without_hints().fixes(fix))
}

fn word_of(part: &str) -> &str {
    part.split(|c: char| c != '_' && !c.is_alphanumeric()).next().unwrap_or_default()
}

/// The keys of a path of jq.
fn keys(operand: &str, path: &str) -> Option<String> {
    let mut code = operand.to_owned();
    for key in path.split('.') {
        let is_name = !key.is_empty() && key.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
        if !is_name {
            return None;
        }
        // Data values have keys as attributes, too.
        code = if operand.starts_with("data.values") {
            format!("{code}.{key}")
        } else {
            format!("{code}[{}]", quote(key))
        };
    }
    Some(code)
}

/// The code for a filter that Starlark has as a function, a method or an operator.
fn known(operand: &str, part: &str) -> Option<String> {
    let name = word_of(part);
    let rest = part[name.len()..].trim();
    let arguments = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(rest).trim();
    let is_simple =
        operand.chars().all(|c| c == '_' || c.is_alphanumeric() || matches!(c, '.' | '[' | ']' | '"' | '(' | ')'));
    if !is_simple {
        return None;
    }
    match (name, arguments) {
        ("quote" | "squote" | "string" | "toString", "") => Some(format!("str({operand})")),
        // The printer writes any value as YAML.
        ("toYaml", "") => Some(operand.to_owned()),
        ("upper" | "lower" | "title" | "capitalize", "") => Some(format!("{operand}.{name}()")),
        ("trim" | "strip", "") => Some(format!("{operand}.strip()")),
        ("length" | "count", "") => Some(format!("len({operand})")),
        ("default", value) if !value.is_empty() => Some(format!("({operand} or {value})")),
        ("join", separator) if separator.starts_with('"') => Some(format!("{separator}.join({operand})")),
        ("replace" | "split", value) if value.starts_with('"') && rest.starts_with('(') => {
            Some(format!("{operand}.{name}({value})"))
        }
        _ => None,
    }
}
