//! Links that contain a whole playground: `y1:BASE.PAYLOAD.CHECK`. docs/links.md describes the format.
//!
//! The page has its own implementation, web/src/formats/link.ts, because a link has to be read before the engine is loaded.
//! Both use the same dictionary, and tests/links reads the links of each with the other.
//!
//! This layer must not know where examples come from, nor what happens with a playground.

#![warn(missing_docs)]

mod body;
mod packing;
mod paths;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use ytterby::bundle::Bundle;

/// The version of the format that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// Bytes of the content of a link. More are not read: they would be an attempt to exhaust the memory.
pub const MOST_BYTES: usize = 8_000_000;

/// Deflate's window.
const WINDOW: usize = 32_768;

/// A playground as a link contains it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Playground {
    /// Everything but the example.
    pub bundle: Bundle,
    /// The id of the built-in example that the playground began as; empty if there is none.
    pub example: String,
}

impl Playground {
    /// The playground that visitors get from a built-in example: without its title, lesson and checks.
    pub fn of_example(id: &str, example: Bundle) -> Playground {
        let Bundle { files, args, env, variants, open, view, .. } = example;
        let bundle = Bundle { files, args, env, variants, open, view, ..Bundle::default() };
        Playground { bundle, example: id.to_owned() }
    }

    /// Six characters that identify the content.
    pub fn digest(&self) -> String {
        checksum(&body::write(self))
    }
}

/// A link that was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opened {
    /// The playground.
    pub playground: Playground,
    /// A sentence for each part that was left out, because it is damaged or not allowed.
    pub left_out: Vec<String>,
}

/// Why a link could not be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// A sentence about the whole link.
    pub message: String,
    /// The readable part of a damaged link.
    pub recovered: Option<Box<Opened>>,
}

impl Problem {
    fn new(message: impl Into<String>) -> Problem {
        Problem { message: message.into(), recovered: None }
    }
}

/// Whether a text contains a link, by itself or at the end of an address.
pub fn is_link(text: &str) -> bool {
    start_of(text).is_some()
}

/// The start of the link in a text, and its version.
fn start_of(text: &str) -> Option<(usize, u32)> {
    let begins = text.rfind('#').map_or(0, |at| at + 1);
    let rest = text[begins..].trim_start().strip_prefix('y')?;
    let (version, _) = rest.split_once(':')?;
    Some((text.len() - rest.len() - 1, version.parse().ok()?))
}

/// Writes the link of a playground, without the `#`. With a base, the shorter of a link that contains everything and one that is
/// based on that example.
pub fn write(playground: &Playground, base: Option<&Playground>) -> String {
    let body = body::write(playground);
    let link = |name: &str, base: Option<&Playground>| {
        let payload = packing::deflate(&body, &dictionary(base));
        let before = format!("y{VERSION}:{name}.{}", URL_SAFE_NO_PAD.encode(payload));
        let check = checksum(before.as_bytes());
        format!("{before}.{check}")
    };
    let alone = link("d", None);
    match base {
        Some(base) => {
            let based = link(&format!("{}~{}", base.example, base.digest()), Some(base));
            if based.len() < alone.len() { based } else { alone }
        }
        None => alone,
    }
}

/// Reads a link, or an address that ends in one. `find` returns an example by its id and the digest of its content, if it is known.
///
/// # Errors
/// If the link is damaged, newer, or based on an unknown example. The readable part of a damaged link is part of the error.
pub fn read(text: &str, find: impl Fn(&str, &str) -> Option<Playground>) -> Result<Opened, Problem> {
    let Some((start, version)) = start_of(text) else {
        return Err(Problem::new("This is not a valid playground link."));
    };
    if version != VERSION {
        return Err(Problem::new(format!(
            "This link has version {version}, and this Ytterby reads links up to version {VERSION}."
        )));
    }
    let link = cleaned(&text[start..]);
    let Some((head, rest)) = link.split_once(':') else {
        return Err(Problem::new("This is not a valid playground link."));
    };
    let mut parts = rest.split('.');
    let mut part = || parts.next().unwrap_or_default();
    let (name, payload, end) = (part(), part(), part());
    // Characters after the checksum are not part of the link: punctuation, brackets, parameters of trackers.
    let check = end.get(..6).unwrap_or(end);
    let is_whole = check == checksum(format!("{head}:{name}.{payload}").as_bytes());
    let base = match name.split_once('~') {
        None => None,
        Some((id, digest)) => match find(id, digest) {
            None => {
                let id: String = id.chars().take(40).collect();
                return Err(Problem::new(if is_whole {
                    format!("This link is based on a version of the example “{id}” that this Ytterby does not have.")
                } else {
                    "This link is corrupted.".to_owned()
                }));
            }
            base => base,
        },
    };
    let packing::Inflated { body, is_complete } = inflated(payload, &dictionary(base.as_ref()));
    let read = body::read(&body);
    match read {
        Some(opened) if is_whole && is_complete => Ok(opened),
        read => Err(Problem {
            message: if body.len() >= MOST_BYTES {
                format!("This link contains more than {} MB, and the rest was ignored.", MOST_BYTES / 1_000_000)
            } else if check.len() < 6 {
                "This link is incomplete: its end is missing.".to_owned()
            } else {
                "This link is corrupted.".to_owned()
            },
            recovered: read.filter(|read| !read.playground.bundle.files.is_empty()).map(Box::new),
        }),
    }
}

/// The text without additions of mail programs and chats: line breaks, invisible characters, escapes.
fn cleaned(link: &str) -> String {
    let is_invisible =
        |c: char| c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}');
    let bytes = link.as_bytes();
    let mut clean = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escaped = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = escaped.filter(|_| byte == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        at += if escaped.is_some() { 3 } else { 1 };
        clean.push(escaped.unwrap_or(byte));
    }
    String::from_utf8_lossy(&clean).chars().filter(|c| !is_invisible(*c)).collect()
}

/// Deflate encodes near matches with the fewest bits, so the content of the base comes last.
fn dictionary(base: Option<&Playground>) -> Vec<u8> {
    let mut text = packing::dictionary();
    if let Some(base) = base {
        text.extend(body::write(base));
    }
    text.split_off(text.len().saturating_sub(WINDOW))
}

/// Inflates as much of a payload as possible.
fn inflated(payload: &str, dictionary: &[u8]) -> packing::Inflated {
    // Other characters end the readable part, and so does a single last one.
    let is_good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let good = payload.bytes().take_while(|byte| is_good(*byte)).count();
    let good = if good % 4 == 1 { good - 1 } else { good };
    // The last character may have bits that belong to no byte.
    let lenient = base64::engine::GeneralPurpose::new(
        &base64::alphabet::URL_SAFE,
        base64::engine::GeneralPurposeConfig::new()
            .with_decode_allow_trailing_bits(true)
            .with_decode_padding_mode(base64::engine::DecodePaddingMode::RequireNone),
    );
    let packed = lenient.decode(&payload[..good]).unwrap_or_default();
    let mut inflated = packing::inflate(&packed, dictionary, MOST_BYTES);
    inflated.is_complete &= good == payload.len();
    inflated
}

/// The CRC-32 of bytes in base64url.
fn checksum(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(packing::crc32(bytes).to_be_bytes())
}

/// A word as a shell reads it, quoted as the page quotes it.
pub fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_@%+=:,./-".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r#"'"'"'"#))
}

#[cfg(test)]
mod tests;
