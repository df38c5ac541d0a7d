//! Complete exports of schemas.

use std::rc::Rc;

use serde_json::Value as Json;

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
    exported_with(&[], schema, format)
}

fn exported_with(extensions: &[&str], schema: &str, format: SchemaFormat) -> SchemaExport {
    let file = RequestFile { path: "schema.yml".to_owned(), content: schema.to_owned().into() };
    let extensions = extensions.iter().map(|name| (*name).to_owned()).collect();
    crate::export_schema(&Request { files: vec![file], extensions, ..Request::default() }, format, Rc::new(|| 0.0))
}

/// The export of a `@schema/definition`.
fn defined(fields: &str, format: SchemaFormat) -> SchemaExport {
    let export = exported_with(&["schema-proposal"], &format!("#@schema/definition\n---\n{fields}"), format);
    assert_eq!(export.report, "");
    export
}

/// The JSON Schema of a definition, and the rules that it does not state.
fn defined_json(fields: &str) -> (Json, Vec<(String, String)>) {
    let export = defined(fields, SchemaFormat::JsonSchema);
    let listed = export.not_stated.into_iter().map(|loss| (loss.path, loss.keyword)).collect();
    (serde_json::from_str(&export.text.unwrap_or_default()).unwrap_or_default(), listed)
}

/// The schemas of the data values of a definition, in OpenAPI.
fn defined_open_api(fields: &str) -> String {
    let text = defined(fields, SchemaFormat::OpenApiV3).text.unwrap_or_default();
    let (_, properties) = text.split_once("      properties:\n").unwrap_or_default();
    properties.lines().map(|line| line.strip_prefix("        ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

fn json(fields: &str) -> Json {
    let export = exported(&format!("#@data/values-schema\n---\n{fields}"), SchemaFormat::JsonSchema);
    assert_eq!(export.report, "");
    serde_json::from_str(&export.text.unwrap_or_default()).unwrap_or_default()
}

#[test]
fn rules_become_keywords_that_allow_null() {
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
fn required_values_make_their_parents_required() {
    let schema = json(
        "a:\n  #@schema/validation min_len=1\n  b: \"\"\n  c: 1\n#@schema/nullable\nd:\n  #@schema/nullable\n  #@schema/validation not_null=True\n  e: 1\n",
    );
    assert_eq!(schema["required"], serde_json::json!(["a"]));
    assert_eq!(schema["properties"]["a"]["required"], serde_json::json!(["b"]));
    assert_eq!(schema["properties"]["d"]["required"], serde_json::json!(["e"]));
    assert_eq!(schema["properties"]["d"]["properties"]["e"]["type"], "integer");
}

#[test]
fn one_not_null_rules() {
    let schema = json("#@schema/validation one_not_null=[\"b\", \"c\"]\na:\n  #@schema/nullable\n  b: 1\n  c: 1\n");
    let given = |key: &str| serde_json::json!({key: {"not": {"const": null}}});
    let expected = serde_json::json!([{"properties": given("b"), "required": ["b"]}, {"properties": given("c")}]);
    assert_eq!(schema["properties"]["a"]["oneOf"], expected);
}

#[test]
fn rules_without_keywords_are_described_and_listed() {
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
fn unsatisfiable_rules_allow_nothing() {
    let schema = json("#@schema/validation min_len=1\na: 1\n#@schema/nullable\n#@schema/validation min=\"x\"\nb: 1\n");
    assert_eq!(schema["properties"]["a"]["not"], serde_json::json!({}));
    assert_eq!(schema["properties"]["b"]["allOf"], serde_json::json!([{"type": "null"}]));
}

#[test]
fn markdown_tables_escape_texts() {
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
fn open_api_matches_the_inspect_flag() {
    let text = exported("#@data/values-schema\n---\na: 1\n", SchemaFormat::OpenApiV3).text.unwrap_or_default();
    assert!(text.starts_with("openapi: 3.0.0\ninfo:\n  version: 0.1.0\n"), "{text}");
    assert!(text.ends_with("        a:\n          type: integer\n          default: 1\n"), "{text}");
}

#[test]
fn invalid_or_missing_schemas_have_no_export() {
    let none = exported("a: 1\n", SchemaFormat::JsonSchema);
    assert_eq!((none.text, none.report.contains("no data values schema")), (None, true));
    let wrong = exported(BROKEN, SchemaFormat::Markdown);
    assert!(wrong.text.is_none() && wrong.report.starts_with("ytt: Error: "), "{}", wrong.report);
}

#[test]
fn implied_rules_of_definitions() {
    let (schema, listed) = defined_json("app_name: \"\"\nport: 1\npassword: null\nhost: x\n");
    let any = serde_json::json!(["string", "number", "boolean", "array", "object"]);
    assert_eq!(
        schema["properties"],
        serde_json::json!({
            "app_name": {"title": "App name", "type": "string", "default": "", "minLength": 1},
            "port": {"title": "Port", "type": "integer", "default": 1},
            "password": {"title": "Password", "type": any, "default": null},
            "host": {"title": "Host", "type": "string", "default": "x", "minLength": 1}
        })
    );
    assert_eq!(schema["required"], serde_json::json!(["app_name", "password"]));
    assert_eq!(listed, []);
}

const TYPES: &str = "#@schema/type one_of=[\"int\", \"null\"], or_inferred=True
#@schema/validate min_len=2
a:
  b: 5
#@schema/type one_of=\"null\"
c: null
#@schema/type one_of=[\"int\", \"string\"]
d: 1
";

#[test]
fn types_by_name() {
    let (schema, _) = defined_json(TYPES);
    let a = &schema["properties"]["a"];
    assert_eq!(a["type"], serde_json::json!(["integer", "object", "null"]));
    assert_eq!(a["properties"]["b"]["type"], "integer");
    // The map always has one key.
    assert_eq!(a["allOf"], serde_json::json!([{"type": "null"}]));
    assert_eq!(schema["properties"]["c"]["type"], "null");
    let d = serde_json::json!({"title": "D", "type": ["integer", "string"], "default": 1, "minLength": 1});
    assert_eq!(schema["properties"]["d"], d);
}

#[test]
fn types_by_name_in_open_api() {
    let expected = "\
a:
  title: A
  nullable: true
  anyOf:
  - type: integer
    nullable: true
  - type: object
    additionalProperties: false
    nullable: true
    properties:
      b:
        title: B
        type: integer
        default: 5
  default:
    b: 5
c:
  title: C
  nullable: true
  enum:
  - null
  default: null
d:
  title: D
  anyOf:
  - type: integer
  - type: string
  default: 1";
    assert_eq!(defined_open_api(TYPES), expected);
}

const KEYS: &str = "#@schema/key missing_ok=True
#@schema/deprecated \"Use size.\"
width: 5
#@schema/removed \"Use size.\"
depth: 1
#@schema/key allowed=[\"red\", \"blue\"], missing_ok=True
glaze: true
#@schema/key allowed=\"[a-z]+-[0-9]\", expects=[1, 2]
shelf: 7
#@schema/any-key
note: x
size: \"\"
";

#[test]
fn keys_belong_to_the_first_item_that_accepts_them() {
    let (schema, listed) = defined_json(KEYS);
    let deprecated = |title: &str, removed: bool| {
        let mut said = serde_json::json!({"title": title, "deprecated": true, "deprecationMessage": "Use size."});
        let more = if removed {
            serde_json::json!({"description": "Removed: Use size.", "not": {}})
        } else {
            serde_json::json!({"type": "integer"})
        };
        said.as_object_mut().into_iter().for_each(|said| said.extend(more.as_object().cloned().unwrap_or_default()));
        said
    };
    let text = serde_json::json!({"type": "string", "minLength": 1});
    assert_eq!(
        schema["properties"],
        serde_json::json!({
            "width": deprecated("Width", false),
            "depth": deprecated("Depth", true),
            "red": {"type": "boolean"},
            "blue": {"type": "boolean"},
            // The preceding item accepts its key, so that no value is valid.
            "size": {"type": "string", "default": "", "minLength": 1}
        })
    );
    assert_eq!(schema["required"], serde_json::json!(["size"]));
    let pattern = "^(?!(?:width|depth|red|blue|size)$)(?:[a-z]+-[0-9])$";
    assert_eq!(schema["patternProperties"], serde_json::json!({ pattern: {"type": "integer"} }));
    assert_eq!(schema["additionalProperties"], text);
    let count = "exactly 1 or 2: a key that matches [a-z]+-[0-9]";
    assert_eq!(listed, [("shelf".to_owned(), count.to_owned())]);
    assert_eq!(schema["description"], format!("Keys: {count}."));
}

#[test]
fn keys_in_open_api() {
    let expected = "\
width:
  title: Width
  type: integer
  deprecated: true
depth:
  title: Depth
  type: integer
  deprecated: true
  description: 'Removed: Use size.'
  default: 1";
    assert_eq!(defined_open_api(KEYS), expected);
    let text = defined(KEYS, SchemaFormat::OpenApiV3).text.unwrap_or_default();
    let others = "      additionalProperties:\n        anyOf:\n        - type: boolean\n        - type: integer\n        - type: string\n";
    assert!(text.contains(others), "{text}");
}

#[test]
fn keys_in_markdown() {
    let text = defined(KEYS, SchemaFormat::Markdown).text.unwrap_or_default();
    let rows = "\
| `width` | integer |  | **Width**<br>**Deprecated:** Use size.<br>Keys: at most 1 |
| `depth` | integer | `1` | **Depth**<br>**Removed:** Use size. |
| `glaze` | boolean |  | Keys: a key of red, blue, any number |
| `shelf` | integer |  | Keys: a key that matches \\[a-z\\]+-\\[0-9\\], exactly 1 or 2 |
| `note` | string |  | Keys: any key, any number<br>Must be: length &gt;= 1 |
| `size` | string | `\"\"` | **Size**<br>Must be: length &gt;= 1 |
";
    assert!(text.ends_with(rows), "{text}");
}

#[test]
fn keys_of_a_single_item_are_counted() {
    let (schema, listed) = defined_json(
        "a:\n  #@schema/key allowed=\"any\", expects=\"2+\"\n  b: 1\n#@schema/key missing_ok=True\nc:\n  #@schema/key expects=0\n  d: 1\n",
    );
    assert_eq!(schema["properties"]["a"]["minProperties"], 2);
    // Without a key it has too few.
    assert_eq!(schema["required"], serde_json::json!(["a"]));
    assert_eq!(schema["properties"]["c"]["properties"]["d"], serde_json::json!({"not": {}}));
    assert_eq!(listed, []);
}

#[test]
fn nested_lists_of_keys_are_limited() {
    let keys = |level: usize| (0..20).map(|n| format!("\"k{level}-{n}\"")).collect::<Vec<_>>().join(", ");
    let level = |n: usize| format!("{0}#@schema/key allowed=[{1}], missing_ok=True\n{0}a:\n", "  ".repeat(n), keys(n));
    let fields = format!("{}{}b: 1\n", (0..6).map(level).collect::<String>(), "  ".repeat(6));
    let (schema, listed) = defined_json(&fields);
    assert_eq!(schema["properties"]["k0-0"]["properties"]["k1-0"]["type"], "object");
    assert!(listed.contains(&(String::new(), "rules below keys that are listed".to_owned())));
}

#[test]
fn functions_about_keys_are_listed() {
    let (schema, listed) = defined_json(
        "#@schema/key allowed=lambda key: key != \"b\", missing_ok=True\na: 1\n#@schema/key expects=lambda n: n > 0\nb: true\n",
    );
    let either =
        serde_json::json!([{"type": "integer", "default": true}, {"title": "B", "type": "boolean", "default": true}]);
    assert_eq!(schema["properties"]["b"]["anyOf"], either);
    assert_eq!(schema["additionalProperties"], serde_json::json!({"type": "integer"}));
    let expected = [("b", "a number that the function accepts: the key b"), ("a", "a key that the function accepts")];
    assert_eq!(listed, expected.map(|(path, rule)| (path.to_owned(), rule.to_owned())));
}

#[test]
fn maps_may_replace_scalars_in_definitions() {
    let fields = "#@schema/type any=True\na: 5\n";
    assert_eq!(json(fields)["properties"]["a"]["not"], serde_json::json!({"type": "object"}));
    let (schema, _) = defined_json(fields);
    assert_eq!(schema["properties"]["a"], serde_json::json!({"title": "A", "default": 5}));
}

#[test]
fn rules_of_the_proposal() {
    let (schema, listed) = defined_json(
        "#@schema/validate format=\"email\", ends_with=\".org\"
a: x@y.org
#@schema/validate format=\"port\"
b: \"80\"
#@schema/validate regexp=\"[a-z].\", min_len=(2, \"two letters\")
c: xy
#@schema/validate regexp=(\"(?i)xy\", \"xy in any case\")
d: xy
#@schema/validate unique=True
e:
- 1
#@schema/validate unique=True
f:
- g: 1
",
    );
    let of = |key: &str, keyword: &str| schema["properties"][key][keyword].clone();
    assert_eq!([of("a", "format"), of("a", "pattern")], ["email", "\\.org$"]);
    assert_eq!(
        [of("b", "format"), of("b", "description")],
        [Json::Null, "Must be: a port from 0 to 65535, such as 8443.".into()]
    );
    assert_eq!([of("c", "pattern"), of("c", "minLength")], [Json::from("^(?:[a-z][^\\n])$"), 2.into()]);
    assert_eq!([of("d", "pattern"), of("d", "description")], [Json::Null, "Must be: xy in any case.".into()]);
    assert_eq!([of("e", "uniqueItems"), of("f", "uniqueItems")], [Json::Bool(true), Json::Null]);
    let paths: Vec<_> = listed.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["b", "d", "f"]);
}
