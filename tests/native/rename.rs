//! Renaming data values, over the golden cases: if all uses were followed, the output is unchanged, and so are the data values except
//! for the name.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex_lite::Regex;
use ytterby::boundary::{Content, DataValue, Edit, Request, Response};
use ytterby_insight::answer::Renaming;
use ytterby_insight::{rename, rename_target};

use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases_in, examples, peer_cases, render, text_of};

const FOLDERS: &[&str] =
    &["cli", "data-values", "inspect", "overlays", "schema", "seeds", "stdlib", "templates", "text", "validations"];

const FRESH: &str = "renamed_value";

#[test]
fn renaming_does_not_change_the_output() {
    let own = cases_in(FOLDERS).into_iter().chain(examples());
    check_all(own, check).at_least(&[("the same", 140)]);
    check_all(peer_cases(), check);
}

fn check(golden: &Golden, found: &mut Findings) {
    let Golden { request, response, .. } = golden;
    // `--data-values-inspect` and similar flags print names.
    if response.exit_status != 0 || request.args.iter().any(|arg| arg.contains("inspect")) {
        return;
    }
    for (path, file, offset) in targets(request) {
        let renaming = rename(request, &file, offset, FRESH);
        if let Some(why) = &renaming.refused {
            found.count(&format!("refused: {}", why.split(' ').skip(1).take(3).collect::<Vec<_>>().join(" ")));
        } else if renaming.not_followed.is_empty() {
            match compare(response, &changed(request, &renaming), &path) {
                None => found.count("the same"),
                Some(problem) => found.wrong(format!("{path} ({file}): {problem}")),
            }
        } else {
            let reasons: BTreeSet<&str> = renaming.not_followed.iter().map(|missed| &*missed.why).collect();
            found.count(&format!("not followed: {}", reasons.into_iter().collect::<Vec<_>>().join("; ")));
        }
    }
}

/// The data values that keys of the files name, each with one position.
fn targets(request: &Request) -> Vec<(String, String, u32)> {
    static KEY: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#"(?m)^ *(?:- +)*["']?([\w/-]+)["']? *:(?: |$)"#).expect("a valid pattern"));
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for file in &request.files {
        let Some(text) = text_of(request, &file.path) else { continue };
        for key in KEY.captures_iter(text).filter_map(|found| found.get(1)) {
            let offset = text[..key.start()].encode_utf16().count() as u32;
            if let Some(target) = rename_target(request, &file.path, offset)
                && seen.insert(target.path.clone())
            {
                found.push((target.path, file.path.clone(), offset));
            }
        }
    }
    found
}

fn changed(request: &Request, renaming: &Renaming) -> Request {
    let mut request = request.clone();
    for file in &mut request.files {
        let Content::Text(text) = &mut file.content else { continue };
        let edits: Vec<&Edit> = renaming.edits.iter().filter(|edit| edit.file == file.path).collect();
        let mut units: Vec<u16> = text.encode_utf16().collect();
        for edit in edits.iter().rev() {
            let range = edit.span.start.offset as usize..edit.span.end.offset as usize;
            units.splice(range, edit.text.encode_utf16());
        }
        *text = String::from_utf16_lossy(&units);
    }
    if let Some(args) = &renaming.args {
        request.args.clone_from(args);
    }
    if let Some(env) = &renaming.env {
        let pair = |line: &String| line.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        request.env = env.iter().filter_map(pair).collect();
    }
    request
}

fn compare(before: &Response, request: &Request, path: &str) -> Option<String> {
    let after = render(request);
    if after.exit_status != 0 {
        return Some(format!("fails: {}", after.report));
    }
    let output = |response: &Response| -> Vec<(String, Content)> {
        response.files.iter().map(|file| (file.path.clone(), file.content.clone())).collect()
    };
    if output(before) != output(&after) || before.stdout != after.stdout {
        return Some("another output".to_owned());
    }
    let steps: Vec<&str> = path.split('.').flat_map(|part| part.split_inclusive("[]")).collect();
    let steps: Vec<&str> = steps
        .iter()
        .flat_map(|step| match step.strip_suffix("[]") {
            Some("") => vec!["[]"],
            Some(name) => vec![name, "[]"],
            None => vec![*step],
        })
        .collect();
    let old = before.values.as_ref().map(|value| plain(value, Some(&steps)));
    let new = after.values.as_ref().map(|value| plain(value, None));
    (old != new).then(|| format!("other values:\n{old:?}\n{new:?}"))
}

/// A tree of data values as text, with the new name at the path.
fn plain(value: &DataValue, steps: Option<&[&str]>) -> String {
    let child = |child: &DataValue| {
        let rest = steps
            .and_then(|steps| steps.split_first())
            .filter(|(step, _)| **step == child.key || (**step == "[]" && value.r#type == "array"));
        let key = match rest {
            Some((_, [])) => FRESH,
            _ => &child.key,
        };
        format!("{key}: {}", plain(child, rest.map(|(_, rest)| rest).filter(|rest| !rest.is_empty())))
    };
    let children: Vec<String> = value.children.iter().map(child).collect();
    format!("{} {:?} {{{}}}", value.r#type, value.value, children.join(", "))
}
