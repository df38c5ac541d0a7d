//! Corrections within a line: quotes, brackets and colons.

use std::ops::Range;

use super::{Change, Correction, Text};
use crate::diagnostics::edits::Edits;
use crate::go::quote::quote;
use crate::inline::double_quoted;
use crate::mistakes::{brackets, indent, is_separator, key_end, lone_at, value_of, without_comment};
use crate::pasted;
use crate::unmarked_code::{depth, is_code};

impl Text<'_> {
    /// The range of the value of a line, without a comment after it.
    fn value(&self, number: usize) -> Option<Range<usize>> {
        let (line, start) = self.line(number)?;
        let value = without_comment(value_of(line));
        let at = start + (value.as_ptr() as usize).checked_sub(line.as_ptr() as usize)?;
        (!value.is_empty()).then(|| at..at + value.len())
    }

    fn slice(&self, range: &Range<usize>) -> &str {
        &self.source.text[range.clone()]
    }

    /// Puts the value of the line with the error in quotes if it is one that needs them.
    pub(super) fn quote(&self, needs_quotes: impl Fn(&str) -> bool) -> Option<Correction> {
        let range = self.value(self.at).filter(|range| needs_quotes(self.slice(range)))?;
        let text = self.slice(&range);
        let quoted = double_quoted(text).unwrap_or_else(|| single_quoted(text));
        Some(Correction::new(Change::Quote, Edits::one(range, quoted)))
    }

    /// Like [`Text::quote`], unless lines below belong to the value.
    pub(super) fn quote_alone(&self) -> Option<Correction> {
        self.quote(|_| self.depth_below().is_none())
    }

    /// The indentation of the line below the error, if it is more than that of the line itself.
    fn depth_below(&self) -> Option<usize> {
        let (own, below) = (self.line(self.at)?.0, self.line(self.at + 1)?.0);
        Some(indent(below)).filter(|depth| *depth > indent(own) && !below.trim().is_empty())
    }

    pub(super) fn text_on_own_line(&self) -> Option<Correction> {
        let range = self.value(self.at)?;
        let line = self.line(self.at)?.0;
        let text = self.slice(&range)[1..].trim_start_matches(|c: char| matches!(c, '+' | '-' | '0'..='9'));
        let key = line.len() - line.trim_start_matches([' ', '-']).len();
        let indentation = " ".repeat(self.depth_below().unwrap_or(key + 2));
        let (header, start) = (range.end - text.len(), range.end - text.trim_start().len());
        Some(Correction::new(Change::TextOnOwnLine, Edits::one(header..start, format!("\n{indentation}"))))
    }

    pub(super) fn close_quote(&self, line: usize) -> Option<Correction> {
        let range = self.value(line)?;
        let text = self.slice(&range);
        let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        // A line that begins with a quote may be a key.
        let is_after_key = !self.content(line).trim_start().starts_with(quote);
        is_after_key.then(|| Correction::new(Change::CloseQuote, Edits::insert(range.end, quote)))
    }

    pub(super) fn close_brackets(&self, line: usize) -> Option<Correction> {
        let range = self.value(line)?;
        let mut missing = Vec::new();
        for c in self.slice(&range).chars() {
            match c {
                '[' => missing.push(']'),
                '{' => missing.push('}'),
                ']' | '}' => _ = missing.pop(),
                '"' | '\'' => return None,
                _ => {}
            }
        }
        let missing: String = missing.iter().rev().collect();
        Some(Correction::new(Change::CloseBracket, Edits::insert(range.end, missing)))
    }

    pub(super) fn single_quotes(&self) -> Option<Correction> {
        let (range, inner) = self.in_double_quotes()?;
        Some(Correction::new(Change::SingleQuotes, Edits::one(range, single_quoted(inner))))
    }

    pub(super) fn double_backslashes(&self) -> Option<Correction> {
        let (range, inner) = self.in_double_quotes()?;
        let mut doubled = String::from('"');
        let mut rest = inner.chars().peekable();
        while let Some(c) = rest.next() {
            doubled.push(c);
            if c == '\\' {
                // In a path or a pattern, other escapes are not meant as such, either.
                match rest.peek() {
                    Some('"' | '\\') => doubled.extend(rest.next()),
                    _ => doubled.push('\\'),
                }
            }
        }
        doubled.push('"');
        Some(Correction::new(Change::DoubleBackslashes, Edits::one(range, doubled)))
    }

    fn in_double_quotes(&self) -> Option<(Range<usize>, &str)> {
        let range = self.value(self.at)?;
        let inner = self.slice(&range).strip_prefix('"')?.strip_suffix('"')?;
        (!inner.contains('"')).then_some((range, inner))
    }

    /// The value of the line with the error, which ends with the quote that it starts with, and the text between them.
    fn in_quotes(&self, quote: char) -> Option<(Range<usize>, &str)> {
        let range = self.value(self.at)?;
        let inner = self.slice(&range).strip_prefix(quote)?.strip_suffix(quote)?;
        Some((range, inner))
    }

    pub(super) fn other_quotes(&self, quote: char) -> Option<Correction> {
        let (range, inner) = self.in_quotes(quote)?;
        let (change, quoted) = match quote {
            '\'' => (Change::DoubleQuotes, double_quoted(&inner.replace("''", "'"))?),
            _ if inner.contains(['\'', '\\']) => return None,
            _ => (Change::SingleQuotes, single_quoted(inner)),
        };
        Some(Correction::new(change, Edits::one(range, quoted)))
    }

    pub(super) fn escape_quotes(&self, quote: char) -> Option<Correction> {
        let (range, inner) = self.in_quotes(quote)?;
        let quoted = match quote {
            '\'' => single_quoted(&inner.replace("''", "'")),
            _ => format!("\"{}\"", inner.replace("\\\"", "\"").replace('"', "\\\"")),
        };
        Some(Correction::new(Change::EscapeQuotes, Edits::one(range, quoted)))
    }

    /// Deletes a bracket that closes nothing, or replaces one by the other kind.
    pub(super) fn correct_bracket(&self, bracket: char, wanted: Option<char>) -> Option<Correction> {
        let (line, start) = self.line(self.at)?;
        let value = value_of(line);
        let (at, _) = brackets(value).err()?;
        let start = start + (value.as_ptr() as usize).checked_sub(line.as_ptr() as usize)? + at;
        let (change, text) = match wanted {
            Some(wanted) => (Change::ReplaceBracket { bracket, wanted }, wanted.to_string()),
            None => (Change::DeleteBracket { bracket }, String::new()),
        };
        Some(Correction::new(change, Edits::one(start..start + 1, text)))
    }

    pub(super) fn make_alias(&self, name: &str) -> Option<Correction> {
        let range = self.value(self.at).filter(|range| self.slice(range) == name)?;
        Some(Correction::new(Change::MakeAlias { name: name.to_owned() }, Edits::insert(range.start, "*")))
    }

    pub(super) fn separator(&self, line: usize) -> Option<Correction> {
        let (text, start) = self.line(line)?;
        Some(Correction::new(Change::Separator, Edits::one(start..start + text.trim_end().len(), "---")))
    }

    pub(super) fn item_on_own_line(&self) -> Option<Correction> {
        let range = self.value(self.at)?;
        let (line, start) = self.line(self.at)?;
        let key = indent(line);
        // The other items may already be in lines of their own.
        let next = Some(self.content(self.at + 1)).filter(|next| next.trim_start().starts_with("- "));
        let indentation = next.map(indent).filter(|next| *next >= key).unwrap_or(key + 2);
        let colon = start + line[..range.start - start].trim_end().len();
        Some(Correction::new(
            Change::ItemOnOwnLine,
            Edits::one(colon..range.start, format!("\n{}", " ".repeat(indentation))),
        ))
    }

    pub(super) fn equals_to_colon(&self, line: usize) -> Option<Correction> {
        let (text, start) = self.line(line)?;
        let sign = text.find(" = ")?;
        let end = sign + " = ".len();
        let key = text[..sign].trim_end().len();
        Some(Correction::new(Change::EqualsToColon, Edits::one(start + key..start + end, ": ")))
    }

    /// Marks all lines that are code, which belong together. Code that is indented in a block is moved to the level of the block.
    pub(super) fn mark_code(&self) -> Option<Correction> {
        let mut edits = Vec::new();
        let mut count = 0;
        // The indentation of each open block, and by how much its content is indented more.
        let mut blocks: Vec<(usize, Option<usize>)> = Vec::new();
        for (text, start) in (1..).map_while(|number| self.line(number)) {
            let depth = indent(text);
            let is_empty = text.trim().is_empty();
            if is_code(text) {
                count += 1;
                edits.push((start + depth..start + depth, "#@ ".to_owned()));
                match text.trim() {
                    "end" => _ = blocks.pop(),
                    word if word.starts_with("el") => {}
                    block if block.ends_with(':') => blocks.push((depth, None)),
                    _ => {}
                }
                continue;
            }
            if let Some((block, more)) = blocks.last_mut().filter(|_| !is_empty) {
                more.get_or_insert(depth.saturating_sub(*block));
            }
            let by = blocks.iter().filter_map(|(_, more)| *more).sum::<usize>().min(depth);
            if by > 0 && !is_empty {
                edits.push((start..start + by, String::new()));
            }
        }
        Some(Correction::new(Change::InsertMarkers { count }, Edits(edits)))
    }

    /// Marks a line that continues the code of the lines directly above it, and those below it up to the closing bracket.
    pub(super) fn mark_continued(&self, first: usize) -> Option<Correction> {
        let code = |number: usize| self.content(number).trim_start().strip_prefix("#@");
        let above = (1..first).rev().map_while(code);
        let mut open = 0;
        // The nearest line above from which brackets are open.
        above.map(depth).find(|depth| {
            open += depth;
            open > 0
        })?;
        let column = indent(self.content(first - 1));
        let mut edits = Vec::new();
        for number in first.. {
            let (line, start) = self.line(number).filter(|_| open > 0)?;
            if code(number).is_none() && !line.trim().is_empty() {
                let at = start + column.min(indent(line));
                edits.push((at..at, "#@ ".to_owned()));
            }
            open += depth(code(number).unwrap_or(line));
            if open == 0 {
                break;
            }
        }
        Some(Correction::new(Change::InsertMarkers { count: edits.len() }, Edits(edits)))
    }

    /// Makes a map or a list in brackets with code in it code as a whole, if nothing else is nested in it.
    pub(super) fn brackets_to_code(&self, number: usize) -> Option<Correction> {
        let (line, start) = self.line(number)?;
        let whole = value_of(line).trim_end();
        let from = start + line.trim_end().len() - whole.len();
        let (open, close) = if whole.starts_with('{') { ("{", "}") } else { ("[", "]") };
        let inner = whole.strip_prefix(open)?.strip_suffix(close)?;
        let value = |text: &str| match text.strip_prefix("#@ ") {
            Some(code) => code.to_owned(),
            None if text.starts_with(['"', '\'']) || text.parse::<f64>().is_ok() => text.to_owned(),
            None => quote(text),
        };
        let entries = inner.split(", ").map(|entry| match entry.split_once(": ") {
            Some((key, text)) if open == "{" => {
                Some(format!("{}: {}", quote(key.trim_matches(['"', '\''])), value(text)))
            }
            None if open == "[" => Some(value(entry)),
            _ => None,
        });
        let entries: Vec<String> = entries.collect::<Option<_>>()?;
        let is_flat = !inner.contains(['[', '{']) && entries.iter().all(|entry| depth(entry) == 0);
        let code = format!("#@ {open}{}{close}", entries.join(", "));
        is_flat.then(|| Correction::new(Change::BracketsToCode, Edits::one(from..from + whole.len(), code)))
    }

    /// Moves the `#@` of the line with the error to the start of its value.
    pub(super) fn move_marker(&self) -> Option<Correction> {
        let range = self.value(self.at)?;
        let (line, start) = self.line(self.at)?;
        let marker = range.end + line[range.end - start..].find("#@ ")?;
        let edits = vec![(range.start..range.start, "#@ ".to_owned()), (marker..marker + "#@ ".len(), String::new())];
        Some(Correction::new(Change::MoveMarker, Edits(edits)))
    }

    /// Indents the lines of a block of text from a line up to the next key or item.
    pub(super) fn indent_block(&self, first: usize) -> Option<Correction> {
        let (header, _) = self.line(first - 1)?;
        let ends = |line: &str| {
            let is_item = line.trim_start().starts_with("- ");
            is_separator(line) || indent(line) <= indent(header) && (is_item || key_end(line).is_some())
        };
        let lines: Vec<_> =
            (first..).map_while(|number| self.line(number)).take_while(|(line, _)| !ends(line)).collect();
        let lines = || lines.iter().filter(|(line, _)| !line.trim().is_empty());
        let least = lines().map(|(line, _)| indent(line)).min()?;
        let key = header.len() - header.trim_start_matches([' ', '-']).len();
        let more = " ".repeat((key + 2).checked_sub(least)?);
        let edits = lines().map(|(_, start)| (*start..*start, more.clone())).collect();
        Some(Correction::new(Change::IndentBlock, Edits(edits)))
    }

    /// Removes the spaces after the colon of an image or a URL: `registry/shop: 1.0`.
    pub(super) fn join_at_colon(&self) -> Option<Correction> {
        let range = self.value(self.at)?;
        let (name, tag) = self.slice(&range).split_once(": ")?;
        let is_one = name.contains('/') && !name.contains(' ') && !tag.trim().is_empty() && !tag.trim().contains(' ');
        let start = range.start + name.len() + 1;
        let end = range.end - tag.trim_start().len();
        is_one.then(|| Correction::new(Change::JoinAtColon, Edits::one(start..end, "")))
    }

    pub(super) fn space_after_colon(&self, line: usize) -> Option<Correction> {
        let (text, start) = self.line(line)?;
        let colon = start + text.find(':')? + 1;
        Some(Correction::new(Change::SpaceAfterColon, Edits::insert(colon, " ")))
    }

    /// Replaces the pasted characters of a line and of those that belong to it.
    pub(super) fn without_pasted(&self, line: usize, character: char, plain: &'static str) -> Option<Correction> {
        let lines: Vec<&str> = self.source.text.split('\n').collect();
        let numbers = pasted::lines_with(&lines, line.checked_sub(1)?);
        let parts = numbers.filter_map(|index| self.line(index + 1)).flat_map(|(line, start)| {
            let parts = pasted::pasted(line).into_iter();
            parts.map(move |part| (start + part.range.start..start + part.range.end, part.plain.to_owned()))
        });
        Some(Correction::new(Change::Plain { character, plain }, Edits(parts.collect())))
    }

    pub(super) fn quote_key(&self, line: usize) -> Option<Correction> {
        let (text, start) = self.line(line)?;
        let end = key_end(text)?;
        let quoted = double_quoted(&text[..end])?;
        Some(Correction::new(Change::QuoteKey, Edits::one(start..start + end, quoted)))
    }

    pub(super) fn insert_colon(&self, line: usize) -> Option<Correction> {
        let (text, start) = self.line(line)?;
        let key = text.trim_start().trim_start_matches("- ");
        let indentation = text.len() - key.len();
        let word = key.split([' ', '\t', '#']).next()?;
        let end = start + indentation + word.len();
        // A line of dashes and the like is no key.
        let is_key = word.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '/' | '"' | '\''));
        (is_key && key_end(text).is_none()).then(|| Correction::new(Change::InsertColon, Edits::insert(end, ":")))
    }

    pub(super) fn insert_hash(&self, line: usize) -> Option<Correction> {
        let (text, start) = self.line(line)?;
        let at = lone_at(text)?;
        let end = if text[at..].starts_with("@#") { at + 2 } else { at + 1 };
        let marker = if text[end..].starts_with("data.values.") { "#@ " } else { "#@" };
        Some(Correction::new(Change::InsertHash, Edits::one(start + at..start + end, marker)))
    }
}

fn single_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
