//! Compares two schemas: what changes for users with data values for the old one.
//!
//! A change is breaking if the new schema may reject data values that the old one accepts, or requires a value that had a default.
//! Types, keys, defaults, rules and renamed keys are compared in detail. Functions are compared by their source, together with the
//! definitions in the schema's files, and called only to check whether defaults satisfy the rules. If a key may belong to another
//! item of its map than before ([`keys`]), the change of the map is breaking.

mod code;
mod defaults;
mod documentation;
mod equal;
mod fields;
mod keys;
mod map_rules;
mod rename;
mod rules;
mod shape;

use serde::{Deserialize, Serialize};

use self::code::BothDefinitions;
use self::shape::Shape;
use crate::broken_defaults;
use crate::positions::Position;
use crate::schema::{Documentation, Field, Kind, Schema, Slot, any_slot, check_literal, key_counts};
use crate::starlark::{Definitions, FunctionCaller, PlainValue};
use crate::validations::{Rule, satisfies};
use crate::yaml::go_format;
use crate::yaml::node::DeepCopy;
use crate::yaml::tree::Value;

/// The end of a sentence about functions.
const NOT_COMPARED: &str = ", by code that is written differently and was not compared";

/// A difference between two schemas.
#[derive(Clone, Debug)]
pub struct SchemaChange {
    /// The path of the data value, as in `kiln.shelves[].width`; empty for the document. In the new schema, unless it is removed.
    pub path: String,
    /// The kind of change.
    pub kind: ChangeKind,
    /// Whether data values that the old schema accepts may be rejected.
    pub breaking: bool,
    /// A sentence about the data value, without its path: "the type was string and is integer".
    pub text: String,
    /// In the old schema: the name of a type, the description of a rule, or a value as YAML.
    pub before: Option<String>,
    /// The same in the new schema.
    pub after: Option<String>,
    /// The position in the old schema; None for additions.
    pub old_position: Option<Position>,
    /// The position in the new schema; None for removals.
    pub position: Option<Position>,
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SchemaChangeKind"))]
pub enum ChangeKind {
    /// A new data value.
    #[default]
    Added,
    /// Deleted from the schema, or rejected by `@schema/removed`.
    Removed,
    /// A guess: one key was deleted, and a similar one was added.
    Renamed,
    /// Some types are no longer accepted.
    TypeNarrowed,
    /// More types are accepted.
    TypeWidened,
    /// Some types are no longer accepted, and others are new.
    TypeChanged,
    /// The value that is used if data values set none.
    Default,
    /// A new validation rule.
    RuleAdded,
    /// A deleted validation rule.
    RuleRemoved,
    /// A validation rule that accepts fewer values, or may do so.
    RuleTightened,
    /// A validation rule that accepts more values.
    RuleLoosened,
    /// Which keys a map may have, or how many.
    Keys,
    /// `@schema/deprecated`.
    Deprecated,
    /// Titles, descriptions, examples, and descriptions of rules.
    Documentation,
}

/// One of the two schemas.
pub struct Side<'s> {
    /// The schema itself.
    pub schema: &'s Schema,
    /// Calls its rules, to check whether its defaults satisfy them.
    pub calls: &'s mut dyn FunctionCaller,
    /// The definitions that its functions may use.
    pub definitions: &'s Definitions,
}

/// Lists the differences in the order of the new schema, with removals after the item that preceded them in the old one.
pub fn changes(old: Side<'_>, new: Side<'_>) -> Vec<SchemaChange> {
    let (calls_of_old, calls_of_new) = (old.calls, new.calls);
    let definitions = BothDefinitions { old: Some(old.definitions), new: Some(new.definitions) };
    let (old, new) = (old.schema, new.schema);
    let allows_kind_changes = new.allows_kind_changes();
    let changes = Vec::new();
    let mut comparison = Comparison { changes, calls_of_old, calls_of_new, definitions, allows_kind_changes };
    let lost = [
        (
            old.allows_new_keys() && !new.allows_new_keys() && has_room_for_keys(&new.root),
            ChangeKind::Keys,
            "data values documents need missing_ok=True to add keys: it is no longer a @schema/definition",
        ),
        (
            old.allows_kind_changes() && !allows_kind_changes && has_default_of_any_kind(&new.root),
            ChangeKind::Default,
            "a map or an array can no longer be set where the default is of another kind",
        ),
    ];
    let both = Both { old: &DataValue::document(&old.root), new: &DataValue::document(&new.root), path: "" };
    for (_, kind, text) in lost.into_iter().filter(|(is_lost, ..)| *is_lost) {
        comparison.changes.push(SchemaChange { breaking: true, ..both.change(kind, text) });
    }
    comparison.slot(both);
    comparison.changes
}

/// Whether some map may have keys that the schema does not declare.
fn has_room_for_keys(slot: &Slot) -> bool {
    matches!(slot.ty.collection().kind, Kind::Any) || any_slot(&slot.ty, &has_room_for_keys)
}

/// Whether some default may be replaced by values of another type.
fn has_default_of_any_kind(slot: &Slot) -> bool {
    let is_any = matches!(slot.ty.kind, Kind::Any) && slot.own_default().is_some_and(|value| *value != Value::Null);
    is_any || any_slot(&slot.ty, &has_default_of_any_kind)
}

struct Comparison<'c> {
    changes: Vec<SchemaChange>,
    calls_of_old: &'c mut dyn FunctionCaller,
    calls_of_new: &'c mut dyn FunctionCaller,
    definitions: BothDefinitions<'c>,
    /// Whether data values may replace a scalar by a map without an annotation.
    allows_kind_changes: bool,
}

/// A data value of one schema.
struct DataValue<'s> {
    slot: &'s Slot,
    /// The key as text; empty for the document and the items of arrays.
    key: String,
    /// None for items that are not filled in.
    default: Option<Value>,
}

impl<'s> DataValue<'s> {
    fn document(slot: &'s Slot) -> DataValue<'s> {
        DataValue { default: Some(slot.default()), ..DataValue::without_default(slot) }
    }

    fn without_default(slot: &'s Slot) -> DataValue<'s> {
        DataValue { slot, key: String::new(), default: None }
    }

    fn item_without_default(field: &'s Field) -> DataValue<'s> {
        DataValue { key: go_format::file_key(&field.key), ..DataValue::without_default(&field.slot) }
    }

    fn documentation(&self) -> &'s Documentation {
        &self.slot.ty.documentation
    }
}

/// A data value in both schemas.
#[derive(Clone, Copy)]
struct Both<'a> {
    old: &'a DataValue<'a>,
    new: &'a DataValue<'a>,
    /// Like [`SchemaChange::path`].
    path: &'a str,
}

impl Both<'_> {
    fn change(self, kind: ChangeKind, text: impl Into<String>) -> SchemaChange {
        SchemaChange::between(self.old.slot, self.new.slot, self.path, kind, text)
    }
}

impl SchemaChange {
    fn new(path: &str, kind: ChangeKind, text: impl Into<String>) -> SchemaChange {
        let (before, after, old_position, position) = (None, None, None, None);
        SchemaChange {
            path: path.to_owned(),
            kind,
            breaking: false,
            text: text.into(),
            before,
            after,
            old_position,
            position,
        }
    }

    /// A change of a node that is at both positions.
    fn between(old: &Slot, new: &Slot, path: &str, kind: ChangeKind, text: impl Into<String>) -> SchemaChange {
        SchemaChange::new(path, kind, text).at(Some(&old.position), Some(&new.position))
    }

    fn at(self, old: Option<&Position>, new: Option<&Position>) -> SchemaChange {
        SchemaChange { old_position: old.cloned(), position: new.cloned(), ..self }
    }
}

impl Comparison<'_> {
    /// Compares two versions of a data value.
    fn slot(&mut self, both: Both<'_>) {
        if self.removal(both) {
            return;
        }
        let has_common_values = self.types(both);
        if has_common_values {
            let required = self.newly_required(both);
            let is_reported = self.default(both, required.as_deref());
            self.rules(both, required.filter(|_| !is_reported));
        }
        self.documentation(both);
        if has_common_values {
            self.below(both);
        }
    }

    /// Compares the types, and returns whether they have common values; if not, other differences need not be reported.
    fn types(&mut self, both: Both<'_>) -> bool {
        let (old, new) = (both.old.slot, both.new.slot);
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
        let is_null_only = lost.is_null() && refused_null;
        if is_null_only {
            text.push_str(", but null was rejected before, too");
        }
        self.changes.push(SchemaChange {
            breaking: !lost.is_empty() && !is_null_only,
            before: Some(before.into_owned()),
            after: Some(after.into_owned()),
            ..both.change(kind, text)
        });
        was.has_common_values(is)
    }

    /// Says why a value is now required although its default was valid before.
    fn newly_required(&mut self, Both { old, new, path }: Both<'_>) -> Option<String> {
        let (before, after) = (old.default.as_ref()?, new.default.as_ref()?);
        let mut holds = |rule: &Rule, value: &PlainValue| satisfies(rule, value, self.calls_of_new);
        if let Some(rule) = broken_defaults::own(after, new.slot, &mut holds) {
            let mut value = |rule: &Rule, value: &PlainValue| satisfies(rule, value, self.calls_of_old);
            let was_met = broken_defaults::own(before, old.slot, &mut value).is_none();
            return was_met
                .then(|| format!("a value is now required: the default violates a rule ({})", rule.description()));
        }
        // Items of collections are compared on their own, if there is a counterpart.
        let has_items = |slot: &Slot| matches!(slot.ty.collection().kind, Kind::Map(_) | Kind::Array(_));
        let is_compared = before.is_collection() && has_items(old.slot) == has_items(new.slot);
        if after.is_collection() && !is_compared { self.invalid_default(after, new.slot, path) } else { None }
    }

    /// Says why a default is invalid: it breaks a rule, or does not conform to the type.
    fn invalid_default(&mut self, default: &Value, slot: &Slot, path: &str) -> Option<String> {
        let mut holds = |rule: &Rule, value: &PlainValue| satisfies(rule, value, self.calls_of_new);
        if let Some(broken) = broken_defaults::first(default, slot, &mut holds) {
            let rule = broken.rule.description();
            let what = if broken.path.is_empty() { "a value".to_owned() } else { broken.below(path).path };
            return Some(format!("{what} is now required: the default violates a rule ({rule})"));
        }
        // The default may lack keys, or other items may accept its keys.
        let misfits = check_literal(&default.deep_copy(), &slot.ty, self.calls_of_new).unwrap_or_default();
        let mut counts = || key_counts(default, slot, self.calls_of_new).unwrap_or_default();
        let misfit = misfits.into_iter().next().or_else(|| counts().into_iter().next())?;
        Some(format!("a value is now required: the default has the wrong type, expected {}", misfit.expected))
    }

    fn below(&mut self, both: Both<'_>) {
        match (&both.old.slot.ty.collection().kind, &both.new.slot.ty.collection().kind) {
            (Kind::Map(before), Kind::Map(after)) => self.fields(both, before, after),
            (Kind::Array(before), Kind::Array(after)) => {
                let [old, new] = [before, after].map(|item| DataValue::without_default(item));
                self.slot(Both { old: &old, new: &new, path: &format!("{}[]", both.path) });
            }
            _ => {}
        }
    }
}
