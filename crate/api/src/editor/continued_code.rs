//! Code that goes on in further lines, where YAML does not notice it: lines without `#@` within the brackets of code, which are the value of
//! the node above them, and the code of a value, which must be one line.

use super::fixes::code::{Language, is_certain, language};
use super::fixes::{edited, yaml};
use super::headline::headline;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::{Cause, YamlMistake};
use crate::diagnostics::code::Code;
use crate::yaml::corrections::corrections;
use crate::yaml::unmarked_code::{continued, depth};

/// The number of lines above a syntax error in which the code of a value is searched.
const LOOK_BACK: usize = 40;

/// Explains a value besides code, or a syntax error, if it is code that goes on in further lines.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let is_value = matches!(message.cause, Some(Cause::ValueAndCode));
    let is_known = at.is_known() && (is_value || message.code == Some(Code::Syntax));
    let source = at.source().filter(|source| is_known && language(source) == Language::Yaml)?;
    let lines: Vec<&str> = source.text.split('\n').collect();
    let line = (at.line() as usize).checked_sub(1)?;
    let mistake = if is_value { below(&lines, line) } else { around(&lines, line) }?;
    let mut fixes = corrections(source, at.line(), &mistake);
    fixes.retain(|fix| is_certain(source, &fix.edits));
    if fixes.is_empty() && !is_value {
        return None;
    }
    let number = mistake.line().and_then(|line| u32::try_from(line).ok())?;
    let range = source.line_range(number)?;
    let text = source.text[range.clone()].trim();
    let start = range.start + source.text[range].find(text)?;
    let cause = Cause::Yaml(mistake);
    let explanation = Explanation::new(headline(Code::Yaml, Some(&cause), None));
    let fixes = fixes.into_iter().map(|fix| edited(yaml::title(&fix.change), source, fix.edits));
    Some(explanation.at(source, start..start + text.len()).without_hints().fixes(fixes))
}

/// The mistake in the value of a node with code in a line, which counts from 0.
fn below(lines: &[&str], line: usize) -> Option<YamlMistake> {
    if opens_value(lines.get(line)?) {
        return Some(YamlMistake::CodeInLines { line: line + 1 });
    }
    // The value is the first text below that is no comment.
    let is_empty = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let value = line + 1 + lines[line + 1..].iter().take_while(|line| is_empty(line)).count();
    let is_value = continued(&lines[line + 1..]).iter().any(|code| line + 1 + code.first == value);
    is_value.then_some(YamlMistake::ContinuedCode { line: value + 1 })
}

/// The mistake in the code around a syntax error.
fn around(lines: &[&str], line: usize) -> Option<YamlMistake> {
    let found = continued(lines).into_iter().find(|code| (code.opens..=code.closes).contains(&line));
    if let Some(found) = found {
        return Some(YamlMistake::ContinuedCode { line: found.first + 1 });
    }
    let above = (0..=line).rev().take(LOOK_BACK);
    let start = above.into_iter().find(|line| !lines[*line].trim_start().starts_with("#@"))?;
    opens_value(lines[start]).then_some(YamlMistake::CodeInLines { line: start + 1 })
}

/// Whether the code of a value leaves a bracket open.
fn opens_value(line: &str) -> bool {
    line.split_once("#@ ").is_some_and(|(value, code)| !value.trim().is_empty() && depth(code) > 0)
}
