//! Compares the reader and the printer with ytt and with each other.
//!
//! The tables contain inputs and ytt's results. Generated inputs never panic, printed trees are read back as the same trees, and
//! another YAML reader finds the same values in them.

mod limits;
mod places;

use std::sync::Arc;

use super::node::Node;
use super::printer::{PrintedLine, print, print_value, print_with_nodes};
use super::reader::{ReadOptions, read};
use super::tree::{DocumentSet, Map, MapItem, Meta, Value};
use crate::diagnostics::report;
use crate::positions::{Position, Source};

pub(super) fn read_text(text: &str) -> Result<DocumentSet, String> {
    read_with(text, &ReadOptions::default())
}

pub(super) fn read_with(text: &str, options: &ReadOptions) -> Result<DocumentSet, String> {
    read(&source(text), text.as_bytes(), options).map_err(|error| report::text(&error))
}

pub(super) fn source(text: &str) -> Arc<Source> {
    Source::new("f.yml", text)
}

/// The output of ytt for a plain file, or `! ` and its error.
fn answer(text: &str, options: &ReadOptions) -> String {
    match read_with(text, options) {
        Ok(mut documents) => {
            documents.override_map_keys();
            print(&documents.items)
        }
        Err(error) => format!("! {error}"),
    }
}

/// The rows of a table: two JSON strings, with a tab between them.
fn rows(table: &str) -> Vec<(String, String)> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let text = |json: &str| serde_json::from_str::<String>(json).expect("a JSON string");
    let row = |line: &str| line.split_once('\t').map(|(left, right)| (text(left), text(right)));
    lines.map(|line| row(line).expect("two columns")).collect()
}

fn check(table: &str, at_least: usize, answer: impl Fn(&str) -> String) {
    let rows = rows(table);
    assert!(rows.len() >= at_least, "the table has shrunk to {} rows", rows.len());
    for (input, expected) in rows {
        assert_eq!(answer(&input), expected, "for {input:?}");
    }
}

#[test]
fn scalars_are_resolved_as_by_ytt() {
    check(include_str!("scalars.tsv"), 260, |text| answer(text, &ReadOptions::default()));
}

#[test]
fn strict_scalars_are_resolved_as_by_ytt() {
    let strict = ReadOptions { strict: true, ..ReadOptions::default() };
    check(include_str!("scalars_strict.tsv"), 260, |text| answer(text, &strict));
}

#[test]
fn structures_are_printed_as_by_ytt() {
    check(include_str!("structures.tsv"), 70, |text| answer(text, &ReadOptions::default()));
}

#[test]
fn unusual_and_invalid_documents_are_read_as_by_ytt() {
    check(include_str!("documents.tsv"), 120, |text| answer(text, &ReadOptions::default()));
}

#[test]
fn strings_are_printed_as_by_ytt() {
    check(include_str!("strings.tsv"), 180, |text| {
        let string = Value::str(text);
        let item = |key: Value, value: Value| MapItem { key, value, meta: Meta::default() };
        let list = read_text("- x\n- - k:\n    - x\n").expect("a list").items.remove(0).into_content().value;
        let items = vec![
            item(Value::str("v"), string.clone()),
            item(string.clone(), Value::Int(1)),
            item(Value::str("l"), replace_strings(list, &string)),
        ];
        let root = Value::Map(Node::new(Map::new(items, Position::unknown())));
        format!("{}---\n{}", print_value(&root), print_value(&string))
    });
}

/// The tree with all strings but keys replaced.
fn replace_strings(value: Value, by: &Value) -> Value {
    match value {
        Value::Str(_) => by.clone(),
        Value::Array(array) => {
            for item in &array.borrow().items {
                let mut item = item.borrow_mut();
                item.value = replace_strings(std::mem::take(&mut item.value), by);
            }
            Value::Array(array)
        }
        Value::Map(map) => {
            for item in &map.borrow().items {
                let mut item = item.borrow_mut();
                item.value = replace_strings(std::mem::take(&mut item.value), by);
            }
            Value::Map(map)
        }
        other => other,
    }
}

/// For errors in line 0, on which ytt crashes, the message for line 1.
#[test]
fn errors_on_which_ytt_crashes_are_in_line_1() {
    for (text, problem) in [
        ("a: ]\n", "did not find expected node content"),
        (":\n", "did not find expected key"),
        ("[a?b]\n", "did not find expected ',' or ']'"),
        ("{a?b: 1}\n", "did not find expected ',' or '}'"),
        ("a: !e!x 1\n", "found undefined tag handle"),
        ("%YAML 1.2\n---\na: 1\n", "found incompatible YAML document"),
    ] {
        assert_eq!(read_text(text), Err(format!("yaml: line 1: {problem}")), "for {text:?}");
    }
    assert!(read_text("a: 1\rb: 2\r").is_ok());
}

#[test]
fn invalid_utf8_is_rejected_as_by_ytt() {
    for (bytes, problem) in [
        (&b"a: \x01\n"[..], "control characters are not allowed"),
        (b"a: \x7f\n", "control characters are not allowed"),
        (b"a: \xff\n", "invalid leading UTF-8 octet"),
        (b"a: \xc3", "incomplete UTF-8 octet sequence"),
        (b"a: \xc3(\n", "invalid trailing UTF-8 octet"),
        (b"a: \xc0\x80\n", "invalid length of a UTF-8 sequence"),
        (b"a: \xed\xa0\x80\n", "invalid Unicode character"),
        (b"a: caf\xe9\n", "incomplete UTF-8 octet sequence"),
        (b"\xff\xfea\x00", "invalid leading UTF-8 octet"),
        // Either error may be the first.
        (b"a: \"\\q more\"\n\xc3", "line 1: found unknown escape character"),
    ] {
        let source = source(&String::from_utf8_lossy(bytes));
        let error = read(&source, bytes, &ReadOptions::default()).map_err(|error| report::text(&error));
        assert_eq!(error, Err(format!("yaml: {problem}")), "for {bytes:?}");
    }
}

#[test]
fn printed_lines_have_nodes() {
    let set = read_text("a:\n- b: |\n    x\n\n    y\n---\n{}\n---\n- c\n").expect("valid");
    let (text, lines) = print_with_nodes(&set.items, usize::MAX);
    assert_eq!(text, "a:\n- b: |\n    x\n\n    y\n---\n- c\n");
    assert_eq!(text, print(&set.items));
    let line = |line: &PrintedLine| line.node.as_ref().map_or(0, |node| node.meta().position.line()) + line.below;
    assert_eq!(lines.iter().map(line).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 8, 9]);
}

/// A deterministic source of random numbers.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

const PIECES: &[&str] = &[
    "\n", "\n  ", "\n- ", "- ", ": ", ":", "? ", "{", "}", "[", "]", ", ", ",", "#", " # c", "#@ x", "\"", "'", "|",
    ">", "|-\n  ", ">+\n ", "|2", "&a ", "*a", "!t ", "!!int ", "!", "!!str", "!a,", "%", "%YAML 1.1\n", "%YAML 1.2\n",
    "%TAG ! x\n", "---\n", "--- ", "...\n", "\t", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{feff}", "\\", "\\/", "\\'",
    "\\n", "\\x41", "~", "null", "1", "0x1", "yes", "<<: ", "<<: *a\n", "@", "`", "a", "a: 1\n", "key: v", " ", "   ",
    "é", "😀", "[a:", "a?b", "{\"a\":", "!<x>,", "''", "2020-01-01", "1e3", "1:30", ".5", "-", "=", "\n\n",
    "\n #@ y\n",
];

fn generated(numbers: &mut Numbers) -> String {
    (0..numbers.below(14) + 1).map(|_| PIECES[numbers.below(PIECES.len())]).collect()
}

/// Printed trees are read back as the same trees, except, as in ytt, those with line and paragraph separators, a key `<<`, or arrays
/// in keys.
fn comes_back(value: &Value) -> bool {
    match value {
        Value::Str(text) => !text.contains(['\u{2028}', '\u{2029}']),
        Value::Map(map) => map.borrow().iter().all(|item| {
            let key = item.key.as_str().is_none_or(|key| key != "<<" && key.len() < 300);
            let is_collection = matches!(item.key, Value::Map(_) | Value::Array(_));
            key && !is_collection && comes_back(&item.key) && comes_back(&item.value)
        }),
        Value::Array(array) => array.borrow().iter().all(|item| comes_back(&item.value)),
        Value::Float(number) => !number.is_nan(),
        _ => true,
    }
}

/// The tree that is expected back: integral floats become integers, and there are no comments.
fn as_printed(value: &mut Value) {
    match value {
        Value::Float(number) => {
            let text = super::printer::float(*number);
            *value = match text.parse::<i64>() {
                Ok(integer) => Value::Int(integer),
                Err(_) => Value::Float(*number),
            };
        }
        Value::Map(map) => {
            for item in &map.borrow().items {
                let item = &mut *item.borrow_mut();
                item.meta = Meta::default();
                as_printed(&mut item.key);
                as_printed(&mut item.value);
            }
        }
        Value::Array(array) => {
            for item in &array.borrow().items {
                let item = &mut *item.borrow_mut();
                item.meta = Meta::default();
                as_printed(&mut item.value);
            }
        }
        _ => {}
    }
}

#[test]
fn generated_documents_never_panic_and_round_trip() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let mut compared = 0;
    for _ in 0..20_000 {
        let text = generated(&mut numbers);
        let Ok(mut set) = read_text(&text) else { continue };
        set.override_map_keys();
        let printed = print(&set.items);
        let documents: Vec<_> = set.items.iter().filter(|document| !document.borrow().is_empty()).collect();
        if !documents.iter().all(|document| comes_back(&document.borrow().value)) {
            continue;
        }
        let again = read_text(&printed).unwrap_or_else(|error| panic!("{text:?} printed {printed:?}: {error}"));
        assert_eq!(print(&again.items), printed, "for {text:?}");
        for (document, again) in documents.into_iter().zip(&again.items) {
            let (mut document, mut again) = (document.borrow_mut(), again.borrow_mut());
            as_printed(&mut document.value);
            as_printed(&mut again.value);
            assert_eq!(document.value, again.value, "{text:?} printed {printed:?}");
        }
        compared += 1;
    }
    assert!(compared > 2000, "only {compared} documents were compared");
}

/// An independent reader finds the same strings and structure in printed trees.
#[test]
fn another_yaml_reader_reads_the_same() {
    let mut compared = 0;
    for (text, _) in rows(include_str!("structures.tsv")).into_iter().chain(rows(include_str!("strings.tsv"))) {
        let value = match read_text(&text) {
            Ok(set) if set.items.len() == 1 && text.ends_with('\n') => set.items[0].borrow().value.clone(),
            _ => Value::str(text.as_str()),
        };
        // It has no binary data, reads other line breaks as text, and has no null documents.
        if !comes_back(&value) || text.contains("!!binary") || text.contains("? -") {
            continue;
        }
        let printed = print_value(&value);
        let other: serde_yaml::Value =
            serde_yaml::from_str(&printed).unwrap_or_else(|error| panic!("{printed:?}: {error}"));
        assert!(agrees(&value, &other), "{printed:?} is read as {other:?}");
        compared += 1;
    }
    assert!(compared > 200, "only {compared} values were compared");
}

fn agrees(ours: &Value, other: &serde_yaml::Value) -> bool {
    use serde_yaml::Value as Other;
    match (ours, other) {
        (Value::Null, Other::Null) => true,
        (Value::Bool(ours), Other::Bool(other)) => ours == other,
        (Value::Str(ours), Other::String(other)) => **ours == **other,
        (Value::Int(_) | Value::UInt(_) | Value::Float(_), Other::Number(other)) => {
            let number = match ours {
                Value::Int(number) => *number as f64,
                Value::UInt(number) => *number as f64,
                Value::Float(number) => *number,
                _ => return false,
            };
            other.as_f64().is_some_and(|other| other == number || other.is_nan() && number.is_nan())
        }
        (Value::Array(ours), Other::Sequence(other)) => {
            let ours = ours.borrow();
            ours.items.len() == other.len() && ours.iter().zip(other).all(|(ours, other)| agrees(&ours.value, other))
        }
        (Value::Map(ours), Other::Mapping(other)) => {
            let ours = ours.borrow();
            ours.items.len() == other.len()
                && ours
                    .iter()
                    .zip(other)
                    .all(|(ours, (key, value))| agrees(&ours.key, key) && agrees(&ours.value, value))
        }
        _ => false,
    }
}
