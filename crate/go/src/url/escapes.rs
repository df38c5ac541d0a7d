//! Percent-encoding of the parts of a URL, each with its own set of unescaped characters, as in Go's net/url.

use crate::byte_text;
use crate::quote::quote;

/// A part of a URL.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// The path.
    Path,
    /// A segment of the path, in which slashes are escaped.
    PathSegment,
    /// The host.
    Host,
    /// The zone of an IPv6 address.
    Zone,
    /// The name or the password of the user.
    User,
    /// A key or a value of a query; spaces become plus signs.
    Query,
    /// The fragment.
    Fragment,
}

/// Whether a byte must be escaped in the part.
fn must_escape(byte: u8, part: Part) -> bool {
    if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
        return false;
    }
    let kept: &[u8] = match part {
        Part::Host | Part::Zone => b"!$&'()*+,;=:[]<>\"",
        Part::Path => b"$&+,/:;=@",
        Part::PathSegment => b"$&+:=@",
        Part::User => b"$&+,;=",
        Part::Query => b"",
        Part::Fragment => b"$&+,/:;=?@!()*",
    };
    !kept.contains(&byte)
}

/// Bytes as a part of a URL.
pub fn escape(bytes: &[u8], part: Part) -> String {
    let mut out = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b' ' if part == Part::Query => out.push('+'),
            byte if must_escape(byte, part) => out.push_str(&format!("%{byte:02X}")),
            byte => out.push(char::from(byte)),
        }
    }
    out
}

/// Removes the escapes of a text. The error is Go's for the first wrong escape.
pub fn unescape(text: &str, part: Part) -> Result<Vec<u8>, String> {
    let in_host = matches!(part, Part::Host | Part::Zone);
    let bytes = byte_text::to_bytes(text);
    let mut out = Vec::with_capacity(bytes.len());
    let mut place = 0;
    while let Some(&byte) = bytes.get(place) {
        match byte {
            b'%' => {
                let escape = &bytes[place..bytes.len().min(place + 3)];
                let invalid = || format!("invalid URL escape {}", quote(&byte_text::from_bytes(escape)));
                let digit = |place: usize| escape.get(place).and_then(|byte| char::from(*byte).to_digit(16));
                let (Some(high), Some(low)) = (digit(1), digit(2)) else { return Err(invalid()) };
                let value = (high * 16 + low) as u8;
                // Hosts may only escape bytes that are not ASCII, zones also spaces, and both the percent sign.
                let allowed = match part {
                    Part::Host => value >= 0x80,
                    Part::Zone => value == b' ' || !must_escape(value, Part::Host),
                    _ => true,
                };
                if !allowed && escape != b"%25" {
                    return Err(invalid());
                }
                out.push(value);
                place += 3;
                continue;
            }
            b'+' if part == Part::Query => out.push(b' '),
            byte if in_host && byte < 0x80 && must_escape(byte, part) => {
                return Err(format!("invalid character {} in host name", quote(&char::from(byte).to_string())));
            }
            byte => out.push(byte),
        }
        place += 1;
    }
    Ok(out)
}

/// Whether a text may be an escaped form of the part.
pub(super) fn may_be_escaped(text: &str, part: Part) -> bool {
    text.bytes().all(|byte| b"!$&'()*+,;=:@[]%".contains(&byte) || !must_escape(byte, part))
}
