//! Reads a file into the annotated tree: [`read`].
//!
//! Builds documents with positions and comments from events (`compat`), expands aliases and merge keys, and checks the limits on
//! depth and expansion. Errors have the messages of ytt's library. Open collections are on an explicit stack, not on the call stack.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::comments::{self, CommentScan, FoundComment, content_start};
use super::compat::{CompatEvents, CompatSource, Stop, with_events};
use super::events::{Event, EventKind, Problem, Style};
use super::mistakes;
use super::node::{DeepCopy, Node};
use super::scalars::{self, Scalar};
use super::tree::{Array, ArrayItem, Comment, Document, DocumentSet, Map, MapItem, Meta, Value};
use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::cause::{Cause, YamlMistake};
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::limits::Budget;
use crate::limits::depth;
use crate::positions::{Position, Source};
use crate::spelling;

/// Options for [`read`].
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// Rejects plain scalars with an ambiguous type (`--strict`).
    pub strict: bool,
    /// Skips all comments.
    pub without_comments: bool,
    /// The maximum depth of nested collections.
    pub max_nesting: u32,
    /// The maximum number of nodes that aliases add.
    pub max_alias_nodes: u64,
    /// Counts one unit of work for each event.
    pub budget: Option<Rc<Budget>>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            strict: false,
            without_comments: false,
            max_nesting: depth::DEFAULT,
            max_alias_nodes: 2_000_000,
            budget: None,
        }
    }
}

/// Reads all documents of a file. Positions refer to `source`, and `bytes` is its content.
///
/// Comments after the last node are in an additional document ([`Document::injected`]). Duplicate keys are retained.
pub fn read(source: &Arc<Source>, bytes: &[u8], options: &ReadOptions) -> Result<DocumentSet, Error> {
    let mut text = CompatSource::new(bytes)
        .map_err(|problem| Error::at(format!("yaml: {problem}"), Position::new(source.clone(), 1)))?;
    // If the source has replacement characters, offsets differ.
    let has_spans = source.text.len() == bytes.len();
    // Syntax errors take precedence over other errors.
    let result = with_events(&mut text, |text, events| {
        let builder = Builder {
            text,
            source,
            options,
            has_spans,
            stack: Vec::new(),
            root: None,
            anchors: HashMap::new(),
            earlier_anchors: HashSet::new(),
            aliased: None,
            next_anchor: 0,
            alias_nodes: 0,
            scan: CommentScan::default(),
            problem: None,
            document: Position::unknown(),
            is_implicit: false,
            recent_keys: [const { None }; RECENT_KEYS],
        };
        match builder.documents(events) {
            Ok(documents) => Ok(Ok(documents)),
            Err(Halt::Error(error)) => Ok(Err(error)),
            Err(Halt::Stop(stop)) => Err(stop),
        }
    });
    match result {
        Ok(documents) => documents,
        Err(problem) => {
            let (line, at) = problem_position(&problem, text.is_prefixed(), source);
            let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            let mistake = at.is_known().then(|| mistakes::mistake(&source.text, at.line())).flatten();
            let is_helm = matches!(mistake, Some(YamlMistake::Helm { .. }));
            let error = Error::at(format!("yaml: {place}{}", byte_text::from_text(problem.text)), at)
                .caused(mistake.map(Cause::Yaml));
            Err(if is_helm { error.coded(Code::HelmSyntax) } else { error })
        }
    }
}

/// The line that ytt reports for a problem, and its real position.
///
/// ytt counts lines of scanner problems from 1 and those of parser problems from 0, without the `---` that it inserts, and uses the
/// line of the context if there is none. If the result is line 0, ytt crashes; here it is line 1.
fn problem_position(problem: &Problem, prefixed: bool, source: &Arc<Source>) -> (Option<u32>, Position) {
    let first = u32::from(prefixed);
    let known = |line: u32| line != 0;
    let mark_line = problem.mark.map_or(0, |mark| mark.line);
    let named = if known(mark_line) {
        Some(mark_line + u32::from(problem.in_scanner))
    } else {
        problem.context.map(|context| context.line).filter(|line| known(*line))
    };
    let lines = source.text.split('\n').count() as u32;
    let last = if source.text.ends_with('\n') { lines - 1 } else { lines };
    // The end of a text without a final line break counts as a line of its own.
    let in_file = |line: u32| Some((line + 1 - first.min(line + 1)).max(1)).filter(|line| *line <= last);
    let lines = [problem.mark, problem.context].map(|mark| mark.map(|mark| in_file(mark.line)));
    let at = match lines.iter().flatten().flatten().next() {
        Some(line) => Position::new(source.clone(), *line),
        None if lines.iter().any(Option::is_some) => Position::new(source.clone(), last.max(1)),
        None => Position::unknown_in(source.clone()),
    };
    (named.map(|line| line.saturating_sub(first).max(1)), at)
}

/// Why building ends early.
enum Halt {
    Stop(Stop),
    Error(Error),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

struct Builder<'r, 't> {
    text: &'r CompatSource<'t>,
    source: &'r Arc<Source>,
    options: &'r ReadOptions,
    has_spans: bool,
    stack: Vec<Open>,
    /// The finished value of the document.
    root: Option<Value>,
    anchors: HashMap<String, Anchor>,
    /// The names of anchors of earlier documents.
    earlier_anchors: HashSet<String>,
    /// Names after `*` anywhere in the text, computed on demand: only their anchors are stored.
    aliased: Option<HashSet<&'r [u8]>>,
    next_anchor: u64,
    /// Nodes copied so far because of aliases.
    alias_nodes: u64,
    scan: CommentScan,
    /// The first invalid value of this document, which is reported at the end.
    problem: Option<Error>,
    document: Position,
    /// The document starts at a `---` that is not in the file.
    is_implicit: bool,
    recent_keys: [Option<Arc<str>>; RECENT_KEYS],
}

const RECENT_KEYS: usize = 251;

/// A finished node.
#[derive(Clone)]
struct Finished {
    value: Value,
    /// The number of nodes, including itself.
    nodes: u64,
    /// The number of nested collections.
    height: u32,
    /// The line (0-based) and the bytes of a scalar or alias on a single line.
    range: Option<(u32, Range<usize>)>,
}

/// The node of an anchor.
enum Anchor {
    /// An unfinished collection.
    Open {
        id: u64,
        is_map: bool,
    },
    Done(Finished),
    /// A finished node that no alias refers to.
    Unused,
}

/// An unfinished collection.
struct Open {
    items: OpenItems,
    /// The position of the current item.
    item: Position,
    anchor: Option<OpenAnchor>,
    nodes: u64,
    height: u32,
    /// The position of the item that has it as its value.
    position: Position,
}

struct OpenAnchor {
    name: String,
    id: u64,
    /// 0-based.
    line: u32,
}

enum OpenItems {
    Map {
        items: Vec<Node<MapItem>>,
        key: Key,
    },
    Array {
        items: Vec<Node<ArrayItem>>,
        /// The line of the bracket or of the first dash, 0-based.
        first_line: u32,
    },
}

/// The key of the current item of a map.
enum Key {
    Awaited,
    Read(Value),
    /// `<<`
    Merge,
}

const MERGE_TAG: &str = "tag:yaml.org,2002:merge";

const WANT_MAP: &str = "map merge requires map or sequence of maps as the value";

impl<'r> Builder<'r, '_> {
    fn documents(mut self, mut events: CompatEvents<'_>) -> Result<DocumentSet, Halt> {
        let fed = self.text.fed();
        let mut set = DocumentSet::default();
        // Comments below the last node of a document belong to the next one.
        let mut pending = Vec::new();
        loop {
            let event = events.next()?;
            if let Some(budget) = &self.options.budget {
                let placed = |error: Error| Halt::Error(error.placed(&self.position(event.first_line)));
                budget.work(1).map_err(placed)?;
            }
            let separator = self.scan.walk_to(fed, event.range.start);
            let (end, last_line) = (event.range.end, event.last_line);
            match event.kind {
                EventKind::StreamStart => {}
                EventKind::StreamEnd => break,
                EventKind::DocumentStart { .. } => {
                    self.scan.walk_document_start(fed, end);
                    self.earlier_anchors.extend(self.anchors.drain().map(|(name, _)| name));
                    self.is_implicit = self.text.is_prefixed() && event.first_line == 0;
                    self.document = if self.is_implicit {
                        self.position(1).without_text()
                    } else {
                        self.position(event.first_line)
                    };
                }
                EventKind::DocumentEnd => {
                    set.has_comments |= !self.scan.found.is_empty();
                    let document = self.document(std::mem::take(&mut pending), &mut pending)?;
                    set.items.push(Node::new(document));
                }
                // The end event of a pair in brackets includes the comma after it.
                EventKind::MappingEnd if fed.get(event.range.start) != Some(&b'}') => {
                    let (start, line) = (event.range.start, event.first_line);
                    self.close()?;
                    self.scan.jump(start, line);
                    continue;
                }
                _ => self.node_event(event, separator)?,
            }
            self.scan.jump(end, last_line);
        }
        if !pending.is_empty() {
            let mut carrier = Document::new(Value::Null, Position::unknown());
            carrier.meta.set_comments(pending);
            carrier.injected = true;
            set.items.push(Node::new(carrier));
        }
        Ok(set)
    }

    /// The document that just ended, with its comments; those for the next document are stored in `left`.
    fn document(&mut self, inherited: Vec<Comment>, left: &mut Vec<Comment>) -> Result<Document, Halt> {
        if let Some(problem) = self.problem.take() {
            return Err(Halt::Error(problem));
        }
        let position = std::mem::take(&mut self.document);
        // No comments are assigned to a `---` that is not in the file.
        let during_assignment =
            if self.is_implicit { Position::unknown_in(self.source.clone()) } else { position.clone() };
        let mut document = Document::new(self.root.take().unwrap_or_default(), during_assignment);
        document.meta.set_comments(inherited);
        let found = self.scan.take();
        if !self.options.without_comments {
            let comments = found.into_iter().map(|comment| self.comment(comment)).collect();
            *left = comments::assign(&mut document, comments);
        }
        document.meta.position = position;
        Ok(document)
    }

    /// The line in the file, from 1, without an inserted `---`.
    fn line(&self, fed_line: u32) -> u32 {
        if self.text.is_prefixed() { fed_line } else { fed_line + 1 }
    }

    fn position(&self, fed_line: u32) -> Position {
        Position::new(self.source.clone(), self.line(fed_line))
    }

    fn span(&self, fed: &Range<usize>) -> Range<usize> {
        if !self.has_spans {
            return 0..0;
        }
        self.text.in_file(fed.start)..self.text.in_file(fed.end)
    }

    fn comment(&self, comment: FoundComment) -> Comment {
        let range = comment.range;
        let bytes = self.text.fed().get(range.start + 1..range.end).unwrap_or_default();
        let text = self.text.restore(&range, String::from_utf8_lossy(bytes).into_owned());
        Comment { text: text.into(), position: self.position(comment.line).with_span(self.span(&range)) }
    }

    fn node_event(&mut self, event: Event, separator: Option<u32>) -> Result<(), Halt> {
        if !matches!(event.kind, EventKind::SequenceEnd | EventKind::MappingEnd) {
            self.start_item(event.first_line, separator);
        }
        match event.kind {
            EventKind::Alias { name } => self.alias(&name, event.first_line, event.range),
            EventKind::Scalar { anchor, tag, value, style } => {
                if anchor.is_some() || tag.is_some() {
                    self.scan.walk_properties(self.text.fed(), event.range.end);
                }
                let on_one_line = event.first_line == event.last_line && !event.range.is_empty();
                let node = Finished {
                    value: Value::Null,
                    nodes: 1,
                    height: 0,
                    range: on_one_line
                        .then(|| (event.first_line, content_start(self.text.fed(), &event.range)..event.range.end)),
                };
                self.scalar(node, anchor, tag.as_deref(), value, style, event.first_line)
            }
            EventKind::SequenceStart { anchor, tagged, .. } => {
                let items = OpenItems::Array { items: Vec::new(), first_line: event.last_line };
                self.open(items, anchor, tagged, event.first_line, event.range.end)
            }
            EventKind::MappingStart { anchor, tagged, .. } => {
                let items = OpenItems::Map { items: Vec::new(), key: Key::Awaited };
                self.open(items, anchor, tagged, event.first_line, event.range.end)
            }
            EventKind::SequenceEnd | EventKind::MappingEnd => self.close(),
            // Starts and ends of documents are not node events.
            _ => Ok(()),
        }
    }

    /// Sets the position of the item that the next node starts or belongs to.
    fn start_item(&mut self, first_line: u32, separator: Option<u32>) {
        let line = match self.stack.last().map(|open| &open.items) {
            Some(OpenItems::Map { key: Key::Awaited, .. }) => first_line,
            Some(OpenItems::Array { first_line, .. }) => separator.unwrap_or(*first_line),
            _ => return,
        };
        let item = self.position(line);
        if let Some(open) = self.stack.last_mut() {
            open.item = item;
        }
    }

    /// The position of a new collection: that of the item that has it as its value.
    fn item_position(&self) -> Position {
        self.stack.last().map_or_else(|| self.document.clone(), |open| open.item.clone())
    }

    fn is_merged(&self) -> bool {
        matches!(self.stack.last().map(|open| &open.items), Some(OpenItems::Map { key: Key::Merge, .. }))
    }

    /// Whether the node is in a list of merged maps.
    fn is_among_merged(&self) -> bool {
        let items = self.stack.iter().rev().map(|open| &open.items).take(2).collect::<Vec<_>>();
        matches!(items.as_slice(), [OpenItems::Array { .. }, OpenItems::Map { key: Key::Merge, .. }])
    }

    fn awaits_key(&self) -> bool {
        matches!(self.stack.last().map(|open| &open.items), Some(OpenItems::Map { key: Key::Awaited, .. }))
    }

    /// Records an invalid value.
    fn add_problem(&mut self, text: &str, at: Position) {
        self.problem.get_or_insert_with(|| Error::at(format!("yaml: {text}"), at));
    }

    /// Records a value of `<<` that is no map.
    fn add_unmerged(&mut self, value: &Value, at: Position) {
        let cause = value.as_str().map(|text| {
            let is_anchor = self.anchors.contains_key(text);
            Cause::Yaml(YamlMistake::MergedText { text: text.to_owned(), is_anchor })
        });
        let error = Error::at(format!("yaml: {WANT_MAP}"), at);
        self.problem.get_or_insert_with(|| match cause {
            Some(cause) => error.caused(cause),
            None => error,
        });
    }

    /// Records a plain scalar that `--strict` rejects.
    fn add_plain_problem(&mut self, problem: &str, text: &str, at: Position) {
        let remedy = Remedy::Explicit { text: text.to_owned() };
        let cause = Cause::Strict { text: text.to_owned() };
        let error = || Error::at(format!("yaml: {problem}"), at).caused(cause).with_remedy(Some(remedy));
        self.problem.get_or_insert_with(error);
    }

    fn limit(&self, text: String, fed_line: u32) -> Halt {
        let text = format!("yaml: line {}: {text}", self.line(fed_line));
        Halt::Error(Error::at(text, self.position(fed_line)).coded(Code::Limit))
    }

    fn check_depth(&self, more: u32, fed_line: u32) -> Result<(), Halt> {
        let most = self.options.max_nesting;
        if self.stack.len() as u64 + u64::from(more) > u64::from(most) {
            return Err(
                self.limit(format!("collections are nested more than {most} levels deep (limit: nesting)"), fed_line)
            );
        }
        Ok(())
    }

    fn spend(&mut self, nodes: u64, fed_line: u32) -> Result<(), Halt> {
        self.alias_nodes = self.alias_nodes.saturating_add(nodes);
        let most = self.options.max_alias_nodes;
        if self.alias_nodes > most {
            return Err(self.limit(format!("aliases add more than {most} nodes (limit: alias expansion)"), fed_line));
        }
        Ok(())
    }

    fn scalar(
        &mut self,
        mut node: Finished,
        anchor: Option<String>,
        tag: Option<&str>,
        text: String,
        style: Style,
        line: u32,
    ) -> Result<(), Halt> {
        let is_plain = tag.is_none() && style == Style::Plain;
        if self.awaits_key() && text == "<<" && (is_plain || matches!(tag, Some("!" | MERGE_TAG))) {
            if let Some(Open { items: OpenItems::Map { key, .. }, .. }) = self.stack.last_mut() {
                *key = Key::Merge;
            }
            node.value = Value::Str(text.into());
            return anchor.map_or(Ok(()), |name| self.store_anchor(name, &node, line));
        }
        // Merging a scalar fails, whatever its value.
        if self.is_merged() {
            node.value = if text.is_empty() { Value::Null } else { Value::Str(text.into()) };
        } else {
            match self.meaning(tag, &text, is_plain) {
                Ok(Scalar::Text | Scalar::Timestamp) => {
                    let shared = if self.awaits_key() { self.interned_key(&text) } else { text.into() };
                    node.value = Value::Str(shared);
                }
                Ok(Scalar::Null) => {}
                Ok(Scalar::Bool(bool)) => node.value = Value::Bool(bool),
                Ok(Scalar::Int(number)) => node.value = Value::Int(number),
                Ok(Scalar::UInt(number)) => node.value = Value::UInt(number),
                Ok(Scalar::Float(number)) => node.value = Value::Float(number),
                Ok(Scalar::Binary(bytes)) => {
                    node.value = match String::from_utf8(bytes) {
                        Ok(text) => Value::Str(text.into()),
                        Err(error) => Value::Bytes(error.into_bytes().into()),
                    }
                }
                Err(problem) => {
                    let mut at = self.position(line);
                    if let Some((_, place)) = &node.range {
                        at = at.with_span(self.span(place));
                    }
                    if tag.is_none() {
                        self.add_plain_problem(&problem, &text, at);
                    } else {
                        self.add_problem(&problem, at);
                    }
                }
            }
        }
        if let Some(name) = anchor {
            self.store_anchor(name, &node, line)?;
        }
        self.attach(node);
        Ok(())
    }

    /// The text of a key, shared with an equal recent one: keys often repeat.
    fn interned_key(&mut self, text: &str) -> Arc<str> {
        let bytes = text.as_bytes();
        let edge = |byte: Option<&u8>| usize::from(byte.copied().unwrap_or(0));
        let slot = (bytes.len() * 7 + edge(bytes.first()) * 31 + edge(bytes.last())) % RECENT_KEYS;
        if let Some(Some(known)) = self.recent_keys.get(slot)
            && **known == *text
        {
            return known.clone();
        }
        let fresh: Arc<str> = text.into();
        if let Some(known) = self.recent_keys.get_mut(slot) {
            *known = Some(fresh.clone());
        }
        fresh
    }

    fn meaning(&self, tag: Option<&str>, text: &str, is_plain: bool) -> Result<Scalar, String> {
        match tag {
            Some(tag) => scalars::resolve_tagged(tag, text),
            None if !is_plain => Ok(Scalar::Text),
            None if self.options.strict => scalars::resolve_strict(text),
            None => Ok(scalars::resolve(text)),
        }
    }

    fn alias(&mut self, name: &str, line: u32, range: Range<usize>) -> Result<(), Halt> {
        let range = Some((line, range));
        let (nodes, height) = match self.anchors.get(name) {
            Some(Anchor::Done(node)) => (node.nodes, node.height),
            Some(Anchor::Open { is_map, .. }) => {
                let problem = if (self.is_merged() || self.is_among_merged()) && !is_map {
                    WANT_MAP.to_owned()
                } else {
                    format!("anchor '{name}' value contains itself")
                };
                let at = self.position(line);
                self.add_problem(&problem, at);
                self.attach(Finished { value: Value::Null, nodes: 1, height: 0, range });
                return Ok(());
            }
            Some(Anchor::Unused) | None => {
                let text = format!("yaml: unknown anchor '{name}' referenced");
                let nearest = spelling::only_nearest(name, self.anchors.keys().map(String::as_str));
                let cause = Cause::Yaml(YamlMistake::UnknownAnchor {
                    name: name.to_owned(),
                    nearest: nearest.map(str::to_owned),
                    is_elsewhere: self.earlier_anchors.contains(name),
                });
                return Err(Halt::Error(Error::at(text, self.position(line)).caused(cause)));
            }
        };
        self.check_depth(height, line)?;
        self.spend(nodes, line)?;
        let position = self.item_position();
        if let Some(Anchor::Done(node)) = self.anchors.get(name) {
            // In ytt, each alias makes nodes of its own. Items have the position of the anchored node, the collection that of the
            // alias.
            let node = Finished { range, value: node.value.deep_copy(), ..*node };
            node.value.set_position(position.clone());
            // An empty list may be written there, but an alias must be that of a map.
            if self.is_merged() && !matches!(node.value, Value::Map(_)) {
                self.add_unmerged(&node.value, position);
            }
            self.attach(node);
        }
        Ok(())
    }

    fn open(
        &mut self,
        items: OpenItems,
        anchor: Option<String>,
        tagged: bool,
        line: u32,
        end: usize,
    ) -> Result<(), Halt> {
        self.check_depth(1, line)?;
        if anchor.is_some() || tagged {
            self.scan.walk_properties(self.text.fed(), end);
        }
        let anchor = anchor.map(|name| {
            self.next_anchor += 1;
            let (id, is_map) = (self.next_anchor, matches!(items, OpenItems::Map { .. }));
            self.anchors.insert(name.clone(), Anchor::Open { id, is_map });
            OpenAnchor { name, id, line }
        });
        let position = self.item_position();
        self.stack.push(Open { items, item: position.clone(), anchor, nodes: 1, height: 1, position });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Halt> {
        let Some(open) = self.stack.pop() else { return Ok(()) };
        let position = open.position;
        let value = match open.items {
            OpenItems::Map { items, .. } => Value::Map(Node::new(Map { items, position })),
            OpenItems::Array { items, .. } => Value::Array(Node::new(Array { items, position })),
        };
        let node = Finished { value, nodes: open.nodes, height: open.height, range: None };
        if let Some(OpenAnchor { name, id, line }) = open.anchor
            && matches!(self.anchors.get(&name), Some(Anchor::Open { id: current, .. }) if *current == id)
        {
            self.store_anchor(name, &node, line)?;
        }
        self.attach(node);
        Ok(())
    }

    /// Stores a copy of an anchored node, if an alias may refer to it.
    fn store_anchor(&mut self, name: String, node: &Finished, line: u32) -> Result<(), Halt> {
        let fed = self.text.fed();
        let aliased = self.aliased.get_or_insert_with(|| alias_names(fed));
        let anchor = if aliased.contains(name.as_bytes()) {
            self.spend(node.nodes, line)?;
            Anchor::Done(node.clone())
        } else {
            Anchor::Unused
        };
        self.anchors.insert(name, anchor);
        Ok(())
    }

    /// Adds a finished node to the collection around it.
    fn attach(&mut self, node: Finished) {
        let Some(mut open) = self.stack.pop() else {
            self.root = Some(node.value);
            return;
        };
        open.nodes = open.nodes.saturating_add(node.nodes);
        open.height = open.height.max(node.height + 1);
        // The span is that of the key, or of the value if it is on the same line.
        if let Some((line, place)) = &node.range
            && self.line(*line) == open.item.line()
        {
            open.item = open.item.with_span(self.span(place));
        }
        match &mut open.items {
            OpenItems::Array { items, .. } => {
                items.push(Node::new(ArrayItem { value: node.value, meta: Meta::at(open.item.clone()) }));
            }
            OpenItems::Map { items, key } => match std::mem::replace(key, Key::Awaited) {
                // An anchor may refer to nodes of the key, which stay as they are.
                Key::Awaited => *key = Key::Read(self.as_key(node.value.deep_copy())),
                Key::Read(key) => {
                    items.push(Node::new(MapItem { key, value: node.value, meta: Meta::at(open.item.clone()) }));
                }
                Key::Merge => match node.value {
                    Value::Map(merged) => items.extend(merged.into_content().items),
                    Value::Array(merged) if merged.borrow().items.is_empty() => {}
                    other => self.add_unmerged(&other, open.item.clone()),
                },
            },
        }
        self.stack.push(open);
    }

    /// A key that is a collection. ytt's library does not convert arrays in it, so that their items are internal nodes with the
    /// fields `value` and `line`.
    fn as_key(&self, value: Value) -> Value {
        for item in value.items() {
            let mut item = item.borrow_mut();
            let line = i64::from(item.meta().position.line()) - i64::from(!self.text.is_prefixed());
            let inner = self.as_key(std::mem::take(item.value_mut()));
            *item.value_mut() = match value {
                Value::Array(_) => {
                    Value::map(vec![MapItem::new("value", inner), MapItem::new("line", Value::Int(line))])
                }
                _ => inner,
            };
        }
        value
    }
}

/// The names of all aliases that a text may contain.
fn alias_names(text: &[u8]) -> HashSet<&[u8]> {
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let after_stars = text.split(|b| *b == b'*').skip(1);
    after_stars
        .map(|rest| &rest[..rest.iter().take_while(|b| is_name(b)).count()])
        .filter(|name| !name.is_empty())
        .collect()
}
