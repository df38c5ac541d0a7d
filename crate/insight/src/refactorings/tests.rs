//! Values become data values, and the output stays the same.

use super::applied;
use crate::boundary::Request;
use crate::refactorings;
use crate::test_request::{clock, request, text};

const TEMPLATE: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: shop\n  labels:\n    app.kubernetes.io/part-of: shop\nspec:\n  replicas: 2\n  template:\n    spec:\n      containers:\n      - name: web\n        image: \"nginx:1.27\"\n        env: []\n";

/// The titles, and the files after the first change; asserts that the output is the same.
fn changed(request: &Request, file: &str, line: &str) -> (Vec<String>, Request) {
    let (before, _) = text(request, file).split_once(line).expect("a line");
    let offset = before.encode_utf16().count() as u32;
    let fixes = refactorings(request, file, offset, &clock());
    let titles = fixes.iter().map(|fix| fix.title.clone()).collect();
    let after = fixes.first().map_or_else(|| request.clone(), |fix| applied(request, fix));
    let output = |request: &Request| ytterby::render(request, clock()).stdout;
    assert_eq!(output(&after), output(request), "{line}");
    (titles, after)
}

#[test]
fn a_value_moves_to_a_new_schema() {
    let (titles, after) = changed(&request(&[("app.yml", TEMPLATE)], &[]), "app.yml", "  replicas");
    assert_eq!(titles, ["Make it the data value replicas"]);
    assert_eq!(text(&after, "schema.yml"), "#@data/values-schema\n---\nreplicas: 2\n");
    let expected = TEMPLATE.replace("replicas: 2", "replicas: #@ data.values.replicas");
    assert_eq!(text(&after, "app.yml"), format!("#@ load(\"@ytt:data\", \"data\")\n{expected}"));
    // The next one is declared in the same schema.
    let (titles, after) = changed(&after, "app.yml", "        image");
    assert_eq!(titles, ["Make it the data value image"]);
    assert_eq!(text(&after, "schema.yml"), "#@data/values-schema\n---\nreplicas: 2\nimage: \"nginx:1.27\"\n");
    assert_eq!(text(&after, "app.yml").matches("load(").count(), 1);
}

#[test]
fn names_and_equal_values() {
    let schema = "#@data/values-schema\n---\nname: shop\nreplicas: 2\nlog: info\n";
    let template = "#@ load(\"@ytt:data\", \"data\")\n#@ v = data.values\n---\n";
    let request = request(&[("app.yml", &format!("{template}{TEMPLATE}")), ("schema.yml", schema)], &[]);
    let titles = |line: &str| changed(&request, "app.yml", line);
    let (found, after) = titles("  name: shop");
    let all = ["Use the data value name", "Use the data value name in all 2 places"];
    assert_eq!(found[..2], all);
    assert_eq!(
        found[2..],
        ["Make it the data value metadata_name", "Make it the data value metadata_name in all 2 places"]
    );
    assert!(text(&after, "app.yml").contains("name: #@ v.name\n"));
    assert_eq!(titles("    app.kub").0[..2], all);
    assert_eq!(titles("      - name: web").0, ["Make it the data value containers_name"]);
}

#[test]
fn maps_and_environments() {
    let config = "resources:\n  requests:\n    cpu: 1\n  limits: {cpu: 2}\nenv:\n- name: LOG_LEVEL\n  value: debug\n";
    let request = request(&[("app.yml", config)], &[]);
    let (titles, after) = changed(&request, "app.yml", "resources");
    assert_eq!(titles, ["Make it the data value resources"]);
    let schema = "#@data/values-schema\n---\nresources:\n  requests:\n    cpu: 1\n  limits: {cpu: 2}\n";
    assert_eq!(text(&after, "schema.yml"), schema);
    let rest = "env:\n- name: LOG_LEVEL\n  value: debug\n";
    let load = "#@ load(\"@ytt:data\", \"data\")\n";
    assert_eq!(text(&after, "app.yml"), format!("{load}resources: #@ data.values.resources\n{rest}"));
    assert_eq!(changed(&request, "app.yml", "  value").0, ["Make it the data value log_level"]);
    // The default of a list is empty.
    assert_eq!(changed(&request, "app.yml", "env").0, [""; 0]);
}

#[test]
fn what_is_no_plain_value_stays() {
    let schema = ("schema.yml", "#@data/values-schema\n---\na: 1\n");
    let config = "a: 1 #! comment\nb: #@ 1\nc:\nd: {x: 1}\ne: [1]\nf: |\n  x\ng: &x 1\nh: ~\ni:\n- - 1\n";
    let request = request(&[schema, ("app.yml", config), ("_ytt_lib/lib/app.yml", "a: 1\n")], &[]);
    for line in config.lines() {
        assert_eq!(changed(&request, "app.yml", line).0, [""; 0], "{line}");
    }
    assert_eq!(changed(&request, "schema.yml", "a: 1").0, [""; 0]);
    assert_eq!(changed(&request, "_ytt_lib/lib/app.yml", "a: 1").0, [""; 0]);
}

#[test]
fn a_plain_file_with_comments_becomes_a_template() {
    let source = "# shop\nspec:\n  # public\n  hosts:\n  - shop.example.com # main\n  - b.example.com\n  port: 80\n";
    let request = request(&[("app.yml", source)], &[]);
    let (titles, after) = changed(&request, "app.yml", "  port");
    assert_eq!(titles, ["Make it the data value port"]);
    let load = "#@ load(\"@ytt:data\", \"data\")\n";
    let marked = source.replace("# ", "#! ");
    let expected = marked.replace("port: 80", "port: #@ data.values.port").replacen('\n', &format!("\n{load}"), 1);
    assert_eq!(text(&after, "app.yml"), expected);
    // An item has the name of its list in the singular.
    let (titles, after) = changed(&request, "app.yml", "  - b.example");
    assert_eq!(titles, ["Make it the data value host"]);
    assert!(text(&after, "app.yml").contains("  - #@ data.values.host\n"));
    for other in ["  hosts", "  - shop"] {
        assert!(changed(&request, "app.yml", other).0.is_empty(), "{other}");
    }
}
