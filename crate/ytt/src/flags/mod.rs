//! Parses ytt's command line to a [`Command`].
//!
//! Syntax, error messages and their order are those of Go's cobra and pflag, which ytt uses. Neither files nor the
//! environment are read.

mod comma_list;
mod described;
mod help;
mod table;
mod words;

pub use described::{DescribedFlag, FlagValue, described, similar_flag};

use crate::extensions::SCHEMA_PROPOSAL;
use crate::files::Links;
use crate::stdlib::YTT_VERSION;
use help::{help, help_about};
use table::{Asked, EXTENSION_FLAGS, Flag, SCHEMA_DIFF, TEMPLATE_FLAGS, flags_of};
use words::{Word, read_words};

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
    /// `ytt completion …`, which is not supported.
    Completion,
    /// `--help`, `help` or `version`: only prints this text.
    Print(String),
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
    let mut words: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut name = "";
    if let Some((at, command)) = subcommand(&words) {
        words.remove(at);
        name = command;
    }
    match name {
        "help" => Ok(Command::Print(help_about(&words)?)),
        "completion" => Ok(Command::Completion),
        _ => parse_command(name, &words),
    }
}

/// The index of the argument that [`parse`] does not accept; None if it accepts all.
pub fn wrong_argument(args: &[String]) -> Option<usize> {
    let error = parse(args).err()?;
    (0..args.len()).find(|last| parse(&args[..=*last]).is_err_and(|found| found == error))
}

/// The first word that is neither a flag nor the value of one, if it is the name of a command, with its index.
///
/// As in cobra, an unknown flag is assumed to have a value, since the flags of the command are not known yet.
fn subcommand(words: &[&str]) -> Option<(usize, &'static str)> {
    let flags = || TEMPLATE_FLAGS.iter().chain(EXTENSION_FLAGS);
    let is_switch = |matches: &dyn Fn(&Flag) -> bool| flags().any(|f| matches(f) && f.is_switch());
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        at += 1;
        if word == "--" {
            return None;
        }
        if let Some(long) = word.strip_prefix("--") {
            at += usize::from(!word.contains('=') && !is_switch(&|flag| flag.name == long));
        } else if let Some(short) = word.strip_prefix('-') {
            let alone = word.len() == 2 && word != "-=";
            at += usize::from(alone && !is_switch(&|flag| flag.short.is_some_and(|s| short.starts_with(s))));
        } else if !word.is_empty() {
            let is_known = |name: &str| name == word && (name != SCHEMA_DIFF || wants_proposal(words));
            return COMMANDS.iter().find(|(name, _)| is_known(name)).map(|(_, command)| (at - 1, *command));
        }
    }
    None
}

/// Whether the words turn on the extension `schema-proposal`. Without it, its flags and commands are unknown, as in
/// ytt.
fn wants_proposal(words: &[&str]) -> bool {
    const FLAG: &str = "--enable-extension";
    let apart = words.windows(2).any(|pair| pair == [FLAG, SCHEMA_PROPOSAL]);
    apart || words.iter().any(|word| word.split_once('=') == Some((FLAG, SCHEMA_PROPOSAL)))
}

const COMMANDS: &[(&str, &str)] = &[
    ("completion", "completion"),
    ("fmt", "fmt"),
    ("help", "help"),
    (SCHEMA_DIFF, SCHEMA_DIFF),
    ("template", "template"),
    ("t", "template"),
    ("tpl", "template"),
    ("version", "version"),
    ("website", "website"),
];

fn parse_command(name: &str, words: &[&str]) -> Result<Command, String> {
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
    if let Some(word) = extra {
        return Err(format!("command '{path}' does not accept extra arguments '{word}'"));
    }
    Ok(match name {
        "version" => Command::Print(version()),
        "website" => Command::Website,
        SCHEMA_DIFF => Command::SchemaDiff(Box::new(options)),
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
    let mut words: Vec<&str> = args.iter().map(String::as_str).collect();
    if let Some((at, _)) = subcommand(&words) {
        words.remove(at);
    }
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
