//! docs/ytt-version.md: the version of ytt that is followed, what is not known of it, and the differences, which are the cases of
//! `tests/differences`. The page shows it. `UPDATE_DOCS=1 cargo test --test native version_page` writes it.

use std::path::Path;
use std::{env, fs};

use ytterby::boundary::{Request, Response};

use crate::golden::render;
use crate::inputs;
use crate::markdown::escaped;

const UNKNOWN: &str = "\
The newest complete source code of ytt that was available is that of 0.48 (March 2024). Later changes are known from release notes, pull
requests with their tests, and newer versions of single files and libraries. They do not say:

- The name of a flag, added in 0.54, with which a file mark with a wildcard may match no file. Ytterby has no such flag.
- The text of some error messages that 0.55.3 corrects. Ytterby prints those of 0.48.
- Whether `-o pos` changed for texts with `%`. Ytterby prints what 0.48 prints.
";

#[test]
fn the_page_about_the_version_is_up_to_date() {
    let text = page();
    let path = inputs::repository().join("docs/ytt-version.md");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &text).expect("a page that can be written");
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == text,
        "docs/ytt-version.md is out of date: run UPDATE_DOCS=1 cargo test --test native version_page"
    );
}

fn page() -> String {
    let version = version();
    let differences: String = differences().iter().map(|line| format!("- {}\n", escaped(line))).collect();
    format!(
        "\
# ytt {version}

Ytterby follows ytt {version}: the same output, messages and exit status, byte for byte, except for what this page lists.

## What is not known of this version

{UNKNOWN}
## Known differences

{differences}"
    )
}

/// The version that the engine prints.
fn version() -> String {
    let request = Request { args: vec!["version".to_owned()], ..Request::default() };
    let Response { stdout, .. } = render(&request);
    stdout.trim().strip_prefix("ytt version ").expect("the version of ytt").to_owned()
}

/// The first sentence of each case, in the order of their names, except for cases that are as in another one.
fn differences() -> Vec<String> {
    let cases = inputs::own_cases().into_iter().filter(|case| case.name.starts_with("differences/"));
    // A case may have input that is not UTF-8.
    let text = |path: &Path| String::from_utf8_lossy(&fs::read(path).expect("a case")).into_owned();
    let sentences = cases.map(|case| first_sentence(&description(&text(&case.path))));
    // Others are variants.
    sentences.filter(|sentence| !sentence.starts_with("As in ")).collect()
}

/// The comment that a case begins with, in one line.
fn description(case: &str) -> String {
    let lines: Vec<&str> = case.lines().map_while(|line| line.strip_prefix('#')).map(str::trim).collect();
    lines.join(" ")
}

/// Up to a period before a capital letter, or before ytt's name.
fn first_sentence(text: &str) -> String {
    let mut ends = text.match_indices(". ").map(|(at, _)| at);
    let end = ends
        .find(|at| text[at + 2..].starts_with(|next: char| next.is_uppercase()) || text[at + 2..].starts_with("ytt "));
    format!("{}.", text[..end.unwrap_or(text.len())].trim_end_matches('.'))
}

#[test]
fn sentences() {
    assert_eq!(first_sentence("Of `a. b`, e.g. one. The rest"), "Of `a. b`, e.g. one.");
    assert_eq!(first_sentence("All of it"), "All of it.");
    assert_eq!(first_sentence("One. ytt has two"), "One.");
    assert_eq!(description("# One\n# line\nargs: -v a\n# no\n"), "One line");
}
