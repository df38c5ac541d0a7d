//! Fixes of syntax errors in code: edits after which the code can be parsed, or at least up to another error below.

use std::ops::Range;
use std::sync::Arc;

use super::super::sentence;
use super::edited;
use crate::boundary::Fix;
use crate::diagnostics::cause::CodeMistake;
use crate::diagnostics::edits::Edits;
use crate::positions::{Position, Source};
use crate::syntax::lex::{Lexeme, lex};
use crate::syntax::token::Tok;
use crate::syntax::{Options, parse};
use crate::template::{self, TemplateOptions};
use crate::yaml::reader::{ReadOptions, read};

/// Longer templates are not compiled again, which would delay each key press.
const MOST_BYTES: usize = 1 << 18;

/// The number of lines above an error in which an open bracket is searched.
const LOOK_BACK: u32 = 40;

/// The fixes of a mistake at a position in a template that certainly resolve it.
pub(super) fn fixes(mistake: &CodeMistake, at: &Position) -> Vec<Fix> {
    let Some(source) = at.source().filter(|source| at.is_known() && source.text.len() <= MOST_BYTES) else {
        return Vec::new();
    };
    if matches!(mistake, CodeMistake::OpenBracket { .. }) {
        return closed(source, at).into_iter().collect();
    }
    let candidates = candidates(mistake, source, at);
    candidates.into_iter().find_map(|(title, edits)| certain(title, source, edits)).into_iter().collect()
}

/// Closes the brackets of the nearest line above an error that leaves some open: after the last line of its code after which all of it
/// can be parsed.
fn closed(source: &Source, at: &Position) -> Option<Fix> {
    let first = at.line().saturating_sub(LOOK_BACK).max(1);
    let lines = (first..=at.line()).rev().filter_map(|number| Line::of(source, number));
    lines.into_iter().find_map(|line| {
        let below = (line.number + 1..).take(LOOK_BACK as usize);
        let below: Vec<Line<'_>> =
            below.map_while(|number| Line::of(source, number).filter(Line::is_only_code)).collect();
        let last = below.last().map_or(line.number, |line| line.number);
        let mut open = Vec::new();
        let mut ends = Vec::new();
        for line in std::iter::once(&line).chain(&below) {
            line.count_brackets(&mut open);
            ends.extend(line.bracket_ends(&open));
            if open.is_empty() {
                break;
            }
        }
        let edits = |(at, missing): &(usize, String)| Edits::insert(*at, missing.clone());
        let found = ends.iter().rev().find(|end| is_valid_until(source, &edits(end), last))?;
        Some(edited(format!("Insert the missing {}", found.1), source, edits(found)))
    })
}

/// The possible fixes, the best first.
fn candidates(mistake: &CodeMistake, source: &Source, at: &Position) -> Vec<(String, Edits)> {
    let Some(line) = Line::of(source, at.line()) else { return Vec::new() };
    let replaced = |edits: Vec<(Range<usize>, String)>, from: &str, to: &str| {
        (!edits.is_empty()).then(|| (format!("Replace {from} with {to}"), Edits(edits)))
    };
    let token = at.own_span();
    match mistake {
        CodeMistake::MissingColon { .. } => {
            line.end().map(|end| ("Insert the missing colon".to_owned(), Edits::insert(end, ":"))).into_iter().collect()
        }
        CodeMistake::AssignmentInCondition => {
            let sign = token.filter(|token| source.text.get(token.clone()) == Some("="));
            replaced(sign.map(|sign| (sign, "==".to_owned())).into_iter().collect(), "=", "==").into_iter().collect()
        }
        CodeMistake::ElseIf => replaced(line.else_if(), "else if", "elif").into_iter().collect(),
        CodeMistake::NoElse => token.map(|keyword| line.conditional(keyword)).unwrap_or_default(),
        CodeMistake::Operator { found: "!", meant } => {
            let not = token.filter(|token| source.text.get(token.clone()) == Some("!"));
            let only = replaced(not.map(|not| line.word(not, meant)).into_iter().collect(), "!", meant);
            only.into_iter().chain(line.all_operators()).collect()
        }
        CodeMistake::Operator { found, meant } => {
            replaced(line.operators(found, meant), found, meant).into_iter().chain(line.all_operators()).collect()
        }
        CodeMistake::OpenString => {
            let insert = |(at, quote)| ("Close the string".to_owned(), Edits::insert(at, quote));
            line.string_ends().into_iter().map(insert).collect()
        }
        CodeMistake::ExtraBracket { bracket } => {
            let bracket =
                token.filter(|token| source.text.get(token.clone()).is_some_and(|text| *text == *bracket.to_string()));
            bracket
                .map(|range| (format!("Delete {}", &source.text[range.clone()]), Edits::one(range, "")))
                .into_iter()
                .collect()
        }
        CodeMistake::Unexpected { found: Some(found), .. } if found == ":" => {
            token.and_then(|colon| line.text_after(colon.start)).into_iter().collect()
        }
        CodeMistake::CommentAfterValue => token.and_then(|comment| line.comment_above(comment)).into_iter().collect(),
        CodeMistake::ExtraEnd { word } if word == "end" => {
            line.only("end").map(|range| ("Delete this end".to_owned(), Edits::one(range, ""))).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The code of a line.
pub(in crate::editor) struct Line<'s> {
    pub(in crate::editor) source: &'s Source,
    pub(in crate::editor) number: u32,
    /// The bytes of the code.
    pub(in crate::editor) code: Range<usize>,
    /// Their ranges are those of the whole text.
    pub(in crate::editor) tokens: Vec<Lexeme>,
}

impl<'s> Line<'s> {
    /// None if the line has no code.
    pub(in crate::editor) fn of(source: &'s Source, number: u32) -> Option<Line<'s>> {
        Line::around(source, source.line_range(number)?.end)
    }

    /// The code of the line of a byte. A line of a text template may have several codes; it is the last one that starts before the byte.
    pub(in crate::editor) fn around(source: &'s Source, byte: usize) -> Option<Line<'s>> {
        let number = source.line_at(byte);
        let mut code = source.line_range(number)?;
        let text = &source.text[code.clone()];
        match language(source) {
            Language::Yaml => code.start += text.find("#@")? + "#@".len(),
            Language::Text => {
                let before = text.get(..byte - code.start)?;
                let start = before.rfind("(@").map_or(0, |at| at + "(@".len());
                code.end = code.start + text[start..].find("@)").map_or(text.len(), |at| start + at);
                code.start += start;
            }
            Language::Starlark => {}
        }
        let mut tokens = lex(&source.text[code.clone()]);
        tokens.retain(|token| token.tok != Tok::Newline);
        for token in &mut tokens {
            token.range = token.range.start + code.start..token.range.end + code.start;
        }
        Some(Line { source, number, code, tokens })
    }

    /// The end of the last token.
    pub(in crate::editor) fn end(&self) -> Option<usize> {
        self.tokens.last().map(|token| token.range.end)
    }

    /// From the first to the last token.
    pub(in crate::editor) fn all(&self) -> Option<Range<usize>> {
        Some(self.tokens.first()?.range.start..self.end()?)
    }

    /// A part of the file.
    pub(in crate::editor) fn text(&self, range: Range<usize>) -> &'s str {
        self.source.text.get(range).unwrap_or_default()
    }

    /// The position of a character of the code that is in no token.
    pub(in crate::editor) fn between_tokens(&self, character: char) -> Option<usize> {
        let found = self.text(self.code.clone()).match_indices(character).map(|(at, _)| self.code.start + at);
        found.into_iter().find(|at| !self.tokens.iter().any(|token| token.range.contains(at)))
    }

    /// Moves a comment behind the code to a line of its own above it.
    fn comment_above(&self, comment: Range<usize>) -> Option<(String, Edits)> {
        let text = &self.source.text;
        let line = self.source.line_range(self.number)?;
        let start = text[..comment.start].trim_end().len();
        let indentation = &text[line.start..][..text[line.clone()].len() - text[line.clone()].trim_start().len()];
        let words = text[comment.clone()].trim_start_matches(['#', '!']).trim_start();
        let above = format!("{indentation}#! {words}\n");
        let edits = Edits(vec![(line.start..line.start, above), (start..comment.end, String::new())]);
        (language(self.source) == Language::Yaml).then(|| ("Move the comment above the line".to_owned(), edits))
    }

    /// Adds the text directly after a value, up to the end of the line, as a string: the tag in `data.values.image:1.2`.
    fn text_after(&self, start: usize) -> Option<(String, Edits)> {
        let text = self.source.text.get(start..self.code.end)?.trim_end();
        let is_value =
            self.source.text[..start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']'));
        let is_text = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":./_-".contains(&byte));
        (is_value && is_text && text.len() > 1).then(|| {
            (format!("Add the text: + \"{text}\""), Edits::one(start..start + text.len(), format!(" + \"{text}\"")))
        })
    }

    fn pairs(&self, first: Tok, second: Tok) -> impl Iterator<Item = Range<usize>> {
        let pairs = self.tokens.windows(2).filter(move |pair| pair[0].tok == first && pair[1].tok == second);
        pairs.map(|pair| pair[0].range.start..pair[1].range.end)
    }

    fn else_if(&self) -> Vec<(Range<usize>, String)> {
        self.pairs(Tok::Else, Tok::If).take(1).map(|range| (range, "elif".to_owned())).collect()
    }

    /// Makes the node conditional that has `value if condition` as its value, or adds an `else`: ytt prints None as null.
    fn conditional(&self, keyword: Range<usize>) -> Vec<(String, Edits)> {
        let behind = self.tokens.iter().filter(|token| token.range.start >= keyword.end);
        let mut depth = 0;
        let condition = behind.take_while(|token| {
            depth += token.tok.nesting();
            depth >= 0 && !(depth == 0 && matches!(token.tok, Tok::Comma | Tok::For | Tok::Colon))
        });
        let Some(end) = condition.last().map(|last| last.range.end) else { return Vec::new() };
        let language = language(self.source);
        let start = self.source.line_range(self.number).map_or(self.code.start, |line| line.start);
        let node = self.source.text[start..self.code.start].trim_start();
        // A key behind a dash belongs to an item with other keys.
        let is_node = language == Language::Yaml && (node == "- #@" || !node.starts_with(['-', '#', '{', '[']));
        let opening = format!("#@ if/end {}:", self.text(keyword.end..end).trim());
        let value = self.source.text[..keyword.start].trim_end().len();
        let above = self.source.text[start..self.code.start].len() - node.len() + start;
        let indentation = &self.source.text[start..above];
        let around = Edits(vec![(above..above, format!("{opening}\n{indentation}")), (value..end, String::new())]);
        let around = (is_node && self.end() == Some(end)).then(|| (format!("Put it below {opening}"), around));
        let otherwise = if language == Language::Text { "else \"\"" } else { "else None" };
        let otherwise = (format!("Add {otherwise}"), Edits::insert(end, format!(" {otherwise}")));
        around.into_iter().chain([otherwise]).collect()
    }

    /// Replaces all `&&` or `||` of the line.
    fn operators(&self, found: &str, meant: &str) -> Vec<(Range<usize>, String)> {
        let tok = if found == "&&" { Tok::Amp } else { Tok::Pipe };
        let adjacent = self.pairs(tok, tok).filter(|range| range.len() == found.len());
        adjacent.map(|range| self.word(range, meant)).collect()
    }

    /// Replaces all operators of other languages in the line.
    fn all_operators(&self) -> Option<(String, Edits)> {
        let code = self.text(self.code.clone());
        let is_in_token = |at: usize| self.tokens.iter().any(|token| token.range.contains(&at));
        let negations = code.match_indices('!').map(|(at, _)| self.code.start + at).filter(|at| !is_in_token(*at));
        let negations = negations.map(|at| self.word(at..at + 1, "not")).collect();
        let all = [
            ("&&", "and", self.operators("&&", "and")),
            ("||", "or", self.operators("||", "or")),
            ("!", "not", negations),
        ];
        let all: Vec<_> = all.into_iter().filter(|(.., edits)| !edits.is_empty()).collect();
        let parts: Vec<String> = all.iter().map(|(found, meant, _)| format!("{found} with {meant}")).collect();
        let mut edits: Vec<_> = all.into_iter().flat_map(|(.., edits)| edits).collect();
        edits.sort_by_key(|(range, _)| range.start);
        (parts.len() > 1).then(|| (format!("Replace {}", parts.join(", ")), Edits(edits)))
    }

    /// Replaces a range by a word, with the spaces that separate it.
    fn word(&self, range: Range<usize>, word: &str) -> (Range<usize>, String) {
        let text = &self.source.text;
        let is_part = |c: char| c == '_' || c.is_alphanumeric();
        let before =
            if text[..range.start].ends_with(is_part) || text[..range.start].ends_with(')') { " " } else { "" };
        let after = if text[range.end..].starts_with([' ', '\t']) { "" } else { " " };
        (range, format!("{before}{word}{after}"))
    }

    /// The possible ends of a string that is not closed, and its quote: the end of the line, or before brackets and colons there.
    fn string_ends(&self) -> Vec<(usize, String)> {
        let Some(open) = self.tokens.iter().find(|token| token.tok == Tok::Illegal) else { return Vec::new() };
        let text = self.source.text[open.range.clone()].trim_end();
        let Some(quote) = text.trim_start_matches('r').chars().next() else { return Vec::new() };
        let closing = text.chars().rev().take_while(|c| matches!(c, ')' | ']' | '}' | ':' | ',')).count();
        // A variable that is added to the string: `"app-" + name`.
        let added = text.rfind(" + ").filter(|at| text[at + " + ".len()..].starts_with(char::is_alphabetic));
        let ends = added.into_iter().chain((0..=closing).map(|count| text.len() - count));
        ends.map(|end| (open.range.start + end, quote.to_string())).collect()
    }

    /// The name of an annotation, if the line is one.
    pub(in crate::editor) fn annotation_name(&self) -> Option<Range<usize>> {
        let code = self.text(self.code.clone());
        let length = code.find(char::is_whitespace).unwrap_or(code.len());
        (language(self.source) == Language::Yaml && length > 0).then(|| self.code.start..self.code.start + length)
    }

    /// Whether nothing but code is in the line.
    pub(in crate::editor) fn is_only_code(&self) -> bool {
        let start = self.source.line_range(self.number).map_or(self.code.start, |line| line.start);
        let before = self.source.text[start..self.code.start].trim_start();
        match language(self.source) {
            Language::Yaml => before == "#@" && self.text(self.code.clone()).starts_with([' ', '\n']),
            Language::Starlark => true,
            Language::Text => false,
        }
    }

    /// Adds the brackets that the line opens to those that are open above it, and removes those that it closes.
    fn count_brackets(&self, open: &mut Vec<char>) {
        for token in &self.tokens {
            match token.tok {
                Tok::LParen => open.push(')'),
                Tok::LBrack => open.push(']'),
                Tok::LBrace => open.push('}'),
                Tok::RParen | Tok::RBrack | Tok::RBrace => _ = open.pop(),
                _ => {}
            }
        }
    }

    /// The possible places of missing brackets at the end of the line: at its end, or better before a colon there.
    fn bracket_ends(&self, open: &[char]) -> Vec<(usize, String)> {
        let missing: String = open.iter().rev().collect();
        let last = self.tokens.last().filter(|_| !missing.is_empty());
        let before_colon = last.filter(|last| last.tok == Tok::Colon).map(|colon| colon.range.start);
        let ends = last.into_iter().flat_map(|last| [last.range.end].into_iter().chain(before_colon));
        ends.map(|end| (end, missing.clone())).collect()
    }

    /// The range of the line with its line break, if its code is only this word.
    fn only(&self, word: &str) -> Option<Range<usize>> {
        let range = self.source.line_range(self.number)?;
        let text = &self.source.text;
        let before = text[range.start..self.code.start].trim_start();
        let code = text[self.code.clone()].trim();
        let whole = range.start..(range.end + 1).min(text.len());
        match language(self.source) {
            Language::Text if code.trim_matches([' ', '-']) == word => {
                let code = self.code.start.checked_sub("(@".len())?..self.code.end + "@)".len();
                let is_alone = text.get(range.clone())?.trim() == text.get(code.clone())?;
                Some(if is_alone { whole } else { code })
            }
            _ => (matches!(before, "" | "#@") && code == word).then_some(whole),
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub(in crate::editor) enum Language {
    Yaml,
    Text,
    Starlark,
}

pub(in crate::editor) fn language(source: &Source) -> Language {
    match source.path().rsplit_once('.').map(|(_, end)| end) {
        Some("yml" | "yaml") => Language::Yaml,
        Some("star") => Language::Starlark,
        _ => Language::Text,
    }
}

/// Whether the code of a file can be parsed.
pub(in crate::editor) fn parses(source: &Source) -> bool {
    let source = Source::of_file(&source.name, source.path(), source.text.to_string());
    matches!(first_problem(&source), Some(Ok(())))
}

/// A fix, if it is certain.
pub(in crate::editor) fn certain(title: impl Into<String>, source: &Source, edits: Edits) -> Option<Fix> {
    is_certain(source, &edits).then(|| edited(title, source, edits))
}

/// Whether the code can be parsed after the edits, or the next error is below them.
pub(in crate::editor) fn is_certain(source: &Source, edits: &Edits) -> bool {
    is_valid_until(source, edits, edits.last_line(source))
}

/// Whether the code can be parsed after the edits, or the next error is below a line.
fn is_valid_until(source: &Source, edits: &Edits, last: u32) -> bool {
    if source.text.len() > MOST_BYTES {
        return false;
    }
    let Some(text) = edits.applied(&source.text) else { return false };
    match first_problem(&Source::of_file(&source.name, source.path(), text)) {
        Some(Ok(())) => true,
        // Only code that opens a block can lack its end.
        Some(Err((line, lacks_end))) => lacks_end || line > last,
        None => false,
    }
}

/// Parses the code of a file; the line of an error, and whether it is an end that a block lacks. None if the file cannot be read.
fn first_problem(source: &Arc<Source>) -> Option<Result<(), (u32, bool)>> {
    let program = match language(source) {
        Language::Yaml => {
            let documents = read(source, source.text.as_bytes(), &ReadOptions::default()).ok()?;
            let options = TemplateOptions { ignore_unknown_comments: true, ..TemplateOptions::default() };
            match template::compile_yaml(&documents, source, 1, &options) {
                Ok(program) => program,
                Err(error) => return Some(Err((sentence(&error)?.at.line(), false))),
            }
        }
        Language::Text => template::compile_text(source, 1).ok()?,
        Language::Starlark => template::compile_starlark(source, 1),
    };
    let lines: Vec<&str> = program.lines.iter().map(|line| line.code.as_str()).collect();
    let Err(problem) = parse(&lines, &Options::default()) else { return Some(Ok(())) };
    let line = program.lines.get((problem.line as usize).wrapping_sub(1)).and_then(|line| line.source.as_ref());
    let lacks_end = matches!(problem.mistake.as_deref(), Some(CodeMistake::MissingEnd { .. }));
    Some(Err((line.map_or(0, |line| line.position.line()), lacks_end)))
}
