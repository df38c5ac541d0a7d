//! The files of a request as a disk.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::boundary::RequestFile;
use crate::files::{Disk, FileContent, Kind, Read, clean};

/// A request's files as a disk. A directory exists if a file is in it.
pub struct RequestDisk<'a> {
    files: Vec<&'a RequestFile>,
    /// By clean path, so that files of a directory are adjacent. If two files have the same path, the first is used.
    by_path: BTreeMap<String, &'a RequestFile>,
    without_content: bool,
}

/// The path of standard input in a request.
const STANDARD_INPUT: &str = "-";

impl<'a> RequestDisk<'a> {
    /// A disk with all files of a request.
    pub fn new(files: &'a [RequestFile]) -> RequestDisk<'a> {
        RequestDisk::of(files.iter().collect())
    }

    /// A disk with the paths of a request and empty files, for callers that do not read them: a file that is found is
    /// otherwise copied.
    pub(crate) fn of_paths(files: &'a [RequestFile]) -> RequestDisk<'a> {
        RequestDisk { without_content: true, ..RequestDisk::new(files) }
    }

    /// A disk with some files of a request.
    pub(crate) fn of(files: Vec<&'a RequestFile>) -> RequestDisk<'a> {
        let mut by_path = BTreeMap::new();
        for &file in files.iter().filter(|file| file.path != STANDARD_INPUT) {
            let slash = if file.path.ends_with('/') { "/" } else { "" };
            by_path.entry(clean(&file.path) + slash).or_insert(file);
        }
        RequestDisk { files, by_path, without_content: false }
    }

    fn content(&self, file: &RequestFile) -> Arc<[u8]> {
        if self.without_content { Arc::from([]) } else { file.content.as_bytes().into() }
    }

    /// The clean paths of the files and empty directories below a directory, relative to it.
    fn below(&self, directory: &str) -> impl Iterator<Item = &str> {
        let prefix = match clean(directory) {
            here if here == "." => String::new(),
            directory => directory + "/",
        };
        let from_there = self.by_path.range(prefix.clone()..);
        from_there.map_while(move |(path, _)| path.strip_prefix(&prefix)).filter(|relative| {
            // Neither the empty directory itself, nor files outside of `.`.
            !relative.is_empty() && !relative.starts_with('/') && !relative.starts_with("../")
        })
    }
}

impl Disk for RequestDisk<'_> {
    fn kind(&self, path: &str) -> Result<Kind, String> {
        let clean_path = clean(path);
        if path.is_empty() {
            return Err("lstat : no such file or directory".to_owned());
        }
        if self.by_path.contains_key(&clean_path) {
            let as_directory = path.ends_with('/');
            return if as_directory { Err(format!("lstat {path}: not a directory")) } else { Ok(Kind::File) };
        }
        let empty = || self.by_path.contains_key(&format!("{clean_path}/"));
        if clean_path == "." || self.below(path).next().is_some() || empty() {
            return Ok(Kind::Directory);
        }
        let mut parents = clean_path.match_indices('/').map(|(at, _)| &clean_path[..at]);
        let reason = if parents.any(|parent| self.by_path.contains_key(parent)) {
            "not a directory"
        } else {
            "no such file or directory"
        };
        Err(format!("lstat {path}: {reason}"))
    }

    fn names(&self, directory: &str) -> Result<Vec<String>, String> {
        let mut names: Vec<String> = Vec::new();
        for path in self.below(directory) {
            let name = path.split('/').next().unwrap_or_default();
            if names.last().is_none_or(|last| last != name) {
                names.push(name.to_owned());
            }
        }
        // Whole paths sort differently from names: `a.yml` comes before `a/x`, and `a` before `a.yml`.
        names.sort();
        names.dedup();
        Ok(names)
    }

    fn read(&self, path: &str) -> FileContent {
        let file = self.by_path.get(&clean(path)).map(|file| self.content(file));
        FileContent::Known(file.ok_or_else(|| format!("open {path}: no such file or directory")))
    }

    fn standard_input(&self) -> Read {
        let file = self.files.iter().find(|file| file.path == STANDARD_INPUT);
        Ok(file.map_or_else(|| Arc::from([]), |file| self.content(file)))
    }

    fn check_link(&self, _: &str, _: &[String]) -> Result<(), String> {
        Ok(())
    }

    fn unnamed(&self) -> Vec<(String, Arc<[u8]>)> {
        let files = self.files.iter().filter(|file| !file.path.ends_with('/') && file.path != STANDARD_INPUT);
        files.map(|file| (file.path.clone(), self.content(file))).collect()
    }
}
