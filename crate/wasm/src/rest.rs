//! The rest of the engine: `cargo wasm` puts what a first render does not need into a second module (scripts/xtask/src/split.rs).
//!
//! The host says how it is loaded; it is loaded when the host asks, or when a function of it is first called.

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

/// Takes a function that instantiates `ytterby_rest.wasm` at once, with `first` being the exports of this module.
#[wasm_bindgen(js_name = provideRest)]
pub fn provide_rest(load: Function) {
    REST.set(Rest::Provided(load));
}

/// Has the rest loaded, once. Throws what the host's function throws, or when there is none; what is under way is then lost.
#[wasm_bindgen(js_name = loadRest)]
pub fn load_rest() {
    let loaded = match REST.replace(Rest::Loaded) {
        Rest::Unknown => Err(js_sys::Error::new("the rest of the engine was not provided").into()),
        Rest::Provided(load) => load.call0(&JsValue::UNDEFINED),
        Rest::Loaded => Ok(JsValue::UNDEFINED),
    };
    if let Err(error) = loaded {
        // Whoever called the function that was missing sees only that the engine has stopped.
        console::error_2(&"the rest of the engine cannot be loaded:".into(), &error);
        wasm_bindgen::throw_val(error);
    }
}
