//! Keeps local paths out of the wasm, so that a build has the same bytes on every machine.
//!
//! Panic messages contain the paths of source files: in cargo's registry, in the toolchain and in the checkout. This computes the flags
//! for rustc that replace them, from the output of `cargo metadata`.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::rustc;

/// The needed part of the output of `cargo metadata`.
#[derive(Deserialize)]
pub(crate) struct Packages {
    packages: Vec<Package>,
    workspace_root: PathBuf,
    pub(crate) target_directory: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    manifest_path: PathBuf,
}

/// Runs `cargo metadata`, which downloads missing sources.
pub(crate) fn packages(mut cargo: Command, target: &str, locked: &[&str]) -> Result<Packages> {
    cargo.args(["metadata", "--format-version", "1", "--filter-platform", target]).args(locked);
    let answer = cargo.stderr(std::process::Stdio::inherit()).output().context("cargo does not start")?;
    ensure!(answer.status.success(), "cargo does not know the packages");
    serde_json::from_slice(&answer.stdout).context("what cargo says of the packages cannot be read")
}

impl Packages {
    /// The value of `CARGO_ENCODED_RUSTFLAGS`: the flags of the environment, `own`, then one for each folder.
    pub(crate) fn flags(&self, own: &[&str]) -> Result<OsString> {
        let mut flags: Vec<String> = match (std::env::var("CARGO_ENCODED_RUSTFLAGS"), std::env::var("RUSTFLAGS")) {
            (Ok(encoded), _) => encoded.split('\x1f').map(str::to_owned).collect(),
            (_, Ok(flags)) => flags.split_whitespace().map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        flags.retain(|flag| !flag.is_empty());
        flags.extend(own.iter().map(|flag| (*flag).to_owned()));
        for (folder, name) in self.folders()? {
            let folder = folder.to_str().context("a folder whose path is no text")?;
            flags.push(format!("--remap-path-prefix={folder}={name}"));
        }
        Ok(flags.join("\x1f").into())
    }

    /// Folders and their names in the wasm. If several match, rustc takes the last one.
    fn folders(&self) -> Result<Vec<(PathBuf, String)>> {
        let mut folders = vec![
            (self.workspace_root.clone(), "/ytterby".to_owned()),
            // Output of build scripts.
            (self.target_directory.clone(), "/target".to_owned()),
        ];
        // A folder of the registry contains its packages, each in a folder with its name and version.
        let outside = |folder: &&Path| !folder.starts_with(&self.workspace_root);
        let of_packages = self.packages.iter().filter_map(|package| package.manifest_path.parent());
        let of_registries: BTreeSet<&Path> = of_packages.filter(outside).filter_map(Path::parent).collect();
        folders.extend(of_registries.into_iter().map(|folder| (folder.to_owned(), "/crates".to_owned())));
        // The standard library's sources, if they are installed, get the name that they have otherwise.
        let sources = Path::new(rustc(&["--print", "sysroot"])?.trim()).join("lib/rustlib/src/rust");
        let version = rustc(&["-vV"])?;
        let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: "));
        folders.push((sources, format!("/rustc/{}", commit.context("a compiler of no commit")?)));
        Ok(folders)
    }
}
