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
pub(crate) struct InputFile {
    /// Relative, as ytt shows it; `-f shown=path` sets it.
    pub(crate) path: String,
    /// The path that file marks are matched against.
    pub(crate) original: String,
    /// The path under which the host has it.
    pub(crate) stands: String,
    /// The bytes, or the sentence that ytt reports when it comes to reading them.
    pub(crate) content: Result<Arc<[u8]>, String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileType {
    Yaml,
    Text,
    Starlark,
    Unknown,
}

/// A file whose part in the run is settled.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) role: Role,
    pub(crate) content: Result<Arc<[u8]>, String>,
}

/// What a file is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Role {
    pub(crate) path: String,
    /// The path under which the host has it.
    pub(crate) stands: String,
    pub(crate) file_type: FileType,
    /// Its code is run; plain YAML and text are not.
    pub(crate) is_template: bool,
    /// Only for `load()`: `.star`, and `.lib.` before the extension.
    pub(crate) is_library: bool,
    /// Its result is part of the output.
    pub(crate) for_output: bool,
}

impl InputFile {
    /// A file that the host passes, under its path.
    pub(crate) fn under(path: &str, content: Arc<[u8]>) -> InputFile {
        InputFile { path: path.to_owned(), original: path.to_owned(), stands: path.to_owned(), content: Ok(content) }
    }

    pub(crate) fn file_type(&self) -> FileType {
        file_type(&self.path)
    }

    /// Found in a directory that was named, rather than named itself.
    pub(crate) fn is_implied(&self) -> bool {
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
pub(crate) fn base(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

/// Finds the files that flags name. Standard input can be had once in a run, whichever flag asks.
pub(crate) struct Finder<'a> {
    disk: &'a dyn Disk,
    links: Links,
    standard_input_taken: Cell<bool>,
}

/// Which links may be followed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    pub(crate) allow_all: bool,
    pub(crate) allowed: Vec<String>,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(disk: &'a dyn Disk, links: Links) -> Finder<'a> {
        Finder { disk, links, standard_input_taken: Cell::new(false) }
    }

    /// The files of a run: what `-f` names, or what the host hands in when there is no `-f`.
    pub(crate) fn inputs(&self, paths: &[String]) -> Result<Vec<InputFile>, Error> {
        if !paths.is_empty() {
            return self.find(paths);
        }
        Ok(self.disk.unnamed().into_iter().map(|(path, content)| InputFile::under(&path, content)).collect())
    }

    /// The files that paths name: `path`, `shown=path`, `-` for standard input. Those of a directory are sorted by path.
    pub(crate) fn find(&self, paths: &[String]) -> Result<Vec<InputFile>, Error> {
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
pub(crate) fn clean(path: &str) -> String {
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
pub(crate) fn prepare(inputs: Vec<InputFile>, marks: &[String]) -> Result<Vec<File>, Error> {
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
pub(crate) fn marks_that_match(marks: &[String], inputs: &[InputFile]) -> Vec<String> {
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
    use super::*;
    use crate::boundary::RequestFile;
    use crate::request_disk::RequestDisk;

    fn request(paths: &[&str]) -> Vec<RequestFile> {
        paths.iter().map(|path| RequestFile { path: (*path).to_owned(), ..RequestFile::default() }).collect()
    }

    fn found(files: &[RequestFile], paths: &[&str]) -> Result<Vec<String>, String> {
        let disk = RequestDisk::new(files);
        let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        let found = Finder::new(&disk, Links::default()).inputs(&paths);
        found
            .map(|files| files.into_iter().map(|file| file.path).collect())
            .map_err(|e| crate::diagnostics::report::text(&e))
    }

    fn prepared(paths: &[&str], marks: &[&str]) -> Result<Vec<File>, String> {
        let files = request(paths);
        let disk = RequestDisk::new(&files);
        let marks: Vec<String> = marks.iter().map(|mark| (*mark).to_owned()).collect();
        let inputs = Finder::new(&disk, Links::default()).inputs(&[]).expect("inputs");
        prepare(inputs, &marks).map_err(|e| crate::diagnostics::report::text(&e))
    }

    #[test]
    fn without_f_every_file_is_an_input_in_its_order() {
        let files = request(&["z.yml", "sub/a.yml", "empty/", "-"]);
        assert_eq!(found(&files, &[]), Ok(vec!["z.yml".to_owned(), "sub/a.yml".to_owned()]));
    }

    #[test]
    fn a_directory_is_sorted_and_a_file_is_known_by_its_name() {
        let files = request(&["z.yml", "b/2.yml", "b/10.yml", "b/c/x.yml", "b.yml"]);
        assert_eq!(found(&files, &["."]).expect("found"), ["b.yml", "b/10.yml", "b/2.yml", "b/c/x.yml", "z.yml"]);
        assert_eq!(found(&files, &["./b/", "z.yml"]).expect("found"), ["10.yml", "2.yml", "c/x.yml", "z.yml"]);
        assert_eq!(found(&files, &["b/c/../2.yml", "q/w.yml=z.yml"]).expect("found"), ["2.yml", "q/w.yml"]);
    }

    #[test]
    fn what_is_not_there_is_said_as_the_system_says_it() {
        let files = request(&["a.yml"]);
        let gone = |path: &str, why: &str| Err(format!("Checking file '{path}': lstat {path}: {why}"));
        assert_eq!(found(&files, &["b.yml"]), gone("b.yml", "no such file or directory"));
        assert_eq!(found(&files, &["a.yml/x"]), gone("a.yml/x", "not a directory"));
        assert_eq!(found(&files, &["a.yml/"]), gone("a.yml/", "not a directory"));
        assert_eq!(found(&files, &[""]), gone("", "no such file or directory"));
        assert_eq!(found(&files, &["../a.yml"]), gone("../a.yml", "no such file or directory"));
    }

    #[test]
    fn standard_input_is_there_once() {
        let mut files = request(&["-"]);
        files[0].content = "a: 1\n".to_owned().into();
        let disk = RequestDisk::new(&files);
        let finder = Finder::new(&disk, Links::default());
        let inputs = finder.find(&["-".to_owned(), "x.yml=-".to_owned()]).expect("found");
        assert_eq!((inputs[0].path.as_str(), inputs[1].path.as_str()), ("stdin.yml", "x.yml"));
        assert_eq!(inputs[0].content.as_deref(), Ok(&b"a: 1\n"[..]));
        assert!(inputs[1].content.is_err());
    }

    #[test]
    fn kinds_go_by_the_end_of_the_name() {
        let files =
            prepared(&["a.yml", "a.lib.yml", "lib.yml", "x/.lib.txt", "b.star", "c.txt", "d.md"], &[]).expect("files");
        let kinds: Vec<_> = files
            .iter()
            .map(|f| (f.role.file_type, f.role.is_library, f.role.is_template, f.role.for_output))
            .collect();
        assert_eq!(kinds[0], (FileType::Yaml, false, true, true));
        assert_eq!(kinds[1], (FileType::Yaml, true, false, false));
        assert_eq!(kinds[2], (FileType::Yaml, false, true, true));
        assert_eq!(kinds[3], (FileType::Text, true, false, false));
        assert_eq!(kinds[4], (FileType::Starlark, true, false, false));
        assert_eq!(kinds[5], (FileType::Text, false, true, true));
        assert_eq!(kinds[6], (FileType::Unknown, false, false, false));
    }

    #[test]
    fn marks_change_kind_and_output() {
        let files =
            prepared(&["a.yml", "b.yml", "c.txt"], &["a.yml:type=yaml-plain", "*.txt:type=data"]).expect("files");
        assert_eq!((files[0].role.is_template, files[0].role.for_output), (false, true));
        assert_eq!((files[2].role.file_type, files[2].role.for_output), (FileType::Unknown, false));
        let files = prepared(&["a.yml", "b.yml"], &["b.yml:exclusive-for-output=true"]).expect("files");
        assert_eq!(
            (files[0].role.for_output, files[0].role.is_template, files[1].role.for_output),
            (false, true, true)
        );
    }

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
