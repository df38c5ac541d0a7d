//! Where output goes: the texts and rules of an output directory, which is written by the host alone.
//!
//! Takes flags and the paths of output files; hands on ytt's complaint, or the lines it prints while it writes.

use std::collections::HashSet;

use crate::files::join;
use crate::flags::Options;

/// ytt's complaint before it writes a single file, if any. It looks at a directory only if it is to be emptied.
pub fn check_directory<'p>(options: &Options, mut paths: impl Iterator<Item = &'p str>) -> Result<(), String> {
    if options.emptied_output_directory.is_empty() {
        return Ok(());
    }
    let mut seen = HashSet::new();
    if let Some(twice) = paths.find(|path| !seen.insert(*path)) {
        return Err(format!("Multiple files have same output destination paths: {twice}"));
    }
    if ["/", ".", "./"].contains(&options.emptied_output_directory.as_str()) {
        return Err("Expected output directory path to not be one of '/', '.', './', ''".to_owned());
    }
    Ok(())
}

/// Where an output file goes, and the line that ytt prints before it writes it.
pub fn destination(directory: &str, path: &str) -> (String, String) {
    let path = join(directory, path);
    let line = format!("creating: {path}\n");
    (path, line)
}
