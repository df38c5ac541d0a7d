//! The runner of the golden cases: `cargo cases [FILTER …]`, where a filter is a part of a case's path.
//!
//! Runs tests/cases and tests/differences, and the peer's cases if they are available, in this process with
//! [`ytterby::render`]; and every example of the page (`cargo cases kiln` for one of them): its checks
//! must pass, and its steps must be done exactly when they are applied.

mod case_file;
mod inputs;
mod lesson;
mod parallel;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;
use std::{env, fs};

use case_file::Case;
use inputs::Input;
use ytterby::Clock;
use ytterby::checks::CheckResult;

/// The argument that `cargo cases` adds. `cargo test NAME` passes its filter to all test binaries, where it may match no case.
const MUST_MATCH: &str = "--must-match";

fn main() -> ExitCode {
    let (options, filters): (Vec<String>, Vec<String>) = env::args().skip(1).partition(|arg| arg.starts_with('-'));
    let must_match = options.iter().any(|option| option == MUST_MATCH);
    if must_match && let Some(unknown) = options.iter().find(|option| *option != MUST_MATCH) {
        eprintln!("unknown option {unknown}; usage: cargo cases [FILTER …]");
        return ExitCode::FAILURE;
    }

    let own = inputs::own_cases();
    let peer = inputs::peer_cases();
    let examples = inputs::examples();
    for filter in filters.iter().filter(|_| must_match) {
        if !own.iter().chain(&peer).chain(&examples).any(|input| input.name.contains(filter)) {
            eprintln!("no case and no example has {filter:?} in its path");
            return ExitCode::FAILURE;
        }
    }

    let chosen = |mut inputs: Vec<Input>| {
        inputs.retain(|input| filters.is_empty() || filters.iter().any(|filter| input.name.contains(filter)));
        inputs
    };
    let mut failures = run_all("own", &chosen(own), run_case);
    failures.extend(run_all("peer", &chosen(peer), run_case));
    failures.extend(run_all("examples", &chosen(examples), run_example));
    for failure in &failures {
        println!("\nFAIL {failure}");
    }
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints the number of passed cases in each folder, and returns the failures.
fn run_all(name: &str, inputs: &[Input], run: fn(&Input) -> Result<(), String>) -> Vec<String> {
    let started = Instant::now();
    let results = parallel::map(inputs, run);
    let mut by_folder: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut failures = Vec::new();
    for (input, result) in inputs.iter().zip(results) {
        let folder = input.name.rsplit_once('/').map_or(".", |(folder, _)| folder);
        let count = by_folder.entry(folder).or_default();
        match result.flatten() {
            Ok(()) => count.0 += 1,
            Err(problem) => {
                count.1 += 1;
                failures.push(format!("{}\n{}", input.name, indented(&problem)));
            }
        }
    }
    for (folder, (passed, failed)) in &by_folder {
        println!("{name}: {folder:<24} {passed:>4} passed, {failed:>4} failed");
    }
    let passed = inputs.len() - failures.len();
    println!("{name}: {passed} of {} passed in {:.1} s", inputs.len(), started.elapsed().as_secs_f64());
    failures
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

fn run_case(input: &Input) -> Result<(), String> {
    let case = Case::read(&input.path)?;
    let problems = case.compare(&ytterby::render(&case.request()?, clock()));
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn clock() -> Clock {
    let started = Instant::now();
    Rc::new(move || started.elapsed().as_secs_f64() * 1000.0)
}

/// Every example is a bundle, and its checks pass. An example that fails must have a check for that.
fn run_example(input: &Input) -> Result<(), String> {
    let text = fs::read_to_string(&input.path).map_err(|error| error.to_string())?;
    let bundle = ytterby::bundle::read(&text).map_err(|problem| problem.to_string())?;
    let response = ytterby::render(&bundle.request()?, clock());
    if bundle.checks.is_empty() {
        return match bundle.topics.is_empty() && !response.files.is_empty() {
            true => Ok(()),
            false => Err("it has topics and is in the gallery, or gives no output; but nothing checks it".to_owned()),
        };
    }
    let may_fail = bundle
        .checks
        .iter()
        .any(|check| check.violation.is_some() || check.error.is_some() || check.passes == Some(false));
    if !may_fail && response.exit_status != 0 {
        return Err(format!("no check says that it fails, but it does:\n{}", response.report));
    }
    if response.checks.len() != bundle.checks.len() {
        return Err(format!("{} checks have {} results", bundle.checks.len(), response.checks.len()));
    }
    let failed = response.checks.iter().filter_map(CheckResult::failure);
    let failed: Vec<String> =
        failed.chain(lesson::problems(&bundle, |request| ytterby::render(request, clock()))).collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}
