//! Reads a schema document: the type of a node is that of its annotation, or else inferred from its value.

use std::rc::Rc;

use super::annotations::{self, Fault, Holder, finding_at, report};
use super::keys::{self, KeyRule};
use super::proposal::{self, Named, Reading, Typing};
use super::types::{Documentation, Example, Field, Fields, Kind, OneOf, Scalar, Slot, Type};
use super::{check, computed_collection, written_key};
use crate::diagnostics::cause::{AnnotationMistake, Cause};
use crate::diagnostics::code::Code;
use crate::diagnostics::{Error, SchemaFinding};
use crate::positions::Position;
use crate::starlark::{Annotated, FunctionCaller};
use crate::validations::{Validation, read_validate, read_validation};
use crate::yaml::node::DeepCopy;
use crate::yaml::tree::{Array, Document, Map, Meta, Value};

pub(super) const INVALID: &str = "Invalid schema";

/// The slot of data values documents. Fails with ytt's "Invalid schema" report.
pub(super) fn document(document: &Document, reading: Reading, calls: &mut dyn FunctionCaller) -> Result<Slot, Error> {
    let node = Node { value: &document.value, meta: &document.meta, holder: Holder::Document };
    let mut reader = Reader { reading, calls };
    reader.keys(node)?;
    reader.slot(node)
}

/// A document, map item or array item of a schema.
#[derive(Clone, Copy)]
struct Node<'a> {
    value: &'a Value,
    meta: &'a Meta,
    holder: Holder,
}

struct Reader<'c> {
    reading: Reading,
    calls: &'c mut dyn FunctionCaller,
}

impl Reader<'_> {
    fn slot(&mut self, node: Node<'_>) -> Result<Slot, Error> {
        self.calls.work_at(1, &node.meta.position)?;
        let (mut ty, implied) = self.ty(node)?;
        ty.documentation = self.documentation(node, &ty)?;
        let (written_default, default) = match annotations::default(node.meta, node.holder, &ty).map_err(invalid)? {
            Some((value, annotation)) => {
                let filled_in = self.checked_default(value.deep_copy(), &ty, &annotation)?;
                (Some(value.deep_copy()), Some(filled_in))
            }
            None => {
                let value = implied.value(node, &ty)?;
                (value.clone(), value)
            }
        };
        let validation = self.validation(node)?;
        let slot = Slot::new(ty, default, node.meta.position.clone(), validation);
        let mut slot = slot.with_written_default(written_default);
        if self.reading == Reading::Definition {
            self.imply_rules(node, &mut slot);
        }
        let alternatives = slot.validation.is_some().then(|| slot.alternatives());
        if let (Some(validation), Some(alternatives)) = (&mut slot.validation, alternatives) {
            Rc::make_mut(validation).alternatives = alternatives;
        }
        Ok(slot)
    }

    /// The type, and how the default is determined.
    fn ty(&mut self, node: Node<'_>) -> Result<(Type, Implied), Error> {
        let typing = if self.reading.is_extended() {
            proposal::typing(node.meta).map_err(invalid)?
        } else if annotations::any(node.meta).map_err(invalid)? {
            Typing::Any
        } else {
            Typing::Inferred
        };
        let nullable = annotations::nullable(node.meta).map_err(invalid)?;
        let Node { value, meta, .. } = node;
        let position = &meta.position;
        // In a definition, null without annotation is a value that has to be set.
        let is_open = self.reading == Reading::Definition && matches!(value, Value::Null);
        let typing = if matches!(typing, Typing::Inferred) && is_open { Typing::Any } else { typing };
        let (kind, implied) = match typing {
            Typing::Any => (Some(Kind::Any), if nullable { Implied::Null } else { Implied::Value }),
            Typing::OneOf { named, or_inferred, at } => {
                let kind = self.one_of(node, &named, or_inferred, nullable)?;
                (Some(kind), if nullable { Implied::Null } else { Implied::Checked(at) })
            }
            Typing::Inferred if nullable => {
                // As in ytt, the report of an error below a nullable node contains that error's report.
                let inner = self.inferred(value, position).map_err(|error| invalid(Fault::Other(error)))?;
                let inner = inner.map(|kind| typed(kind, value, position));
                (inner.map(|inner| Kind::Nullable(Box::new(inner))), Implied::Null)
            }
            Typing::Inferred => (self.inferred(value, position)?, Implied::Value),
        };
        let Some(kind) = kind else { return Err(null_not_allowed(position)) };
        if matches!(kind, Kind::Any) {
            reject_annotations_below(value)?;
        }
        let ty = match kind {
            Kind::Any | Kind::Nullable(_) | Kind::OneOf(_) => {
                Type { kind, position: position.clone(), documentation: Default::default() }
            }
            kind => typed(kind, value, position),
        };
        Ok((ty, implied))
    }

    fn one_of(&mut self, node: Node<'_>, named: &[Named], or_inferred: bool, nullable: bool) -> Result<Kind, Error> {
        let Node { value, meta, .. } = node;
        let inferred = if or_inferred { self.inferred(value, &meta.position)? } else { None };
        let inferred_null = or_inferred && matches!(value, Value::Null);
        let inferred = inferred.map(|kind| typed(kind, value, &meta.position));
        let mut one_of = OneOf::of(named, inferred, &meta.position);
        one_of.null |= nullable || inferred_null;
        Ok(Kind::OneOf(one_of))
    }

    fn documentation(&mut self, node: Node<'_>, ty: &Type) -> Result<Documentation, Error> {
        let meta = node.meta;
        let description = annotations::text(meta, "schema/desc").map_err(invalid)?;
        let title = annotations::text(meta, "schema/title").map_err(invalid)?;
        let examples = annotations::examples(meta).map_err(invalid)?;
        let deprecated = annotations::deprecated(meta, node.holder).map_err(invalid)?;
        let mut documentation = Documentation {
            title: title.unwrap_or_default(),
            description: description.unwrap_or_default(),
            deprecated,
            removed: None,
            examples: match examples {
                Some((examples, annotation)) => self.checked_examples(examples, ty, &annotation, "examples")?,
                None => Vec::new(),
            },
        };
        if self.reading.is_extended() {
            if let Some(doc) = proposal::doc(meta).map_err(invalid)? {
                documentation.description = doc;
            }
            if let Some((example, annotation)) = proposal::example(meta).map_err(invalid)? {
                documentation.examples.splice(0..0, self.checked_examples(example, ty, &annotation, "example")?);
            }
            documentation.removed = proposal::removed(meta, node.holder).map_err(invalid)?;
        }
        Ok(documentation)
    }

    fn validation(&mut self, node: Node<'_>) -> Result<Option<Rc<Validation>>, Error> {
        let extended = node.meta.annotation("schema/validate").filter(|_| self.reading.is_extended());
        let annotation = match (node.meta.annotation("schema/validation"), extended) {
            (None, None) => return Ok(None),
            (Some(annotation), None) => annotation,
            (None, Some(annotation)) => {
                let validation = read_validate(annotation).map_err(|invalid| invalid.error(annotation))?;
                return Ok(Some(Rc::new(validation)));
            }
            (Some(_), Some(annotation)) => {
                let at = annotation.position.compact();
                let text = format!("Expected only one of @schema/validate and @schema/validation on a node (by {at})");
                return Err(Error::at(text, annotation.position.clone()).coded(Code::Annotation));
            }
        };
        let validation = read_validation(annotation).map_err(|invalid| invalid.error(annotation))?;
        Ok(Some(Rc::new(validation)))
    }

    /// Adds the implicit rules of a definition: strings are not empty, and values without a type are not null.
    fn imply_rules(&self, node: Node<'_>, slot: &mut Slot) {
        let position = &node.meta.position;
        let is_untyped = matches!(slot.ty.kind, Kind::Any)
            && matches!(node.value, Value::Null)
            && ["schema/type", "schema/nullable"].iter().all(|name| node.meta.annotation(name).is_none());
        if is_untyped {
            match &mut slot.validation {
                Some(validation) => Rc::make_mut(validation).require_value(),
                none => *none = Some(Rc::new(Validation::not_null(position.clone()))),
            }
        } else if slot.validation.is_none() && slot.ty.has_strings() {
            slot.validation = Some(Rc::new(Validation::not_empty(position.clone())));
            slot.rules_strings_only = true;
        }
    }

    /// The type of which a value is an example; None for null.
    fn inferred(&mut self, value: &Value, position: &Position) -> Result<Option<Kind>, Error> {
        computed_collection::reject(value, position)?;
        Ok(Some(match value {
            Value::Null => return Ok(None),
            Value::Bool(_) => Kind::Scalar(Scalar::Boolean),
            Value::Int(_) | Value::UInt(_) => Kind::Scalar(Scalar::Integer),
            Value::Float(_) => Kind::Scalar(Scalar::Float),
            Value::Str(_) | Value::Bytes(_) => Kind::Scalar(Scalar::String),
            Value::Map(map) => Kind::Map(self.fields(&map.borrow())?),
            Value::Array(array) => Kind::Array(Box::new(self.item(&array.borrow())?)),
            Value::DocumentSet(_) => {
                let text = "Expected value to be a map, array, or scalar, but was document set";
                return Err(Error::at(text, position.clone()));
            }
        }))
    }

    fn fields(&mut self, map: &Map) -> Result<Fields, Error> {
        let mut fields = Vec::with_capacity(map.items.len());
        for item in map.iter() {
            let node = Node { value: &item.value, meta: &item.meta, holder: Holder::MapItem };
            let keys = self.keys(node)?;
            let mut slot = self.slot(node)?;
            let titled = !slot.ty.documentation.title.is_empty();
            let is_named = keys.as_ref().is_none_or(|rule| rule.allowed().is_none());
            if self.reading == Reading::Definition && !titled && is_named {
                slot.ty.documentation.title = proposal::title_of(&written_key(&item.key));
            }
            fields.push(Field { key: item.key.clone(), slot, keys });
        }
        Ok(Fields::new(fields))
    }

    fn keys(&mut self, node: Node<'_>) -> Result<Option<KeyRule>, Error> {
        if !self.reading.is_extended() {
            return Ok(None);
        }
        keys::rule(node.meta, node.holder, self.calls).map_err(invalid)
    }

    fn item(&mut self, array: &Array) -> Result<Slot, Error> {
        if let [item] = &array.items[..] {
            let item = item.borrow();
            let node = Node { value: &item.value, meta: &item.meta, holder: Holder::ArrayItem };
            self.keys(node)?;
            return self.slot(node);
        }
        let finding = SchemaFinding {
            found: format!("{} array items", array.items.len()),
            expected: "exactly 1 array item, of the desired type".to_owned(),
            hints: vec![
                "in schema, the one item of the array implies the type of its elements.".to_owned(),
                "in schema, the default value for an array is always an empty list.".to_owned(),
                "default values can be overridden via a data values overlay.".to_owned(),
            ],
            cause: Some(Cause::ItemCount { found: array.items.len() }),
            ..finding_at(array.position.clone())
        };
        Err(report("Invalid schema - wrong number of items in array definition", vec![finding]))
    }

    /// The default value, completed with the defaults of its items. Fails if it does not conform to the type.
    fn checked_default(&mut self, value: Value, ty: &Type, annotation: &Position) -> Result<Value, Error> {
        let findings = check::literal(&value, ty, self.calls)?;
        if findings.is_empty() {
            return Ok(value);
        }
        let node = ty.position.line();
        let explained = findings.into_iter().map(|finding| {
            let cause = match &finding.cause {
                Some(Cause::WrongType { expected, found }) => {
                    Some(Cause::WrongDefault { expected: expected.clone(), found })
                }
                _ => None,
            };
            // A value that is written in the annotation has the position of its node.
            let origin = if finding.at.line() == node { Position::unknown() } else { finding.at.clone() };
            (cause, origin, finding)
        });
        let (explained, findings): (Vec<_>, Vec<_>) =
            explained.map(|(cause, origin, finding)| ((cause, origin), finding)).unzip();
        let mut findings = by_annotation(findings, annotation, "at");
        for (finding, (cause, origin)) in findings.iter_mut().zip(explained) {
            (finding.cause, finding.origin) = (cause, origin);
        }
        Err(report("Invalid schema - @schema/default is wrong type", findings))
    }

    fn checked_examples(
        &mut self,
        examples: Vec<Example>,
        ty: &Type,
        annotation: &Position,
        name: &str,
    ) -> Result<Vec<Example>, Error> {
        let mut findings = Vec::new();
        for example in &examples {
            findings.extend(check::literal(&example.value.deep_copy(), ty, self.calls)?);
        }
        if findings.is_empty() {
            return Ok(examples);
        }
        let causes = findings.iter().map(|finding| match &finding.cause {
            Some(Cause::WrongType { expected, found }) => Some(Cause::Annotation {
                name: if name == "example" { "schema/example" } else { "schema/examples" },
                mistake: AnnotationMistake::Example { expected: expected.clone(), found },
            }),
            _ => None,
        });
        let causes: Vec<_> = causes.collect();
        let mut findings = by_annotation(findings, annotation, "by");
        for (finding, cause) in findings.iter_mut().zip(causes) {
            finding.cause = cause;
        }
        Err(report(format!("Invalid schema - @schema/{name} has wrong type"), findings))
    }
}

fn invalid(fault: Fault) -> Error {
    fault.report(INVALID)
}

/// The default of a node without `@schema/default`.
enum Implied {
    Null,
    /// The value in the schema; for collections, the default of the type.
    Value,
    /// Like `Value`, which must be of one of the types of the annotation at this position.
    Checked(Position),
}

impl Implied {
    /// None if the default follows from the type.
    fn value(self, node: Node<'_>, ty: &Type) -> Result<Option<Value>, Error> {
        let follows = |ty: &Type| matches!(ty.kind, Kind::Map(_) | Kind::Array(_));
        match self {
            Implied::Null => Ok(Some(Value::Null)),
            Implied::Value if follows(ty) => Ok(None),
            Implied::Value => Ok(Some(node.value.deep_copy())),
            Implied::Checked(_) if node.value.is_collection() && follows(ty.shaped_like(node.value)) => Ok(None),
            Implied::Checked(annotation) => {
                if !node.value.is_collection() && check::conforms(node.value, ty) {
                    return Ok(Some(node.value.clone()));
                }
                let finding = SchemaFinding {
                    annotations: vec![annotation.clone()],
                    found: node.value.type_name().to_owned(),
                    expected: format!("{} (by {})", ty.name(), annotation.compact()),
                    hints: vec![
                        "what stands in the schema is the default, and must be of one of the types.".to_owned(),
                        "or_inferred=True adds its type; @schema/default sets another default.".to_owned(),
                    ],
                    ..finding_at(node.meta.position.clone())
                };
                Err(report("Invalid schema - default value is of none of the types", vec![finding]))
            }
        }
    }
}

/// A type at the position of its definition.
fn typed(kind: Kind, value: &Value, holder: &Position) -> Type {
    let position = if value.is_collection() { value.position() } else { holder.clone() };
    Type { kind, position, documentation: Documentation::default() }
}

fn null_not_allowed(position: &Position) -> Error {
    let finding = SchemaFinding {
        found: "null value".to_owned(),
        expected: "non-null value".to_owned(),
        hints: vec![
            "in YAML, omitting a value implies null.".to_owned(),
            "to set the default value to null, annotate with @schema/nullable.".to_owned(),
            "to allow any value, annotate with @schema/type any=True.".to_owned(),
        ],
        cause: Some(Cause::NoType),
        ..finding_at(position.clone())
    };
    report("Invalid schema - null value not allowed here", vec![finding])
}

/// Fails for type annotations below a node that allows any value.
fn reject_annotations_below(value: &Value) -> Result<(), Error> {
    value.items().try_for_each(|item| reject_annotations(item.borrow().meta(), item.borrow().value()))
}

fn reject_annotations(meta: &Meta, value: &Value) -> Result<(), Error> {
    let names = ["schema/nullable", "schema/type", "schema/default"];
    let found: Vec<_> = names.iter().filter_map(|name| meta.annotation(name)).collect();
    if found.is_empty() {
        return reject_annotations_below(value);
    }
    let named: Vec<String> = found.iter().map(|annotation| format!("@{}", annotation.name)).collect();
    let finding = SchemaFinding {
        code: Code::Annotation,
        description: Some("Schema was specified within an \"any type\" fragment".to_owned()),
        annotations: found.iter().map(|annotation| annotation.position.clone()).collect(),
        found: format!("{} annotation(s)", named.join(", ")),
        expected: "no '@schema/...' on nodes within a node annotated '@schema/type any=True'".to_owned(),
        cause: found
            .last()
            .and_then(|annotation| names.into_iter().find(|name| *name == &*annotation.name))
            .map(|name| Cause::Annotation { name, mistake: AnnotationMistake::BelowAny }),
        hints: vec![
            "an \"any type\" fragment has no constraints; nested schema annotations conflict and are disallowed"
                .to_owned(),
        ],
        ..finding_at(meta.position.clone())
    };
    Err(report(INVALID, vec![finding]))
}

/// Adds the annotation to findings about its value.
fn by_annotation(findings: Vec<SchemaFinding>, annotation: &Position, word: &str) -> Vec<SchemaFinding> {
    let blame = |finding: SchemaFinding| SchemaFinding {
        found: format!("{} ({word} {})", finding.found, annotation.compact()),
        annotations: vec![annotation.clone()],
        // The error is in the schema, not in data values.
        code: Code::Schema,
        cause: None,
        remedies: Vec::new(),
        ..finding
    };
    findings.into_iter().map(blame).collect()
}
