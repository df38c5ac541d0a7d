//! Applies overlay items to the nodes that they match: merge, remove, replace, insert, append, assert.
//!
//! Documents, map items and array items share one implementation; [`Kind`] marks where their rules differ.

use std::any::Any;
use std::cell::OnceCell;

use super::Onto;
use super::annotations::{
    Assert, Insert, Kind, MATCH, MatchRule, Operation, Replace, annotation_error, because, child_defaults, wrong_type,
};
use super::comparison::{self, type_mismatch};
use super::errors;
use super::expectation::Expectation;
use super::left_items::{DocumentInFile, Entry, LeftItems};
use super::matcher::{self, accepts, without_frames};
use super::matchers::Matcher;
use super::near_miss::near_misses;
use super::selections::{Selected, Selection, Selections};
use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::cause::{AnnotationMistake, Cause};
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::positions::Position;
use crate::starlark::{Annotated, FunctionCaller, PlainValue};
use crate::yaml::go_format;
use crate::yaml::node::{DeepCopy, Node};
use crate::yaml::tree::{Document, Meta, Value};

pub(super) struct Merge<'c> {
    pub(super) onto: Onto,
    /// The number of files with documents on the left.
    pub(super) files: usize,
    pub(super) calls: &'c mut dyn FunctionCaller,
    /// A `via=` function has returned a value, which is not converted to nodes until the overlay ends.
    pub(super) has_computed_values: bool,
}

/// The origin of a node: its position, and for a computed node the position of the item that produced it.
struct Provenance {
    position: Position,
    made_at: Option<Position>,
}

impl Provenance {
    fn of_node(meta: &Meta) -> Provenance {
        Provenance { position: meta.position.clone(), made_at: meta.history.made_at().cloned() }
    }
}

/// The selection of an item, or why it cannot be applied.
type Applied = Result<Selected, Error>;

impl Merge<'_> {
    /// Applies a collection to the value of a node, in place. Returns true if `right` replaces the value, as scalars do.
    /// Fails if `left` is of another type, or was returned by a `via=` function of the same overlay.
    ///
    /// Nodes of `right` are copied where they become part of `left`.
    pub(super) fn apply_collection(
        &mut self,
        left: &Value,
        right: &Value,
        defaults: &Expectation,
    ) -> Result<bool, Error> {
        match right {
            Value::Map(right) => {
                let left = match left {
                    Value::Map(left) if !left.borrow().position.is_computed() => left,
                    left => return self.other_kind("map", left, "map"),
                };
                let slots = LeftItems::new(left.borrow().items.iter().cloned(), left.address());
                let right = |index| right.borrow().items.get(index).cloned();
                self.apply_items(slots, right, defaults, |items| left.borrow_mut().items = items)?;
            }
            Value::Array(right) => {
                let left = match left {
                    Value::Array(left) if !left.borrow().position.is_computed() => left,
                    left => return self.other_kind("array", left, "array"),
                };
                let slots = LeftItems::new(left.borrow().items.iter().cloned(), left.address());
                let right = |index| right.borrow().items.get(index).cloned();
                self.apply_items(slots, right, defaults, |items| left.borrow_mut().items = items)?;
            }
            Value::DocumentSet(right) => {
                let Value::DocumentSet(left) = left else { return Err(type_mismatch("document set", left)) };
                let in_file = |document: &Node<Document>| DocumentInFile { file: 0, document: document.clone() };
                let slots = LeftItems::new(left.borrow().items.iter().map(in_file), left.address());
                let right = |index| right.borrow().items.get(index).map(in_file);
                self.apply_items(slots, right, defaults, |items| {
                    left.borrow_mut().items = items.into_iter().map(|in_file| in_file.document).collect();
                })?;
            }
            _ => return Ok(true),
        }
        Ok(false)
    }

    /// Applies a collection to a value of another type.
    fn other_kind(&self, expected: &str, left: &Value, found: &'static str) -> Result<bool, Error> {
        if self.onto == Onto::FirstOfAnyKind {
            return Ok(true);
        }
        let error = type_mismatch(expected, left);
        let there = left.type_name().to_owned();
        Err(match self.onto {
            Onto::Matched => error.caused(Cause::OtherKind { there, found }).with_remedy(Some(Remedy::Replace)),
            _ => error.caused(Cause::WrongType { expected: there, found }),
        })
    }

    /// Applies the items of a collection, in order; `right` is the item at an index. `store` receives the items that the collection has
    /// then, if they are others, also after an error.
    fn apply_items<E: Entry>(
        &mut self,
        mut slots: LeftItems<E>,
        right: impl Fn(usize) -> Option<E>,
        defaults: &Expectation,
        store: impl FnOnce(Vec<E>),
    ) -> Result<(), Error> {
        let mut result = Ok(());
        let mut index = 0;
        while let Some(new) = right(index).filter(|_| result.is_ok()) {
            index += 1;
            result = self.apply_item(&mut slots, new, defaults);
        }
        if let Some(items) = slots.into_other_items() {
            store(items);
        }
        result.map_err(|error| errors::without_duplicate_fix(error, (index..).map_while(right)))
    }

    /// Applies one item. Errors are prefixed with the item.
    pub(super) fn apply_item<E: Entry>(
        &mut self,
        slots: &mut LeftItems<E>,
        new: E,
        defaults: &Expectation,
    ) -> Result<(), Error> {
        let at = new.meta().position.clone();
        let selected = self.apply_operation(slots, &new, defaults).map_err(|error| {
            let key = new.key();
            let annotations = errors::overlay_annotations(&new.meta());
            let node = match &key {
                Some(key) => format!("Map item (key '{}')", go_format::key(key, new.meta().has_computed_key())),
                None if E::KIND == Kind::ArrayItem => "Array item".to_owned(),
                None => "Document".to_owned(),
            };
            errors::place(error, &at, key.as_ref(), &annotations)
                .coded(Code::Overlay)
                .context(format!("{node} on {}", at.long()))
        })?;
        if let Some(notes) = self.calls.notes(&at) {
            self.note_selection(&*notes, slots, &new, defaults, selected);
        }
        Ok(())
    }

    /// Notes for an editor which nodes an item has selected.
    // Only editors need this, so it is not part of a first render.
    #[cold]
    #[inline(never)]
    fn note_selection<E: Entry>(
        &self,
        notes: &dyn Any,
        slots: &LeftItems<E>,
        new: &E,
        defaults: &Expectation,
        selected: Selected,
    ) {
        let Some(selections) = notes.downcast_ref::<Selections>() else { return };
        let meta = new.meta();
        let by = self.match_rule(&meta, E::KIND, defaults).ok().flatten().and_then(|rule| rule.by);
        let near = match selected {
            Selected::NoDocument | Selected::NoKey | Selected::NoItem => near_misses(slots, new, by).0,
            Selected::Some | Selected::Skipped => Vec::new(),
        };
        selections.note(Selection {
            at: meta.position.clone(),
            annotation: meta.annotation(MATCH).map(|annotation| annotation.position.line()),
            selected,
            near,
        });
    }

    fn apply_operation<E: Entry>(&mut self, slots: &mut LeftItems<E>, new: &E, defaults: &Expectation) -> Applied {
        let operation = Operation::from_meta(&new.meta())?;
        match operation {
            Operation::Merge => self.merge(slots, new, defaults),
            Operation::Remove => self.remove(slots, new, defaults),
            Operation::Replace => self.replace(slots, new, defaults),
            Operation::Assert => self.assert(slots, new, defaults),
            operation if E::KIND == Kind::MapItem => {
                let name = operation.annotation();
                let at = new.meta().position.compact();
                let error = annotation_error(format!(
                    "Found @{name} on map item ({at}); only array items can be annotated with @{name}"
                ));
                Err(because(error, name, AnnotationMistake::Place))
            }
            Operation::Insert => self.insert(slots, new, defaults),
            Operation::Append => {
                self.expect_files::<E>()?;
                let added = new.copied();
                self.record_history(&added, None);
                slots.push(added);
                Ok(Selected::Some)
            }
        }
    }

    fn merge<E: Entry>(&mut self, slots: &mut LeftItems<E>, new: &E, defaults: &Expectation) -> Applied {
        self.calls.work(1)?;
        let inner = child_defaults(&new.meta(), defaults)?;
        let Some(matched) = self.matched(slots, new, defaults)? else { return Ok(Selected::Skipped) };
        if matched.is_empty() {
            if E::KIND == Kind::Document {
                return Ok(Selected::NoDocument);
            }
            // An added item is not searched for annotations, as in ytt.
            let added = new.copied();
            self.record_history(&added, None);
            slots.push(added);
            return Ok(Selected::Some);
        }
        let at = Provenance::of_node(&new.meta());
        let value = new.value();
        // As in ytt, a collection that replaces several values is the same node in all places.
        let copy = OnceCell::new();
        for slot in matched {
            let Some(entry) = slots.get(slot).cloned() else { continue };
            let old = entry.value();
            // Collections are merged in place; other values replace the old one and bring their position.
            if old.is_null() || self.apply_collection(&old, &value, &inner)? {
                set(&entry, copy.get_or_init(|| value.deep_copy()).clone())?;
                self.record_replaced(&entry, old, &at);
            }
            if self.calls.records_history() {
                entry.meta_mut().history.touch(&at.position);
            }
            slots.changed(slot);
        }
        Ok(Selected::Some)
    }

    /// Moves an entry to the position of the overlay item that replaced its value, and records that in its history.
    fn record_replaced<E: Entry>(&self, entry: &E, old: Value, at: &Provenance) {
        let mut meta = entry.meta_mut();
        if self.calls.records_history() {
            let before = Provenance::of_node(&meta);
            meta.history.replaced(before.made_at.unwrap_or(before.position), old.deep_copy());
            // A document keeps its position, so its history has that of the value.
            let made_for = (E::KIND == Kind::Document).then(|| at.position.clone());
            meta.history.set_made_at(at.made_at.clone().or(made_for));
        }
        if E::KIND != Kind::Document {
            meta.position = at.position.clone();
        }
    }

    fn remove<E: Entry>(&mut self, slots: &mut LeftItems<E>, new: &E, defaults: &Expectation) -> Applied {
        let Some(matched) = self.matched(slots, new, defaults)? else { return Ok(Selected::Skipped) };
        let selected = selected::<E>(&matched);
        for slot in matched {
            slots.remove(slot);
        }
        Ok(selected)
    }

    fn replace<E: Entry>(&mut self, slots: &mut LeftItems<E>, new: &E, defaults: &Expectation) -> Applied {
        // ytt checks the keywords of match before those of replace, and both before it searches.
        self.match_rule(&new.meta(), E::KIND, defaults)?;
        let (via, or_add) = {
            let meta = new.meta();
            let Replace { via, or_add } = Replace::from_meta(&meta)?;
            (via.cloned(), or_add)
        };
        let Some(matched) = self.matched(slots, new, defaults)? else { return Ok(Selected::Skipped) };
        for slot in &matched {
            let Some(old) = slots.get(*slot).cloned() else { continue };
            let mut replacement = new.copied();
            if let Some(via) = &via {
                let value = self.call_via(via, Some(&old.value()), &replacement.value(), slots)?;
                set(&replacement, value)?;
            }
            replacement.join_file_of(&old);
            self.record_history(&replacement, Some(&old));
            slots.replace(*slot, replacement);
        }
        if matched.is_empty() && or_add {
            self.expect_files::<E>()?;
            let added = new.copied();
            if let Some(via) = &via {
                let value = self.call_via(via, None, &added.value(), slots)?;
                set(&added, value)?;
            }
            self.record_history(&added, None);
            slots.add(added);
            return Ok(Selected::Some);
        }
        Ok(selected::<E>(&matched))
    }

    fn insert<E: Entry>(&mut self, slots: &mut LeftItems<E>, new: &E, defaults: &Expectation) -> Applied {
        let Some(matched) = self.matched(slots, new, defaults)? else { return Ok(Selected::Skipped) };
        let selected = selected::<E>(&matched);
        let (before, after, via) = {
            let meta = new.meta();
            let Insert { before, after, via } = Insert::from_meta(&meta)?;
            (before, after, via.cloned())
        };
        let mut around = Vec::with_capacity(matched.len());
        for slot in matched {
            let Some(neighbour) = slots.get(slot).cloned() else { continue };
            let mut inserted = new.copied();
            inserted.join_file_of(&neighbour);
            if let Some(via) = &via {
                let value = self.call_via(via, Some(&neighbour.value()), &inserted.value(), slots)?;
                set(&inserted, value)?;
            }
            self.record_history(&inserted, None);
            // As in ytt, both places have the same node.
            around.push((slot, before.then(|| inserted.clone()), after.then_some(inserted)));
        }
        slots.insert(around);
        Ok(selected)
    }

    fn assert<E: Entry>(&mut self, slots: &mut LeftItems<E>, new: &E, defaults: &Expectation) -> Applied {
        let inner = child_defaults(&new.meta(), defaults)?;
        self.match_rule(&new.meta(), E::KIND, defaults)?;
        let via = {
            let meta = new.meta();
            let Assert { via } = Assert::from_meta(&meta)?;
            via.cloned()
        };
        let Some(matched) = self.matched(slots, new, defaults)? else { return Ok(Selected::Skipped) };
        let selected = selected::<E>(&matched);
        for slot in matched {
            let Some(old) = slots.get(slot).map(Entry::value) else { continue };
            self.check_assertion(via.as_ref(), &old, &new.value())?;
            slots.function_called();
            // ytt then merges the asserted value, which applies the annotations in it.
            self.apply_collection(&old, &new.value(), &inner)?;
            slots.changed(slot);
        }
        Ok(selected)
    }

    fn check_assertion(&mut self, via: Option<&PlainValue>, old: &Value, new: &Value) -> Result<(), Error> {
        let Some(via) = via else {
            return comparison::subset(old, new)
                .map_err(|reason| failed_assertion(reason).context("Expected objects to equal, but did not"));
        };
        if !matches!(via, PlainValue::Function(_) | PlainValue::DataFunction(_)) {
            let error = annotation_error(format!(
                "Expected 'overlay/assert' annotation keyword argument 'via' to be function, but was {}",
                via.go_type()
            ));
            return Err(wrong_type(error, Operation::Assert.annotation(), "via", via));
        }
        // ytt passes copies.
        let result = self.call(via, &[old, new].map(|value| PlainValue::from_value(&value.deep_copy())))?;
        let failed = "Expected via invocation to return true, but was false";
        match &result {
            PlainValue::None | PlainValue::Bool(true) => return Ok(()),
            PlainValue::Bool(false) => return Err(failed_assertion(failed)),
            PlainValue::Tuple(items) | PlainValue::List(items) | PlainValue::Set(items) => match items.as_slice() {
                [PlainValue::Bool(true), PlainValue::Str(_)] => return Ok(()),
                [PlainValue::Bool(false), PlainValue::Str(reason)] => {
                    return Err(failed_assertion(format!("{failed} with message: {}", byte_text::lossy(reason))));
                }
                _ => {}
            },
            // Values that cannot be written as YAML have another error.
            other => {
                other.to_value()?;
            }
        }
        Err(annotation_error(
            "Expected via invocation to return NoneType, Bool or Tuple(Bool,String), but returned neither of those",
        ))
    }

    fn match_rule<'a>(
        &self,
        meta: &'a Meta,
        kind: Kind,
        defaults: &'a Expectation,
    ) -> Result<Option<MatchRule<'a>>, Error> {
        MatchRule::from_meta(meta, kind, defaults, self.onto != Onto::Matched)
    }

    /// The slots that an item matches. None if `when=` skips it.
    fn matched<E: Entry>(
        &mut self,
        slots: &mut LeftItems<E>,
        new: &E,
        defaults: &Expectation,
    ) -> Result<Option<Vec<usize>>, Error> {
        let meta = new.meta();
        let Some(MatchRule { by, expectation }) = self.match_rule(&meta, E::KIND, defaults)? else {
            return Ok(Some(Vec::new()));
        };
        let found = self.search(slots, new, by).map_err(|error| errors::with_match_key(error, slots))?;
        let checked = expectation.check(found.len(), || slots.positions(&found), self.calls);
        let applies = match checked {
            Err(mut error) if found.is_empty() => {
                if by.is_none() {
                    errors::explain_missing_key(&mut error, slots, new, self.onto);
                }
                if self.calls.records_history() {
                    errors::add_near_misses(&mut error, slots, new, by);
                }
                return Err(error);
            }
            checked => checked?,
        };
        Ok(applies.then_some(found))
    }

    fn search<E: Entry>(
        &mut self,
        slots: &mut LeftItems<E>,
        new: &E,
        by: Option<&PlainValue>,
    ) -> Result<Vec<usize>, Error> {
        if self.onto != Onto::Matched && E::KIND == Kind::Document {
            let Some(first) = slots.nth(0) else {
                return Err(Error::message(
                    "Expected to find exactly one left document when merging exactly two documents",
                ));
            };
            return Ok(vec![first]);
        }
        let keyword = "Expected 'overlay/match' annotation keyword argument 'by'";
        let Some(by) = by else {
            if let Some(key) = new.key() {
                return Ok(slots.with_key(&key, new.meta().has_computed_key()));
            }
            // ytt's message about documents has two spaces.
            let space = if E::KIND == Kind::ArrayItem { "" } else { " " };
            let error = annotation_error(format!("{keyword} {space}to be specified"));
            return Err(because(error, MATCH, AnnotationMistake::Keyword));
        };
        match by {
            PlainValue::Str(name) if E::KIND != Kind::Document => slots.with_field(name, &new.value()),
            PlainValue::DataFunction(function) => match matcher::known(&**function)? {
                Matcher::All => Ok(slots.all()),
                Matcher::Index(index) if E::KIND != Kind::MapItem => {
                    let index = usize::try_from(*index).ok();
                    Ok(index.and_then(|index| slots.nth(index)).into_iter().collect())
                }
                Matcher::MapKey(name) => slots.with_field(name, &new.value()),
                matcher => slots.select(&new.value(), |pair| {
                    self.calls.work(1)?;
                    matcher::matches(matcher, pair, self.calls)
                }),
            },
            PlainValue::Function(_) => slots.select(&new.value(), |pair| {
                self.calls.work(1)?;
                accepts(by, pair, self.calls)
            }),
            other if E::KIND == Kind::Document => {
                let error = annotation_error(format!("{keyword} to be function, but was {}", other.go_type()));
                Err(wrong_type(error, MATCH, "by", other))
            }
            other => {
                let found = other.go_type();
                let text = format!("{keyword} to be either string (for map key) or function, but was {found}");
                Err(wrong_type(annotation_error(text), MATCH, "by", other))
            }
        }
    }

    /// Records in the history of an overlay item that it was added, or which item it replaced.
    fn record_history<E: Entry>(&self, new: &E, old: Option<&E>) {
        if !self.calls.records_history() {
            return;
        }
        let at = Provenance::of_node(&new.meta());
        if let Some(old) = old {
            let before = Provenance::of_node(&old.meta());
            let mut history = old.meta().history.clone();
            history.replaced(before.made_at.unwrap_or(before.position), old.value().deep_copy());
            history.set_made_at(at.made_at);
            new.meta_mut().history = history;
        }
        new.meta_mut().history.touch(&at.position);
    }

    /// Calls a `via=` function with copies of the old value and the new one, as ytt does. Nodes in its result become part of the
    /// collection. Fails if the collection is in the result, on which ytt crashes.
    fn call_via<E: Entry>(
        &mut self,
        via: &PlainValue,
        old: Option<&Value>,
        new: &Value,
        slots: &mut LeftItems<E>,
    ) -> Result<Value, Error> {
        let old = old.map_or(PlainValue::None, |old| PlainValue::from_value(&old.deep_copy()));
        self.has_computed_values = true;
        let result = self.call(via, &[old, PlainValue::from_value(new)])?.to_value_at(&Position::computed())?;
        slots.function_called();
        if contains(&result, slots.collection()) {
            return Err(Error::message("Expected via invocation not to return a value that would contain itself"));
        }
        Ok(result)
    }

    fn call(&mut self, function: &PlainValue, arguments: &[PlainValue]) -> Result<PlainValue, Error> {
        match function {
            PlainValue::Function(function) => self.calls.call(function, arguments).map_err(without_frames),
            PlainValue::DataFunction(matcher) => {
                Err(Error::message("expected exactly 3 arguments").context(matcher.name()))
            }
            other => Err(Error::message(format!("invalid call of non-function ({})", other.type_name()))),
        }
    }

    /// Fails for a document where there is no file to add it to.
    fn expect_files<E: Entry>(&self) -> Result<(), Error> {
        if E::KIND == Kind::Document && self.files == 0 {
            return Err(Error::message("Expected at least one document set to add the document to"));
        }
        Ok(())
    }
}

/// The selection of an item that changes nothing if it matches nothing.
fn selected<E: Entry>(matched: &[usize]) -> Selected {
    match E::KIND {
        _ if !matched.is_empty() => Selected::Some,
        Kind::Document => Selected::NoDocument,
        Kind::MapItem => Selected::NoKey,
        Kind::ArrayItem => Selected::NoItem,
    }
}

fn failed_assertion(text: impl Into<String>) -> Error {
    Error::message(text).coded(Code::FailedAssertion)
}

/// Sets the value of an entry. Fails for a document set.
fn set<E: Entry>(entry: &E, value: Value) -> Result<(), Error> {
    if let Value::DocumentSet(_) = value {
        let allowed = match E::KIND {
            Kind::Document => "documents can only contain arrays, maps, or scalars",
            Kind::MapItem => "map items can only contain arrays, maps, or scalars",
            Kind::ArrayItem => "array items can only contain maps, arrays, or scalars",
        };
        return Err(Error::message(format!("{allowed}; this is a {}", value.type_name())));
    }
    entry.set_value(value);
    Ok(())
}

/// Whether a value contains the collection at an address, or is it.
fn contains(value: &Value, collection: *const ()) -> bool {
    value.address() == Some(collection) || value.children().any(|item| contains(item.borrow().value(), collection))
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::diagnostics::report::text;
    use crate::overlay::sample::{Answers, array, bare, map, text as string, with};
    use crate::overlay::{Onto, apply_values};
    use crate::starlark::PlainValue::{Bool, Int, Tuple};

    fn applied(left: Value, right: Value) -> Result<Value, String> {
        apply_values(left, right, Onto::Matched, &mut Answers::none()).map(bare).map_err(|error| text(&error))
    }

    fn stop(name: &str, line: i64) -> Value {
        map(vec![("name", Value::str(name)), ("line", Value::Int(line))])
    }

    #[test]
    fn maps_merge_by_key_and_scalars_replace() {
        let left = map(vec![("a", Value::Int(1)), ("b", map(vec![("c", Value::Int(2))]))]);
        let right = map(vec![("b", map(vec![("c", Value::Null)])), ("a", Value::str("x"))]);
        let expected = map(vec![("a", Value::str("x")), ("b", map(vec![("c", Value::Null)]))]);
        assert_eq!(applied(left, right), Ok(expected));
    }

    #[test]
    fn an_unknown_key_is_an_error_unless_it_may_be_missing() {
        let left = || map(vec![("a", Value::Int(1))]);
        let right = map(vec![("b", Value::Int(2))]);
        let message = "Map item (key 'b') on line ?: Expected number of matched nodes to be 1, but was 0";
        assert_eq!(applied(left(), right.deep_copy()), Err(message.to_owned()));
        let right = with(right, "overlay/match", vec![("missing_ok", Bool(true))]);
        let expected = map(vec![("a", Value::Int(1)), ("b", Value::Int(2))]);
        assert_eq!(applied(left(), right), Ok(expected));
    }

    #[test]
    fn array_items_match_by_a_key_or_are_added() {
        let left = || array(vec![stop("west", 1), stop("east", 2)]);
        let right = with(array(vec![stop("east", 7)]), "overlay/match", vec![("by", string("name"))]);
        assert_eq!(applied(left(), right), Ok(array(vec![stop("west", 1), stop("east", 7)])));
        let right = array(vec![stop("east", 7)]);
        assert_eq!(applied(left(), right), Ok(array(vec![stop("west", 1), stop("east", 2), stop("east", 7)])));
        let right = with(array(vec![Value::Int(1)]), "overlay/match", vec![("by", string("name"))]);
        let message = "Array item on line ?: overlay.map_key_matcher: Expected value to be map, but was integer";
        assert_eq!(applied(left(), right), Err(message.to_owned()));
    }

    #[test]
    fn removal_and_insertion_keep_the_order_of_the_rest() {
        let numbers = |items: &[i64]| array(items.iter().map(|i| Value::Int(*i)).collect());
        let by = || ("by", PlainValue::DataFunction(Rc::new(Matcher::Index(1))));
        let right = with(array(vec![Value::Null]), "overlay/match", vec![by()]);
        let removal = with(right, "overlay/remove", vec![]);
        assert_eq!(applied(numbers(&[1, 2, 3]), removal), Ok(numbers(&[1, 3])));
        let right = with(array(vec![Value::Int(9)]), "overlay/match", vec![by()]);
        let around = with(right, "overlay/insert", vec![("before", Bool(true)), ("after", Bool(true))]);
        assert_eq!(applied(numbers(&[1, 2, 3]), around), Ok(numbers(&[1, 9, 2, 9, 3])));
    }

    #[test]
    fn replacing_via_a_function_sees_both_values() {
        let (mut calls, via) = Answers::one(|args| match args {
            [Int(old), Int(new)] => Int(old * 10 + new),
            _ => PlainValue::None,
        });
        let right = with(map(vec![("a", Value::Int(2))]), "overlay/replace", vec![("via", via)]);
        let result = apply_values(map(vec![("a", Value::Int(1))]), right, Onto::Matched, &mut calls);
        assert_eq!(result.map(bare).map_err(|error| text(&error)), Ok(map(vec![("a", Value::Int(12))])));
    }

    #[test]
    fn an_assertion_tells_why_it_failed() {
        let right = with(map(vec![("a", Value::str("1"))]), "overlay/assert", vec![]);
        let message = "Map item (key 'a') on line ?: Expected objects to equal, but did not: \
                       Expected leaf values to match integer string";
        assert_eq!(applied(map(vec![("a", Value::Int(1))]), right), Err(message.to_owned()));
        let (mut calls, via) = Answers::one(|_| Tuple(vec![Bool(false), string("too small")]));
        let right = with(map(vec![("a", Value::Int(2))]), "overlay/assert", vec![("via", via)]);
        let result = apply_values(map(vec![("a", Value::Int(1))]), right, Onto::Matched, &mut calls);
        let message = "Map item (key 'a') on line ?: Expected via invocation to return true, \
                       but was false with message: too small";
        assert_eq!(result.map(bare).map_err(|error| text(&error)), Err(message.to_owned()));
    }

    #[test]
    fn defaults_for_children_reach_down_until_overridden() {
        let deep = map(vec![("new", Value::Int(1))]);
        let right = map(vec![("a", map(vec![("b", deep)]))]);
        let right = with(right, "overlay/match-child-defaults", vec![("missing_ok", Bool(true))]);
        let left = map(vec![("a", map(vec![("b", map(vec![]))]))]);
        let expected = map(vec![("a", map(vec![("b", map(vec![("new", Value::Int(1))]))]))]);
        assert_eq!(applied(left, right), Ok(expected));
    }

    #[test]
    fn operations_that_maps_do_not_know_are_named() {
        let right = with(map(vec![("a", Value::Int(2))]), "overlay/append", vec![]);
        let message = "Map item (key 'a') on line ?: Found @overlay/append on map item (?); \
                       only array items can be annotated with @overlay/append";
        assert_eq!(applied(map(vec![]), right.deep_copy()), Err(message.to_owned()));
        let message = "Map item (key 'a') on line ?: Expected to find only one overlay operation";
        assert_eq!(applied(map(vec![]), with(right, "overlay/merge", vec![])), Err(message.to_owned()));
    }

    #[test]
    fn long_arrays_merge_in_linear_time() {
        let names: Vec<String> = (0..20_000).map(|i| format!("n{i}")).collect();
        let left = array(names.iter().map(|name| stop(name, 1)).collect());
        let Value::Array(right) = array(names.iter().rev().map(|name| stop(name, 2)).collect()) else { return };
        let Value::Array(sample) = with(array(vec![Value::Null]), "overlay/match", vec![("by", string("name"))]) else {
            return;
        };
        let match_by_name = sample.borrow().items[0].borrow().meta.clone();
        for item in &right.borrow().items {
            item.borrow_mut().meta = match_by_name.clone();
        }
        let merged = applied(left, Value::Array(right));
        assert_eq!(merged, Ok(array(names.iter().map(|name| stop(name, 2)).collect())));
    }
}
