//! A workspace that renders edit after edit has the same responses as independent renders.

use ytterby::Workspace;
use ytterby::boundary::{Content, Request, Response, Timings};

use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases, clock, examples, render};
use crate::number_from_env;
use crate::random::Random;

fn compared(response: Response) -> Response {
    Response { timings: Timings::default(), ..response }
}

/// The next request: a file is edited, restored or renamed, or the flags change.
fn next(request: &Request, original: &Request, random: &mut Random) -> Request {
    let mut request = request.clone();
    let file = random.below(request.files.len());
    let Some(edited) = request.files.get_mut(file) else { return request };
    match (random.below(20), &mut edited.content) {
        (0, _) => request = original.clone(),
        (1, _) => edited.path.insert(0, 'z'),
        (2, _) => request.args.push("--dangerous-allow-all-symlink-destinations".to_owned()),
        (3..=7, content) => *content = original.files[file].content.clone(),
        (8..=10, Content::Text(text)) => random.mutate(text),
        (_, Content::Text(text)) => random.edit_line(text),
        (_, Content::Bytes(bytes)) => bytes.reverse(),
    }
    request
}

/// Compares a workspace with independent renders, over some edits of a request.
fn check(golden: &Golden, edits: usize, found: &mut Findings) {
    let mut random = Random::named(&golden.name);
    let mut workspace = Workspace::default();
    let mut request = golden.request.clone();
    for edit in 0..=edits {
        let incremental = compared(workspace.render(&request, clock()));
        let fresh = compared(render(&request));
        if incremental != fresh {
            let (incremental, fresh) = (format!("{incremental:#?}"), format!("{fresh:#?}"));
            let diff = similar::TextDiff::from_lines(&fresh, &incremental);
            let diff = diff.unified_diff().header("fresh", "incremental").to_string();
            found.wrong(format!("edit {edit}, {:?}\n{diff}", request.files));
            return;
        }
        assert!(workspace.is_last(&request));
        found.count(if fresh.exit_status == 0 { "successes" } else { "failures" });
        request = next(&request, &golden.request, &mut random);
        // Edits that loop would take most of the time.
        request.limits.steps = 200_000;
    }
}

#[test]
fn edits_have_the_responses_of_independent_renders() {
    let edits = number_from_env("EDITS", 4);
    let all = cases().iter().chain(examples());
    check_all(all, |golden, found| check(golden, edits, found)).at_least(&[("successes", 3000), ("failures", 5500)]);
}
