//! The part of a line that a mistake is about: a value, or a character of it.

use std::ops::Range;

use crate::diagnostics::cause::YamlMistake;
use crate::mistakes::{brackets, end_of_quoted, value_of, without_comment, wrong_escape};
use crate::{helm, pasted};

/// The bytes in the line of the mistake; None for the whole line.
pub fn marked(line: &str, mistake: &YamlMistake) -> Option<Range<usize>> {
    let value = without_comment(value_of(line));
    let start = (value.as_ptr() as usize).checked_sub(line.as_ptr() as usize).filter(|_| !value.is_empty());
    let in_value = |range: Range<usize>| start.map(|start| start + range.start..start + range.end);
    let character = |at: usize, length: usize| in_value(at..at + length);
    match mistake {
        YamlMistake::Tab { .. } => {
            let end = line.len() - line.trim_start().len();
            Some(line.find('\t')?..end)
        }
        YamlMistake::Pasted { .. } => pasted::pasted(line).into_iter().next().map(|part| part.range),
        YamlMistake::OtherTemplates => {
            let start = line.find("{{").into_iter().chain(line.find("{%")).min()?;
            let end =
                line.rfind("}}").into_iter().chain(line.rfind("%}")).max().map_or(line.trim_end().len(), |end| end + 2);
            (start < end).then_some(start..end)
        }
        YamlMistake::Helm { .. } => {
            let actions = helm::actions(line);
            Some(actions.first()?.range.start..actions.last()?.range.end)
        }
        YamlMistake::ReservedStart { .. }
        | YamlMistake::Asterisk
        | YamlMistake::BlockHeader { .. }
        | YamlMistake::ColonInValue
        | YamlMistake::ItemAfterKey
        | YamlMistake::ValueWithChildren { .. }
        | YamlMistake::OpenQuote { .. } => in_value(0..value.len()),
        YamlMistake::UnknownAnchor { name, .. } => {
            let alias = format!("*{name}");
            let at = line.find(&alias)?;
            Some(at..at + alias.len())
        }
        YamlMistake::WrongEscape => {
            let at = wrong_escape(value)?;
            character(at, 1 + value[at + 1..].chars().next().map_or(0, char::len_utf8))
        }
        YamlMistake::TextAfterQuote => {
            let end = end_of_quoted(value, value.chars().next()?)?;
            let text = value[end..].trim_start();
            in_value(value.len() - text.len()..value.len())
        }
        YamlMistake::QuoteInText { quote } => character(end_of_quoted(value, *quote)? - 1, 1),
        YamlMistake::WrongBracket { bracket, .. } => character(brackets(value).err()?.0, bracket.len_utf8()),
        YamlMistake::OpenBracket { .. } => character(0, 1),
        YamlMistake::EqualsSign { .. } => line.find(" = ").map(|at| at + 1..at + 2),
        YamlMistake::NoSpaceAfterColon { .. } => line.find(':').map(|at| at..at + 1),
        _ => None,
    }
}
