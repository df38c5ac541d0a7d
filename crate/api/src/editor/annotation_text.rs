//! Texts in annotations without quotes: `#@schema/desc The port`, `#@overlay/match by=name`, `#@schema/type string`.

use std::ops::Range;

use super::fixes::{annotations, edited};
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::{AnnotationMistake, Cause};
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::positions::Source;
use crate::starlark::quote;
use crate::syntax::lex::{Lexeme, lex};
use crate::syntax::token::{Tok, is_name};

/// Annotations with a text as their only argument.
const TEXTS: [&str; 6] =
    ["schema/desc", "schema/title", "schema/deprecated", "schema/doc", "schema/removed", "library/ref"];

/// The keyword arguments of annotations that are `True` or `False`.
const SWITCHES: [(&str, &[&str]); 6] = [
    ("overlay/match", &["missing_ok"]),
    ("overlay/match-child-defaults", &["missing_ok"]),
    ("overlay/replace", &["or_add"]),
    ("overlay/insert", &["before", "after"]),
    ("schema/type", &["any"]),
    ("schema/validation", &["not_null", "one_not_null"]),
];

/// The other keyword arguments of annotations.
const OTHERS: [(&str, &[&str]); 4] = [
    ("overlay/match", &["by", "expects", "when"]),
    ("overlay/match-child-defaults", &["expects", "when"]),
    ("overlay/replace", &["via"]),
    ("schema/validation", &["min", "max", "min_len", "max_len", "one_of", "when"]),
];

/// A keyword argument without a value, with a colon, or with a hyphen: the headline, its range, and what it should be. `start` is that of
/// the arguments.
fn keyword_argument(
    source: &Source,
    name: &str,
    start: usize,
    arguments: &str,
) -> Option<(String, Range<usize>, Option<String>)> {
    let names = |table: &[(&str, &[&'static str])]| -> Vec<&'static str> {
        table.iter().filter(|(known, _)| *known == name).flat_map(|(_, names)| names.iter().copied()).collect()
    };
    let (switches, others) = (names(&SWITCHES), names(&OTHERS));
    let tokens: Vec<Lexeme> = lex(arguments);
    let text = |at: usize| tokens.get(at).and_then(|token| arguments.get(token.range.clone())).unwrap_or_default();
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        depth += token.tok.nesting();
        let is_first = depth == 0 && (at == 0 || tokens[at - 1].tok == Tok::Comma);
        if !is_first || token.tok != Tok::Ident {
            continue;
        }
        let range = |last: usize| start + token.range.start..start + tokens[last].range.end;
        let own = text(at);
        let keyword = switches.iter().chain(&others).find(|keyword| **keyword == own);
        let next = tokens.get(at + 1).map(|next| next.tok);
        match keyword {
            Some(keyword) if matches!(next, None | Some(Tok::Comma | Tok::Newline | Tok::Eof)) => {
                let value = switches.contains(keyword).then(|| format!("{keyword}=True"));
                let shown = quoted(value.as_deref().unwrap_or(&format!("{keyword}=…")));
                return Some((format!("{} needs a value: {shown}", quoted(keyword)), range(at), value));
            }
            Some(keyword) if next == Some(Tok::Colon) => {
                let after = &source.text[range(at + 1).end..];
                let end = range(at + 1).end + after.len() - after.trim_start_matches(' ').len();
                let headline = format!("An argument has `=` and not a colon: {}", quoted(&format!("{keyword}=…")));
                return Some((headline, range(at).start..end, Some(format!("{keyword}="))));
            }
            None if (next, text(at + 3)) == (Some(Tok::Minus), "=") => {
                let meant = format!("{own}_{}", text(at + 2));
                if switches.iter().chain(&others).any(|keyword| *keyword == meant) {
                    return Some((
                        format!("The argument is {}, with an underscore", quoted(&meant)),
                        range(at + 2),
                        Some(meant),
                    ));
                }
            }
            _ => {}
        }
    }
    None
}

/// The rule that a comparison of a name with an integer means: `replicas > 0` is `min=1`.
fn rule_of(arguments: &str) -> Option<String> {
    let mut words = arguments.split_whitespace();
    let (name, operator, number) = (words.next()?, words.next()?, words.next()?.parse::<i64>().ok()?);
    let is_whole = is_name(name) && words.next().is_none();
    let rule = match operator {
        ">" => format!("min={}", number.checked_add(1)?),
        ">=" => format!("min={number}"),
        "<" => format!("max={}", number.checked_sub(1)?),
        "<=" => format!("max={number}"),
        _ => return None,
    };
    is_whole.then_some(rule)
}

/// Explains an error in the code of an annotation that is a text without quotes.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
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
        let explanation = Explanation::new(format!("The text of {} needs quotes", quoted(&format!("@{name}"))));
        let edits = Edits::one(range.clone(), quote(arguments));
        return Some(explanation.at(source, range).without_hints().fix("Quote the text", source, edits));
    }
    if let Some((headline, range, text)) = keyword_argument(source, name, start, arguments) {
        let found = source.text[range.clone()].trim_end();
        let explanation = Explanation::new(headline).at(source, range.clone()).without_hints();
        let fix = text.map(|text| edited(format!("Replace {found} with {text}"), source, Edits::one(range, text)));
        return Some(explanation.fixes(fix));
    }
    if let Some(rule) = rule_of(arguments).filter(|_| matches!(name, "schema/validation" | "assert/validate")) {
        let explanation = Explanation::new(format!("A rule is an argument: {}", quoted(&rule)));
        let (title, edits) = (format!("Replace with {rule}"), Edits::one(range.clone(), rule));
        return Some(explanation.at(source, range).without_hints().fix(title, source, edits));
    }
    let mistake = AnnotationMistake::Keyword;
    if name == "schema/type" && undefined == Some(arguments) {
        let cause = Cause::Annotation { name: "schema/type", mistake: mistake.clone() };
        let explanation = Explanation::new(super::headline(Code::Annotation, Some(&cause), None));
        let fixes = annotations::fixes(name, &mistake, at);
        return Some(Explanation { code: Some(Code::Annotation), ..explanation.fixes(fixes) });
    }
    // A name that is neither called nor has attributes.
    let name = undefined.filter(|_| matches!(&message.cause, Some(Cause::Undefined { nearest: None, .. })))?;
    let span = at.own_span().filter(|span| source.text.get(span.clone()) == Some(name))?;
    if source.text[span.end..line.end].trim_start().starts_with(['.', '(', '[', '=']) {
        return None;
    }
    let text = quote(name);
    let headline = format!("{} is not defined; a text needs quotes: {}", quoted(name), quoted(&text));
    Some(Explanation::new(headline).fix("Quote it", source, Edits::one(span, text)))
}
