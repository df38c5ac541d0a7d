//! Splits the bound module in two: the functions that the first render may need, and the rest, which a page loads later.
//!
//! The two modules share a memory and a table. A function that moves to the rest leaves a stub in the first module, with the same type
//! and entries in the table: the stub loads the rest if it is not loaded yet, then calls through the table, which contains the real
//! functions once the rest is instantiated. So the result does not depend on when the rest is loaded, nor on which functions the examples call.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use walrus::ir::Value;
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, FunctionBuilder, FunctionId, FunctionKind, GlobalKind,
    ImportedFunction, LocalId, Module, ModuleConfig, TableId, ValType, passes,
};

use crate::Modules;

/// The export that loads the rest (crate/wasm/src/rest.rs).
const LOAD: &str = "loadRest";
/// The module name under which the rest imports the exports of the first module.
const FIRST: &str = "first";

/// A function of the rest that the first module refers to, by its index.
struct Stub {
    function: usize,
    /// Its indices in the function table.
    slots: Vec<u64>,
}

/// `is_first` is indexed by function, imported functions first; `data_of_rest` are addresses.
pub(crate) fn split(wasm: &[u8], is_first: &[bool], data_of_rest: &[Range<u32>]) -> Result<Modules> {
    let stubs = stubs(wasm, is_first)?;
    let (rest, needed) = rest(wasm, is_first, data_of_rest, &stubs)?;
    let first = first(wasm, is_first, data_of_rest, &stubs, &needed)?;
    println!("{} functions of the rest are called from the first module", stubs.len());
    Ok(Modules { first, rest })
}

fn read(wasm: &[u8]) -> Result<(Module, Vec<FunctionId>)> {
    let module = ModuleConfig::new().generate_name_section(false).generate_producers_section(false).parse(wasm)?;
    let functions = module.funcs.iter().map(|function| function.id()).collect();
    Ok((module, functions))
}

/// The stubs that the first module needs: without the bodies of the rest's functions, it still refers to these.
fn stubs(wasm: &[u8], is_first: &[bool]) -> Result<Vec<Stub>> {
    let (mut module, functions) = read(wasm)?;
    ensure!(functions.len() == is_first.len(), "{} functions, not {}", functions.len(), is_first.len());
    for (function, _) in functions.iter().zip(is_first).filter(|(_, first)| !**first) {
        let (mut builder, arguments) = same_type(&mut module, *function);
        builder.func_body().unreachable();
        module.funcs.get_mut(*function).kind = FunctionKind::Local(builder.local_func(arguments));
    }
    // Some functions of the first module may only be called by the rest.
    for (at, function) in functions.iter().enumerate().filter(|(at, _)| is_first[*at]) {
        module.exports.add(&name("f", at), *function);
    }
    passes::gc::run(&mut module);
    let table = table_of_functions(&module)?;
    let mut next = module.tables.get(table).initial;
    let left: HashSet<FunctionId> = module.funcs.iter().map(|function| function.id()).collect();
    let mut stubs: Vec<Stub> = (functions.iter().enumerate())
        .filter(|(at, function)| !is_first[*at] && left.contains(function))
        .map(|(function, _)| Stub { function, slots: Vec::new() })
        .collect();
    let places: HashMap<FunctionId, usize> =
        stubs.iter().enumerate().map(|(at, stub)| (functions[stub.function], at)).collect();
    for element in module.elements.iter() {
        let (ElementKind::Active { table: of, offset }, ElementItems::Functions(items)) =
            (&element.kind, &element.items)
        else {
            bail!("elements that are no functions of a table");
        };
        ensure!(*of == table, "elements of another table");
        for (slot, function) in (u64::from(constant(offset)?)..).zip(items) {
            if let Some(stub) = places.get(function) {
                stubs[*stub].slots.push(slot);
            }
        }
    }
    for stub in stubs.iter_mut().filter(|stub| stub.slots.is_empty()) {
        stub.slots.push(next);
        next += 1;
    }
    Ok(stubs)
}

/// The rest, and the functions of the first module that it calls.
fn rest(wasm: &[u8], is_first: &[bool], data_of_rest: &[Range<u32>], stubs: &[Stub]) -> Result<(Vec<u8>, Vec<usize>)> {
    let (mut module, functions) = read(wasm)?;
    let exports: Vec<_> = module.exports.iter().map(|export| export.id()).collect();
    exports.into_iter().for_each(|export| module.exports.delete(export));
    // Whether the rest is loaded: 0 or 1.
    let is_loaded = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
    import_all(&mut module, &functions, is_first);

    let elements: Vec<_> = module.elements.iter().map(|element| element.id()).collect();
    elements.into_iter().for_each(|element| module.elements.delete(element));
    let table = table_with_room(&mut module, stubs)?;
    module.tables.get_mut(table).elem_segments.clear();
    let mut slots: Vec<(u64, FunctionId)> =
        (stubs.iter()).flat_map(|stub| stub.slots.iter().map(|slot| (*slot, functions[stub.function]))).collect();
    slots.sort_unstable_by_key(|(slot, _)| *slot);
    for run in slots.chunk_by(|one, next| one.0 + 1 == next.0) {
        let offset = ConstExpr::Value(Value::I32(i32::try_from(run[0].0)?));
        let items = run.iter().map(|(_, function)| *function).collect();
        let element = module.elements.add(ElementKind::Active { table, offset }, ElementItems::Functions(items));
        module.tables.get_mut(table).elem_segments.insert(element);
    }
    keep_data(&mut module, |of_rest| of_rest, data_of_rest)?;

    let mut loaded = FunctionBuilder::new(&mut module.types, &[], &[]);
    loaded.func_body().i32_const(1).global_set(is_loaded);
    module.start = Some(loaded.finish(Vec::new(), &mut module.funcs));
    passes::gc::run(&mut module);
    let needed = (functions.iter().enumerate())
        .filter(|(at, function)| is_first[*at] && module.imports.get_imported_func(**function).is_some())
        .map(|(at, _)| at)
        .collect();
    Ok((module.emit_wasm(), needed))
}

/// The rest imports everything but its functions from the first module.
fn import_all(module: &mut Module, functions: &[FunctionId], is_first: &[bool]) {
    let before: Vec<_> = module.imports.iter().map(|import| import.id()).collect();
    for (at, function) in functions.iter().enumerate().filter(|(at, _)| is_first[*at]) {
        let import = module.imports.add(FIRST, &name("f", at), *function);
        let ty = module.funcs.get(*function).ty();
        module.funcs.get_mut(*function).kind = FunctionKind::Import(ImportedFunction { import, ty });
    }
    for import in before {
        module.imports.delete(import);
    }
    for (name, id) in named("g", module.globals.iter().map(|global| global.id())) {
        let import = module.imports.add(FIRST, &name, id);
        module.globals.get_mut(id).kind = GlobalKind::Import(import);
    }
    for (name, id) in named("t", module.tables.iter().map(|table| table.id())) {
        let import = module.imports.add(FIRST, &name, id);
        module.tables.get_mut(id).import = Some(import);
    }
    for (name, id) in named("m", module.memories.iter().map(|memory| memory.id())) {
        let import = module.imports.add(FIRST, &name, id);
        module.memories.get_mut(id).import = Some(import);
    }
}

fn first(
    wasm: &[u8],
    is_first: &[bool],
    data_of_rest: &[Range<u32>],
    stubs: &[Stub],
    needed: &[usize],
) -> Result<Vec<u8>> {
    let (mut module, functions) = read(wasm)?;
    let load = module.exports.get_func(LOAD).context("nothing loads the rest")?;
    // Whether the rest is loaded: 0 or 1.
    let is_loaded = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
    for (at, function) in needed.iter().map(|at| (*at, functions[*at])) {
        module.exports.add(&name("f", at), function);
    }
    for (name, id) in named("g", module.globals.iter().map(|global| global.id())) {
        module.exports.add(&name, id);
    }
    for (name, id) in named("t", module.tables.iter().map(|table| table.id())) {
        module.exports.add(&name, id);
    }
    for (name, id) in named("m", module.memories.iter().map(|memory| memory.id())) {
        module.exports.add(&name, id);
    }

    let table = table_with_room(&mut module, stubs)?;
    let is_door: HashMap<usize, &Stub> = stubs.iter().map(|stub| (stub.function, stub)).collect();
    for (at, function) in functions.iter().enumerate().filter(|(at, _)| !is_first[*at]) {
        let ty = module.funcs.get(*function).ty();
        let (mut builder, arguments) = same_type(&mut module, *function);
        let mut body = builder.func_body();
        if let Some(stub) = is_door.get(&at) {
            body.global_get(is_loaded).if_else(
                None,
                |_| {},
                |not| {
                    not.call(load);
                },
            );
            arguments.iter().for_each(|argument| {
                body.local_get(*argument);
            });
            body.i32_const(i32::try_from(stub.slots[0])?).call_indirect(ty, table);
        } else {
            body.unreachable();
        }
        module.funcs.get_mut(*function).kind = FunctionKind::Local(builder.local_func(arguments));
    }
    keep_data(&mut module, |of_rest| !of_rest, data_of_rest)?;
    passes::gc::run(&mut module);
    Ok(module.emit_wasm())
}

fn name(kind: &str, number: usize) -> String {
    format!("{kind}{number}")
}

fn named<Id>(kind: &str, ids: impl Iterator<Item = Id>) -> Vec<(String, Id)> {
    ids.enumerate().map(|(number, id)| (name(kind, number), id)).collect()
}

/// A builder for a function with the type of another one, and its arguments.
fn same_type(module: &mut Module, function: FunctionId) -> (FunctionBuilder, Vec<LocalId>) {
    let ty = module.types.get(module.funcs.get(function).ty());
    let (parameters, results) = (ty.params().to_vec(), ty.results().to_vec());
    let arguments = parameters.iter().map(|ty| module.locals.add(*ty)).collect();
    (FunctionBuilder::new(&mut module.types, &parameters, &results), arguments)
}

fn table_of_functions(module: &Module) -> Result<TableId> {
    module.tables.main_function_table()?.context("no table of functions")
}

/// The table, whose size must be the same in both modules.
fn table_with_room(module: &mut Module, stubs: &[Stub]) -> Result<TableId> {
    let id = table_of_functions(module)?;
    let size = stubs.iter().flat_map(|stub| &stub.slots).max().map_or(0, |slot| slot + 1);
    let table = module.tables.get_mut(id);
    table.initial = table.initial.max(size);
    table.maximum = table.maximum.map(|maximum| maximum.max(size));
    Ok(id)
}

fn constant(expression: &ConstExpr) -> Result<u32> {
    match expression {
        ConstExpr::Value(Value::I32(value)) => Ok(u32::try_from(*value)?),
        other => bail!("a place that is {other:?}"),
    }
}

/// Keeps the bytes for which `keep` returns true; its argument says whether they belong to the rest.
fn keep_data(module: &mut Module, keep: fn(bool) -> bool, data_of_rest: &[Range<u32>]) -> Result<()> {
    let mut of_rest = vec![false; data_of_rest.iter().map(|range| range.end as usize).max().unwrap_or(0)];
    data_of_rest.iter().for_each(|range| of_rest[range.start as usize..range.end as usize].fill(true));
    let segments: Vec<_> = module.data.iter().map(|data| data.id()).collect();
    for segment in segments {
        let data = module.data.get(segment);
        let DataKind::Active { memory, offset } = &data.kind else { bail!("data without a place") };
        let (memory, start, bytes) = (*memory, constant(offset)? as usize, data.value.clone());
        module.data.delete(segment);
        module.memories.get_mut(memory).data_segments.remove(&segment);
        let kept: Vec<bool> =
            (start..start + bytes.len()).map(|at| keep(of_rest.get(at).copied().unwrap_or(false))).collect();
        let mut at = 0;
        for run in kept.chunk_by(|one, next| one == next) {
            if run[0] {
                let offset = ConstExpr::Value(Value::I32(i32::try_from(start + at)?));
                let piece = module.data.add(DataKind::Active { memory, offset }, bytes[at..at + run.len()].to_vec());
                module.memories.get_mut(memory).data_segments.insert(piece);
            }
            at += run.len();
        }
    }
    Ok(())
}
