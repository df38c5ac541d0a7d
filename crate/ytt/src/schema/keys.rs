//! `@schema/key` and `@schema/any-key`, of the extension `schema-proposal`: which keys a map item of a schema accepts,
//! and how many there must be.

use super::annotations::{Fault, Holder, Subject};
use super::types::{Fields, Kind, Slot};
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::diagnostics::report::bare_message;
use crate::positions::Position;
use crate::regexp::Regexp;
use crate::starlark::{FunctionCaller, PlainValue, ValueHandle};
use crate::yaml::go_format;
use crate::yaml::node::Node;
use crate::yaml::tree::{Item, Map, MapItem, Meta, Value};

/// The keys that a map item of a schema accepts.
#[derive(Debug)]
pub struct KeyRule {
    /// None for the key that is written in the schema.
    allowed: Option<Allowed>,
    /// The alternatives for the number of keys.
    expects: Vec<Expected>,
    /// Whether the number of keys may be 0.
    none_ok: bool,
    /// The position of the annotation.
    position: Position,
}

/// `allowed=`
#[derive(Debug)]
pub enum Allowed {
    /// Any key.
    Any,
    /// Keys that match a pattern as a whole.
    Pattern {
        /// The pattern as written in the annotation.
        text: String,
        /// The compiled pattern.
        regexp: Regexp,
    },
    /// These keys.
    Listed(Vec<Value>),
    /// Keys for which the function returns True. Its arguments are the key and the key that is written in the schema.
    Function(ValueHandle),
}

/// `expects=`: the number of keys.
#[derive(Debug)]
pub enum Expected {
    /// This number.
    Exactly(i64),
    /// At least this number.
    AtLeast(i64),
    /// A number for which the function returns True.
    Function(ValueHandle),
}

impl KeyRule {
    /// Whether a missing item is added with its default: it accepts one key, which is required.
    pub fn is_filled_in(&self) -> bool {
        self.allowed.is_none() && !self.none_ok
    }

    /// None for the key that is written in the schema.
    pub fn allowed(&self) -> Option<&Allowed> {
        self.allowed.as_ref()
    }

    /// The alternatives for the number of keys.
    pub fn expected(&self) -> &[Expected] {
        &self.expects
    }

    /// The position of the annotation.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The smallest and largest number of keys, the latter None without a limit; None if the numbers are no range.
    pub fn range(&self) -> Option<(i64, Option<i64>)> {
        match &self.expects[..] {
            [Expected::Exactly(count)] => Some((*count, Some(*count))),
            [Expected::AtLeast(count)] => Some((*count, None)),
            [Expected::Exactly(a), Expected::Exactly(b)] if a.abs_diff(*b) == 1 => Some((*a.min(b), Some(*a.max(b)))),
            _ => None,
        }
    }

    fn allows(&self, key: &Value, declared: &Value, calls: &mut dyn FunctionCaller) -> Result<bool, Error> {
        match &self.allowed {
            Some(Allowed::Function(function)) => {
                let both = [PlainValue::from_value(key), PlainValue::from_value(declared)];
                let count = if function.parameters == Some(2) { 2 } else { 1 };
                return self.ask(function, &both[..count], "allowed=", calls);
            }
            Some(Allowed::Pattern { regexp, .. }) => regexp.check_effort(&go_format::plain(key))?,
            _ => {}
        }
        Ok(self.known_to_allow(key, declared).unwrap_or(false))
    }

    /// Whether a key is allowed; None if a function decides. `declared` is the key that is written in the schema.
    pub(super) fn known_to_allow(&self, key: &Value, declared: &Value) -> Option<bool> {
        Some(match &self.allowed {
            None => key == declared,
            Some(Allowed::Any) => true,
            Some(Allowed::Pattern { regexp, .. }) => {
                let key = go_format::plain(key);
                regexp.check_effort(&key).ok()?;
                regexp.is_match(&key)
            }
            Some(Allowed::Listed(keys)) => keys.contains(key),
            Some(Allowed::Function(_)) => return None,
        })
    }

    /// Whether a number of keys is expected; None if a function decides.
    pub fn accepts_count(&self, found: i64) -> Option<bool> {
        let mut is_known = true;
        for expected in &self.expects {
            match expected {
                Expected::Exactly(count) if found == *count => return Some(true),
                Expected::AtLeast(count) if found >= *count => return Some(true),
                Expected::Exactly(_) | Expected::AtLeast(_) => {}
                Expected::Function(_) => is_known = false,
            }
        }
        is_known.then_some(false)
    }

    /// Whether a number of keys is expected. Fails if a function does.
    pub(super) fn expects(&self, found: usize, calls: &mut dyn FunctionCaller) -> Result<bool, Error> {
        for expected in &self.expects {
            let found = i64::try_from(found).unwrap_or(i64::MAX);
            let holds = match expected {
                Expected::Exactly(count) => found == *count,
                Expected::AtLeast(count) => found >= *count,
                Expected::Function(function) => self.ask(function, &[PlainValue::Int(found)], "expects=", calls)?,
            };
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn ask(
        &self,
        function: &ValueHandle,
        args: &[PlainValue],
        keyword: &str,
        calls: &mut dyn FunctionCaller,
    ) -> Result<bool, Error> {
        let wrong = |text: String| {
            Error::at(
                format!("Calling {keyword} of @schema/key (by {}): {text}", self.position.compact()),
                self.position.clone(),
            )
            .coded(Code::Annotation)
        };
        match calls.call(function, args).map_err(|error| wrong(bare_message(&error)))? {
            PlainValue::Bool(holds) => Ok(holds),
            other => Err(wrong(format!("expected True or False, but was {}", other.type_name()))),
        }
    }

    /// A description of the keys. `declared` is the key that is written in the schema.
    pub fn keys_in_words(&self, declared: &Value) -> String {
        match &self.allowed {
            None => format!("the key {}", go_format::plain(declared)),
            Some(Allowed::Any) => "any key".to_owned(),
            Some(Allowed::Pattern { text, .. }) => format!("a key that matches {text}"),
            Some(Allowed::Listed(keys)) => {
                let keys: Vec<String> = keys.iter().map(go_format::plain).collect();
                format!("a key of {}", keys.join(", "))
            }
            Some(Allowed::Function(function)) => format!("a key that {} accepts", function.name()),
        }
    }

    /// A description of the number of keys.
    pub fn count_in_words(&self) -> String {
        let words = self.expects.iter().enumerate().map(|(index, expected)| match expected {
            // The 2 of "exactly 0 or 2".
            Expected::Exactly(count) if index > 0 && matches!(self.expects[index - 1], Expected::Exactly(_)) => {
                count.to_string()
            }
            Expected::Exactly(count) => format!("exactly {count}"),
            Expected::AtLeast(count) => format!("at least {count}"),
            Expected::Function(function) => format!("a number that {} accepts", function.name()),
        });
        match self.range() {
            Some((0, None)) => "any number".to_owned(),
            Some((0, Some(1))) => "at most 1".to_owned(),
            _ => words.collect::<Vec<_>>().join(" or "),
        }
    }
}

/// The rule of a node. Fails for nodes that are no map items, wrong arguments, or if a function of `expects=` does.
pub(super) fn rule(meta: &Meta, holder: Holder, calls: &mut dyn FunctionCaller) -> Result<Option<KeyRule>, Fault> {
    let subjects = ["schema/key", "schema/any-key"].map(|name| Subject::find(meta, name));
    let subject = match subjects {
        [None, None] => return Ok(None),
        [Some(_), Some(any_key)] => {
            let found = any_key.found("both");
            return Err(any_key.syntax_fault("either @schema/key or @schema/any-key", found, &[]));
        }
        [Some(subject), None] | [None, Some(subject)] => subject,
    };
    if holder != Holder::MapItem {
        let kind = if holder == Holder::Document { "a document" } else { "an array item" };
        let description = format!("@{} not supported on {kind}", subject.annotation.name);
        return Err(subject.fault(description, "a map item", String::new(), &["only map items have keys."]));
    }
    let mut rule = if subject.annotation.name.as_ref() == "schema/key" {
        read_arguments(&subject)?
    } else {
        if !subject.annotation.args.is_empty() || !subject.annotation.kwargs.is_empty() {
            return Err(subject.syntax_fault("no arguments", subject.found("arguments"), &[]));
        }
        KeyRule {
            allowed: Some(Allowed::Any),
            expects: vec![Expected::AtLeast(0)],
            none_ok: true,
            position: subject.annotation.position.clone(),
        }
    };
    rule.none_ok = rule.expects(0, calls).map_err(Fault::Other)?;
    Ok(Some(rule))
}

fn read_arguments(subject: &Subject<'_>) -> Result<KeyRule, Fault> {
    const EXPECTED: &str = "allowed=, expects= or missing_ok=";
    let fault = |found: String| subject.syntax_fault(EXPECTED, subject.found(&found), &[]);
    if let Some(value) = subject.annotation.args.first() {
        return Err(fault(format!("the value {} without a keyword", value.repr())));
    }
    if subject.annotation.kwargs.is_empty() {
        return Err(fault("missing keyword argument".to_owned()));
    }
    let (mut allowed, mut expects, mut missing_ok) = (None, None, None);
    for (name, value) in &subject.annotation.kwargs {
        match (name.as_str(), value) {
            ("allowed", value) => allowed = Some(read_allowed(value).map_err(fault)?),
            ("expects", value) => expects = Some(read_expected(value).map_err(fault)?),
            ("missing_ok", PlainValue::Bool(value)) => missing_ok = Some(*value),
            ("missing_ok", other) => return Err(fault(format!("missing_ok= with {}", other.type_name()))),
            _ => return Err(fault(format!("the keyword {name}="))),
        }
    }
    let expects = match (expects, missing_ok) {
        (Some(_), Some(_)) => return Err(fault("both expects= and missing_ok=".to_owned())),
        (Some(expects), None) => expects,
        (None, Some(true)) => vec![Expected::AtLeast(0)],
        (None, _) => vec![Expected::Exactly(1)],
    };
    Ok(KeyRule { allowed, expects, none_ok: false, position: subject.annotation.position.clone() })
}

fn read_allowed(value: &PlainValue) -> Result<Allowed, String> {
    match value {
        PlainValue::Str(text) if &**text == "any" => Ok(Allowed::Any),
        PlainValue::Str(text) => match Regexp::whole(text) {
            Ok(regexp) => Ok(Allowed::Pattern { text: text.to_string(), regexp }),
            Err(error) => Err(format!("a pattern that is none ({error})")),
        },
        PlainValue::List(keys) | PlainValue::Tuple(keys) | PlainValue::Set(keys) => {
            let keys = keys.iter().map(|key| key.to_value().map_err(|_| format!("{} as a key", key.repr())));
            Ok(Allowed::Listed(keys.collect::<Result<_, _>>()?))
        }
        PlainValue::Function(function) => match function.parameters {
            None | Some(1 | 2) => Ok(Allowed::Function(function.clone())),
            Some(count) => Err(format!("allowed= with a function of {count} parameters, not 1 or 2")),
        },
        other => Err(format!("allowed= with {}", other.type_name())),
    }
}

fn read_expected(value: &PlainValue) -> Result<Vec<Expected>, String> {
    Ok(vec![match value {
        PlainValue::Int(count @ 0..) => Expected::Exactly(*count),
        PlainValue::Str(text) => {
            let least = text.strip_suffix('+').and_then(|digits| digits.parse().ok()).filter(|least| *least >= 0);
            Expected::AtLeast(least.ok_or_else(|| format!("expects={}, which is not like \"1+\"", value.repr()))?)
        }
        PlainValue::Function(function) => match function.parameters {
            None | Some(1) => Expected::Function(function.clone()),
            Some(count) => return Err(format!("expects= with a function of {count} parameters, not 1")),
        },
        PlainValue::List(several) | PlainValue::Tuple(several) if !several.is_empty() => {
            let mut all = Vec::new();
            for one in several {
                if matches!(one, PlainValue::List(_) | PlainValue::Tuple(_)) {
                    return Err("expects= with a list in a list".to_owned());
                }
                all.extend(read_expected(one)?);
            }
            return Ok(all);
        }
        other => return Err(format!("expects={}", other.repr())),
    }])
}

/// The distinct keys that a schema names for a map.
pub fn named(fields: &Fields) -> Vec<&Value> {
    if fields.have_only_own_keys() {
        return fields.items().iter().map(|field| &field.key).collect();
    }
    let mut known: Vec<&Value> = Vec::new();
    for field in fields.items() {
        let keys = match field.keys.as_ref().and_then(KeyRule::allowed) {
            None => std::slice::from_ref(&field.key),
            Some(Allowed::Listed(keys)) => keys,
            Some(_) => &[],
        };
        for key in keys {
            if !known.contains(&key) {
                known.push(key);
            }
        }
    }
    known
}

/// The indices of items that may accept a key if no function is called: those with a function that would decide, up to the
/// first that accepts it for certain.
pub fn accepting_items(fields: &Fields, key: &Value) -> Vec<usize> {
    if fields.have_only_own_keys() {
        return fields.place(key).into_iter().collect();
    }
    let mut accepting = Vec::new();
    for (place, field) in fields.items().iter().enumerate() {
        let accepts = field.accepts(key);
        if accepts != Some(false) {
            accepting.push(place);
        }
        if accepts == Some(true) {
            break;
        }
    }
    accepting
}

/// The items of a map, each with the index of the schema item that accepts its key, if any does.
pub(super) type Places = Vec<(Node<MapItem>, Option<usize>)>;

/// Assigns each key of a map to the first schema item that accepts it. A function of `allowed=` may change the map meanwhile.
pub(super) fn assign(fields: &Fields, map: &Node<Map>, calls: &mut dyn FunctionCaller) -> Result<Places, Error> {
    let items = map.borrow().items.clone();
    if fields.have_only_own_keys() {
        let placed = |item: Node<MapItem>| {
            let place = fields.place(&item.borrow().key);
            (item, place)
        };
        return Ok(items.into_iter().map(placed).collect());
    }
    let mut places: Places = items.into_iter().map(|item| (item, None)).collect();
    for (place, field) in fields.items().iter().enumerate() {
        for (item, taken) in places.iter_mut().filter(|(_, taken)| taken.is_none()) {
            let key = item.borrow().key.clone();
            let is_its = match &field.keys {
                None => key == field.key,
                Some(rule) => rule.allows(&key, &field.key, calls)?,
            };
            if is_its {
                *taken = Some(place);
            }
        }
    }
    Ok(places)
}

/// An item and its slot in the schema.
pub(super) type Placed<'s> = (Node<dyn Item>, &'s Slot);

/// The items of a map or array that the schema has slots for; none if it has another type.
pub(super) fn placed<'s>(
    kind: &'s Kind,
    value: &Value,
    calls: &mut dyn FunctionCaller,
) -> Result<Vec<Placed<'s>>, Error> {
    Ok(match (kind, value) {
        (Kind::Map(fields), Value::Map(map)) => with_slots(fields, &assign(fields, map, calls)?).collect(),
        (Kind::Array(slot), Value::Array(_)) => value.items().map(|item| (item, &**slot)).collect(),
        _ => Vec::new(),
    })
}

/// The items of a map that the schema has slots for.
pub(super) fn with_slots<'s>(fields: &'s Fields, places: &Places) -> impl Iterator<Item = Placed<'s>> {
    places.iter().filter_map(|(item, place)| Some((item.to_item(), &fields.items()[(*place)?].slot)))
}
