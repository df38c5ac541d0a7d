//! docs/diagnostics.md lists all codes with headlines and fixes. `UPDATE_DOCS=1 cargo test --test native table` writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::{env, fs};

use ytterby::Code;
use ytterby::boundary::{Diagnostic, Request};

use super::{corrected, examples, headlines, several_files};
use crate::inputs;
use crate::markdown::escaped;

const HEAD: &str = "\
# Diagnostics

Each problem has a code, a headline that says in the user's terms what is wrong, and ytt's message below it. The headline follows from the
code and the cause that is recorded where the error is created ([cause.rs](../crate/text/src/diagnostics/cause.rs),
[headline.rs](../crate/api/src/editor/headline.rs)), or from ytt's sentence where that says all
([sentences.rs](../crate/api/src/editor/headline/sentences.rs)). Otherwise it is the description of the code. Fixes are only offered if they
certainly solve the problem.

This page is written by a test ([table.rs](../tests/native/diagnostics/table.rs)) from its examples.
";

/// The headlines and the titles of fixes of a code.
#[derive(Default)]
struct Row {
    headlines: BTreeSet<String>,
    fixes: BTreeSet<String>,
}

#[test]
fn the_table_of_codes_is_up_to_date() {
    let text = table();
    let path = inputs::repository().join("docs/diagnostics.md");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &text).expect("a page that can be written");
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == text, "docs/diagnostics.md is out of date: run UPDATE_DOCS=1 cargo test --test native table");
}

fn table() -> String {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let examples = examples::requests().into_iter();
    let requests: Vec<Request> = examples
        .chain(headlines::mistakes().into_iter().map(|mistake| mistake.request))
        .chain(corrected::requests())
        .chain(several_files::requests())
        .collect();
    for Diagnostic { code, headline, fixes, .. } in requests.iter().flat_map(headlines::diagnostics) {
        let row = rows.entry(code).or_default();
        row.headlines.insert(headline);
        row.fixes.extend(fixes.into_iter().map(|fix| fix.title));
    }
    let mut text = HEAD.to_owned();
    for code in Code::all() {
        let row = rows.remove(code.as_str()).unwrap_or_default();
        let description = code.description();
        let _ = write!(text, "\n## {code}\n\n{description}.\n");
        let specific: Vec<&String> = row.headlines.iter().filter(|headline| *headline != description).collect();
        if !specific.is_empty() {
            text.push_str("\nHeadlines:\n\n");
            specific.iter().for_each(|headline| _ = writeln!(text, "- {}", escaped(headline)));
        }
        if !row.fixes.is_empty() {
            text.push_str("\nFixes:\n\n");
            row.fixes.iter().for_each(|title| _ = writeln!(text, "- {}", escaped(title)));
        }
    }
    text
}
