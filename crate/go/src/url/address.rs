//! The IPv6 address in the brackets of a host, checked as Go's netip.ParseAddr does.

use crate::byte_text;
use crate::quote::quote;

/// The problem, and the rest of the text from there, if the message shows it.
type Problem<'t> = (&'static str, &'t [u8]);

/// Fails unless a text is an IPv6 address, which may have a zone.
pub(super) fn check(text: &[u8]) -> Result<(), String> {
    let result = match text.iter().find(|byte| b".:%".contains(byte)) {
        Some(b'.') => match check_v4(text) {
            Ok(()) => return Err("invalid IP-literal".to_owned()),
            problem => problem,
        },
        Some(b':') => check_v6(text),
        Some(_) => Err(("missing IPv6 address", &[][..])),
        None => Err(("unable to parse IP", &[][..])),
    };
    let quoted = |bytes: &[u8]| quote(&byte_text::from_bytes(bytes));
    result.map_err(|(message, at)| {
        let place = if at.is_empty() { String::new() } else { format!(" (at {})", quoted(at)) };
        format!("invalid host: ParseAddr({}): {message}{place}", quoted(text))
    })
}

fn check_v6(text: &[u8]) -> Result<(), Problem<'_>> {
    let mut rest = match text.iter().position(|byte| *byte == b'%') {
        Some(sign) if sign + 1 == text.len() => return Err(("zone must be a non-empty string", &[])),
        Some(sign) => &text[..sign],
        None => text,
    };
    let mut has_ellipsis = rest.starts_with(b"::");
    if has_ellipsis {
        rest = &rest[2..];
        if rest.is_empty() {
            return Ok(());
        }
    }
    let mut fields = 0;
    while fields < 8 {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        if digits > 4 {
            return Err(("each group must have 4 or less digits", rest));
        }
        if digits == 0 {
            return Err(("each colon-separated field must have at least one digit", rest));
        }
        if rest.get(digits) == Some(&b'.') {
            if !has_ellipsis && fields != 6 {
                return Err(("embedded IPv4 address must replace the final 2 fields of the address", rest));
            }
            if fields > 6 {
                return Err(("too many hex fields to fit an embedded IPv4 at the end of the address", rest));
            }
            check_v4(rest)?;
            (rest, fields) = (&[], fields + 2);
            break;
        }
        fields += 1;
        rest = &rest[digits..];
        match rest {
            [] => break,
            [b':'] => return Err(("colon must be followed by more characters", rest)),
            [b':', b':', ..] if has_ellipsis => return Err(("multiple :: in address", &rest[1..])),
            [b':', b':', after @ ..] => {
                has_ellipsis = true;
                rest = after;
                if rest.is_empty() {
                    break;
                }
            }
            [b':', after @ ..] => rest = after,
            _ => return Err(("unexpected character, want colon", rest)),
        }
    }
    match (rest, has_ellipsis) {
        ([], false) if fields < 8 => Err(("address string too short", &[])),
        ([], true) if fields >= 8 => Err(("the :: must expand to at least one field of zeros", &[])),
        ([], _) => Ok(()),
        (rest, _) => Err(("trailing garbage after address", rest)),
    }
}

fn check_v4(text: &[u8]) -> Result<(), Problem<'_>> {
    let (mut value, mut digits, mut points) = (0, 0, 0);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => {
                if digits == 1 && value == 0 {
                    return Err(("IPv4 field has octet with leading zero", &[]));
                }
                value = value * 10 + u32::from(byte - b'0');
                digits += 1;
                if value > 255 {
                    return Err(("IPv4 field has value >255", &[]));
                }
            }
            b'.' => {
                if digits == 0 || at + 1 == text.len() {
                    return Err(("IPv4 field must have at least one digit", &text[at..]));
                }
                if points == 3 {
                    return Err(("IPv4 address too long", &[]));
                }
                (value, digits, points) = (0, 0, points + 1);
            }
            _ => return Err(("unexpected character", &text[at..])),
        }
    }
    if points < 3 { Err(("IPv4 address too short", &[])) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn addresses_are_those_of_go() {
        for text in ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "fe80::1%en 0"] {
            assert_eq!(check(text.as_bytes()), Ok(()), "{text}");
        }
        let problem = |text: &str| check(text.as_bytes()).expect_err("a problem");
        assert_eq!(problem("1.2.3.4"), "invalid IP-literal");
        for (text, message) in [
            ("", "unable to parse IP"),
            ("%en", "missing IPv6 address"),
            ("::%", "zone must be a non-empty string"),
            ("1:2", "address string too short"),
            ("1::2::3", "multiple :: in address (at \":3\")"),
            ("1:", "colon must be followed by more characters (at \":\")"),
            ("12345::", "each group must have 4 or less digits (at \"12345::\")"),
            ("::g", "each colon-separated field must have at least one digit (at \"g\")"),
            ("1:2:3:4:5:6:7:8:9", "trailing garbage after address (at \"9\")"),
            ("1:2:3:4::5:6:7:8", "the :: must expand to at least one field of zeros"),
            ("::1.2.3", "IPv4 address too short"),
            ("::01.2.3.4", "IPv4 field has octet with leading zero"),
            ("1:1.2.3.4", "embedded IPv4 address must replace the final 2 fields of the address (at \"1.2.3.4\")"),
        ] {
            assert_eq!(problem(text), format!("invalid host: ParseAddr(\"{text}\"): {message}"));
        }
    }
}
