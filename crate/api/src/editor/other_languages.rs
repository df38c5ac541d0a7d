//! Code as other languages have it, where Starlark has something else: `x is None`, `f"{x}"`, `a ? b : c`, `#@ endif`.

use std::ops::Range;

use super::brackets::object;
use super::fixes::code::Line;
use super::foreign_names::type_name;
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::extensions::Extensions;
use crate::positions::Source;
use crate::spelling::edit_distance;
use crate::starlark::quote;
use crate::stdlib::module_named;
use crate::syntax::arguments;
use crate::syntax::token::Tok;

/// Something that Starlark does not have.
struct Habit {
    headline: String,
    /// Its bytes in the file.
    range: Range<usize>,
    /// The title of the fix, and its edits.
    fix: Option<(String, Edits)>,
}

impl Habit {
    fn new(range: Range<usize>, headline: impl Into<String>) -> Habit {
        Habit { headline: headline.into(), range, fix: None }
    }

    fn fixed(self, title: impl Into<String>, edits: Edits) -> Habit {
        Habit { fix: Some((title.into(), edits)), ..self }
    }

    fn replaced(source: &Source, range: Range<usize>, meant: &str) -> Habit {
        let found = &source.text[range.clone()];
        Habit::new(range.clone(), format!("Write `{meant}` instead of {}", quoted(found)))
            .fixed(format!("Replace {found} with {meant}"), Edits::one(range, meant))
    }
}

/// Explains a syntax error in a line with such code: with the headline, the range and the fix.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let source = at.source().filter(|_| message.code == Some(Code::Syntax) && at.is_known())?;
    let habit = match &message.cause {
        Some(Cause::Code(CodeMistake::MissingEnd { .. })) => {
            let lines = (at.line()..).map_while(|number| source.line_range(number).map(|_| Line::of(source, number)));
            lines.flatten().find_map(|line| end(&line))?
        }
        _ => find(&Line::of(source, at.line())?)?,
    };
    let explanation = Explanation::new(habit.headline).at(source, habit.range);
    Some(match habit.fix {
        Some((title, edits)) => explanation.fix_if_certain(title, source, edits),
        None => explanation.fixes(None),
    })
}

fn find(line: &Line<'_>) -> Option<Habit> {
    end(line)
        .or_else(|| load(line))
        .or_else(|| statement(line))
        .or_else(|| loop_head(line))
        .or_else(|| block_head(line))
        .or_else(|| reserved(line))
        .or_else(|| formatted(line))
        .or_else(|| question_mark(line))
        .or_else(|| operator(line))
        .or_else(|| annotated_parameters(line))
        .or_else(|| chained(line))
        .or_else(|| starred(line))
        .or_else(|| returning_lambda(line))
        .or_else(|| reserved_argument(line))
        .or_else(|| quotes_in_string(line))
}

/// Words that end a block in other languages.
const ENDS: [&str; 8] = ["endif", "endfor", "enddef", "endwhile", "endfunction", "fi", "done", "esac"];

/// `endif`, `end if`: a line that only ends a block.
fn end(line: &Line<'_>) -> Option<Habit> {
    let words: Vec<&str> = line.tokens.iter().map(|token| line.text(token.range.clone())).collect();
    let is_end = match words[..] {
        [word] => ENDS.contains(&word) || word != "end" && is_misspelled_end(word),
        [word, ":" | ";"] => word.eq_ignore_ascii_case("end"),
        ["end", word] => matches!(word, "if" | "for" | "def" | "while" | "function" | "else"),
        _ => false,
    };
    let range = is_end.then(|| line.all())??;
    Some(Habit::replaced(line.source, range, "end"))
}

/// `End`, `edn`, `ends`: nothing else is a line of its own.
fn is_misspelled_end(word: &str) -> bool {
    let mut letters: Vec<u8> = word.bytes().map(|byte| byte.to_ascii_lowercase()).collect();
    letters.sort_unstable();
    letters == b"den" || edit_distance(word, "end", 1) <= 1 && word.len() >= 2
}

/// Names in a `load` without quotes, or none.
fn load(line: &Line<'_>) -> Option<Habit> {
    line.tokens.first().filter(|token| token.tok == Tok::Load)?;
    let all = line.all()?;
    let text = line.source.text[all.start..line.code.end].trim_end();
    let inner = text.strip_prefix("load")?.trim_start();
    let (inner, is_call) = match inner.strip_prefix('(') {
        Some(inner) => (inner.strip_suffix(')')?, true),
        None => (inner, false),
    };
    let is_simple = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@' | ':'))
    };
    let bare = |text: &str| text.trim().trim_matches(['"', '\'']).trim().to_owned();
    let mut parts: Vec<String> = inner.split(',').map(bare).collect();
    if parts.last().is_some_and(String::is_empty) {
        parts.pop();
    }
    if !parts.iter().all(|part| is_simple(part)) {
        return None;
    }
    let lacks_names = parts.len() == 1;
    if let ([module], true) = (&parts[..], lacks_names) {
        parts.push(module.strip_prefix("@ytt:")?.to_owned());
    }
    let parts: Vec<String> = parts.iter().map(|part| quote(part)).collect();
    let meant = format!("load({})", parts.join(", "));
    if meant == text {
        return None;
    }
    let range = all.start..all.start + text.len();
    let headline = match (is_call, lacks_names) {
        (false, _) => "A `load` needs parentheses",
        (true, true) => "This `load` lacks the name to load",
        (true, false) => "Each part of a `load` needs quotes",
    };
    let edits = Edits::one(range.clone(), meant.clone());
    Some(Habit::new(range, format!("{headline}: {}", quoted(&meant))).fixed(format!("Replace with {meant}"), edits))
}

/// Statements that start with a word of another language: `print x`, `var x = 1`, `function f():`, `elseif x:`.
fn statement(line: &Line<'_>) -> Option<Habit> {
    let [first, second, ..] = &line.tokens[..] else { return None };
    let word = line.text(first.range.clone());
    // Neither a call, nor an operator.
    let is_operand = matches!(second.tok, Tok::Ident | Tok::Str | Tok::Int | Tok::Float | Tok::Not);
    if first.tok != Tok::Ident || !is_operand {
        return None;
    }
    match word {
        "print" => {
            let rest = second.range.start..line.end()?;
            let call = format!("({})", line.text(rest.clone()));
            let edits = Edits::one(first.range.end..rest.end, call);
            Some(Habit::new(first.range.clone(), "`print` is a function").fixed("Insert the missing ( )", edits))
        }
        "assert" => Some(Habit::new(
            first.range.clone(),
            "Starlark has no statement `assert`; `assert.fail(…)` of `@ytt:assert` stops the template",
        )),
        "var" | "let" | "const" | "set" | "local" if line.tokens.get(2).is_some_and(|token| token.tok == Tok::Eq) => {
            let edits = Edits::one(first.range.start..second.range.start, "");
            let headline = format!("Variables need no `{word}`; the first assignment creates them");
            Some(Habit::new(first.range.clone(), headline).fixed(format!("Delete {word}"), edits))
        }
        "function" | "func" | "fn" | "fun" => Some(Habit::replaced(line.source, first.range.clone(), "def")),
        "elseif" | "elsif" => Some(Habit::replaced(line.source, first.range.clone(), "elif")),
        "foreach" => Some(Habit::replaced(line.source, first.range.clone(), "for")),
        _ => None,
    }
}

/// `if x then`, `for x in l do` and `if x {`.
fn block_head(line: &Line<'_>) -> Option<Habit> {
    let tokens: Vec<_> = line.tokens.iter().filter(|token| token.tok != Tok::Newline).collect();
    tokens.first().filter(|token| matches!(token.tok, Tok::If | Tok::Elif | Tok::Else | Tok::For | Tok::Def))?;
    let [.., before, last] = &tokens[..] else { return None };
    let is_foreign = before.tok != Tok::Colon && matches!(line.text(last.range.clone()), "then" | "do" | "{");
    let range = before.range.end..last.range.end;
    is_foreign.then(|| {
        let found = quoted(line.text(last.range.clone()));
        Habit::new(last.range.clone(), format!("A block begins with `:`, not with {found}"))
            .fixed("Replace it with :", Edits::one(range, ":"))
    })
}

/// `import json`, `from ytt import data`: of a module that ytt has.
fn module(line: &Line<'_>) -> Option<Habit> {
    let words: Vec<&str> = line.tokens.iter().map(|token| line.text(token.range.clone())).collect();
    let name = match words[..] {
        ["import", name] | ["from", _, "import", name] => name,
        _ => return None,
    };
    let name = if name == "re" { "regexp" } else { name };
    let is_module = module_named(name, Extensions::default()).is_some();
    let meant = format!("load({}, {})", quote(&format!("@ytt:{name}")), quote(name));
    is_module.then(|| line.all().map(|range| Habit::replaced(line.source, range, &meant)))?
}

/// Words that Starlark reserves without using them.
fn reserved(line: &Line<'_>) -> Option<Habit> {
    let at = line.tokens.iter().position(|token| token.tok == Tok::Illegal && token.string.is_none())?;
    let range = line.tokens[at].range.clone();
    let word = line.text(range.clone());
    let headline = match word {
        "is" => {
            let not = line.tokens.get(at + 1).filter(|token| token.tok == Tok::Not);
            if let Some(habit) = type_is(line, at, not.is_some()) {
                return Some(habit);
            }
            return Some(match not {
                Some(not) => Habit::replaced(line.source, range.start..not.range.end, "!="),
                None => Habit::replaced(line.source, range, "=="),
            });
        }
        "try" | "except" | "finally" => format!("Starlark has no exceptions, and no `{word}`"),
        "raise" => "Starlark has no `raise`; `assert.fail(…)` of `@ytt:assert` stops the template".to_owned(),
        "import" | "from" => {
            return Some(module(line).unwrap_or_else(|| {
                Habit::new(range, "Starlark has no `import`; it has `load(\"file.star\", \"name\")`")
            }));
        }
        "class" => "Starlark has no classes; it has functions, and `struct.make(…)` of `@ytt:struct`".to_owned(),
        "del" => "Starlark has no `del`; it has `dict.pop(key)` and `list.pop(index)`".to_owned(),
        "yield" => "Starlark has no `yield`; a function returns a list".to_owned(),
        "global" | "nonlocal" => {
            format!("Starlark has no `{word}`; a function cannot change variables outside of it")
        }
        word => format!("Starlark has no `{word}`"),
    };
    Some(Habit::new(range, headline))
}

/// `type(x) is int`, where `type` returns a string.
fn type_is(line: &Line<'_>, is: usize, is_negated: bool) -> Option<Habit> {
    let close = is.checked_sub(1).filter(|at| line.tokens[*at].tok == Tok::RParen)?;
    let call = object(line.text(line.code.start..line.tokens[close].range.end));
    let class = line.tokens.get(is + 1 + usize::from(is_negated)).filter(|token| token.tok == Tok::Ident)?;
    let name = type_name(line.text(class.range.clone())).filter(|_| call.starts_with("type("))?;
    let range = line.tokens[is].range.start..class.range.end;
    let operator = if is_negated { "!=" } else { "==" };
    Some(Habit::replaced(line.source, range, &format!("{operator} {}", quote(name))))
}

/// `for x of l:`, `for i, x := range l:`, `for x range(3):` and `for i in 0..3:`.
fn loop_head(line: &Line<'_>) -> Option<Habit> {
    let tokens = &line.tokens;
    tokens.first().filter(|token| token.tok == Tok::For)?;
    let variables = tokens[1..].iter().take_while(|token| matches!(token.tok, Tok::Ident | Tok::Comma));
    let mut after = 1 + variables.count();
    // Two names without a comma between them.
    if let Some(pair) = (2..after).find(|at| tokens[*at].tok == Tok::Ident && tokens[at - 1].tok == Tok::Ident) {
        after = pair;
    }
    let next = tokens.get(after)?;
    let word = |at: usize| tokens.get(at).map(|token| line.text(token.range.clone())).unwrap_or_default();
    let colon = tokens.last().filter(|token| token.tok == Tok::Colon && token.range.start > next.range.start)?;
    match next.tok {
        Tok::Ident if word(after) == "of" => Some(Habit::replaced(line.source, next.range.clone(), "in")),
        Tok::Ident if word(after) == "range" && word(after + 1) == "(" => {
            let edits = Edits::insert(next.range.start, "in ");
            Some(Habit::new(next.range.clone(), "An `in` is missing before `range`").fixed("Insert in", edits))
        }
        Tok::Colon if word(after + 1) == "=" && word(after + 2) == "range" => {
            let values = line.text(tokens.get(after + 2)?.range.end..colon.range.start).trim();
            let names = line.text(tokens[1].range.start..next.range.start).trim();
            let (first, second) = names.split_once(',').map(|(first, second)| (first.trim(), second.trim()))?;
            let (left, right) = match first {
                "_" => (second.to_owned(), values.to_owned()),
                _ => (names.to_owned(), format!("enumerate({values})")),
            };
            let meant = format!("for {left} in {right}:");
            let range = next.range.start..tokens[after + 2].range.end;
            let habit = Habit::new(range, format!("Starlark has no `:= range`; a list has {}", quoted(&meant)));
            // With other names, it may be a map.
            let is_list = matches!(first, "_" | "i" | "idx" | "index") || values.starts_with('[');
            let edits = Edits::one(tokens[0].range.start..colon.range.end, meant.clone());
            Some(if is_list { habit.fixed(format!("Replace with {meant}"), edits) } else { habit })
        }
        Tok::In => {
            let range = tokens.get(after + 1)?.range.start..colon.range.start;
            let (from, to) = line.text(range.clone()).split_once("..")?;
            let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number(from) || !is_number(to) {
                return None;
            }
            let meant = format!("range({from}, {to})");
            let headline = format!("Starlark has no `..`; {} ends before {to}", quoted(&meant));
            Some(Habit::new(range.clone(), headline).fixed(format!("Replace with {meant}"), Edits::one(range, meant)))
        }
        _ => None,
    }
}

/// `f"{x}"`.
fn formatted(line: &Line<'_>) -> Option<Habit> {
    let is_prefix = |text: &str| matches!(text, "f" | "F" | "rf" | "fr");
    let pair = line.tokens.windows(2).find(|pair| {
        let [prefix, string] = pair else { return false };
        is_prefix(line.text(prefix.range.clone()))
            && matches!(string.tok, Tok::Str | Tok::Illegal)
            && string.range.start == prefix.range.end
    })?;
    let range = pair[0].range.start..pair[1].range.end;
    let habit = Habit::new(range.clone(), "Starlark has no f-strings; it has `\"{}\".format(x)`");
    let string = line.text(pair[1].range.clone());
    let Some(call) = format_call(string).filter(|_| line.text(pair[0].range.clone()) == "f") else {
        return Some(habit);
    };
    Some(habit.fixed("Replace with format", Edits::one(range, call)))
}

/// `"{}".format(x)` for the string literal of `f"{x}"`; None if a field has a format or a conversion.
fn format_call(string: &str) -> Option<String> {
    let (mut text, mut arguments) = (String::new(), Vec::new());
    let mut rest = string;
    while let Some(at) = rest.find(['{', '}']) {
        text.push_str(&rest[..at]);
        let doubled = rest[at..].get(..2).filter(|two| matches!(*two, "{{" | "}}"));
        if let Some(two) = doubled {
            text.push_str(two);
            rest = &rest[at + 2..];
            continue;
        }
        let (argument, after) = rest[at..].strip_prefix('{')?.split_once('}')?;
        if argument.trim().is_empty() || argument.contains(['{', ':', '!', '=', '\\']) {
            return None;
        }
        text.push_str("{}");
        arguments.push(argument.trim());
        rest = after;
    }
    text.push_str(rest);
    Some(if arguments.is_empty() { text } else { format!("{text}.format({})", arguments.join(", ")) })
}

/// `a ? b : c`, and `a ?? b`.
fn question_mark(line: &Line<'_>) -> Option<Habit> {
    let mark = line.between_tokens('?')?;
    let range = mark..mark + 1;
    if line.source.text[range.end..].starts_with(['?', '.']) {
        let found = &line.source.text[mark..mark + 2];
        let headline = format!("Starlark has no `{found}`; it has `b if a == None else a`");
        return Some(Habit::new(mark..mark + 2, headline));
    }
    let habit = Habit::new(range, "Starlark has no `a ? b : c`; it has `b if a else c`");
    let Some((all, conditional)) = conditional(line, mark) else { return Some(habit) };
    Some(habit.fixed("Replace with if and else", Edits::one(all, conditional)))
}

/// The range of `a ? b : c`, and its conditional expression. It begins with the line, or behind a bracket, comma, `=` or `return`.
fn conditional(line: &Line<'_>, mark: usize) -> Option<(Range<usize>, String)> {
    let (before, after): (Vec<_>, Vec<_>) = line.tokens.iter().partition(|token| token.range.end <= mark);
    let mut start = line.tokens.first()?.range.start;
    let mut depth = 0;
    for token in before.iter().rev() {
        depth -= token.tok.nesting();
        let is_boundary = depth == 0 && matches!(token.tok, Tok::Comma | Tok::Eq | Tok::Return | Tok::Colon);
        if depth < 0 || is_boundary {
            start = token.range.end;
            break;
        }
    }
    let (mut colon, mut end, mut depth) = (None, line.end()?, 0);
    for token in after {
        depth += token.tok.nesting();
        if depth < 0 || depth == 0 && token.tok == Tok::Comma {
            end = token.range.start;
            break;
        }
        if depth == 0 && token.tok == Tok::Colon {
            colon.get_or_insert(token.range.clone());
        }
    }
    let colon = colon?;
    let start = start + (line.text(start..mark).len() - line.text(start..mark).trim_start().len());
    let [condition, then, otherwise] =
        [start..mark, mark + 1..colon.start, colon.end..end].map(|r| line.text(r).trim());
    Some((start..end, format!("{then} if {condition} else {otherwise}")))
}

/// Operators of two tokens that are one operator elsewhere.
fn operator(line: &Line<'_>) -> Option<Habit> {
    let (at, pair) = line.tokens.windows(2).enumerate().find(|(_, pair)| {
        let is_operator = matches!(
            (pair[0].tok, pair[1].tok),
            (Tok::Lt | Tok::Eq | Tok::Minus, Tok::Gt)
                | (Tok::EqEq | Tok::NotEq | Tok::Colon, Tok::Eq)
                | (Tok::Plus, Tok::Plus)
                | (Tok::Minus, Tok::Minus)
        );
        is_operator && pair[0].range.end == pair[1].range.start
    })?;
    let range = pair[0].range.start..pair[1].range.end;
    let is_last = at + 2 == line.tokens.len();
    match line.text(range.clone()) {
        "<>" | "!==" => Some(Habit::replaced(line.source, range, "!=")),
        "===" => Some(Habit::replaced(line.source, range, "==")),
        ":=" => Some(assignment(line, at, range)),
        "=>" => Some(Habit::new(range, "Starlark has no `=>`; functions are `lambda x: …`")),
        change @ ("++" | "--") if is_last && at > 0 => {
            // A value has no assignments.
            let assignment = format!("{}{} 1", &change[..1], if line.is_only_code() { "=" } else { "" });
            let variable = line.text(line.tokens[0].range.start..range.start).trim_end();
            let edits = Edits::one(range.clone(), format!(" {assignment}"));
            let headline = format!("Starlark has no `{change}`; write {}", quoted(&format!("{variable} {assignment}")));
            Some(Habit::new(range, headline).fixed(format!("Replace with {assignment}"), edits))
        }
        _ => None,
    }
}

/// `x := 1`, and `if (x := f()) > 1:`, which has no fix.
fn assignment(line: &Line<'_>, at: usize, range: Range<usize>) -> Habit {
    let habit = Habit::new(range.clone(), "Starlark has no `:=`; `=` assigns a value, in a line of its own");
    if at == 1 && line.tokens[0].tok == Tok::Ident && line.is_only_code() {
        habit.fixed("Replace := with =", Edits::one(range, "="))
    } else {
        habit
    }
}

/// `def f(x: int) -> int:`
fn annotated_parameters(line: &Line<'_>) -> Option<Habit> {
    line.tokens.first().filter(|token| token.tok == Tok::Def)?;
    let last = line.tokens.last().filter(|token| token.tok == Tok::Colon)?;
    let (mut edits, mut depth) = (Vec::new(), 0);
    let mut annotation: Option<usize> = None;
    for (at, token) in line.tokens.iter().enumerate() {
        let is_arrow = depth == 0
            && token.tok == Tok::Minus
            && line.tokens.get(at + 1).is_some_and(|next| next.tok == Tok::Gt && next.range.start == token.range.end);
        let ends = depth == 1 && matches!(token.tok, Tok::Comma | Tok::Eq | Tok::RParen);
        if let Some(start) = annotation.filter(|_| ends || token.range == last.range) {
            let space = if token.tok == Tok::Eq { " " } else { "" };
            edits.push((start..token.range.start, space.to_owned()));
            annotation = None;
        }
        if annotation.is_none() && (depth == 1 && token.tok == Tok::Colon || is_arrow) {
            let before = line.source.text[..token.range.start].trim_end().len();
            annotation = Some(before);
        }
        depth += token.tok.nesting();
    }
    let range = edits.first()?.0.clone();
    let headline = "Starlark has no types of parameters and results";
    Some(Habit::new(range, headline).fixed("Delete the types", Edits(edits)))
}

/// `1 < x < 3`
fn chained(line: &Line<'_>) -> Option<Habit> {
    let is_comparison = |tok: Tok| matches!(tok, Tok::Lt | Tok::Gt | Tok::Le | Tok::Ge | Tok::EqEq | Tok::NotEq);
    let mut first: Option<Range<usize>> = None;
    for token in &line.tokens {
        match (token.tok, &first) {
            (tok, Some(first)) if is_comparison(tok) => {
                let middle = line.text(first.end..token.range.start).trim();
                let headline = "Comparisons cannot be chained; they need an `and` between them";
                let edits = Edits::insert(token.range.start, format!("and {middle} "));
                return Some(Habit::new(token.range.clone(), headline).fixed(format!("Insert and {middle}"), edits));
            }
            (tok, _) if is_comparison(tok) => first = Some(token.range.clone()),
            (Tok::Ident | Tok::Int | Tok::Float | Tok::Str | Tok::Dot | Tok::Plus | Tok::Minus | Tok::Star, _) => {}
            _ => first = None,
        }
    }
    None
}

/// `[*a, 1]` and `{**a, "b": 1}`.
fn starred(line: &Line<'_>) -> Option<Habit> {
    let tokens = &line.tokens;
    let mut open = Vec::new();
    let (at, bracket) = tokens.iter().enumerate().find_map(|(index, token)| {
        match token.tok.nesting() {
            1 => open.push(index),
            -1 => _ = open.pop(),
            _ => {}
        }
        if matches!(token.tok, Tok::Star | Tok::StarStar)
            && matches!(tokens[index.checked_sub(1)?].tok, Tok::LBrack | Tok::LBrace | Tok::Comma)
        {
            let bracket = *open.last()?;
            return matches!(tokens[bracket].tok, Tok::LBrack | Tok::LBrace).then_some((index, bracket));
        }
        None
    })?;
    let is_list = tokens[bracket].tok == Tok::LBrack;
    let headline = match is_list {
        true => "Starlark has no `*` in a list; `+` joins lists: `[1] + [2]`",
        false => "Starlark has no `**` in a dict; `dict(a.items() + b.items())` joins dicts",
    };
    let habit = Habit::new(tokens[at].range.clone(), headline);
    Some(match joined(line, bracket, is_list) {
        Some((range, text)) => habit.fixed(format!("Replace with {text}"), Edits::one(range, text)),
        None => habit,
    })
}

/// The list or dict in the brackets that open at a token as a sum of its parts.
fn joined(line: &Line<'_>, bracket: usize, is_list: bool) -> Option<(Range<usize>, String)> {
    let end = bracket + arguments::closing(&line.tokens[bracket..])?;
    let elements = arguments::arguments(&line.tokens[bracket + 1..end]);
    if elements.iter().any(|element| arguments::outer(element, |token| token.tok == Tok::For).is_some()) {
        return None;
    }
    let elements = elements.into_iter().map(|element| line.text(arguments::range(element)));
    let (stars, open, close) = if is_list { ("*", "[", "]") } else { ("**", "{", "}") };
    let mut parts: Vec<String> = Vec::new();
    let mut plain: Vec<&str> = Vec::new();
    for element in elements.chain([stars]) {
        let Some(whole) = element.strip_prefix(stars) else {
            plain.push(element);
            continue;
        };
        if !plain.is_empty() {
            parts.push(format!("{open}{}{close}", plain.join(", ")));
            plain.clear();
        }
        let is_single = object(whole) == whole || whole.starts_with(open);
        if !whole.is_empty() {
            parts.push(match is_single {
                // It may be a tuple, or a list of YAML.
                true if is_list && !whole.starts_with(open) => format!("list({whole})"),
                true => whole.to_owned(),
                false => return None,
            });
        }
    }
    let text = match (&parts[..], is_list) {
        ([only], true) => only.clone(),
        ([only], false) => format!("dict({only})"),
        (parts, true) => parts.join(" + "),
        (parts, false) => {
            let items: Vec<String> = parts.iter().map(|part| format!("{part}.items()")).collect();
            format!("dict({})", items.join(" + "))
        }
    };
    Some((line.tokens[bracket].range.start..line.tokens[end].range.end, text))
}

/// `lambda x: return x`.
fn returning_lambda(line: &Line<'_>) -> Option<Habit> {
    let lambda = line.tokens.iter().position(|token| token.tok == Tok::Lambda)?;
    let pair = line.tokens[lambda..].windows(2).find(|pair| pair[0].tok == Tok::Colon && pair[1].tok == Tok::Return)?;
    let range = pair[1].range.clone();
    let after = &line.source.text[range.end..];
    let end = range.end + after.len() - after.trim_start_matches(' ').len();
    let edits = Edits::one(range.start..end, "");
    Some(Habit::new(range, "A `lambda` has its result after the colon, without `return`").fixed("Delete return", edits))
}

/// `dict(if=1)`.
fn reserved_argument(line: &Line<'_>) -> Option<Habit> {
    let argument = line.tokens.windows(3).find(|tokens| {
        matches!(tokens[0].tok, Tok::LParen | Tok::Comma) && tokens[1].tok.is_keyword() && tokens[2].tok == Tok::Eq
    })?;
    let range = argument[1].range.clone();
    let word = line.text(range.clone());
    let key = quoted(&format!("{{{}: …}}", quote(word)));
    Some(Habit::new(
        range,
        format!("{} is reserved, and cannot be the name of an argument; in a dict: {key}", quoted(word)),
    ))
}

/// `"say "hi""`: quotes in a string that end it.
fn quotes_in_string(line: &Line<'_>) -> Option<Habit> {
    let tokens = &line.tokens;
    let is_joined = |index: usize| tokens[index].range.end == tokens[index + 1].range.start;
    let quote = |index: usize| line.text(tokens[index].range.clone()).chars().next();
    let first = (0..tokens.len().saturating_sub(2)).find(|index| {
        tokens[*index].tok == Tok::Str && is_joined(*index) && matches!(tokens[index + 1].tok, Tok::Ident | Tok::Int)
    })?;
    let last = (first + 2..tokens.len())
        .rev()
        .find(|index| tokens[*index].tok == Tok::Str && is_joined(index - 1) && quote(*index) == quote(first))?;
    let range = tokens[first].range.start..tokens[last].range.end;
    let quote = quote(first)?;
    let inner = line.text(range.start + 1..range.end - 1);
    if inner.contains('\\') {
        return None;
    }
    let text = format!("{quote}{}{quote}", inner.replace(quote, &format!("\\{quote}")));
    let headline = format!("A quote inside of a string needs a backslash: `\\{quote}`");
    Some(Habit::new(range.clone(), headline).fixed("Insert backslashes", Edits::one(range, text)))
}

#[cfg(test)]
mod tests {
    use super::format_call;

    #[test]
    fn fields_become_arguments() {
        assert_eq!(format_call("\"{a}-{{b}}-{c + 1}\"").as_deref(), Some("\"{}-{{b}}-{}\".format(a, c + 1)"));
        assert_eq!(format_call("\"a\"").as_deref(), Some("\"a\""));
        assert_eq!(format_call("\"{a:3}\""), None);
        assert_eq!(format_call("\"{\""), None);
    }
}
