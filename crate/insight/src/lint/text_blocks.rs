//! Lints of code in blocks of text, which ytt prints as it is: `#@ …` and `(@= … @)` below `key: |`.

use std::ops::Range;

use super::super::Buffer;
use super::quoted::{TEXT_TEMPLATED, annotate};
use super::{Kind, Lint};
use crate::editor::new_load::{Notation, new_load};
use crate::syntax::lex::{Lexeme, lex};
use crate::syntax::names::UNIVERSE;
use crate::syntax::token::Tok;
use crate::syntax::{Options, parse};
use crate::yaml::indent;
use crate::yaml::outline::Entry;
use crate::yaml::unmarked_code::is_code;

/// Signs that a text is a template itself, which another run of ytt reads.
const TEMPLATE: [&str; 6] = ["#@ load(", "#@ def ", "#@data/", "#@schema/", "#@overlay/", "(@ load("];

/// A piece of code in a block.
struct Piece<'t> {
    /// Its bytes in the block, from `#@` or `(@` on.
    range: Range<usize>,
    code: &'t str,
    kind: PieceKind,
}

#[derive(Clone, Copy, PartialEq)]
enum PieceKind {
    Expression,
    Statement,
    /// Code of a text template.
    Text,
}

/// Adds a lint if a block has code that certainly should run. `block` is the text of the value from `|` on, which is not annotated.
pub(super) fn lint(buffer: &Buffer<'_>, entry: &Entry, block: &str, file: usize, found: &mut Vec<Lint>) {
    if TEMPLATE.iter().any(|start| block.contains(start)) {
        return;
    }
    let Some(pieces) = pieces(block).filter(|pieces| is_meant(buffer, pieces)) else { return };
    let Some(first) = pieces.first() else { return };
    let start = entry.value.start;
    let is_text = pieces.iter().all(|piece| piece.kind == PieceKind::Text);
    let mut change = annotate(buffer.text, buffer.outline(), entry).pop();
    if let (Some(change), false) = (&mut change, is_text) {
        change.title = "Make it a text template".to_owned();
    }
    let edits = converted(block, &pieces);
    let change = change.zip(edits).map(|(mut change, edits)| {
        let is_needed = pieces.iter().any(|piece| piece.code.contains("data.values"));
        let is_missing = is_needed && buffer.names.binding("data").is_none();
        let load = is_missing.then(|| new_load(buffer.text, Notation::Yaml, "@ytt:data", "data")).flatten();
        let load = load.filter(|(at, _)| *at <= start).map(|(at, load)| (at..at, load));
        let edits = edits.into_iter().map(|(range, text)| (start + range.start..start + range.end, text));
        change.edits.0.splice(0..0, load);
        change.edits.0.extend(edits);
        change
    });
    let message = match is_text {
        true => format!("(@ … @) in a value is text without @{TEXT_TEMPLATED}"),
        false => "Code in a block of text is text; it does not run".to_owned(),
    };
    let hint = if is_text { String::new() } else { format!("In a text with @{TEXT_TEMPLATED}, code is (@= … @)") };
    found.push(Lint {
        message,
        hint,
        fixes: change.into_iter().collect(),
        ..Lint::new(Kind::QuotedCode, file, start + first.range.start..start + first.range.end)
    });
}

/// All code of a block; None if something begins like code and is none.
fn pieces(block: &str) -> Option<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for line in block.split_inclusive('\n') {
        if let Some(at) = line.find("#@") {
            pieces.push(marked(line, at, start)?);
        } else {
            for (at, _) in line.match_indices("(@") {
                let inner = &line[at + "(@".len()..];
                let length = inner.find("@)")?;
                let code = inner[..length].trim_matches('-').trim_start_matches('=').trim();
                let range = start + at..start + at + "(@".len() + length + "@)".len();
                pieces.push(Piece { range, code, kind: PieceKind::Text });
            }
        }
        start += line.len();
    }
    Some(pieces)
}

/// The code behind the `#@` at a byte of a line: a statement, or an expression up to a quote, a comment or the end of the line.
fn marked(line: &str, at: usize, start: usize) -> Option<Piece<'_>> {
    let (before, rest) = (&line[..at], &line[at + "#@".len()..]);
    let spaces = rest.len() - rest.trim_start().len();
    let whole = rest.trim();
    let piece = |code: &'_ str, kind| (start + at..start + at + "#@".len() + spaces + code.len(), kind);
    if before.trim().is_empty() && spaces > 0 && is_code(whole) {
        let (range, kind) = piece(whole, PieceKind::Statement);
        return Some(Piece { range, code: whole, kind });
    }
    let is_apart = before.trim().is_empty() || before.ends_with([' ', '/', ':', '-', '=', '.', '"', '\'']);
    if !is_apart || spaces == 0 && !whole.starts_with("data.values.") {
        return None;
    }
    let is_expression = |code: &&str| parse(&[code], &Options::default()).is_ok();
    let quote = before.chars().last().filter(|c| matches!(c, '"' | '\''));
    let in_quotes = || whole.split_once(quote?).map(|(code, _)| code);
    let commented = || whole.split_once(" #").map(|(code, _)| code.trim_end());
    // A data value may be a part of a word: `http://#@ data.values.host:8080`.
    let in_word = || {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let code = &whole[..whole.find(|c| !is_part(c)).unwrap_or(whole.len())];
        code.starts_with("data.values.").then(|| code.trim_end_matches('.'))
    };
    let code = in_quotes().filter(is_expression).or_else(|| commented().filter(is_expression));
    let code = code.or_else(|| Some(whole).filter(is_expression)).or_else(|| in_word().filter(is_expression))?;
    let (range, kind) = piece(code, PieceKind::Expression);
    (!code.is_empty()).then_some(Piece { range, code, kind })
}

/// Whether the code is complete, and its names are those that the file or the code itself has.
fn is_meant(buffer: &Buffer<'_>, pieces: &[Piece<'_>]) -> bool {
    let mut lines = Vec::new();
    let mut is_used = false;
    let own = own_names(pieces);
    for piece in pieces {
        let tokens = lex(piece.code);
        let word = |index: usize| tokens.get(index).and_then(|token| piece.code.get(token.range.clone()));
        for (index, name) in names(piece.code, &tokens) {
            let is_data_value = name == "data" && word(index + 1) == Some(".") && word(index + 2) == Some("values");
            if own.contains(&name) {
                continue;
            }
            if is_data_value || buffer.names.binding(name).is_some() {
                is_used = true;
            } else if !UNIVERSE.contains(&name) && piece.code != "end" {
                return false;
            }
        }
        lines.push(piece.code);
        if piece.code.ends_with(':') {
            // Something in the block.
            lines.push("0");
        }
    }
    is_used && parse(&lines, &Options::default()).is_ok()
}

/// The names in code, without those of attributes and keyword arguments, and their tokens.
pub(super) fn names<'t>(code: &'t str, tokens: &[Lexeme]) -> impl Iterator<Item = (usize, &'t str)> {
    let is =
        |index: Option<usize>, tok| index.and_then(|index| tokens.get(index)).is_some_and(|token| token.tok == tok);
    let is_name = move |index: usize| !is(index.checked_sub(1), Tok::Dot) && !is(Some(index + 1), Tok::Eq);
    let names = tokens.iter().enumerate().filter(move |(index, token)| token.tok == Tok::Ident && is_name(*index));
    names.filter_map(|(index, token)| Some((index, code.get(token.range.clone())?)))
}

/// The names that the code itself defines: variables of loops and lambdas, and assigned ones.
fn own_names<'t>(pieces: &[Piece<'t>]) -> Vec<&'t str> {
    let mut own = Vec::new();
    for piece in pieces {
        let tokens = lex(piece.code);
        let mut end = None;
        for (index, token) in tokens.iter().enumerate() {
            let is_assigned = index == 0 && tokens.get(1).is_some_and(|next| next.tok == Tok::Eq);
            match token.tok {
                Tok::For => end = Some(Tok::In),
                Tok::Lambda => end = Some(Tok::Colon),
                tok if end == Some(tok) => end = None,
                Tok::Ident if end.is_some() || is_assigned => own.extend(piece.code.get(token.range.clone())),
                _ => {}
            }
        }
    }
    own
}

/// The edits that make code that of a text template. None if the text would get other line breaks.
fn converted(block: &str, pieces: &[Piece<'_>]) -> Option<Vec<(Range<usize>, String)>> {
    let content = |line: &&str| !line.trim().is_empty();
    let first = block.lines().skip(1).find(content)?;
    // A statement removes the line break behind it, and the spaces after that, or those before it.
    let is_level = |piece: &Piece<'_>| {
        let start = block[..piece.range.start].rfind('\n').map_or(0, |at| at + 1);
        let mut below = block[start..].lines().filter(content).take(2);
        below.all(|line| indent(line) == indent(first))
    };
    let statements = || pieces.iter().filter(|piece| piece.kind == PieceKind::Statement);
    let is_behind = statements().all(is_level);
    if !is_behind && first.trim_start().starts_with("#@") {
        return None;
    }
    let edits = pieces.iter().filter(|piece| piece.kind != PieceKind::Text).map(|piece| {
        let code = piece.code;
        let text = match piece.kind {
            PieceKind::Statement if is_behind => format!("(@ {code} -@)"),
            PieceKind::Statement => format!("(@- {code} @)"),
            _ if code.starts_with(['"', '\'']) || code.starts_with("str(") => format!("(@= {code} @)"),
            _ => format!("(@= str({code}) @)"),
        };
        (piece.range.clone(), text)
    });
    Some(edits.collect())
}
