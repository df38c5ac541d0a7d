//! The command's disk: the only code that uses a real file system.
//!
//! Finds and reads inputs for [`ytterby_ytt::files`], with error messages as Go words them (`lstat a.yml: no such file or
//! directory`), and writes output directories.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, VecDeque};
#[cfg(unix)]
use std::ffi::OsString;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Read as _, Write};
#[cfg(unix)]
use std::os::unix::ffi::OsStringExt;
#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, OpenOptionsExt};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ytterby_text::byte_text;
use ytterby_ytt::files::{Disk, FileContent, Kind, Read, clean};

/// Reads each file when its content is needed, and only once: a run may be repeated, and a pipe can be read only once.
#[derive(Default)]
pub(crate) struct LocalDisk {
    contents: RefCell<HashMap<String, FileContent>>,
    standard_input: OnceCell<Read>,
}

impl Disk for LocalDisk {
    fn kind(&self, path: &str) -> Result<Kind, String> {
        let found = fs::symlink_metadata(native(path)).map_err(|error| sentence("lstat", path, &error))?;
        let kind = found.file_type();
        #[cfg(unix)]
        if kind.is_fifo() {
            return Ok(Kind::Pipe);
        }
        Ok(if kind.is_dir() {
            Kind::Directory
        } else if kind.is_symlink() {
            Kind::Link
        } else if kind.is_file() {
            Kind::File
        } else {
            Kind::Other
        })
    }

    fn names(&self, directory: &str) -> Result<Vec<String>, String> {
        let entries = fs::read_dir(native(directory)).map_err(|error| sentence("open", directory, &error))?;
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| sentence("readdirent", directory, &error))?;
            names.push(byte_text::from_bytes(entry.file_name().as_encoded_bytes()).into_owned());
        }
        names.sort_by(|one, other| byte_text::compare(one, other));
        Ok(names)
    }

    fn read(&self, path: &str) -> FileContent {
        let on_demand = || {
            let path = path.to_owned();
            FileContent::on_demand(move || read_file(&path))
        };
        self.contents.borrow_mut().entry(path.to_owned()).or_insert_with(on_demand).clone()
    }

    fn standard_input(&self) -> Read {
        let read = || {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).map_err(|error| sentence("read", "/dev/stdin", &error))?;
            Ok(bytes.into())
        };
        self.standard_input.get_or_init(read).clone()
    }

    fn check_link(&self, path: &str, allowed: &[String]) -> Result<(), String> {
        let end = match follow(path) {
            Ok(end) => end,
            // A shell's `<(…)`: a pipe without a name in the file system, which no symbolic link can point to.
            Err(error) if is_unnamed_pipe(&error) => return Ok(()),
            Err(error) => return Err(format!("Eval symlink: {error}")),
        };
        if allowed.iter().any(|allowed| absolute(&end).starts_with(absolute(Path::new(allowed)))) {
            return Ok(());
        }
        Err(format!(
            "Expected symlink file '{path}' -> '{}' to be allowed, but was not (hint: symlinks are disallowed as a \
             security feature, use '--allow-symlink-destination' flags to override)",
            end.display()
        ))
    }

    /// Without `-f` the command has no inputs.
    fn unnamed(&self) -> Vec<(String, Arc<[u8]>)> {
        Vec::new()
    }
}

fn read_file(path: &str) -> Read {
    let mut file = fs::File::open(native(path)).map_err(|error| sentence("open", path, &error))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| sentence("read", path, &error))?;
    Ok(bytes.into())
}

/// A path of the command line, a string of `byte_text`, as the operating system has it.
#[cfg(unix)]
fn native(path: &str) -> PathBuf {
    OsString::from_vec(byte_text::to_bytes(path).into_owned()).into()
}

#[cfg(not(unix))]
fn native(path: &str) -> PathBuf {
    byte_text::displayed(path).into_owned().into()
}

/// The message of a system error, as Go prints it.
fn sentence(call: &str, path: &str, error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_lowercase());
    format!("{call} {path}: {}{}", first.unwrap_or_default(), letters.as_str())
}

/// The path with all symbolic links resolved. A relative path stays relative.
fn follow(path: &str) -> Result<PathBuf, String> {
    let mut waiting: VecDeque<PathBuf> = parts(Path::new(path));
    let mut end = PathBuf::new();
    let mut links = 0;
    while let Some(part) = waiting.pop_front() {
        if part.as_os_str() == ".." {
            // Like Go, keep the first part, so that errors show the path that was followed.
            let names = end.components().filter(|part| *part != Component::RootDir).count();
            if names > 1 && matches!(end.components().next_back(), Some(Component::Normal(_))) {
                end.pop();
            } else {
                end.push("..");
            }
            continue;
        }
        let next = end.join(&part);
        let shown = next.display().to_string();
        let found = fs::symlink_metadata(&next).map_err(|error| sentence("lstat", &shown, &error))?;
        if !found.file_type().is_symlink() {
            end = next;
            continue;
        }
        links += 1;
        if links > 255 {
            return Err("EvalSymlinks: too many links".to_owned());
        }
        let target = fs::read_link(&next).map_err(|error| sentence("readlink", &shown, &error))?;
        if target.is_absolute() {
            end = PathBuf::new();
        }
        for part in parts(&target).into_iter().rev() {
            waiting.push_front(part);
        }
    }
    Ok(end.to_str().map(|path| clean(path).into()).unwrap_or(end))
}

fn parts(path: &Path) -> VecDeque<PathBuf> {
    path.components().filter(|part| *part != Component::CurDir).map(|part| PathBuf::from(part.as_os_str())).collect()
}

/// Makes a path absolute, without `.` and `..`.
fn absolute(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).components() {
        if part == Component::ParentDir {
            clean.pop();
        } else {
            clean.push(part);
        }
    }
    clean
}

/// `lstat /proc/12/fd/pipe:[34]: no such file or directory`.
fn is_unnamed_pipe(error: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    error
        .strip_prefix("lstat /proc/")
        .and_then(|rest| rest.strip_suffix("]: no such file or directory"))
        .and_then(|rest| rest.split_once("/fd/pipe:["))
        .is_some_and(|(process, pipe)| number(process) && number(pipe))
}

/// Creates an output directory; with `emptied`, removes its contents first.
pub(crate) fn make_directory(path: &str, emptied: bool) -> Result<(), String> {
    if emptied {
        match fs::symlink_metadata(native(path)).map(|found| found.is_dir()) {
            Ok(true) => fs::remove_dir_all(native(path)).map_err(|error| sentence("unlinkat", path, &error))?,
            Ok(false) => fs::remove_file(native(path)).map_err(|error| sentence("unlinkat", path, &error))?,
            Err(_) => {}
        }
    }
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    builder.mode(0o700);
    builder.create(native(path)).map_err(|error| {
        // The error names the part of the path that is not a directory, or that could not be created, not the whole path.
        let parts = Path::new(path).ancestors().filter(|part| !part.as_os_str().is_empty());
        let (there, missing): (Vec<_>, Vec<_>) = parts.partition(|part| part.exists());
        match there.iter().find(|part| !part.is_dir()) {
            Some(part) => format!("mkdir {}: not a directory", part.display()),
            None => sentence("mkdir", &missing.last().map_or(path.into(), |part| part.to_string_lossy()), &error),
        }
    })
}

/// Writes an output file, and creates its directories.
pub(crate) fn write_file(path: &str, content: &[u8]) -> Result<(), String> {
    if let Some(directory) = Path::new(path).parent().and_then(Path::to_str).filter(|path| !path.is_empty()) {
        make_directory(directory, false)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    options.mode(0o700);
    let mut file = options.open(native(path)).map_err(|error| sentence("open", path, &error))?;
    file.write_all(content).map_err(|error| sentence("write", path, &error))
}
