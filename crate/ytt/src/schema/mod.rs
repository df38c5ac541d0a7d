//! The schema of data values: allowed values, their defaults, documentation and rules.
//!
//! A [`Schema`] is read from the merged schema document. It has the default data values, and completes and checks data
//! values documents.

mod additions;
mod annotations;
pub(crate) mod check;
mod computed_collection;
mod defaults;
mod definition;
pub(crate) mod in_memory;
pub(crate) mod keys;
mod notices;
mod path;
pub(crate) mod proposal;
pub(crate) mod types;

use std::rc::Rc;

use crate::diagnostics::{Error, SchemaFinding};
use crate::extensions::Extensions;
use crate::overlay;
use crate::positions::Position;
use crate::starlark::FunctionCaller;
use crate::yaml::printer;
use crate::yaml::tree::{Document, Value};
pub use check::{conforms, key_counts, literal as check_literal};
pub use defaults::Defaults;
pub use keys::{Allowed, Expected, KeyRule, accepting_items, named as named_keys};
pub use notices::Notices;
use proposal::Reading;
pub use proposal::title_of;
pub use types::{Documentation, Example, Field, Fields, Kind, OneOf, Scalar, Slot, Type, any_slot};

/// A schema; cheap to clone.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The slot of data values documents.
    pub root: Rc<Slot>,
    /// False for [`Schema::none`].
    declared: bool,
    reading: Reading,
    /// Any item has a rule for its keys.
    counts_keys: bool,
    /// Any value is deprecated or removed.
    has_notices: bool,
    /// Any value may be either a collection or a scalar.
    has_mixed_types: bool,
}

impl Schema {
    /// Reads a schema document. `extensions` go beyond ytt's annotations; `calls` calls functions in them. Fails with ytt's "Invalid schema …" report
    /// or the error of a validation annotation.
    pub(crate) fn from_document(
        document: &Document,
        extensions: Extensions,
        calls: &mut dyn FunctionCaller,
    ) -> Result<Schema, Error> {
        let reading =
            Reading::from_document(document, extensions).map_err(|fault| fault.report(definition::INVALID))?;
        Schema::read(document, reading, calls)
    }

    /// Reads a fragment as `@schema/definition` documents are read. Fails as [`Schema::from_document`] does.
    pub(crate) fn from_fragment(fragment: Document, calls: &mut dyn FunctionCaller) -> Result<Schema, Error> {
        Schema::read(&fragment, Reading::Definition, calls)
    }

    fn read(document: &Document, reading: Reading, calls: &mut dyn FunctionCaller) -> Result<Schema, Error> {
        let root = definition::document(document, reading, calls)?;
        let counts_keys = reading != Reading::Ytt && counts_keys(&root);
        let has_notices = reading != Reading::Ytt && notices::has_notices(&root);
        let has_mixed_types = reading != Reading::Ytt && has_mixed_types(&root);
        Ok(Schema { root: Rc::new(root), declared: true, reading, counts_keys, has_notices, has_mixed_types })
    }

    /// The schema of a library without schema documents: it allows any value.
    pub fn none() -> Schema {
        let ty = Type { kind: Kind::Any, position: Position::unknown(), documentation: Documentation::default() };
        Schema {
            root: Rc::new(Slot::new(ty, None, Position::unknown(), None)),
            declared: false,
            reading: Reading::Ytt,
            counts_keys: false,
            has_notices: false,
            has_mixed_types: false,
        }
    }

    /// Whether there is a schema document.
    pub fn is_declared(&self) -> bool {
        self.declared
    }

    /// Whether data values documents may add any keys without `missing_ok`, also in values without a type.
    pub fn allows_new_keys(&self) -> bool {
        self.reading == Reading::Definition
    }

    /// Annotates a data values document so that it can add the keys that the schema allows without `missing_ok`. Fails
    /// if a function of `@schema/key` does.
    pub(crate) fn allow_new_keys(&self, document: &mut Document, calls: &mut dyn FunctionCaller) -> Result<(), Error> {
        if self.allows_new_keys() {
            overlay::allow_new_keys(document);
            return Ok(());
        }
        if self.counts_keys { additions::allow(document, &self.root, calls) } else { Ok(()) }
    }

    /// The path of the value of any type in which `values` have a key; None if they have the key elsewhere, too.
    pub(crate) fn open_parent(&self, values: &Value, key: &str) -> Option<String> {
        let mut found = Vec::new();
        check::parents_of(values, Some(&self.root.ty), key, "", &mut found);
        let mut found = found.into_iter();
        let first = found.next().flatten().filter(|path| !path.is_empty());
        first.filter(|_| found.all(|other| other.is_some()))
    }

    /// Whether data values documents may replace a scalar by a collection without an annotation, because the schema
    /// says where both are allowed.
    pub fn allows_kind_changes(&self) -> bool {
        self.allows_new_keys() || self.has_mixed_types
    }

    /// The data values document of all defaults; None without a schema.
    pub fn default_data_values(&self) -> Option<Document> {
        self.declared.then(|| Document::new(self.root.default(), self.root.position.clone()))
    }

    /// Adds the defaults of missing items to a data values document, which are the same nodes as long as `defaults` are, attaches the rules of the schema, and checks the
    /// types of all values. The document conforms to the schema if there are no findings. Fails if a function of
    /// `@schema/key` does.
    pub fn assign_and_check(
        &self,
        document: &mut Document,
        defaults: &mut Defaults,
        calls: &mut dyn FunctionCaller,
    ) -> Result<Vec<SchemaFinding>, Error> {
        check::document(document, &self.root, defaults, calls)
    }

    /// Finds maps with a wrong number of keys. Only for the final data values, since documents may add keys. Fails if a
    /// function of `@schema/key` does.
    pub fn key_counts(&self, values: &Value, calls: &mut dyn FunctionCaller) -> Result<Vec<SchemaFinding>, Error> {
        if self.counts_keys { check::key_counts(values, &self.root, calls) } else { Ok(Vec::new()) }
    }

    /// The deprecated and removed values that a data values document sets. Fails if a function of `@schema/key` does.
    pub fn notices(&self, values: &Value, calls: &mut dyn FunctionCaller) -> Result<Notices, Error> {
        if self.has_notices { notices::notices(values, &self.root, calls) } else { Ok(Notices::default()) }
    }
}

fn counts_keys(slot: &Slot) -> bool {
    let has_rules = |ty: &Type| matches!(&ty.collection().kind, Kind::Map(fields) if !fields.have_only_own_keys());
    has_rules(&slot.ty) || any_slot(&slot.ty, &counts_keys)
}

/// Whether any value may be either a collection or a scalar.
fn has_mixed_types(slot: &Slot) -> bool {
    let is_mixed = match &slot.ty.kind {
        Kind::OneOf(OneOf { alternatives, .. }) => {
            alternatives.len() > 1 && matches!(slot.ty.collection().kind, Kind::Map(_) | Kind::Array(_))
        }
        _ => false,
    };
    is_mixed || any_slot(&slot.ty, &has_mixed_types)
}

/// The error of data values that do not conform to the schema.
pub(crate) fn invalid_data_values(findings: Vec<SchemaFinding>) -> Error {
    annotations::report("One or more data values were invalid", findings)
}

/// The error of other values that do not conform to a schema.
pub(crate) fn invalid_values(findings: Vec<SchemaFinding>) -> Error {
    annotations::report("One or more values were invalid", findings)
}

/// A key as a YAML file has it, without quotes.
pub fn written_key(key: &Value) -> String {
    key.as_str().map_or_else(|| printer::print_value(key).trim_end().to_owned(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostics::report;
    use crate::positions::Source;
    use crate::starlark::{Annotated, Annotation, PlainValue, ValueHandle};
    use crate::yaml::node::Node;
    use crate::yaml::tree::{Array, ArrayItem, Map, MapItem, Meta};

    /// A file for the positions of nodes.
    struct File(Arc<Source>);

    impl File {
        fn new(name: &str, text: &str) -> File {
            File(Source::new(name, text))
        }

        fn at(&self, line: u32) -> Position {
            Position::new(self.0.clone(), line)
        }

        fn item(&self, line: u32, key: &str, value: Value) -> MapItem {
            MapItem { key: Value::str(key), value, meta: Meta::at(self.at(line)) }
        }

        fn map(&self, line: u32, items: Vec<MapItem>) -> Value {
            Value::Map(Node::new(Map::new(items, self.at(line))))
        }

        fn array(&self, line: u32, values: Vec<Value>) -> Value {
            let item = |value| ArrayItem { value, meta: Meta::at(self.at(line)) };
            Value::Array(Node::new(Array::new(values.into_iter().map(item).collect(), self.at(line))))
        }

        fn document(&self, line: u32, value: Value) -> Document {
            Document::new(value, self.at(line))
        }

        fn annotation(&self, line: u32, name: &str, args: Vec<PlainValue>) -> Annotation {
            Annotation { name: name.into(), args, kwargs: Vec::new(), position: self.at(line) }
        }
    }

    fn annotated(mut item: MapItem, annotation: Annotation) -> MapItem {
        let annotations = [item.meta.annotations(), &[annotation]].concat();
        item.meta.set_annotations(annotations);
        item
    }

    /// For schemas without functions in annotations.
    struct NoFunctions;

    impl FunctionCaller for NoFunctions {
        fn call(&mut self, function: &ValueHandle, _: &[PlainValue]) -> Result<PlainValue, Error> {
            Err(Error::message(format!("{} is not there", function.name())))
        }

        fn attribute(&mut self, _: &ValueHandle, _: &str) -> Result<Option<PlainValue>, Error> {
            Ok(None)
        }
    }

    fn declared(document: &Document) -> Result<Schema, Error> {
        Schema::from_document(document, Extensions::default(), &mut NoFunctions)
    }

    fn found(schema: &Schema, document: &mut Document) -> Vec<SchemaFinding> {
        schema.assign_and_check(document, &mut Defaults::default(), &mut NoFunctions).unwrap()
    }

    /// `kiln:` with `heat: 900` and `shelves:` of `width: 1.5`.
    fn kiln() -> Schema {
        let file = File::new("schema.yml", "---\nkiln:\n  heat: 900\n  shelves:\n  - width: 1.5\n");
        let shelf = file.map(5, vec![file.item(5, "width", Value::Float(1.5))]);
        let items = vec![file.item(3, "heat", Value::Int(900)), file.item(4, "shelves", file.array(4, vec![shelf]))];
        let document = file.document(1, file.map(1, vec![file.item(2, "kiln", file.map(2, items))]));
        declared(&document).unwrap()
    }

    fn text(findings: Vec<SchemaFinding>) -> String {
        report::text(&invalid_data_values(findings))
    }

    #[test]
    fn missing_items_are_added_after_given_ones() {
        let file = File::new("values.yml", "---\nkiln:\n  shelves:\n  - {}\n");
        let shelves = file.item(3, "shelves", file.array(4, vec![file.map(4, Vec::new())]));
        let mut document = file.document(1, file.map(1, vec![file.item(2, "kiln", file.map(2, vec![shelves]))]));
        assert_eq!(text(found(&kiln(), &mut document)).lines().count(), 4);
        let shelf = file.map(4, vec![file.item(5, "width", Value::Float(1.5))]);
        let items = vec![file.item(3, "shelves", file.array(4, vec![shelf])), file.item(3, "heat", Value::Int(900))];
        assert_eq!(document.value, file.map(1, vec![file.item(2, "kiln", file.map(2, items))]));
    }

    #[test]
    fn wrong_kinds_and_unknown_keys_are_reported_together() {
        let file = File::new("values.yml", "---\nkiln:\n  heat: hot\n  shelfs: 1\n");
        let items = vec![file.item(3, "heat", Value::str("hot")), file.item(4, "shelfs", Value::Int(1))];
        let mut document = file.document(1, file.map(1, vec![file.item(2, "kiln", file.map(2, items))]));
        let findings = found(&kiln(), &mut document);
        assert_eq!(findings[1].path.as_deref(), Some("kiln.heat"));
        let expected = "
One or more data values were invalid
====================================

Given data value is not declared in schema
values.yml:
    |
  4 |   shelfs: 1
    |

    = found: shelfs
    = expected: one of { heat, shelves } (from schema.yml:2)
    = hint: did you mean \"shelves\"?

values.yml:
    |
  3 |   heat: hot
    |

    = found: string
    = expected: integer (by schema.yml:3)

";
        assert_eq!(text(findings), expected);
    }

    #[test]
    fn computed_values_are_printed() {
        let schema = kiln();
        let mut item = File::new("", "").item(1, "kiln", Value::Bool(true));
        item.meta = Meta::at(Position::in_memory("kiln: true"));
        let map = Value::map(vec![item]);
        let findings = found(&schema, &mut Document::new(map, Position::unknown()));
        assert!(
            text(findings).contains("\nData value calculated:\n    #\n    # kiln: true\n    #\n\n    = found: boolean")
        );
    }

    #[test]
    fn a_default_fills_in_what_it_leaves_out() {
        let file = File::new("schema.yml", "---\n#@schema/default [{}]\nshelves:\n- width: 1\n");
        let shelf = file.map(4, vec![file.item(4, "width", Value::Int(1))]);
        let default = PlainValue::List(vec![PlainValue::Dict(Vec::new())]);
        let shelves = file.item(3, "shelves", file.array(3, vec![shelf.clone()]));
        let shelves = annotated(shelves, file.annotation(2, "schema/default", vec![default]));
        let schema = declared(&file.document(1, file.map(1, vec![shelves]))).unwrap();
        let defaults = schema.default_data_values().unwrap();
        assert_eq!(defaults.value, file.map(1, vec![file.item(3, "shelves", file.array(3, vec![shelf]))]));
    }

    #[test]
    fn errors_below_a_nullable_node_are_errors_of_it() {
        let file = File::new("schema.yml", "---\n#@schema/nullable\nkiln:\n  heat:\n");
        let heat = file.item(4, "heat", Value::Null);
        let kiln =
            annotated(file.item(3, "kiln", file.map(3, vec![heat])), file.annotation(2, "schema/nullable", vec![]));
        let error = declared(&file.document(1, file.map(1, vec![kiln]))).unwrap_err();
        let expected = "
Invalid schema
==============

Invalid schema - null value not allowed here
============================================

schema.yml:
    |
  4 |   heat:
    |

    = found: null value
    = expected: non-null value
    = hint: in YAML, omitting a value implies null.";
        assert_eq!(report::text(&error).get(..expected.len()), Some(expected));
    }

    #[test]
    fn no_schema_allows_everything() {
        let file = File::new("values.yml", "a: 1");
        let mut document = file.document(1, file.map(1, vec![file.item(1, "a", Value::Int(1))]));
        assert!(found(&Schema::none(), &mut document).is_empty());
        assert!(Schema::none().default_data_values().is_none());
    }
}
