//! The types of scalars: YAML 1.1's implicit types as ytt reads them, explicit tags, strict mode.
//!
//! The printer uses the same rules to decide whether a string must be quoted. Numbers follow Go's `strconv`, which ytt uses.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// The type and value of a scalar. A string is not copied, since the caller has it.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// `null`, `~` or an empty scalar.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer over `i64::MAX`.
    UInt(u64),
    /// A float.
    Float(f64),
    /// A string in the format of a timestamp: it is quoted when printed.
    Timestamp,
    /// A string.
    Text,
    /// The decoded bytes of a `!!binary`.
    Binary(Vec<u8>),
}

/// The prefix of tags such as `!!int`.
const CORE: &str = "tag:yaml.org,2002:";

/// Go's `StdEncoding`: padded, ignoring unused bits of the last character.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireCanonical),
);

/// The meaning of a plain scalar without a tag.
pub fn resolve(text: &str) -> Scalar {
    untagged(text, true)
}

/// Whether a plain scalar with this text is a string.
pub fn is_text(text: &str) -> bool {
    matches!(resolve(text), Scalar::Text)
}

/// The meaning of a scalar with a tag, plain or quoted.
///
/// Unknown tags make strings. The error is ytt's message for a value that does not match its tag.
pub(crate) fn resolve_tagged(tag: &str, text: &str) -> Result<Scalar, String> {
    let Some(name) = tag.strip_prefix(CORE) else { return Ok(Scalar::Text) };
    match name {
        "binary" => decode_base64(text).map(Scalar::Binary),
        "bool" | "int" | "float" | "null" | "timestamp" => {
            let scalar = untagged(text, name == "timestamp");
            if tag_name(&scalar) == name {
                return Ok(scalar);
            }
            match (name, scalar) {
                ("float", Scalar::Int(number)) => Ok(Scalar::Float(number as f64)),
                (_, scalar) => Err(format!("cannot decode !!{} `{text}` as a !!{name}", tag_name(&scalar))),
            }
        }
        _ => Ok(Scalar::Text),
    }
}

/// The meaning of a plain scalar without a tag with `--strict`. The error is ytt's message for a scalar with an ambiguous type.
pub fn resolve_strict(text: &str) -> Result<Scalar, String> {
    let loose = resolve(text);
    let strict = conservative(text)?;
    if tag_name(&loose) == tag_name(&strict) {
        return Ok(strict);
    }
    Err(format!(
        "Strict parsing: Found '{text}' ambigious (could be !!{} or !!{})",
        tag_name(&strict),
        tag_name(&loose)
    ))
}

fn conservative(text: &str) -> Result<Scalar, String> {
    match text {
        "" => return Ok(Scalar::Null),
        "true" => return Ok(Scalar::Bool(true)),
        "false" => return Ok(Scalar::Bool(false)),
        _ => {}
    }
    if let Some(shape) = json_number(text) {
        return match shape {
            NumberShape::Int => {
                parse_int(text).map(Scalar::Int).or_else(|_| parse_uint(text).map(Scalar::UInt)).map_err(|problem| {
                    format!("Strict parsing: Parsing int '{text}': strconv.ParseUint: parsing \"{text}\": {problem}")
                })
            }
            NumberShape::Float => parse_float(text).map(Scalar::Float).ok_or_else(|| {
                format!(
                    "Strict parsing: Parsing float '{text}': strconv.ParseFloat: parsing \"{text}\": value out of range"
                )
            }),
        };
    }
    let what = if text.contains(char::is_whitespace) {
        "whitespace"
    } else if text.contains(':') {
        "colon"
    } else if text.contains("---") {
        "triple-dash"
    } else {
        return Ok(Scalar::Text);
    };
    Err(format!("Strict parsing: Strings with {what} must be explicitly quoted: '{text}'"))
}

fn tag_name(scalar: &Scalar) -> &'static str {
    match scalar {
        Scalar::Null => "null",
        Scalar::Bool(_) => "bool",
        Scalar::Int(_) | Scalar::UInt(_) => "int",
        Scalar::Float(_) => "float",
        Scalar::Timestamp => "timestamp",
        Scalar::Text => "str",
        Scalar::Binary(_) => "binary",
    }
}

fn untagged(text: &str, timestamps: bool) -> Scalar {
    let bytes = text.as_bytes();
    // The first byte decides in most cases: only these can start something else than a string.
    let Some(first) = bytes.first() else { return Scalar::Null };
    match first {
        b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~' => word(text),
        b'.' => match word(text) {
            Scalar::Text => float_from_point(text),
            known => known,
        },
        b'+' | b'-' | b'0'..=b'9' => match word(text) {
            Scalar::Text => number(text, timestamps),
            known => known,
        },
        _ => Scalar::Text,
    }
}

/// Booleans, null, infinities and NaN; all other words are strings.
fn word(text: &str) -> Scalar {
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Scalar::Bool(true),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Scalar::Bool(false),
        "~" | "null" | "Null" | "NULL" => Scalar::Null,
        ".nan" | ".NaN" | ".NAN" => Scalar::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Scalar::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Scalar::Float(f64::NEG_INFINITY),
        _ => Scalar::Text,
    }
}

/// A scalar that starts with a digit or a sign.
fn number(text: &str, timestamps: bool) -> Scalar {
    if timestamps && is_timestamp(text) {
        return Scalar::Timestamp;
    }
    if text.len() > 1
        && text.as_bytes()[1].is_ascii_alphabetic()
        && !"xXoObBeE".contains(char::from(text.as_bytes()[1]))
    {
        return Scalar::Text;
    }
    let plain: std::borrow::Cow<'_, str> = if text.contains('_') { text.replace('_', "").into() } else { text.into() };
    if let Ok(number) = parse_int(&plain) {
        return Scalar::Int(number);
    }
    if let Ok(number) = parse_uint(&plain) {
        return Scalar::UInt(number);
    }
    if is_decimal_float(&plain)
        && let Some(number) = parse_float(&plain)
    {
        return Scalar::Float(number);
    }
    // A sign after the prefix is allowed: `0b-1` is -1.
    let binary = match (plain.strip_prefix("0b"), plain.strip_prefix("-0b")) {
        (Some(digits), _) => signed(digits, 2).map(Scalar::Int).or_else(|_| unsigned(digits, 2).map(Scalar::UInt)),
        (_, Some(digits)) => signed(&format!("-{digits}"), 2).map(Scalar::Int),
        _ => return Scalar::Text,
    };
    binary.unwrap_or(Scalar::Text)
}

/// `.5`, but not `.`: digits separated by single underscores, and an exponent.
fn float_from_point(text: &str) -> Scalar {
    let plain = if text.contains('_') {
        let bytes = text.as_bytes();
        let between_digits = |at: usize| {
            let digit = |b: Option<&u8>| b.is_some_and(u8::is_ascii_digit);
            at > 0 && digit(bytes.get(at - 1)) && digit(bytes.get(at + 1))
        };
        if bytes.iter().enumerate().any(|(at, b)| *b == b'_' && !between_digits(at)) {
            return Scalar::Text;
        }
        text.replace('_', "")
    } else {
        text.to_owned()
    };
    match is_decimal_float(&plain).then(|| parse_float(&plain)).flatten() {
        Some(number) => Scalar::Float(number),
        None => Scalar::Text,
    }
}

/// Go's message for a text that is not an integer.
type NumberProblem = &'static str;
const SYNTAX: NumberProblem = "invalid syntax";
const RANGE: NumberProblem = "value out of range";

/// Go's `ParseInt(text, 0, 64)`: the prefixes 0x, 0o, 0b, and 0 for octal.
fn parse_int(text: &str) -> Result<i64, NumberProblem> {
    let (negative, digits) = split_sign(text);
    in_signed_range(parse_uint(digits)?, negative)
}

/// Go's `ParseUint(text, 0, 64)`.
fn parse_uint(text: &str) -> Result<u64, NumberProblem> {
    let bytes = text.as_bytes();
    match bytes {
        [] => Err(SYNTAX),
        [b'0'] => Ok(0),
        [b'0', b'x' | b'X', _, ..] => unsigned(&text[2..], 16),
        [b'0', b'o' | b'O', _, ..] => unsigned(&text[2..], 8),
        [b'0', b'b' | b'B', _, ..] => unsigned(&text[2..], 2),
        [b'0', ..] => unsigned(&text[1..], 8),
        _ => unsigned(text, 10),
    }
}

fn signed(text: &str, base: u32) -> Result<i64, NumberProblem> {
    let (negative, digits) = split_sign(text);
    in_signed_range(unsigned(digits, base)?, negative)
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn in_signed_range(size: u64, negative: bool) -> Result<i64, NumberProblem> {
    if negative { 0i64.checked_sub_unsigned(size).ok_or(RANGE) } else { i64::try_from(size).map_err(|_| RANGE) }
}

fn unsigned(digits: &str, base: u32) -> Result<u64, NumberProblem> {
    if digits.is_empty() {
        return Err(SYNTAX);
    }
    let mut sum: u64 = 0;
    for c in digits.chars() {
        let digit = c.to_digit(base).ok_or(SYNTAX)?;
        sum = sum.checked_mul(base.into()).and_then(|sum| sum.checked_add(digit.into())).ok_or(RANGE)?;
    }
    Ok(sum)
}

/// Go's `ParseFloat` of a decimal number; `None` if it is too large.
fn parse_float(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
fn is_decimal_float(text: &str) -> bool {
    let rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, rest) = split_digits(rest);
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => {
            let (digits, rest) = split_digits(fraction);
            if whole.is_empty() && digits.is_empty() {
                return false;
            }
            rest
        }
        None if whole.is_empty() => return false,
        None => rest,
    };
    is_exponent(rest)
}

/// Nothing, or `[eE][-+]?[0-9]+`.
fn is_exponent(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(['e', 'E']) else { return text.is_empty() };
    let (digits, rest) = split_digits(rest.strip_prefix(['-', '+']).unwrap_or(rest));
    !digits.is_empty() && rest.is_empty()
}

fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

enum NumberShape {
    Int,
    Float,
}

/// The numbers of JSON, which are the only ones in strict mode.
fn json_number(text: &str) -> Option<NumberShape> {
    let rest = text.strip_prefix('-').unwrap_or(text);
    let (whole, rest) = split_digits(rest);
    if whole.is_empty() || whole.len() > 1 && whole.starts_with('0') {
        return None;
    }
    if rest.is_empty() {
        return Some(NumberShape::Int);
    }
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => {
            let (digits, rest) = split_digits(fraction);
            if digits.is_empty() {
                return None;
            }
            rest
        }
        None => rest,
    };
    is_exponent(rest).then_some(NumberShape::Float)
}

/// Whether a text matches `[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?`. It is a string to ytt, but quoted because YAML 1.1 defines
/// it as a number.
pub(crate) fn is_base_60(text: &str) -> bool {
    let rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !rest.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
    let (places, fraction) = match rest.split_once('.') {
        Some((places, fraction)) => (places, fraction),
        None => (rest, ""),
    };
    let Some(places) = places.strip_prefix(':') else { return false };
    let is_place = |place: &str| match place.as_bytes() {
        [ones] => ones.is_ascii_digit(),
        [b'0'..=b'5', ones] => ones.is_ascii_digit(),
        _ => false,
    };
    places.split(':').all(is_place) && fraction.bytes().all(|b| b.is_ascii_digit() || b == b'_')
}

/// A valid date, or a date and time, in one of ytt's formats: `2006-1-2`, followed by nothing, `T15:4:5.9Z07:00`, `t15:4:5.9Z07:00`
/// or ` 15:4:5.9`.
fn is_timestamp(text: &str) -> bool {
    let mut rest = text;
    let year = split_digits(rest).0;
    if year.len() != 4 {
        return false;
    }
    rest = &rest[4..];
    let date = (|| {
        let month = field(eat(&mut rest, '-')?, 12)?;
        let day = field(eat(&mut rest, '-')?, 31)?;
        Some((month, day))
    })();
    let Some((month, day)) = date else { return false };
    if month == 0 || day == 0 || day > days_in(month, year.parse().unwrap_or(0)) {
        return false;
    }
    match rest.bytes().next() {
        None => true,
        Some(b' ') => {
            rest = rest.trim_start_matches(' ');
            is_clock(&mut rest) && rest.is_empty()
        }
        Some(b'T' | b't') => {
            rest = &rest[1..];
            is_clock(&mut rest) && is_zone(rest)
        }
        _ => false,
    }
}

fn days_in(month: u32, year: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Removes a character from the start of the text.
fn eat<'a, 'b>(rest: &'b mut &'a str, wanted: char) -> Option<&'b mut &'a str> {
    *rest = rest.strip_prefix(wanted)?;
    Some(rest)
}

/// Removes a number of one or two digits, at most `largest`, from the start.
fn field(rest: &mut &str, largest: u32) -> Option<u32> {
    let length = split_digits(rest).0.len().min(2);
    let number: u32 = rest[..length].parse().ok()?;
    *rest = &rest[length..];
    (number <= largest).then_some(number)
}

/// `15:4:5` with an optional fraction.
fn is_clock(rest: &mut &str) -> bool {
    let fields = (|| {
        field(rest, 23)?;
        field(eat(rest, ':')?, 59)?;
        field(eat(rest, ':')?, 59)
    })();
    if fields.is_none() {
        return false;
    }
    if let Some(fraction) = rest.strip_prefix(['.', ','])
        && fraction.starts_with(|c: char| c.is_ascii_digit())
    {
        *rest = split_digits(fraction).1;
    }
    true
}

/// `Z` or `+07:00`, without a range check of the numbers, as in Go.
fn is_zone(text: &str) -> bool {
    let number = |tens: u8, ones: u8| ones.is_ascii_digit() && (tens.is_ascii_digit() || matches!(tens, b'+' | b'-'));
    match text.as_bytes() {
        [b'Z'] => true,
        [b'+' | b'-', h1, h2, b':', m1, m2] => number(*h1, *h2) && number(*m1, *m2),
        _ => false,
    }
}

fn decode_base64(text: &str) -> Result<Vec<u8>, String> {
    let digits: Vec<u8> = text.bytes().filter(|b| !matches!(b, b'\n' | b'\r')).collect();
    BASE64.decode(digits).map_err(|_| "!!binary value contains invalid base64 data".to_owned())
}

/// Base64 as ytt prints a `!!binary`: in lines of 70 characters, if it is not shorter.
pub(crate) fn encode_base64(bytes: &[u8]) -> String {
    const LINE: usize = 70;
    let digits = BASE64.encode(bytes);
    if digits.len() < LINE {
        return digits;
    }
    let mut lines = String::with_capacity(digits.len() + digits.len() / LINE + 1);
    let mut rest = digits.as_str();
    while !rest.is_empty() {
        let (line, after) = rest.split_at(rest.len().min(LINE));
        lines.push_str(line);
        lines.push('\n');
        rest = after;
    }
    lines
}
