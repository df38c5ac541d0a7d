//! Golden cases: parses a `.txtar` file, renders it, and compares the response.
//!
//! tests/README.md describes the format. Expectations are the complete output of ytt 0.55.3, byte for byte.

use std::alloc::System;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ytterby::boundary::{Content, Limits, Request, RequestFile, Response};
use ytterby_limits::memory::Counted;
use ytterby_ytt::flags::{self, Command};

/// The limit of the command, for cases about memory.
#[global_allocator]
static MEMORY: Counted<System> = Counted(System);

/// A case: the input, and the output of ytt.
#[derive(Default)]
pub(crate) struct Case {
    args: Option<String>,
    command: Option<String>,
    env: Vec<(String, String)>,
    standard_input: Option<String>,
    limits: Limits,
    inputs: Vec<(String, Vec<u8>)>,
    /// Output files in order.
    files: Vec<(String, Vec<u8>)>,
    stdout: Option<Vec<u8>>,
    /// The part of standard error after `ytt: Error: `.
    error: Option<Vec<u8>>,
    /// The rest of standard error.
    warnings: Vec<u8>,
}

impl Case {
    /// Parses a case file. The error is about the file itself.
    pub(crate) fn read(path: &Path) -> Result<Case, String> {
        Case::parse(&fs::read(path).map_err(|error| error.to_string())?)
    }

    fn parse(bytes: &[u8]) -> Result<Case, String> {
        let mut case = Case::default();
        let mut section: Option<(String, bool, Vec<u8>)> = None;
        for line in bytes.split_inclusive(|b| *b == b'\n') {
            if let Some((name, without_newline)) = section_name(line) {
                case.close(section.replace((name, without_newline, Vec::new())))?;
            } else if let Some((_, _, content)) = &mut section {
                content.extend_from_slice(line);
            } else {
                case.header(std::str::from_utf8(line).map_err(|e| e.to_string())?.trim_end_matches('\n'))?;
            }
        }
        case.close(section)?;
        Ok(case)
    }

    fn header(&mut self, line: &str) -> Result<(), String> {
        if line.trim().is_empty() || line.starts_with('#') {
            return Ok(());
        }
        let (key, value) = line.split_once(':').ok_or_else(|| format!("bad header line {line:?}"))?;
        let value = value.strip_prefix(' ').unwrap_or(value).to_owned();
        match key {
            "args" => self.args = Some(value),
            "cmd" => self.command = Some(value),
            "limits" => self.limits = serde_json::from_str(value.as_str()).map_err(|e| format!("limits: {e}"))?,
            "stdin" => self.standard_input = Some(value),
            "env" => {
                let (name, value) = value.split_once('=').unwrap_or((&value, ""));
                self.env.push((name.to_owned(), value.to_owned()));
            }
            _ => return Err(format!("bad header line {line:?}")),
        }
        Ok(())
    }

    fn close(&mut self, section: Option<(String, bool, Vec<u8>)>) -> Result<(), String> {
        let Some((name, without_newline, mut content)) = section else { return Ok(()) };
        if without_newline && content.last() == Some(&b'\n') {
            content.pop();
        }
        match name.strip_prefix("expect/") {
            None => self.inputs.push((name, content)),
            Some("stdout") => self.stdout = Some(content),
            Some("error") => self.error = Some(content),
            Some("warnings") => self.warnings = content,
            Some(rest) => match rest.strip_prefix("out/") {
                Some(path) => self.files.push((path.to_owned(), content)),
                None => return Err(format!("unknown section {name}")),
            },
        }
        Ok(())
    }

    /// The request of a case. If files are compared, the command line has an output directory.
    pub(crate) fn request(&self) -> Result<Request, String> {
        let mut args: Vec<String> = Vec::new();
        if let Some(command) = &self.command {
            args = shlex::split(command).ok_or("cmd: a quote is never closed")?;
            if args.first().is_none_or(|word| word != "ytt") {
                return Err("cmd must start with ytt".to_owned());
            }
            args.remove(0);
        } else {
            args.extend(self.inputs.iter().flat_map(|(name, _)| ["-f".to_owned(), name.clone()]));
            args.extend(shlex::split(self.args.as_deref().unwrap_or("")).ok_or("args: a quote is never closed")?);
        }
        if !self.wants_stdout(&args) && !has_output_directory(&args) {
            args.extend(["--output-files".to_owned(), "/out".to_owned()]);
        }
        // Without -f the command has no inputs, but all files of a request are inputs.
        let without_inputs = matches!(flags::parse(&args), Ok(Command::Template(options))
            if options.files.is_empty() && options.bulk_in.is_empty());
        if without_inputs {
            args.extend(["-f".to_owned(), "nothing".to_owned()]);
        }
        let file = |path: &str, bytes: &[u8]| RequestFile {
            path: path.to_owned(),
            content: Content::from_bytes(bytes.to_vec()),
        };
        let mut files: Vec<RequestFile> = self.inputs.iter().map(|(name, bytes)| file(name, bytes)).collect();
        if without_inputs {
            files.push(file("nothing/", b""));
        }
        if let Some(name) = &self.standard_input {
            let input = self.inputs.iter().find(|(input, _)| input == name).ok_or("stdin: no such section")?;
            files.push(file("-", &input.1));
        }
        Ok(Request { files, args, env: self.env.clone(), limits: self.limits.clone(), ..Request::default() })
    }

    /// Whether standard output is compared: the case has it, or it fails without output files.
    fn wants_stdout(&self, args: &[String]) -> bool {
        if self.stdout.is_some() || !self.files.is_empty() {
            return self.stdout.is_some();
        }
        match flags::parse(args) {
            Ok(Command::Template(options)) => {
                options.data_values_inspect
                    || options.data_values_schema_inspect
                    || options.files_inspect
                    || options.bulk_out
                    || !options.output.is_empty()
            }
            _ => true,
        }
    }

    /// The differences between the response and the expectation.
    pub(crate) fn compare(&self, response: &Response) -> Vec<String> {
        let (warnings, error) = split_report(response);
        let mut problems = Vec::new();
        match (&self.error, error) {
            (Some(_), None) => return vec!["expected an error, but the run succeeded".to_owned()],
            (None, Some(error)) => return vec![format!("expected success, but got an error:\n{error}")],
            (Some(expected), Some(error)) => {
                let expected = String::from_utf8_lossy(expected);
                if without_counters(&expected) != without_counters(error) {
                    problems.push(difference("error text", &expected, error));
                }
            }
            (None, None) => problems.extend(self.compare_output(response)),
        }
        let expected = String::from_utf8_lossy(&self.warnings);
        if expected != warnings {
            problems.push(difference("warnings", &expected, warnings));
        }
        problems
    }

    fn compare_output(&self, response: &Response) -> Vec<String> {
        if let Some(expected) = &self.stdout {
            let same = expected == response.stdout.as_bytes();
            let words = || difference("stdout", &String::from_utf8_lossy(expected), &response.stdout);
            return if same { Vec::new() } else { vec![words()] };
        }
        let actual: BTreeMap<&str, &[u8]> =
            response.files.iter().map(|file| (file.path.as_str(), file.content.as_bytes())).collect();
        let mut problems = Vec::new();
        for (path, expected) in &self.files {
            match actual.get(path.as_str()) {
                None => problems.push(format!("output file {path} is missing")),
                Some(content) if content != expected => {
                    let (expected, content) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(content));
                    problems.push(difference(path, &expected, &content));
                }
                Some(_) => {}
            }
        }
        let expected: Vec<&str> = self.files.iter().map(|(path, _)| path.as_str()).collect();
        let order: Vec<&str> = response.files.iter().map(|file| file.path.as_str()).collect();
        if problems.is_empty() && expected != order {
            problems.push(format!("output files differ: expected {expected:?}, got {order:?}"));
        }
        problems
    }
}

/// `-- name --`, or `-- name (no newline) --` for content without a final newline.
fn section_name(line: &[u8]) -> Option<(String, bool)> {
    let line = std::str::from_utf8(line).ok()?;
    let name = line.strip_suffix('\n').unwrap_or(line).strip_prefix("-- ")?.strip_suffix(" --")?;
    let (name, without_newline) = match name.strip_suffix(" (no newline)") {
        Some(name) => (name, true),
        None => (name, false),
    };
    (!name.is_empty()).then(|| (name.to_owned(), without_newline))
}

fn has_output_directory(args: &[String]) -> bool {
    matches!(flags::parse(args), Ok(Command::Template(options)) if options.output_directory().is_some())
}

/// Standard error as (the rest, the text after `ytt: Error: `).
fn split_report(response: &Response) -> (&str, Option<&str>) {
    let report = response.report.as_str();
    // A comparison with breaking changes has the exit status 1 and no report.
    if response.exit_status == 0 || report.is_empty() {
        return (report, None);
    }
    let start = "ytt: Error: ";
    if let Some(error) = report.strip_prefix(start) {
        return ("", Some(error));
    }
    match report.split_once(&format!("\n{start}")) {
        // The line break belongs to the text before it.
        Some((before, error)) => (&report[..before.len() + 1], Some(error)),
        None => ("", Some(report)),
    }
}

/// ytt's internal names carry a counter of its process, which need not be matched.
fn without_counters(text: &str) -> String {
    let mut pieces = text.split("__ytt_tpl");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        out.push_str("__ytt_tpl");
        out.push_str(piece.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    out
}

fn difference(what: &str, expected: &str, actual: &str) -> String {
    let diff = similar::TextDiff::from_lines(expected, actual);
    format!("{what} differs\n{}", diff.unified_diff().header("expected", "actual"))
}
