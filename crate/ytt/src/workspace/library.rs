//! The tree of libraries: each directory of the input is a library; those in `_ytt_lib` are private. Paths are resolved as in ytt,
//! with its messages.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::remedy::Remedy;
use crate::files::{File, FileContent, FileType, Role};
use crate::positions::Source;
use crate::spelling::only_nearest;
use crate::stdlib;

const PRIVATE: &str = "_ytt_lib";

/// The index of an input file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub(super) usize);

/// The index of a directory of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LibraryId(usize);

/// An input file. Its content may change from one render to the next.
pub struct LibraryFile {
    role: Role,
    text: RefCell<Text>,
    is_stable: Cell<bool>,
}

/// The content of a file.
struct Text {
    content: FileContent,
    source: OnceCell<Arc<Source>>,
}

/// All input files and their directories.
pub struct Libraries {
    files: Vec<LibraryFile>,
    directories: Vec<Directory>,
}

#[derive(Default)]
struct Directory {
    name: String,
    private: bool,
    children: Vec<LibraryId>,
    by_name: HashMap<String, LibraryId>,
    files: Vec<FileId>,
    /// The first of files with the same name.
    files_by_name: HashMap<String, FileId>,
}

/// A file in a list of the files of a library.
#[derive(Clone, Debug)]
pub struct FileInLibrary {
    /// The file.
    pub file: FileId,
    /// The directory of the file.
    pub library: LibraryId,
    /// The path relative to the listed library.
    pub path: String,
}

impl Libraries {
    /// Sorts files into directories by their paths, which file marks may have changed.
    pub fn new(files: Vec<File>) -> Libraries {
        let mut libraries = Libraries { files: Vec::new(), directories: vec![Directory::default()] };
        for (index, file) in files.iter().enumerate() {
            let (directories, name) = split(&file.role.path);
            let mut library = libraries.root();
            for name in directories.into_iter().flat_map(|path| path.split('/')) {
                library = libraries.child_or_new(library, name);
            }
            let directory = &mut libraries.directories[library.0];
            directory.files.push(FileId(index));
            directory.files_by_name.entry(name.to_owned()).or_insert(FileId(index));
        }
        libraries.files = files
            .into_iter()
            .map(|File { role, content }| LibraryFile {
                role,
                text: RefCell::new(Text::new(content)),
                is_stable: Cell::new(false),
            })
            .collect();
        libraries
    }

    /// In all libraries.
    pub(crate) fn number_of_files(&self) -> usize {
        self.files.len()
    }

    /// Updates the content of the files, and returns those that have changed. None, without an effect, if other properties differ.
    pub(crate) fn renew(&self, files: &[File]) -> Option<BTreeSet<FileId>> {
        let same = self.files.len() == files.len() && self.files.iter().zip(files).all(|(a, b)| a.role == b.role);
        if !same {
            return None;
        }
        let mut changed = BTreeSet::new();
        for (index, (file, new)) in self.files.iter().zip(files).enumerate() {
            let mut text = file.text.borrow_mut();
            file.is_stable.set(text.content.get() == new.content.get());
            if !file.is_stable.get() {
                *text = Text::new(new.content.clone());
                changed.insert(FileId(index));
            }
        }
        Some(changed)
    }

    fn child_or_new(&mut self, parent: LibraryId, name: &str) -> LibraryId {
        if let Some(found) = self.child(parent, name) {
            return found;
        }
        let id = LibraryId(self.directories.len());
        self.directories.push(Directory { name: name.to_owned(), private: name == PRIVATE, ..Directory::default() });
        let parent = &mut self.directories[parent.0];
        parent.children.push(id);
        parent.by_name.insert(name.to_owned(), id);
        id
    }

    /// All directories with their files, as `--debug` prints them.
    pub fn tree(&self) -> String {
        let mut text = String::new();
        // An explicit stack, since paths may be arbitrarily deep.
        let mut open = vec![(self.root(), 0)];
        while let Some((library, depth)) = open.pop() {
            let directory = &self.directories[library.0];
            let indent = "  ".repeat(depth);
            let none = |some: bool| if some { String::new() } else { format!("{indent}    <none>\n") };
            text.push_str(&format!("{indent}- {} (private {})\n{indent}  files:\n", directory.name, directory.private));
            text.push_str(&none(!directory.files.is_empty()));
            for &file in &directory.files {
                text.push_str(&format!("{indent}  - {}\n", self.file(file).path()));
            }
            text.push_str(&format!("{indent}  libraries:\n{}", none(!directory.children.is_empty())));
            open.extend(directory.children.iter().rev().map(|&child| (child, depth + 1)));
        }
        text
    }

    /// The root library.
    pub fn root(&self) -> LibraryId {
        LibraryId(0)
    }

    /// A file.
    pub fn file(&self, id: FileId) -> &LibraryFile {
        &self.files[id.0]
    }

    fn child(&self, library: LibraryId, name: &str) -> Option<LibraryId> {
        self.directories[library.0].by_name.get(name).copied()
    }

    /// The library at a path under the `_ytt_lib` of `current`: `library.get`, `load("@path:…")`.
    pub(crate) fn find_accessible_library(&self, current: LibraryId, path: &str) -> Result<LibraryId, Error> {
        let Some(mut library) = self.child(current, PRIVATE) else {
            let text = format!("Could not find private library (directory '{PRIVATE}' missing?)");
            let cause = Cause::NoLibrary { path: path.to_owned(), nearest: None, others: Vec::new() };
            return Err(Error::message(text).caused(cause));
        };
        for (index, name) in path.split('/').enumerate() {
            let walked = || path.split('/').take(index).collect::<Vec<_>>().join("/");
            let Some(found) = self.child(library, name) else {
                return Err(self.no_library(library, path, &walked()));
            };
            if self.directories[found.0].private {
                return Err(Error::message(format!("Could not load private library '{}'", walked())));
            }
            library = found;
        }
        Ok(library)
    }

    /// The error of a library that does not exist; the part of its path that was `walked` leads to the directory `last`.
    #[cold]
    #[inline(never)]
    fn no_library(&self, last: LibraryId, path: &str, walked: &str) -> Error {
        let children = self.directories[last.0].children.iter().map(|child| self.directories[child.0].name.as_str());
        let joined = |name: &str| if walked.is_empty() { name.to_owned() } else { format!("{walked}/{name}") };
        let mut others: Vec<String> = children.filter(|name| *name != PRIVATE).map(joined).collect();
        others.sort_unstable();
        // All names are relative to that directory.
        let name = path.strip_prefix(PRIVATE).and_then(|name| name.strip_prefix('/')).unwrap_or(path);
        let nearest = only_nearest(name, others.iter().map(String::as_str)).map(str::to_owned);
        let remedy = nearest.as_ref().map(|to| Remedy::InString { from: path.to_owned(), to: to.clone() });
        Error::message(format!("Expected to find library '{path}', but did not find '{walked}'"))
            .caused(Cause::NoLibrary { path: path.to_owned(), nearest, others })
            .with_remedy(remedy)
    }

    /// The directory at a path under `current`. The error is ytt's if it does not exist or is private.
    pub(crate) fn find_library(&self, current: LibraryId, path: &str) -> Result<LibraryId, Error> {
        let mut library = current;
        for (index, name) in path.split('/').enumerate() {
            let Some(found) = self.child(library, name) else {
                let walked = path.split('/').take(index).collect::<Vec<_>>().join("/");
                return Err(Error::message(format!("Did not find '{walked}'")));
            };
            if self.directories[found.0].private {
                return Err(Error::message(format!("Encountered private library '{PRIVATE}'")));
            }
            library = found;
        }
        Ok(library)
    }

    /// The file at a path under `current`, the first one if several have the path, and its directory. The error is ytt's if it does
    /// not exist.
    pub(crate) fn find_file(&self, current: LibraryId, path: &str) -> Result<(FileId, LibraryId), Error> {
        let (directories, name) = split(path);
        let library = match directories {
            None => current,
            Some(directories) => self
                .find_library(current, directories)
                .map_err(|error| error.caused(Cause::NoFile { path: path.to_owned(), nearest: None }))
                .map_err(|error| error.context(format!("Expected to find file '{path}', but did not")))?,
        };
        let found = self.directories[library.0].files_by_name.get(name);
        found.map(|file| (*file, library)).ok_or_else(|| {
            let mut names: Vec<&str> = self.directories[library.0].files_by_name.keys().map(|name| &**name).collect();
            names.sort_unstable();
            let nearest =
                only_nearest(name, names).map(|nearest| format!("{}{nearest}", &path[..path.len() - name.len()]));
            let module = path.strip_prefix("ytt:").filter(|name| stdlib::is_module(name));
            let nearest = module.map(|name| format!("@ytt:{name}")).or(nearest);
            let remedy = nearest.as_ref().map(|to| Remedy::InString { from: path.to_owned(), to: to.clone() });
            Error::message(format!(
                "Expected to find file '{path}' (hint: only files included via -f flag are available)"
            ))
            .caused(Cause::NoFile { path: path.to_owned(), nearest })
            .with_remedy(remedy)
        })
    }

    /// The files of a library and its directories, except private libraries: the files of a directory, then its directories in the
    /// order of their first files.
    pub fn accessible_files(&self, library: LibraryId) -> Vec<FileInLibrary> {
        let mut listed = Vec::new();
        // An explicit stack, since paths may be arbitrarily deep.
        let mut open = vec![(library, String::new())];
        while let Some((library, prefix)) = open.pop() {
            let directory = &self.directories[library.0];
            for &file in &directory.files {
                let path = format!("{prefix}{}", split(self.file(file).path()).1);
                listed.push(FileInLibrary { file, library, path });
            }
            for &child in directory.children.iter().rev() {
                let inner = &self.directories[child.0];
                if !inner.private {
                    open.push((child, format!("{prefix}{}/", inner.name)));
                }
            }
        }
        listed
    }
}

impl LibraryFile {
    /// The path, which file marks may have changed.
    pub fn path(&self) -> &str {
        &self.role.path
    }

    /// The type of the file.
    pub fn file_type(&self) -> FileType {
        self.role.file_type
    }

    /// Whether the file is evaluated as a template.
    pub fn is_template(&self) -> bool {
        self.role.is_template
    }

    /// Whether the file can be loaded.
    pub fn is_library(&self) -> bool {
        self.role.is_library
    }

    /// Whether the file is part of the output.
    pub(crate) fn is_for_output(&self) -> bool {
        self.role.for_output
    }

    /// Whether the file is unchanged since the last render. Results that depend on other files are not stored, since the user will
    /// probably continue to edit a file that has just changed. In the first render, no file is stable.
    pub(super) fn is_stable(&self) -> bool {
        self.is_stable.get()
    }

    /// The content, or the error of reading the file.
    pub fn bytes(&self) -> Result<Arc<[u8]>, Error> {
        self.text.borrow().content.get().clone().map_err(Error::message)
    }

    /// The content as a source of positions; empty if the file could not be read.
    pub fn source(&self) -> Arc<Source> {
        let Text { content, source } = &*self.text.borrow();
        let made = || {
            let bytes = content.get().as_ref().map_or(&[][..], |bytes| bytes);
            Source::of_bytes(self.path(), &self.role.host_path, bytes)
        };
        source.get_or_init(made).clone()
    }
}

impl Text {
    fn new(content: FileContent) -> Text {
        Text { content, source: OnceCell::new() }
    }
}

/// Whether the file at a path of [`LibraryFile::path`] belongs to a private library, which only templates evaluate.
pub fn is_in_private_library(path: &str) -> bool {
    split(path).0.is_some_and(|directories| directories.split('/').any(|name| name == PRIVATE))
}

/// Directories and name of a path.
fn split(path: &str) -> (Option<&str>, &str) {
    match path.rsplit_once('/') {
        Some((directories, name)) => (Some(directories), name),
        None => (None, path),
    }
}
