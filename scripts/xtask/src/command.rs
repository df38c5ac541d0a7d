//! Compiles the command for a release: without paths of this machine in it, and with the list of the packages in it.

use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::{cargo, licences, locked, paths, rustc};

/// Writes the program `ytterby` and `licenses.json` into a folder.
pub(crate) fn command(root: &Path, into: &Path) -> Result<()> {
    let version = rustc(&["-vV"])?;
    let target = version.lines().find_map(|line| line.strip_prefix("host: ")).context("a compiler of no system")?;
    let packages = paths::packages(cargo(root), target, locked())?;
    let mut build = cargo(root);
    // With a target, the flags are not those of build scripts and macros.
    build.args(["build", "--release", "--bin", "ytterby", "--target", target]).args(locked());
    build.env("CARGO_ENCODED_RUSTFLAGS", packages.flags(&[])?);
    ensure!(build.status().context("cargo does not start")?.success(), "the command does not compile");
    std::fs::create_dir_all(into)?;
    std::fs::copy(packages.target_directory.join(target).join("release/ytterby"), into.join("ytterby"))?;
    licences(root, into, Some(target))
}
