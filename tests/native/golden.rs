//! The golden cases and the examples as requests with their responses, rendered once for all tests.

use std::fs;
use std::rc::Rc;
use std::sync::LazyLock;

use ytterby::Clock;
use ytterby::boundary::{Content, Request, Response};

use crate::case_file::Case;
use crate::inputs::{self, Input};
use crate::parallel;

pub(crate) struct Golden {
    pub(crate) name: String,
    pub(crate) request: Request,
    pub(crate) response: Response,
}

/// This project's cases: `cases/FOLDER/…` and `differences/…`, except `cases/limits`, which take long; cases.rs runs them.
pub(crate) fn cases() -> &'static [Golden] {
    static CASES: LazyLock<Vec<Golden>> = LazyLock::new(|| {
        let mut found = inputs::own_cases();
        found.retain(|input| !input.name.starts_with("cases/limits/"));
        load(&found, case)
    });
    &CASES
}

/// This project's cases in some folders below `cases`.
pub(crate) fn cases_in(folders: &[&str]) -> Vec<&'static Golden> {
    let in_folder = |folder: &&str| {
        let start = format!("cases/{folder}/");
        let found: Vec<&Golden> = cases().iter().filter(|golden| golden.name.starts_with(&start)).collect();
        assert!(!found.is_empty(), "no case in {start}");
        found
    };
    folders.iter().flat_map(in_folder).collect()
}

/// The peer's cases; empty if they are not available.
pub(crate) fn peer_cases() -> &'static [Golden] {
    static CASES: LazyLock<Vec<Golden>> = LazyLock::new(|| load(&inputs::peer_cases(), case));
    &CASES
}

/// The examples of the page.
pub(crate) fn examples() -> &'static [Golden] {
    static EXAMPLES: LazyLock<Vec<Golden>> = LazyLock::new(|| load(&inputs::examples(), example));
    &EXAMPLES
}

fn load(found: &[Input], read: fn(&Input) -> Result<Golden, String>) -> Vec<Golden> {
    let results = parallel::map(found, read);
    let named = |(input, result): (&Input, Result<Result<Golden, String>, String>)| {
        result.flatten().map_err(|problem| format!("{}: {problem}", input.name))
    };
    let (loaded, failed): (Vec<_>, Vec<_>) = found.iter().zip(results).map(named).partition(Result::is_ok);
    let failed: Vec<String> = failed.into_iter().filter_map(Result::err).collect();
    assert!(failed.is_empty(), "{} are not as expected, see `cargo cases`:\n{}", failed.len(), failed.join("\n"));
    loaded.into_iter().filter_map(Result::ok).collect()
}

fn case(input: &Input) -> Result<Golden, String> {
    let case = Case::read(&input.path)?;
    let request = case.request()?;
    let response = render(&request);
    let problems = case.compare(&response);
    if problems.is_empty() {
        Ok(Golden { name: input.name.clone(), request, response })
    } else {
        Err(problems.join("\n"))
    }
}

fn example(input: &Input) -> Result<Golden, String> {
    let text = fs::read_to_string(&input.path).map_err(|error| error.to_string())?;
    let request = ytterby::bundle::read(&text).map_err(|problem| problem.to_string())?.request()?;
    let response = render(&request);
    Ok(Golden { name: input.name.clone(), request, response })
}

/// A clock that never advances, so that responses are the same in every run.
pub(crate) fn clock() -> Clock {
    Rc::new(|| 0.0)
}

pub(crate) fn render(request: &Request) -> Response {
    ytterby::render(request, clock())
}

/// The text of a file of the request.
pub(crate) fn text_of<'r>(request: &'r Request, path: &str) -> Option<&'r str> {
    let file = request.files.iter().find(|file| file.path == path)?;
    match &file.content {
        Content::Text(text) => Some(text),
        Content::Bytes(_) => None,
    }
}
