//! The rules and messages for an output directory, which the host writes.

use std::collections::HashSet;

use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::files::join;
use crate::flags::Options;

/// ytt's error before it writes any file, if there is one. ytt checks a directory only if it will be emptied.
pub(crate) fn check_directory<'p>(options: &Options, mut paths: impl Iterator<Item = &'p str>) -> Result<(), Error> {
    if options.emptied_output_directory.is_empty() {
        return Ok(());
    }
    let mut seen = HashSet::new();
    if let Some(duplicate) = paths.find(|path| !seen.insert(*path)) {
        let text = format!("Multiple files have same output destination paths: {duplicate}");
        return Err(Error::message(text).coded(Code::File));
    }
    let directory = &options.emptied_output_directory;
    if ["/", ".", "./"].contains(&directory.as_str()) {
        let cause = Cause::EmptiedDirectory { path: directory.clone() };
        let text = "Expected output directory path to not be one of '/', '.', './', ''";
        return Err(Error::message(text).coded(Code::Flag).caused(cause));
    }
    Ok(())
}

/// The path of an output file, and the line that ytt prints before it writes the file.
pub fn destination(directory: &str, path: &str) -> (String, String) {
    let path = join(directory, path);
    let line = format!("creating: {path}\n");
    (path, line)
}
