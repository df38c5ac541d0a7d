//! Finds the files that flags name, on a [`Disk`].

use std::cell::Cell;

use super::{Disk, FileContent, InputFile, Kind, Read, base, clean, join};
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;

/// Finds the files that flags name. Only one flag of a run can read standard input.
pub struct Finder<'a> {
    disk: &'a dyn Disk,
    links: Links,
    standard_input_taken: Cell<bool>,
}

/// The symbolic links that may be followed.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// `--dangerous-allow-all-symlink-destinations`
    pub allow_all: bool,
    /// `--allow-symlink-destination`
    pub allowed: Vec<String>,
}

impl<'a> Finder<'a> {
    /// A finder of one run.
    pub fn new(disk: &'a dyn Disk, links: Links) -> Finder<'a> {
        Finder { disk, links, standard_input_taken: Cell::new(false) }
    }

    /// The files of a run: those of `-f`, or [`Disk::unnamed`] without `-f`. Fails as [`Finder::find`] does.
    pub fn inputs(&self, paths: &[String]) -> Result<Vec<InputFile>, Error> {
        if !paths.is_empty() {
            return self.find(paths);
        }
        Ok(self.disk.unnamed().into_iter().map(|(path, content)| InputFile::under(&path, content)).collect())
    }

    /// The files of arguments of `-f`: `FILE`, `PATH=FILE`, or `-` for standard input; instead of `FILE` also a URL, which may contain
    /// `=`. The files of a directory are sorted by path. Fails for files that do not exist or may not be read.
    pub fn find(&self, paths: &[String]) -> Result<Vec<InputFile>, Error> {
        let mut found = Vec::new();
        for argument in paths {
            let mut files = self.find_one(argument)?;
            files.sort_by(|a, b| a.path.cmp(&b.path));
            found.append(&mut files);
        }
        Ok(found)
    }

    fn find_one(&self, argument: &str) -> Result<Vec<InputFile>, Error> {
        let (shown, path) = match argument.split_once('=') {
            _ if is_url(argument) => ("", argument),
            None => ("", argument),
            Some((shown, path)) if is_url(path) || !path.contains('=') => (shown, path),
            Some(_) => {
                return Err(Error::message(format!(
                    "Expected file '{argument}' to only have single '=' sign to for relative path assignment"
                )));
            }
        };
        let named = |original: &str, content| {
            let shown = if shown.is_empty() { original } else { shown }.to_owned();
            vec![InputFile { path: shown, original: original.to_owned(), host_path: clean(path), content }]
        };
        if path == "-" {
            return Ok(named("stdin.yml", FileContent::Known(self.standard_input())));
        }
        if is_url(path) {
            // ytt fetches it.
            let refusal = format!(
                "Requesting URL '{path}': Ytterby makes no network requests; download the file and pass its path"
            );
            let without_query = path.split('?').next().unwrap_or_default();
            return Ok(named(base(without_query), FileContent::Known(Err(refusal))));
        }
        let no_file = |error| {
            let cause = Cause::NoFile { path: path.to_owned(), nearest: None };
            Error::message(format!("Checking file '{path}': {error}")).caused(cause)
        };
        match self.disk.kind(path).map_err(no_file)? {
            // ytt ignores the part before the `=` for directories.
            Kind::Directory => {
                self.walk(path).map_err(|error| Error::message(format!("Listing files '{path}': {error}")))
            }
            kind => {
                self.check(path, kind).map_err(Error::message)?;
                Ok(named(base(path), self.disk.read(path)))
            }
        }
    }

    fn standard_input(&self) -> Read {
        if self.standard_input_taken.replace(true) {
            let again = "Standard input has already been read, has the '-' argument been used in more than one flag?";
            return Err(again.to_owned());
        }
        self.disk.standard_input()
    }

    /// All files below a directory, in the order of the names of files and directories.
    fn walk(&self, directory: &str) -> Result<Vec<InputFile>, String> {
        let mut files = Vec::new();
        let mut waiting = vec![String::new()];
        while let Some(relative) = waiting.pop() {
            let path = join(directory, &relative);
            let kind = if relative.is_empty() { Kind::Directory } else { self.disk.kind(&path)? };
            if kind == Kind::Directory {
                // Reversed, so that the first name is popped next.
                waiting.extend(self.disk.names(&path)?.iter().rev().map(|name| join(&relative, name)));
            } else {
                self.check(&path, kind)?;
                let content = self.disk.read(&path);
                files.push(InputFile { path: relative.clone(), original: relative, host_path: path, content });
            }
        }
        Ok(files)
    }

    fn check(&self, path: &str, kind: Kind) -> Result<(), String> {
        match kind {
            Kind::Link if !self.links.allow_all => self
                .disk
                .check_link(path, &self.links.allowed)
                .map_err(|error| format!("Checking symlink file '{path}': {error}")),
            Kind::Other => Err(format!("Expected file '{path}' to be a regular file, but was not")),
            _ => Ok(()),
        }
    }
}

fn is_url(path: &str) -> bool {
    path.starts_with("http://") || path.starts_with("https://")
}
