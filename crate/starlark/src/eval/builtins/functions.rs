//! The functions of ytt's universe.

use std::num::NonZeroI32;

use starlark::collections::SmallMap;
use starlark::eval::Evaluator;
use starlark::values::Value;
use starlark::values::float::StarlarkFloat;
use starlark::values::range::Range;
use starlark::values::tuple::AllocTuple;

use super::call::{Call, int32};
use super::native::FunctionCode;
use super::{attributes, collections, compare, kinds, numbers, text};
use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::eval::collections::{dict, list};
use crate::eval::comparison::Comparison;
use crate::eval::errors::{carried, coded, fail, message, plain};
use crate::eval::run::Run;
use crate::eval::stopping::{self, call_function};

type Outcome<'v> = starlark::Result<Value<'v>>;
type Eval<'v, 'x, 'y> = Evaluator<'v, 'x, 'y>;

pub(super) const FUNCTIONS: &[(&str, FunctionCode)] = &[
    ("all", |call, eval| quantified(call, eval, false)),
    ("any", |call, eval| quantified(call, eval, true)),
    ("bool", |call, _| {
        call.count(0, 1)?;
        Ok(Value::new_bool(call.get(0).map_or(Ok(false), kinds::truth)?))
    }),
    ("chr", chr),
    ("dict", new_dict),
    ("dir", |call, eval| {
        call.no_keywords()?;
        Ok(list::new(eval.heap(), attributes::names(call.only("1")?)))
    }),
    ("enumerate", enumerate),
    ("fail", |call, eval| {
        let text = joined(call, eval)?;
        Err(coded(Code::FailedAssertion, format!("fail: {text}")))
    }),
    ("float", float),
    ("getattr", getattr),
    ("hasattr", |call, eval| {
        call.count(2, 2)?;
        let found = attributes::attribute(call.value(0), call.string(1)?, eval.heap());
        Ok(Value::new_bool(matches!(found, Ok(Some(_)))))
    }),
    ("hash", |call, eval| {
        call.count(1, 1)?;
        // The sum that Java makes of a string; characters beyond the first plane count once.
        let sum =
            |hash: i32, c: char| hash.wrapping_mul(31).wrapping_add(i32::try_from(u32::from(c)).unwrap_or_default());
        Ok(eval.heap().alloc(byte_text::lossy(call.string(0)?).chars().fold(0, sum)))
    }),
    ("int", int),
    ("len", |call, eval| {
        call.count(1, 1)?;
        let value = call.value(0);
        match kinds::length(value) {
            Some(length) => Ok(eval.heap().alloc(length)),
            None => Err(value.length().err().filter(|error| carried(error).is_some()).unwrap_or_else(|| {
                let kind = kinds::type_name(value);
                let cause = Cause::NoLength { kind: kind.to_owned() };
                let text = format!("len: value of type {kind} has no len");
                fail(Error::message(text).coded(Code::Operator).caused(cause))
            })),
        }
    }),
    ("list", |call, eval| {
        call.count(0, 1)?;
        Ok(list::of(eval.heap(), collected(call, eval)?))
    }),
    ("max", |call, eval| extreme(call, eval, Comparison::Greater)),
    ("min", |call, eval| extreme(call, eval, Comparison::Less)),
    ("ord", ord),
    ("print", |call, eval| {
        let text = joined(call, eval)?;
        if let Some(host) = Run::find(eval).map(|run| &run.host) {
            stopping::check_length(eval, "print", host.prints.borrow().len().saturating_add(text.len()))?;
            host.print(&text);
        }
        Ok(Value::new_none())
    }),
    ("range", range),
    ("repr", |call, eval| {
        call.count(1, 1)?;
        Ok(eval.heap().alloc(text::repr(call.value(0), eval)?))
    }),
    ("reversed", |call, eval| {
        call.count(1, 1)?;
        let mut items = collected(call, eval)?;
        items.reverse();
        Ok(list::of(eval.heap(), items))
    }),
    ("set", set),
    ("sorted", sorted),
    ("str", |call, eval| {
        call.no_keywords()?;
        let value = call.only("exactly 1")?;
        if value.unpack_str().is_some() {
            return Ok(value);
        }
        Ok(eval.heap().alloc(text::repr(value, eval)?))
    }),
    ("tuple", |call, eval| {
        call.count(0, 1)?;
        Ok(eval.heap().alloc(AllocTuple(collected(call, eval)?)))
    }),
    ("type", |call, eval| {
        call.no_keywords()?;
        Ok(eval.heap().alloc(kinds::type_name(call.only("exactly 1")?)))
    }),
    ("zip", zip),
];

/// The elements of the first argument; none without one.
fn collected<'v>(call: &Call<'v>, eval: &Eval<'v, '_, '_>) -> starlark::Result<Vec<Value<'v>>> {
    if call.args().is_empty() {
        return Ok(Vec::new());
    }
    stopping::check_length(eval, call.name, kinds::length(call.value(0)).unwrap_or_default())?;
    Ok(call.iterable(0, eval)?.collect())
}

/// Whether some element has the truth `wanted` (for `any`), or none has (for `all`).
fn quantified<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>, wanted: bool) -> Outcome<'v> {
    call.count(1, 1)?;
    for item in call.iterable(0, eval)? {
        if kinds::truth(item)? == wanted {
            return Ok(Value::new_bool(wanted));
        }
    }
    Ok(Value::new_bool(!wanted))
}

fn chr<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.no_keywords()?;
    let value = call.only("1")?;
    let Ok(code) = int32(value) else {
        return Err(message(format!("chr: got {}, want int", kinds::type_name(value))));
    };
    match u32::try_from(code) {
        Err(_) => Err(message(format!("chr: Unicode code point {code} out of range (<0)"))),
        Ok(code) if code > 0x0010_ffff => {
            Err(message(format!("chr: Unicode code point U+{code:X} out of range (>0x10FFFF)")))
        }
        // A surrogate becomes the replacement character.
        Ok(code) => {
            let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            Ok(eval.heap().alloc(&*byte_text::from_text(character.encode_utf8(&mut [0; 4]))))
        }
    }
}

fn new_dict<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    let mut entries = SmallMap::new();
    for (key, value) in collections::updates(call, eval)? {
        entries.insert_hashed(key.get_hashed()?, value);
    }
    Ok(dict::new(eval.heap(), entries))
}

fn enumerate<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 2)?;
    let heap = eval.heap();
    call.iterable(0, eval)?;
    let start = i64::from(call.int_or(1, 0)?);
    let items = collected(call, eval)?;
    Ok(list::new(heap, (start..).zip(items)))
}

/// The arguments of `print` and `fail`, joined.
fn joined<'v>(call: &Call<'v>, eval: &Eval<'v, '_, '_>) -> starlark::Result<String> {
    let [separator] = call.named(&[], ["sep"], 0, |_, value| match value.unpack_str() {
        Some(_) => None,
        None => Some(format!("got {}, want string", kinds::type_name(value))),
    })?;
    let separator = separator.and_then(Value::unpack_str).unwrap_or(" ");
    let mut joined = String::new();
    for (index, value) in call.args().iter().enumerate() {
        if index > 0 {
            joined.push_str(separator);
        }
        text::write_str(&mut joined, *value, eval)?;
    }
    Ok(byte_text::joined(joined))
}

fn float<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.no_keywords()?;
    let float = match call.args() {
        [] => 0.0,
        [value] => {
            if let Some(bool) = value.unpack_bool() {
                f64::from(u8::from(bool))
            } else if let Some(text) = value.unpack_str() {
                numbers::parse_float(text).map_err(|problem| message(format!("float: {problem}")))?
            } else if let Some(float) = numbers::to_float(*value) {
                float
            } else {
                let kind = kinds::type_name(*value);
                return Err(message(format!("float got {kind}, want number or string")));
            }
        }
        args => return Err(coded(Code::Arguments, format!("float got {} arguments, wants 1", args.len()))),
    };
    Ok(eval.heap().alloc(StarlarkFloat(float)))
}

fn getattr<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(2, 3)?;
    let (value, name) = (call.value(0), call.string(1)?);
    match (attributes::attribute(value, name, eval.heap()), call.get(2)) {
        (Ok(Some(found)), _) => Ok(found),
        (_, Some(default)) => Ok(default),
        (Err(error), None) => Err(message(format!("getattr: {}", plain(&error)))),
        (Ok(None), None) => {
            Err(coded(Code::Attribute, format!("getattr: {} has no .{name} field or method", kinds::type_name(value))))
        }
    }
}

/// The number of digits of the longest product.
const MAX_DIGITS: usize = 1 << 19;

fn int<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    let [value, base] = call.named(call.args(), ["x", "base"], 1, |_, _| None)?;
    let value = value.unwrap_or_else(Value::new_none);
    let heap = eval.heap();
    if let Some(text) = value.unpack_str() {
        let base = match base {
            None => 10,
            Some(base) => base
                .unpack_i32()
                .and_then(|base| u32::try_from(base).ok())
                .filter(|base| *base == 0 || (2..=36).contains(base))
                .ok_or_else(|| message("int: base must be an integer >= 2 && <= 36"))?,
        };
        // Reading them takes the square of their number.
        if text.len() > MAX_DIGITS {
            let problem = format!("int: the text has more than {MAX_DIGITS} digits (limit of Ytterby)");
            return Err(coded(Code::Limit, problem));
        }
        return numbers::parse_int(text, base)
            .map(|int| heap.alloc(int))
            .map_err(|base| message(format!("int: invalid literal with base {base}: {text}")));
    }
    if base.is_some() {
        return Err(message("int: can't convert non-string with explicit base"));
    }
    if let Some(bool) = value.unpack_bool() {
        return Ok(heap.alloc(i32::from(bool)));
    }
    if kinds::is_int(value) {
        return Ok(value);
    }
    numbers::to_int(value).map(|int| heap.alloc(int)).map_err(|problem| message(format!("int: {problem}")))
}

/// Why a value cannot be a `key` function, if it cannot.
fn not_callable(value: Value<'_>) -> Option<String> {
    (!kinds::is_callable(value)).then(|| format!("got {}, want callable", kinds::type_name(value)))
}

fn extreme<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>, wanted: Comparison) -> Outcome<'v> {
    let name = call.name;
    let items = match call.args() {
        [] => return Err(message(format!("{name} requires at least one positional argument"))),
        [_] | [_, ..] => call.args(),
    };
    let [key] = call.named(&[], ["key"], 0, |_, value| not_callable(value))?;
    let items = match items {
        [only] => match kinds::iterate(*only, eval)? {
            Some(_) => collected(call, eval)?,
            None => return Err(message(format!("{name}: {} value is not iterable", kinds::type_name(*only)))),
        },
        items => items.to_vec(),
    };
    let mut best: Option<(Value, Value)> = None;
    for item in items {
        let rank = match key {
            Some(key) => call_function(eval, key, &[item], &[])?,
            None => item,
        };
        let better = match best {
            None => true,
            Some((_, best_rank)) => compare::ordered(rank, best_rank, wanted)
                .map_err(|error| message(format!("{name}: {}", plain(&error))))?,
        };
        if better {
            best = Some((item, rank));
        }
    }
    best.map(|(item, _)| item).ok_or_else(|| message(format!("{name}: argument is an empty sequence")))
}

fn ord<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.no_keywords()?;
    let value = call.only("1")?;
    let Some(text) = value.unpack_str() else {
        return Err(message(format!("ord: got {}, want string", kinds::type_name(value))));
    };
    let text = byte_text::lossy(text);
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(eval.heap().alloc(u32::from(character))),
        _ => {
            let count = text.chars().count();
            Err(message(format!("ord: string encodes {count} Unicode code points, want 1")))
        }
    }
}

fn range<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 3)?;
    let (first, second, step) = (call.int_or(0, 0)?, call.int_or(1, 0)?, call.int_or(2, 1)?);
    let (start, stop) = if call.args().len() == 1 { (0, first) } else { (first, second) };
    let Some(step) = NonZeroI32::new(step) else {
        return Err(message("range: step argument must not be zero"));
    };
    let is_empty = (stop > start) != (step.get() > 0);
    // The engine counts in 32 bits.
    if !is_empty && i64::from(stop).abs_diff(i64::from(start)) > u64::from(i32::MAX.unsigned_abs()) {
        return Err(coded(
            Code::Limit,
            format!("range: start and stop are more than {} apart (limit of Ytterby)", i32::MAX),
        ));
    }
    Ok(eval.heap().alloc(Range::new(start, stop, step)))
}

fn set<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(0, 1)?;
    let items = collected(call, eval)?;
    for item in &items {
        collections::hashable(call, *item)?;
    }
    let items = eval.heap().alloc(AllocTuple(items));
    match call.engine {
        Some(engine) => call_function(eval, engine, &[items], &[]),
        None => Err(message("set: not available")),
    }
}

/// Sorts by keys if all are texts, which always compare, so that all stable sorts agree. Otherwise returns false.
fn sort_texts<'v, T>(items: &mut [T], key: impl Fn(&T) -> Value<'v>, reverse: bool) -> bool {
    if !items.iter().all(|item| key(item).unpack_str().is_some()) {
        return false;
    }
    let text = |item: &T| key(item).unpack_str().unwrap_or_default();
    // The order of strings without escapes is that of their texts: the search for escapes is made once for each.
    let escaped = items.iter().any(|item| byte_text::is_escaped(text(item)));
    let compare = |x: &T, y: &T| if escaped { byte_text::compare(text(x), text(y)) } else { text(x).cmp(text(y)) };
    items.sort_by(|x, y| if reverse { compare(y, x) } else { compare(x, y) });
    true
}

fn sorted<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    let heap = eval.heap();
    let [iterable, key, reverse] = call.named(call.args(), ["iterable", "key", "reverse"], 1, |index, value| {
        let kind = kinds::type_name(value);
        match index {
            0 => matches!(kinds::iterate(value, eval), Ok(None)).then(|| format!("got {kind}, want iterable")),
            1 => not_callable(value),
            _ => value.unpack_bool().is_none().then(|| format!("got {kind}, want bool")),
        }
    })?;
    let iterable = iterable.unwrap_or_else(Value::new_none);
    let mut items: Vec<Value> = kinds::iterate(iterable, eval)?.into_iter().flatten().collect();
    let reverse = reverse.and_then(Value::unpack_bool).unwrap_or(false);
    if key.is_none() && sort_texts(&mut items, |item| *item, reverse) {
        return Ok(list::of(heap, items));
    }
    let mut ranked = Vec::with_capacity(items.len());
    for item in items {
        let rank = match key {
            Some(key) => call_function(eval, key, &[item], &[])?,
            None => item,
        };
        ranked.push((rank, item));
    }
    if sort_texts(&mut ranked, |(rank, _)| *rank, reverse) {
        return Ok(list::new(heap, ranked.into_iter().map(|(_, item)| item)));
    }
    let mut failure = None;
    let mut less = |x: Value<'v>, y: Value<'v>| match compare::ordered(x, y, Comparison::Less) {
        Ok(less) => less,
        Err(error) => {
            failure = Some(error);
            false
        }
    };
    super::sorting::stable(&mut ranked, |x, y| if reverse { less(y.0, x.0) } else { less(x.0, y.0) });
    match failure {
        Some(error) => Err(error),
        None => Ok(list::new(heap, ranked.into_iter().map(|(_, item)| item))),
    }
}

fn zip<'v>(call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.no_keywords()?;
    let heap = eval.heap();
    let mut columns = Vec::with_capacity(call.args().len());
    for (index, value) in call.args().iter().enumerate() {
        let Some(items) = kinds::iterate(*value, eval)? else {
            let kind = kinds::type_name(*value);
            return Err(message(format!("zip: argument #{} is not iterable: {kind}", index + 1)));
        };
        columns.push(items);
    }
    let mut rows = Vec::new();
    'rows: while !columns.is_empty() {
        let mut row = Vec::with_capacity(columns.len());
        for column in &mut columns {
            let Some(item) = column.next() else { break 'rows };
            row.push(item);
        }
        rows.push(heap.alloc(AllocTuple(row)));
    }
    Ok(list::of(heap, rows))
}
