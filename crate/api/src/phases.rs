//! The output of a run at each step of its overlays.

use std::collections::HashMap;

use crate::answer::Extent;
use crate::boundary::Request;
use crate::boundary::phases::{LineRange, OverlayDocument, Phase, PhaseFile, Phases};
use crate::diagnostics::Error;
use crate::editor::node_lines::{NodeKind, lines_of_node};
use crate::editor::places::place;
use crate::files::Finder;
use crate::flags::Options;
use crate::limits::Clock;
use crate::positions::Position;
use crate::request_disk::RequestDisk;
use crate::workspace::FileInLibrary;
use crate::yaml::printer;
use crate::{ParsedRequest, Rendering, inputs};
use ytterby_ytt::overlay::{self, Progress};

/// The maximum number of phases.
const MAX_PHASES: usize = 200;
/// The maximum number of bytes that are printed for all phases.
const MAX_BYTES: usize = 16 << 20;

/// Renders the files of a request, and returns the output before its overlays and after each of them. Empty for commands that apply no
/// overlays.
pub fn phases(request: &Request, clock: Clock) -> Phases {
    let parsed = ParsedRequest::new(request);
    let Some(options) = parsed.options().filter(|options| !is_inspection(options)) else { return Phases::default() };
    let mut rendering = Rendering::new(&parsed, Extent::Everything, clock);
    let mut record = Record::default();
    let result = rendering.record_phases(options, &mut record);
    let diagnostics = rendering.answer.finish(result, &rendering.session).0.diagnostics;
    Phases { diagnostics, ..record.phases }
}

/// Whether a command ends before its templates.
fn is_inspection(options: &Options) -> bool {
    options.files_inspect || options.schema_inspect || options.data_values_inspect || options.data_values_schema_inspect
}

impl Rendering<'_> {
    /// The steps of a run up to its overlays.
    fn record_phases(&mut self, options: &Options, record: &mut Record) -> Result<(), Error> {
        self.enable_extensions(options)?;
        let disk = RequestDisk::new(&self.parsed.request.files);
        let finder = Finder::new(&disk, options.links());
        let schemas = self.schemas(options, &finder, inputs(options, &finder)?)?;
        let Some(run) = &mut self.run else { return Ok(()) };
        let calls = &mut self.session.calls();
        let values = run.values(&schemas, calls)?;
        let violations = values.violations();
        let documents = run.evaluate(&values, &schemas)?.documents;
        let root = &run.root;
        root.overlay(documents, calls, Some(&mut |progress| record.add(&progress)))?;
        violations.map_or(Ok(()), Err)
    }
}

/// The lines of the document at a position; None if it is unknown.
fn lines(at: &Position) -> Option<LineRange> {
    let source = at.source().filter(|_| at.is_known())?;
    let (from, to) = lines_of_node(source, at.line(), NodeKind::Document).into_inner();
    Some(LineRange { from, to })
}

/// The phases so far.
#[derive(Default)]
struct Record {
    phases: Phases,
    /// The index of the latest content of each file.
    latest: HashMap<String, u32>,
    printed: usize,
}

impl Record {
    fn add(&mut self, progress: &Progress<'_, FileInLibrary>) {
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        if progress.applied == 0 {
            let overlay = |overlay: &overlay::OverlayDocument| OverlayDocument {
                file: overlay.file.clone(),
                index: number(overlay.index),
                place: place(&overlay.at),
                lines: lines(&overlay.at),
            };
            self.phases.overlays = progress.overlays.iter().map(overlay).collect();
        }
        self.phases.applied = number(progress.applied);
        // Without an earlier phase, this one could not be compared with it.
        if self.phases.phases.len() != progress.applied || progress.applied >= MAX_PHASES {
            return;
        }
        let mut files = Vec::new();
        for (found, documents) in progress.files() {
            let most = MAX_BYTES - self.printed;
            let content = printer::print_limited(&documents, most);
            if content.len() > most {
                return;
            }
            self.printed += content.len();
            files.push((found.path.clone(), content));
        }
        let file = |(path, content): (String, String)| PhaseFile { text: self.text(&path, content), path };
        let files = files.into_iter().map(file).collect();
        self.phases.phases.push(Phase { files });
    }

    /// The index of a content of a file: that of the phase before if it is the same.
    fn text(&mut self, path: &str, content: String) -> u32 {
        let texts = &mut self.phases.texts;
        if let Some(latest) = self.latest.get(path)
            && texts.get(*latest as usize) == Some(&content)
        {
            return *latest;
        }
        let index = u32::try_from(texts.len()).unwrap_or(u32::MAX);
        texts.push(content);
        self.latest.insert(path.to_owned(), index);
        index
    }
}
