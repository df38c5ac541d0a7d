//! Texts in quotes, as Go's `strconv.Quote` and Starlark's `repr` write them.

use std::fmt::Write;

use crate::byte_text;

/// A string in double quotes, with everything escaped that does not print.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_quoted(&mut out, text);
    out
}

/// Appends a string in double quotes.
pub fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    if byte_text::is_escaped(text) {
        for chunk in byte_text::to_bytes(text).utf8_chunks() {
            write_escaped(out, chunk.valid());
            // `write!` to a String cannot fail.
            for byte in chunk.invalid() {
                let _ = write!(out, "\\x{byte:02x}");
            }
        }
    } else {
        write_escaped(out, text);
    }
    out.push('"');
}

fn write_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x0b' => out.push_str("\\v"),
            ' '..='~' => out.push(c),
            // `write!` to a String cannot fail.
            _ if c < ' ' || c == '\x7f' => drop(write!(out, "\\x{:02x}", u32::from(c))),
            _ if prints(c) => out.push(c),
            _ if u32::from(c) < 0x10000 => drop(write!(out, "\\u{:04x}", u32::from(c))),
            _ => drop(write!(out, "\\U{:08x}", u32::from(c))),
        }
    }
}

/// Letters, marks, numbers, punctuation and symbols print; other spaces and control characters do not.
fn prints(c: char) -> bool {
    // After a first character, the standard library escapes exactly what does not print
    // (before it, marks too).
    let mut buffer = [b'a', 0, 0, 0, 0];
    let length = c.encode_utf8(&mut buffer[1..]).len();
    let text = std::str::from_utf8(&buffer[..=length]).unwrap_or("a");
    !text.escape_debug().skip(1).any(|escaped| escaped == '\\')
}
