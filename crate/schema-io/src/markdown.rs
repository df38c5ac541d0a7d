//! A schema as a Markdown table, for a project's documentation: a row for each data value.
//!
//! Texts of the schema are plain text, so Markdown's and HTML's special characters in them are escaped.

use crate::describe::Described;
use crate::json_schema::from_tree;
use crate::yaml::tree::Value;

/// Writes a schema's data values as a reference table in Markdown.
pub fn document(root: &Described) -> String {
    let mut text = format!("# {}\n", inline(root.title.as_deref().unwrap_or("Data values")));
    if let Some(description) = &root.description {
        text.push_str(&format!("\n{}\n", inline(description)));
    }
    if !root.rules.is_empty() {
        text.push_str(&format!("\n{}\n", rules(root)));
    }
    text.push_str("\n| Data value | Type | Default | Description |\n| --- | --- | --- | --- |\n");
    for child in &root.children {
        row(child, &mut text);
    }
    text
}

fn row(value: &Described, text: &mut String) {
    // The default of a map is stated by the rows of its items.
    let is_map = value.kind == "map" && !matches!(value.default, Value::Null);
    let default = if is_map || !value.states_default { String::new() } else { code(&value.default) };
    let mut cell = Vec::new();
    cell.extend(value.title.as_deref().map(|title| format!("**{}**", inline(title))));
    cell.extend(value.description.as_deref().map(inline));
    for (label, words) in [("Deprecated", &value.deprecated), ("Removed", &value.removed)] {
        cell.extend(words.as_deref().map(|words| format!("**{label}:** {}", inline(words))));
    }
    cell.extend(value.keys.as_ref().map(|keys| format!("Keys: {}", inline(&keys.in_words()))));
    if !value.rules.is_empty() {
        cell.push(rules(value));
    }
    for (description, example) in &value.examples {
        let label = if description.is_empty() { "Example" } else { description };
        cell.push(format!("{}: {}", inline(label), code(example)));
    }
    let cells = [code_span(&value.path), value.type_name.to_string(), default, cell.join("<br>")];
    text.push_str(&format!("| {} |\n", cells.join(" | ")));
    for child in &value.children {
        row(child, text);
    }
}

fn rules(value: &Described) -> String {
    let rules: Vec<String> = value.rules.iter().map(|rule| inline(rule)).collect();
    format!("Must be: {}", rules.join("; "))
}

/// A text as one line in a table cell.
fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.trim().split('\n') {
        if !out.is_empty() {
            out.push_str("<br>");
        }
        for char in line.trim_end().chars() {
            match char {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' => out.extend(['\\', char]),
                char if char.is_control() => out.push(' '),
                char => out.push(char),
            }
        }
    }
    out
}

/// A value on one line, as JSON, which is YAML as well.
fn code(value: &Value) -> String {
    let text = from_tree(value).map(|json| json.to_string());
    code_span(&text.unwrap_or_else(|| crate::yaml::printer::print_value(value).trim_end().replace('\n', " ")))
}

/// A code span, delimited by more backticks than the text contains. Bars would end the cell even in a code span.
fn code_span(text: &str) -> String {
    let longest = text.split(|char| char != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat(longest + 1);
    let space = if longest > 0 || text.is_empty() { " " } else { "" };
    let text: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    format!("{ticks}{space}{}{space}{ticks}", text.replace('|', "\\|"))
}
