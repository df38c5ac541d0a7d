//! Byte strings as Rust strings: ytt's strings need not be UTF-8, but those of the `starlark` crate are.
//!
//! Inside the evaluator, each byte that is not part of a valid character is escaped as a character of a reserved range: byte 0xFF
//! as U+10FFFF, byte 0x80 as U+10FF80 (like Python's `surrogateescape`, with another range). A real character of that range is
//! escaped as its four bytes. So each byte sequence has exactly one representation, and equal strings have equal hashes. Only this
//! module depends on the representation.
//!
//! - [`from_text`] and [`from_bytes`] convert input to strings.
//! - [`to_bytes`] converts strings to output, [`displayed`] to reports, [`lossy`] to characters.
//! - Splitting a string between characters preserves the representation, concatenation may not: [`joined`] restores it.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicBool};

/// The first two bytes of all reserved characters. The third is 0xBE or 0xBF.
const FIRST: u8 = 0xf4;
const SECOND: u8 = 0x8f;

/// The number of bytes of a reserved character.
const WIDTH: usize = 4;

/// Whether this process has created a reserved character. If not, which is the normal case, no string needs to be searched.
static ANY: AtomicBool = AtomicBool::new(false);

fn any() -> bool {
    ANY.load(atomic::Ordering::Relaxed)
}

/// The byte that a reserved character represents.
fn escaped_byte(c: char) -> Option<u8> {
    u32::from(c).checked_sub(0x0010_ff00).and_then(|byte| u8::try_from(byte).ok()).filter(|byte| *byte >= 0x80)
}

/// The reserved character for a byte from 0x80 on.
fn escape(byte: u8) -> char {
    ANY.store(true, atomic::Ordering::Relaxed);
    char::from_u32(0x0010_ff00 + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn starts_reserved(bytes: &[u8]) -> bool {
    matches!(bytes, [FIRST, SECOND, 0xbe | 0xbf, ..])
}

/// Whether a text contains a reserved character, as an escape or as itself.
fn has_reserved(text: &str) -> bool {
    let mut rest = text.as_bytes();
    // The standard library searches single bytes fast.
    while rest.contains(&FIRST) {
        let at = rest.iter().position(|byte| *byte == FIRST).unwrap_or_default();
        rest = rest.get(at..).unwrap_or_default();
        if starts_reserved(rest) {
            return true;
        }
        rest = rest.get(1..).unwrap_or_default();
    }
    false
}

/// Whether a string contains escaped bytes. If not, it is the text that it represents.
pub fn is_escaped(string: &str) -> bool {
    any() && has_reserved(string)
}

/// The string for bytes.
pub fn from_bytes(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return from_text(text);
    }
    let mut string = String::with_capacity(bytes.len() + WIDTH);
    for chunk in bytes.utf8_chunks() {
        string.push_str(&from_text(chunk.valid()));
        string.extend(chunk.invalid().iter().map(|byte| escape(*byte)));
    }
    Cow::Owned(string)
}

/// The string for a text.
pub fn from_text(text: &str) -> Cow<'_, str> {
    if !has_reserved(text) {
        return Cow::Borrowed(text);
    }
    let mut string = String::with_capacity(text.len() + 3 * WIDTH);
    for c in text.chars() {
        match escaped_byte(c) {
            Some(_) => string.extend(c.encode_utf8(&mut [0; WIDTH]).bytes().map(escape)),
            None => string.push(c),
        }
    }
    Cow::Owned(string)
}

/// The bytes of a string, or of a concatenation of strings.
pub fn to_bytes(string: &str) -> Cow<'_, [u8]> {
    if !is_escaped(string) {
        return Cow::Borrowed(string.as_bytes());
    }
    let mut bytes = Vec::with_capacity(string.len());
    for c in string.chars() {
        match escaped_byte(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; WIDTH]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

/// The number of bytes of a string.
pub fn length(string: &str) -> usize {
    if !is_escaped(string) {
        return string.len();
    }
    string.len() - (WIDTH - 1) * string.chars().filter(|c| escaped_byte(*c).is_some()).count()
}

/// Normalizes a concatenation of strings: its escaped bytes may be a valid character.
pub fn joined(parts: String) -> String {
    if is_escaped(&parts) { from_bytes(&to_bytes(&parts)).into_owned() } else { parts }
}

/// Whether a concatenation of two strings may have to be normalized by [`joined`].
pub fn may_join(left: &str, right: &str) -> bool {
    any()
        && starts_reserved(right.as_bytes())
        && left.len().checked_sub(WIDTH).and_then(|at| left.as_bytes().get(at..)).is_some_and(starts_reserved)
}

/// Compares the bytes of two strings.
pub fn compare(left: &str, right: &str) -> Ordering {
    if is_escaped(left) || is_escaped(right) { to_bytes(left).cmp(&to_bytes(right)) } else { left.cmp(right) }
}

/// The characters of bytes as in Go: each byte that is not part of a valid character is one.
pub fn characters(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid();
        let whole = valid.char_indices().map(|(at, c)| &valid.as_bytes()[at..at + c.len_utf8()]);
        whole.chain(chunk.invalid().chunks(1))
    })
}

/// A string as terminals and browsers display its bytes: U+FFFD for each sequence of bytes that is no character.
pub fn displayed(string: &str) -> Cow<'_, str> {
    if is_escaped(string) {
        Cow::Owned(String::from_utf8_lossy(&to_bytes(string)).into_owned())
    } else {
        Cow::Borrowed(string)
    }
}

/// A string as text, with U+FFFD for each byte that is not part of a character, as in Go.
pub fn lossy(string: &str) -> Cow<'_, str> {
    if is_escaped(string) { Cow::Owned(lossy_bytes(&to_bytes(string))) } else { Cow::Borrowed(string) }
}

/// Bytes as text, with U+FFFD for each byte that is not part of a character, as in Go.
pub fn lossy_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deterministic random numbers.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 % limit as u64).unwrap()
        }

        /// Characters of each width, reserved ones, parts of them, and any bytes.
        fn bytes(&mut self) -> Vec<u8> {
            let pieces = ["a", "é", "€", "😀", "\u{10ff80}", "\u{10ffff}", "\u{10ff7f}", "\u{fffd}", "\n", "\0"];
            let mut bytes = Vec::new();
            for _ in 0..self.below(8) {
                let piece = pieces[self.below(pieces.len())].as_bytes();
                match self.below(3) {
                    0 => bytes.extend_from_slice(piece),
                    1 => bytes.extend_from_slice(&piece[self.below(piece.len())..]),
                    _ => bytes.push(u8::try_from(self.below(256)).unwrap()),
                }
            }
            bytes
        }
    }

    #[test]
    fn bytes_round_trip_with_one_representation() {
        let mut numbers = Numbers(1);
        for _ in 0..20_000 {
            let bytes = numbers.bytes();
            let string = from_bytes(&bytes);
            assert_eq!(*to_bytes(&string), bytes);
            assert_eq!(length(&string), bytes.len());
            assert_eq!(joined(string.clone().into_owned()), string);
            assert_eq!(is_escaped(&string), std::str::from_utf8(&bytes).is_err() || has_reserved(&lossy_bytes(&bytes)));
            assert_eq!(lossy(&string), lossy_bytes(&bytes));
            assert_eq!(characters(&bytes).collect::<Vec<_>>().concat(), bytes);
            assert_eq!(characters(&bytes).count(), lossy_bytes(&bytes).chars().count());
        }
    }

    #[test]
    fn concatenations_are_normalized() {
        let mut numbers = Numbers(2);
        for _ in 0..5_000 {
            let bytes = numbers.bytes();
            let whole = from_bytes(&bytes);
            for at in 0..=bytes.len() {
                let (left, right) = (from_bytes(&bytes[..at]), from_bytes(&bytes[at..]));
                let sum = format!("{left}{right}");
                assert!(sum == whole || may_join(&left, &right));
                assert_eq!(joined(sum), whole);
            }
        }
    }

    #[test]
    fn parts_are_normalized() {
        let mut numbers = Numbers(3);
        for _ in 0..5_000 {
            let string = from_bytes(&numbers.bytes()).into_owned();
            for (at, _) in string.char_indices() {
                let (left, right) = string.split_at(at);
                assert_eq!(joined(left.to_owned()), left);
                assert_eq!(joined(right.to_owned()), right);
            }
        }
    }

    #[test]
    fn order_is_that_of_bytes() {
        let mut numbers = Numbers(4);
        for _ in 0..5_000 {
            let (x, y) = (numbers.bytes(), numbers.bytes());
            assert_eq!(compare(&from_bytes(&x), &from_bytes(&y)), x.cmp(&y));
        }
    }

    #[test]
    fn reserved_characters_round_trip() {
        let string = from_text("\u{10ff80}");
        assert_eq!(string.chars().count(), 4);
        assert_eq!(lossy(&string), "\u{10ff80}");
    }
}
