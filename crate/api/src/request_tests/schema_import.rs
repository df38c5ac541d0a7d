use std::rc::Rc;

use crate::boundary::{ImportFormat, Request, RequestFile, SchemaFormat, SchemaImport};

fn import(text: &str) -> SchemaImport {
    crate::import_schema(text, None)
}

fn schema(text: &str) -> String {
    let imported = import(text);
    assert_eq!(imported.error, None);
    imported.schema.unwrap_or_default()
}

fn lost(text: &str) -> Vec<(String, String)> {
    import(text).not_carried_over.into_iter().map(|loss| (loss.path, loss.keyword)).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(path, keyword)| ((*path).to_owned(), (*keyword).to_owned())).collect()
}

/// The report of a run with a schema and a plain values file; empty if they fit.
fn report(schema: &str, values: &str) -> String {
    let file = |path: &str, text: &str| RequestFile { path: path.to_owned(), content: text.to_owned().into() };
    let args = "-f s.yml --data-values-file v.yml --data-values-inspect";
    let request = Request {
        files: vec![file("s.yml", schema), file("v.yml", values)],
        args: args.split(' ').map(str::to_owned).collect(),
        ..Request::default()
    };
    crate::render(&request, Rc::new(|| 0.0)).report
}

#[test]
fn types_defaults_documentation_and_rules_are_converted() {
    let text = r#"{
        "title": "Kilns", "additionalProperties": false, "required": ["name"],
        "properties": {
            "name": {"type": "string", "description": "What \"it\" is\ncalled", "deprecated": true},
            "heat": {"type": "number", "default": 950, "minimum": 900, "exclusiveMaximum": 1300, "examples": [1000]},
            "fuel": {"enum": ["gas", "wood", null], "default": "gas"},
            "yes": {"type": ["boolean", "null"]},
            "shelves": {"type": "array", "maxItems": 3, "items": {"type": "object", "additionalProperties": false,
                "properties": {"width": {"type": "integer", "multipleOf": 5}}}}
        }
    }"#;
    let expected = r#"#@data/values-schema
#@schema/title "Kilns"
---
#@schema/desc "What \"it\" is\ncalled"
#@schema/deprecated "deprecated"
#@schema/nullable
#@schema/validation not_null=True
name: ""
#@schema/examples ("Example", 1000.0)
#@schema/validation ("a value < 1300", lambda v: v < 1300), min=900
heat: 950.0
#@schema/nullable
#@schema/default "gas"
#@schema/validation one_of=["gas", "wood"]
fuel: gas
#@schema/nullable
"yes": false
#@schema/validation max_len=3
shelves:
-
  #@schema/nullable
  #@schema/validation ("a multiple of 5", lambda v: v % 5 == 0)
  width: 0
"#;
    assert_eq!(schema(text), expected);
    assert_eq!(lost(text), pairs(&[("shelves[].width", "default")]));
    assert_eq!(report(expected, "name: a\nshelves: [{width: 10}]\n"), "");
    assert!(report(expected, "heat: 1300.0\n").contains("must be: a value < 1300"));
    assert!(report(expected, "heat: 950\n").contains("must be: not null"));
}

#[test]
fn references_and_cycles() {
    let text = r##"{"properties": {"a": {"$ref": "#/$defs/tree%20x", "description": "own"}}, "additionalProperties": false,
        "$defs": {"tree x": {"type": "object", "additionalProperties": false, "description": "theirs",
            "properties": {"left": {"$ref": "#/$defs/tree%20x"}, "far": {"$ref": "other.json#/x"}}}}}"##;
    let expected = "#@data/values-schema
---
#@schema/desc \"own\"
a:
  #@schema/desc \"theirs\"
  #@schema/type any=True
  left: null
  #@schema/type any=True
  far: null
";
    assert_eq!(
        schema(text).replace("  #@schema/desc \"theirs\"\n", ""),
        expected.replace("  #@schema/desc \"theirs\"\n", "")
    );
    assert_eq!(lost(text), pairs(&[("a.left", "$ref"), ("a.far", "$ref")]));
}

#[test]
fn exponential_references_are_limited() {
    let level = |n: u32| {
        let next = format!("{{\"$ref\": \"#/$defs/l{}\"}}", n + 1);
        let properties = ["a", "b", "c", "d"].map(|name| format!("\"{name}\": {next}")).join(", ");
        format!("\"l{n}\": {{\"properties\": {{{properties}}}}}")
    };
    let levels: Vec<String> = (0..20).map(level).collect();
    let text = format!(
        "{{\"$ref\": \"#/$defs/l0\", \"$defs\": {{{}, \"l20\": {{\"type\": \"string\"}}}}}}",
        levels.join(", ")
    );
    let imported = import(&text);
    assert!(imported.not_carried_over.iter().any(|loss| loss.why.contains("is too large")));
    assert_eq!(report(&imported.schema.unwrap_or_default(), ""), "");
}

#[test]
fn long_chains_of_references_are_limited() {
    let link = |n: u32| format!("\"l{n}\": {{\"$ref\": \"#/$defs/l{}\"}}", n + 1);
    let links: Vec<String> = (0..20_000).map(link).collect();
    let text =
        format!("{{\"properties\": {{\"a\": {{\"$ref\": \"#/$defs/l0\"}}}}, \"$defs\": {{{}}}}}", links.join(", "));
    assert!(lost(&text).contains(&("a".to_owned(), "$ref".to_owned())));
}

#[test]
fn keywords_of_open_api() {
    let text = "
openapi: 3.0.0
components:
  schemas:
    Pot:
      type: object
      additionalProperties: false
      properties:
        glaze: {type: string, nullable: true, example: blue}
        size: {allOf: [{$ref: '#/components/schemas/Size'}, {default: 5}]}
    Size: {type: integer, minimum: 1, exclusiveMinimum: true}
";
    let expected = "#@data/values-schema
---
#@schema/nullable
#@schema/examples (\"Example\", \"blue\")
glaze: \"\"
#@schema/validation (\"a value > 1\", lambda v: v > 1)
size: 5
";
    assert_eq!(schema(text), expected);
    assert_eq!(lost(text), []);
}

#[test]
fn keywords_without_equivalent_are_listed() {
    let text = r#"{"type": "object", "properties": {
        "a": {"type": "string", "format": "email", "pattern": "(?=x)"},
        "b": {"type": "object", "additionalProperties": {"type": "string"}},
        "c": {"type": "integer", "default": "x"},
        "d": {"anyOf": [{"type": "string"}, {"type": "integer"}]}
    }}"#;
    let expected = [("a", "pattern"), ("a", "format"), ("b", "additionalProperties"), ("c", "default"), ("d", "anyOf")];
    let mut found = lost(text);
    found.retain(|(path, _)| !path.is_empty());
    assert_eq!(found, pairs(&expected));
}

#[test]
fn maps_that_cannot_be_overlaid_on_a_default_are_listed() {
    let text = r#"{"additionalProperties": false, "properties": {
        "a": {"default": 5}, "b": {"default": 5, "not": {"type": "object"}}, "c": {"default": {"d": null}},
        "e": {"type": ["string", "integer"], "default": 5}}}"#;
    assert_eq!(lost(text), pairs(&[("a", "default")]));
    assert!(report(&schema(text), "a: {b: 1}").contains("Expected map, but was integer"));
}

#[test]
fn documents_without_schema_are_rejected() {
    let error = |text: &str| import(text).error.unwrap_or_default();
    assert!(error("{\"a\": ").starts_with("This is not JSON: "));
    // A text that would take too long is rejected.
    assert!(error(&"{\"items\": ".repeat(100_000)).starts_with("This is not JSON: "));
    assert!(error(&"[".repeat(100_000)).contains("brackets"));
    assert!(error("a: [").starts_with("This is not YAML: "));
    assert!(error("[]").ends_with("this document is a list"));
    let as_schema = |text: &str| crate::import_schema(text, Some(ImportFormat::JsonSchema)).error.unwrap_or_default();
    assert!(as_schema("a: [").starts_with("This is neither JSON nor YAML: "));
    assert_eq!(as_schema("[]"), "A JSON Schema or an OpenAPI document is an object");
    assert!(error("{\"type\": \"array\"}").starts_with("Data values are a map"));
    assert!(error("openapi: 3.0.0").starts_with("This OpenAPI document has no schemas"));
}

#[test]
fn unusual_texts_round_trip() {
    let strange = "\u{7f}\u{2028}\u{1}'\"\\ #@ x: \u{1F600}\t";
    let text = serde_json::json!({"properties": {strange: {"type": "string", "default": strange, "title": strange}}, "additionalProperties": false});
    let made = schema(&text.to_string());
    assert_eq!(report(&made, ""), "");
    let file = RequestFile { path: "s.yml".to_owned(), content: made.into() };
    let request = Request { files: vec![file], ..Request::default() };
    let export = crate::export_schema(&request, SchemaFormat::JsonSchema, Rc::new(|| 0.0));
    let export: serde_json::Value = serde_json::from_str(&export.text.unwrap_or_default()).unwrap_or_default();
    assert_eq!(export["properties"][strange]["default"], strange);
    assert_eq!(export["properties"][strange]["title"], strange);
}

#[test]
fn exports_with_the_schema_proposal_are_converted() {
    let definition = "#@schema/definition
---
#@schema/type one_of=[\"int\", \"string\"]
port: 80
#@schema/removed \"Use port.\"
socket: 1
labels:
  #@schema/key allowed=\"[a-z]+\", missing_ok=True
  label: x
#@schema/validate unique=True
hosts:
#@schema/validate format=\"hostname\"
- x
pots:
  #@schema/any-key
  pot: 1
  glaze: 2
";
    let file = RequestFile { path: "s.yml".to_owned(), content: definition.to_owned().into() };
    let extensions = vec!["schema-proposal".to_owned()];
    let request = Request { files: vec![file], extensions, ..Request::default() };
    let text = crate::export_schema(&request, SchemaFormat::JsonSchema, Rc::new(|| 0.0)).text.unwrap_or_default();
    let made = schema(&text);
    assert_eq!(report(&made, "{port: http, labels: {a: b}, hosts: [c]}"), "");
    assert!(report(&made, "socket: 1").contains("not declared in schema"));
    let mut found = lost(&text);
    found.retain(|(path, _)| !path.is_empty());
    let expected = [
        ("port", "minLength"),
        ("socket", "not"),
        ("labels", "additionalProperties"),
        ("labels", "patternProperties"),
        ("hosts[]", "format"),
        ("hosts", "uniqueItems"),
        ("pots", "additionalProperties"),
    ];
    assert_eq!(found, pairs(&expected));
}
