//! Completion at the offset that `‸` marks.

use crate::answer::Completions;
use crate::complete;
use crate::test_request::{clock, marked, request};

const SCHEMA: &str = "#@data/values-schema\n---\nkiln:\n  #@schema/title \"Peak\"\n  #@schema/desc \"In degrees\"\n  peak: 1000\n  \
                      #@schema/validation one_of=[\"gas\", \"wood\"]\n  fuel: gas\n  #@schema/nullable\n  keeper: \"\"\n  \
                      lit: true\nshelves:\n- width: 1\n  \"top shelf\": false\nname: x\n";

fn ask(files: &[(&str, &str)], args: &[&str]) -> Option<Completions> {
    let (request, path, offset) = marked(files, args);
    complete(&request, &path, offset, &clock())
}

/// The labels for a text in a project with a schema.
fn labels(path: &str, text: &str) -> Vec<String> {
    let found = ask(&[("schema.yml", SCHEMA), (path, text)], &[]).unwrap_or_default();
    found.options.into_iter().map(|option| option.label).collect()
}

/// The text after the first option with this label is accepted.
fn chosen(text: &str, label: &str) -> String {
    accepted("f.yml", text, label).replace('‸', "")
}

/// The text of any file after completion, with the cursor.
fn accepted(path: &str, text: &str, label: &str) -> String {
    let found = ask(&[("schema.yml", SCHEMA), (path, text)], &[]).expect("options");
    let option = found.options.iter().find(|option| option.label == label).expect("the option");
    let units: Vec<u16> = text.replace('‸', "").encode_utf16().collect();
    let insert: Vec<u16> = option.insert.encode_utf16().collect();
    let cursor = option.cursor.map_or(insert.len(), |cursor| cursor as usize);
    let (from, to) = ((found.from - option.before) as usize, found.to as usize);
    let text = String::from_utf16_lossy;
    let mut before = text(&units[..from]);
    for edit in &option.edits {
        let at = edit.span.start.offset as usize;
        assert!(edit.file == path && edit.span.start == edit.span.end && at <= from, "{edit:?}");
        before = format!("{}{}{}", text(&units[..at]), edit.text, text(&units[at..from]));
    }
    format!("{before}{}‸{}{}", text(&insert[..cursor]), text(&insert[cursor..]), text(&units[to..]))
}

#[test]
fn data_values_after_the_dot() {
    let load = "#@ load(\"@ytt:data\", \"data\")\n";
    assert_eq!(labels("f.yml", &format!("{load}a: #@ data.values.‸")), ["kiln", "shelves", "name"]);
    assert_eq!(labels("f.yml", &format!("{load}a: #@ data.values.kiln.‸")), ["peak", "fuel", "keeper", "lit"]);
    assert_eq!(labels("f.yml", &format!("{load}a: #@ data.values.shelves[0].w‸")), ["width", "top shelf"]);
    assert_eq!(labels("f.yml", "a: #@ data.values[\"‸"), ["kiln", "shelves", "name"]);
    assert_eq!(labels("f.txt", "Peak (@= data.values.kiln.‸ @)."), ["peak", "fuel", "keeper", "lit"]);
    assert_eq!(
        labels("f.star", "load(\"@ytt:data\", d=\"data\")\ndef f():\n  return d.values.kiln.‸"),
        ["peak", "fuel", "keeper", "lit"]
    );
    for text in [
        "#@ for s in data.values.shelves:\n- #@ s.‸\n#@ end",
        "a: #@ [s.width for s in data.values.shelves if s.‸]",
        "a: #@ [s.width for s in data.values.shelves if s.‸",
        "a: #@ [s.‸ for s in data.values.shelves]",
        "a: #@ {s.‸: s.width for s in data.values.shelves}",
    ] {
        assert_eq!(labels("f.yml", text), ["width", "top shelf"], "{text}");
    }
    assert_eq!(labels("f.yml", "#@ k = data.values.kiln\na: #@ k.‸"), ["peak", "fuel", "keeper", "lit"]);
}

#[test]
fn data_values_have_type_default_and_description() {
    let found = ask(&[("schema.yml", SCHEMA), ("f.yml", "a: #@ data.values.kiln.‸")], &[]).expect("options");
    assert_eq!(found.options[0].detail, "integer = 1000");
    assert_eq!(found.options[0].documentation, "Peak\nIn degrees");
    assert_eq!(found.options[2].detail, "string or null = null");
    let files = [("schema.yml", SCHEMA), ("v.yml", "#@data/values\n---\nkiln:\n  peak: 1200\n")];
    let found = ask(&[files[0], files[1], ("f.yml", "a: #@ data.values.kiln.‸")], &[]).expect("options");
    assert_eq!(found.options[0].detail, "integer = 1200");
    let found = ask(&[files[0], files[1], ("w.yml", "#@data/values\n---\nkiln:\n  p‸")], &[]).expect("options");
    assert_eq!(found.options[0].detail, "integer = 1000");
}

#[test]
fn data_values_without_a_schema() {
    let values = "#@data/values\n---\na:\n  b: 1\nc: x\n";
    let found = ask(&[("values.yml", values), ("f.yml", "x: #@ data.values.a.‸")], &[]).expect("options");
    assert_eq!((&*found.options[0].label, &*found.options[0].detail), ("b", "integer = 1"));
}

#[test]
fn completion_in_incomplete_files() {
    assert_eq!(labels("f.yml", "a: [\n#@ if\nb: #@ f(data.values.kiln.‸\n  - x: {"), ["peak", "fuel", "keeper", "lit"]);
    assert_eq!(labels("f.yml", "#@data/values\n---\nkiln:\n  pe‸\n- : [\n"), ["peak", "fuel", "keeper", "lit"]);
    let broken = [("schema.yml", SCHEMA), ("bad.yml", "a: [\n"), ("f.yml", "x: #@ data.values.‸")];
    assert_eq!(ask(&broken, &[]).expect("options").options.len(), 3);
}

#[test]
fn positions_are_utf_16_offsets() {
    let found = ask(&[("schema.yml", SCHEMA), ("f.yml", "ü: 🔥\na: #@ data.values.ki‸")], &[]).expect("options");
    assert_eq!((found.from, found.to), (24, 26));
    assert_eq!(chosen("🔥: #@ data.values.ki‸x", "kiln"), "🔥: #@ data.values.kiln");
}

#[test]
fn missing_keys() {
    assert_eq!(labels("f.yml", "#@data/values\n---\n‸"), ["kiln", "shelves", "name"]);
    assert_eq!(labels("f.yml", "#@data/values\n---\nkiln:\n  fuel: gas\n  ‸\nname: y\n"), ["peak", "keeper", "lit"]);
    assert_eq!(labels("f.yml", "#@data/values\n---\nshelves:\n- width: 2\n  t‸\n"), ["top shelf"]);
    assert_eq!(labels("f.yml", "#@data/values\n---\nshelves:\n- w‸\n"), ["width", "top shelf"]);
    assert_eq!(
        chosen("#@data/values\n---\nshelves:\n- to‸", "top shelf"),
        "#@data/values\n---\nshelves:\n- \"top shelf\": "
    );
    assert_eq!(chosen("#@data/values\n---\nki‸", "kiln"), "#@data/values\n---\nkiln:");
    assert_eq!(chosen("#@data/values\n---\nna‸: x", "name"), "#@data/values\n---\nname: x");
    // The document has no data values.
    assert!(labels("f.yml", "na‸").is_empty());
}

#[test]
fn keys_in_a_plain_file_of_data_values() {
    let files = [("schema.yml", SCHEMA), ("my/values.yml", "kiln:\n  ‸")];
    let found = ask(&files, &["-f", "schema.yml", "--data-values-file", "my/values.yml"]).expect("options");
    assert_eq!(found.options.len(), 4);
}

#[test]
fn allowed_values() {
    assert_eq!(labels("f.yml", "#@data/values\n---\nkiln:\n  fuel: ‸"), ["gas", "wood"]);
    assert_eq!(labels("f.yml", "#@data/values\n---\nkiln:\n  lit: f‸"), ["true", "false"]);
    assert_eq!(labels("f.yml", "#@data/values\n---\nkiln:\n  keeper: ‸"), ["null"]);
    assert_eq!(labels("f.yml", "#@data/values\n---\nkiln:\n  peak: ‸"), ["1000"]);
    assert_eq!(chosen("#@data/values\n---\nkiln:\n  fuel: wo‸\n", "wood"), "#@data/values\n---\nkiln:\n  fuel: wood\n");
}

#[test]
fn annotations_after_the_comment_sign() {
    let all = labels("f.yml", "#@‸");
    for name in [
        "data/values", "schema/validation", "overlay/match", "assert/validate", "library/ref",
        "yaml/text-templated-strings",
    ] {
        assert!(all.iter().any(|label| label == name), "{name}");
    }
    assert_eq!(labels("f.yml", "#@data/values-schema\n---\n#@sch‸\na: 1")[0], "schema/desc");
    assert_eq!(chosen("#@schema/de‸", "schema/default"), "#@schema/default ");
    assert_eq!(chosen("#@ over‸", "overlay/match"), "#@overlay/match ");
    assert_eq!(chosen("  #@overlay/‸ by=\"a\"", "overlay/match"), "  #@overlay/match by=\"a\"");
}

#[test]
fn keywords_of_annotations() {
    let left = ["min=", "max=", "min_len=", "max_len=", "not_null=", "one_of=", "one_not_null=", "when="];
    assert_eq!(labels("f.yml", "#@schema/validation ‸\na: 1")[..8], left);
    assert_eq!(labels("f.yml", "#@schema/validation min=1, m‸\na: 1")[..3], ["max=", "min_len=", "max_len="]);
    assert_eq!(labels("f.yml", "#@overlay/match ‸\na: 1")[..4], ["by=", "expects=", "missing_ok=", "when="]);
    assert_eq!(chosen("#@overlay/match mis‸\na: 1", "missing_ok="), "#@overlay/match missing_ok=True\na: 1");
    assert!(!labels("f.yml", "#@overlay/match by=‸\na: 1").iter().any(|label| label == "expects="));
}

#[test]
fn modules_and_their_functions() {
    assert!(labels("f.yml", "#@ load(\"@ytt:‸").contains(&"@ytt:overlay".to_owned()));
    assert_eq!(chosen("#@ load(\"‸", "@ytt:json"), "#@ load(\"@ytt:json\", \"json\")");
    assert_eq!(chosen("#@ load(\"@y‸\", \"json\")", "@ytt:json"), "#@ load(\"@ytt:json\", \"json\")");
    assert_eq!(chosen("#@ load(\"@y‸\", \"\")\na: 1", "@ytt:json"), "#@ load(\"@ytt:json\", \"json\")\na: 1");
    assert_eq!(labels("f.yml", "#@ load(\"@ytt:json\", \"‸"), ["json"]);
    assert_eq!(labels("f.yml", "#@ load(\"@ytt:json\", \"json\")\na: #@ json.‸"), ["encode", "decode"]);
    assert_eq!(
        labels("f.yml", "#@ load(\"@ytt:json\", \"json\")\na: #@ json.encode(1, ‸")[..2],
        ["indent=", "escape_html="]
    );
}

#[test]
fn files_and_their_functions() {
    let star = "def roof(a, b=1):\n  return a\nend\n_hidden = 1\nwall = 2\n";
    let ask = |text: &str| ask(&[("lib/house.star", star), ("lib/f.yml", text)], &[]).unwrap_or_default().options;
    assert_eq!(ask("#@ load(\"‸")[0].label, "house.star");
    let names = ask("#@ load(\"house.star\", \"‸");
    let names: Vec<_> = names.iter().map(|option| (&*option.label, &*option.detail)).collect();
    assert_eq!(names, [("roof", "(a, b=1)"), ("wall", "")]);
    let own = ask("#@ load(\"house.star\", \"roof\")\na: #@ ro‸");
    assert_eq!(own[0].label, "roof");
}

#[test]
fn no_options_directly_after_a_value() {
    for text in
        ["a: #@ 1‸", "a: #@ \"x\"‸", "a: #@ f(1)‸", "a: #@ [1]‸", "#@schema/validation min=1‸\na: 2", "a: (@= 1.5‸ @)"]
    {
        assert!(labels("f.yml", text).is_empty(), "{text}");
    }
}

#[test]
fn any_position_in_any_text_is_handled() {
    let text = "#@data/values\n---\nkiln: \"🔥\" #@ data.values[\"\n- - a: |\n   #@x\n(@= y @) #@schema/validation (\"a\n---\n#@ load(";
    for at in 0..=text.encode_utf16().count() as u32 + 2 {
        for path in ["f.yml", "f.txt", "f.star", "f.md"] {
            let _ = complete(&request(&[(path, text)], &[]), path, at, &clock());
        }
    }
}

const DEFINITION: &str = "#@schema/definition\n---\nport: 80\npools:\n  main:\n    workers: 1\n  #@schema/any-key\n  _:\n    \
                          memory: 1\n#@schema/type one_of=\"null\", or_inferred=True\nlamp:\n  watts: 1\n";
const ON: &[&str] = &["--enable-extension", "schema-proposal"];

fn with_the_proposal(text: &str) -> Vec<String> {
    let found = ask(&[("schema.yml", DEFINITION), ("f.yml", text)], ON).unwrap_or_default();
    found.options.into_iter().map(|option| option.label).collect()
}

#[test]
fn options_of_the_proposal_require_the_extension() {
    let load = "#@ load(\"@ytt:json\", \"json\")\n";
    let annotations = "#@schema\n---\n#@schema/‸\na: 1\n";
    assert!(with_the_proposal(annotations).starts_with(&["schema/definition".to_owned()]));
    assert!(with_the_proposal(annotations).contains(&"schema/any-key".to_owned()));
    assert!(!labels("f.yml", annotations).contains(&"schema/any-key".to_owned()));
    assert_eq!(with_the_proposal("#@schema\n---\n#@schema/type ‸\na: 1\n")[..3], ["one_of=", "or_inferred=", "any="]);
    assert!(with_the_proposal("#@schema\n---\n#@schema/validate min=1, ‸\na: 1\n").contains(&"format=".to_owned()));
    assert_eq!(with_the_proposal("#@schema\n---\n#@schema/validate format=\"‸\na: 1\n")[..2], ["date-time", "time"]);
    assert_eq!(
        with_the_proposal("#@schema\n---\n#@schema/type one_of=[\"int\", \"‸\na: 1\n"),
        ["bool", "float", "int", "null", "string"]
    );
    assert!(with_the_proposal("#@schema\n---\n#@schema/validate format=\"ip\", regexp=\"‸\na: 1\n").is_empty());
    assert!(with_the_proposal("#@ load(\"‸").contains(&"@ytt:spelling".to_owned()));
    assert_eq!(with_the_proposal(&format!("{load}a: #@ json.‸")), ["encode", "decode", "decodable"]);
    assert_eq!(labels("f.yml", &format!("{load}a: #@ json.‸")), ["encode", "decode"]);
}

#[test]
fn data_values_of_a_definition() {
    assert_eq!(with_the_proposal("a: #@ data.values.‸"), ["port", "pools", "lamp"]);
    // An item for any key is not an option itself.
    assert_eq!(with_the_proposal("#@data/values\n---\npools:\n  ‸"), ["main"]);
    assert_eq!(with_the_proposal("#@data/values\n---\npools:\n  night:\n    m‸"), ["memory"]);
    assert_eq!(with_the_proposal("#@data/values\n---\nlamp:\n  w‸"), ["watts"]);
}

const KEYS: &str = "#@data/values-schema\n---\nglobal:\n  if: 1\n  1st: 2\n  plain: 3\nkebab-key:\n  \"a\\\"b\": 4\nvalue: 5\nlist:\n- top-shelf: 6\n";

#[test]
fn keys_that_are_no_names_are_put_in_brackets() {
    let accept = |code: &str, label: &str| {
        let load = "#@ load(\"@ytt:data\", \"data\")\n#@ v = data.values\n";
        let text = format!("{load}a: #@ {code}");
        let found = ask(&[("schema.yml", KEYS), ("f.yml", &text)], &[]).expect("options");
        let option = found.options.iter().find(|option| option.label == label).expect("the option");
        let units: Vec<u16> = text.replace('‸', "").encode_utf16().collect();
        let start = load.len() + "a: #@ ".len();
        let before = String::from_utf16_lossy(&units[start..(found.from - option.before) as usize]);
        format!("{before}{}{}", option.insert, String::from_utf16_lossy(&units[found.to as usize..]))
    };
    assert_eq!(accept("data.values.‸", "global"), "data.values[\"global\"]");
    assert_eq!(accept("data.values.glo‸", "global"), "data.values[\"global\"]");
    assert_eq!(accept("data.values.global‸", "global"), "data.values[\"global\"]");
    assert_eq!(accept("data.values.k‸", "kebab-key"), "data.values[\"kebab-key\"]");
    assert_eq!(accept("data.values.kebab-‸", "kebab-key"), "data.values[\"kebab-key\"]");
    assert_eq!(accept("data.values.kebab-k‸e + 1", "kebab-key"), "data.values[\"kebab-key\"] + 1");
    assert_eq!(accept("data.values[\"global\"].‸", "if"), "data.values[\"global\"][\"if\"]");
    assert_eq!(accept("data.values.global.i‸", "if"), "data.values.global[\"if\"]");
    assert_eq!(accept("v.global.1‸", "1st"), "v.global[\"1st\"]");
    assert_eq!(accept("v[\"kebab-key\"].‸", "a\"b"), "v[\"kebab-key\"][\"a\\\"b\"]");
    assert_eq!(accept("v.list[0].t‸", "top-shelf"), "v.list[0][\"top-shelf\"]");
    assert_eq!(accept("v.val‸", "value"), "v.value");
    assert_eq!(accept("v[\"glo‸", "global"), "v[\"global");
    // A subtraction of something else.
    assert!(labels("f.yml", "a: #@ data.values.kiln-na‸").iter().all(|label| label != "name"));
}

#[test]
fn nothing_in_comments_and_strings() {
    let load = "load(\"@ytt:data\", \"data\")";
    for (path, text) in [
        ("f.yml", "#! data.values.‸".to_owned()),
        ("f.yml", "#! ‸".to_owned()),
        ("f.yml", "# na‸".to_owned()),
        ("f.yml", "a: 1 #! data.values.‸".to_owned()),
        ("f.yml", format!("#@ {load}\na: #@ data.values.name # na‸")),
        ("f.yml", "#@ x = 1 # data.values.‸".to_owned()),
        ("f.yml", "#@ x = 1 # a.b.‸".to_owned()),
        ("f.yml", "#@overlay/match by=\"a\" # mis‸\na: 1".to_owned()),
        ("f.yml", "#@data/values\n---\nkiln: #! fu‸".to_owned()),
        ("f.yml", "#@data/values\n---\nname: #! fu‸".to_owned()),
        ("f.yml", "#@data/values\n---\nname: #! ‸".to_owned()),
        ("f.yml", "#@data/values\n---\n#! na‸\n".to_owned()),
        ("f.yml", "#@data/values\n---\nkiln:\n  fuel: gas #! w‸\n".to_owned()),
        ("f.yml", "#@data/values\n---\nname: |\n  ki‸\n".to_owned()),
        ("f.yml", "#@data/values\n---\nname: |\n  text\n  ‸\n".to_owned()),
        ("f.yml", "#@data/values\n---\nname: \"\n  ki‸\n  \"\n".to_owned()),
        ("f.yml", "a: #@ \"data.values.‸".to_owned()),
        ("f.yml", "a: #@ \"na‸\"".to_owned()),
        ("f.star", format!("{load}\n# data.values.‸\nx = 1")),
        ("f.star", format!("{load}\nx = 1 # da‸")),
        ("f.star", format!("{load}\ndef f():\n  \"\"\"\n  data.values.‸\n")),
        ("f.star", format!("{load}\ndef f():\n  '''\n  da‸ '''\n  return 1\n")),
        ("f.txt", "(@ x = 1 # data.values.‸ @)".to_owned()),
        ("f.txt", "(@\n# da‸\nx = 1\n-@)".to_owned()),
        ("f.txt", "data.values.‸".to_owned()),
    ] {
        assert_eq!(labels(path, &text), [""; 0], "{path}: {text}");
    }
    for (path, text) in [
        ("f.yml", "a: #@ \"#\" + data.values.‸"),
        ("f.star", "# a comment\ndata.values.‸"),
        ("f.star", "x = \"\"\"\n#\n\"\"\" + data.values.‸"),
        ("f.yml", "#@data/values\n---\nname: |\n  text\n‸\n"),
    ] {
        assert!(!labels(path, text).is_empty(), "{path}: {text}");
    }
}

#[test]
fn an_expression_starts_with_no_operator() {
    for text in [
        "a: #@ f(‸", "a: #@ f(1, ‸", "a: #@ [‸", "a: #@ x + ‸", "a: #@ ‸", "#@ if ‸", "#@ x = ‸",
        "#@schema/default ‸\na: 1",
    ] {
        let found = labels("f.yml", &format!("#@ own = 1\n{text}"));
        for word in ["and", "or", "in", "if", "else", "for", "not in"] {
            assert!(!found.iter().any(|label| label == word), "{text}: {word}");
        }
        let found: Vec<&str> = found.iter().map(String::as_str).filter(|label| !label.contains('/')).collect();
        assert!(found.ends_with(&["not", "lambda"]), "{text}: {found:?}");
        assert!(found.contains(&"own") && found.contains(&"len"), "{text}");
    }
    assert_eq!(labels("f.yml", "a: #@ x ‸"), ["and", "or", "in", "not in", "if"]);
    assert_eq!(labels("f.yml", "a: #@ [x ‸"), ["and", "or", "in", "not in", "if", "for"]);
    assert_eq!(labels("f.yml", "a: #@ 1 if y ‸")[5], "else");
    assert_eq!(labels("f.yml", "#@ for x i‸"), ["in"]);
    for text in ["#@ def f(‸", "#@ def f(a, b‸", "a: #@ lambda ‸", "a: #@ lambda x, y‸", "#@ for x, ‸", "#@ load(‸"]
    {
        assert_eq!(labels("f.yml", text), [""; 0], "{text}");
    }
    assert!(labels("f.yml", "#@ def f(a, b=‸").contains(&"True".to_owned()));
    assert!(labels("f.star", "x = 1\nre‸").contains(&"return".to_owned()));
}

#[test]
fn values_are_not_preselected() {
    let preselect = |text: &str| ask(&[("schema.yml", SCHEMA), ("f.yml", text)], &[]).expect("options").preselect;
    for text in ["kiln:\n  fuel: ‸", "kiln:\n  lit: t‸", "kiln:\n  peak: 10‸", "kiln:\n  keeper: ‸", "name: ‸"]
    {
        assert!(!preselect(&format!("#@data/values\n---\n{text}")), "{text}");
    }
    for text in ["#@data/values\n---\nki‸", "a: #@ data.values.‸", "#@sche‸", "a: #@ le‸", "#@ load(\"‸"] {
        assert!(preselect(text), "{text}");
    }
}

#[test]
fn words_that_are_complete() {
    let words = |text: &str| ask(&[("schema.yml", SCHEMA), ("f.yml", text)], &[]).expect("options").words;
    // Even keys that the document has already, and keywords that cannot be written here.
    assert!(words("#@data/values\n---\nname: x\nna‸").contains(&"name".to_owned()));
    assert!(words("a: #@ is‸").contains(&"is".to_owned()));
    assert!(words("#@data/val‸").contains(&"data/values".to_owned()));
    // Parameters and variables are options.
    let text =
        "#@ def f(st, *args, key=1):\n#@   a, b = st\n#@   return [i for i, j in st] + (lambda z: z)(s‸)\n#@ end";
    let all = labels("f.yml", text);
    for name in ["f", "st", "args", "key", "a", "b", "i", "j", "z"] {
        assert!(all.iter().any(|label| label == name), "{name}");
    }
}

#[test]
fn a_module_adds_its_load() {
    let load = "load(\"@ytt:data\", \"data\")";
    assert_eq!(accepted("f.yml", "a: #@ da‸", "data"), format!("#@ {load}\na: #@ data‸"));
    let json = "#@ load(\"@ytt:json\", \"json\")\n";
    assert_eq!(
        accepted("f.yml", &format!("#! é🔥\n{json}a: #@ da‸ + 1"), "data"),
        format!("#! é🔥\n{json}#@ {load}\na: #@ data‸ + 1")
    );
    assert_eq!(accepted("f.yml", "#! c\na: #@ f(‸", "data"), format!("#! c\n#@ {load}\na: #@ f(data‸"));
    assert_eq!(accepted("f.star", "# c\nx = da‸", "data"), format!("# c\n{load}\nx = data‸"));
    assert_eq!(accepted("f.txt", "Hi (@= da‸ @)", "data"), format!("(@ {load} -@)\nHi (@= data‸ @)"));
    let overlay = "#@ load(\"@ytt:overlay\", \"overlay\")\n";
    assert_eq!(
        accepted("f.yml", "#@overlay/match by=over‸\n---", "overlay"),
        format!("{overlay}#@overlay/match by=overlay‸\n---")
    );
    let found = ask(&[("f.yml", "a: #@ ‸")], &[]).expect("options").options;
    let adding: Vec<&str> =
        found.iter().filter(|option| option.detail == "adds load").map(|option| &*option.label).collect();
    for name in ["data", "overlay", "assert", "struct", "template", "yaml", "json", "base64", "library"] {
        assert!(adding.contains(&name), "{name}");
    }
    let loaded = ask(&[("f.yml", &format!("{json}a: #@ js‸"))], &[]).expect("options").options;
    assert!(loaded.iter().filter(|option| option.label == "json").all(|option| option.edits.is_empty()));
}

#[test]
fn load_is_a_statement() {
    assert_eq!(accepted("f.yml", "#@ lo‸\na: 1", "load"), "#@ load(\"@ytt:‸\", \"\")\na: 1");
    assert_eq!(accepted("f.star", "x = 1\nl‸", "load"), "x = 1\nload(\"@ytt:‸\", \"\")");
    assert_eq!(accepted("f.yml", "#@ lo‸(\"@ytt:data\")", "load"), "#@ load‸(\"@ytt:data\")");
    assert!(!labels("f.yml", "a: #@ lo‸").contains(&"load".to_owned()));
}
