//! Assigns the comments of a values file to its keys, by lines and columns.
//!
//! A comment directly above a key with the same indentation, or beside it, describes the key. A comment that is indented below an
//! empty value, or a commented-out list directly below an empty one, shows what the value could be. All others are retained as comments.

use std::collections::{BTreeMap, HashMap};

use super::commented_out;
use super::prose::{self, Declarations, Declared};
use crate::positions::Source;
use crate::yaml::tree::{Comment, DocumentSet, Meta, Value};

/// The information in the comments of a key.
#[derive(Clone, Debug, Default)]
pub(super) struct Note {
    pub(super) description: Option<String>,
    /// The type that the comment declares, as in `# -- (int) Number of replicas`.
    pub(super) declared: Option<Declared>,
    /// A commented-out value below an empty one.
    pub(super) example: Option<Value>,
    /// Lines of comments that are not part of the description; an empty line separates paragraphs.
    pub(super) others: Vec<String>,
    /// Whether an empty line is above the key and its comments.
    pub(super) is_apart: bool,
}

impl Note {
    /// Adds the comments of the same key of another item.
    pub(super) fn merge(&mut self, other: Note) {
        match (&self.description, other.description) {
            (None, description) => self.description = description,
            (Some(own), Some(other)) if *own != other => self.others.extend(other.split('\n').map(str::to_owned)),
            _ => {}
        }
        self.declared = self.declared.or(other.declared);
        self.example = self.example.take().or(other.example);
        self.others.extend(other.others.into_iter().filter(|line| !line.is_empty()));
    }

    fn describe(&mut self, text: &str) {
        match &mut self.description {
            Some(known) => known.extend(["\n", text]),
            None => self.description = Some(text.to_owned()),
        }
    }
}

/// All comments in order.
pub(super) fn all(documents: &DocumentSet) -> Vec<Comment> {
    let mut found = Vec::new();
    for document in documents.iter() {
        found.extend_from_slice(document.meta.comments());
        visit(&document.value, &mut |_, meta, _| found.extend_from_slice(meta.comments()));
    }
    // Aliases copy them.
    found.sort_by_key(|comment| comment.position.line());
    found.dedup_by_key(|comment| comment.position.line());
    found
}

/// Calls `look` with the key, the data and the value of each item, in preorder.
fn visit(value: &Value, look: &mut impl FnMut(Option<&Value>, &Meta, &Value)) {
    for item in value.items() {
        let item = item.borrow();
        look(item.key(), item.meta(), item.value());
        visit(item.value(), look);
    }
}

/// The first key of a line, or else its first item of a list.
struct Owner {
    key: Option<Value>,
    value: Value,
    column: usize,
}

/// The comments of all keys.
pub(super) struct Notes {
    owners: BTreeMap<u32, Owner>,
    notes: HashMap<u32, Note>,
    declarations: Declarations,
}

/// A run of lines that consist of comments with the same indentation.
struct Block {
    first: u32,
    column: usize,
    lines: Vec<String>,
}

impl Block {
    fn last(&self) -> u32 {
        self.first + self.lines.len() as u32 - 1
    }
}

impl Notes {
    pub(super) fn of(source: &Source, documents: &DocumentSet, comments: &[Comment]) -> Notes {
        let mut owners = BTreeMap::<u32, Owner>::new();
        for document in documents.iter() {
            visit(&document.value, &mut |key, meta, value| {
                let line = meta.position.line();
                if owners.get(&line).is_none_or(|known| known.key.is_none() && key.is_some()) {
                    let column = column(source.line(line), key.is_some());
                    owners.insert(line, Owner { key: key.cloned(), value: value.clone(), column });
                }
            });
        }
        let mut notes = Notes { owners, notes: HashMap::new(), declarations: Declarations::default() };
        let mut blocks: Vec<Block> = Vec::new();
        for comment in comments {
            let line = comment.position.line();
            let before = comment.position.own_span().map_or("", |span| {
                let start = source.line_range(line).map_or(span.start, |range| range.start);
                source.text.get(start..span.start).unwrap_or_default()
            });
            let text = comment.text.trim_start_matches('!').trim_end().to_owned();
            if !before.trim().is_empty() {
                notes.beside(line, &text);
                continue;
            }
            match blocks.last_mut() {
                Some(block) if block.last() + 1 == line && block.column == before.len() => block.lines.push(text),
                _ => blocks.push(Block { first: line, column: before.len(), lines: vec![text] }),
            }
        }
        for (index, block) in blocks.iter().enumerate() {
            let is_followed = blocks.get(index + 1).is_some_and(|next| next.first == block.last() + 1);
            notes.assign(source, block, is_followed);
        }
        notes.mark_gaps(source);
        notes
    }

    /// The comments of a key.
    pub(super) fn of_key(&self, line: u32, key: &Value) -> Note {
        self.found(line, Some(key))
    }

    /// The comments of an item of a list.
    pub(super) fn of_item(&self, line: u32) -> Note {
        self.found(line, None)
    }

    /// The descriptions and types that comments declare for paths.
    pub(super) fn declarations(&self) -> &Declarations {
        &self.declarations
    }

    fn found(&self, line: u32, key: Option<&Value>) -> Note {
        let is_owner = self.owners.get(&line).is_some_and(|owner| owner.key.as_ref() == key);
        is_owner.then(|| self.notes.get(&line).cloned()).flatten().unwrap_or_default()
    }

    fn note(&mut self, line: u32) -> &mut Note {
        self.notes.entry(line).or_default()
    }

    /// A comment after a value, or after a bracket.
    fn beside(&mut self, line: u32, text: &str) {
        let text = text.trim_start_matches('#').trim();
        if text.is_empty() {
            return;
        }
        if self.owners.contains_key(&line) {
            let prose = prose::read(&[text.to_owned()], &mut self.declarations);
            let note = self.note(line);
            note.declared = note.declared.or(prose.declared);
            match prose.description {
                Some(description) => note.describe(&description),
                None => note.others.push(text.to_owned()),
            }
        } else if let Some((above, _)) = self.owners.range(..line).next_back() {
            let above = *above;
            self.note(above).others.push(text.to_owned());
        }
    }

    fn assign(&mut self, source: &Source, block: &Block, is_followed: bool) {
        let above = self
            .owners
            .range(..block.first)
            .next_back()
            .map(|(line, owner)| (*line, owner.column, is_empty(&owner.value)));
        let below = self.owners.range(block.last()..).next().map(|(line, owner)| (*line, owner.column));
        let is_adjacent_above = block.first > 1 && !source.line(block.first - 1).trim().is_empty();
        let is_list = block.lines.first().is_some_and(|line| commented_out::is_item(line));
        let describes_below =
            below.is_some_and(|(line, column)| !is_followed && line == block.last() + 1 && column == block.column);
        match (above, below) {
            // A commented-out value of the key above.
            (Some((line, column, true)), _)
                if (block.column > column && !describes_below)
                    || (block.column == column && is_adjacent_above && is_list) =>
            {
                self.inside(line, block);
            }
            (_, Some((line, _))) if describes_below => self.describe(line, block),
            (Some((line, column, _)), _) if block.column > column || (block.column == column && is_adjacent_above) => {
                self.retain(line, &block.lines);
            }
            (_, Some((line, _))) => {
                self.retain(line, &block.lines);
                self.note(line).others.push(String::new());
            }
            (Some((line, ..)), None) => self.retain(line, &block.lines),
            (None, None) => {}
        }
    }

    /// Comments directly above a key: the text after the last commented-out line describes it.
    fn describe(&mut self, line: u32, block: &Block) {
        let start = commented_out::after(&block.lines);
        let (others, lines) = block.lines.split_at(start);
        let prose = prose::read(lines, &mut self.declarations);
        self.retain(line, others);
        let note = self.note(line);
        note.others.extend(prose.others);
        note.declared = note.declared.or(prose.declared);
        if let Some(description) = prose.description {
            // A comment beside the key was assigned before.
            let beside = note.description.take();
            note.describe(&description);
            if let Some(beside) = beside {
                note.describe(&beside);
            }
        }
    }

    /// Comments below a key with an empty value.
    fn inside(&mut self, line: u32, block: &Block) {
        let start = commented_out::start(&block.lines);
        let (text, code) = block.lines.split_at(start);
        let prose = prose::read(text, &mut self.declarations);
        let example = commented_out::value(code);
        let note = self.note(line);
        match (prose.description, &note.description) {
            (Some(description), None) => note.description = Some(description),
            (Some(_), Some(_)) => note.others.extend(text.iter().map(|line| stripped(line).to_owned())),
            (None, _) => {}
        }
        note.others.extend(prose.others);
        note.example = note.example.take().or(example);
        self.retain(line, code);
    }

    fn retain(&mut self, line: u32, lines: &[String]) {
        self.note(line).others.extend(lines.iter().map(|line| stripped(line).to_owned()));
    }

    /// Marks keys with an empty line above them and their comments.
    fn mark_gaps(&mut self, source: &Source) {
        let lines: Vec<u32> = self.owners.keys().copied().collect();
        for line in lines {
            let mut above = line.saturating_sub(1);
            while above > 0 && source.line(above).trim_start().starts_with('#') {
                above -= 1;
            }
            if above > 0 && source.line(above).trim().is_empty() {
                self.note(line).is_apart = true;
            }
        }
    }
}

/// The text of a comment without further `#` and one space.
fn stripped(line: &str) -> &str {
    let text = line.trim_start_matches('#');
    text.strip_prefix(' ').unwrap_or(text)
}

/// The column of a key, after the dashes of the lists that it begins, or of the first dash.
fn column(line: &str, is_key: bool) -> usize {
    let mut rest = line.trim_start();
    while let Some(inner) = rest.strip_prefix("- ").filter(|_| is_key) {
        rest = inner.trim_start();
    }
    line.len() - rest.len()
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || value.is_empty_collection()
}
