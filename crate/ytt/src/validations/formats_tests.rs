//! Strings that have each format and strings that do not, by the sections of its definition.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::time::{Duration, Instant};

use super::formats::Format;

/// Asserts that all texts have the format, and that none has it with something around or digits of other scripts.
fn holds(format: Format, section: &str, texts: &[&str]) {
    for text in texts {
        assert!(format.holds(text), "{section}: {text:?} is a {}", format.name());
        for (before, after) in AROUND {
            let around = format!("{before}{text}{after}");
            assert!(!format.holds(&around), "{section}: {around:?} is no {}", format.name());
        }
        for nought in ['\u{660}', '\u{966}', '\u{ff10}', '\u{1d7ce}'] {
            let alike = with_digits_from(nought, text);
            assert!(alike == *text || !format.holds(&alike), "{section}: {alike:?} is no {}", format.name());
        }
    }
}

fn refuses(format: Format, section: &str, texts: &[&str]) {
    for text in texts {
        assert!(!format.holds(text), "{section}: {text:?} is no {}", format.name());
    }
}

/// White space, line breaks, NUL, byte order mark, zero-width space, quotes.
const AROUND: [(&str, &str); 13] = [
    (" ", ""),
    ("", " "),
    (" ", " "),
    ("\t", ""),
    ("", "\t"),
    ("\n", ""),
    ("", "\n"),
    ("", "\r\n"),
    ("", "\0"),
    ("\u{feff}", ""),
    ("", "\u{200b}"),
    ("\u{a0}", ""),
    ("\"", "\""),
];

fn with_digits_from(nought: char, text: &str) -> String {
    let alike = |c: char| char::from_u32(u32::from(nought) + c.to_digit(10)?);
    text.chars().map(|c| alike(c).unwrap_or(c)).collect()
}

#[test]
fn names_are_those_of_the_rule() {
    let names = Format::ALL.map(Format::name).join(" ");
    assert_eq!(names, "date-time time date email hostname ip ipv4 ipv6 uri port percent duration");
    for format in Format::ALL {
        assert_eq!(Format::named(format.name()), Some(format));
    }
    for unknown in ["", "Date", "date_time", "datetime", "ip ", "url", "uuid"] {
        assert_eq!(Format::named(unknown), None, "{unknown:?}");
    }
}

#[test]
fn json_schema_has_the_names_of_what_it_means_too() {
    let of_its_own = Format::ALL.into_iter().filter(|format| format.json_schema().is_none());
    assert_eq!(of_its_own.map(Format::name).collect::<Vec<_>>(), ["ip", "port", "percent", "duration"]);
    assert_eq!(Format::DateTime.json_schema(), Some("date-time"));
}

#[test]
fn the_examples_of_descriptions_hold() {
    for format in Format::ALL {
        let (_, examples) = format.description().split_once(", such as ").unwrap();
        holds(format, "description", &examples.split(" or ").collect::<Vec<_>>());
    }
}

#[test]
fn an_empty_text_and_blanks_have_no_format() {
    for format in Format::ALL {
        refuses(format, "nothing", &["", " ", "\t", "\n", "\r\n", "\0", "\u{a0}", "\u{feff}", "-", ".", ":", "\"\""]);
    }
}

/// Each would take minutes in quadratic time.
#[test]
fn long_texts_are_answered_at_once() {
    const LENGTH: usize = 1_000_000;
    for piece in ["a", "0", ".", "a.", ":", "@", "\\", "%41", "1h", "\u{e9}"] {
        for start in ["", "http://", "\""] {
            let text = format!("{start}{}", piece.repeat(LENGTH / piece.len()));
            let begun = Instant::now();
            for format in Format::ALL {
                let _ = format.holds(&text);
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "{start:?} and many {piece:?}");
        }
    }
    let [many, nought] = ["a".repeat(LENGTH), "0".repeat(LENGTH)];
    let long = format!("urn:{many}");
    assert!(Format::Uri.holds(&long) && Format::Email.holds(&format!("{many}@example.org")));
    assert!(Format::Percent.holds(&format!("{nought}%")) && Format::Duration.holds(&format!("{nought}1.{nought}1h")));
    assert!(Format::Time.holds(&format!("18:30:00.{nought}Z")));
    for format in [Format::Hostname, Format::Email, Format::Uri, Format::Port, Format::Duration] {
        assert!(!format.holds(&many));
    }
}

/// The rows of a table: a format, `+` or `-`, a section of its definition, and texts as JSON that have the format, or have not.
#[test]
fn texts_have_the_formats_of_the_table() {
    let rows = include_str!("formats.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let [format, sign, section, texts] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let format = Format::named(format).expect("a format");
        let texts: Vec<String> = serde_json::from_str(texts).expect("a list of texts");
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        if sign == "+" {
            holds(format, section, &texts)
        } else {
            refuses(format, section, &texts)
        }
        count += texts.len();
    }
    assert!(count > 850, "the table has shrunk to {count} texts");
}

#[test]
fn four_centuries_have_as_many_dates_as_days() {
    let numbers = (0..400).flat_map(|year| (0..=13).flat_map(move |month| (0..=32).map(move |day| (year, month, day))));
    let texts = numbers.map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"));
    assert_eq!(texts.filter(|text| Format::Date.holds(text)).count(), 146_097);
}

#[test]
fn a_day_has_as_many_times_as_seconds_and_one_leap_second() {
    let numbers = (0..=25).flat_map(|hour| (0..=61).flat_map(move |minute| (0..=62).map(move |s| (hour, minute, s))));
    let texts: Vec<_> = numbers.map(|(hour, minute, second)| format!("{hour:02}:{minute:02}:{second:02}")).collect();
    for offset in ["Z", "+00:00", "-11:30", "+14:00", "-23:59", "+23:59"] {
        let count = texts.iter().filter(|text| Format::Time.holds(&format!("{text}{offset}"))).count();
        assert_eq!(count, 24 * 60 * 60 + 1, "{offset}");
    }
}

#[test]
fn long_names() {
    let host = Format::Hostname;
    holds(Format::Email, "3.2.3 dot-atom", &[&format!("{}@example.org", "a".repeat(65))]);
    let label = "a".repeat(63);
    let longest = [&*label, &label, &label, &label[..61]].join(".");
    assert_eq!(longest.len(), 253);
    holds(host, "RFC 1034, 3.1, lengths", &[&label, &longest, &format!("{label}.org")]);
    let [too_long_label, too_long] = [format!("{label}a"), format!("{longest}a")];
    refuses(host, "RFC 1034, 3.1, lengths", &[&too_long_label, &format!("a.{too_long_label}.b"), &too_long]);
    refuses(host, "RFC 1034, 3.1, lengths", &[&"a.".repeat(127), &format!("{}a", "a.".repeat(127))]);
}

const IPV4: [&str; 17] = [
    "0.0.0.0", "255.255.255.255", "127.0.0.1", "192.0.2.10", "198.51.100.7", "203.0.113.99", "10.0.0.1", "1.2.3.4",
    "100.64.0.0", "169.254.1.1", "172.31.255.254", "224.0.0.251", "9.9.9.9", "99.99.99.99", "199.199.199.199",
    "249.250.254.255", "0.10.200.5",
];

const IPV6: [&str; 24] = [
    // Form 1: eight groups.
    "2001:db8:0:0:8:800:200c:417a",
    "2001:0db8:0000:0000:0008:0800:200c:417a",
    "ABCD:EF01:2345:6789:ABCD:EF01:2345:6789",
    "abCd:Ef01::1",
    "0:0:0:0:0:0:0:0",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    // Form 2: `::` once.
    "::",
    "::1",
    "1::",
    "2001:db8::10",
    "fe80::1:2:3",
    "ff02::fb",
    "1:2:3:4:5:6:7::",
    "::2:3:4:5:6:7:8",
    "1:2:3::5:6:7:8",
    "1::8",
    "2001:db8::",
    "0::0",
    // Form 3: the last two groups as an IPv4 address.
    "::192.0.2.10",
    "::ffff:192.0.2.10",
    "64:ff9b::192.0.2.10",
    "1:2:3:4:5:6:192.0.2.10",
    "0:0:0:0:0:ffff:255.255.255.255",
    "1::6:0.0.0.0",
];

/// Neither IPv4 nor IPv6.
const NO_ADDRESS: [&str; 22] = [
    "localhost", "example.org", "192.0.2.0/24", "2001:db8::/32", "192.0.2.10:80", "[2001:db8::10]:80", "[::1]",
    "http://192.0.2.10", "1", "1.2", "1.2.3", "1.2.3.4.5", "3221225994", "0xc000020a", "0300.0.2.012", ":", ":::",
    "1.2.3.4::", "any", "*", "192.0.2.10-192.0.2.20", "192.0.2.10,192.0.2.11",
];

#[test]
fn ip_addresses_are_of_either_kind() {
    for (format, others) in [(Format::Ipv4, &IPV6[..]), (Format::Ipv6, &IPV4), (Format::Ip, &[])] {
        refuses(format, "neither", &NO_ADDRESS);
        refuses(format, "the other kind", others);
    }
    for (format, addresses) in
        [(Format::Ipv4, &IPV4[..]), (Format::Ipv6, &IPV6), (Format::Ip, &IPV4), (Format::Ip, &IPV6)]
    {
        holds(format, "addresses", addresses);
    }
    for number in 0..1000 {
        let spread = (u128::MAX / 1000) * number;
        holds(Format::Ipv6, "as written by the standard library", &[&Ipv6Addr::from_bits(spread).to_string()]);
        holds(Format::Ipv4, "as written by the standard library", &[&Ipv4Addr::from_bits(spread as u32).to_string()]);
    }
}
