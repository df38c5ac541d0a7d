//! Origins of data values, over the golden cases: each source exists; a source that no value names can be removed without a change;
//! and without its source, a value is the one that the source overrode.

use std::collections::BTreeMap;

use ytterby::boundary::{Content, DataValue, Origin, OriginKind, Request};

use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases_in, render, text_of};

const FOLDERS: &[&str] = &["data-values", "libraries", "seeds", "schema", "validations"];

/// All values of a tree, the root first.
fn all(value: &DataValue) -> Vec<&DataValue> {
    let mut found = vec![value];
    found.extend(value.children.iter().flat_map(all));
    found
}

/// Paths and scalars, without the order of keys, which is that of the sources.
fn bare(value: &DataValue) -> BTreeMap<String, String> {
    let shown = |value: &DataValue| value.value.clone().unwrap_or_else(|| format!("({})", value.r#type));
    all(value).into_iter().map(|value| (value.path.clone(), shown(value))).collect()
}

#[test]
fn origins_are_positions_of_the_value() {
    let found = check_all(cases_in(FOLDERS), |golden, found| {
        let Golden { request, response, .. } = golden;
        if response.exit_status != 0 {
            return;
        }
        // A schema that code gives to a library is in no file.
        let texts = || request.files.iter().filter_map(|file| text_of(request, &file.path));
        let is_by_code = texts().any(|text| text.contains("with_data_values_schema("));
        let below = response.libraries.iter().filter(|_| !is_by_code).map(|library| &library.values);
        let roots = response.values.iter().chain(below);
        for value in roots.flat_map(all) {
            let former = value.overrode.iter().map(|former| &former.origin);
            for origin in former.chain([&value.origin]) {
                found.count("origins");
                if let Err(problem) = check_origin(origin, value, request) {
                    found.wrong(format!("{}: {problem}: {origin:?}", value.path));
                }
            }
        }
        found.add("libraries", response.libraries.len());
    });
    found.at_least(&[("origins", 1300), ("libraries", 50)]);
}

fn check_origin(origin: &Origin, value: &DataValue, request: &Request) -> Result<(), &'static str> {
    match origin.kind {
        OriginKind::Flag => {
            let typed = origin.text.split_once(' ').ok_or("the flag has no value")?;
            let known = request.args.iter().any(|word| word == typed.1 || word.ends_with(&format!("={}", typed.1)));
            return if known { Ok(()) } else { Err("no such flag") };
        }
        OriginKind::Env => {
            let known = request.env.iter().any(|(name, _)| *name == origin.text);
            return if known { Ok(()) } else { Err("no such variable") };
        }
        OriginKind::Library => return Ok(()),
        OriginKind::Schema | OriginKind::File => {}
    }
    // Only the root of empty data values is in no file.
    let Some(place) = &origin.place else {
        return if value.path.is_empty() { Ok(()) } else { Err("no place") };
    };
    let text = text_of(request, &place.file).ok_or("no such file")?;
    let Some(span) = &place.span else { return Ok(()) };
    let line = text.split('\n').nth(span.start.line as usize - 1).ok_or("no such line")?;
    // The line has the key or the dash of the item, or code that computes the value.
    let is_item = value.key.chars().all(|c| c.is_ascii_digit());
    let is_boolean = ["true", "false"].contains(&value.key.as_str());
    let fits = value.path.is_empty() || is_boolean || line.contains(&value.key) || is_item && line.contains(['-', '[']);
    // The position of a default in an annotation is that of the annotated node.
    let names_a_part = value.path.split(['.', '[']).any(|part| line.contains(&format!("{part}:")));
    let fits = fits || origin.kind == OriginKind::Schema && text.contains("schema/default") && names_a_part;
    if fits || line.contains("#@") || text.contains("#@ def") { Ok(()) } else { Err("another line") }
}

/// A source of data values that can be removed from a request.
#[derive(Clone, Debug, PartialEq)]
enum Leaving {
    /// A word of the command line with its flag before it, by index.
    Flag(usize),
    Variable(usize),
    /// A file with only data values, by path.
    File(String),
}

fn sources(request: &Request) -> Vec<Leaving> {
    const FLAGS: &[&str] = &["-v", "--data-value", "--data-value-yaml", "--data-value-file"];
    let flags = (1..request.args.len()).filter(|i| FLAGS.contains(&request.args[i - 1].as_str()));
    let variables = 0..request.env.len();
    let is_values = |path: &String| {
        text_of(request, path).is_some_and(|text| text.contains("#@data/values\n") && !path.contains("_ytt_lib"))
    };
    let files = request.files.iter().map(|file| file.path.clone()).filter(is_values);
    flags.map(Leaving::Flag).chain(variables.map(Leaving::Variable)).chain(files.map(Leaving::File)).collect()
}

fn without(request: &Request, source: &Leaving) -> Request {
    let mut request = request.clone();
    match source {
        Leaving::Flag(place) => drop(request.args.drain(place - 1..=*place)),
        Leaving::Variable(place) => drop(request.env.remove(*place)),
        Leaving::File(path) => {
            for file in request.files.iter_mut().filter(|file| file.path == *path) {
                file.content = Content::default();
            }
        }
    }
    request
}

fn is_from(origin: &Origin, source: &Leaving, request: &Request) -> bool {
    match source {
        Leaving::Flag(place) => {
            origin.kind == OriginKind::Flag && origin.text.split_once(' ').is_some_and(|t| t.1 == request.args[*place])
        }
        Leaving::Variable(place) => origin.kind == OriginKind::Env && origin.text == request.env[*place].0,
        Leaving::File(path) => {
            origin.kind == OriginKind::File && origin.place.as_ref().is_some_and(|at| at.file == *path)
        }
    }
}

/// The effect of a source on the values.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    /// Some value, or one that it overrode, is from it.
    Named,
    /// It may remove values, compute them from others or be matched, which no value shows.
    Silent,
    None,
}

fn part(root: &DataValue, source: &Leaving, request: &Request) -> Part {
    let texts = || request.files.iter().filter_map(|file| text_of(request, &file.path));
    let is_named = |value: &&DataValue| {
        let former = value.overrode.iter().map(|former| &former.origin);
        (!value.path.is_empty() || value.children.is_empty() || !value.overrode.is_empty())
            && former.chain([&value.origin]).any(|origin| is_from(origin, source, request))
    };
    if texts().any(|text| ["overlay/remove", "via=", "overlay/match by"].iter().any(|word| text.contains(word))) {
        Part::Silent
    } else if all(root).iter().any(is_named) {
        Part::Named
    } else {
        Part::None
    }
}

/// The values on the path to a value, from the root to itself.
fn way<'v>(by_path: &BTreeMap<&str, &'v DataValue>, path: &str) -> Vec<&'v DataValue> {
    let ends = path.char_indices().filter(|(_, c)| matches!(c, '.' | '[')).map(|(at, _)| at).chain([path.len()]);
    // The root always exists; only if it replaced another did it bring its children.
    let root = by_path.get("").copied().filter(|root| !root.overrode.is_empty());
    root.into_iter().chain(ends.filter_map(|end| by_path.get(&path[..end]).copied())).collect()
}

#[test]
fn removing_a_source_changes_exactly_the_values_with_that_origin() {
    check_all(cases_in(FOLDERS), leave_sources_out).at_least(&[
        ("cases rendered from the named sources alone", 270),
        ("from elsewhere: the same value", 270),
        ("not named: the same values without it", 26),
        ("the overridden value", 75),
        ("gone", 23),
    ]);
}

fn leave_sources_out(golden: &Golden, found: &mut Findings) {
    let Golden { request, response, .. } = golden;
    let (0, Some(before)) = (response.exit_status, &response.values) else { return };
    let mut named_only = request.clone();
    for source in sources(request).iter().rev() {
        let response = render(&without(request, source));
        let part = part(before, source, request);
        if part == Part::None {
            named_only = without(&named_only, source);
            found.count("not named: the same values without it");
            if response.values.as_ref().map(bare) != Some(bare(before)) {
                found.wrong(format!("without {source:?}, which nothing names: {}", response.report));
            }
        } else if let Some(after) = &response.values {
            compare(before, after, source, part, request, found);
        } else {
            found.count("a later source needs it");
        }
    }
    found.count("cases rendered from the named sources alone");
    let response = render(&named_only);
    if response.values.as_ref().map(bare) != Some(bare(before)) {
        found.wrong(format!("the named sources alone give other values: {}", response.report));
    }
}

/// Compares the values before and after a source was removed.
fn compare(
    before: &DataValue,
    after: &DataValue,
    source: &Leaving,
    part: Part,
    request: &Request,
    found: &mut Findings,
) {
    let old: BTreeMap<&str, &DataValue> = all(before).into_iter().map(|v| (v.path.as_str(), v)).collect();
    let new: BTreeMap<&str, &DataValue> = all(after).into_iter().map(|v| (v.path.as_str(), v)).collect();
    let brought = |value: &DataValue| is_from(&value.origin, source, request);
    for value in all(before).into_iter().filter(|value| value.children.is_empty() && !value.path.is_empty()) {
        let now = new.get(value.path.as_str());
        let way = way(&old, &value.path);
        let (this, around) = way.split_last().expect("a value is the last of the values around it");
        let in_what_it_brought =
            |outer: &&DataValue| brought(outer) || outer.children.iter().any(|v| brought(v) && outer.r#type == "array");
        let outcome = if part == Part::Silent {
            "it removes, computes or is matched: not compared"
        } else if around.iter().any(in_what_it_brought) {
            "in what it brought: not compared"
        } else if !brought(this) {
            if now.is_none_or(|now| now.value != value.value) {
                found.wrong(format!("{} is not from {source:?}, and differs", value.path));
            }
            "from elsewhere: the same value"
        } else if let Some(former) = value.overrode.iter().rfind(|f| !is_from(&f.origin, source, request)) {
            let same = now.is_some_and(|now| match &now.value {
                Some(value) => *value == former.value,
                None => now.origin == former.origin,
            });
            if !same {
                found.wrong(format!("{} was {former:?}, is {now:?} without {source:?}", value.path));
            }
            "the overridden value"
        } else {
            if now.is_some() {
                found.wrong(format!("{} overrode {now:?} and does not say so", value.path));
            }
            "gone"
        };
        found.count(outcome);
    }
}
