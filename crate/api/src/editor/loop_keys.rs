//! Keys that a loop sets again in each turn, mostly since the items of a list have no dashes.

use super::fixes::code::{Language, Line, certain, language};
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::Cause;
use crate::diagnostics::edits::Edits;
use crate::positions::Source;
use crate::syntax::token::Tok;
use crate::yaml::indent;

/// The number of lines above the key and below the loop that are checked.
const MOST_LINES: u32 = 200;

/// Explains a repeated key that is written once, in a loop: with its line, and fixes that make its body items, documents or other keys.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let Some(Cause::DuplicateKey { key }) = &message.cause else { return None };
    let source = at.source().filter(|source| at.is_known() && language(source) == Language::Yaml)?;
    let text = &source.text;
    let content = |number: u32| Some(&text[source.line_range(number)?]).filter(|line| !is_comment(line));
    let is_key = |line: &str| {
        let rest = line.trim_start().trim_start_matches(['"', '\'']).strip_prefix(key.as_str());
        rest.is_some_and(|rest| rest.trim_start_matches(['"', '\'']).starts_with(':'))
    };
    let depth = indent(content(at.line()).filter(|line| is_key(line))?);
    let first = enclosing(source, at.line(), depth, Tok::For)?;
    let last = end_of_block(source, first, depth)?;
    // The other keys of the map; a function has its own.
    let function = enclosing(source, first, 0, Tok::Def);
    let start_of_map = function.map_or(1, |line| line + 1).max(first.saturating_sub(MOST_LINES));
    let end = function.and_then(|line| end_of_block(source, line, 0)).unwrap_or(last + MOST_LINES);
    let is_of_map = |line: &&str| indent(line) >= depth && !line.starts_with("---");
    let above: Vec<&str> = (start_of_map..first).rev().filter_map(content).collect();
    let below = (last + 1..=end).filter_map(content).take_while(is_of_map);
    let others: Vec<&str> = above.iter().copied().take_while(is_of_map).chain(below).collect();
    let keys: Vec<&str> = (first..=last).filter_map(content).filter(|line| indent(line) == depth).collect();
    let is_repeated = |line: &&&str| indent(line) == depth && is_key(line);
    if others.iter().chain(&keys).filter(is_repeated).count() > 1 {
        return None;
    }
    let loop_line = Line::of(source, first)?;
    let mut fixes = Vec::new();
    // The loop adds items to those above it, which are indented less than keys.
    let follows_item =
        above.first().is_some_and(|line| indent(line) + 2 == depth && line.trim_start().starts_with("- "));
    if let Some(edits) = as_item(source, first, last, depth, follows_item).filter(|_| others.is_empty()) {
        fixes.push(("Make each turn an item of a list", edits));
    }
    if depth == 0 && others.is_empty() && function.is_none() {
        let start = source.line_range(first + 1)?.start;
        // The `---` above the loop moves into it.
        let above = (start_of_map..first).rev().find(|number| content(*number).is_some());
        let separator = above.and_then(|number| source.line_range(number));
        let moved = separator.map(|range| (range.start..range.end + 1, String::new()));
        let is_bare = moved.as_ref().is_none_or(|(range, _)| text[range.clone()].trim_end() == "---");
        let edits = moved.into_iter().chain([(start..start, "---\n".to_owned())]).collect();
        let document = ("Make each turn a document: ---", Edits(edits));
        let index = if keys.len() == 1 { fixes.len() } else { 0 };
        fixes.splice(index..index, Some(document).filter(|_| is_bare));
    }
    let range = source.line_range(at.line())?;
    let (line, start) = (&text[range.clone()], range.start + depth);
    let mut variables = loop_line.tokens.iter().skip(1).take_while(|token| token.tok != Tok::In);
    let is_variable = variables.any(|token| loop_line.text(token.range.clone()) == key);
    let is_pair = line.trim_end().ends_with(&format!("{key}: #@ {key}"));
    if is_variable && !is_pair && text[start..].starts_with(key.as_str()) {
        let annotation = format!("{}#@yaml/text-templated-strings\n", " ".repeat(depth));
        let code = format!("(@= str({key}) @)");
        let edits = Edits(vec![(range.start..range.start, annotation), (start..start + key.len(), code)]);
        let index = if keys.len() == 1 { 0 } else { fixes.len() };
        fixes.insert(index, ("Use the value of the variable as the key", edits));
    }
    let headline = format!("The loop in line {first} sets {} again in each turn, in the same map", quoted(key));
    let explanation = Explanation::new(headline).at(source, start..range.start + line.find(':')?).without_hints();
    Some(explanation.fixes(fixes.into_iter().filter_map(|(title, edits)| certain(title, source, edits))))
}

fn is_comment(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('#')
}

/// The effect of a line of code on blocks.
#[derive(Clone, Copy, PartialEq)]
enum Block {
    Opens(Tok),
    /// `for/end`: its block is the node below it.
    OfNode,
    Continues,
    Ends,
}

fn block(source: &Source, number: u32) -> Option<Block> {
    let line = Line::of(source, number).filter(Line::is_only_code)?;
    let (first, last) = (line.tokens.first()?, line.tokens.last()?);
    match first.tok {
        Tok::Ident if line.tokens.len() == 1 && line.text(first.range.clone()) == "end" => Some(Block::Ends),
        _ if last.tok != Tok::Colon => None,
        Tok::For if line.tokens.get(1)?.tok == Tok::Slash => Some(Block::OfNode),
        Tok::If | Tok::Def | Tok::For if line.tokens.get(1)?.tok != Tok::Slash => Some(Block::Opens(first.tok)),
        Tok::Elif | Tok::Else => Some(Block::Continues),
        _ => None,
    }
}

/// The line of the innermost loop or function around a line, below which no node is indented less than `depth`.
fn enclosing(source: &Source, of: u32, depth: usize, wanted: Tok) -> Option<u32> {
    let mut closed = 0;
    let mut has_node = false;
    for number in (1..of).rev().take(MOST_LINES as usize) {
        let line = &source.text[source.line_range(number)?];
        if !is_comment(line) && (indent(line) < depth || line.starts_with("---")) {
            return None;
        }
        has_node |= !is_comment(line);
        match block(source, number) {
            Some(Block::Ends) => closed += 1,
            Some(Block::Opens(_)) if closed > 0 => closed -= 1,
            Some(Block::Opens(tok)) if tok == wanted => return Some(number),
            Some(Block::OfNode) if wanted == Tok::For && !has_node => return Some(number),
            _ => {}
        }
    }
    None
}

/// The last line of the body of a block that a line opens.
fn end_of_block(source: &Source, first: u32, depth: usize) -> Option<u32> {
    let mut open = 0;
    let is_of_node = block(source, first) == Some(Block::OfNode);
    let mut last = None;
    for number in first + 1..first + MOST_LINES {
        let Some(range) = source.line_range(number) else { break };
        let line = &source.text[range];
        if is_of_node && !is_comment(line) {
            if indent(line) <= depth && last.is_some() {
                break;
            }
            last = Some(number);
        }
        match block(source, number).filter(|_| !is_of_node) {
            Some(Block::Opens(_)) => open += 1,
            Some(Block::Ends) if open == 0 => return Some(number - 1),
            Some(Block::Ends) => open -= 1,
            _ => {}
        }
    }
    last
}

/// The edits that make the body of a loop an item; `is_deep` if it is indented for the dash already. None if the first of its keys is in a block that others are not in.
fn as_item(source: &Source, first: u32, last: u32, depth: usize, is_deep: bool) -> Option<Edits> {
    let mut edits = Vec::new();
    let (before, more) = if is_deep { (2, "") } else { (0, "  ") };
    let mut open = 0_i32;
    // The number of blocks around the first key.
    let mut around = None;
    for number in first + 1..=last {
        let range = source.line_range(number)?;
        let line = &source.text[range.clone()];
        let change = block(source, number);
        match change {
            Some(Block::Opens(_)) => open += 1,
            Some(Block::Ends) => open -= 1,
            Some(Block::Continues) if around == Some(open) => return None,
            _ => {}
        }
        if line.trim().is_empty() || change.is_some() {
            continue;
        }
        if is_comment(line) {
            edits.extend(around.map(|_| (range.start..range.start, more.to_owned())));
            continue;
        }
        match around {
            None => edits.push((range.start + depth - before..range.start + depth, "- ".to_owned())),
            Some(around) if open < around => return None,
            Some(_) => edits.push((range.start..range.start, more.to_owned())),
        }
        around = around.or(Some(open));
    }
    edits.retain(|(range, text)| !range.is_empty() || !text.is_empty());
    around.map(|_| Edits(edits))
}
