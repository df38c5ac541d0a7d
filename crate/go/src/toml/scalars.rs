//! Strings, numbers and dates of TOML: where they end, and their values.

use super::characters::{Characters, Problem, is_break, quoted};
use super::dates;
use crate::quote::quote;

/// A value that is no collection.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// A string.
    Str(String),
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A date or a time, which ytt cannot convert.
    Date,
}

/// Reads the string after a `"` that is part of a key or a value.
pub(super) fn basic_string(text: &mut Characters<'_>) -> Result<String, Problem> {
    let start = text.at();
    let mut is_escaped = false;
    loop {
        match text.next()? {
            None => return Err(text.problem_with(None, "unexpected EOF; expected '\"'")),
            Some(c) if is_break(c) => return Err(text.problem_before("strings cannot contain newlines")),
            Some('\\') => {
                is_escaped = true;
                escape(text, start)?;
            }
            Some('"') => break,
            Some(_) => {}
        }
    }
    let content = text.since(start);
    let content = &content[..content.len() - 1];
    if is_escaped { unescaped(text, content) } else { Ok(content.to_owned()) }
}

/// Reads the string after a `'` that is part of a key or a value.
pub(super) fn literal_string(text: &mut Characters<'_>) -> Result<String, Problem> {
    let start = text.at();
    loop {
        match text.next()? {
            None => return Err(text.problem_with(None, "unexpected EOF; expected \"'\"")),
            Some(c) if is_break(c) => return Err(text.problem_before("strings cannot contain newlines")),
            Some('\'') => break,
            Some(_) => {}
        }
    }
    let content = text.since(start);
    Ok(content[..content.len() - 1].to_owned())
}

/// Reads the string after `"""` or `'''`.
fn long_string(text: &mut Characters<'_>, quote: char) -> Result<String, Problem> {
    let start = text.at();
    let quotes = |count: usize| quote.to_string().repeat(count);
    loop {
        match text.next()? {
            None => {
                let end = if quote == '"' { "'\"\"\"'" } else { "\"'''\"" };
                return Err(text.problem_with(None, format!("unexpected EOF; expected {end}")));
            }
            Some('\\') if quote == '"' => {
                if text.peek()?.is_some_and(is_break) {
                    text.next()?;
                } else {
                    escape(text, start)?;
                }
            }
            Some(c) if c == quote => {
                if !text.accept(quote)? {
                    continue;
                }
                if !text.accept(quote)? {
                    text.back(1);
                    continue;
                }
                if text.peek()? != Some(quote) {
                    break;
                }
                // Up to two quotes before the delimiter are part of the string.
                let read = text.since(start);
                let is_escaped = quote == '"' && read.ends_with(r#"\""""""#);
                if read.ends_with(&quotes(5)) && !is_escaped {
                    let outer = if quote == '"' { '\'' } else { '"' };
                    return Err(text.problem(format!("unexpected {outer}{}{outer}", quotes(6))));
                }
                text.back(2);
            }
            Some(_) => {}
        }
    }
    let content = text.since(start);
    let content = &content[..content.len() - 3];
    let content = content.strip_prefix('\n').or(content.strip_prefix("\r\n")).unwrap_or(content);
    if quote == '"' { unescaped(text, &without_escaped_breaks(content)) } else { Ok(content.to_owned()) }
}

/// Reads the rest of an escape after its backslash; `start` is the start of the string.
fn escape(text: &mut Characters<'_>, start: usize) -> Result<(), Problem> {
    let read = text.next()?;
    let (count, name, sign) = match read {
        Some('b' | 't' | 'n' | 'f' | 'r' | '"' | ' ' | '\t' | '\\') => return Ok(()),
        Some('u') => (4, "four", 'u'),
        Some('U') => (8, "eight", 'U'),
        other => {
            let message = format!("invalid escape in string '\\{}'", other.unwrap_or('\0'));
            return Err(if other.is_none() { text.problem_before(message) } else { text.problem(message) });
        }
    };
    for _ in 0..count {
        let read = text.next()?;
        if !read.is_some_and(|c| c.is_ascii_hexdigit()) {
            let found = quote(text.since(start));
            let message = format!("expected {name} hexadecimal digits after '\\{sign}', but got {found} instead");
            return Err(text.problem_with(read, message));
        }
    }
    Ok(())
}

/// Replaces the escapes of a string, which [`escape`] has accepted.
fn unescaped(text: &Characters<'_>, string: &str) -> Result<String, Problem> {
    let mut out = String::with_capacity(string.len());
    let mut rest = string;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let sign = after.chars().next().unwrap_or('\\');
        rest = after.get(sign.len_utf8()..).unwrap_or_default();
        match sign {
            'b' => out.push('\x08'),
            't' => out.push('\t'),
            'n' => out.push('\n'),
            'f' => out.push('\x0c'),
            'r' => out.push('\r'),
            'u' | 'U' => {
                let digits = rest.get(..if sign == 'u' { 4 } else { 8 }).unwrap_or_default();
                rest = &rest[digits.len()..];
                match u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
                    Some(c) => out.push(c),
                    None => {
                        return Err(text.problem(format!("Escaped character '\\u{digits}' is not valid UTF-8.")));
                    }
                }
            }
            c @ (' ' | '\t') => return Err(text.problem(format!("invalid escape: '\\{c}'"))),
            c => out.push(c),
        }
    }
    out.push_str(rest);
    Ok(out)
}

/// Removes backslashes at the ends of lines, with all white space up to the next character.
fn without_escaped_breaks(string: &str) -> String {
    let mut out = String::with_capacity(string.len());
    let mut rest = string;
    while let Some(at) = rest.find('\\') {
        let after = &rest[at + 1..];
        let next = after.trim_start_matches([' ', '\t', '\r', '\n']);
        if after[..after.len() - next.len()].contains('\n') {
            out.push_str(&rest[..at]);
            rest = next;
            continue;
        }
        // A backslash after this one is part of its escape.
        let end = at + if after.starts_with('\\') { 2 } else { 1 };
        out.push_str(&rest[..end]);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// Reads a value that is no collection.
pub(super) fn scalar(text: &mut Characters<'_>) -> Result<Scalar, Problem> {
    let start = text.at();
    if text.peek()?.is_some_and(|c| c.is_ascii_digit()) {
        return number(text, start);
    }
    let read = text.next()?;
    match read {
        Some(c @ ('"' | '\'')) => {
            if text.accept(c)? {
                if text.accept(c)? {
                    return long_string(text, c).map(Scalar::Str);
                }
                text.back(1);
            }
            let string = if c == '"' { basic_string(text) } else { literal_string(text) };
            return string.map(Scalar::Str);
        }
        Some('.') => return Err(text.problem("floats must start with a digit, not '.'")),
        Some('i' | 'n') => {
            // The library also takes the other letters of both words for each other, and reports the number then.
            let is_infinity = text.accept('n')? && text.accept('f')?;
            if is_infinity || text.accept('a')? && text.accept('n')? {
                return float(text, text.since(start));
            }
        }
        Some('-' | '+') => return signed(text, start),
        _ => {}
    }
    match read {
        Some(c) if is_letter(c) => {
            text.back(if text.at() > start + c.len_utf8() { 1 } else { c.len_utf8() });
            let word = text.at();
            text.skip(is_letter)?;
            match text.since(word) {
                "true" => Ok(Scalar::Bool(true)),
                "false" => Ok(Scalar::Bool(false)),
                word => Err(text.problem(format!("expected value but found {} instead", quote(word)))),
            }
        }
        None => Err(text.problem_with(None, "unexpected EOF; expected value")),
        Some('\n') => Err(text.problem_before("expected value but found '\\n' instead")),
        other => Err(text.problem(format!("expected value but found {} instead", quoted(other)))),
    }
}

/// Reads a number after its sign.
fn signed(text: &mut Characters<'_>, start: usize) -> Result<Scalar, Problem> {
    let read = text.next()?;
    match read {
        Some('i') if text.accept('n')? && text.accept('f')? => float(text, text.since(start)),
        Some('n') if text.accept('a')? && text.accept('n')? => float(text, text.since(start)),
        Some('i' | 'n') => Err(text.problem(format!("invalid float: '{}'", text.since(start)))),
        Some('.') => Err(text.problem("floats must start with a digit, not '.'")),
        Some(c) if c.is_ascii_digit() => {
            if let (Some(radix @ ('b' | 'o' | 'x')), '0') = (text.peek()?, c) {
                let found = text.since(start);
                return Err(text.problem(format!("cannot use sign with non-decimal numbers: '{found}{radix}'")));
            }
            decimal(text, start)
        }
        other => Err(text.problem_with(other, format!("expected a digit but got {}", quoted(other)))),
    }
}

/// Reads a number or a date that starts with a digit.
fn number(text: &mut Characters<'_>, start: usize) -> Result<Scalar, Problem> {
    if text.next()? == Some('0') {
        let next = text.peek()?;
        let (radix, name) = match next {
            Some('x') => (16, "a hexadecimal"),
            Some('o') => (8, "an octal"),
            Some('b') => (2, "a binary"),
            // A date does not start with one digit.
            Some('-' | ':') => return integer(text, text.since(start)),
            _ => (10, ""),
        };
        if radix != 10 {
            text.next()?;
            let digit = text.peek()?;
            if !digit.is_some_and(|c| c.is_digit(radix)) {
                let found = text.since(start);
                return Err(text.problem(format!("not {name} number: '{found}{}'", digit.unwrap_or('\0'))));
            }
            text.skip(|c| c == '_' || c.is_digit(radix))?;
            return integer(text, text.since(start));
        }
    }
    text.skip(|c| c.is_ascii_digit())?;
    if !matches!(text.peek()?, Some('-' | ':')) {
        return decimal(text, start);
    }
    text.skip(|c| c.is_ascii_digit() || "-:Tt .Zz+".contains(c))?;
    let date = text.since(start).trim().replace('z', "Z").replace(['t', ' '], "T");
    if dates::is_valid(&date) {
        return Ok(Scalar::Date);
    }
    Err(text.problem(format!("invalid datetime: {}", quote(&date))))
}

/// Reads the rest of a decimal number.
fn decimal(text: &mut Characters<'_>, start: usize) -> Result<Scalar, Problem> {
    text.skip(|c| c == '_' || c.is_ascii_digit())?;
    if !matches!(text.peek()?, Some('.' | 'e' | 'E')) {
        return integer(text, text.since(start));
    }
    text.skip(|c| c.is_ascii_digit() || "_.-+eE".contains(c))?;
    float(text, text.since(start))
}

/// Letter-like numerals are alphabetic to Rust but no letters to Go.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !c.is_numeric()
}

fn integer(text: &Characters<'_>, written: &str) -> Result<Scalar, Problem> {
    let invalid = |why: &str| text.problem(format!("Invalid integer {}: {why}", quote(written)));
    if !has_valid_underscores(written) {
        return Err(invalid("underscores must be surrounded by digits"));
    }
    if has_leading_zero(written) {
        return Err(invalid("cannot have leading zeroes"));
    }
    let plain = written.replace('_', "");
    let number = match plain.get(..2) {
        Some("0x") => i64::from_str_radix(&plain[2..], 16),
        Some("0o") => i64::from_str_radix(&plain[2..], 8),
        Some("0b") => i64::from_str_radix(&plain[2..], 2),
        _ => plain.parse(),
    };
    number.map(Scalar::Int).map_err(|_| text.problem(format!("{written} is out of range for int64")))
}

fn float(text: &Characters<'_>, written: &str) -> Result<Scalar, Problem> {
    let invalid = |why: &str| text.problem(format!("Invalid float {}: {why}", quote(written)));
    let parts = || written.split(['.', 'e', 'E']).filter(|part| !part.is_empty());
    if !parts().all(has_valid_underscores) {
        return Err(invalid("underscores must be surrounded by digits"));
    }
    if parts().next().is_some_and(has_leading_zero) {
        return Err(invalid("cannot have leading zeroes"));
    }
    let mut after_points = written.split('.').skip(1);
    if !after_points.all(|after| after.starts_with(|c: char| c.is_ascii_digit())) {
        return Err(invalid("'.' must be followed by one or more digits"));
    }
    let plain = written.replace('_', "");
    match plain.as_str() {
        "nan" | "+nan" => return Ok(Scalar::Float(f64::NAN)),
        "-nan" => return Ok(Scalar::Float(-f64::NAN)),
        _ => {}
    }
    match plain.parse::<f64>() {
        Ok(number) if number.is_infinite() && !plain.ends_with("inf") => {
            Err(text.problem(format!("{written} is out of range for float64")))
        }
        Ok(number) => Ok(Scalar::Float(number)),
        Err(_) => Err(text.problem(format!("Invalid float value: {}", quote(written)))),
    }
}

/// Whether each underscore is between digits, hexadecimal ones as well, and the last character is one.
fn has_valid_underscores(written: &str) -> bool {
    if matches!(written, "nan" | "+nan" | "-nan" | "inf" | "-inf" | "+inf") {
        return true;
    }
    let is_digit = |c: char| c.is_ascii_hexdigit();
    let pairs = written.chars().zip(written.chars().skip(1));
    !written.starts_with('_') && written.ends_with(is_digit) && pairs.into_iter().all(|(a, b)| b != '_' || is_digit(a))
}

fn has_leading_zero(written: &str) -> bool {
    let has_base = written.get(1..2).is_some_and(|second| "box".contains(second));
    let unsigned = written.strip_prefix(['-', '+']);
    written.len() > 1 && written.starts_with('0') && !has_base
        || unsigned.is_some_and(|number| number.len() > 1 && number.starts_with('0'))
}
