//! The methods of lists, dicts and sets.

use std::cell::RefMut;
use std::ops::Range;

use starlark::eval::Evaluator;
use starlark::values::tuple::AllocTuple;
use starlark::values::{Heap, Value};

use super::call::Call;
use super::native::MethodCode;
use super::{compare, kinds, slices};
use crate::diagnostics::code::Code;
use crate::eval::collections::dict::{self, Entries};
use crate::eval::collections::list;
use crate::eval::errors::{coded, message};
use crate::eval::fragment::Fragment;
use crate::eval::stopping;

type Outcome<'v> = starlark::Result<Value<'v>>;
type Eval<'v, 'x, 'y> = Evaluator<'v, 'x, 'y>;

pub(crate) const LIST: &[(&str, MethodCode)] = &[
    ("append", |this, call, _| {
        call.count(1, 1)?;
        change_list(this, call)?.push(call.value(0));
        Ok(Value::new_none())
    }),
    ("clear", |this, call, _| {
        call.count(0, 0)?;
        change_list(this, call)?.clear();
        Ok(Value::new_none())
    }),
    ("extend", list_extend),
    ("index", list_index),
    ("insert", |this, call, _| {
        call.count(2, 2)?;
        let index = call.int_or(0, 0)?;
        let mut items = change_list(this, call)?;
        let at = slices::clamped(index, items.len());
        items.insert(at, call.value(1));
        Ok(Value::new_none())
    }),
    ("pop", list_pop),
    ("remove", list_remove),
];

pub(crate) const DICT: &[(&str, MethodCode)] = &[
    ("clear", |this, call, _| {
        call.count(0, 0)?;
        // Only this method does not name itself in its errors.
        dict::change(this).map_err(|locked| locked.refuse("clear", dict::KIND))?.clear();
        Ok(Value::new_none())
    }),
    ("get", dict_get),
    ("items", |this, call, eval| {
        call.count(0, 0)?;
        Ok(list::new(eval.heap(), entries(this)))
    }),
    ("keys", |this, call, eval| {
        call.count(0, 0)?;
        Ok(list::new(eval.heap(), entries(this).into_iter().map(|(key, _)| key)))
    }),
    ("pop", dict_pop),
    ("popitem", |this, call, eval| {
        call.count(0, 0)?;
        let Some((key, value)) = entries(this).first().copied() else {
            return Err(message("popitem: empty dict"));
        };
        change_dict(this, call, "delete from")?.shift_remove_hashed(key.get_hashed()?.as_ref());
        Ok(eval.heap().alloc(AllocTuple([key, value])))
    }),
    ("setdefault", |this, call, _| {
        call.count(1, 2)?;
        let key = call.value(0);
        hashable(call, key)?;
        if let Some(found) = get(this, key)? {
            return Ok(found);
        }
        let value = call.get(1).unwrap_or_else(Value::new_none);
        change_dict(this, call, "insert into")?.insert_hashed(key.get_hashed()?, value);
        Ok(value)
    }),
    ("update", dict_update),
    ("values", |this, call, eval| {
        call.count(0, 0)?;
        Ok(list::new(eval.heap(), entries(this).into_iter().map(|(_, value)| value)))
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
    let method = this.get_attr_error("union", eval.heap())?;
    eval.eval_function(method, call.args(), &[])
})];

/// The items of a list, for the method that is called to change them.
fn change_list<'v>(this: Value<'v>, call: &Call<'v>) -> starlark::Result<RefMut<'v, Vec<Value<'v>>>> {
    let verb = match call.name {
        "append" => "append to",
        "insert" => "insert into",
        "pop" => "pop from",
        name => name,
    };
    list::change(this).map_err(|locked| named(call, &locked.refuse(verb, list::KIND)))
}

/// The entries of a dict, for the method that is called to change them.
fn change_dict<'v>(this: Value<'v>, call: &Call<'v>, verb: &str) -> starlark::Result<RefMut<'v, Entries<'v>>> {
    dict::change(this).map_err(|locked| named(call, &locked.refuse(verb, dict::KIND)))
}

fn list_extend<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 1)?;
    // Collected first: the source may be the list itself, or refuse halfway.
    let items: Vec<Value> = call.iterable(0, eval)?.collect();
    stopping::check_length(eval, "extend", length(this).saturating_add(items.len()))?;
    change_list(this, call)?.extend(items);
    Ok(Value::new_none())
}

fn list_index<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 3)?;
    let (start, end) = slices::bounds(call.get(1), call.get(2), length(this))
        .map_err(|problem| message(format!("index: {problem}")))?;
    match position(this, start..end, call)? {
        Some(at) => Ok(eval.heap().alloc(at)),
        None => Err(message("index: value not in list")),
    }
}

fn list_pop<'v>(this: Value<'v>, call: &Call<'v>, _: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(0, 1)?;
    let at = slices::position(call.int_or(0, -1)?, length(this), "list")
        .map_err(|problem| coded(Code::Attribute, format!("pop: {problem}")))?;
    Ok(change_list(this, call)?.remove(at))
}

fn list_remove<'v>(this: Value<'v>, call: &Call<'v>, _: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 1)?;
    match position(this, 0..length(this), call)? {
        Some(at) => change_list(this, call)?.remove(at),
        None => return Err(message("remove: element not found")),
    };
    Ok(Value::new_none())
}

fn length(list: Value<'_>) -> usize {
    list::items(list).map_or(0, |items| items.len())
}

/// The index of the first argument in a list.
fn position<'v>(this: Value<'v>, among: Range<usize>, call: &Call<'v>) -> starlark::Result<Option<usize>> {
    let Some(items) = list::items(this) else { return Ok(None) };
    for at in among {
        if compare::equal(items[at], call.value(0)).map_err(|error| named(call, &error))? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// The entries of a dict; none for another value.
fn entries<'v>(dict: Value<'v>) -> Vec<(Value<'v>, Value<'v>)> {
    dict::entries(dict).map(|entries| entries.iter().map(|(key, value)| (*key, *value)).collect()).unwrap_or_default()
}

/// The value that a dict has for a key.
fn get<'v>(dict: Value<'v>, key: Value<'v>) -> starlark::Result<Option<Value<'v>>> {
    dict::entries(dict).map_or(Ok(None), |entries| dict::get(&entries, key))
}

/// The method's name before an error of the work it did.
fn named(call: &Call<'_>, error: &starlark::Error) -> starlark::Error {
    message(format!("{}: {}", call.name, crate::eval::errors::plain(error)))
}

/// Fails with `method: unhashable type: list` for a value that cannot be a key.
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
    Some(unhashable_type(key))
}

pub(crate) fn unhashable_type(value: Value<'_>) -> String {
    match kinds::type_name(value) {
        _ if kinds::is_struct(value) => "unhashable type: struct".to_owned(),
        kind @ ("range" | "elems" | "codepoints" | "module") => format!("unhashable: {kind}"),
        kind => format!("unhashable type: {kind}"),
    }
}

fn dict_get<'v>(this: Value<'v>, call: &Call<'v>, _: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 2)?;
    hashable(call, call.value(0))?;
    Ok(get(this, call.value(0))?.or(call.get(1)).unwrap_or_else(Value::new_none))
}

fn dict_pop<'v>(this: Value<'v>, call: &Call<'v>, _: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 2)?;
    let key = call.value(0);
    let mut entries = change_dict(this, call, "delete from")?;
    let mut found = None;
    // In an empty dict no key is looked at.
    if !entries.is_empty() {
        hashable(call, key)?;
        found = entries.shift_remove_hashed(key.get_hashed()?.as_ref());
    }
    found.or(call.get(1)).ok_or_else(|| coded(Code::Attribute, "pop: missing key"))
}

fn dict_update<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    let pairs = updates(call, eval)?;
    if pairs.is_empty() {
        return Ok(Value::new_none());
    }
    let mut entries = change_dict(this, call, "insert into")?;
    for (key, value) in pairs {
        entries.insert_hashed(key.get_hashed()?, value);
    }
    Ok(Value::new_none())
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

/// The entries of a mapping; `None` for other values.
pub(crate) fn mapping<'v>(value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Option<Vec<(Value<'v>, Value<'v>)>>> {
    if dict::is_dict(value) {
        return Ok(Some(entries(value)));
    }
    if let Some(fragment) = Fragment::from_value(value) {
        return fragment.entries(heap).map(Some);
    }
    if !kinds::is_struct(value) {
        return Ok(None);
    }
    // Iterating gives keys, indexing gives values.
    let mut entries = Vec::new();
    for key in value.iterate(heap)? {
        entries.push((key, value.at(key, heap)?));
    }
    Ok(Some(entries))
}
