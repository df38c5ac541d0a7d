//! Parses ytt's command line to a [`Command`].
//!
//! Syntax, error messages and their order are those of Go's cobra and pflag, which ytt uses. Neither files nor the
//! environment are read.

mod comma_list;
mod commands;
mod complete;
mod described;
mod help;
mod table;
mod words;

pub use described::{DescribedFlag, FlagValue, described, similar_flag};

use crate::files::Links;
use crate::stdlib::YTT_VERSION;
use commands::{COMPLETE, COMPLETE_WITHOUT_DESCRIPTIONS, COMPLETION, SCHEMA_DIFF};
use complete::complete;
use help::{help, help_about};
use table::{Asked, flags_of};
use words::{Word, read_words};
use ytterby_starlark::quote;

/// A parsed command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The command itself, or its old name `template`.
    Template(Box<Options>),
    /// `schema-diff`, of the extension `schema-proposal`.
    SchemaDiff(Box<Options>),
    /// `ytt fmt`.
    Format {
        /// `-f`
        files: Vec<String>,
        /// `--strict`
        strict: bool,
    },
    /// `ytt website`, which is not supported.
    Website,
    /// `ytt completion bash` and the like: a script for a shell, which the host writes.
    Completion {
        /// The name of the shell.
        shell: &'static str,
        /// Not `--no-descriptions`.
        descriptions: bool,
    },
    /// `__complete`, which such a script calls.
    Complete(Completions),
    /// `--help`, `help` or `version`: only prints this text.
    Print(String),
}

/// The words that may come next in a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completions {
    /// The words, and the action of the shell besides offering them.
    pub text: String,
    /// For standard error, where scripts ignore it.
    pub message: String,
}

/// The values of flags, with ytt's defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `-f`: `FILE` or `PATH=FILE`.
    pub files: Vec<String>,
    /// `--file-mark`
    pub file_marks: Vec<String>,
    /// `--data-value` and the like.
    pub data_values: DataValueFlags,
    /// `--data-values-inspect`
    pub data_values_inspect: bool,
    /// `--data-values-schema-inspect`
    pub data_values_schema_inspect: bool,
    /// `--schema-inspect`, of the extension `schema-proposal`.
    pub schema_inspect: bool,
    /// `--old`: the files of the schema that `schema-diff` compares with.
    pub old_files: Vec<String>,
    /// `--enable-extension`: the names of extensions of ytt.
    pub extensions: Vec<String>,
    /// `--dangerous-data-values-disable-validation`
    pub skip_validation: bool,
    /// `--files-inspect`
    pub files_inspect: bool,
    /// `-o`, split at commas. Empty means the default.
    pub output: Vec<String>,
    /// `--output-files`; empty means standard output.
    pub output_files: String,
    /// `--dangerous-emptied-output-directory`; takes precedence over `output_files`.
    pub emptied_output_directory: String,
    /// `--strict`
    pub strict: bool,
    /// `--implicit-map-key-overrides`
    pub implicit_map_key_overrides: bool,
    /// `--ignore-unknown-comments`
    pub ignore_unknown_comments: bool,
    /// `--debug`
    pub debug: bool,
    /// `--bulk-in`: files as JSON, instead of `-f`.
    pub bulk_in: String,
    /// `--bulk-out`
    pub bulk_out: bool,
    /// `--dangerous-allow-all-symlink-destinations`
    pub allow_all_links: bool,
    /// `--allow-symlink-destination`, split at commas.
    pub allowed_links: Vec<String>,
}

/// The flags that set data values, each in the order of the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataValueFlags {
    /// `--data-values-file`.
    pub from_files: Vec<String>,
    /// `--data-values-env`.
    pub env_strings: Vec<String>,
    /// `--data-values-env-yaml`.
    pub env_yaml: Vec<String>,
    /// `--data-value`.
    pub strings: Vec<String>,
    /// `--data-value-yaml`.
    pub yaml: Vec<String>,
    /// `--data-value-file`.
    pub files: Vec<String>,
}

/// The format of output documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormat {
    /// `-o yaml`
    Yaml,
    /// `-o json`
    Json,
    /// `-o pos`: YAML with the position of each line in the input.
    Positions,
}

impl Options {
    /// The first file format of `-o`. Fails for unknown values of `-o`.
    pub fn output_format(&self) -> Result<OutputFormat, String> {
        self.check_output()?;
        let format = |name: &String| match name.as_str() {
            "yaml" => Some(OutputFormat::Yaml),
            "json" => Some(OutputFormat::Json),
            "pos" => Some(OutputFormat::Positions),
            _ => None,
        };
        Ok(self.output.iter().find_map(format).unwrap_or(OutputFormat::Yaml))
    }

    /// Whether `-o` has the schema type OpenAPI. Fails for unknown values of `-o`.
    pub fn wants_open_api(&self) -> Result<bool, String> {
        self.check_output()?;
        Ok(self.output.iter().any(|name| name == OPEN_API))
    }

    /// Whether `-o` has the format HTML of `--schema-inspect`. Fails for unknown values of `-o`.
    pub fn wants_html(&self) -> Result<bool, String> {
        self.check_output()?;
        Ok(self.output.iter().any(|name| name == HTML))
    }

    fn check_output(&self) -> Result<(), String> {
        let known =
            |name: &str| ["yaml", "json", "pos", OPEN_API].contains(&name) || (name == HTML && self.schema_inspect);
        match self.output.iter().find(|name| !known(name)) {
            Some(name) => Err(format!("Unknown output type '{name}'")),
            None => Ok(()),
        }
    }

    /// The directory of output files; None for standard output.
    pub fn output_directory(&self) -> Option<&str> {
        [&self.emptied_output_directory, &self.output_files]
            .into_iter()
            .find(|path| !path.is_empty())
            .map(String::as_str)
    }

    /// The symbolic links that may be followed.
    pub fn links(&self) -> Links {
        Links { allow_all: self.allow_all_links, allowed: self.allowed_links.clone() }
    }
}

const OPEN_API: &str = "openapi-v3";
const HTML: &str = "html";

/// Parses a command line, without the name of the program. The error is ytt's, without `ytt: Error: `.
pub fn parse(args: &[String]) -> Result<Command, String> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let (path, words) = commands::find(&words);
    match path {
        "help" => Ok(Command::Print(help_about(&words)?)),
        COMPLETE | COMPLETE_WITHOUT_DESCRIPTIONS => Ok(Command::Complete(complete(&words, path == COMPLETE)?)),
        _ => parse_command(path, &words),
    }
}

/// The index of the argument that [`parse`] does not accept; None if it accepts all.
pub fn wrong_argument(args: &[String]) -> Option<usize> {
    let error = parse(args).err()?;
    (0..args.len()).find(|last| parse(&args[..=*last]).is_err_and(|found| found == error))
}

fn parse_command(name: &'static str, words: &[&str]) -> Result<Command, String> {
    let mut options = Options::default();
    let mut asked = Asked::default();
    let mut extra = None;
    read_words(&flags_of(name), words, &mut |word| match word {
        Word::Flag(flag, value) => flag.set(&mut options, &mut asked, value),
        Word::Plain(word) => {
            extra = extra.or(Some(word));
            Ok(())
        }
    })?;
    let path = if name.is_empty() { "ytt".to_owned() } else { format!("ytt {name}") };
    if asked.help {
        return Ok(Command::Print(help(name, !options.extensions.is_empty())));
    }
    if asked.version {
        return Ok(Command::Print(version()));
    }
    if name == COMPLETION {
        return Ok(Command::Print(help(name, false)));
    }
    if let Some(word) = extra {
        if name.starts_with(COMPLETION) {
            return Err(format!("unknown command {} for {}", quote(word), quote(&path)));
        }
        return Err(format!("command '{path}' does not accept extra arguments '{word}'"));
    }
    Ok(match name {
        "version" => Command::Print(version()),
        "website" => Command::Website,
        SCHEMA_DIFF => Command::SchemaDiff(Box::new(options)),
        _ if name.starts_with(COMPLETION) => {
            Command::Completion { shell: name.rsplit(' ').next().unwrap_or(name), descriptions: !asked.no_descriptions }
        }
        "fmt" => Command::Format { files: options.files, strict: options.strict },
        _ => Command::Template(Box::new(options)),
    })
}

/// The output of `ytt version`.
fn version() -> String {
    format!("ytt version {YTT_VERSION}\n")
}

/// The flags of a command line with their values, which are slices of `args`. Flags after the first error, which [`parse`] reports, are
/// left out.
pub fn flag_values(args: &[String]) -> Vec<(&'static str, &str)> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let (_, words) = commands::find(&words);
    let mut values = Vec::new();
    let _ = read_words(&flags_of("template"), &words, &mut |word| {
        if let Word::Flag(flag, value) = word {
            values.push((flag.name, value));
        }
        Ok(())
    });
    values
}

#[cfg(test)]
mod tests {
    use super::table::TEMPLATE_FLAGS;
    use super::*;

    fn parse_words(words: &[&str]) -> Result<Command, String> {
        parse(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    fn options(words: &[&str]) -> Options {
        match parse_words(words) {
            Ok(Command::Template(options)) => *options,
            other => panic!("{words:?} gave {other:?}"),
        }
    }

    fn error(words: &[&str]) -> String {
        parse_words(words).expect_err("an error")
    }

    #[test]
    fn a_value_may_stand_in_four_places() {
        for words in [&["-f", "x"][..], &["-fx"], &["-f=x"], &["--file", "x"], &["--file=x"], &["-sf", "x"]] {
            assert_eq!(options(words).files, ["x"], "{words:?}");
        }
        assert_eq!(options(&["-v", "a=b", "--data-value=c=d"]).data_values.strings, ["a=b", "c=d"]);
        assert_eq!(options(&["-f="]).files, ["="]);
    }

    #[test]
    fn switches_take_a_value_after_an_equals_sign_only() {
        assert!(options(&["--strict"]).strict && options(&["-s=T"]).strict && !options(&["-s", "--strict=0"]).strict);
        assert_eq!(error(&["--strict", "no"]), "command 'ytt' does not accept extra arguments 'no'");
        assert_eq!(
            error(&["-s=a\tb\u{1}\""]),
            "invalid argument \"a\\tb\\x01\\\"\" for \"-s, --strict\" flag: \
             strconv.ParseBool: parsing \"a\\tb\\x01\\\"\": invalid syntax"
        );
    }

    #[test]
    fn complaints_are_those_of_the_flag_library() {
        assert_eq!(error(&["--nope=1"]), "unknown flag: --nope");
        assert_eq!(error(&["-sz"]), "unknown shorthand flag: 'z' in -z");
        assert_eq!(error(&["-é"]), "unknown shorthand flag: 'Ã' in -é");
        assert_eq!(error(&["-f"]), "flag needs an argument: 'f' in -f");
        assert_eq!(error(&["--file"]), "flag needs an argument: --file");
        assert_eq!(error(&["---x"]), "bad flag syntax: ---x");
        assert_eq!(error(&["-"]), "command 'ytt' does not accept extra arguments '-'");
        assert_eq!(error(&["--", "-f"]), "command 'ytt' does not accept extra arguments '-f'");
        assert_eq!(error(&["-f", "a", "version", "x"]), "unknown shorthand flag: 'f' in -f");
        assert_eq!(error(&["fmt", "x"]), "command 'ytt fmt' does not accept extra arguments 'x'");
    }

    #[test]
    fn output_types_are_split_at_commas_and_checked_late() {
        assert_eq!(options(&["-o", "json,pos", "-oyaml"]).output, ["json", "pos", "yaml"]);
        assert_eq!(options(&["-o", "json"]).output_format(), Ok(OutputFormat::Json));
        assert_eq!(options(&["-o", "openapi-v3"]).output_format(), Ok(OutputFormat::Yaml));
        assert_eq!(options(&["-o", "\"a,b\""]).output_format(), Err("Unknown output type 'a,b'".to_owned()));
        assert_eq!(options(&["-o", "\"a\"\"b\",c\nd"]).output, ["a\"b", "c"]);
    }

    #[test]
    fn badly_quoted_output_types_say_where() {
        let reason = |text: &str| comma_list::split(text).expect_err("an error");
        assert_eq!(reason("a\"b"), "parse error on line 1, column 2: bare \" in non-quoted-field");
        assert_eq!(reason("\"a\"b"), "parse error on line 1, column 3: extraneous or missing \" in quoted-field");
        assert_eq!(reason("\"a"), "parse error on line 1, column 3: extraneous or missing \" in quoted-field");
        assert_eq!(reason("\n"), "EOF");
    }

    #[test]
    fn flag_values_are_slices_of_their_words() {
        let args = ["-s", "-va=b", "--data-value-yaml=c=d", "tpl", "--data-value", "e=f"].map(str::to_owned);
        let expected = [("strict", "true"), ("data-value", "a=b"), ("data-value-yaml", "c=d"), ("data-value", "e=f")];
        assert_eq!(flag_values(&args), expected);
        assert_eq!(flag_values(&["--nope".to_owned()]), []);
    }

    #[test]
    fn a_command_may_stand_among_flags() {
        assert_eq!(options(&["-f", "version", "tpl"]).files, ["version"]);
        assert!(matches!(parse_words(&["version"]), Ok(Command::Print(text)) if text == version()));
        assert!(matches!(parse_words(&["--version", "-f", "x"]), Ok(Command::Print(text)) if text == version()));
        let format = Command::Format { files: vec!["x".to_owned()], strict: true };
        assert_eq!(parse_words(&["-s", "fmt", "-f", "x"]), Ok(format));
    }

    #[test]
    fn completion_has_commands_of_its_own() {
        let script = Command::Completion { shell: "zsh", descriptions: false };
        assert_eq!(parse_words(&["completion", "zsh", "--no-descriptions"]), Ok(script));
        assert_eq!(parse_words(&["completion", "nope"]), parse_words(&["completion", "--help"]));
        assert_eq!(error(&["completion", "bash", "x"]), "unknown command \"x\" for \"ytt completion bash\"");
        assert_eq!(error(&["completion", "--no-descriptions"]), "unknown flag: --no-descriptions");
        assert_eq!(error(&["zsh"]), "command 'ytt' does not accept extra arguments 'zsh'");
        // The command is found before there is a flag `--help`, which is therefore taken for one with a value.
        assert_eq!(parse_words(&["--help", "fmt"]), parse_words(&["--help"]));
    }

    #[test]
    fn schemas_are_compared_where_the_extension_is_on() {
        let on = "--enable-extension=schema-proposal";
        let Ok(Command::SchemaDiff(options)) = parse_words(&["schema-diff", on, "--old", "a", "--old=b", "-f", "c"])
        else {
            panic!("no schema-diff")
        };
        assert_eq!((options.old_files, options.files), (vec!["a".to_owned(), "b".to_owned()], vec!["c".to_owned()]));
        let on = ["--enable-extension", "schema-proposal", "schema-diff"];
        assert!(matches!(parse_words(&on), Ok(Command::SchemaDiff(_))));
        assert_eq!(error(&["schema-diff", "--old", "a"]), "unknown flag: --old");
        assert_eq!(error(&["schema-diff"]), "command 'ytt' does not accept extra arguments 'schema-diff'");
        assert_eq!(error(&["schema-diff", "--enable-extension", "x", "--old", "a"]), "unknown flag: --old");
        assert_eq!(error(&[&on[..], &["-v", "a=1"]].concat()), "unknown shorthand flag: 'v' in -v");
        assert_eq!(error(&[&on[..], &["x"]].concat()), "command 'ytt schema-diff' does not accept extra arguments 'x'");
        let Ok(Command::Print(help)) = parse_words(&[&on[..], &["--help"]].concat()) else { panic!("no help") };
        assert!(help.contains("--old") && help.contains("ytt schema-diff [flags]"), "{help}");
    }

    #[test]
    fn the_wrong_argument_is_found() {
        let wrong = |words: &[&str]| wrong_argument(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!(wrong(&["-f", "x"]), None);
        assert_eq!(wrong(&["-f", "x", "--fiel", "y"]), Some(2));
        assert_eq!(wrong(&["--strict=maybe", "-f", "x"]), Some(0));
        assert_eq!(wrong(&["-s", "--data-value"]), Some(1));
        assert_eq!(wrong(&["-s", "x", "y"]), Some(1));
    }

    #[test]
    fn help_names_every_flag() {
        let Ok(Command::Print(text)) = parse_words(&["--help"]) else { panic!("no help") };
        assert!(TEMPLATE_FLAGS.iter().all(|flag| text.contains(&format!("--{}", flag.name))));
        assert!(text.contains("  -h, --help                                        help for ytt\n"));
    }
}
