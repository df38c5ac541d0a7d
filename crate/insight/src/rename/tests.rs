//! Renames change all uses of a data value, and nothing else.

use crate::answer::{Renaming, UsePlace};
use crate::test_request::{edited, marked, spanned, text};
use crate::{rename, rename_target, uses_of_name};

const SCHEMA: &str =
    "#@data/values-schema\n---\nkiln:\n  peak: 1000\n  fuel: gas\nshelves:\n- width: 1\n  name: \"\"\n";

fn renamed(files: &[(&str, &str)], args: &[&str], new: &str) -> (Vec<String>, Renaming) {
    let (request, file, offset) = marked(files, args);
    let renaming = rename(&request, &file, offset, new);
    let texts = request
        .files
        .iter()
        .map(|file| edited(text(&request, &file.path), renaming.edits.iter().filter(|edit| edit.file == file.path)));
    (texts.collect(), renaming)
}

/// Renames the data value at the caret in a template of a project with a schema.
fn template(text: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let (texts, renaming) = renamed(&[("schema.yml", SCHEMA), ("f.yml", text)], &[], new);
    assert_eq!(renaming.refused, None, "{text}");
    (texts, renaming.not_followed.into_iter().map(|missed| missed.why).collect())
}

fn refused(files: &[(&str, &str)], args: &[&str], new: &str) -> String {
    let (_, renaming) = renamed(files, args, new);
    assert!(renaming.edits.is_empty() || renaming.refused.is_none());
    renaming.refused.unwrap_or_default()
}

#[test]
fn targets_are_words() {
    let name = |files: &[(&str, &str)]| {
        let (request, file, offset) = marked(files, &[]);
        rename_target(&request, &file, offset)
            .map(|target| (target.path, target.name, target.span.start.column, target.span.end.column))
    };
    let found = |path: &str, name: &str, from, to| Some((path.to_owned(), name.to_owned(), from, to));
    assert_eq!(name(&[("s.yml", &SCHEMA.replace("peak", "pe‸ak"))]), found("kiln.peak", "peak", 2, 6));
    assert_eq!(name(&[("f.yml", "é: #@ data.values.kiln[\"pe‸ak\"]")]), found("kiln.peak", "peak", 24, 28));
    assert_eq!(
        name(&[("f.yml", "#@ for s in data.values.shelves:\n- #@ s.wid‸th\n#@ end")]),
        found("shelves[].width", "width", 7, 12)
    );
    assert_eq!(name(&[("f.txt", "(@ k = data.values.kiln @)\n(@= k.pe‸ak @)")]), found("kiln.peak", "peak", 6, 10));
    assert_eq!(name(&[("f.yml", "#@data/values\n---\nkiln: {'pe‸ak': 1}")]), found("kiln.peak", "peak", 8, 12));
    assert_eq!(name(&[("f.yml", "a: #@ data.val‸ues.kiln")]), None);
    assert_eq!(name(&[("f.yml", "kiln:\n  pe‸ak: 1")]), None);
}

/// The places of a name, with their kinds: `declaration f.star:1`.
fn places(files: &[(&str, &str)]) -> Vec<String> {
    let (request, file, offset) = marked(files, &[]);
    let uses = uses_of_name(&request, &file, offset).unwrap_or_default();
    let place = |place: &UsePlace| {
        let word = spanned(text(&request, &place.file), place.span);
        assert!(word == uses.path, "{word} is not {}", uses.path);
        format!("{:?} {}:{}", place.kind, place.file, place.span.start.line)
    };
    uses.places.iter().map(place).collect()
}

#[test]
fn uses_of_functions_and_variables_are_listed() {
    let function = [
        ("f.star", "def g():\n  return warm(2)\nend\n\ndef warm(x):\n  return x\nend\n"),
        ("t.yml", "#@ load(\"f.star\", \"warm\")\na: #@ wa‸rm(x=1)\n"),
        ("u.yml", "#@ load(\"f.star\", hot=\"warm\")\na: #@ hot(1)\nwarm: #@ 1\n"),
    ];
    let expected = ["Use f.star:2", "Declaration f.star:5", "Use t.yml:1", "Use t.yml:2", "Use u.yml:1"];
    assert_eq!(places(&function), expected);
    let parameter =
        [("f.star", "def warm(x‸):\n  return x\nend\n"), ("t.yml", "#@ load(\"f.star\", \"warm\")\na: #@ warm(x=1)\n")];
    assert_eq!(places(&parameter), ["Declaration f.star:1", "Use f.star:2", "Use t.yml:2"]);
    let variable = [("t.yml", "#@ n = 1\n#@ n += 1\na: #@ ‸n\n")];
    assert_eq!(places(&variable), ["Declaration t.yml:1", "Use t.yml:2", "Use t.yml:3"]);
    assert_eq!(places(&[("t.yml", "a: #@ le‸n([])\n")]), [""; 0]);
}

#[test]
fn all_files_are_edited() {
    let files = [
        ("schema.yml", SCHEMA),
        ("values.yml", "#@data/values\n---\n\"kiln\": {peak: 1200}\n"),
        (
            "more.yml",
            "#@ load(\"@ytt:overlay\", \"overlay\")\n#@data/values\n---\n#@overlay/match missing_ok=True\nkiln:\n  #@overlay/replace\n  \"peak\": 1300\n",
        ),
        ("plain.yml", "kiln:\n  peak: 1\n"),
        (
            "f.yml",
            "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"x.star\", \"top\")\npeak: #@ data.values.kiln.pe‸ak + data.values[\"kiln\"]['peak']\n",
        ),
        ("f.txt", "(@ load(\"@ytt:data\", \"data\") @)peak (@= str(data.values.kiln.peak) @)"),
        ("x.star", "load(\"@ytt:data\", \"data\")\ndef top():\n  kiln = data.values.kiln\n  return kiln.peak\nend\n"),
    ];
    let args = [
        "--data-values-file",
        "plain.yml",
        "-v",
        "kiln.peak=3",
        "--data-value-yaml=kiln={peak: 4}",
        "-v",
        "@lib:kiln.peak=1",
    ];
    let (texts, renaming) = renamed(&files, &args, "top_heat");
    let expected: Vec<String> = files
        .iter()
        .map(|(path, text)| {
            let text = text.replace('‸', "");
            // A key of the output is not a data value.
            if *path == "f.yml" {
                text.replace(".peak", ".top_heat").replace("'peak'", "'top_heat'")
            } else if *path == "f.txt" {
                text.replace(".peak", ".top_heat")
            } else {
                text.replace("peak", "top_heat")
            }
        })
        .collect();
    assert_eq!(texts, expected);
    let whys: Vec<&str> = renaming.not_followed.iter().map(|missed| &*missed.why).collect();
    assert_eq!((renaming.refused, whys, renaming.env), (None, vec!["the file is rendered as well"], None));
    let args = renaming.args.expect("other flags");
    assert_eq!(args[3..], ["kiln.top_heat=3", "--data-value-yaml=kiln={top_heat: 4}", "-v", "@lib:kiln.peak=1"]);
}

#[test]
fn variables_are_renamed() {
    let (mut request, file, offset) =
        marked(&[("s.yml", &SCHEMA.replace("peak", "pe‸ak"))], &["--data-values-env", "P", "--data-values-env-yaml=Y"]);
    request.env = [("P_kiln__peak", "1"), ("Y_kiln", "{peak: 2, fuel: x}"), ("P_peak", "3")]
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .into();
    let changed = rename(&request, &file, offset, "top");
    assert_eq!(changed.env.expect("variables"), ["P_kiln__top=1", "Y_kiln={top: 2, fuel: x}", "P_peak=3"]);
    let refused = rename(&request, &file, offset, "top-heat").refused.expect("a reason");
    assert_eq!(refused, "the variable P_kiln__peak sets it, and the name of a variable cannot have top-heat in it");
}

#[test]
fn aliases_loops_and_functions_are_followed() {
    let (texts, missed) = template(
        "#@ for i, shelf in enumerate(data.values.shelves):\n- #@ shelf.wid‸th\n#@ end\n#@ def w(x, by=1):\n#@ return x.width\n#@ end\n\
         b: #@ w(data.values.shelves[0]) + w(x=data.values.shelves[1])\nc: #@ [s.width for s in data.values.shelves if s.width]\nd: #@ other.width",
        "breadth",
    );
    assert_eq!(missed, [""; 0]);
    assert_eq!(texts[0], SCHEMA.replace("width", "breadth"));
    assert_eq!(texts[1].matches("breadth").count(), 4);
    assert!(texts[1].contains("other.width"));
}

#[test]
fn uses_that_cannot_be_followed_are_listed() {
    let missed = |text: &str| template(text, "top").1;
    assert_eq!(missed("a: #@ data.values.kiln.pe‸ak\nb: #@ data.values.kiln"), ["it is handed on as a whole"]);
    assert_eq!(missed("a: #@ data.values.kiln.pe‸ak\nb: #@ getattr(data.values.kiln, name)"), ["the name is computed"]);
    assert_eq!(missed("a: #@ data.values.kiln.pe‸ak\nb: #@ f(data.values)"), ["it is handed to a function as a whole"]);
    assert_eq!(
        missed("a: #@ data.values.kiln.pe‸ak\n#@ for k in data.values.kiln:\n- #@ k\n#@ end"),
        ["its names are gone through"]
    );
    assert_eq!(
        missed("#@ k = data.values.kiln if x else y\na: #@ k.pe‸ak"),
        ["it may as well be a member of something else"]
    );
    assert_eq!(missed("a: #@ data.values.kiln.pe‸ak\nb: #@ f(data.values.kiln.peak"), ["this code does not parse"]);
    assert_eq!(
        missed(
            "a: #@ data.values.kiln.pe‸ak\nb: #@ getattr(data.values.kiln, \"peak\") if data.values.kiln else len(data.values.shelves)"
        ),
        [""; 0]
    );
}

#[test]
fn names_in_annotations_and_computed_values() {
    let schema = "#@data/values-schema\n---\n#@schema/default [{\"name\": \"a\", \"width\": 2}]\nshelves:\n- name: \"\"\n  width: 1\n";
    let values = "#@ load(\"@ytt:overlay\", \"overlay\")\n#@data/values\n---\nshelves:\n#@overlay/match by=\"name\"\n- na‸me: a\n#@overlay/match by=overlay.map_key(\"name\")\n- name: b\n";
    let (texts, renaming) = renamed(&[("s.yml", schema), ("v.yml", values)], &[], "label");
    assert_eq!(renaming.not_followed, []);
    assert_eq!(texts[0], schema.replace("name", "label"));
    assert_eq!(texts[1], values.replace("na‸me", "name").replace("name", "label"));
    let (_, renaming) = renamed(
        &[(
            "s.yml",
            "#@data/values-schema\n---\n#@schema/validation (\"x\", lambda v: v[\"peak\"] > 1)\nkiln:\n  pe‸ak: 1\n",
        )],
        &[],
        "top",
    );
    assert_eq!(renaming.not_followed.len(), 1);
    let (_, renaming) = renamed(&[("s.yml", "#@data/values-schema\n---\na: &x\n  pe‸ak: 1\nb: *x\n")], &[], "top");
    assert_eq!(renaming.not_followed[0].why, "a copy of a map may have it too");
}

#[test]
fn refusals() {
    let at = SCHEMA.replace("peak", "pe‸ak");
    let schema = ("s.yml", &*at);
    assert!(refused(&[schema], &[], "a b").starts_with("\"a b\" is no name"));
    assert!(refused(&[schema], &[], "").starts_with("\"\" is no name"));
    assert_eq!(refused(&[schema], &[], "yes"), "yes is no text in YAML, and so no name");
    assert_eq!(refused(&[schema], &[], "fuel"), "kiln has fuel already, at s.yml:5");
    let read = ("f.yml", "a: #@ data.values.kiln.peak");
    assert_eq!(
        refused(&[schema, read], &[], "top-heat"),
        "top-heat cannot stand behind a dot, as peak does at f.yml:1"
    );
    assert_eq!(refused(&[schema, read], &[], "for"), "for cannot stand behind a dot, as peak does at f.yml:1");
    assert_eq!(refused(&[schema], &[], "top-heat"), "");
    assert_eq!(
        refused(&[("f.yml", "a: #@ data.values.no‸body")], &[], "x"),
        "nobody is declared nowhere: neither a schema nor data values have it"
    );
    assert_eq!(refused(&[("f.yml", "a‸: 1")], &[], "x"), "this is neither a data value nor a name that code defines");
    assert_eq!(
        refused(&[schema], &["-v", "kiln.peak=1"], "a.b"),
        "a flag cannot name a.b, which has a dot; kiln.peak is set by kiln.peak=…"
    );
    assert_eq!(refused(&[("_ytt_lib/x/s.yml", &at)], &[], "x"), "only data values of the root library can be renamed");
}

#[test]
fn files_of_other_environments_are_listed_apart() {
    let files = [
        ("config/schema.yml", "#@data/values-schema\n---\nkiln:\n  ‸peak: 1\n  fuel: gas\n"),
        ("envs/dev.yml", "kiln:\n  peak: 2\n"),
        ("envs/prod.yml", "kiln:\n  \"peak\": 3\n"),
        ("envs/both.yml", "kiln: {peak: 3, top: 4}\n"),
        ("other/pod.yml", "kind: Pod\nkiln:\n  peak: 1\n"),
        ("other/code.yml", "kiln:\n  peak: #@ 1\n"),
    ];
    let args = ["-f", "config", "--data-values-file", "envs/dev.yml"];
    let (texts, renaming) = renamed(&files, &args, "top");
    assert_eq!(texts[0], "#@data/values-schema\n---\nkiln:\n  top: 1\n  fuel: gas\n");
    assert_eq!(texts[1], "kiln:\n  top: 2\n");
    assert_eq!(texts[2], "kiln:\n  \"peak\": 3\n");
    let [edit] = &renaming.elsewhere[..] else { panic!("one edit: {:?}", renaming.elsewhere) };
    assert_eq!((edit.file.as_str(), edit.text.as_str(), edit.span.start.line), ("envs/prod.yml", "\"top\"", 2));
    let missed: Vec<&str> = renaming.not_followed.iter().map(|missed| missed.file.as_str()).collect();
    assert_eq!(missed, ["envs/both.yml"]);

    // Without flags, all files are part of the run.
    assert!(renamed(&files[..4], &[], "top").1.elsewhere.is_empty());
}

/// The texts after the name at the caret is renamed to `new`.
fn code(files: &[(&str, &str)]) -> Vec<String> {
    let (texts, renaming) = renamed(files, &[], "new");
    assert_eq!((renaming.refused, renaming.not_followed), (None, Vec::new()), "{files:?}");
    texts
}

#[test]
fn a_function_is_renamed_where_it_is_loaded() {
    let star = "def roof(a):\n  return roof\nend\n";
    let expected = "def new(a):\n  return new\nend\n";
    let plain = "#@ load(\"f.star\", \"ro‸of\")\na: #@ roof(1)\nb: #@ x.roof\nroof: roof\n";
    assert_eq!(
        code(&[("a.yml", plain), ("f.star", star)]),
        ["#@ load(\"f.star\", \"new\")\na: #@ new(1)\nb: #@ x.roof\nroof: roof\n", expected]
    );
    let alias = "#@ load(\"/f.star\", r=\"roof\")\na: #@ r(1)\n";
    assert_eq!(
        code(&[("b/a.yml", alias), ("f.star", &star.replacen("roof", "ro‸of", 1))]),
        ["#@ load(\"/f.star\", r=\"new\")\na: #@ r(1)\n", expected]
    );
    assert_eq!(
        code(&[("a.yml", &alias.replace("r(1)", "r‸(1)")), ("f.star", star)])[0],
        "#@ load(\"/f.star\", new=\"roof\")\na: #@ new(1)\n"
    );
}

#[test]
fn variables_are_renamed_in_their_scope() {
    for (before, after) in [
        (
            "#@ x = 1\n#@ def f(x):\na: #@ x\n#@ end\nb: #@ x‸\n",
            "#@ new = 1\n#@ def f(x):\na: #@ x\n#@ end\nb: #@ new\n",
        ),
        (
            "#@ x = 1\n#@ def f(x):\na: #@ ‸x\n#@ end\nb: #@ x\n",
            "#@ x = 1\n#@ def f(new):\na: #@ new\n#@ end\nb: #@ x\n",
        ),
        (
            "#@ for x in [1]:\n- #@ [‸x for x in [x]] + [x]\n#@ end\n",
            "#@ for x in [1]:\n- #@ [new for new in [x]] + [x]\n#@ end\n",
        ),
        ("#@ f = lambda x: x + y(x‸)\n", "#@ f = lambda new: new + y(new)\n"),
        (
            "#@ def f(*a):\n#@   return 1\n#@ end\n#@overlay/match by=‸f\na: #@ f\n",
            "#@ def new(*a):\n#@   return 1\n#@ end\n#@overlay/match by=new\na: #@ new\n",
        ),
    ] {
        assert_eq!(code(&[("f.yml", before)]), [after]);
    }
}

#[test]
fn keyword_arguments_follow_their_parameter() {
    let star = "def f(a, x‸=1):\n  return x\nend\ndef g(x):\n  return f(1, x=x) + g(x=2) + len(x=1)\nend\n";
    let yml =
        "#@ load(\"f.star\", h=\"f\")\n#@ load(\"@ytt:json\", \"json\")\na: #@ h(1, x=2)\nb: #@ json.encode(1, x=2)\n";
    assert_eq!(
        code(&[("f.star", star), ("a.yml", yml)]),
        [
            "def f(a, new=1):\n  return new\nend\ndef g(x):\n  return f(1, new=x) + g(x=2) + len(x=1)\nend\n",
            &yml.replace("h(1, x=2)", "h(1, new=2)")
        ]
    );
    let caller = yml.replace("h(1, x=2)", "h(1, x‸=2)");
    assert_eq!(
        code(&[("f.star", &star.replace('‸', "")), ("a.yml", &caller)])[1],
        yml.replace("h(1, x=2)", "h(1, new=2)")
    );
    let (_, renaming) = renamed(&[("f.star", "def f(‸x):\n  return x\nend\na = f\nb = a(x=1)\n")], &[], "new");
    assert_eq!(renaming.not_followed.len(), 1);
    let (_, renaming) = renamed(&[("f.star", "def f(‸x):\n  return x\nend\nb = f(**{\"x\": 1})\n")], &[], "new");
    assert_eq!(renaming.not_followed.len(), 1);
}

#[test]
fn names_that_would_change_the_meaning_are_refused() {
    let star = ("f.star", "def f(x):\n  return y\nend\n");
    for (file, new, why) in [
        ("#@ ‸x = 1\n#@ y = 2\n", "y", "y is another name there, at a.yml:2"),
        ("#@ ‸x = 1\na: #@ len(x)\n", "len", "len is another name there, at a.yml:2"),
        (
            "#@ ‸x = 1\n",
            "if",
            "\"if\" is no name in code: letters, digits and _ make one, but for words of the language",
        ),
        (
            "#@ ‸x = 1\n",
            "end",
            "\"end\" is no name in code: letters, digits and _ make one, but for words of the language",
        ),
        ("#@ ‸x = 1\n#@ y = (\n", "z", "the code at a.yml:2 cannot be read"),
        ("#@ load(\"f.star\", \"f‸\")\n", "y", "y is another name there, at f.star:2"),
        ("#@ load(\"f.star\", \"f‸\")\n", "_f", "a name with _ at its start cannot be loaded, as f is at a.yml:1"),
        ("#@ load(\"@ytt:data\", \"da‸ta\")\n", "d", "this is neither a data value nor a name that code defines"),
    ] {
        assert_eq!(refused(&[("a.yml", file), star], &[], new), why);
    }
    let library = ("_ytt_lib/app/f.lib.yml", "#@ def ‸f():\n#@ end\n");
    let caller = ("a.yml", "#@ load(\"@ytt:library\", \"library\")\na: #@ library.get(\"app\").export(\"f\")()\n");
    assert_eq!(refused(&[library, caller], &[], "g"), "a.yml:2 may export f from a library");
}
