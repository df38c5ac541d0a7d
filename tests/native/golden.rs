//! The golden cases as requests, for properties that hold for all of them.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::{env, fs, thread};

use ytterby::boundary::{Content, Request, Response};

use crate::case_file::Case;

/// A case that can be run.
pub(crate) struct Golden {
    pub(crate) name: String,
    pub(crate) request: Request,
    case: Case,
}

#[allow(dead_code, reason = "each test asks for one of these")]
impl Golden {
    /// What it gives, where it succeeds and is as expected.
    pub(crate) fn success(&self) -> Option<Response> {
        self.as_expected(0)
    }

    /// What it gives, where it fails and is as expected.
    pub(crate) fn failure(&self) -> Option<Response> {
        self.as_expected(1)
    }

    fn as_expected(&self, exit_status: u8) -> Option<Response> {
        let response = render(&self.request);
        (response.exit_status == exit_status && self.case.compare(&response).is_empty()).then_some(response)
    }
}

/// The cases below some folders of tests/cases, in the order of their names.
pub(crate) fn cases(folders: &[&str]) -> Vec<Golden> {
    cases_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases"), folders)
}

/// The cases below some folders of a directory.
pub(crate) fn cases_in(base: &Path, folders: &[&str]) -> Vec<Golden> {
    let mut waiting: Vec<PathBuf> = folders.iter().map(|folder| base.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                // What only a limit ends takes long, and longer with other numbers in it; tests/cases.rs runs it.
                if !path.ends_with("limits") {
                    waiting.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "txtar") {
                found.push(path);
            }
        }
    }
    found.sort();
    let golden = |path: &PathBuf| {
        let case = Case::parse(&fs::read(path).ok()?).ok()?;
        let request = case.request().ok()?;
        let name = path.strip_prefix(base).unwrap_or(path).to_string_lossy().replace('\\', "/");
        Some(Golden { name, request, case })
    };
    found.iter().filter_map(golden).collect()
}

/// The examples of the page, as requests.
#[allow(dead_code, reason = "not every test looks at them")]
pub(crate) fn examples() -> Vec<(String, Request)> {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/examples");
    let mut paths: Vec<PathBuf> = fs::read_dir(base).expect("examples").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yml"));
    let example = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("an example");
        let bundle = ytterby::bundle::read(&text).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name, bundle.request().expect("a command line"))
    };
    paths.iter().map(example).collect()
}

/// Further cases that need not be at hand.
#[allow(dead_code, reason = "not every test looks at them")]
pub(crate) fn peer_cases() -> Vec<Golden> {
    env::var("YTT_PEER_CASES").map_or_else(|_| Vec::new(), |folder| cases(&[&folder]))
}

pub(crate) fn render(request: &Request) -> Response {
    on_a_deep_stack(|| ytterby::render(request, Rc::new(|| 0.0))).expect("no panic")
}

/// With room for deep templates in an unoptimized build. An error is a panic.
pub(crate) fn on_a_deep_stack<T: Send>(run: impl FnOnce() -> T + Send) -> thread::Result<T> {
    thread::scope(|scope| {
        let started = thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, run);
        started.expect("a thread starts").join()
    })
}

/// The text of a file of the request.
#[allow(dead_code, reason = "not every test looks at texts")]
pub(crate) fn text_of<'r>(request: &'r Request, path: &str) -> Option<&'r str> {
    let file = request.files.iter().find(|file| file.path == path)?;
    match &file.content {
        Content::Text(text) => Some(text),
        Content::Bytes(_) => None,
    }
}
