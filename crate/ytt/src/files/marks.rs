//! `--file-mark`: settings for files by the pattern of their path.

use super::{File, FileType, InputFile, Role, is_library};
use crate::diagnostics::Error;
use crate::limits::Budget;

/// Determines the roles of files, after applying file marks in order. Fails for wrong marks and those that match no
/// file, and where the budget is used up.
pub fn prepare(inputs: Vec<InputFile>, marks: &[String], budget: Option<&Budget>) -> Result<Vec<File>, Error> {
    let mut files: Vec<Marked> = inputs.into_iter().map(Marked::new).collect();
    for mark in marks {
        budget.map_or(Ok(()), |budget| budget.work(files.len()))?;
        apply(mark, &mut files).map_err(Error::message)?;
    }
    Ok(marked(files))
}

/// Like [`prepare`], but ignores marks for which it fails.
pub fn prepare_with_valid_marks(inputs: Vec<InputFile>, marks: &[String]) -> Vec<File> {
    let mut files: Vec<Marked> = inputs.into_iter().map(Marked::new).collect();
    for mark in marks {
        // A mark that fails has changed nothing.
        let _ = apply(mark, &mut files);
    }
    marked(files)
}

/// The files that no mark excludes, with their roles.
fn marked(mut files: Vec<Marked>) -> Vec<File> {
    if files.iter().any(|file| file.exclusive) {
        for file in &mut files {
            file.for_output = Some(file.exclusive);
        }
    }
    files.into_iter().filter(|file| !file.excluded).map(Marked::into_file).collect()
}

/// The marks that match one of the files or have no pattern, so that [`prepare`] fails only for wrong ones.
pub fn marks_that_match(marks: &[String], inputs: &[InputFile]) -> Vec<String> {
    let matches = |mark: &&String| {
        let pattern = mark.split_once(':').map(|(path, _)| Pattern::new(path));
        pattern.is_none_or(|pattern| inputs.iter().any(|file| pattern.matches(&file.original)))
    };
    marks.iter().filter(matches).cloned().collect()
}

/// A file with the settings of marks.
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

    fn into_file(self) -> File {
        let file_type = self.file_type.unwrap_or_else(|| self.input.file_type());
        let is_library = is_library(&self.input.path, file_type);
        let by_name = !is_library && matches!(file_type, FileType::Yaml | FileType::Text);
        let role = Role {
            file_type,
            is_library,
            is_template: self.template.unwrap_or(by_name),
            // Plain YAML is not a template, but part of the output.
            for_output: self.for_output.unwrap_or(self.template == Some(true) || by_name),
            path: self.input.path,
            host_path: self.input.host_path,
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

/// The pattern of a file mark: the first `**/*` matches anything, the first other `*` anything without a slash, both at
/// least one character. ytt takes any further `*` literally.
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

/// Tries all lengths of the at most two wildcards: quadratic in the length of the path.
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
