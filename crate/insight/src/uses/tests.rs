//! The uses of a data value are complete, and nothing else.

use crate::answer::{UseKind, Uses};
use crate::boundary::{OriginKind, Request};
use crate::test_request::{clock, marked, request, spanned, text};
use crate::{uses_at, uses_of};

const SCHEMA: &str = "#@data/values-schema\n---\nkiln:\n  #@schema/desc \"Peak in °C\"\n  #@schema/validation (\"even\", lambda v: v % 2 == 0), min=600, when=lambda v: v\n  #@schema/nullable\n  peak: 1000\n  fuel: gas\nshelves:\n- width: 1\n  name: \"\"\ntags:\n- \"\"\n#@schema/type any=True\nextra:\n  a: 1\n";
const LOAD: &str = "#@ load(\"@ytt:data\", \"data\")\n";

/// `kind file:line text` of each place, then `file:lines` of the dependent lines.
fn shown(request: &Request, uses: &Uses) -> Vec<String> {
    let places = uses.places.iter().map(|place| {
        let (kind, written) = (format!("{:?}", place.kind), spanned(text(request, &place.file), place.span));
        format!("{} {}:{} {written}", kind.to_lowercase(), place.file, place.span.start.line)
    });
    let lines = uses.lines.iter().map(|one| format!("{}:{:?}", one.file, one.lines));
    places.chain(lines).collect()
}

/// The uses of the data value at the caret.
fn at(files: &[(&str, &str)]) -> Vec<String> {
    let (request, file, offset) = marked(files, &[]);
    uses_at(&request, &file, offset, &clock()).map_or(Vec::new(), |uses| shown(&request, &uses))
}

/// The uses of a data value, in a template of a project with a schema; without those in the schema.
fn in_template(path: &str, text: &str) -> Vec<String> {
    let request = request(&[("schema.yml", SCHEMA), ("f.yml", &format!("{LOAD}{text}"))], &[]);
    let uses = uses_of(&request, "", path, &clock()).expect("a data value");
    shown(&request, &uses).into_iter().filter(|line| !line.contains("schema.yml")).collect()
}

#[test]
fn value_declaration_rules_and_uses() {
    let values = "#@data/values\n---\nkiln: {fuel: wood, pe‸ak: 1200}\n";
    let template = "#@ load(\"@ytt:data\", \"data\")\npeak: #@ data.values.kiln.peak\nfuel: #@ data.values.kiln.fuel\nb: #@ data.values[\"kiln\"]['peak']\nother: 1\n";
    let expected = [
        "rule schema.yml:5 (\"even\", lambda v: v % 2 == 0)",
        "rule schema.yml:5 min=600",
        "declaration schema.yml:6 schema/nullable",
        "declaration schema.yml:7 peak: 1000",
        "value values.yml:3 peak: 1200",
        "use f.yml:2 data.values.kiln.peak",
        "use f.yml:4 data.values[\"kiln\"]['peak']",
        "f.yml:[2, 4]",
    ];
    let files = [("schema.yml", SCHEMA), ("values.yml", values), ("f.yml", template)];
    assert_eq!(at(&files), expected);
    // The same uses when asked from the value, from the schema, from code, and by the path.
    let unmarked = values.replace('‸', "");
    let marked = values.replace('‸', "").replace("1200", "12‸00");
    assert_eq!(at(&[("schema.yml", SCHEMA), ("values.yml", &marked), ("f.yml", template)]), expected);
    let schema = SCHEMA.replace("  peak", "  ‸peak");
    assert_eq!(at(&[("schema.yml", &schema), ("values.yml", &unmarked), ("f.yml", template)]), expected);
    let marked = template.replace(".kiln.peak", ".kiln.pe‸ak");
    assert_eq!(at(&[("schema.yml", SCHEMA), ("values.yml", &unmarked), ("f.yml", &marked)]), expected);
    let request = request(&files, &[]);
    assert_eq!(shown(&request, &uses_of(&request, "", "kiln.peak", &clock()).expect("uses")), expected);
    // Keys of the output and other words are no data values.
    assert_eq!(at(&[("schema.yml", SCHEMA), ("f.yml", &template.replace("other", "ot‸her"))]), [""; 0]);
    assert_eq!(at(&[("schema.yml", SCHEMA), ("f.yml", &template.replace("data.values.", "da‸ta.values."))]), [""; 0]);
}

#[test]
fn anywhere_in_the_line_of_a_data_value() {
    let values = |marked: &str| {
        format!("#@data/values\n#! all of them\n---\nkiln:\n  peak: 1200 #! in °C\n  fuel: {marked}\ntags: [a]\n")
    };
    let first = |text: &str| at(&[("values.yml", text), ("schema.yml", SCHEMA)]).first().cloned().unwrap_or_default();
    let peak = "value values.yml:5 peak: 1200";
    for (from, to) in [("  peak", "‸  peak"), ("peak: ", "peak: ‸"), ("1200 ", "1200 ‸"), ("in °C", "in °C‸")]
    {
        assert_eq!(first(&values("wood").replace(from, to)), peak, "{to}");
    }
    assert_eq!(first(&values("wood‸")), "value values.yml:6 fuel: wood");
    assert_eq!(first(&values("wood  ‸")), "value values.yml:6 fuel: wood");
    assert_eq!(first(&values("  ‸")), "value values.yml:6 fuel");
    // Another node, of a line that sets two.
    assert_eq!(first("#@data/values\n---\nkiln: {peak: 1,‸ fuel: gas}\n"), "value values.yml:3 peak: 1");
    // Lines that set nothing, and code.
    assert_eq!(first(&values("wood").replace("all", "al‸l")), "");
    assert_eq!(first(&values("wood").replace("---", "--‸-")), "");
    assert_eq!(first(&values("#@ 1 ‸+ 1")), "");
}

#[test]
fn variables_conditions_and_functions() {
    let text = "#@ kiln = data.values.kiln\n#@ peak = kiln.peak\na: #@ peak\n#@ if kiln.peak > 900:\nhot: true\nmore:\n  deep: 1\n#@ end\n#@ def label(k):\nlabel: #@ k.peak\nfixed: 1\n#@ end\nb: #@ label(kiln)\nc: #@ kiln.fuel\n";
    let found = in_template("kiln.peak", text);
    assert_eq!(
        found,
        [
            "use f.yml:3 kiln.peak",
            "use f.yml:4 peak",
            "use f.yml:5 kiln.peak",
            "use f.yml:11 k.peak",
            "f.yml:[3, 4, 5, 6, 7, 8, 11, 14]"
        ]
    );
}

#[test]
fn loops_and_items() {
    let text = "#@ for s in data.values.shelves:\n- width: #@ s.width\n  name: #@ s.name\n#@ end\nb: #@ data.values.shelves[0].width\nc: #@ [t.width for t in data.values.shelves]\nd: #@ len(data.values.shelves)\n";
    assert_eq!(
        in_template("shelves[].width", text),
        ["use f.yml:3 s.width", "use f.yml:6 data.values.shelves[0].width", "use f.yml:7 t.width", "f.yml:[3, 6, 7]"]
    );
    // The loop depends on the list, and so do its lines.
    let list = in_template("shelves", text);
    assert_eq!(list.last().map(String::as_str), Some("f.yml:[2, 3, 4, 6, 7, 8]"));
    assert_eq!(
        in_template("tags[]", "#@ for t in data.values.tags:\n- #@ t\n#@ end\na: #@ data.values.tags[1]\n"),
        ["use f.yml:3 t", "use f.yml:5 data.values.tags[1]", "f.yml:[3, 5]"]
    );
}

#[test]
fn a_certain_item_has_its_own_value() {
    let values = "#@data/values\n---\nshelves:\n- width: 1\n- width: 2\n  name: b\ntags: [x, y]\n";
    let of = |path: &str| {
        let request = request(&[("schema.yml", SCHEMA), ("values.yml", values)], &[]);
        let uses = uses_of(&request, "", path, &clock()).expect("a data value");
        assert_eq!(uses.path, path);
        shown(&request, &uses)
    };
    assert_eq!(of("shelves[1].width"), ["declaration schema.yml:10 width: 1", "value values.yml:5 width: 2"]);
    assert_eq!(of("shelves[].width").len(), 3);
    assert_eq!(of("tags[1]").last().map(String::as_str), Some("value values.yml:7 y"));
    let marked = values.replace("width: 2", "wid‸th: 2");
    assert_eq!(
        at(&[("schema.yml", SCHEMA), ("values.yml", &marked)]),
        ["declaration schema.yml:10 width: 1", "value values.yml:5 width: 2"]
    );
}

#[test]
fn an_item_that_is_merged_has_its_place_in_the_result() {
    let values = "#@data/values\n---\nshelves:\n- name: a\n- name: b\n";
    let overlay = "#@data/values\n---\nshelves:\n#@overlay/match by=\"name\"\n- name: b\n  wid‸th: 2\n";
    assert_eq!(
        at(&[("schema.yml", SCHEMA), ("values.yml", values), ("values_2.yml", overlay)]),
        ["declaration schema.yml:10 width: 1", "value values_2.yml:6 width: 2"]
    );
    let request = request(&[("schema.yml", SCHEMA), ("values.yml", values), ("values_2.yml", overlay)], &[]);
    let offset = overlay.find('‸').unwrap() as u32;
    let uses = uses_at(&request, "values_2.yml", offset, &clock()).expect("a data value");
    assert_eq!(uses.path, "shelves[1].width");
}

#[test]
fn larger_values_are_uses_as_a_whole() {
    let text = "a: #@ data.values.kiln\nb: #@ data.values.kiln.items()\nc: #@ json.encode(data.values)\nd: #@ \"peak\" in data.values.kiln\n#@ if data.values.kiln:\ne: 1\n#@ end\nf: #@ data.values.shelves\n";
    assert_eq!(
        in_template("kiln.fuel", text),
        [
            "use f.yml:2 data.values.kiln",
            "use f.yml:3 data.values.kiln.items",
            "use f.yml:4 data.values",
            "f.yml:[2, 3, 4]"
        ]
    );
    // The content of a map changes with the map.
    assert_eq!(in_template("kiln", "a: #@ data.values.kiln.peak\n"), ["use f.yml:2 data.values.kiln", "f.yml:[2]"]);
}

#[test]
fn undeclared_values_below_any() {
    let values = "#@data/values\n---\nextra:\n  site:\n    na‸me: x\n";
    let template = "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.extra.site.name\nb: #@ data.values.extra[data.values.kiln.fuel].name\n";
    assert_eq!(
        at(&[("schema.yml", SCHEMA), ("values.yml", values), ("f.yml", template)]),
        [
            "declaration schema.yml:14 schema/type any=True",
            "declaration schema.yml:15 extra",
            "value values.yml:5 name: x",
            "use f.yml:2 data.values.extra.site.name",
            "use f.yml:3 data.values.extra[data.values.kiln.fuel].name",
            "f.yml:[2, 3]"
        ]
    );
}

#[test]
fn keys_with_dots_and_flags() {
    let schema = "#@data/values-schema\n---\na.b: 1\na:\n  b: 2\n";
    let args = ["--data-value-yaml", "a.b=3", "--data-values-env-yaml", "P"];
    let mut request = request(&[("schema.yml", schema)], &args);
    request.env = vec![("P_a__b".to_owned(), "4".to_owned())];
    let uses = uses_of(&request, "", "a.b", &clock()).expect("a data value");
    assert_eq!(shown(&request, &uses), ["declaration schema.yml:3 a.b: 1"]);
    request.files[0].content = schema.replace("a.b: 1\n", "").into();
    let uses = uses_of(&request, "", "a.b", &clock()).expect("a data value");
    assert_eq!(uses.set_by.len(), 2, "{:?}", uses.set_by);
    assert_eq!(uses.origin.map(|origin| origin.kind), Some(OriginKind::Flag));
    request.args = Vec::new();
    let origin = uses_of(&request, "", "a.b", &clock()).and_then(|uses| uses.origin).expect("a scalar");
    assert_eq!(
        (origin.kind, origin.place.map(|place| place.file)),
        (OriginKind::Schema, Some("schema.yml".to_owned()))
    );
}

#[test]
fn values_that_are_passed_to_libraries() {
    let library = "#@data/values-schema\n---\nport: 80\nname: \"\"\nsite:\n  host: \"\"\n";
    let inner = "#@ load(\"@ytt:data\", \"data\")\nport: #@ data.values.port\nname: #@ data.values.name\nhost: #@ data.values.site.host\n";
    let lines = |arguments: &str, more: &str| {
        let config = format!(
            "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"@ytt:library\", \"library\")\n{more}#@ app = library.get(\"app\")\n#@ app = app.with_data_values({arguments})\n--- #@ app.eval()\n"
        );
        let files = [
            ("schema.yml", SCHEMA),
            ("config.yml", &config),
            ("_ytt_lib/app/schema.yml", library),
            ("_ytt_lib/app/app.yml", inner),
        ];
        let request = request(&files, &[]);
        let uses = uses_of(&request, "", "kiln.peak", &clock()).expect("uses");
        let inside = uses.lines.iter().filter(|one| one.file.contains("_ytt_lib"));
        inside.map(|one| format!("{}:{:?}", one.file, one.lines)).collect::<Vec<_>>()
    };
    assert_eq!(
        lines("{\"port\": data.values.kiln.peak, \"name\": data.values.kiln.fuel}", ""),
        ["_ytt_lib/app/app.yml:[2]"]
    );
    assert_eq!(
        lines("{\"site\": {\"host\": str(data.values.kiln.peak)}, \"port\": 1}", ""),
        ["_ytt_lib/app/app.yml:[4]"]
    );
    assert_eq!(
        lines("given()", "#@ def given():\nsite:\n  host: #@ data.values.kiln.peak\nport: 1\n#@ end\n"),
        ["_ytt_lib/app/app.yml:[4]"]
    );
    assert_eq!(lines("{\"port\": 1}", ""), [""; 0]);
    // In the library itself, its own data values count.
    let files = [("schema.yml", SCHEMA), ("_ytt_lib/app/schema.yml", library), ("_ytt_lib/app/app.yml", inner)];
    let request = request(&files, &[]);
    let uses = uses_of(&request, "_ytt_lib/app/", "port", &clock()).expect("uses");
    assert_eq!(
        shown(&request, &uses),
        [
            "declaration _ytt_lib/app/schema.yml:3 port: 80",
            "use _ytt_lib/app/app.yml:2 data.values.port",
            "_ytt_lib/app/app.yml:[2]"
        ]
    );
}

#[test]
fn plain_files_text_templates_and_rules_of_values() {
    let values = "#@data/values\n---\nkiln:\n  #@assert/validate max=1100\n  peak: 1000\n";
    let files = [
        ("schema.yml", "#@data/values-schema\n---\nkiln:\n  peak: 1\n"),
        ("values.yml", values),
        ("dev.yml", "kiln:\n  peak: 2\n"),
        ("f.txt", "(@ load(\"@ytt:data\", \"data\") @)\nPeak (@= str(data.values.kiln.peak) @)\nEnd\n"),
    ];
    let request = request(&files, &["--data-values-file", "dev.yml"]);
    let uses = uses_of(&request, "", "kiln.peak", &clock()).expect("uses");
    assert_eq!(uses.places.iter().filter(|place| place.kind == UseKind::Value).count(), 2);
    assert_eq!(
        shown(&request, &uses),
        [
            "declaration schema.yml:4 peak: 1",
            "rule values.yml:4 max=1100",
            "value values.yml:5 peak: 1000",
            "value dev.yml:2 peak: 2",
            "use f.txt:2 data.values.kiln.peak",
            "f.txt:[2]"
        ]
    );
}

#[test]
fn broken_files_are_tolerated() {
    let text = "a: #@ data.values.kiln.peak\nb: #@ f(\n#@ if x\nc: [\n";
    assert_eq!(in_template("kiln.peak", text).first().map(String::as_str), Some("use f.yml:2 data.values.kiln.peak"));
    assert!(uses_of(&Request::default(), "", "", &clock()).is_none());
}
