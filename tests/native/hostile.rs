//! What somebody has half typed: cases cut short and mutated, asked everything an editor asks. Nothing panics, and
//! whatever is answered names places that are in the files.

mod case_file;
mod golden;
mod span;
mod random;

use std::rc::Rc;

use golden::{cases, on_a_deep_stack, text_of};
use random::Random;
use ytterby::boundary::{Content, Diagnostic, Edit, Place, Request, Severity, Span};
use ytterby::{Clock, insight};

const FOLDERS: &[&str] = &[
    "cli",
    "data-values",
    "libraries",
    "numbers",
    "overlays",
    "schema",
    "schema-proposal",
    "seeds",
    "stdlib",
    "templates",
    "text",
    "validations",
    "yaml",
];

/// The files of a request, in which places must be.
struct Files<'a>(&'a Request);

impl Files<'_> {
    fn check(&self, file: &str, span: Option<&Span>) -> Result<(), String> {
        let (Some(text), Some(span)) = (text_of(self.0, file), span) else { return Ok(()) };
        let units: Vec<u16> = text.encode_utf16().collect();
        span::check(span, &units).map_err(|problem| format!("{file}: {problem}"))
    }

    fn place(&self, place: &Place) -> Result<(), String> {
        self.check(&place.file, place.span.as_ref())
    }

    fn diagnostics(&self, diagnostics: &[Diagnostic]) -> Result<(), String> {
        for diagnostic in diagnostics {
            let frames = diagnostic.frames.iter().filter_map(|frame| frame.place.as_ref());
            frames.chain(&diagnostic.primary).try_for_each(|place| self.place(place))?;
            diagnostic.related.iter().try_for_each(|related| self.check(&related.file, related.span.as_ref()))?;
            diagnostic.fixes.iter().try_for_each(|fix| self.edits(&fix.edits))?;
        }
        Ok(())
    }

    fn edits(&self, edits: &[Edit]) -> Result<(), String> {
        edits.iter().try_for_each(|edit| self.check(&edit.file, Some(&edit.span)))?;
        for (at, one) in edits.iter().enumerate() {
            let overlaps = |other: &&Edit| {
                other.file == one.file
                    && other.span.start.offset < one.span.end.offset
                    && one.span.start.offset < other.span.end.offset
            };
            if let Some(other) = edits[..at].iter().find(overlaps) {
                return Err(format!("{one:?} and {other:?} overlap"));
            }
        }
        Ok(())
    }
}

/// Asks everything there is to ask at a place of a file.
fn ask(request: &Request, file: &str, offset: u32, clock: &Clock) -> Result<(), String> {
    let files = Files(request);
    if let Some(found) = insight::complete(request, file, offset, clock) {
        let length = text_of(request, file).map_or(0, |text| text.encode_utf16().count()) as u32;
        if !(found.from <= offset && offset <= found.to && found.to <= length) {
            return Err(format!("{file}: completes {}..{} at {offset}", found.from, found.to));
        }
    }
    if let Some(found) = insight::hover(request, file, offset, clock) {
        files.check(file, Some(&found.span))?;
        found.facts.iter().filter_map(|fact| fact.place.as_ref()).try_for_each(|place| files.place(place))?;
    }
    if let Some(found) = insight::definition(request, file, offset, clock) {
        files.check(file, Some(&found.span))?;
        files.place(&found.place)?;
    }
    let text = text_of(request, file).unwrap_or_default();
    let line = text.encode_utf16().take(offset as usize).filter(|unit| *unit == u16::from(b'\n')).count() + 1;
    insight::used(request, file, line as u32, clock)
        .iter()
        .try_for_each(|used| files.check(&used.file, Some(&used.span)))?;
    if let Some(target) = insight::rename_target(request, file, offset) {
        files.check(file, Some(&target.span))?;
        let renaming = insight::rename(request, file, offset, "renamed");
        files.edits(&renaming.edits)?;
        renaming.not_followed.iter().try_for_each(|not| files.check(&not.file, Some(&not.span)))?;
    }
    Ok(())
}

/// All that is wrong with the answers to one request, asked at a few places of each of its files.
fn trial(request: &Request, random: &mut Random) -> Result<(), String> {
    let clock: Clock = Rc::new(|| 0.0);
    Files(request).diagnostics(&ytterby::render(request, clock.clone()).diagnostics)?;
    Files(request).diagnostics(&insight::lint(request, &clock).diagnostics)?;
    for file in &request.files {
        let Content::Text(text) = &file.content else { continue };
        let _ = ytterby::format(text, clock.clone());
        for _ in 0..2 {
            let offset = text[..random.boundary(text)].encode_utf16().count() as u32;
            ask(request, &file.path, offset, &clock)?;
        }
    }
    Ok(())
}

/// A case as it is, and a few mutations of it.
fn trials(number: usize, request: &Request, mutations: usize) -> Vec<String> {
    let mut random = Random(number as u64);
    let mut failures = Vec::new();
    for mutation in 0..=mutations {
        let mut request = request.clone();
        // Whatever is typed runs with the page's limits, and with less patience.
        request.limits.steps = 200_000;
        for _ in 0..mutation.min(2) {
            let file = random.below(request.files.len());
            if let Some(Content::Text(text)) = request.files.get_mut(file).map(|file| &mut file.content) {
                random.mutate(text);
            }
        }
        if let Err(failure) = trial(&request, &mut random) {
            failures.push(format!("mutation {mutation}: {failure}\n{:#?}", request.files));
        }
    }
    failures
}

#[test]
fn half_typed_files_have_answers_with_places_that_are_there() {
    let mutations = std::env::var("MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let cases = cases(FOLDERS);
    let mut failures = Vec::new();
    for (number, golden) in cases.iter().enumerate() {
        if let Some(response) = golden.success() {
            let errors = response.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
            failures.extend(errors.map(|error| format!("{}: succeeds with {error:?}", golden.name)));
        }
        match on_a_deep_stack(|| trials(number, &golden.request, mutations)) {
            Ok(found) => failures.extend(found.into_iter().map(|failure| format!("{}: {failure}", golden.name))),
            Err(_) => failures.push(format!("{}: panics (number {number})", golden.name)),
        }
    }
    println!("{} requests asked", cases.len() * (mutations + 1));
    assert!(failures.is_empty(), "{} wrong\n{}", failures.len(), failures.join("\n\n"));
}
