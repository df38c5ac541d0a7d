//! Fixes of annotations: of their arguments, and of annotations that are not needed.

use std::ops::Range;

use super::{edited, unquoted};
use crate::boundary::Fix;
use crate::diagnostics::cause::{AnnotationMistake, ArgumentMistake, Cause};
use crate::diagnostics::edits::Edits;
use crate::positions::{Position, Source};
use crate::syntax::arguments;
use crate::syntax::lex::lex;
use crate::syntax::token::Tok;
use crate::yaml::outline::{Entry, Outline};
use crate::yaml::scalars::{Scalar, resolve};

/// Longer ranges of numbers are not written out.
const MOST_NUMBERS: u32 = 5;

/// An annotation in a file.
struct Written<'s> {
    source: &'s Source,
    /// Its whole line.
    line: Range<usize>,
    /// Its arguments.
    arguments: Range<usize>,
    number: u32,
}

pub(in crate::editor) fn fixes(name: &str, mistake: &AnnotationMistake, at: &Position) -> Vec<Fix> {
    let Some(written) = Written::of(name, at) else { return Vec::new() };
    let arguments = written.text(&written.arguments);
    let fix = match (name, mistake) {
        ("schema/type", AnnotationMistake::Keyword) => match type_word(arguments) {
            "any" => Some(written.replaced(written.arguments.clone(), "any=True".to_owned())),
            word => written.value_below().filter(|value| is_type(word, value)).and_then(|_| written.deleted()),
        },
        ("overlay/insert", AnnotationMistake::Keyword) if arguments.is_empty() => {
            let before = written.added("before=True");
            return vec![before, written.added("after=True")];
        }
        ("overlay/match", AnnotationMistake::Keyword)
            if arguments.starts_with("overlay.") || arguments.starts_with("lambda ") =>
        {
            let edits = Edits::insert(written.arguments.start, "by=");
            Some(edited("Insert by=", written.source, edits))
        }
        (_, AnnotationMistake::KeywordType { keyword: keyword @ ("min_len" | "max_len"), .. }) => {
            written.number(keyword)
        }
        (_, AnnotationMistake::KeywordType { keyword: "one_of", .. }) => written.in_list("one_of"),
        (_, AnnotationMistake::KeywordType { keyword, .. })
            if !matches!(*keyword, "by" | "via" | "expects" | "when") =>
        {
            written.boolean(keyword)
        }
        (_, AnnotationMistake::Count { text }) => written.count(text),
        ("overlay/match", AnnotationMistake::Exclusive { keywords }) => return written.one_of(keywords),
        ("overlay/append", AnnotationMistake::Place) => {
            written.value_below().filter(|value| value == "[").and_then(|_| written.deleted())
        }
        ("schema/default", AnnotationMistake::Place) => written.above_list(),
        (_, AnnotationMistake::BelowAny) => written.deleted(),
        _ => None,
    };
    fix.into_iter().collect()
}

/// The fixes of a rule that fails: a number in quotes, and a function without a parameter.
#[cold]
#[inline(never)]
pub(in crate::editor) fn of_rule(why: Option<&Cause>, rule: &Position) -> Vec<Fix> {
    let Some(written) = Written::of("schema/validation", rule) else { return Vec::new() };
    let fix = match why {
        Some(Cause::Operands { left, right, .. }) if right == "string" && matches!(&**left, "int" | "float") => {
            ["min", "max"].iter().find_map(|name| written.number(name))
        }
        Some(Cause::Arguments { mistake: ArgumentMistake::Count { most: Some(0), .. }, .. }) => {
            let arguments = written.text(&written.arguments);
            let mut found = arguments.match_indices("lambda:");
            let only = found.next().filter(|_| found.next().is_none());
            only.map(|(at, _)| {
                let end = written.arguments.start + at + "lambda".len();
                edited("Add a parameter: lambda value", written.source, Edits::insert(end, " value"))
            })
        }
        _ => None,
    };
    fix.into_iter().collect()
}

/// The fix of a default in an annotation that is a quoted value of the expected type, a number for a string, or an item of a list.
pub(super) fn default_of_type(expected: &str, found: &str, at: &Position) -> Option<Fix> {
    let written = Written::of("schema/default", at)?;
    let text = written.text(&written.arguments);
    let is_literal = |kind: &str| match kind {
        "string" => unquoted(text).is_some(),
        "integer" | "float" => text.parse::<f64>().is_ok(),
        "boolean" => matches!(text, "True" | "False"),
        _ => false,
    };
    if !is_literal(found) {
        return None;
    }
    if expected == "array" {
        let is_item = is_type(found, &written.item_below()?);
        return is_item.then(|| written.replaced(written.arguments.clone(), format!("[{text}]")));
    }
    if expected == "string" && found != "boolean" {
        return Some(written.replaced(written.arguments.clone(), format!("\"{text}\"")));
    }
    let inner = unquoted(text)?;
    let is_expected = match resolve(inner) {
        Scalar::Int(value) => expected == "integer" && value.to_string() == inner,
        Scalar::Float(_) => expected == "float" && inner.parse::<f64>().is_ok(),
        Scalar::Bool(_) => expected == "boolean" && matches!(inner, "True" | "False"),
        _ => false,
    };
    is_expected.then(|| {
        let edits = Edits::one(written.arguments.clone(), inner);
        edited("Remove the quotes", written.source, edits)
    })
}

impl<'s> Written<'s> {
    fn of(name: &str, at: &'s Position) -> Option<Written<'s>> {
        let source = at.source().filter(|_| at.is_known())?;
        let inherited = "overlay/match-child-defaults";
        let is_inherited =
            name == "overlay/match" && source.line(at.line()).trim_start().starts_with(&format!("#@{inherited}"));
        let name = if is_inherited { inherited } else { name };
        let line = source.line_range(at.line())?;
        let text = &source.text[line.clone()];
        let rest = text.trim_start().strip_prefix("#@")?.strip_prefix(name)?;
        if !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
            return None;
        }
        let end = line.start + text.trim_end().len();
        let arguments = end - rest.trim().len()..end;
        Some(Written { source, line, arguments, number: at.line() })
    }

    fn text(&self, range: &Range<usize>) -> &'s str {
        &self.source.text[range.clone()]
    }

    fn replaced(&self, range: Range<usize>, text: String) -> Fix {
        edited(format!("Replace with {text}"), self.source, Edits::one(range, text))
    }

    fn added(&self, argument: &str) -> Fix {
        let end = self.arguments.end;
        edited(format!("Add {argument}"), self.source, Edits::insert(end, format!(" {argument}")))
    }

    fn deleted(&self) -> Option<Fix> {
        let end = (self.line.end + 1).min(self.source.text.len());
        Some(edited("Delete the annotation", self.source, Edits::one(self.line.start..end, "")))
    }

    /// The value of the node below: a scalar as it is written, `[` for a list, `{` for a map.
    fn value_below(&self) -> Option<String> {
        let text = &self.source.text;
        let outline = Outline::of(text);
        let index = outline.entries.iter().position(|entry| entry.line + 1 > self.number as usize)?;
        let entry: &Entry = &outline.entries[index];
        let value = text.get(entry.value.clone()).unwrap_or_default();
        if !value.is_empty() {
            return Some(if value.starts_with(['[', '{']) { value[..1].to_owned() } else { value.to_owned() });
        }
        let child = outline.entries.iter().find(|child| child.parent == Some(index))?;
        Some(if child.key.is_some() { "{" } else { "[" }.to_owned())
    }

    /// The only item, a scalar, of the list below.
    fn item_below(&self) -> Option<String> {
        let text = &self.source.text;
        let outline = Outline::of(text);
        let list = outline.entries.iter().position(|entry| entry.line + 1 > self.number as usize)?;
        let mut items = outline.entries.iter().filter(|entry| entry.parent == Some(list));
        let item = items.next().filter(|item| item.key.is_none() && items.next().is_none())?;
        text.get(item.value.clone()).filter(|value| !value.is_empty()).map(str::to_owned)
    }

    /// The literal of the argument with a name, if it is one.
    fn literal(&self, name: &str) -> Option<Range<usize>> {
        let arguments = self.arguments_by_name();
        let (_, argument) = arguments.iter().find(|(known, _)| *known == name)?;
        let value = self.text(argument).split_once('=')?.1.trim();
        let is_literal = unquoted(value).is_some() || value.chars().all(|c| c.is_alphanumeric());
        (is_literal && !value.is_empty()).then(|| argument.end - value.len()..argument.end)
    }

    /// `"True"`, `1` and the like for `True`.
    fn boolean(&self, name: &str) -> Option<Fix> {
        let value = self.literal(name)?;
        let written = self.text(&value);
        let meant = match unquoted(written).unwrap_or(written).to_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => "True",
            "false" | "no" | "off" | "0" => "False",
            _ => return None,
        };
        Some(self.replaced(value, meant.to_owned()))
    }

    /// `3` for `"3"`.
    fn number(&self, name: &str) -> Option<Fix> {
        let value = self.literal(name)?;
        let meant = unquoted(self.text(&value)).filter(|text| text.parse::<u32>().is_ok())?;
        Some(self.replaced(value, meant.to_owned()))
    }

    /// `["a"]` for `"a"`.
    fn in_list(&self, name: &str) -> Option<Fix> {
        let value = self.literal(name)?;
        let text = unquoted(self.text(&value))?;
        let items: Vec<String> = text.split([',', '|']).map(|item| crate::starlark::quote(item.trim())).collect();
        Some(self.replaced(value, format!("[{}]", items.join(", "))))
    }

    /// `"1+"` for `">0"`, `1` for `"1"`.
    fn count(&self, text: &str) -> Option<Fix> {
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let at_least = |least: u32| format!("\"{least}+\"");
        let meant = if let Some(least) = text.strip_prefix(">=").and_then(number) {
            at_least(least)
        } else if let Some(less) = text.strip_prefix('>').and_then(number) {
            at_least(less.checked_add(1)?)
        } else if let Some(exact) = text.strip_prefix("==").or(Some(text)).and_then(number) {
            exact.to_string()
        } else {
            match text.trim() {
                "*" | "any" => at_least(0),
                "+" => at_least(1),
                "?" => "[0, 1]".to_owned(),
                text => {
                    let parts = ["-", "..", " to ", " or "].iter().find_map(|separator| text.split_once(separator));
                    let (least, most) = parts.and_then(|(least, most)| Some((number(least)?, number(most)?)))?;
                    if least >= most || most - least > MOST_NUMBERS {
                        return None;
                    }
                    let numbers: Vec<String> = (least..=most).map(|number| number.to_string()).collect();
                    format!("[{}]", numbers.join(", "))
                }
            }
        };
        let forms = [format!("\"{text}\""), format!("'{text}'")];
        let arguments = self.text(&self.arguments);
        let mut found = forms.iter().flat_map(|form| arguments.match_indices(form.as_str()));
        let (at, form) = found.next().filter(|_| found.next().is_none())?;
        let start = self.arguments.start + at;
        Some(self.replaced(start..start + form.len(), meant))
    }

    /// Of two arguments that exclude each other, deletes the one that states the default.
    fn one_of(&self, keywords: &[&str; 2]) -> Vec<Fix> {
        let arguments = self.arguments_by_name();
        let argument = |name: &str| arguments.iter().find(|(known, _)| *known == name).map(|(_, range)| range.clone());
        let value = |range: &Range<usize>| {
            let (_, value) = self.text(range).split_once('=').unwrap_or_default();
            unquoted(value.trim()).unwrap_or(value.trim())
        };
        let [Some(first), Some(second)] = keywords.map(argument) else { return Vec::new() };
        let (missing_ok, expects) = (argument("missing_ok"), argument("expects"));
        // One match is expected without any argument, and "0+" accepts a missing node.
        let says_nothing = |range: &Range<usize>| match value(range) {
            "1" => expects.as_ref() == Some(range),
            "False" => missing_ok.as_ref() == Some(range),
            _ => missing_ok.as_ref() == Some(range) && expects.as_ref().is_some_and(|expects| value(expects) == "0+"),
        };
        if let Some(useless) = [&first, &second].into_iter().find(|range| says_nothing(range)) {
            return vec![self.without(useless)];
        }
        match (missing_ok, expects) {
            (Some(missing_ok), Some(expects)) if value(&missing_ok) == "True" && value(&expects) == "1+" => {
                let both = if missing_ok.start < expects.start {
                    missing_ok.start..expects.end
                } else {
                    expects.start..missing_ok.end
                };
                let is_adjacent = arguments.iter().filter(|(_, range)| both.contains(&range.start)).count() == 2;
                let fix = is_adjacent.then(|| self.replaced(both, "expects=\"0+\"".to_owned()));
                fix.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The arguments with a name, and their ranges.
    fn arguments_by_name(&self) -> Vec<(&'s str, Range<usize>)> {
        let text = self.text(&self.arguments);
        let tokens = lex(text);
        let named = arguments::arguments(&tokens).into_iter().filter_map(|argument| {
            let [name, eq, ..] = argument else { return None };
            let Range { start, end } = arguments::range(argument);
            let range = self.arguments.start + start..self.arguments.start + end;
            (eq.tok == Tok::Eq).then(|| (&text[name.range.clone()], range))
        });
        named.collect()
    }

    /// Deletes an argument with its comma.
    fn without(&self, argument: &Range<usize>) -> Fix {
        let text = &self.source.text;
        let after = &text[argument.end..self.arguments.end];
        let range = match after.trim_start().strip_prefix(',') {
            Some(rest) => argument.start..self.arguments.end - rest.trim_start().len(),
            None => text[..argument.start].trim_end().trim_end_matches(',').trim_end().len()..argument.end,
        };
        let title = format!("Delete {}", self.text(argument));
        edited(title, self.source, Edits::one(range, ""))
    }

    /// Moves the default of an item above the key of the list.
    fn above_list(&self) -> Option<Fix> {
        let key = self.source.line_range(self.number.checked_sub(1)?)?;
        let above = &self.source.text[key.clone()];
        let value = self.text(&self.arguments);
        if !above.trim_end().ends_with(':') || above.trim_start().starts_with(['#', '-']) || value.is_empty() {
            return None;
        }
        let list = if value.starts_with('[') { value.to_owned() } else { format!("[{value}]") };
        let indentation = &above[..above.len() - above.trim_start().len()];
        let moved = format!("{indentation}#@schema/default {list}\n");
        let end = (self.line.end + 1).min(self.source.text.len());
        let edits = Edits(vec![(key.start..key.start, moved), (self.line.start..end, String::new())]);
        Some(edited("Move it above the key of the list", self.source, edits))
    }
}

/// The `@overlay/match-child-defaults` that has the mistake of a node below it: the nearest one with all arguments of the mistake.
pub(in crate::editor) fn inherited(name: &str, mistake: &AnnotationMistake, node: &Position) -> Option<Position> {
    let (first, second) = match mistake {
        AnnotationMistake::KeywordType { keyword, .. } => (*keyword, *keyword),
        AnnotationMistake::Exclusive { keywords: [first, second] } => (*first, *second),
        AnnotationMistake::Count { .. } => ("expects", "expects"),
        _ => return None,
    };
    let source = node.source().filter(|_| name == "overlay/match" && node.is_known())?;
    let is_annotation = |number: u32| source.line(number).trim_start().starts_with("#@");
    if is_annotation(node.line()) {
        return None;
    }
    (1..node.line()).rev().find_map(|number| {
        let at = Position::new(source.clone(), number);
        let line = source.line(number);
        let has_both = line.trim_start().starts_with("#@overlay/match-child-defaults ") && {
            let arguments = Written::of(name, &at)?.arguments_by_name();
            [first, second].iter().all(|keyword| arguments.iter().any(|(name, _)| name == keyword))
        };
        let range = source.line_range(number)?;
        let start = range.start + (line.len() - line.trim_start().len());
        has_both.then(|| at.clone().with_span(start..range.start + line.trim_end().len()))
    })
}

/// The word of a type: `string` for `"string"` and `type="string"`.
fn type_word(arguments: &str) -> &str {
    let value = arguments.rsplit_once('=').map_or(arguments, |(_, value)| value).trim();
    unquoted(value).unwrap_or(value)
}

/// Whether a word is one for the type of a value.
fn is_type(word: &str, value: &str) -> bool {
    let is_quoted = value.starts_with(['"', '\'']);
    match word {
        "string" | "str" | "text" => is_quoted || matches!(resolve(value), Scalar::Text),
        "integer" | "int" => matches!(resolve(value), Scalar::Int(_)),
        "number" => matches!(resolve(value), Scalar::Int(_) | Scalar::Float(_)),
        "float" => matches!(resolve(value), Scalar::Float(_)),
        "boolean" | "bool" => matches!(resolve(value), Scalar::Bool(_)),
        "array" | "list" => value == "[",
        "object" | "map" | "dict" => value == "{",
        _ => false,
    }
}
