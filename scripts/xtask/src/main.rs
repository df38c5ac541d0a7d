//! Builds the wasm and its JavaScript into `web/pkg`: `cargo run -p xtask` (or `cargo wasm`).
//! `cargo wasm faults` builds one that breaks on demand into `web/pkg-faults`.
//! `measure` says what a command costs, for the benchmarks.
//!
//! Takes the crate, hands on `ytterby.js`, `ytterby.d.ts` and `ytterby_bg.wasm`, and `licenses.json` of what is in it. It uses the library behind the
//! `wasm-bindgen` command, so that its version is pinned in Cargo.lock beside the crate's and nothing is downloaded
//! outside of Cargo. Before that it takes out what no run reaches; after it moves what the first render does not need into
//! `ytterby_rest.wasm`, and puts like functions together. The same sources give the same bytes, whatever folder they are in.

mod first;
#[cfg(unix)]
mod measure;
mod never;
mod order;
mod paths;
mod reached;
mod split;
mod trim;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        None => wasm(&[], "web/pkg"),
        // The same with src/wasm/fault.rs in it, for tests/e2e.
        Some((task, _)) if task == "faults" => wasm(&["--features", "faults"], "web/pkg-faults"),
        #[cfg(unix)]
        Some((task, rest)) if task == "measure" => measure::measure(rest),
        Some((task, _)) => anyhow::bail!("there is no task {task}"),
    }
}

/// The repository: where cargo runs this, else where it was built.
fn root() -> Result<PathBuf> {
    let own = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Ok(Path::new(&own).join("../..").canonicalize()?)
}

fn wasm(options: &[&str], pkg: &str) -> Result<()> {
    let root = root()?;
    let linked = build(&root, options)?;
    let pkg = root.join(pkg);
    let wasm = std::fs::read(&linked)?;
    let linked = trim::Linked::read(&wasm)?;
    let trimmed = linked.trim(never::NEVER).context("the wasm cannot be trimmed")?;
    println!("left out: {} functions, {} bytes of data", trimmed.functions, trimmed.data);
    bind(trimmed.wasm, &pkg)?;
    let bound = pkg.join("ytterby_bg.wasm");
    let wasm = std::fs::read(&bound)?;
    let is_first = first::is_first(&linked, &wasm, &root, &pkg)?;
    let split = split::split(&wasm, &is_first.functions, &is_first.data_of_rest)?;
    println!("{} functions of the rest are called from the first module", split.doors);
    for (path, module) in [(bound, split.first), (pkg.join("ytterby_rest.wasm"), split.rest)] {
        let module = order::order(&module)?;
        println!("{}: {} bytes", path.file_name().unwrap_or_default().display(), module.len());
        std::fs::write(path, module)?;
    }
    let licences = Command::new("node").arg(root.join("scripts/xtask/licences.mjs")).status();
    ensure!(licences.context("node does not start")?.success(), "the licences cannot be listed");
    Ok(())
}

/// Compiles the crate; says where the raw wasm is.
fn build(root: &Path, options: &[&str]) -> Result<PathBuf> {
    let cargo = || {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(root);
        cargo
    };
    let locked: &[&str] = if std::env::var_os("CI").is_some() { &["--locked"] } else { &[] };
    let packages = paths::packages(cargo(), TARGET, locked)?;
    let mut build = cargo();
    build.args(["rustc", "--lib", "-p", "ytterby", "--profile", "wasm", "--target", TARGET]).args(options).args(locked);
    build.env("CARGO_ENCODED_RUSTFLAGS", packages.flags()?);
    // Who refers to whom, for src/trim.rs; and a stack for what may be nested: a schema of 490 levels needs more than the usual 1 MiB.
    build.args(["--", "-C", "link-arg=--emit-relocs", "-C", "link-arg=-zstack-size=8388608"]);
    ensure!(build.status().context("cargo does not start")?.success(), "the wasm does not compile");
    Ok(packages.target_directory.join(TARGET).join("wasm/ytterby.wasm"))
}

/// Writes the wasm and the JavaScript that loads it in a page, a worker or Node.
fn bind(wasm: Vec<u8>, pkg: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?;
    // The names are numbers here, see src/trim.rs, and go when the module is split.
    bindgen.input_bytes("ytterby", wasm).typescript(true).remove_producers_section(true);
    bindgen.generate(pkg).context("the wasm cannot be bound")
}
