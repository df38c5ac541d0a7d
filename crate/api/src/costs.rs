//! How long each phase and each file takes in a run of its own, for users with a slow project.

use crate::answer::Extent;
use crate::boundary::costs::{CostOfFile, Costs};
use crate::boundary::{Request, Severity};
use crate::diagnostics::code::Code;
use crate::limits::Clock;
use crate::parsed_request::ParsedRequest;
use crate::request_disk::RequestDisk;
use crate::{Rendered, Rendering};

/// Runs a request, and measures its phases and files.
pub fn costs(request: &Request, clock: Clock) -> Costs {
    let parsed = ParsedRequest::new(request);
    let mut rendering = Rendering::new(&parsed, Extent::Everything, clock);
    rendering.is_measured = true;
    let Rendered { response, run, .. } = rendering.respond(&RequestDisk::new(&request.files));
    let mut problems = response.diagnostics.into_iter().filter(|problem| problem.severity == Severity::Error);
    let mut costs = Costs {
        timings: response.timings,
        steps: response.usage.steps,
        files: Vec::new(),
        // Broken rules end no run.
        ended_by: problems.find(|problem| problem.code != Code::Violation.as_str()).map(|problem| problem.headline),
    };
    let Some(run) = run.map(|run| run.root.run.clone()) else { return costs };
    costs.files = run
        .take_costs()
        .files()
        .iter()
        .map(|(file, cost)| CostOfFile {
            path: run.libraries.file(*file).source().path().to_owned(),
            millis: cost.millis,
            steps: cost.steps,
            runs: cost.runs,
        })
        .collect();
    costs
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;
    use crate::RequestFile;

    #[test]
    fn files_cost_what_they_do_themselves() {
        let file = |path: &str, content: &str| RequestFile { path: path.to_owned(), content: content.into() };
        let files = vec![
            file(
                "a.yml",
                "#@ load(\"b.star\", \"f\")\n#@ load(\"@ytt:library\", \"library\")\n#@ load(\"@ytt:template\", \"template\")\na: #@ f()\n--- #@ template.replace(library.get(\"l\").eval())\n",
            ),
            file("b.star", "def f():\n  return len([i for i in range(5000)])\nend\n"),
            file("_ytt_lib/l/c.yml", "#@ for i in range(4000):\n---\ni: #@ i\n#@ end\n"),
            file("plain.yml", "a: 1\n"),
        ];
        let request = Request { files, ..Request::default() };
        let ticks = Cell::new(0.0);
        let clock = move || {
            ticks.set(ticks.get() + 1.0);
            ticks.get()
        };
        let costs = costs(&request, Rc::new(clock));
        let by_path = |path: &str| costs.files.iter().find(|file| file.path == path).expect(path);
        assert_eq!(costs.files.len(), 4);
        let (library, loaded) = (by_path("_ytt_lib/l/c.yml"), by_path("b.star"));
        assert_eq!((library.runs, loaded.runs, by_path("plain.yml").steps), (1, 2, 0));
        assert!(library.steps >= 4000, "{library:?}");
        let all: u64 = costs.files.iter().map(|file| file.steps).sum();
        assert_eq!(all, costs.steps);
        assert!(costs.files.iter().all(|file| file.millis > 0.0), "{costs:?}");
        assert_eq!(costs.ended_by, None);
    }

    #[test]
    fn a_run_that_fails_says_so() {
        let content = "#@ x = len([i for i in range(100)])\na: #@ y\n".into();
        let request = Request { files: vec![RequestFile { path: "a.yml".to_owned(), content }], ..Request::default() };
        assert_eq!(costs(&request, Rc::new(|| 0.0)).ended_by.as_deref(), Some("`y` is not defined"));
    }
}
