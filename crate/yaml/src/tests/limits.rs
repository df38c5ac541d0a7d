//! Inputs must not overflow the stack, exhaust memory, or take more than linear time.

use super::super::reader::ReadOptions;
use super::{read_text, read_with};

#[test]
fn deep_nesting_is_an_error_with_its_line() {
    let message =
        |line: u32| Err(format!("yaml: line {line}: collections are nested more than 50 levels deep (limit: nesting)"));
    let options = ReadOptions { max_nesting: 50, ..ReadOptions::default() };
    assert_eq!(read_with(&"[".repeat(20_000), &options), message(1));
    assert_eq!(read_with(&"- ".repeat(20_000), &options), message(1));
    let steps: String = (0..60).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert_eq!(read_with(&steps, &options), message(51));
    assert!(read_with(&format!("{}{}", "[".repeat(50), "]".repeat(50)), &options).is_ok());
    // Nesting by aliases counts.
    let half = format!("a: &a {}{}\n", "[".repeat(30), "]".repeat(30));
    assert_eq!(read_with(&format!("{half}b: {}*a{}\n", "[".repeat(30), "]".repeat(30)), &options), message(2));
}

#[test]
fn aliases_are_limited() {
    let options = ReadOptions { max_alias_nodes: 10_000, ..ReadOptions::default() };
    let mut text = "a0: &a0 [x]\n".to_owned();
    for level in 1..20 {
        text += &format!("a{level}: &a{level} [{}]\n", vec![format!("*a{}", level - 1); 9].join(", "));
    }
    assert_eq!(
        read_with(&text, &options),
        Err("yaml: line 5: aliases add more than 10000 nodes (limit: alias expansion)".to_owned())
    );
    // Anchors without aliases cost nothing.
    let nested = format!("{}{}\n", "&a [".repeat(400), "]".repeat(400));
    assert!(read_with(&format!("{nested}# *b\n"), &ReadOptions { max_alias_nodes: 0, ..options }).is_ok());
}

#[test]
fn directives_are_limited() {
    let text = (0..2000).map(|number| format!("%TAG !{number}! x\n")).collect::<String>() + "---\na: 1\n";
    assert_eq!(read_text(&text), Err("yaml: more than 1000 %TAG directives".to_owned()));
}

/// Each of these restarts the reader (`compat`); together they stay within its budget.
#[test]
fn restarts_have_a_budget() {
    let many = 3000;
    assert!(read_text(&format!("[{}]\n", "x:,".repeat(many))).is_ok());
    assert!(read_text(&format!("[\"{}\"]\n", "\\'".repeat(many))).is_ok());
    assert!(read_text(&format!("[{}]\n", ", x -!a".repeat(many))).is_err());
    // These only have to terminate.
    let _ = read_text(&format!("[x{}]\n", ", -!a".repeat(many)));
    let _ = read_text(&format!("[x {}]\n", "? !a,".repeat(many)));
}
