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

#[test]
fn dates() {
    let date = Format::Date;
    holds(date, "5.6 full-date", &["2024-01-01", "2024-12-31", "1999-09-09", "1582-10-10", "0001-01-01", "9999-12-31"]);
    holds(date, "5.7 days of months", &["2023-01-31", "2023-04-30", "2023-06-30", "2023-09-30", "2023-11-30"]);
    holds(date, "5.7 days of months", &["2023-03-31", "2023-05-31", "2023-07-31", "2023-08-31", "2023-10-31"]);
    holds(date, "appendix C, leap years", &["2024-02-29", "2000-02-29", "1600-02-29", "0000-02-29", "1996-02-29"]);
    refuses(date, "5.6 full-date", &["24-01-01", "02024-01-01", "2024-1-01", "2024-01-1", "2024-001-01", "20240101"]);
    refuses(date, "5.6 full-date", &["2024/01/01", "2024-01", "2024", "2024-01-01-", "01-01-2024", "2024.01.01"]);
    refuses(
        date,
        "5.6 full-date",
        &["+2024-01-01", "-024-01-01", "2024--1-01", "2024-01-+1", "2024- 1-01", "2o24-01-01"],
    );
    refuses(date, "5.6 full-date", &["2024\u{2010}01\u{2010}01", "2024\u{2212}01\u{2212}01", "today", "2024-Jan-01"]);
    refuses(date, "5.6 not a date alone", &["2024-01-01Z", "2024-01-01T00:00:00Z", "2024-01-01+01:00"]);
    refuses(date, "ISO 8601 only", &["2024-W05-1", "2024-060", "+002024-01-01", "--02-29", "2024-01-01/2024-01-02"]);
    refuses(date, "5.7 months", &["2024-00-10", "2024-13-10", "2024-99-10"]);
    refuses(date, "5.7 days of months", &["2024-01-00", "2024-01-32", "2024-04-31", "2024-06-31", "2024-09-31"]);
    refuses(date, "5.7 days of months", &["2024-11-31", "2024-02-30", "2024-12-99"]);
    refuses(date, "appendix C, leap years", &["2023-02-29", "1900-02-29", "2100-02-29", "0100-02-29", "2200-02-29"]);
}

#[test]
fn four_centuries_have_as_many_dates_as_days() {
    let numbers = (0..400).flat_map(|year| (0..=13).flat_map(move |month| (0..=32).map(move |day| (year, month, day))));
    let texts = numbers.map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"));
    assert_eq!(texts.filter(|text| Format::Date.holds(text)).count(), 146_097);
}

#[test]
fn times() {
    let time = Format::Time;
    holds(time, "5.6 full-time", &["00:00:00Z", "23:59:59Z", "18:30:00Z", "09:05:07Z", "18:30:00z"]);
    holds(
        time,
        "5.6 time-secfrac",
        &["18:30:00.5Z", "18:30:00.000Z", "18:30:00.123456789Z", "23:59:59.99999999999999Z"],
    );
    holds(time, "5.6 time-numoffset", &["18:30:00+01:00", "18:30:00-07:30", "18:30:00.25+05:45", "00:00:00+23:59"]);
    holds(time, "4.3 an offset that is not known", &["18:30:00-00:00", "18:30:00+00:00", "18:30:00-23:59"]);
    holds(time, "5.7 leap seconds", &["23:59:60Z", "23:59:60.75z", "23:59:60-00:00", "16:59:60-07:00"]);
    holds(time, "5.7 leap seconds", &["00:59:60+01:00", "05:44:60+05:45", "23:58:60+23:59", "00:00:60-23:59"]);
    refuses(
        time,
        "5.6 time-offset",
        &["18:30:00", "18:30:00.5", "18:30:00Y", "18:30:00ZZ", "18:30:00 Z", "18:30:00UTC"],
    );
    refuses(time, "5.6 time-numoffset", &["18:30:00+01", "18:30:00+0100", "18:30:00+1:00", "18:30:00+01:0"]);
    refuses(time, "5.6 time-numoffset", &["18:30:00+01:000", "18:30:00+001:00", "18:30:00+", "18:30:00+-1:00"]);
    refuses(
        time,
        "5.6 time-numoffset",
        &["18:30:00\u{2212}01:00", "18:30:00~01:00", "18:30:00+01:00Z", "18:30:00Z+01:00"],
    );
    refuses(time, "5.6 partial-time", &["8:30:00Z", "18:3:00Z", "18:30:0Z", "018:30:00Z", "18:030:00Z", "18:30:000Z"]);
    refuses(time, "5.6 partial-time", &["18:30Z", "18Z", "183000Z", "18.30.00Z", "18:30:00:00Z", "18-30-00Z", "Z"]);
    refuses(time, "5.6 partial-time", &["ab:cd:efZ", "+8:30:00Z", "-8:30:00Z", "18:30: 0Z", "6:30:00 pm", "18h30m00s"]);
    refuses(time, "5.6 time-secfrac", &["18:30:00.Z", "18:30:00,5Z", "18:30:00.5.5Z", "18:30:00.-5Z", "18:30:.5Z"]);
    refuses(time, "5.6 not a time alone", &["T18:30:00Z", "2024-02-29T18:30:00Z", "18:30:00Z[Europe/Paris]"]);
    refuses(time, "5.7 hours, minutes, seconds", &["24:00:00Z", "18:60:00Z", "18:30:61Z", "99:99:99Z", "18:30:99Z"]);
    refuses(time, "5.7 offsets", &["18:30:00+24:00", "18:30:00-24:00", "18:30:00+01:60", "18:30:00-99:99"]);
    refuses(time, "5.7 leap seconds", &["18:30:60Z", "23:58:60Z", "22:59:60Z", "00:00:60Z", "23:59:60+01:00"]);
    refuses(time, "5.7 leap seconds", &["23:59:60-07:00", "17:59:60-07:00", "23:59:61Z", "05:45:60+05:45"]);
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
fn dates_with_times() {
    let both = Format::DateTime;
    holds(both, "5.6 date-time", &["2024-02-29T18:30:00Z", "2024-02-29t18:30:00z", "0000-01-01T00:00:00Z"]);
    holds(both, "5.6 date-time", &["9999-12-31T23:59:59.999Z", "2023-07-14T09:05:07.123456789012345Z"]);
    holds(both, "5.6 time-numoffset", &["2024-02-29T18:30:00+01:00", "2024-02-29T18:30:00-07:30"]);
    holds(both, "5.6 time-numoffset", &["0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"]);
    holds(both, "4.3 an offset that is not known", &["2024-02-29T18:30:00-00:00", "2024-02-29T18:30:00.0+00:00"]);
    holds(both, "5.7 leap seconds", &["2016-12-31T23:59:60Z", "2015-06-30T23:59:60.5Z", "2012-06-30t23:59:60z"]);
    holds(both, "5.7 a day later there", &["2017-01-01T00:59:60+01:00", "2015-07-01T05:44:60+05:45"]);
    holds(both, "5.7 a day earlier there", &["2016-12-31T16:59:60-07:00", "2015-06-30T12:29:60.25-11:30"]);
    holds(
        both,
        "appendix D, any month",
        &["2031-03-31T23:59:60Z", "2028-02-29T23:59:60Z", "2028-03-01T01:59:60+02:00"],
    );
    refuses(both, "5.6 date-time", &["2024-02-29", "18:30:00Z", "2024-02-29T", "T18:30:00Z", "2024-02-29T18:30:00"]);
    refuses(both, "5.6 the letter between", &["2024-02-29 18:30:00Z", "2024-02-29_18:30:00Z", "2024-02-2918:30:00Z"]);
    refuses(
        both,
        "5.6 the letter between",
        &["2024-02-29TT18:30:00Z", "2024-02-29T 18:30:00Z", "2024-02-29\u{422}18:30:00Z"],
    );
    refuses(both, "5.6 parts", &["2024-02-29T18:30Z", "2024-02-29T18:30:00,5Z", "2024-02-29T18:30:00.Z"]);
    refuses(
        both,
        "5.6 parts",
        &["2024-2-29T18:30:00Z", "24-02-29T18:30:00Z", "2024-02-29T8:30:00Z", "2024-060T18:30:00Z"],
    );
    refuses(both, "5.6 parts", &["20240229T183000Z", "+2024-02-29T18:30:00Z", "2024-02-29T18:30:00 GMT", "now"]);
    refuses(both, "5.6 parts", &["2024-02-29T18:30:00+0100", "2024-02-29T18:30:00+01", "2024-02-29T18:30:00+01:00Z"]);
    refuses(both, "RFC 9557 only", &["2024-02-29T18:30:00+01:00[Europe/Paris]", "2024-02-29T18:30:00Z[u-ca=hebrew]"]);
    refuses(both, "5.7 ranges", &["2023-02-29T18:30:00Z", "2024-13-01T18:30:00Z", "2024-02-29T24:00:00Z"]);
    refuses(both, "5.7 ranges", &["2024-02-29T18:60:00Z", "2024-02-29T18:30:61Z", "2024-02-29T18:30:00+24:00"]);
    refuses(both, "5.7 leap seconds", &["2016-12-31T23:58:60Z", "2016-12-31T22:59:60Z", "2016-12-31T23:59:61Z"]);
    refuses(both, "5.7 leap seconds", &["2016-12-30T23:59:60Z", "2017-01-01T23:59:60Z", "2023-02-27T23:59:60Z"]);
    refuses(both, "5.7 leap seconds elsewhere", &["2016-12-31T00:59:60+01:00", "2017-01-01T16:59:60-07:00"]);
    refuses(both, "5.7 leap seconds elsewhere", &["2016-12-31T23:59:60+01:00", "2016-12-31T23:59:60-07:00"]);
}

#[test]
fn emails() {
    let email = Format::Email;
    let long = format!("{}@example.org", "a".repeat(65));
    holds(email, "3.2.3 dot-atom", &["ada@example.org", "ada.lovelace@example.org", "a@b", "root@localhost", &long]);
    holds(email, "3.2.3 atext", &["ada+notes@example.org", "o'neil@example.org", "!#$%&'*+-/=?^_`{|}~@example.org"]);
    holds(email, "3.2.3 atext", &["1842@example.org", "-@example.org", "ADA@EXAMPLE.ORG", "{{user}}@example.org"]);
    holds(email, "3.2.4 quoted-string", &[r#""ada lovelace"@example.org"#, r#""ada@home"@example.org"#]);
    holds(email, "3.2.4 quoted-string", &[r#"".."@example.org"#, r#"""@example.org"#, "\"a\tb\"@example.org"]);
    holds(email, "3.2.4 quoted-string", &[r#""(no comment)"@example.org"#, r#""<a>,[b];:c"@example.org"#]);
    holds(email, "3.2.1 quoted-pair", &[r#""a\"b"@example.org"#, r#""\\"@example.org"#, r#""\a\ \@"@example.org"#]);
    holds(email, "3.4.1 domain, a host's name", &["ada@1st.example", "ada@xn--bcher-kva.example", "ada@a-b.c-d"]);
    holds(
        email,
        "3.4.1 domain-literal",
        &["ada@[192.0.2.10]", "ada@[IPv6:2001:db8::10]", "ada@[ipv6:::ffff:192.0.2.10]"],
    );
    refuses(
        email,
        "3.4.1 addr-spec",
        &["ada", "@", "ada@", "@example.org", "example.org", "ada@@example.org", "a@b@c"],
    );
    refuses(email, "3.2.3 dot-atom", &[".ada@example.org", "ada.@example.org", "a..da@example.org", ".@example.org"]);
    refuses(email, "3.2.3 atext", &["ada lovelace@example.org", "ada,bob@example.org", "ada:bob@example.org"]);
    refuses(email, "3.2.3 atext", &["a(da@example.org", "a)da@example.org", "a<da@example.org", "a;da@example.org"]);
    refuses(
        email,
        "3.2.3 atext",
        &["a[da]@example.org", "a\\da@example.org", "a\"da@example.org", "a\u{7f}@example.org"],
    );
    refuses(email, "3.2.3 atext, RFC 6532 only", &["j\u{fc}rgen@example.org", "\u{430}da@example.org", "a\u{301}@b"]);
    refuses(email, "3.2.4 quoted-string", &[r#""ada@example.org"#, r#"ada"@example.org"#, r#"""ada""@example.org"#]);
    refuses(email, "3.2.4 quoted-string", &[r#""a"b"@example.org"#, r#"a"b"@example.org"#, r#""@example.org"#]);
    refuses(email, "3.2.1 quoted-pair", &[r#""a\"@example.org"#, r#""\\\"@example.org"#, "\"\\\n\"@example.org"]);
    refuses(email, "3.2.4 qtext", &["\"a\u{1}\"@example.org", "\"a\0\"@example.org", "\"\u{fc}\"@example.org"]);
    refuses(email, "3.2.2 folds", &["\"ada\n lovelace\"@example.org", "\"ada\r\n lovelace\"@example.org"]);
    refuses(email, "3.2.2 comments", &["ada(countess)@example.org", "(x)ada@example.org", "ada@example.org(home)"]);
    refuses(email, "3.2.2 blanks", &["ada @example.org", "ada@ example.org", "ada @ example.org", "ada@example .org"]);
    refuses(email, "3.4.1 domain, a host's name", &["ada@-a.example", "ada@a-.example", "ada@a_b.example", "ada@a=b"]);
    refuses(email, "3.4.1 domain, a host's name", &["ada@.example", "ada@example.", "ada@a..b", "ada@192.0.2.10"]);
    refuses(
        email,
        "3.4.1 domain, a host's name",
        &["ada@b\u{fc}cher.example", "ada@ex\u{ad}ample.org", "ada@example.org:25"],
    );
    refuses(email, "3.4.1 domain-literal", &["ada@[]", "ada@[192.0.2]", "ada@[192.0.2.256]", "ada@[192.0.2.10"]);
    refuses(email, "3.4.1 domain-literal", &["ada@192.0.2.10]", "ada@[2001:db8::10]", "ada@[IPv6:192.0.2.10]"]);
    refuses(
        email,
        "3.4.1 domain-literal",
        &["ada@[IPv6:2001::db8::10]", "ada@[IPv6:]", "ada@[example.org]", "ada@[[::1]]"],
    );
    refuses(email, "3.4 mailboxes and lists", &["Ada <ada@example.org>", "<ada@example.org>", "ada@a.org, bob@b.org"]);
    refuses(
        email,
        "3.4 mailboxes and lists",
        &["mailto:ada@example.org", "friends:ada@example.org;", "ada@a.org;bob@b.org"],
    );
    refuses(email, "4.4 obsolete", &["\"ada\".lovelace@example.org", "ada . b@example.org", "<@a,@b:ada@example.org>"]);
}

#[test]
fn hostnames() {
    let host = Format::Hostname;
    let label = "a".repeat(63);
    let longest = [&*label, &label, &label, &label[..61]].join(".");
    assert_eq!(longest.len(), 253);
    holds(host, "RFC 1034, 3.5", &["example.org", "db-1.example.org", "a", "a.b.c.d.e.f.g.h", "x-1.y-2", "A.B"]);
    holds(host, "RFC 1034, 3.1, any case", &["EXAMPLE.org", "eXaMpLe"]);
    holds(host, "RFC 1034, 3.5", &["localhost", "a--b", "a-b-c", "web1", "svc.ns.svc.cluster.local"]);
    holds(host, "RFC 1034, 3.1, lengths", &[&label, &longest, &format!("{label}.org")]);
    holds(
        host,
        "RFC 1123, 2.1, digits in front",
        &["1st", "3com.example", "7", "1.example", "0x1.example", "4-2", "10.20.30"],
    );
    holds(host, "RFC 1123, 2.1, no address", &["1.2.3.4.example", "1.2.3.d", "a.2.3.4", "1.2.3.4.5"]);
    holds(host, "RFC 5891, as ASCII", &["xn--bcher-kva.example", "xn--p1ai"]);
    refuses(host, "RFC 1034, 3.5, labels", &["-a", "a-", "-", "a.-b", "a-.b", "a.b-", "-.a", "a.-"]);
    refuses(host, "RFC 1034, 3.5, letters", &["a_b", "_dns.example.org", "a b", "a/b", "a:80", "a@b", "*.example.org"]);
    refuses(host, "RFC 1034, 3.5, letters", &["a,b", "a\\b", "a!b", "a'b", "(a)", "a+b", "a%41", "[::1]", "::1"]);
    refuses(host, "RFC 1034, 3.1, empty labels", &[".", "..", ".a", "a..b", ".a.b", "a...b"]);
    refuses(host, "RFC 1034, 3.5, the root's dot", &["a.", "example.org.", "example.org..", "a.b.c."]);
    let [too_long_label, too_long] = [format!("{label}a"), format!("{longest}a")];
    refuses(host, "RFC 1034, 3.1, lengths", &[&too_long_label, &format!("a.{too_long_label}.b"), &too_long]);
    refuses(host, "RFC 1034, 3.1, lengths", &[&"a.".repeat(127), &format!("{}a", "a.".repeat(127))]);
    refuses(host, "RFC 1123, 2.1, addresses", &["192.0.2.10", "1.2.3.4", "999.999.999.999", "0.0.0.0", "01.02.03.04"]);
    refuses(host, "RFC 5890, as Unicode", &["b\u{fc}cher.example", "\u{4f8b}\u{5b50}", "a\u{3002}b", "a\u{ff0e}b"]);
    refuses(
        host,
        "letters that look alike",
        &["ex\u{430}mple.org", "\u{212a}elvin", "a\u{ad}b", "a\u{2010}b", "\u{ff41}"],
    );
    refuses(
        host,
        "more than a name",
        &["http://example.org", "example.org/", "example.org:443", "ada@example.org", "a#b"],
    );
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
fn ipv4_addresses() {
    let ipv4 = Format::Ipv4;
    holds(ipv4, "3.2 dotted-quad", &IPV4);
    refuses(ipv4, "3.2 dotted-quad", &NO_ADDRESS);
    refuses(ipv4, "RFC 4291", &IPV6);
    refuses(
        ipv4,
        "3.2 dotted-quad",
        &["1.2.3.", ".1.2.3", "1..2.3", "1.2.3.4.", ".1.2.3.4", "...", "1,2,3,4", "1 2 3 4"],
    );
    refuses(
        ipv4,
        "3.2 decbyte",
        &["256.0.0.1", "1.256.0.1", "1.2.3.999", "1.2.3.1000", "-1.2.3.4", "+1.2.3.4", "1.2.3.-4"],
    );
    refuses(
        ipv4,
        "3.2 decbyte",
        &["1.2.3.x", "0x1.2.3.4", "1.2.3.0x4", "a.b.c.d", "1.2.3.4a", "1.2. 3.4", "1.2.3.4e0"],
    );
    refuses(
        ipv4,
        "noughts in front",
        &["01.2.3.4", "1.02.3.4", "1.2.003.4", "1.2.3.00", "010.010.010.010", "127.0.0.01"],
    );
    refuses(
        ipv4,
        "dots that look alike",
        &["1\u{3002}2\u{3002}3\u{3002}4", "1\u{ff0e}2\u{ff0e}3\u{ff0e}4", "1\u{b7}2.3.4"],
    );
}

#[test]
fn ipv6_addresses() {
    let ipv6 = Format::Ipv6;
    holds(ipv6, "2.2 forms 1 to 3", &IPV6);
    refuses(ipv6, "2.2", &NO_ADDRESS);
    refuses(ipv6, "RFC 2673", &IPV4);
    refuses(
        ipv6,
        "2.2 form 1",
        &["1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8:", ":1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:"],
    );
    refuses(ipv6, "2.2 form 1", &["00001::", "::12345", "::g", "::-1", "::+1", "1:2:3:4:5:6:7:0x8", "1.2.3.4.5.6.7.8"]);
    refuses(ipv6, "2.2 form 2", &["1::2::3", "::1::", "1:::2", ":::1", "1::2:", ":1::2", "1:2:3:4::5:6:7:8", "::::"]);
    refuses(ipv6, "2.2 form 2", &["1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "2001:db8:", ":1", "1:"]);
    refuses(ipv6, "2.2 form 3", &["::1.2.3", "::1.2.3.4.5", "::1.2.3.256", "::01.2.3.4", "::1.2.3.4:5", "1.2.3.4::1"]);
    refuses(
        ipv6,
        "2.2 form 3",
        &["1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:1.2.3.4", "::ffff:1.2.3.", "::ffff:.1.2.3", "1::2.3"],
    );
    refuses(ipv6, "RFC 4007, zones", &["fe80::1%eth0", "fe80::1%1", "fe80::1%", "fe80::1%25eth0"]);
    refuses(ipv6, "2.3 prefixes", &["::/0", "2001:db8::10/128", "fe80::/10"]);
    refuses(ipv6, "letters that look alike", &["2001:\u{501}b8::1", "\u{ff46}e80::1", "1\u{ff1a}2::", "::\u{441}"]);
}

#[test]
fn ip_addresses_are_of_either_kind() {
    holds(Format::Ip, "ipv4", &IPV4);
    holds(Format::Ip, "ipv6", &IPV6);
    refuses(Format::Ip, "neither", &NO_ADDRESS);
    for number in 0..1000 {
        let spread = (u128::MAX / 1000) * number;
        holds(Format::Ipv6, "as written by the standard library", &[&Ipv6Addr::from_bits(spread).to_string()]);
        holds(Format::Ipv4, "as written by the standard library", &[&Ipv4Addr::from_bits(spread as u32).to_string()]);
    }
}

#[test]
fn uris() {
    let uri = Format::Uri;
    holds(
        uri,
        "3.1 scheme",
        &["https://example.org", "HTTPS://example.org", "a:", "git+ssh://h/x", "a1.b-c+d:e", "z39.50r:x"],
    );
    holds(
        uri,
        "3.2 authority",
        &["http://example.org/", "file:///etc/hosts", "x://", "x:///", "http://localhost", "oci://r.example/a"],
    );
    holds(
        uri,
        "3.2.1 userinfo",
        &["ftp://ada@example.org/", "ftp://ada:pw@example.org/", "ftp://@h", "ftp://:@h", "ftp://a%40b@h"],
    );
    holds(
        uri,
        "3.2.2 host",
        &["http://192.0.2.10/", "http://[2001:db8::10]/", "http://[::ffff:192.0.2.10]", "http://[v7.a:b]/"],
    );
    holds(
        uri,
        "3.2.2 host",
        &["http://a_b/", "http://b%C3%BCcher.example/", "http://999.1/", "http://a..b/", "http://!$&'()*+,;=/"],
    );
    holds(uri, "3.2.3 port", &["http://h:8080/", "http://h:/", "http://[::1]:443/", "http://h:99999/"]);
    holds(
        uri,
        "3.3 path",
        &["mailto:ada@example.org", "urn:isbn:9780000000000", "tel:+1-555-0100", "x:/a/b", "x:a/b:c", "x:a//b"],
    );
    holds(uri, "3.3 path", &["http://h/a;b=c/d,e/@/:/~/.", "http://h//a", "http://h/../a/./b", "data:,hello", "x:%20"]);
    holds(uri, "3.4 query", &["http://h?", "http://h?a=b&c=d", "http://h/?a?b/c:@", "x:?q", "http://h/?%E2%82%AC"]);
    holds(uri, "3.5 fragment", &["http://h#", "http://h/#a", "http://h/?q#f?/:@", "x:#f", "x:a#%41"]);
    refuses(
        uri,
        "2 characters",
        &["http://h/a b", "http://h/<a>", "http://h/\"a\"", "http://h/{a}", "http://h/a|b", "http://h/a\\b"],
    );
    refuses(
        uri,
        "2 characters",
        &["http://h/^", "http://h/`", "http://h/\u{7f}", "http://h/a\tb", "http://h/a\nb", "http://h/?a b"],
    );
    refuses(
        uri,
        "2.1 percent-encoding",
        &["http://h/%", "http://h/%4", "http://h/%zz", "http://h/%4g", "http://h/?%", "x:#%1"],
    );
    refuses(
        uri,
        "2.1 percent-encoding",
        &["http://%/", "http://%4@h/", "http://h/%%41", "http://h/%\u{ff14}1", "http://h%3/"],
    );
    refuses(uri, "3.1 scheme", &["://h", ":a", "1a:b", "+a:b", "-a:b", "a_b:c", "a b:c", "h\u{442}tp://h", "%61:b"]);
    refuses(
        uri,
        "3.2 authority",
        &["http://a@b@c/", "http://a[b]@c/", "http://h\\a", "http://a:b:c/", "http://[::1]a/"],
    );
    refuses(
        uri,
        "3.2.2 host",
        &["http://[", "http://]/", "http://[]/", "http://[::1", "http://::1]/", "http://[192.0.2.10]/"],
    );
    refuses(
        uri,
        "3.2.2 host",
        &["http://[::g]/", "http://[1::2::3]/", "http://[v.a]/", "http://[v7]/", "http://[v7.]/"],
    );
    refuses(uri, "3.2.2 host, zones", &["http://[fe80::1%eth0]/", "http://[fe80::1%25eth0]/"]);
    refuses(
        uri,
        "3.2.3 port",
        &["http://h:8x/", "http://h:-1/", "http://h:80:80/", "http://h: 80/", "http://h:\u{ff18}\u{ff10}/"],
    );
    refuses(uri, "3.3 path", &["x:/[a]", "http://h/[a]", "x:a[0]"]);
    refuses(uri, "3.4 query", &["http://h/?[a]=b", "x:?{}", "x:?\u{e9}"]);
    refuses(uri, "3.5 fragment", &["http://h/#a#b", "x:##", "x:#[a]", "x:#\u{e9}"]);
    refuses(
        uri,
        "4.2 relative references",
        &["//example.org/a", "/a/b", "a/b", "a", "../a", "./a:b", "?q", "#f", "example.org"],
    );
    refuses(
        uri,
        "RFC 3987, IRIs",
        &["http://b\u{fc}cher.example/", "http://h/\u{20ac}", "http://\u{4f8b}/", "x:\u{200b}"],
    );
    refuses(uri, "appendix C, delimiters", &["<http://h>", "\"http://h\"", "URL:<http://h>", "http://h http://i"]);
}

#[test]
fn ports() {
    let port = Format::Port;
    holds(port, "the ends", &["0", "1", "65534", "65535"]);
    holds(
        port,
        "between",
        &["7", "22", "80", "443", "1024", "3000", "8080", "8443", "9999", "10000", "49151", "60000", "65000"],
    );
    refuses(
        port,
        "too high",
        &["65536", "65540", "65600", "66000", "70000", "99999", "100000", "4294967376", "18446744073709551696"],
    );
    refuses(port, "signs", &["+80", "-80", "-0", "+0", "--80", "\u{2212}80"]);
    refuses(
        port,
        "no decimal",
        &["0x50", "0o120", "0b1010000", "80.0", "80.", ".80", "8e1", "8_0", "8,080", "8 080", "x", "80a"],
    );
    refuses(port, "noughts in front", &["00", "080", "0080", "0443", "000000000080"]);
    refuses(port, "more than a port", &[":80", "80/tcp", "80-90", "80,81", "http", "localhost:80", "8080:80", "$PORT"]);
}

#[test]
fn percentages() {
    let percent = Format::Percent;
    holds(
        percent,
        "digits and %",
        &["0%", "1%", "5%", "10%", "25%", "33%", "50%", "75%", "99%", "100%", "101%", "1000%"],
    );
    holds(percent, "any number of digits", &["00%", "007%", "0100%", "99999999999999999999999999999999%"]);
    refuses(percent, "no number", &["%", "%%", "a%", "x10%", "1a%", "ten%", "0x10%", "1e2%", "NaN%"]);
    refuses(percent, "no %", &["10", "100", "0.5", "1/2", "10 percent", "10\u{2030}", "10\u{ff05}", "10\u{66a}"]);
    refuses(percent, "no whole number", &["1.5%", "1,5%", ".5%", "5.%", "1_000%", "1 000%", "1/2%"]);
    refuses(percent, "signs", &["-10%", "+10%", "-0%", "\u{2212}10%", "~10%", "<10%"]);
    refuses(percent, "more around it", &["10 %", "%10", "10%%", "10%a", "10%-20%", "10%,20%", "1%0", "10%\n10%"]);
}

#[test]
fn durations() {
    let duration = Format::Duration;
    holds(duration, "units", &["1ns", "2us", "3\u{b5}s", "4\u{3bc}s", "5ms", "6s", "7m", "8h"]);
    holds(duration, "nought without a unit", &["0", "+0", "-0", "0s", "0h0m0s", "00s", "0.0ns"]);
    holds(duration, "several", &["1h30m", "2h3m4s5ms6us7ns", "1s1h", "1m1m1m", "5ms5s", "1h0.5m", "10h"]);
    holds(
        duration,
        "fractions",
        &["1.5h", ".5s", "5.s", "0.001ms", "1.25h.5m", "1.5h1.5m", ".1ns", "0.000000000000000000001h"],
    );
    holds(
        duration,
        "fractions",
        &["0.33333333333333333333333333h", "1.99999999999999999999999999s", "3.0000000000000000000m"],
    );
    holds(duration, "signs", &["-1h", "+1h", "-1h30m", "+.5s", "-5.s"]);
    holds(
        duration,
        "the highest int64",
        &["9223372036854775807ns", "9223372036854775.807us", "9223372036s854ms775us807ns"],
    );
    holds(duration, "the highest int64", &["2562047h47m16.854775807s", "+2562047h47m16.854775807s", "0009223372036s"]);
    holds(
        duration,
        "the lowest int64",
        &["-9223372036854775808ns", "-2562047h47m16.854775808s", "-9223372036.854775808s"],
    );
    refuses(duration, "units", &["1", "10", "1.5", "-1", "+1", "00", "0.0", "1h30", "30 ", "1.", "1h.5"]);
    refuses(
        duration,
        "units",
        &["1d", "1w", "1y", "1M", "1H", "1S", "1Ms", "1NS", "1hr", "1min", "1sec", "1hm", "1hours"],
    );
    refuses(
        duration,
        "units",
        &["1\u{fffd}s", "1\u{b5}", "1\u{3bc}", "1\u{39c}s", "1\u{433}", "1\u{ff53}", "1\u{b5}\u{b5}s", "1\u{338}s"],
    );
    refuses(duration, "numbers", &["h", "s", ".s", "-.s", "+s", ".", "-", "+", "h1", "m1s", "1.2.3s", "1..5s", "..5s"]);
    refuses(duration, "numbers", &["1e3s", "0x1s", "1_000s", "1,5h", "infs", "1h-"]);
    refuses(duration, "signs", &["--1h", "+-1h", "-+1h", "1h-30m", "1h+30m", "1-h", "\u{2212}1h", "- 1h"]);
    refuses(duration, "blanks", &["1 h", "1h 30m", "1h\n30m", "1h,30m", "1h and 30m", "1h\u{a0}30m"]);
    refuses(duration, "other notations", &["PT1H30M", "P1D", "1:30", "01:30:00", "forever", "never", "None"]);
    refuses(duration, "past int64", &["9223372036854775808ns", "-9223372036854775809ns", "2562047h47m16.854775808s"]);
    refuses(
        duration,
        "past int64",
        &["2562048h", "-2562048h", "9223372037s", "153722868m", "2562047h47m17s", "2562047.9h"],
    );
    refuses(
        duration,
        "past int64",
        &["18446744073709551615ns", "18446744073709551616ns", "99999999999999999999h", "5124095576030431h"],
    );
    refuses(
        duration,
        "past int64, in sum",
        &["9223372036854775807ns1ns", "2562047h2562047h", "-9223372036854775808ns1ns"],
    );
    refuses(
        duration,
        "past int64, in sum",
        &["-9223372036854775808ns9223372036854775808ns", "9223372036s1s854775807ns"],
    );
    refuses(duration, "past int64, as Go's floats round", &["2562047h47m16.8547758079999999999s"]);
}
