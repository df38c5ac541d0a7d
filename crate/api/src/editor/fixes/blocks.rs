//! Fixes of code in comments: a missing `end`, and a missing space after `#@`.

use super::code::is_certain;
use super::edited;
use crate::boundary::Fix;
use crate::diagnostics::edits::Edits;
use crate::positions::Source;
use crate::syntax::lex::lex;
use crate::syntax::token::Tok;
use crate::yaml::indent;

/// Inserts the `end` of the block that a line opens, where it ends by its structure.
pub(super) fn end(source: &Source, header: u32) -> Option<Fix> {
    let opening = source.line(header);
    let indentation = &opening[..opening.len() - opening.trim_start().len()];
    let (statement, last) = match () {
        () if opening.trim_start().starts_with("#@") => ("#@ end", last_of_yaml(source, header)),
        () if source.path().ends_with(".star") => ("end", last_nested(source, header)),
        () => return end_in_text(source, open_in_text(source, header)?),
    };
    let after = source.line_range(last)?.end;
    let text = format!("\n{indentation}{statement}");
    Some(edited("Insert the missing end", source, Edits::insert(after, text)))
}

/// Inserts the `end` of a block in text: in the line of the header if there is text after it, otherwise below the lines of the block.
/// It ends with its string of YAML, above the next function, or above an empty line.
fn end_in_text(source: &Source, header: u32) -> Option<Fix> {
    let line = source.line_range(header)?;
    let opening = source.text[line.clone()].trim_end();
    let (before, code) = opening.rsplit_once("(@")?;
    let (code, after) = code.split_once("@)")?;
    if !code.trim_end_matches('-').trim_end().ends_with(':') {
        return None;
    }
    let end = if code.ends_with('-') { "(@ end -@)" } else { "(@ end @)" };
    let candidates = if !after.is_empty() {
        let closing = after.len() - after.trim_end_matches(['"', '\'', ']', '}']).len();
        (0..=closing).map(|count| Edits::insert(line.start + opening.len() - count, end)).collect()
    } else if before.trim().is_empty() {
        let at = source.line_range(last_of_text(source, header))?.end;
        vec![Edits::insert(at, format!("\n{before}{end}"))]
    } else {
        Vec::new()
    };
    let edits = candidates.into_iter().find(|edits| is_certain(source, edits))?;
    Some(edited("Insert the missing end", source, edits))
}

/// The line of the code in text that opens a block without its end. ytt has only the line of the key where the text is of YAML.
pub(in crate::editor) fn open_in_text(source: &Source, line: u32) -> Option<u32> {
    if source.line(line).contains("(@") {
        return Some(line);
    }
    let least = indent(source.line(line));
    let mut open = Vec::new();
    for (number, text) in below(source, line).take_while(|(_, text)| text.is_empty() || indent(text) > least) {
        for code in codes_of_text(text) {
            if code == "end" {
                open.pop()?;
            } else if code.ends_with(':') && opens(code) {
                open.push(number);
            }
        }
    }
    open.pop()
}

/// The pieces of code in a line of text, without their delimiters.
fn codes_of_text(line: &str) -> Vec<&str> {
    let closed = line.split("(@").skip(1).filter_map(|code| code.split_once("@)"));
    closed.map(|(code, _)| code.trim_matches([' ', '-'])).collect()
}

/// The last line of the block of a line of code in text.
fn last_of_text(source: &Source, header: u32) -> u32 {
    let least = indent(source.line(header));
    let function =
        codes_of_text(source.line(header)).last().and_then(|code| code.strip_prefix("def ")?.split('(').next());
    let (mut last, mut open) = (header, 0);
    for (number, line) in below(source, header) {
        let codes = codes_of_text(line);
        let is_empty = line.trim().is_empty();
        let is_next = |code: &&str| code.starts_with("def ") || function.is_some_and(|name| uses(code, name.trim()));
        let is_over = last > header && (is_empty || codes.iter().any(is_next));
        if open == 0 && is_over || !is_empty && indent(line) < least {
            break;
        }
        for code in codes {
            open += i32::from(code.ends_with(':') && opens(code)) - i32::from(code == "end");
        }
        if !is_empty {
            last = number;
        }
    }
    last
}

/// The lines below one.
fn below(source: &Source, header: u32) -> impl Iterator<Item = (u32, &str)> {
    (header + 1..).map_while(|number| Some((number, source.text[source.line_range(number)?].trim_end())))
}

/// The last line that is indented more than the header.
fn last_nested(source: &Source, header: u32) -> u32 {
    let depth_of_header = indent(source.line(header));
    let is_nested = |line: &str| line.is_empty() || indent(line) > depth_of_header;
    let last = |lines: &mut dyn Iterator<Item = (u32, &str)>| {
        lines.filter(|(_, line)| !line.is_empty()).last().map(|(number, _)| number)
    };
    let nested = last(&mut below(source, header).take_while(|(_, line)| is_nested(line)));
    // Indentation has no meaning: without any, the block reaches to the next function.
    let unindented = || last(&mut below(source, header).take_while(|(_, line)| !line.starts_with("def ")));
    nested.or_else(unindented).unwrap_or(header)
}

/// The last line of the block of a line of code in YAML. The block ends above
/// - a line that is indented less, or another document,
/// - a key, if it begins with an item of a list,
/// - the next function, and code that uses the function that it defines,
/// - otherwise an empty line.
fn last_of_yaml(source: &Source, header: u32) -> u32 {
    let opening = source.line(header);
    let depth_of_header = indent(opening);
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
        let is_entry = indent(line) == depth_of_header && !is_code;
        if indent(line) < depth_of_header || is_document && last > header || open == 0 && code.starts_with("def ") {
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
        // Comments above a line belong to it.
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

/// Inserts the `---` below the annotation of a document, or moves the annotation above it, if only comments are between the start of the
/// document and the annotation.
pub(super) fn separator(source: &Source, annotation: u32) -> Option<Fix> {
    let is_comment = |number: &u32| {
        let line = source.line(*number).trim();
        line.is_empty() || line.starts_with('#')
    };
    let line = source.line(annotation).trim_end();
    if line.starts_with(' ') {
        return None;
    }
    let range = source.line_range(annotation)?;
    let Some(first) = (1..annotation).rev().find(|number| !is_comment(number)) else {
        return Some(edited("Insert the missing ---", source, Edits::insert(range.end, "\n---")));
    };
    let start = source.line_range(first).filter(|_| source.line(first).trim_end() == "---")?.start;
    let next = source.line_range(annotation + 1)?.start;
    let edits = Edits(vec![(start..start, format!("{line}\n")), (range.start..next, String::new())]);
    Some(edited("Move it above the ---", source, edits))
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
