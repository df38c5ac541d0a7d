//! The effective data values as a tree, each with its origin and the results of its rules.

use std::collections::HashMap;

use crate::boundary::{DataValue, Origin, OriginKind, Overridden, RuleResult};
use crate::editor::places::place;
use crate::positions::Position;
use crate::validations::{Checked, CheckedRule};
use crate::workspace::{Origins, SourceKind, Values};
use crate::yaml::go_format;
use crate::yaml::history::Former;
use crate::yaml::node::Node;
use crate::yaml::printer::print_trimmed;
use crate::yaml::tree::{Item, Meta, Value};

pub(super) fn tree(values: &Values) -> DataValue {
    let Values { document, checked, origins, .. } = values;
    let mut by_path: HashMap<&str, Vec<&Checked>> = HashMap::new();
    for checked in checked {
        by_path.entry(&checked.path).or_default().push(checked);
    }
    let describer = Describer { by_path, origins };
    describer.node(String::new(), String::new(), &document.value, &document.meta, &document.meta.position)
}

struct Describer<'a> {
    by_path: HashMap<&'a str, Vec<&'a Checked>>,
    origins: &'a Origins,
}

impl Describer<'_> {
    /// `outer` is the position of the parent, which also applies to computed values.
    fn node(&self, key: String, path: String, value: &Value, meta: &Meta, outer: &Position) -> DataValue {
        let own = Some(&meta.position).filter(|position| position.source().is_some());
        // An array that a document sets is merged into the default, and has the default's key.
        let set_at = meta.history.touched().last().filter(|_| matches!(value, Value::Array(_)));
        let position = set_at.or(meta.history.made_at()).or(own).unwrap_or(outer);
        let child = |(index, item): (usize, Node<dyn Item>)| {
            let item = item.borrow();
            let key = match item.key() {
                Some(key) => key.as_str().map_or_else(|| print_trimmed(key), str::to_owned),
                None => index.to_string(),
            };
            self.node(key, go_format::path_of(&path, &*item, index), item.value(), item.meta(), position)
        };
        let children = value.items().enumerate().map(child).collect();
        let checked = self.checked(&path, meta);
        let origin = self.origin(position);
        let missing = is_missing(value, meta, &origin, &checked);
        let overridden = |former: &Former| Overridden {
            origin: self.origin(if former.position.source().is_some() { &former.position } else { outer }),
            value: print_trimmed(&former.value),
        };
        DataValue {
            r#type: value.type_name().to_owned(),
            value: (!value.is_collection()).then(|| print_trimmed(value)),
            origin,
            overrode: meta.history.former().iter().map(overridden).collect(),
            missing,
            rules: checked.into_iter().flat_map(results).collect(),
            key,
            path,
            children,
        }
    }

    fn origin(&self, position: &Position) -> Origin {
        let (kind, text) = self.origins.of(position);
        let kind = match kind {
            SourceKind::Schema => OriginKind::Schema,
            SourceKind::File => OriginKind::File,
            SourceKind::Flag => OriginKind::Flag,
            SourceKind::Env => OriginKind::Env,
            SourceKind::Library => OriginKind::Library,
        };
        // Flags and variables have no file; their text identifies them.
        let in_file = matches!(kind, OriginKind::Schema | OriginKind::File);
        Origin { kind, text, place: in_file.then(|| place(position)).flatten() }
    }

    /// The results of the rules of a node. Two nodes may have the same path (the key `a.b`, and `b` in `a`), but not the same position.
    fn checked(&self, path: &str, meta: &Meta) -> Vec<&Checked> {
        let place = meta.position.compact();
        let checked = self.by_path.get(path).into_iter().flatten();
        checked.filter(|checked| checked.at.compact() == place).copied().collect()
    }
}

fn results(checked: &Checked) -> impl Iterator<Item = RuleResult> {
    let result = |rule: &CheckedRule| RuleResult {
        description: rule.description.clone(),
        holds: rule.holds,
        found: rule.found.clone(),
        place: place(&checked.rules_at),
    };
    checked.rules.iter().map(result)
}

/// Whether a value must still be set: a rule does not hold, and there is no value, or only a default that violates the rule. A map
/// is missing if a rule requires one of its items and it has none.
fn is_missing(value: &Value, meta: &Meta, origin: &Origin, checked: &[&Checked]) -> bool {
    let broken = || checked.iter().flat_map(|checked| &checked.rules).filter(|rule| rule.holds == Some(false));
    let is_map = matches!(value, Value::Map(map) if !map.borrow().items.is_empty());
    // A schema requires a value by a rule that its default violates.
    let is_default = origin.kind == OriginKind::Schema && meta.history.former().is_empty() && !is_map;
    broken().any(|rule| rule.is_broken_by_null || is_default || is_nothing(value))
}

/// Whether it is null or empty.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Str(text) => text.is_empty(),
        value => value.is_empty_collection(),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use crate::boundary::{DataValue, OriginKind, Request, RequestFile};

    fn request(schema: &str, values: &str, args: &[&str]) -> Request {
        let schema = format!("#@data/values-schema\n---\n{schema}");
        let file = |path: &str, text: &str| RequestFile { path: path.to_owned(), content: text.to_owned().into() };
        Request {
            files: vec![file("schema.yml", &schema), file("values.yml", values)],
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            ..Request::default()
        }
    }

    /// The paths of missing values.
    fn missing(schema: &str, values: &str, args: &[&str]) -> Vec<String> {
        let response = crate::render(&request(schema, values, args), Rc::new(|| 0.0));
        let mut found = Vec::new();
        collect(&response.values.unwrap_or_else(|| panic!("values: {}", response.report)), &mut found);
        found
    }

    fn collect(value: &DataValue, found: &mut Vec<String>) {
        if value.missing {
            found.push(value.path.clone());
        }
        value.children.iter().for_each(|child| collect(child, found));
    }

    fn set(text: &str) -> String {
        format!("#@data/values\n---\n{text}\n")
    }

    #[test]
    fn arrays_come_from_the_document_that_sets_them() {
        let request = request("set:\n- 1\nunset:\n- 1\nempty:\n- 1\n", &set("set: [2]\nempty: []"), &[]);
        let values = crate::render(&request, Rc::new(|| 0.0)).values.expect("data values");
        let kinds: Vec<_> = values.children.iter().map(|child| (&*child.key, child.origin.kind)).collect();
        assert_eq!(kinds, [("set", OriginKind::File), ("unset", OriginKind::Schema), ("empty", OriginKind::File)]);
    }

    #[test]
    fn broken_defaults_are_missing() {
        let schema = "#@schema/validation min_len=1\nname: \"\"\n#@schema/validation min=1024\nport: 0\n\
                      #@schema/validation min_len=1\nhosts:\n- \"\"\n#@schema/validation one_of=[\"a\", \"b\"]\nkind: \"\"\n\
                      #@schema/validation (\"set\", lambda v: v != \"TODO\")\nsite: TODO\nplain: \"\"\n";
        assert_eq!(missing(schema, "", &[]), ["name", "port", "hosts", "kind", "site"]);
        let values = set("name: x\nport: 2000\nhosts: [h]\nkind: a\nsite: here");
        assert_eq!(missing(schema, &values, &[]), [""; 0]);
        // A wrong value is not missing; null or an empty value is, whatever its source.
        let values = set("name: \"\"\nport: 1\nhosts: []\nkind: c\nsite: TODO");
        assert_eq!(missing(schema, &values, &[]), ["name", "hosts"]);
        assert_eq!(missing(schema, "", &["--data-value-yaml", "port=0"]), ["name", "hosts", "kind", "site"]);
    }

    #[test]
    fn null_is_missing_if_it_is_not_allowed() {
        let schema = "#@schema/nullable\n#@schema/validation not_null=True\na: \"\"\n#@schema/nullable\n#@schema/validation min_len=1\nb: \"\"\n\
                      #@schema/nullable\n#@schema/validation not_null=True\nc:\n  d: 1\n#@schema/nullable\ne: \"\"\n";
        assert_eq!(missing(schema, "", &[]), ["a", "c"]);
        assert_eq!(missing(schema, &set("a: x\nc: {}"), &[]), [""; 0]);
        assert_eq!(missing(schema, &set("a: \"\"\nb: \"\"\nc: {d: 2}"), &[]), ["b"]);
    }

    #[test]
    fn maps_that_require_an_item_are_missing_without_one() {
        let schema = "#@schema/validation one_not_null=[\"a\", \"b\"]\nauth:\n  #@schema/nullable\n  a: \"\"\n  #@schema/nullable\n  b: \"\"\n  c: 1\n";
        assert_eq!(missing(schema, "", &[]), ["auth"]);
        assert_eq!(missing(schema, &set("auth: {a: x}"), &[]), [""; 0]);
        assert_eq!(missing(schema, &set("auth: {a: x, b: z}"), &[]), [""; 0]);
        let custom = "#@schema/validation (\"enough\", lambda v: v[\"n\"] > 0)\nservice:\n  n: 0\n";
        assert_eq!(missing(custom, "", &[]), [""; 0]);
    }

    #[test]
    fn conditional_rules_require_nothing() {
        let schema = "on: false\n#@schema/validation min_len=1, when=lambda v, ctx: ctx.root[\"on\"]\nname: \"\"\n";
        let schema = schema.replace("on:", "\"on\":");
        assert_eq!(missing(&schema, "", &[]), [""; 0]);
        assert_eq!(missing(&schema, &set("\"on\": true"), &[]), ["name"]);
        assert_eq!(missing(&schema, &set("\"on\": true"), &["--dangerous-data-values-disable-validation"]), [""; 0]);
    }

    #[test]
    fn libraries_have_data_values_even_if_a_rule_is_broken() {
        let schema = "#@data/values-schema\n---\n#@schema/validation min_len=1\nname: \"\"\nport: 80\n";
        let config = "#@ load(\"@ytt:library\", \"library\")\n#@ app = library.get(\"app\", alias=\"one\").with_data_values({\"port\": 81})\n--- #@ app.eval()\n";
        let mut request = Request::default();
        for (path, text) in [("_ytt_lib/app/schema.yml", schema), ("config.yml", config)] {
            request.files.push(RequestFile { path: path.to_owned(), content: text.to_owned().into() });
        }
        let response = crate::render(&request, Rc::new(|| 0.0));
        assert_eq!(response.exit_status, 1);
        let [library] = &response.libraries[..] else { panic!("one library: {:?}", response.libraries) };
        assert_eq!(library.name, "@app~one");
        let mut found = Vec::new();
        collect(&library.values, &mut found);
        assert_eq!(found, ["name"]);
        let port = library.values.children.iter().find(|child| child.key == "port").expect("a port");
        assert_eq!((port.value.as_deref(), port.origin.kind), (Some("81"), OriginKind::Library));
        assert_eq!(
            library.values.children[0].origin.place.as_ref().map(|place| &*place.file),
            Some("_ytt_lib/app/schema.yml")
        );
    }

    #[test]
    fn nodes_with_the_same_path_have_their_own_rules() {
        let schema = "\"a.b\": \"\"\na:\n  #@schema/validation min_len=1\n  b: \"\"\n";
        let found = missing(schema, "", &[]);
        assert_eq!(found.len(), 1);
        let items = "#@schema/validation min_len=1\nlist:\n- #@schema/validation min_len=1\n  name: \"\"\n  n: 1\n";
        let items =
            items.replace("- #@schema/validation min_len=1\n  name", "-\n  #@schema/validation min_len=1\n  name");
        assert_eq!(missing(&items, &set("list:\n- n: 2\n- name: x"), &[]), ["list[0].name"]);
    }
}
