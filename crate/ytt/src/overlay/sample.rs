//! Trees and functions for the unit tests of overlays.

use std::sync::Arc;

use crate::diagnostics::Error;
use crate::positions::{Position, Source};
use crate::starlark::{Annotated, Annotation, FunctionCaller, PlainValue, ValueHandle};
use crate::yaml::tree::{Document, DocumentSet, MapItem, Meta, Value};

pub(super) fn map(items: Vec<(&str, Value)>) -> Value {
    Value::map(items.into_iter().map(|(key, value)| MapItem::new(key, value)).collect())
}

pub(super) fn array(values: Vec<Value>) -> Value {
    Value::array(values)
}

pub(super) fn documents(values: Vec<Value>) -> DocumentSet {
    DocumentSet::new(values.into_iter().map(|value| Document::new(value, line(1))).collect())
}

pub(super) fn line(number: u32) -> Position {
    Position::new(Source::new("o.yml", ""), number)
}

/// Annotates the last item of a collection.
pub(super) fn with(value: Value, name: &str, kwargs: Vec<(&str, PlainValue)>) -> Value {
    let kwargs = kwargs.into_iter().map(|(name, argument)| (name.to_owned(), argument)).collect();
    let annotation = Annotation { name: name.into(), args: Vec::new(), kwargs, position: Position::unknown() };
    let annotate = |meta: &mut Meta| meta.set_annotations([meta.annotations(), &[annotation]].concat());
    annotate(value.children().last().expect("an item").borrow_mut().meta_mut());
    value
}

/// The value with default [`Meta`] in all items, for comparison.
pub(super) fn bare(value: Value) -> Value {
    for item in value.items() {
        *item.borrow_mut().meta_mut() = Meta::default();
        bare(item.borrow().value().clone());
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
        let callable = ValueHandle {
            handle: 0,
            type_name: "function".to_owned(),
            object_type: None,
            repr: String::new(),
            parameters: None,
        };
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
