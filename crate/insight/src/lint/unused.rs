//! A lint of data values that no code uses. It avoids false positives: a value that is passed on as a whole, or
//! looked up by a computed name, uses everything below it.

use std::collections::HashMap;
use std::ops::Range;

use super::super::Buffer;
use super::super::code::Language;
use super::super::data_values::{self, Node};
use super::super::hover::path_text;
use super::super::names::{BindingKind, Chain};
use super::{Kind, Lint};
use crate::DataValuesSnapshot;
use crate::syntax::token::Tok;
use crate::yaml::outline::Step;

pub(super) fn lint<'s>(buffers: &[Buffer<'_>], snapshot: &dyn Fn() -> &'s DataValuesSnapshot, found: &mut Vec<Lint>) {
    let own: Vec<&Buffer<'_>> = buffers.iter().filter(|buffer| !buffer.path.contains("_ytt_lib/")).collect();
    let mut used: Vec<Vec<Step>> = Vec::new();
    for buffer in &own {
        uses(buffer, &mut used);
    }
    // No code reads data values: the templates are probably not written yet.
    if used.is_empty() || used.iter().any(Vec::is_empty) {
        return;
    }
    let mut unused = Vec::new();
    below(data_values::root(snapshot()), &mut Vec::new(), &used, &mut unused);
    let declared = declared(buffers);
    for path in unused {
        let Some((file, range)) = declared.get(&path).cloned() else { continue };
        found.push(Lint {
            message: format!("Data value {} is never used", path_text(&path)),
            path: Some(path_text(&path)),
            ..Lint::new(Kind::UnusedDataValue, file, range)
        });
    }
}

/// Adds the data values that the code of a file names; a map that is passed on uses everything below it.
pub(super) fn uses(buffer: &Buffer<'_>, used: &mut Vec<Vec<Step>>) {
    for fragment in &buffer.fragments {
        for (index, token) in fragment.tokens.iter().enumerate() {
            // The module is passed on, as in `getattr(data, name)`, or a computed index interrupts the chain.
            let is_data = token.tok == Tok::Ident && buffer.text.get(token.range.clone()) == Some("data");
            let next = fragment.tokens.get(index + 1).map(|token| token.tok);
            let is_member = index > 0 && fragment.tokens[index - 1].tok == Tok::Dot;
            if is_data && !is_member && !matches!(next, Some(Tok::Dot | Tok::Eq)) {
                used.push(Vec::new());
            }
        }
        for chain in Chain::all(buffer.text, &fragment.tokens) {
            // A variable alone only counts if it is passed on: its definition has been counted.
            let Some(path) = buffer.names.data_value_of(&chain) else { continue };
            let is_given = chain.links.len() == 1 && is_binding(buffer, &chain.links[0].range);
            if !is_given && !is_value_of_variable(buffer, &fragment.tokens, &chain) {
                used.push(path);
            }
        }
    }
}

fn is_binding(buffer: &Buffer<'_>, range: &Range<usize>) -> bool {
    buffer.names.bindings.iter().any(|binding| binding.range == *range)
}

/// Whether a chain is assigned to a variable (`x = data.values.a`, `for x in …`): then the uses of the variable count instead.
fn is_value_of_variable(buffer: &Buffer<'_>, tokens: &[crate::syntax::lex::Lexeme], chain: &Chain) -> bool {
    let (Some(first), Some(last)) = (chain.links.first(), chain.links.last()) else { return false };
    let Some(start) = tokens.iter().position(|token| token.range == first.range) else { return false };
    let ends = tokens.iter().find(|token| token.range.start >= last.range.end && token.tok != Tok::RBrack);
    let at_end = ends.is_none_or(|token| matches!(token.tok, Tok::Newline | Tok::Colon));
    let Some([.., name, sign]) = tokens.get(..start) else { return false };
    let is_assigned = matches!(sign.tok, Tok::Eq | Tok::In) && name.tok == Tok::Ident;
    let binding = buffer.names.bindings.iter().find(|binding| binding.range == name.range);
    // A loop uses the length of the list.
    let text = |range: &Range<usize>| buffer.text.get(range.clone());
    let all = buffer.fragments.iter().flat_map(|fragment| &fragment.tokens);
    let is_repetition = sign.tok == Tok::In && all.filter(|token| text(&token.range) == text(&name.range)).count() == 1;
    is_assigned
        && at_end
        && !is_repetition
        && matches!(binding.map(|binding| &binding.kind), Some(BindingKind::Variable { value: Some(_) }))
}

/// Whether one path is a prefix of the other. An index that code computes may be any key: `lamp[name]`.
fn overlaps(used: &[Step], path: &[Step]) -> bool {
    used.iter().zip(path).all(|(a, b)| a == b || *a == Step::Item)
}

/// Adds the topmost unused data values below a node.
fn below(node: Node<'_>, path: &mut Vec<Step>, used: &[Vec<Step>], unused: &mut Vec<Vec<Step>>) {
    for (key, child) in node.keys() {
        path.push(Step::Key(key.to_owned()));
        if !used.iter().any(|used| overlaps(used, path)) {
            unused.push(path.clone());
        } else if !used.iter().any(|used| used.len() <= path.len() && overlaps(used, path)) {
            below(child, path, used, unused);
        }
        path.pop();
    }
}

/// The key of each data value: in the first schema document that has it, or else in the first data values document.
fn declared(buffers: &[Buffer<'_>]) -> HashMap<Vec<Step>, (usize, Range<usize>)> {
    let own = buffers.iter().enumerate().filter(|(_, b)| b.language == Language::Yaml && !b.path.contains("_ytt_lib/"));
    let own: Vec<_> = own.collect();
    let mut declared = HashMap::new();
    for schema in [true, false] {
        for (file, buffer) in &own {
            let outline = buffer.outline();
            let wanted = |document| match schema {
                true => buffer.holds_schema(document),
                false => buffer.holds_data_values(document),
            };
            let wanted: Vec<bool> = outline.documents.iter().map(wanted).collect();
            for (index, entry) in outline.entries.iter().enumerate() {
                if wanted.get(entry.document).is_some_and(|wanted| *wanted) {
                    declared.entry(outline.path(index)).or_insert_with(|| (*file, entry.range.clone()));
                }
            }
        }
    }
    declared
}
