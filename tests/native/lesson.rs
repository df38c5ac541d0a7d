//! Runs the steps of a lesson.

use ytterby::boundary::{Request, Response};
use ytterby::bundle::Bundle;
use ytterby::checks::CheckResult;

/// The problems of the steps: each must be open before its edits are applied, and done after, in the order of the steps.
pub(crate) fn problems(bundle: &Bundle, render: impl Fn(&Request) -> Response) -> Vec<String> {
    let mut bundle = bundle.clone();
    let mut problems = Vec::new();
    for index in 0..bundle.steps.len() {
        let done = &bundle.steps[index].done;
        if done.is_empty() {
            continue;
        }
        let checks = done.clone();
        let results = |bundle: &Bundle| -> Result<Vec<CheckResult>, String> {
            let request = Request { checks: checks.clone(), ..bundle.request()? };
            Ok(render(&request).checks)
        };
        let outcome = results(&bundle).and_then(|before| {
            if before.iter().all(|check| check.passed) {
                problems.push(format!("step {} is done before its edits", index + 1));
            }
            bundle.apply_step(index)?;
            results(&bundle)
        });
        match outcome {
            Ok(after) => {
                let failed = after.iter().filter_map(CheckResult::failure);
                problems.extend(failed.map(|failure| format!("step {}: {failure}", index + 1)));
            }
            Err(problem) => problems.push(format!("step {}: {problem}", index + 1)),
        }
    }
    problems
}
