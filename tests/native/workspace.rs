//! A workspace that renders one edit after the other answers each as a render does that starts from nothing.

mod case_file;
mod golden;
mod random;

use std::rc::Rc;

use golden::{cases, examples, on_a_deep_stack};
use random::Random;
use ytterby::boundary::{Content, Request, Response, Timings};
use ytterby::{Clock, Workspace};

const FOLDERS: &[&str] = &[
    "cli",
    "data-values",
    "inspect",
    "libraries",
    "numbers",
    "overlays",
    "schema",
    "schema-proposal",
    "seeds",
    "stdlib",
    "templates",
    "text",
    "validations",
    "yaml",
];

fn clock() -> Clock {
    Rc::new(|| 0.0)
}

fn compared(response: Response) -> Response {
    Response { timings: Timings::default(), ..response }
}

/// The next request: one of its files edited, put back as it was, renamed; or the flags changed.
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

/// Where a workspace and a render from nothing differ, over some edits of a request. Gives the number of successes, too.
fn differences(original: &Request, edits: usize, random: &mut Random) -> Result<usize, String> {
    let mut workspace = Workspace::default();
    let mut request = original.clone();
    let mut successes = 0;
    for edit in 0..=edits {
        let kept = compared(workspace.render(&request, clock()));
        let fresh = compared(ytterby::render(&request, clock()));
        if kept != fresh {
            let (kept, fresh) = (format!("{kept:#?}"), format!("{fresh:#?}"));
            let diff = similar::TextDiff::from_lines(&fresh, &kept);
            return Err(format!("edit {edit}, {:?}\n{}", request.files, diff.unified_diff().header("fresh", "kept")));
        }
        assert!(workspace.is_last(&request));
        successes += usize::from(kept.exit_status == 0);
        request = next(&request, original, random);
        // Whatever is typed runs with less patience.
        request.limits.steps = 200_000;
    }
    Ok(successes)
}

#[test]
fn edits_of_cases_and_examples_render_as_from_nothing() {
    let edits = std::env::var("EDITS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let cases = cases(FOLDERS).into_iter().map(|case| (case.name, case.request));
    let (mut requests, mut successes) = (0, 0);
    let mut failures = Vec::new();
    for (number, (name, request)) in cases.chain(examples()).enumerate() {
        requests += edits + 1;
        match on_a_deep_stack(|| differences(&request, edits, &mut Random(number as u64))) {
            Ok(Ok(found)) => successes += found,
            Ok(Err(failure)) => failures.push(format!("{name}: {failure}")),
            Err(_) => failures.push(format!("{name}: panics (number {number})")),
        }
    }
    println!("{requests} requests rendered, {successes} of them without an error");
    assert!(failures.is_empty(), "{} differ\n{}", failures.len(), failures[..failures.len().min(5)].join("\n\n"));
}
