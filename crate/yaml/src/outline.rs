//! An outline of a YAML text for editors: documents, annotations, keys and items with their bytes.
//!
//! A text that parses gets exact entries, also in brackets and behind anchors. Any other text is outlined by its
//! indentation: a file that is being typed is rarely valid, but its lines still show the structure.

mod indented;
mod lines;
mod parsed;

use std::ops::Range;

pub use lines::{Line, lines};

/// The structure of a text. All ranges are bytes of that text.
#[derive(Clone, Debug)]
pub struct Outline {
    /// All lines, in order.
    pub lines: Vec<Line>,
    /// All documents, in order; there is at least one.
    pub documents: Vec<Document>,
    /// All keys and items, in order; an entry comes after its parent.
    pub entries: Vec<Entry>,
}

/// A document of a text.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Indices of its lines, from `---` on.
    pub lines: Range<usize>,
    /// Names of the annotations above its `---`, and of one behind it.
    pub annotations: Vec<String>,
}

/// A key of a map or an item of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key without its quotes; None for an item.
    pub key: Option<String>,
    /// The bytes of the key, or of the dash of an item. Empty if the parser does not report them: for an item of a valid text, and
    /// for a key after an anchor or a tag.
    pub range: Range<usize>,
    /// The bytes of a scalar; for a collection of a valid text only the start.
    pub value: Range<usize>,
    /// Index of its line.
    pub line: usize,
    /// Index of the entry that contains it in its value.
    pub parent: Option<usize>,
    /// Index of its document.
    pub document: usize,
    /// The anchor of its value; None in a text that does not parse.
    pub anchor: Option<String>,
    /// The anchor that its value, an alias, refers to; None in a text that does not parse.
    pub alias: Option<String>,
}

/// A step of the path from a document to a value in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The value of a key.
    Key(String),
    /// Any item of an array.
    Item,
}

impl Outline {
    /// The outline of a text, exact if it parses and has no collections as keys.
    pub fn of(text: &str) -> Outline {
        let mut outline = Outline::without_entries(text);
        match parsed::entries(text, &outline) {
            Some(entries) => outline.entries = entries,
            None => outline.add_indented_entries(text, None),
        }
        outline
    }

    /// The outline of an incomplete text, by its indentation. The key at the byte `caret` may be incomplete: it becomes an entry
    /// with the key `""`.
    pub fn at_caret(text: &str, caret: usize) -> Outline {
        let mut outline = Outline::without_entries(text);
        outline.add_indented_entries(text, Some(caret));
        outline
    }

    /// The lines and documents of a text, which take much less time than its entries. They do not depend on whether the text parses.
    pub fn without_entries(text: &str) -> Outline {
        let lines = lines(text);
        let documents = documents(text, &lines);
        Outline { lines, documents, entries: Vec::new() }
    }

    /// The steps from the document to an entry.
    pub fn path(&self, entry: usize) -> Vec<Step> {
        let mut steps: Vec<Step> = std::iter::successors(Some(entry), |entry| self.entries.get(*entry)?.parent)
            .filter_map(|entry| self.entries.get(entry))
            .map(|entry| entry.key.clone().map_or(Step::Item, Step::Key))
            .collect();
        steps.reverse();
        steps
    }

    /// Whether an entry is an ancestor of another.
    pub fn is_ancestor(&self, outer: usize, inner: usize) -> bool {
        let parent = |entry: usize| self.entries.get(entry)?.parent;
        std::iter::successors(parent(inner), |entry| parent(*entry)).any(|entry| entry == outer)
    }

    /// The index of the line that a byte is in.
    pub fn line_at(&self, at: usize) -> usize {
        self.lines.partition_point(|line| line.range.start <= at).saturating_sub(1)
    }

    /// The document that a line is in.
    pub fn document_at(&self, line: usize) -> &Document {
        &self.documents[self.document_index(line)]
    }

    /// The index of the document that a line is in.
    pub fn document_index(&self, line: usize) -> usize {
        self.documents.partition_point(|document| document.lines.start <= line).saturating_sub(1)
    }
}

/// Splits lines into documents. The annotations above and behind a `---` belong to the document below it.
fn documents(text: &str, lines: &[Line]) -> Vec<Document> {
    let mut documents = vec![Document::default()];
    let mut annotations = Vec::new();
    let mut has_content = false;
    for (number, line) in lines.iter().enumerate() {
        if line.is_separator(text) {
            if let Some(last) = documents.last_mut() {
                last.lines.end = number;
            }
            annotations.extend(line.annotation(text).map(|name| text[name].to_owned()));
            let document = Document { lines: number..number, annotations: std::mem::take(&mut annotations) };
            if has_content || documents.len() > 1 {
                documents.push(document);
            } else {
                // Lines before the first `---` belong to its document.
                documents = vec![Document { lines: 0..number, ..document }];
                has_content = true;
            }
        } else if !line.body.is_empty() {
            has_content = true;
            annotations.clear();
        } else if let Some(name) = line.annotation(text) {
            annotations.push(text[name].to_owned());
        }
    }
    if let Some(last) = documents.last_mut() {
        last.lines.end = lines.len();
        // There may be annotations but no `---` yet.
        if !has_content {
            last.annotations = annotations;
        }
    }
    documents
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str) -> Vec<String> {
        let outline = match text.find('‸') {
            Some(caret) => Outline::at_caret(&text.replace('‸', ""), caret),
            None => Outline::of(text),
        };
        let show = |step: &Step| match step {
            Step::Key(key) => key.clone(),
            Step::Item => "[]".to_owned(),
        };
        let path = |entry| outline.path(entry).iter().map(show).collect::<Vec<_>>().join(".");
        (0..outline.entries.len()).map(path).collect()
    }

    #[test]
    fn paths_of_broken_texts_follow_the_indentation() {
        let valid = "kiln:\n  peak: 1\nstages:\n- name: a\n  minutes: 2\n- - x\n\"q r\": 1\n";
        let broken = format!("{valid}end: }}\n");
        let mut expected = vec![
            "kiln", "kiln.peak", "stages", "stages.[]", "stages.[].name", "stages.[].minutes", "stages.[]",
            "stages.[].[]", "q r",
        ];
        assert_eq!(paths(valid), expected);
        expected.push("end");
        assert_eq!(paths(&broken), expected);
    }

    #[test]
    fn an_incomplete_key_is_an_entry() {
        assert_eq!(paths("kiln:\n  pe‸\nother:\n"), ["kiln", "kiln.", "other"]);
        assert_eq!(paths("kiln:\n  ‸\nother:\n"), ["kiln", "kiln.", "other"]);
        assert_eq!(paths("stages:\n- na‸"), ["stages", "stages.[]", "stages.[]."]);
        assert_eq!(paths("stages:\n- ‸"), ["stages", "stages.[]", "stages.[]."]);
    }

    #[test]
    fn annotations_above_a_separator_belong_to_its_document() {
        let outline = Outline::of("#@ load(\"x\")\n#@data/values\n---\na: 1\n#@overlay/match by=x\n---\nb: 2\n");
        let annotations: Vec<_> = outline.documents.iter().map(|d| d.annotations.join(" ")).collect();
        assert_eq!(annotations, ["data/values", "overlay/match"]);
        assert_eq!(outline.document_at(3).annotations, ["data/values"]);
        assert_eq!(outline.document_at(6).annotations, ["overlay/match"]);
        let outline = Outline::of("a: 1\r\n#@data/values\r\n--- #@overlay/match by=x\r\nb: 2\r\n");
        assert_eq!(outline.documents[1].annotations, ["data/values", "overlay/match"]);
    }
}
