//! Files in the command line: without their flag, misspelled, or as an input and as data values.

use super::contains;
use crate::boundary::{Fix, RequestFile};
use crate::flags;
use crate::spelling::only_nearest;

/// Whether a word is a file, or a directory with files.
fn is_input(word: &str, files: &[RequestFile]) -> bool {
    let directory = format!("{}/", clean(word));
    files.iter().any(|file| file.path == clean(word) || file.path.starts_with(&directory))
}

fn clean(path: &str) -> &str {
    path.trim_start_matches("./").trim_end_matches('/')
}

/// The arguments with `-f` before the words that are files.
pub(super) fn with_file_flags(args: &[String], files: &[RequestFile]) -> Option<Vec<String>> {
    let mut args = args.to_vec();
    let before = args.len();
    while let Some(index) = flags::wrong_argument(&args) {
        if args[index].starts_with('-') || !is_input(&args[index], files) {
            return None;
        }
        args.insert(index, "-f".to_owned());
    }
    (args.len() > before).then_some(args)
}

/// The only file with a similar path, or with another extension for YAML.
pub(super) fn similar(path: &str, files: &[RequestFile]) -> Option<String> {
    let paths = || files.iter().map(|file| file.path.as_str());
    let stem = |path: &str| Some(path.strip_suffix(".yml").or_else(|| path.strip_suffix(".yaml"))?.to_owned());
    let same_stem = || paths().find(|known| stem(known).is_some() && stem(known) == stem(clean(path)));
    same_stem().or_else(|| only_nearest(path, paths())).map(str::to_owned)
}

/// Excludes a file with data values from the inputs: it would be printed too.
pub(super) fn without_input(mut args: Vec<String>, file: &str, files: &[RequestFile]) -> Vec<String> {
    // A mark that matches no file is an error.
    if !is_input(file, files) {
        return args;
    }
    let named =
        args.windows(2).position(|pair| matches!(pair[0].as_str(), "-f" | "--file") && clean(&pair[1]) == clean(file));
    if let Some(at) = named {
        args.drain(at..at + 2);
    }
    let inputs: Vec<&str> = flags::flag_values(&args)
        .into_iter()
        .filter(|(flag, _)| *flag == "file")
        .map(|(_, path)| clean(path))
        .collect();
    // Without any, all files are inputs.
    let inputs = if inputs.is_empty() && named.is_none() { vec!["."] } else { inputs };
    let within = |directory: &str| match directory {
        "." | "" => Some(clean(file).to_owned()),
        directory => clean(file).strip_prefix(directory)?.strip_prefix('/').map(str::to_owned),
    };
    if let Some(path) = inputs.into_iter().find_map(within) {
        args.extend(["--file-mark".to_owned(), format!("{path}:exclude=true")]);
    }
    args
}

/// The fix that removes all flags for a path, which may have been deleted.
pub(super) fn removed(args: &[String], path: &str) -> Fix {
    let is_about = |flag: &str, value: &str| match flag {
        "file-mark" => value.strip_prefix(path).is_some_and(|rest| rest.starts_with(':')),
        // A text.
        "data-value" | "data-value-yaml" => false,
        _ => value == path || value.rsplit_once('=').is_some_and(|(_, file)| file == path),
    };
    let mut drop: Vec<usize> = Vec::new();
    for (_, value) in flags::flag_values(args).into_iter().filter(|(flag, value)| is_about(flag, value)) {
        let Some(index) = args.iter().position(|arg| contains(arg, value)) else { continue };
        drop.push(index);
        // The value of the flag before it.
        if args[index] == value {
            drop.extend(index.checked_sub(1));
        }
    }
    let left = args.iter().enumerate().filter(|(index, _)| !drop.contains(index)).map(|(_, arg)| arg.clone());
    Fix { title: format!("Remove {path} from the flags"), edits: Vec::new(), args: Some(left.collect()) }
}

/// The fix that replaces a path in an argument.
pub(super) fn renamed(args: &[String], index: usize, from: &str, to: &str) -> Option<Fix> {
    let mut args = args.to_vec();
    args[index] = format!("{}{to}", args[index].strip_suffix(from)?);
    Some(Fix { title: format!("Replace with {to}"), edits: Vec::new(), args: Some(args) })
}
