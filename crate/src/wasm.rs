//! JavaScript values to the boundary's types and back. Nothing else: each export converts, calls, converts.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::boundary::Request;

unsafe extern "C" {
    /// The linker's own: runs what crates have registered to run before `main`.
    fn __wasm_call_ctors();
}

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
    // JSON's shapes: absent is null, maps are plain objects, so that both builds answer alike.
    let shapes = serde_wasm_bindgen::Serializer::json_compatible();
    let request = Request::deserialize(serde_wasm_bindgen::Deserializer::from(request))?;
    let response = crate::render(&request, Rc::new(now()));
    Ok(response.serialize(&shapes)?)
}

/// The version of this crate, and the version of ytt that it follows.
#[wasm_bindgen]
pub fn version() -> String {
    crate::version()
}

/// Milliseconds since some fixed moment: `performance.now()`, which pages, workers and Node all have.
fn now() -> impl Fn() -> f64 {
    let global = js_sys::global();
    let clock = js_sys::Reflect::get(&global, &"performance".into()).unwrap_or(JsValue::UNDEFINED);
    let read = js_sys::Reflect::get(&clock, &"now".into()).ok().and_then(|f| f.dyn_into::<js_sys::Function>().ok());
    move || read.as_ref().and_then(|f| f.call0(&clock).ok()).and_then(|now| now.as_f64()).unwrap_or(0.0)
}
