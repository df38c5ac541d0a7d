//! Fixes of annotations: of their arguments, and of annotations that are not needed.

use std::ops::Range;

use super::{edited, keyword};
use crate::boundary::Fix;
use crate::diagnostics::cause::AnnotationMistake;
use crate::diagnostics::edits::Edits;
use crate::diagnostics::positions::{Position, Source};
use crate::yaml::outline::{Entry, Outline};
use crate::yaml::scalars::{Scalar, resolve};

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
        (_, AnnotationMistake::KeywordType { keyword, .. })
            if !matches!(*keyword, "by" | "via" | "expects" | "when") =>
        {
            written.boolean(keyword)
        }
        (_, AnnotationMistake::Count { text }) => written.count(text),
        ("overlay/append", AnnotationMistake::Place) => {
            written.value_below().filter(|value| value == "[").and_then(|_| written.deleted())
        }
        ("schema/default", AnnotationMistake::Place) => written.above_list(),
        (_, AnnotationMistake::BelowAny) => written.deleted(),
        _ => None,
    };
    fix.into_iter().collect()
}

/// The fix of a default in an annotation that is a quoted value of the expected type.
pub(super) fn unquoted_default(expected: &str, at: &Position) -> Option<Fix> {
    let written = Written::of("schema/default", at)?;
    let inner = unquoted(written.text(&written.arguments))?;
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

    /// `"True"`, `1` and the like for `True`.
    fn boolean(&self, name: &str) -> Option<Fix> {
        let name = keyword(self.text(&self.arguments), name)?;
        let from = self.arguments.start + name.end;
        let rest = &self.source.text[from..self.arguments.end];
        let value = rest.trim_start().strip_prefix('=')?.trim_start();
        let start = self.arguments.end - value.len();
        let end = value.find([',', ' ']).unwrap_or(value.len());
        let written = &value[..end];
        let meant = match unquoted(written).unwrap_or(written).to_lowercase().as_str() {
            "true" | "yes" | "1" => "True",
            "false" | "no" | "0" => "False",
            _ => return None,
        };
        Some(self.replaced(start..start + end, meant.to_owned()))
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
                _ => return None,
            }
        };
        let forms = [format!("\"{text}\""), format!("'{text}'")];
        let arguments = self.text(&self.arguments);
        let mut found = forms.iter().flat_map(|form| arguments.match_indices(form.as_str()));
        let (at, form) = found.next().filter(|_| found.next().is_none())?;
        let start = self.arguments.start + at;
        Some(self.replaced(start..start + form.len(), meant))
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

/// The text between quotes, if it has no escapes.
fn unquoted(text: &str) -> Option<&str> {
    super::quoted(text)
}
