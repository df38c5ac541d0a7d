//! The phases of a run are the outputs of runs with fewer overlays, over the golden cases.

use std::collections::BTreeMap;

use ytterby::boundary::phases::Phases;
use ytterby::boundary::{Content, Diagnostic, Request, Response};
use ytterby::phases;

use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases, clock, examples, peer_cases, render, text_of};

#[test]
fn phases_are_the_outputs_of_runs_with_fewer_overlays() {
    let found = check_all(cases().iter().chain(examples()), check);
    found.at_least(&[("the final output", 140), ("without later files", 190), ("without later documents", 35)]);
    found.at_least(&[("an overlay fails", 50)]);
    check_all(peer_cases(), check);
}

fn check(golden: &Golden, found: &mut Findings) {
    let Golden { request, response, .. } = golden;
    let all = phases(request, clock());
    if response.exit_status != 0 && all.overlays.len() > all.applied as usize {
        found.count("an overlay fails");
        let problems = |all: &[Diagnostic]| all.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>();
        let own = problems(&all.diagnostics);
        if own.is_empty() || !problems(&response.diagnostics).ends_with(&own) {
            found.wrong(format!("{:?} in {:?}", all.diagnostics, response.diagnostics));
        }
    }
    if all.overlays.is_empty() {
        return;
    }
    if response.exit_status == 0 {
        compare(found, "the final output", &yaml_files(response), &all, all.overlays.len());
    }
    for applied in 0..all.phases.len().min(all.overlays.len()) {
        let Some((kind, fewer)) = without_later_overlays(request, &all, applied) else {
            found.count("overlays that cannot be removed");
            continue;
        };
        let response = render(&fewer);
        if response.exit_status == 0 {
            compare(found, kind, &yaml_files(&response), &all, applied);
        } else {
            found.count("the run without them fails");
        }
    }
}

fn compare(found: &mut Findings, kind: &str, expected: &BTreeMap<String, String>, all: &Phases, applied: usize) {
    let Some(phase) = all.phases.get(applied) else { return found.count("too many phases") };
    let files: BTreeMap<&str, &str> =
        phase.files.iter().map(|file| (file.path.as_str(), all.texts[file.text as usize].as_str())).collect();
    let same = files.iter().all(|(path, text)| expected.get(*path).is_some_and(|expected| expected == text));
    if same {
        found.count(kind);
    } else {
        found.wrong(format!("{kind}, after {applied} of {:?}: {files:#?}\nexpected {expected:#?}", all.overlays));
    }
}

/// The output files that are text.
fn yaml_files(response: &Response) -> BTreeMap<String, String> {
    let text = |content: &Content| if let Content::Text(text) = content { Some(text.clone()) } else { None };
    response.files.iter().filter_map(|file| Some((file.path.clone(), text(&file.content)?))).collect()
}

/// The request without all overlays after the first ones, if its texts have them as documents at the ends of files.
fn without_later_overlays(request: &Request, all: &Phases, applied: usize) -> Option<(&'static str, Request)> {
    let mut fewer = request.clone();
    let mut kind = "without later files";
    let mut removed: BTreeMap<&str, u32> = BTreeMap::new();
    for overlay in &all.overlays[applied..] {
        let place = overlay.place.as_ref().filter(|place| place.file.ends_with(&overlay.file))?;
        let line = place.span?.start.line;
        let first = removed.entry(&place.file).or_insert(line);
        *first = line.min(*first);
    }
    for (path, line) in removed {
        let text = text_of(request, path)?;
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let mut end = line.checked_sub(1)? as usize;
        // The document may begin without `---`: then its first line is that of its content.
        if !lines.get(end)?.starts_with("---") && lines[..end].iter().any(|line| line.starts_with("---")) {
            return None;
        }
        while end > 0 && lines[end - 1].starts_with("#@overlay/") {
            end -= 1;
        }
        // Documents after an overlay, and code around it, would be removed as well.
        let documents = |lines: &[&str]| lines.iter().filter(|line| line.starts_with("---")).count();
        let overlays =
            all.overlays[applied..].iter().filter(|one| one.place.as_ref().is_some_and(|place| place.file == path));
        let rest = documents(&lines[end..]).max(1);
        if rest != overlays.count() || lines[end..].iter().any(|line| line.trim_start().starts_with("#@ end")) {
            return None;
        }
        if end > 0 && documents(&lines[..end]) > 0 {
            kind = "without later documents";
        }
        let file = fewer.files.iter_mut().find(|file| file.path == path)?;
        file.content = lines[..end].concat().as_str().into();
    }
    Some((kind, fewer))
}
