//! Fixes of code in comments: a missing `end`, and a missing space after `#@`.

use super::edited;
use crate::boundary::Fix;
use crate::diagnostics::edits::Edits;
use crate::diagnostics::positions::Source;
use crate::syntax::lex::lex;
use crate::syntax::token::Tok;

/// Inserts the `end` of the block that a line opens, where it ends by its structure.
pub(super) fn end(source: &Source, header: u32) -> Option<Fix> {
    let opening = source.line(header);
    let indentation = &opening[..opening.len() - opening.trim_start().len()];
    let (statement, last) = match () {
        () if opening.trim_start().starts_with("#@") => ("#@ end", last_of_yaml(source, header)),
        () if source.path().ends_with(".star") => ("end", last_nested(source, header)),
        // In a text template, code has no lines of its own.
        () => return None,
    };
    let after = source.line_range(last)?.end;
    let text = format!("\n{indentation}{statement}");
    Some(edited("Insert the missing end", source, Edits::insert(after, text)))
}

fn depth(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The lines below one.
fn below(source: &Source, header: u32) -> impl Iterator<Item = (u32, &str)> {
    (header + 1..).map_while(|number| Some((number, source.text[source.line_range(number)?].trim_end())))
}

/// The last line that is indented more than the header.
fn last_nested(source: &Source, header: u32) -> u32 {
    let depth_of_header = depth(source.line(header));
    let nested = below(source, header).take_while(|(_, line)| line.is_empty() || depth(line) > depth_of_header);
    nested.filter(|(_, line)| !line.is_empty()).last().map_or(header, |(number, _)| number)
}

/// The last line of the block of a line of code in YAML. The block ends above
/// - what is indented less, or another document,
/// - a key, if it begins with an item of a list,
/// - the next function, and what uses the function that it defines,
/// - otherwise an empty line.
fn last_of_yaml(source: &Source, header: u32) -> u32 {
    let opening = source.line(header);
    let depth_of_header = depth(opening);
    let statement = code_of(opening);
    let function = statement.strip_prefix("def ").and_then(|rest| rest.split('(').next()).map(str::trim);
    // The last line so far, the last one at the depth of the header with the one above it, and the one above the first empty line.
    let (mut last, mut above_entry, mut above_empty) = (header, header, None);
    let mut begins_with_item = None;
    let mut open = 0;
    for (number, line) in below(source, header) {
        if line.is_empty() {
            if open == 0 && last > header {
                above_empty.get_or_insert(last);
            }
            continue;
        }
        let code = code_of(line);
        let is_code = line.trim_start().starts_with("#@");
        let is_document = line == "---" || line.starts_with("--- ");
        let is_item = line.trim_start().starts_with("- ") || line.trim_start() == "-";
        let is_entry = depth(line) == depth_of_header && !is_code;
        if depth(line) < depth_of_header || is_document && last > header || open == 0 && code.starts_with("def ") {
            return last;
        }
        if is_entry {
            if *begins_with_item.get_or_insert(is_item) && !is_item && open == 0 {
                return last;
            }
            above_entry = last;
        }
        if function.is_some_and(|name| above_entry > header && uses(code, name)) {
            return above_entry;
        }
        // What is above a line belongs to it.
        let is_above =
            !is_code && line.trim_start().starts_with('#') || is_code && !line.trim_start().starts_with("#@ ");
        if !is_above {
            last = number;
        }
        open += i32::from(is_code && code.ends_with(':') && opens(code)) - i32::from(is_code && code == "end");
    }
    above_empty.unwrap_or(last)
}

/// The code of a line of YAML; empty if it has none.
fn code_of(line: &str) -> &str {
    line.split_once("#@").map_or("", |(_, code)| code.trim())
}

fn opens(code: &str) -> bool {
    ["if ", "for ", "def ", "while "].iter().any(|word| code.starts_with(word))
}

/// Whether code calls a function, or has its name.
fn uses(code: &str, name: &str) -> bool {
    lex(code).iter().any(|token| token.tok == Tok::Ident && &code[token.range.clone()] == name)
}

/// Inserts the `---` below the annotation of a document, if only comments come before it.
pub(super) fn separator(source: &Source, annotation: u32) -> Option<Fix> {
    let is_comment = |number: u32| {
        let line = source.line(number).trim();
        line.is_empty() || line.starts_with('#')
    };
    let end = source.line_range(annotation)?.end;
    let is_first = (1..=annotation).all(is_comment) && !source.line(annotation).starts_with(' ');
    is_first.then(|| edited("Insert the missing ---", source, Edits::insert(end, "\n---")))
}

/// Inserts a space after each `#@` before a word.
pub(super) fn spaces(source: &Source, word: &str) -> Option<Fix> {
    let mut edits = Vec::new();
    for number in 1.. {
        let Some(range) = source.line_range(number) else { break };
        let line = &source.text[range.clone()];
        let start = range.start + (line.len() - line.trim_start().len());
        let after = line.trim_start().strip_prefix("#@").and_then(|rest| rest.strip_prefix(word));
        if after.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '-'))) {
            let after = start + "#@".len();
            edits.push((after..after, " ".to_owned()));
        }
    }
    (!edits.is_empty()).then(|| edited("Insert a space after #@", source, Edits(edits)))
}
