//! Cases that do not use the extension `schema-proposal` have the same response with and without it.

use ytterby::boundary::{Request, Response};

use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases, peer_cases, render, text_of};

/// Parts of texts that have a meaning, or another one, with the extension.
const WORDS: [&str; 15] = [
    "@schema\n",
    "one_of=",
    "or_inferred=",
    "schema/any-key",
    "schema/definition",
    "schema/deprecated",
    "schema/doc",
    "schema/example ",
    "schema/key",
    "schema/removed",
    "schema/validate ",
    "@ytt:schema",
    "@ytt:spelling",
    "decodable",
    "is_valid",
];

/// Parts of reports on input that ytt refuses, and that the extension takes or refuses with other words.
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
fn cases_that_do_not_use_the_extension_are_the_same_with_it() {
    check_all(cases(), check).at_least(&[("the same", 1250)]);
    check_all(peer_cases(), check);
}
