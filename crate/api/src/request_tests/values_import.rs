use std::path::Path;
use std::rc::Rc;

use serde_yaml::Value;

use crate::boundary::{ImportFormat, Request, RequestFile, SchemaImport};
use crate::import_schema;

fn import(text: &str) -> SchemaImport {
    import_schema(text, Some(ImportFormat::Values))
}

fn schema(text: &str) -> String {
    let imported = import(text);
    assert_eq!(imported.error, None);
    imported.schema.unwrap_or_default()
}

/// The output and the report of a run.
fn run(files: &[(&str, &str)], args: &str) -> (String, String) {
    let file = |(path, content): &(&str, &str)| RequestFile {
        path: (*path).to_owned(),
        content: (*content).to_owned().into(),
    };
    let args = args.split(' ').map(str::to_owned).collect();
    let request = Request { files: files.iter().map(file).collect(), args, ..Request::default() };
    let response = crate::render(&request, Rc::new(|| 0.0));
    (response.stdout, response.report)
}

/// The data values of a run.
fn values(what: &str, files: &[(&str, &str)], args: &str) -> Value {
    let (out, report) = run(files, &format!("{args} --data-values-inspect"));
    assert_eq!(report, "", "{what}: {files:?}");
    serde_yaml::from_str(&out).unwrap_or_else(|error| panic!("{what}: {error}\n{out}"))
}

fn fixtures() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/values-files");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of values files") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "yaml" || extension == "json") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.push((name, std::fs::read_to_string(&path).expect("UTF-8")));
        }
    }
    found.sort();
    assert!(found.len() >= 20, "{} files", found.len());
    found
}

/// The import makes strings of keys, unless another key is that string.
fn with_string_keys(name: &str, text: String) -> String {
    match name {
        "lists.yaml" => text.replace("{1:", "{\"1\":").replace("true: b", "\"true\": b"),
        "pipelines.yaml" => text.replace(" on:", " \"on\":"),
        _ => text,
    }
}

/// The guess that the import documents: in a list, maps get the keys of the others, with null.
fn filled(value: &Value) -> Value {
    match value {
        Value::Mapping(map) => Value::Mapping(map.iter().map(|(key, value)| (key.clone(), filled(value))).collect()),
        Value::Sequence(items) => {
            let mut items = items.clone();
            fill(&mut items.iter_mut().collect::<Vec<_>>());
            Value::Sequence(items)
        }
        scalar => scalar.clone(),
    }
}

/// Fills values at the same path in the items of a list, unless they have types that conflict.
fn fill(items: &mut [&mut Value]) {
    let present: Vec<&mut &mut Value> = items.iter_mut().filter(|item| !item.is_null()).collect();
    if present.iter().all(|item| item.is_mapping()) {
        let mut maps: Vec<&mut serde_yaml::Mapping> =
            present.into_iter().filter_map(|item| item.as_mapping_mut()).collect();
        let keys: Vec<Value> = maps.iter().flat_map(|map| map.keys().cloned()).collect();
        for key in keys {
            for map in &mut maps {
                map.entry(key.clone()).or_insert(Value::Null);
            }
            fill(&mut maps.iter_mut().filter_map(|map| map.get_mut(&key)).collect::<Vec<_>>());
        }
    } else if present.iter().all(|item| item.is_sequence()) {
        let lists = present.into_iter().filter_map(|item| item.as_sequence_mut());
        fill(&mut lists.flatten().collect::<Vec<_>>());
    }
}

#[test]
fn the_schema_alone_has_the_values_of_the_file() {
    for (name, text) in fixtures() {
        let imported = import(&text);
        assert_eq!(imported.error, None, "{name}");
        let text = with_string_keys(&name, text);
        let schema = imported.schema.unwrap_or_default();
        let own = values(&name, &[("schema.yml", &schema)], "-f schema.yml");
        // ytt itself reads the file without a schema: as data values, or as plain YAML if it overrides keys of merged maps.
        let is_accepted =
            !run(&[("v.yml", &text)], "--data-values-file v.yml --data-values-inspect").1.contains("duplicate");
        let plain = if is_accepted {
            values(&name, &[("v.yml", &text)], "--data-values-file v.yml")
        } else {
            serde_yaml::from_str(&run(&[("v.yml", &text)], "-f v.yml").0).expect("YAML")
        };
        assert_eq!(own, filled(&plain), "{name}:\n{schema}");
        // In brackets there is no line for `#@overlay/replace`.
        assert_eq!(imported.data_values.is_some(), is_accepted && name != "flow.yaml", "{name}");
        if !is_accepted {
            continue;
        }

        // The file, and its copy as a data values file, fit the schema.
        let files = [("schema.yml", &*schema), ("values.yml", &*text)];
        assert_eq!(values(&name, &files, "-f schema.yml --data-values-file values.yml"), own, "{name}");
        if let Some(annotated) = imported.data_values {
            let files = [("schema.yml", &*schema), ("values.yml", &*annotated)];
            assert_eq!(values(&name, &files, "-f schema.yml -f values.yml"), own, "{name}: {annotated}");
        }
    }
}

#[test]
fn guesses_lead_to_the_lines_of_both_files() {
    for (name, text) in fixtures() {
        let imported = import(&text);
        let schema = imported.schema.unwrap_or_default();
        for guess in imported.guesses.iter().filter(|guess| !guess.path.is_empty()) {
            let key = guess.path.rsplit('.').next().unwrap_or_default().trim_end_matches("[]");
            let line =
                |text: &str, number: u32| text.split('\n').nth(number as usize - 1).unwrap_or_default().to_owned();
            let (own, written) = (line(&text, guess.line), line(&schema, guess.schema_line));
            let is_item = guess.path.ends_with("[]");
            assert!(own.contains(key) || is_item, "{name}: {guess:?}: {own}");
            assert!(
                written.contains(key) || is_item || guess.guess == "the last value",
                "{name}: {guess:?}: {written}"
            );
        }
    }
}

#[test]
fn comments_become_descriptions() {
    let text = "\
# Header of the file

# Number of
# replicas:
#
# - one
# - two
replicas: 1 # beside
# storage: 8Gi
# Name of the class
class: a
image:
  # -- (string) Tag of the image
  # @default -- latest
  tag: x
# not about b
 # nor this

b: 1
";
    let expected = "\
#@data/values-schema
---
#! Header of the file

#@schema/desc \"Number of replicas:\\n- one\\n- two\\nbeside\"
replicas: 1
#! storage: 8Gi
#@schema/desc \"Name of the class\"
class: a
image:
  #! @default -- latest
  #@schema/desc \"Tag of the image\"
  tag: x
";
    let schema = schema(text);
    assert!(schema.starts_with(expected), "{schema}");
    assert!(schema.contains("#! not about b\n") && schema.contains("#! nor this\n"), "{schema}");
}

#[test]
fn commented_out_values_are_no_descriptions() {
    let text = "\
resources: {}
  # Set these on purpose.
  # limits:
  #   cpu: 100m
tls:
#  - secretName: x
extra:
  # key: value
volumes: []
# - name: a
# Names
names: []
";
    let expected = "\
#@data/values-schema
---
#! limits:
#!   cpu: 100m
#@schema/desc \"Set these on purpose.\"
#@schema/type any=True
resources: {}
#!  - secretName: x
#@schema/nullable
tls:
#@schema/type any=True
- null
#! key: value
#@schema/type any=True
extra: null
#! - name: a
";
    let schema = schema(text);
    assert!(schema.starts_with(expected), "{schema}");
    let guesses: Vec<(String, String)> =
        import(text).guesses.into_iter().map(|guess| (guess.path, guess.guess)).collect();
    let pairs = [
        ("resources", "any value"),
        ("tls", "a list, items of any type, or null"),
        ("extra", "any value"),
        ("volumes", "a list, items of any type"),
        ("names", "a list, items of any type"),
    ];
    assert_eq!(guesses, pairs.map(|(path, guess)| (path.to_owned(), guess.to_owned())));
}

#[test]
fn items_of_a_list_have_one_type() {
    let text = "l:\n- a: 1\n  b: x\n- a: 2.5\n- b: null\n  c: {d: 1}\n- c: {e: []}\nm: [1, x]\n";
    let expected = "\
#@data/values-schema
---
#@schema/default [{\"a\": 1, \"b\": \"x\"}, {\"a\": 2.5}, {\"b\": None, \"c\": {\"d\": 1}}, {\"c\": {\"e\": []}}]
l:
-
  #@schema/nullable
  a: 0.0
  #@schema/nullable
  b: \"\"
  #@schema/nullable
  c:
    #@schema/nullable
    d: 0
    #@schema/nullable
    e:
    #@schema/type any=True
    - null
#@schema/default [1, \"x\"]
m:
#@schema/type any=True
- null
";
    assert_eq!(schema(text), expected);
    let paths: Vec<String> = import(text).guesses.into_iter().map(|guess| guess.path).collect();
    assert_eq!(paths, ["l[].a", "l[].a", "l[].b", "l[].c", "l[].c.d", "l[].c.e", "l[].c.e", "m[]"]);
}

#[test]
fn other_files_are_refused_with_a_line() {
    let error = |text: &str| import(text).error.unwrap_or_default();
    assert_eq!(
        error("a: 1\nb: #@ 1 + 1\n"),
        "Line 2 has ytt code or an annotation (#@ 1 + 1): this file is a ytt template, not plain values"
    );
    assert_eq!(
        error("a: 1\n---\n- b\n"),
        "Line 3: a values file is a map of keys and values, but this document is a list"
    );
    assert!(error("text").ends_with("this document is a single value"), "{}", error("text"));
    assert!(error("a: [1\nb: 2\n").starts_with("This is not YAML: line "), "{}", error("a: [1\nb: 2\n"));
    assert_eq!(error("# nothing\n---\n{}\n"), "This file contains no values");
    assert_eq!(error(" \n"), "The text is empty");
    assert!(error("? [a]\n: 1\n").starts_with("Line 1: a key is a map"), "{}", error("? [a]\n: 1\n"));
    assert!(import("\u{feff}# Describes a\na: 1\n").schema.is_some_and(|schema| schema.contains("@schema/desc")));
    assert!(error("a: *b\n").contains("unknown anchor"), "{}", error("a: *b\n"));
}

#[test]
fn the_format_is_recognised() {
    let format = |text: &str| import_schema(text, None).format;
    let values = [
        "replicas: 1\n", "type: ClusterIP\n", "properties: {a: 1}\n", "items: [1]\n", "a: 1\na: 2\n",
        "a: 1\n---\nb: 2\n",
    ];
    for text in values.into_iter().chain(["- 1\n", "definitions: {}\nreplicas: 1\n", "openapi: {enabled: true}\n"]) {
        assert_eq!(format(text), Some(ImportFormat::Values), "{text}");
    }
    for (name, text) in fixtures() {
        assert_eq!(format(&text), Some(ImportFormat::Values), "{name}");
    }
    let schemas = [
        "{\"type\": \"object\"}",
        "type: [object, \"null\"]\n",
        "properties: {a: {type: string}}\n",
        "$defs: {a: {}}\n",
        "allOf: [{properties: {}}]\n",
        "{\"type\": ",
    ];
    for text in schemas {
        assert_eq!(format(text), Some(ImportFormat::JsonSchema), "{text}");
    }
    for text in ["openapi: 3.0.0\n", "swagger: \"2.0\"\n", "spec: {versions: [{schema: {openAPIV3Schema: {}}}]}\n"] {
        assert_eq!(format(text), Some(ImportFormat::OpenApi), "{text}");
    }
    let text = "type: object\n";
    assert_eq!(import(text).schema.as_deref(), Some("#@data/values-schema\n---\ntype: object\n"));
    assert_eq!(import_schema("a: 1\n", Some(ImportFormat::JsonSchema)).format, Some(ImportFormat::JsonSchema));
}

#[test]
fn hostile_files_are_limited() {
    let nested = |times: usize| format!("a: {}1{}\n", "[".repeat(times), "]".repeat(times));
    for text in [nested(400), nested(90), format!("a: {}1{}\n", "{b: ".repeat(400), "}".repeat(400))] {
        let schema = schema(&text);
        let own = run(&[("schema.yml", &schema)], "-f schema.yml --data-values-inspect");
        assert_eq!(own, run(&[("v.yml", &text)], "--data-values-file v.yml --data-values-inspect"));
    }
    assert!(import(&nested(3000)).error.is_some());
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        bomb.push_str(&format!("a{level}: &a{level} [{}]\n", vec![format!("*a{}", level - 1); 9].join(", ")));
    }
    assert!(import(&bomb).error.is_some());
}
