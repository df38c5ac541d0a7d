//! The catalogue of diagnostics, tests/diagnostics: each entry is of the cause or the recogniser that it names, and each of these has an
//! entry. tests/native/diagnostics compares what the diagnostics are.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::Path;
use std::rc::Rc;

use super::brackets::Keys;
use super::headline::sentences;
use super::recognisers::{self, Problem};
use crate::answer::Extent;
use crate::boundary::{Content, Request, RequestFile, Response};
use crate::diagnostics::cause::Cause;
use crate::diagnostics::{Error, ErrorKind};
use crate::flags::Command;
use crate::request_disk::RequestDisk;
use crate::{ParsedRequest, Rendering, arguments};
use entry::{Entry, Example};

#[path = "../../../../tests/native/diagnostics/entry.rs"]
#[expect(dead_code, reason = "the native tests write entries, too")]
mod entry;

fn catalogue() -> Vec<Entry> {
    entry::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/diagnostics"))
}

/// The names of the causes and recognisers that know a problem.
#[derive(Default)]
struct Known {
    causes: BTreeSet<String>,
    recognisers: BTreeSet<&'static str>,
}

impl Known {
    fn add(&mut self, cause: Option<&Cause>) {
        self.causes.extend(cause.map(name));
        if let Some(Cause::RuleFails { why: Some(why) }) = cause {
            self.add(Some(why));
        }
    }

    fn add_error(&mut self, error: &Error, keys: Keys<'_>) {
        match &*error.0 {
            ErrorKind::Message(message) => {
                let (at, diagnostic) = (&super::shown(message), &super::of_message(message));
                self.add_problem(&Problem { message, at, problems: &[], keys, diagnostic });
            }
            ErrorKind::Context(_, inner) | ErrorKind::ContextLine(_, inner) => self.add_error(inner, keys),
            ErrorKind::Template(problems) => {
                for problem in problems {
                    let diagnostic = super::sentence(&problem.message).map(super::of_message).unwrap_or_default();
                    match super::of_code(problem, problems, keys, &diagnostic) {
                        Some(problem) => self.add_problem(&problem),
                        None => self.add_error(&problem.message, keys),
                    }
                }
            }
            ErrorKind::Schema(report) => {
                report.findings.iter().for_each(|finding| self.add(finding.cause.as_ref()));
                report.others.iter().for_each(|other| self.add_error(other, keys));
            }
            ErrorKind::Violations(invalid) => {
                invalid.iter().flat_map(|invalid| &invalid.violations).for_each(|found| self.add(found.cause.as_ref()));
            }
        }
    }

    fn add_problem(&mut self, problem: &Problem<'_>) {
        self.add(problem.message.cause.as_ref());
        self.recognisers.extend(recognisers::explain(problem).map(|(name, _)| name));
    }
}

fn known(example: &Example) -> Known {
    let file = |(path, text): (String, String)| RequestFile { path, content: text.into() };
    let request = Request {
        files: example.unmarked().into_iter().map(file).collect(),
        args: example.args(),
        ..Request::default()
    };
    let Response { schema, values, .. } = crate::render(&request, Rc::new(|| 0.0));
    let keys = Keys { schema: schema.as_ref(), values: values.as_ref() };
    let parsed = ParsedRequest::new(&request);
    let mut known = Known::default();
    match &parsed.command {
        Err(_) => known.add(arguments::mistake(&request.args, &request.files).map(|mistake| mistake.cause).as_ref()),
        Ok(Command::Template(options)) => {
            let mut rendering = Rendering::new(&parsed, Extent::Everything, Rc::new(|| 0.0));
            if let Err(error) = rendering.template(options, &RequestDisk::new(&request.files)) {
                known.add_error(&error, keys);
            }
        }
        Ok(_) => {}
    }
    known
}

/// The name of a cause in the catalogue: that of its variant, and in parentheses that of the mistake or the rule.
fn name(cause: &Cause) -> String {
    let of: &dyn Debug = match cause {
        Cause::Yaml(mistake) => mistake,
        Cause::Code(mistake) => mistake,
        Cause::Rule(rule) => rule,
        Cause::Format(mistake) => mistake,
        Cause::Arguments { mistake, .. } => mistake,
        Cause::Annotation { mistake, .. } => mistake,
        _ => return variant(cause),
    };
    format!("{}({})", variant(cause), variant(of))
}

fn variant(value: &dyn Debug) -> String {
    format!("{value:?}").chars().take_while(|c| c.is_alphanumeric()).collect()
}

/// The enums that are a part of [`Cause`], by the variant that has them.
const MISTAKES: [(&str, &str); 6] = [
    ("Yaml", "YamlMistake"),
    ("Code", "CodeMistake"),
    ("Rule", "BrokenRule"),
    ("Format", "FormatMistake"),
    ("Arguments", "ArgumentMistake"),
    ("Annotation", "AnnotationMistake"),
];

/// The names of all causes, from their source: an enum cannot list its variants.
fn all_causes() -> BTreeSet<String> {
    let source = concat!(
        include_str!("../../../diagnostics/src/cause.rs"),
        include_str!("../../../diagnostics/src/cause/code_mistake.rs"),
        include_str!("../../../diagnostics/src/cause/yaml_mistake.rs"),
    );
    let variants = |name: &str| -> Vec<String> {
        let start = format!("pub enum {name} {{\n");
        let body = source.split_once(&start).and_then(|(_, rest)| rest.split_once("\n}\n")).expect("an enum").0;
        let names = body
            .lines()
            .filter_map(|line| line.strip_prefix("    ").filter(|line| line.starts_with(char::is_uppercase)));
        names.map(|line| line.chars().take_while(|c| c.is_alphanumeric()).collect()).collect()
    };
    let mut all: BTreeSet<String> = variants("Cause").into_iter().collect();
    for (variant, mistakes) in MISTAKES {
        assert!(all.remove(variant), "{variant}");
        all.extend(variants(mistakes).into_iter().map(|mistake| format!("{variant}({mistake})")));
    }
    all
}

#[test]
fn entries_are_of_their_causes_and_recognisers() {
    let mut wrong = Vec::new();
    for entry in catalogue().iter().filter(|entry| entry.code != "lint") {
        for example in &entry.examples {
            let known = known(example);
            let causes = &known.causes;
            // A recogniser that knows code of several causes is a kind by itself.
            let is_of_cause = match entry.value("cause") {
                Some(cause) => causes.contains(cause),
                // Words of the command line are recognised after their cause.
                None => causes.is_empty() || entry.value("recogniser").is_some() || entry.code == "flag",
            };
            let recogniser: BTreeSet<&str> = entry.value("recogniser").into_iter().collect();
            if !is_of_cause || recogniser != known.recognisers {
                wrong.push(format!("{}: {}: {causes:?} {:?}", entry.name(), example.headline, known.recognisers));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_cause_and_each_recogniser_has_an_entry() {
    let catalogue = catalogue();
    let named = |key| -> BTreeSet<&str> { catalogue.iter().filter_map(|entry| entry.value(key)).collect() };
    let causes = all_causes();
    assert_eq!(causes.iter().map(String::as_str).collect::<BTreeSet<_>>(), named("cause"));
    assert_eq!(recognisers::names().collect::<BTreeSet<_>>(), named("recogniser"));
}

#[test]
fn each_sentence_of_ytt_has_an_example() {
    let catalogue = catalogue();
    let examples = catalogue.iter().flat_map(|entry| &entry.examples);
    let messages =
        examples.flat_map(|example| example.expected.lines().find_map(|line| line.strip_prefix("message: ")));
    // The names of functions, and what they were doing, are before the sentence.
    let messages: Vec<&str> = messages
        .flat_map(|message| {
            std::iter::once(message).chain(message.match_indices(": ").map(move |(at, _)| &message[at + 2..]))
        })
        .collect();
    // Examples are texts, and these are about bytes.
    let of_texts = sentences::without(&messages).into_iter().filter(|sentence| !sentence.contains("UTF-8"));
    assert_eq!(of_texts.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn bytes_that_are_not_utf_8_have_a_headline() {
    for bytes in [&b"a: \xff\n"[..], b"a: \xc3(\n", b"a: \xe2\x82"] {
        let file = RequestFile { path: "config.yml".to_owned(), content: Content::Bytes(bytes.to_vec()) };
        let request = Request { files: vec![file], ..Request::default() };
        let found = crate::render(&request, Rc::new(|| 0.0)).diagnostics;
        assert_eq!(
            found[0].headline, "This file is not UTF-8, the only encoding that ytt reads",
            "{}",
            found[0].message
        );
    }
}
