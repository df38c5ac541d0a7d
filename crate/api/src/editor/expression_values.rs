//! Problems with the values of expressions, in terms of the code that has them: `data.values` has no `image`, `data.values.opt` is null.

use std::ops::Range;

use super::brackets::object;
use super::fixes::code::Line;
use super::fixes::load;
use super::headline::{in_words, in_yaml, or_nearest, quoted};
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::Cause;
use crate::diagnostics::edits::Edits;
use crate::positions::Source;
use crate::starlark::quote;
use crate::syntax::lex::{Lexeme, lex};
use crate::syntax::token::Tok;

/// More names are not listed.
const MOST_LISTED: usize = 6;

/// Methods that have no arguments.
const WITHOUT_ARGUMENTS: [&str; 11] =
    ["eval", "data_values", "keys", "values", "items", "upper", "lower", "title", "capitalize", "splitlines", "strip"];

/// Explains a problem of code at a position: with the headline, and the fix.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, keys, diagnostic, .. } = *problem;
    let (source, span) = (at.source()?, at.own_span()?);
    let mut null = None;
    let explanation = match message.cause.as_ref()? {
        Cause::NoAttribute { name, kind, nearest, others, is_key } => {
            let before = source.text.get(..span.start)?.trim_end().strip_suffix('.')?;
            if source.text.get(span.clone()) != Some(name) {
                return None;
            }
            let object = Some(object(before)).filter(|object| is_path(object));
            if *is_key {
                let indexed = format!("[{}]", quote(name));
                let meant = quoted(&format!("{}{indexed}", object.unwrap_or_default()));
                let explanation = Explanation::new(format!("{} is a key and needs brackets: {meant}", quoted(name)));
                let title = format!("Use brackets: {indexed}");
                return Some(explanation.fix(title, source, Edits::one(before.len()..span.end, indexed)));
            }
            let object = object?;
            if kind == "string"
                && let Some(range) = unpacked_by_loop(source, at.line(), object)
            {
                let edits =
                    vec![(range.start..range.start, "enumerate(".to_owned()), (range.end..range.end, ")".to_owned())];
                let headline = format!(
                    "{} is a string, since the loop takes each item apart; `enumerate(…)` numbers the items",
                    quoted(object)
                );
                return Some(Explanation::new(headline).fix("Insert enumerate( )", source, Edits(edits)));
            }
            null = Some(object).filter(|_| kind == "NoneType");
            let no_such = format!("{} has no {}", quoted(object), quoted(name));
            Explanation::new(match kind.as_str() {
                "NoneType" => format!("{} is null, so it has no {}", quoted(object), quoted(name)),
                "struct" | "module" if nearest.is_none() && !others.is_empty() => {
                    format!("{no_such}; it has {}", names(others))
                }
                "struct" | "module" => or_nearest(no_such, nearest),
                kind => or_nearest(
                    format!("{} is {}, and has no {}", quoted(object), in_words(kind), quoted(name)),
                    nearest,
                ),
            })
        }
        Cause::NoKey { key, nearest } => {
            let text = source.text.get(span.clone())?;
            let literal = text.strip_suffix(']')?.trim_end();
            let object = literal.strip_suffix(&quote(key))?.trim_end().strip_suffix('[')?;
            let explanation =
                Explanation::new(or_nearest(format!("{} has no {}", quoted(object), quoted(key)), nearest));
            match nearest {
                Some(nearest) => {
                    let end = span.start + literal.len();
                    let edits = Edits::one(end - quote(key).len()..end, quote(nearest));
                    explanation.fix(format!("Rename to {nearest}"), source, edits)
                }
                None => explanation,
            }
        }
        Cause::Operands { operator, left, right } => {
            let sides = sides(source, &span, operator)?;
            let mut operands_of_kind = sides.clone().into_iter().zip([left, right]);
            null = operands_of_kind.find(|(_, kind)| *kind == "NoneType").map(|(range, _)| &source.text[range]);
            operands(source, &span, operator, sides, [left, right])
        }
        Cause::NoItems { kind } | Cause::NoLength { kind } => {
            let text = source.text.get(span.clone())?;
            if !matches!(message.cause, Some(Cause::NoLength { .. }))
                && let Some(explanation) = items_of(source, &span, text, kind)
            {
                return Some(explanation);
            }
            let argument = text.strip_prefix("len(").and_then(|rest| rest.strip_suffix(')'));
            let is_length = matches!(message.cause, Some(Cause::NoLength { .. }));
            let operand = argument.filter(|_| is_length).unwrap_or(text).trim();
            let operand = Some(operand).filter(|text| is_path(text))?;
            null = Some(operand).filter(|_| kind == "NoneType");
            let lacks = if is_length { "length" } else { "items to iterate over" };
            let headline = format!("{} is {}, which has no {lacks}", quoted(operand), in_words(kind));
            if kind.starts_with("builtin") && method_without_arguments(operand) {
                let call = format!("{operand}()");
                let end = span.end - text.len() + text.find(operand)? + operand.len();
                let explanation = Explanation::new(format!("{headline}; {} calls it", quoted(&call)));
                explanation.fix(format!("Call it: {call}"), source, Edits::insert(end, "()"))
            } else {
                Explanation::new(headline)
            }
        }
        Cause::NotUnpacked { of: Some(of), found: None, .. } if of == "yamlfragment" => {
            let text = source.text.get(span).filter(|text| is_path(text))?;
            let value = quoted(&format!("{text}[key]"));
            Explanation::new(format!("A loop over a map of YAML has only its keys; a value is {value}"))
        }
        Cause::NotUnpacked { kind, found, wanted: 2, of: Some(of) } => pairs(source, span, of, in_words(kind), *found)?,
        Cause::FixedAttribute { .. } => {
            let path = source.text.get(span).filter(|text| text.starts_with("data.values."))?;
            Explanation::new(format!("Code cannot change data values, such as {}", quoted(path)))
        }
        Cause::NotAFunction { kind } => {
            let called = source.text.get(span)?.strip_suffix(')')?.split('(').next()?;
            if !is_path(called) {
                return None;
            }
            Explanation::new(format!("{} is {}, and cannot be called", quoted(called), in_words(kind)))
        }
        Cause::NotIndexable { kind } => {
            let text = source.text.get(span)?.strip_suffix(']')?;
            let indexed = text.rsplit_once('[').map(|(indexed, _)| indexed).filter(|indexed| is_path(indexed))?;
            null = Some(indexed).filter(|_| kind == "NoneType");
            Explanation::new(format!("{} is {}, which has no items and no keys", quoted(indexed), in_words(kind)))
        }
        Cause::NotYaml { kind } => {
            let (value, span) = encoded(source, span, &diagnostic.message)?;
            not_yaml(source, value, span.end, kind).at(source, span)
        }
        Cause::Misplaced { parent: "document set", .. } => {
            let start = source.line_range(at.line())?.start;
            if source.text[start..].starts_with([' ', '#', '-']) {
                return None;
            }
            Explanation::default().fix("Insert ---", source, Edits::insert(start, "---\n"))
        }
        Cause::Misplaced { parent: "document", node: "document set" } => {
            let code = source.text.get(span.clone())?;
            let is_loaded = source.text.contains("load(\"@ytt:template\", \"template\")");
            if !is_loaded || code.contains('\n') {
                return None;
            }
            let edits = Edits(vec![
                (span.start..span.start, "template.replace(".to_owned()),
                (span.end..span.end, ")".to_owned()),
            ]);
            Explanation::default().fix("Insert the documents: template.replace(…)", source, edits)
        }
        Cause::Replacement { wanted: "document set" | "array", found } if !matches!(found.as_str(), "document set") => {
            let code = source.text.get(span.clone())?.trim_end();
            let (function, argument) = code.strip_suffix(')')?.split_once('(')?;
            let is_whole =
                source.text[..span.start].trim_end().ends_with("#@") && is_path(function) && is_value(argument);
            if !is_whole {
                return None;
            }
            let edits = Edits::one(span.start..span.start + code.len(), argument.trim());
            Explanation::default().fix(format!("Remove {function}"), source, edits)
        }
        Cause::NoLibrary { path, nearest: Some(nearest), .. } => {
            // The problem is the whole call.
            let text = source.text.get(span.clone())?;
            let forms = ["\"{}\"", "'{}'", "\"@{}:", "'@{}:"].map(|form| (form.find('{'), form.replace("{}", path)));
            let found =
                forms.iter().flat_map(|(before, form)| text.match_indices(&**form).map(move |at| (*before, at.0)));
            let [(Some(before), at)] = <[_; 1]>::try_from(found.collect::<Vec<_>>()).ok()? else { return None };
            let start = span.start + at + before;
            let edits = Edits::one(start..start + path.len(), nearest.clone());
            Explanation::default().fix(format!("Replace with {nearest}"), source, edits)
        }
        Cause::NotText { kind } if kind != "NoneType" => {
            let code = source.text.get(span.clone())?;
            let is_whole = source.text[..span.start].ends_with("(@=") && source.text[span.end..].starts_with("@)");
            let start = span.start + code.len() - code.trim_start().len();
            let end = span.end - (code.len() - code.trim_end().len());
            if !is_whole || start >= end {
                return None;
            }
            let edits = Edits(vec![(start..start, "str(".to_owned()), (end..end, ")".to_owned())]);
            Explanation::default().fix(format!("Convert to a string: str({})", code.trim()), source, edits)
        }
        _ => return None,
    };
    if !null.is_some_and(|path| keys.is_nullable(path)) {
        return Some(explanation);
    }
    let hint = "its schema has @schema/nullable, which makes null the default".to_owned();
    let hints = diagnostic.hints.iter().cloned().chain([hint]).collect();
    Some(Explanation { hints: Some(hints), ..explanation })
}

/// Explains a value that is none of YAML and ends at a byte.
fn not_yaml(source: &Source, value: &str, end: usize, kind: &str) -> Explanation {
    if value.starts_with("lambda") {
        return Explanation::new("A function is not a value of YAML");
    }
    let is_name = !value.contains(['(', '[']);
    if kind == "module" && is_library(source, value) {
        let documents = quoted(&format!("{value}.eval()"));
        let explanation = Explanation::new(format!("{} is a library; {documents} has its documents", quoted(value)));
        return explanation.fix("Insert .eval()", source, Edits::insert(end, ".eval()"));
    }
    let (shown, call) = (quoted(value), format!("{value}()"));
    let is_defined = is_name && source.text.contains(&format!("def {call}:"));
    let is_method = kind.starts_with("builtin") && method_without_arguments(value);
    if kind.contains("function") && is_defined || is_method {
        let headline = format!("{shown} is a function, which is not a value of YAML; {} calls it", quoted(&call));
        return Explanation::new(headline).fix(format!("Call it: {call}"), source, Edits::insert(end, "()"));
    }
    Explanation::new(match in_yaml(kind) {
        Some(_) if kind.contains("function") && is_name => {
            format!("{shown} is a function, which is not a value of YAML; to call it, write `{value}(…)`")
        }
        Some(kind) => format!("{shown} is {kind}, which is not a value of YAML"),
        None if kind == "module" && is_name => format!("{shown} is a module, which is not a value of YAML"),
        None => format!("{shown} is not a value of YAML"),
    })
}

/// Whether code is a method that needs no arguments.
fn method_without_arguments(code: &str) -> bool {
    code.rsplit_once('.').is_some_and(|(_, method)| WITHOUT_ARGUMENTS.contains(&method))
}

/// The value that is none of YAML: a path, or the argument of the function that cannot encode it, which the message names.
fn encoded<'s>(source: &'s Source, span: Range<usize>, message: &str) -> Option<(&'s str, Range<usize>)> {
    let text = source.text.get(span.clone())?;
    let function = message.split_once(": ").map(|(function, _)| function).filter(|function| is_path(function));
    let argument = function.and_then(|function| text.strip_prefix(function)?.strip_prefix('(')?.strip_suffix(')'));
    match argument.filter(|argument| is_value(argument)) {
        Some(argument) if is_path(argument) || argument.starts_with("lambda") => {
            let start = span.end - ")".len() - argument.len();
            Some((argument, start..start + argument.len()))
        }
        _ => is_path(text).then_some((text, span)),
    }
}

/// Whether a name is that of a library, which `library.get` returns.
fn is_library(source: &Source, name: &str) -> bool {
    source.text.lines().any(|line| {
        let code = line.trim_start().trim_start_matches("#@").trim_start();
        let value = code.strip_prefix(name).and_then(|rest| rest.trim_start().strip_prefix('='));
        value.is_some_and(|value| value.trim_start().starts_with("library.get("))
    })
}

/// Explains a loop over a number or a string: with a value that has items, and the fix.
fn items_of(source: &Source, span: &Range<usize>, text: &str, kind: &str) -> Option<Explanation> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_string = text.starts_with(['"', '\'']);
    if !is_path(text) && !is_number && !is_string {
        return None;
    }
    let (meant, what, edits) = match kind {
        "int" => (
            format!("range({text})"),
            "counts up to it",
            Edits(vec![(span.start..span.start, "range(".to_owned()), (span.end..span.end, ")".to_owned())]),
        ),
        "string" => (format!("{text}.elems()"), "has its characters", Edits::insert(span.end, ".elems()")),
        _ => return None,
    };
    let subject = if is_path(text) { quoted(text) } else { "This".to_owned() };
    let headline = format!("{subject} is {}, which has no items; {} {what}", in_words(kind), quoted(&meant));
    Some(Explanation::new(headline).fix(format!("Use {meant}"), source, edits))
}

/// The iterable of the nearest loop above, if this name is its second variable, and the first is that of a number: `for index, item in items`.
fn unpacked_by_loop(source: &Source, line: u32, name: &str) -> Option<Range<usize>> {
    (1..line).rev().filter_map(|number| Line::of(source, number)).find_map(|line| {
        let words: Vec<&str> = line.tokens.iter().map(|token| line.text(token.range.clone())).collect();
        let is_loop =
            matches!(words[..], ["for", "i" | "idx" | "index" | "n", ",", second, "in", ..] if second == name);
        let [start, end] = [line.tokens.get(5)?, line.tokens.last()?];
        (is_loop && end.tok == Tok::Colon).then_some(start.range.start..end.range.start)
    })
}

/// Explains a loop with two variables over a value without pairs: with one that has them.
fn pairs(source: &Source, span: Range<usize>, of: &str, item: String, found: Option<usize>) -> Option<Explanation> {
    let text = source.text.get(span.clone())?;
    let is_dict = of == "dict";
    // An expression with an operator or a condition needs brackets.
    let is_whole = is_path(text) || text.starts_with(['[', '{']);
    let shown = if is_path(text) {
        text
    } else if is_dict {
        "{…}"
    } else {
        "…"
    };
    let (headline, title, edits) = match of {
        // An item of a dict may be a pair by itself.
        "dict" if is_whole => (
            format!(
                "A loop over a dict has only its keys; {} has keys and values",
                quoted(&format!("{shown}.items()"))
            ),
            "Insert .items()".to_owned(),
            Edits::insert(span.end, ".items()"),
        ),
        "struct" if is_path(text) => {
            let mut edits = vec![
                (span.start..span.start, "struct.decode(".to_owned()),
                (span.end..span.end, ").items()".to_owned()),
            ];
            if !source.text.contains("load(\"@ytt:struct\", \"struct\")") {
                let (place, line) = load(source, &span, "struct")?;
                edits.insert(0, (place..place, line));
            }
            let pairs = format!("struct.decode({text}).items()");
            (
                format!("A loop over a map has only its keys; {} has keys and values", quoted(&pairs)),
                format!("Use {pairs}"),
                Edits(edits),
            )
        }
        "list" | "tuple" | "range" if found.is_none() => (
            format!("Each item is {item}, not a pair; {} numbers the items", quoted(&format!("enumerate({shown})"))),
            "Insert enumerate( )".to_owned(),
            Edits(vec![(span.start..span.start, "enumerate(".to_owned()), (span.end..span.end, ")".to_owned())]),
        ),
        _ => return None,
    };
    Some(Explanation::new(headline).fix(title, source, edits))
}

/// Names with commas, but for those after the first few.
pub(super) fn names(names: &[String]) -> String {
    let mut shown: Vec<String> = names.iter().take(MOST_LISTED).map(|name| quoted(name)).collect();
    if names.len() > MOST_LISTED {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

/// Explains an operator that does not accept its operands: with the one that is null, or a fix that converts a number to a string.
fn operands(
    source: &Source,
    span: &Range<usize>,
    operator: &str,
    [left, right]: [Range<usize>; 2],
    kinds: [&String; 2],
) -> Explanation {
    let operands = [(left, kinds[0]), (right, kinds[1])];
    let text = |range: &Range<usize>| &source.text[range.clone()];
    if let Some((range, _)) = operands.iter().find(|(range, kind)| *kind == "NoneType" && is_path(text(range))) {
        let headline = format!("{} is null, which `{operator}` does not accept", quoted(text(range)));
        return Explanation::new(headline).at(source, range.clone());
    }
    let mut explanation = Explanation::default();
    let fix = match (operator, kinds.map(String::as_str)) {
        ("+" | "|", ["dict", "dict"]) => {
            explanation.headline =
                Some(format!("`{operator}` cannot join dicts; `dict(a.items() + b.items())` joins them"));
            joined_dicts(source, span, &operands[0].0, &operands[1].0)
        }
        ("+", ["list", "int" | "float" | "bool" | "string" | "dict"]) => in_list(source, &operands[1].0),
        _ => None,
    };
    if let Some((title, edits)) = fix {
        return explanation.fix(title, source, edits);
    }
    let is_number = |kind: &str| matches!(kind, "int" | "float" | "bool");
    let (converted, other) = if is_number(operands[1].1) { (&operands[1], kinds[0]) } else { (&operands[0], kinds[1]) };
    let range = converted.0.clone();
    // In `x + 1 - 2`, the sum would be converted; the target of `x += 1` cannot be.
    let goes_on = source.text[span.end..].trim_start().starts_with('-');
    let is_target = source.text[range.end..].trim_start().starts_with("+=");
    // A number as text and a number in code are rather to be added.
    let is_sum = text(&range).bytes().all(|byte| byte.is_ascii_digit())
        && operands.iter().all(|(range, _)| !text(range).contains(['"', '\'']) || is_number_in_quotes(text(range)));
    if is_sum {
        return explanation.fixes(None);
    }
    if operator == "+" && is_number(converted.1) && other == "string" && !goes_on && !is_target {
        let edits = Edits(vec![(range.start..range.start, "str(".to_owned()), (range.end..range.end, ")".to_owned())]);
        return explanation.fix(format!("Convert to a string: str({})", text(&range)), source, edits);
    }
    explanation
}

/// `"80"`.
fn is_number_in_quotes(text: &str) -> bool {
    let inner = text.trim_matches(['"', '\'']);
    !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_digit())
}

/// `dict(a.items() + b.items())` for `a + b`.
fn joined_dicts(
    source: &Source,
    span: &Range<usize>,
    left: &Range<usize>,
    right: &Range<usize>,
) -> Option<(String, Edits)> {
    let [left, right] = [left, right].map(|range| &source.text[range.clone()]);
    let is_single = |text: &str| is_path(text) || text.starts_with('{');
    let is_assigned = source.text[span.clone()].contains("+=") || source.text[span.clone()].contains("|=");
    let joined = format!("dict({left}.items() + {right}.items())");
    (is_single(left) && is_single(right) && !is_assigned)
        .then(|| (format!("Join them: {joined}"), Edits::one(span.clone(), joined)))
}

/// `[1]` for an operand `1`, which is to be added to a list.
fn in_list(source: &Source, operand: &Range<usize>) -> Option<(String, Edits)> {
    let text = &source.text[operand.clone()];
    let edits = Edits(vec![(operand.start..operand.start, "[".to_owned()), (operand.end..operand.end, "]".to_owned())]);
    (!source.text[operand.end..].trim_start().starts_with("+=")).then(|| (format!("Make it an item: [{text}]"), edits))
}

/// The operands of the operator in a range; of several, the last one, since operators of a precedence apply from left to right.
fn sides(source: &Source, span: &Range<usize>, operator: &str) -> Option<[Range<usize>; 2]> {
    let text = source.text.get(span.clone()).filter(|text| !text.contains('\n'))?;
    let mut depth = 0;
    let mut at_top: Vec<Lexeme> = Vec::new();
    for token in lex(text) {
        depth += token.tok.nesting();
        if depth == 0 && token.tok.nesting() == 0 {
            at_top.push(token);
        }
    }
    // A conditional expression or a lambda has its operators in its parts.
    if at_top.iter().any(|token| matches!(token.tok, Tok::If | Tok::Lambda | Tok::Comma)) {
        return None;
    }
    // `+=` is an error of `+`.
    let is_operator = |token: &&Lexeme| {
        let token = &text[token.range.clone()];
        token == operator || !operator.starts_with(['<', '>', '=', '!']) && token.strip_suffix('=') == Some(operator)
    };
    let found = at_top.iter().rev().find(is_operator)?;
    let trimmed = |range: Range<usize>| {
        let part = &text[range.clone()];
        let start = range.start + part.len() - part.trim_start().len();
        let end = range.end - (part.len() - part.trim_end().len());
        (start < end).then_some(span.start + start..span.start + end)
    };
    Some([trimmed(0..found.range.start)?, trimmed(found.range.end..text.len())?])
}

/// Whether it is a single argument by position.
fn is_value(text: &str) -> bool {
    let mut depth = 0;
    let is_only = !lex(text).iter().any(|token| {
        depth += token.tok.nesting();
        depth < 0 || depth == 0 && matches!(token.tok, Tok::Comma | Tok::Eq)
    });
    is_only && !text.trim().is_empty()
}

/// Whether it is a name, or several joined by dots, calls and indices.
fn is_path(text: &str) -> bool {
    text.starts_with(|c: char| c == '_' || c.is_alphabetic()) && object(text) == text
}
