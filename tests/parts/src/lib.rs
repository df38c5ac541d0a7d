//! Single parts of a run, for benchmarks; [`properties`] has what must hold for any input of a part, for the fuzz targets.
//!
//! A part takes the opaque result of the part before it. Other steps (evaluating templates, finding the schema) are prepared by
//! the pipeline itself. Parts that modify their argument take a copy, so that they can be called again.

pub mod properties;

use std::rc::Rc;
use std::sync::Arc;

use ytterby::boundary::{Limits, Request, RequestFile};
use ytterby::request_disk::RequestDisk;
use ytterby_diagnostics::Error;
use ytterby_starlark::program::Program;
use ytterby_starlark::{Session, Template};
use ytterby_text::positions::Source;
use ytterby_yaml::node::{DeepCopy, Node};
use ytterby_yaml::printer;
use ytterby_yaml::reader::{self, ReadOptions};
use ytterby_yaml::tree::{Document, DocumentSet};
use ytterby_ytt::files::{self, Finder, Links};
use ytterby_ytt::overlay;
use ytterby_ytt::schema::{Defaults, Schema};
use ytterby_ytt::stdlib::StandardModules;
use ytterby_ytt::template::{TemplateOptions, compile_yaml};
use ytterby_ytt::workspace::{Execution, FileInLibrary, Libraries, LoaderOptions, Origins, Run};

/// A parsed file.
pub struct Parsed {
    source: Arc<Source>,
    documents: DocumentSet,
}

/// A compiled YAML template.
pub struct Compiled(Program);

/// The documents of all files after their templates ran, before overlays.
pub struct Evaluated {
    session: Rc<Session>,
    documents: Vec<(FileInLibrary, DocumentSet)>,
}

/// A schema, and a document to be checked against it.
pub struct Checkable {
    schema: Rc<Schema>,
    document: Node<Document>,
    session: Rc<Session>,
}

/// Reader: parses the text of a file.
///
/// # Panics
/// Like all parts, for input with errors; benchmarks have none.
pub fn read(text: &str) -> Parsed {
    let source = Source::new("file.yml", text);
    let documents = good(reader::read(&source, text.as_bytes(), &ReadOptions::default()));
    Parsed { source, documents }
}

/// Printer: prints documents.
pub fn print(parsed: &Parsed) -> String {
    printer::print(&parsed.documents.items)
}

/// Template compiler: compiles a YAML file to lines of ytt's Starlark.
pub fn compile_template(parsed: &Parsed) -> Compiled {
    Compiled(good(compile_yaml(&parsed.documents, &parsed.source, 0, &TemplateOptions::default())))
}

/// The front end and the compiler of programs, from scanning to instructions.
pub fn compile_program(compiled: Compiled) -> Rc<Template> {
    let session = Session::new(&Limits::default(), false, &StandardModules, Rc::new(|| 0.0));
    good(session.compile(compiled.0))
}

/// The documents that overlays are applied to.
pub fn evaluate(files: &[(&str, &str)]) -> Evaluated {
    let (root, session) = execution(files, Limits::default());
    let schemas = good(root.schemas(&[], &mut session.calls()));
    let values = good(root.values(&[], &schemas.schema, &mut session.calls()));
    let evaluation = good(root.evaluate(values.document.value, values.below, schemas.below));
    Evaluated { session, documents: evaluation.documents }
}

impl Evaluated {
    /// A copy, because overlays change the documents.
    pub fn copy(&self) -> Evaluated {
        let copied = |(file, set): &(FileInLibrary, DocumentSet)| (file.clone(), set.deep_copy());
        Evaluated { session: self.session.clone(), documents: self.documents.iter().map(copied).collect() }
    }
}

/// Overlays: applies the overlays among the documents to the others; returns the number of remaining documents.
pub fn apply_overlays(evaluated: Evaluated) -> usize {
    let Evaluated { session, documents } = evaluated;
    let left = good(overlay::post_process(documents, |_| String::new(), &mut session.calls(), None));
    left.iter().map(|(_, documents)| documents.items.len()).sum()
}

/// The schema that the files declare, and the first document of `values` that is not empty.
pub fn checkable(files: &[(&str, &str)], values: &str) -> Checkable {
    let (root, session) = execution(files, Limits::default());
    let schema = good(root.schemas(&[], &mut session.calls())).schema;
    let documents = read(values).documents.items;
    let Some(document) = documents.into_iter().find(|document| !document.borrow().is_empty()) else {
        panic!("no document")
    };
    Checkable { schema, document, session }
}

/// Schema check: fills in defaults and checks types; returns the number of findings.
pub fn check(checkable: &Checkable) -> usize {
    let calls = &mut checkable.session.calls();
    let document = checkable.document.deep_copy();
    let findings = checkable.schema.assign_and_check(&mut document.borrow_mut(), &mut Defaults::default(), calls);
    good(findings).len()
}

/// The run of a request with these files, before its first step.
fn execution(files: &[(&str, &str)], limits: Limits) -> (Execution, Rc<Session>) {
    let file = |&(path, text): &(&str, &str)| RequestFile { path: path.to_owned(), content: text.to_owned().into() };
    let request = Request { files: files.iter().map(file).collect(), limits, ..Request::default() };
    let disk = RequestDisk::new(&request.files);
    let inputs = good(Finder::new(&disk, Links::default()).inputs(&[]));
    let libraries = Libraries::new(good(files::prepare(inputs, &[], None)));
    let session = Session::new(&request.limits, false, &StandardModules, Rc::new(|| 0.0));
    let run = Run::new(libraries, session.clone(), Origins::default(), &ReadOptions::default());
    let library = run.libraries.root();
    (Execution { run, library, options: LoaderOptions::default(), skip_validation: false }, session)
}

fn good<T>(result: Result<T, Error>) -> T {
    result.unwrap_or_else(|error| panic!("{error:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_what_the_pipeline_does() {
        let text = "#@ x = 1\na: #@ x\nb: [2]\n";
        assert_eq!(print(&read("a: 1 # x\nb: [2]\n")), "a: 1\nb:\n- 2\n");
        assert!(!compile_program(compile_template(&read(text))).program.lines.is_empty());

        let overlay = "#@ load('@ytt:overlay', 'overlay')\n#@overlay/match by=overlay.all, expects='1+'\n---\na: 2\n";
        let evaluated = evaluate(&[("a.yml", "a: 1\n---\na: 3\n"), ("b.yml", overlay)]);
        assert_eq!(apply_overlays(evaluated.copy()), 2);
        assert_eq!(apply_overlays(evaluated), 2);

        let schema = ("schema.yml", "#@data/values-schema\n---\na: 1\nb: ''\n");
        assert_eq!(check(&checkable(&[schema], "a: 2\n")), 0);
        assert_eq!(check(&checkable(&[schema], "#@data/values\n---\na: x\nb: 1\n")), 2);
    }
}
