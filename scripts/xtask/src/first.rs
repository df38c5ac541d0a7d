//! Decides which functions the first module keeps: those that rendering the examples calls, and those that loading the rest needs.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};

use crate::reached;
use crate::trim::Linked;

/// Paths of functions that loading the rest may call; in the rest, they would be called before they are loaded. `__` are the
/// allocator's entry points and the functions that wasm-bindgen's JavaScript calls by itself.
const WHILE_LOADING: &[&str] =
    &["__", "dlmalloc::", "wasm_bindgen::", "js_sys::", "web_sys::", "ytterby_wasm::memory::", "ytterby_wasm::rest::"];

pub(crate) struct First {
    /// By index of the function in the bound module, imported functions first.
    pub(crate) functions: Vec<bool>,
    /// Addresses of data that only other functions refer to.
    pub(crate) data_of_rest: Vec<Range<u32>>,
}

/// `bound` is the output of wasm-bindgen in `pkg`, with numbers for names.
pub(crate) fn is_first(linked: &Linked, bound: &[u8], root: &Path, pkg: &Path) -> Result<First> {
    let module = walrus::Module::from_buffer(bound).context("what wasm-bindgen wrote cannot be read")?;
    let numbers: Vec<Option<u32>> =
        module.funcs.iter().map(|function| linked.number(function.name.as_ref()?)).collect();
    let mut functions = reached::reached(bound, root, pkg).map_err(|error| named(&error, linked))?;
    for (function, number) in functions.iter_mut().zip(&numbers) {
        // Functions that wasm-bindgen has generated have no number; they are glue between JavaScript and the engine.
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

/// The error with the names of functions in stack traces, which have numbers in this module.
fn named(error: &anyhow::Error, linked: &Linked) -> anyhow::Error {
    let text = format!("{error:#}");
    let lines = text.lines().map(|line| {
        let function = line.trim_start().strip_prefix("at ").and_then(|frame| frame.split(' ').next());
        let name =
            function.and_then(|function| function.rsplit('.').next()?.parse().ok()).map(|number| linked.name(number));
        name.map_or_else(|| line.to_owned(), |name| format!("    at {name}"))
    });
    anyhow::anyhow!(lines.collect::<Vec<_>>().join("\n"))
}
