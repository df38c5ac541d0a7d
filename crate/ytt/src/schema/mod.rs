//! The schema of data values: what values are allowed, their defaults, documentation and rules.
//!
//! Takes the merged schema document (annotations evaluated), hands on a [`Schema`]. It gives the
//! default data values, fills and checks data values documents, and describes itself as OpenAPI, as
//! JSON Schema, as Markdown, as a list of
//! fields or as a tree for people. [`import`] goes the other way.

mod additions;
mod annotations;
pub mod check;
mod code_value;
mod definition;
pub mod describe;
pub mod given;
pub mod in_memory;
mod inspect;
mod inspect_html;
pub mod json_schema;
pub mod keys;
mod markdown;
mod open_api;
mod path;
pub mod proposal;
pub mod types;
pub mod unmet;

use std::sync::Arc;

use crate::diagnostics::positions::Position;
use crate::diagnostics::{Error, SchemaFinding};
use crate::overlay;
use crate::starlark::Calls;
use crate::yaml::tree::{Document, Value};
use given::Given;
use proposal::Reading;
use types::{Documentation, Kind, OneOf, Slot, Type};

pub use describe::Described;
pub use json_schema::NotStated;
pub use path::shown_key;

/// A schema; cheap to clone.
#[derive(Clone, Debug)]
pub struct Schema {
    pub root: Arc<Slot>,
    /// Somebody wrote it.
    declared: bool,
    reading: Reading,
    /// It counts keys somewhere.
    counts_keys: bool,
    /// It calls something deprecated or removed.
    has_notices: bool,
    /// It has values that may be collections or scalars.
    has_mixed_types: bool,
}

impl Schema {
    /// The schema that a document declares. Fails with ytt's "Invalid schema …" report, or with what is wrong with a
    /// validation annotation. `calls` has the functions of its annotations.
    pub fn from_document(document: &Document, calls: &mut dyn Calls) -> Result<Schema, Error> {
        let reading = Reading::of(document, calls.extensions()).map_err(|fault| fault.report(definition::INVALID))?;
        Schema::read(document, reading, calls)
    }

    /// The schema that a fragment declares, read as a definition is.
    pub fn from_fragment(fragment: Document, calls: &mut dyn Calls) -> Result<Schema, Error> {
        Schema::read(&fragment, Reading::Definition, calls)
    }

    fn read(document: &Document, reading: Reading, calls: &mut dyn Calls) -> Result<Schema, Error> {
        let root = definition::document(document, reading, calls)?;
        let counts_keys = reading != Reading::Ytt && counts_keys(&root);
        let has_notices = reading != Reading::Ytt && given::has_notices(&root);
        let has_mixed_types = reading != Reading::Ytt && has_mixed_types(&root);
        Ok(Schema { root: Arc::new(root), declared: true, reading, counts_keys, has_notices, has_mixed_types })
    }

    /// What holds where no schema is given: any value.
    pub fn none() -> Schema {
        let ty = Type { kind: Kind::Any, position: Position::unknown(), documentation: Documentation::default() };
        Schema {
            root: Arc::new(Slot::new(ty, None, Position::unknown(), None)),
            declared: false,
            reading: Reading::Ytt,
            counts_keys: false,
            has_notices: false,
            has_mixed_types: false,
        }
    }

    /// Whether somebody wrote it.
    pub fn is_declared(&self) -> bool {
        self.declared
    }

    /// Whether data values documents add any keys without `missing_ok`, also in values that the schema says nothing about.
    pub fn lets_add_keys(&self) -> bool {
        self.reading == Reading::Definition
    }

    /// Lets a data values document add the keys that the schema allows, without `missing_ok`.
    pub fn let_add_keys(&self, document: &mut Document, calls: &mut dyn Calls) -> Result<(), Error> {
        if self.lets_add_keys() {
            overlay::let_add_keys(document);
            return Ok(());
        }
        if self.counts_keys { additions::allow(document, &self.root, calls) } else { Ok(()) }
    }

    /// Whether data values documents put a map in the place of a number without saying so: the schema is what knows
    /// where both may stand.
    pub fn lets_change_kinds(&self) -> bool {
        self.lets_add_keys() || self.has_mixed_types
    }

    /// A data values document with all defaults; none without a schema.
    pub fn default_data_values(&self) -> Option<Document> {
        self.declared.then(|| Document::new(self.root.default(), self.root.position.clone()))
    }

    /// Fills a data values document's missing items with their defaults, attaches the schema's rules and checks all
    /// values. The document fits when nothing is found.
    pub fn assign_and_check(
        &self,
        document: &mut Document,
        calls: &mut dyn Calls,
    ) -> Result<Vec<SchemaFinding>, Error> {
        check::document(document, &self.root, calls)
    }

    /// Maps of the final data values that have too few or too many keys of a kind: before, some may be missing yet.
    pub fn key_counts(&self, values: &Value, calls: &mut dyn Calls) -> Result<Vec<SchemaFinding>, Error> {
        if self.counts_keys { check::key_counts(values, &self.root, calls) } else { Ok(Vec::new()) }
    }

    /// What a data values document gives, though the schema calls it deprecated or removed.
    pub fn given(&self, values: &Value, calls: &mut dyn Calls) -> Result<Given, Error> {
        if self.has_notices { given::given(values, &self.root, calls) } else { Ok(Given::default()) }
    }

    /// The schema as an OpenAPI v3 document.
    pub fn open_api(&self) -> Document {
        open_api::document(&self.root)
    }

    /// The schema as JSON Schema, and the rules which that does not state; none without a schema.
    pub fn json_schema(&self) -> Option<(serde_json::Value, Vec<NotStated>)> {
        self.declared.then(|| json_schema::document(&self.root, self.lets_change_kinds()))
    }

    /// The schema as a reference in Markdown; none without a schema.
    pub fn markdown(&self) -> Option<String> {
        self.declared.then(|| markdown::document(&describe::root(&self.root)))
    }

    /// What `--schema-inspect` prints as YAML; none without a schema.
    pub fn inspected(&self) -> Option<Document> {
        self.declared.then(|| inspect::document(&describe::root(&self.root)))
    }

    /// What `--schema-inspect` prints as a page; none without a schema.
    pub fn inspected_page(&self) -> Option<String> {
        self.declared.then(|| inspect_html::page(&describe::root(&self.root)))
    }

    /// The schema as a tree for people; none without a schema.
    pub fn describe(&self) -> Option<Described> {
        self.declared.then(|| describe::root(&self.root))
    }
}

fn counts_keys(slot: &Slot) -> bool {
    let has_rules = |ty: &Type| matches!(&ty.collection().kind, Kind::Map(fields) if !fields.have_plain_keys());
    has_rules(&slot.ty) || given::below(&slot.ty, &counts_keys)
}

/// Whether something may be a map or an array, or else a scalar.
fn has_mixed_types(slot: &Slot) -> bool {
    let is_mixed = match &slot.ty.kind {
        Kind::OneOf(OneOf { alternatives, .. }) => {
            alternatives.len() > 1 && matches!(slot.ty.collection().kind, Kind::Map(_) | Kind::Array(_))
        }
        _ => false,
    };
    is_mixed || given::below(&slot.ty, &has_mixed_types)
}

/// The error of data values that do not fit.
pub fn invalid_data_values(findings: Vec<SchemaFinding>) -> Error {
    annotations::report("One or more data values were invalid", findings)
}

/// The error of other values that do not fit.
pub fn invalid_values(findings: Vec<SchemaFinding>) -> Error {
    annotations::report("One or more values were invalid", findings)
}

/// A map item without a place, as exports have them.
fn exported_item(key: &str, value: Value) -> crate::yaml::tree::MapItem {
    crate::yaml::tree::MapItem { key: Value::str(key), value, meta: Default::default() }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostics::positions::Source;
    use crate::diagnostics::report;
    use crate::starlark::{Annotated, Annotation, Argument, Callable};
    use crate::yaml::tree::{Array, ArrayItem, Map, MapItem, Meta};

    /// A file whose lines nodes stand at.
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
            Value::Map(Box::new(Map { items, position: self.at(line) }))
        }

        fn array(&self, line: u32, values: Vec<Value>) -> Value {
            let item = |value| ArrayItem { value, meta: Meta::at(self.at(line)) };
            Value::Array(Box::new(Array { items: values.into_iter().map(item).collect(), position: self.at(line) }))
        }

        fn document(&self, line: u32, value: Value) -> Document {
            Document::new(value, self.at(line))
        }

        fn annotation(&self, line: u32, name: &str, args: Vec<Argument>) -> Annotation {
            Annotation { name: name.into(), args, kwargs: Vec::new(), position: self.at(line) }
        }
    }

    fn annotated(mut item: MapItem, annotation: Annotation) -> MapItem {
        let annotations = [item.meta.annotations(), &[annotation]].concat();
        item.meta.set_annotations(annotations);
        item
    }

    /// A schema whose annotations call nothing.
    struct NoFunctions;

    impl Calls for NoFunctions {
        fn call(&mut self, function: &Callable, _: &[Argument]) -> Result<Argument, Error> {
            Err(Error::message(format!("{} is not there", function.name())))
        }

        fn attribute(&mut self, _: &Callable, _: &str) -> Result<Option<Argument>, Error> {
            Ok(None)
        }
    }

    fn declared(document: &Document) -> Result<Schema, Error> {
        Schema::from_document(document, &mut NoFunctions)
    }

    fn found(schema: &Schema, document: &mut Document) -> Vec<SchemaFinding> {
        schema.assign_and_check(document, &mut NoFunctions).unwrap()
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
    fn a_value_from_code_is_shown_itself() {
        let schema = kiln();
        let mut item = File::new("", "").item(1, "kiln", Value::Bool(true));
        item.meta = Meta::at(Position::in_memory("kiln: true"));
        let map = Value::Map(Box::new(Map { items: vec![item], position: Position::unknown() }));
        let findings = found(&schema, &mut Document::new(map, Position::unknown()));
        assert!(
            text(findings).contains("\nData value calculated:\n    #\n    # kiln: true\n    #\n\n    = found: boolean")
        );
    }

    #[test]
    fn a_default_fills_in_what_it_leaves_out() {
        let file = File::new("schema.yml", "---\n#@schema/default [{}]\nshelves:\n- width: 1\n");
        let shelf = file.map(4, vec![file.item(4, "width", Value::Int(1))]);
        let default = Argument::List(vec![Argument::Dict(Vec::new())]);
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
