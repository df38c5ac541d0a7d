//! A run of ytt on the disk as a bundle, and a bundle as files on the disk.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use ytterby::boundary::{Content, Request};
use ytterby::bundle::{Args, Bundle, BundleFile, BundleVariable};
use ytterby::{Clock, ParsedRequest};
use ytterby_ytt::files::{Disk, FileContent, Kind, Read, clean};

use crate::disk::{LocalDisk, make_directory, write_file};

/// The disk, which remembers what was found. It reads every file, also those that this run does not need: code and file marks may
/// name them, and the reader of a link may use them.
#[derive(Default)]
struct Recorder {
    disk: LocalDisk,
    files: RefCell<Vec<(String, Arc<[u8]>)>>,
}

impl Disk for Recorder {
    fn kind(&self, path: &str) -> Result<Kind, String> {
        self.disk.kind(path)
    }

    fn names(&self, directory: &str) -> Result<Vec<String>, String> {
        self.disk.names(directory)
    }

    fn read(&self, path: &str) -> FileContent {
        let content = self.disk.read(path).get().clone();
        let path = clean(path);
        let mut files = self.files.borrow_mut();
        if let Ok(bytes) = &content
            && files.iter().all(|(other, _)| *other != path)
        {
            files.push((path, bytes.clone()));
        }
        FileContent::Known(content)
    }

    fn standard_input(&self) -> Read {
        Err("a playground has no standard input; write it to a file".to_owned())
    }

    fn check_link(&self, path: &str, allowed: &[String]) -> Result<(), String> {
        self.disk.check_link(path, allowed)
    }

    fn unnamed(&self) -> Vec<(String, Arc<[u8]>)> {
        Vec::new()
    }
}

/// Runs ytt with these flags, and returns the files that it reads, the flags, and the environment variables that they name. The
/// templates may be wrong: a user may want to show that.
pub(super) fn collect(args: &[String], env: &[(String, String)], clock: &Clock) -> Result<Bundle, String> {
    let request = Request { args: args.to_vec(), env: env.to_vec(), ..Request::default() };
    let parsed = ParsedRequest::new(&request);
    let disk = Recorder::default();
    let response = ytterby::render_from(&disk, &parsed, clock.clone());
    let report = || response.report.trim_start_matches("ytt: Error:").trim().to_owned();
    let options = parsed.options().ok_or_else(report)?;
    if options.files.iter().any(|file| file == "-") {
        return Err("a playground has no standard input; write it to a file".to_owned());
    }
    let files = disk.files.into_inner();
    if files.is_empty() {
        return Err(if response.exit_status == 0 { "there are no files: use -f".to_owned() } else { report() });
    }
    let file = |(path, content): (String, Arc<[u8]>)| {
        if path.starts_with('/') || path.split('/').any(|part| part == "..") {
            return Err(format!("{path} is not below the current directory; run this command in a directory above it"));
        }
        Ok(BundleFile { path, content: Content::from_bytes(content.to_vec()) })
    };
    let values = &options.data_values;
    let prefixes: Vec<&String> = values.env_strings.iter().chain(&values.env_yaml).collect();
    let is_read = |name: &str| {
        let after = |prefix: &&&String| name.strip_prefix(prefix.as_str()).is_some_and(|rest| rest.starts_with('_'));
        prefixes.iter().any(|prefix| after(&prefix))
    };
    let variables = env.iter().filter(|(name, _)| is_read(name));
    Ok(Bundle {
        files: files.into_iter().map(file).collect::<Result<_, _>>()?,
        args: Args::Line(args.iter().map(|word| ytterby_links::quoted(word)).collect::<Vec<_>>().join(" ")),
        env: variables.map(|(name, value)| BundleVariable { name: name.clone(), value: value.clone() }).collect(),
        ..Bundle::default()
    })
}

/// Writes the files of a bundle into a directory. Returns the flags of ytt for them, and the environment variables.
pub(super) fn write(bundle: &Bundle, directory: &str) -> Result<String, String> {
    for BundleFile { path, .. } in &bundle.files {
        let is_inside = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0']);
        if !path.split('/').all(is_inside) || Path::new(path).is_absolute() || path.as_bytes().get(1) == Some(&b':') {
            return Err(format!("{path:?} is not a path in a directory"));
        }
        // A directory entry that exists may be a link to somewhere else.
        let mut place = directory.to_owned();
        for part in path.split('/') {
            place = format!("{place}/{part}");
            if Path::new(&place).is_symlink() {
                return Err(format!("{place} is a symbolic link"));
            }
        }
    }
    make_directory(directory, false)?;
    for BundleFile { path, content } in &bundle.files {
        write_file(&format!("{directory}/{path}"), content.as_bytes())?;
    }
    let words = bundle.args.words()?;
    let names_files =
        words.iter().any(|word| word.starts_with("-f") || word == "--file" || word.starts_with("--file="));
    let inputs =
        if names_files { Vec::new() } else { bundle.files.iter().flat_map(|file| ["-f", &file.path]).collect() };
    let flags: Vec<String> = inputs.into_iter().chain(words.iter().map(String::as_str)).map(shown).collect();
    let variables = bundle.env.iter().map(|BundleVariable { name, value }| format!("# {name}={}\n", shown(value)));
    Ok(format!("{}ytt {}\n", variables.collect::<String>(), flags.join(" ")))
}

/// A word for a shell; characters that would control a terminal are escaped.
fn shown(word: &str) -> String {
    if word.chars().any(|c| c.is_control() && c != '\n') {
        return format!("$'{}'", word.escape_default().to_string().replace('"', "\\\""));
    }
    ytterby_links::quoted(word)
}
