//! What the exports say of schemas, whole.

use std::rc::Rc;

use crate::boundary::{Request, RequestFile, SchemaExport, SchemaFormat};

const BROKEN: &str = r#"#@data/values-schema
#@schema/title "Kiln | data"
---
#@schema/desc "Where pots
kiln:
  #@schema/validation min=900, max=1300.5
  heat: 950
"#;

fn exported(schema: &str, format: SchemaFormat) -> SchemaExport {
    let file = RequestFile { path: "schema.yml".to_owned(), content: schema.to_owned().into() };
    crate::export_schema(&Request { files: vec![file], ..Request::default() }, format, Rc::new(|| 0.0))
}

fn json(fields: &str) -> serde_json::Value {
    let export = exported(&format!("#@data/values-schema\n---\n{fields}"), SchemaFormat::JsonSchema);
    assert_eq!(export.report, "");
    serde_json::from_str(&export.text.unwrap_or_default()).unwrap_or_default()
}

#[test]
fn rules_become_keywords_and_null_is_let_through() {
    let schema = json(
        "#@schema/nullable\n#@schema/validation one_of=[\"a\", \"b\"], max_len=3\na: \"\"\n#@schema/validation min=1\nb: 2.5\n",
    );
    assert_eq!(
        schema,
        serde_json::json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "a": {"type": ["string", "null"], "default": null, "maxLength": 3, "enum": ["a", "b", null]},
                "b": {"type": "number", "default": 2.5, "minimum": 1}
            },
            "additionalProperties": false
        })
    );
}

#[test]
fn what_must_be_given_is_required_up_to_the_root() {
    let schema = json(
        "a:\n  #@schema/validation min_len=1\n  b: \"\"\n  c: 1\n#@schema/nullable\nd:\n  #@schema/nullable\n  #@schema/validation not_null=True\n  e: 1\n",
    );
    assert_eq!(schema["required"], serde_json::json!(["a"]));
    assert_eq!(schema["properties"]["a"]["required"], serde_json::json!(["b"]));
    assert_eq!(schema["properties"]["d"]["required"], serde_json::json!(["e"]));
    assert_eq!(schema["properties"]["d"]["properties"]["e"]["type"], "integer");
}

#[test]
fn exactly_one_of_some_keys() {
    let schema = json("#@schema/validation one_not_null=[\"b\", \"c\"]\na:\n  #@schema/nullable\n  b: 1\n  c: 1\n");
    let given = |key: &str| serde_json::json!({key: {"not": {"const": null}}});
    let expected = serde_json::json!([{"properties": given("b"), "required": ["b"]}, {"properties": given("c")}]);
    assert_eq!(schema["properties"]["a"]["oneOf"], expected);
}

#[test]
fn rules_without_words_are_in_the_description_and_in_the_list() {
    let fields = "#@data/values-schema\n---\n#@schema/desc \"A\"\n#@schema/validation (\"odd\", lambda v: v % 2 == 1), min=1\na: 1\n#@schema/validation max=5, when=lambda v: v != 9\nb: 1\n";
    let export = exported(fields, SchemaFormat::JsonSchema);
    let schema: serde_json::Value = serde_json::from_str(&export.text.unwrap_or_default()).unwrap_or_default();
    assert_eq!(schema["properties"]["a"]["description"], "A\n\nMust be: odd.");
    assert_eq!(schema["properties"]["a"]["minimum"], 1);
    assert_eq!(schema["properties"]["b"]["description"], "Under a condition, must be: a value <= 5.");
    assert_eq!(schema["properties"]["b"].get("maximum"), None);
    let listed: Vec<_> = export.not_stated.iter().map(|loss| (loss.path.as_str(), loss.keyword.as_str())).collect();
    assert_eq!(listed, [("a", "odd"), ("b", "a value <= 5")]);
}

#[test]
fn rules_that_always_fail_allow_nothing() {
    let schema = json("#@schema/validation min_len=1\na: 1\n#@schema/nullable\n#@schema/validation min=\"x\"\nb: 1\n");
    assert_eq!(schema["properties"]["a"]["not"], serde_json::json!({}));
    assert_eq!(schema["properties"]["b"]["allOf"], serde_json::json!([{"type": "null"}]));
}

#[test]
fn markdown_is_a_table_whatever_the_texts_hold() {
    let text = exported(
        "#@data/values-schema\n#@schema/title \"A | b\"\n---\n#@schema/desc \"one\\ntwo <b> *x*\"\n#@schema/examples (\"Hot\", \"a`|b\")\n#@schema/deprecated \"soon\"\na: x\nb:\n- c: 1.5\n",
        SchemaFormat::Markdown,
    );
    let expected = "# A \\| b

| Data value | Type | Default | Description |
| --- | --- | --- | --- |
| `a` | string | `\"x\"` | one<br>two &lt;b&gt; \\*x\\*<br>**Deprecated:** soon<br>Hot: `` \"a`\\|b\" `` |
| `b` | array | `[]` |  |
| `b[]` | map |  |  |
| `b[].c` | float | `1.5` |  |
";
    assert_eq!(text.text.as_deref(), Some(expected));
}

#[test]
fn open_api_is_what_ytt_prints() {
    let text = exported("#@data/values-schema\n---\na: 1\n", SchemaFormat::OpenApiV3).text.unwrap_or_default();
    assert!(text.starts_with("openapi: 3.0.0\ninfo:\n  version: 0.1.0\n"), "{text}");
    assert!(text.ends_with("        a:\n          type: integer\n          default: 1\n"), "{text}");
}

#[test]
fn a_wrong_schema_or_none_has_no_export() {
    let none = exported("a: 1\n", SchemaFormat::JsonSchema);
    assert_eq!((none.text, none.report.contains("no data values schema")), (None, true));
    let wrong = exported(BROKEN, SchemaFormat::Markdown);
    assert!(wrong.text.is_none() && wrong.report.starts_with("ytt: Error: "), "{}", wrong.report);
}
