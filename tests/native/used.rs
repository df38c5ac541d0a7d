//! The data values that a line uses, over the golden cases: changing any other one does not change the output of the line.

use std::collections::{BTreeMap, BTreeSet};

use ytterby::boundary::{Content, DataValue, OriginKind, Request, Response};
use ytterby_insight::used;

use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases_in, clock, examples, peer_cases, render, text_of};

const FOLDERS: &[&str] =
    &["cli", "data-values", "overlays", "schema", "seeds", "stdlib", "templates", "text", "validations"];

/// The output lines of each line of the input, in order.
type Made = BTreeMap<(String, u32), Vec<String>>;

#[test]
fn other_data_values_do_not_change_a_line() {
    let own = cases_in(FOLDERS).into_iter().chain(examples());
    check_all(own, check).at_least(&[("named, and changed", 155), ("not named, and the same", 265)]);
    check_all(peer_cases(), check);
}

fn check(golden: &Golden, found: &mut Findings) {
    let Golden { request, response: before, .. } = golden;
    let (0, Some(values)) = (before.exit_status, &before.values) else { return };
    let clock = clock();
    let old = made(before);
    let mut known: BTreeMap<(String, u32), Vec<String>> = BTreeMap::new();
    for (path, itself, changed) in mutations(request, values) {
        let paths = of_the_same_literal(values, values, &path);
        let after = render(&changed);
        if after.exit_status != 0 {
            found.count("the change breaks the run");
            continue;
        }
        let new = made(&after);
        let mut lines: BTreeSet<&(String, u32)> = old.keys().chain(new.keys()).collect();
        // A file may be data values and a template.
        lines.remove(&itself);
        // Libraries have data values of their own.
        lines.retain(|line| !line.0.contains("_ytt_lib/"));
        for line in lines {
            let named = known.entry(line.clone()).or_insert_with(|| {
                used(request, &line.0, line.1, &clock).into_iter().map(|value| value.path).collect()
            });
            let is_named = named.iter().any(|used| paths.iter().any(|path| meets(used, path)));
            match (is_named, old.get(line) == new.get(line)) {
                (true, true) => found.count("named, and the same"),
                (true, false) => found.count("named, and changed"),
                (false, true) => found.count("not named, and the same"),
                (false, false) => found.wrong(format!("{path} changes {}:{}", line.0, line.1)),
            }
        }
    }
}

fn made(response: &Response) -> Made {
    let mut made = Made::new();
    for file in &response.files {
        let Content::Text(text) = &file.content else { continue };
        for (line, origin) in text.split_inclusive('\n').zip(&file.map) {
            // Overlaid nodes have several origins, separators have none.
            let Some(origin) = origin.as_ref().filter(|o| o.touched_by.is_empty() && o.replaced.is_empty()) else {
                continue;
            };
            if line != "---\n" {
                // An empty list or map is written on the line of its key.
                let line = line.trim_end().trim_end_matches(" []").trim_end_matches(" {}");
                made.entry((origin.file.to_string(), origin.line)).or_default().push(line.to_owned());
            }
        }
    }
    made
}

/// For each data value of a file its path, its line, and the request with another scalar.
fn mutations(request: &Request, value: &DataValue) -> Vec<(String, (String, u32), Request)> {
    let mut found: Vec<_> = value.children.iter().flat_map(|child| mutations(request, child)).collect();
    if let Some(changed) = mutation(request, value)
        && let Some(place) = &value.origin.place
    {
        let line = place.span.map_or(0, |span| span.start.line);
        found.push((value.path.clone(), (place.file.clone(), line), changed));
    }
    found
}

/// The paths of the data values of a literal: a function of the schema may be called several times.
fn of_the_same_literal(all: &DataValue, value: &DataValue, path: &str) -> Vec<String> {
    let below = value.children.iter().flat_map(|child| of_the_same_literal(all, child, path));
    let place = |value: &DataValue| value.origin.place.as_ref().map(|place| (place.file.clone(), place.span));
    let same = find(all, path).is_some_and(|named| place(named).is_some() && place(named) == place(value));
    below.chain(same.then(|| value.path.clone())).collect()
}

fn find<'v>(value: &'v DataValue, path: &str) -> Option<&'v DataValue> {
    if value.path == path { Some(value) } else { value.children.iter().find_map(|child| find(child, path)) }
}

fn mutation(request: &Request, value: &DataValue) -> Option<Request> {
    let another = match &*value.r#type {
        "string" => "\"changed Q\"".to_owned(),
        "integer" => format!("{}7", value.value.as_ref()?),
        "boolean" => (value.value.as_deref()? != "true").to_string(),
        _ => return None,
    };
    if !matches!(value.origin.kind, OriginKind::File | OriginKind::Schema) {
        return None;
    }
    let place = value.origin.place.as_ref()?;
    let span = place.span?;
    let text = text_of(request, &place.file)?;
    let units: Vec<u16> = text.encode_utf16().collect();
    let range = span.start.offset as usize..span.end.offset as usize;
    // The position may be that of the key, or of the whole line.
    let written = String::from_utf16_lossy(units.get(range.clone())?);
    if written.trim_matches(['"', '\'']) != value.value.as_deref()?.trim_matches(['"', '\'']) {
        return None;
    }
    let mut request = request.clone();
    for file in request.files.iter_mut().filter(|file| file.path == place.file) {
        let mut units = units.clone();
        units.splice(range.clone(), another.encode_utf16());
        file.content = String::from_utf16_lossy(&units).into();
    }
    Some(request)
}

/// Whether one path is a prefix of the other; `[]` is any index.
fn meets(used: &str, path: &str) -> bool {
    let steps = |path: &str| -> Vec<String> {
        let path = path.replace('[', ".[");
        let step = |step: &str| if step.starts_with('[') { "[]".to_owned() } else { step.to_owned() };
        path.split('.').filter(|part| !part.is_empty()).map(step).collect()
    };
    steps(used).iter().zip(steps(path)).all(|(a, b)| *a == b)
}
