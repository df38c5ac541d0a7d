//! Says what the first module keeps: what rendering the examples reaches, and what must not wait for the rest.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};

use crate::reached;
use crate::trim::Linked;

/// Whose functions the loading of the rest may itself call: a door inside of them would have them called while they
/// work. `__` are the allocator's entries and what wasm-bindgen's JavaScript calls of its own accord.
const WHILE_LOADING: &[&str] =
    &["__", "dlmalloc::", "wasm_bindgen::", "js_sys::", "web_sys::", "ytterby_wasm::memory::", "ytterby_wasm::rest::"];

pub(crate) struct First {
    /// By the place among all functions of the bound module, imported ones first.
    pub(crate) functions: Vec<bool>,
    /// Addresses of what only other functions refer to.
    pub(crate) data_of_rest: Vec<Range<u32>>,
}

/// `bound` is the module that wasm-bindgen made of the linked one, with numbers for names, in `pkg`.
pub(crate) fn is_first(linked: &Linked, bound: &[u8], root: &Path, pkg: &Path) -> Result<First> {
    let module = walrus::Module::from_buffer(bound).context("what wasm-bindgen wrote cannot be read")?;
    let numbers: Vec<Option<u32>> =
        module.funcs.iter().map(|function| linked.number(function.name.as_ref()?)).collect();
    let mut functions = reached::reached(bound, root, pkg)?;
    for (function, number) in functions.iter_mut().zip(&numbers) {
        // What wasm-bindgen made itself has no number, and is between JavaScript and the rest of the code.
        *function |= number.is_none_or(|number| {
            let name = linked.name(number).trim_start_matches(['<', '&']);
            WHILE_LOADING.iter().any(|path| name.starts_with(path))
        });
    }
    let needed: HashSet<u32> =
        functions.iter().zip(&numbers).filter(|(first, _)| **first).filter_map(|(_, n)| *n).collect();
    let data_of_rest = linked.data_of_others(&needed)?;
    Ok(First { functions, data_of_rest })
}
