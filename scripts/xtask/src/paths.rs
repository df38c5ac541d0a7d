//! Keeps the paths of this machine out of the wasm, so that a build has the same bytes wherever it is made.
//!
//! Takes what cargo knows of the packages, hands on the flags for rustc. A panic says in which file it was, and that would
//! name the folders of whoever built it: of cargo's registry, of the toolchain's sources, of the checkout.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// What `cargo metadata` says, as far as it is needed here.
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

/// Asks cargo, which fetches the packages' sources where they are missing.
pub(crate) fn packages(mut cargo: Command, target: &str, locked: &[&str]) -> Result<Packages> {
    cargo.args(["metadata", "--format-version", "1", "--filter-platform", target]).args(locked);
    let answer = cargo.stderr(std::process::Stdio::inherit()).output().context("cargo does not start")?;
    ensure!(answer.status.success(), "cargo does not know the packages");
    serde_json::from_slice(&answer.stdout).context("what cargo says of the packages cannot be read")
}

impl Packages {
    /// The value of `CARGO_ENCODED_RUSTFLAGS`: what the environment asks for, then one flag for each folder.
    pub(crate) fn flags(&self) -> Result<OsString> {
        let mut flags: Vec<String> = match (std::env::var("CARGO_ENCODED_RUSTFLAGS"), std::env::var("RUSTFLAGS")) {
            (Ok(encoded), _) => encoded.split('\x1f').map(str::to_owned).collect(),
            (_, Ok(flags)) => flags.split_whitespace().map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        flags.retain(|flag| !flag.is_empty());
        for (folder, name) in self.folders()? {
            let folder = folder.to_str().context("a folder whose path is no text")?;
            flags.push(format!("--remap-path-prefix={folder}={name}"));
        }
        Ok(flags.join("\x1f").into())
    }

    /// Folders, and what they are called in the wasm. Of two that match, rustc takes the later one.
    fn folders(&self) -> Result<Vec<(PathBuf, String)>> {
        let mut folders = vec![
            (self.workspace_root.clone(), "/ytterby".to_owned()),
            // What build scripts wrote.
            (self.target_directory.clone(), "/target".to_owned()),
        ];
        // A folder of the registry holds all its packages, each under its name and version.
        let outside = |folder: &&Path| !folder.starts_with(&self.workspace_root);
        let of_packages = self.packages.iter().filter_map(|package| package.manifest_path.parent());
        let of_registries: BTreeSet<&Path> = of_packages.filter(outside).filter_map(Path::parent).collect();
        folders.extend(of_registries.into_iter().map(|folder| (folder.to_owned(), "/crates".to_owned())));
        // The standard library's sources, if they are installed, as the library itself names them if they are not.
        let sources = Path::new(rustc(&["--print", "sysroot"])?.trim()).join("lib/rustlib/src/rust");
        let version = rustc(&["-vV"])?;
        let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: "));
        folders.push((sources, format!("/rustc/{}", commit.context("a compiler of no commit")?)));
        Ok(folders)
    }
}

fn rustc(arguments: &[&str]) -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let answer = Command::new(rustc).args(arguments).output().context("rustc does not start")?;
    ensure!(answer.status.success(), "rustc does not know its {arguments:?}");
    Ok(String::from_utf8(answer.stdout)?)
}
