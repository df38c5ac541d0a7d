//! The input files of tests. A missing folder, or one with too few files, is an error.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

pub(crate) struct Input {
    /// The path below the folder that was searched, with `/` between its parts.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// The minimum numbers of this project's golden cases, the peer's and the examples, so that a missing folder is noticed.
const OWN_CASES: usize = 1800;
const PEER_CASES: usize = 1270;
const EXAMPLES: usize = 85;

/// This project's golden cases: `cases/…` and `differences/…`.
pub(crate) fn own_cases() -> Vec<Input> {
    let tests = repository().join("tests");
    let mut found = below(&tests, &tests.join("cases"), "txtar");
    found.extend(below(&tests, &tests.join("differences"), "txtar"));
    at_least(OWN_CASES, found, &tests)
}

/// The cases of ytt's own tests and documentation. They are not in the repository; if missing, a message is printed.
pub(crate) fn peer_cases() -> Vec<Input> {
    let given = env::var_os("YTT_PEER_CASES").map(PathBuf::from);
    let beside = repository().join("../shared/cases/peer");
    if given.is_none() && !beside.is_dir() {
        // Not `eprintln`: the test harness prints its output only for failed tests.
        let message = "peer cases: skipped, there is neither YTT_PEER_CASES nor ../shared/cases/peer";
        writeln!(io::stderr(), "{message}").expect("standard error can be written");
        return Vec::new();
    }
    let folder = given.unwrap_or(beside);
    assert!(folder.is_dir(), "peer cases: {} is not a folder", folder.display());
    at_least(PEER_CASES, below(&folder, &folder, "txtar"), &folder)
}

/// The page's examples: `examples/…`.
pub(crate) fn examples() -> Vec<Input> {
    let web = repository().join("web");
    let folder = web.join("examples");
    at_least(EXAMPLES, below(&web, &folder, "yml"), &folder)
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn at_least(count: usize, found: Vec<Input>, folder: &Path) -> Vec<Input> {
    assert!(found.len() >= count, "{} of at least {count} files found in {}", found.len(), folder.display());
    found
}

/// The files with an extension in a folder and the folders below it, in the order of their names.
pub(crate) fn below(base: &Path, folder: &Path, extension: &str) -> Vec<Input> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
        for entry in entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                let name = path.strip_prefix(base).expect("a path below the base").to_string_lossy().replace('\\', "/");
                found.push(Input { name, path });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}
