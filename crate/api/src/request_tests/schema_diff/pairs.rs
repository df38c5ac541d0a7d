//! The pairs of schemas of `pairs.txt`, and the reported changes.

use super::{diff, file, reported};

struct Pair {
    name: &'static str,
    old: String,
    new: String,
    changes: Vec<&'static str>,
}

fn pairs() -> Vec<Pair> {
    let whole = |text: &str| match text.starts_with("#@data/values-schema") || text.starts_with("#@schema/definition") {
        true => text.to_owned(),
        false => format!("#@data/values-schema\n---\n{text}"),
    };
    let pair = |text: &'static str| {
        let (name, rest) = text.split_once('\n')?;
        let (old, rest) = rest.split_once("->\n")?;
        let (new, changes) = rest.split_once("=>\n")?;
        Some(Pair {
            name,
            old: whole(old),
            new: whole(new),
            changes: changes.lines().filter(|line| !line.is_empty()).collect(),
        })
    };
    include_str!("pairs.txt").split("\n== ").skip(1).map(|text| pair(text).expect("two schemas and changes")).collect()
}

#[test]
fn pairs_of_schemas() {
    let pairs = pairs();
    assert!(pairs.len() >= 108, "{} pairs", pairs.len());
    for Pair { name, old, new, changes } in pairs {
        let diff = diff(vec![file("schema.yml", &new)], &[file("old.yml", &old)]);
        assert_eq!((reported(&diff), &*diff.report), (changes.iter().map(ToString::to_string).collect(), ""), "{name}");
    }
}

#[test]
fn equal_schemas_have_no_changes() {
    for text in pairs().into_iter().flat_map(|pair| [pair.old, pair.new]) {
        let diff = diff(vec![file("schema.yml", &text)], &[file("old.yml", &text)]);
        assert_eq!((reported(&diff), &*diff.report), (Vec::new(), ""), "{text}");
    }
}
