//! Maps ranges of the emitted text to lines, expressions and operations of the program.
//!
//! ytt reports a call at its `(`, an operation at its operator, an assignment that unpacks at its `=`. The
//! emitter marks the ranges where that matters; everywhere else the line of the nearest token before counts.

use std::ops::Range;

use super::source::offset;

/// What a range of the emitted text does, as far as messages depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// An operator, also of an augmented assignment: `<=`, `in`, `+`.
    Operator(&'static str),
    /// An assignment of one value to several targets.
    Unpacking,
    /// A call of a function; the index of its arguments in [`SourceMap::calls`].
    Call(u32),
    /// The use of a literal string as a key; its index in [`SourceMap::keys`].
    Key(u32),
    Other,
}

/// The arguments of a call, as far as messages about them depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallArguments {
    /// How many are passed by position, without those of `*`.
    pub positional: usize,
    /// The names of those that are passed by name, without those of `**`.
    pub keywords: Vec<String>,
    pub has_star: bool,
    pub has_double_star: bool,
}

/// A range of the emitted text that can fail on its own.
#[derive(Clone, Debug)]
struct Mark {
    start: u32,
    end: u32,
    line: u32,
    operation: Operation,
}

/// Places of the emitted text. Line 0 means code that ytt adds itself; it reports no place for it.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// Sorted by offset.
    points: Vec<(u32, u32)>,
    /// Sorted by range once finished.
    marks: Vec<Mark>,
    /// See [`Operation::Call`].
    calls: Vec<CallArguments>,
    /// See [`Operation::Key`].
    keys: Vec<String>,
    /// Where a variable of a function or comprehension is read, in order.
    locals: Vec<u32>,
    /// Operations of the starlark crate in place of calls of the runtime's functions; sorted once finished.
    unchecked: Vec<Range<u32>>,
    /// Calls of attributes, with the lines of their dots; sorted once finished.
    attributes: Vec<(Range<u32>, u32)>,
    /// Where an `if` or `elif` starts whose condition compares, and with which operator; sorted once finished.
    conditions: Vec<(u32, &'static str)>,
    /// Expressions: their ranges in the emitted text and in the untrimmed program; sorted by where the first end once finished.
    expressions: Vec<(Range<u32>, Range<u32>)>,
    /// Ranges that can fail for a missing attribute, and the ranges of its name in the untrimmed program; sorted likewise.
    names: Vec<(Range<u32>, Range<u32>)>,
}

impl SourceMap {
    /// From here on the text belongs to `line`.
    pub(super) fn point(&mut self, at: u32, line: u32) {
        match self.points.last_mut() {
            Some((_, known)) if *known == line => {}
            Some((last, known)) if *last == at => *known = line,
            _ => self.points.push((at, line)),
        }
    }

    /// The range is an operation that ytt reports at `line`.
    pub(super) fn mark(&mut self, range: Range<u32>, line: u32, operation: Operation) {
        self.marks.push(Mark { start: range.start, end: range.end, line, operation });
    }

    pub(super) fn call(&mut self, arguments: CallArguments) -> Operation {
        self.calls.push(arguments);
        Operation::Call(offset(self.calls.len() - 1))
    }

    pub(super) fn key(&mut self, key: &str) -> Operation {
        self.keys.push(key.to_owned());
        Operation::Key(offset(self.keys.len() - 1))
    }

    /// The range is an operation of the starlark crate, whose errors do not say what ytt's do.
    pub(super) fn unchecked(&mut self, range: Range<u32>) {
        self.unchecked.push(range);
    }

    /// What is written at `at` reads a variable of a function or comprehension.
    pub(super) fn local(&mut self, at: u32) {
        self.locals.push(at);
    }

    pub(super) fn mark_attribute(&mut self, range: Range<u32>, line: u32) {
        self.attributes.push((range, line));
    }

    /// The starlark crate reports an error of a condition at the whole `if`.
    pub(super) fn mark_condition(&mut self, start: u32, operator: &'static str) {
        self.conditions.push((start, operator));
    }

    pub(super) fn expression(&mut self, range: Range<u32>, program: Range<u32>) {
        self.expressions.push((range, program));
    }

    pub(super) fn name(&mut self, range: Range<u32>, program: Range<u32>) {
        self.names.push((range, program));
    }

    pub(super) fn finish(&mut self) {
        // Of several marks on one range the first, innermost one counts.
        self.marks.sort_by_key(|m| (m.start, m.end));
        self.marks.dedup_by_key(|m| (m.start, m.end));
        self.unchecked.sort_unstable_by_key(|range| (range.start, range.end));
        self.conditions.sort_unstable();
        self.expressions.sort_by_key(|(range, _)| range.end);
        self.names.sort_by_key(|(range, _)| range.end);
        self.attributes.sort_by_key(|(range, _)| (range.start, range.end));
    }

    /// The program line (1-based) of the token at or before an offset of the emitted text.
    pub fn line(&self, offset: u32) -> u32 {
        let after = self.points.partition_point(|(at, _)| *at <= offset);
        match after.checked_sub(1).and_then(|i| self.points.get(i)) {
            Some((_, line)) => *line,
            None => self.points.first().map_or(0, |(_, line)| *line),
        }
    }

    /// The program line ytt reports for an error or call whose span is `range`.
    pub fn line_of(&self, range: Range<u32>) -> u32 {
        match self.find(&range) {
            Some(mark) => mark.line,
            None => self.line(range.start),
        }
    }

    /// The program line ytt reports for a missing attribute whose error's span is `range`: the starlark crate reports it at
    /// the whole call when the attribute is called, ytt at the dot.
    pub fn attribute_line(&self, range: Range<u32>) -> u32 {
        let key = (range.start, range.end);
        let found = self.attributes.binary_search_by_key(&key, |(r, _)| (r.start, r.end));
        match found.ok().and_then(|i| self.attributes.get(i)) {
            Some((_, line)) => *line,
            None => self.line_of(range),
        }
    }

    /// The range, in the untrimmed program, of the expression of an error or call whose span is `range`.
    pub fn expression_at(&self, range: &Range<u32>) -> Option<Range<u32>> {
        first_of(&self.expressions, range)
    }

    /// The range of the name of the missing attribute of an error whose span is `range`.
    pub fn attribute_name(&self, range: &Range<u32>) -> Option<Range<u32>> {
        first_of(&self.names, range)
    }

    /// The operator of the operation in `range`: `<=`, `in`, `+` (also for `+=`). `None` for calls and the like.
    pub fn operator(&self, range: Range<u32>) -> Option<&'static str> {
        if let Some(mark) = self.find(&range) {
            return match mark.operation {
                Operation::Operator(operator) => Some(operator),
                _ => None,
            };
        }
        let found = self.conditions.binary_search_by_key(&range.start, |(start, _)| *start);
        found.ok().and_then(|i| self.conditions.get(i)).map(|(_, operator)| *operator)
    }

    /// Whether the text in `range` is the target of an assignment of one value to several.
    pub fn is_unpacking(&self, range: &Range<u32>) -> bool {
        self.find(range).is_some_and(|mark| mark.operation == Operation::Unpacking)
    }

    /// The arguments of the call in `range`.
    pub fn call_arguments(&self, range: &Range<u32>) -> Option<&CallArguments> {
        match self.find(range)?.operation {
            Operation::Call(index) => self.calls.get(index as usize),
            _ => None,
        }
    }

    /// The literal key that the text in `range` looks up or adds to a dict.
    pub fn literal_key(&self, range: &Range<u32>) -> Option<&str> {
        match self.find(range)?.operation {
            Operation::Key(index) => self.keys.get(index as usize).map(String::as_str),
            _ => None,
        }
    }

    /// Whether an operation whose errors do not say what ytt's do is in `range`. The starlark crate reports an error of a condition at
    /// the whole `if`.
    pub fn has_unchecked(&self, range: &Range<u32>) -> bool {
        let from = self.unchecked.partition_point(|known| known.start < range.start);
        let mut inside = self.unchecked.iter().skip(from).take_while(|known| known.start < range.end);
        inside.any(|known| known.end <= range.end)
    }

    /// Whether the text at an offset reads a variable of a function or comprehension.
    pub fn is_local(&self, offset: u32) -> bool {
        self.locals.binary_search(&offset).is_ok()
    }

    fn find(&self, range: &Range<u32>) -> Option<&Mark> {
        self.marks
            .binary_search_by_key(&(range.start, range.end), |m| (m.start, m.end))
            .ok()
            .and_then(|i| self.marks.get(i))
    }
}

/// The partner of the first range that equals `range`, in pairs sorted by the ends of the ranges.
fn first_of(pairs: &[(Range<u32>, Range<u32>)], range: &Range<u32>) -> Option<Range<u32>> {
    let from = pairs.partition_point(|(other, _)| other.end < range.end);
    let ending = pairs.iter().skip(from).take_while(|(other, _)| other.end == range.end);
    ending.filter(|(other, _)| other == range).map(|(_, partner)| partner.clone()).next()
}
