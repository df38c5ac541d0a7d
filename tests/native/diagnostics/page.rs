//! docs/diagnostics.md lists all kinds of problems. `UPDATE_DIAGNOSTICS=1 cargo test --test native diagnostics` writes it from the catalogue.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::{env, fs};

use ytterby::Code;
use ytterby::boundary::Request;

use super::catalogue::{Actual, LINT, actual, entries};
use super::entry::Entry;
use crate::golden::clock;
use crate::inputs;
use crate::markdown::escaped;

const HEAD: &str = "\
# Diagnostics

Each problem has a code with an [Explain page](../web/explain), a headline that says in the user's terms what is wrong, and ytt's message below it. The
headline is worded from the cause that is recorded where the error is created ([cause.rs](../crate/diagnostics/src/cause.rs),
[headline.rs](../crate/api/src/editor/headline.rs)), from ytt's sentence where that says all
([sentences.rs](../crate/api/src/editor/headline/sentences.rs)), or by a recogniser, which knows code that is wrong in a certain way
([recognisers.rs](../crate/api/src/editor/recognisers.rs)). Fixes are only offered if they certainly solve the problem.

This page is written by a test from the [catalogue](../tests/diagnostics/README.md), which says how to add a kind. It shows the first example of each.
";

#[test]
fn the_page_of_diagnostics_is_up_to_date() {
    let text = page();
    let path = inputs::repository().join("docs/diagnostics.md");
    if env::var_os("UPDATE_DIAGNOSTICS").is_some() {
        fs::write(&path, &text).expect("a page that can be written");
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    let how = "UPDATE_DIAGNOSTICS=1 cargo test --test native diagnostics";
    assert!(there == text, "docs/diagnostics.md is out of date: run {how}");
}

fn page() -> String {
    let mut text = HEAD.to_owned();
    for code in Code::all() {
        let rows = rows(code.as_str());
        let _ = write!(text, "\n## {code}: {}\n\n", escaped(code.description()));
        match code {
            Code::Internal => text.push_str("No input with this code is known.\n"),
            _ => text.push_str(&rows),
        }
    }
    let titles = ytterby_insight::lint(&Request::default(), &clock()).kinds;
    let _ = write!(text, "\n## Lints: {} kinds of probable mistakes that ytt accepts\n\n{}", titles.len(), rows(LINT));
    text
}

fn rows(code: &str) -> String {
    let mut text = "| Kind | What is wrong | Headline | Fixes |\n|---|---|---|---|\n".to_owned();
    for entry in entries().iter().filter(|entry| entry.code == code) {
        let Entry { kind, examples, .. } = entry;
        let first = &examples[0];
        let Actual { example, titles } = actual(entry, first).expect("an example as expected");
        let titles: BTreeSet<&str> = titles.iter().map(String::as_str).collect();
        let titles = titles.into_iter().map(cell).collect::<Vec<_>>().join("<br>");
        let (description, headline) = (cell(entry.description().trim_end_matches('.')), cell(&example.headline));
        let link = format!("../tests/diagnostics/{code}/{kind}.txtar");
        let _ = writeln!(text, "| [{kind}]({link}) | {description} | {headline} | {titles} |");
    }
    text
}

fn cell(text: &str) -> String {
    escaped(text).replace('|', "\\|")
}
