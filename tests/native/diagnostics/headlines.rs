//! Headlines: each diagnostic has one, and the most common mistakes have one in the user's terms.

use ytterby::boundary::{Content, Request, RequestFile};

use crate::findings::check_all;
use crate::golden::{cases, examples, peer_cases, render};

#[test]
fn each_diagnostic_has_a_headline() {
    let all = cases().iter().chain(peer_cases()).chain(examples());
    check_all(all, |golden, found| {
        for diagnostic in &golden.response.diagnostics {
            found.count("diagnostics");
            let headline = &diagnostic.headline;
            if headline.is_empty() || headline.contains('\n') || headline.ends_with('.') {
                found.wrong(format!("{}: {headline:?}", diagnostic.message));
            }
        }
    })
    .at_least(&[("diagnostics", 500)]);
}

fn request(files: &[(&str, &str)]) -> Request {
    let file = |(path, text): &(&str, &str)| RequestFile {
        path: (*path).to_owned(),
        content: Content::Text((*text).to_owned()),
    };
    Request { files: files.iter().map(file).collect(), ..Request::default() }
}

/// The headlines of a run of these files.
fn headlines(files: &[(&str, &str)]) -> Vec<String> {
    render(&request(files)).diagnostics.into_iter().map(|diagnostic| diagnostic.headline).collect()
}

fn check_single(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(headlines(&[("a.yml", text)]), [*expected], "{text}");
    }
}

#[test]
fn mistakes_in_yaml() {
    check_single(&[
        ("a:\n\tb: 1\n", "Line 2 is indented with a tab; YAML allows only spaces"),
        ("foo\nbar: 1\n", "Line 1 has no colon after the key"),
        ("a:\n    b: 1\n   c: 2\n", "The indentation of line 3 does not match any line above"),
        ("a: \"x\nb: 1\n", "The quote in line 1 is not closed"),
        ("a: [1, 2\nb: 3\n", "The bracket in line 1 is not closed"),
        ("a: {b: 1\n", "The bracket in line 1 is not closed"),
        ("a: *foo\n", "There is no anchor `&foo`"),
        ("a: @x\n", "A value cannot start with `@` unless it is in quotes"),
        ("a: `x`\n", "A value cannot start with a backtick unless it is in quotes"),
        ("a: b: c\n", "A value that contains a colon and a space needs quotes"),
        ("a: |\n    b\n  c\n", "Line 3 is indented less than the first line of the text block of line 1"),
    ]);
}

#[test]
fn mistakes_in_code() {
    check_single(&[
        ("#@ if True:\na: 1\n", "This `if` has no `end`"),
        ("a: 1\n#@ end\n", "This `end` closes nothing"),
        ("#@ if True\na: 1\n#@ end\n", "The colon at the end of this `if` is missing"),
        ("a: #@ foo(1\nb: 1\n", "A `(` above is not closed, or a comma is missing"),
        ("a: #@ \"x\nb: 1\n", "This string is not closed"),
        ("#@ port = 1\na: #@ prot\n", "`prot` is not defined; did you mean `port`?"),
        ("a: #@ data.values.x\n", "`data` is used, but `@ytt:data` is not loaded"),
        ("#@ x =\na: 1\n", "A value is missing at the end of the line"),
        ("#@ def 1x():\n#@ end\na: 1\n", "`1` is not a valid name"),
        ("#@if True:\na: 1\n#@ end\n", "`#@if` is an annotation; as code it needs a space: `#@ if`"),
        ("#@ if True:\na: 1\n#@end\n", "`#@end` is an annotation; as code it needs a space: `#@ end`"),
        ("a: #@ true\n", "`true` is not defined; write `True`"),
        ("#@ if 1 = 1:\na: 1\n#@ end\n", "`=` assigns a value; to compare, write `==`"),
        ("#@ if True:\na: 1\n#@ else if False:\nb: 1\n#@ end\n", "Write `elif` instead of `else if`"),
        ("a: #@ x && y\n", "Write `and` instead of `&&`"),
        ("a: #@ not !x\n", "Write `not` instead of `!`"),
        ("a: #@ 1 2\n", "Unexpected `2`; expected `)`"),
    ]);
}

const SCHEMA: &str = "#@data/values-schema\n---\nmetadata:\n  labels: {}\nport: 80\nhost: x\n";

#[test]
fn data_values_that_the_schema_does_not_allow() {
    let of =
        |values: &str| headlines(&[("schema.yml", SCHEMA), ("values.yml", &format!("#@data/values\n---\n{values}"))]);
    assert_eq!(of("metadata:\n  lables: {}\n"), ["`lables` is not in the schema; did you mean `labels`?"]);
    assert_eq!(of("port: \"80\"\n"), ["`port` must be an integer, but it is a string"]);
    assert_eq!(of("host:\n"), ["`host` has no value, but must be a string"]);
    assert_eq!(of("metadata: []\n"), ["This value must be a map, but it is an array"]);
}

#[test]
fn broken_rules() {
    let of = |rule: &str, value: &str| {
        let schema = format!("#@data/values-schema\n---\n#@schema/validation {rule}\nheat: {value}\n");
        headlines(&[("schema.yml", &schema)]).join("\n")
    };
    assert_eq!(of("min=900", "1"), "`heat` must be at least 900");
    assert_eq!(of("max=900", "1000"), "`heat` must be at most 900");
    assert_eq!(of("min_len=2", "a"), "`heat` must be at least 2 characters long, but has 1");
    assert_eq!(of("min_len=1", "\"\""), "`heat` must not be empty");
    assert_eq!(of("max_len=1", "ab"), "`heat` must be at most 1 character long, but has 2");
    assert_eq!(of("one_of=[\"gas\", \"wood\"]", "gaz"), "`heat` must be `gas` or `wood`; did you mean `gas`?");
    assert_eq!(of("(\"a hot one\", lambda v: False)", "1"), "`heat` must be: a hot one");
    let required = "#@data/values-schema\n---\n#@schema/nullable\n#@schema/validation not_null=True\nheat: 1\n";
    assert_eq!(headlines(&[("s.yml", required)]), ["`heat` needs a value"]);
    let both = "#@data/values-schema\n---\n#@schema/validation one_not_null=[\"a\", \"b\"]\nm:\n  a: 1\n  b: 2\n";
    assert_eq!(headlines(&[("s.yml", both)]), ["Exactly one of `a` and `b` must have a value, but 2 have one"]);
}

#[test]
fn overlays_that_match_too_few_or_too_many() {
    let overlay = |match_by: &str, item: &str| {
        format!("#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\n{match_by}{item}")
    };
    let files = |overlay: &str| headlines(&[("a.yml", "labels: 1\nlist: [{id: a}, {id: a}]\n"), ("o.yml", overlay)]);
    let expected = ["There is no `lables` that this overlay could change; did you mean `labels`?"];
    assert_eq!(files(&overlay("", "lables: 1\n")), expected);
    let expected = ["This overlay item matches 2 nodes, but must match 1"];
    assert_eq!(files(&overlay("list:\n#@overlay/match by=\"id\"\n", "- id: a\n")), expected);
    let expected = ["This overlay item matches nothing"];
    assert_eq!(files(&overlay("list:\n#@overlay/match by=\"id\"\n", "- id: b\n")), expected);
}
