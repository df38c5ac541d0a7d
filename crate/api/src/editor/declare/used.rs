//! The data values that code uses.

use std::ops::Range;

use super::{Missing, known, text_of};
use crate::boundary::{InputKind, Request, SchemaNode};
use crate::editor::brackets::object;
use crate::inputs::inputs_of;
use crate::yaml::inline::scalar;
use crate::yaml::tree::Value;

const VALUES: &str = "data.values";

/// Longer files are not searched, which would delay each key press.
const MOST_BYTES: usize = 1 << 18;

/// The data value that code uses, at the name that does not exist.
pub(super) fn at(text: &str, span: Range<usize>) -> Option<Missing> {
    let name = text.get(span.clone())?;
    // `data.values["name"]`, of which the whole is marked.
    let (object, name) = match name.strip_suffix("\"]").and_then(|text| text.rsplit_once("[\"")) {
        Some((object, name)) => (object, name),
        None => (object(text.get(..span.start)?.trim_end().strip_suffix('.')?), name),
    };
    let object = resolved(text, object)?;
    let rest = object.strip_prefix(VALUES)?;
    let mut path = steps(rest)?;
    path.push(name.to_owned());
    let line_start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let before = text[line_start..span.start].trim_end_matches(|c: char| c == '_' || c == '.' || c.is_alphanumeric());
    let mut after = text[span.end..].lines().next().unwrap_or_default().trim();
    // It is a map if code uses keys of it.
    while let Some(rest) = after.strip_prefix('.') {
        let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
        if rest[end..].starts_with('(') {
            break;
        }
        path.push(rest[..end].to_owned());
        after = rest[end..].trim_start();
    }
    // A string has these methods, too; a value that is indexed or called may be of any type.
    if after.starts_with(['[', '(']) {
        return None;
    }
    let is_condition = ["if", "elif", "not", "and", "or"].iter().any(|word| ends_with_word(before, word));
    let ends = ["", ":"].contains(&after) || ["and ", "or ", "else "].iter().any(|word| after.starts_with(word));
    let value = if ends_with_word(before, "in") {
        "\n- \"\""
    } else if before.trim_end().ends_with("range(") || is_arithmetic(before, after) {
        "0"
    } else if is_condition && ends {
        "false"
    } else {
        let is_whole = after.is_empty() && before.trim_end().ends_with("#@");
        let key = before.split_once(':').filter(|_| is_whole).map(|(key, _)| key.trim_start_matches([' ', '-']));
        key.and_then(of_key).or_else(|| of_key(path.last()?)).unwrap_or("\"\"")
    };
    Some(Missing { path, value: value.to_owned(), is_used: true })
}

/// A value of the type that a key usually has in Kubernetes, if that is no string.
fn of_key(key: &str) -> Option<&'static str> {
    let key = key.to_ascii_lowercase();
    let is_number = ["port", "replicas", "seconds", "count", "limit", "threshold"].iter().any(|end| key.ends_with(end));
    if is_number { Some("0") } else { key.ends_with("enabled").then_some("false") }
}

/// Whether an operator that only numbers have, or `+` with a number, comes before or after.
fn is_arithmetic(before: &str, after: &str) -> bool {
    let is_operator = |c: char| matches!(c, '-' | '*' | '/' | '<' | '>');
    let is_digit = |c: char| c.is_ascii_digit();
    let before = before.trim_end();
    let plus = before.strip_suffix('+').is_some_and(|before| before.trim_end().ends_with(is_digit))
        || after.strip_prefix('+').is_some_and(|after| after.trim_start().starts_with(is_digit));
    plus || before.ends_with(is_operator) || after.starts_with(is_operator)
}

fn ends_with_word(text: &str, word: &str) -> bool {
    let before = text.trim_end().strip_suffix(word);
    before.is_some_and(|before| !before.ends_with(|c: char| c == '_' || c.is_alphanumeric()))
}

/// The maximum number of variables between a use and `data.values`.
const MAX_VARIABLES: usize = 4;

/// An object in code, where it starts with a variable that has one value in the file.
fn resolved(text: &str, object: &str) -> Option<String> {
    resolved_through(text, object, MAX_VARIABLES)
}

fn resolved_through(text: &str, object: &str, variables: usize) -> Option<String> {
    let first = name_at(object);
    let rest = &object[first.len()..];
    if first.is_empty() {
        return None;
    }
    if first == "data" {
        return text.contains("\"@ytt:data\"").then(|| object.to_owned());
    }
    let assigned = text.lines().filter_map(|line| {
        let (name, value) = line.trim_start().trim_start_matches("#@").split_once('=')?;
        (name.trim() == first && !value.starts_with('=')).then(|| value.trim())
    });
    // A loop over a list of maps.
    let items = text.lines().filter_map(|line| {
        let list = line.split_once(&format!("for {first} in "))?.1.trim_end();
        Some(list.trim_end_matches(':').trim_end())
    });
    let values = assigned.map(str::to_owned).chain(items.map(|list| format!("{list}[]")));
    match &values.collect::<Vec<_>>()[..] {
        [value] if value.starts_with(VALUES) => Some(format!("{value}{rest}")),
        [value] if variables > 0 => resolved_through(text, &format!("{value}{rest}"), variables - 1),
        _ => None,
    }
}

/// The keys and indices after an object: `.db.hosts[0]`, `["db"]`, and `[]` for any item.
fn steps(mut text: &str) -> Option<Vec<String>> {
    let mut path = Vec::new();
    while !text.is_empty() {
        let (step, rest) = if let Some(rest) = text.strip_prefix('.') {
            let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
            ((end > 0).then(|| rest[..end].to_owned())?, &rest[end..])
        } else {
            let (index, rest) = text.strip_prefix('[')?.split_once(']')?;
            match index.strip_prefix('"').and_then(|index| index.strip_suffix('"')) {
                Some(key) => (key.to_owned(), rest),
                None => (index.bytes().all(|byte| byte.is_ascii_digit()).then(String::new)?, rest),
            }
        };
        path.push(step);
        text = rest;
    }
    Some(path)
}

/// The data values that nothing declares, as a tree: several may be in one map.
#[derive(Default)]
pub(super) struct Used {
    root: Tree,
    /// The number of data values, without the maps that they are in.
    pub(super) count: usize,
}

/// A data value: keys and what they contain, where the empty key is any item of a list, or an example for its type.
#[derive(Default)]
struct Tree {
    children: Vec<(String, Tree)>,
    value: String,
}

/// All data values that the code of the inputs uses and the schema does not have, with the one that is reported.
pub(super) fn all(request: &Request, schema: Option<&SchemaNode>, reported: &Missing) -> Used {
    let mut used = Used::default();
    let is_declared = |path: &[String]| schema.is_some_and(|schema| known(schema, path) == path.len());
    used.root.add(&reported.path, &reported.value);
    let is_code = |kind: InputKind| {
        !matches!(kind, InputKind::Data | InputKind::Unused | InputKind::Schema | InputKind::DataValues)
    };
    for input in inputs_of(request).into_iter().filter(|input| is_code(input.kind)) {
        let text = text_of(&request.files, &input.path).filter(|_| !input.path.contains("_ytt_lib/"));
        let is_searched = |text: &&str| text.len() <= MOST_BYTES && text.contains("\"@ytt:data\"");
        let Some(text) = text.filter(is_searched) else { continue };
        for missing in undeclared(text, is_declared) {
            used.root.add(&missing.path, &missing.value);
        }
    }
    used.count = used.root.count();
    used
}

impl Used {
    /// One declaration for each key that the schema lacks, with all that is used of it.
    pub(super) fn grouped(&self, schema: Option<&SchemaNode>) -> Option<Vec<Missing>> {
        let mut all = Vec::new();
        self.root.collect(&mut Vec::new(), schema, &mut all)?;
        Some(all)
    }
}

impl Tree {
    fn add(&mut self, path: &[String], value: &str) {
        let Some((key, rest)) = path.split_first() else {
            // Another use may say more about the type than that it is a string.
            if matches!(&*self.value, "" | "\"\"") {
                value.clone_into(&mut self.value);
            }
            return;
        };
        let at = self.children.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
            self.children.push((key.clone(), Tree::default()));
            self.children.len() - 1
        });
        self.children[at].1.add(rest, value);
    }

    fn count(&self) -> usize {
        if self.children.is_empty() { 1 } else { self.children.iter().map(|(_, child)| child.count()).sum() }
    }

    fn collect(&self, path: &mut Vec<String>, schema: Option<&SchemaNode>, all: &mut Vec<Missing>) -> Option<()> {
        for (key, child) in &self.children {
            path.push(key.clone());
            if schema.is_some_and(|schema| known(schema, path) == path.len()) {
                child.collect(path, schema, all)?;
            } else {
                all.push(Missing { path: path.clone(), value: child.written("")?, is_used: true });
            }
            path.pop();
        }
        Some(())
    }

    /// The text after a key and its colon. None if it would be a map and a list.
    fn written(&self, indentation: &str) -> Option<String> {
        let is_list = self.children.iter().any(|(key, _)| key.is_empty());
        match &self.children[..] {
            [] => Some(match self.value.strip_prefix('\n') {
                Some(rest) => format!("\n{indentation}{rest}"),
                None => format!(" {}", self.value),
            }),
            [(_, item)] if is_list => {
                let inner = item.written(&format!("{indentation}  "))?;
                // The first key of an item is in the line of its dash.
                let inner = inner.trim_start();
                Some(format!("\n{indentation}- {inner}"))
            }
            _ if is_list => None,
            children => children.iter().try_fold(String::new(), |text, (key, child)| {
                // The keys of a map are below the one of the map, but at the level of the dash of an item.
                let is_top = indentation.is_empty();
                let own = if is_top { "  " } else { indentation };
                let key = scalar(&Value::str(&**key))?;
                let deeper = format!("{own}  ");
                let value = child.written(if child.children.is_empty() { own } else { &deeper })?;
                Some(format!("{text}\n{own}{key}:{value}"))
            }),
        }
    }
}

/// The data values that the code of a file uses and that are not declared.
fn undeclared(text: &str, is_declared: impl Fn(&[String]) -> bool) -> Vec<Missing> {
    let mut all = Vec::new();
    for (start, name, value) in starts(text) {
        let first = start + name.len();
        let mut end = first;
        while let Some((step, name)) = step(&text[end..]) {
            // A method.
            if text[end + step..].starts_with('(') {
                break;
            }
            let object = format!("{value}{}", &text[first..end]);
            let path = object.strip_prefix(VALUES).and_then(steps);
            if let (Some(mut path), Some(name)) = (path, name) {
                path.push(name.to_owned());
                if !is_declared(&path) {
                    // Code that asks for it can do without it.
                    let is_optional = text.contains(&format!(", \"{name}\"")) && text.contains("hasattr(");
                    all.extend(at(text, end + 1..end + step).filter(|_| !is_optional));
                    break;
                }
            }
            end += step;
        }
    }
    all
}

/// Uses of `data`, and of variables that have their value from data values: the position, the name, and its value.
fn starts(text: &str) -> Vec<(usize, &str, String)> {
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    let mut values: Vec<(&str, Option<String>)> = Vec::new();
    let mut starts = Vec::new();
    let mut from = 0;
    while let Some(length) = text[from..].find(['.', '[']) {
        let at = from + length;
        from = at + 1;
        let start = text[..at].trim_end_matches(is_part).len();
        let name = &text[start..at];
        if name.is_empty() || text[..start].ends_with(['.', '"', '\'']) || !is_in_code(text, start) {
            continue;
        }
        let known = values.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            values.push((name, resolved(text, name)));
            values.len() - 1
        });
        starts.extend(values[known].1.clone().map(|value| (start, name, value)));
    }
    starts
}

/// Whether a position is in the code of its line, and in no string.
fn is_in_code(text: &str, at: usize) -> bool {
    let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
    let code = match (line.rfind("(@"), line.find("#@")) {
        (Some(open), _) if !line[open..].contains("@)") => &line[open..],
        (_, Some(marker)) => &line[marker..],
        // Starlark, or a comment or text of another file.
        _ if !line.contains('#') && !text.contains("#@") && !text.contains("(@") => line,
        _ => return false,
    };
    code.matches('"').count() % 2 == 0
}

/// The name at the start of a text.
fn name_at(text: &str) -> &str {
    let end = text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len());
    &text[..end]
}

/// The length of the step at the start of a text, and its name if it is `.name`.
fn step(text: &str) -> Option<(usize, Option<&str>)> {
    if let Some(rest) = text.strip_prefix('.') {
        let name = name_at(rest);
        return (!name.is_empty()).then_some((1 + name.len(), Some(name)));
    }
    let index = text.strip_prefix('[')?.split_once(']')?.0;
    Some((index.len() + 2, None))
}
