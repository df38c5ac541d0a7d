//! Rules of a map that depend on its items: defaults of items that are not given may break them.

use super::ChangeKind;
use super::fields::MapOf;
use super::{Change, Comparison, Held};

use crate::schema::types::Field;
use crate::starlark::PlainValue;
use crate::validations::rules::NamedRule;
use crate::validations::{Rule, Strictness, strictness};
use crate::yaml::tree::Value;

impl Comparison<'_> {
    /// Reports rules that are unchanged, but apply to other defaults.
    pub(super) fn map_rules(&mut self, old: (&Held<'_>, &MapOf<'_>), new: (&Held<'_>, &MapOf<'_>), path: &str) {
        for rule in named_rules(new.0) {
            let is_kept = named_rules(old.0).any(|was| strictness(was, rule) == Some(Strictness::Same));
            let why = match rule {
                NamedRule::OneNotNull(_) if is_kept => other_nulls(rule, old.1, new.1),
                NamedRule::MaxLen(_) if is_kept => more_items(old.1, new.1),
                _ => None,
            };
            let Some(why) = why else { continue };
            let text = format!("{why}, which counts for a rule ({})", rule.description());
            let change = Change::between(old.0.slot, new.0.slot, path, ChangeKind::Default, text);
            self.add(Change { breaking: true, ..change });
        }
    }
}

fn named_rules<'s>(held: &Held<'s>) -> impl Iterator<Item = &'s NamedRule> {
    held.slot.validation.iter().flat_map(|validation| &validation.rules).filter_map(Rule::named)
}

/// The first of the items that a rule `one_not_null=` looks at that is null by default and was not, or the other way.
fn other_nulls(rule: &NamedRule, old: &MapOf<'_>, new: &MapOf<'_>) -> Option<String> {
    let chosen = rule.required_keys().and_then(Result::ok);
    let is_chosen =
        |field: &&Field| chosen.as_ref().is_none_or(|keys| keys.contains(&PlainValue::from_value(&field.key)));
    let has_value = |map: &MapOf<'_>, key: &Value| {
        let place = map.fields.iter().position(|field| field.key == *key && field.is_named());
        let default = place.and_then(|place| map.item(place).default);
        default.is_some_and(|default| !matches!(*default, Value::Null))
    };
    new.fields.iter().filter(is_chosen).find_map(|field| {
        let name = Held::item_without_default(field).key;
        match (has_value(old, &field.key), has_value(new, &field.key)) {
            (true, false) => Some(format!("{name} is null by default")),
            (false, true) => Some(format!("{name} is not null by default")),
            _ => None,
        }
    })
}

/// Whether more items are filled in, in a map that may have others besides.
fn more_items(old: &MapOf<'_>, new: &MapOf<'_>) -> Option<String> {
    let filled_in = |map: &MapOf<'_>| map.fields.iter().filter(|field| field.is_filled_in()).count();
    let is_open = new.fields.iter().any(|field| !field.is_filled_in());
    (is_open && filled_in(new) > filled_in(old)).then(|| "more items are filled in".to_owned())
}
