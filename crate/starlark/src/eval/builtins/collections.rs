//! The methods of lists, dicts and sets.
//!
//! Arguments are checked here, in ytt's words; the change itself is made by the starlark crate's own method,
//! which alone may touch its collections.

use starlark::eval::Evaluator;
use starlark::values::dict::DictRef;
use starlark::values::list::{AllocList, ListRef};
use starlark::values::{Heap, Value, ValueError};

use super::call::Call;
use super::native::MethodCode;
use super::{compare, kinds, slices};
use crate::diagnostics::code::Code;
use crate::eval::errors::{coded, message, value_error};
use crate::eval::fragment::Fragment;
use crate::eval::freezing::check_mutable;
use crate::eval::stopping;
use crate::eval::values::ASSERTION_TYPE;

type Outcome<'v> = starlark::Result<Value<'v>>;
type Eval<'v, 'x, 'y> = Evaluator<'v, 'x, 'y>;

pub(crate) const LIST: &[(&str, MethodCode)] = &[
    ("append", |this, call, eval| {
        call.count(1, 1)?;
        change_list(this, call, eval, call.args())
    }),
    ("clear", |this, call, eval| {
        call.count(0, 0)?;
        change_list(this, call, eval, &[])
    }),
    ("extend", list_extend),
    ("index", list_index),
    ("insert", |this, call, eval| {
        call.count(2, 2)?;
        call.int_or(0, 0)?;
        change_list(this, call, eval, call.args())
    }),
    ("pop", list_pop),
    ("remove", list_remove),
];

pub(crate) const DICT: &[(&str, MethodCode)] = &[
    ("clear", |this, call, eval| {
        call.count(0, 0)?;
        change_dict(this, call, eval, &[])
    }),
    ("get", dict_get),
    ("items", |this, call, eval| {
        call.count(0, 0)?;
        let items = DictRef::from_value(this).map(|dict| dict.iter().collect::<Vec<_>>());
        Ok(eval.heap().alloc(AllocList(items.unwrap_or_default())))
    }),
    ("keys", |this, call, eval| {
        call.count(0, 0)?;
        let keys = DictRef::from_value(this).map(|dict| dict.keys().collect::<Vec<_>>());
        Ok(eval.heap().alloc(AllocList(keys.unwrap_or_default())))
    }),
    ("pop", dict_pop),
    ("popitem", |this, call, eval| {
        call.count(0, 0)?;
        if kinds::length(this) == Some(0) {
            return Err(message("popitem: empty dict"));
        }
        change_dict(this, call, eval, &[])
    }),
    ("setdefault", |this, call, eval| {
        call.count(1, 2)?;
        hashable(call, call.value(0))?;
        let found = DictRef::from_value(this).map_or(Ok(None), |dict| dict.get(call.value(0)))?;
        found.map_or_else(|| change_dict(this, call, eval, call.args()), Ok)
    }),
    ("update", dict_update),
    ("values", |this, call, eval| {
        call.count(0, 0)?;
        let values = DictRef::from_value(this).map(|dict| dict.values().collect::<Vec<_>>());
        Ok(eval.heap().alloc(AllocList(values.unwrap_or_default())))
    }),
];

pub(crate) const SET: &[(&str, MethodCode)] = &[("union", |this, call, eval| {
    call.count(0, 1)?;
    if call.args().is_empty() {
        // Real ytt crashes here.
        return Err(message("union: got 0 arguments, want 1"));
    }
    for item in call.iterable(0, eval)? {
        hashable(call, item)?;
    }
    engine_method(this, "union", call.args(), eval)
})];

/// Calls the starlark crate's own method.
pub(crate) fn engine_method<'v>(
    this: Value<'v>,
    name: &str,
    args: &[Value<'v>],
    eval: &mut Eval<'v, '_, '_>,
) -> Outcome<'v> {
    let method = this.get_attr_error(name, eval.heap())?;
    eval.eval_function(method, args, &[])
}

/// Calls the starlark crate's own method, which changes the collection.
fn engine_change<'v>(this: Value<'v>, name: &str, args: &[Value<'v>], eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    check_mutable(this, eval)?;
    engine_method(this, name, args, eval)
}

/// What a method does, for the text that it cannot; the same for the operators that change collections.
pub(crate) fn list_verb(method: &str) -> Option<&'static str> {
    Some(match method {
        "append" => "append to",
        "clear" => "clear",
        "extend" => "extend",
        "insert" => "insert into",
        "pop" => "pop from",
        "remove" => "remove from",
        _ => return None,
    })
}

/// As [`list_verb`], for dicts.
pub(crate) fn dict_verb(method: &str) -> Option<&'static str> {
    Some(match method {
        "clear" => "clear",
        "pop" | "popitem" => "delete from",
        "setdefault" | "update" => "insert into",
        _ => return None,
    })
}

fn change_list<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>, args: &[Value<'v>]) -> Outcome<'v> {
    engine_change(this, call.name, args, eval).map_err(|error| {
        let verb = list_verb(call.name).unwrap_or(call.name);
        match value_error(&error) {
            Some(ValueError::CannotMutateImmutableValue) => {
                message(format!("{}: cannot {verb} frozen list", call.name))
            }
            Some(ValueError::MutationDuringIteration) => {
                message(format!("{}: cannot {verb} list during iteration", call.name))
            }
            _ => error,
        }
    })
}

fn change_dict<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>, args: &[Value<'v>]) -> Outcome<'v> {
    engine_change(this, call.name, args, eval).map_err(|error| {
        let verb = dict_verb(call.name).unwrap_or(call.name);
        // Only `clear` does not name itself.
        let prefix = if call.name == "clear" { String::new() } else { format!("{}: ", call.name) };
        match value_error(&error) {
            Some(ValueError::CannotMutateImmutableValue) => message(format!("{prefix}cannot {verb} frozen hash table")),
            Some(ValueError::MutationDuringIteration) => {
                message(format!("{prefix}cannot {verb} hash table during iteration"))
            }
            _ => error,
        }
    })
}

fn list_extend<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 1)?;
    // Collected first: the source may be the list itself, or refuse halfway.
    let items: Vec<Value> = call.iterable(0, eval)?.collect();
    stopping::check_length(eval, "extend", elements(this).len().saturating_add(items.len()))?;
    let items = eval.heap().alloc(AllocList(items));
    change_list(this, call, eval, &[items])
}

fn list_index<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 3)?;
    let items = elements(this);
    let (start, end) = slices::bounds(call.get(1), call.get(2), items.len())
        .map_err(|problem| message(format!("index: {problem}")))?;
    for (at, item) in items.iter().enumerate().take(end).skip(start) {
        if compare::equal(*item, call.value(0)).map_err(|error| named(call, &error))? {
            return Ok(eval.heap().alloc(at));
        }
    }
    Err(message("index: value not in list"))
}

fn list_pop<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(0, 1)?;
    let at = slices::position(call.int_or(0, -1)?, elements(this).len(), "list")
        .map_err(|problem| coded(Code::Attribute, format!("pop: {problem}")))?;
    let at = eval.heap().alloc(at);
    change_list(this, call, eval, &[at])
}

fn list_remove<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 1)?;
    for (at, item) in elements(this).iter().enumerate() {
        if compare::equal(*item, call.value(0)).map_err(|error| named(call, &error))? {
            let at = eval.heap().alloc(at);
            return match engine_change(this, "pop", &[at], eval) {
                Ok(_) => Ok(Value::new_none()),
                // The verb of the message is this method's.
                Err(_) => change_list(this, call, eval, call.args()),
            };
        }
    }
    Err(message("remove: element not found"))
}

fn elements<'v>(list: Value<'v>) -> &'v [Value<'v>] {
    ListRef::from_value(list).map(ListRef::content).unwrap_or_default()
}

/// The method's name before an error of the work it did.
fn named(call: &Call<'_>, error: &starlark::Error) -> starlark::Error {
    message(format!("{}: {}", call.name, crate::eval::errors::plain(error)))
}

/// Fails with `method: unhashable type: list` for what cannot be a key.
pub(crate) fn hashable(call: &Call<'_>, key: Value<'_>) -> starlark::Result<()> {
    match unhashable(key) {
        None => Ok(()),
        Some(problem) => Err(message(format!("{}: {problem}", call.name))),
    }
}

/// Why a value cannot be a key, if it cannot.
pub(crate) fn unhashable(key: Value<'_>) -> Option<String> {
    if key.get_hashed().is_ok() {
        return None;
    }
    if let Some(tuple) = starlark::values::tuple::TupleRef::from_value(key) {
        return tuple.iter().find_map(unhashable);
    }
    Some(unhashable_type(kinds::type_name(key)))
}

pub(crate) fn unhashable_type(kind: &str) -> String {
    match kind {
        // An assertion is a struct underneath.
        ASSERTION_TYPE => "unhashable type: struct".to_owned(),
        "range" | "elems" | "codepoints" | "module" => format!("unhashable: {kind}"),
        _ => format!("unhashable type: {kind}"),
    }
}

fn dict_get<'v>(this: Value<'v>, call: &Call<'v>, _: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 2)?;
    let key = call.value(0);
    hashable(call, key)?;
    let found = match DictRef::from_value(this) {
        Some(dict) => dict.get(key)?,
        None => None,
    };
    Ok(found.or(call.get(1)).unwrap_or_else(Value::new_none))
}

fn dict_pop<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 2)?;
    // In an empty dict no key is looked at.
    if DictRef::from_value(this).is_none_or(|dict| !dict.is_empty()) {
        hashable(call, call.value(0))?;
    } else {
        return call.get(1).ok_or_else(|| coded(Code::Attribute, "pop: missing key"));
    }
    let found = match DictRef::from_value(this) {
        Some(dict) => dict.get(call.value(0))?.is_some(),
        None => false,
    };
    if !found && call.get(1).is_none() {
        return Err(coded(Code::Attribute, "pop: missing key"));
    }
    change_dict(this, call, eval, call.args())
}

fn dict_update<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    let pairs = updates(call, eval)?;
    if pairs.is_empty() {
        return Ok(Value::new_none());
    }
    let pairs = eval.heap().alloc(AllocList(pairs));
    change_dict(this, call, eval, &[pairs])
}

/// The entries in the arguments of `dict(…)` and `update(…)`, positional and keywords.
pub(crate) fn updates<'v>(call: &Call<'v>, eval: &Eval<'v, '_, '_>) -> starlark::Result<Vec<(Value<'v>, Value<'v>)>> {
    let heap = eval.heap();
    let name = call.name;
    if call.args().len() > 1 {
        return Err(message(format!("{name}: got {} arguments, want at most 1", call.args().len())));
    }
    let mut pairs = Vec::new();
    if let Some(source) = call.get(0) {
        if let Some(items) = mapping(source, heap)? {
            pairs = items;
        } else {
            let Some(items) = kinds::iterate(source, eval)? else {
                return Err(message(format!("{name}: got {}, want iterable", kinds::type_name(source))));
            };
            for (index, item) in items.enumerate() {
                pairs.push(pair(item, eval).map_err(|problem| {
                    message(format!("{name}: dictionary update sequence element #{index} {problem}"))
                })?);
            }
        }
    }
    pairs.extend(call.kwargs().iter().map(|(key, value)| (heap.alloc(*key), *value)));
    for (key, _) in &pairs {
        hashable(call, *key)?;
    }
    Ok(pairs)
}

/// An element of length two.
fn pair<'v>(item: Value<'v>, eval: &Eval<'v, '_, '_>) -> Result<(Value<'v>, Value<'v>), String> {
    let kind = kinds::type_name(item);
    let Ok(Some(mut parts)) = kinds::iterate(item, eval) else {
        return Err(format!("is not iterable ({kind})"));
    };
    match kinds::length(item) {
        None => Err(format!("has unknown length ({kind})")),
        Some(2) => match (parts.next(), parts.next()) {
            (Some(key), Some(value)) => Ok((key, value)),
            _ => Err("has length 2, want 2".to_owned()),
        },
        Some(length) => Err(format!("has length {length}, want 2")),
    }
}

/// The entries of a mapping; `None` for what is none.
pub(crate) fn mapping<'v>(value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Option<Vec<(Value<'v>, Value<'v>)>>> {
    if let Some(dict) = DictRef::from_value(value) {
        return Ok(Some(dict.iter().collect()));
    }
    if let Some(fragment) = Fragment::from_value(value) {
        return fragment.entries(heap).map(Some);
    }
    if value.get_type() != "struct" {
        return Ok(None);
    }
    // Iterating gives keys, indexing gives values.
    let mut entries = Vec::new();
    for key in value.iterate(heap)? {
        entries.push((key, value.at(key, heap)?));
    }
    Ok(Some(entries))
}
