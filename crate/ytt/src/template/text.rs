//! Text templates: `(@ code @)`, `(@= value @)` and the text between them.

use std::ops::Range;
use std::sync::Arc;

use super::yaml::instruction_name;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::code::Code;
use crate::positions::{Position, Source};
use crate::program::{Line, Nodes, Program, SourceLine, TemplateNode, Written};

/// Text or code of a text template.
#[derive(Debug, PartialEq)]
pub(crate) struct Piece {
    position: Position,
    /// The offset in bytes in the template, if it is known.
    start: Option<usize>,
    content: Content,
}

#[derive(Debug, PartialEq)]
enum Content {
    Text(String),
    Code(String),
}

/// Compiles a text template file. `number` makes the names of its instructions unique. Fails as [`parse`] does.
pub fn compile(source: &Arc<Source>, number: u32) -> Result<Program, Error> {
    let pieces = parse(source.code(), &Position::new(source.clone(), 1), source, source.code_start())?;
    let mut nodes = Nodes::default();
    let mut lines = Vec::new();
    compile_pieces(&pieces, number, &mut nodes, &mut lines);
    Ok(Program { lines, nodes, ..Program::empty(source, number) })
}

/// Splits a text that begins at `start` at `(@` and `@)`. `offset` is that of the text in `source`, if it is known: strings in YAML have
/// none. Fails for delimiters that do not match, with the line and the column in characters.
pub(crate) fn parse(
    text: &str,
    start: &Position,
    source: &Arc<Source>,
    offset: Option<usize>,
) -> Result<Vec<Piece>, Error> {
    let mut pieces = Vec::new();
    let mut line = if start.is_known() { start.line() } else { 1 };
    let mut line_start = 0;
    let column = |line_start: usize, at: usize| {
        let before = text.get(line_start..at).unwrap_or_default();
        1 + if source.is_escaped() { byte_text::lossy(before).chars().count() } else { before.chars().count() }
    };
    let mut last = '\0';
    let mut in_code = false;
    let mut from = 0;
    let mut from_line = line;
    // The span of a delimiter that ends at a byte.
    let sign = |at: usize| offset.map(|offset| offset + at.saturating_sub(1)..offset + at + 1);
    let in_file = |at: usize| offset.map(|offset| offset + at);
    for (at, c) in text.char_indices() {
        let opens = last == '(' && c == '@';
        let closes = last == '@' && c == ')';
        if opens || closes {
            let here = || (line, column(line_start, at));
            if opens && in_code {
                let error = misplaced("Unexpected code opening '(@'", source, here(), sign(at));
                return Err(error.caused(open_code(text, from, offset)));
            }
            if closes && !in_code {
                let error = misplaced("Unexpected code closing '@)'", source, here(), sign(at));
                return Err(error.caused(Cause::Code(CodeMistake::ExtraTextEnd)));
            }
            // In `(@)`, the `@` belongs to both delimiters.
            let content = text.get(from..at - 1).unwrap_or_default().to_owned();
            pieces.push(piece(in_code, content, in_file(from), from_line, source));
            in_code = opens;
            from = at + 1;
            from_line = line;
        }
        if c == '\n' {
            line += 1;
            line_start = at + 1;
        }
        last = c;
    }
    if in_code {
        let opening = sign(from.saturating_sub(1));
        let end = (line, column(line_start, text.len()));
        let error = misplaced("Missing code closing '@)'", source, end, opening);
        return Err(error.caused(open_code(text, from, offset)));
    }
    pieces.push(piece(false, text[from..].to_owned(), in_file(from), from_line, source));
    Ok(pieces)
}

/// The cause of code that is not closed; `from` is its start, after the `(@`.
fn open_code(text: &str, from: usize, offset: Option<usize>) -> Cause {
    let at = from.saturating_sub("(@".len());
    let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
    let line = text[start..].lines().next().unwrap_or_default().to_owned();
    Cause::Code(CodeMistake::OpenTextCode { line, at: at - start, start: offset.map(|offset| offset + at) })
}

fn piece(code: bool, content: String, start: Option<usize>, line: u32, source: &Arc<Source>) -> Piece {
    let content = if code { Content::Code(content) } else { Content::Text(content) };
    Piece { position: Position::new(source.clone(), line), start, content }
}

fn misplaced(what: &str, source: &Arc<Source>, (line, column): (u32, usize), sign: Option<Range<usize>>) -> Error {
    let at = Position::new(source.clone(), line);
    let at = match sign {
        Some(sign) => at.with_span(sign),
        None => at,
    };
    Error::at(format!("{what} at line {line} col {column}"), at).coded(Code::Syntax)
}

/// Adds the instructions of a text to `lines`. The value of the last line is the text.
pub(super) fn compile_pieces(pieces: &[Piece], number: u32, nodes: &mut Nodes, lines: &mut Vec<Line>) {
    let name = |instruction: &str| instruction_name(number, instruction);
    let root = nodes.add(TemplateNode::Text, 0);
    for code in [
        format!("{}(\"text\")", name("set_ctx_type")),
        format!("{}(\"text\")", name("start_ctx")),
        format!("{}({root})", name("start_node")),
    ] {
        lines.push(Line { code, source: None, written: None });
    }
    for (index, piece) in pieces.iter().enumerate() {
        let at = |content: &str| {
            Some(SourceLine { position: piece.position.clone(), content: content.into(), selection: None })
        };
        match &piece.content {
            Content::Text(whole) => {
                let mut text = whole.as_str();
                if index > 0 && code_at(pieces, index - 1).is_some_and(|code| code.ends_with('-')) {
                    text = text.trim_start();
                }
                // As in ytt, messages show the text before the following code trims its end.
                let shown = at(text);
                let cut = whole.strip_suffix(text).unwrap_or_default();
                let position = piece.position.plus_lines(cut.matches('\n').count() as u32);
                if code_at(pieces, index + 1).is_some_and(|code| code.starts_with('-')) {
                    text = text.trim_end();
                }
                let is_escaped = position.source().is_some_and(|source| source.is_escaped());
                let text = if is_escaped { text.into() } else { byte_text::from_text(text).into() };
                let tag = nodes.add(TemplateNode::TextPiece { text, position }, root);
                let mut line = |instruction, source| {
                    lines.push(Line { code: format!("{}({tag})", name(instruction)), source, written: None });
                };
                line("start_node", shown.clone());
                line("set_node", shown);
            }
            Content::Code(code) => {
                let prints = code.starts_with('=') || code.starts_with("-=");
                let inner = strip_marks(code);
                // The code starts after the marks, of which at most one `-` is at the end.
                let marks = code.strip_suffix('-').unwrap_or(code).len() - inner.len();
                let written = |offset: usize, from: usize, length: usize| {
                    let start = piece.start? + marks + from;
                    Some(Written { offset, range: start..start + length })
                };
                if prints {
                    let position = piece.position.clone();
                    let tag = nodes.add(TemplateNode::TextPiece { text: "".into(), position }, root);
                    let node = format!("{}({tag})", name("start_node"));
                    lines.push(Line { code: node, source: at(code), written: None });
                    // As in ytt, a value over several lines is one line of the program: messages count these.
                    let before = format!("{}({tag}, (", name("set_node"));
                    let written = written(before.len(), 0, inner.len());
                    lines.push(Line { code: format!("{before}{inner}))"), source: at(code), written });
                } else {
                    let mut from = 0;
                    for (offset, part) in inner.split('\n').enumerate() {
                        let position = piece.position.plus_lines(offset as u32);
                        let source = Some(SourceLine { position, content: part.into(), selection: None });
                        lines.push(Line { code: part.to_owned(), source, written: written(0, from, part.len()) });
                        from += part.len() + 1;
                    }
                }
            }
        }
    }
    lines.push(Line { code: format!("{}()", name("end_ctx")), source: None, written: None });
}

fn code_at(pieces: &[Piece], index: usize) -> Option<&str> {
    match &pieces.get(index)?.content {
        Content::Code(code) => Some(code),
        Content::Text(_) => None,
    }
}

/// Code without the marks `-` and `=` in front and `-` at the end.
fn strip_marks(code: &str) -> &str {
    // ytt removes them one after another, so that nothing remains of `-==`.
    let code = code.strip_prefix("-=").unwrap_or(code);
    let code = code.strip_prefix('=').unwrap_or(code);
    let code = code.strip_prefix('-').unwrap_or(code);
    code.strip_suffix('-').unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_code_alternate() {
        let source = Source::new("t.txt", "");
        let start = Position::new(source.clone(), 1);
        let pieces = parse("a (@= 1 @)\n(@ x = 2 -@) b", &start, &source, None).unwrap();
        let contents: Vec<_> = pieces.into_iter().map(|p| p.content).collect();
        let text = |t: &str| Content::Text(t.to_owned());
        let code = |t: &str| Content::Code(t.to_owned());
        assert_eq!(contents, [text("a "), code("= 1 "), text("\n"), code(" x = 2 -"), text(" b")]);
    }
}
