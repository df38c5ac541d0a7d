//! A request with its command line parsed once.

use crate::boundary::{OutputKind, Request};
use crate::extensions::Extensions;
use crate::files::{self, Finder};
use crate::flags::{self, Command, Options, OutputFormat};
use crate::request_disk::RequestDisk;

/// A request and its command line.
#[derive(Clone, Debug)]
pub struct ParsedRequest<'a> {
    /// The request.
    pub request: &'a Request,
    /// The parsed arguments, or ytt's message about the first argument that it does not accept.
    pub command: Result<Command, String>,
    /// Whether arguments and environment variables are strings of [`byte_text`](crate::byte_text), since they need not be UTF-8.
    pub(crate) is_escaped: bool,
}

impl<'a> ParsedRequest<'a> {
    /// Parses the arguments of a request.
    pub fn new(request: &'a Request) -> ParsedRequest<'a> {
        ParsedRequest { request, command: flags::parse(&request.args), is_escaped: false }
    }

    /// Parses the arguments of a request of the operating system, where arguments and environment variables need not be UTF-8: they
    /// are strings of `ytterby_text::byte_text`, as are paths for the [disk](files::Disk).
    pub fn of_bytes(request: &'a Request) -> ParsedRequest<'a> {
        ParsedRequest { is_escaped: true, ..ParsedRequest::new(request) }
    }

    /// The options of a command that renders templates. None for other commands, and if the arguments are not accepted.
    pub fn options(&self) -> Option<&Options> {
        match &self.command {
            Ok(Command::Template(options)) => Some(options),
            _ => None,
        }
    }

    /// The kind of output that the command line selects; None if it is not accepted.
    pub(crate) fn output_kind(&self) -> Option<OutputKind> {
        let options = match self.command.as_ref().ok()? {
            Command::Template(options) => options,
            Command::SchemaDiff(_) => return Some(OutputKind::SchemaChanges),
            Command::Format { .. } => return Some(OutputKind::Formatted),
            Command::Website | Command::Completion { .. } | Command::Complete(_) | Command::Print(_) => {
                return Some(OutputKind::Text);
            }
        };
        let format = options.output_format().ok()?;
        Some(if options.files_inspect {
            OutputKind::InputFiles
        } else if options.data_values_schema_inspect || options.schema_inspect {
            OutputKind::Schema
        } else if options.data_values_inspect {
            OutputKind::DataValues
        } else if options.bulk_out {
            OutputKind::Bulk
        } else if options.output_directory().is_some() {
            OutputKind::WrittenFiles
        } else {
            match format {
                OutputFormat::Yaml => OutputKind::Yaml,
                OutputFormat::Json => OutputKind::Json,
                OutputFormat::Positions => OutputKind::Positions,
            }
        })
    }

    /// The extensions that the request and its options enable.
    ///
    /// # Errors
    /// A message that names an unknown extension.
    pub fn extensions(&self, options: &Options) -> Result<Extensions, String> {
        Extensions::named(self.request.extensions.iter().chain(&options.extensions))
    }

    /// The input files that `-f` and file marks select from the files of the request. Empty if an option is invalid.
    pub fn inputs(&self) -> Vec<files::File> {
        let Some(options) = self.options() else { return Vec::new() };
        let disk = RequestDisk::new(&self.request.files);
        let inputs = Finder::new(&disk, options.links()).inputs(&options.files);
        inputs.and_then(|inputs| files::prepare(inputs, &options.file_marks, None)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::boundary::{Content, RequestFile};
    use crate::byte_text;

    /// Standard output and standard error of a run with a flag and an environment variable.
    fn run(flag: &[&[u8]], variable: (&str, &[u8])) -> (String, Vec<u8>) {
        let string = |bytes: &[u8]| byte_text::from_bytes(bytes).into_owned();
        let schema = "#@data/values-schema\n---\na: ''\n";
        let file = RequestFile { path: "schema.yml".to_owned(), content: Content::Text(schema.to_owned()) };
        let flags: [&[u8]; 3] = [b"-f", b"schema.yml", b"--data-values-inspect"];
        let request = Request {
            files: vec![file],
            args: flags.iter().chain(flag).map(|word| string(word)).collect(),
            env: vec![(variable.0.to_owned(), string(variable.1))],
            ..Request::default()
        };
        let disk = RequestDisk::new(&request.files);
        let response = crate::render_from(&disk, &ParsedRequest::of_bytes(&request), Rc::new(|| 0.0));
        let report = response.report_bytes.unwrap_or(response.report.into_bytes());
        (response.stdout, report)
    }

    #[test]
    fn kinds_of_output() {
        let kind = |line: &str| {
            let args = line.split_whitespace().map(str::to_owned).collect();
            ParsedRequest::new(&Request { args, ..Request::default() }).output_kind()
        };
        assert_eq!(kind("--data-value a=b -s"), Some(OutputKind::Yaml));
        assert_eq!(kind("-o yaml -v -o=json"), Some(OutputKind::Yaml));
        assert_eq!(kind("-ojson"), Some(OutputKind::Json));
        assert_eq!(kind("-sopos"), Some(OutputKind::Positions));
        assert_eq!(kind("-o json --output-files out"), Some(OutputKind::WrittenFiles));
        assert_eq!(kind("--data-values-inspect"), Some(OutputKind::DataValues));
        assert_eq!(kind("--data-values-schema-inspect -o openapi-v3"), Some(OutputKind::Schema));
        assert_eq!(kind("-sh"), Some(OutputKind::Text));
        assert_eq!(kind("fmt -f a.yml"), Some(OutputKind::Formatted));
        assert_eq!(kind("--data-val"), None);
        assert_eq!(kind("-o xml"), None);
    }

    #[test]
    fn arguments_and_variables_keep_their_bytes() {
        let none = ("X", &b""[..]);
        let bytes = "a: !!binary Y2Fm6Q==\n";
        assert_eq!(run(&[b"--data-value", b"a=caf\xe9"], none).0, bytes);
        assert_eq!(run(&[b"--data-values-env", b"V"], ("V_a", b"caf\xe9")).0, bytes);
        assert_eq!(run(&[b"-v", b"a=\xf4\x8f\xbe\x80"], none).0, "a: \"\\U0010FF80\"\n");
        let problem = b"ytt: Error: Extracting data value from KV:\n  Deserializing value for key 'a':\n    \
            Deserializing YAML value: yaml: incomplete UTF-8 octet sequence\n";
        assert_eq!(run(&[b"--data-value-yaml", b"a=caf\xe9"], none).1, problem);
        let problem = b"ytt: Error: Extracting data values from env under prefix 'V':\n  \
            Extracting data value from env variable 'V_a':\n    \
            Deserializing YAML value: yaml: incomplete UTF-8 octet sequence\n";
        assert_eq!(run(&[b"--data-values-env-yaml", b"V"], ("V_a", b"caf\xe9")).1, problem);
    }

    /// Facts of ytt: its command prints the first line of an error as characters.
    #[test]
    fn errors_about_arguments_show_characters_for_bytes() {
        let error = |flag: &[&[u8]]| String::from_utf8(run(flag, ("X", b"")).1).expect("UTF-8");
        let missing = "ytt: Error: Checking file 'caf\u{fffd}': lstat caf\u{fffd}: no such file or directory\n";
        assert_eq!(error(&[b"-f", b"caf\xe9"]), missing);
        let mark = "ytt: Error: Unknown value in file mark 'schema.yml:type=\u{fffd}'\n";
        assert_eq!(error(&[b"--file-mark", b"schema.yml:type=\xe9"]), mark);
        let extra = "ytt: Error: command 'ytt' does not accept extra arguments '\u{fffd}\u{fffd}'\n";
        assert_eq!(error(&[b"\xf4\x8f"]), extra);
        let switch = "ytt: Error: invalid argument \"x\\xe9\" for \"--debug\" flag: strconv.ParseBool: parsing \"x\\xe9\": \
            invalid syntax\n";
        assert_eq!(error(&[b"--debug=x\xe9"]), switch);
        let letter = "ytt: Error: unknown shorthand flag: '\u{e9}' in -\u{fffd}\n";
        assert_eq!(error(&[b"-\xe9"]), letter);
    }
}
