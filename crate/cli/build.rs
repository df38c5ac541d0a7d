//! Writes a list of the built-in examples with their texts, for `share/examples.rs`. The package from a registry does not have them.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let folder = root.join("../../web/examples");
    let mut found: Vec<(String, PathBuf)> = Vec::new();
    for folder in [folder.join("earlier"), folder] {
        // Without the condition, cargo would compile the command in every build: it takes a missing file for a change.
        if folder.is_dir() {
            println!("cargo::rerun-if-changed={}", folder.display());
            found.extend(bundles(&folder)?);
        }
    }
    found.sort();
    let items = found.iter().map(|(name, path)| format!("({name:?}, include_str!({path:?})),\n"));
    let file = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("examples.rs");
    fs::write(file, format!("&[\n{}]\n", items.collect::<String>()))
}

fn bundles(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path().canonicalize()?;
        if let Some(name) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".yml")) {
            found.push((name.to_owned(), path.clone()));
        }
    }
    Ok(found)
}
