//! Writes a bundle as readable YAML that parses to the same bundle.
//!
//! The layout is written by hand, because texts of files should be block scalars even with tabs, or spaces at the end of lines, where
//! YAML writers escape them. Each block is parsed to verify it; a text for which that fails is written with escapes or, as the
//! content of a file, with `lineEnds: crlf` or in base64.

use std::collections::HashSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

use super::{Args, Bundle, BundleEdit, BundleFile, BundleStep, BundleVariable, BundleVariant, VERSION};
use crate::boundary::Content;
use crate::boundary::check::Check;
use crate::plain_data::Plain;
use crate::plain_yaml::read;
use crate::yaml::brackets::{OPEN_BRACKETS, open_brackets};

/// Characters of the longest key that is written on one line; YAML allows 1024.
const LONGEST_KEY: usize = 200;

/// Characters of base64 on a line.
const WIDTH: usize = 100;

/// The text of a bundle. [`read`](super::read) returns the same bundle, if `open` is the index of a file.
pub fn write(bundle: &Bundle) -> String {
    let mut writer = Writer { text: format!("ytterby: {VERSION}\n") };
    writer.text_if("", "title", &bundle.title);
    writer.text_if("", "description", &bundle.description);
    writer.text_if("", "lesson", &bundle.lesson);
    writer.list_if("", "topics", &bundle.topics);
    writer.list_if("", "official", &bundle.official);
    writer.files(&bundle.files);
    writer.args("", &bundle.args);
    writer.env("", &bundle.env);
    writer.items("", "steps", &bundle.steps, Writer::step);
    writer.items("", "checks", &bundle.checks, |writer, check| writer.check("  ", check));
    writer.items("", "variants", &bundle.variants, Writer::variant);
    writer.open(bundle.open, &bundle.files);
    writer.text_if("", "view", &bundle.view);
    writer.text
}

struct Writer {
    text: String,
}

impl Writer {
    fn line(&mut self, indent: &str, key: &str, value: &str) {
        self.text.push_str(&format!("{indent}{key}: {value}\n"));
    }

    fn text_if(&mut self, indent: &str, key: &str, text: &str) {
        if !text.is_empty() {
            self.text(indent, key, text);
        }
    }

    fn text(&mut self, indent: &str, key: &str, text: &str) {
        match block(indent, key, text) {
            Some(block) => self.text.push_str(&block),
            None => self.line(indent, key, &scalar(text)),
        }
    }

    fn list_if(&mut self, indent: &str, key: &str, texts: &[String]) {
        if !texts.is_empty() {
            self.list(indent, key, texts);
        }
    }

    fn list(&mut self, indent: &str, key: &str, texts: &[String]) {
        if texts.is_empty() {
            return self.line(indent, key, "[]");
        }
        self.text.push_str(&format!("{indent}{key}:\n"));
        for text in texts {
            self.text.push_str(&format!("{indent}- {}\n", scalar(text)));
        }
    }

    /// A list of maps. `item` writes one with indented lines; the dash is then put into the first line.
    fn items<T>(&mut self, indent: &str, key: &str, items: &[T], item: impl Fn(&mut Writer, &T)) {
        if items.is_empty() {
            return;
        }
        self.text.push_str(&format!("{indent}{key}:\n"));
        for one in items {
            let start = self.text.len();
            item(self, one);
            if self.text.len() == start {
                self.text.push_str(&format!("{indent}- {{}}\n"));
            } else {
                let dash = start + indent.len();
                self.text.replace_range(dash..=dash, "-");
            }
        }
    }

    fn files(&mut self, files: &[BundleFile]) {
        if files.is_empty() {
            return self.line("", "files", "[]");
        }
        self.items("", "files", files, |writer, file| {
            writer.line("  ", "path", &scalar(&file.path));
            writer.content(&file.content);
        });
    }

    fn content(&mut self, content: &Content) {
        let indent = "  ";
        let Content::Text(text) = content else {
            return self.base64(indent, content.as_bytes());
        };
        if !text.contains('\n') && !opens_brackets(text) {
            return self.line(indent, "content", &scalar(text));
        }
        if let Some(block) = block(indent, "content", text) {
            return self.text.push_str(&block);
        }
        let unix = text.replace("\r\n", "\n");
        if unix.replace('\n', "\r\n") == *text
            && let Some(block) = block(indent, "content", &unix)
        {
            self.line(indent, "lineEnds", "crlf");
            return self.text.push_str(&block);
        }
        self.base64(indent, text.as_bytes());
    }

    fn base64(&mut self, indent: &str, bytes: &[u8]) {
        let digits = STANDARD.encode(bytes);
        if digits.len() <= WIDTH {
            return self.line(indent, "base64", &scalar(&digits));
        }
        self.text.push_str(&format!("{indent}base64: |\n"));
        let mut rest = &*digits;
        while !rest.is_empty() {
            let (line, after) = rest.split_at(rest.len().min(WIDTH));
            self.text.push_str(&format!("{indent}  {line}\n"));
            rest = after;
        }
    }

    fn args(&mut self, indent: &str, args: &Args) {
        match args {
            Args::Line(line) => self.text_if(indent, "args", line),
            Args::Words(words) => self.list(indent, "args", words),
        }
    }

    /// A map if names are unique, else a list of `NAME=value`, else a list of names and values.
    fn env(&mut self, indent: &str, env: &[BundleVariable]) {
        if env.is_empty() {
            return;
        }
        self.text.push_str(&format!("{indent}env:\n"));
        let mut seen = HashSet::new();
        let is_map = env.iter().all(|variable| variable.name.len() <= LONGEST_KEY && seen.insert(&variable.name));
        let is_list = env.iter().all(|variable| !variable.name.contains('='));
        for BundleVariable { name, value } in env {
            if is_map {
                self.text.push_str(&format!("{indent}  {}: {}\n", scalar(name), scalar(value)));
            } else if is_list {
                self.text.push_str(&format!("{indent}- {}\n", scalar(&format!("{name}={value}"))));
            } else {
                self.text.push_str(&format!("{indent}- name: {}\n", scalar(name)));
                self.text.push_str(&format!("{indent}  value: {}\n", scalar(value)));
            }
        }
    }

    fn step(&mut self, step: &BundleStep) {
        let indent = "  ";
        self.text(indent, "text", &step.text);
        self.items(indent, "edits", &step.edits, |writer, edit| writer.edit("    ", edit));
        self.items(indent, "done", &step.done, |writer, check| writer.check("    ", check));
    }

    fn edit(&mut self, indent: &str, edit: &BundleEdit) {
        let BundleEdit { file, replace, with, content, args } = edit;
        self.given(indent, "file", file);
        self.given(indent, "replace", replace);
        self.given(indent, "with", with);
        self.given(indent, "content", content);
        match args {
            Some(Args::Line(line)) => self.text(indent, "args", line),
            Some(args) => self.args(indent, args),
            None => {}
        }
    }

    fn check(&mut self, indent: &str, check: &Check) {
        let Check { title, output, at, document, is, not, has, least, lines, documents, .. } = check;
        let Check { contains, value, violation, says, error, passes, unreadable: _, .. } = check;
        self.text_if(indent, "title", title);
        self.given(indent, "output", output);
        if let Some(document) = document {
            self.line(indent, "document", &document.to_string());
        }
        self.given(indent, "at", at);
        self.given(indent, "value", value);
        for (key, data) in [("is", is), ("not", not), ("has", has)] {
            match data {
                Some(Plain::Text(text)) => self.text(indent, key, text),
                Some(data) => self.line(indent, key, &flow(data)),
                None => {}
            }
        }
        for (key, number) in [("least", least), ("lines", lines), ("documents", documents)] {
            if let Some(number) = number {
                self.line(indent, key, &number.to_string());
            }
        }
        self.given(indent, "contains", contains);
        self.given(indent, "violation", violation);
        self.given(indent, "says", says);
        self.given(indent, "error", error);
        if let Some(passes) = passes {
            self.line(indent, "passes", &passes.to_string());
        }
    }

    fn given(&mut self, indent: &str, key: &str, text: &Option<String>) {
        if let Some(text) = text {
            self.text(indent, key, text);
        }
    }

    fn variant(&mut self, variant: &BundleVariant) {
        let indent = "  ";
        self.line(indent, "name", &scalar(&variant.name));
        self.args(indent, &variant.args);
        self.env(indent, &variant.env);
        self.list_if(indent, "without", &variant.without);
    }

    fn open(&mut self, open: u32, files: &[BundleFile]) {
        let index = open as usize;
        let Some(file) = files.get(index).filter(|_| index > 0) else {
            return;
        };
        match files.iter().position(|other| other.path == file.path) {
            Some(first) if first == index => self.line("", "open", &scalar(&file.path)),
            _ => self.line("", "open", &open.to_string()),
        }
    }
}

/// A text of several lines as a block scalar, if it parses to the same text.
fn block(indent: &str, key: &str, text: &str) -> Option<String> {
    if !text.contains('\n') || opens_brackets(text) {
        return None;
    }
    // White space or an empty line at the start would be read as indentation.
    let depth = if text.starts_with([' ', '\t', '\n']) { "2" } else { "" };
    let (lines, end) = match text.strip_suffix('\n') {
        Some(lines) if lines.is_empty() || lines.ends_with('\n') => (lines, "+"),
        Some(lines) => (lines, ""),
        None => (text, "-"),
    };
    let mut block = format!("{indent}{key}: |{depth}{end}\n");
    for line in lines.split('\n') {
        if !line.is_empty() {
            block.push_str(indent);
            block.push_str("  ");
            block.push_str(line);
        }
        block.push('\n');
    }
    says(&block, indent, key, text).then_some(block)
}

/// Whether a block parses to a text if something follows it, as in a bundle.
fn says(block: &str, indent: &str, key: &str, text: &str) -> bool {
    #[derive(Deserialize)]
    struct Field(std::collections::BTreeMap<String, String>);

    let probe = format!("{block}{indent}end: x\n");
    read::<Field>(&probe).is_ok_and(|Field(read)| read.len() == 2 && read.get(key).is_some_and(|read| read == text))
}

/// A text on one line: plain if every YAML parser reads it as that string, else quoted.
fn scalar(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { escaped(text) }
}

/// Words that are not strings in some version of YAML.
const NOT_TEXT: [&str; 12] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf", "nil"];

/// Stricter than YAML: quoting more than necessary is harmless.
fn is_plain(text: &str) -> bool {
    let mut characters = text.chars();
    let starts = match characters.next() {
        Some('-') => text.trim_start_matches('-').starts_with(|c: char| c.is_ascii_alphabetic()),
        Some(first) => first.is_alphabetic() || matches!(first, '/' | '_' | '$' | '('),
        None => false,
    };
    starts
        && text.chars().all(is_printable)
        && !opens_brackets(text)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !NOT_TEXT.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether it would slow parsers down: see [`open_brackets`].
fn opens_brackets(text: &str) -> bool {
    open_brackets(text).any(|open| open > OPEN_BRACKETS)
}

/// Whether a character needs no escape within a line of YAML.
fn is_printable(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
        && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// A double-quoted scalar. It is also valid JSON, except for characters that are not printable.
fn escaped(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    let no_brackets = opens_brackets(text);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if is_printable(c) && !(no_brackets && matches!(c, '[' | '{' | ']' | '}')) => quoted.push(c),
            c => match u32::from(c) {
                code @ 0..=0xff => quoted.push_str(&format!("\\x{code:02X}")),
                code @ 0x100..=0xffff => quoted.push_str(&format!("\\u{code:04X}")),
                code => quoted.push_str(&format!("\\U{code:08X}")),
            },
        }
    }
    quoted.push('"');
    quoted
}

/// Data on one line. The limit of nesting when [`Plain`] is parsed bounds the recursion.
fn flow(data: &Plain) -> String {
    match data {
        Plain::Text(text) => escaped(text),
        Plain::List(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Plain::Map(entries) => {
            let entry = |(key, value): &(String, Plain)| {
                let mark = if key.len() > LONGEST_KEY { "? " } else { "" };
                format!("{mark}{}: {}", escaped(key), flow(value))
            };
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
