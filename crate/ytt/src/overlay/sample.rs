//! Trees and functions for the unit tests of overlays.

use std::sync::Arc;

use crate::diagnostics::Error;
use crate::diagnostics::positions::{Position, Source};
use crate::starlark::{Annotated, Annotation, FunctionCaller, PlainValue, ValueHandle};
use crate::yaml::tree::{Document, DocumentSet, MapItem, Meta, Value};

pub(super) fn map(items: Vec<(&str, Value)>) -> Value {
    Value::map(items.into_iter().map(|(key, value)| MapItem::new(key, value)).collect())
}

pub(super) fn array(values: Vec<Value>) -> Value {
    Value::array(values)
}

pub(super) fn documents(values: Vec<Value>) -> DocumentSet {
    DocumentSet { items: values.into_iter().map(|value| Document::new(value, line(1))).collect() }
}

pub(super) fn line(number: u32) -> Position {
    Position::new(Source::new("o.yml", ""), number)
}

/// Annotates the last item of a collection.
pub(super) fn with(mut value: Value, name: &str, kwargs: Vec<(&str, PlainValue)>) -> Value {
    let meta = match &mut value {
        Value::Map(map) => map.items.last_mut().map(|item| &mut item.meta),
        Value::Array(array) => array.items.last_mut().map(|item| &mut item.meta),
        Value::DocumentSet(set) => set.items.last_mut().map(|item| &mut item.meta),
        _ => None,
    };
    let kwargs = kwargs.into_iter().map(|(name, argument)| (name.to_owned(), argument)).collect();
    let annotation = Annotation { name: name.into(), args: Vec::new(), kwargs, position: Position::unknown() };
    let meta = meta.expect("a collection with items");
    meta.set_annotations([meta.annotations(), &[annotation]].concat());
    value
}

/// The value with default [`Meta`] in all items, for comparison.
pub(super) fn bare(mut value: Value) -> Value {
    match &mut value {
        Value::Map(map) => {
            for item in &mut map.items {
                item.meta = Meta::default();
                item.value = bare(std::mem::take(&mut item.value));
            }
        }
        Value::Array(array) => {
            for item in &mut array.items {
                item.meta = Meta::default();
                item.value = bare(std::mem::take(&mut item.value));
            }
        }
        _ => {}
    }
    value
}

type Answer = Box<dyn Fn(&[PlainValue]) -> PlainValue>;

/// Rust closures in place of Starlark functions, by handle.
pub(super) struct Answers(Vec<Answer>);

impl Answers {
    pub(super) fn none() -> Answers {
        Answers(Vec::new())
    }

    /// One function, and the argument that refers to it.
    pub(super) fn one(answer: impl Fn(&[PlainValue]) -> PlainValue + 'static) -> (Answers, PlainValue) {
        let callable =
            ValueHandle { handle: 0, type_name: "function".to_owned(), repr: String::new(), parameters: None };
        (Answers(vec![Box::new(answer)]), PlainValue::Function(callable))
    }
}

impl FunctionCaller for Answers {
    fn call(&mut self, function: &ValueHandle, args: &[PlainValue]) -> Result<PlainValue, Error> {
        let answer = usize::try_from(function.handle).ok().and_then(|handle| self.0.get(handle));
        answer.map(|answer| answer(args)).ok_or_else(|| Error::message("no such function"))
    }

    fn attribute(&mut self, _: &ValueHandle, _: &str) -> Result<Option<PlainValue>, Error> {
        Ok(None)
    }
}

pub(super) fn text(text: &str) -> PlainValue {
    PlainValue::Str(Arc::from(text))
}
