//! Loads the second module: `cargo wasm` moves functions there that a first render does not need (scripts/xtask/src/split.rs).
//!
//! The host provides a function that loads it. It is called when the host asks for it, or when a function of the second module is first called.

use std::cell::RefCell;

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::console;

enum Rest {
    Unknown,
    Provided(Function),
    Loaded,
}

thread_local! {
    static REST: RefCell<Rest> = const { RefCell::new(Rest::Unknown) };
}

/// Sets the function that instantiates `ytterby_rest.wasm` synchronously, with the exports of this module as the import `first`.
#[wasm_bindgen(js_name = provideRest)]
pub fn provide_rest(load: Function) {
    REST.set(Rest::Provided(load));
}

/// Loads the second module, once. Throws if there is no function for that, or what it throws; the current call is then lost.
#[wasm_bindgen(js_name = loadRest)]
pub fn load_rest() {
    let loaded = match REST.replace(Rest::Loaded) {
        Rest::Unknown => Err(js_sys::Error::new("the rest of the engine was not provided").into()),
        Rest::Provided(load) => load.call0(&JsValue::UNDEFINED),
        Rest::Loaded => Ok(JsValue::UNDEFINED),
    };
    if let Err(error) = loaded {
        // The caller of the missing function sees only that the engine has stopped.
        console::error_2(&"the rest of the engine cannot be loaded:".into(), &error);
        wasm_bindgen::throw_val(error);
    }
}
