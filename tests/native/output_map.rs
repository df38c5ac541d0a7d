//! Origins of output lines, over the golden cases: each line of the input exists, and changing a literal on it changes exactly the
//! output lines with that origin.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex_lite::Regex;
use ytterby::boundary::{Content, OutputFile, Request, Response};

use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases, render, text_of};

/// Output lines by the path of their file and their number from 0.
type Lines = BTreeSet<(String, usize)>;

#[test]
fn origins_are_lines_of_the_input() {
    check_all(cases(), check_lines).at_least(&[("output lines", 2900)]);
}

fn check_lines(golden: &Golden, found: &mut Findings) {
    let Golden { request, response, .. } = golden;
    if request.args.iter().any(|arg| arg.starts_with("--bulk-in")) {
        // The input files are in JSON.
        return;
    }
    for file in response.files.iter().filter(|_| response.exit_status == 0) {
        let Content::Text(content) = &file.content else { continue };
        assert_eq!(file.map.len(), content.split_inclusive('\n').count(), "{}", file.path);
        for (index, origin) in file.map.iter().enumerate() {
            found.count("output lines");
            let Some(origin) = origin else {
                found.wrong(format!("{}:{} names no line", file.path, index + 1));
                continue;
            };
            let places = origin.touched_by.iter().chain(&origin.replaced);
            for (path, line) in places.map(|place| (&place.file, place.line)).chain([(&origin.file, origin.line)]) {
                if text_of(request, path).is_none_or(|text| text.split('\n').count() < line as usize) {
                    found.wrong(format!("{}:{} names {path}:{line}", file.path, index + 1));
                }
            }
        }
    }
}

#[test]
fn literals_change_exactly_the_lines_with_their_origin() {
    check_all(cases(), change_literals).at_least(&[("exactly its lines change", 280)]);
}

fn change_literals(golden: &Golden, found: &mut Findings) {
    let Golden { request, response: before, .. } = golden;
    if before.exit_status != 0 {
        return;
    }
    for ((path, line), expected) in by_source(&before.files) {
        let Some(text) = text_of(request, &path) else { continue };
        let Some(source) = text.split('\n').nth(line as usize - 1) else { continue };
        let Some(changed) = with_another_literal(source, path.ends_with(".txt")) else {
            found.count("no literal alone on its line");
            continue;
        };
        let after = render(&with_line(request, &path, line, &changed));
        let outcome = compare(before, &after, &expected);
        match outcome.or_else(|problem| fed_to_code(request, source, &path).ok_or(problem)) {
            Ok(outcome) => found.count(outcome),
            Err(problem) => found.wrong(format!("{path}:{line} {source:?}: {problem}")),
        }
    }
}

/// Replaces the literal of a line, if there is one: `key: word`, `- "text"`, a line of a block scalar, or a line of a text template
/// without code. A number is replaced by a number.
fn with_another_literal(line: &str, is_text: bool) -> Option<String> {
    static PLAIN: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^\s*(?:- +)*(?:[\w.-]+: +)?([\w/](?:[\w ./+-]*[\w./+-])?)$"));
    static QUOTED: LazyLock<Regex> = LazyLock::new(|| pattern(r#"^\s*(?:- +)*(?:[\w.-]+: +)?("[^"\\#]*"|'[^'#]*')$"#));
    if is_text {
        return (!line.contains("(@") && !line.contains("@)") && !line.trim().is_empty()).then(|| format!("{line}Q"));
    }
    if QUOTED.is_match(line) {
        return Some(format!("{}Q{}", &line[..line.len() - 1], &line[line.len() - 1..]));
    }
    let literal = PLAIN.captures(line)?.get(1)?;
    let is_number = literal.as_str().chars().all(|c| c.is_ascii_digit());
    Some(format!("{line}{}", if is_number { "7" } else { "Q" }))
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}

/// Why a literal may change other lines: code depends on it.
fn fed_to_code(request: &Request, line: &str, path: &str) -> Option<&'static str> {
    let key = line.trim_start_matches([' ', '-']).split(':').next().unwrap_or_default();
    let texts = || request.files.iter().filter_map(|file| text_of(request, &file.path));
    let somewhere = |what: &str| texts().any(|text| text.contains(what));
    let by_key = [format!("by=\"{key}\""), format!("by='{key}'"), format!("map_key(\"{key}\")")];
    if by_key.iter().any(|by| somewhere(by)) {
        return Some("fed to code: overlays match by its key");
    }
    if somewhere(&format!("[\"{key}\"]")) {
        return Some("fed to code: code reads it by its key");
    }
    if ["overlay.subset", "by=lambda", "overlay/match by=", "overlay/assert"].iter().any(|by| somewhere(by))
        && ["overlay.subset", "lambda", "overlay/assert", "via="].iter().any(|by| somewhere(by))
    {
        return Some("fed to code: a matcher, an assertion or via= reads it");
    }
    if request.args.windows(2).any(|words| words[0].starts_with("--data-values-file") && words[1].ends_with(path)) {
        return Some("fed to code: the file is data values too");
    }
    if somewhere("schema.apply(") {
        return Some("fed to code: schema.apply takes its type, or checks it");
    }
    (somewhere(".eval()") && somewhere("[0][")).then_some("fed to code: a template reads the library's result")
}

fn by_source(files: &[OutputFile]) -> BTreeMap<(String, u32), Lines> {
    let mut by_source: BTreeMap<_, Lines> = BTreeMap::new();
    for file in files {
        let Content::Text(content) = &file.content else { continue };
        let lines: Vec<&str> = content.split('\n').collect();
        for (index, origin) in file.map.iter().enumerate() {
            // A separator has no literal.
            let Some(origin) = origin.as_ref().filter(|_| lines[index] != "---") else { continue };
            by_source.entry((origin.file.to_string(), origin.line)).or_default().insert((file.path.clone(), index));
        }
    }
    by_source
}

fn with_line(request: &Request, path: &str, line: u32, text: &str) -> Request {
    let mut request = request.clone();
    for file in request.files.iter_mut().filter(|file| file.path == path) {
        let Content::Text(content) = &mut file.content else { continue };
        let mut lines: Vec<&str> = content.split('\n').collect();
        lines[line as usize - 1] = text;
        *content = lines.join("\n");
    }
    request
}

/// The outcome of a change, or a failure.
fn compare(before: &Response, after: &Response, expected: &Lines) -> Result<&'static str, String> {
    if after.exit_status != 0 {
        return Err(format!("fails: {}", after.report));
    }
    let all = |response: &Response| -> Vec<(String, Vec<String>)> {
        let lines = |file: &OutputFile| match &file.content {
            Content::Text(text) => text.split('\n').map(str::to_owned).collect(),
            Content::Bytes(_) => Vec::new(),
        };
        response.files.iter().map(|file| (file.path.clone(), lines(file))).collect()
    };
    let (old, new) = (all(before), all(after));
    let shape = |files: &[(String, Vec<String>)]| files.iter().map(|(p, l)| (p.clone(), l.len())).collect::<Vec<_>>();
    if shape(&old) != shape(&new) {
        return Err("another shape".to_owned());
    }
    let mut changed = Lines::new();
    for ((path, old), (_, new)) in old.iter().zip(&new) {
        changed.extend((0..old.len()).filter(|i| old[*i] != new[*i]).map(|i| (path.clone(), i)));
    }
    if changed == *expected {
        Ok("exactly its lines change")
    } else {
        Err(format!("changes {changed:?}, not {expected:?}"))
    }
}
