//! The engine for JavaScript: converts values to the boundary's types and back. Each export converts, calls and converts.
//!
//! This layer alone knows JavaScript. It must not know how anything is evaluated: what is asked is answered by `ytterby` and
//! `ytterby-insight`. Besides, it has what a wasm module needs: the allocator, and loading the second module.
#![cfg(target_arch = "wasm32")]

mod answer;
#[cfg(feature = "faults")]
mod fault;
mod memory;
mod rest;

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use web_sys::{Performance, WorkerGlobalScope};

use self::answer::Answer;
pub use self::rest::{load_rest, provide_rest};
use ytterby::Code;
use ytterby::boundary::{Request, RequestFile, Response, SchemaFormat};
use ytterby::bundle::{self, Bundle, BundleRead};
use ytterby_insight as insight;
use ytterby_limits::Clock;

unsafe extern "C" {
    /// The linker's own: runs what crates have registered to run before `main`.
    fn __wasm_call_ctors();
}

#[wasm_bindgen(typescript_custom_section)]
const DECLARATIONS: &str = include_str!("declarations.d.ts");

#[wasm_bindgen(start)]
fn start() {
    // SAFETY: called once, before any other code of the module. Without the call the linker would put one into every
    // export, even into the allocator's, and all registrations would be repeated for each string that crosses.
    unsafe { __wasm_call_ctors() };
    console_error_panic_hook::set_once();
}

/// One run of ytt. Throws only when the request itself is malformed.
#[wasm_bindgen(unchecked_return_type = "Response")]
pub fn render(#[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| ytterby::render(request, clock.clone()))
}

/// Renders of one set of files after the other, each doing again only what its request changed.
#[wasm_bindgen]
#[derive(Default)]
pub struct Workspace {
    workspace: ytterby::Workspace,
    /// The last response, unless it tells of a limit: what took too long once need not do so again.
    last: Option<JsValue>,
    /// The same in parts.
    last_parts: Option<Answer>,
}

#[wasm_bindgen]
impl Workspace {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// One run of ytt. The same request twice gives the same object.
    #[wasm_bindgen(unchecked_return_type = "Response")]
    pub fn render(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    ) -> Result<JsValue, JsValue> {
        let request = match Request::deserialize(serde_wasm_bindgen::Deserializer::from(request)) {
            Ok(request) => request,
            Err(error) => return Ok(refused(&error).serialize(&shapes())?),
        };
        if let Some(last) = self.last.as_ref().filter(|_| self.workspace.is_last(&request)) {
            return Ok(last.clone());
        }
        let response = self.workspace.render(&request, Rc::new(now()));
        let limited = is_limited(&response);
        let response = response.serialize(&shapes())?;
        self.last = (!limited).then(|| response.clone());
        self.last_parts = None;
        Ok(response)
    }

    /// The same, for a page: what it shows first, and the rest when it asks.
    #[wasm_bindgen(js_name = renderInParts)]
    pub fn render_in_parts(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    ) -> Result<Answer, JsValue> {
        let request = match Request::deserialize(serde_wasm_bindgen::Deserializer::from(request)) {
            Ok(request) => request,
            Err(error) => return Ok(Answer::of(refused(&error))),
        };
        #[cfg(feature = "faults")]
        fault::occur(&request);
        if let Some(last) = self.last_parts.as_ref().filter(|_| self.workspace.is_last(&request)) {
            return Ok(last.clone());
        }
        let response = self.workspace.render(&request, Rc::new(now()));
        let limited = is_limited(&response);
        let answer = Answer::of(response);
        self.last_parts = (!limited).then(|| answer.clone());
        self.last = None;
        Ok(answer)
    }
}

/// The answer to what is no request: a command line whose quotes are not closed, for one.
fn refused(error: &serde_wasm_bindgen::Error) -> Response {
    Response::failure(Code::Flag, &error.to_string())
}

fn is_limited(response: &Response) -> bool {
    response.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::Limit.as_str())
}

/// One run of ytt that has nothing to do with others, for a page.
#[wasm_bindgen(js_name = renderInParts)]
pub fn render_in_parts(#[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue) -> Result<Answer, JsValue> {
    Ok(Answer::of(match Request::deserialize(serde_wasm_bindgen::Deserializer::from(request)) {
        Ok(request) => ytterby::render(&request, Rc::new(now())),
        Err(error) => refused(&error),
    }))
}

/// What may be typed at a place of a file, `offset` being a caret's; null where nothing is to be said.
#[wasm_bindgen(unchecked_return_type = "Completions | null")]
pub fn complete(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| insight::complete(request, file, offset, clock))
}

/// What there is to say of the word at a place; null where nothing is.
#[wasm_bindgen(unchecked_return_type = "Hover | null")]
pub fn hover(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| insight::hover(request, file, offset, clock))
}

/// Where the word at a place is defined; null where nobody knows.
#[wasm_bindgen(unchecked_return_type = "Definition | null")]
pub fn definition(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| insight::definition(request, file, offset, clock))
}

/// The data value that the word at a place names, if it can be renamed; else null.
#[wasm_bindgen(js_name = renameTarget, unchecked_return_type = "RenameTarget | null")]
pub fn rename_target(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, _| insight::rename_target(request, file, offset))
}

/// What gives the data value at a place another name, everywhere.
#[wasm_bindgen(unchecked_return_type = "Renaming")]
pub fn rename(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    offset: u32,
    name: &str,
) -> Result<JsValue, JsValue> {
    answer(request, |request, _| insight::rename(request, file, offset, name))
}

/// The data values that a line of a template reads, the nearest first; `line` counts from 1.
#[wasm_bindgen(unchecked_return_type = "UsedValue[]")]
pub fn used(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    file: &str,
    line: u32,
) -> Result<JsValue, JsValue> {
    answer(request, |request, clock| insight::used(request, file, line, clock))
}

/// What ytt accepts and probably nobody means.
#[wasm_bindgen(unchecked_return_type = "Lints")]
pub fn lint(#[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue) -> Result<JsValue, JsValue> {
    answer(request, insight::lint)
}

/// JSON's shapes, so that both builds answer alike: absent is null, maps are plain objects. But bytes are a `Uint8Array`.
fn shapes() -> serde_wasm_bindgen::Serializer {
    serde_wasm_bindgen::Serializer::json_compatible().serialize_bytes_as_arrays(false)
}

/// Converts, calls, converts.
fn answer<T: Serialize>(request: JsValue, ask: impl FnOnce(&Request, &Clock) -> T) -> Result<JsValue, JsValue> {
    let request = Request::deserialize(serde_wasm_bindgen::Deserializer::from(request))?;
    let clock: Clock = Rc::new(now());
    Ok(ask(&request, &clock).serialize(&shapes())?)
}

/// The schema of a request's files as OpenAPI, JSON Schema or Markdown. Throws only when the request itself is malformed.
#[wasm_bindgen(js_name = exportSchema, unchecked_return_type = "SchemaExport")]
pub fn export_schema(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    #[wasm_bindgen(unchecked_param_type = "SchemaFormat")] format: JsValue,
) -> Result<JsValue, JsValue> {
    let format = SchemaFormat::deserialize(serde_wasm_bindgen::Deserializer::from(format))?;
    answer(request, |request, clock| ytterby::export_schema(request, format, clock.clone()))
}

/// What is different between the schema of a request and that of the same request with `old` in place of all files that
/// declare a schema. Throws only when one of the two is malformed.
#[wasm_bindgen(js_name = diffSchemas, unchecked_return_type = "SchemaDiff")]
pub fn diff_schemas(
    #[wasm_bindgen(unchecked_param_type = "Request")] request: JsValue,
    #[wasm_bindgen(unchecked_param_type = "RequestFile[]")] old: JsValue,
) -> Result<JsValue, JsValue> {
    let old = Vec::<RequestFile>::deserialize(serde_wasm_bindgen::Deserializer::from(old))?;
    answer(request, |request, clock| ytterby::diff_schemas(request, &old, clock.clone()))
}

/// A ytt schema made of a JSON Schema or an OpenAPI document, in JSON or YAML.
#[wasm_bindgen(js_name = importSchema, unchecked_return_type = "SchemaImport")]
pub fn import_schema(text: &str) -> Result<JsValue, JsValue> {
    Ok(ytterby::import_schema(text).serialize(&shapes())?)
}

/// The text of a YAML file as `ytt fmt` prints it, or what is wrong with it.
#[wasm_bindgen(unchecked_return_type = "Formatted")]
pub fn format(content: &str) -> Result<JsValue, JsValue> {
    Ok(ytterby::format(content, Rc::new(now())).serialize(&shapes())?)
}

/// A bundle as data, or what is wrong with its text.
#[wasm_bindgen(js_name = readBundle, unchecked_return_type = "BundleRead")]
pub fn read_bundle(text: &str) -> Result<JsValue, JsValue> {
    Ok(BundleRead::of(text).serialize(&shapes())?)
}

/// The text of a bundle, which `readBundle` reads as the same. Throws only when the bundle itself is malformed.
#[wasm_bindgen(js_name = writeBundle)]
pub fn write_bundle(
    #[wasm_bindgen(unchecked_param_type = "Partial<Bundle>")] bundle: JsValue,
) -> Result<String, JsValue> {
    Ok(bundle::write(&Bundle::deserialize(serde_wasm_bindgen::Deserializer::from(bundle))?))
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
