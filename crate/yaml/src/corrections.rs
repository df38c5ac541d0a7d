//! Corrections of common mistakes in YAML: edits after which the parser reads the text, or at least reads on to another mistake below.

mod indentation;
mod values;

use std::sync::Arc;

use crate::diagnostics::cause::{Cause, YamlMistake};
use crate::diagnostics::edits::Edits;
use crate::diagnostics::{Error, ErrorKind};
use crate::mistakes::MOST_BYTES;
use crate::positions::Source;
use crate::reader::{ReadOptions, read};
use crate::unmarked_code::depth;

/// The change of a correction. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum Change {
    /// Replaces the tabs of the indentation by spaces.
    TabsToSpaces,
    /// Adds the closing quote.
    CloseQuote,
    /// Adds the closing brackets.
    CloseBracket,
    /// Joins the lines of code.
    JoinLines,
    /// Puts a value in quotes.
    Quote,
    /// Replaces the name of an alias.
    RenameAlias { to: String },
    /// Puts a key in quotes.
    QuoteKey,
    /// Replaces a pasted character by that of YAML.
    Plain { character: char, plain: &'static str },
    /// Replaces double quotes by single quotes, in which a backslash has no meaning.
    SingleQuotes,
    /// Replaces single quotes by double quotes.
    DoubleQuotes,
    /// Doubles a quote in single quotes, or puts a backslash before it in double quotes.
    EscapeQuotes,
    /// Deletes a bracket.
    DeleteBracket { bracket: char },
    /// Replaces a bracket by the other kind.
    ReplaceBracket { bracket: char, wanted: char },
    /// Adds the `*` of an alias.
    MakeAlias { name: String },
    /// Makes a line of dashes a separator.
    Separator,
    /// Doubles the backslashes of a value.
    DoubleBackslashes,
    /// Adds a space after a colon.
    SpaceAfterColon,
    /// Adds the colon after a key.
    InsertColon,
    /// Adds `#` before `@`.
    InsertHash,
    /// Adds `#@` before code.
    InsertMarkers { count: usize },
    /// Adds a space after a dash.
    SpaceAfterDash,
    /// Removes the space after a colon of a value.
    JoinAtColon,
    /// Replaces `=` by a colon.
    EqualsToColon,
    /// Moves a list item below its key.
    ItemOnOwnLine,
    /// Moves a text below the `|` or `>` before it.
    TextOnOwnLine,
    /// Makes a map or a list in brackets code.
    BracketsToCode,
    /// Moves `#@` before the text to which its code is added.
    MoveMarker,
    /// Indents the lines of a block of text.
    IndentBlock,
    /// Indents a line, and those nested in it, like another line.
    Align { line: usize, with: usize },
    /// Moves list items below the key of a line.
    MoveItems { key: String, line: usize },
    /// Indents a line so that it belongs to a list item.
    IntoItem { line: usize, item: usize },
}

/// A correction of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The kind of change.
    pub change: Change,
    /// Its edits.
    pub edits: Edits,
}

impl Correction {
    fn new(change: Change, edits: Edits) -> Correction {
        Correction { change, edits }
    }

    /// Whether the text can be read after the correction, or the next mistake is below both the edits and the line of the error.
    fn is_certain(&self, source: &Source, at: u32) -> bool {
        let Some(edited) = self.edits.applied(&source.text) else { return false };
        let edited: Arc<Source> = Source::new("", edited);
        let Err(error) = read(&edited, edited.text.as_bytes(), &ReadOptions::default()) else { return true };
        // The parser may only notice at the end of the text that something is not closed.
        let is_closed = matches!(self.change, Change::CloseQuote | Change::CloseBracket);
        let last = self.edits.last_line(source).max(if is_closed { 0 } else { at }) as usize;
        next_mistake(&error).is_some_and(|(line, mistake)| line > last && mistake.line().is_none_or(|line| line > last))
    }
}

fn next_mistake(error: &Error) -> Option<(usize, &YamlMistake)> {
    match &*error.0 {
        ErrorKind::Message(message) => match &message.cause {
            Some(Cause::Yaml(mistake)) => Some((message.at.line() as usize, mistake)),
            _ => None,
        },
        _ => None,
    }
}

/// The corrections of a mistake that are certain to resolve it; `at` is the line of the syntax error.
pub fn corrections(source: &Source, at: u32, mistake: &YamlMistake) -> Vec<Correction> {
    if source.text.len() > MOST_BYTES {
        return Vec::new();
    }
    let text = Text { source, at: at as usize };
    let mut found: Vec<Correction> = Vec::new();
    for candidate in candidates(&text, mistake).into_iter().flatten() {
        let is_known = found.iter().any(|known| known.change == candidate.change || known.edits == candidate.edits);
        if !is_known && candidate.is_certain(source, at) {
            found.push(candidate);
        }
    }
    found
}

/// The possible corrections, the best first. If several make the same change, one is offered.
fn candidates(text: &Text<'_>, mistake: &YamlMistake) -> Vec<Option<Correction>> {
    match mistake {
        YamlMistake::Tab { line } => text.without_tabs(*line),
        YamlMistake::Pasted { line, character, plain } => vec![text.without_pasted(*line, *character, plain)],
        YamlMistake::Directive { line } => vec![text.quote_key(*line)],
        YamlMistake::OpenQuote { line } => vec![text.close_quote(*line)],
        YamlMistake::OpenBracket { line } => vec![text.close_brackets(*line)],
        YamlMistake::CodeInLines { line } => vec![text.join_code(*line)],
        YamlMistake::ContinuedCode { line } => vec![text.mark_continued(*line)],
        YamlMistake::CodeInBrackets { line } => vec![text.brackets_to_code(*line)],
        YamlMistake::TextBeforeCode => vec![text.move_marker()],
        YamlMistake::WrongEscape => vec![text.single_quotes(), text.double_backslashes()],
        YamlMistake::OtherTemplates => vec![text.quote(|value| value.starts_with("{{"))],
        // Text is certainly not meant.
        YamlMistake::UnknownAnchor { is_elsewhere: true, .. } => Vec::new(),
        YamlMistake::UnknownAnchor { name, nearest, .. } => {
            let rename = nearest.as_ref().and_then(|nearest| text.rename_alias(name, nearest));
            vec![rename, text.quote(|value| value.strip_prefix('*') == Some(name))]
        }
        YamlMistake::QuoteInText { quote } => vec![text.other_quotes(*quote), text.escape_quotes(*quote)],
        YamlMistake::WrongBracket { bracket, wanted } => vec![text.correct_bracket(*bracket, *wanted)],
        YamlMistake::MergedText { text: name, is_anchor: true } => vec![text.make_alias(name)],
        YamlMistake::MergedText { .. } => Vec::new(),
        YamlMistake::Dashes { line } => vec![text.separator(*line)],
        YamlMistake::ReservedStart { .. } | YamlMistake::Asterisk | YamlMistake::TextAfterQuote => {
            vec![text.quote(|_| true)]
        }
        YamlMistake::ColonInValue => vec![text.join_at_colon(), text.quote(|_| true)],
        YamlMistake::ItemAfterKey => vec![text.item_on_own_line()],
        YamlMistake::BlockHeader { .. } => vec![text.text_on_own_line(), text.quote_alone()],
        YamlMistake::UnmarkedCode { line } => vec![text.mark_code(), text.equals_to_colon(*line)],
        YamlMistake::EqualsSign { line } => vec![text.equals_to_colon(*line)],
        YamlMistake::NoSpaceAfterDash { line } => vec![text.space_after_dash(*line)],
        YamlMistake::NoSpaceAfterColon { line } => vec![text.space_after_colon(*line)],
        YamlMistake::NoHash { line } => vec![text.insert_hash(*line)],
        YamlMistake::NoColon { line } => vec![text.insert_colon(*line)],
        YamlMistake::ValueWithChildren { line } => {
            vec![text.align_with_siblings(*line), text.align_with_key(text.at, *line)]
        }
        YamlMistake::BlockIndentation { line, .. } => vec![text.align(*line, line - 1)],
        YamlMistake::BlockNotIndented { line } => vec![text.indent_block(*line)],
        YamlMistake::KeyAmongItems { line } => {
            let part = std::iter::once(text.make_part(*line));
            part.chain(text.align_with_levels(*line)).collect()
        }
        YamlMistake::ItemAmongKeys { line } => {
            let moved = std::iter::once(text.move_to_empty_key(*line));
            moved.chain(text.align_with_levels(*line)).collect()
        }
        YamlMistake::Indentation { line, .. } => text.align_with_levels(*line),
        // The host translates Helm's actions, for which it knows ytt's code.
        YamlMistake::Starlark | YamlMistake::Helm { .. } => Vec::new(),
    }
}

/// A text by its lines, which count from 1.
struct Text<'s> {
    source: &'s Source,
    /// The line of the syntax error.
    at: usize,
}

impl<'s> Text<'s> {
    /// A line without its line break, and its start.
    fn line(&self, number: usize) -> Option<(&'s str, usize)> {
        let range = self.source.line_range(u32::try_from(number).ok()?)?;
        let line = &self.source.text[range.clone()];
        Some((line.strip_suffix('\r').unwrap_or(line), range.start))
    }

    /// Replaces the name of the only such alias in the line of the error.
    fn rename_alias(&self, name: &str, nearest: &str) -> Option<Correction> {
        let (line, start) = self.line(self.at)?;
        let alias = format!("*{name}");
        let is_end = |at: usize| line[at..].chars().next().is_none_or(|c| c.is_whitespace() || ",]}".contains(c));
        let mut found = line.match_indices(&*alias).map(|(at, _)| at + alias.len()).filter(|end| is_end(*end));
        let end = found.next().filter(|_| found.next().is_none())? + start;
        let change = Change::RenameAlias { to: nearest.to_owned() };
        Some(Correction::new(change, Edits::one(end - name.len()..end, nearest)))
    }

    /// Joins the lines of code from a line up to its last closing bracket, if they have no comments.
    fn join_code(&self, number: usize) -> Option<Correction> {
        let (first, start) = self.line(number)?;
        let code = first.find("#@ ")?;
        let mut open = depth(&first[code + "#@ ".len()..]);
        let mut joined = first.trim_end().to_owned();
        let mut end = start + first.len();
        for below in number + 1.. {
            let (line, start) = self.line(below).filter(|_| open > 0)?;
            let line = line.trim();
            let line = line.strip_prefix("#@ ").unwrap_or(line).trim();
            if line.contains('#') {
                return None;
            }
            open += depth(line);
            if !joined.ends_with(['(', '[', '{']) && !line.starts_with([')', ']', '}']) && !line.is_empty() {
                joined.push(' ');
            }
            joined.push_str(line);
            end = start + self.content(below).len();
            if open == 0 {
                break;
            }
        }
        Some(Correction::new(Change::JoinLines, Edits::one(start..end, joined)))
    }

    fn content(&self, number: usize) -> &'s str {
        self.line(number).map_or("", |(line, _)| line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corrected(text: &str) -> Vec<(Change, String)> {
        let source: Arc<Source> = Source::new("f.yml", text);
        let error = read(&source, text.as_bytes(), &ReadOptions::default()).expect_err(text);
        let (at, mistake) = next_mistake(&error).unwrap_or_else(|| panic!("a known mistake in {text:?}"));
        let found = corrections(&source, at as u32, mistake);
        found
            .into_iter()
            .map(|found| (found.change.clone(), found.edits.applied(text).expect("edits in order")))
            .collect()
    }

    #[test]
    fn mistakes_are_corrected() {
        let align = |line, with| Change::Align { line, with };
        for (text, change, expected) in [
            ("a:\n\tb: 1\n\tc: 2\n", Change::TabsToSpaces, "a:\n  b: 1\n  c: 2\n"),
            ("a:\n    b:\n\t\t- 1\n", Change::TabsToSpaces, "a:\n    b:\n    - 1\n"),
            ("- 'x #! y\n- b: 1\n", Change::CloseQuote, "- 'x' #! y\n- b: 1\n"),
            ("c:\n- name: a\n   image: x\n", Change::IntoItem { line: 3, item: 2 }, "c:\n- name: a\n  image: x\n"),
            ("s:\n   a: 1\n  b: 1\n  c: 1\n", align(2, 3), "s:\n  a: 1\n  b: 1\n  c: 1\n"),
            ("a: #@ {\n  \"x\": [\n    1,\n  ]\n}\nb: 1\n", Change::JoinLines, "a: #@ {\"x\": [1,]}\nb: 1\n"),
            ("a: [1, {b: 2\nb: 3\n", Change::CloseBracket, "a: [1, {b: 2}]\nb: 3\n"),
            ("a: @x #! y\n", Change::Quote, "a: \"@x\" #! y\n"),
            ("- 'b': `x`\n", Change::Quote, "- 'b': \"`x`\"\n"),
            ("a: *.\"x\".com\n", Change::Quote, "a: '*.\"x\".com'\n"),
            ("é: b: 🔥\n", Change::Quote, "é: \"b: 🔥\"\n"),
            ("a: \"x\" it's\n", Change::Quote, "a: '\"x\" it''s'\n"),
            ("a: |x\n", Change::Quote, "a: \"|x\"\n"),
            ("a: \"C:\\Users\\new\"\n", Change::SingleQuotes, "a: 'C:\\Users\\new'\n"),
            ("a: \"C:\\Users\\new\"\n", Change::DoubleBackslashes, "a: \"C:\\\\Users\\\\new\"\n"),
            ("a: 'it's' #! b\n", Change::DoubleQuotes, "a: \"it's\" #! b\n"),
            ("- \"a \"b\"\"\n", Change::SingleQuotes, "- 'a \"b\"'\n"),
            ("- \"it's \"b\"\"\n", Change::EscapeQuotes, "- \"it's \\\"b\\\"\"\n"),
            ("a: @# data.values.x\n", Change::InsertHash, "a: #@ data.values.x\n"),
            ("  @schema/nullable\n  a: 1\n", Change::InsertHash, "  #@schema/nullable\n  a: 1\n"),
            ("foo bar\nbar: 1\n", Change::InsertColon, "foo: bar\nbar: 1\n"),
            ("foo\n  bar: 1\n", Change::InsertColon, "foo:\n  bar: 1\n"),
            ("a:\n-name: app\n port: 1\n", Change::SpaceAfterDash, "a:\n- name: app\n  port: 1\n"),
            ("a: host/shop: 2.0 #! x\n", Change::JoinAtColon, "a: host/shop:2.0 #! x\n"),
            ("    c:\n   - n: a\n     p: 1\n", align(2, 1), "    c:\n    - n: a\n      p: 1\n"),
            ("a: - b\n   - c\n", Change::ItemOnOwnLine, "a:\n   - b\n   - c\n"),
            ("a: - b: 1\n", Change::ItemOnOwnLine, "a:\n  - b: 1\n"),
            ("a: {b: #@ c, d: 1}\n", Change::BracketsToCode, "a: #@ {\"b\": c, \"d\": 1}\n"),
            ("- [#@ f(b), c, 'd']\n", Change::BracketsToCode, "- #@ [f(b), \"c\", 'd']\n"),
            (
                "#@ a = {\n  \"b)\": [\n    1]\n}\nc: 1\n",
                Change::InsertMarkers { count: 3 },
                "#@ a = {\n#@   \"b)\": [\n#@     1]\n#@ }\nc: 1\n",
            ),
            ("a:\n  b: |\n  c\n\n  d e\n  f: 1\n", Change::IndentBlock, "a:\n  b: |\n    c\n\n    d e\n  f: 1\n"),
            ("- a: |\nb\n  c\n", Change::IndentBlock, "- a: |\n    b\n      c\n"),
            ("- a: >-  b\n      c\n", Change::TextOnOwnLine, "- a: >-\n      b\n      c\n"),
            ("a: x\n  b:\n    c: 1\nd: 1\n", align(2, 1), "a: x\nb:\n  c: 1\nd: 1\n"),
            ("a:\nb: 1\n  c: 2\n  d: 3\ne: 4\n", align(2, 3), "a:\n  b: 1\n  c: 2\n  d: 3\ne: 4\n"),
            ("a:\n    b: 1\n   c: 2\n   d: 3\ne: 4\n", align(3, 2), "a:\n    b: 1\n    c: 2\n    d: 3\ne: 4\n"),
            ("a:\n  - b\n c: 2\n", align(3, 1), "a:\n  - b\nc: 2\n"),
            ("  a: 1\nb: 2\n", align(1, 2), "a: 1\nb: 2\n"),
            ("a:\n  - b\n  c: 1\n", align(3, 1), "a:\n  - b\nc: 1\n"),
        ] {
            let found = corrected(text);
            let wanted = (change, expected.to_owned());
            assert!(found.contains(&wanted), "{text:?}: {found:?} instead of {wanted:?}");
        }
    }

    #[test]
    fn a_correction_that_leads_to_the_next_line_is_not_offered() {
        assert_eq!(corrected("a: b:\n  c: 1\n"), []);
        assert_eq!(corrected("{{ if x }}\na: 1\n"), []);
        let with_key = corrected("a:\n  b: 1\n    c: 2\n  d: 3\n");
        assert_eq!(with_key, [(Change::Align { line: 3, with: 2 }, "a:\n  b: 1\n  c: 2\n  d: 3\n".to_owned())]);
        let with_lines = corrected("a: |b\n  c\n");
        assert_eq!(with_lines, [(Change::TextOnOwnLine, "a: |\n  b\n  c\n".to_owned())]);
    }

    #[test]
    fn of_two_mistakes_each_is_corrected() {
        let found = corrected("a: @x\nb: 1\nc:d\ne: 1\n");
        assert_eq!(found, [(Change::Quote, "a: \"@x\"\nb: 1\nc:d\ne: 1\n".to_owned())]);
    }
}
