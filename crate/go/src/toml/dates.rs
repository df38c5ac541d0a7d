//! Whether Go's package time accepts a date or time of TOML.

/// Whether a text is a date with a time and an offset, a date with a time, a date, or a time; `T` and `Z` are capital letters.
pub(super) fn is_valid(text: &str) -> bool {
    let Some(rest) = date(text) else { return time(text) == Some("") };
    match rest.strip_prefix('T') {
        None => rest.is_empty(),
        Some(rest) => time(rest).is_some_and(|rest| rest.is_empty() || is_offset(rest)),
    }
}

/// The rest of a text after a date.
fn date(text: &str) -> Option<&str> {
    let (year, rest) = digits(text, 4)?;
    let (month, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let (day, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (1..=length).contains(&day).then_some(rest)
}

/// The rest of a text after a time with seconds, which may have a fraction.
fn time(text: &str) -> Option<&str> {
    let (hour, rest) = digits(text, 2)?;
    let (minute, rest) = digits(rest.strip_prefix(':')?, 2)?;
    let (second, rest) = digits(rest.strip_prefix(':')?, 2)?;
    let fraction = rest.strip_prefix('.').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    let rest = fraction.filter(|after| rest.len() > after.len() + 1).unwrap_or(rest);
    (hour < 24 && minute < 60 && second < 60).then_some(rest)
}

/// Whether a text is an offset from UTC. Like Go, it accepts 24 hours and 60 minutes.
fn is_offset(text: &str) -> bool {
    let offset = || {
        let (hours, rest) = digits(text.strip_prefix(['-', '+'])?, 2)?;
        let (minutes, rest) = digits(rest.strip_prefix(':')?, 2)?;
        Some(hours <= 24 && minutes <= 60 && rest.is_empty())
    };
    text == "Z" || offset() == Some(true)
}

/// The number of exactly this many digits at the start of a text, and the rest.
fn digits(text: &str, count: usize) -> Option<(u32, &str)> {
    let (number, rest) = text.split_at_checked(count)?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    Some((number.parse().ok().filter(|_| is_number)?, rest))
}

#[cfg(test)]
mod tests {
    use super::is_valid;

    #[test]
    fn dates_and_times() {
        for valid in [
            "2024-02-29",
            "0000-01-01T00:00:00",
            "1979-05-27T07:32:00Z",
            "1979-05-27T00:32:00.999999999999-07:00",
            "1979-05-27T00:32:00+24:60",
            "07:32:00",
            "23:59:59.5",
        ] {
            assert!(is_valid(valid), "{valid}");
        }
        for invalid in [
            "2023-02-29", "2023-13-01", "2023-00-01", "2023-1-01", "1979-05-27T07:32:00ZZ", "1979-05-27T07:32",
            "1979-05-27T7:32:00", "1979-05-27T", "24:00:00", "00:00:60", "00:00:00.", "00:00:00Z",
            "1979-05-27T00:00:00+25:00", "",
        ] {
            assert!(!is_valid(invalid), "{invalid}");
        }
    }
}
