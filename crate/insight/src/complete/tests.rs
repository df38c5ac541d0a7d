//! Completion at the offset that `‸` marks.

use std::rc::Rc;

use crate::answer::Completions;
use crate::boundary::{Request, RequestFile};
use crate::complete;

const SCHEMA: &str = "#@data/values-schema\n---\nkiln:\n  #@schema/title \"Peak\"\n  #@schema/desc \"In degrees\"\n  peak: 1000\n  \
                      #@schema/validation one_of=[\"gas\", \"wood\"]\n  fuel: gas\n  #@schema/nullable\n  keeper: \"\"\n  \
                      lit: true\nshelves:\n- width: 1\n  \"top shelf\": false\nname: x\n";

fn ask(files: &[(&str, &str)], args: &[&str]) -> Option<Completions> {
    let mut place = None;
    let mut request = Request { args: args.iter().map(|arg| (*arg).to_owned()).collect(), ..Request::default() };
    for (path, text) in files {
        if let Some(at) = text.find('‸') {
            place = Some((*path, text[..at].encode_utf16().count() as u32));
        }
        request.files.push(RequestFile { path: (*path).to_owned(), content: text.replace('‸', "").into() });
    }
    let (path, offset) = place.expect("a marked place");
    let clock: crate::limits::Clock = Rc::new(|| 0.0);
    complete(&request, path, offset, &clock)
}

/// The labels for a text in a project with a schema.
fn labels(path: &str, text: &str) -> Vec<String> {
    let found = ask(&[("schema.yml", SCHEMA), (path, text)], &[]).unwrap_or_default();
    found.options.into_iter().map(|option| option.label).collect()
}

/// The text after the first option with this label is accepted.
fn chosen(text: &str, label: &str) -> String {
    let found = ask(&[("schema.yml", SCHEMA), ("f.yml", text)], &[]).expect("options");
    let option = found.options.iter().find(|option| option.label == label).expect("the option");
    let units: Vec<u16> = text.replace('‸', "").encode_utf16().collect();
    let (from, to) = ((found.from - option.before) as usize, found.to as usize);
    [String::from_utf16_lossy(&units[..from]), option.insert.clone(), String::from_utf16_lossy(&units[to..])].concat()
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
    assert_eq!(labels("f.yml", "#@ for s in data.values.shelves:\n- #@ s.‸\n#@ end"), ["width", "top shelf"]);
    assert_eq!(labels("f.yml", "#@ k = data.values.kiln\na: #@ k.‸"), ["peak", "fuel", "keeper", "lit"]);
}

#[test]
fn data_values_have_type_default_and_description() {
    let found = ask(&[("schema.yml", SCHEMA), ("f.yml", "a: #@ data.values.kiln.‸")], &[]).expect("options");
    assert_eq!(found.options[0].detail, "integer = 1000");
    assert_eq!(found.options[0].documentation, "Peak\nIn degrees");
    assert_eq!(found.options[2].detail, "string or null = null");
}

#[test]
fn data_values_without_a_schema() {
    let values = "#@data/values\n---\na:\n  b: 1\nc: x\n";
    let found = ask(&[("values.yml", values), ("f.yml", "x: #@ data.values.a.‸")], &[]).expect("options");
    assert_eq!((&*found.options[0].label, &*found.options[0].detail), ("b", "integer"));
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
        "data/values",
        "schema/validation",
        "overlay/match",
        "assert/validate",
        "library/ref",
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
    assert_eq!(chosen("#@overlay/match mis‸\na: 1", "missing_ok="), "#@overlay/match missing_ok=\na: 1");
    assert!(!labels("f.yml", "#@overlay/match by=‸\na: 1").iter().any(|label| label == "expects="));
}

#[test]
fn modules_and_their_functions() {
    assert!(labels("f.yml", "#@ load(\"@ytt:‸").contains(&"@ytt:overlay".to_owned()));
    assert_eq!(chosen("#@ load(\"‸", "@ytt:json"), "#@ load(\"@ytt:json\", \"json\")");
    assert_eq!(chosen("#@ load(\"@y‸\", \"json\")", "@ytt:json"), "#@ load(\"@ytt:json\", \"json\")");
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
            let files = vec![RequestFile { path: path.to_owned(), content: text.to_owned().into() }];
            let clock: crate::limits::Clock = Rc::new(|| 0.0);
            let _ = complete(&Request { files, ..Request::default() }, path, at, &clock);
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
