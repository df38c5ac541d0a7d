//! Each lint with its position, and similar code without a lint.

use crate::boundary::Severity;
use crate::lint;
use crate::test_request::{clock, edited, request, spanned, text};

/// `code file:line "underlined text"`, one per line.
fn found(files: &[(&str, &str)]) -> Vec<String> {
    let request = request(files, &[]);
    let lints = lint(&request, &clock());
    assert!(lints.diagnostics.iter().all(|d| d.severity != Severity::Error));
    let shown = lints.diagnostics.iter().map(|lint| {
        let place = lint.primary.as_ref().expect("a place");
        let span = place.span.expect("a span");
        let text = spanned(text(&request, &place.file), span);
        let hint = lint.hints.first().map(|hint| format!(" ({hint})")).unwrap_or_default();
        format!("{} {}:{} {text}{hint}", lint.code, place.file, span.start.line)
    });
    shown.collect()
}

fn in_one(text: &str) -> Vec<String> {
    found(&[("f.yml", text)])
}

#[test]
fn code_without_a_space() {
    assert_eq!(in_one("🔥: #@data.values.a\n"), ["missing-space f.yml:1 data.values.a (Write #@ data.values.a)"]);
    assert_eq!(in_one("#@if x == 1:\na: 1\n"), ["missing-space f.yml:1 if (Write #@ if x == 1:)"]);
    assert_eq!(in_one("#@ x = 1\na: #@x\n"), ["missing-space f.yml:2 x (Write #@ x)"]);
    assert_eq!(in_one("#@ data = 6\n#@ values = 2\n#@ data/values\n"), ["lost-result f.yml:3 data/values"]);
}

#[test]
fn annotations_of_the_proposal_mention_the_extension() {
    let text = "#@schema/any-key\n_: 1\n";
    let hint = "It is part of the schema proposal, which --enable-extension schema-proposal turns on";
    assert_eq!(in_one(text), [format!("unknown-annotation f.yml:1 schema/any-key ({hint})")]);
}

#[test]
fn other_annotations_are_unknown_without_a_suggestion() {
    assert!(in_one("#@something/else\nb: 1\n")[0].starts_with("unknown-annotation f.yml:1 something/else"));
}

#[test]
fn annotations_that_are_called_otherwise() {
    let meant = |name: &str| {
        let lints = in_one(&format!("#@{name}\na: 1\n"));
        lints.first().and_then(|lint| Some(lint.split_once("did you mean @")?.1.trim_end_matches("?)").to_owned()))
    };
    for (name, expected) in [
        ("schema/validate", "schema/validation"),
        ("schema/validaton", "schema/validation"),
        ("schema/description", "schema/desc"),
        ("schema/example", "schema/examples"),
        ("schemas/desc", "schema/desc"),
        ("schema/Nullable", "schema/nullable"),
        ("nullable", "schema/nullable"),
        ("data/value", "data/values"),
        ("data-values", "data/values"),
        ("data/values_schema", "data/values-schema"),
        ("data/schema", "data/values-schema"),
        ("overlay/matches", "overlay/match"),
        ("overlay/match-child-default", "overlay/match-child-defaults"),
        ("overlay/delete", "overlay/remove"),
        ("assert/validation", "assert/validate"),
    ] {
        assert_eq!(meant(name).as_deref(), Some(expected), "{name}");
    }
    for name in ["schema/enum", "schema/pattern", "overlay/merge_or_replace", "my/thing", "kapp/config"] {
        assert_eq!(meant(name), None, "{name}");
    }
    assert_eq!(
        in_one("#@schema/enum [1]\na: 1\n"),
        ["unknown-annotation f.yml:1 schema/enum (Write #@schema/validation one_of=…)"]
    );
}

#[test]
fn code_that_is_text() {
    let text = "a: \"#@ 1\"\nb: '#@ \"x\"' #! c\nc:\n- \"#@ 2\"\nd: \"(@= 1 @)\"\n#@yaml/text-templated-strings\ne:\n  f: (@= 1 @)\ng: \"#! x\"\n";
    let expected = [
        "quoted-code f.yml:1 \"#@ 1\"",
        "quoted-code f.yml:2 '#@ \"x\"'",
        "quoted-code f.yml:4 \"#@ 2\"",
        "quoted-code f.yml:5 \"(@= 1 @)\"",
    ];
    assert_eq!(in_one(text), expected);
}

#[test]
fn expressions_without_a_marker() {
    let start =
        "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"@ytt:json\", \"json\")\n#@ v = data.values\n#@ x = {\"y\": 1}\n";
    let lints = |value: &str| {
        let text = format!("{start}a: {value}\n#@ late = v\n");
        let schema = "#@data/values-schema\n---\nname: web\nports: [{tcp: 1}]\n";
        let found = found(&[("f.yml", &text), ("schema.yml", schema)]);
        found.iter().filter(|lint| lint.starts_with("quoted-code")).count()
    };
    for code in [
        "data.values.name", "data.values.other[0]", "v.name", "v.name.upper()", "v.ports[0].tcp", "x[\"y\"]",
        "x.get(\"y\", v.name)", "json.encode(x)", "data.values",
    ] {
        assert_eq!(lints(code), 1, "{code}");
    }
    for text in [
        "v", "v.yaml", "v.name.", "v.name-x", "v.name x", "x.y", "x.yml", "x (y)", "x(z)", "x[0]", "data.json",
        "json.encode", "data", "late.name", "other.name", "v.name, x", "\"v.name\"", "json.other(x)",
        "v.name (optional)",
    ] {
        assert_eq!(lints(text), 0, "{text}");
    }
}

#[test]
fn words_for_null() {
    assert_eq!(
        in_one("#@ x = 1\na: None\nb: [nil]\nc: \"None\"\n"),
        ["none-word f.yml:2 None", "none-word f.yml:3 nil"]
    );
    let schema = "#@data/values-schema\n---\na: None\n";
    assert_eq!(in_one(schema), ["none-word f.yml:3 None (@schema/nullable makes null the default)"]);
}

#[test]
fn documents_without_a_match() {
    let load = "#@ load(\"@ytt:overlay\", \"overlay\")\n";
    let in_overlay = |text: &str| in_one(&format!("{load}{text}"));
    let hint = "(Put #@overlay/match by=… above the --- of its document)";
    let inside = "---\na:\n  #@overlay/remove\n  b: 1\n";
    assert_eq!(in_overlay(inside), [format!("no-match f.yml:4 overlay/remove {hint}")]);
    assert_eq!(
        fixed(&format!("{load}#@overlay/match by=overlay.all\na: 1\n")),
        format!("{load}#@overlay/match by=overlay.all\n---\na: 1\n")
    );
    let second = "#@overlay/match by=overlay.all\n---\na: 1\n---\nb: 1\n";
    assert_eq!(in_overlay(second), ["no-match f.yml:6 b (Put #@overlay/match by=… above its ---)"]);
    // Documents that are complete, and functions that return overlays.
    for text in [
        "#@overlay/match by=overlay.all\n---\na: 1\n---\napiVersion: v1\nkind: A\n",
        "#@ def f():\n#@overlay/remove\na: 1\n#@ end\nb: #@ overlay.apply({}, f())\n",
        "a: #@ overlay.apply(1, 2)\n",
    ] {
        assert_eq!(in_overlay(text), [""; 0], "{text}");
    }
}

#[test]
fn values_files_without_an_annotation() {
    let printed = |files: &[(&str, &str)]| {
        let lints = found(files).into_iter().filter_map(|lint| lint.strip_prefix("printed-values ").map(str::to_owned));
        lints.collect::<Vec<_>>()
    };
    let template = ("t.yml", "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.name\n");
    let schema = ("schema.yml", "#@data/values-schema\n---\nname: \"\"\ndb:\n  host: \"\"\n");
    let expected = ["values.yml:1 name (Templates use its keys as data values)"];
    assert_eq!(printed(&[("values.yml", "name: a\nport: 1\n"), template]), expected);
    let expected = ["dev-values.yml:1 db (Its keys are those of the schema)"];
    assert_eq!(printed(&[schema, ("dev-values.yml", "db:\n  hots: x\n"), template]), expected);
    assert!(printed(&[schema, ("other.yml", "db:\n  hots: x\n"), template]).is_empty());
    assert!(printed(&[("values.yml", "port: 1\n"), template]).is_empty());
}

#[test]
fn keys_that_are_no_strings() {
    let keys = in_one("y: 1\n\"n\": 2\n8080: x\n0x10: z\n- on: 1\n");
    let codes: Vec<&str> = keys.iter().map(|lint| lint.split(" (").next().unwrap_or_default()).collect();
    assert_eq!(codes, ["changed-key f.yml:1 y", "changed-key f.yml:4 0x10", "changed-key f.yml:5 on"]);
}

#[test]
fn booleans_of_data_values_are_meant_where_a_schema_checks_them() {
    let schema = ("schema.yml", "#@data/values-schema\n---\nopen: true\n");
    let values = ("values.yml", "#@data/values\n---\nopen: no\n");
    assert!(found(&[schema, values]).iter().all(|lint| !lint.contains("boolean-word")));
    assert_eq!(found(&[values]).len(), 1);
}

#[test]
fn a_computed_index_uses_all_keys_of_a_map() {
    let schema = ("schema.yml", "#@data/values-schema\n---\nlamp:\n  oil: 1\n  gas: 2\nother: 3\n");
    let code = "#@ load(\"@ytt:data\", \"data\")\n#@ lamp = data.values.lamp\na: #@ [k for k in (\"oil\", \"gas\") if lamp[k]]\n";
    assert_eq!(found(&[schema, ("t.yml", code)]), ["unused-data-value schema.yml:6 other"]);
}

#[test]
fn schemas_that_the_run_does_not_read_lose_nothing() {
    let text = "#@data/values-schema\n---\n#@schema/desc \"x\"\na: 1\n";
    let files = [("a.yml", text), ("b.yml", text)];
    let lints = |args: &[&str]| {
        let lints = lint(&request(&files, args), &clock());
        lints.diagnostics.iter().filter(|lint| lint.code == "lost-annotation").count()
    };
    assert_eq!([lints(&["-f", "."]), lints(&["-f", "b.yml"])], [1, 0]);
}

#[test]
fn lost_annotations_of_overlaid_schemas() {
    let left = "#@data/values-schema\n---\na: 1\nm:\n  b: 1\nl: 1\n";
    let right = "#@data/values-schema\n---\n#@schema/desc \"x\"\na: 2\nm:\n  #@schema/title \"t\"\n  b: 2\n  #@overlay/match missing_ok=True\n  \
                 #@schema/desc \"new\"\n  c: 1\n#@overlay/replace\n#@schema/desc \"y\"\nl: 2\n";
    let lints = found(&[("1.yml", left), ("2.yml", right)]);
    let shown: Vec<&str> = lints.iter().map(|lint| lint.split(" (").next().unwrap_or_default()).collect();
    assert_eq!(shown, ["lost-annotation 2.yml:3 schema/desc", "lost-annotation 2.yml:6 schema/title"]);
}

#[test]
fn unused_data_values() {
    let schema = ("s.yml", "#@data/values-schema\n---\na: 1\nm:\n  b: 1\n  c: 1\nl:\n- w: 1\nz:\n  q: {}\n");
    let load = "#@ load(\"@ytt:data\", \"data\")\n";
    let unused = |code: &str| {
        let text = format!("{load}{code}");
        let lints = found(&[schema, ("f.yml", &text)]);
        lints.iter().map(|lint| lint.rsplit(' ').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(unused("x: #@ data.values.a\n"), ["m", "l", "z"]);
    assert_eq!(unused("x: #@ [data.values.a, data.values.m.b, data.values.l]\n"), ["c", "z"]);
    assert_eq!(unused("#@ m = data.values.m\n#@ for i in data.values.l:\n- #@ m.b + i.w\n#@ end\n"), ["a", "c", "z"]);
    assert_eq!(unused("#@ m = data.values.m\nx: #@ f(m)\n"), ["a", "l", "z"]);
    assert_eq!(unused("#@ for i in data.values.l:\n- x\n#@ end\n"), ["a", "m", "z"]);
    // A value that is passed on may be used.
    assert!(unused("x: #@ data.values\n").is_empty());
    assert!(unused("x: #@ getattr(data.values, \"a\")\n").is_empty());
    assert!(unused("x: #@ f(data)\n").is_empty());
    // There is only a schema.
    assert!(found(&[schema]).is_empty());
}

#[test]
fn all_kinds_are_listed() {
    let lints = lint(&request(&[], &[]), &clock());
    assert_eq!(lints.kinds.len(), 23);
    assert!(lints.diagnostics.is_empty());
}

/// The text after the only fix.
fn fixed(text: &str) -> String {
    let lints = |text: &str| lint(&request(&[("f.yml", text)], &[]), &clock()).diagnostics;
    let found = lints(text);
    let [fix] = &found[0].fixes[..] else { panic!("one fix for {text}") };
    let after = edited(text, &fix.edits);
    assert!(lints(&after).iter().all(|lint| lint.code != found[0].code), "still there: {after}");
    after
}

#[test]
fn fixes_edit_the_right_bytes() {
    for (text, after) in [
        ("🔥: #@data.values.a\n", "🔥: #@ data.values.a\n"),
        ("a: 1 #@end\n", "a: 1 #@ end\n"),
        ("#@schema/dsc \"🔥\"\na: 1\n", "#@schema/desc \"🔥\"\na: 1\n"),
        ("🔥: yes # x\n", "🔥: \"yes\" # x\n"),
        ("- y: 🔥\n", "- \"y\": 🔥\n"),
        ("🔥:\n- é\n  - x\r\n", "🔥:\n- é\n- x\r\n"),
        ("tag: 1.10 # x\n", "tag: \"1.10\" # x\n"),
        ("a: \"#@ x + \\\"y\\\"\"\n", "a: #@ x + \"y\"\n"),
        ("a:\n  b: \"(@= 1 @)\"\n", "a:\n  #@yaml/text-templated-strings\n  b: \"(@= 1 @)\"\n"),
        ("#@schema/desc \"é\"\n#@schema/desc \"y\"\na: 1\n", "#@schema/desc \"y\"\na: 1\n"),
        ("a:\n- 1\n#@schema/desc \"x\"\nb: 1 #@schema/desc \"y\"\n", "a:\n- 1\nb: 1 #@schema/desc \"y\"\n"),
    ] {
        assert_eq!(fixed(text), after);
    }
}

#[test]
fn duplicate_keys_in_plain_yaml() {
    assert_eq!(in_one("a: 1\nb: {c: 1, \"c\": 2}\na: 2\n"), ["repeated-key f.yml:2 \"c\"", "repeated-key f.yml:3 a"]);
    assert_eq!(in_one("a: 1\na: 2\na: 3\n").len(), 2);
}

#[test]
fn plain_values_that_are_printed() {
    let schema = ("schema.yml", "#@data/values-schema\n---\na: 1\nm:\n  b: 1\nfree: {}\nlist:\n- x: 1\n");
    let codes = |text: &str| found(&[schema, ("values.yml", text)]);
    let lint = ["printed-values values.yml:1 a (Its keys are those of the schema)"];
    assert_eq!(codes("a: 2\n"), lint);
    assert_eq!(codes("a: 2 # é\nm: {b: 1}\nfree: {v: {z: 1}}\nlist: [{x: 1}, {q: 2}]\n"), lint);
    for other in ["a: 2\nc: 1\n", "a: 1\n---\na: 2\n", "", "- a: 1\n", "a: #@ 1\n", "#@data/values\n---\na: 2\n"] {
        assert!(codes(other).is_empty(), "{other}");
    }
    // Without a schema.
    assert!(found(&[("values.yml", "a: 2\n")]).is_empty());
}

#[test]
fn printed_values_become_data_values() {
    let schema = "#@data/values-schema\n---\na: 1\n";
    let template = "#@ load(\"@ytt:data\", \"data\")\nb: #@ data.values.a\n";
    let lints = |text: &str, args: &[&str]| {
        let files = [("schema.yml", schema), ("values.yml", text), ("t.yml", template)];
        let lints = lint(&request(&files, args), &clock()).diagnostics;
        lints.into_iter().flat_map(|lint| lint.fixes).collect::<Vec<_>>()
    };
    let first = |text: &str| edited(text, &lints(text, &[])[0].edits);
    let annotated = first("# é 🔥\na: \"#\" # x\n");
    assert_eq!(annotated, "#@data/values\n---\n#! é 🔥\na: \"#\" #! x\n");
    assert_eq!(first("---\na: 2\n"), "#@data/values\n---\na: 2\n");
    assert!(lints(&annotated, &[]).is_empty());

    let args = |args: &[&str]| lints("a: 2\n", args)[1].args.clone().expect("arguments");
    assert_eq!(args(&[]), ["--file-mark", "values.yml:exclude=true", "--data-values-file", "values.yml"]);
    let named = ["-f", "schema.yml", "-f", "values.yml", "-f", "t.yml"];
    assert_eq!(args(&named), ["-f", "schema.yml", "-f", "t.yml", "--data-values-file", "values.yml"]);
    for arguments in [args(&[]), args(&named)] {
        assert!(lints("a: 2\n", &arguments.iter().map(String::as_str).collect::<Vec<_>>()).is_empty());
    }
}

#[test]
fn helm_in_text() {
    for text in ["a: {{ .Values.a }}\n", "a: x-{{ .Values.a }}\n"] {
        assert_eq!(in_one(text), ["helm-syntax f.yml:1 {{ .Values.a }}"]);
    }
    assert_eq!(
        in_one("a: \"{{ .Values.a }}:{{ .Values.b | default .Chart.Version }}\"\n"),
        [
            "helm-syntax f.yml:1 {{ .Values.a }}:{{ .Values.b | default .Chart.Version }} (ytt knows nothing of a release or a chart: declare data values for them, and write #@ \"{}:{}\".format(data.values.a, data.values.b or data.values.chart.version))"
        ]
    );
    assert_eq!(in_one("a: |\n  {{ include \"x\" . }}\n").len(), 1);
    assert!(found(&[("a.txt", "{{ .Values.a }}\n"), ("b.yml", "a: 1\n")]).is_empty());
}

#[test]
fn annotations_without_effect() {
    let values = "#@data/values\n---\n#@schema/desc \"é\"\na: 1\n";
    let expected = "idle-annotation f.yml:3 schema/desc (Move it to the document with @data/values-schema)";
    assert_eq!(in_one(values), [expected]);
    let bare = [("my-schema.yml", "---\n#@schema/nullable\na: 1\n")];
    let expected = "idle-annotation my-schema.yml:2 schema/nullable (A schema has #@data/values-schema above its ---)";
    assert_eq!(found(&bare), [expected]);
}

#[test]
fn placeholders_of_other_programs() {
    let schema = ("schema.yml", "#@data/values-schema\n---\nname: x\nimage: {tag: x}\n");
    let template = "#@ port = 1\na: \"{{ name }}\"\nb: é ${image.tag}\nc: $(port)\nd: ${NAME}\n";
    let expected = ["{{ name }}", "${image.tag}", "$(port)", "${NAME}"].iter().zip(2..);
    let expected: Vec<String> = expected.map(|(text, line)| format!("placeholder f.yml:{line} {text}")).collect();
    let placeholders = |text: &str| -> Vec<String> {
        found(&[schema, ("f.yml", text)]).into_iter().filter(|lint| lint.starts_with("placeholder")).collect()
    };
    assert_eq!(placeholders(template), expected);
    for text in [
        "#@ x = 1\na: \"{{ other }}\"\n",
        "#@ x = 1\na: ${{ name }}\n",
        "env:\n- name: NAME\n  value: ${NAME}\n",
        "#@data/values\n---\nname: \"{{ name }}\"\n",
        "a: {{ .Values.x }}\nname: \"{{ name }}\"\n",
        "a: ${name:-x}\n",
    ] {
        assert!(placeholders(text).is_empty(), "{text}");
    }
}

#[test]
fn code_within_a_text() {
    let lints = in_one("#@ port = 1\na: \"é #@ port\"\nb: |\n  x #@ port\nc: 'http://#@ port'\n");
    let hint = "(In a text with @yaml/text-templated-strings, code is (@= … @))";
    let expected = [
        "quoted-code f.yml:2 \"é #@ port\"".to_owned(),
        format!("quoted-code f.yml:4 #@ port {hint}"),
        "quoted-code f.yml:5 'http://#@ port'".to_owned(),
    ];
    assert_eq!(lints, expected);
}

#[test]
fn code_in_blocks_of_text() {
    for block in [
        "host: #@ data.values.host",
        "host: #@data.values.host",
        "curl 'http://#@ data.values.host'",
        "#@ if x:\n  a\n  #@ end",
        "a\n    #@ for y in x:\n    - #@ y\n  #@ end",
        "#@ y = len(x)\n  a: #@ str(y) #! c",
        "#@ [y for y in x if y]",
        "#@ sorted(x, key=lambda y: -y)",
        "(@= x @)",
        "(@ if x: -@)\n  a\n  (@ end -@)",
    ] {
        let found = in_one(&format!("#@ x = [1]\nb: |\n  {block}\n"));
        assert!(found.iter().any(|lint| lint.starts_with("quoted-code")), "{block}: {found:?}");
    }
    for block in [
        "#!/bin/sh\n  # text\n  echo \"$@\"",
        "Lines with #@ are code",
        "#@ x is a variable",
        "#@user\n  # @x",
        "a: #@ x\n  b: #@ other",
        "a: #@ x + other",
        "#@ load(\"@ytt:data\", \"data\")\n  a: #@ data.values.x",
        "#@data/values\n  ---\n  a: #@ x",
        "#@ if x:\n  a",
        "Write (@= name @) or (@ if x: @)",
        "f (@{a=1})",
    ] {
        assert_eq!(in_one(&format!("#@ x = [1]\nb: |\n  {block}\n")), [""; 0], "{block}");
    }
}

#[test]
fn blocks_without_text() {
    for text in ["a: |\nb: 1\n", "- a: >-\n  b: 1\n", "d:\n  a: |\n  #@ if True:\n  b: 1\n  #@ end\n"] {
        assert!(in_one(text).iter().any(|lint| lint.starts_with("empty-block")), "{text}");
    }
}

#[test]
fn items_of_overlays_that_are_appended() {
    let base = ("a.yml", "spec:\n  containers:\n  - name: web\n    image: x\n");
    let overlay = |item: &str| {
        let head =
            "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\nspec:\n  containers:\n";
        let text = format!("{head}{item}");
        found(&[base, ("o.yml", &text)])
    };
    let expected = "no-match o.yml:6 - name: web (Put #@overlay/match by=\"name\" above it)";
    assert_eq!(overlay("  - name: web\n    image: é\n"), [expected]);
    assert!(overlay("  - name: other\n    image: y1\n").is_empty());
    assert!(overlay("  #@overlay/match by=\"name\"\n  - name: web\n    image: y1\n").is_empty());
    assert!(overlay("  #@overlay/append\n  - name: web\n    image: y1\n").is_empty());
    let ignored = |name| [format!("no-match o.yml:6 {name} (Put #@overlay/match by=\"name\" above it)")];
    assert_eq!(overlay("  #@overlay/remove\n  - name: web\n"), ignored("overlay/remove"));
    assert_eq!(overlay("  #@overlay/replace\n  - name: other\n"), ignored("overlay/replace"));
    let expected = ["no-match o.yml:6 overlay/remove (Put #@overlay/match by=… above it)"];
    assert_eq!(overlay("  #@overlay/remove\n  - --debug\n"), expected);
    assert!(overlay("  #@overlay/match by=\"name\"\n  #@overlay/remove\n  - name: web\n").is_empty());
    assert!(overlay("  #@overlay/remove\n  #@overlay/match by=\"name\"\n  - name: web\n").is_empty());
    assert!(overlay("  #@overlay/match by=\"name\"\n  -\n    #@overlay/replace\n    name: web\n").is_empty());
    assert!(overlay("  #@overlay/match by=\"name\"\n  - name: web\n    #@overlay/replace\n    args: [a]\n").is_empty());
    assert!(overlay("  #@overlay/append\n  - name: web2\n    args:\n    #@overlay/remove\n    - a\n").is_empty());
}

#[test]
fn matchers_joined_by_words() {
    let one = |matcher: &str| {
        in_one(&format!("#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by={matcher}\n---\na: 1\n"))
    };
    let subset = "overlay.subset({\"a\": (1, 2)})";
    let found =
        |text: &str, function: &str| [format!("joined-matchers f.yml:2 {text} (overlay.{function}(…) joins matchers)")];
    let or = format!("{subset} or overlay.index(0) or overlay.all");
    assert_eq!(one(&or), found(&or, "or_op"));
    assert_eq!(one(&format!("{or}, expects=1")), found(&or, "or_op"));
    let and = format!("{subset} and {subset}");
    assert_eq!(one(&format!("overlay.not_op({and})")), found(&and, "and_op"));
    assert!(one(&format!("overlay.or_op({subset}, overlay.all)")).is_empty());
    assert!(one(&format!("{subset} if x and y else overlay.all")).is_empty());
    assert!(one(&format!("{subset} and overlay.all or overlay.all")).is_empty());
}

#[test]
fn versions_that_are_numbers() {
    for text in ["imageTag: 2.0\n", "- versions:\n  - 3.10\n  - 3.11\n"] {
        assert_eq!(in_one(text).iter().filter(|lint| lint.starts_with("changed-number")).count(), 1, "{text}");
    }
    let schema = ("s.yml", "#@data/values-schema\n---\nversion: \"\"\n");
    assert!(found(&[schema, ("v.yml", "#@data/values\n---\nversion: 1.10\n")]).is_empty());
}

#[test]
fn types_as_defaults_of_a_schema() {
    let types = |text: &str| {
        let lints = in_one(&format!("#@data/values-schema\n---\n{text}"));
        lints.into_iter().filter(|lint| lint.starts_with("type-word")).count()
    };
    assert_eq!(types("name: string\nport: integer\nhosts:\n- string\non: {a: bool}\n"), 4);
    assert_eq!(types("type: string\ndataType: integer\nname: \"string\"\nother: strings\n"), 0);
}

#[test]
fn values_of_statements_that_are_lost() {
    let name = "#@ name = \"a\"\n";
    let lost = |text: &str| {
        let lints = in_one(&format!("{name}{text}"));
        lints
            .into_iter()
            .filter_map(|lint| lint.strip_prefix("lost-result f.yml:").map(str::to_owned))
            .collect::<Vec<_>>()
    };
    let method = "(replace returns a new value, and does not change name)";
    assert_eq!(lost("#@ name.replace(\"a\", \"b\")\n"), [format!("2 name.replace(\"a\", \"b\") {method}")]);
    assert_eq!(lost("a:\n  #@ name\n  b: 1\n"), ["3 name"]);
    for text in [
        "#@ [].append(name)\n",
        "#@ def f(x):\n#@   return x\n#@ end\n#@ f(name)\n",
        "#@ \"documentation\"\n",
        "#@ unknown\n",
        "#@ name or fail(\"none\")\n",
        "a: #@ name\n",
        "#@ if name:\na: 1\n#@ end\n",
        "#@ load(\"@ytt:assert\", \"assert\")\n#@ assert.not_null(name)\n",
        "#@ load(\"@ytt:overlay\", \"overlay\")\n#@ overlay.apply(name, {})\n",
    ] {
        assert!(lost(text).is_empty(), "{text}");
    }
}

#[test]
fn files_with_the_keys_of_the_schema_that_are_templates() {
    let schema = ("schema.yml", "#@data/values-schema\n---\na: {b: 1}\nname: x\n");
    let template = ("t.yml", "x: 1\n");
    assert!(found(&[schema, ("config.yml", "a: 1\n"), template]).is_empty());
    assert!(found(&[schema, ("config.yml", "name: {x: 1}\n"), template]).is_empty());
    assert!(found(&[schema, ("config.yml", "name: x\n")]).is_empty());
    let expected = ["printed-values config.yml:1 name (Its keys are those of the schema)"];
    assert_eq!(found(&[schema, ("config.yml", "name: x\n"), template]), expected);
}

#[test]
fn similar_texts_have_no_lint() {
    for text in [
        "a: |\n  #@end\nb: \"#@end\"\n",
        "#@schema/desc \"x\"\na: 1\n#@schema/desc \"y\"\nb: 1\n",
        "#@yaml/map-key-override\na: 1\n#@template/code x = 1\n",
        // Kubernetes has such a word.
        "#@ x = 1\napiVersion: v1\nspec:\n  clusterIP: None\n",
        "#@data/values\n---\nclusterIP: None\n",
        "a: None\n",
        "#@data/values\n---\n#@overlay/match missing_ok=True\na: 1\n",
        "#@ load(\"@ytt:overlay\", \"overlay\")\n#@ load(\"@ytt:template\", \"template\")\n#@ def over():\n\
        #@overlay/match by=overlay.all\n---\nx: 1\n#@ end\n\
        --- #@ template.replace(overlay.apply([], over()))\n---\nf: 1\n",
        "- a: 1\n- a: 2\n---\na: 1\nb:\n  a: 1\n",
        "1: 1\n\"1\": 2\n",
        "? {a: 1}\n: x\n? {a: 1}\n: z\n? - b\n: 1\n",
        // In a template, duplicate keys are errors or intended.
        "x: #@ 1\na: 1\n#@yaml/map-key-override\na: 2\n",
        "x: &m {a: 1}\nb: {<<: *m, a: 2}\n",
        "a: 1\na: [\n",
        "a: \"{{ $labels.x }}\"\n",
        "a: \"${{ github.ref }}\"\n",
        "#! {{ .Values.a }}\na: 1\n",
        "#@data/values\n---\na: \"{{ .Release.Name }}\"\n",
        "#@data/values-schema\n---\na: \"{{ .Release.Name }}\"\n",
        // Errors of the run.
        "#@ x = 1\na: {{ .Values.a }}\n",
        "a: {{ .Values.a }}-x\n",
        "#@data/values-schema\n---\na: 1\n#@schema/nullable\nb: \"\"\n",
        "#@data/values-schema\n#@schema/nullable\n---\na: 1\n",
        "a: data.values\n",
        "a: data.values.name is text\n",
        "a: \"data.values.name\"\n",
        "a: #@ data.values.x\n",
        "#@ port = 1\na: \"x #@ other\"\nb: |\n  #@ load(\"@ytt:data\", \"data\")\n  a: #@ port\n",
        "a: |\n  \nb: 1\n",
        "a: |\n  b: 1\nc: 1\n",
        "a: |\n",
        "a: |\n\nb: 1\n",
        "d:\n  a: |\nb: 1\n",
        "a: |\n---\nb: 1\n",
        "a: |\n\n  b\nc: 1\n",
        "- |\n- a\n",
        "version: 1.11\n",
        "version: \"1.10\"\n",
        "ratio: 0.50\n",
        "percentage: 1.0\n",
        "version: 10\n",
        "version: 1.10.0\n",
        "name: string\n",
    ] {
        assert_eq!(in_one(text), [""; 0], "{text}");
    }
}

#[test]
fn items_that_are_part_of_a_text_are_only_those_of_plain_text() {
    let joined = |text: &str| in_one(text).iter().any(|lint| lint.starts_with("joined-item"));
    assert!(joined("a:\n- é x\n y\n - z\n"));
    for text in
        ["a:\n- |\n - x\n- >\n  y\n  - z\n", "- 'x\n - y'\n", "a:\n- - x\n  - y\n- x\n#! z\n- y\n", "a: x\n -y\n"]
    {
        assert!(!joined(text), "{text}");
    }
}
