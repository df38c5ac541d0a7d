//! ytt's command line as data: one parser for the command, the page's flags bar, the tests.
//!
//! Takes words, hands on a [`Command`]. What is accepted, the order of complaints and their texts are those of the
//! flag library that ytt is built with: `--flag value`, `--flag=value`, `-fvalue`, `-f value`, `-f=value`, `-sf value`,
//! flags and words mixed, everything after `--` a word. Nothing is looked up here, neither files nor the environment.

use crate::extensions::SCHEMA_PROPOSAL;
use crate::files::Links;

/// What a command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The command itself, or its old name `template`.
    Template(Box<Options>),
    /// `schema-diff`, of the extension `schema-proposal`.
    SchemaDiff(Box<Options>),
    /// `ytt fmt`.
    Format { files: Vec<String>, strict: bool },
    /// `ytt website`: there is no server here.
    Website,
    /// `ytt completion …`, for shells.
    Completion,
    /// `--help`, `help`, `version`: text for standard output, and nothing else happens.
    Print(String),
}

/// The flags of `ytt`, with the names and defaults of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `-f`: each is `path` or `shown=path`.
    pub files: Vec<String>,
    pub file_marks: Vec<String>,
    pub data_values: DataValueFlags,
    pub data_values_inspect: bool,
    pub data_values_schema_inspect: bool,
    /// `--schema-inspect`, of the extension `schema-proposal`.
    pub schema_inspect: bool,
    /// `--old`: the files of the schema that `schema-diff` compares with.
    pub old_files: Vec<String>,
    /// `--enable-extension`: what goes beyond ytt, by name.
    pub extensions: Vec<String>,
    /// `--dangerous-data-values-disable-validation`.
    pub skip_validation: bool,
    pub files_inspect: bool,
    /// `-o`, split at commas. Empty means the default.
    pub output: Vec<String>,
    /// `--output-files`; empty means standard output.
    pub output_files: String,
    /// `--dangerous-emptied-output-directory`; goes before `output_files`.
    pub emptied_output_directory: String,
    pub strict: bool,
    pub implicit_map_key_overrides: bool,
    pub ignore_unknown_comments: bool,
    pub debug: bool,
    /// `--bulk-in`: files as JSON, instead of `-f`.
    pub bulk_in: String,
    pub bulk_out: bool,
    pub allow_all_links: bool,
    pub allowed_links: Vec<String>,
}

/// The flags that set data values, as typed, in the order of each flag.
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

/// How documents are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormat {
    Yaml,
    Json,
    /// Lines with the places they came from.
    Positions,
}

impl Options {
    /// The first file format among `-o`; the error is for words that `-o` does not know.
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

    /// Whether `-o` asks for the schema as OpenAPI.
    pub fn wants_open_api(&self) -> Result<bool, String> {
        self.check_output()?;
        Ok(self.output.iter().any(|name| name == OPEN_API))
    }

    /// Whether `-o` asks for `--schema-inspect` as a page.
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

    /// The directory that output files go to, if any.
    pub fn output_directory(&self) -> Option<&str> {
        [&self.emptied_output_directory, &self.output_files]
            .into_iter()
            .find(|path| !path.is_empty())
            .map(String::as_str)
    }

    pub fn links(&self) -> Links {
        Links { allow_all: self.allow_all_links, allowed: self.allowed_links.clone() }
    }
}

const OPEN_API: &str = "openapi-v3";
const HTML: &str = "html";

/// Reads a command line, without the program's own name. The error is what stands after `ytt: Error: `.
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
        _ => parse_for(name, &words),
    }
}

/// The first word that is neither a flag nor a flag's value, if it names a command.
///
/// Flags are guessed at, since those of the command are not known yet: `--nope x` takes `x` for a value.
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

/// Whether the words turn on the extension `schema-proposal`. Looked at before they are read, for ytt knows no flag of that name.
fn wants_proposal(words: &[&str]) -> bool {
    const FLAG: &str = "--enable-extension";
    let apart = words.windows(2).any(|pair| pair == [FLAG, SCHEMA_PROPOSAL]);
    apart || words.iter().any(|word| word.split_once('=') == Some((FLAG, SCHEMA_PROPOSAL)))
}

const SCHEMA_DIFF: &str = "schema-diff";

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

fn parse_for(name: &str, words: &[&str]) -> Result<Command, String> {
    let flags = flags_of(name);
    let mut options = Options::default();
    let mut asked = Asked::default();
    let mut extra = None;
    let mut rest = words.iter().copied();
    while let Some(word) = rest.next() {
        if word == "--" {
            extra = extra.or(rest.next());
            break;
        } else if let Some(long) = word.strip_prefix("--") {
            let (flag, value) = long_flag(&flags, word, long, &mut rest)?;
            flag.set(&mut options, &mut asked, value)?;
        } else if word.len() > 1 && word.starts_with('-') {
            short_flags(&flags, &word[1..], &mut rest, &mut |flag, value| flag.set(&mut options, &mut asked, value))?;
        } else {
            extra = extra.or(Some(word));
        }
    }
    let path = if name.is_empty() { "ytt".to_owned() } else { format!("ytt {name}") };
    if asked.help {
        return Ok(Command::Print(help(name, !options.extensions.is_empty())));
    }
    if asked.version {
        return Ok(Command::Print(YTT_VERSION.to_owned()));
    }
    if let Some(word) = extra {
        return Err(format!("command '{path}' does not accept extra arguments '{word}'"));
    }
    Ok(match name {
        "version" => Command::Print(YTT_VERSION.to_owned()),
        "website" => Command::Website,
        SCHEMA_DIFF => Command::SchemaDiff(Box::new(options)),
        "fmt" => Command::Format { files: options.files, strict: options.strict },
        _ => Command::Template(Box::new(options)),
    })
}

/// The reference's version, as `ytt version` prints it.
const YTT_VERSION: &str = "ytt version 0.48.0\n";

#[derive(Default)]
struct Asked {
    help: bool,
    version: bool,
}

fn long_flag<'f, 'w>(
    flags: &[&'f Flag],
    word: &str,
    long: &'w str,
    rest: &mut impl Iterator<Item = &'w str>,
) -> Result<(&'f Flag, &'w str), String> {
    if long.starts_with(['-', '=']) {
        return Err(format!("bad flag syntax: {word}"));
    }
    let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
    let flag = flags.iter().find(|flag| flag.name == name).ok_or_else(|| format!("unknown flag: --{name}"))?;
    let value = match value {
        Some(value) => value,
        None if flag.is_switch() => "true",
        None => rest.next().ok_or_else(|| format!("flag needs an argument: {word}"))?,
    };
    Ok((flag, value))
}

/// Reads the letters after a `-`: switches, and at the end perhaps a flag whose value is the rest or the next word.
fn short_flags<'f, 'w>(
    flags: &[&'f Flag],
    letters: &'w str,
    rest: &mut impl Iterator<Item = &'w str>,
    set: &mut dyn FnMut(&'f Flag, &'w str) -> Result<(), String>,
) -> Result<(), String> {
    let mut letters = letters;
    // Left over in the flag library from the tests of its own language: such words are dropped.
    while let Some(&letter) = letters.as_bytes().first().filter(|_| !letters.starts_with("test.")) {
        let letter = char::from(letter);
        let Some(flag) = flags.iter().find(|flag| flag.short == Some(letter)) else {
            return Err(format!("unknown shorthand flag: {} in -{letters}", quoted(letter, '\'')));
        };
        // A known letter is one byte.
        let after = &letters[1..];
        let (value, left) = match after.strip_prefix('=') {
            Some(value) if !value.is_empty() => (value, ""),
            _ if flag.is_switch() => ("true", after),
            _ if !after.is_empty() => (after, ""),
            _ => match rest.next() {
                Some(value) => (value, ""),
                None => return Err(format!("flag needs an argument: '{letter}' in -{letters}")),
            },
        };
        set(flag, value)?;
        letters = left;
    }
    Ok(())
}

/// A flag: its names, how its value is taken in, and what help says.
struct Flag {
    name: &'static str,
    short: Option<char>,
    target: Target,
    usage: &'static str,
}

/// Where a flag's value goes.
enum Target {
    Switch(fn(&mut Options) -> &mut bool),
    Text(fn(&mut Options) -> &mut String),
    /// Each use adds one.
    List(fn(&mut Options) -> &mut Vec<String>),
    /// Each use adds what stands between commas.
    Commas(fn(&mut Options) -> &mut Vec<String>),
    Help,
    Version,
    /// Belongs to a command that does nothing here.
    Ignored(&'static str),
}

impl Flag {
    /// Needs no value.
    fn is_switch(&self) -> bool {
        matches!(self.target, Target::Switch(_) | Target::Help | Target::Version | Target::Ignored(""))
    }

    fn set(&self, options: &mut Options, asked: &mut Asked, value: &str) -> Result<(), String> {
        let invalid = |reason: String| {
            let names = match self.short {
                Some(short) => format!("-{short}, --{}", self.name),
                None => format!("--{}", self.name),
            };
            format!("invalid argument {} for \"{names}\" flag: {reason}", go_quoted(value))
        };
        match self.target {
            Target::Switch(field) => *field(options) = truth(value).map_err(invalid)?,
            Target::Help => asked.help = truth(value).map_err(invalid)?,
            Target::Version => asked.version = truth(value).map_err(invalid)?,
            Target::Text(field) => *field(options) = value.to_owned(),
            Target::List(field) => field(options).push(value.to_owned()),
            Target::Commas(field) => field(options).extend(between_commas(value).map_err(invalid)?),
            Target::Ignored(_) => {}
        }
        Ok(())
    }

    /// The kind of value that help shows.
    fn value_name(&self) -> &'static str {
        match self.target {
            Target::Text(_) => " string",
            Target::List(_) => " stringArray",
            Target::Commas(_) => " strings",
            Target::Ignored(name) => name,
            _ => "",
        }
    }
}

/// The flags that are given for a run, each with its value as it stands in one of the words; none where the command line is wrong.
pub fn given(args: &[String]) -> Vec<(&'static str, &str)> {
    if !matches!(parse(args), Ok(Command::Template(_))) {
        return Vec::new();
    }
    let mut words: Vec<&str> = args.iter().map(String::as_str).collect();
    if let Some((at, _)) = subcommand(&words) {
        words.remove(at);
    }
    let flags = flags_of("template");
    let mut given = Vec::new();
    let mut rest = words.into_iter();
    while let Some(word) = rest.next().filter(|word| *word != "--") {
        if let Some(long) = word.strip_prefix("--") {
            given.extend(long_flag(&flags, word, long, &mut rest).map(|(flag, value)| (flag.name, value)));
        } else if word.len() > 1 && word.starts_with('-') {
            // The command line is right as a whole: so are its words.
            let _ = short_flags(&flags, &word[1..], &mut rest, &mut |flag, value| {
                given.push((flag.name, value));
                Ok(())
            });
        }
    }
    given
}

/// The words for true and false that a switch takes after `=`.
fn truth(text: &str) -> Result<bool, String> {
    match text {
        "1" | "t" | "T" | "TRUE" | "true" | "True" => Ok(true),
        "0" | "f" | "F" | "FALSE" | "false" | "False" => Ok(false),
        _ => Err(format!("strconv.ParseBool: parsing {}: invalid syntax", go_quoted(text))),
    }
}

/// Splits the first line that is not empty at commas; a field may stand in quotes, with `""` for a quote.
fn between_commas(text: &str) -> Result<Vec<String>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let line_number = 1 + text.len() - text.trim_start_matches('\n').len();
    let mut rest = text.trim_start_matches('\n');
    if rest.is_empty() {
        return Err("EOF".to_owned());
    }
    let all = rest;
    let problem = |at: usize, what: &str| {
        let line_start = all[..at].rfind('\n').map_or(0, |lf| lf + 1);
        let line = line_number + all[..at].matches('\n').count();
        format!(
            "parse error on line {line}, column {}: {what} in {}quoted-field",
            at - line_start + 1,
            if what.starts_with("bare") { "non-" } else { "" }
        )
    };
    let mut fields = Vec::new();
    loop {
        let at = all.len() - rest.len();
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut field = String::new();
            let mut inside = quoted;
            loop {
                let extraneous = "extraneous or missing \"";
                let Some((before, after)) = inside.split_once('"') else {
                    return Err(problem(all.len(), extraneous));
                };
                field.push_str(before);
                match after.strip_prefix('"') {
                    Some(more) => {
                        field.push('"');
                        inside = more;
                    }
                    None if after.is_empty() || after.starts_with([',', '\n']) => {
                        rest = after;
                        break;
                    }
                    None => return Err(problem(all.len() - after.len() - 1, extraneous)),
                }
            }
            fields.push(field);
        } else {
            let end = rest.find([',', '\n']).unwrap_or(rest.len());
            if let Some(quote) = rest[..end].find('"') {
                return Err(problem(at + quote, "bare \""));
            }
            fields.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
        match rest.strip_prefix(',') {
            Some(more) => rest = more,
            None => return Ok(fields),
        }
    }
}

/// Text in double quotes, as the reference's language writes it in messages.
fn go_quoted(text: &str) -> String {
    let inner: String = text.chars().map(|c| escaped(c, '"')).collect();
    format!("\"{inner}\"")
}

fn quoted(c: char, quote: char) -> String {
    format!("{quote}{}{quote}", escaped(c, quote))
}

fn escaped(c: char, quote: char) -> String {
    match c {
        '\\' => "\\\\".to_owned(),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        '\x07' => "\\a".to_owned(),
        '\x08' => "\\b".to_owned(),
        '\x0c' => "\\f".to_owned(),
        '\x0b' => "\\v".to_owned(),
        c if c == quote => format!("\\{c}"),
        c if c < ' ' || c == '\x7f' => format!("\\x{:02x}", u32::from(c)),
        c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    }
}

const fn flag(name: &'static str, target: Target, usage: &'static str) -> Flag {
    Flag { name, short: None, target, usage }
}

const fn short(short: char, name: &'static str, target: Target, usage: &'static str) -> Flag {
    Flag { name, short: Some(short), target, usage }
}

/// Sorted by name, as help lists them.
const TEMPLATE_FLAGS: &[Flag] = &[
    flag(
        "allow-symlink-destination",
        Target::Commas(|o| &mut o.allowed_links),
        "File paths to which symlinks are allowed (can be specified multiple times)",
    ),
    flag("bulk-in", Target::Text(|o| &mut o.bulk_in), "Accept files in bulk format"),
    flag("bulk-out", Target::Switch(|o| &mut o.bulk_out), "Output files in bulk format"),
    flag(
        "dangerous-allow-all-symlink-destinations",
        Target::Switch(|o| &mut o.allow_all_links),
        "Symlinks to all destinations are allowed",
    ),
    flag(
        "dangerous-data-values-disable-validation",
        Target::Switch(|o| &mut o.skip_validation),
        "Skip validating data values (not recommended: may result in templates failing or invalid output)",
    ),
    flag(
        "dangerous-emptied-output-directory",
        Target::Text(|o| &mut o.emptied_output_directory),
        "Delete given directory, and then create it with output files",
    ),
    short(
        'v',
        "data-value",
        Target::List(|o| &mut o.data_values.strings),
        "Set specific data value to given value, as string (format: all.key1.subkey=123) (can be specified multiple times)",
    ),
    flag(
        "data-value-file",
        Target::List(|o| &mut o.data_values.files),
        "Set specific data value to contents of a file (format: [@lib1:]all.key1.subkey={file path, HTTP URL, or '-' (i.e. stdin)}) (can be specified multiple times)",
    ),
    flag(
        "data-value-yaml",
        Target::List(|o| &mut o.data_values.yaml),
        "Set specific data value to given value, parsed as YAML (format: all.key1.subkey=true) (can be specified multiple times)",
    ),
    flag(
        "data-values-env",
        Target::List(|o| &mut o.data_values.env_strings),
        "Extract data values (as strings) from prefixed env vars (format: PREFIX for PREFIX_all__key1=str) (can be specified multiple times)",
    ),
    flag(
        "data-values-env-yaml",
        Target::List(|o| &mut o.data_values.env_yaml),
        "Extract data values (parsed as YAML) from prefixed env vars (format: PREFIX for PREFIX_all__key1=true) (can be specified multiple times)",
    ),
    flag(
        "data-values-file",
        Target::List(|o| &mut o.data_values.from_files),
        "Set multiple data values via plain YAML files (format: [@lib1:]{file path, HTTP URL, or '-' (i.e. stdin)}) (can be specified multiple times)",
    ),
    flag(
        "data-values-inspect",
        Target::Switch(|o| &mut o.data_values_inspect),
        "Determine the final data values (applying any overlays) and display that result",
    ),
    flag(
        "data-values-schema-inspect",
        Target::Switch(|o| &mut o.data_values_schema_inspect),
        "Determine the complete schema for data values (applying any overlays) and display the result (only OpenAPI v3.0 is supported, see --output)",
    ),
    flag("debug", Target::Switch(|o| &mut o.debug), "Enable debug output"),
    short(
        'f',
        "file",
        Target::List(|o| &mut o.files),
        "File(s) to process {filepath, HTTP URL, or '-' (i.e. stdin)} (can be specified multiple times)",
    ),
    flag(
        "file-mark",
        Target::List(|o| &mut o.file_marks),
        "File mark (ie change file path, mark as non-template) (format: file:key=value) (can be specified multiple times)",
    ),
    flag(
        "files-inspect",
        Target::Switch(|o| &mut o.files_inspect),
        "Determine the set of files that would be processed and display that result",
    ),
    short('h', "help", Target::Help, "help for "),
    flag(
        "ignore-unknown-comments",
        Target::Switch(|o| &mut o.ignore_unknown_comments),
        "Configure whether unknown comments are considered as errors (comments that do not start with '#@' or '#!')",
    ),
    flag(
        "implicit-map-key-overrides",
        Target::Switch(|o| &mut o.implicit_map_key_overrides),
        "Configure whether implicit map keys overrides are allowed",
    ),
    short(
        'o',
        "output",
        Target::Commas(|o| &mut o.output),
        "Configure output format. Can specify file format (yaml, json, pos) and/or schema type (openapi-v3) (can be specified multiple times) (default [yaml])",
    ),
    flag("output-files", Target::Text(|o| &mut o.output_files), "Add output files to given directory"),
    short('s', "strict", Target::Switch(|o| &mut o.strict), "Configure to use _strict_ YAML subset"),
];

/// What goes beyond ytt; help is ytt's own, and does not list them.
const EXTENSION_FLAGS: &[Flag] = &[
    flag("enable-extension", Target::List(|o| &mut o.extensions), "Turn on what goes beyond ytt: schema-proposal"),
    flag("schema-inspect", Target::Switch(|o| &mut o.schema_inspect), "Print the fields of the schema"),
];

/// The flags of `schema-diff` that are also ytt's; its own stand before them.
const SCHEMA_DIFF_FLAGS: &[&str] = &[
    "allow-symlink-destination",
    "dangerous-allow-all-symlink-destinations",
    "debug",
    "enable-extension",
    "file",
    "file-mark",
    "help",
    "ignore-unknown-comments",
    "implicit-map-key-overrides",
    "strict",
];

const OLD_FLAG: Flag = flag(
    "old",
    Target::List(|o| &mut o.old_files),
    "File(s) of the old schema, in place of all that declare one (can be specified multiple times)",
);

const CHANGES_FLAG: Flag = short(
    'o',
    "output",
    Target::Commas(|o| &mut o.output),
    "Print the changes as data (yaml, json) instead of as lines",
);

const VERSION_FLAG: Flag = flag("version", Target::Version, "version for ytt");

const FORMAT_FLAGS: &[Flag] = &[
    flag("debug", Target::Switch(|o| &mut o.debug), "Enable debug output"),
    short(
        'f',
        "file",
        Target::List(|o| &mut o.files),
        "File (ie local path, HTTP URL, -) (can be specified multiple times)",
    ),
    short('h', "help", Target::Help, "help for "),
    short('s', "strict", Target::Switch(|o| &mut o.strict), "Configure to use _strict_ YAML subset"),
];

const WEBSITE_FLAGS: &[Flag] = &[
    short('h', "help", Target::Help, "help for "),
    flag("listen-addr", Target::Ignored(" string"), "Listen address (default \"localhost:8080\")"),
    flag("redirect-to-https", Target::Ignored(""), "Redirect to HTTPs address (default true)"),
];

const HELP_FLAG: &[Flag] = &[short('h', "help", Target::Help, "help for ")];

fn flags_of(command: &str) -> Vec<&'static Flag> {
    match command {
        "" => TEMPLATE_FLAGS.iter().chain(EXTENSION_FLAGS).chain([&VERSION_FLAG]).collect(),
        "template" => TEMPLATE_FLAGS.iter().chain(EXTENSION_FLAGS).collect(),
        SCHEMA_DIFF => {
            let of_ytt = TEMPLATE_FLAGS.iter().chain(EXTENSION_FLAGS).filter(|f| SCHEMA_DIFF_FLAGS.contains(&f.name));
            [&OLD_FLAG, &CHANGES_FLAG].into_iter().chain(of_ytt).collect()
        }
        "fmt" => FORMAT_FLAGS.iter().collect(),
        "website" => WEBSITE_FLAGS.iter().collect(),
        _ => HELP_FLAG.iter().collect(),
    }
}

/// `ytt help [command]`.
fn help_about(words: &[&str]) -> Result<String, String> {
    let flags = flags_of("help");
    let mut topic = None;
    let mut rest = words.iter().copied();
    while let Some(word) = rest.next() {
        if word == "--" {
            topic = topic.or(rest.next());
            break;
        } else if let Some(long) = word.strip_prefix("--") {
            long_flag(&flags, word, long, &mut rest)?;
            topic = Some("help");
        } else if word.len() > 1 && word.starts_with('-') {
            short_flags(&flags, &word[1..], &mut rest, &mut |_, _| Ok(()))?;
            topic = Some("help");
        } else {
            topic = topic.or(Some(word));
        }
    }
    // Those of extensions are no topics: help is ytt's own.
    // An unknown topic shows the whole command's help.
    let known = COMMANDS.iter().find(|(name, _)| Some(*name) == topic && *name != SCHEMA_DIFF);
    Ok(help(known.map_or("", |(_, command)| command), false))
}

/// What `--help` prints for a command; `""` is `ytt` itself. What goes beyond ytt is told to those who asked for some of it.
fn help(command: &str, extended: bool) -> String {
    let about = match command {
        "" => {
            "ytt performs YAML templating.\n\nDocs: https://carvel.dev/ytt/docs/latest/\n\
             Docs for data values: https://carvel.dev/ytt/docs/latest/ytt-data-values/"
        }
        "help" => {
            "Help provides help for any command in the application.\n\
             Simply type ytt help [path to command] for full details."
        }
        SCHEMA_DIFF => "Compare two schemas, for those who have data values of the old one",
        _ => SUBCOMMANDS.iter().find(|(name, _)| *name == command).map_or("", |(_, about)| about),
    };
    let mut text = format!("{about}\n\nUsage:\n");
    match command {
        "" => {
            text.push_str("  ytt [flags]\n  ytt [command]\n\nAvailable Commands:\n");
            for (name, about) in SUBCOMMANDS {
                text.push_str(&format!("  {name:<11} {about}\n"));
            }
        }
        "help" => text.push_str("  ytt help [command] [flags]\n"),
        _ => text.push_str(&format!("  ytt {command} [flags]\n")),
    }
    if command == "template" {
        text.push_str("\nAliases:\n  template, t, tpl\n");
    }
    text.push_str("\nFlags:\n");
    let is_extension = |flag: &Flag| EXTENSION_FLAGS.iter().any(|other| other.name == flag.name);
    let flags: Vec<&Flag> = flags_of(command).into_iter().filter(|flag| extended || !is_extension(flag)).collect();
    let heads: Vec<String> = flags
        .iter()
        .map(|flag| match flag.short {
            Some(short) => format!("  -{short}, --{}{}", flag.name, flag.value_name()),
            None => format!("      --{}{}", flag.name, flag.value_name()),
        })
        .collect();
    let width = heads.iter().map(String::len).max().unwrap_or_default();
    for (head, flag) in heads.iter().zip(flags) {
        let subject = match flag.target {
            Target::Help if command.is_empty() => "ytt",
            Target::Help => command,
            _ => "",
        };
        text.push_str(&format!("{head:<width$}   {}{subject}\n", flag.usage));
    }
    if command.is_empty() {
        text.push_str("\nUse \"ytt [command] --help\" for more information about a command.\n");
    }
    text
}

/// As the help of `ytt` lists them.
const SUBCOMMANDS: &[(&str, &str)] = &[
    ("completion", "Generate the autocompletion script for the specified shell"),
    ("fmt", "Format YAML templates"),
    ("help", "Help about any command"),
    (
        "template",
        "Process YAML templates (deprecated; use top-level command -- e.g. `ytt -f-` instead of `ytt template -f-`)",
    ),
    ("version", "Print version"),
    ("website", "Starts website HTTP server"),
];

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
        let reason = |text: &str| between_commas(text).expect_err("an error");
        assert_eq!(reason("a\"b"), "parse error on line 1, column 2: bare \" in non-quoted-field");
        assert_eq!(reason("\"a\"b"), "parse error on line 1, column 3: extraneous or missing \" in quoted-field");
        assert_eq!(reason("\"a"), "parse error on line 1, column 3: extraneous or missing \" in quoted-field");
        assert_eq!(reason("\n"), "EOF");
    }

    #[test]
    fn given_flags_point_into_their_words() {
        let args = ["-s", "-va=b", "--data-value-yaml=c=d", "tpl", "--data-value", "e=f"].map(str::to_owned);
        let expected = [("strict", "true"), ("data-value", "a=b"), ("data-value-yaml", "c=d"), ("data-value", "e=f")];
        assert_eq!(given(&args), expected);
        assert_eq!(given(&["--nope".to_owned()]), []);
    }

    #[test]
    fn a_command_may_stand_among_flags() {
        assert_eq!(options(&["-f", "version", "tpl"]).files, ["version"]);
        assert!(matches!(parse_words(&["version"]), Ok(Command::Print(text)) if text == YTT_VERSION));
        assert!(matches!(parse_words(&["--version", "-f", "x"]), Ok(Command::Print(text)) if text == YTT_VERSION));
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
    fn help_names_every_flag() {
        let Ok(Command::Print(text)) = parse_words(&["--help"]) else { panic!("no help") };
        assert!(TEMPLATE_FLAGS.iter().all(|flag| text.contains(&format!("--{}", flag.name))));
        assert!(text.contains("  -h, --help                                        help for ytt\n"));
    }
}
