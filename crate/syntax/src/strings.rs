//! String literals: quotes and escapes by the rules of ytt's Starlark (those of Go's starlark-go).
//!
//! There is no `\u`; `\xNN` and octal escapes are bytes, an unknown escape stays as written.

use crate::byte_text;

/// Takes a literal as written (with prefix and quotes) and returns its value as a string of `byte_text`, or ytt's
/// message. `is_escaped`: whether the literal is a string of `byte_text`, too.
pub(super) fn unquote(quoted: &str, is_escaped: bool) -> Result<String, String> {
    let (raw, body) = match quoted.strip_prefix('r') {
        Some(rest) => (true, rest),
        None => (false, quoted),
    };
    let quotes = body.chars().next().unwrap_or('"');
    let triple: String = [quotes; 3].iter().collect();
    let inner = if body.len() >= 6 && body.starts_with(&triple) && body.ends_with(&triple) {
        body.get(3..body.len() - 3)
    } else if body.len() >= 2 {
        body.get(1..body.len() - 1)
    } else {
        None
    };
    let Some(inner) = inner else {
        return Err("string literal too short".to_owned());
    };
    let special = |c: char| c == '\r' || (c == '\\' && !raw);
    if !inner.contains(special) {
        return Ok(if is_escaped { inner.to_owned() } else { byte_text::from_text(inner).into_owned() });
    }
    let append = |value: &mut Vec<u8>, text: &str| {
        if is_escaped {
            value.extend_from_slice(&byte_text::to_bytes(text));
        } else {
            value.extend_from_slice(text.as_bytes());
        }
    };
    let mut value: Vec<u8> = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find(special) {
        append(&mut value, &rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix('\r') {
            value.push(b'\n');
            rest = after.strip_prefix('\n').unwrap_or(after);
            continue;
        }
        rest = escape(rest, &mut value)?;
    }
    append(&mut value, rest);
    Ok(byte_text::from_bytes(&value).into_owned())
}

/// Decodes the escape that `text` starts with. Returns the text after it. The character of an unknown escape is part of that.
fn escape<'a>(text: &'a str, value: &mut Vec<u8>) -> Result<&'a str, String> {
    let after = &text[1..];
    let Some(c) = after.chars().next() else {
        return Err("truncated escape sequence \\".to_owned());
    };
    let rest = &after[c.len_utf8()..];
    let byte = match c {
        '\n' => return Ok(rest),
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        'v' => 11,
        '\\' | '\'' | '"' => c as u8,
        '0'..='7' => {
            let digits = after.bytes().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
            let n = u32::from_str_radix(&after[..digits], 8).unwrap_or(0);
            let byte = u8::try_from(n).map_err(|_| format!("invalid escape sequence \\{n:03o}"))?;
            value.push(byte);
            return Ok(&after[digits..]);
        }
        'x' => {
            if text.len() < 4 {
                return Err(format!("truncated escape sequence {text}"));
            }
            let digits = text.get(2..4).unwrap_or("");
            let all_hex = digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_hexdigit());
            let Some(byte) = u8::from_str_radix(digits, 16).ok().filter(|_| all_hex) else {
                // Four bytes, also where they end within a character.
                let shown = byte_text::from_bytes(&text.as_bytes()[..4]);
                return Err(format!("invalid escape sequence {shown}"));
            };
            value.push(byte);
            return Ok(&text[4..]);
        }
        _ => {
            value.push(b'\\');
            // A line break after the backslash is not changed.
            let Some(after_break) = after.strip_prefix('\r') else { return Ok(after) };
            value.push(b'\r');
            return Ok(after_break);
        }
    };
    value.push(byte);
    Ok(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(unquote(r#""a\n\t\"\'\\""#, false).unwrap(), "a\n\t\"'\\");
        assert_eq!(unquote(r#""\u00e9\z""#, false).unwrap(), "\\u00e9\\z");
        assert_eq!(unquote(r#""\xc3\xa9\101\0""#, false).unwrap(), "éA\0");
        assert_eq!(unquote("\"a\\\nb\"", false).unwrap(), "ab");
        assert_eq!(unquote("'''a\r\nb'''", false).unwrap(), "a\nb");
        assert_eq!(unquote(r"r'a\n\''", false).unwrap(), r"a\n\'");
        assert_eq!(unquote("''", false).unwrap(), "");
        assert_eq!(unquote("''''''", false).unwrap(), "");
    }

    #[test]
    fn refuses() {
        assert_eq!(unquote(r#""\777""#, false).unwrap_err(), r"invalid escape sequence \777");
        assert_eq!(unquote(r#""\xg0""#, false).unwrap_err(), r"invalid escape sequence \xg0");
        assert_eq!(unquote(r#""\xéf""#, false).unwrap_err(), r"invalid escape sequence \xé");
        assert_eq!(unquote(r#""\x1""#, false).unwrap_err(), r"truncated escape sequence \x1");
    }

    #[test]
    fn literals_that_are_not_utf_8() {
        let literal = |bytes: &[u8]| unquote(&byte_text::from_bytes(bytes), true);
        let bytes = |bytes: &[u8]| literal(bytes).map(|value| byte_text::to_bytes(&value).into_owned());
        assert_eq!(bytes(b"'\xe9'"), Ok(b"\xe9".to_vec()));
        assert_eq!(bytes(b"'\xc3\\xa9\\\xe9'"), Ok(b"\xc3\xa9\\\xe9".to_vec()));
        assert_eq!(literal(b"'\xc3\\xa9'").as_deref(), Ok("\u{e9}"));
        assert_eq!(bytes("'\\n\u{10ff80}'".as_bytes()), Ok("\n\u{10ff80}".as_bytes().to_vec()));
    }

    #[test]
    fn bytes_that_are_no_characters() {
        assert_eq!(*byte_text::to_bytes(&unquote(r#""a\xff\303z""#, false).unwrap()), *b"a\xff\xc3z");
        assert_eq!(*byte_text::to_bytes(&unquote("'\u{10ffff}'", false).unwrap()), *"\u{10ffff}".as_bytes());
    }
}
