//! ytt's strings are bytes, which need not be UTF-8; those of the `starlark` crate are text.
//!
//! Inside the evaluator, each byte that is no part of a character is held as one character of a reserved range:
//! byte 0xFF as U+10FFFF, byte 0x80 as U+10FF80 (Python's `surrogateescape` does the same with another range).
//! A real character of that range is held as its four bytes. So each sequence of bytes has exactly one form: equal
//! strings are equal texts, with equal hashes. This module alone knows the form.
//!
//! - Text and bytes that come from outside become strings with [`from_text`] and [`from_bytes`].
//! - What leaves the evaluator goes through [`to_bytes`], messages through [`shown`].
//! - Cutting a string at its characters keeps the form, putting two together may not: [`joined`] restores it.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicBool};

/// The first two bytes of all characters of the range. The third is one of two.
const FIRST: u8 = 0xf4;
const SECOND: u8 = 0x8f;

/// Bytes of a reserved character.
const WIDTH: usize = 4;

/// Whether this process has ever made a reserved character. While it has not, which is nearly always so, no string
/// has to be searched for one.
static ANY: AtomicBool = AtomicBool::new(false);

fn any() -> bool {
    ANY.load(atomic::Ordering::Relaxed)
}

/// The byte that a reserved character holds.
fn held(c: char) -> Option<u8> {
    u32::from(c).checked_sub(0x0010_ff00).and_then(|byte| u8::try_from(byte).ok()).filter(|byte| *byte >= 0x80)
}

/// The reserved character that holds a byte from 0x80 on.
fn holding(byte: u8) -> char {
    ANY.store(true, atomic::Ordering::Relaxed);
    char::from_u32(0x0010_ff00 + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn starts_reserved(bytes: &[u8]) -> bool {
    matches!(bytes, [FIRST, SECOND, 0xbe | 0xbf, ..])
}

/// Whether there is a character of the reserved range, whatever it means there.
fn has_reserved(text: &str) -> bool {
    let mut rest = text.as_bytes();
    // The standard library looks for a single byte several at a time.
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

/// Whether a string holds bytes that are no characters, or a real character of the reserved range. Where it does not,
/// its text is what it means.
pub fn is_escaped(string: &str) -> bool {
    any() && has_reserved(string)
}

/// The string of these bytes.
pub fn from_bytes(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return from_text(text);
    }
    let mut string = String::with_capacity(bytes.len() + WIDTH);
    for chunk in bytes.utf8_chunks() {
        string.push_str(&from_text(chunk.valid()));
        string.extend(chunk.invalid().iter().map(|byte| holding(*byte)));
    }
    Cow::Owned(string)
}

/// The string of a text.
pub fn from_text(text: &str) -> Cow<'_, str> {
    if !has_reserved(text) {
        return Cow::Borrowed(text);
    }
    let mut string = String::with_capacity(text.len() + 3 * WIDTH);
    for c in text.chars() {
        match held(c) {
            Some(_) => string.extend(c.encode_utf8(&mut [0; WIDTH]).bytes().map(holding)),
            None => string.push(c),
        }
    }
    Cow::Owned(string)
}

/// The bytes of a string, also of one that [`joined`] has not seen.
pub fn to_bytes(string: &str) -> Cow<'_, [u8]> {
    if !is_escaped(string) {
        return Cow::Borrowed(string.as_bytes());
    }
    let mut bytes = Vec::with_capacity(string.len());
    for c in string.chars() {
        match held(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; WIDTH]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

/// How many bytes a string has.
pub fn length(string: &str) -> usize {
    if !is_escaped(string) {
        return string.len();
    }
    string.len() - (WIDTH - 1) * string.chars().filter(|c| held(*c).is_some()).count()
}

/// The string that parts of strings make: halves of a character that have come together are one again.
pub fn joined(parts: String) -> String {
    if is_escaped(&parts) { from_bytes(&to_bytes(&parts)).into_owned() } else { parts }
}

/// Whether putting one string behind another may make a character of two halves.
pub fn may_join(left: &str, right: &str) -> bool {
    any()
        && starts_reserved(right.as_bytes())
        && left.len().checked_sub(WIDTH).and_then(|at| left.as_bytes().get(at..)).is_some_and(starts_reserved)
}

/// The order of the bytes.
pub fn compare(left: &str, right: &str) -> Ordering {
    if is_escaped(left) || is_escaped(right) { to_bytes(left).cmp(&to_bytes(right)) } else { left.cmp(right) }
}

/// The parts that Go takes for characters: bytes that are no part of one count as one each.
pub fn characters(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid();
        let whole = valid.char_indices().map(|(at, c)| &valid.as_bytes()[at..at + c.len_utf8()]);
        whole.chain(chunk.invalid().chunks(1))
    })
}

/// The characters as Go sees them: U+FFFD for each byte that is no part of one. The result is text, no string.
pub fn shown(string: &str) -> Cow<'_, str> {
    if is_escaped(string) { Cow::Owned(readable(&to_bytes(string))) } else { Cow::Borrowed(string) }
}

/// Bytes as text, with U+FFFD for each that is no part of a character.
pub fn readable(bytes: &[u8]) -> String {
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

    /// Small random numbers, always the same ones.
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
    fn bytes_come_back_and_have_one_form() {
        let mut numbers = Numbers(1);
        for _ in 0..20_000 {
            let bytes = numbers.bytes();
            let string = from_bytes(&bytes);
            assert_eq!(*to_bytes(&string), bytes);
            assert_eq!(length(&string), bytes.len());
            assert_eq!(joined(string.clone().into_owned()), string);
            assert_eq!(is_escaped(&string), std::str::from_utf8(&bytes).is_err() || has_reserved(&readable(&bytes)));
            assert_eq!(shown(&string), readable(&bytes));
            assert_eq!(characters(&bytes).collect::<Vec<_>>().concat(), bytes);
            assert_eq!(characters(&bytes).count(), readable(&bytes).chars().count());
        }
    }

    #[test]
    fn a_string_is_the_sum_of_its_parts() {
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
    fn cutting_at_characters_keeps_the_form() {
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
    fn real_characters_of_the_range_are_themselves_again_outside() {
        let string = from_text("\u{10ff80}");
        assert_eq!(string.chars().count(), 4);
        assert_eq!(shown(&string), "\u{10ff80}");
    }
}
