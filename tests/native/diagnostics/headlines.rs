//! Headlines: each diagnostic has one, and the most common mistakes have one in the user's terms.

use ytterby::boundary::{Content, Diagnostic, Request, RequestFile};

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

/// A mistake in one file of a template, and its headline.
type InFile = (&'static str, &'static str);

const YAML: &[InFile] = &[
    ("a:\n\tb: 1\n", "Line 2 is indented with a tab; YAML allows only spaces"),
    ("foo\nbar: 1\n", "Line 1 has no colon after the key"),
    ("a:b\nc: 1\n", "The colon in line 1 needs a space after it"),
    ("a:\n    b: 1\n   c: 2\n", "The indentation of line 3 does not match any line above"),
    ("a: \"x\nb: 1\n", "The quote in line 1 is not closed"),
    ("a: [1, 2\nb: 3\n", "The bracket in line 1 is not closed"),
    ("a: *foo\n", "There is no anchor `&foo`"),
    ("a: @x\n", "A value cannot start with `@` unless it is in quotes"),
    ("a: `x`\n", "A value cannot start with a backtick unless it is in quotes"),
    ("a: b: c\n", "A value that contains a colon and a space needs quotes"),
    ("a: x\n  b: 1\n", "Line 1 has a value, so nothing can be nested below it"),
    ("a: |\n    b\n  c\n", "Line 3 is indented less than the first line of the text block of line 1"),
];

const CODE: &[InFile] = &[
    ("#@ if True:\na: 1\n", "This `if` has no `end`"),
    ("a: 1\n#@ end\n", "This `end` closes nothing"),
    ("#@ if True\na: 1\n#@ end\n", "The colon at the end of this `if` is missing"),
    ("a: #@ foo(1\nb: 1\n", "A `(` above is not closed, or a comma is missing"),
    ("a: #@ \"x\nb: 1\n", "This string is not closed"),
    ("#@ port = 1\na: #@ prot\n", "`prot` is not defined; did you mean `port`?"),
    ("a: #@ data.values.x\n", "`data` is used, but `@ytt:data` is not loaded"),
    ("a: #@ true\n", "`true` is not defined; did you mean `True`?"),
    ("#@ x =\na: 1\n", "A value is missing at the end of the line"),
    ("#@ def 1x():\n#@ end\na: 1\n", "`1` is not a valid name"),
    ("#@if True:\na: 1\n#@ end\n", "`#@if` is an annotation; as code it needs a space: `#@ if`"),
    ("#@ if True:\na: 1\n#@end\n", "`#@end` is an annotation; as code it needs a space: `#@ end`"),
    ("#@ if 1 = 1:\na: 1\n#@ end\n", "`=` assigns a value; to compare, write `==`"),
    ("#@ if True:\na: 1\n#@ else if False:\nb: 1\n#@ end\n", "Write `elif` instead of `else if`"),
    ("a: #@ x && y\n", "Write `and` instead of `&&`"),
    ("a: #@ not !x\n", "Write `not` instead of `!`"),
    ("a: #@ 1 2\n", "Unexpected `2`; expected `)`"),
    ("a: #@ \"x\".uper()\n", "This string has no `uper`; did you mean `upper`?"),
];

const SCHEMA: &str = "#@data/values-schema\n---\nmetadata:\n  labels: {}\nport: 80\nhost: x\n";

/// Data values for [`SCHEMA`].
const VALUES: &[InFile] = &[
    ("metadata:\n  lables: {}\n", "`lables` is not in the schema; did you mean `labels`?"),
    ("port: \"80\"\n", "`port` must be an integer, but it is a string"),
    ("host: 1\n", "`host` must be a string, but it is an integer"),
    ("host: ~\n", "`host` has no value, but must be a string"),
    ("metadata: []\n", "This value must be a map, but it is an array"),
];

/// A rule of a value, the value that breaks it, and the headline.
const RULES: &[(&str, &str, &str)] = &[
    ("min=900", "1", "`heat` must be at least 900"),
    ("max=900", "1000", "`heat` must be at most 900"),
    ("min_len=2", "a", "`heat` must be at least 2 characters long, but has 1"),
    ("min_len=1", "\"\"", "`heat` must not be empty"),
    ("max_len=1", "ab", "`heat` must be at most 1 character long, but has 2"),
    ("one_of=[\"gas\", \"wood\"]", "gaz", "`heat` must be `gas` or `wood`; did you mean `gas`?"),
    ("(\"a hot one\", lambda v: False)", "1", "`heat` must be: a hot one"),
];

const NULL: &str = "#@data/values-schema\n---\n#@schema/nullable\n#@schema/validation not_null=True\nheat: 1\n";
const BOTH: &str = "#@data/values-schema\n---\n#@schema/validation one_not_null=[\"a\", \"b\"]\nm:\n  a: 1\n  b: 2\n";

/// Items of an overlay onto [`BASE`].
const OVERLAYS: &[InFile] = &[
    ("lables: 1\n", "There is no `lables` that this overlay could change; did you mean `labels`?"),
    ("list:\n#@overlay/match by=\"id\"\n- id: a\n", "This overlay item matches 2 nodes, but must match 1"),
    ("list:\n#@overlay/match by=\"id\"\n- id: b\n", "This overlay item matches nothing"),
];

const BASE: &str = "labels: 1\nlist: [{id: a}, {id: a}]\n";

/// All mistakes as requests, with their headlines.
pub(super) fn mistakes() -> Vec<(Request, &'static str)> {
    let mut all = Vec::new();
    for (text, headline) in YAML.iter().chain(CODE) {
        all.push((request(&[("a.yml", text)]), *headline));
    }
    for (values, headline) in VALUES {
        let values = format!("#@data/values\n---\n{values}");
        all.push((request(&[("schema.yml", SCHEMA), ("values.yml", &values)]), *headline));
    }
    for (rule, value, headline) in RULES {
        let schema = format!("#@data/values-schema\n---\n#@schema/validation {rule}\nheat: {value}\n");
        all.push((request(&[("schema.yml", &schema)]), *headline));
    }
    all.push((request(&[("schema.yml", NULL)]), "`heat` needs a value"));
    all.push((request(&[("schema.yml", BOTH)]), "Exactly one of `a` and `b` must have a value, but 2 have one"));
    for (items, headline) in OVERLAYS {
        let overlay = format!("#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\n{items}");
        all.push((request(&[("a.yml", BASE), ("o.yml", &overlay)]), *headline));
    }
    all
}

fn request(files: &[(&str, &str)]) -> Request {
    let file = |(path, text): &(&str, &str)| RequestFile {
        path: (*path).to_owned(),
        content: Content::Text((*text).to_owned()),
    };
    Request { files: files.iter().map(file).collect(), ..Request::default() }
}

/// The diagnostics of a run.
pub(super) fn diagnostics(request: &Request) -> Vec<Diagnostic> {
    render(request).diagnostics
}

#[test]
fn common_mistakes_have_headlines_in_the_terms_of_the_user() {
    let mut wrong = Vec::new();
    for (request, expected) in mistakes() {
        let found: Vec<String> = diagnostics(&request).into_iter().map(|diagnostic| diagnostic.headline).collect();
        if found != [expected] {
            wrong.push(format!("{found:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
