//! Near misses of overlays that match nothing.

use std::rc::Rc;

use crate::boundary::{Request, RequestFile};

/// `label file:line` of the related positions of the first diagnostic.
fn related(files: &[(&str, &str)]) -> Vec<String> {
    let mut request = Request::default();
    for (path, text) in files {
        request.files.push(RequestFile { path: (*path).to_owned(), content: (*text).to_owned().into() });
    }
    let response = crate::render(&request, Rc::new(|| 0.0));
    let diagnostic = response.diagnostics.first().unwrap_or_else(|| panic!("an error: {response:?}"));
    assert!(!response.report.contains("near miss"), "{}", response.report);
    let line = |place: &crate::boundary::RelatedPlace| {
        format!("{} {}:{}", place.label, place.file, place.span.map_or(0, |span| span.start.line))
    };
    diagnostic.related.iter().filter(|place| place.label != "annotation").map(line).collect()
}

fn overlaid(base: &str, overlay: &str) -> Vec<String> {
    let overlay = format!(
        "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all, expects=\"1+\"\n---\n{overlay}"
    );
    related(&[("a.yml", base), ("o.yml", &overlay)])
}

#[test]
fn keys_that_are_similar_or_few() {
    let base = "kiln:\n  peak: 1\n  pea: 2\n  fuel: 3\n";
    let expected = ["near miss: key peak, not peek a.yml:2"];
    assert_eq!(overlaid(base, "kiln:\n  peek: 2\n"), expected);
    let expected = ["a key here: peak a.yml:2", "a key here: pea a.yml:3", "a key here: fuel a.yml:4"];
    assert_eq!(overlaid(base, "kiln:\n  harbour: 2\n"), expected);
    assert_eq!(overlaid("a1: 1\nb2: 1\nc3: 1\nd4: 1\ne5: 1\nf6: 1\n", "xyz: 1\n"), [""; 0]);
}

#[test]
fn items_that_differ() {
    let base = "kilns:\n- name: kiln-b\n  heat: 1\n- name: oven\n- other: 1\n";
    let by = |by: &str, value: &str| overlaid(base, &format!("kilns:\n#@overlay/match by={by}\n- {value}\n"));
    let expected = ["no match: name is kiln-b, not kiln a.yml:2", "no match: name is oven, not kiln a.yml:4"];
    let with_names = base.replace("- other: 1\n", "");
    let overlay = "kilns:\n#@overlay/match by=\"name\"\n- name: kiln\n";
    assert_eq!(overlaid(&with_names, overlay), expected);
    let expected = [
        "no match: name is kiln-b, not kiln; heat matches a.yml:2",
        "no match: name is oven, not kiln; no heat, which is to be 1 a.yml:4",
        "no match: no name, which is to be kiln; no heat, which is to be 1 a.yml:5",
    ];
    assert_eq!(by("overlay.subset({\"name\": \"kiln\", \"heat\": 1})", "x: 1"), expected);
    let expected =
        ["no match: index 2, not 4 a.yml:5", "no match: index 1, not 4 a.yml:4", "no match: index 0, not 4 a.yml:2"];
    assert_eq!(by("overlay.index(4)", "x: 1"), expected);
    let expected = ["candidate a.yml:2", "candidate a.yml:4", "candidate a.yml:5"];
    assert_eq!(by("lambda i, left, right: False", "x: 1"), expected);
    let both = "overlay.or_op(overlay.subset({\"name\": \"ovens\"}), overlay.and_op(overlay.subset({\"other\": 2}), lambda i, l, r: False))";
    assert_eq!(
        by(both, "x: 1")[..2],
        ["near miss: name is oven, not ovens a.yml:4", "no match: other is 1, not 2 a.yml:5"]
    );
}

#[test]
fn documents_that_differ() {
    let base = "kind: Service\nmetadata:\n  name: web\n---\nkind: Job\n";
    let overlay = "#@ load(\"@ytt:overlay\", \"overlay\")\n\
                   #@overlay/match by=overlay.subset({\"kind\": \"Service\", \"metadata\": {\"name\": \"app\"}})\n---\nx: 1\n";
    let expected = [
        "no match: metadata.name is web, not app; kind matches a.yml:1",
        "no match: kind is Job, not Service; no metadata, which is to be a map a.yml:4",
    ];
    assert_eq!(related(&[("a.yml", base), ("o.yml", overlay)]), expected);
}

#[test]
fn near_misses_are_limited() {
    let base: String = "l:\n".to_owned() + &(0..3000).map(|i| format!("- name: n{i}\n")).collect::<String>();
    let by = |by: &str| overlaid(&base, &format!("l:\n#@overlay/match by={by}\n- name: n4x\n"));
    assert_eq!(by("\"name\"").len(), 5);
    assert!(by("\"name\"")[0].starts_with("near miss: name is n4"));
    let many = overlaid("a: 1\n", "#@overlay/match expects=2\na: 3\n");
    assert_eq!(many, ["matched a.yml:1"]);
}
