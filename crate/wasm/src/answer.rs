//! A response in parts, for the page: first what is visible at once, as JSON and texts; the rest on demand.
//!
//! A response is a tree of small values. For an output of 100,000 lines or a schema of 10,000 nodes, converting each value to
//! a JavaScript object and copying these from the worker to the page takes longer than the run, and blocks the page. So the
//! origins of lines are numbers in arrays, which are transferred without a copy, and data values and schema stay in the engine,
//! from which the page requests a few hundred nodes at a time when it shows them.

use std::cell::OnceCell;
use std::rc::Rc;

use serde::Serialize;
use wasm_bindgen::prelude::*;

use ytterby::Trees;
use ytterby::boundary::check::CheckResult;
use ytterby::boundary::{
    Content, DataValue, Diagnostic, Input, LineOrigin, OutputFile, OutputKind, Response, SchemaNode, SourceLine,
    Timings, Usage,
};

/// A tree as a list of nodes without their children, each with its depth. A parent comes before its children.
struct Flat<T>(Vec<(u32, T)>);

impl<T> Flat<T> {
    /// Flattens a tree. `children` takes the children out of a node.
    fn of(root: Option<T>, children: impl Fn(&mut T) -> Vec<T>) -> Flat<T> {
        let mut nodes = Vec::new();
        let mut waiting: Vec<(u32, T)> = root.into_iter().map(|root| (0, root)).collect();
        while let Some((depth, mut node)) = waiting.pop() {
            let inner = children(&mut node);
            waiting.extend(inner.into_iter().rev().map(|child| (depth.saturating_add(1), child)));
            nodes.push((depth, node));
        }
        Flat(nodes)
    }

    fn part(&self, from: usize, count: usize) -> &[(u32, T)] {
        let from = from.min(self.0.len());
        &self.0[from..from.saturating_add(count).min(self.0.len())]
    }
}

fn flat_values(root: Option<DataValue>) -> Flat<DataValue> {
    Flat::of(root, |node| std::mem::take(&mut node.children))
}

/// Everything but the texts and the line origins of files, and the trees.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Head<'a> {
    exit_status: u8,
    output_kind: Option<OutputKind>,
    files: Vec<&'a str>,
    inputs: &'a [Input],
    /// Null if it is the concatenation of the files, which the page has already.
    stdout: Option<&'a str>,
    prints: &'a [String],
    report: &'a str,
    diagnostics: &'a [Diagnostic],
    /// The number of data values at the top level; null if the run did not get as far.
    values: Option<usize>,
    /// The names of libraries that have data values.
    libraries: Vec<&'a str>,
    /// Whether there is a schema.
    schema: bool,
    checks: &'a [CheckResult],
    timings: &'a Timings,
    usage: &'a Usage,
}

/// The response to a request. The page frees it when it does not need more parts of it.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Answer(Rc<Whole>);

struct Whole {
    /// Without the trees.
    response: Response,
    trees: Trees,
    values: OnceCell<Flat<DataValue>>,
    libraries: Vec<OnceCell<Flat<DataValue>>>,
    schema: OnceCell<Flat<SchemaNode>>,
}

impl Answer {
    pub fn of((response, trees): (Response, Trees)) -> Answer {
        let libraries = trees.libraries().map(|_| OnceCell::new()).collect();
        let (values, schema) = (OnceCell::new(), OnceCell::new());
        Answer(Rc::new(Whole { response, trees, values, libraries, schema }))
    }

    fn file(&self, at: usize) -> Option<&OutputFile> {
        self.0.response.files.get(at)
    }
}

#[wasm_bindgen]
impl Answer {
    /// The head, as JSON.
    pub fn head(&self) -> Result<String, JsValue> {
        let Response {
            exit_status,
            output_kind,
            files,
            inputs,
            stdout,
            prints,
            report,
            diagnostics,
            checks,
            timings,
            usage,
            ..
        } = &self.0.response;
        json(&Head {
            exit_status: *exit_status,
            output_kind: *output_kind,
            files: files.iter().map(|file| file.path.as_str()).collect(),
            inputs,
            stdout: (!is_files(stdout, files)).then_some(stdout),
            prints,
            report,
            diagnostics,
            values: self.0.trees.number_of_values(),
            libraries: self.0.trees.libraries().collect(),
            schema: self.0.trees.has_schema(),
            checks,
            timings,
            usage,
        })
    }

    /// The content of a file: a string, or a `Uint8Array`.
    #[wasm_bindgen(unchecked_return_type = "string | Uint8Array")]
    pub fn content(&self, file: usize) -> JsValue {
        match self.file(file).map(|file| &file.content) {
            None => "".into(),
            Some(Content::Text(text)) => text.as_str().into(),
            Some(Content::Bytes(bytes)) => js_sys::Uint8Array::from(bytes.as_slice()).into(),
        }
    }

    /// The origins of the lines of a file.
    pub fn lines(&self, file: usize) -> Lines {
        Lines::of(self.file(file).map_or(&[], |file| &file.map))
    }

    /// Some nodes of a tree, as JSON: `values`, `schema`, or a library's by its number. Fewer than `count` are the last.
    pub fn part(&self, tree: &str, from: usize, count: usize) -> Result<String, JsValue> {
        let Whole { trees, values, libraries, schema, .. } = &*self.0;
        match tree {
            "values" => json(values.get_or_init(|| flat_values(trees.values().cloned())).part(from, count)),
            "schema" => {
                let flat = || Flat::of(trees.schema().cloned(), |node| std::mem::take(&mut node.children));
                json(schema.get_or_init(flat).part(from, count))
            }
            library => match library.parse().ok().and_then(|at: usize| Some((at, libraries.get(at)?))) {
                Some((at, values)) => json(values.get_or_init(|| flat_values(trees.library(at))).part(from, count)),
                None => Ok("[]".into()),
            },
        }
    }
}

/// Line origins as numbers; each method can be called once. The number of a file is its index in `files`, from 1.
#[wasm_bindgen]
#[derive(Default)]
pub struct Lines {
    files: Vec<String>,
    origins: Vec<u32>,
    more: Vec<u32>,
}

impl Lines {
    fn of(map: &[Option<LineOrigin>]) -> Lines {
        let mut lines = Lines::default();
        lines.origins.reserve(map.len().saturating_mul(2));
        for (at, origin) in (1_u32..).zip(map) {
            let Some(LineOrigin { file, line, touched_by, replaced }) = origin else {
                lines.origins.extend([0, 0]);
                continue;
            };
            let file = lines.number(file);
            lines.origins.extend([file, *line]);
            for (kind, places) in [(0, touched_by), (1, replaced)] {
                for SourceLine { file, line } in places {
                    let file = lines.number(file);
                    lines.more.extend([at, kind, file, *line]);
                }
            }
        }
        lines
    }

    /// Searches from the end: there are few files, and the previous line is mostly of the same one.
    fn number(&mut self, file: &str) -> u32 {
        let known = self.files.iter().rposition(|known| known == file).unwrap_or_else(|| {
            self.files.push(file.to_owned());
            self.files.len() - 1
        });
        u32::try_from(known).map_or(0, |at| at.saturating_add(1))
    }
}

#[wasm_bindgen]
impl Lines {
    pub fn files(&mut self) -> Vec<String> {
        std::mem::take(&mut self.files)
    }

    /// For each line of the output: the number of the file, or 0 for none, and the line in it.
    pub fn origins(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.origins)
    }

    /// How overlays affected lines: the line of the output, 0 for touched or 1 for replaced, the number of the file, and the
    /// line in it. In the order of the output's lines.
    pub fn more(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.more)
    }
}

/// Whether the printed text is the texts of the files with `---` between them, as ytt prints them.
fn is_files(stdout: &str, files: &[OutputFile]) -> bool {
    let mut rest = stdout;
    for (at, file) in files.iter().enumerate() {
        let Content::Text(text) = &file.content else { return false };
        let between = if at == 0 { "" } else { "---\n" };
        let Some(next) = rest.strip_prefix(between).and_then(|rest| rest.strip_prefix(text.as_str())) else {
            return false;
        };
        rest = next;
    }
    rest.is_empty()
}

fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| error.to_string().into())
}
