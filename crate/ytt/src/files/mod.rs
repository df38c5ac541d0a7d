//! What came in: each file's path, kind and place in the order, and what `--file-mark` makes of it.
//!
//! [`Finder`] turns the paths of `-f` and of the data values flags into files, [`prepare`] gives the files of `-f`
//! their kinds and marks. Neither touches a real disk: the host lends one as [`Disk`]. The page's disk is the request's
//! own files ([`RequestDisk`]), the command's is in `main.rs`.

use std::cell::Cell;
use std::sync::Arc;

use crate::diagnostics::Error;
use crate::limits::work;

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

/// The last part of a path. Trailing slashes do not count.
pub fn base(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

/// Finds the files that flags name. Standard input can be had once in a run, whichever flag asks.
pub struct Finder<'a> {
    disk: &'a dyn Disk,
    links: Links,
    standard_input_taken: Cell<bool>,
}

/// Which links may be followed.
#[derive(Clone, Debug, Default)]
pub struct Links {
    pub allow_all: bool,
    pub allowed: Vec<String>,
}

impl<'a> Finder<'a> {
    pub fn new(disk: &'a dyn Disk, links: Links) -> Finder<'a> {
        Finder { disk, links, standard_input_taken: Cell::new(false) }
    }

    /// The files of a run: what `-f` names, or what the host hands in when there is no `-f`.
    pub fn inputs(&self, paths: &[String]) -> Result<Vec<InputFile>, Error> {
        if !paths.is_empty() {
            return self.find(paths);
        }
        Ok(self.disk.unnamed().into_iter().map(|(path, content)| InputFile::under(&path, content)).collect())
    }

    /// The files that paths name: `path`, `shown=path`, `-` for standard input. Those of a directory are sorted by path.
    pub fn find(&self, paths: &[String]) -> Result<Vec<InputFile>, Error> {
        let mut found = Vec::new();
        for argument in paths {
            let mut files = self.find_one(argument).map_err(Error::message)?;
            files.sort_by(|a, b| a.path.cmp(&b.path));
            found.append(&mut files);
        }
        Ok(found)
    }

    fn find_one(&self, argument: &str) -> Result<Vec<InputFile>, String> {
        let pieces: Vec<&str> = argument.split('=').collect();
        let (shown, path) = match pieces[..] {
            [path] => ("", path),
            [shown, path] => (shown, path),
            _ => {
                return Err(format!(
                    "Expected file '{argument}' to only have single '=' sign to for relative path assignment"
                ));
            }
        };
        let named = |original: &str, content| {
            let shown = if shown.is_empty() { original } else { shown }.to_owned();
            vec![InputFile { path: shown, original: original.to_owned(), stands: clean(path), content }]
        };
        if path == "-" {
            return Ok(named("stdin.yml", self.standard_input()));
        }
        if path.starts_with("http://") || path.starts_with("https://") {
            // ytt fetches it. Nothing here ever asks the network: what runs in the page stays in the page.
            let refusal = format!("Requesting URL '{path}': files are not fetched here; download it and pass the file");
            return Ok(named(base(path), Err(refusal)));
        }
        match self.disk.kind(path).map_err(|error| format!("Checking file '{path}': {error}"))? {
            // A directory keeps its files' own paths, whatever stands before the `=`.
            Kind::Directory => self.walk(path).map_err(|error| format!("Listing files '{path}': {error}")),
            kind => {
                self.check(path, kind)?;
                Ok(named(base(path), self.disk.read(path)))
            }
        }
    }

    fn standard_input(&self) -> Result<Arc<[u8]>, String> {
        if self.standard_input_taken.replace(true) {
            let again = "Standard input has already been read, has the '-' argument been used in more than one flag?";
            return Err(again.to_owned());
        }
        self.disk.standard_input()
    }

    /// All files below a directory, in the order of their names, directories and files alike.
    fn walk(&self, directory: &str) -> Result<Vec<InputFile>, String> {
        let mut files = Vec::new();
        let mut waiting = vec![String::new()];
        while let Some(relative) = waiting.pop() {
            let path = join(directory, &relative);
            let kind = if relative.is_empty() { Kind::Directory } else { self.disk.kind(&path)? };
            if kind == Kind::Directory {
                // Last in, first out: the first name is looked at next.
                waiting.extend(self.disk.names(&path)?.iter().rev().map(|name| join(&relative, name)));
            } else {
                self.check(&path, kind)?;
                let content = self.disk.read(&path);
                files.push(InputFile { path: relative.clone(), original: relative, stands: path, content });
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

/// Joins as Go's `filepath.Join` does: the result is clean, so `.` and a trailing slash go.
pub fn join(directory: &str, relative: &str) -> String {
    match (directory, relative) {
        ("", path) | (path, "") => path.to_owned(),
        _ => clean(&format!("{directory}/{relative}")),
    }
}

/// The shortest path that means the same, by its letters alone: no `.`, no `a/..`, no doubled or trailing slash.
pub fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if rooted => {}
            _ => parts.push(part),
        }
    }
    match (rooted, parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_owned(),
        (false, false) => parts.join("/"),
    }
}

/// Gives files their kinds, then applies file marks in their order.
pub fn prepare(inputs: Vec<InputFile>, marks: &[String]) -> Result<Vec<File>, Error> {
    let mut files: Vec<Marked> = inputs.into_iter().map(Marked::new).collect();
    for mark in marks {
        work(files.len())?;
        apply(mark, &mut files).map_err(Error::message)?;
    }
    if files.iter().any(|file| file.exclusive) {
        for file in &mut files {
            file.for_output = Some(file.exclusive);
        }
    }
    let kept = files.into_iter().filter(|file| !file.excluded);
    Ok(kept.map(Marked::settle).collect())
}

/// The marks that are for some of the files, or are wrong in themselves.
pub fn marks_that_match(marks: &[String], inputs: &[InputFile]) -> Vec<String> {
    let matches = |mark: &&String| {
        let pattern = mark.split_once(':').map(|(path, _)| Pattern::new(path));
        pattern.is_none_or(|pattern| inputs.iter().any(|file| pattern.matches(&file.original)))
    };
    marks.iter().filter(matches).cloned().collect()
}

/// A file with what marks say about it so far.
struct Marked {
    input: InputFile,
    file_type: Option<FileType>,
    template: Option<bool>,
    for_output: Option<bool>,
    exclusive: bool,
    excluded: bool,
}

impl Marked {
    fn new(input: InputFile) -> Marked {
        Marked { input, file_type: None, template: None, for_output: None, exclusive: false, excluded: false }
    }

    fn mark_type(&mut self, file_type: FileType, template: bool) {
        self.file_type = Some(file_type);
        self.template = Some(template);
    }

    fn settle(self) -> File {
        let file_type = self.file_type.unwrap_or_else(|| self.input.file_type());
        let is_library = is_library(&self.input.path, file_type);
        let by_name = !is_library && matches!(file_type, FileType::Yaml | FileType::Text);
        let role = Role {
            file_type,
            is_library,
            is_template: self.template.unwrap_or(by_name),
            // Plain YAML is no template, and still output.
            for_output: self.for_output.unwrap_or(self.template == Some(true) || by_name),
            path: self.input.path,
            stands: self.input.stands,
        };
        File { role, content: self.input.content }
    }
}

/// Applies `pattern:key=value`.
fn apply(mark: &str, files: &mut [Marked]) -> Result<(), String> {
    let Some((pattern, setting)) = mark.split_once(':') else {
        return Err(format!("Expected file mark '{mark}' to be in format path:key=value"));
    };
    let Some((key, value)) = setting.split_once('=') else {
        return Err(format!("Expected file mark '{mark}' key-value portion to be in format key=value"));
    };
    let pattern = Pattern::new(pattern);
    let mut matched = false;
    for file in files.iter_mut().filter(|file| !file.excluded && pattern.matches(&file.input.original)) {
        matched = true;
        match (key, value) {
            ("path", path) => file.input.path = path.to_owned(),
            ("exclude", "true") => file.excluded = true,
            ("type", "yaml-template") => file.mark_type(FileType::Yaml, true),
            ("type", "yaml-plain") => file.mark_type(FileType::Yaml, false),
            ("type", "text-template") => file.mark_type(FileType::Text, true),
            ("type", "text-plain") => file.mark_type(FileType::Text, false),
            ("type", "starlark") => file.mark_type(FileType::Starlark, false),
            ("type", "data") => file.mark_type(FileType::Unknown, false),
            ("for-output", "true") => file.for_output = Some(true),
            ("exclusive-for-output", "true") => file.exclusive = true,
            ("exclude" | "type" | "for-output" | "exclusive-for-output", _) => {
                return Err(format!("Unknown value in file mark '{mark}'"));
            }
            _ => return Err(format!("Unknown key in file mark '{mark}'")),
        }
    }
    if matched {
        Ok(())
    } else {
        Err(format!("Expected file mark '{mark}' to match at least one file by path, but did not"))
    }
}

/// A file mark's path: the first `**/*` stands for anything, the first `*` besides for anything within a directory.
/// Both ask for one character at least; every further `*` is only itself.
struct Pattern<'p>(Vec<Part<'p>>);

enum Part<'p> {
    Text(&'p str),
    Anything,
    AnythingHere,
}

impl<'p> Pattern<'p> {
    fn new(path: &'p str) -> Pattern<'p> {
        let mut parts = vec![Part::Text(path)];
        for wildcard in ["**/*", "*"] {
            let split = parts.iter().enumerate().find_map(|(i, part)| match part {
                Part::Text(text) => text.split_once(wildcard).map(|(before, after)| (i, before, after)),
                _ => None,
            });
            if let Some((i, before, after)) = split {
                let special = if wildcard == "*" { Part::AnythingHere } else { Part::Anything };
                parts.splice(i..=i, [Part::Text(before), special, Part::Text(after)]);
            }
        }
        Pattern(parts)
    }

    fn matches(&self, path: &str) -> bool {
        matches_from(&self.0, path)
    }
}

/// Two wildcards at most, so trying every length costs the square of the path's length at worst.
fn matches_from(parts: &[Part<'_>], path: &str) -> bool {
    let Some((first, rest)) = parts.split_first() else { return path.is_empty() };
    let stop = match first {
        Part::Text(text) => return path.strip_prefix(text).is_some_and(|path| matches_from(rest, path)),
        Part::Anything => '\n',
        Part::AnythingHere => '/',
    };
    let reach = path.find(stop).unwrap_or(path.len());
    let ends = path.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.take_while(|end| *end <= reach).any(|end| matches_from(rest, &path[end..]))
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn only_the_first_star_of_a_mark_is_special() {
        let matches = |pattern: &str, path: &str| Pattern::new(pattern).matches(path);
        assert!(matches("*.yml", "a.yml") && !matches("*.yml", "x/a.yml") && !matches("*.yml", ".yml"));
        assert!(matches("x/**/*", "x/y/a.yml") && matches("x/**/*", "x/a") && !matches("x/**/*", "x/"));
        assert!(matches("**/*.yml", "y/a.yml") && matches("**/*/*.yml", "a/b/c.yml"));
        assert!(matches("*.*", "a.*") && !matches("*.*", "a.yml"));
        assert!(matches("a.c", "a.c") && !matches("a.c", "abc"));
    }
}
