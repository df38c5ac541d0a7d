//! `"…".format(…)` and `"…" % …`.

use starlark::eval::Evaluator;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value};

use super::call::Call;
use super::{kinds, numbers, text};
use crate::byte_text;
use crate::diagnostics::cause::{Cause, FormatMistake};
use crate::diagnostics::code::Code;
use crate::eval::collections::dict;
use crate::eval::errors::{caused, message};
use crate::go::float;
use crate::go::quote::quote;

/// The error of a format that does not fit its values.
fn misfit(text: impl Into<String>, mistake: FormatMistake) -> starlark::Error {
    caused(Code::Template, text, Cause::Format(mistake))
}

/// The method `format`.
pub(super) fn format<'v>(
    this: Value<'v>,
    call: &Call<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let heap = eval.heap();
    let mut fields = Fields { call, next: 0, numbering: Numbering::Undecided };
    let mut out = String::new();
    let mut rest = this.unpack_str().unwrap_or_default();
    loop {
        // Texts are short: a search that is made for long ones takes longer to begin.
        let open = rest.bytes().position(|byte| byte == b'{');
        push_literal(&mut out, &rest[..open.unwrap_or(rest.len())])?;
        let Some(open) = open else { break };
        rest = &rest[open + 1..];
        if let Some(after) = rest.strip_prefix('{') {
            out.push('{');
            rest = after;
            continue;
        }
        let Some((field, after)) = rest.split_once('}') else {
            return Err(misfit("format: unmatched '{' in format", FormatMistake::Brace { brace: '{' }));
        };
        rest = after;
        fields.write(&mut out, field, eval)?;
    }
    Ok(heap.alloc(byte_text::joined(out)))
}

/// Text outside of fields: `}}` stands for `}`, and a lone `}` is an error.
fn push_literal(out: &mut String, literal: &str) -> starlark::Result<()> {
    let mut rest = literal;
    if !literal.bytes().any(|byte| byte == b'}') {
        out.push_str(literal);
        return Ok(());
    }
    while let Some((before, after)) = rest.split_once('}') {
        let Some(after) = after.strip_prefix('}') else {
            return Err(misfit("format: single '}' in format", FormatMistake::Brace { brace: '}' }));
        };
        out.push_str(before);
        out.push('}');
        rest = after;
    }
    out.push_str(rest);
    Ok(())
}

#[derive(PartialEq)]
enum Numbering {
    Undecided,
    Automatic,
    Manual,
}

/// Finds the values of replacement fields.
struct Fields<'c, 'v> {
    call: &'c Call<'v>,
    next: usize,
    numbering: Numbering,
}

impl<'v> Fields<'_, 'v> {
    fn write(&mut self, out: &mut String, field: &str, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<()> {
        if field.is_empty() {
            return text::write_str(out, self.value(field)?, eval);
        }
        let (name, conversion, spec) = match field.split_once('!') {
            None => {
                let (name, spec) = field.split_once(':').unwrap_or((field, ""));
                (name, "s", spec)
            }
            Some((name, rest)) => {
                let (conversion, spec) = rest.split_once(':').unwrap_or((rest, ""));
                (name, conversion, spec)
            }
        };
        let value = self.value(name)?;
        if !spec.is_empty() {
            let text = format!("format spec features not supported in replacement fields: {spec}");
            return Err(misfit(text, FormatMistake::Unsupported { placeholder: format!("{{{field}}}") }));
        }
        match conversion {
            "s" => text::write_str(out, value, eval),
            "r" => text::write_repr(out, value, eval),
            _ => Err(message(format!("format: unknown conversion {}", quote(conversion)))),
        }
    }

    fn value(&mut self, name: &str) -> starlark::Result<Value<'v>> {
        let placeholder = "{}";
        let out_of_range = || misfit("format: tuple index out of range", FormatMistake::TooFewValues { placeholder });
        if name.is_empty() {
            if self.numbering == Numbering::Manual {
                return Err(message(
                    "format: cannot switch from manual field specification to automatic field numbering",
                ));
            }
            self.numbering = Numbering::Automatic;
            self.next += 1;
            return self.call.get(self.next - 1).ok_or_else(out_of_range);
        }
        if let Some(number) = decimal(name) {
            if self.numbering == Numbering::Automatic {
                return Err(message(
                    "format: cannot switch from automatic field numbering to manual field specification",
                ));
            }
            self.numbering = Numbering::Manual;
            return self.call.get(number).ok_or_else(out_of_range);
        }
        if let Some((_, value)) = self.call.kwargs().iter().find(|(key, _)| *key == name) {
            return Ok(*value);
        }
        let placeholder = format!("{{{name}}}");
        let unsupported =
            |text: String| Err(misfit(text, FormatMistake::Unsupported { placeholder: placeholder.clone() }));
        if name.contains('.') {
            unsupported(format!("format: attribute syntax x.y is not supported in replacement fields: {name}"))
        } else if name.contains('[') {
            unsupported(format!("format: element syntax a[i] is not supported in replacement fields: {name}"))
        } else if name.contains('{') {
            Err(message("format: nested replacement fields not supported"))
        } else {
            let text = format!("format: keyword {name} not found");
            Err(misfit(text, FormatMistake::NoValue { placeholder, name: name.to_owned() }))
        }
    }
}

/// A number of decimal digits only, unless it is too large to be one.
fn decimal(name: &str) -> Option<usize> {
    if !name.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    name.parse::<i64>().ok().and_then(|number| usize::try_from(number).ok())
}

/// `format % value`.
pub(super) fn interpolate<'v>(
    format: &str,
    value: Value<'v>,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let heap = eval.heap();
    let tuple = TupleRef::from_value(value).map(|tuple| tuple.content());
    let given = tuple.map_or(1, <[_]>::len);
    let mut used = 0;
    let mut out = String::new();
    let mut rest = format;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        rest = after;
        if let Some(after) = rest.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let argument = if let Some(after) = rest.strip_prefix('(') {
            let Some((key, after)) = after.split_once(')') else {
                return Err(message("incomplete format key"));
            };
            rest = after;
            keyed(value, key, heap)?
        } else {
            if used >= given {
                let placeholder = "%s";
                let text = "not enough arguments for format string";
                return Err(misfit(text, FormatMistake::TooFewValues { placeholder }));
            }
            tuple.and_then(|tuple| tuple.get(used).copied()).unwrap_or(value)
        };
        let Some(conversion) = rest.chars().next() else {
            return Err(misfit("incomplete format", FormatMistake::Incomplete));
        };
        convert(&mut out, conversion, argument, eval)?;
        rest = &rest[conversion.len_utf8()..];
        used += 1;
    }
    out.push_str(rest);
    if used < given {
        return Err(misfit("too many arguments for format string", FormatMistake::TooManyValues));
    }
    Ok(heap.alloc(byte_text::joined(out)))
}

/// The value for `%(key)s`.
fn keyed<'v>(value: Value<'v>, key: &str, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    let missing = || {
        let (placeholder, name) = (format!("%({key})"), key.to_owned());
        misfit(format!("key not found: {key}"), FormatMistake::NoValue { placeholder, name })
    };
    if let Some(entries) = dict::entries(value) {
        return dict::get(&entries, heap.alloc(key))?.ok_or_else(missing);
    }
    // Structs and fragments of maps are mappings too: they can be indexed by text, which sequences cannot.
    let sequence = value.unpack_str().is_some() || matches!(value.get_type(), "list" | "tuple" | "range");
    match value.at(heap.alloc(key), heap) {
        Ok(found) if !sequence => Ok(found),
        Err(error) if !sequence && crate::eval::errors::carried(&error).is_some() => Err(missing()),
        _ => Err(misfit("format requires a mapping", FormatMistake::NotAMap)),
    }
}

fn convert<'v>(
    out: &mut String,
    conversion: char,
    value: Value<'v>,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<()> {
    let wrong_type = |text: String, wanted: &'static str| {
        if kinds::float(value).is_some() {
            // Only some floats are no integers.
            return message(text);
        }
        let (placeholder, found) = (format!("%{conversion}"), kinds::type_name(value).to_owned());
        misfit(text, FormatMistake::Type { placeholder, wanted, found })
    };
    match conversion {
        's' => text::write_str(out, value, eval)?,
        'r' => text::write_repr(out, value, eval)?,
        'd' | 'i' | 'o' | 'x' | 'X' => {
            let int = numbers::to_int(value)
                .map_err(|problem| wrong_type(format!("%{conversion} format requires integer: {problem}"), "int"))?;
            out.push_str(&match conversion {
                'o' => int.to_str_radix(8),
                'x' => int.to_str_radix(16),
                'X' => int.to_str_radix(16).to_uppercase(),
                _ => int.to_string(),
            });
        }
        'e' | 'f' | 'g' | 'E' | 'F' | 'G' => {
            let Some(float) = numbers::to_float(value) else {
                let kind = kinds::type_name(value);
                return Err(wrong_type(format!("%{conversion} format requires float, not {kind}"), "float"));
            };
            out.push_str(&match conversion {
                'e' => float::scientific(float),
                'E' => float::scientific(float).replace('e', "E"),
                'g' => float::general(float),
                'G' => float::general(float).replace('e', "E"),
                _ => float::fixed(float),
            });
        }
        'c' => out.push_str(&byte_text::from_text(character(value)?.encode_utf8(&mut [0; 4]))),
        // `%%` was taken before; this is the one of `%(key)%`.
        '%' => out.push('%'),
        _ => {
            // The text names a byte, read as a character.
            let byte = byte_text::to_bytes(conversion.encode_utf8(&mut [0; 4])).first().copied().unwrap_or_default();
            let text = format!("unknown conversion %{}", char::from(byte));
            return Err(misfit(text, FormatMistake::Conversion { character: conversion }));
        }
    }
    Ok(())
}

/// The character for `%c`.
fn character(value: Value<'_>) -> starlark::Result<char> {
    if kinds::is_int(value) {
        let code = value.unpack_i32().and_then(|code| u32::try_from(code).ok()).filter(|code| *code <= 0x0010_ffff);
        return match code {
            // A surrogate shows as the replacement character.
            Some(code) => Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)),
            None => Err(message(format!("%c format requires a valid Unicode code point, got {value}"))),
        };
    }
    let Some(text) = value.unpack_str() else {
        let kind = kinds::type_name(value);
        return Err(message(format!("%c format requires int or single-character string, not {kind}")));
    };
    let text = byte_text::lossy(text);
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(character),
        _ => Err(message("%c format requires a single-character string")),
    }
}
