//! The engine for JavaScript: converts values to the boundary's types and back. Each export converts, calls and converts.
//!
//! This is the only layer that knows JavaScript. It must not know how anything is evaluated: `ytterby` and `ytterby-insight` answer
//! all requests. It also contains what a wasm module needs: the allocator, and the loading of the second module.
#![cfg(target_arch = "wasm32")]
#![warn(missing_docs)]

mod answer;
#[cfg(feature = "faults")]
mod fault;
mod from_js;
mod memory;
mod rest;

use std::rc::Rc;

use js_sys::Object;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{Performance, WorkerGlobalScope};

use self::answer::Answer;
pub use self::rest::{load_rest, provide_rest};
use ytterby::Code;
use ytterby::Trees;
use ytterby::boundary::{ImportFormat, Request, RequestFile, Response, SchemaFormat};
use ytterby::bundle::{self, Bundle, BundleRead};
use ytterby_insight as insight;
use ytterby_limits::Clock;

unsafe extern "C" {
    /// Provided by the linker: runs what crates register to run before `main`.
    fn __wasm_call_ctors();
}

#[wasm_bindgen(typescript_custom_section)]
const DECLARATIONS: &str = include_str!("declarations.d.ts");

#[wasm_bindgen(start)]
fn start() {
    // SAFETY: called once, before any other code of the module. Without this call, the linker inserts one into every export,
    // even those of the allocator, and all registrations would be repeated for each string that is passed.
    unsafe { __wasm_call_ctors() };
    console_error_panic_hook::set_once();
}

/// One run of ytt. Throws a `TypeError` if the request does not have the declared type, for instance for an unknown field. Mistakes of
/// its user, also an unclosed quote in the command line, are part of the response.
#[wasm_bindgen(unchecked_return_type = "Response")]
pub fn render(#[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue) -> Result<JsValue, JsValue> {
    let response = match read_run(&request)? {
        Ok(request) => ytterby::render(&request, Rc::new(now())),
        Err(refusal) => *refusal,
    };
    Ok(response.serialize(&shapes())?)
}

/// Renders one request after the other, repeating only the steps whose input changed.
#[wasm_bindgen]
#[derive(Default)]
pub struct Workspace {
    workspace: ytterby::Workspace,
    /// The last response, unless a limit ended the run: the next run may be faster.
    last: Option<JsValue>,
    /// The same, in parts.
    last_parts: Option<Answer>,
}

#[wasm_bindgen]
impl Workspace {
    /// A workspace without a last request.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// One run of ytt, as `render`. The same request twice returns the same object.
    #[wasm_bindgen(unchecked_return_type = "Response")]
    pub fn render(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    ) -> Result<JsValue, JsValue> {
        let request = match read_run(&request)? {
            Ok(request) => request,
            Err(refusal) => return Ok(refusal.serialize(&shapes())?),
        };
        if let Some(last) = self.last.as_ref().filter(|_| self.workspace.is_last(&request)) {
            return Ok(last.clone());
        }
        self.forget_last();
        let response = self.workspace.render(&request, Rc::new(now()));
        let limited = is_limited(&response);
        let response = response.serialize(&shapes())?;
        self.last = (!limited).then(|| response.clone());
        Ok(response)
    }

    /// Like `render`, in parts for a page.
    #[wasm_bindgen(js_name = renderInParts)]
    pub fn render_in_parts(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    ) -> Result<Answer, JsValue> {
        let request = match read_run(&request)? {
            Ok(request) => request,
            Err(refusal) => return Ok(Answer::of((*refusal, Trees::default()))),
        };
        #[cfg(feature = "faults")]
        fault::occur(&request);
        if let Some(last) = self.last_parts.as_ref().filter(|_| self.workspace.is_last(&request)) {
            return Ok(last.clone());
        }
        self.forget_last();
        let (response, trees) = self.workspace.render_without_trees(&request, Rc::new(now()));
        let limited = is_limited(&response);
        let answer = Answer::of((response, trees));
        self.last_parts = (!limited).then(|| answer.clone());
        Ok(answer)
    }

    /// Frees the memory of the last response before another is made.
    fn forget_last(&mut self) {
        (self.last, self.last_parts) = (None, None);
    }
}

/// Reads the request of a run, or returns the response to one with an unclosed quote in its command line, which a user who is typing
/// has not closed yet.
fn read_run(request: &JsValue) -> Result<Result<Request, Box<Response>>, JsValue> {
    from_js::read("request", request).map(Ok).or_else(|error| {
        let args = js_sys::Reflect::get(request, &"args".into()).ok().and_then(|args| args.as_string());
        let Some(mut response) = args.and_then(|line| Response::to_unclosed_quote(&line)) else { return Err(error) };
        let without_args = Object::assign(&Object::new(), request.unchecked_ref());
        js_sys::Reflect::set(&without_args, &"args".into(), &JsValue::UNDEFINED)?;
        response.inputs = ytterby::inputs_of(&from_js::read("request", &without_args)?);
        Ok(Err(Box::new(response)))
    })
}

fn is_limited(response: &Response) -> bool {
    response.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::Limit.as_str())
}

/// One run of ytt that is independent of others, in parts for a page.
#[wasm_bindgen(js_name = renderInParts)]
pub fn render_in_parts(#[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue) -> Result<Answer, JsValue> {
    Ok(Answer::of(match read_run(&request)? {
        Ok(request) => ytterby::render_without_trees(&request, Rc::new(now())),
        Err(refusal) => (*refusal, Trees::default()),
    }))
}

/// Completions at a position of a file; `offset` counts UTF-16 code units, as `Caret::offset`. Null if there are none.
#[wasm_bindgen(unchecked_return_type = "Completions | null")]
pub fn complete(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| insight::complete(request, file, offset, clock))
}

/// A description of the word at a position; null if there is none.
#[wasm_bindgen(unchecked_return_type = "Hover | null")]
pub fn hover(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| insight::hover(request, file, offset, clock))
}

/// The definition of the word at a position; null if it is unknown.
#[wasm_bindgen(unchecked_return_type = "Definition | null")]
pub fn definition(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| insight::definition(request, file, offset, clock))
}

/// The data value, variable or function at a position; null if there is none that can be renamed.
#[wasm_bindgen(js_name = renameTarget, unchecked_return_type = "RenameTarget | null")]
pub fn rename_target(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, _| insight::rename_target(request, file, offset))
}

/// The edits that rename the data value, variable or function at a position in all files.
#[wasm_bindgen(unchecked_return_type = "Renaming")]
pub fn rename(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
    name: &str,
) -> Result<JsValue, JsValue> {
    answer(request, |request, _| insight::rename(request, file, offset, name))
}

/// The edits of loads after a file was renamed; the request has its new path.
#[wasm_bindgen(js_name = renameFile, unchecked_return_type = "Edit[]")]
pub fn rename_file(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    from: &str,
    to: &str,
) -> Result<JsValue, JsValue> {
    answer(request, |request, _| insight::rename_file(request, from, to))
}

/// The changes that make the value at a position a data value, or write an existing one with this value.
#[wasm_bindgen(unchecked_return_type = "Fix[]")]
pub fn refactorings(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| insight::refactorings(request, file, offset, clock))
}

/// The data values that a line of a template depends on, the closest first; `line` counts from 1.
#[wasm_bindgen(unchecked_return_type = "UsedValue[]")]
pub fn used(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    line: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| insight::used(request, file, line, clock))
}

/// The values that the code of some files has in a run of its own, and the lines of them that did not run.
#[wasm_bindgen(js_name = valuesInCode, unchecked_return_type = "ValuesInCode")]
pub fn values_in_code(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    files: Vec<String>,
) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| ytterby::values_in_code(request, &files, clock.clone()))
}

/// How long each phase and each file takes in a run of its own.
#[wasm_bindgen(unchecked_return_type = "Costs")]
pub fn costs(#[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| ytterby::costs(request, clock.clone()))
}

/// All places of the data value at a position; null if there is none.
#[wasm_bindgen(js_name = usesAt, unchecked_return_type = "Uses | null")]
pub fn uses_at(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| insight::uses_at(request, file, offset, clock))
}

/// All places of the variable, function or parameter at a position; null if there is none.
#[wasm_bindgen(js_name = usesOfName, unchecked_return_type = "Uses | null")]
pub fn uses_of_name(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, _| insight::uses_of_name(request, file, offset))
}

/// All places of a data value by its path, in the library that `file` belongs to; null if there is none.
#[wasm_bindgen(js_name = usesOf, unchecked_return_type = "Uses | null")]
pub fn uses_of(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    path: &str,
) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| insight::uses_of(request, file, path, clock))
}

/// Warnings about code that ytt accepts but that is probably a mistake.
#[wasm_bindgen(unchecked_return_type = "Lints")]
pub fn lint(#[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue) -> Result<JsValue, JsValue> {
    answer(request, insight::lint)
}

/// Serializes as JSON does, with null and plain objects, so that responses are the same as those of the command; but bytes are a `Uint8Array`.
fn shapes() -> serde_wasm_bindgen::Serializer {
    serde_wasm_bindgen::Serializer::json_compatible().serialize_bytes_as_arrays(false)
}

/// Converts a request, calls `ask` and converts the result.
fn answer<T: Serialize>(request: JsValue, ask: impl FnOnce(&Request, &Clock) -> T) -> Result<JsValue, JsValue> {
    let request = from_js::read("request", &request)?;
    let clock: Clock = Rc::new(now());
    Ok(ask(&request, &clock).serialize(&shapes())?)
}

/// The schema of a request's files as OpenAPI, JSON Schema or Markdown. Throws only when the request itself is malformed.
#[wasm_bindgen(js_name = exportSchema, unchecked_return_type = "SchemaExport")]
pub fn export_schema(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    #[wasm_bindgen(unchecked_param_type = "SchemaFormat")] format: JsValue,
) -> Result<JsValue, JsValue> {
    let format: SchemaFormat = from_js::read("format", &format)?;
    answer(request, |request, clock| ytterby::export_schema(request, format, clock.clone()))
}

/// The output before the overlays of a run, and after each of them.
#[wasm_bindgen(unchecked_return_type = "Phases")]
pub fn phases(#[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| ytterby::phases(request, clock.clone()))
}

/// The differences between the schema of a request and the schema in `old`, which replaces all files that declare a schema. Throws
/// only when an argument is malformed.
#[wasm_bindgen(js_name = diffSchemas, unchecked_return_type = "SchemaDiff")]
pub fn diff_schemas(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    #[wasm_bindgen(unchecked_param_type = "RequestFile[]")] old: JsValue,
) -> Result<JsValue, JsValue> {
    let old: Vec<RequestFile> = from_js::read("old", &old)?;
    answer(request, |request, clock| ytterby::diff_schemas(request, &old, clock.clone()))
}

/// Converts a JSON Schema, an OpenAPI document or plain values, in JSON or YAML, to a ytt schema; without a format, recognises it.
#[wasm_bindgen(js_name = importSchema, unchecked_return_type = "SchemaImport")]
pub fn import_schema(
    text: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "ImportFormat")] format: JsValue,
) -> Result<JsValue, JsValue> {
    let format: Option<ImportFormat> = from_js::read("format", &format)?;
    Ok(ytterby::import_schema(text, format).serialize(&shapes())?)
}

/// Formats a YAML file as `ytt fmt` does, or returns the error.
#[wasm_bindgen(unchecked_return_type = "Formatted")]
pub fn format(content: &str) -> Result<JsValue, JsValue> {
    Ok(ytterby::format(content, Rc::new(now())).serialize(&shapes())?)
}

/// The flags of `ytt`, sorted by name.
#[wasm_bindgen(js_name = flagDescriptions, unchecked_return_type = "FlagDescription[]")]
pub fn flag_descriptions() -> Result<JsValue, JsValue> {
    Ok(ytterby::flag_descriptions().serialize(&shapes())?)
}

/// Parses a bundle, or returns the error.
#[wasm_bindgen(js_name = readBundle, unchecked_return_type = "BundleRead")]
pub fn read_bundle(text: &str) -> Result<JsValue, JsValue> {
    Ok(BundleRead::of(text).serialize(&shapes())?)
}

/// Writes a bundle so that `readBundle` returns the same one. Throws only when the bundle itself is malformed.
#[wasm_bindgen(js_name = writeBundle)]
pub fn write_bundle(
    #[wasm_bindgen(unchecked_param_type = "Partial<Bundle>")] bundle: JsValue,
) -> Result<String, JsValue> {
    from_js::read("bundle", &bundle).map(|bundle: Bundle| bundle::write(&bundle))
}

/// The version of this crate, and the version of ytt that it follows.
#[wasm_bindgen]
pub fn version() -> String {
    ytterby::version()
}

/// Milliseconds since some fixed moment: `performance.now()`.
fn now() -> impl Fn() -> f64 {
    // Not checked, because the global scopes of pages and of Node have the same property.
    let performance = js_sys::global().unchecked_into::<WorkerGlobalScope>().performance();
    move || performance.as_ref().map_or(0.0, Performance::now)
}
