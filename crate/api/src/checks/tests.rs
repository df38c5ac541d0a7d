use std::rc::Rc;

use super::*;
use crate::boundary::{Request, RequestFile};

const SCHEMA: &str = "\
#@data/values-schema
---
kiln:
  #@schema/validation max=1300
  peak: 1000
  name: 'on'
  note: |
    two
    lines
  'x.y': 1.0
  stages:
  - ''
#@schema/nullable
keeper: ''
";
const PLAN: &str = "\
#@ load('@ytt:data', 'data')
---
kiln: #@ data.values.kiln.name
stages:
- name: warm up
  minutes: 90
labels: {app.kind: oven}
none: null
---
second: 2.0
";
const VALUES: &str = "#@data/values\n---\nkiln:\n  peak: 1240\n  stages: [a, b]\n";

/// The results of checks, written in YAML, on a run with a peak.
fn results(peak: u32, checks: &str) -> Vec<CheckResult> {
    let file = |path: &str, text: &str| RequestFile { path: path.to_owned(), content: text.to_owned().into() };
    let request = Request {
        files: vec![
            file("schema.yml", SCHEMA),
            file("values.yml", &VALUES.replace("1240", &peak.to_string())),
            file("plan.yml", PLAN),
            file("note.txt", "plain\ntext"),
        ],
        checks: serde_yaml::from_str(checks).expect(checks),
        ..Request::default()
    };
    crate::render(&request, Rc::new(|| 0.0)).checks
}

#[track_caller]
fn passes(peak: u32, check: &str) -> String {
    let result = results(peak, &format!("[{check}]")).remove(0);
    assert!(result.passed, "{check}: {result:?}");
    assert_eq!((result.expected, result.found, result.problem), (None, None, None));
    result.title
}

/// The expected and the found text.
#[track_caller]
fn fails(peak: u32, check: &str) -> (String, String) {
    let result = results(peak, &format!("[{check}]")).remove(0);
    assert!(!result.passed && result.problem.is_none(), "{check}: {result:?}");
    (result.expected.expect("expected"), result.found.expect("found"))
}

#[track_caller]
fn malformed(check: &str) -> String {
    let result = results(1240, &format!("[{check}]")).remove(0);
    assert!(!result.passed && result.expected.is_none() && result.found.is_none(), "{check}: {result:?}");
    result.problem.expect("a problem")
}

fn pair(expected: &str, found: &str) -> (String, String) {
    (expected.to_owned(), found.to_owned())
}

#[test]
fn the_text_of_an_output() {
    assert_eq!(passes(1240, r#"{output: note.txt, is: "plain\ntext"}"#), "note.txt is as expected");
    assert_eq!(fails(1240, r#"{output: note.txt, is: "plain\nText"}"#), pair(r#"line 2: "Text""#, r#"line 2: "text""#));
    assert_eq!(fails(1240, r#"{output: note.txt, is: "plain\n"}"#), pair("an end after line 1", r#"line 2: "text""#));
    assert_eq!(
        fails(1240, r#"{output: note.txt, is: "plain\ntext\n"}"#),
        pair(r#"line 2: "text\n""#, r#"line 2: "text""#)
    );
    assert_eq!(fails(1240, "{output: note.txt, is: ''}"), pair("an empty text", r#"line 1: "plain\n""#));
    let (_, found) = fails(1240, "{output: other.yml, is: a}");
    assert_eq!(found, "there is no other.yml among the output, but note.txt, plan.yml");
}

#[test]
fn a_part_of_an_output() {
    assert_eq!(passes(1240, "{output: plan.yml, contains: 'warm up'}"), r#"plan.yml contains "warm up""#);
    passes(1240, "{output: '-', contains: 'second: 2'}");
    let (expected, found) = fails(1240, "{output: note.txt, contains: cool down}");
    assert_eq!((&*expected, &*found), (r#""cool down""#, "plain\ntext"));
}

#[test]
fn a_value_in_an_output() {
    let title = passes(1240, "{output: plan.yml, at: 'stages[0].name', is: warm up}");
    assert_eq!(title, r#"stages[0].name in plan.yml is "warm up""#);
    passes(1240, "{output: plan.yml, at: 'stages[0]', is: {minutes: 90.0, name: warm up}}");
    passes(1240, r#"{output: plan.yml, at: 'labels["app.kind"]', is: oven}"#);
    passes(1240, "{output: plan.yml, at: none, is: null}");
    passes(1240, "{output: plan.yml, at: kiln, is: 'on'}");
    passes(1240, "{output: plan.yml, at: second, document: 1, is: 2}");
    passes(1240, "{output: plan.yml, document: 1, is: {second: 2}}");
    assert_eq!(fails(1240, "{output: plan.yml, at: 'stages[0].minutes', is: '90'}"), pair(r#""90""#, "90"));
    let found = |check: &str| fails(1240, check).1;
    assert_eq!(found("{output: plan.yml, at: kiln.peak, is: 1}"), r#"kiln is no map: "on""#);
    assert_eq!(found("{output: plan.yml, at: 'kiln[0]', is: 1}"), r#"kiln is no list: "on""#);
    assert_eq!(found("{output: plan.yml, at: 'stages[1]', is: 1}"), "stages has 1 items");
    assert_eq!(found("{output: plan.yml, at: stage, is: 1}"), "the whole has no stage, but kiln, stages, labels, none");
    assert_eq!(found("{output: plan.yml, at: a, document: 2, is: 1}"), "the output has 2 documents");
}

#[test]
fn a_data_value() {
    assert_eq!(passes(1240, "{value: kiln.peak, is: 1240}"), "data value kiln.peak is 1240");
    passes(1400, "{value: kiln.peak, is: 1400.0}");
    passes(1240, "{value: kiln.name, is: 'on'}");
    passes(1240, r#"{value: kiln.note, is: "two\nlines\n"}"#);
    passes(1240, r#"{value: 'kiln["x.y"]', is: 1}"#);
    passes(1240, "{value: kiln.stages, is: [a, b]}");
    passes(1240, "{value: keeper, is: null}");
    assert_eq!(fails(1240, "{value: kiln.peak, is: 1000}"), pair("1000", "1240"));
    assert_eq!(fails(1240, "{value: kiln.peek, is: 1}").1, "kiln has no peek, but peak, name, note, x.y, stages");
}

#[test]
fn another_value() {
    assert_eq!(passes(1240, "{value: kiln.peak, not: 1000}"), "data value kiln.peak is not 1000");
    assert_eq!(passes(1240, "{output: plan.yml, at: kiln, not: null}"), "kiln in plan.yml is set");
    passes(1240, "{output: plan.yml, document: 1, not: {second: 3}}");
    assert_eq!(fails(1000, "{value: kiln.peak, not: 1000.0}"), pair("another value than 1000", "1000"));
    assert_eq!(fails(1240, "{value: keeper, not: null}"), pair("any value but null", "null"));
    // A value that does not exist is not another value.
    assert_eq!(fails(1240, "{value: kiln.peek, not: 1}").1, "kiln has no peek, but peak, name, note, x.y, stages");
}

#[test]
fn a_part_of_a_value() {
    assert_eq!(passes(1240, "{value: kiln.stages, has: b}"), r#"data value kiln.stages has "b""#);
    passes(1240, "{value: kiln, has: {name: 'on', peak: 1240}}");
    passes(1240, "{output: plan.yml, at: stages, has: {name: warm up}}");
    passes(1240, "{output: plan.yml, document: 0, has: {labels: {app.kind: oven}}}");
    let (expected, found) = fails(1240, "{value: kiln.stages, has: c}");
    assert_eq!(expected, r#"a list with the item, or a map with the entries "c""#);
    assert_eq!(found, r#"["a", "b"]"#);
    fails(1240, "{output: plan.yml, at: stages, has: {name: cool down}}");
    fails(1240, "{output: plan.yml, at: stages, has: {kind: warm up}}");
    fails(1240, "{value: kiln, has: name}");
}

#[test]
fn the_least_number_of_items_lines_and_documents() {
    let title = passes(1240, "{value: kiln.stages, least: 2}");
    assert_eq!(title, "data value kiln.stages is at least 2, or has as many items");
    assert_eq!(passes(1240, "{value: '', least: 1}"), "the map of data values is at least 1, or has as many items");
    passes(1240, "{output: plan.yml, document: 0, least: 4}");
    passes(1240, "{value: kiln.peak, least: 1240}");
    let (expected, found) = fails(1240, "{value: kiln.stages, least: 3}");
    assert_eq!((&*expected, &*found), ("at least 3, or a list or a map with as many items", r#"["a", "b"]"#));
    fails(1240, "{value: kiln.peak, least: 1241}");
    fails(1240, "{value: kiln.name, least: 0}");
    assert_eq!(passes(1240, "{output: note.txt, lines: 2}"), "note.txt has at least 2 lines");
    assert_eq!(fails(1240, "{output: note.txt, lines: 3}"), pair("at least 3 lines", "2 lines"));
    assert_eq!(passes(1240, "{output: plan.yml, documents: 2}"), "plan.yml has at least 2 documents");
    let few = fails(1240, "{output: plan.yml, documents: 3}");
    assert_eq!(few, pair("at least 3 documents", "2 documents"));
    assert!(fails(1240, "{output: other.yml, documents: 1}").1.starts_with("there is no other.yml"));
}

#[test]
fn a_violation() {
    assert_eq!(passes(1400, "{violation: kiln.peak}"), "kiln.peak breaks a rule");
    assert_eq!(passes(1400, "{violation: kiln.peak, says: '<= 1300'}"), r#"kiln.peak breaks a rule: "<= 1300""#);
    let (expected, found) = fails(1400, "{violation: kiln.peak, says: '<= 1200'}");
    assert_eq!(expected, r#"a violation of kiln.peak that says "<= 1200""#);
    assert!(found.contains("<= 1300"), "{found}");
    assert_eq!(fails(1400, "{violation: kiln.name}"), pair("a violation of kiln.name", "violations of kiln.peak"));
    assert_eq!(fails(1240, "{violation: kiln.peak}").1, "no violation: the run succeeds");
}

#[test]
fn whether_the_run_fails() {
    assert_eq!(passes(1240, "{passes: true}"), "the run succeeds");
    assert_eq!(passes(1400, "{passes: false}"), "the run fails");
    assert_eq!(passes(1400, "{error: kiln.peak}"), r#"the run fails with "kiln.peak""#);
    assert_eq!(fails(1240, "{error: x}"), pair(r#"a report with "x""#, "the run succeeds"));
    assert_eq!(fails(1240, "{passes: false}"), pair("a run that fails", "a run that succeeds"));
    let (_, found) = fails(1400, "{passes: true}");
    assert!(found.starts_with("ytt: Error: "), "{found}");
}

#[test]
fn malformed_checks() {
    assert_eq!(malformed("{}"), "A check needs one of `output`, `value`, `violation`, `error` and `passes`");
    assert_eq!(malformed("{value: a, error: b}"), "`value` and `error` are two checks");
    assert_eq!(malformed("{passes: true, says: b}"), "`says` does not go with `passes`");
    assert_eq!(malformed("{violation: a, is: b}"), "`is` does not go with `violation`");
    assert_eq!(malformed("{value: a}"), "`value` needs `is`, `not`, `has` or `least`");
    let needs = "`output` needs `is`, `not`, `has`, `least`, `contains`, `lines` or `documents`";
    assert_eq!(malformed("{output: a}"), needs);
    assert_eq!(malformed("{value: a, is: 1, not: 2}"), "`is` and `not` are two checks");
    assert_eq!(malformed("{output: a, has: 1}"), "`not`, `has` and `least` need `at` or `document`");
    assert_eq!(malformed("{value: a, documents: 1}"), "`documents` does not go with `value`");
    assert_eq!(malformed("{passes: true, not: 1}"), "`not` does not go with `passes`");
    let whole = "`documents` looks at the whole output, not at one value of it";
    assert_eq!(malformed("{output: a, at: b, documents: 1}"), whole);
    assert_eq!(malformed("{output: a, contains: b, documents: 1}"), "`contains` and `documents` are two checks");
    assert_eq!(malformed("{output: a, is: 1}"), "Without `at`, `is` must be the whole text of the output");
    assert_eq!(malformed("{output: a, is: b, contains: c}"), "`is` and `contains` are two checks");
    assert_eq!(malformed("{value: a..b, is: 1}").split(':').next(), Some("`a..b` is not a path"));
}

#[test]
fn results_are_in_order_with_the_titles() {
    let results = results(1240, "[{passes: true, title: All is well}, {value: kiln.peak, is: 1}, {}]");
    let titles: Vec<&str> = results.iter().map(|result| &*result.title).collect();
    assert_eq!(titles, ["All is well", "data value kiln.peak is 1", "a check that cannot be understood"]);
}

#[test]
fn runs_without_values_and_output() {
    let request = Request {
        files: vec![RequestFile { path: "a.yml".to_owned(), content: "a: [".to_owned().into() }],
        checks: serde_yaml::from_str("[{value: a, is: 1}, {output: a.yml, contains: a}]").expect("checks"),
        ..Request::default()
    };
    for result in crate::render(&request, Rc::new(|| 0.0)).checks {
        assert!(result.found.is_some_and(|found| found.starts_with("ytt: Error: ")), "{}", result.title);
    }
}

#[test]
fn no_checks_have_no_results() {
    assert!(crate::render(&Request::default(), Rc::new(|| 0.0)).checks.is_empty());
}

#[test]
fn malformed_checks_of_requests() {
    let json =
        r#"{"checks": [{"output": 5}, 7, {"is": null, "value": "a", "says": null}, {"x": 1}, {"document": 1.5}]}"#;
    let request: Request = serde_json::from_str(json).expect("a request");
    let results = crate::render(&request, Rc::new(|| 0.0)).checks;
    let problems: Vec<Option<&str>> = results.iter().map(|result| result.problem.as_deref()).collect();
    let expected = [
        Some("`output` is text"),
        Some("A check is a map"),
        None,
        Some("A check has no field \"x\""),
        Some("`document` is a number"),
    ];
    assert_eq!(problems, expected);
}
