//! Mistakes in annotations in words: the problem, and what to write instead.

use super::{in_words, listed, noun, quoted, with_article};
use crate::diagnostics::cause::AnnotationMistake;

pub(super) fn headline(name: &str, mistake: &AnnotationMistake) -> String {
    let annotation = quoted(&format!("@{name}"));
    match mistake {
        AnnotationMistake::Argument => match needed(name) {
            Some((what, example)) => format!("{annotation} needs {what}: {}", quoted(&format!("#@{name} {example}"))),
            None => format!("{annotation} has no arguments"),
        },
        AnnotationMistake::Type { found } => format!("{annotation} needs a text, but this is {}", in_words(found)),
        AnnotationMistake::Example { expected, found } => {
            format!("This example must be {}, but it is {}", with_article(expected), with_article(found))
        }
        AnnotationMistake::Keyword => match name {
            "schema/type" => {
                format!("{annotation} has only the argument `any=True`; the value below says the type")
            }
            "overlay/insert" => format!("{annotation} needs `before=True` or `after=True`"),
            _ => {
                format!(
                    "{annotation} needs `by=…` here: `by=overlay.all` for a document, `by=\"name\"` for an item of a list"
                )
            }
        },
        AnnotationMistake::KeywordType { keyword, found } => {
            let wanted = match *keyword {
                "any" | "missing_ok" | "or_add" | "before" | "after" | "not_null" => "`True` or `False`",
                "one_not_null" => "`True`, or a list of keys",
                "min_len" | "max_len" => "a number",
                "one_of" => "a list, such as `[\"a\", \"b\"]`",
                "when" if name.ends_with("/validation") || name.ends_with("/validate") => {
                    "a function, such as `lambda value: value != \"\"`"
                }
                "by" => "a function, such as `overlay.subset({…})`, or for a list the name of a key",
                "via" => "a function, such as `lambda left, right: right`",
                _ => "a number, a text such as `\"1+\"`, or a function",
            };
            format!("{} must be {wanted}, but it is {}", quoted(keyword), in_words(noun(found)))
        }
        AnnotationMistake::Count { text } => {
            format!(
                "`expects` must be a number, or a text such as `\"1+\"`, but it is {}",
                quoted(&format!("\"{text}\""))
            )
        }
        AnnotationMistake::Exclusive { keywords: [first, second] } => {
            format!("{} and {} cannot be combined", quoted(first), quoted(second))
        }
        AnnotationMistake::Place => match name {
            "schema/default" => {
                format!("{annotation} cannot be on an item of a list; it belongs above the key of the list")
            }
            "schema/deprecated" => format!("{annotation} cannot be on a whole document; it belongs above a key"),
            _ => format!("{annotation} is for items of a list, and cannot be on a key"),
        },
        AnnotationMistake::BelowAny => {
            format!("{annotation} cannot be below `@schema/type any=True`, which allows any value")
        }
        AnnotationMistake::Operations { names } => {
            let names: Vec<String> = names.iter().map(|name| format!("@{name}")).collect();
            format!("Only one of {} can be on a node", listed(&names, "and"))
        }
    }
}

/// The argument that an annotation needs, and an example of it.
fn needed(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "schema/default" => ("one value in code", "[\"a\", \"b\"]"),
        "schema/example" => ("one value in code", "\"a\""),
        "schema/examples" => ("pairs of a description and a value", "(\"the usual one\", 8080)"),
        "schema/nullable" => return None,
        "schema/validation" | "assert/validate" => {
            ("rules such as `min=1`, or a description and a function", "(\"even\", lambda x: x % 2 == 0)")
        }
        _ => ("one text", "\"…\""),
    })
}
