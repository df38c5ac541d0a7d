//! The string formats of the rule `format=`.
//!
//! Each accepts exactly what its definition says: nothing is trimmed, and only ASCII digits and letters count. URIs and
//! IP addresses are parsed by libraries. Parsers of the other formats accept other languages, for instance timestamps
//! with a space instead of `T`, or mail addresses with a display name.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::RangeInclusive;

use iri_string::types::UriStr;

/// A string format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `date-time` of RFC 3339.
    DateTime,
    /// `full-time` of RFC 3339.
    Time,
    /// `full-date` of RFC 3339.
    Date,
    /// `addr-spec` of RFC 5322.
    Email,
    /// A host name of RFC 1123.
    Hostname,
    /// [`Format::Ipv4`] or [`Format::Ipv6`].
    Ip,
    /// An IPv4 address in dotted-decimal notation.
    Ipv4,
    /// An IPv6 address of RFC 4291.
    Ipv6,
    /// A URI of RFC 3986.
    Uri,
    /// A decimal number from 0 to 65535.
    Port,
    /// Digits and a percent sign.
    Percent,
    /// A duration of Go's `time.ParseDuration`.
    Duration,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 12] = [
        Format::DateTime,
        Format::Time,
        Format::Date,
        Format::Email,
        Format::Hostname,
        Format::Ip,
        Format::Ipv4,
        Format::Ipv6,
        Format::Uri,
        Format::Port,
        Format::Percent,
        Format::Duration,
    ];

    /// The name in `format="date-time"`.
    pub fn name(self) -> &'static str {
        match self {
            Format::DateTime => "date-time",
            Format::Time => "time",
            Format::Date => "date",
            Format::Email => "email",
            Format::Hostname => "hostname",
            Format::Ip => "ip",
            Format::Ipv4 => "ipv4",
            Format::Ipv6 => "ipv6",
            Format::Uri => "uri",
            Format::Port => "port",
            Format::Percent => "percent",
            Format::Duration => "duration",
        }
    }

    /// The format with a name; None for unknown names.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The requirement on a value; reports show it after "must be: ".
    pub fn description(self) -> &'static str {
        match self {
            Format::DateTime => "a date and time with its offset (RFC 3339), such as 2024-02-29T18:30:00+01:00",
            Format::Time => "a time with its offset (RFC 3339), such as 18:30:00+01:00",
            Format::Date => "a date (RFC 3339), such as 2024-02-29",
            Format::Email => "an email address (RFC 5322), such as ada@example.org",
            Format::Hostname => "a hostname (RFC 1123), such as db-1.example.org",
            Format::Ip => "an IP address, such as 192.0.2.10 or 2001:db8::10",
            Format::Ipv4 => "an IPv4 address, such as 192.0.2.10",
            Format::Ipv6 => "an IPv6 address, such as 2001:db8::10",
            Format::Uri => "a URI with its scheme (RFC 3986), such as https://example.org/pots?glaze=blue",
            Format::Port => "a port from 0 to 65535, such as 8443",
            Format::Percent => "a percentage, such as 25%",
            Format::Duration => "a duration in Go's notation, such as 1h30m",
        }
    }

    /// Whether a string has the format.
    pub fn holds(self, text: &str) -> bool {
        match self {
            Format::DateTime => is_date_time(text.as_bytes()),
            Format::Time => full_time(text.as_bytes()).is_some(),
            Format::Date => full_date(text.as_bytes()).is_some(),
            Format::Email => is_address(text),
            Format::Hostname => is_hostname(text),
            Format::Ip => is_ipv4(text) || is_ipv6(text),
            Format::Ipv4 => is_ipv4(text),
            Format::Ipv6 => is_ipv6(text),
            Format::Uri => UriStr::new(text).is_ok(),
            Format::Port => is_port(text),
            Format::Percent => text.strip_suffix('%').is_some_and(is_digits),
            Format::Duration => is_duration(text),
        }
    }

    /// The format of JSON Schema 2020-12 with the same meaning, if any; its durations are those of ISO 8601.
    pub fn json_schema(self) -> Option<&'static str> {
        match self {
            Format::Ip | Format::Port | Format::Percent | Format::Duration => None,
            _ => Some(self.name()),
        }
    }
}

/// `date-time` of RFC 3339, 5.6. Leap seconds are only at the end of a month in UTC, where the day may be another one.
fn is_date_time(text: &[u8]) -> bool {
    let Some((date, [b'T' | b't', time @ ..])) = text.split_at_checked("YYYY-MM-DD".len()) else { return false };
    let (Some(date), Some(time)) = (full_date(date), full_time(time)) else { return false };
    let day = date.day + time.minute.div_euclid(MINUTES_OF_DAY);
    let ends_month = day == 0 || day == date.days_of_month;
    ends_month || !time.is_leap_second
}

struct FullDate {
    day: i32,
    days_of_month: i32,
}

/// `full-date` of RFC 3339, 5.6 and 5.7.
fn full_date(text: &[u8]) -> Option<FullDate> {
    let &[c1, c2, y1, y2, b'-', m1, m2, b'-', d1, d2] = text else { return None };
    let century = two_digits([c1, c2], 0..=99)?;
    let year = two_digits([y1, y2], 0..=99)?;
    let is_leap_year = if year == 0 { century % 4 == 0 } else { year % 4 == 0 };
    let days_of_month = match two_digits([m1, m2], 1..=12)? {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    Some(FullDate { day: two_digits([d1, d2], 1..=days_of_month)?, days_of_month })
}

struct FullTime {
    /// Minutes since midnight in UTC; negative or 1440 and more on another day.
    minute: i32,
    is_leap_second: bool,
}

const MINUTES_OF_DAY: i32 = 24 * 60;

/// `full-time` of RFC 3339, 5.6 and 5.7; a leap second follows 23:59:59 UTC.
fn full_time(text: &[u8]) -> Option<FullTime> {
    let &[h1, h2, b':', m1, m2, b':', s1, s2, ref rest @ ..] = text else { return None };
    let minute = two_digits([h1, h2], 0..=23)? * 60 + two_digits([m1, m2], 0..=59)?;
    let is_leap_second = two_digits([s1, s2], 0..=60)? == 60;
    let offset = match rest {
        [b'.', digit, rest @ ..] if digit.is_ascii_digit() => {
            let digits = rest.iter().take_while(|digit| digit.is_ascii_digit()).count();
            rest.split_at(digits).1
        }
        _ => rest,
    };
    let offset = match *offset {
        [b'Z' | b'z'] => 0,
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let offset = two_digits([h1, h2], 0..=23)? * 60 + two_digits([m1, m2], 0..=59)?;
            if sign == b'-' { -offset } else { offset }
        }
        _ => return None,
    };
    let minute = minute - offset;
    let ends_day = minute.rem_euclid(MINUTES_OF_DAY) == MINUTES_OF_DAY - 1;
    (ends_day || !is_leap_second).then_some(FullTime { minute, is_leap_second })
}

fn two_digits(text: [u8; 2], range: RangeInclusive<i32>) -> Option<i32> {
    let [tens, ones] = text;
    let number = i32::from(tens.wrapping_sub(b'0')) * 10 + i32::from(ones.wrapping_sub(b'0'));
    (tens.is_ascii_digit() && ones.is_ascii_digit() && range.contains(&number)).then_some(number)
}

/// `addr-spec` of RFC 5322, 3.4.1, without comments and folding white space, which are not part of the address (3.2.3,
/// 3.2.4), and without obsolete forms, which must not be generated (4).
fn is_address(text: &str) -> bool {
    // Only a quoted local part can contain another @.
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let is_local = match local.strip_prefix('"') {
        Some(rest) => rest.strip_suffix('"').is_some_and(is_quoted),
        None => local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atom_byte)),
    };
    is_local && is_mail_domain(domain)
}

/// The content of a `quoted-string` (3.2.4).
fn is_quoted(text: &str) -> bool {
    let may_be_quoted = |byte| matches!(byte, b' ' | b'\t' | b'!'..=b'~');
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let holds = match byte {
            b'\\' => bytes.next().is_some_and(may_be_quoted),
            b'"' => false,
            other => may_be_quoted(other),
        };
        if !holds {
            return false;
        }
    }
    true
}

/// `atext` (3.2.3).
fn is_atom_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

/// A host name, or an address in brackets (3.4.1) in the notation of RFC 5321, 4.1.3.
fn is_mail_domain(domain: &str) -> bool {
    let Some(literal) = domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return is_hostname(domain);
    };
    match literal.split_at_checked("IPv6:".len()) {
        Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6:") => is_ipv6(address),
        _ => is_ipv4(literal),
    }
}

/// A host name of RFC 1034, 3.1 and 3.5, which may start with a digit (RFC 1123, 2.1). A trailing dot for the root is
/// not in the grammar of 3.5, nor accepted by Kubernetes or certificates. The last label is not a number (RFC 1123,
/// 2.1), so an IPv4 address is not a host name.
fn is_hostname(text: &str) -> bool {
    let is_dotted_decimal = || text.split('.').count() == 4 && text.split('.').all(is_digits);
    // At most 255 octets (3.1), with one for the length of each label and one for the root.
    text.len() <= 253 && text.split('.').all(is_label) && !is_dotted_decimal()
}

fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// RFC 2673, 3.2, without leading zeros, which some parsers read as octal.
fn is_ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

/// RFC 4291, 2.2, without a zone, which is not part of the address.
fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// Without leading zeros, which some parsers read as octal.
fn is_port(text: &str) -> bool {
    is_digits(text) && (text == "0" || !text.starts_with('0')) && text.parse::<u16>().is_ok()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A duration as accepted by Go's `time.ParseDuration`: numbers with units, with an int64 as their sum in nanoseconds.
fn is_duration(text: &str) -> bool {
    let rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    let limit = i64::MAX.unsigned_abs() + u64::from(text.starts_with('-'));
    rest == "0" || nanoseconds(rest).is_some_and(|sum| sum <= limit)
}

fn nanoseconds(text: &str) -> Option<u64> {
    let (mut sum, mut rest) = next_nanoseconds(text)?;
    while !rest.is_empty() {
        let (more, after) = next_nanoseconds(rest)?;
        sum = sum.checked_add(more)?;
        rest = after;
    }
    Some(sum)
}

/// The nanoseconds of the first number and unit, and the rest of the text.
fn next_nanoseconds(text: &str) -> Option<(u64, &str)> {
    let (whole, rest) = split_digits(text);
    let (fraction, rest) = rest.strip_prefix('.').map_or(("", rest), split_digits);
    let end = rest.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(rest.len());
    let (unit, rest) = rest.split_at(end);
    let unit = match unit {
        "ns" => 1,
        // Micro sign and Greek mu.
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    };
    let whole = match whole {
        "" if fraction.is_empty() => return None,
        "" => 0,
        digits => digits.parse::<u64>().ok()?,
    };
    Some((whole.checked_mul(unit)?.checked_add(fraction_nanoseconds(unit, fraction))?, rest))
}

fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// A decimal fraction of a unit, computed as in Go: digits beyond 64 bits are dropped, then floats are multiplied.
fn fraction_nanoseconds(unit: u64, fraction: &str) -> u64 {
    let (mut digits, mut scale) = (0u64, 1f64);
    for digit in fraction.bytes() {
        let more = digits.checked_mul(10).and_then(|tens| tens.checked_add(u64::from(digit - b'0')));
        let Some(more) = more.filter(|more| *more <= 1 << 63) else { break };
        digits = more;
        scale *= 10.0;
    }
    (digits as f64 * (unit as f64 / scale)) as u64
}
