//! The operators, as ytt has them.

use num_bigint::BigInt;
use starlark::eval::Evaluator;
use starlark::values::float::StarlarkFloat;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, Value};

use super::call::int32;
use super::{collections, compare, kinds, numbers, slices, string_format, strings, text};
use crate::byte_text;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::eval::collections::{Content, dict, list};
use crate::eval::comparison::Comparison;
use crate::eval::errors::{caused, coded, crash, fail, no_key, operands};
use crate::eval::stopping::{self, check_memory};

/// An error about the operands of an operator.
fn message(text: impl Into<String>) -> starlark::Error {
    coded(Code::Operator, text)
}

type Outcome<'v> = starlark::Result<Value<'v>>;
type Eval<'v, 'x, 'y> = Evaluator<'v, 'x, 'y>;

/// Two operands.
type Pair<'v> = [Value<'v>; 2];

/// `x | y`: ints and sets only.
pub(crate) fn bit_or<'v>(operands: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    bitwise(operands, eval, "|", Value::bit_or)
}

/// `x & y`: ints and sets only.
pub(crate) fn bit_and<'v>(operands: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    bitwise(operands, eval, "&", Value::bit_and)
}

/// `x ^ y`: ints and sets only.
pub(crate) fn bit_xor<'v>(operands: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    bitwise(operands, eval, "^", Value::bit_xor)
}

/// `x in y`.
pub(crate) fn is_in<'v>(operands: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    contains(operands, eval).map(Value::new_bool)
}

/// `x not in y`.
pub(crate) fn is_not_in<'v>(operands: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    contains(operands, eval).map(|found| Value::new_bool(!found))
}

/// `x += y`, which changes a list.
pub(crate) fn grow_in_place<'v>([x, y]: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    if !list::is_list(x) {
        return add([x, y], eval);
    }
    check_memory(eval)?;
    check_sum(x, y, eval)?;
    let Some(more) = kinds::iterate(y, eval)? else { return Err(unknown("+", x, y)) };
    list::change(x).map_err(|locked| locked.refuse("apply += to", list::KIND))?.extend(more);
    Ok(x)
}

/// `x == y`.
pub(crate) fn equal<'v>([x, y]: Pair<'v>, _: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    compare::equal(x, y).map(Value::new_bool)
}

/// `x != y`.
pub(crate) fn not_equal<'v>([x, y]: Pair<'v>, _: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    compare::not_equal(x, y).map(Value::new_bool)
}

/// `x < y`.
pub(crate) fn less<'v>(operands: Pair<'v>, _: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    ordered(operands, Comparison::Less)
}

/// `x <= y`.
pub(crate) fn less_or_equal<'v>(operands: Pair<'v>, _: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    ordered(operands, Comparison::LessOrEqual)
}

/// `x > y`.
pub(crate) fn greater<'v>(operands: Pair<'v>, _: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    ordered(operands, Comparison::Greater)
}

/// `x >= y`.
pub(crate) fn greater_or_equal<'v>(operands: Pair<'v>, _: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    ordered(operands, Comparison::GreaterOrEqual)
}

/// The error for an operator that does not know these types.
fn unknown(operator: &str, x: Value<'_>, y: Value<'_>) -> starlark::Error {
    let (left, right) = (kinds::type_name(x), kinds::type_name(y));
    fail(operands(operator, left, right, format!("unknown binary op: {left} {operator} {right}")))
}

fn is_number(value: Value<'_>) -> bool {
    kinds::is_int(value) || kinds::float(value).is_some()
}

/// An operation on small integers with a small integer as its result: most of what programs calculate.
fn small(x: Value<'_>, y: Value<'_>, apply: fn(i32, i32) -> Option<i32>) -> Option<i32> {
    apply(x.unpack_i32()?, y.unpack_i32()?)
}

fn bitwise<'v>(
    [x, y]: Pair<'v>,
    eval: &mut Eval<'v, '_, '_>,
    operator: &str,
    apply: fn(Value<'v>, Value<'v>, Heap<'v>) -> Outcome<'v>,
) -> Outcome<'v> {
    check_memory(eval)?;
    let known = kinds::is_int(x) && kinds::is_int(y) || x.get_type() == "set" && y.get_type() == "set";
    if known { apply(x, y, eval.heap()) } else { Err(unknown(operator, x, y)) }
}

/// `x - y`: numbers only.
pub(crate) fn subtract<'v>([x, y]: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    if let Some(small) = small(x, y, i32::checked_sub) {
        return Ok(eval.heap().alloc(small));
    }
    if is_number(x) && is_number(y) { x.sub(y, eval.heap()) } else { Err(unknown("-", x, y)) }
}

fn ordered<'v>([x, y]: Pair<'v>, order: Comparison) -> Outcome<'v> {
    compare::ordered_operands(x, y, order).map(Value::new_bool)
}

/// `x + y`.
pub(crate) fn add<'v>([x, y]: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    if let Some(small) = small(x, y, i32::checked_add) {
        return Ok(eval.heap().alloc(small));
    }
    check_memory(eval)?;
    check_sum(x, y, eval)?;
    if let (Some(x), Some(y)) = (list::items(x), list::items(y)) {
        return Ok(list::of(eval.heap(), [&*x, &*y].concat()));
    }
    match strings::sum_of_halves(x, y) {
        Some(sum) => Ok(eval.heap().alloc(sum)),
        None => x.add(y, eval.heap()).map_err(|error| kinds::named(error, &[x, y])),
    }
}

/// Fails for a sum that is longer than it may be: doubled in each turn, everything is too long after a few.
fn check_sum<'v>(x: Value<'v>, y: Value<'v>, eval: &Eval<'v, '_, '_>) -> starlark::Result<()> {
    if is_number(x) && is_number(y) {
        return check_bits(x, y);
    }
    // `list += iterable` adds these without a step for each element.
    let length = |value| kinds::length(value).unwrap_or_default();
    stopping::check_length(eval, "+", length(x).saturating_add(length(y)))
}

/// `x / y`.
pub(crate) fn divide<'v>([x, y]: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    check_divisor("/", "real division by zero", x, y)?;
    x.div(y, eval.heap())
}

/// `x // y`.
pub(crate) fn floor_divide<'v>([x, y]: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    check_divisor("//", "floored division by zero", x, y)?;
    x.floor_div(y, eval.heap())
}

fn check_divisor<'v>(operator: &str, by_zero: &str, x: Value<'v>, y: Value<'v>) -> starlark::Result<()> {
    match () {
        () if !is_number(x) || !is_number(y) => Err(unknown(operator, x, y)),
        () if !y.to_bool() => Err(coded(Code::Template, by_zero)),
        () => Ok(()),
    }
}

/// `x % y`.
pub(crate) fn modulo<'v>([x, y]: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    let heap = eval.heap();
    // Positive ints; the starlark crate has the rules for the signs of others.
    if let Some(small) = small(x, y, |x, y| if x >= 0 && y > 0 { Some(x % y) } else { None }) {
        return Ok(heap.alloc(small));
    }
    check_memory(eval)?;
    if let Some(format) = x.unpack_str() {
        return string_format::interpolate(format, y, eval);
    }
    if kinds::is_int(x) && kinds::is_int(y) {
        if !y.to_bool() {
            return Err(message("integer modulo by zero"));
        }
        return x.percent(y, heap);
    }
    if !is_number(x) || !is_number(y) {
        return Err(unknown("%", x, y));
    }
    if !y.to_bool() {
        return Err(message("float modulo by zero"));
    }
    // The result has the sign of `x`, unlike that of ints.
    let (x, y) = (numbers::to_float(x).unwrap_or(f64::NAN), numbers::to_float(y).unwrap_or(f64::NAN));
    Ok(heap.alloc(StarlarkFloat(x % y)))
}

/// The count of a shift.
fn shift<'v>([x, y]: Pair<'v>, operator: &str) -> starlark::Result<(BigInt, u32)> {
    let Some(int) = kinds::big_int(x) else { return Err(unknown(operator, x, y)) };
    let count = int32(y).map_err(message)?;
    let count = u32::try_from(count).map_err(|_| message(format!("negative shift count: {count}")))?;
    Ok((int, count))
}

/// `x << y`.
pub(crate) fn shift_left<'v>(operands: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    check_memory(eval)?;
    let (int, count) = shift(operands, "<<")?;
    if count >= 512 {
        return Err(message(format!("shift count too large: {count}")));
    }
    Ok(eval.heap().alloc(int << count))
}

/// `x >> y`.
pub(crate) fn shift_right<'v>(operands: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    check_memory(eval)?;
    let (int, count) = shift(operands, ">>")?;
    Ok(eval.heap().alloc(int >> count))
}

/// Longer products take too long to calculate, and even longer to print.
const MAX_BITS: u64 = 1 << 20;

fn check_bits<'v>(x: Value<'v>, y: Value<'v>) -> starlark::Result<()> {
    // Most numbers are small; one small factor makes no number long at once.
    if x.unpack_i32().is_some() || y.unpack_i32().is_some() {
        return Ok(());
    }
    let bits = |value: Value<'v>| kinds::big_int(value).map_or(0, |int| int.bits());
    if bits(x) + bits(y) > MAX_BITS {
        return Err(coded(Code::Limit, format!("an integer would have more than {MAX_BITS} bits (limit of Ytterby)")));
    }
    Ok(())
}

/// `x * y`.
pub(crate) fn multiply<'v>([x, y]: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    if let Some(small) = small(x, y, i32::checked_mul) {
        return Ok(eval.heap().alloc(small));
    }
    check_memory(eval)?;
    if is_number(x) && is_number(y) {
        check_bits(x, y)?;
        return x.mul(y, eval.heap());
    }
    let (sequence, count) = if kinds::is_int(y) { (x, y) } else { (y, x) };
    if !matches!(sequence.get_type(), "string" | "list" | "tuple") || !kinds::is_int(count) {
        return Err(unknown("*", x, y));
    }
    let length = kinds::length(sequence).unwrap_or_default();
    let mut total = 0;
    if length > 0 {
        let times = int32(count).map_err(|_| message(format!("repeat count {count} too large")))?;
        let times = usize::try_from(times).unwrap_or_default();
        total = length.saturating_mul(times);
        if total >= 1 << 30 {
            return Err(message(format!("excessive repeat ({total} elements)")));
        }
        stopping::check_length(eval, "repeat", total)?;
    }
    if let Some(items) = list::items(sequence) {
        return Ok(list::of(eval.heap(), items.iter().copied().cycle().take(total).collect()));
    }
    let repeated = sequence.mul(if length > 0 { count } else { eval.heap().alloc(0) }, eval.heap())?;
    match repeated.unpack_str().filter(|text| byte_text::is_escaped(text)) {
        Some(text) => Ok(eval.heap().alloc(byte_text::joined(text.to_owned()))),
        None => Ok(repeated),
    }
}

/// `x in y`.
fn contains<'v>([x, y]: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> starlark::Result<bool> {
    let Some(items) = items(y) else { return contains_other(x, y, eval.heap()) };
    for item in items.iter() {
        if compare::equal(*item, x)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn contains_other<'v>(x: Value<'v>, y: Value<'v>, heap: Heap<'v>) -> starlark::Result<bool> {
    if let Some(entries) = dict::entries(y) {
        // A value that cannot be a key is not in it.
        return Ok(matches!(dict::get(&entries, x), Ok(Some(_))));
    }
    if let Some(text) = y.unpack_str() {
        return match x.unpack_str() {
            Some(part) => Ok(strings::contains(text, part)),
            None => {
                let kind = kinds::type_name(x);
                Err(message(format!("'in <string>' requires string as left operand, not {kind}")))
            }
        };
    }
    match y.get_type() {
        "range" => match numbers::to_int(x) {
            Ok(int) => y.is_in(heap.alloc(int)),
            Err(_) => {
                let kind = kinds::type_name(x);
                Err(message(format!("'in <range>' requires integer as left operand, not {kind}")))
            }
        },
        "set" => match collections::unhashable(x) {
            Some(problem) => Err(message(problem)),
            None => y.is_in(x),
        },
        _ => y.is_in(x).map_err(|error| kinds::named(error, &[x, y])),
    }
}

/// The elements of a list or tuple.
#[inline]
fn items<'v>(value: Value<'v>) -> Option<Content<'v, [Value<'v>]>> {
    list::items(value).or_else(|| TupleRef::from_value(value).map(|tuple| Content::Frozen(tuple.content())))
}

/// `x[i]` of most lists; none where [`index`] has to find it.
#[inline]
pub(crate) fn item<'v>(x: Value<'v>, i: Value<'v>) -> Option<Value<'v>> {
    let index = usize::try_from(i.unpack_i32()?).ok()?;
    list::items(x)?.get(index).copied()
}

/// `x[i]` that is read.
pub(crate) fn index<'v>([x, i]: Pair<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    let Some(items) = items(x) else { return index_other(x, i, eval) };
    let at = position(x, i, items.len())?;
    Ok(items.get(at).copied().unwrap_or_else(Value::new_none))
}

fn position(x: Value<'_>, i: Value<'_>, length: usize) -> starlark::Result<usize> {
    if let Some(at) = i.unpack_i32().and_then(|i| usize::try_from(i).ok()).filter(|at| *at < length) {
        return Ok(at);
    }
    let kind = kinds::type_name(x);
    if !kinds::is_int(i) {
        let index = kinds::type_name(i);
        let cause = Cause::IndexType { kind: kind.to_owned(), index: index.to_owned() };
        return Err(caused(Code::Operator, format!("{kind} index: got {index}, want int"), cause));
    }
    let index = int32(i).map_err(|problem| message(format!("{kind} index: {problem}")))?;
    slices::position(index, length, kind).map_err(|problem| no_index(index, length, kind, problem))
}

/// The error of an index that is out of range.
fn no_index(index: i32, length: usize, kind: &str, text: String) -> starlark::Error {
    caused(Code::Attribute, text, Cause::NoIndex { index: i64::from(index), kind: kind.to_owned(), length })
}

fn index_other<'v>(x: Value<'v>, i: Value<'v>, eval: &Eval<'v, '_, '_>) -> Outcome<'v> {
    check_memory(eval)?;
    let heap = eval.heap();
    if let Some(entries) = dict::entries(x) {
        if let Some(problem) = collections::unhashable(i) {
            return Err(message(problem));
        }
        return match dict::get(&entries, i)? {
            Some(value) => Ok(value),
            None => {
                let text = format!("key {} not in dict", text::repr(i, eval)?);
                let Some(key) = i.unpack_str() else {
                    let key = text::repr(i, eval)?;
                    return Err(caused(Code::Attribute, text, Cause::NoKey { key, nearest: None }));
                };
                let keys = entries.keys().filter_map(|key| key.unpack_str().map(str::to_owned)).collect();
                Err(fail(no_key(text, Some(key), keys)))
            }
        };
    }
    if let Some(text) = x.unpack_str() {
        let bytes = byte_text::to_bytes(text);
        let at = position(x, i, bytes.len())?;
        return Ok(strings::from_bytes(bytes.get(at..=at).unwrap_or_default(), heap));
    }
    if x.get_type() == "range" {
        let at = position(x, i, kinds::length(x).unwrap_or_default())?;
        return x.at(heap.alloc(at), heap);
    }
    if matches!(
        kinds::type_name(x),
        "set" | "function" | "elems" | "codepoints" | "NoneType" | "bool" | "int" | "float"
    ) {
        let (x, i) = (kinds::type_name(x), kinds::type_name(i));
        let cause = Cause::NotIndexable { kind: x.to_owned() };
        return Err(caused(Code::Operator, format!("unhandled index operation {x}[{i}]"), cause));
    }
    x.at(i, heap).map_err(|error| kinds::named(error, &[x, i]))
}

/// `key: value` of the literal of a dict.
pub(crate) fn add_entry<'v>([dict, key, value]: [Value<'v>; 3], eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    if let Some(problem) = collections::unhashable(key) {
        return Err(message(problem));
    }
    let key = key.get_hashed()?;
    let Ok(mut entries) = dict::change(dict) else { return Err(message("expected a dict")) };
    if entries.contains_key_hashed_by_value(key) {
        return Err(coded(Code::DuplicateKey, format!("duplicate key: {}", text::repr(*key.key(), eval)?)));
    }
    entries.insert_hashed(key, value);
    Ok(Value::new_none())
}

/// `key: value` of a dict comprehension.
pub(crate) fn insert<'v>([dict, key, value]: [Value<'v>; 3]) -> starlark::Result<()> {
    if let Some(problem) = collections::unhashable(key) {
        return Err(message(problem));
    }
    let Ok(mut entries) = dict::change(dict) else { return Err(message("expected a dict")) };
    entries.insert_hashed(key.get_hashed()?, value);
    Ok(())
}

/// `x[i] = value` for most lists; false where [`set_index`] has to do it.
#[inline]
pub(crate) fn set_item<'v>(x: Value<'v>, i: Value<'v>, value: Value<'v>) -> bool {
    let Some(index) = i.unpack_i32().and_then(|index| usize::try_from(index).ok()) else { return false };
    let Ok(mut items) = list::change(x) else { return false };
    items.get_mut(index).map(|item| *item = value).is_some()
}

/// `x[i] = value`.
pub(crate) fn set_index<'v>([value, x, i]: [Value<'v>; 3], eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    check_memory(eval)?;
    if x.get_type() == "yamlfragment" {
        return Err(message("yamlfragment.SetKey: Not implemented"));
    }
    if let Some(length) = list::items(x).map(|items| items.len()) {
        let index = int32(i).map_err(message)?;
        let at = slices::position(index, length, "list").map_err(|problem| no_index(index, length, "list", problem))?;
        let mut items = list::change(x).map_err(|locked| locked.refuse("assign to element of", list::KIND))?;
        items[at] = value;
    } else if dict::is_dict(x) {
        if let Some(problem) = collections::unhashable(i) {
            return Err(message(problem));
        }
        let mut entries = dict::change(x).map_err(|locked| locked.refuse("insert into", dict::KIND))?;
        entries.insert_hashed(i.get_hashed()?, value);
    } else {
        return Err(message(format!("{} value does not support item assignment", kinds::type_name(x))));
    }
    Ok(Value::new_none())
}

/// `x[low:high:step]`.
pub(crate) fn slice<'v>(
    x: Value<'v>,
    [low, high, step]: [Option<Value<'v>>; 3],
    eval: &mut Eval<'v, '_, '_>,
) -> Outcome<'v> {
    let heap = eval.heap();
    let kind = kinds::type_name(x);
    if kind == "yamlfragment" {
        // Its bounds are looked at, and then ytt crashes.
        slices::positions(low, high, step, usize::try_from(x.length()?).unwrap_or_default())?;
        return Err(crash("yamlfragment.Slice: Not implemented"));
    }
    if !matches!(kind, "string" | "list" | "tuple" | "range") {
        return Err(message(format!("invalid slice operand {kind}")));
    }
    let length = kinds::length(x).unwrap_or_default();
    let span = slices::positions(low, high, step, length)?;
    if let Some(text) = x.unpack_str() {
        return Ok(strings::from_bytes(&span.take(&byte_text::to_bytes(text)), heap));
    }
    if let Some(items) = list::items(x) {
        return Ok(list::of(heap, span.take(&items)));
    }
    if let Some(tuple) = TupleRef::from_value(x) {
        return Ok(heap.alloc(AllocTuple(span.take(tuple.content()))));
    }
    if span.step < 0 {
        return x.slice(low, high, step, heap);
    }
    // An end before the start is the start.
    let (start, end) = slices::bounds(low, high, length).map_err(message)?;
    x.slice(Some(heap.alloc(start)), Some(heap.alloc(end.max(start))), step, heap)
}
