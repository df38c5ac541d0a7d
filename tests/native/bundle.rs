//! Bundles: a written bundle is parsed back to the same one, and any text is parsed or rejected. Also the bundles of the page's
//! examples and of docs/bundles.md.
//!
//! Bundles are generated deterministically. `BUNDLES=20000 cargo test --test native bundle` generates more of them.

use std::fs;
use std::panic::catch_unwind;

use ytterby::Plain;
use ytterby::boundary::Content;
use ytterby::bundle::{self, Args, Bundle, BundleEdit, BundleFile, BundleStep, BundleVariable, BundleVariant};
use ytterby::checks::Check;

use crate::random::Random;
use crate::{golden, inputs, lesson, number_from_env};

impl Random {
    fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    fn often(&mut self) -> bool {
        self.below(3) > 0
    }

    fn rarely(&mut self) -> bool {
        self.below(8) == 0
    }
}

/// Parts of texts: words that YAML does not read as strings, line breaks, and characters that are not allowed.
const PIECES: [&str; 70] = [
    "a", "b c", "kiln", ": ", ":", " #", "#@ ", "#! ", "- ", "-", "---", "...", "? ", "| ", "|", ">", "&a", "*a", "!x",
    "%", "@", "`", "[", "]", "{", "}", ",", "'", "\"", "\\", "null", "~", "true", "yes", "0", "1.5", "0x1f", "1e3",
    ".inf", "2024-01-01", "<<", "=", "\n", "\n", "\n", "\n", "\n\n", "\r\n", "\r\n", "\r", "\t", " ", "  ", "   \n",
    "\u{85}", "\u{2028}", "\u{2029}", "\u{feff}", "\u{0}", "\u{1b}", "\u{7f}", "\u{9f}", "\u{a0}", "é", "窯",
    "\u{1f525}", "\u{fffe}", "\u{ffff}", "\u{10ffff}", "\u{d7ff}",
];

fn text(numbers: &mut Random) -> String {
    match numbers.below(60) {
        0..3 => String::new(),
        // Longer than YAML allows for a simple key.
        3 => numbers.of(&PIECES).repeat(numbers.below(3000)),
        4 | 5 => "line\n".repeat(numbers.below(200)),
        6..9 => "dos\r\n".repeat(numbers.below(20)),
        _ => (0..numbers.below(12)).map(|_| *numbers.of(&PIECES)).collect(),
    }
}

fn texts(numbers: &mut Random) -> Vec<String> {
    (0..numbers.below(4)).map(|_| text(numbers)).collect()
}

fn content(numbers: &mut Random) -> Content {
    let mut bytes = text(numbers).into_bytes();
    if numbers.rarely() {
        bytes.extend((0..numbers.below(400)).map(|_| numbers.below(256) as u8));
    }
    Content::from_bytes(bytes)
}

fn args(numbers: &mut Random) -> Args {
    if numbers.often() { Args::Line(text(numbers)) } else { Args::Words(texts(numbers)) }
}

fn variables(numbers: &mut Random) -> Vec<BundleVariable> {
    let name = |numbers: &mut Random| match numbers.often() {
        true => (*numbers.of(&["A", "B", "", "A=B", "C D"])).to_owned(),
        false => text(numbers),
    };
    (0..numbers.below(4)).map(|_| BundleVariable { name: name(numbers), value: text(numbers) }).collect()
}

fn data(numbers: &mut Random, depth: usize) -> serde_json::Value {
    match numbers.below(if depth == 0 { 5 } else { 7 }) {
        0 => serde_json::Value::Null,
        1 => numbers.often().into(),
        2 => (numbers.below(2000) as i64 - 1000).into(),
        3 => (numbers.below(2000) as f64 / 16.0 + 0.0625).into(),
        4 => text(numbers).into(),
        5 => (0..numbers.below(4)).map(|_| data(numbers, depth - 1)).collect(),
        _ => {
            let entries = (0..numbers.below(4)).map(|_| (text(numbers), data(numbers, depth - 1)));
            serde_json::Value::Object(entries.collect())
        }
    }
}

/// Through the boundary, where a whole number is an integer.
fn plain(numbers: &mut Random) -> Plain {
    serde_json::from_value(data(numbers, 3)).expect("data")
}

fn check(numbers: &mut Random) -> Check {
    let given = |numbers: &mut Random| numbers.rarely().then(|| text(numbers));
    Check {
        title: given(numbers).unwrap_or_default(),
        output: given(numbers),
        at: given(numbers),
        document: numbers.rarely().then(|| numbers.below(9) as u32),
        is: numbers.often().then(|| plain(numbers)),
        not: numbers.rarely().then(|| plain(numbers)),
        has: numbers.rarely().then(|| plain(numbers)),
        least: numbers.rarely().then(|| numbers.below(9) as u32),
        lines: numbers.rarely().then(|| numbers.below(9) as u32),
        documents: numbers.rarely().then(|| numbers.below(9) as u32),
        contains: given(numbers),
        value: given(numbers),
        violation: given(numbers),
        says: given(numbers),
        error: given(numbers),
        passes: numbers.rarely().then(|| numbers.often()),
        unreadable: None,
    }
}

fn variant(numbers: &mut Random) -> BundleVariant {
    BundleVariant { name: text(numbers), args: args(numbers), env: variables(numbers), without: texts(numbers) }
}

fn edit(numbers: &mut Random) -> BundleEdit {
    let mut some = || Some(text(numbers));
    match some().map_or(0, |text| text.len() % 3) {
        0 => BundleEdit { file: some(), replace: some().map(|text| text + "x"), with: some(), ..BundleEdit::default() },
        1 => BundleEdit { file: some(), content: some(), ..BundleEdit::default() },
        _ => BundleEdit { args: Some(args(numbers)), ..BundleEdit::default() },
    }
}

fn step(numbers: &mut Random) -> BundleStep {
    let edits = numbers.below(3);
    let checks = if edits > 0 { 1 + numbers.below(2) } else { 0 };
    BundleStep {
        text: text(numbers),
        edits: (0..edits).map(|_| edit(numbers)).collect(),
        done: (0..checks).map(|_| check(numbers)).collect(),
    }
}

fn generated(seed: usize) -> Bundle {
    let numbers = &mut Random(seed as u64);
    let path = |numbers: &mut Random| match numbers.often() {
        true => (*numbers.of(&["a.yml", "lib/b.star", "0", "ä b.txt", "-", ".."])).to_owned(),
        false => text(numbers),
    };
    let files: Vec<BundleFile> =
        (0..numbers.below(5)).map(|_| BundleFile { path: path(numbers), content: content(numbers) }).collect();
    Bundle {
        title: text(numbers),
        description: text(numbers),
        lesson: text(numbers),
        topics: texts(numbers),
        official: texts(numbers),
        args: args(numbers),
        env: variables(numbers),
        steps: (0..numbers.below(3)).map(|_| step(numbers)).collect(),
        checks: (0..numbers.below(4)).map(|_| check(numbers)).collect(),
        variants: (0..numbers.below(3)).map(|_| variant(numbers)).collect(),
        open: numbers.below(files.len()) as u32,
        view: text(numbers),
        files,
    }
}

fn count() -> usize {
    number_from_env("BUNDLES", 1000)
}

#[test]
fn bundles_round_trip() {
    for seed in 0..count() {
        let bundle = generated(seed);
        let text = bundle::write(&bundle);
        match bundle::read(&text) {
            Ok(read) => assert_eq!(read, bundle, "{seed}:\n{text}"),
            Err(problem) => panic!("{seed}: {problem}\n{text}"),
        }
    }
}

/// The bundle after passing the boundary.
#[test]
fn bundles_are_the_same_on_both_sides_of_the_boundary() {
    for seed in 0..count() / 4 {
        let bundle = generated(seed);
        let json = serde_json::to_string(&bundle).expect("json");
        let read: Bundle = serde_json::from_str(&json).expect(&json);
        assert_eq!(read.checks, bundle.checks, "{seed}");
        assert_eq!(read.steps, bundle.steps, "{seed}");
        assert_eq!(read, bundle, "{seed}");
    }
}

#[test]
fn any_text_is_parsed_or_rejected() {
    let numbers = &mut Random(7);
    for seed in 0..count() * 3 {
        let mut text: Vec<char> = bundle::write(&generated(seed % 200)).chars().collect();
        for _ in 0..=numbers.below(4) {
            let at = numbers.below(text.len() + 1);
            let end = (at + numbers.below(9)).min(text.len());
            let piece: Vec<char> = numbers.of(&PIECES).chars().collect();
            match numbers.below(4) {
                0 => drop(text.drain(at..end)),
                1 => drop(text.splice(at..end, piece)),
                2 => text.truncate(at),
                _ => drop(text.splice(at..at, piece)),
            }
        }
        let text: String = text.into_iter().collect();
        let read = catch_unwind(|| bundle::read(&text)).unwrap_or_else(|_| panic!("{seed}: panicked on\n{text}"));
        match read {
            // A bundle that was read can be written and read again.
            Ok(read) => assert_eq!(bundle::read(&bundle::write(&read)), Ok(read), "{seed}:\n{text}"),
            Err(problem) => {
                assert!(!problem.message.trim().is_empty(), "{seed}:\n{text}");
                let lines = text.split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']).count() as u32;
                // If something is missing at the end, the position is the line after it.
                assert!(problem.line.is_none_or(|line| line >= 1 && line <= lines + 1), "{seed}: {problem:?}\n{text}");
            }
        }
    }
}

#[test]
fn examples_round_trip() {
    for input in inputs::examples() {
        let text = fs::read_to_string(&input.path).expect(&input.name);
        let bundle = bundle::read(&text).unwrap_or_else(|problem| panic!("{}: {problem}", input.name));
        assert_eq!(bundle::read(&bundle::write(&bundle)), Ok(bundle), "{}", input.name);
    }
}

#[test]
fn the_documented_example_is_valid() {
    let page = include_str!("../../docs/bundles.md");
    let (_, rest) = page.split_once("```yaml\n").expect("an example");
    let (text, _) = rest.split_once("```").expect("its end");
    let bundle = bundle::read(text).expect(text);
    assert_eq!(bundle::read(&bundle::write(&bundle)).as_ref(), Ok(&bundle));
    let response = golden::render(&bundle.request().expect("a command line"));
    assert_eq!(response.checks.len(), bundle.checks.len());
    assert!(response.checks.iter().all(|check| check.passed), "{:?}", response.checks);
    assert_eq!(lesson::problems(&bundle, golden::render), Vec::<String>::new());
    // The documentation has every field.
    for field in serde_json::to_value(&bundle).expect("json").as_object().expect("fields").keys() {
        assert!(page.contains(&format!("`{field}`")), "{field}");
    }
}
