//! Compares two schemas: what changes for users whose data values were written for the old one.
//!
//! A change is breaking if data values that the old schema accepts may be refused by the new one, or if a value must be given
//! that had a default. Types, keys, defaults, rules and renamed keys are compared in detail. Functions are compared as they
//! are written, together with the definitions of the schema's files, and called only to see whether defaults keep their own
//! rules. Where a key may belong to another item of its map than before, the change of the map is breaking.

mod code;
mod defaults;
mod documentation;
mod equal;
mod fields;
mod key_ownership;
mod keys;
mod map_rules;
mod rename;
mod rules;
mod shape;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use self::code::Known;
use self::shape::Shape;
use crate::broken_defaults;
use crate::diagnostics::positions::Position;
use crate::schema::types::{Documentation, Field, Kind, Slot, any_slot, is_collection};
use crate::schema::{Schema, check};
use crate::starlark::{Definitions, FunctionCaller, PlainValue};
use crate::validations::{Rule, keeps};
use crate::yaml::go_format;
use crate::yaml::tree::Value;

/// Ends a sentence about code.
const NOT_COMPARED: &str = ", by code that is written differently and was not compared";

/// A difference between two schemas.
#[derive(Clone, Debug)]
pub struct SchemaChange {
    /// Of the data value, as in `kiln.shelves[].width`; empty for the whole document. The new one, where it has one.
    pub path: String,
    /// What it is about.
    pub kind: ChangeKind,
    /// Whether data values that the old schema accepts may be refused.
    pub breaking: bool,
    /// A sentence about the data value, without its path: "the type was string and is integer".
    pub text: String,
    /// The name of a type, a rule in words, a value as the YAML printer writes it, in the old schema.
    pub before: Option<String>,
    /// The same in the new schema.
    pub after: Option<String>,
    /// The position in the old schema; None for what is new.
    pub old_position: Option<Position>,
    /// The position in the new schema; None for what is gone.
    pub position: Option<Position>,
}

/// What a change is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SchemaChangeKind"))]
pub enum ChangeKind {
    /// A data value that could not be given before.
    #[default]
    Added,
    /// Gone from the schema, or refused by `@schema/removed`.
    Removed,
    /// A guess: one key is gone, and one is new that could be the same.
    Renamed,
    /// Values of some type are not accepted any more.
    TypeNarrowed,
    /// Values of one more type are accepted.
    TypeWidened,
    /// Both.
    TypeChanged,
    /// The value where none is given.
    Default,
    /// A validation rule that was not there.
    RuleAdded,
    /// A validation rule that is gone.
    RuleRemoved,
    /// A validation rule that accepts fewer values, or may do so.
    RuleTightened,
    /// A validation rule that accepts more values.
    RuleLoosened,
    /// Which keys a map may have, or how many.
    Keys,
    /// `@schema/deprecated`.
    Deprecated,
    /// Titles, descriptions, examples, and the words of rules.
    Documentation,
}

/// One of the two schemas.
pub struct Side<'s> {
    /// The schema itself.
    pub schema: &'s Schema,
    /// Calls its rules, to see whether its defaults keep them.
    pub calls: &'s mut dyn FunctionCaller,
    /// The code that its functions may use.
    pub definitions: &'s Definitions,
}

/// Lists what is different in the new schema, in its order; what is gone comes where it was.
pub fn changes(old: Side<'_>, new: Side<'_>) -> Vec<SchemaChange> {
    let (calls_of_old, calls_of_new) = (old.calls, new.calls);
    let definitions = Known { old: Some(old.definitions), new: Some(new.definitions) };
    let (old, new) = (old.schema, new.schema);
    let lets_change_kinds = new.lets_change_kinds();
    let changes = Vec::new();
    let mut comparison = Comparison { changes, calls_of_old, calls_of_new, definitions, lets_change_kinds };
    let lost = [
        (
            old.lets_add_keys() && !new.lets_add_keys() && has_room_for_keys(&new.root),
            ChangeKind::Keys,
            "data values documents need missing_ok=True to add keys: it is no @schema/definition any more",
        ),
        (
            old.lets_change_kinds() && !lets_change_kinds && has_default_of_any_kind(&new.root),
            ChangeKind::Default,
            "a map or an array cannot be given any more where the default is of another kind",
        ),
    ];
    for (_, kind, text) in lost.into_iter().filter(|(is_lost, ..)| *is_lost) {
        let change = Change::between(&old.root, &new.root, "", kind, text.to_owned());
        comparison.add(Change { breaking: true, ..change });
    }
    comparison.slot(&Held::document(&old.root), &Held::document(&new.root), "");
    comparison.changes
}

/// Whether there is a place for keys that the schema says nothing about.
fn has_room_for_keys(slot: &Slot) -> bool {
    matches!(slot.ty.collection().kind, Kind::Any) || any_slot(&slot.ty, &has_room_for_keys)
}

/// Whether there is a default that values of other kinds may take the place of.
fn has_default_of_any_kind(slot: &Slot) -> bool {
    let is_it = matches!(slot.ty.kind, Kind::Any) && slot.own_default().is_some_and(|value| *value != Value::Null);
    is_it || any_slot(&slot.ty, &has_default_of_any_kind)
}

struct Comparison<'c> {
    changes: Vec<SchemaChange>,
    calls_of_old: &'c mut dyn FunctionCaller,
    calls_of_new: &'c mut dyn FunctionCaller,
    definitions: Known<'c>,
    /// They put a map in the place of a number without saying so.
    lets_change_kinds: bool,
}

/// A slot, and the value it has where none is given; none for what is there only if somebody gives it.
struct Held<'s> {
    slot: &'s Slot,
    /// As text; empty for the document and the items of arrays.
    key: String,
    default: Option<Cow<'s, Value>>,
}

impl<'s> Held<'s> {
    fn document(slot: &'s Slot) -> Held<'s> {
        Held { default: Some(Cow::Owned(slot.default())), ..Held::without_default(slot) }
    }

    fn without_default(slot: &'s Slot) -> Held<'s> {
        Held { slot, key: String::new(), default: None }
    }

    fn item_without_default(field: &'s Field) -> Held<'s> {
        Held { key: go_format::file_key(&field.key), ..Held::without_default(&field.slot) }
    }

    fn documentation(&self) -> &'s Documentation {
        &self.slot.ty.documentation
    }
}

/// A change as it is found.
struct Change<'a> {
    path: &'a str,
    kind: ChangeKind,
    breaking: bool,
    text: String,
    before: Option<String>,
    after: Option<String>,
    /// In the old schema, and in the new one.
    positions: (Option<&'a Position>, Option<&'a Position>),
}

impl<'a> Change<'a> {
    fn new(path: &'a str, kind: ChangeKind, text: impl Into<String>) -> Change<'a> {
        Change { path, kind, breaking: false, text: text.into(), before: None, after: None, positions: (None, None) }
    }

    /// Of a data value that both schemas have.
    fn between(old: &'a Slot, new: &'a Slot, path: &'a str, kind: ChangeKind, text: String) -> Change<'a> {
        Change { positions: (Some(&old.position), Some(&new.position)), ..Change::new(path, kind, text) }
    }
}

impl Comparison<'_> {
    fn add(&mut self, change: Change<'_>) {
        let Change { path, kind, breaking, text, before, after, positions } = change;
        let (path, [old_position, position]) =
            (path.to_owned(), <[_; 2]>::from(positions).map(Option::<&Position>::cloned));
        self.changes.push(SchemaChange { path, kind, breaking, text, before, after, old_position, position });
    }

    /// What is different between two slots that are meant to be the same.
    fn slot(&mut self, old: &Held<'_>, new: &Held<'_>, path: &str) {
        if self.removal(old, new, path) {
            return;
        }
        let has_common_values = self.types(old.slot, new.slot, path);
        if has_common_values {
            let required = self.newly_required(old, new, path);
            let is_told = self.default(old, new, required.as_deref(), path);
            self.rules(old, new, required.filter(|_| !is_told), path);
        }
        self.documentation(old, new, path);
        if has_common_values {
            self.below(old, new, path);
        }
    }

    /// Whether there are values that both types have; if not, all else that is different follows from that.
    fn types(&mut self, old: &Slot, new: &Slot, path: &str) -> bool {
        let (was, is) = (Shape::of(&old.ty), Shape::of(&new.ty));
        let (lost, gained) = (was.without(is), is.without(was));
        let kind = match (lost.is_empty(), gained.is_empty()) {
            (true, true) => return true,
            (true, false) => ChangeKind::TypeWidened,
            (false, true) => ChangeKind::TypeNarrowed,
            (false, false) => ChangeKind::TypeChanged,
        };
        let (before, after) = (old.ty.name_with_null(), new.ty.name_with_null());
        let mut text = format!("the type was {before} and is {after}");
        let refused_null = old.validation.as_ref().is_some_and(|rules| rules.not_null && rules.when.is_none());
        let is_only_told = lost.is_null() && refused_null;
        if is_only_told {
            text.push_str(", but null was refused before, too");
        }
        self.add(Change {
            breaking: !lost.is_empty() && !is_only_told,
            before: Some(before.into_owned()),
            after: Some(after.into_owned()),
            ..Change::between(old, new, path, kind, text)
        });
        was.has_common_values(is)
    }

    /// Why a value must now be given that had a default to stand in for it, in words.
    fn newly_required(&mut self, old: &Held<'_>, new: &Held<'_>, path: &str) -> Option<String> {
        let (before, after) = (old.default.as_deref()?, new.default.as_deref()?);
        let mut holds = |rule: &Rule, value: &PlainValue| keeps(rule, value, self.calls_of_new);
        if let Some(rule) = broken_defaults::own(after, new.slot, &mut holds) {
            let mut held = |rule: &Rule, value: &PlainValue| keeps(rule, value, self.calls_of_old);
            let was_met = broken_defaults::own(before, old.slot, &mut held).is_none();
            return was_met
                .then(|| format!("a value must now be given: the default breaks a rule ({})", rule.description()));
        }
        // What is in it is compared on its own, where there is something to compare it with.
        let is_like = |slot: &Slot| matches!(slot.ty.collection().kind, Kind::Map(_) | Kind::Array(_));
        let is_compared = is_collection(before) && is_like(old.slot) == is_like(new.slot);
        if is_collection(after) && !is_compared { self.lack(after, new.slot, path) } else { None }
    }

    /// Why a default cannot stay: it breaks a rule, or does not even fit the type.
    fn lack(&mut self, default: &Value, slot: &Slot, path: &str) -> Option<String> {
        let mut holds = |rule: &Rule, value: &PlainValue| keeps(rule, value, self.calls_of_new);
        if let Some(unmet) = broken_defaults::first(default, slot, &mut holds) {
            let rule = unmet.rule.description();
            let what = if unmet.path.is_empty() { "a value".to_owned() } else { unmet.below(path).path };
            return Some(format!("{what} must now be given: the default breaks a rule ({rule})"));
        }
        // Keys may be missing by default, or be taken for others.
        let misfits = check::literal(&mut default.clone(), &slot.ty, self.calls_of_new).unwrap_or_default();
        let mut counts = || check::key_counts(default, slot, self.calls_of_new).unwrap_or_default();
        let misfit = misfits.into_iter().next().or_else(|| counts().into_iter().next())?;
        Some(format!("a value must now be given: the default does not fit, expected is {}", misfit.expected))
    }

    fn below(&mut self, old: &Held<'_>, new: &Held<'_>, path: &str) {
        match (&old.slot.ty.collection().kind, &new.slot.ty.collection().kind) {
            (Kind::Map(before), Kind::Map(after)) => self.fields((old, before), (new, after), path),
            (Kind::Array(before), Kind::Array(after)) => {
                let path = format!("{path}[]");
                self.slot(&Held::without_default(before), &Held::without_default(after), &path);
            }
            _ => {}
        }
    }
}
