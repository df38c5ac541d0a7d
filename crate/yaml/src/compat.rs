//! Makes libyaml-safer read every input as ytt's Go YAML reader does.
//!
//! Both descend from libyaml, but libyaml-safer panics on three inputs and decides differently on a few. Its input is
//! therefore changed: a final line break is added, and characters that it would read differently are replaced by
//! placeholders (private-use characters that the file does not contain), which are put back into the events. Whether a
//! character needs a placeholder is sometimes known only when the parser reaches it; then parsing restarts, within a budget.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

use super::comments::{break_width, content_start, count_breaks};
use super::events::{Event, EventKind, EventSource, Libyaml, Mark, Problem, Style};

/// The number of bytes that restarts may parse; beyond it, the result of libyaml-safer is accepted.
const RESTART_BUDGET: usize = 50_000_000;

/// The minimum number of bytes that a restart counts for.
const RESTART_COST: usize = 20_000;

/// The number of bytes that the scanner may be ahead of the parser: the maximum length of a simple key.
const LOOK_AHEAD: usize = 1100;

/// The maximum number of `%TAG` lines: the time of libyaml-safer is quadratic in it.
const MAX_TAG_DIRECTIVES: usize = 1000;

/// The input of libyaml-safer, and how it differs from the file.
pub(crate) struct CompatSource<'f> {
    /// Without a byte order mark at the start, which ytt skips.
    file: &'f [u8],
    /// The offset of `file` in the whole file.
    start: usize,
    /// The changes, by byte of the file.
    decisions: BTreeMap<usize, Decision>,
    fed: Vec<u8>,
    /// `---` and a line break were put in front.
    prefixed: bool,
    /// A line break was added at the end.
    break_added: bool,
    /// The changed characters, in order.
    replaced: Vec<Replaced>,
    /// The placeholders for [`ORIGINALS`].
    placeholders: Placeholders,
    spent: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Decision {
    /// A placeholder for one of [`ORIGINALS`].
    Placeholder(usize),
    /// Part of a tag: another character takes the place of a bracket or comma.
    InTag,
    /// A question mark in a plain scalar in brackets: it ends the scalar, as a comma does.
    QuestionMark,
    /// The 2 of `%YAML 1.2`, which libyaml-safer accepts: replaced by a version that it refuses, as ytt does.
    Version,
}

struct Replaced {
    /// The offset in the fed text.
    at: usize,
    /// The offset in the file.
    file_at: usize,
    /// The difference of fed and file offsets after it.
    longer_by: usize,
    decision: Decision,
}

type Placeholders = [char; ORIGINALS.len()];

/// The characters that placeholders replace:
/// - a byte order mark below the start, which libyaml-safer skips and ytt's library reads as text;
/// - the slash of `\/`, an escape that only libyaml-safer knows;
/// - a comma that may belong to a tag: libyaml-safer panics there;
/// - the colon of `[a:]`, which ytt's library reads as text;
/// - the escape `\'`, which only ytt's library knows.
const ORIGINALS: [&str; 5] = ["\u{feff}", "/", ",", ":", "'"];
const BYTE_ORDER_MARK: usize = 0;
const SLASH: usize = 1;
const COMMA: usize = 2;
const COLON: usize = 3;
const QUOTE: usize = 4;

const DOCUMENT_START: &[u8] = b"---\n";

impl<'f> CompatSource<'f> {
    /// The error is the message for a file that cannot be read within the limits.
    pub(crate) fn new(whole: &'f [u8]) -> Result<CompatSource<'f>, String> {
        let file = whole.strip_prefix(ORIGINALS[BYTE_ORDER_MARK].as_bytes()).unwrap_or(whole);
        let placeholders = unused_characters(file).ok_or("too many private-use characters")?;
        let mut text = CompatSource {
            file,
            start: whole.len() - file.len(),
            decisions: BTreeMap::new(),
            fed: Vec::new(),
            prefixed: !starts_with_document(file),
            break_added: !ends_with_break(file) && !ends_within_character(file),
            replaced: Vec::new(),
            placeholders,
            spent: 0,
        };
        if text.decide_beforehand() > MAX_TAG_DIRECTIVES {
            return Err(format!("more than {MAX_TAG_DIRECTIVES} %TAG directives"));
        }
        text.rebuild();
        Ok(text)
    }

    pub(crate) fn fed(&self) -> &[u8] {
        &self.fed
    }

    /// Whether `---` was put before the file's own text.
    pub(crate) fn is_prefixed(&self) -> bool {
        self.prefixed
    }

    /// The offset in the file for one in the fed text.
    pub(crate) fn in_file(&self, fed: usize) -> usize {
        self.start + self.in_text(fed)
    }

    /// The offset in the file without its byte order mark.
    fn in_text(&self, fed: usize) -> usize {
        let before = self.replaced.partition_point(|replaced| replaced.at < fed);
        let longer_by = match before.checked_sub(1).and_then(|index| self.replaced.get(index)) {
            Some(replaced) => replaced.longer_by,
            None if self.prefixed => DOCUMENT_START.len(),
            None => 0,
        };
        fed.saturating_sub(longer_by).min(self.file.len())
    }

    /// Puts the original characters back into a piece of the fed text.
    pub(crate) fn restore(&self, range: &Range<usize>, text: String) -> String {
        if self.replaced_in(range).is_empty() {
            return text;
        }
        let mut restored = String::with_capacity(text.len());
        for c in text.chars() {
            match self.placeholders.iter().position(|placeholder| *placeholder == c) {
                Some(index) => restored.push_str(ORIGINALS[index]),
                None => restored.push(c),
            }
        }
        restored
    }

    fn replaced_in(&self, range: &Range<usize>) -> &[Replaced] {
        if self.replaced.is_empty() {
            return &[];
        }
        let start = self.replaced.partition_point(|replaced| replaced.at < range.start);
        let end = self.replaced.partition_point(|replaced| replaced.at < range.end);
        &self.replaced[start..end.max(start)]
    }

    /// Replaces characters that must be replaced in any context. Returns the number of `%TAG` lines.
    fn decide_beforehand(&mut self) -> usize {
        let file = self.file;
        let mut tag_directives = 0;
        for (at, byte) in file.iter().enumerate() {
            match byte {
                0xef if file[at..].starts_with(ORIGINALS[BYTE_ORDER_MARK].as_bytes()) => {
                    self.decisions.insert(at, Decision::Placeholder(BYTE_ORDER_MARK));
                }
                b'/' if at > 0 && file[at - 1] == b'\\' => {
                    self.decisions.insert(at, Decision::Placeholder(SLASH));
                }
                b'%' if file[at..].starts_with(b"%TAG") => tag_directives += 1,
                _ => {}
            }
        }
        self.suspect_commas(0);
        tag_directives
    }

    /// Replaces the commas after `from` on which libyaml-safer would panic if a tag came before them.
    fn suspect_commas(&mut self, from: usize) {
        for at in (from..self.file.len()).filter(|at| self.file[*at] == b'!') {
            if let Some(comma) = comma_after_tag(self.file, at) {
                self.decisions.entry(comma).or_insert(Decision::Placeholder(COMMA));
            }
        }
    }

    fn rebuild(&mut self) {
        self.fed.clear();
        self.replaced.clear();
        self.fed.reserve(self.file.len() + DOCUMENT_START.len() + 1);
        if self.prefixed {
            self.fed.extend_from_slice(DOCUMENT_START);
        }
        let mut copied = 0;
        for (&at, &decision) in &self.decisions {
            if at < copied {
                continue;
            }
            self.fed.extend_from_slice(&self.file[copied..at]);
            let fed_at = self.fed.len();
            let length = match decision {
                Decision::Placeholder(index) => {
                    let mut utf8 = [0; 4];
                    self.fed.extend_from_slice(self.placeholders[index].encode_utf8(&mut utf8).as_bytes());
                    // With its backslash.
                    if index == QUOTE { 2 } else { ORIGINALS[index].len() }
                }
                // A character that is allowed in tags and does not end them.
                Decision::InTag => {
                    self.fed.push(b';');
                    1
                }
                Decision::QuestionMark => {
                    self.fed.push(b',');
                    1
                }
                Decision::Version => {
                    self.fed.push(b'3');
                    1
                }
            };
            copied = at + length;
            let longer_by = self.fed.len() - copied;
            self.replaced.push(Replaced { at: fed_at, file_at: at, longer_by, decision });
        }
        self.fed.extend_from_slice(&self.file[copied.min(self.file.len())..]);
        if self.break_added {
            self.fed.push(b'\n');
        }
    }

    /// Applies a change before a restart; false if the budget is used up.
    fn change(&mut self, change: Change) -> bool {
        self.spent = self.spent.saturating_add(self.fed.len() + RESTART_COST);
        if self.spent > RESTART_BUDGET {
            return false;
        }
        let at = match change {
            Change::RestoreComma(at) => {
                self.decisions.remove(&at);
                self.rebuild();
                return true;
            }
            Change::WithoutBreak => {
                self.break_added = false;
                self.rebuild();
                return true;
            }
            Change::QuestionMark(at) => {
                self.decisions.insert(at, Decision::QuestionMark);
                at
            }
            Change::Version(at) => {
                self.decisions.insert(at, Decision::Version);
                at
            }
            Change::Placeholder(index, at) => {
                self.decisions.insert(at, Decision::Placeholder(index));
                if index == COLON {
                    // Files with one usually have more: replace all that follow a plain word.
                    let places = (at + 1..self.file.len()).filter(|&at| is_colon_of_word(self.file, at));
                    for at in places.collect::<Vec<_>>() {
                        self.decisions.entry(at).or_insert(Decision::Placeholder(COLON));
                    }
                }
                if index == QUOTE {
                    // Also replace the others in the same scalar.
                    let mut next = at + 2;
                    while let Some(byte) = self.file.get(next).filter(|byte| **byte != b'"') {
                        if *byte == b'\\' && self.file.get(next + 1) == Some(&b'\'') {
                            self.decisions.insert(next, Decision::Placeholder(QUOTE));
                        }
                        next += if *byte == b'\\' { 2 } else { 1 };
                    }
                }
                at
            }
            Change::Tag(start) => {
                for at in start..tag_end(self.file, start) {
                    if matches!(self.file[at], b',' | b'[' | b']') {
                        self.decisions.insert(at, Decision::InTag);
                    }
                }
                start
            }
        };
        // The rest of the file may be read differently now.
        self.suspect_commas(at);
        self.rebuild();
        true
    }
}

/// A change of the input, at a byte of the file.
pub(crate) enum Change {
    /// Restores a comma that is not in a tag. Only the first one, since the rest may be read differently then.
    RestoreComma(usize),
    Placeholder(usize, usize),
    /// A tag starts here, with commas or brackets in it.
    Tag(usize),
    QuestionMark(usize),
    Version(usize),
    /// Without the line break that was added at the end.
    WithoutBreak,
}

/// Why [`CompatEvents`] stops.
pub(crate) enum Stop {
    Problem(Problem),
    Restart(Change),
}

/// Parses a file, restarting while its input has to be changed.
///
/// `attempt` consumes the events and must return their `Err(Stop::Restart)`.
pub(crate) fn with_events<T>(
    text: &mut CompatSource<'_>,
    mut attempt: impl FnMut(&CompatSource<'_>, CompatEvents<'_>) -> Result<T, Stop>,
) -> Result<T, Problem> {
    let mut no_restart = false;
    loop {
        let bad_bytes = Cell::new(None);
        let events =
            CompatEvents { text, source: Libyaml::new(text.fed(), &bad_bytes), open: Vec::new(), no_restart, seen: 0 };
        match attempt(text, events) {
            Ok(result) => return Ok(result),
            Err(Stop::Problem(problem)) => return Err(problem),
            Err(Stop::Restart(change)) => no_restart = !text.change(change),
        }
    }
}

/// The events of a file as ytt's library would emit them.
pub(crate) struct CompatEvents<'t> {
    text: &'t CompatSource<'t>,
    source: Libyaml<'t>,
    /// The collections around the next event.
    open: Vec<Open>,
    /// No more restarts.
    no_restart: bool,
    /// The end of the last event.
    seen: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Open {
    Block,
    Brackets,
    Braces,
    /// `a: 1` in brackets.
    Pair,
}

impl CompatEvents<'_> {
    pub(crate) fn next(&mut self) -> Result<Event, Stop> {
        let mut event = match self.source.next() {
            Ok(event) => event,
            Err(problem) => return Err(self.judge(problem)),
        };
        match &event.kind {
            EventKind::SequenceStart { flow, .. } => self.open.push(if *flow { Open::Brackets } else { Open::Block }),
            EventKind::MappingStart { flow, .. } => {
                let brace = self.text.fed.get(event.range.clone()).is_some_and(|text| text.ends_with(b"{"));
                self.open.push(match (flow, brace) {
                    (false, _) => Open::Block,
                    (true, true) => Open::Braces,
                    (true, false) => Open::Pair,
                });
            }
            EventKind::SequenceEnd | EventKind::MappingEnd => {
                self.open.pop();
            }
            EventKind::DocumentStart { minor_version: Some(2) } if !self.no_restart => {
                if let Some(at) = self.version_in(&event.range) {
                    return Err(Stop::Restart(Change::Version(at)));
                }
            }
            EventKind::Scalar { style: Style::Plain, .. }
                if self.open.last().is_some_and(|open| *open != Open::Block) =>
            {
                self.check_plain_in_flow(&event)?;
            }
            _ => {}
        }
        self.seen = event.range.end;
        if let EventKind::Scalar { value, style, .. } = &mut event.kind {
            if !self.text.replaced.is_empty() {
                *value = self.text.restore(&event.range, std::mem::take(value));
            }
            if self.text.break_added && *style == Style::Block {
                self.remove_added_break(&event.range, value);
            }
        }
        Ok(event)
    }

    /// Checks a plain scalar in brackets. ytt's library ends it at `?`, which is an error. A comma in it was replaced although it
    /// does not follow a tag.
    fn check_plain_in_flow(&self, event: &Event) -> Result<(), Stop> {
        let fed = &self.text.fed;
        let content = content_start(fed, &event.range);
        let inside = fed.get(content..event.range.end).and_then(|text| text.iter().position(|b| *b == b'?'));
        let question_mark = inside.map(|at| content + at);
        if let Some(comma) = self.comma_in(content..question_mark.unwrap_or(event.range.end)) {
            if self.no_restart {
                let mark = Mark { at: event.range.start, line: event.first_line };
                return Err(Stop::Problem(in_parser("too many commas that could end a tag", mark)));
            }
            return Err(Stop::Restart(Change::RestoreComma(comma)));
        }
        let at = match question_mark {
            // Restart, since the scanner may find a problem before it.
            Some(at) if !self.no_restart => return Err(Stop::Restart(Change::QuestionMark(self.text.in_text(at)))),
            Some(at) => at,
            None => {
                let mut next = event.range.end;
                while let Some(rest) = fed.get(next..) {
                    next += match (rest.first(), break_width(rest)) {
                        (Some(b' ' | b'\t'), _) => 1,
                        (_, 0) => break,
                        (_, width) => width,
                    };
                }
                let replaced = self.text.replaced_in(&(next..next + 1)).first();
                match replaced.map(|replaced| replaced.decision) {
                    Some(Decision::QuestionMark) => next,
                    _ => return Ok(()),
                }
            }
        };
        let before = fed.get(event.range.start..at).unwrap_or_default();
        let mark = Mark { at, line: event.first_line + count_breaks(before) };
        let expected = match self.open.last() {
            Some(Open::Braces) => "did not find expected ',' or '}'",
            _ => "did not find expected ',' or ']'",
        };
        Err(Stop::Problem(in_parser(expected, mark)))
    }

    /// The byte in the file of the first replaced comma in a range of the fed text.
    fn comma_in(&self, range: Range<usize>) -> Option<usize> {
        let mut replaced = self.text.replaced_in(&range).iter();
        replaced.find(|replaced| replaced.decision == Decision::Placeholder(COMMA)).map(|replaced| replaced.file_at)
    }

    /// The byte in the file of the 2 of a `%YAML 1.2` in a range of the fed text.
    fn version_in(&self, range: &Range<usize>) -> Option<usize> {
        let text = self.text.fed.get(range.clone())?;
        let mut starts = (0..text.len()).filter(|at| text[*at..].starts_with(b"%YAML"));
        starts.find_map(|start| {
            let rest = &text[start + 5..];
            let blanks = rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
            let number = &rest[blanks..];
            // Both numbers may have leading zeros.
            let major = number.iter().take_while(|b| **b == b'0').count();
            let minor = number[major..].strip_prefix(b"1.")?;
            let zeros = minor.iter().take_while(|b| **b == b'0').count();
            let is_version = minor.get(zeros) == Some(&b'2') && !minor.get(zeros + 1).is_some_and(u8::is_ascii_digit);
            is_version.then(|| self.text.in_text(range.start + start + 5 + blanks + major + 2 + zeros))
        })
    }

    /// Translates a problem of libyaml-safer to that of ytt's library, or asks for a restart.
    fn judge(&self, mut problem: Problem) -> Stop {
        let Some(mark) = problem.mark else { return Stop::Problem(problem) };
        let text = self.text;
        let rest = text.fed.get(mark.at..).unwrap_or_default();
        let began_with = |byte: u8| problem.context.is_some_and(|context| text.fed.get(context.at) == Some(&byte));
        if !self.no_restart {
            let mut comma = self.comma_in(self.seen..mark.at);
            match (problem.text, problem.context) {
                ("did not find expected whitespace or line break" | "did not find expected tag URI", Some(context))
                    if began_with(b'!') =>
                {
                    let stands_for_comma = self.comma_in(mark.at..mark.at + 1).is_some();
                    let is_verbatim = text.fed.get(context.at + 1) == Some(&b'<');
                    if is_verbatim {
                        // The rest of the line does not matter.
                        comma = None;
                    } else if stands_for_comma || matches!(rest.first(), Some(b',' | b'[' | b']')) {
                        return Stop::Restart(Change::Tag(text.in_text(context.at)));
                    }
                }
                ("found unexpected ':'", _) => return Stop::Restart(Change::Placeholder(COLON, text.in_text(mark.at))),
                ("found unknown escape character", _) if rest.starts_with(b"\\'") => {
                    return Stop::Restart(Change::Placeholder(QUOTE, text.in_text(mark.at)));
                }
                _ => {}
            }
            if !problem.in_scanner {
                // The scanner is ahead of the parser.
                comma = comma.or_else(|| self.comma_in(mark.at..mark.at + LOOK_AHEAD));
            }
            if let Some(at) = comma {
                return Stop::Restart(Change::RestoreComma(at));
            }
            if let Some(at) = self.version_in(&(self.seen..mark.at)) {
                return Stop::Restart(Change::Version(at));
            }
        }
        let behind_end = text.break_added && rest.is_empty();
        if behind_end && problem.text == "could not find expected ':'" {
            let known_before =
                problem.context.is_some_and(|key| key.line + 1 < mark.line || key.at + 1024 + 1 < mark.at);
            if !known_before && !self.no_restart {
                // ytt's library finds this error at the end of the text, after the parser has seen the tokens before it, which
                // may have an error of their own. The added line break lets libyaml find it earlier.
                return Stop::Restart(Change::WithoutBreak);
            }
            // ytt's library reports it in the last line.
            problem.mark = Some(Mark { at: mark.at, line: mark.line - u32::from(known_before) });
        }
        if behind_end && problem.text == "found unexpected end of stream" {
            // It is found after the added line break.
            problem.mark = Some(Mark { at: mark.at, line: mark.line.saturating_sub(1) });
            let backslashes = text.file.iter().rev().take_while(|b| **b == b'\\').count();
            if began_with(b'"') && backslashes % 2 == 1 {
                problem.text = "found unknown escape character";
            }
        }
        Stop::Problem(problem)
    }

    /// Removes the added line break from a block scalar at the end of the file.
    fn remove_added_break(&self, range: &Range<usize>, value: &mut String) {
        let fed = &self.text.fed;
        if range.end < fed.len() || !value.ends_with('\n') {
            return;
        }
        let start = content_start(fed, range);
        let source = String::from_utf8_lossy(fed.get(start..fed.len() - 1).unwrap_or_default());
        // Only spaces matter, so all line breaks are treated alike.
        let source = source.replace(['\u{85}', '\u{2028}', '\u{2029}', '\r'], "\n");
        let Some((header, lines)) = source.split_once('\n') else { return };
        let indicators = header.get(1..).unwrap_or_default();
        let keeps = indicators.bytes().take_while(|b| matches!(b, b'+' | b'-' | b'0'..=b'9')).any(|b| b == b'+');
        let last = lines.rsplit('\n').next().unwrap_or_default();
        if keeps || !last.bytes().all(|b| b == b' ') || last.len() > block_indent(lines, value, last) {
            value.pop();
        }
    }
}

/// The indentation of a block scalar: the difference between source and value in the first line that is not blank.
fn block_indent(lines: &str, value: &str, last: &str) -> usize {
    let spaces = |text: &str| {
        let line = text.split('\n').find(|line| !line.trim_start_matches(' ').is_empty())?;
        Some(line.len() - line.trim_start_matches(' ').len())
    };
    match (spaces(lines), spaces(value)) {
        (Some(source), Some(value)) => source.saturating_sub(value),
        // All lines are blank: spaces in the value are those after the indentation.
        _ => last.len() - last.len().min(value.trim_end_matches('\n').rsplit('\n').next().map_or(0, str::len)),
    }
}

fn in_parser(text: &'static str, mark: Mark) -> Problem {
    Problem { text, mark: Some(mark), context: None, in_scanner: false }
}

/// Whether a file starts with `---` and white space, possibly after other white space.
fn starts_with_document(file: &[u8]) -> bool {
    let is_blank = |b: &u8| matches!(b, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ');
    let start = file.iter().take_while(|b| is_blank(b)).count();
    file[start..].strip_prefix(b"---").is_some_and(|rest| rest.first().is_some_and(is_blank))
}

fn ends_with_break(file: &[u8]) -> bool {
    (1..=3.min(file.len())).any(|width| break_width(&file[file.len() - width..]) == width)
}

/// Whether the file ends within a character, which is an error.
fn ends_within_character(file: &[u8]) -> bool {
    (1..=3.min(file.len())).any(|distance| match file[file.len() - distance] {
        0xc0..=0xdf => distance < 2,
        0xe0..=0xef => distance < 3,
        0xf0..=0xf7 => distance < 4,
        _ => false,
    })
}

/// Private-use characters that the text does not contain.
fn unused_characters(file: &[u8]) -> Option<Placeholders> {
    const LEAD: u8 = 0xee;
    let mut used = std::collections::BTreeSet::new();
    if file.contains(&LEAD) {
        used = String::from_utf8_lossy(file).chars().filter(|c| ('\u{e000}'..='\u{efff}').contains(c)).collect();
    }
    let mut free = ('\u{e000}'..='\u{efff}').filter(|c| !used.contains(c));
    let mut placeholders = ['\0'; ORIGINALS.len()];
    for placeholder in &mut placeholders {
        *placeholder = free.next()?;
    }
    Some(placeholders)
}

/// Whether a byte may be part of a tag in ytt's library.
fn is_tag_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"_-;/?:@&=+$,.!~*'()[]%".contains(&b)
}

/// The end of a tag that starts at `start`.
fn tag_end(file: &[u8], start: usize) -> usize {
    start + file[start.min(file.len())..].iter().take_while(|b| is_tag_byte(**b)).count()
}

/// The comma on which libyaml-safer would panic if a tag starts here.
fn comma_after_tag(file: &[u8], start: usize) -> Option<usize> {
    let tag = &file[start..tag_end(file, start + 1).max(start + 1)];
    let comma = if file.get(start + 1) == Some(&b'<') {
        let end = tag_end(file, start + 2);
        (file.get(end..end + 2) == Some(b">,")).then_some(end + 1)
    } else {
        tag.iter().position(|b| *b == b',').map(|at| start + at)
    }?;
    // Most exclamation marks are in prose, where no tag can start.
    let (before, word) = match file[..start].last() {
        None => return Some(comma),
        Some(b' ' | b'\t') => {
            let blanks = file[..start].iter().rev().take_while(|b| matches!(b, b' ' | b'\t')).count();
            let line = &file[..start - blanks];
            let length = line.iter().rev().take_while(|b| !matches!(b, b' ' | b'\t' | b'\n' | b'\r')).count();
            (b' ', &line[line.len() - length..])
        }
        Some(&before) => (before, &[][..]),
    };
    let in_prose = word.last().is_some_and(u8::is_ascii_alphanumeric)
        && word.iter().all(|b| b.is_ascii_alphanumeric() || b"._-/()=+".contains(b));
    let can_start = before >= 0x80 || b" \n\r[]{},:?\"'".contains(&before);
    (can_start && !in_prose).then_some(comma)
}

/// Whether a colon follows a single word and precedes a bracket, brace or comma.
fn is_colon_of_word(file: &[u8], at: usize) -> bool {
    if file[at] != b':' || !file.get(at + 1).is_some_and(|next| b",?[]{}".contains(next)) {
        return false;
    }
    let is_word = |b: &&u8| b.is_ascii_alphanumeric() || b"._-/".contains(*b);
    // Longer words are found one by one.
    let length = file[..at].iter().rev().take(100).take_while(is_word).count();
    length > 0 && file[..at - length].last().is_none_or(|before| b" \t\n\r,[{".contains(before))
}
