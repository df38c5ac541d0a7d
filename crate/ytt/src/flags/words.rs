//! The syntax of flags: `--flag value`, `--flag=value`, `-fvalue`, `-f value`, `-f=value`, `-sf value`.

use super::table::Flag;
use ytterby_starlark::quote;
use ytterby_text::byte_text;

/// A word of a command line, or a flag with its value.
pub(super) enum Word<'f, 'w> {
    Flag(&'f Flag, &'w str),
    /// Neither a flag nor the value of one, or anything after `--`.
    Plain(&'w str),
}

type Visit<'v, 'f, 'w> = &'v mut dyn FnMut(Word<'f, 'w>) -> Result<(), String>;

/// Calls `visit` for each flag and plain word in order. Fails with the flag library's message for wrong flags, or with
/// the error of `visit`.
pub(super) fn read_words<'f, 'w>(
    flags: &[&'f Flag],
    words: &[&'w str],
    visit: Visit<'_, 'f, 'w>,
) -> Result<(), String> {
    let mut rest = words.iter().copied();
    while let Some(word) = rest.next() {
        if word == "--" {
            return rest.try_for_each(|word| visit(Word::Plain(word)));
        } else if let Some(long) = word.strip_prefix("--") {
            let (flag, value) = long_flag(flags, word, long, &mut rest)?;
            visit(Word::Flag(flag, value))?;
        } else if word.len() > 1 && word.starts_with('-') {
            short_flags(flags, &word[1..], &mut rest, visit)?;
        } else {
            visit(Word::Plain(word))?;
        }
    }
    Ok(())
}

fn long_flag<'f, 'w>(
    flags: &[&'f Flag],
    word: &str,
    long: &'w str,
    rest: &mut impl Iterator<Item = &'w str>,
) -> Result<(&'f Flag, &'w str), String> {
    if long.starts_with(['-', '=']) {
        return Err(format!("bad flag syntax: {word}"));
    }
    let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
    let flag = flags.iter().find(|flag| flag.name == name).ok_or_else(|| format!("unknown flag: --{name}"))?;
    let value = match value {
        Some(value) => value,
        None if flag.is_switch() => "true",
        None => rest.next().ok_or_else(|| format!("flag needs an argument: {word}"))?,
    };
    Ok((flag, value))
}

/// Reads the letters after a `-`: switches, and possibly a flag with the rest or the next word as its value.
fn short_flags<'f, 'w>(
    flags: &[&'f Flag],
    letters: &'w str,
    rest: &mut impl Iterator<Item = &'w str>,
    visit: Visit<'_, 'f, 'w>,
) -> Result<(), String> {
    let mut letters = letters;
    // pflag ignores words of this form, which are flags of Go's test runner.
    while let Some(&letter) = byte_text::to_bytes(letters).first().filter(|_| !letters.starts_with("test.")) {
        let letter = char::from(letter);
        let Some(flag) = flags.iter().find(|flag| flag.short == Some(letter)) else {
            return Err(format!("unknown shorthand flag: {} in -{letters}", quoted_letter(letter)));
        };
        // The letters of flags are ASCII.
        let after = &letters[1..];
        let (value, left) = match after.strip_prefix('=') {
            Some(value) if !value.is_empty() => (value, ""),
            _ if flag.is_switch() => ("true", after),
            _ if !after.is_empty() => (after, ""),
            _ => match rest.next() {
                Some(value) => (value, ""),
                None => return Err(format!("flag needs an argument: '{letter}' in -{letters}")),
            },
        };
        visit(Word::Flag(flag, value))?;
        letters = left;
    }
    Ok(())
}

/// A byte in Go's format `%q`, which takes it as a character.
fn quoted_letter(letter: char) -> String {
    match letter {
        '"' => "'\"'".to_owned(),
        '\'' => "'\\''".to_owned(),
        _ => format!("'{}'", quote(letter.encode_utf8(&mut [0; 4])).trim_matches('"')),
    }
}
