//! Finds the functions that the page's first render may need: those that rendering the examples calls.
//!
//! Instruments a copy of the bound module so that each function sets its bit in an exported global when it is called; `reached.mjs` then
//! renders the examples with it in Node.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use walrus::ir::{BinaryOp, Value};
use walrus::{ConstExpr, FunctionKind, GlobalId, Module, ValType};

/// Bits per global.
const BITS: usize = 64;

/// Whether each function of a module was called, imported functions first. The module's JavaScript is in `bound`.
pub(crate) fn reached(wasm: &[u8], root: &Path, bound: &Path) -> Result<Vec<bool>> {
    let noting = root.join("web/pkg-noting");
    std::fs::create_dir_all(&noting)?;
    std::fs::copy(bound.join("ytterby.js"), noting.join("ytterby.js"))?;
    let (module, functions) = noting_calls(wasm)?;
    std::fs::write(noting.join("ytterby_bg.wasm"), module)?;
    let script = root.join("scripts/xtask/reached.mjs");
    let run = Command::new("node").arg(script).args([bound, &noting]).output();
    let run = run.context("node does not start: scripts/setup page")?;
    ensure!(run.status.success(), "the examples do not render: {}", String::from_utf8_lossy(&run.stderr));
    std::fs::remove_dir_all(&noting)?;
    let masks = String::from_utf8(run.stdout)?;
    let masks: Vec<u64> =
        masks.split_whitespace().map(|mask| u64::from_str_radix(mask, 16)).collect::<Result<_, _>>()?;
    ensure!(masks.len() == functions.div_ceil(BITS), "{} masks of {functions} functions", masks.len());
    Ok((0..functions).map(|at| masks[at / BITS] >> (at % BITS) & 1 == 1).collect())
}

/// The instrumented module, and the number of its functions.
fn noting_calls(wasm: &[u8]) -> Result<(Vec<u8>, usize)> {
    let mut module = Module::from_buffer(wasm)?;
    let functions = module.funcs.iter().count();
    let none = ConstExpr::Value(Value::I64(0));
    let masks: Vec<GlobalId> = (0..functions.div_ceil(BITS))
        .map(|_| module.globals.add_local(ValType::I64, true, false, none.clone()))
        .collect();
    for (at, mask) in masks.iter().enumerate() {
        module.exports.add(&format!("reached{at}"), *mask);
    }
    for (at, function) in module.funcs.iter_mut().enumerate() {
        let FunctionKind::Local(local) = &mut function.kind else { continue };
        let mask = masks[at / BITS];
        let builder = local.builder_mut();
        let mut note = builder.dangling_instr_seq(None);
        note.global_get(mask).i64_const(1 << (at % BITS)).binop(BinaryOp::I64Or).global_set(mask);
        let note = note.instrs().to_vec();
        builder.func_body().instrs_mut().splice(..0, note);
    }
    Ok((module.emit_wasm(), functions))
}
