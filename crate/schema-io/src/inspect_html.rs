//! The output of `--schema-inspect --output html`: the fields of a schema as a self-contained page.
//!
//! Texts of the schema are untrusted: each is [`escaped`] or becomes an anchor, and is written only between tags and in quoted
//! attributes.

use std::collections::HashMap;

use crate::describe::Described;
use crate::inspect::{Field, NAME, fields};
use crate::yaml::printer;
use crate::yaml::tree::Value;

/// The security policy blocks requests and scripts, as a second line of defense.
const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
";

const STYLE: &str = include_str!("inspect.css");

/// Writes a schema's data values as the page that `--schema-inspect --output html` prints.
pub fn page(root: &Described) -> String {
    let title = escaped(root.title.as_deref().unwrap_or("Data values"));
    let fields = fields(root);
    let anchors = anchors(&fields);

    let mut page = format!("{HEAD}<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n");
    page.push_str(&format!(
        "<header>\n<h1 dir=\"auto\">{title}</h1>\n<p>Schema of <code>{NAME}</code></p>\n</header>\n"
    ));
    if fields.is_empty() {
        page.push_str("<main>\n<p>It has no fields.</p>\n</main>\n");
    } else {
        page.push_str("<nav aria-label=\"Fields\">\n<ul>\n");
        for (field, anchor) in fields.iter().zip(&anchors) {
            page.push_str(&format!("<li>{}</li>\n", link(field, anchor)));
        }
        page.push_str("</ul>\n</nav>\n<main>\n");
        for (field, anchor) in fields.iter().zip(&anchors) {
            section(field, anchor, &mut page);
        }
        page.push_str("</main>\n");
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn link(field: &Field<'_>, anchor: &str) -> String {
    let name = if field.name.is_empty() { "\"\"" } else { field.name };
    format!("<a href=\"#{anchor}\"><code>{}</code></a>", escaped(name))
}

fn section(field: &Field<'_>, anchor: &str, page: &mut String) {
    let described = field.described;
    page.push_str(&format!("<section id=\"{anchor}\">\n<h2>{}</h2>\n", link(field, anchor)));
    for (class, words) in [("title", &described.title), ("documentation", &described.description)] {
        let Some(words) = words else { continue };
        page.push_str(&format!("<p class=\"{class}\" dir=\"auto\">{}</p>\n", escaped(words)));
    }
    page.push_str("<dl>\n");
    let mut row = |term: &str, definitions: &[String]| {
        let definitions: Vec<String> = definitions.iter().map(|text| format!("<dd dir=\"auto\">{text}</dd>")).collect();
        page.push_str(&format!("<div><dt>{term}</dt>{}</div>\n", definitions.concat()));
    };
    row("Type", &[escaped(&described.type_name)]);
    if let Some(keys) = &described.keys {
        row("Keys", &[escaped(&keys.in_words())]);
    }
    for (term, words) in [("Deprecated", &described.deprecated), ("Removed", &described.removed)] {
        if let Some(words) = words {
            row(term, &[escaped(words)]);
        }
    }
    if described.states_default {
        row("Default", &[code(&described.default)]);
    }
    if !described.examples.is_empty() {
        let term = if described.examples.len() == 1 { "Example" } else { "Examples" };
        row(term, &described.examples.iter().map(example).collect::<Vec<_>>());
    }
    if !described.rules.is_empty() {
        row("Must be", &described.rules.iter().map(|rule| escaped(rule)).collect::<Vec<_>>());
    }
    page.push_str("</dl>\n</section>\n");
}

fn example((description, value): &(String, Value)) -> String {
    if description.is_empty() { code(value) } else { format!("{}{}", escaped(description), code(value)) }
}

fn code(value: &Value) -> String {
    format!("<pre><code>{}</code></pre>", escaped(&printer::print_trimmed(value)))
}

/// A unique anchor for each field that needs no escaping in a link: its path, with a number if it is already in use.
fn anchors(fields: &[Field<'_>]) -> Vec<String> {
    let mut taken: HashMap<String, u32> = HashMap::new();
    let anchor = |field: &Field<'_>| {
        let letter = |c: char| if c.is_alphanumeric() || "._-*".contains(c) { c } else { '-' };
        let path: String = field.name.replace("[]", "*").chars().map(letter).collect();
        let path = match path.trim_matches('-') {
            "" => "field".to_owned(),
            path => path.to_owned(),
        };
        let mut anchor = path.clone();
        while taken.contains_key(&anchor) {
            let number = taken.entry(path.clone()).or_insert(1);
            *number += 1;
            anchor = format!("{path}-{number}");
        }
        taken.insert(anchor.clone(), 1);
        anchor
    };
    fields.iter().map(anchor).collect()
}

/// Escapes a text for HTML, and replaces characters that are not allowed in HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(char),
            char if char.is_control() || is_noncharacter(char) => out.push(char::REPLACEMENT_CHARACTER),
            char => out.push(char),
        }
    }
    out
}

fn is_noncharacter(char: char) -> bool {
    let code = u32::from(char);
    code & 0xfffe == 0xfffe || (0xfdd0..=0xfdef).contains(&code)
}
