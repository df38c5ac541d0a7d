//! Rules of a map that depend on the defaults of its items.

use super::fields::MapFields;
use super::{Both, ChangeKind, Comparison, DataValue, SchemaChange};
use crate::schema::Field;
use crate::starlark::PlainValue;
use crate::validations::{NamedRule, Rule, Strictness, strictness};
use crate::yaml::tree::Value;

impl Comparison<'_> {
    /// Reports rules that are unchanged, but apply to other defaults.
    pub(super) fn map_rules(&mut self, both: Both<'_>, old: &MapFields<'_>, new: &MapFields<'_>) {
        for rule in named_rules(both.new) {
            let is_kept = named_rules(both.old).any(|was| strictness(was, rule) == Some(Strictness::Same));
            let why = match rule {
                NamedRule::OneNotNull(_) if is_kept => other_nulls(rule, old, new),
                NamedRule::MaxLen(_) if is_kept => more_items(old, new),
                _ => None,
            };
            let Some(why) = why else { continue };
            let text = format!("{why}, which affects a rule ({})", rule.description());
            self.changes.push(SchemaChange { breaking: true, ..both.change(ChangeKind::Default, text) });
        }
    }
}

fn named_rules<'s>(value: &DataValue<'s>) -> impl Iterator<Item = &'s NamedRule> {
    value.slot.validation.iter().flat_map(|validation| &validation.rules).filter_map(Rule::named)
}

/// Says which of the items of a rule `one_not_null=` is null by default only in one of the schemas.
fn other_nulls(rule: &NamedRule, old: &MapFields<'_>, new: &MapFields<'_>) -> Option<String> {
    let chosen = rule.required_keys().and_then(Result::ok);
    let is_chosen =
        |field: &&Field| chosen.as_ref().is_none_or(|keys| keys.contains(&PlainValue::from_value(&field.key)));
    let has_value = |map: &MapFields<'_>, key: &Value| {
        let default = map.fields.place(key).and_then(|place| map.item(place).default);
        default.is_some_and(|default| !default.is_null())
    };
    new.fields.items().iter().filter(is_chosen).find_map(|field| {
        let name = DataValue::item_without_default(field).key;
        match (has_value(old, &field.key), has_value(new, &field.key)) {
            (true, false) => Some(format!("{name} is null by default")),
            (false, true) => Some(format!("{name} is not null by default")),
            _ => None,
        }
    })
}

/// Says whether more items are added by default, for a map with optional items.
fn more_items(old: &MapFields<'_>, new: &MapFields<'_>) -> Option<String> {
    let filled_in = |map: &MapFields<'_>| map.fields.items().iter().filter(|field| field.is_filled_in()).count();
    let is_open = new.fields.items().iter().any(|field| !field.is_filled_in());
    (is_open && filled_in(new) > filled_in(old)).then(|| "more items are added by default".to_owned())
}
