//! Base64 with the errors of Go's decoder.

use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::byte_text;

/// A variant of base64, with the keyword arguments of `base64.encode` and `base64.decode`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Form {
    /// Whether to use the alphabet for URLs.
    pub url: bool,
    /// Whether there is no padding.
    pub raw: bool,
    /// Whether the unused bits of the last character must be zero.
    pub strict: bool,
}

impl Form {
    fn engine(self) -> GeneralPurpose {
        let padding = if self.raw { DecodePaddingMode::RequireNone } else { DecodePaddingMode::RequireCanonical };
        let config = GeneralPurposeConfig::new()
            .with_encode_padding(!self.raw)
            .with_decode_padding_mode(padding)
            .with_decode_allow_trailing_bits(!self.strict);
        GeneralPurpose::new(if self.url { &URL_SAFE } else { &STANDARD }, config)
    }

    /// Encodes bytes.
    pub fn encode(self, bytes: &[u8]) -> String {
        self.engine().encode(bytes)
    }

    /// Decodes a text, ignoring line breaks. The error is Go's, with the offset of the first wrong byte.
    pub fn decode(self, text: &str) -> Result<Vec<u8>, String> {
        let text = byte_text::to_bytes(text);
        let kept: Vec<u8> = text.iter().copied().filter(|byte| !is_break(*byte)).collect();
        self.engine().decode(kept).map_err(|_| format!("illegal base64 data at input byte {}", self.fault(&text)))
    }

    /// The offset that Go reports for a text that does not decode.
    fn fault(self, text: &[u8]) -> usize {
        let is_digit = |byte: u8| match byte {
            b'+' | b'/' => !self.url,
            b'-' | b'_' => self.url,
            byte => byte.is_ascii_alphanumeric(),
        };
        let mut digits = Vec::new();
        let mut rest = text.iter().copied().enumerate().filter(|(_, byte)| !is_break(*byte));
        while let Some((place, byte)) = rest.next() {
            if is_digit(byte) {
                digits.push(place);
                continue;
            }
            let in_quantum = digits.len() % 4;
            if byte != b'=' || self.raw || in_quantum < 2 {
                return place;
            }
            if in_quantum == 2 {
                match rest.next() {
                    None => return text.len(),
                    Some((place, b'=')) if place > 0 => {}
                    Some((place, _)) => return place - 1,
                }
            }
            // Text after the padding, or unused bits that are not zero, for which Go subtracts from the end.
            return match rest.next() {
                Some((place, _)) => place,
                None => text.len().saturating_sub(if in_quantum == 2 { 2 } else { 1 }),
            };
        }
        match digits.len() % 4 {
            // The quantum is incomplete: Go subtracts its digits.
            in_quantum @ 1..=3 if !self.raw || in_quantum == 1 => text.len() - in_quantum,
            2 => text.len().saturating_sub(2),
            _ => text.len().saturating_sub(1),
        }
    }
}

fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        Form::default().decode(text).expect_err("does not decode")
    }

    #[test]
    fn variants() {
        assert_eq!(Form::default().encode("Åse 火".as_bytes()), "w4VzZSDngas=");
        assert_eq!(Form { raw: true, ..Form::default() }.encode(b"orchard"), "b3JjaGFyZA");
        assert_eq!(Form { url: true, ..Form::default() }.encode(&[0xfb, 0xff]), "-_8=");
        assert_eq!(Form::default().decode("b3Jj\naGFy\r\nZA=="), Ok(b"orchard".to_vec()));
    }

    #[test]
    fn offsets_are_those_of_go() {
        assert_eq!(fault("%%%"), "illegal base64 data at input byte 0");
        assert_eq!(fault("b3JjaGFyZA"), "illegal base64 data at input byte 8");
        assert_eq!(fault("b3Jj="), "illegal base64 data at input byte 4");
        assert_eq!(fault("ZA==x"), "illegal base64 data at input byte 4");
        assert_eq!(fault("ZA="), "illegal base64 data at input byte 3");
    }

    #[test]
    fn strict_decoding_checks_unused_bits() {
        assert_eq!(Form::default().decode("ZB=="), Ok(b"d".to_vec()));
        assert!(Form { strict: true, ..Form::default() }.decode("ZB==").is_err());
    }
}
