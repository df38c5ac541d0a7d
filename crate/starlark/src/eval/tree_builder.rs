//! The trees that a running template builds, node by node.
//!
//! A context is one tree in the making: the file's own, or that of a function with YAML in it.
//! Nodes are started in the order of the program; starting one closes those that it is not in.

use std::collections::HashMap;

use super::plain_value::{Annotated, Annotation};
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::limits::Budget;
use crate::positions::Position;
use crate::program::{Nodes, TemplateNode};
use crate::yaml::map_key::MapKey;
use crate::yaml::node::Node;
use crate::yaml::tree::{Array, ArrayItem, Document, DocumentSet, Map, MapItem, Value};
use crate::yaml::{go_format, helm};

/// A tree in the making.
#[derive(Debug, Default)]
pub(crate) struct Context {
    /// From the root to the node that was started last.
    open: Vec<Open>,
    annotations: Vec<(u32, Vec<Annotation>)>,
    keys: Vec<(u32, Value)>,
}

#[derive(Debug)]
struct Open {
    tag: u32,
    node: OpenNode,
}

/// A node that may get more children.
#[derive(Debug)]
enum OpenNode {
    DocumentSet(DocumentSet),
    Document(Document),
    Map(OpenMap),
    MapItem(MapItem),
    Array(Array),
    ArrayItem(ArrayItem),
    Text(Text),
    TextPiece(Piece),
    /// An item that `template.replace` put others in the place of.
    Replaced(ReplacedKind),
}

/// The text of a text template, with its origins.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// A string of [`byte_text`](crate::byte_text).
    pub text: String,
    /// Origins of pieces, by the first byte of each.
    pieces: Vec<(usize, Origin)>,
}

/// The origin of a piece of text.
#[derive(Clone, Debug)]
struct Origin {
    position: Position,
    /// The template contains it literally: its lines are lines of the template.
    literal: bool,
}

#[derive(Debug)]
struct Piece {
    text: String,
    origin: Origin,
}

impl Text {
    fn add(&mut self, piece: Piece) {
        if !piece.text.is_empty() {
            self.pieces.push((self.text.len(), piece.origin));
            self.text.push_str(&piece.text);
        }
    }

    /// For each line of the text where its first character came from.
    pub fn lines(&self) -> Vec<Position> {
        let mut origins = Vec::new();
        let mut start = 0;
        let mut at = 0;
        // Lines that have ended since the piece began.
        let mut ended = 0;
        for line in self.text.split_inclusive('\n') {
            while self.pieces.get(at + 1).is_some_and(|(first, _)| *first <= start) {
                at += 1;
                ended = u32::from(self.pieces.get(at).is_some_and(|(first, _)| *first < start));
            }
            origins.push(self.pieces.get(at).map_or_else(Position::unknown, |(_, origin)| {
                origin.position.plus_lines(if origin.literal { ended } else { 0 })
            }));
            start += line.len();
            ended += 1;
        }
        origins
    }
}

/// A map that may get more items.
#[derive(Debug)]
struct OpenMap {
    position: Position,
    items: Vec<OpenItem>,
    /// The last item of each key.
    places: HashMap<MapKey, usize>,
}

#[derive(Debug)]
struct OpenItem {
    /// `None` where a later item has overridden it.
    item: Option<Node<MapItem>>,
    /// The item with the same key before it: `template.replace` may repeat a key.
    before: Option<usize>,
}

impl OpenMap {
    fn new(position: Position) -> OpenMap {
        OpenMap { position, items: Vec::new(), places: HashMap::new() }
    }

    fn push(&mut self, item: Node<MapItem>) {
        let before = MapKey::of_item(&item.borrow()).and_then(|key| self.places.insert(key, self.items.len()));
        self.items.push(OpenItem { item: Some(item), before });
    }

    /// Removes the last item that has the key of `item`, if `item` may override it.
    ///
    /// Fails on keys that are collections: ytt crashes on them (`hash of unhashable type`).
    fn override_key(&mut self, item: &MapItem, implicit_overrides: bool, strict: bool) -> Result<(), Error> {
        if let Value::Map(_) | Value::Array(_) | Value::DocumentSet(_) = item.key {
            let text = format!("expected map key to be a scalar, but was {}", item.key.type_name());
            let at = &item.meta.position;
            let helm = at.source().and_then(|source| helm::mistake(&source.text, at.line()));
            let code = if helm.is_some() { Code::HelmSyntax } else { Code::NodeValue };
            return Err(Error::at(text, at.clone()).caused(helm.map(Cause::Yaml)).coded(code));
        }
        let Some(key) = MapKey::of_item(item) else { return Ok(()) };
        let Some(&place) = self.places.get(&key) else { return Ok(()) };
        check_override(item, implicit_overrides, strict)?;
        let Some(overridden) = self.items.get_mut(place) else { return Ok(()) };
        overridden.item = None;
        match overridden.before {
            Some(before) => self.places.insert(key, before),
            None => self.places.remove(&key),
        };
        Ok(())
    }

    fn finish(self) -> Map {
        Map { items: self.items.into_iter().filter_map(|open| open.item).collect(), position: self.position }
    }
}

/// The result of a finished context.
#[derive(Debug)]
pub(crate) enum Built {
    Tree(Value),
    Text(Text),
    Nothing,
}

/// The replacement of a node by `template.replace`.
pub(crate) enum Replacement {
    Documents(Vec<Node<Document>>),
    /// `carries_annotations`: the items may say themselves that they override others.
    MapItems {
        items: Vec<Node<MapItem>>,
        carries_annotations: bool,
    },
    ArrayItems(Vec<Node<ArrayItem>>),
}

/// The kind of node that `template.replace` replaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ReplacedKind {
    Document,
    MapItem,
    ArrayItem,
}

impl Context {
    pub(crate) fn annotate(&mut self, tag: u32, annotation: Annotation) {
        match self.annotations.iter_mut().find(|(t, _)| *t == tag) {
            Some((_, annotations)) => match annotations.iter_mut().find(|a| a.name == annotation.name) {
                Some(old) => *old = annotation,
                None => annotations.push(annotation),
            },
            None => self.annotations.push((tag, vec![annotation])),
        }
    }

    pub(crate) fn set_key(&mut self, tag: u32, key: Value) {
        self.keys.retain(|(t, _)| *t != tag);
        self.keys.push((tag, key));
    }

    /// Starts a node; nodes that it is not in are finished first.
    pub(crate) fn start(&mut self, nodes: &Nodes, tag: u32, implicit_overrides: bool) -> Result<(), Error> {
        let Some(entry) = nodes.get(tag) else {
            return Err(Error::message(format!("expected to find node tag {tag}")));
        };
        let annotations = match self.annotations.iter().position(|(t, _)| *t == tag) {
            Some(place) => self.annotations.swap_remove(place).1,
            None => Vec::new(),
        };
        let key = self.keys.iter().position(|(t, _)| *t == tag).map(|place| self.keys.swap_remove(place).1);
        let node = new_node(&entry.node, annotations, key);

        if self.open.is_empty() {
            // The root of a context is a collection, even when a function begins with an item.
            if matches!(
                node,
                OpenNode::Document(_) | OpenNode::MapItem(_) | OpenNode::ArrayItem(_) | OpenNode::TextPiece(_)
            ) {
                self.start(nodes, entry.parent, implicit_overrides)?;
            }
        }
        if let Some(last) = self.open.last() {
            let common = common_parent(nodes, last.tag, tag);
            self.unwind_to(common)?;
        }
        if let (Some(Open { node: OpenNode::Map(map), .. }), OpenNode::MapItem(item)) = (self.open.last_mut(), &node) {
            map.override_key(item, implicit_overrides, true)?;
        }
        if let Some(last) = self.open.last() {
            check_place(&last.node, &node)?;
        }
        self.open.push(Open { tag, node });
        Ok(())
    }

    fn unwind_to(&mut self, tag: u32) -> Result<(), Error> {
        if !self.open.iter().any(|open| open.tag == tag) {
            return Err(Error::message(format!(
                "expected to find node tag {} when unwinding",
                if tag == 0 { -100 } else { i64::from(tag) }
            )));
        }
        while self.open.last().is_some_and(|open| open.tag != tag) {
            self.close_last();
        }
        Ok(())
    }

    /// Puts the last open node into the one it is in.
    fn close_last(&mut self) {
        let Some(Open { node, .. }) = self.open.pop() else { return };
        let Some(parent) = self.open.last_mut() else { return };
        match (&mut parent.node, node) {
            (OpenNode::DocumentSet(set), OpenNode::Document(document)) => set.items.push(Node::new(document)),
            (OpenNode::Map(map), OpenNode::MapItem(item)) => map.push(Node::new(item)),
            (OpenNode::Array(array), OpenNode::ArrayItem(item)) => array.items.push(Node::new(item)),
            (OpenNode::Document(Document { value, .. }), node)
            | (OpenNode::MapItem(MapItem { value, .. }), node)
            | (OpenNode::ArrayItem(ArrayItem { value, .. }), node) => {
                if let Some(collection) = collection(node) {
                    *value = collection;
                }
            }
            (OpenNode::Text(text), OpenNode::TextPiece(piece)) => text.add(piece),
            _ => {}
        }
    }

    /// Sets the value that the template itself has for the node started last.
    pub(crate) fn set_default(&mut self, nodes: &Nodes, tag: u32) -> Result<(), Error> {
        let Some(entry) = nodes.get(tag) else {
            return Err(Error::message(format!("expected to find node tag {tag}")));
        };
        let Some(Open { node, .. }) = self.open.last_mut() else { return Ok(()) };
        match (&entry.node, node) {
            (
                TemplateNode::Document { scalar, .. }
                | TemplateNode::MapItem { scalar, .. }
                | TemplateNode::ArrayItem { scalar, .. },
                OpenNode::Document(Document { value, .. })
                | OpenNode::MapItem(MapItem { value, .. })
                | OpenNode::ArrayItem(ArrayItem { value, .. }),
            ) => *value = scalar.clone(),
            (TemplateNode::TextPiece { text, .. }, OpenNode::TextPiece(piece)) => {
                piece.text = text.to_string();
                piece.origin.literal = true;
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the node started last is text.
    pub(crate) fn on_text(&self) -> bool {
        matches!(self.open.last(), Some(Open { node: OpenNode::TextPiece(_) | OpenNode::Text(_), .. }))
    }

    /// Fails where the file would be longer than all output may be.
    pub(crate) fn set_text(&mut self, text: &str, budget: &Budget) -> Result<(), Error> {
        let so_far = self.open.iter().find_map(|open| match &open.node {
            OpenNode::Text(text) => Some(text.text.len()),
            _ => None,
        });
        budget.check_output(so_far.unwrap_or_default().saturating_add(text.len()))?;
        if let Some(Open { node: OpenNode::TextPiece(piece), .. }) = self.open.last_mut() {
            piece.text = text.to_owned();
        }
        Ok(())
    }

    /// Sets a computed value on the node started last.
    pub(crate) fn set_value(&mut self, new: Value) -> Result<(), Error> {
        let Some(Open { node, .. }) = self.open.last_mut() else { return Ok(()) };
        let documents = matches!(new, Value::DocumentSet(_));
        match node {
            OpenNode::Document(_) | OpenNode::MapItem(_) | OpenNode::ArrayItem(_) if documents => {
                Err(misplaced(node, "document set"))
            }
            OpenNode::Document(Document { value, .. })
            | OpenNode::MapItem(MapItem { value, .. })
            | OpenNode::ArrayItem(ArrayItem { value, .. }) => {
                *value = new;
                Ok(())
            }
            OpenNode::DocumentSet(_) => Err(Error::message("cannot set value on a document set")),
            OpenNode::Map(..) => Err(Error::message("cannot set value on a map")),
            OpenNode::Array(_) => Err(Error::message("cannot set value on an array")),
            OpenNode::Text(_) | OpenNode::TextPiece(_) | OpenNode::Replaced(_) => Ok(()),
        }
    }

    /// The kind of node that `template.replace` would replace.
    pub(crate) fn replaced_kind(&self) -> Result<ReplacedKind, Error> {
        let found = match self.open.last().map(|open| &open.node) {
            Some(OpenNode::Document(_)) => return Ok(ReplacedKind::Document),
            Some(OpenNode::MapItem(_)) => return Ok(ReplacedKind::MapItem),
            Some(OpenNode::ArrayItem(_)) => return Ok(ReplacedKind::ArrayItem),
            Some(OpenNode::DocumentSet(_)) => "document set",
            Some(OpenNode::Map(..)) => "map",
            Some(OpenNode::Array(_)) => "array",
            Some(OpenNode::Text(_) | OpenNode::TextPiece(_)) => return Err(Error::message("unsupported operation")),
            // As in ytt, putting the nodes into the tree fails, not this.
            Some(OpenNode::Replaced(kind)) => return Ok(*kind),
            None => "null",
        };
        Err(Error::message(format!("expected to replace document value, map item or array item, but found {found}")))
    }

    /// The position of the node to replace.
    pub(crate) fn position(&self) -> Position {
        match self.open.last().map(|open| &open.node) {
            Some(OpenNode::Document(Document { meta, .. }) | OpenNode::MapItem(MapItem { meta, .. })) => {
                meta.position.clone()
            }
            Some(OpenNode::ArrayItem(ArrayItem { meta, .. })) => meta.position.clone(),
            _ => Position::unknown(),
        }
    }

    /// Puts items in the place of the node started last.
    pub(crate) fn replace(&mut self, replacement: Replacement, implicit_overrides: bool) -> Result<(), Error> {
        let [.., parent, last] = self.open.as_mut_slice() else {
            return Err(Error::message("expected to find a node to replace"));
        };
        if let OpenNode::Replaced(kind) = last.node {
            return Err(Error::message(match kind {
                ReplacedKind::Document => "expected to find placeholder document in document set",
                ReplacedKind::MapItem => "expected to find placeholder map item in map",
                ReplacedKind::ArrayItem => "expected to find placeholder array item in array",
            }));
        }
        let kind = match &replacement {
            Replacement::Documents(_) => ReplacedKind::Document,
            Replacement::MapItems { .. } => ReplacedKind::MapItem,
            Replacement::ArrayItems(_) => ReplacedKind::ArrayItem,
        };
        match (&mut parent.node, replacement) {
            (OpenNode::DocumentSet(set), Replacement::Documents(documents)) => set.items.extend(documents),
            (OpenNode::Array(array), Replacement::ArrayItems(items)) => array.items.extend(items),
            (OpenNode::Map(map), Replacement::MapItems { items, carries_annotations }) => {
                for item in &items {
                    let item = &*item.borrow();
                    // The placeholder itself is still in the map.
                    if matches!(&last.node, OpenNode::MapItem(placeholder) if placeholder.key == item.key) {
                        check_override(item, implicit_overrides, carries_annotations)?;
                        return Err(Error::message("expected to find placeholder map item in map"));
                    }
                    map.override_key(item, implicit_overrides, carries_annotations)?;
                }
                for item in items {
                    map.push(item);
                }
            }
            _ => return Err(Error::message("expected to find a node to replace")),
        }
        last.node = OpenNode::Replaced(kind);
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Built {
        while self.open.len() > 1 {
            self.close_last();
        }
        match self.open.pop().map(|open| open.node) {
            Some(OpenNode::Text(text)) => Built::Text(text),
            Some(node) => collection(node).map_or(Built::Nothing, Built::Tree),
            None => Built::Nothing,
        }
    }
}

fn new_node(node: &TemplateNode, annotations: Vec<Annotation>, computed_key: Option<Value>) -> OpenNode {
    match node {
        TemplateNode::DocumentSet => OpenNode::DocumentSet(DocumentSet::default()),
        TemplateNode::Document { meta, injected, .. } => {
            let mut meta = meta.clone();
            meta.set_annotations(annotations);
            OpenNode::Document(Document { value: Value::Null, meta, injected: *injected })
        }
        TemplateNode::Map { position } => OpenNode::Map(OpenMap::new(position.clone())),
        TemplateNode::MapItem { key, meta, .. } => {
            let mut meta = meta.clone();
            meta.set_annotations(annotations);
            OpenNode::MapItem(MapItem { key: computed_key.unwrap_or_else(|| key.clone()), value: Value::Null, meta })
        }
        TemplateNode::Array { position } => OpenNode::Array(Array { items: Vec::new(), position: position.clone() }),
        TemplateNode::ArrayItem { meta, .. } => {
            let mut meta = meta.clone();
            meta.set_annotations(annotations);
            OpenNode::ArrayItem(ArrayItem { value: Value::Null, meta })
        }
        TemplateNode::Text => OpenNode::Text(Text::default()),
        TemplateNode::TextPiece { position, .. } => {
            let origin = Origin { position: position.clone(), literal: false };
            OpenNode::TextPiece(Piece { text: String::new(), origin })
        }
    }
}

/// Whether a node may start in another. Nodes that functions left open may meet nodes that they cannot hold.
fn check_place(parent: &OpenNode, node: &OpenNode) -> Result<(), Error> {
    let collection = matches!(node, OpenNode::Map(..) | OpenNode::Array(_));
    let fits = match parent {
        OpenNode::DocumentSet(_) => matches!(node, OpenNode::Document(_)),
        OpenNode::Map(..) => matches!(node, OpenNode::MapItem(_)),
        OpenNode::Array(_) => matches!(node, OpenNode::ArrayItem(_)),
        OpenNode::Document(_) | OpenNode::MapItem(_) | OpenNode::ArrayItem(_) => collection,
        OpenNode::Text(_) | OpenNode::TextPiece(_) | OpenNode::Replaced(_) => return Ok(()),
    };
    match node.kind() {
        Some(kind) if !fits => Err(misplaced(parent, kind)),
        _ => Ok(()),
    }
}

/// The error of a node of a kind in one that cannot have it.
fn misplaced(parent: &OpenNode, node: &'static str) -> Error {
    let what = match parent {
        OpenNode::DocumentSet(_) => "document sets can only contain documents",
        OpenNode::Map(..) => "maps can only contain map items",
        OpenNode::Array(_) => "arrays can only contain array items",
        OpenNode::Document(_) => "documents can only contain arrays, maps, or scalars",
        OpenNode::MapItem(_) => "map items can only contain arrays, maps, or scalars",
        _ => "array items can only contain maps, arrays, or scalars",
    };
    let cause = Cause::Misplaced { parent: parent.kind().unwrap_or_default(), node };
    Error::message(format!("{what}; this is a {node}")).caused(cause)
}

impl OpenNode {
    /// The kind in messages; None for texts.
    fn kind(&self) -> Option<&'static str> {
        Some(match self {
            OpenNode::DocumentSet(_) => "document set",
            OpenNode::Document(_) => "document",
            OpenNode::Map(..) => "map",
            OpenNode::MapItem(_) => "map item",
            OpenNode::Array(_) => "array",
            OpenNode::ArrayItem(_) => "array item",
            OpenNode::Text(_) | OpenNode::TextPiece(_) | OpenNode::Replaced(_) => return None,
        })
    }
}

fn collection(node: OpenNode) -> Option<Value> {
    match node {
        OpenNode::DocumentSet(set) => Some(Value::DocumentSet(Node::new(set))),
        OpenNode::Map(map) => Some(Value::Map(Node::new(map.finish()))),
        OpenNode::Array(array) => Some(Value::Array(Node::new(array))),
        _ => None,
    }
}

/// The nearest node that holds both: `current` may be it, `new` may not.
fn common_parent(nodes: &Nodes, current: u32, new: u32) -> u32 {
    let depth = |tag: u32| nodes.get(tag).map_or(0, |entry| entry.depth);
    let parent = |tag: u32| nodes.get(tag).map_or(0, |entry| entry.parent);
    let (mut a, mut b) = (current, parent(new));
    while a != b {
        if depth(a) >= depth(b) {
            a = parent(a);
        } else {
            b = parent(b);
        }
    }
    a
}

fn check_override(item: &MapItem, implicit_overrides: bool, strict: bool) -> Result<(), Error> {
    if implicit_overrides || !strict || item.meta.annotation("yaml/map-key-override").is_some() {
        return Ok(());
    }
    Err(Error::at(
        format!(
            "expected key '{}' to not be specified again (unless 'yaml/map-key-override' annotation is added)",
            go_format::item_key(item)
        ),
        item.meta.position.clone(),
    )
    .coded(Code::DuplicateKey)
    .caused(Cause::DuplicateKey { key: go_format::item_key(item) })
    .with_remedy(Some(Remedy::DeleteDuplicate { key: go_format::item_key(item) })))
}
