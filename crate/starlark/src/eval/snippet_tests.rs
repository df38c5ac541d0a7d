//! Programs and the real ytt's results: `snippets.json` holds statements, an expression, and its
//! `repr` or the error. They go through the parser, the compiler, the machine, the natives and the error texts.

use super::test_run::run;

/// The expectation of a row of the table, in the form that [`run`] returns.
fn expected(row: &serde_json::Value) -> (String, Vec<String>) {
    if let Some(repr) = row["repr"].as_str() {
        return (repr.to_owned(), Vec::new());
    }
    let error = row["error"].as_str().unwrap_or_default();
    // Hints are added where reports are made.
    let error = error.split(" (hint: ").next().unwrap_or_default();
    let frames = row["frames"].as_array().into_iter().flatten();
    (format!("ERR {error}"), frames.map(|frame| frame.as_str().unwrap_or_default().to_owned()).collect())
}

#[test]
fn snippets_answer_as_ytt_does() {
    compare(|statements, expression| run(statements, expression, 0));
}

#[test]
fn snippets_answer_the_same_if_garbage_is_collected_all_the_time() {
    compare(|statements, expression| run(statements, expression, 1000));
}

fn compare(run: impl Fn(&str, &str) -> (String, Vec<String>)) {
    let table: Vec<serde_json::Value> = serde_json::from_str(include_str!("snippets.json")).unwrap();
    let (mut compared, mut different) = (0, Vec::new());
    for row in &table {
        let field = |name: &str| row[name].as_str().unwrap_or_default();
        let (statements, expression) = (field("statements"), field("expression"));
        // Modules are not part of this test; where ytt crashes there is nothing to compare.
        if statements.contains("load(") || row["crash"].is_string() {
            continue;
        }
        let (expected, got) = (expected(row), run(statements, expression));
        compared += 1;
        if got != expected {
            different.push(format!("{statements:?} {expression:?}\n  ytt  {expected:?}\n  ours {got:?}"));
        }
    }
    assert!(different.is_empty(), "{} of {compared} differ:\n{}", different.len(), different.join("\n"));
    assert!(compared >= 300, "{compared} of {} are compared", table.len());
}
