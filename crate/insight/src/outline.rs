//! Documents, keys and items of a YAML text that may be broken, by their indentation.
//!
//! Takes the lines of a text, hands on which document a place is in, what is annotated, and the path of each key.
//! A key half typed at the caret counts as a key.

use std::ops::Range;

use super::lines::{Line, lines};

/// A key or an item of a list.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The key's text without quotes; None for an item of a list.
    pub(super) key: Option<String>,
    /// Bytes of the key, or of the dash.
    pub(super) range: Range<usize>,
    /// Bytes of what stands behind it on its line, without blanks and comment.
    pub(super) value: Range<usize>,
    /// Index of the line.
    pub(super) line: usize,
    /// The entry that holds it.
    pub(super) parent: Option<usize>,
    /// Index of the document.
    pub(super) document: usize,
    indent: usize,
}

/// A document: from its first line up to, not including, its last.
#[derive(Clone, Debug, Default)]
pub(super) struct Document {
    pub(super) lines: Range<usize>,
    /// Names of the annotations above its `---`.
    pub(super) annotations: Vec<String>,
}

/// One step to a data value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    Key(String),
    Item,
}

#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) lines: Vec<Line>,
    pub(super) documents: Vec<Document>,
    pub(super) entries: Vec<Entry>,
}

impl Outline {
    /// `caret` is a place where a key may be half typed.
    pub(super) fn of(text: &str, caret: Option<usize>) -> Outline {
        let lines = lines(text);
        let documents = documents(text, &lines);
        let mut outline = Outline { lines, documents, entries: Vec::new() };
        let mut open: Vec<usize> = Vec::new();
        let mut document = 0;
        for number in 0..outline.lines.len() {
            if outline.documents.get(document + 1).is_some_and(|next| next.lines.start <= number) {
                document += 1;
                open.clear();
            }
            for mut entry in entries(text, &outline.lines[number], caret) {
                while let Some(&top) = open.last() {
                    let above = &outline.entries[top];
                    // The items of a list may stand as far left as its key.
                    let holds_list = above.key.is_some() && entry.key.is_none();
                    if above.indent < entry.indent || (above.indent == entry.indent && holds_list) {
                        break;
                    }
                    open.pop();
                }
                entry.parent = open.last().copied();
                entry.line = number;
                entry.document = document;
                open.push(outline.entries.len());
                outline.entries.push(entry);
            }
        }
        outline
    }

    /// From the document to the entry.
    pub(super) fn path(&self, entry: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = Some(entry);
        while let Some(entry) = at.and_then(|index| self.entries.get(index)) {
            steps.push(entry.key.clone().map_or(Step::Item, Step::Key));
            at = entry.parent;
        }
        steps.reverse();
        steps
    }

    /// The line that a byte is in.
    pub(super) fn line_at(&self, at: usize) -> usize {
        self.lines.partition_point(|line| line.range.start <= at).saturating_sub(1)
    }

    pub(super) fn document_at(&self, line: usize) -> &Document {
        &self.documents[self.document_index(line)]
    }

    /// The index of the document that a line is in.
    pub(super) fn document_index(&self, line: usize) -> usize {
        self.documents.partition_point(|document| document.lines.start <= line).saturating_sub(1)
    }
}

/// The annotations above a `---` belong to what follows it.
fn documents(text: &str, lines: &[Line]) -> Vec<Document> {
    let mut documents = vec![Document::default()];
    let mut annotations = Vec::new();
    let mut has_content = false;
    for (number, line) in lines.iter().enumerate() {
        if line.is_separator(text) {
            if let Some(last) = documents.last_mut() {
                last.lines.end = number;
            }
            let document = Document { lines: number..number, annotations: std::mem::take(&mut annotations) };
            if has_content || documents.len() > 1 {
                documents.push(document);
            } else {
                // What is above the first `---` is part of its document.
                documents = vec![Document { lines: 0..number, ..document }];
                has_content = true;
            }
        } else if !line.body.is_empty() {
            has_content = true;
            annotations.clear();
        } else if let Some(rest) = line.comment.and_then(|at| text.get(at..line.range.end)?.strip_prefix("#@")) {
            let name = rest.split(' ').next().unwrap_or_default();
            if !name.is_empty() {
                annotations.push(name.to_owned());
            }
        }
    }
    if let Some(last) = documents.last_mut() {
        last.lines.end = lines.len();
        // Half typed: the annotation is there, the `---` is not yet.
        if !has_content {
            last.annotations = annotations;
        }
    }
    documents
}

fn entries(text: &str, line: &Line, caret: Option<usize>) -> Vec<Entry> {
    let body = text.get(line.body.clone()).unwrap_or_default();
    let here =
        caret.filter(|at| line.range.start <= *at && *at <= line.range.end && line.comment.is_none_or(|c| *at <= c));
    if line.is_separator(text) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut entry = |key: Option<String>, range: Range<usize>, value: Range<usize>| {
        let indent = range.start - line.range.start;
        found.push(Entry { key, range, value, line: 0, parent: None, document: 0, indent });
    };
    let end = line.body.end;
    let mut at = line.body.start;
    let mut rest = body;
    while let Some(after) = rest.strip_prefix('-').filter(|after| after.is_empty() || after.starts_with(' ')) {
        let next = after.trim_start();
        entry(None, at..at + 1, end - next.len()..end);
        at = end - next.len();
        rest = next;
    }
    if let Some((key, length)) = key(rest) {
        let value = rest[length..].trim_start_matches(':').trim_start();
        entry(Some(key), at..at + length, end - value.len()..end);
    } else if let Some(caret) = here {
        // Nothing yet, or a word up to the caret: this is where a key goes.
        let start = if rest.is_empty() && !body.ends_with('-') { caret } else { at.min(caret) };
        let typed = text.get(start..end.max(start)).unwrap_or_default();
        if start <= caret && !typed.contains([' ', '{', '[', '"', '\'']) {
            entry(Some(String::new()), start..end.max(start), end.max(start)..end.max(start));
        }
    }
    found
}

/// The key that a text starts with, without quotes, and its length.
fn key(text: &str) -> Option<(String, usize)> {
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let length = text[1..].find(quote)? + 2;
        return text[length..].starts_with(':').then(|| (text[1..length - 1].to_owned(), length));
    }
    let length = text.char_indices().find_map(|(at, c)| {
        let next = text[at + c.len_utf8()..].chars().next();
        (c == ':' && next.is_none_or(char::is_whitespace)).then_some(at)
    })?;
    Some((text[..length].trim_end().to_owned(), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str) -> Vec<String> {
        let caret = text.find('‸');
        let text = text.replace('‸', "");
        let outline = Outline::of(&text, caret);
        let show = |step: &Step| match step {
            Step::Key(key) => key.clone(),
            Step::Item => "[]".to_owned(),
        };
        (0..outline.entries.len()).map(|i| outline.path(i).iter().map(show).collect::<Vec<_>>().join(".")).collect()
    }

    #[test]
    fn paths_follow_the_indentation() {
        let text = "kiln:\n  peak: 1\nstages:\n- name: a\n  minutes: 2\n- - x\n\"q r\": 1\n";
        let expected = [
            "kiln",
            "kiln.peak",
            "stages",
            "stages.[]",
            "stages.[].name",
            "stages.[].minutes",
            "stages.[]",
            "stages.[].[]",
            "q r",
        ];
        assert_eq!(paths(text), expected);
    }

    #[test]
    fn a_half_typed_key_has_its_place() {
        assert_eq!(paths("kiln:\n  pe‸\nother:\n"), ["kiln", "kiln.", "other"]);
        assert_eq!(paths("kiln:\n  ‸\nother:\n"), ["kiln", "kiln.", "other"]);
        assert_eq!(paths("stages:\n- na‸"), ["stages", "stages.[]", "stages.[]."]);
        assert_eq!(paths("stages:\n- ‸"), ["stages", "stages.[]", "stages.[]."]);
    }

    #[test]
    fn annotations_above_a_separator_belong_to_its_document() {
        let outline = Outline::of("#@ load(\"x\")\n#@data/values\n---\na: 1\n#@overlay/match by=x\n---\nb: 2\n", None);
        let annotations: Vec<_> = outline.documents.iter().map(|d| d.annotations.join(" ")).collect();
        assert_eq!(annotations, ["data/values", "overlay/match"]);
        assert_eq!(outline.document_at(3).annotations, ["data/values"]);
        assert_eq!(outline.document_at(6).annotations, ["overlay/match"]);
    }
}
