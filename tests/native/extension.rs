//! The extension `schema-proposal`: how it is enabled, and that it does not change the response of cases that do not use it.

use std::rc::Rc;

use ytterby::boundary::{Request, RequestFile, Response};

use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases, peer_cases, render, text_of};

/// Parts of texts with a meaning that depends on the extension.
const WORDS: [&str; 15] = [
    "@schema\n", "one_of=", "or_inferred=", "schema/any-key", "schema/definition", "schema/deprecated", "schema/doc",
    "schema/example ", "schema/key", "schema/removed", "schema/validate ", "@ytt:schema", "@ytt:spelling", "decodable",
    "is_valid",
];

/// Parts of reports about input that the extension accepts, or rejects with another message.
const REFUSED: [&str; 3] = ["--schema-inspect", "--enable-extension", "@schema/type "];

fn uses_it(golden: &Golden) -> bool {
    let mut texts = golden.request.files.iter().filter_map(|file| text_of(&golden.request, &file.path));
    texts.any(|text| WORDS.iter().any(|word| text.contains(word)))
        || REFUSED.iter().any(|word| golden.response.report.contains(word))
}

fn compared(response: &Response) -> impl PartialEq + '_ {
    (response.exit_status, &response.files, &response.stdout, &response.prints, &response.report)
}

fn check(golden: &Golden, found: &mut Findings) {
    if !golden.request.extensions.is_empty() || uses_it(golden) {
        return;
    }
    let with = render(&Request { extensions: vec!["schema-proposal".to_owned()], ..golden.request.clone() });
    if compared(&golden.response) == compared(&with) { found.count("the same") } else { found.wrong("differs") }
}

#[test]
fn the_extension_does_not_change_other_cases() {
    check_all(cases(), check).at_least(&[("the same", 1250)]);
    check_all(peer_cases(), check);
}

fn render_with(extensions: &[&str], args: &[&str]) -> Response {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let file = RequestFile { path: "a.yml".to_owned(), content: "#@schema\n---\na: 1\n".to_owned().into() };
    let request = Request { files: vec![file], args: owned(args), extensions: owned(extensions), ..Request::default() };
    ytterby::render(&request, Rc::new(|| 0.0))
}

#[test]
fn requests_and_flags_enable_extensions() {
    let flag = ["--enable-extension", "schema-proposal"];
    // Without it the document is one of the output.
    assert_eq!((render_with(&[], &[]).stdout.as_str(), render_with(&[], &[]).schema), ("a: 1\n", None));
    for response in
        [render_with(&["schema-proposal"], &[]), render_with(&[], &flag), render_with(&["schema-proposal"], &flag)]
    {
        assert_eq!((response.exit_status, response.stdout.as_str(), response.schema.is_some()), (0, "", true));
    }
}

#[test]
fn unknown_extensions_are_rejected() {
    let expected = "ytt: Error: Unknown extension 'schema' (there is: schema-proposal)\n";
    assert_eq!(render_with(&["schema"], &[]).report, expected);
    assert_eq!(render_with(&[], &["--enable-extension=schema"]).report, expected);
}

#[test]
fn flags_of_the_extension_are_unknown_without_it() {
    assert_eq!(render_with(&[], &["--schema-inspect"]).report, "ytt: Error: unknown flag: --schema-inspect\n");
    assert!(render_with(&["schema-proposal"], &["--schema-inspect"]).stdout.starts_with("schema:\n"));
    let help = |args: &[&str]| render_with(&[], args).stdout.contains("--schema-inspect");
    assert!(!help(&["--help"]) && help(&["--enable-extension", "schema-proposal", "--help"]));
}
