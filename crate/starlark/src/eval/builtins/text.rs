//! Values as text, as in `repr`, `str`, `print` and `%s`.
//!
//! Floats have six significant digits, strings are quoted as Go quotes them, lists and dicts that hold
//! themselves show `...`. Values of other modules show what they display.

use std::fmt::Write;

use starlark::eval::Evaluator;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value};

use super::kinds;
use crate::diagnostics::code::Code;
use crate::eval::collections::dict::{self, Entries};
use crate::eval::collections::list;
use crate::eval::errors::{coded, fail};
use crate::eval::stopping::max_length;
use crate::go::float;
use crate::go::quote::write_quoted;
use crate::limits::check_length_below;
use crate::limits::depth;

/// `repr(x)`.
pub(crate) fn repr<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<String> {
    repr_below(max_length(eval), value, eval.heap())
}

/// `repr(x)` of at most `most` bytes.
pub(crate) fn repr_below<'v>(most: usize, value: Value<'v>, heap: Heap<'v>) -> starlark::Result<String> {
    let mut out = String::new();
    let mut writer = Writer { out: &mut out, most, heap, path: Vec::new() };
    writer.value(value, 0)?;
    writer.check_length(0)?;
    Ok(out)
}

/// Appends `str(x)`.
pub(crate) fn write_str<'v>(out: &mut String, value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<()> {
    let mut writer = Writer { out, most: max_length(eval), heap: eval.heap(), path: Vec::new() };
    match value.unpack_str() {
        Some(text) => {
            writer.check_length(text.len())?;
            writer.out.push_str(text);
            Ok(())
        }
        None => writer.value(value, 0),
    }
}

/// Appends `repr(x)`.
pub(crate) fn write_repr<'v>(out: &mut String, value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<()> {
    Writer { out, most: max_length(eval), heap: eval.heap(), path: Vec::new() }.value(value, 0)
}

struct Writer<'o, 'v> {
    out: &'o mut String,
    /// Bytes that may be written.
    most: usize,
    heap: Heap<'v>,
    /// The lists and dicts that are being written, to find cycles.
    path: Vec<Value<'v>>,
}

impl<'v> Writer<'_, 'v> {
    /// Fails if there would be too many bytes after `more` bytes.
    fn check_length(&self, more: usize) -> starlark::Result<()> {
        check_length_below(self.most, "str", self.out.len().saturating_add(more)).map_err(fail)
    }

    fn value(&mut self, value: Value<'v>, depth: usize) -> starlark::Result<()> {
        // A value that holds another many times over is written as often.
        self.check_length(0)?;
        if let Some(text) = value.unpack_str() {
            write_quoted(self.out, text);
        } else if let Some(int) = value.unpack_i32() {
            // `write!` to a String cannot fail.
            let _ = write!(self.out, "{int}");
        } else if let Some(float) = kinds::float(value) {
            self.out.push_str(&float::six_digits(float));
        } else if depth > depth::VALUES {
            let text = format!("str: the value is nested more than {} levels deep (limit of Ytterby)", depth::VALUES);
            return Err(coded(Code::Limit, text));
        } else if let Some(items) = list::items(value) {
            self.out.push('[');
            if self.is_being_written(value) {
                self.out.push_str("...");
            } else {
                self.path.push(value);
                self.items(items.iter().copied(), depth)?;
                self.path.pop();
            }
            self.out.push(']');
        } else if let Some(entries) = dict::entries(value) {
            self.out.push('{');
            if self.is_being_written(value) {
                self.out.push_str("...");
            } else {
                self.entries(value, &entries, depth)?;
            }
            self.out.push('}');
        } else if let Some(tuple) = TupleRef::from_value(value) {
            self.out.push('(');
            self.items(tuple.iter(), depth)?;
            self.out.push_str(if tuple.len() == 1 { ",)" } else { ")" });
        } else if value.get_type() == "set" {
            self.out.push_str("set([");
            self.items(value.iterate(self.heap)?, depth)?;
            self.out.push_str("])");
        } else {
            self.out.push_str(&value.to_repr());
        }
        Ok(())
    }

    fn entries(&mut self, value: Value<'v>, entries: &Entries<'v>, depth: usize) -> starlark::Result<()> {
        for (index, (key, item)) in entries.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.value(*key, depth + 1)?;
            self.out.push_str(": ");
            self.path.push(value);
            self.value(*item, depth + 1)?;
            self.path.pop();
        }
        Ok(())
    }

    fn items(&mut self, items: impl Iterator<Item = Value<'v>>, depth: usize) -> starlark::Result<()> {
        for (index, item) in items.enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.value(item, depth + 1)?;
        }
        Ok(())
    }

    fn is_being_written(&self, value: Value<'v>) -> bool {
        self.path.iter().any(|outer| outer.ptr_eq(value))
    }
}
