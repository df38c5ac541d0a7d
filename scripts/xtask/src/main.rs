//! Builds the wasm and its JavaScript: `cargo wasm [whole|plain|draft|faults] [--profile PROFILE] [--into FOLDER]`.
//!
//! | | into | |
//! |---|---|---|
//! | `cargo wasm` | `web/pkg` | as small as possible |
//! | `cargo wasm whole` | `web/pkg-whole` | as small as possible in one module, for the npm package |
//! | `cargo wasm plain` | `web/pkg-plain` | compiled in the same way, but one module, without the steps after compiling |
//! | `cargo wasm draft` | `web/pkg-draft` | one module as well, compiled quickly, for `scripts/run` |
//! | `cargo wasm faults` | `web/pkg-faults` | breaks on demand, for tests/e2e |
//!
//! `cargo wasm command` compiles the command for a release into `target/command`.
//! `cargo wasm measure COMMAND …` measures the time and memory of a command, for the benchmarks.
//!
//! The result is `ytterby.js`, `ytterby.d.ts`, `ytterby_bg.wasm`, `ytterby_rest.wasm`, and `licenses.json` of the packages in them.
//! This uses the library behind the `wasm-bindgen` command, so that Cargo.lock pins its version and nothing is downloaded outside of
//! Cargo.
//!
//! The steps after compiling remove functions that never run (trim.rs), and move functions that the first render does not need into
//! `ytterby_rest.wasm` (reached.rs, first.rs, split.rs). They depend on how the compiler and the linker name and lay out code. Where
//! one fails, it is skipped with a warning: the wasm is larger and works the same. The same sources and compiler give the same bytes
//! in any folder.

mod command;
mod first;
#[cfg(unix)]
mod measure;
mod never;
mod paths;
mod reached;
mod split;
mod trim;
mod whole;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::first::First;
use crate::trim::Linked;

const TARGET: &str = "wasm32-unknown-unknown";

/// The contents of `ytterby_bg.wasm` and `ytterby_rest.wasm`.
pub(crate) struct Modules {
    pub(crate) first: Vec<u8>,
    pub(crate) rest: Vec<u8>,
}

/// The steps after compiling.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Steps {
    Nothing,
    Trim,
    TrimAndSplit,
}

/// LLVM's inlining limits: up to 15 instructions, 65 where the source asks for it, and up to 300 if there is one call only. An instruction costs 50
/// instead of 5, so that the last limit, which has no option of its own, is a tenth of what it would be. Without it, small functions are joined to
/// large ones, which V8 compiles a second time, optimized, after few calls: three times as much processor time for that during the
/// first render.
const INLINING: [&str; 3] = [
    "-Cllvm-args=-inline-instr-cost=50",
    "-Cllvm-args=-inline-threshold=750",
    "-Cllvm-args=-inlinehint-threshold=3250",
];

struct Build {
    /// A profile of Cargo.toml.
    profile: String,
    options: &'static [&'static str],
    steps: Steps,
    is_draft: bool,
    into: PathBuf,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    #[cfg(unix)]
    if let Some((task, command)) = arguments.split_first()
        && task == "measure"
    {
        return measure::measure(command);
    }
    let root = root()?;
    if arguments == ["command"] {
        return command::command(&root, &root.join("target/command"));
    }
    wasm(&build_of(&arguments, &root)?)
}

fn build_of(arguments: &[String], root: &Path) -> Result<Build> {
    let (task, options) = match arguments.split_first() {
        Some((task, options)) if !task.starts_with('-') => (task.as_str(), options),
        _ => ("", arguments),
    };
    let (profile, features, steps, folder): (_, &[&str], _, _) = match task {
        "" => ("wasm", &[], Steps::TrimAndSplit, "pkg"),
        "whole" => ("wasm", &[], Steps::Trim, "pkg-whole"),
        "plain" => ("wasm", &[], Steps::Nothing, "pkg-plain"),
        "draft" => ("wasm-draft", &[], Steps::Nothing, "pkg-draft"),
        // With crate/wasm/src/fault.rs.
        "faults" => ("wasm", &["--features", "faults"], Steps::TrimAndSplit, "pkg-faults"),
        _ => bail!("there is no task {task}"),
    };
    let mut build = Build {
        profile: profile.to_owned(),
        options: features,
        steps,
        is_draft: task == "draft",
        into: root.join("web").join(folder),
    };
    for option in options.chunks(2) {
        match option {
            [name, profile] if name == "--profile" => build.profile.clone_from(profile),
            [name, folder] if name == "--into" => build.into = root.join(folder),
            _ => bail!("unexpected arguments: {}", option.join(" ")),
        }
    }
    Ok(build)
}

/// The repository that cargo runs this in, or that it was built in.
fn root() -> Result<PathBuf> {
    let own = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Ok(Path::new(&own).join("../..").canonicalize()?)
}

fn wasm(build: &Build) -> Result<()> {
    let root = root()?;
    let linked = std::fs::read(compile(&root, build)?)?;
    let pkg = &build.into;
    let Modules { first, rest } = match build.steps {
        Steps::Nothing => whole(&linked, pkg)?,
        Steps::Trim => trimmed(&linked, pkg)?,
        Steps::TrimAndSplit => small(&linked, &root, pkg)?,
    };
    for (name, module) in [("ytterby_bg.wasm", first), ("ytterby_rest.wasm", rest)] {
        println!("{name}: {} bytes", module.len());
        std::fs::write(pkg.join(name), module)?;
    }
    licences(&root, pkg, None)
}

/// Writes `licenses.json` with the packages in the wasm, or in the command for a system.
fn licences(root: &Path, into: &Path, command_for: Option<&str>) -> Result<()> {
    let mut node = Command::new("node");
    node.arg(root.join("scripts/xtask/licences.mjs")).arg(into).args(command_for);
    ensure!(node.status().context("node does not start")?.success(), "the licences cannot be listed");
    Ok(())
}

fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo
}

fn locked() -> &'static [&'static str] {
    if std::env::var_os("CI").is_some() { &["--locked"] } else { &[] }
}

fn rustc(arguments: &[&str]) -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let answer = Command::new(rustc).args(arguments).output().context("rustc does not start")?;
    ensure!(answer.status.success(), "rustc does not know its {arguments:?}");
    Ok(String::from_utf8(answer.stdout)?)
}

/// Everything in the first module; the rest is empty.
fn whole(linked: &[u8], pkg: &Path) -> Result<Modules> {
    in_one(&bind(whole::without_relocations(linked)?, pkg)?)
}

/// Removes functions that never run, if that is possible.
fn trimmed(linked: &[u8], pkg: &Path) -> Result<Modules> {
    let bound = Linked::read(linked).and_then(|linked| trim(&linked, pkg));
    optional("trimmed", bound).map_or_else(|| whole(linked, pkg), |bound| in_one(&bound))
}

/// Trimmed and split, as far as that is possible.
fn small(linked: &[u8], root: &Path, pkg: &Path) -> Result<Modules> {
    let Some((bound, first)) = optional("trimmed and split", trim_for_split(linked, root, pkg)) else {
        return whole(linked, pkg);
    };
    match optional("split", split::split(&bound, &first.functions, &first.data_of_rest)) {
        Some(modules) => Ok(modules),
        None => in_one(&bound),
    }
}

fn in_one(bound: &[u8]) -> Result<Modules> {
    Ok(Modules { first: whole::without_names(bound)?, rest: whole::EMPTY.to_vec() })
}

/// The trimmed module after wasm-bindgen, and which of its functions a first render needs, found by rendering the examples.
fn trim_for_split(linked: &[u8], root: &Path, pkg: &Path) -> Result<(Vec<u8>, First)> {
    let linked = Linked::read(linked)?;
    let bound = trim(&linked, pkg)?;
    let first = first::is_first(&linked, &bound, root, pkg)?;
    Ok((bound, first))
}

fn trim(linked: &Linked, pkg: &Path) -> Result<Vec<u8>> {
    let trimmed = linked.trim(never::NEVER)?;
    for rule in trimmed.without_effect {
        warn(&format!("nothing that is linked is {rule}; src/never.rs names it"));
    }
    println!("left out: {} functions, {} bytes of data", trimmed.functions, trimmed.data);
    bind(trimmed.wasm, pkg)
}

/// A step that makes the wasm smaller; if it fails, the build continues without it.
fn optional<T>(done: &str, step: Result<T>) -> Option<T> {
    step.inspect_err(|error| warn(&format!("the wasm is not {done}, thus larger: {error:#}"))).ok()
}

fn warn(message: &str) {
    eprintln!("warning: {}", message.split_whitespace().collect::<Vec<_>>().join(" "));
}

/// Compiles the engine and returns the path of the raw wasm.
fn compile(root: &Path, build: &Build) -> Result<PathBuf> {
    let packages = paths::packages(cargo(root), TARGET, locked())?;
    let mut rustc = cargo(root);
    rustc.args(["rustc", "--lib", "-p", "ytterby-wasm", "--profile", &build.profile, "--target", TARGET]);
    rustc.args(build.options).args(locked());
    // A draft is compiled with cargo's own options, so that `scripts/run` can start compiling it before this program is built.
    if !build.is_draft {
        rustc.env("CARGO_ENCODED_RUSTFLAGS", packages.flags(&INLINING)?);
        // The references between functions, for src/trim.rs.
        rustc.args(["--", "-C", "link-arg=--emit-relocs"]);
    }
    ensure!(rustc.status().context("cargo does not start")?.success(), "the wasm does not compile");
    Ok(packages.target_directory.join(TARGET).join(&build.profile).join("ytterby_wasm.wasm"))
}

/// Writes the JavaScript that loads the wasm in a page, a worker or Node; returns the matching wasm.
fn bind(wasm: Vec<u8>, pkg: &Path) -> Result<Vec<u8>> {
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?;
    // The names of functions stay, for src/first.rs.
    bindgen.input_bytes("ytterby", wasm).typescript(true).remove_producers_section(true);
    bindgen.generate(pkg).context("the wasm cannot be bound")?;
    Ok(std::fs::read(pkg.join("ytterby_bg.wasm"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module as another linker could write it: valid, but without relocations.
    const WITHOUT_RELOCATIONS: &[u8] = whole::EMPTY;

    #[test]
    fn a_module_that_cannot_be_trimmed_stays_in_one_piece() {
        let pkg = std::env::temp_dir().join(format!("ytterby-xtask-{}", std::process::id()));
        for split in [true, false] {
            let modules = if split {
                small(WITHOUT_RELOCATIONS, &root().unwrap(), &pkg)
            } else {
                trimmed(WITHOUT_RELOCATIONS, &pkg)
            };
            let modules = modules.unwrap();
            assert!(pkg.join("ytterby.js").exists());
            std::fs::remove_dir_all(&pkg).unwrap();
            assert_eq!(modules.rest, whole::EMPTY);
            walrus::Module::from_buffer(&modules.first).unwrap();
        }
    }

    #[test]
    fn each_step_refuses_what_is_no_module() {
        let garbage = b"no module";
        assert!(Linked::read(garbage).is_err());
        assert!(split::split(garbage, &[], &[]).is_err());
        assert!(optional("split", split::split(garbage, &[], &[])).is_none());
    }

    #[test]
    fn a_module_whose_functions_are_not_known_is_not_split() {
        let error = split::split(whole::EMPTY, &[true], &[]).err().unwrap();
        assert_eq!(error.to_string(), "0 functions, not 1");
    }

    #[test]
    fn tasks() {
        let build = |arguments: &[&str]| {
            let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
            build_of(&arguments, Path::new("/r")).map(|build| (build.profile, build.steps, build.into))
        };
        let expected = |profile: &str, steps, into: &str| (profile.to_owned(), steps, into.into());
        assert_eq!(build(&[]).unwrap(), expected("wasm", Steps::TrimAndSplit, "/r/web/pkg"));
        assert_eq!(build(&["whole"]).unwrap(), expected("wasm", Steps::Trim, "/r/web/pkg-whole"));
        assert_eq!(build(&["draft"]).unwrap(), expected("wasm-draft", Steps::Nothing, "/r/web/pkg-draft"));
        assert_eq!(build(&["plain", "--into", "a"]).unwrap(), expected("wasm", Steps::Nothing, "/r/a"));
        assert_eq!(build(&["--profile", "b", "--into", "a"]).unwrap(), expected("b", Steps::TrimAndSplit, "/r/a"));
        assert!(build(&["other"]).is_err());
        assert!(build(&["plain", "a"]).is_err());
    }
}
