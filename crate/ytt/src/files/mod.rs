//! Input files: their paths, types and roles.
//!
//! [`Finder`] finds the files of `-f` and of the data values flags, and [`prepare`] determines the types and file marks
//! of the files of `-f`. Files are read through [`Disk`], which the host implements.

mod content;
mod finder;
mod marks;
mod paths;

use std::sync::Arc;

pub use content::{FileContent, Read};
pub use finder::{Finder, Links};
pub use marks::{marks_that_match, prepare, prepare_with_valid_marks};
pub use paths::{base, clean, join};

/// The file system of the host. Paths are as on the command line; errors are the messages of the operating system.
pub trait Disk {
    /// The kind of file at a path; does not follow links.
    fn kind(&self, path: &str) -> Result<Kind, String>;

    /// The names in a directory, sorted by their bytes.
    fn names(&self, directory: &str) -> Result<Vec<String>, String>;

    /// The content of a file. A host may put off reading it until it is needed.
    fn read(&self, path: &str) -> FileContent;

    /// All of standard input. A run calls it at most once; a run that is repeated, once more.
    fn standard_input(&self) -> Read;

    /// Fails if the target of a link is not at or below one of `allowed`, with ytt's message.
    fn check_link(&self, path: &str, allowed: &[String]) -> Result<(), String>;

    /// The inputs of a command line without `-f`, as (path, content).
    fn unnamed(&self) -> Vec<(String, Arc<[u8]>)>;
}

/// The kind of a file on a [`Disk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say what they are")]
pub enum Kind {
    File,
    Directory,
    Link,
    Pipe,
    /// For instance a device or a socket.
    Other,
}

/// A file of the command line, before file marks are applied.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// The relative path that ytt shows, which `-f PATH=FILE` sets.
    pub path: String,
    /// The path that file marks are matched against.
    pub original: String,
    /// The path on the [`Disk`].
    pub host_path: String,
    /// The content, or the error of reading it, which is reported when the content is needed.
    pub content: FileContent,
}

/// The type of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileType {
    /// `.yml` or `.yaml`
    Yaml,
    /// `.txt`
    Text,
    /// `.star`
    Starlark,
    /// Data for `data.read`.
    Unknown,
}

/// A file with its role in the run.
#[derive(Clone, Debug)]
pub struct File {
    /// Determined by path and file marks.
    pub role: Role,
    /// The content, or the error of reading it, which is reported when the content is needed.
    pub content: FileContent,
}

/// How a file is used in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// The relative path that ytt shows.
    pub path: String,
    /// The path on the [`Disk`].
    pub host_path: String,
    /// Determined by path and file marks.
    pub file_type: FileType,
    /// Whether its code is run, unlike that of plain YAML and text.
    pub is_template: bool,
    /// Whether it is only used by `load()`: `.star`, and `.lib.` before the extension.
    pub is_library: bool,
    /// Whether its result is part of the output.
    pub for_output: bool,
}

impl InputFile {
    /// A file with the same path in all three roles.
    pub fn under(path: &str, content: Arc<[u8]>) -> InputFile {
        let content = FileContent::Known(Ok(content));
        InputFile { path: path.to_owned(), original: path.to_owned(), host_path: path.to_owned(), content }
    }

    /// The type by the end of the path.
    pub fn file_type(&self) -> FileType {
        file_type(&self.path)
    }

    /// Whether the file was found in a directory of the command line, instead of being named itself.
    pub fn is_implied(&self) -> bool {
        self.original.contains('/')
    }
}

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
