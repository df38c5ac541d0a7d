//! Incomplete files: truncated and mutated cases, with all editor features. Nothing panics, and all positions are in the files.

use ytterby::Clock;
use ytterby::boundary::{Content, Diagnostic, Edit, Place, Request, Severity, Span};
use ytterby_insight as insight;

use crate::diagnostics::fixes::applied;
use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases, clock, render, text_of};
use crate::random::Random;
use crate::{number_from_env, span};

/// The files of a request, which must contain all positions.
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

/// Calls all editor features at a position of a file.
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
    for fix in insight::refactorings(request, file, offset, clock) {
        applied(request, &fix)?;
    }
    if let Some(target) = insight::rename_target(request, file, offset) {
        files.check(file, Some(&target.span))?;
        let renaming = insight::rename(request, file, offset, "renamed");
        files.edits(&renaming.edits)?;
        renaming.not_followed.iter().try_for_each(|not| files.check(&not.file, Some(&not.span)))?;
    }
    Ok(())
}

/// Calls all editor features at a few positions of each file of a request, and returns failures.
fn trial(request: &Request, random: &mut Random) -> Result<(), String> {
    let clock = clock();
    Files(request).diagnostics(&render(request).diagnostics)?;
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

/// A case, and a few mutations of it.
fn check(golden: &Golden, mutations: usize, found: &mut Findings) {
    let Golden { name, request, response } = golden;
    if response.exit_status == 0 {
        found.count("successes");
        let errors = response.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        errors.for_each(|error| found.wrong(format!("succeeds with {error:?}")));
    }
    let mut random = Random::named(name);
    for mutation in 0..=mutations {
        let mut request = request.clone();
        // A lower limit, since mutations that loop would take most of the time.
        request.limits.steps = 200_000;
        for _ in 0..mutation.min(2) {
            let file = random.below(request.files.len());
            if let Some(Content::Text(text)) = request.files.get_mut(file).map(|file| &mut file.content) {
                random.mutate(text);
            }
        }
        found.count("requests");
        if let Err(problem) = trial(&request, &mut random) {
            found.wrong(format!("mutation {mutation}: {problem}\n{:#?}", request.files));
        }
    }
}

#[test]
fn incomplete_files_have_answers_with_valid_positions() {
    let mutations = number_from_env("MUTATIONS", 2);
    let found = check_all(cases(), |golden, found| check(golden, mutations, found));
    assert_eq!(found.number_of("requests"), cases().len() * (mutations + 1));
    found.at_least(&[("successes", 780)]);
}
