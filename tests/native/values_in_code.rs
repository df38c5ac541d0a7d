//! The values that code had, over the golden cases: those of lines with one scalar are in the output, and no output comes from lines that did
//! not run.

use std::collections::BTreeMap;

use serde_yaml::Value;
use ytterby::boundary::in_code::{CodeInFile, ValueInCode, ValueInCodeKind};
use ytterby::boundary::{Content, LineOrigin, Request, RequestFile};
use ytterby::values_in_code;

use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases, clock, examples, peer_cases, text_of};

#[test]
fn shown_values_are_those_of_the_output() {
    let own = cases().iter().chain(examples());
    check_all(own, check).at_least(&[("values in the output", 1400), ("files with lines that did not run", 15)]);
    check_all(peer_cases(), check);
}

#[test]
fn an_else_knows_the_condition_that_held() {
    let code = "#@ for x in [1, 2]:\n#@ if x == 1:\na: 1\n#@ elif x == 2:\n#@ if x > 5:\nb: 1\n#@ end\nb: 2\n#@ elif x == 3:\nc: 1\n#@ else:\nd: 1\n#@ end\n#@ end\n";
    let files = vec![RequestFile { path: "a.yml".to_owned(), content: Content::Text(code.to_owned()) }];
    let request = Request { files, ..Request::default() };
    let answer = values_in_code(&request, &["a.yml".to_owned()], clock());
    let held: Vec<_> = answer.files[0].skipped.iter().map(|block| (block.from, block.held.clone())).collect();
    assert_eq!(held, [(6, vec![]), (10, vec![4, 2]), (12, vec![4, 2])]);
}

fn check(golden: &Golden, found: &mut Findings) {
    let Golden { request, response, .. } = golden;
    // Strings that are not UTF-8 are printed as base64, and shown with U+FFFD.
    let is_binary = golden.name.starts_with("cases/bytes/");
    if response.exit_status != 0 || is_binary || request.args.iter().any(|arg| arg.starts_with("--bulk-in")) {
        return;
    }
    let paths: Vec<String> = request.files.iter().map(|file| file.path.clone()).collect();
    let answer = values_in_code(request, &paths, clock());
    let files: BTreeMap<&str, &CodeInFile> = answer.files.iter().map(|file| (&*file.path, file)).collect();
    for file in &answer.files {
        if !file.skipped.is_empty() {
            found.count("files with lines that did not run");
        }
    }
    for output in &response.files {
        let Content::Text(content) = &output.content else { continue };
        for (line, origin) in content.split('\n').zip(&output.map) {
            let Some(origin) = origin else { continue };
            let Some(file) = files.get(&*origin.file) else { continue };
            if line != "---" && file.skipped.iter().any(|block| (block.from..=block.to).contains(&origin.line)) {
                found.wrong(format!("{line:?} comes from {}:{}, which did not run", origin.file, origin.line));
            }
            // Computed values below anchors are in the output of the alias alone.
            let Some(source) = text_of(request, &origin.file).filter(|text| !text.contains(": &")) else { continue };
            let Some(source) = source.split('\n').nth(origin.line as usize - 1) else { continue };
            match (scalar(line, source, origin), value_of(file, origin.line)) {
                (Some(scalar), Some(value)) if value.values.iter().any(|seen| is_same(&scalar, &seen.text)) => {
                    found.count("values in the output");
                }
                (Some(scalar), Some(value)) if value.others == 0 => {
                    let seen: Vec<&str> = value.values.iter().map(|seen| &*seen.text).collect();
                    found.wrong(format!("{}:{} made {scalar:?}, not {seen:?}", origin.file, origin.line));
                }
                _ => {}
            }
        }
    }
}

/// The only value of a line.
fn value_of(file: &CodeInFile, line: u32) -> Option<&ValueInCode> {
    let mut values = file.values.iter().filter(|value| value.line == line);
    let only = values.next().filter(|value| value.kind == ValueInCodeKind::Value)?;
    // Further lines of a collection or of a long text have the same origin.
    let has_one_line = only.values.iter().all(|seen| seen.size.is_none() && !seen.text.contains("\\n"));
    (values.next().is_none() && has_one_line).then_some(only)
}

/// The scalar that an output line has of `key: #@ code` or `- #@ code`, if no overlay had a part in it.
fn scalar(line: &str, source: &str, origin: &LineOrigin) -> Option<Value> {
    let (before, _) = source.split_once("#@ ")?;
    let before = before.trim_end();
    let is_of_node = (before.ends_with(':') || before == "-" || before.ends_with(" -")) && !source.contains("(@");
    if !is_of_node || !origin.touched_by.is_empty() || !origin.replaced.is_empty() {
        return None;
    }
    let item = line.trim_start().trim_start_matches("- ");
    let text = if before.ends_with(':') { item.split_once(": ")?.1 } else { item };
    if text.starts_with(['|', '>']) {
        return None;
    }
    serde_yaml::from_str(text).ok().filter(|value: &Value| !value.is_mapping() && !value.is_sequence())
}

fn is_same(scalar: &Value, text: &str) -> bool {
    match scalar {
        Value::Null => text == "None",
        Value::Bool(true) => text == "True",
        Value::Bool(false) => text == "False",
        Value::Number(number) => {
            let (Some(number), Ok(shown)) = (number.as_f64(), text.parse::<f64>()) else { return false };
            // Floats are shown with six digits.
            (number - shown).abs() <= number.abs() * 1e-5 || (number.is_nan() && shown.is_nan())
        }
        Value::String(string) => {
            let unquoted = serde_yaml::from_str::<String>(text).ok().filter(|_| text.starts_with('"'));
            let is_cut = text.strip_suffix('…').is_some_and(|start| string.starts_with(start.trim_start_matches('"')));
            string == text || unquoted.as_ref() == Some(string) || is_cut
        }
        _ => false,
    }
}
