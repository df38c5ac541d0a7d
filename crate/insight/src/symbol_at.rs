//! The word at an offset and its meaning, for hover and go to definition.

use std::ops::Range;

use super::Buffer;
use super::annotations::{Annotation, Keyword, annotation_named};
use super::code::{Fragment, Kind, Language};
use super::names::{BindingKind, Chain, Meaning};
use crate::stdlib::{Member, Module, module_named};
use crate::syntax::token::Tok;
use crate::yaml::outline::Step;

#[derive(Debug)]
pub(super) struct Symbol {
    pub(super) range: Range<usize>,
    pub(super) kind: SymbolKind,
}

#[derive(Debug)]
pub(super) enum SymbolKind {
    Annotation(&'static Annotation),
    Keyword(&'static Annotation, &'static Keyword),
    DataValue {
        path: Vec<Step>,
        /// The word is a key of a schema document.
        in_schema: bool,
    },
    Module(&'static Module),
    Member(&'static Module, &'static Member),
    /// An index of [`Names::bindings`](super::names::Names::bindings).
    Binding(usize),
    /// The path in `load(…)`.
    File(String),
    /// A name that is loaded from a file.
    Exported {
        module: String,
        name: String,
    },
}

pub(super) fn symbol_at(buffer: &Buffer<'_>, at: usize) -> Option<Symbol> {
    let of_annotation = buffer.fragments.iter().find_map(|fragment| annotation(buffer, fragment, at));
    if of_annotation.is_some() {
        return of_annotation;
    }
    match buffer.fragments.iter().find(|fragment| fragment.holds(at)) {
        Some(fragment) => code(buffer, fragment, at).or_else(|| annotation_before(buffer, fragment, at)),
        None if buffer.language == Language::Yaml => key(buffer, at),
        None => None,
    }
}

/// The name of an annotation, or a keyword in its arguments.
fn annotation(buffer: &Buffer<'_>, fragment: &Fragment, at: usize) -> Option<Symbol> {
    let Kind::Annotation { name } = &fragment.kind else { return None };
    let annotation = annotation_named(fragment.annotation(buffer.text), buffer.extensions)?;
    if name.start <= at && at <= name.end {
        return Some(Symbol { range: name.clone(), kind: SymbolKind::Annotation(annotation) });
    }
    let pair = fragment.tokens.windows(2).find(|pair| {
        pair[0].range.start <= at && at <= pair[0].range.end && pair[0].tok == Tok::Ident && pair[1].tok == Tok::Eq
    })?;
    let keyword = annotation.keyword(buffer.text.get(pair[0].range.clone())?)?;
    Some(Symbol { range: pair[0].range.clone(), kind: SymbolKind::Keyword(annotation, keyword) })
}

/// The annotation with only spaces between its name and the offset.
fn annotation_before(buffer: &Buffer<'_>, fragment: &Fragment, at: usize) -> Option<Symbol> {
    let Kind::Annotation { name } = &fragment.kind else { return None };
    let is_after = buffer.text.get(name.end..at)?.bytes().all(|byte| byte == b' ');
    annotation(buffer, fragment, name.end).filter(|_| is_after)
}

fn code(buffer: &Buffer<'_>, fragment: &Fragment, at: usize) -> Option<Symbol> {
    let tokens = &fragment.tokens;
    let index = tokens.iter().position(|token| token.range.start <= at && at < token.range.end);
    let before = || tokens.iter().position(|token| token.range.end == at);
    let index = index.filter(|index| matches!(tokens[*index].tok, Tok::Ident | Tok::Str)).or_else(before)?;
    let token = &tokens[index];
    if let Some(load) = tokens[..index].iter().rposition(|token| token.tok == Tok::Load)
        && let Some(module) = tokens.get(load + 2)
        && !tokens[load..index].iter().any(|token| token.tok == Tok::RParen)
    {
        let path = module.string.clone()?;
        let own = path.strip_prefix("@ytt:").and_then(|name| module_named(name, buffer.extensions));
        let kind = match own {
            Some(module) => SymbolKind::Module(module),
            None if index == load + 2 => SymbolKind::File(path),
            None => {
                // In `local="name"`, both words mean the exported name.
                let name = if token.tok == Tok::Ident { tokens.get(index + 2) } else { Some(token) };
                SymbolKind::Exported { module: path, name: name?.string.clone()? }
            }
        };
        return Some(Symbol { range: token.range.clone(), kind });
    }
    let chains = Chain::all(buffer.text, tokens);
    let (chain, link) = chains.into_iter().find_map(|chain| {
        let link = chain.links.iter().position(|link| link.range == token.range)?;
        Some((chain, link))
    })?;
    let chain = Chain { links: chain.links.into_iter().take(link + 1).collect() };
    let kind = match buffer.names.meaning(&chain)? {
        Meaning::DataValue(path) => SymbolKind::DataValue { path, in_schema: false },
        Meaning::Module(module) => SymbolKind::Module(module_named(&module, buffer.extensions)?),
        Meaning::Member { module, name } => {
            let module = module_named(&module, buffer.extensions)?;
            SymbolKind::Member(module, module.member(&name, buffer.extensions)?)
        }
        Meaning::Binding(index) => match &buffer.names.bindings.get(index)?.kind {
            BindingKind::Loaded { module, name } => SymbolKind::Exported { module: module.clone(), name: name.clone() },
            _ => SymbolKind::Binding(index),
        },
    };
    Some(Symbol { range: token.range.clone(), kind })
}

/// A key of a data values or schema document.
fn key(buffer: &Buffer<'_>, at: usize) -> Option<Symbol> {
    let outline = buffer.outline();
    let inside = |range: &Range<usize>| range.start <= at && at <= range.end;
    let index = outline.entries.iter().position(|entry| entry.key.is_some() && inside(&entry.range))?;
    let entry = &outline.entries[index];
    let document = outline.documents.get(entry.document)?;
    let in_schema = buffer.holds_schema(document);
    if !in_schema && !buffer.holds_data_values(document) {
        return None;
    }
    Some(Symbol { range: entry.range.clone(), kind: SymbolKind::DataValue { path: outline.path(index), in_schema } })
}
