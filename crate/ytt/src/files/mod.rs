//! What came in: each file's path, kind and place in the order, and what `--file-mark` makes of it.
//!
//! [`Finder`] turns the paths of `-f` and of the data values flags into files, [`prepare`] gives the files of `-f`
//! their kinds and marks. Neither touches a real disk: the host lends one as [`Disk`]. The page's disk is the request's
//! own files ([`RequestDisk`]), the command's is in `main.rs`.

mod finder;
mod marks;
mod paths;

use std::sync::Arc;

pub use finder::{Finder, Links};
pub use marks::{marks_that_match, prepare};
pub use paths::{base, clean, join};

/// Where files are looked up. Paths are as typed on the command line; errors are the system's own sentences.
pub trait Disk {
    /// What stands at a path, without following a link there.
    fn kind(&self, path: &str) -> Result<Kind, String>;

    /// The names in a directory, sorted by their bytes.
    fn names(&self, directory: &str) -> Result<Vec<String>, String>;

    fn read(&self, path: &str) -> Result<Arc<[u8]>, String>;

    /// All of standard input; asked at most once.
    fn standard_input(&self) -> Result<Arc<[u8]>, String>;

    /// Whether a link may be followed, its end being at or below one of `allowed`. The error is the reason, in ytt's words.
    fn check_link(&self, path: &str, allowed: &[String]) -> Result<(), String>;

    /// The inputs of a command line without `-f`, as (path, content).
    fn unnamed(&self) -> Vec<(String, Arc<[u8]>)>;
}

/// What [`Disk::kind`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    File,
    Directory,
    Link,
    Pipe,
    /// A device, a socket …
    Other,
}

/// A file as it came in, before its kind matters.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// Relative, as ytt shows it; `-f shown=path` sets it.
    pub path: String,
    /// The path that file marks are matched against.
    pub original: String,
    /// The path under which the host has it.
    pub stands: String,
    /// The bytes, or the sentence that ytt reports when it comes to reading them.
    pub content: Result<Arc<[u8]>, String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileType {
    Yaml,
    Text,
    Starlark,
    Unknown,
}

/// A file whose part in the run is settled.
#[derive(Clone, Debug)]
pub struct File {
    pub role: Role,
    pub content: Result<Arc<[u8]>, String>,
}

/// What a file is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    pub path: String,
    /// The path under which the host has it.
    pub stands: String,
    pub file_type: FileType,
    /// Its code is run; plain YAML and text are not.
    pub is_template: bool,
    /// Only for `load()`: `.star`, and `.lib.` before the extension.
    pub is_library: bool,
    /// Its result is part of the output.
    pub for_output: bool,
}

impl InputFile {
    /// A file that the host passes, under its path.
    pub fn under(path: &str, content: Arc<[u8]>) -> InputFile {
        InputFile { path: path.to_owned(), original: path.to_owned(), stands: path.to_owned(), content: Ok(content) }
    }

    pub fn file_type(&self) -> FileType {
        file_type(&self.path)
    }

    /// Found in a directory that was named, rather than named itself.
    pub fn is_implied(&self) -> bool {
        self.original.contains('/')
    }
}

/// ytt goes by the end of the name alone.
fn file_type(path: &str) -> FileType {
    let name = base(path);
    if name.ends_with(".yaml") || name.ends_with(".yml") {
        FileType::Yaml
    } else if name.ends_with(".star") {
        FileType::Starlark
    } else if name.ends_with(".txt") {
        FileType::Text
    } else {
        FileType::Unknown
    }
}

fn is_library(path: &str, file_type: FileType) -> bool {
    let mut parts = base(path).rsplit('.');
    let lib_before_extension = parts.nth(1) == Some("lib") && parts.next().is_some();
    lib_before_extension || file_type == FileType::Starlark
}
