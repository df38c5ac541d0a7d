//! With the extension `schema-proposal` on, what does not use it stays as it is.

mod case_file;
mod golden;

use golden::{Golden, cases, peer_cases, render, text_of};
use ytterby::boundary::{Request, Response};

/// What a text names that means something, or something else, with the extension on.
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

/// What is in a report of what ytt refuses and the extension does not, or with other words.
const REFUSED: [&str; 3] = ["--schema-inspect", "--enable-extension", "@schema/type "];

fn uses_it(golden: &Golden, answer: &Response) -> bool {
    let mut texts = golden.request.files.iter().filter_map(|file| text_of(&golden.request, &file.path));
    texts.any(|text| WORDS.iter().any(|word| text.contains(word)))
        || REFUSED.iter().any(|word| answer.report.contains(word))
}

fn answer_of(response: &Response) -> impl PartialEq + '_ {
    (response.exit_status, &response.files, &response.stdout, &response.prints, &response.report)
}

#[test]
fn what_does_not_use_the_extension_says_the_same_with_it() {
    let (mut same, mut wrong) = (0, Vec::new());
    for golden in cases(&["."]).into_iter().chain(peer_cases()) {
        if !golden.request.extensions.is_empty() {
            continue;
        }
        let without = render(&golden.request);
        if uses_it(&golden, &without) {
            continue;
        }
        let with = render(&Request { extensions: vec!["schema-proposal".to_owned()], ..golden.request.clone() });
        if answer_of(&without) == answer_of(&with) {
            same += 1;
        } else {
            wrong.push(golden.name.clone());
        }
    }
    println!("{same} cases\n{}", wrong.join("\n"));
    assert!(same > 1000 && wrong.is_empty(), "{} differ", wrong.len());
}
