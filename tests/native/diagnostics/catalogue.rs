//! The catalogue of diagnostics, `tests/diagnostics`: the diagnostic of each example is as its file says. `UPDATE_DIAGNOSTICS=1 cargo test
//! --test native catalogue` writes the expectations and the marks into the files.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::{env, fs};

use similar::{ChangeTag, TextDiff};
use ytterby::Code;
use ytterby::boundary::{Content, Diagnostic, Fix, Place, Request, RequestFile, Severity};

use super::entry::{self, Entry, Example};
use super::fixes::applied;
use super::units;
use crate::golden::{clock, render, text_of};
use crate::{inputs, parallel, span};

/// The folder of lints. Its entries are named after their codes.
pub(super) const LINT: &str = "lint";

/// Codes without entries.
const WITHOUT_EXAMPLE: [Code; 1] = [
    // No input with this code is known.
    Code::Internal,
];

fn folder() -> PathBuf {
    inputs::repository().join("tests/diagnostics")
}

pub(super) fn entries() -> &'static [Entry] {
    static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| entry::read(&folder()));
    &ENTRIES
}

fn request(example: &Example) -> Result<Request, String> {
    let file = |(path, text): (String, String)| RequestFile { path, content: Content::Text(text) };
    let limits = example.value("limits").map_or(Ok(Default::default()), serde_json::from_str);
    Ok(Request {
        files: example.unmarked().into_iter().map(file).collect(),
        args: example.args(),
        limits: limits.map_err(|error| format!("limits: {error}"))?,
        ..Request::default()
    })
}

fn problems(entry: &Entry, request: &Request) -> Vec<Diagnostic> {
    let found = render(request).diagnostics;
    if entry.code == LINT { ytterby_insight::lint(request, &clock()).diagnostics } else { found }
}

/// The diagnostics that the engine reports for the example, and the titles of the fixes.
pub(super) struct Actual {
    pub(super) example: Example,
    pub(super) titles: Vec<String>,
}

pub(super) fn actual(entry: &Entry, example: &Example) -> Result<Actual, String> {
    let request = request(example)?;
    let found = problems(entry, &request);
    let [diagnostic] = &found[..] else {
        let headlines: Vec<&str> = found.iter().map(|diagnostic| diagnostic.headline.as_str()).collect();
        return Err(format!("not one problem, but {}: {headlines:#?}", found.len()));
    };
    let code = if entry.code == LINT { &entry.kind } else { &entry.code };
    if *code != diagnostic.code {
        return Err(format!("the code is {}", diagnostic.code));
    }
    let mut example = Example { headline: diagnostic.headline.clone(), ..example.clone() };
    let unmarked = mark(&mut example, &request, diagnostic)?;
    example.expected = text(diagnostic, &request, &unmarked);
    for fix in &diagnostic.fixes {
        let fixed = applied(&request, fix)?;
        example.expected.push_str(&fix_text(fix, &request, &fixed));
        let left: Vec<String> = problems(entry, &fixed).into_iter().map(|diagnostic| diagnostic.headline).collect();
        if left.iter().any(|headline| example.value("leaves") != Some(headline)) {
            return Err(format!("{:?} leaves {left:#?}", fix.title));
        }
    }
    Ok(Actual { example, titles: diagnostic.fixes.iter().map(|fix| fix.title.clone()).collect() })
}

/// A range of a file in UTF-16 code units.
struct Mark {
    file: String,
    start: usize,
    end: usize,
    open: String,
    close: char,
}

/// Marks the places of a diagnostic in the files of its example, and returns others in words: those of flags, and those that overlap.
fn mark(example: &mut Example, request: &Request, diagnostic: &Diagnostic) -> Result<Vec<String>, String> {
    let related = diagnostic.related.iter().map(|known| {
        let place = Place { file: known.file.clone(), span: known.span };
        (place, format!("⟪{}:", known.label), '⟫', known.label.as_str())
    });
    let primary = diagnostic.primary.iter().map(|place| (place.clone(), "⟦".to_owned(), '⟧', "at"));
    let (mut marks, mut others): (Vec<Mark>, Vec<String>) = (Vec::new(), Vec::new());
    for (Place { file, span }, open, close, label) in primary.chain(related) {
        match (span, units(request, &file)) {
            (Some(span), Some(text)) => {
                span::check(&span, &text)?;
                let (start, end) = (span.start.offset as usize, span.end.offset as usize);
                marks.push(Mark { file, start, end, open, close });
            }
            (span, _) => {
                let at = span.map(|span| format!(":{}:{}", span.start.line, span.start.column)).unwrap_or_default();
                others.push(format!("{label}: {file}{at}"));
            }
        }
    }
    for (path, text) in &mut example.files {
        let own = marks.extract_if(.., |mark| mark.file == *path).collect();
        *text = marked(&units(request, path).ok_or("no text")?, own)?;
    }
    Ok(others)
}

/// A text with marks.
fn marked(text: &[u16], mut marks: Vec<Mark>) -> Result<String, String> {
    marks.sort_by_key(|mark| (mark.start, std::cmp::Reverse(mark.end)));
    let mut out: Vec<u16> = Vec::new();
    let mut open: Vec<Mark> = Vec::new();
    let mut at = 0;
    let mut put = |out: &mut Vec<u16>, to: usize, mark: &str| {
        out.extend_from_slice(&text[at..to]);
        out.extend(mark.encode_utf16());
        at = to;
    };
    for mark in marks {
        while let Some(ended) = open.pop_if(|last| last.end <= mark.start) {
            put(&mut out, ended.end, &ended.close.to_string());
        }
        if open.last().is_some_and(|last| last.end < mark.end) {
            return Err("places overlap".to_owned());
        }
        put(&mut out, mark.start, &mark.open);
        open.push(mark);
    }
    while let Some(ended) = open.pop() {
        put(&mut out, ended.end, &ended.close.to_string());
    }
    put(&mut out, text.len(), "");
    String::from_utf16(&out).map_err(|error| error.to_string())
}

/// A diagnostic without its headline, its fixes and its marks.
fn text(diagnostic: &Diagnostic, request: &Request, unmarked: &[String]) -> String {
    let Diagnostic { severity, message, path, argument, found, expected, hints, frames, .. } = diagnostic;
    let mut lines = Vec::new();
    let mut line = |key: &str, value: &str| lines.push(format!("{key}: {}\n", value.replace('\n', "\n  ")));
    match severity {
        Severity::Error => {}
        Severity::Warning => line("severity", "warning"),
        Severity::Info => line("severity", "info"),
    }
    // The message of a lint is its headline.
    if *message != diagnostic.headline {
        line("message", message);
    }
    for (key, value) in [("path", path), ("found", found), ("expected", expected)] {
        value.iter().for_each(|value| line(key, value));
    }
    hints.iter().for_each(|hint| line("hint", hint));
    let argument = argument.and_then(|argument| request.args.get(argument as usize));
    argument.iter().for_each(|argument| line("argument", argument));
    unmarked.iter().for_each(|place| line("place", place));
    for frame in frames {
        let place = frame.place.as_ref().and_then(|place| Some((&place.file, place.span?.start.line)));
        let place = place.map(|(file, line)| format!("{file}:{line}")).unwrap_or_default();
        line("frame", format!("{} {place}", frame.name).trim());
    }
    lines.concat()
}

/// The title of a fix, and its changes.
fn fix_text(fix: &Fix, before: &Request, after: &Request) -> String {
    let mut text = format!("fix: {}\n", fix.title);
    if before.args != after.args {
        text.push_str(&format!("  args: {}\n", after.args.join(" ")));
    }
    for file in &after.files {
        let new = text_of(after, &file.path).unwrap_or_default();
        let old = text_of(before, &file.path).unwrap_or_default();
        let diff = TextDiff::from_lines(old, new);
        let mut last = None;
        for change in diff.iter_all_changes() {
            let sign = match change.tag() {
                ChangeTag::Equal => {
                    last = None;
                    continue;
                }
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            if last.is_none() {
                let line = change.old_index().or(change.new_index()).unwrap_or_default() + 1;
                text.push_str(&format!("  {}:{line}\n", file.path));
            }
            last = Some(sign);
            let line = change.value().trim_end_matches('\n');
            text.push_str(format!("  {sign} {line}").trim_end_matches(' '));
            text.push('\n');
            if change.missing_newline() {
                text.push_str("  \\ no line break\n");
            }
        }
    }
    text
}

#[test]
fn examples_of_the_catalogue_have_the_diagnostics_that_they_name() {
    let is_update = env::var_os("UPDATE_DIAGNOSTICS").is_some();
    let check = |entry: &Entry| -> Result<(), String> {
        let mut problems = Vec::new();
        let mut updated = Vec::new();
        for example in &entry.examples {
            match actual(entry, example) {
                Ok(actual) => updated.push(actual.example),
                Err(problem) => {
                    problems.push(format!("{}: {problem}", example.headline));
                    updated.push(example.clone());
                }
            }
        }
        let path = folder().join(entry.name() + ".txtar");
        let there = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let Entry { code, kind, head, .. } = entry;
        let updated = Entry { code: code.clone(), kind: kind.clone(), head: head.clone(), examples: updated };
        if is_update {
            fs::write(&path, updated.text()).map_err(|error| error.to_string())?;
        } else if there != updated.text() {
            let diff = TextDiff::from_lines(there, updated.text()).unified_diff().to_string();
            problems.push(format!("with UPDATE_DIAGNOSTICS=1 it would be\n{diff}"));
        }
        if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
    };
    let results = parallel::map(entries(), check).into_iter().map(Result::flatten);
    let wrong = entries().iter().zip(results).filter_map(|(entry, result)| Some((entry.name(), result.err()?)));
    let wrong: Vec<String> = wrong.map(|(name, problem)| format!("{name}: {problem}")).collect();
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_catalogue_is_complete() {
    let lints = ytterby_insight::lint(&Request::default(), &clock()).kinds;
    let lints: BTreeSet<String> = lints.into_iter().map(|kind| kind.code).collect();
    let of_lints = entries().iter().filter(|entry| entry.code == LINT).map(|entry| entry.kind.clone());
    assert_eq!(lints, of_lints.collect());
    let codes = Code::all().filter(|code| !WITHOUT_EXAMPLE.contains(code)).map(|code| code.to_string());
    let folders: BTreeSet<String> = entries().iter().map(|entry| entry.code.clone()).collect();
    assert_eq!(codes.chain([LINT.to_owned()]).collect::<BTreeSet<_>>(), folders);
    for entry in entries() {
        assert!(!entry.description().is_empty(), "{} is not described", entry.name());
        assert!(!entry.examples.is_empty(), "{} has no example", entry.name());
        let knows = entry.value("cause").or(entry.value("recogniser"));
        assert!(
            entry.head.iter().all(|line| line.starts_with("# ") || knows.is_some()),
            "{}: {:?}",
            entry.name(),
            entry.head
        );
        let explained = if entry.code == LINT { &entry.kind } else { &entry.code };
        let explain_page = inputs::repository().join(format!("web/explain/{explained}.yml"));
        assert!(explain_page.is_file(), "{} has no Explain page", entry.name());
    }
}
