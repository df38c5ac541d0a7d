//! The result of compiling a template: lines of ytt's Starlark that rebuild its nodes, each with the
//! template line it came from. Printable, one instruction a line, as ytt's own.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::positions::{Position, Source};
use crate::yaml::tree::{Meta, Value};

/// A compiled template (or a plain `.star` file, which has no nodes).
#[derive(Debug)]
pub struct Program {
    /// The template.
    pub source: Arc<Source>,
    /// Part of the names of its instructions. Counts the compiled templates of a run, from 2 as in ytt.
    pub number: u32,
    /// The entries of the program, in order.
    pub lines: Vec<Line>,
    /// The nodes that the program builds.
    pub nodes: Nodes,
    /// Whether a map item replaces one of the same key without an annotation.
    pub implicit_map_key_overrides: bool,
    /// The start of each line when they are joined by `\n`, made for the first error.
    pub starts: OnceLock<Vec<usize>>,
}

/// One entry of the program. It may hold line breaks (a value over several lines of a text template); messages
/// count entries, as ytt's do.
#[derive(Debug)]
pub struct Line {
    /// The Starlark code. If the template is not UTF-8, it is a string of `byte_text`.
    pub code: String,
    /// None for lines that the template does not show.
    pub source: Option<SourceLine>,
    /// The range of the user's part of the code in the template.
    pub written: Option<Written>,
}

/// Code that the template contains literally.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its start in the code of the line.
    pub offset: usize,
    /// Its bytes in the template.
    pub range: Range<usize>,
}

impl Written {
    /// The common end of `code`, at `offset` of a line, and of the text at `range` of the template.
    pub fn end_of(code: &str, offset: usize, source: &Source, range: Range<usize>) -> Option<Written> {
        let text = source.text.get(range.clone())?;
        let common = code.bytes().rev().zip(text.bytes().rev()).take_while(|(a, b)| a == b).count();
        let start = (code.len() - common..=code.len()).find(|at| code.is_char_boundary(*at))?;
        let length = code.len() - start;
        (length > 0).then(|| Written { offset: offset + start, range: range.end - length..range.end })
    }
}

/// The template line behind a line of the program.
#[derive(Clone, Debug)]
pub struct SourceLine {
    /// Its position.
    pub position: Position,
    /// Its text. If the template is not UTF-8, it is a string of `byte_text`.
    pub content: Arc<str>,
    /// The part of the line that it comes from, for text in a templated string.
    pub selection: Option<Arc<str>>,
}

/// The nodes of a template by their tags; a tag is the index + 1, the root's is 0.
#[derive(Debug, Default)]
pub struct Nodes {
    /// All nodes; the tag of each is its index + 1.
    pub items: Vec<NodeEntry>,
}

/// A node and its place in the tree.
#[derive(Debug)]
pub struct NodeEntry {
    /// The node.
    pub node: TemplateNode,
    /// The tag of the node around it.
    pub parent: u32,
    /// Distance from the root, to find common ancestors without allocating.
    pub depth: u32,
    /// Positions of its annotations by name.
    pub annotations: Vec<(Arc<str>, Position)>,
}

/// A node as the template has it, without its children. `meta` has its position, comments and annotations; `scalar` is its value, if that is not a
/// collection. A document is injected if the reader made it to carry the comments after the last one.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum TemplateNode {
    /// The root of a YAML template.
    DocumentSet,
    /// A document.
    Document { meta: Meta, injected: bool, scalar: Value },
    /// A map.
    Map { position: Position },
    /// An item of a map.
    MapItem { key: Value, meta: Meta, scalar: Value },
    /// An array.
    Array { position: Position },
    /// An item of an array.
    ArrayItem { meta: Meta, scalar: Value },
    /// The root of a text template.
    Text,
    /// A piece of text of a text template; if it is not computed, with its text as a string of `byte_text`.
    TextPiece { text: Arc<str>, position: Position },
}

impl Program {
    /// Without lines.
    pub fn empty(source: &Arc<Source>, number: u32) -> Program {
        Program {
            source: source.clone(),
            number,
            lines: Vec::new(),
            nodes: Nodes::default(),
            implicit_map_key_overrides: false,
            starts: OnceLock::new(),
        }
    }

    /// The start of the names of its instructions.
    pub(crate) fn instruction_prefix(&self) -> String {
        format!("__ytt_tpl{}_", self.number)
    }

    /// The bytes of the template that a part of the program comes from; the part's lines are joined by `\n`.
    pub fn in_template(&self, part: &Range<u32>) -> Option<Range<usize>> {
        let (start, end) = (part.start as usize, part.end as usize);
        let (index, first) = self.line_with(start)?;
        let Written { offset, range } = self.lines.get(index)?.written.as_ref()?;
        // Parts that are not the user's, or are in another line, are cut off.
        let in_file = |at: usize| range.start + at.saturating_sub(first + offset).min(range.len());
        let (from, to) = (in_file(start), in_file(end));
        let text = &self.source.text;
        if from < to {
            return (text.is_char_boundary(from) && text.is_char_boundary(to)).then_some(from..to);
        }
        // If something is missing, the word before it is shown.
        last_word(text.get(range.start..from)?).map(|word| range.start + word.start..range.start + word.end)
    }

    /// The index of the line that a byte of the program is in, and the line's first byte; a line of a text template may hold several.
    pub(crate) fn line_with(&self, byte: usize) -> Option<(usize, usize)> {
        let starts = self.starts.get_or_init(|| {
            let ends = self.lines.iter().scan(0, |end, line| {
                *end += line.code.len() + 1;
                Some(*end)
            });
            std::iter::once(0).chain(ends).collect()
        });
        // The last is the end.
        let next = starts.partition_point(|start| *start <= byte);
        let index = next.checked_sub(1).filter(|index| *index < self.lines.len())?;
        Some((index, starts[index]))
    }
}

/// The last word of a text, or the sign that ends it.
fn last_word(text: &str) -> Option<Range<usize>> {
    let text = text.trim_end();
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    let last = text.chars().next_back()?;
    let word = text.len() - text.trim_end_matches(is_part).len();
    Some(text.len() - word.max(last.len_utf8())..text.len())
}

impl Nodes {
    /// Adds a node and returns its tag.
    pub fn add(&mut self, node: TemplateNode, parent: u32) -> u32 {
        let depth = parent.checked_sub(1).map_or(1, |index| self.items[index as usize].depth + 1);
        self.items.push(NodeEntry { node, parent, depth, annotations: Vec::new() });
        self.items.len() as u32
    }

    /// The node of a tag.
    pub fn get(&self, tag: u32) -> Option<&NodeEntry> {
        self.items.get((tag as usize).checked_sub(1)?)
    }
}
