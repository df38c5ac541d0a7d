//! The place of a new `load(…)` in a file: below the loads at its top, or else below the comments there.

use crate::starlark::quote;
use crate::syntax::lex::lex;
use crate::syntax::token::Tok;

/// How a file contains code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// After `#@`.
    Yaml,
    /// Between `(@` and `@)`.
    Text,
    /// The file is code.
    Starlark,
}

/// The byte where a line that loads a name from a file or a module is inserted, and that line. None if there is no such place.
pub fn new_load(text: &str, notation: Notation, from: &str, name: &str) -> Option<(usize, String)> {
    // Nothing may come before a byte order mark and YAML directives.
    if text.starts_with('\u{feff}') || (notation == Notation::Yaml && text.starts_with('%')) {
        return None;
    }
    let statement = format!("load({}, {})", quote(from), quote(name));
    let line = match notation {
        Notation::Yaml => format!("#@ {statement}\n"),
        Notation::Text => format!("(@ {statement} -@)\n"),
        Notation::Starlark => format!("{statement}\n"),
    };
    Some((place(text, notation), line))
}

/// A line at the top of a file.
enum Line<'t> {
    Comment,
    Blank,
    /// `---`.
    Separator,
    Code(&'t str),
    Other,
}

fn place(text: &str, notation: Notation) -> usize {
    let (mut comments, mut header, mut loads) = (None, None, None);
    let mut is_first_document = true;
    // The code of a load that is not closed yet.
    let mut open = String::new();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        match line_of(line.trim(), notation) {
            Line::Code(code) if !open.is_empty() || lex(code).first().is_some_and(|token| token.tok == Tok::Load) => {
                open.push_str(code);
                open.push('\n');
                if open_brackets(&open) <= 0 {
                    loads = Some(end);
                    open.clear();
                }
            }
            Line::Comment if is_first_document => comments = Some(end),
            // Comments above a blank line are about the file, others about the code below them.
            Line::Blank if is_first_document => header = comments.map(|_| end),
            Line::Comment | Line::Blank => {}
            Line::Separator if is_first_document => is_first_document = false,
            _ => break,
        }
    }
    let place = loads.or(header).or(comments).unwrap_or(0);
    if text[..place].ends_with('\n') { place } else { 0 }
}

fn line_of(line: &str, notation: Notation) -> Line<'_> {
    match notation {
        _ if line.is_empty() => Line::Blank,
        Notation::Starlark if line.starts_with('#') => Line::Comment,
        Notation::Starlark => Line::Code(line),
        Notation::Text => {
            let code = line.strip_prefix("(@").and_then(|code| code.strip_suffix("@)"));
            code.map_or(Line::Other, |code| Line::Code(code.trim_matches('-')))
        }
        Notation::Yaml if line == "---" => Line::Separator,
        Notation::Yaml => match line.strip_prefix("#@") {
            Some(code) => code.strip_prefix(' ').map_or(Line::Other, Line::Code),
            None if line.starts_with('#') => Line::Comment,
            None => Line::Other,
        },
    }
}

fn open_brackets(code: &str) -> i32 {
    let change = |tok: Tok| match tok {
        Tok::LParen | Tok::LBrack | Tok::LBrace => 1,
        Tok::RParen | Tok::RBrack | Tok::RBrace => -1,
        _ => 0,
    };
    lex(code).into_iter().map(|token| change(token.tok)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with the new line.
    fn with_load(text: &str, notation: Notation) -> String {
        let (at, line) = new_load(text, notation, "@ytt:data", "data").expect("a place");
        format!("{}{line}{}", &text[..at], &text[at..])
    }

    #[test]
    fn a_load_comes_after_loads_and_comments() {
        let load = "#@ load(\"@ytt:data\", \"data\")\n";
        for (before, after) in [
            ("", "a: 1\n"),
            ("#! about the file\n", "a: 1\n"),
            ("#! about the file\n\n", "#! about a\na: 1\n"),
            ("#@ load(\"@ytt:json\", \"json\")\n", "\n#@ x = 1\na: 1\n"),
            ("#! c\n---\n#@ load(\"@ytt:json\",\n#@   \"json\")\n", "a: 1\n"),
            ("", "---\n#! about a\na: 1\n"),
            ("", "#@data/values\n---\na: 1\n"),
        ] {
            assert_eq!(with_load(&format!("{before}{after}"), Notation::Yaml), format!("{before}{load}{after}"));
        }
    }

    #[test]
    fn a_load_is_written_as_the_file_has_code() {
        let statement = "load(\"@ytt:data\", \"data\")";
        let star = "# functions\nload(\"a.star\",\n  \"a\")\n";
        assert_eq!(with_load(&format!("{star}x = 1\n"), Notation::Starlark), format!("{star}{statement}\nx = 1\n"));
        assert_eq!(with_load("Hi (@= x @)\n", Notation::Text), format!("(@ {statement} -@)\nHi (@= x @)\n"));
        let text = "(@ load(\"@ytt:json\", \"json\") -@)\n";
        assert_eq!(with_load(&format!("{text}Hi\n"), Notation::Text), format!("{text}(@ {statement} -@)\nHi\n"));
        assert_eq!(new_load("%YAML 1.1\n---\n", Notation::Yaml, "@ytt:data", "data"), None);
    }
}
