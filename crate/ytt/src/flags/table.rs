//! The flags of each command, with their help.

use super::Options;
use super::comma_list;
use super::commands::{COMPLETION, SCHEMA_DIFF};
use ytterby_starlark::quote;

/// The values of flags that print something instead of a run, such as the help.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) help: bool,
    pub(super) version: bool,
    pub(super) no_descriptions: bool,
}

/// A flag.
pub(super) struct Flag {
    pub(super) name: &'static str,
    pub(super) short: Option<char>,
    pub(super) target: Target,
    pub(super) usage: &'static str,
}

/// How the value of a flag is used.
pub(super) enum Target {
    Switch(fn(&mut Options) -> &mut bool),
    Text(fn(&mut Options) -> &mut String),
    /// Each use adds an element.
    List(fn(&mut Options) -> &mut Vec<String>),
    /// Each use adds elements separated by commas.
    Commas(fn(&mut Options) -> &mut Vec<String>),
    Help,
    Version,
    NoDescriptions,
    /// A flag of an unsupported command, with the name of its value in help.
    Ignored(&'static str),
}

impl Flag {
    /// Whether it needs no value.
    pub(super) fn is_switch(&self) -> bool {
        matches!(
            self.target,
            Target::Switch(_) | Target::Help | Target::Version | Target::NoDescriptions | Target::Ignored("")
        )
    }

    pub(super) fn set(&self, options: &mut Options, asked: &mut Asked, value: &str) -> Result<(), String> {
        let invalid = |reason: String| {
            let names = match self.short {
                Some(short) => format!("-{short}, --{}", self.name),
                None => format!("--{}", self.name),
            };
            format!("invalid argument {} for \"{names}\" flag: {reason}", quote(value))
        };
        match self.target {
            Target::Switch(field) => *field(options) = parse_bool(value).map_err(invalid)?,
            Target::Help => asked.help = parse_bool(value).map_err(invalid)?,
            Target::Version => asked.version = parse_bool(value).map_err(invalid)?,
            Target::NoDescriptions => asked.no_descriptions = parse_bool(value).map_err(invalid)?,
            Target::Text(field) => *field(options) = value.to_owned(),
            Target::List(field) => field(options).push(value.to_owned()),
            Target::Commas(field) => field(options).extend(comma_list::split(value).map_err(invalid)?),
            Target::Ignored("") => {
                parse_bool(value).map_err(invalid)?;
            }
            Target::Ignored(_) => {}
        }
        Ok(())
    }

    /// The name of the value in help.
    pub(super) fn value_name(&self) -> &'static str {
        match self.target {
            Target::Text(_) => " string",
            Target::List(_) => " stringArray",
            Target::Commas(_) => " strings",
            Target::Ignored(name) => name,
            _ => "",
        }
    }
}

/// The value of a switch, as read by Go's `strconv.ParseBool`.
fn parse_bool(text: &str) -> Result<bool, String> {
    match text {
        "1" | "t" | "T" | "TRUE" | "true" | "True" => Ok(true),
        "0" | "f" | "F" | "FALSE" | "false" | "False" => Ok(false),
        _ => Err(format!("strconv.ParseBool: parsing {}: invalid syntax", quote(text))),
    }
}

const fn flag(name: &'static str, target: Target, usage: &'static str) -> Flag {
    Flag { name, short: None, target, usage }
}

const fn short(short: char, name: &'static str, target: Target, usage: &'static str) -> Flag {
    Flag { name, short: Some(short), target, usage }
}

/// Sorted by name, as help lists them.
pub(super) const TEMPLATE_FLAGS: &[Flag] = &[
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

/// The flags of extensions, which ytt does not have. Help only lists them if an extension is on.
pub(super) const EXTENSION_FLAGS: &[Flag] = &[
    flag("enable-extension", Target::List(|o| &mut o.extensions), "Turn on what goes beyond ytt: schema-proposal"),
    flag("schema-inspect", Target::Switch(|o| &mut o.schema_inspect), "Print the fields of the schema"),
];

/// The flags of `schema-diff` that ytt also has.
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

const SCRIPT_FLAGS: &[Flag] = &[
    short('h', "help", Target::Help, "help for "),
    flag("no-descriptions", Target::NoDescriptions, "disable completion descriptions"),
];

const HELP_FLAG: &[Flag] = &[short('h', "help", Target::Help, "help for ")];

pub(super) fn flags_of(command: &str) -> Vec<&'static Flag> {
    match command {
        "" => TEMPLATE_FLAGS.iter().chain(EXTENSION_FLAGS).chain([&VERSION_FLAG]).collect(),
        "template" => TEMPLATE_FLAGS.iter().chain(EXTENSION_FLAGS).collect(),
        SCHEMA_DIFF => {
            let of_ytt = TEMPLATE_FLAGS.iter().chain(EXTENSION_FLAGS).filter(|f| SCHEMA_DIFF_FLAGS.contains(&f.name));
            [&OLD_FLAG, &CHANGES_FLAG].into_iter().chain(of_ytt).collect()
        }
        "fmt" => FORMAT_FLAGS.iter().collect(),
        "website" => WEBSITE_FLAGS.iter().collect(),
        COMPLETION => HELP_FLAG.iter().collect(),
        _ if command.starts_with(COMPLETION) => SCRIPT_FLAGS.iter().collect(),
        _ => HELP_FLAG.iter().collect(),
    }
}
