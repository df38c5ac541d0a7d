//! The one native runner of the golden cases: `cargo cases [FILTER …]`, where a filter is a part of a case's path.
//!
//! Runs tests/cases and tests/differences, and the peer's cases where they are at hand, in this process through
//! [`ytterby::render`]; and every example of the page (`cargo cases kiln` for one of them), whose checks must pass.

mod case_file;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use std::{env, fs, thread};

use case_file::Case;
use ytterby::Clock;
use ytterby::checks::CheckResult;

fn main() -> ExitCode {
    let filters: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
    let mut failures = Vec::new();

    let own = find(&tests, &["cases", "differences"], &filters);
    failures.extend(run_cases("own", &tests, &own));
    match peer_cases() {
        Some(peer) => failures.extend(run_cases("peer", &peer, &find(&peer, &["."], &filters))),
        None => println!("peer cases: skipped, YTT_PEER_CASES and ../shared/cases/peer are not there"),
    }
    failures.extend(run_examples(&tests.join("../web/examples"), &filters));

    for failure in &failures {
        println!("\nFAIL {failure}");
    }
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Beside the checkout, or where the variable says.
fn peer_cases() -> Option<PathBuf> {
    let given = env::var_os("YTT_PEER_CASES").map(PathBuf::from);
    let peer = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/peer"));
    peer.is_dir().then_some(peer)
}

/// Paths of case files below some directories, relative to `base`, sorted.
fn find(base: &Path, directories: &[&str], filters: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting: Vec<PathBuf> = directories.iter().map(|name| base.join(name)).collect();
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "txtar") {
                let relative = path.strip_prefix(base).unwrap_or(&path);
                found.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.retain(|path| filters.is_empty() || filters.iter().any(|filter| path.contains(filter.as_str())));
    found.sort();
    found
}

/// Runs cases, prints how many passed in each directory; gives back what is wrong.
fn run_cases(name: &str, base: &Path, cases: &[String]) -> Vec<String> {
    let started = Instant::now();
    let results = run_all(cases, &|path| run_case(&base.join(path)));
    let mut by_directory: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut failures = Vec::new();
    for (path, problems) in cases.iter().zip(&results) {
        let directory = path.rsplit_once('/').map_or(".", |(directory, _)| directory);
        let count = by_directory.entry(directory).or_default();
        if problems.is_empty() {
            count.0 += 1;
        } else {
            count.1 += 1;
            failures.push(format!("{path}\n{}", indented(&problems.join("\n"))));
        }
    }
    for (directory, (passed, failed)) in &by_directory {
        println!("{name}: {directory:<24} {passed:>4} passed, {failed:>4} failed");
    }
    let passed = cases.len() - failures.len();
    println!("{name}: {passed} of {} passed in {:.1} s", cases.len(), started.elapsed().as_secs_f64());
    failures
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// Runs each on a thread with room for deep templates in an unoptimized build; results are in the order of the cases.
fn run_all(cases: &[String], run: &(dyn Fn(&str) -> Vec<String> + Sync)) -> Vec<Vec<String>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![Vec::new(); cases.len()]);
    let work = || {
        while let Some((index, path)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            cases.get(index).map(|path| (index, path))
        } {
            let problems = run(path);
            results.lock().unwrap_or_else(PoisonError::into_inner)[index] = problems;
        }
    };
    let threads = thread::available_parallelism().map_or(2, |count| count.get());
    thread::scope(|scope| {
        for _ in 0..threads {
            let builder = thread::Builder::new().stack_size(256 << 20);
            builder.spawn_scoped(scope, work).expect("a thread starts");
        }
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn run_case(path: &Path) -> Vec<String> {
    let run = || -> Result<Vec<String>, String> {
        let case = Case::parse(&fs::read(path).map_err(|error| error.to_string())?)?;
        let request = case.request()?;
        Ok(case.compare(&ytterby::render(&request, clock())))
    };
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(problems)) => problems,
        Ok(Err(error)) => vec![format!("cannot be run: {error}")],
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            vec![format!(
                "panicked: {}",
                text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default()
            )]
        }
    }
}

fn clock() -> Clock {
    let started = Instant::now();
    Rc::new(move || started.elapsed().as_secs_f64() * 1000.0)
}

/// Every example is a bundle whose checks pass; one that fails has a check that says so.
fn run_examples(directory: &Path, filters: &[String]) -> Vec<String> {
    let mut paths: Vec<PathBuf> = fs::read_dir(directory).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yml"));
    paths.retain(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
    });
    paths.sort();
    let names: Vec<String> = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let results = run_all(&names, &|path| run_example(Path::new(path)).err().into_iter().collect());
    let failed = names.iter().zip(&results).filter(|(_, problems)| !problems.is_empty());
    let failures: Vec<String> =
        failed.map(|(path, problems)| format!("{path}\n{}", indented(&problems.join("\n")))).collect();
    println!("examples: {} of {} as they should be", names.len() - failures.len(), names.len());
    failures
}

fn run_example(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
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
    let failed = response.checks.iter().filter(|result| !result.passed).map(|result| {
        let CheckResult { title, expected, found, problem, .. } = result;
        match problem {
            Some(problem) => format!("{title}: {problem}"),
            None => format!(
                "{title}\n  expected {}\n  found    {}",
                expected.as_deref().unwrap_or_default(),
                found.as_deref().unwrap_or_default()
            ),
        }
    });
    let failed: Vec<String> = failed.collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}
