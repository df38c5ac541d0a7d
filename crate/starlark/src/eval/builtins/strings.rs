//! The methods of strings. Positions and lengths count bytes, as ytt's do.

use starlark::eval::Evaluator;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value};

use super::call::Call;
use super::iterables::{Codepoints, Elems};
use super::native::MethodCode;
use super::{chars, kinds, slices, string_format};
use crate::byte_text::{self, is_escaped};
use crate::eval::collections::list;
use crate::eval::errors::message;
use crate::eval::stopping;

type Outcome<'v> = starlark::Result<Value<'v>>;
type Eval<'v, 'x, 'y> = Evaluator<'v, 'x, 'y>;

/// Every method by name, in order.
pub(super) const METHODS: &[(&str, MethodCode)] = &[
    ("capitalize", |this, call, eval| map_chars(this, call, eval, capitalized)),
    ("codepoint_ords", |this, call, eval| codepoints(this, call, eval, true)),
    ("codepoints", |this, call, eval| codepoints(this, call, eval, false)),
    ("count", count),
    ("elem_ords", |this, call, eval| elems(this, call, eval, true)),
    ("elems", |this, call, eval| elems(this, call, eval, false)),
    ("endswith", |this, call, eval| affix(this, call, eval, <[u8]>::ends_with)),
    ("find", |this, call, eval| search(this, call, eval, Search { last: false, must: false })),
    ("format", string_format::format),
    ("index", |this, call, eval| search(this, call, eval, Search { last: false, must: true })),
    ("isalnum", |this, call, _| all_chars(this, call, |c| chars::is_letter(c) || chars::is_digit(c))),
    ("isalpha", |this, call, _| all_chars(this, call, chars::is_letter)),
    ("isdigit", |this, call, _| all_chars(this, call, chars::is_digit)),
    ("islower", |this, call, _| cased(this, call, chars::lower)),
    ("isspace", |this, call, _| all_chars(this, call, char::is_whitespace)),
    ("istitle", is_title),
    ("isupper", |this, call, _| cased(this, call, chars::upper)),
    ("join", join),
    ("lower", |this, call, eval| map_chars(this, call, eval, |text| text.chars().map(chars::lower).collect())),
    ("lstrip", |this, call, eval| strip(this, call, eval, true, false)),
    ("partition", |this, call, eval| partition(this, call, eval, false)),
    ("replace", replace),
    ("rfind", |this, call, eval| search(this, call, eval, Search { last: true, must: false })),
    ("rindex", |this, call, eval| search(this, call, eval, Search { last: true, must: true })),
    ("rpartition", |this, call, eval| partition(this, call, eval, true)),
    ("rsplit", |this, call, eval| split(this, call, eval, true)),
    ("rstrip", |this, call, eval| strip(this, call, eval, false, true)),
    ("split", |this, call, eval| split(this, call, eval, false)),
    ("splitlines", split_lines),
    ("startswith", |this, call, eval| affix(this, call, eval, <[u8]>::starts_with)),
    ("strip", |this, call, eval| strip(this, call, eval, true, true)),
    ("title", |this, call, eval| map_chars(this, call, eval, titled)),
    ("upper", |this, call, eval| map_chars(this, call, eval, |text| text.chars().map(chars::upper).collect())),
];

/// The receiver; the table above is only reached with strings.
fn text<'v>(this: Value<'v>) -> &'v str {
    this.unpack_str().unwrap_or_default()
}

fn map_chars<'v>(
    this: Value<'v>,
    call: &Call<'v>,
    eval: &mut Eval<'v, '_, '_>,
    map: fn(&str) -> String,
) -> Outcome<'v> {
    call.count(0, 0)?;
    let text = text(this);
    if is_escaped(text) {
        // If it changes anything, ytt writes U+FFFD for a byte that is no part of a character; and it always does.
        return Ok(eval.heap().alloc(&*byte_text::from_text(&map(&byte_text::lossy(text)))));
    }
    Ok(eval.heap().alloc(map(text)))
}

fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().map(chars::title);
    first.into_iter().chain(rest.map(chars::lower)).collect()
}

fn titled(text: &str) -> String {
    let mut after_cased = false;
    text.chars()
        .map(|c| {
            let mapped = if after_cased { chars::lower(c) } else { chars::title(c) };
            after_cased = chars::is_cased(mapped);
            mapped
        })
        .collect()
}

fn all_chars<'v>(this: Value<'v>, call: &Call<'v>, test: fn(char) -> bool) -> Outcome<'v> {
    call.count(0, 0)?;
    let text = text(this);
    Ok(Value::new_bool(!text.is_empty() && text.chars().all(test)))
}

/// Some character has a case, and `map` changes nothing.
fn cased<'v>(this: Value<'v>, call: &Call<'v>, map: fn(char) -> char) -> Outcome<'v> {
    call.count(0, 0)?;
    let text = text(this);
    // Mapping writes U+FFFD for a byte that is no part of a character, which is a change.
    let is_text = !is_escaped(text) || std::str::from_utf8(&byte_text::to_bytes(text)).is_ok();
    Ok(Value::new_bool(is_text && text.chars().any(chars::is_cased) && text.chars().all(|c| map(c) == c)))
}

/// Capitals follow uncased characters only, small letters cased ones only; capitals beyond ASCII do not count.
fn is_title<'v>(this: Value<'v>, call: &Call<'v>, _: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(0, 0)?;
    let (mut any, mut after_cased) = (false, false);
    for c in text(this).chars() {
        if c.is_ascii_uppercase() || chars::is_title(c) {
            if after_cased {
                return Ok(Value::new_bool(false));
            }
            (any, after_cased) = (true, true);
        } else if c.is_lowercase() {
            if !after_cased {
                return Ok(Value::new_bool(false));
            }
        } else if c.is_uppercase() {
            return Ok(Value::new_bool(false));
        } else {
            after_cased = false;
        }
    }
    Ok(Value::new_bool(any))
}

fn elems<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>, numbers: bool) -> Outcome<'v> {
    call.count(0, 0)?;
    Ok(eval.heap().alloc(Elems { text: text(this).to_owned(), numbers }))
}

fn codepoints<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>, numbers: bool) -> Outcome<'v> {
    call.count(0, 0)?;
    Ok(eval.heap().alloc(Codepoints { text: text(this).to_owned(), numbers }))
}

/// The bytes between the optional arguments at 1 and 2, and where they start.
fn region<'b>(bytes: &'b [u8], call: &Call<'_>) -> starlark::Result<(&'b [u8], usize)> {
    let (start, end) = slices::bounds(call.get(1), call.get(2), bytes.len())
        .map_err(|problem| message(format!("{}: {problem}", call.name)))?;
    Ok((bytes.get(start..end.max(start)).unwrap_or_default(), start))
}

fn first_of(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    if wanted.is_empty() {
        return Some(0);
    }
    match (std::str::from_utf8(bytes), std::str::from_utf8(wanted)) {
        (Ok(text), Ok(wanted)) => text.find(wanted),
        _ => bytes.windows(wanted.len()).position(|window| window == wanted),
    }
}

fn last_of(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    if wanted.is_empty() {
        return Some(bytes.len());
    }
    match (std::str::from_utf8(bytes), std::str::from_utf8(wanted)) {
        (Ok(text), Ok(wanted)) => text.rfind(wanted),
        _ => bytes.windows(wanted.len()).rposition(|window| window == wanted),
    }
}

fn count<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 3)?;
    let wanted = byte_text::to_bytes(call.string(0)?);
    let bytes = byte_text::to_bytes(text(this));
    let (bytes, _) = region(&bytes, call)?;
    let mut found = 0_usize;
    if wanted.is_empty() {
        found = byte_text::characters(bytes).count() + 1;
    } else {
        let mut rest = bytes;
        while let Some(at) = first_of(rest, &wanted) {
            found += 1;
            rest = rest.get(at + wanted.len()..).unwrap_or_default();
        }
    }
    Ok(eval.heap().alloc(found))
}

struct Search {
    /// From the end.
    last: bool,
    /// Not finding it is an error.
    must: bool,
}

fn search<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>, search: Search) -> Outcome<'v> {
    call.count(1, 3)?;
    let wanted = byte_text::to_bytes(call.string(0)?);
    let bytes = byte_text::to_bytes(text(this));
    let (bytes, start) = region(&bytes, call)?;
    let at = if search.last { last_of(bytes, &wanted) } else { first_of(bytes, &wanted) };
    match at {
        Some(at) => Ok(eval.heap().alloc(at + start)),
        None if search.must => Err(message(format!("{}: substring not found", call.name))),
        None => Ok(eval.heap().alloc(-1)),
    }
}

fn affix<'v>(
    this: Value<'v>,
    call: &Call<'v>,
    _: &mut Eval<'v, '_, '_>,
    test: fn(&[u8], &[u8]) -> bool,
) -> Outcome<'v> {
    call.count(1, 3)?;
    let bytes = byte_text::to_bytes(text(this));
    let (bytes, _) = region(&bytes, call)?;
    let wanted = call.value(0);
    if let Some(wanted) = wanted.unpack_str() {
        return Ok(Value::new_bool(test(bytes, &byte_text::to_bytes(wanted))));
    }
    let Some(choices) = TupleRef::from_value(wanted) else {
        let kind = kinds::type_name(wanted);
        return Err(message(format!("{}: got {kind}, want string or tuple of string", call.name)));
    };
    for (index, choice) in choices.iter().enumerate() {
        let Some(choice_text) = choice.unpack_str() else {
            let kind = kinds::type_name(choice);
            return Err(message(format!("{}: want string, got {kind}, for element {index}", call.name)));
        };
        if test(bytes, &byte_text::to_bytes(choice_text)) {
            return Ok(Value::new_bool(true));
        }
    }
    Ok(Value::new_bool(false))
}

fn join<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(1, 1)?;
    let separator = text(this);
    let mut joined = String::new();
    for (index, item) in call.iterable(0, eval)?.enumerate() {
        if index > 0 {
            joined.push_str(separator);
        }
        let Some(text) = item.unpack_str() else {
            return Err(message(format!("join: in list, want string, got {}", kinds::type_name(item))));
        };
        joined.push_str(text);
        stopping::check_length(eval, "join", joined.len())?;
    }
    Ok(eval.heap().alloc(byte_text::joined(joined)))
}

fn partition<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>, last: bool) -> Outcome<'v> {
    call.count(1, 1)?;
    let separator = call.string(0)?;
    if separator.is_empty() {
        return Err(message(format!("{}: empty separator", call.name)));
    }
    let text = text(this);
    let heap = eval.heap();
    if is_escaped(separator) {
        let wide = Wide::of(text);
        if let Some((before, after)) = split_once(&wide.0, &Wide::of(separator).0, last) {
            return Ok(heap.alloc((&*Wide::string(before), separator, &*Wide::string(after))));
        }
    }
    Ok(match split_once(text, separator, last) {
        Some((before, after)) => heap.alloc((before, separator, after)),
        None if last => heap.alloc(("", "", text)),
        None => heap.alloc((text, "", "")),
    })
}

fn split_once<'t>(text: &'t str, separator: &str, last: bool) -> Option<(&'t str, &'t str)> {
    if last { text.rsplit_once(separator) } else { text.split_once(separator) }
}

fn replace<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(2, 3)?;
    let (old, new) = (call.string(0)?, call.string(1)?);
    let most = usize::try_from(call.int_or(2, -1)?).unwrap_or(usize::MAX);
    let text = text(this);
    if is_escaped(text) || is_escaped(old) || is_escaped(new) {
        return replace_bytes(text, old, new, most, eval);
    }
    let places = if new.len() > old.len() { text.matches(old).count().min(most) } else { 0 };
    if places > 0 {
        stopping::check_length(eval, "replace", places.saturating_mul(new.len()).saturating_add(text.len()))?;
    }
    Ok(eval.heap().alloc(text.replacen(old, new, most)))
}

fn strip<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>, left: bool, right: bool) -> Outcome<'v> {
    call.count(0, 1)?;
    let cut = call.string_or(0, "")?;
    let mut text = text(this);
    if !cut.is_empty() && (is_escaped(cut) || is_escaped(text)) {
        return Ok(strip_bytes(text, cut, left, right, eval.heap()));
    }
    let unwanted = |c: char| if cut.is_empty() { c.is_whitespace() } else { cut.contains(c) };
    if left {
        text = text.trim_start_matches(unwanted);
    }
    if right {
        text = text.trim_end_matches(unwanted);
    }
    Ok(eval.heap().alloc(text))
}

fn split<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>, right: bool) -> Outcome<'v> {
    call.count(0, 2)?;
    let most = usize::try_from(call.int_or(1, -1)?).ok();
    let text = text(this);
    let heap = eval.heap();
    let Some(separator) = call.get(0).filter(|separator| !separator.is_none()) else {
        return Ok(match most {
            None => list::new(heap, text.split_whitespace()),
            Some(most) if right => list::new(heap, fields_from_end(text, most)),
            Some(most) => list::new(heap, fields(text, most)),
        });
    };
    let Some(separator_text) = separator.unpack_str() else {
        return Err(message(format!("split: got {} for separator, want string", kinds::type_name(separator))));
    };
    if separator_text.is_empty() {
        return Err(message("split: empty separator"));
    }
    if is_escaped(separator_text) {
        let (wide, separator) = (Wide::of(text), Wide::of(separator_text));
        let parts = split_at(&wide.0, &separator.0, most, right);
        return Ok(list::new(heap, parts.into_iter().map(Wide::string)));
    }
    Ok(match most {
        None => list::new(heap, text.split(separator_text)),
        Some(_) => list::new(heap, split_at(text, separator_text, most, right)),
    })
}

/// The parts of a text between separators, of which not more than `most` count.
fn split_at<'t>(text: &'t str, separator: &str, most: Option<usize>, right: bool) -> Vec<&'t str> {
    match most {
        None => text.split(separator).collect(),
        Some(most) if right => {
            let mut parts: Vec<&str> = text.rsplitn(most.saturating_add(1), separator).collect();
            parts.reverse();
            parts
        }
        Some(most) => text.splitn(most.saturating_add(1), separator).collect(),
    }
}

/// A text with a character for each byte of a string: in it, parts of characters are found and cut off as well.
struct Wide(String);

impl Wide {
    fn of(string: &str) -> Wide {
        Wide(byte_text::to_bytes(string).iter().map(|byte| char::from(*byte)).collect())
    }

    /// The string that a part of such a text is made from.
    fn string(wide: &str) -> String {
        let bytes: Vec<u8> = wide.chars().filter_map(|c| u8::try_from(c).ok()).collect();
        byte_text::from_bytes(&bytes).into_owned()
    }
}

/// Words, but after `most` of them the rest of the text as it is.
fn fields(text: &str, most: usize) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if found.len() == most {
            found.push(rest);
            break;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        found.push(word);
        rest = after.trim_start();
    }
    found
}

/// Words from the end, but after `most` of them the rest of the text as it is.
fn fields_from_end(text: &str, most: usize) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_end();
    while !rest.is_empty() {
        if found.len() == most {
            found.push(rest);
            break;
        }
        let word = rest.rsplit(char::is_whitespace).next().unwrap_or(rest);
        found.push(word);
        rest = rest.get(..rest.len() - word.len()).unwrap_or_default().trim_end();
    }
    found.reverse();
    found
}

fn split_lines<'v>(this: Value<'v>, call: &Call<'v>, eval: &mut Eval<'v, '_, '_>) -> Outcome<'v> {
    call.count(0, 1)?;
    let keep_ends = call.bool_or(0, false)?;
    let lines = text(this).split_inclusive('\n');
    Ok(list::new(eval.heap(), lines.map(|line| if keep_ends { line } else { line.strip_suffix('\n').unwrap_or(line) })))
}

/// [`replace`] where parts of characters count.
fn replace_bytes<'v>(text: &str, old: &str, new: &str, most: usize, eval: &Eval<'v, '_, '_>) -> Outcome<'v> {
    let (text, old, new) = (byte_text::to_bytes(text), byte_text::to_bytes(old), byte_text::to_bytes(new));
    let mut result = Vec::with_capacity(text.len());
    let mut rest = &*text;
    let mut characters = byte_text::characters(&text);
    for _ in 0..most {
        // Between all characters there is an empty string to replace.
        let found = if old.is_empty() { Some(0) } else { rest.windows(old.len()).position(|window| *window == *old) };
        let Some(at) = found else { break };
        result.extend_from_slice(rest.get(..at).unwrap_or_default());
        result.extend_from_slice(&new);
        stopping::check_length(eval, "replace", result.len().saturating_add(rest.len()))?;
        rest = rest.get(at + old.len()..).unwrap_or_default();
        if old.is_empty() {
            let Some(character) = characters.next() else { break };
            result.extend_from_slice(character);
            rest = rest.get(character.len()..).unwrap_or_default();
        }
    }
    result.extend_from_slice(rest);
    Ok(from_bytes(&result, eval.heap()))
}

/// [`strip`] with an argument that has invalid UTF-8: ytt takes each such byte for U+FFFD.
fn strip_bytes<'v>(text: &str, cut: &str, left: bool, right: bool, heap: Heap<'v>) -> Value<'v> {
    let cut = byte_text::lossy(cut);
    let bytes = byte_text::to_bytes(text);
    let unwanted = |character: &[u8]| byte_text::lossy_bytes(character).chars().all(|c| cut.contains(c));
    let characters: Vec<&[u8]> = byte_text::characters(&bytes).collect();
    let mut rest = &characters[..];
    while let [first, after @ ..] = rest
        && left
        && unwanted(first)
    {
        rest = after;
    }
    while let [before @ .., last] = rest
        && right
        && unwanted(last)
    {
        rest = before;
    }
    from_bytes(&rest.concat(), heap)
}

/// Whether a string is a part of another.
pub(super) fn contains(text: &str, part: &str) -> bool {
    // A part that is text is found as text: its first byte begins a character at any position.
    if !is_escaped(part) {
        return text.contains(part);
    }
    first_of(&byte_text::to_bytes(text), &byte_text::to_bytes(part)).is_some()
}

/// The sum of two strings, if halves of a character may come together in it.
pub(super) fn sum_of_halves(x: Value<'_>, y: Value<'_>) -> Option<String> {
    let (x, y) = (x.unpack_str()?, y.unpack_str()?);
    byte_text::may_join(x, y).then(|| byte_text::joined([x, y].concat()))
}

/// A string of these bytes.
pub(super) fn from_bytes<'v>(bytes: &[u8], heap: Heap<'v>) -> Value<'v> {
    heap.alloc(&*byte_text::from_bytes(bytes))
}
