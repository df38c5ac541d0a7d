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

/// A mistake in one file, its headline, and the titles of its fixes.
type InFile = (&'static str, &'static str, &'static [&'static str]);

const YAML: &[InFile] = &[
    ("a:\n\tb: 1\n", "Line 2 is indented with a tab; YAML allows only spaces", &["Replace tabs with spaces"]),
    ("foo\nbar: 1\n", "Line 1 has no colon after the key", &["Insert the missing colon"]),
    ("a:b\nc: 1\n", "The colon in line 1 needs a space after it", &["Insert a space after the colon"]),
    (
        "a:\n    b: 1\n   c: 2\n",
        "The indentation of line 3 does not match any line above",
        &["Indent line 3 like line 2", "Indent line 3 like line 1"],
    ),
    ("a: \"x\nb: 1\n", "The quote in line 1 is not closed", &["Close the quote"]),
    ("a: [1, 2\nb: 3\n", "The bracket in line 1 is not closed", &["Close the bracket"]),
    ("a: *foo\n", "There is no anchor `&foo`", &["Quote the value"]),
    ("a: @x\n", "A value cannot start with `@` unless it is in quotes", &["Quote the value"]),
    ("a: `x`\n", "A value cannot start with a backtick unless it is in quotes", &["Quote the value"]),
    ("a: b: c\n", "A value that contains a colon and a space needs quotes", &["Quote the value"]),
    ("a: x\n  b: 1\n", "Line 1 has a value, so nothing can be nested below it", &["Indent line 2 like line 1"]),
    ("a: %x\n", "A value cannot start with `%` unless it is in quotes", &["Quote the value"]),
    ("a: *.x\n", "A value that starts with `*` refers to an anchor; text needs quotes", &["Quote the value"]),
    ("a: {{ .x }}/b\n", "`{{ }}` and `{% %}` are of other template languages", &["Quote the value"]),
    (
        "a: {{ .Values.b }}/c\n",
        "This is Helm's syntax; in ytt: `#@ \"{}/c\".format(data.values.b)`",
        &["Replace with #@ \"{}/c\".format(data.values.b)"],
    ),
    (
        "{{- if .Values.a }}\nb: {{ .Values.b | quote }}\n{{- end }}\n",
        "This is Helm's syntax; in ytt: `#@ if data.values.a:`",
        &["Convert this block to ytt"],
    ),
    ("a: {{ .Release.Name }}-b\n", "This is Helm's syntax, which ytt does not read", &[]),
    ("a: {{ include \"x\" . }}-b\n", "This is Helm's syntax, which ytt does not read", &[]),
    ("a: \"x\" y\n", "There is text after the closing quote", &["Quote the value"]),
    (
        "a: \"C:\\path\"\n",
        "A backslash in double quotes is not followed by a valid escape",
        &["Use single quotes", "Double the backslash"],
    ),
    ("a: - b\n", "A list must start on the line after its key", &["Move the item to its own line"]),
    ("a = 1\nb: 2\n", "Line 1 has `=` where YAML has a colon", &["Replace = with a colon"]),
    ("- a: 1\nb: 2\n", "Line 2 is a key among the items of a list", &["Make line 2 part of the item in line 1"]),
    (
        "a: |\n    b\n  c\n",
        "Line 3 is indented less than the first line of the text block of line 1",
        &["Indent line 3 like line 2"],
    ),
];

const CODE: &[InFile] = &[
    ("#@ if True:\na: 1\n", "This `if` has no `end`", &["Insert the missing end"]),
    ("a: 1\n#@ end\n", "This `end` closes nothing", &["Delete this end"]),
    ("#@ if True\na: 1\n#@ end\n", "The colon at the end of this `if` is missing", &["Insert the missing colon"]),
    ("a: #@ foo(1\nb: 1\n", "This `(` is not closed, or a comma is missing after it", &["Insert the missing )"]),
    (
        "#@ if len([1]:\na: 1\n#@ end\n",
        "This `(` is not closed, or a comma is missing after it",
        &["Insert the missing )"],
    ),
    (
        "a:\n  b: #@ len([1]) # one\nc: 1\n",
        "A comment cannot follow the code of a value in the same line",
        &["Move the comment above the line"],
    ),
    (
        "- #@ \"#\" #! last",
        "A comment cannot follow the code of a value in the same line",
        &["Move the comment above the line"],
    ),
    ("a: #@ \"x\nb: 1\n", "This string is not closed", &["Close the string"]),
    ("#@ port = 1\na: #@ prot\n", "`prot` is not defined; did you mean `port`?", &["Rename to port"]),
    ("a: #@ data.values.x\n", "`data` is used, but `@ytt:data` is not loaded", &["Load @ytt:data"]),
    ("a: #@ true\n", "`true` is not defined; did you mean `True`?", &["Rename to True"]),
    ("#@ x =\na: 1\n", "A value is missing at the end of the line", &[]),
    ("#@ def 1x():\n#@ end\na: 1\n", "`1` is not a valid name", &[]),
    (
        "#@if True:\na: 1\n#@ end\n",
        "`#@if` is an annotation; as code it needs a space: `#@ if`",
        &["Insert a space after #@"],
    ),
    (
        "#@ if True:\na: 1\n#@end\n",
        "`#@end` is an annotation; as code it needs a space: `#@ end`",
        &["Insert a space after #@"],
    ),
    ("#@ if 1 = 1:\na: 1\n#@ end\n", "`=` assigns a value; to compare, write `==`", &["Replace = with =="]),
    (
        "#@ if True:\na: 1\n#@ else if False:\nb: 1\n#@ end\n",
        "Write `elif` instead of `else if`",
        &["Replace else if with elif"],
    ),
    ("a: #@ x && y\n", "Write `and` instead of `&&`", &["Replace && with and"]),
    ("a: #@ not !x\n", "Write `not` instead of `!`", &["Replace ! with not"]),
    ("#@ if x || y:\na: 1\n#@ end\n", "Write `or` instead of `||`", &["Replace || with or"]),
    (
        "#@ if True:\na: 1\n#@ else\nb: 1\n#@ end\n",
        "The colon at the end of this `else` is missing",
        &["Insert the missing colon"],
    ),
    ("a: #@ f(1))\n", "This `)` closes nothing", &["Delete )"]),
    ("a: #@ null\n", "`null` is not defined; did you mean `None`?", &["Rename to None"]),
    ("#@data/values\na: 1\n", "`@data/values` must be above the `---` of a document", &["Insert the missing ---"]),
    ("#@ load(\"functions.star\", \"f\")\na: 1\n", "There is no file `functions.star`", &[]),
    (
        "#@ load(\"@ytt:dat\", \"data\")\na: 1\n",
        "There is no module `@ytt:dat`; did you mean `@ytt:data`?",
        &["Replace with @ytt:data"],
    ),
    (
        "#@ load(\"@ytt:data\", \"date\")\na: 1\n",
        "`@ytt:data` does not define `date`; did you mean `data`?",
        &["Replace with data"],
    ),
    (
        "#@ x = 1\nm:\n  a: #@ x\n  b: 2\n  a:\n  - 3\n",
        "`a` is set twice in the same map",
        &["Delete a in line 5", "Delete a in line 3"],
    ),
    ("a: #@ 1 2\n", "Unexpected `2`; expected `)`", &[]),
    (
        "#@ x = 1\nname: {{ .Values.name }}\nb: \"{{ .Values.global.b }}\"\n",
        "This is Helm's syntax; in ytt: `#@ data.values.name`",
        &["Replace with #@ data.values.name", "Convert 2 lines of Helm to ytt"],
    ),
    ("a: #@ \"x\".uper()\n", "This string has no `uper`; did you mean `upper`?", &["Rename to upper"]),
];

const SCHEMA: &str = "#@data/values-schema\n---\nmetadata:\n  labels: {}\nport: 80\nhost: x\n";

/// Data values for [`SCHEMA`].
const VALUES: &[InFile] = &[
    (
        "metadata:\n  lables: {}\n",
        "`lables` is not in the schema; did you mean `labels`?",
        &["Rename to labels", "Declare metadata.lables in schema.yml"],
    ),
    ("port: \"80\"\n", "`port` must be an integer, but it is a string", &["Remove the quotes"]),
    ("host: 1\n", "`host` must be a string, but it is an integer", &["Quote the value", "Use the default: x"]),
    ("host: ~\n", "`host` has no value, but must be a string", &["Use the default: x"]),
    ("metadata: []\n", "`metadata` must be a map, but it is an array", &[]),
];

/// A schema, data values that break its rules, the headline, and the titles of the fixes.
const VALUES_WITH_RULES: &[(&str, &str, &str, &[&str])] = &[
    (
        "#@schema/validation min_len=2\nhost: ab\nport: 1\n",
        "host: a\nport: 2\n",
        "`host` must be at least 2 characters long, but has 1",
        &["Use the default: ab", "Delete this value"],
    ),
    (
        "#@schema/validation max_len=2\n#@schema/examples (\"short\", \"c\"), (\"too long\", \"ccc\")\nhost: ab\n",
        "host: abc\n",
        "`host` must be at most 2 characters long, but has 3",
        &["Use the default: ab", "Use the example: c"],
    ),
    (
        "#@schema/validation max_len=1\nhosts: [\"\"]\nport: 1\n",
        "hosts:\n- a\n- b\nport: 2\n",
        "`hosts` must have at most 1 item, but has 2",
        &[],
    ),
    (
        "#@schema/nullable\n#@schema/validation not_null=True\n#@schema/examples (\"local\", \"x.local\")\nhost: \"\"\n",
        "host:\n",
        "`host` needs a value",
        &["Use the example: x.local", "Set to \"\""],
    ),
    ("port: 80\nhost: x\n", "port: []\nhost: b\n", "`port` must be an integer, but it is an array", &[]),
    (
        "port: 80\nhost: x\n",
        "port: a\nhost: b\n",
        "`port` must be an integer, but it is a string",
        &["Use the default: 80", "Delete this value"],
    ),
];

/// A rule of a value, the value that breaks it, the headline, and the titles of the fixes.
const RULES: &[(&str, &str, &str, &[&str])] = &[
    ("min=900", "1", "`heat` must be at least 900", &["Set to 900"]),
    ("max=900", "1000", "`heat` must be at most 900", &["Set to 900"]),
    ("min_len=2", "a", "`heat` must be at least 2 characters long, but has 1", &[]),
    ("min_len=1", "\"\"", "`heat` must not be empty", &[]),
    ("max_len=1", "ab", "`heat` must be at most 1 character long, but has 2", &[]),
    (
        "one_of=[\"gas\", \"wood\"]",
        "gaz",
        "`heat` must be `gas` or `wood`; did you mean `gas`?",
        &["Set to gas", "Set to wood"],
    ),
    ("(\"a hot one\", lambda v: False)", "1", "`heat` must be: a hot one", &[]),
];

/// Keys that code cannot have after a dot.
const KEYS: &str = "#@data/values-schema\n---\nglobal:\n  if: 1\n  1st: 2\nkebab-key: 3\n#@schema/default [{\"top-shelf\": 4}]\nlist:\n- top-shelf: 4\n";

/// Code that reads [`KEYS`].
const DOTS: &[InFile] = &[
    (
        "a: #@ data.values.kebab-key\n",
        "`kebab-key` needs brackets: `data.values[\"kebab-key\"]`",
        &["Use brackets: [\"kebab-key\"]"],
    ),
    (
        "a: #@ data.values.global\n",
        "`global` needs brackets: `data.values[\"global\"]`",
        &["Use brackets: [\"global\"]"],
    ),
    (
        "#@ v = data.values[\"global\"]\na: #@ str(v.if)\n",
        "`if` needs brackets: `v[\"if\"]`",
        &["Use brackets: [\"if\"]"],
    ),
    (
        "a: #@ data.values[\"global\"].1st\n",
        "`1st` needs brackets: `data.values[\"global\"][\"1st\"]`",
        &["Use brackets: [\"1st\"]"],
    ),
    (
        "#@ shelf = 1\na: #@ data.values.list[0].top-shelf\n",
        "`top-shelf` needs brackets: `data.values.list[0][\"top-shelf\"]`",
        &["Use brackets: [\"top-shelf\"]"],
    ),
    ("a: #@ data.values.list-x\n", "`x` is not defined", &[]),
];

const NULL: &str = "#@data/values-schema\n---\n#@schema/nullable\n#@schema/validation not_null=True\nheat: 1\n";
const BOTH: &str = "#@data/values-schema\n---\n#@schema/validation one_not_null=[\"a\", \"b\"]\nm:\n  a: 1\n  b: 2\n";

/// Items of an overlay onto [`BASE`].
const OVERLAYS: &[InFile] = &[
    (
        "lables: 1\n",
        "There is no `lables` that this overlay could change; did you mean `labels`?",
        &["Rename to labels", "Add it: #@overlay/match missing_ok=True"],
    ),
    (
        "list:\n#@overlay/match by=\"id\"\n- id: a\n",
        "This overlay item matches 2 nodes, but must match 1",
        &["Change all of them: expects=\"1+\""],
    ),
    ("list:\n#@overlay/match by=\"id\"\n- id: b\n", "This overlay item matches nothing", &[]),
];

const BASE: &str = "labels: 1\nlist: [{id: a}, {id: a}]\n";

/// A common mistake.
pub(super) struct Mistake {
    pub(super) request: Request,
    headline: &'static str,
    /// The titles of its fixes.
    fixes: &'static [&'static str],
}

/// All mistakes.
pub(super) fn mistakes() -> Vec<Mistake> {
    let mut all = Vec::new();
    let mut add =
        |files: &[(&str, &str)], headline, fixes| all.push(Mistake { request: request(files), headline, fixes });
    for (text, headline, fixes) in YAML.iter().chain(CODE) {
        add(&[("a.yml", text)], headline, fixes);
    }
    for (values, headline, fixes) in VALUES {
        let values = format!("#@data/values\n---\n{values}");
        add(&[("schema.yml", SCHEMA), ("values.yml", &values)], headline, fixes);
    }
    for (code, headline, fixes) in DOTS {
        let code = format!("#@ load(\"@ytt:data\", \"data\")\n{code}");
        add(&[("schema.yml", KEYS), ("a.yml", &code)], headline, fixes);
    }
    for (schema, values, headline, fixes) in VALUES_WITH_RULES {
        let schema = format!("#@data/values-schema\n---\n{schema}");
        let values = format!("#@data/values\n---\n{values}");
        add(&[("schema.yml", &schema), ("values.yml", &values)], headline, fixes);
    }
    for (rule, value, headline, fixes) in RULES {
        let schema = format!("#@data/values-schema\n---\n#@schema/validation {rule}\nheat: {value}\n");
        add(&[("schema.yml", &schema)], headline, fixes);
    }
    add(&[("schema.yml", NULL)], "`heat` needs a value", &[]);
    add(&[("schema.yml", BOTH)], "Exactly one of `a` and `b` must have a value, but 2 have one", &[]);
    let empty = "This document of data values is empty, but must be a map";
    add(&[("schema.yml", SCHEMA), ("values.yml", "#@data/values\n---\n")], empty, &["Write an empty map: {}"]);
    let library = [
        ("_ytt_lib/foo/a.yml", "a: 1\n"),
        ("schema.yml", "#@library/ref \"@fooy\"\n#@data/values-schema\n---\na: 1\n"),
    ];
    add(&library, "There is no library `fooy`; did you mean `foo`?", &["Replace with @foo"]);
    let library = [library[0], ("v.yml", "#@library/ref \"@foo\"\n#@data/values\n---\na: 1\n")];
    add(&library, "This is for the library `@foo`, which no template evaluates", &[]);
    let open = "#@data/values-schema\n---\n#@schema/type any=True\nmeta:\n  name: x\n";
    add(
        &[("schema.yml", open), ("v.yml", "#@data/values\n---\nmeta:\n  made: x\n")],
        "`meta` accepts any value, but its default has no `made`, and values are merged into the default",
        &["Add it: #@overlay/match missing_ok=True"],
    );
    let first = "#@data/values\n---\npeak: 1\n";
    let unknown = "There is no `peek` in the data values so far; did you mean `peak`?";
    let fixes = &["Rename to peak", "Add it: #@overlay/match missing_ok=True"];
    add(&[("a.yml", first), ("b.yml", "#@data/values\n---\npeek: 2\n")], unknown, fixes);
    for (items, headline, fixes) in OVERLAYS {
        let overlay = format!("#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\n{items}");
        add(&[("a.yml", BASE), ("o.yml", &overlay)], headline, fixes);
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
    for Mistake { request, headline, fixes } in mistakes() {
        let found = diagnostics(&request);
        let headlines: Vec<&str> = found.iter().map(|diagnostic| diagnostic.headline.as_str()).collect();
        let titles: Vec<&str> = found.iter().flat_map(|found| &found.fixes).map(|fix| fix.title.as_str()).collect();
        if headlines != [headline] || titles != fixes {
            wrong.push(format!("{headlines:?} {titles:?} instead of {headline:?} {fixes:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
