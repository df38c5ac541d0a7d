//! Indices and slices: which elements `x[i]` and `x[a:b:c]` mean.

use starlark::values::Value;

use super::call::int32;
use super::kinds;
use crate::eval::errors::message;

/// The bounds of `start` and `end` in something of `length`; both may be missing, negative or too large.
/// The start may lie behind the end.
pub(super) fn bounds(
    start: Option<Value<'_>>,
    end: Option<Value<'_>>,
    length: usize,
) -> Result<(usize, usize), String> {
    let start = relative(start, length).map_err(|problem| format!("invalid start index: {problem}"))?;
    let end = relative(end, length).map_err(|problem| format!("invalid end index: {problem}"))?;
    let clamp = |index: Option<i64>, default: usize| match index {
        Some(index) => usize::try_from(index).unwrap_or(0).min(length),
        None => default,
    };
    Ok((clamp(start, 0), clamp(end, length)))
}

/// The index at which an item is inserted.
pub(super) fn clamped(index: i32, length: usize) -> usize {
    let back = || length.saturating_sub(usize::try_from(index.unsigned_abs()).unwrap_or(usize::MAX));
    usize::try_from(index).map_or_else(|_| back(), |at| at.min(length))
}

/// An index counted from the start; `None` if there is none.
fn relative(index: Option<Value<'_>>, length: usize) -> Result<Option<i64>, String> {
    let Some(value) = index.filter(|value| !value.is_none()) else { return Ok(None) };
    let index = int32(value).map_err(|_| format!("got {}, want int", kinds::type_name(value)))?;
    let index = i64::from(index);
    Ok(Some(if index < 0 { index + i64::try_from(length).unwrap_or(i64::MAX) } else { index }))
}

/// The positions that a slice takes, in order.
pub(super) fn positions(
    start: Option<Value<'_>>,
    end: Option<Value<'_>>,
    step: Option<Value<'_>>,
    length: usize,
) -> starlark::Result<Span> {
    let step = match step.filter(|step| !step.is_none()) {
        None => 1,
        Some(step) => i64::from(
            int32(step).map_err(|_| message(format!("got {} for slice step, want int", kinds::type_name(step))))?,
        ),
    };
    if step == 0 {
        return Err(message("zero is not a valid slice step"));
    }
    if step > 0 {
        let (start, end) = bounds(start, end, length).map_err(message)?;
        let count = end.saturating_sub(start).div_ceil(usize::try_from(step).unwrap_or(1));
        return Ok(Span { start, step, count });
    }
    let total = i64::try_from(length).unwrap_or(i64::MAX);
    let start = relative(start, length).map_err(|problem| message(format!("invalid start index: {problem}")))?;
    let end = relative(end, length).map_err(|problem| message(format!("invalid end index: {problem}")))?;
    let start = start.unwrap_or(total - 1).min(total - 1);
    let end = end.unwrap_or(-1).max(-1);
    let count = usize::try_from(start - end).unwrap_or(0).div_ceil(usize::try_from(-step).unwrap_or(1));
    Ok(Span { start: usize::try_from(start).unwrap_or(0), step, count })
}

/// `count` positions from `start`, `step` apart.
pub(super) struct Span {
    pub start: usize,
    pub step: i64,
    pub count: usize,
}

impl Span {
    pub(super) fn take<T: Copy>(&self, items: &[T]) -> Vec<T> {
        if self.step == 1 {
            return items.get(self.start..self.start + self.count).map(<[T]>::to_vec).unwrap_or_default();
        }
        let mut taken = Vec::with_capacity(self.count);
        let mut at = i64::try_from(self.start).unwrap_or(i64::MAX);
        for _ in 0..self.count {
            if let Some(item) = usize::try_from(at).ok().and_then(|at| items.get(at)) {
                taken.push(*item);
            }
            at = at.saturating_add(self.step);
        }
        taken
    }
}

/// The position that `x[index]` means in something of `length` and type `kind`.
pub(super) fn position(index: i32, length: usize, kind: &str) -> Result<usize, String> {
    let at = if index < 0 {
        usize::try_from(index.unsigned_abs()).ok().and_then(|back| length.checked_sub(back))
    } else {
        usize::try_from(index).ok()
    };
    match at {
        Some(at) if at < length => Ok(at),
        _ if length == 0 => Err(format!("index {index} out of range: empty {kind}")),
        _ => Err(format!("{kind} index {index} out of range [-{length}:{}]", length - 1)),
    }
}
