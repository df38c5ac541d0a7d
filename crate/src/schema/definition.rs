//! A schema document's nodes become types: by annotation where there is one, else by example.

use std::sync::Arc;

use super::annotations::{self, Fault, Holder, finding_at, report};
use super::types::{
    Documentation, Example, Field, Fields, Kind, Scalar, Slot, Type, container_position, is_collection,
};
use super::{check, code_value};
use crate::diagnostics::code::Code;
use crate::diagnostics::positions::Position;
use crate::diagnostics::{Error, SchemaFinding};
use crate::validations::{Validation, validation_of};
use crate::yaml::tree::{Array, ArrayItem, Document, Map, Meta, Value};

const INVALID: &str = "Invalid schema";

/// What a schema document says of data values documents.
pub(super) fn document(document: &Document) -> Result<Slot, Error> {
    Node { value: &document.value, meta: &document.meta, holder: Holder::Document }.slot()
}

/// A document, map item or array item of a schema.
#[derive(Clone, Copy)]
struct Node<'a> {
    value: &'a Value,
    meta: &'a Meta,
    holder: Holder,
}

impl Node<'_> {
    fn slot(self) -> Result<Slot, Error> {
        let (ty, implied) = self.ty()?;
        let default = match annotations::default(self.meta, self.holder, &ty).map_err(|fault| fault.report(INVALID))? {
            Some((value, annotation)) => Some(checked_default(value, &ty, &annotation)?),
            None => implied,
        };
        Ok(Slot::new(ty, default, self.meta.position.clone(), self.validation()?))
    }

    /// The type, and the default value that goes with it.
    fn ty(self) -> Result<(Type, Option<Value>), Error> {
        let any = annotations::any(self.meta).map_err(|fault| fault.report(INVALID))?;
        let nullable = annotations::nullable(self.meta).map_err(|fault| fault.report(INVALID))?;
        let position = &self.meta.position;
        let (kind, default) = if any {
            (Some(Kind::Any), if nullable { Value::Null } else { self.value.clone() })
        } else if nullable {
            // What is wrong below a nullable node is reported as another error of this one.
            let inner = inferred(self.value, position).map_err(|error| Fault::Other(error).report(INVALID))?;
            let inner = inner.map(|kind| typed(kind, self.value, position));
            (inner.map(|inner| Kind::Nullable(Box::new(inner))), Value::Null)
        } else {
            (inferred(self.value, position)?, self.value.clone())
        };
        let Some(kind) = kind else { return Err(null_not_allowed(position)) };
        if matches!(kind, Kind::Any) {
            refuse_annotations_below(self.value)?;
        }
        // A collection's default follows from its type.
        let default = match kind {
            Kind::Map(_) | Kind::Array(_) => None,
            Kind::Scalar(_) | Kind::Any | Kind::Nullable(_) => Some(default),
        };
        let mut ty = match kind {
            Kind::Any | Kind::Nullable(_) => {
                Type { kind, position: position.clone(), documentation: Default::default() }
            }
            kind => typed(kind, self.value, position),
        };
        ty.documentation = self.documentation(&ty)?;
        Ok((ty, default))
    }

    fn documentation(self, ty: &Type) -> Result<Documentation, Error> {
        let invalid = |fault: Fault| fault.report(INVALID);
        let description = annotations::text(self.meta, "schema/desc").map_err(invalid)?;
        let title = annotations::text(self.meta, "schema/title").map_err(invalid)?;
        let examples = annotations::examples(self.meta).map_err(invalid)?;
        let deprecated = annotations::deprecated(self.meta, self.holder).map_err(invalid)?;
        Ok(Documentation {
            title: title.unwrap_or_default(),
            description: description.unwrap_or_default(),
            deprecated,
            examples: match examples {
                Some((examples, annotation)) => checked_examples(examples, ty, &annotation)?,
                None => Vec::new(),
            },
        })
    }

    fn validation(self) -> Result<Option<Arc<Validation>>, Error> {
        let Some(annotation) = self.meta.annotation("schema/validation") else { return Ok(None) };
        let validation = validation_of(annotation).map_err(|refused| refused.error(annotation))?;
        Ok(Some(Arc::new(validation)))
    }
}

/// The kind of a value taken as an example; none for null.
fn inferred(value: &Value, position: &Position) -> Result<Option<Kind>, Error> {
    code_value::refuse(value, position)?;
    Ok(Some(match value {
        Value::Null => return Ok(None),
        Value::Bool(_) => Kind::Scalar(Scalar::Boolean),
        Value::Int(_) | Value::UInt(_) => Kind::Scalar(Scalar::Integer),
        Value::Float(_) => Kind::Scalar(Scalar::Float),
        Value::Str(_) | Value::Bytes(_) => Kind::Scalar(Scalar::String),
        Value::Map(map) => Kind::Map(fields(map)?),
        Value::Array(array) => Kind::Array(Box::new(item(array)?)),
        Value::DocumentSet(_) => {
            let text = "Expected value to be a map, array, or scalar, but was document set";
            return Err(Error::at(text, position.clone()));
        }
    }))
}

/// A kind at the position of its definition.
fn typed(kind: Kind, value: &Value, holder: &Position) -> Type {
    let position = if is_collection(value) { container_position(value) } else { holder.clone() };
    Type { kind, position, documentation: Documentation::default() }
}

fn fields(map: &Map) -> Result<Fields, Error> {
    let fields = map.items.iter().map(|item| {
        let node = Node { value: &item.value, meta: &item.meta, holder: Holder::MapItem };
        Ok(Field { key: item.key.clone(), slot: node.slot()? })
    });
    Ok(Fields::new(fields.collect::<Result<_, Error>>()?))
}

fn item(array: &Array) -> Result<Slot, Error> {
    if let [ArrayItem { value, meta }] = &array.items[..] {
        return Node { value, meta, holder: Holder::ArrayItem }.slot();
    }
    let finding = SchemaFinding {
        found: format!("{} array items", array.items.len()),
        expected: "exactly 1 array item, of the desired type".to_owned(),
        hints: vec![
            "in schema, the one item of the array implies the type of its elements.".to_owned(),
            "in schema, the default value for an array is always an empty list.".to_owned(),
            "default values can be overridden via a data values overlay.".to_owned(),
        ],
        ..finding_at(array.position.clone())
    };
    Err(report("Invalid schema - wrong number of items in array definition", vec![finding]))
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
        ..finding_at(position.clone())
    };
    report("Invalid schema - null value not allowed here", vec![finding])
}

/// Where any value is allowed, nothing below can say otherwise.
fn refuse_annotations_below(value: &Value) -> Result<(), Error> {
    match value {
        Value::Map(map) => map.items.iter().try_for_each(|item| refuse_annotations(&item.meta, &item.value)),
        Value::Array(array) => array.items.iter().try_for_each(|item| refuse_annotations(&item.meta, &item.value)),
        _ => Ok(()),
    }
}

fn refuse_annotations(meta: &Meta, value: &Value) -> Result<(), Error> {
    let names = ["schema/nullable", "schema/type", "schema/default"];
    let found: Vec<_> = names.iter().filter_map(|name| meta.annotation(name)).collect();
    if found.is_empty() {
        return refuse_annotations_below(value);
    }
    let named: Vec<String> = found.iter().map(|annotation| format!("@{}", annotation.name)).collect();
    let finding = SchemaFinding {
        code: Code::Annotation,
        description: Some("Schema was specified within an \"any type\" fragment".to_owned()),
        annotations: found.iter().map(|annotation| annotation.position.clone()).collect(),
        found: format!("{} annotation(s)", named.join(", ")),
        expected: "no '@schema/...' on nodes within a node annotated '@schema/type any=True'".to_owned(),
        hints: vec![
            "an \"any type\" fragment has no constraints; nested schema annotations conflict and are disallowed"
                .to_owned(),
        ],
        ..finding_at(meta.position.clone())
    };
    Err(report(INVALID, vec![finding]))
}

/// The default value with the defaults of its own items filled in, if it is of the type.
fn checked_default(mut value: Value, ty: &Type, annotation: &Position) -> Result<Value, Error> {
    let findings = check::literal(&mut value, ty);
    if findings.is_empty() {
        return Ok(value);
    }
    let findings = by_annotation(findings, annotation, "at");
    Err(report("Invalid schema - @schema/default is wrong type", findings))
}

fn checked_examples(examples: Vec<Example>, ty: &Type, annotation: &Position) -> Result<Vec<Example>, Error> {
    let findings: Vec<_> = examples.iter().flat_map(|example| check::literal(&mut example.value.clone(), ty)).collect();
    if findings.is_empty() {
        return Ok(examples);
    }
    let findings = by_annotation(findings, annotation, "by");
    Err(report("Invalid schema - @schema/examples has wrong type", findings))
}

/// Names the annotation as the source of what was found.
fn by_annotation(findings: Vec<SchemaFinding>, annotation: &Position, word: &str) -> Vec<SchemaFinding> {
    let blame = |finding: SchemaFinding| SchemaFinding {
        found: format!("{} ({word} {})", finding.found, annotation.compact()),
        annotations: vec![annotation.clone()],
        // It is the schema's own value that does not fit.
        code: Code::Schema,
        remedy: None,
        ..finding
    };
    findings.into_iter().map(blame).collect()
}
