//! The command line for editors: its flags, and the arguments that problems are about.

mod data_values;
mod files;
mod marks;
mod values_file;
mod words;

use crate::boundary::{Diagnostic, Fix, FlagDescription, FlagValueKind, Request, RequestFile};
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::{Error, ErrorKind};
use crate::editor::always_a_string;
use crate::editor::headline::{headline, or_nearest, quoted};
use crate::flags::{self, DescribedFlag, FlagValue};
use crate::spelling::only_nearest;

/// All flags of `ytt` and its extensions, sorted by name.
pub fn flag_descriptions() -> Vec<FlagDescription> {
    let description = |flag: DescribedFlag| FlagDescription {
        name: format!("--{}", flag.name),
        short: flag.short.map(|short| format!("-{short}")),
        value: flag.value.map(|value| match value {
            FlagValue::File => FlagValueKind::File,
            FlagValue::DataValue => FlagValueKind::DataValue,
            FlagValue::Text => FlagValueKind::Text,
        }),
        description: flag.description.to_owned(),
        is_extension: flag.is_extension,
    };
    flags::described().into_iter().map(description).collect()
}

/// Completes the diagnostics of a command line that is not accepted.
pub(crate) fn explain(args: &[String], input: &[RequestFile], diagnostics: &mut [Diagnostic]) {
    let Some(Mistake { index, cause, fixes }) = mistake(args, input) else { return };
    for diagnostic in diagnostics {
        diagnostic.argument = u32::try_from(index).ok();
        diagnostic.headline = headline(Code::Flag, Some(&cause), None);
        diagnostic.fixes.clone_from(&fixes);
        let _ = words::explain(args, input, index, diagnostic);
    }
}

/// An argument that is not accepted.
pub(crate) struct Mistake {
    index: usize,
    pub(crate) cause: Cause,
    fixes: Vec<Fix>,
}

/// The mistake of a command line that is not accepted.
pub(crate) fn mistake(args: &[String], input: &[RequestFile]) -> Option<Mistake> {
    let index = flags::wrong_argument(args)?;
    let text = args[index].clone();
    let flag = text.split('=').next().unwrap_or_default().to_owned();
    let is_known = || flags::described().iter().any(|known| flag.strip_prefix("--") == Some(known.name));
    let mut fixes = Vec::new();
    let with_flags = files::with_file_flags(args, input);
    let cause = if flag.starts_with("--") && !is_known() {
        let of_other = OTHER_TOOLS.iter().find(|(name, _)| *name == flag).map(|(_, ours)| (*ours).to_owned());
        let similar = || flags::similar_flag(&flag).map(|similar| for_value(similar, args, index));
        let nearest = of_other.or_else(similar);
        fixes.extend(nearest.iter().map(|nearest| renamed(args, input, index, &flag, nearest)));
        Cause::UnknownFlag { nearest, flag }
    } else if text.starts_with('-') && text.len() == 2 && !text.starts_with("--") {
        Cause::UnknownFlag { flag: text, nearest: None }
    } else if let Some(args) = with_flags {
        let title = "Use -f".to_owned();
        fixes.push(Fix { title, edits: Vec::new(), args: Some(args) });
        Cause::NoFlag { flag: "-f", text }
    } else if !text.starts_with('-') && text.contains('=') {
        Cause::NoFlag { flag: YAML_FLAG, text }
    } else {
        Cause::Argument { text }
    };
    Some(Mistake { index, cause, fixes })
}

/// Flags of Helm, and those of ytt that do the same.
const OTHER_TOOLS: [(&str, &str); 5] = [
    ("--set", YAML_FLAG),
    ("--set-string", "--data-value"),
    ("--set-file", "--data-value-file"),
    ("--values", VALUES_FLAG),
    ("--output-dir", "--output-files"),
];

/// The flag for files, if `--data-value` is similar and its value is a file: `--data-values values.yml`.
fn for_value(similar: String, args: &[String], index: usize) -> String {
    let value = value_at(args, index);
    let is_file = value.is_some_and(|value| [".yml", ".yaml", ".json"].iter().any(|end| value.ends_with(end)));
    let is_pair = value.is_some_and(|value| value.contains('='));
    if similar == "--data-value" && is_file && !is_pair { VALUES_FLAG.to_owned() } else { similar }
}

/// The value of the flag of an argument, which may be the next one.
fn value_at(args: &[String], index: usize) -> Option<&str> {
    args[index].split_once('=').map(|(_, value)| value).or_else(|| args.get(index + 1).map(String::as_str))
}

/// The fix that replaces the name of a flag.
fn renamed(args: &[String], input: &[RequestFile], index: usize, from: &str, to: &str) -> Fix {
    let mut args = args.to_vec();
    args[index] = format!("{to}{}", &args[index][from.len()..]);
    if to == VALUES_FLAG
        && let Some(file) = value_at(&args, index).map(str::to_owned)
    {
        args = files::without_input(args, &file, input);
    }
    Fix { title: format!("Use {to}"), edits: Vec::new(), args: Some(args) }
}

/// The value of the command line that is wrong: the path of a file that does not exist, a data value without its value.
pub(crate) fn wrong_value(error: &Error) -> Option<String> {
    match &*error.0 {
        ErrorKind::Message(message) => match &message.cause {
            Some(Cause::NoFile { path, .. } | Cause::EmptiedDirectory { path }) => Some(path.clone()),
            Some(Cause::NoPair { value, .. }) => Some(value.clone()),
            _ => None,
        },
        ErrorKind::Context(_, inner) | ErrorKind::ContextLine(_, inner) => wrong_value(inner),
        _ => None,
    }
}

/// Sets the argument of the problem of a value of the command line.
pub(crate) fn locate_value(args: &[String], input: &[RequestFile], path: &str, diagnostics: &mut [Diagnostic]) {
    let is_path = |value: &str| value == path || value.rsplit_once('=').is_some_and(|(_, file)| file == path);
    let index = flags::flag_values(args).into_iter().find(|(_, value)| is_path(value));
    let index = index.and_then(|(_, value)| args.iter().position(|arg| contains(arg, value)));
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.primary.is_none()) {
        diagnostic.argument = index.and_then(|index| u32::try_from(index).ok());
        if let Some((index, fix)) = index.and_then(|index| Some((index, words::with_equals_sign(args, index, path)?))) {
            let joined = fix.args.as_ref().and_then(|args| args.get(index)).cloned().unwrap_or_default();
            diagnostic.headline = words::lacks_equals_sign(path, &joined);
            diagnostic.fixes.push(fix);
        }
        let Some(index) = index.filter(|_| diagnostic.code == Code::File.as_str()) else { continue };
        if let Some(nearest) = files::similar(path, input) {
            diagnostic.fixes.extend(files::renamed(args, index, path, &nearest));
            let cause = Cause::NoFile { path: path.to_owned(), nearest: Some(nearest) };
            diagnostic.headline = headline(Code::File, Some(&cause), None);
        }
        diagnostic.fixes.push(files::removed(args, path));
    }
}

fn contains(arg: &str, value: &str) -> bool {
    arg.as_bytes().as_ptr_range().contains(&value.as_ptr())
}

/// Sets the arguments of problems with positions in the values of flags.
pub(crate) fn locate(args: &[String], diagnostics: &mut [Diagnostic]) {
    for diagnostic in diagnostics {
        let place = diagnostic.primary.as_ref().map(|place| place.file.as_str()).unwrap_or_default();
        let Some((flag, whole)) = place.strip_prefix('(').and_then(|rest| rest.split_once(" arg)")) else { continue };
        let values: Vec<&str> =
            flags::flag_values(args).into_iter().filter(|(name, _)| *name == flag).map(|(_, value)| value).collect();
        let value = match (&values[..], &diagnostic.path) {
            ([only], _) => Some(*only),
            (values, _) if values.contains(&whole.trim_start()) => Some(whole.trim_start()),
            (values, Some(path)) => values.iter().copied().rev().find(|value| is_about(value, path)),
            _ => None,
        };
        let value = value.and_then(|value| values.iter().copied().find(|known| *known == value));
        let index = value.and_then(|value| args.iter().position(|arg| contains(arg, value)));
        diagnostic.argument = index.and_then(|index| u32::try_from(index).ok());
        if let (Some(index), Some(value)) = (index, value) {
            data_values::explain(diagnostic, args, index, value);
        }
        if diagnostic.hints.contains(&always_a_string(YAML_FLAG)) {
            let args = index.zip(value).and_then(|(index, value)| with_yaml_flag(args, index, value));
            let title = format!("Use {YAML_FLAG}");
            diagnostic.fixes.extend(args.map(|args| Fix { title, edits: Vec::new(), args: Some(args) }));
        }
    }
}

const YAML_FLAG: &str = "--data-value-yaml";

const VALUES_FLAG: &str = "--data-values-file";

/// The formats of output in ytt.
const FORMATS: [&str; 3] = ["yaml", "json", "pos"];

/// Completes the diagnostics of values of flags that ytt does not accept: formats of the output, file marks, and files of data values.
pub(crate) fn explain_values(request: &Request, diagnostics: &mut [Diagnostic]) {
    let Request { args, files: input, .. } = request;
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.code == Code::DataValues.as_str()) {
        let _ = values_file::explain(request, diagnostic);
    }
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.code == Code::Flag.as_str()) {
        let _ = wrong_format(args, diagnostic)
            .or_else(|| marks::explain(args, input, diagnostic))
            .or_else(|| lacks_format(args, diagnostic));
    }
}

/// Explains `--data-values-schema-inspect` without the format that it needs.
#[inline(never)]
fn lacks_format(args: &[String], diagnostic: &mut Diagnostic) -> Option<()> {
    let flag = "--data-values-schema-inspect";
    let index = args.iter().position(|arg| arg == flag)?;
    if !diagnostic.message.contains("only supported in OpenAPI v3 format") {
        return None;
    }
    let format = "openapi-v3";
    diagnostic.headline = format!("{} needs {}", quoted(flag), quoted(&format!("-o {format}")));
    diagnostic.argument = u32::try_from(index).ok();
    // Another format that is named has to be replaced.
    if flags::flag_values(args).iter().all(|(flag, _)| *flag != "output") {
        let args = [args, &["-o".to_owned(), format.to_owned()]].concat();
        diagnostic.fixes = vec![Fix { title: format!("Add -o {format}"), edits: Vec::new(), args: Some(args) }];
    }
    Some(())
}

// A first render has no such problem.
#[inline(never)]
fn wrong_format(args: &[String], diagnostic: &mut Diagnostic) -> Option<()> {
    let message = diagnostic.message.strip_prefix("Unknown output type '");
    let name = message?.strip_suffix('\'')?.to_owned();
    let names = FORMATS.map(quoted).join(", ");
    let nearest = if name == "yml" { Some("yaml") } else { only_nearest(&name, FORMATS) };
    let nearest = nearest.map(str::to_owned);
    let no_such = format!("There is no output format {}", quoted(&name));
    diagnostic.headline =
        if nearest.is_none() { format!("{no_such}, only {names}") } else { or_nearest(no_such, &nearest) };
    let values = flags::flag_values(args);
    let value = values.iter().find(|(flag, value)| *flag == "output" && *value == name).map(|(_, value)| *value);
    let index = value.and_then(|value| args.iter().position(|arg| contains(arg, value)));
    diagnostic.argument = index.and_then(|index| u32::try_from(index).ok());
    if let (Some(index), Some(nearest)) = (index, nearest) {
        diagnostic.fixes.extend(files::renamed(args, index, &name, &nearest));
    }
    Some(())
}

/// The arguments with another flag for a value of `--data-value`. None where its short name is combined with others.
fn with_yaml_flag(args: &[String], index: usize, value: &str) -> Option<Vec<String>> {
    let mut args = args.to_vec();
    if args[index] == value {
        let flag =
            args.get_mut(index.checked_sub(1)?).filter(|flag| ["--data-value", "-v"].contains(&flag.as_str()))?;
        YAML_FLAG.clone_into(flag);
    } else if ["--data-value=", "-v", "-v="].iter().any(|flag| args[index].strip_prefix(flag) == Some(value)) {
        args[index] = format!("{YAML_FLAG}={value}");
    } else {
        return None;
    }
    Some(args)
}

/// Whether the value of a flag sets the data value of a path, or one that contains it.
fn is_about(value: &str, path: &str) -> bool {
    let key = value.split('=').next().unwrap_or_default();
    let key = key.rsplit(':').next().unwrap_or_default();
    path.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

#[cfg(test)]
mod tests {
    use crate::boundary::{Content, Diagnostic, Request, RequestFile};
    use std::rc::Rc;

    fn problem(args: &[&str]) -> Diagnostic {
        let schema = "#@data/values-schema\n---\nport: 1\nhost: a\n";
        let file = RequestFile { path: "schema.yml".to_owned(), content: Content::Text(schema.to_owned()) };
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        let request = Request { files: vec![file], args, ..Request::default() };
        crate::render(&request, Rc::new(|| 0.0)).diagnostics.into_iter().next().unwrap()
    }

    #[test]
    fn a_string_that_should_be_a_number_is_read_as_yaml() {
        let fixed = |args: &[&str]| {
            let fixes = problem(args).fixes;
            fixes.into_iter().map(|fix| fix.args.unwrap_or_default().join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(fixed(&["-s", "--data-value", "port=3"]), ["-s --data-value-yaml port=3"]);
        assert_eq!(fixed(&["-v", "host=b", "-v", "port=3"]), ["-v host=b --data-value-yaml port=3"]);
        assert_eq!(fixed(&["--data-value=port=3"]), ["--data-value-yaml=port=3"]);
        assert_eq!(fixed(&["-vport=3"]), ["--data-value-yaml=port=3"]);
        assert_eq!(fixed(&["-sv", "port=3"]), [""; 0]);
        assert_eq!(fixed(&["--data-value", "port=x"]), [""; 0]);
    }

    #[test]
    fn problems_in_the_command_line_have_an_argument() {
        let wrong = problem(&["-f", ".", "--fiel", "x"]);
        assert_eq!(
            (wrong.argument, wrong.headline.as_str()),
            (Some(2), "There is no flag `--fiel`; did you mean `--file`?")
        );
        let wrong = problem(&["-s", "more"]);
        assert_eq!((wrong.argument, wrong.headline.as_str()), (Some(1), "`more` is not valid in the command line"));
        let wrong = problem(&["--data-value", "host=b", "--data-value", "port=x"]);
        assert_eq!(
            (wrong.argument, wrong.headline.as_str()),
            (Some(3), "`port` must be an integer, but it is a string")
        );
        let wrong = problem(&["-v", "host=b", "--data-value-yaml", "host=c", "--data-value-yaml", "port=[1"]);
        assert_eq!((wrong.argument, wrong.headline.as_str()), (Some(5), "The bracket in line 1 is not closed"));
        let wrong = problem(&["-v", "host=b", "-v", "port"]);
        assert_eq!((wrong.argument, wrong.headline.as_str()), (Some(3), "`port` needs a key and a value: `port=…`"));
        let wrong = problem(&["--dangerous-emptied-output-directory", "."]);
        assert_eq!(
            (wrong.argument, wrong.headline.as_str()),
            (Some(1), "The output directory is emptied first, and cannot be `.`")
        );
        let wrong = problem(&["-f", ".", "-f", "there.yml=gone.yml"]);
        assert_eq!((wrong.argument, wrong.headline.as_str()), (Some(3), "There is no file `gone.yml`"));
        let wrong = problem(&["--file=gone.yml"]);
        assert_eq!((wrong.argument, wrong.headline.as_str()), (Some(0), "There is no file `gone.yml`"));
    }
}
