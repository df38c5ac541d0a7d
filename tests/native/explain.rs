//! The Explain pages: one for every code, with a wrong example that ends in that code and a right one that succeeds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;
use ytterby::Code;
use ytterby::boundary::{Content, Request, RequestFile};

use crate::golden::{clock, render};

/// The source of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    title: String,
    meaning: String,
    wrong: Example,
    right: Example,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    files: Vec<File>,
    #[serde(default)]
    args: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    path: String,
    content: String,
}

/// The exit status of an example, and the codes of its diagnostics and lints.
struct Outcome {
    exit_status: u8,
    codes: BTreeSet<String>,
}

fn outcome(example: &Example) -> Outcome {
    let files = example
        .files
        .iter()
        .map(|file| RequestFile { path: file.path.clone(), content: Content::Text(file.content.clone()) });
    let request = Request { files: files.collect(), args: example.args.clone(), ..Request::default() };
    let response = render(&request);
    let lints = ytterby_insight::lint(&request, &clock());
    let all = response.diagnostics.into_iter().chain(lints.diagnostics);
    Outcome { exit_status: response.exit_status, codes: all.map(|diagnostic| diagnostic.code).collect() }
}

fn pages() -> BTreeMap<String, Page> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/explain");
    let files = std::fs::read_dir(folder).expect("web/explain").map(|entry| entry.expect("a file").path());
    let page = |path: &Path| {
        let text = std::fs::read_to_string(path).expect("a text");
        serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    files.map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), page(&path))).collect()
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let lints = ytterby_insight::lint(&Request::default(), &clock()).kinds;
    // There is no example of an internal error.
    let codes: BTreeSet<String> = Code::all()
        .filter(|code| *code != Code::Internal)
        .map(|code| code.to_string())
        .chain(lints.into_iter().map(|kind| kind.code))
        .collect();
    let pages: BTreeSet<String> = pages().into_keys().collect();
    assert_eq!(codes, pages);
}

#[test]
fn wrong_examples_are_wrong_and_right_ones_are_right() {
    let mut failures = Vec::new();
    for (code, page) in pages() {
        let (wrong, right) = (outcome(&page.wrong), outcome(&page.right));
        if !wrong.codes.contains(&code) {
            failures.push(format!("{code}: the wrong example has {:?}", wrong.codes));
        }
        if wrong.codes.len() > 1 {
            failures.push(format!("{code}: the wrong example has more wrong than that: {:?}", wrong.codes));
        }
        if right.exit_status != 0 || !right.codes.is_empty() {
            failures.push(format!("{code}: the right example ends with {} and {:?}", right.exit_status, right.codes));
        }
        if page.title.trim().is_empty() || page.meaning.trim().is_empty() {
            failures.push(format!("{code}: there is nothing to read"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
