//! Compares a well-formed check with the response; describes the expected and the actual result.

use std::collections::HashMap;

use super::path::{Path, listed, value_text};
use super::{Expectation, Want};
use crate::answer::Trees;
use crate::boundary::{DataValue, Response};
use crate::diagnostics::code::Code;
use crate::editor::headline::counted;
use crate::plain_data::{Plain, quoted};
use crate::plain_yaml::{self, shortened};

/// The maximum number of characters of a report or a text in a result.
const MAX_TEXT: usize = 300;

pub(super) struct Failure {
    pub(super) expected: String,
    pub(super) found: String,
}

/// A response, and the documents that were already parsed from it.
pub(super) struct Judge<'r> {
    response: &'r Response,
    trees: &'r Trees,
    documents: HashMap<String, Result<Vec<Plain>, String>>,
    values: Option<Plain>,
}

/// A description of an expectation.
pub(super) fn title(expectation: &Expectation<'_>) -> String {
    match expectation {
        Expectation::Text { output, .. } => format!("{} is as expected", name(output)),
        Expectation::Contains { output, text } => format!("{} contains {}", name(output), part(text)),
        Expectation::Lines { output, least } => format!("{} has at least {}", name(output), counted(*least, "line")),
        Expectation::Documents { output, least } => {
            format!("{} has at least {}", name(output), counted(*least, "document"))
        }
        Expectation::At { output, document, path, want } => {
            let which = if *document == 0 { String::new() } else { format!(" (document {document})") };
            match path.0.is_empty() {
                true => format!("{}{which} {}", name(output), wanted(want)),
                false => format!("{path} in {}{which} {}", name(output), wanted(want)),
            }
        }
        Expectation::Value { path, want: Want::Is(is) } if path.0.is_empty() => {
            format!("the data values are {}", brief(is))
        }
        Expectation::Value { path, want } if path.0.is_empty() => format!("the map of data values {}", wanted(want)),
        Expectation::Value { path, want } => format!("data value {path} {}", wanted(want)),
        Expectation::Violation { path, says: None } => format!("{} breaks a rule", whole(path)),
        Expectation::Violation { path, says: Some(says) } => format!("{} breaks a rule: {}", whole(path), part(says)),
        Expectation::Error("") => "the run fails".to_owned(),
        Expectation::Error(text) => format!("the run fails with {}", part(text)),
        Expectation::Passes(true) => "the run succeeds".to_owned(),
        Expectation::Passes(false) => "the run fails".to_owned(),
    }
}

fn wanted(want: &Want<'_>) -> String {
    match want {
        Want::Is(is) => format!("is {}", brief(is)),
        Want::Not(Plain::Null) => "is set".to_owned(),
        Want::Not(not) => format!("is not {}", brief(not)),
        Want::Has(has) => format!("has {}", brief(has)),
        Want::Least(least) => format!("is at least {least}, or has as many items"),
    }
}

fn name(output: &str) -> &str {
    if output == "-" { "standard output" } else { output }
}

fn whole(path: &str) -> &str {
    if path.is_empty() { "the whole of the data values" } else { path }
}

fn part(text: &str) -> String {
    quoted(&shortened(text, 60))
}

fn brief(value: &Plain) -> String {
    match value {
        Plain::Text(text) => part(text),
        other => shortened(&other.to_string(), 60),
    }
}

impl<'r> Judge<'r> {
    pub(super) fn new(response: &'r Response, trees: &'r Trees) -> Judge<'r> {
        Judge { response, trees, documents: HashMap::new(), values: None }
    }

    /// Whether the response meets an expectation.
    pub(super) fn verdict(&mut self, expectation: &Expectation<'_>) -> Result<(), Failure> {
        match expectation {
            Expectation::Text { output, is } => self.text(output, is),
            Expectation::Contains { output, text } => self.contains(output, text),
            Expectation::Lines { output, least } => {
                let count = self.output(output).map(|bytes| String::from_utf8_lossy(bytes).lines().count());
                at_least(*least, "line", count)
            }
            Expectation::Documents { output, least } => {
                let count = self.documents(output).map(<[Plain]>::len);
                at_least(*least, "document", count)
            }
            Expectation::At { output, document, path, want } => {
                let found =
                    self.at(output, *document, path).map_err(|found| Failure { expected: expected(want), found })?;
                compare(want, found)
            }
            Expectation::Value { path, want } => {
                let found = self.value(path).map_err(|found| Failure { expected: expected(want), found })?;
                compare(want, found)
            }
            Expectation::Violation { path, says } => self.violation(path, *says),
            Expectation::Error(text) => {
                let expected = || match *text {
                    "" => "a run that fails".to_owned(),
                    text => format!("a report with {}", quoted(&shortened(text, MAX_TEXT))),
                };
                match self.response.exit_status {
                    0 => Err(Failure { expected: expected(), found: "the run succeeds".to_owned() }),
                    _ if self.response.report.contains(text) => Ok(()),
                    _ => Err(Failure { expected: expected(), found: self.report() }),
                }
            }
            Expectation::Passes(passes) => {
                let (yes, no) = ("a run that succeeds", "a run that fails");
                match (passes, self.response.exit_status == 0) {
                    (true, false) => Err(Failure { expected: yes.to_owned(), found: self.report() }),
                    (false, true) => Err(Failure { expected: no.to_owned(), found: yes.to_owned() }),
                    _ => Ok(()),
                }
            }
        }
    }

    fn text(&self, output: &str, is: &str) -> Result<(), Failure> {
        let first = || match is.split_inclusive('\n').next() {
            Some(line) => format!("line 1: {}", line_text(line.as_bytes())),
            None => "an empty text".to_owned(),
        };
        let bytes = self.output(output).map_err(|found| Failure { expected: first(), found })?;
        if bytes == is.as_bytes() {
            return Ok(());
        }
        // The first line that differs is the most useful one.
        let mut expected = is.as_bytes().split_inclusive(|byte| *byte == b'\n');
        let mut found = bytes.split_inclusive(|byte| *byte == b'\n');
        let mut number = 0_usize;
        loop {
            number += 1;
            let (expected, found) = (expected.next(), found.next());
            if expected == found && expected.is_some() {
                continue;
            }
            let line = |line: Option<&[u8]>| match line {
                Some(line) => format!("line {number}: {}", line_text(line)),
                None if number == 1 => "an empty text".to_owned(),
                None => format!("an end after line {}", number - 1),
            };
            return Err(Failure { expected: line(expected), found: line(found) });
        }
    }

    fn contains(&self, output: &str, text: &str) -> Result<(), Failure> {
        let failure = |found| Failure { expected: quoted(&shortened(text, MAX_TEXT)), found };
        let bytes = self.output(output).map_err(failure)?;
        let found = String::from_utf8_lossy(bytes);
        if found.contains(text) { Ok(()) } else { Err(failure(shortened(&found, MAX_TEXT))) }
    }

    /// The bytes of an output. The error lists the outputs that exist.
    fn output(&self, path: &str) -> Result<&'r [u8], String> {
        if path == "-" {
            return Ok(self.response.stdout.as_bytes());
        }
        let files = &self.response.files;
        if let Some(file) = files.iter().find(|file| file.path == path) {
            return Ok(file.content.as_bytes());
        }
        if files.is_empty() && self.response.exit_status != 0 {
            return Err(self.report());
        }
        let names: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        Err(format!("there is no {path} among the output, but {}", listed(&names)))
    }

    /// The documents of an output.
    fn documents(&mut self, output: &str) -> Result<&[Plain], String> {
        if !self.documents.contains_key(output) {
            let read = self.output(output).and_then(|bytes| {
                let text = std::str::from_utf8(bytes).map_err(|_| format!("{output} is not text"))?;
                let documents = plain_yaml::documents(text);
                documents.map_err(|problem| format!("{output} cannot be read as YAML: {problem}"))
            });
            self.documents.insert(output.to_owned(), read);
        }
        match self.documents.get(output) {
            Some(Ok(documents)) => Ok(documents),
            Some(Err(why)) => Err(why.clone()),
            None => Err(format!("{output} was not read")),
        }
    }

    fn at(&mut self, output: &str, document: usize, path: &Path) -> Result<&Plain, String> {
        let documents = self.documents(output)?;
        let document = documents.get(document).ok_or_else(|| match documents.len() {
            1 => "the output has one document".to_owned(),
            count => format!("the output has {count} documents"),
        })?;
        path.find(document)
    }

    fn value(&mut self, path: &Path) -> Result<&Plain, String> {
        let values = self.trees.values().ok_or_else(|| self.report())?;
        path.find(self.values.get_or_insert_with(|| data(values)))
    }

    fn violation(&self, path: &str, says: Option<&str>) -> Result<(), Failure> {
        let is_violation = |found: &&crate::boundary::Diagnostic| {
            // ytt reports a rule that fails by itself as broken, too.
            found.code == Code::Violation.as_str() || found.code == Code::Rule.as_str() && found.path.is_some()
        };
        let all: Vec<_> = self.response.diagnostics.iter().filter(is_violation).collect();
        let reported = super::path::parse(path).map(|path| path.as_reported()).ok();
        let is_here = |found: Option<&str>| {
            let found = found.unwrap_or_default();
            found == path || Some(found) == reported.as_deref()
        };
        let here: Vec<_> = all.iter().filter(|violation| is_here(violation.path.as_deref())).collect();
        if here.iter().any(|violation| says.is_none_or(|says| violation.message.contains(says))) {
            return Ok(());
        }
        let expected = match says {
            Some(says) => format!("a violation of {} that says {}", whole(path), quoted(&shortened(says, MAX_TEXT))),
            None => format!("a violation of {}", whole(path)),
        };
        let found = if !here.is_empty() {
            let messages: Vec<&str> = here.iter().map(|violation| violation.message.as_str()).collect();
            shortened(&messages.join("; "), MAX_TEXT)
        } else if !all.is_empty() {
            let paths: Vec<&str> = all.iter().map(|d| whole(d.path.as_deref().unwrap_or_default())).collect();
            format!("violations of {}", listed(&paths))
        } else if self.response.exit_status == 0 {
            "no violation: the run succeeds".to_owned()
        } else {
            self.report()
        };
        Err(Failure { expected, found })
    }

    /// ytt's report, shortened for a result.
    fn report(&self) -> String {
        match self.response.exit_status {
            0 => "a run that succeeds".to_owned(),
            _ => shortened(self.response.report.trim(), MAX_TEXT),
        }
    }
}

fn compare(want: &Want<'_>, found: &Plain) -> Result<(), Failure> {
    let holds = match want {
        Want::Is(is) => *is == found,
        Want::Not(not) => *not != found,
        Want::Has(has) => match found {
            Plain::List(items) => items.iter().any(|item| includes(item, has)),
            other => includes(other, has),
        },
        Want::Least(least) => match found {
            Plain::Integer(number) => *number >= i64::from(*least),
            Plain::Float(number) => *number >= f64::from(*least),
            Plain::List(items) => items.len() >= *least as usize,
            Plain::Map(entries) => entries.len() >= *least as usize,
            _ => false,
        },
    };
    if holds { Ok(()) } else { Err(Failure { expected: expected(want), found: value_text(found) }) }
}

fn at_least(least: usize, noun: &str, count: Result<usize, String>) -> Result<(), Failure> {
    let expected = || format!("at least {}", counted(least, noun));
    match count {
        Ok(count) if count >= least => Ok(()),
        Ok(count) => Err(Failure { expected: expected(), found: counted(count, noun) }),
        Err(found) => Err(Failure { expected: expected(), found }),
    }
}

/// Whether a value is a part of another. Of maps, only the entries of the part are compared.
fn includes(whole: &Plain, part: &Plain) -> bool {
    match (whole, part) {
        (Plain::Map(_), Plain::Map(part)) => {
            part.iter().all(|(key, value)| whole.key(key).is_some_and(|found| includes(found, value)))
        }
        _ => whole == part,
    }
}

fn expected(want: &Want<'_>) -> String {
    match want {
        Want::Is(is) => value_text(is),
        Want::Not(Plain::Null) => "any value but null".to_owned(),
        Want::Not(not) => format!("another value than {}", value_text(not)),
        Want::Has(has) => format!("a list with the item, or a map with the entries {}", value_text(has)),
        Want::Least(least) => format!("at least {least}, or a list or a map with as many items"),
    }
}

/// A line with invisible characters escaped.
fn line_text(line: &[u8]) -> String {
    shortened(&quoted(&String::from_utf8_lossy(line)), MAX_TEXT)
}

/// A data value as plain data. The engine's limit of nesting bounds the recursion.
fn data(value: &DataValue) -> Plain {
    match &*value.r#type {
        "map" => Plain::Map(value.children.iter().map(|child| (child.key.clone(), data(child))).collect()),
        "array" => Plain::List(value.children.iter().map(data).collect()),
        kind => {
            let text = value.value.as_deref().unwrap_or_default();
            // A block scalar needs its final line break.
            let read = plain_yaml::documents(&format!("{text}\n")).ok().and_then(|mut documents| documents.pop());
            match read {
                Some(read) if kind != "string" || matches!(read, Plain::Text(_)) => read,
                _ => text.into(),
            }
        }
    }
}
