//! Makes descriptions of comments, also in the formats of tools that document Helm charts.
//!
//! - helm-docs: `# -- (int) Number of replicas`, with lines that begin with `@`.
//! - Bitnami's readme generator: `## @param image.tag [nullable] Tag of the image`, for any path.
//! - helm-schema: everything between two lines `# @schema`.

use std::collections::HashMap;

/// A type that a comment declares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Declared {
    String,
    Integer,
    Float,
    Boolean,
    List,
    Map,
}

impl Declared {
    fn of(name: &str) -> Option<Declared> {
        Some(match name.trim().rsplit('/').next()?.to_ascii_lowercase().as_str() {
            "string" | "str" => Declared::String,
            "int" | "integer" => Declared::Integer,
            "float" | "number" => Declared::Float,
            "bool" | "boolean" => Declared::Boolean,
            "list" | "array" => Declared::List,
            "object" | "map" | "dict" => Declared::Map,
            _ => return None,
        })
    }
}

/// The statements of comments about values of a path.
#[derive(Default)]
pub(super) struct Declarations(HashMap<String, (Option<String>, Option<Declared>)>);

impl Declarations {
    pub(super) fn description(&self, path: &str) -> Option<&str> {
        self.0.get(path)?.0.as_deref()
    }

    pub(super) fn declared(&self, path: &str) -> Option<Declared> {
        self.0.get(path)?.1
    }
}

/// The contents of a comment.
#[derive(Default)]
pub(super) struct Prose {
    pub(super) description: Option<String>,
    pub(super) declared: Option<Declared>,
    /// Lines for other tools, and rulers.
    pub(super) others: Vec<String>,
}

/// Reads the lines of a comment, without the first `#` of each.
pub(super) fn read(lines: &[String], declarations: &mut Declarations) -> Prose {
    let mut prose = Prose::default();
    let mut paragraph = Paragraph::default();
    let mut in_schema = false;
    for line in lines {
        let text = line.trim_start_matches('#').trim();
        if text.starts_with("@schema") {
            in_schema = !in_schema;
            prose.others.push(text.to_owned());
        } else if in_schema || is_ruler(text) {
            prose.others.push(text.to_owned());
        } else if let Some(declaration) = text.strip_prefix("@param ") {
            declare(declaration, declarations);
        } else if text.starts_with('@') {
            prose.others.push(text.to_owned());
        } else if let Some(text) = text.strip_prefix("-- ") {
            // The description of helm-docs begins here.
            prose.others.extend(std::mem::take(&mut paragraph.lines));
            let (declared, text) = typed(text);
            prose.declared = declared;
            paragraph.add(text);
        } else {
            paragraph.add(text);
        }
    }
    prose.description = paragraph.text();
    prose
}

/// Lines that are joined with spaces, unless they begin an item of a list or follow an empty line.
#[derive(Default)]
struct Paragraph {
    lines: Vec<String>,
}

impl Paragraph {
    fn add(&mut self, text: &str) {
        self.lines.push(text.to_owned());
    }

    fn text(self) -> Option<String> {
        let mut joined = String::new();
        let mut is_new = true;
        for line in &self.lines {
            let is_item = ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark));
            if line.is_empty() {
                is_new = true;
                continue;
            }
            if !joined.is_empty() {
                joined.push(if is_new || is_item { '\n' } else { ' ' });
            }
            joined.push_str(line);
            is_new = false;
        }
        (!joined.is_empty()).then_some(joined)
    }
}

/// A line of `=`, `-` and the like.
fn is_ruler(text: &str) -> bool {
    text.len() > 2 && text.chars().all(|char| "=-*_~+".contains(char))
}

/// The type in parentheses before a description.
fn typed(text: &str) -> (Option<Declared>, &str) {
    let inner = text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    match inner.map(|(name, rest)| (Declared::of(name), rest.trim_start())) {
        Some((Some(declared), rest)) => (Some(declared), rest),
        _ => (None, text),
    }
}

/// `image.tag [nullable, string] Tag of the image`.
fn declare(text: &str, declarations: &mut Declarations) {
    let text = text.trim();
    let (path, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim_start();
    let (declared, description) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((modifiers, description)) => (modifiers.split(',').find_map(Declared::of), description.trim_start()),
        None => (None, rest),
    };
    let description = (!description.is_empty()).then(|| description.to_owned());
    declarations.0.insert(path.to_owned(), (description, declared));
}
