//! Finds the Starlark code in a file: after `#@`, in the arguments of annotations, between `(@` and `@)`, or all of it.
//!
//! The text may be incomplete. The pieces are in order of the file, each with its kind and its tokens.

use std::ops::Range;

use crate::syntax::lex::{Lexeme, lex};
use crate::yaml::outline::{Line, lines};

/// The language of a file, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Yaml,
    Text,
    Starlark,
    Other,
}

impl Language {
    pub(super) fn of(path: &str) -> Language {
        // ytt reads standard input as YAML.
        if path == "-" {
            return Language::Yaml;
        }
        match path.rsplit_once('.').map(|(_, end)| end) {
            Some("yml" | "yaml") => Language::Yaml,
            Some("txt") => Language::Text,
            Some("star") => Language::Starlark,
            _ => Language::Other,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Statements: a line after `#@ `, a file.
    Code,
    /// An expression for the value of a node or a piece of text.
    Value,
    /// The arguments of an annotation, and the bytes of its name.
    Annotation { name: Range<usize> },
}

/// A piece of code; ranges are bytes of the whole text.
#[derive(Clone, Debug)]
pub(super) struct Fragment {
    pub(super) kind: Kind,
    pub(super) range: Range<usize>,
    pub(super) tokens: Vec<Lexeme>,
}

impl Fragment {
    fn new(kind: Kind, range: Range<usize>, text: &str) -> Fragment {
        let mut tokens = lex(text.get(range.clone()).unwrap_or_default());
        for token in &mut tokens {
            token.range = token.range.start + range.start..token.range.end + range.start;
        }
        Fragment { kind, range, tokens }
    }

    pub(super) fn holds(&self, at: usize) -> bool {
        self.range.start <= at && at <= self.range.end
    }

    /// The annotation's name; empty for other code.
    pub(super) fn annotation<'t>(&self, text: &'t str) -> &'t str {
        match &self.kind {
            Kind::Annotation { name } => text.get(name.clone()).unwrap_or_default(),
            _ => "",
        }
    }
}

pub(super) fn fragments(text: &str, language: Language) -> Vec<Fragment> {
    match language {
        Language::Starlark => {
            // Not with a byte order mark.
            let start = text.len() - text.trim_start_matches('\u{feff}').len();
            vec![Fragment::new(Kind::Code, start..text.len(), text)]
        }
        Language::Text => interpolations(text, 0..text.len()),
        Language::Yaml => lines(text).iter().flat_map(|line| of_line(text, line)).collect(),
        Language::Other => Vec::new(),
    }
}

fn of_line(text: &str, line: &Line) -> Vec<Fragment> {
    let Some(at) = line.comment else { return interpolations(text, line.range.clone()) };
    let mut found = interpolations(text, line.range.start..at);
    let comment = text.get(at..line.range.end).unwrap_or_default();
    let Some(rest) = comment.strip_prefix("#@") else { return found };
    let length = rest.find(' ').unwrap_or(rest.len());
    let name = at + 2..at + 2 + length;
    let args = (name.end + 1).min(line.range.end)..line.range.end;
    let kind = match (text.get(name.clone()), line.body.is_empty()) {
        (Some("" | "template/code"), true) => Kind::Code,
        (Some("" | "template/value"), _) => Kind::Value,
        _ => Kind::Annotation { name },
    };
    found.push(Fragment::new(kind, args, text));
    found
}

/// The code between `(@` and `@)`; if it is not closed, up to the end of the range.
fn interpolations(text: &str, range: Range<usize>) -> Vec<Fragment> {
    let mut found = Vec::new();
    let mut from = range.start;
    while let Some(open) = text.get(from..range.end).and_then(|rest| rest.find("(@")) {
        let start = from + open + 2;
        let inner = text.get(start..range.end).unwrap_or_default();
        let length = inner.find("@)").unwrap_or(inner.len());
        let code = &inner[..length];
        let kind = if code.trim_start_matches('-').starts_with('=') { Kind::Value } else { Kind::Code };
        let marks = code.len() - code.trim_start_matches(['-', '=']).len();
        let end = start + code.trim_end_matches('-').len().max(marks);
        found.push(Fragment::new(kind, start + marks..end, text));
        from = start + length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, language: Language) -> Vec<(String, String)> {
        let fragments = fragments(text, language);
        let name = |f: &Fragment| match f.kind {
            Kind::Code => "code".to_owned(),
            Kind::Value => "value".to_owned(),
            Kind::Annotation { .. } => f.annotation(text).to_owned(),
        };
        fragments.iter().map(|f| (name(f), text[f.range.clone()].to_owned())).collect()
    }

    fn pair(a: &str, b: &str) -> (String, String) {
        (a.to_owned(), b.to_owned())
    }

    #[test]
    fn yaml_has_code_values_and_annotations() {
        let text = "#@ load(\"x\")\n#@overlay/match by=\"a\"\na: #@ b\n#! no\nc: (@= d -@) e\n#@";
        let expected = [
            pair("code", "load(\"x\")"),
            pair("overlay/match", "by=\"a\""),
            pair("value", "b"),
            pair("value", " d "),
            pair("code", ""),
        ];
        assert_eq!(found(text, Language::Yaml), expected);
    }

    #[test]
    fn text_has_code_between_marks() {
        let expected = [pair("value", " a "), pair("code", "\nx = 1\n"), pair("code", " open")];
        assert_eq!(found("Hi (@= a @)!(@-\nx = 1\n-@) (@ open", Language::Text), expected);
    }
}
