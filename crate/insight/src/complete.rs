//! Completion: annotations after `#@` and keywords in their arguments; data values, names, modules and their members in code;
//! modules, files and their exports in `load(…)`; keys and choices in data values documents.

mod place;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;

use place::{Place, is_in_block_scalar, is_in_text, place};

use super::Buffer;
use super::annotations::{RARE, annotation_named, annotations};
use super::answer::{CompletionKind, CompletionOption, Completions};
use super::code::{Fragment, Kind, Language};
use super::data_values::{self, Node};
use super::loads;
use super::names::{BindingKind, Chain, Meaning, is_word, local_names};
use crate::boundary::Edit;
use crate::editor::new_load::{Notation, new_load};
use crate::limits::Clock;
use crate::stdlib::{Member, module_named, modules};
use crate::syntax::lex::{Lexeme, lex};
use crate::syntax::names::UNIVERSE;
use crate::syntax::token::{Tok, is_name, keywords};
use crate::yaml::outline::{Entry, Outline, Step};
use crate::{DataValuesSnapshot, data_values_snapshot, quote};

const MAX_OPTIONS: usize = 300;

pub(super) fn complete(buffer: &Buffer<'_>, offset: u32, clock: &Clock) -> Option<Completions> {
    let at = buffer.byte(offset);
    let completion = Completion { buffer, at, clock, snapshot: OnceCell::new() };
    let mut found = completion.find()?;
    found.options.truncate(MAX_OPTIONS);
    (!found.options.is_empty()).then(|| Completions {
        from: buffer.offset(found.range.start),
        to: buffer.offset(found.range.end),
        preselect: found.options.iter().all(|option| option.kind != CompletionKind::Choice),
        words: found.words,
        options: found.options,
    })
}

/// Options, and the bytes that they replace.
struct Found {
    range: Range<usize>,
    options: Vec<CompletionOption>,
    /// Words that are complete without an option.
    words: Vec<String>,
}

impl Found {
    fn new(range: Range<usize>, options: Vec<CompletionOption>) -> Found {
        Found { range, options, words: Vec::new() }
    }
}

struct Completion<'a> {
    buffer: &'a Buffer<'a>,
    at: usize,
    clock: &'a Clock,
    snapshot: OnceCell<DataValuesSnapshot>,
}

fn option(label: &str, kind: CompletionKind) -> CompletionOption {
    CompletionOption { label: label.to_owned(), insert: label.to_owned(), kind, ..CompletionOption::default() }
}

impl Completion<'_> {
    /// The data value at a path.
    fn data_value(&self, path: &[Step]) -> Option<Node<'_>> {
        let snapshot = self.snapshot.get_or_init(|| data_values_snapshot(self.buffer.request, self.clock));
        data_values::at(snapshot, path)
    }

    fn find(&self) -> Option<Found> {
        let line_start = self.buffer.text[..self.at].rfind('\n').map_or(0, |at| at + 1);
        let before = &self.buffer.text[line_start..self.at];
        if self.buffer.language == Language::Yaml
            && let Some(found) = self.annotations(before)
        {
            return Some(found);
        }
        match self.buffer.fragments.iter().rev().find(|fragment| fragment.holds(self.at)) {
            Some(fragment) => self.code(fragment),
            None if self.buffer.language == Language::Yaml => self.yaml(),
            None => None,
        }
    }

    /// Annotations, directly after `#@` or `#@ ` and in their names.
    fn annotations(&self, before: &str) -> Option<Found> {
        let content = before.trim_start();
        // Annotations are on lines of their own; after a node, `#@` starts a value.
        let rest = content.strip_prefix("#@")?;
        let name = rest.trim_start_matches(' ');
        if name.contains(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_'))) {
            return None;
        }
        let blanks = rest.len() - name.len();
        if blanks > 1
            || (blanks == 1
                && !name.is_empty()
                && !annotations(self.buffer.extensions).any(|a| a.name.starts_with(name)))
        {
            return None;
        }
        let line = &self.buffer.text[self.at..];
        let tail =
            line.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_'))).unwrap_or(line.len());
        let has_arguments = line[tail..].starts_with(' ');
        let options = self.annotations_here().map(|annotation| CompletionOption {
            insert: format!(
                "{}{}",
                annotation.name,
                if annotation.takes_arguments && !has_arguments { " " } else { "" }
            ),
            before: blanks as u32,
            detail: annotation.usage.to_owned(),
            documentation: annotation.documentation.to_owned(),
            ..option(annotation.name, CompletionKind::Annotation)
        });
        let mut options: Vec<_> = options.collect();
        if blanks == 1
            && let Some(fragment) = self.buffer.fragments.iter().rev().find(|f| f.holds(self.at))
        {
            // After a space it is code, unless the space is a mistake.
            let code = self.code(fragment).map(|found| found.options).unwrap_or_default();
            options.splice(0..0, code);
        }
        let known = annotations(self.buffer.extensions).map(|annotation| annotation.name).chain(RARE.iter().copied());
        let words = known.chain(keywords()).map(str::to_owned).collect();
        Some(Found { range: self.at - name.len()..self.at + tail, options, words })
    }

    /// All annotations, those for the kind of document first.
    fn annotations_here(&self) -> impl Iterator<Item = &'static super::annotations::Annotation> + use<> {
        let outline = self.buffer.outline();
        let document = outline.document_at(outline.line_at(self.at));
        let likely = if self.buffer.holds_schema(document) { "schema/" } else { "overlay/" };
        let (first, rest): (Vec<_>, Vec<_>) =
            annotations(self.buffer.extensions).partition(|a| a.name.starts_with(likely));
        first.into_iter().chain(rest)
    }

    /// The tokens of a part of the text.
    fn tokens(&self, range: Range<usize>) -> Option<Vec<Lexeme>> {
        let mut tokens = lex(self.buffer.text.get(range.clone())?);
        for token in &mut tokens {
            token.range = token.range.start + range.start..token.range.end + range.start;
        }
        Some(tokens)
    }

    fn code(&self, fragment: &Fragment) -> Option<Found> {
        let text = self.buffer.text;
        // Tokenize only up to the caret: an unfinished string or bracket would change the tokens of what follows.
        let code = fragment.range.start..self.at;
        if is_in_text(text.get(code.clone())?) {
            return None;
        }
        let tokens = self.tokens(code.clone())?;
        if let Some(open) = tokens.last().filter(|token| token.string.is_some() && token.tok == Tok::Illegal) {
            return self.string(fragment, open, &tokens[..tokens.len() - 1]);
        }
        if let Some(found) = self.after_dot(code) {
            return Some(found);
        }
        // Only an operator can follow a value.
        if tokens.last().is_some_and(|token| token.range.end == self.at && ends_value(token.tok)) {
            return None;
        }
        let (typed, tokens) = match tokens.split_last() {
            Some((last, rest)) if is_word(text, last) && last.range.end == self.at => (last.range.clone(), rest),
            _ => (self.at..self.at, &tokens[..]),
        };
        let tail = text[self.at..].find(|c: char| !(c == '_' || c.is_alphanumeric())).unwrap_or(text.len() - self.at);
        let range = typed.start..self.at + tail;
        let place = place(&fragment.kind, tokens)?;
        let mut options = if place == Place::Operand { self.keywords(fragment, tokens, range.end) } else { Vec::new() };
        options.extend(match place {
            Place::Operator { words } => words.iter().map(|word| option(word, CompletionKind::Name)).collect(),
            Place::Operand | Place::Statement => self.names(place, &range),
        });
        Some(Found { range, options, words: keywords().map(str::to_owned).collect() })
    }

    /// The members after a dot. What is typed may be the start of a key that code cannot have there: `data.values.kebab-k`.
    fn after_dot(&self, code: Range<usize>) -> Option<Found> {
        let text = self.buffer.text;
        let is_part = |c: char| c == '_' || c == '-' || c.is_alphanumeric();
        let start = code.start + text.get(code.clone())?.trim_end_matches(is_part).len();
        let object = text.get(code.start..start)?.strip_suffix('.')?;
        let tokens = self.tokens(code.start..code.start + object.len())?;
        let mut options = self.members(&Chain::ending(text, &tokens));
        let typed = text.get(start..self.at)?;
        let is_start_of_name = typed.is_empty() || is_name(typed) || Tok::keyword(typed).is_some();
        if !is_start_of_name {
            options.retain(|option| option.label.starts_with(typed));
            // It is another expression.
            if options.is_empty() {
                return None;
            }
        }
        let rest = &text[self.at..];
        let tail = rest.find(|c: char| !(is_part(c) && (c != '-' || !is_start_of_name))).unwrap_or(rest.len());
        Some(Found::new(start..self.at + tail, options))
    }

    /// In a string: modules and files to load, their exported names, keys of a data value, allowed strings of a keyword.
    fn string(&self, fragment: &Fragment, open: &Lexeme, before: &[Lexeme]) -> Option<Found> {
        let text = self.buffer.text;
        let typed = open.string.clone().unwrap_or_default();
        let start = self.at - typed.len().min(self.at);
        let quote = text[..start].chars().next_back()?;
        let line = &text[self.at..];
        let line = &line[..line.find('\n').unwrap_or(line.len())];
        let tail = line.find([quote, ' ', ')', ',']).unwrap_or(line.len());
        let range = start..self.at + tail;
        if let [.., object, bracket] = before
            && bracket.tok == Tok::LBrack
            && object.range.end == bracket.range.start
        {
            let path = self.buffer.names.data_value_of(&Chain::ending(text, &before[..before.len() - 1]))?;
            return Some(Found::new(range, members_of(&path, self.data_value(&path)?)));
        }
        if matches!(fragment.kind, Kind::Annotation { .. }) {
            let words = self.words(fragment, before);
            let options = words.iter().map(|word| option(word, CompletionKind::Name)).collect();
            return (!words.is_empty()).then(|| Found::new(range, options));
        }
        let load = before.iter().rposition(|token| token.tok == Tok::Load)?;
        let arguments = before.get(load + 2..)?;
        if arguments.iter().any(|token| token.tok == Tok::RParen) {
            return None;
        }
        // The rest of a statement that completion has inserted.
        let empty = format!("{quote}, {quote}{quote})");
        let (is_last, end) = match line[tail..].strip_prefix(&empty) {
            Some(_) if arguments.is_empty() => (true, range.end + empty.len()),
            _ => (line[tail..].trim().is_empty(), range.end),
        };
        let range = range.start..end;
        let options = match arguments.first().and_then(|module| module.string.as_deref()) {
            None => self.loadable(quote, is_last),
            Some(module) => {
                let close = if is_last { format!("{quote})") } else { String::new() };
                let mut options = self.exported(module);
                for option in &mut options {
                    option.insert.push_str(&close);
                }
                options
            }
        };
        Some(Found::new(range, options))
    }

    /// The allowed strings of the keyword argument that a string or list of strings is written for.
    fn words(&self, fragment: &Fragment, before: &[Lexeme]) -> &'static [&'static str] {
        let text = self.buffer.text;
        let keyword = || {
            let equals = before.iter().rposition(|token| token.tok == Tok::Eq)?;
            let is_of_list = |token: &Lexeme| matches!(token.tok, Tok::LBrack | Tok::LParen | Tok::Str | Tok::Comma);
            let is_argument = match &before[equals + 1..] {
                [] => true,
                [open, rest @ ..] => matches!(open.tok, Tok::LBrack | Tok::LParen) && rest.iter().all(is_of_list),
            };
            let name = before[..equals].last().filter(|_| is_argument)?;
            let annotation = annotation_named(fragment.annotation(text), self.buffer.extensions)?;
            annotation.keyword(text.get(name.range.clone())?)
        };
        keyword().map_or(&[], |keyword| keyword.words)
    }

    /// The modules and files after `load("`.
    fn loadable(&self, quote: char, is_last: bool) -> Vec<CompletionOption> {
        let modules = modules(self.buffer.extensions).map(|module| CompletionOption {
            // The local name is nearly always that of the module.
            insert: match is_last {
                true => format!("@ytt:{0}{quote}, {quote}{0}{quote})", module.name),
                false => format!("@ytt:{}", module.name),
            },
            documentation: module.documentation.to_owned(),
            ..option(&format!("@ytt:{}", module.name), CompletionKind::Module)
        });
        let files = loads::files(self.buffer).map(|path| CompletionOption {
            insert: if is_last { format!("{path}{quote}, {quote}{quote})") } else { path.clone() },
            // At the name to load.
            cursor: is_last.then(|| (path.encode_utf16().count() + "\", \"".len()) as u32),
            detail: "file".to_owned(),
            ..option(&path, CompletionKind::Module)
        });
        files.chain(modules).collect()
    }

    /// The names that can be loaded from a module or file.
    fn exported(&self, module: &str) -> Vec<CompletionOption> {
        if let Some(name) = module.strip_prefix("@ytt:") {
            let found = module_named(name, self.buffer.extensions).into_iter();
            return found
                .map(|module| CompletionOption {
                    documentation: module.documentation.to_owned(),
                    ..option(name, CompletionKind::Module)
                })
                .collect();
        }
        let Some(file) = loads::buffer(self.buffer, module) else { return Vec::new() };
        let mut seen = BTreeSet::new();
        let mut options = Vec::new();
        for binding in &file.names.bindings {
            let (kind, detail) = match &binding.kind {
                BindingKind::Function { signature } => (CompletionKind::Function, signature.clone()),
                BindingKind::Variable { .. } => (CompletionKind::Name, String::new()),
                BindingKind::Loaded { .. } => continue,
            };
            if !binding.name.starts_with('_') && seen.insert(&binding.name) {
                options.push(CompletionOption { detail, ..option(&binding.name, kind) });
            }
        }
        options
    }

    /// The members after a chain and a dot.
    fn members(&self, chain: &Chain) -> Vec<CompletionOption> {
        if let Some(path) = self.buffer.names.data_value_of(chain) {
            let members = self.data_value(&path).map(|node| members_of(&path, node)).unwrap_or_default();
            return members.into_iter().map(in_code).collect();
        }
        let Some(Meaning::Module(module)) = self.buffer.names.meaning(chain) else { return Vec::new() };
        let extensions = self.buffer.extensions;
        let members = module_named(&module, extensions).into_iter().flat_map(|module| module.members(extensions));
        members
            .map(|member| CompletionOption {
                detail: member.signature.to_owned(),
                documentation: member.documentation.to_owned(),
                ..option(
                    member.name(),
                    if member.signature.is_empty() { CompletionKind::Name } else { CompletionKind::Function },
                )
            })
            .collect()
    }

    /// Keyword arguments of the annotation or call around the caret, without those that are present.
    fn keywords(&self, fragment: &Fragment, before: &[Lexeme], end: usize) -> Vec<CompletionOption> {
        let text = self.buffer.text;
        // An argument starts after a comma or an opening parenthesis.
        let starts = before.last().is_none_or(|token| matches!(token.tok, Tok::Comma | Tok::LParen));
        if !starts {
            return Vec::new();
        }
        let insert = |name: &str| if text[end..].starts_with('=') { name.to_owned() } else { format!("{name}=") };
        let argument = |name: &str, detail: &str, documentation: &str| CompletionOption {
            // The only value that changes anything.
            insert: insert(name) + if detail == "True" && !text[end..].starts_with('=') { detail } else { "" },
            detail: detail.to_owned(),
            documentation: documentation.to_owned(),
            ..option(&format!("{name}="), CompletionKind::Argument)
        };
        let given = |tokens: &[Lexeme]| -> BTreeSet<&str> {
            let pairs = tokens.windows(2).filter(|pair| pair[1].tok == Tok::Eq);
            pairs.filter_map(|pair| text.get(pair[0].range.clone())).collect()
        };
        let open = open_parenthesis(before);
        match (&fragment.kind, open) {
            (Kind::Annotation { .. }, None) => {
                let given = given(&fragment.tokens);
                let keywords =
                    annotation_named(fragment.annotation(text), self.buffer.extensions).map_or(&[][..], |a| a.keywords);
                let left = keywords.iter().filter(|keyword| !given.contains(keyword.name));
                left.map(|keyword| argument(keyword.name, keyword.takes, keyword.documentation)).collect()
            }
            (_, Some(open)) => {
                let Some(Meaning::Member { module, name }) =
                    self.buffer.names.meaning(&Chain::ending(text, &before[..open]))
                else {
                    return Vec::new();
                };
                let given = given(&before[open..]);
                let extensions = self.buffer.extensions;
                let member = module_named(&module, extensions).and_then(|module| module.member(&name, extensions));
                let keywords = member.into_iter().flat_map(Member::keywords);
                let left = keywords.filter(|name| !given.contains(name) && *name != "member");
                left.map(|keyword| argument(keyword, "", "")).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The names of this file, keywords, built-in functions and modules, in place of a word.
    fn names(&self, place: Place, word: &Range<usize>) -> Vec<CompletionOption> {
        let mut seen = BTreeSet::new();
        let mut options = Vec::new();
        for binding in self.buffer.names.bindings.iter().rev() {
            // Skip the name that is being typed.
            if binding.range.end == self.at || !seen.insert(&*binding.name) {
                continue;
            }
            let (kind, detail) = match &binding.kind {
                BindingKind::Function { signature } => (CompletionKind::Function, signature.clone()),
                BindingKind::Loaded { module, .. } => (CompletionKind::Name, module.clone()),
                BindingKind::Variable { .. } => (CompletionKind::Name, String::new()),
            };
            options.push(CompletionOption { detail, ..option(&binding.name, kind) });
        }
        let locals = local_names(self.buffer.text, &self.buffer.fragments);
        let is_other = |range: &Range<usize>| range.end != self.at;
        for (name, _) in locals.into_iter().filter(|(_, range)| is_other(range)) {
            if seen.insert(name) {
                options.push(option(name, CompletionKind::Name));
            }
        }
        let names = |words: &[&str]| -> Vec<CompletionOption> {
            words.iter().map(|word| option(word, CompletionKind::Name)).collect()
        };
        if place == Place::Statement {
            let word_end = word.end;
            options.push(self.load_statement(word_end));
            options.extend(STATEMENTS.iter().map(|word| self.statement(word, word_end)));
        } else {
            options.extend(names(CONSTANTS));
        }
        let builtins = UNIVERSE.iter().filter(|name| !CONSTANTS.contains(name));
        options.extend(builtins.map(|name| option(name, CompletionKind::Name)));
        options.extend(self.modules_to_load(&seen));
        if place == Place::Operand {
            options.extend(names(&["not", "lambda"]));
        }
        options
    }

    /// A word that begins a statement, with the space that follows it unless that is there.
    fn statement(&self, word: &str, end: usize) -> CompletionOption {
        let is_continued = ["def", "if", "elif", "for", "while"].contains(&word);
        let space = if is_continued && !self.buffer.text[end..].starts_with(' ') { " " } else { "" };
        CompletionOption { insert: format!("{word}{space}"), ..option(word, CompletionKind::Name) }
    }

    /// `load`, with the rest of the statement unless it is there.
    fn load_statement(&self, end: usize) -> CompletionOption {
        const START: &str = "load(\"@ytt:";
        let load = option("load", CompletionKind::Name);
        if self.buffer.text[end..].trim_start_matches(' ').starts_with('(') {
            return load;
        }
        let (insert, cursor) = (format!("{START}\", \"\")"), Some(START.len() as u32));
        CompletionOption { insert, cursor, detail: "(\"@ytt:…\", \"…\")".to_owned(), ..load }
    }

    /// Modules of ytt that the file does not load yet.
    fn modules_to_load(&self, seen: &BTreeSet<&str>) -> Vec<CompletionOption> {
        let notation = match self.buffer.language {
            Language::Yaml => Notation::Yaml,
            Language::Text => Notation::Text,
            Language::Starlark => Notation::Starlark,
            Language::Other => return Vec::new(),
        };
        let others = modules(self.buffer.extensions).filter(|module| !seen.contains(module.name));
        let options = others.filter_map(|module| {
            let from = format!("@ytt:{}", module.name);
            let new = new_load(self.buffer.text, notation, &from, module.name);
            let (at, text) = new.filter(|(at, _)| *at <= self.at)?;
            let edit = Edit { file: self.buffer.path.to_owned(), span: self.buffer.exact_span(at..at), text };
            Some(CompletionOption {
                detail: "adds load".to_owned(),
                documentation: module.documentation.to_owned(),
                edits: vec![edit],
                ..option(module.name, CompletionKind::Module)
            })
        });
        options.collect()
    }

    /// Keys and values in data values documents and files.
    fn yaml(&self) -> Option<Found> {
        let text = self.buffer.text;
        let outline = Outline::at_caret(text, self.at);
        let line = outline.line_at(self.at);
        let is_in_comment = outline.lines.get(line)?.comment.is_some_and(|comment| comment < self.at);
        if is_in_comment
            || is_in_block_scalar(text, &outline, line, self.at)
            || self.is_in_long_string()
            || !self.buffer.holds_data_values(outline.document_at(line))
        {
            return None;
        }
        let here = outline.entries.iter().enumerate().filter(|(_, entry)| entry.line == line);
        let here: Vec<(usize, &Entry)> = here.collect();
        if let Some((index, entry)) =
            here.iter().find(|(_, e)| e.key.is_some() && e.range.start <= self.at && self.at <= e.range.end)
        {
            let mut path = outline.path(*index);
            path.pop();
            let found = self.keys(&outline, entry, &path);
            // Not a key but a scalar item of an array.
            if found.is_some() {
                return found;
            }
            let node = self.data_value(&path)?;
            return Some(Found::new(entry.range.clone(), choices(node)));
        }
        let (index, entry) = *here.last()?;
        let typed = entry.value.start.min(self.at)..entry.value.end.max(self.at);
        let is_after_key = entry.range.end < self.at && text.get(entry.range.end..self.at)?.contains(' ');
        if !is_after_key
            || text.get(typed.clone())?.contains([' ', '{', '[', '|', '>', '&', '*']) && !entry.value.is_empty()
        {
            return None;
        }
        let node = self.data_value(&outline.path(index))?;
        let range = if entry.value.is_empty() { self.at..self.at } else { entry.value.clone() };
        (range.start <= self.at).then(|| Found::new(range, choices(node)))
    }

    /// Whether the caret is in a quoted string of several lines.
    fn is_in_long_string(&self) -> bool {
        let text = self.buffer.text;
        let holds = |value: &Range<usize>| value.start < self.at && self.at < value.end;
        self.buffer.outline().entries.iter().map(|entry| &entry.value).filter(|value| holds(value)).any(|value| {
            let value = text.get(value.clone()).unwrap_or_default();
            value.starts_with(['"', '\'']) && value.contains('\n')
        })
    }

    fn keys(&self, outline: &Outline, entry: &Entry, path: &[Step]) -> Option<Found> {
        let siblings: BTreeSet<&str> = outline
            .entries
            .iter()
            .filter(|other| {
                other.parent == entry.parent && other.document == entry.document && other.range != entry.range
            })
            .filter_map(|other| other.key.as_deref())
            .collect();
        let node = self.data_value(path)?;
        if !node.is_map() {
            return None;
        }
        let has_colon = self.buffer.text[entry.range.end..].starts_with(':');
        let words = node.keys().into_iter().map(|(key, _)| written_key(key)).collect();
        let options = node.keys().into_iter().filter(|(key, _)| !siblings.contains(key)).map(|(key, node)| {
            let written = written_key(key);
            let colon = match (has_colon, node.kind()) {
                (true, _) => "",
                (_, "map" | "array") => ":",
                _ => ": ",
            };
            CompletionOption {
                insert: format!("{written}{colon}"),
                ..of_node(key, node, CompletionKind::Key, node.default())
            }
        });
        Some(Found { range: entry.range.clone(), options: options.collect(), words })
    }
}

/// Words that start statements, besides `load`.
const STATEMENTS: &[&str] =
    &["def", "if", "elif", "else", "for", "while", "return", "end", "if/end", "for/end", "break", "continue", "pass"];

const CONSTANTS: &[&str] = &["True", "False", "None"];

/// An option as it is written after a dot: a key that is not a name takes the place of the dot.
fn in_code(option: CompletionOption) -> CompletionOption {
    if is_name(&option.label) {
        return option;
    }
    CompletionOption { insert: format!("[{}]", quote(&option.label)), before: 1, ..option }
}

/// An option for a data value, with its type and the default or the value.
fn of_node(key: &str, node: Node<'_>, kind: CompletionKind, value: &str) -> CompletionOption {
    let detail = if value.is_empty() { node.type_name() } else { format!("{} = {value}", node.type_name()) };
    CompletionOption { detail, documentation: node.documentation(), ..option(key, kind) }
}

/// The keys of the data value at a path. Those of array items have no single value.
fn members_of(path: &[Step], node: Node<'_>) -> Vec<CompletionOption> {
    let is_item = path.contains(&Step::Item);
    let options = node.keys().into_iter().map(|(key, node)| {
        let value = if is_item { node.default() } else { node.in_effect() };
        of_node(key, node, CompletionKind::DataValue, value)
    });
    options.collect()
}

/// Values from the schema: the allowed ones, or both booleans, or default and examples.
fn choices(node: Node<'_>) -> Vec<CompletionOption> {
    let Some(schema) = node.schema else { return Vec::new() };
    let mut options: Vec<CompletionOption> = Vec::new();
    let mut add = |text: &str, detail: &str| {
        if !text.is_empty() && !text.contains('\n') && options.iter().all(|option| option.label != text) {
            options.push(CompletionOption { detail: detail.to_owned(), ..option(text, CompletionKind::Choice) });
        }
    };
    let default = schema.default.as_deref().unwrap_or_default();
    let is_scalar = !matches!(&*schema.r#type, "map" | "array");
    if !schema.choices.is_empty() {
        for choice in &schema.choices {
            add(choice, if choice == default { "default" } else { "" });
        }
    } else if schema.r#type == "boolean" {
        for word in ["true", "false"] {
            add(word, if word == default { "default" } else { "" });
        }
    } else if is_scalar {
        add(default, "default");
        for example in &schema.examples {
            add(&example.value, &example.description);
        }
    }
    if schema.nullable {
        add("null", "");
    }
    options
}

/// A key in YAML syntax.
fn written_key(key: &str) -> String {
    let plain = key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/'))
        && key.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && !matches!(key, "y" | "n" | "yes" | "no" | "on" | "off" | "true" | "false" | "null");
    if plain { key.to_owned() } else { format!("\"{}\"", key.replace('\\', "\\\\").replace('"', "\\\"")) }
}

fn ends_value(token: Tok) -> bool {
    matches!(token, Tok::Int | Tok::Float | Tok::Str | Tok::RParen | Tok::RBrack | Tok::RBrace)
}

/// The index of the parenthesis that is open at the end.
fn open_parenthesis(tokens: &[Lexeme]) -> Option<usize> {
    let mut closed = 0usize;
    for (index, token) in tokens.iter().enumerate().rev() {
        match token.tok {
            Tok::RParen | Tok::RBrack | Tok::RBrace => closed += 1,
            Tok::LParen | Tok::LBrack | Tok::LBrace if closed > 0 => closed -= 1,
            Tok::LParen => return Some(index),
            Tok::LBrack | Tok::LBrace => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
