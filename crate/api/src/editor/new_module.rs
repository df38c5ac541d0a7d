//! Fixes that create a file that is loaded and does not exist, with the loaded names.

use super::declare::text_of;
use super::fixes::code::Line;
use super::places::bytes;
use crate::boundary::{Caret, Content, Diagnostic, Edit, Fix, InputKind, Request, RequestFile, Span};
use crate::diagnostics::code::Code;
use crate::inputs::inputs_of;
use crate::positions::Source;
use crate::syntax::lex::Lexeme;
use crate::syntax::token::{Tok, is_name};

/// Adds the fixes, after those that load another file.
pub(crate) fn add(request: &Request, diagnostics: &mut [Diagnostic]) {
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.code == Code::Load.as_str()) {
        let fix = fix(request, diagnostic);
        diagnostic.fixes.extend(fix);
    }
}

// A first render has no such problem.
#[cold]
#[inline(never)]
fn fix(request: &Request, diagnostic: &Diagnostic) -> Option<Fix> {
    let place = diagnostic.primary.as_ref()?;
    let text = text_of(&request.files, &place.file)?;
    let span = bytes(text, place.span?)?;
    let name = text.get(span.clone())?.trim_matches(['"', '\'']);
    let marker = match name {
        name if name.ends_with(".star") => "",
        name if name.ends_with(".lib.yml") || name.ends_with(".lib.yaml") => "#@ ",
        _ => return None,
    };
    if name.starts_with(['@', '/']) || name.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
        return None;
    }
    let folder = place.file.rfind('/').map_or("", |end| &place.file[..=end]);
    let path = format!("{folder}{name}");
    if request.files.iter().any(|file| file.path == path) {
        return None;
    }
    let source = Source::new(&*place.file, text);
    let names = loaded(&Line::around(&source, span.end)?, span.start)?;
    let stubs: String =
        names.iter().flat_map(|(name, own)| stub(text, name, own)).map(|line| format!("{marker}{line}\n")).collect();
    let mut request = request.clone();
    request.files.push(RequestFile { path: path.clone(), content: Content::Text(stubs.clone()) });
    if inputs_of(&request).last()?.kind != InputKind::Library {
        return None;
    }
    let start = Caret { line: 1, ..Caret::default() };
    let edit = Edit { file: path, span: Span { start, end: start }, text: stubs };
    let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    Some(Fix { title: format!("Create {name} with {}", names.join(", ")), edits: vec![edit], args: None })
}

/// The names that a `load` names after the path at a byte, each with what code calls it.
fn loaded<'s>(line: &Line<'s>, path: usize) -> Option<Vec<(&'s str, &'s str)>> {
    let at = line.tokens.iter().position(|token| token.range.start == path)?;
    let word = |token: &Lexeme| line.source.text.get(token.range.clone()).map(|text| text.trim_matches(['"', '\'']));
    let mut names = Vec::new();
    for (index, token) in line.tokens.iter().enumerate().skip(at + 1).take_while(|(_, token)| token.tok != Tok::RParen)
    {
        if token.tok == Tok::Str {
            let name = word(token).filter(|name| is_name(name))?;
            let has_other_name = line.tokens[index - 1].tok == Tok::Eq;
            names.push((name, if has_other_name { word(&line.tokens[index - 2])? } else { name }));
        }
    }
    (!names.is_empty()).then_some(names)
}

/// A function, with any arguments if the file that loads it passes some, by its `own` name for it; or a constant.
fn stub(text: &str, name: &str, own: &str) -> Vec<String> {
    let call = format!("{own}(");
    let mut calls = text.match_indices(&*call).map(|(at, _)| &text[at + call.len()..]).peekable();
    if calls.peek().is_none() && !name.contains(char::is_lowercase) {
        return vec![format!("{name} = None")];
    }
    let parameters = if calls.all(|rest| rest.starts_with(')')) { "" } else { "*args, **kwargs" };
    vec![format!("def {name}({parameters}):"), "  return None".to_owned(), "end".to_owned()]
}
