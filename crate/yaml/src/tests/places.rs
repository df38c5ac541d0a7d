//! Positions and comments of nodes.

use std::fmt::Write as _;

use super::super::reader::{ReadOptions, read};
use super::super::tree::{Meta, Value};
use super::{read_text, source};

/// The tree on one line: each item with its line and its comments.
fn sketch(text: &str) -> String {
    let set = read_text(text).expect("valid");
    let mut out = String::new();
    for document in set.iter() {
        let injected = if document.injected { "+" } else { "" };
        let _ = write!(out, "doc{injected}{} ", place(&document.meta));
        draw(&document.value, &mut out);
    }
    out.trim_end().to_owned()
}

fn place(meta: &Meta) -> String {
    let line = if meta.position.is_known() { meta.position.line().to_string() } else { "?".to_owned() };
    let comments = meta.comments().iter().map(|comment| format!("#{}:{}", comment.position.line(), comment.text));
    std::iter::once(line).chain(comments).collect::<Vec<_>>().join("|")
}

fn draw(value: &Value, out: &mut String) {
    match value {
        Value::Map(map) => {
            for item in map.borrow().iter() {
                let _ = write!(out, "{}@{} ", item.key.as_str().unwrap_or("?"), place(&item.meta));
                draw(&item.value, out);
            }
        }
        Value::Array(array) => {
            for item in array.borrow().iter() {
                let _ = write!(out, "-@{} ", place(&item.meta));
                draw(&item.value, out);
            }
        }
        _ => {}
    }
}

#[test]
fn comments_belong_to_the_last_node_of_their_line_or_the_next_node() {
    for (text, expected) in [
        ("a: 1 #x\nb: 2\n", "doc1 a@1|#1:x b@2"),
        ("#x\na: 1\n", "doc1 a@2|#1:x"),
        ("#x\n- - a: 1\n", "doc1 -@2|#1:x -@2 a@2"),
        ("- - a: 1 #x\n", "doc1 -@1 -@1 a@1|#1:x"),
        ("a: [1, #x\n 2]\n", "doc1 a@1 -@1 -@1|#1:x"),
        ("a: [1\n , 2] #x\n", "doc1 a@1 -@1 -@2|#2:x"),
        ("a: {b: 1}#x\n", "doc1 a@1 b@1|#1:x"),
        // After the last node: in the next document, or in an injected one.
        ("a: 1\n#x\n", "doc1 a@1 doc+?|#2:x"),
        ("a: 1\n#x\n---\nb: 1\n", "doc1 a@1 doc3|#2:x b@4"),
        ("--- #x\na: 1\n", "doc1|#1:x a@2"),
        ("#x\n---\na: 1\n", "doc1 doc2|#1:x a@3"),
        ("a: 1\n... #x\n---\nb: 1\n", "doc1 a@1 doc3|#2:x b@4"),
        ("a: 1\n... #x\n", "doc1 a@1"),
        // Not comments, or ignored by ytt.
        ("a: | #x\n  y #z\n", "doc1 a@1"),
        ("a: \"#x\"\nb: y#z\n", "doc1 a@1 b@2"),
        ("---\n...\n%YAML 1.1 #x\n#y\n---\na: 1\n", "doc1 doc3 a@6|#4:y"),
        // After an anchor or tag.
        ("a: &x #y\n  b: 1\n", "doc1 a@1|#1:y b@2"),
        ("- !t #y\n  b\n", "doc1 -@1|#1:y"),
        // Copies have the positions of the original, and can be the last node of a line.
        ("a: &x {b: 1} #y\nc: *x\n", "doc1 a@1 b@1 c@2 b@1|#1:y"),
        ("a: &x\n  b: 1\nc:\n  <<: *x\n  d: 2\n", "doc1 a@1 b@2 c@3 b@2 d@5"),
        ("a: 1 #x\r\n#y\r\nb: 2\r\n", "doc1 a@1|#1:x b@3|#2:y"),
    ] {
        assert_eq!(sketch(text), expected, "for {text:?}");
    }
}

#[test]
fn positions_of_items_are_those_of_ytt() {
    for (text, expected) in [
        ("\n\n---\na: 1\n", "doc3 a@4"),
        ("a:\n- x\n-\n  y\n", "doc1 a@1 -@2 -@3"),
        ("a: [x\n , y,\n z]\n", "doc1 a@1 -@1 -@2 -@2"),
        ("[a: 1\n\n, b]\n", "doc1 -@1 a@1 -@3"),
        ("? a\n: b\n", "doc1 a@1"),
        ("&x\na: 1\n", "doc1 a@2"),
        ("a: &x\n- 1\n", "doc1 a@1 -@2"),
    ] {
        assert_eq!(sketch(text), expected, "for {text:?}");
    }
}

#[test]
fn collections_have_the_position_of_their_item() {
    let set = read_text("a:\n  b: 1\nc: &x\n- - 1\nd: *x\n").expect("valid");
    let Value::Map(root) = set.items[0].borrow().value.clone() else { panic!("a map") };
    let root = root.borrow();
    let line = |value: &Value| match value {
        Value::Map(map) => map.borrow().position.line(),
        Value::Array(array) => array.borrow().position.line(),
        _ => 0,
    };
    assert_eq!(root.position.line(), 1);
    let lines: Vec<u32> = root.iter().map(|item| line(&item.value)).collect();
    assert_eq!(lines, [1, 3, 5]);
    let Value::Array(copy) = root.items[2].borrow().value.clone() else { panic!("an array") };
    assert_eq!(line(&copy.borrow().items[0].borrow().value), 4);
}

#[test]
fn spans_cover_the_value_on_the_same_line_or_the_key() {
    let text = "a: &x  7\nbé: \u{feff}v\nc:\n- x: y\n- 'q'\nd: |\n  z\n";
    let set = read_text(text).expect("valid");
    let mut spans = Vec::new();
    fn collect<'t>(value: &Value, text: &'t str, spans: &mut Vec<&'t str>) {
        let cut = |meta: &Meta| &text[meta.position.span().expect("a span")];
        match value {
            Value::Map(map) => {
                for item in map.borrow().iter() {
                    spans.push(cut(&item.meta));
                    collect(&item.value, text, spans);
                }
            }
            Value::Array(array) => {
                for item in array.borrow().iter() {
                    spans.push(cut(&item.meta));
                    collect(&item.value, text, spans);
                }
            }
            _ => {}
        }
    }
    collect(&set.items[0].borrow().value, text, &mut spans);
    assert_eq!(spans, ["7", "\u{feff}v", "c", "- x: y", "y", "'q'", "d"]);
}

#[test]
fn comments_can_be_skipped() {
    let text = "#x\na: 1 #y\n#z\n";
    let options = ReadOptions { without_comments: true, ..ReadOptions::default() };
    let set = read(&source(text), text.as_bytes(), &options).expect("valid");
    assert_eq!(set.items.len(), 1);
    assert!(set.items[0].borrow().meta.comments().is_empty());
}
