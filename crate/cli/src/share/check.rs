//! `ytterby check`: runs bundles, and compares the results with their checks.

use std::fmt::Write;

use ytterby::boundary::Request;
use ytterby::bundle::Bundle;
use ytterby::checks::{Check, CheckResult};
use ytterby::{Clock, render};

use super::{Failure, Outcome, read_bundle, read_text};

/// The results of a bundle's checks.
#[derive(Default)]
struct Results {
    passed: usize,
    /// The failures, a paragraph for each check.
    failed: Vec<String>,
}

pub(super) fn run(paths: &[String], clock: &Clock) -> Outcome {
    if let Some(flag) = paths.iter().find(|path| path.starts_with('-') && *path != "-") {
        return Err(format!("unknown flag: {flag}").into());
    }
    let mut output = String::new();
    let (mut bad, mut passed, mut failed) = (0, 0, 0);
    for path in paths {
        let results = match read_text(path).and_then(|text| read_bundle(path, &text)) {
            Ok(bundle) => results(bundle, clock),
            Err(problem) => Results { passed: 0, failed: vec![problem] },
        };
        passed += results.passed;
        failed += results.failed.len();
        if results.failed.is_empty() {
            let _ = writeln!(output, "ok    {path} ({})", counted(results.passed, "check"));
        } else {
            bad += 1;
            let _ = writeln!(output, "FAIL  {path}");
            for problem in &results.failed {
                let _ = writeln!(output, "  {}", problem.replace('\n', "\n  "));
            }
        }
    }
    let _ = writeln!(output, "{}, {passed} passed, {failed} failed", counted(paths.len(), "bundle"));
    match bad {
        0 => Ok(output),
        _ => Err(Failure { message: format!("{} of {} failed", bad, counted(paths.len(), "bundle")), output }),
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn results(mut bundle: Bundle, clock: &Clock) -> Results {
    let mut results = Results::default();
    // Without checks, rendering is the check.
    let checks = match &*bundle.checks {
        [] => vec![Check { title: "The run succeeds".to_owned(), passes: Some(true), ..Check::default() }],
        checks => checks.to_vec(),
    };
    results.add("", &bundle, checks, clock);
    for at in 0..bundle.steps.len() {
        let name = format!("step {}: ", at + 1);
        match bundle.apply_step(at) {
            Ok(()) => {
                let done = bundle.steps[at].done.clone();
                results.add(&name, &bundle, done, clock);
            }
            Err(problem) => results.failed.push(format!("{name}{problem}")),
        }
    }
    results
}

impl Results {
    fn add(&mut self, name: &str, bundle: &Bundle, checks: Vec<Check>, clock: &Clock) {
        if checks.is_empty() {
            return;
        }
        let response = match bundle.request() {
            Ok(request) => render(&Request { checks, ..request }, clock.clone()),
            Err(problem) => return self.failed.push(format!("{name}{problem}")),
        };
        let mut failed: Vec<String> = response.checks.iter().filter_map(CheckResult::failure).collect();
        self.passed += response.checks.len() - failed.len();
        // The report of a failed run is often the reason.
        if let Some(last) = failed.last_mut().filter(|_| response.exit_status != 0) {
            let _ = write!(last, "\nytt's report:\n  {}", response.report.trim_end().replace('\n', "\n  "));
        }
        self.failed.extend(failed.into_iter().map(|problem| format!("{name}{problem}")));
    }
}
