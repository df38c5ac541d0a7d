//! Entries of the catalogue of diagnostics, `tests/diagnostics/CODE/KIND.txtar`. tests/diagnostics/README.md describes the format.
//!
//! This file knows nothing of the engine: unit tests of `crate/api` read the catalogue, too.

use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

/// A kind of problem.
pub(crate) struct Entry {
    /// The folder: a code, or `lint`.
    pub(crate) code: String,
    /// The name of the file.
    pub(crate) kind: String,
    /// The lines before the first example: a description, and the `cause` or the `recogniser`.
    pub(crate) head: Vec<String>,
    pub(crate) examples: Vec<Example>,
}

/// A playground with one problem of this kind.
#[derive(Clone)]
pub(crate) struct Example {
    pub(crate) headline: String,
    /// The lines before the first file: comments, `args` and `limits`.
    pub(crate) head: Vec<String>,
    /// Paths, and texts with marks.
    pub(crate) files: Vec<(String, String)>,
    /// Everything else that the diagnostic has.
    pub(crate) expected: String,
}

/// All entries in a folder, sorted by code and kind.
pub(crate) fn read(folder: &Path) -> Vec<Entry> {
    let names = |folder: &Path| -> io::Result<Vec<String>> {
        let mut names: Vec<String> = fs::read_dir(folder)?
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
            .collect::<io::Result<_>>()?;
        names.sort();
        Ok(names)
    };
    let readable = "the catalogue can be read";
    let mut entries = Vec::new();
    for code in names(folder).expect(readable).into_iter().filter(|name| !name.contains('.')) {
        for file in names(&folder.join(&code)).expect(readable) {
            let kind = file.strip_suffix(".txtar").unwrap_or_else(|| panic!("{file} is not a .txtar")).to_owned();
            let text = fs::read_to_string(folder.join(&code).join(&file)).expect(readable);
            let (head, examples) = parse(&text);
            entries.push(Entry { code: code.clone(), kind, head, examples });
        }
    }
    assert!(entries.len() > 100, "{} entries in {}", entries.len(), folder.display());
    entries
}

fn parse(text: &str) -> (Vec<String>, Vec<Example>) {
    let (mut head, mut examples): (Vec<String>, Vec<Example>) = (Vec::new(), Vec::new());
    let mut in_section = false;
    for line in text.split_inclusive('\n') {
        let words = line.trim_end_matches('\n');
        if let Some(headline) = words.strip_prefix("== ") {
            let headline = headline.to_owned();
            examples.push(Example { headline, head: Vec::new(), files: Vec::new(), expected: String::new() });
            in_section = false;
            continue;
        }
        let Some(example) = examples.last_mut() else {
            head.push(words.to_owned());
            continue;
        };
        if let Some(name) = words.strip_prefix("-- ").and_then(|rest| rest.strip_suffix(" --")) {
            example.files.push((name.to_owned(), String::new()));
            in_section = true;
        } else if in_section {
            example.files.last_mut().expect("a section").1.push_str(line);
        } else {
            example.head.push(words.to_owned());
        }
    }
    head.retain(|line| !line.is_empty());
    for example in &mut examples {
        // A blank line separates examples.
        let expected = example.files.pop_if(|(name, _)| name == "expect").unwrap_or_default().1;
        example.expected = format!("{}\n", expected.trim_end());
        example.head.retain(|line| !line.is_empty());
        for (name, text) in &mut example.files {
            if let Some(path) = name.strip_suffix(NO_NEWLINE) {
                *name = path.to_owned();
                text.pop();
            }
        }
    }
    (head, examples)
}

/// The end of the name of a file without a line break at its end.
const NO_NEWLINE: &str = " (no newline)";

impl Entry {
    /// Its name in messages.
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.code, self.kind)
    }

    /// The value of a line `key: value` of its head.
    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        value(&self.head, key)
    }

    /// The kind in a sentence.
    pub(crate) fn description(&self) -> String {
        let lines: Vec<&str> = self.head.iter().filter_map(|line| line.strip_prefix("# ")).collect();
        lines.join(" ")
    }

    /// The text of its file.
    pub(crate) fn text(&self) -> String {
        let mut text = self.head.join("\n");
        text.push('\n');
        for Example { headline, head, files, expected } in &self.examples {
            let _ = write!(text, "\n== {headline}\n");
            head.iter().for_each(|line| _ = writeln!(text, "{line}"));
            for (path, content) in files {
                let end = if content.is_empty() || content.ends_with('\n') { "" } else { NO_NEWLINE };
                let _ = write!(text, "-- {path}{end} --\n{content}");
                if !end.is_empty() {
                    text.push('\n');
                }
            }
            let _ = write!(text, "-- expect --\n{expected}");
        }
        text
    }
}

impl Example {
    /// The value of a line `key: value` of its head.
    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        value(&self.head, key)
    }

    /// The command line.
    pub(crate) fn args(&self) -> Vec<String> {
        self.value("args").unwrap_or_default().split_whitespace().map(str::to_owned).collect()
    }

    /// Its files without marks.
    pub(crate) fn unmarked(&self) -> Vec<(String, String)> {
        self.files.iter().map(|(path, text)| (path.clone(), unmarked(text))).collect()
    }
}

fn value<'l>(lines: &'l [String], key: &str) -> Option<&'l str> {
    lines.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
}

/// Removes the marks from a text: `⟦…⟧`, and `⟪label:…⟫`, where a colon before a space is part of the label.
fn unmarked(marked: &str) -> String {
    let mut text = String::new();
    let mut rest = marked.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '⟦' | '⟧' | '⟫' => {}
            '⟪' => while rest.next().is_some_and(|c| c != ':' || rest.peek() == Some(&' ')) {},
            c => text.push(c),
        }
    }
    text
}
