//! YAML templates: a tree with comments becomes a program that builds the resulting tree.
//!
//! Each node has a tag. The program runs the code in the comments above a node, then starts the node and sets its
//! value.

use std::sync::Arc;

use super::annotation::{Meaning, meaning};
use super::text;
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::positions::{Position, Source};
use crate::program::{Line, Nodes, Program, SourceLine, TemplateNode, Written};
use crate::yaml::go_format;
use crate::yaml::tree::{Comment, Document, DocumentSet, Meta, Value};

/// The flags that change how a template is compiled.
#[derive(Clone, Copy, Debug, Default)]
pub struct TemplateOptions {
    /// `--ignore-unknown-comments`
    pub ignore_unknown_comments: bool,
    /// `--implicit-map-key-overrides`
    pub implicit_map_key_overrides: bool,
}

/// Whether any comment is code, a value or an annotation. Other files are plain YAML.
pub fn has_templating(documents: &DocumentSet) -> bool {
    documents.has_comments && documents.iter().any(|document| is_templated(&document))
}

/// Whether any comment of a document is code, a value or an annotation.
pub(crate) fn is_templated(document: &Document) -> bool {
    commented(&document.meta) || value_has_templating(&document.value)
}

fn commented(meta: &Meta) -> bool {
    meta.comments().iter().any(|c| !matches!(meaning(c, &meta.position, true), Ok(Meaning::Documentation) | Err(_)))
}

fn value_has_templating(value: &Value) -> bool {
    value.items().any(|item| commented(item.borrow().meta()) || value_has_templating(item.borrow().value()))
}

/// Compiles the documents of a file. `number` makes the names of its instructions unique. Error messages do not start
/// with the name of the file.
pub fn compile(
    documents: &DocumentSet,
    source: &Arc<Source>,
    number: u32,
    options: &TemplateOptions,
) -> Result<Program, Error> {
    let mut compiler = Compiler {
        source,
        number,
        ignore_unknown: options.ignore_unknown_comments,
        lines: Vec::new(),
        nodes: Nodes::default(),
        content: (0, "".into()),
    };
    compiler.hidden_line("set_ctx_type", "\"yaml\"");
    compiler.hidden_line("start_ctx", "\"yaml\"");
    let root = compiler.nodes.add(TemplateNode::DocumentSet, 0);
    compiler.start_node(root, "*yamlmeta.DocumentSet", &Position::unknown());
    for document in documents.iter() {
        let node = |meta| TemplateNode::Document { meta, injected: document.injected, scalar: scalar(&document.value) };
        compiler.item(&document.meta, "*yamlmeta.Document", node, None, &document.value, root, false)?;
    }
    compiler.hidden_line("end_ctx", "None");
    Ok(Program {
        lines: compiler.lines,
        nodes: compiler.nodes,
        implicit_map_key_overrides: options.implicit_map_key_overrides,
        ..Program::empty(source, number)
    })
}

fn scalar(value: &Value) -> Value {
    match value {
        Value::Map(_) | Value::Array(_) | Value::DocumentSet(_) => Value::Null,
        other => other.clone(),
    }
}

struct Compiler<'a> {
    source: &'a Arc<Source>,
    number: u32,
    ignore_unknown: bool,
    lines: Vec<Line>,
    nodes: Nodes,
    /// The line that was read last, as number and text, so that nodes on one line share the text.
    content: (u32, Arc<str>),
}

/// The comments of a node by kind, in order.
#[derive(Default)]
struct NodeComments<'a> {
    code: Vec<(String, &'a Position)>,
    values: Vec<(&'a str, &'a Position)>,
    annotations: Vec<(&'a str, &'a str, &'a Comment)>,
    /// A statement such as `if/end` has opened a block that ends after the node.
    needs_end: bool,
}

impl Compiler<'_> {
    fn name(&self, instruction: &str) -> String {
        instruction_name(self.number, instruction)
    }

    /// An instruction without a line in the template.
    fn hidden_line(&mut self, instruction: &str, args: &str) {
        let code = format!("{}({args})", self.name(instruction));
        self.lines.push(Line { code, source: None, written: None });
    }

    fn line(&mut self, code: String, position: &Position) {
        let source = self.source_line(position);
        self.lines.push(Line { code, source, written: None });
    }

    /// A line that contains code of the template: `user`, which ends the comment at `comment`.
    fn code_line(&mut self, before: &str, user: &str, after: &str, comment: &Position) {
        let source = self.source_line(comment);
        let range = comment.own_span();
        let written = range.and_then(|range| Written::end_of(user, before.len(), self.source, range));
        self.lines.push(Line { code: format!("{before}{user}{after}"), source, written });
    }

    /// The line of the template at a known position.
    fn source_line(&mut self, position: &Position) -> Option<SourceLine> {
        let number = position.line();
        let line = position.is_known().then(|| self.source.line_range(number)).flatten()?;
        if self.content.0 != number {
            self.content = (number, self.source.text[line].into());
        }
        Some(SourceLine { position: position.clone(), content: self.content.1.clone(), selection: None })
    }

    fn start_node(&mut self, tag: u32, debug: &str, position: &Position) {
        let code = format!("{}({tag}) # {debug}", self.name("start_node"));
        self.line(code, position);
    }

    /// Compiles a document, map item or array item and its value.
    #[expect(clippy::too_many_arguments, reason = "the parts of the three kinds of items")]
    fn item(
        &mut self,
        meta: &Meta,
        kind: &str,
        node: impl FnOnce(Meta) -> TemplateNode,
        key: Option<&Value>,
        value: &Value,
        parent: u32,
        templated_strings: bool,
    ) -> Result<(), Error> {
        let comments = self.comments(meta, value)?;
        let mut digested = Meta::at(meta.position.clone());
        digested.set_comments(comments.annotations.iter().map(|(_, _, comment)| (*comment).clone()).collect());
        let tag = self.nodes.add(node(digested), parent);
        let templated_strings =
            templated_strings || comments.annotations.iter().any(|(name, ..)| *name == "yaml/text-templated-strings");
        let debug = debug_comment(kind, key);

        for (code, position) in &comments.code {
            self.code_line("", code, "", position);
        }
        for (name, args, comment) in &comments.annotations {
            let entry = &mut self.nodes.items[tag as usize - 1].annotations;
            match entry.iter_mut().find(|(known, _)| &**known == *name) {
                Some((_, position)) => *position = comment.position.clone(),
                None => entry.push(((*name).into(), comment.position.clone())),
            }
            let before = format!(
                "{}({tag}, \"{name}\", {}(",
                self.name("start_node_annotation"),
                self.name("collect_node_annotation"),
            );
            self.code_line(&before, args, &format!(")) # {debug}"), &comment.position);
        }
        if templated_strings && let Some(Value::Str(key)) = key {
            self.templated_string(key, &meta.position, tag, "set_map_item_key", &debug)?;
        }
        self.start_node(tag, &debug, &meta.position);
        if comments.values.is_empty() {
            self.value(value, &meta.position, &debug, tag, templated_strings)?;
        }
        for (code, position) in &comments.values {
            let before = format!("{}({tag}, (", self.name("set_node"));
            self.code_line(&before, code, &format!(")) # {debug}"), position);
        }
        if comments.needs_end {
            self.lines.push(Line { code: "end".to_owned(), source: None, written: None });
        }
        Ok(())
    }

    fn value(
        &mut self,
        value: &Value,
        position: &Position,
        debug: &str,
        tag: u32,
        templated_strings: bool,
    ) -> Result<(), Error> {
        match value {
            Value::Map(map) => {
                let map_tag = self.nodes.add(TemplateNode::Map { position: map.borrow().position.clone() }, tag);
                self.start_node(map_tag, "*yamlmeta.Map", &map.borrow().position);
                for item in map.borrow().iter() {
                    let node =
                        |meta| TemplateNode::MapItem { key: item.key.clone(), meta, scalar: scalar(&item.value) };
                    let kind = "*yamlmeta.MapItem";
                    self.item(&item.meta, kind, node, Some(&item.key), &item.value, map_tag, templated_strings)?;
                }
            }
            Value::Array(array) => {
                let array_tag = self.nodes.add(TemplateNode::Array { position: array.borrow().position.clone() }, tag);
                self.start_node(array_tag, "*yamlmeta.Array", &array.borrow().position);
                for item in array.borrow().iter() {
                    let node = |meta| TemplateNode::ArrayItem { meta, scalar: scalar(&item.value) };
                    let kind = "*yamlmeta.ArrayItem";
                    self.item(&item.meta, kind, node, None, &item.value, array_tag, templated_strings)?;
                }
            }
            Value::Str(text) if templated_strings => {
                self.templated_string(text, position, tag, "set_node", debug)?;
            }
            _ => {
                let code = format!("{}({tag}) # {debug}", self.name("set_node"));
                self.line(code, position);
            }
        }
        Ok(())
    }

    /// A string with `(@ … @)`: a text template with the argument of the instruction as its result.
    fn templated_string(
        &mut self,
        content: &str,
        position: &Position,
        tag: u32,
        instruction: &str,
        debug: &str,
    ) -> Result<(), Error> {
        let pieces = text::parse(content, position, self.source, None)?;
        let first = self.lines.len();
        text::compile_pieces(&pieces, self.number, &mut self.nodes, &mut self.lines);
        for index in first..self.lines.len() {
            let Some(piece) = self.lines[index].source.take() else { continue };
            let whole = self.source_line(&piece.position);
            self.lines[index].source = whole.map(|whole| SourceLine { selection: Some(piece.content), ..whole });
        }
        // The value of the last line, which ends the context of the text, is the argument.
        if let Some(end) = self.lines.pop() {
            let code = format!("{}({tag}, ({})) # {debug}", self.name(instruction), end.code);
            self.line(code, position);
        }
        self.hidden_line("set_ctx_type", "\"yaml\"");
        Ok(())
    }

    fn comments<'m>(&self, meta: &'m Meta, value: &Value) -> Result<NodeComments<'m>, Error> {
        let mut comments = NodeComments::default();
        for comment in meta.comments() {
            match meaning(comment, &meta.position, self.ignore_unknown)? {
                Meaning::Documentation => {}
                Meaning::Value(code) => {
                    if !value.is_null() {
                        return Err(Error::at(
                            format!(
                                "Expected YAML node at {} to have either computed or YAML value, but found both",
                                comment.position.long()
                            ),
                            comment.position.clone(),
                        )
                        .coded(Code::ValueAndCode)
                        .caused(Cause::ValueAndCode));
                    }
                    comments.values.push((code, &comment.position));
                }
                Meaning::Code(code) => {
                    if comments.needs_end {
                        return Err(Error::at(
                            format!(
                                "Unexpected code at {} after use of '*/end', expected YAML node",
                                comment.position.long()
                            ),
                            comment.position.clone(),
                        )
                        .coded(Code::Syntax));
                    }
                    let (code, opened) = without_end_form(code);
                    comments.needs_end |= opened;
                    comments.code.push((code, &comment.position));
                }
                Meaning::Annotation { name, args } => comments.annotations.push((name, args, comment)),
            }
        }
        Ok(comments)
    }
}

pub(super) fn instruction_name(number: u32, instruction: &str) -> String {
    format!("__ytt_tpl{number}_{instruction}")
}

/// Replaces `if/end …` and the like by `if …`; true if a block ends after the node.
fn without_end_form(code: &str) -> (String, bool) {
    let start = code.len() - code.trim_start().len();
    for keyword in ["if", "else", "elif", "for", "def"] {
        if let Some(rest) = code[start..].strip_prefix(keyword).and_then(|rest| rest.strip_prefix("/end")) {
            return (format!("{}{keyword}{rest}", &code[..start]), true);
        }
    }
    (code.to_owned(), false)
}

/// The comment that ytt adds to an instruction. Some of its messages show it.
fn debug_comment(kind: &str, key: Option<&Value>) -> String {
    match (kind, key) {
        (_, Some(key)) => format!("{kind} key={}", key_text(key)),
        ("*yamlmeta.ArrayItem", _) => format!("{kind} idx=?"),
        _ => kind.to_owned(),
    }
}

fn key_text(key: &Value) -> String {
    if matches!(key, Value::Map(_) | Value::Array(_)) { "?".to_owned() } else { one_line(&go_format::file_key(key)) }
}

/// The first line without trailing backslashes: a comment must not change the lines of the program.
fn one_line(text: &str) -> String {
    text.split('\n').next().unwrap_or_default().trim_end_matches('\\').to_owned()
}
