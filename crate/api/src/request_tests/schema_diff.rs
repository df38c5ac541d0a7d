//! Comparisons of schemas: `pairs` has pairs of schemas, `code` tests which code is considered changed.

mod code;
mod pairs;

use std::rc::Rc;

use crate::boundary::{Content, Request, RequestFile, SchemaDiff};

fn file(path: &str, content: &str) -> RequestFile {
    RequestFile { path: path.to_owned(), content: Content::Text(content.to_owned()) }
}

fn diff(files: Vec<RequestFile>, old: &[RequestFile]) -> SchemaDiff {
    let extensions = vec!["schema-proposal".to_owned()];
    crate::diff_schemas(&Request { files, extensions, ..Request::default() }, old, Rc::new(|| 0.0))
}

fn reported(diff: &SchemaDiff) -> Vec<String> {
    let line = |change: &crate::boundary::SchemaChange| {
        let mark = if change.breaking { '!' } else { ' ' };
        let kind = serde_json::to_value(change.kind).unwrap_or_default();
        let path = if change.path.is_empty() { "(document)" } else { &change.path };
        format!("{mark} {} {path}: {}", kind.as_str().unwrap_or_default(), change.text)
    };
    diff.changes.iter().map(line).collect()
}

#[test]
fn breaking_changes_are_not_breaking_in_reverse() {
    // Types and rules of which one allows less than the other.
    for (narrow, wide) in [
        ("a: 1\n", "a: 1.0\n"),
        ("a: 1\n", "#@schema/nullable\n#@schema/default 1\na: 1\n"),
        ("#@schema/validation min=2\na: 5\n", "#@schema/validation min=1\na: 5\n"),
        ("a:\n  b: 1\n", "a:\n  b: 1\n  #@schema/any-key\n  _: 1\n"),
    ] {
        let [narrow, wide] =
            [narrow, wide].map(|fields| file("schema.yml", &format!("#@data/values-schema\n---\n{fields}")));
        let breaks = |old: &RequestFile, new: &RequestFile| {
            diff(vec![new.clone()], std::slice::from_ref(old)).changes.iter().any(|change| change.breaking)
        };
        assert!(breaks(&wide, &narrow) && !breaks(&narrow, &wide), "{wide:?} {narrow:?}");
    }
}

#[test]
fn positions_are_those_of_the_changes() {
    let old = "#@data/values-schema\n---\n\nkiln:\n  heat: x\n  #@schema/validation min=1\n  cone: 6\n";
    let new = "#@data/values-schema\n---\nkiln:\n  heat: 1\n  #! hotter\n  #@schema/validation min=2\n  cone: 6\n";
    let diff = diff(vec![file("config/schema.yml", new)], &[file("old/schema.yml", old)]);
    let at = |place: &Option<crate::boundary::Place>| {
        let place = place.as_ref()?;
        Some((place.file.clone(), place.span?.start.line))
    };
    let places: Vec<_> = diff.changes.iter().map(|change| (at(&change.old_place), at(&change.place))).collect();
    let of = |old, new| (Some(("old/schema.yml".to_owned(), old)), Some(("config/schema.yml".to_owned(), new)));
    assert_eq!(places, [of(5, 4), of(6, 6)]);
}

#[test]
fn old_files_replace_schema_files_but_not_libraries() {
    let helper = file("limits.star", "least = 2\n");
    let schema = |least: &str| {
        let text = format!(
            "#@ load(\"limits.star\", \"least\")\n#@data/values-schema\n---\n#@schema/validation min={least}\na: 5\n"
        );
        file("schema.yml", &text)
    };
    let other = file("more.yml", "#@data/values-schema\n---\n#@overlay/match missing_ok=True\nb: 1\n");
    let config = file("config.yml", "c: 1\n");
    let diff = diff(vec![helper, schema("least"), other, config], &[schema("least - 1")]);
    let expected = [
        "! ruleTightened a: a rule is stricter: it was a value >= 1 and is a value >= 2",
        "  added b: it was added, by default 1",
    ];
    assert_eq!((reported(&diff), &*diff.report), (expected.map(str::to_owned).to_vec(), ""));
}

#[test]
fn old_files_replace_files_with_the_same_path() {
    let schema = file("schema.yml", "#@ load(\"limits.star\", \"least\")\n#@data/values-schema\n---\na: #@ least\n");
    let limits = |least| file("limits.star", &format!("least = {least}\n"));
    let diff = diff(vec![limits(2), schema.clone()], &[limits(1), schema]);
    assert_eq!(reported(&diff), ["  default a: the default was 1 and is 2"]);
}

#[test]
fn file_marks_of_replaced_files_are_dropped() {
    let files = vec![file("schema.txt", "#@data/values-schema\n---\na: 1\n")];
    let args = ["--file-mark", "schema.txt:type=yaml-template"].map(str::to_owned).to_vec();
    let request = Request { files, args, ..Request::default() };
    let diff = crate::diff_schemas(&request, &[file("old.yml", "#@data/values-schema\n---\na: x\n")], Rc::new(|| 0.0));
    assert_eq!((reported(&diff).len(), &*diff.report), (1, ""));
}

#[test]
fn errors_are_reported() {
    let good = || file("schema.yml", "#@data/values-schema\n---\na: 1\n");
    let wrong = || file("schema.yml", "#@data/values-schema\n---\na:\n");
    let none = || file("config.yml", "a: 1\n");
    for (files, old, words) in [
        (wrong(), good(), "ytt: Error: Overlaying data values schema"),
        (good(), wrong(), "ytt: Error: Old schema:\n  Overlaying data values schema"),
        (none(), good(), "ytt: Error: There is no data values schema among the files"),
        (good(), none(), "ytt: Error: There is no data values schema among the old files"),
    ] {
        let diff = diff(vec![files], &[old]);
        assert!(diff.report.starts_with(words) && diff.changes.is_empty(), "{}", diff.report);
    }
}

#[test]
fn without_the_extension_plain_schemas_are_compared() {
    let files = vec![file("schema.yml", "#@data/values-schema\n---\n#@schema/removed \"x\"\na: 1\n")];
    let old = file("schema.yml", "#@data/values-schema\n---\na: 1.5\n");
    let diff = crate::diff_schemas(&Request { files, ..Request::default() }, &[old], Rc::new(|| 0.0));
    let expected = ["! typeNarrowed a: the type was float and is integer", "  default a: the default was 1.5 and is 1"];
    assert_eq!(reported(&diff), expected);
}

#[test]
fn many_renamed_keys_are_not_guessed() {
    let fields = |name: &str| (0..150).map(|number| format!("{name}{number}: 1\n")).collect::<String>();
    let [old, new] =
        ["left", "right"].map(|name| file("schema.yml", &format!("#@data/values-schema\n---\n{}", fields(name))));
    let diff = diff(vec![new], &[old]);
    assert_eq!(diff.changes.len(), 300);
}
