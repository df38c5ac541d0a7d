//! Splits the bound module in two: the functions that the first render may need, and the rest, which a page loads later.
//!
//! The two modules share a memory and a table. A function that moves to the rest leaves a stub in the first module, with the same type
//! and entries in the table: the stub loads the rest if it is not loaded yet, then calls through the table, which contains the real
//! functions once the rest is instantiated. So the result does not depend on when the rest is loaded, nor on which functions the examples call.
//! The rest calls the first module in the same way: an export for each function would make the first module slower to instantiate.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use walrus::ir::Value;
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, FunctionBuilder, FunctionId, FunctionKind, GlobalKind,
    InstrSeqBuilder, LocalId, Module, ModuleConfig, TableId, ValType, passes,
};

use crate::Modules;

/// The export that loads the rest (crate/wasm/src/rest.rs).
const LOAD: &str = "loadRest";
/// The module name under which the rest imports the exports of the first module.
const FIRST: &str = "first";

/// A function, by its index, that the other module refers to.
struct Stub {
    function: usize,
    /// Its indices in the function table.
    slots: Vec<u64>,
}

/// `is_first` is indexed by function, imported functions first; `data_of_rest` are addresses.
pub(crate) fn split(wasm: &[u8], is_first: &[bool], data_of_rest: &[Range<u32>]) -> Result<Modules> {
    let of_rest = stubs_of_rest(wasm, is_first)?;
    let of_first = stubs_of_first(wasm, is_first, &of_rest)?;
    let split = Split { wasm, is_first, data_of_rest, of_rest: &of_rest, of_first: &of_first };
    let modules = Modules { first: split.first()?, rest: split.rest()? };
    println!("{} functions of the rest are called from the first module", of_rest.len());
    println!("{} functions of the first module are called from the rest", of_first.len());
    Ok(modules)
}

fn read(wasm: &[u8]) -> Result<(Module, Vec<FunctionId>)> {
    let module = ModuleConfig::new().generate_name_section(false).generate_producers_section(false).parse(wasm)?;
    let functions = module.funcs.iter().map(|function| function.id()).collect();
    Ok((module, functions))
}

struct Split<'a> {
    wasm: &'a [u8],
    is_first: &'a [bool],
    data_of_rest: &'a [Range<u32>],
    /// The functions of the rest that the first module refers to.
    of_rest: &'a [Stub],
    /// The functions of the first module that the rest refers to.
    of_first: &'a [Stub],
}

/// The stubs that the first module needs: without the bodies of the rest's functions, it still refers to these.
fn stubs_of_rest(wasm: &[u8], is_first: &[bool]) -> Result<Vec<Stub>> {
    let (mut module, functions) = read(wasm)?;
    ensure!(functions.len() == is_first.len(), "{} functions, not {}", functions.len(), is_first.len());
    for (function, _) in functions.iter().zip(is_first).filter(|(_, first)| !**first) {
        never_called(&mut module, *function);
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

/// The stubs that the rest needs.
fn stubs_of_first(wasm: &[u8], is_first: &[bool], of_rest: &[Stub]) -> Result<Vec<Stub>> {
    let (mut module, functions) = read(wasm)?;
    isolate(&mut module)?;
    for (function, _) in functions.iter().zip(is_first).filter(|(_, first)| **first) {
        never_called(&mut module, *function);
    }
    let next = module.tables.get(table_of_functions(&module)?).initial.max(room(of_rest));
    for stub in of_rest {
        module.exports.add(&name("f", stub.function), functions[stub.function]);
    }
    passes::gc::run(&mut module);
    let left: HashSet<FunctionId> = module.funcs.iter().map(|function| function.id()).collect();
    let called = functions.iter().enumerate().filter(|(at, function)| is_first[*at] && left.contains(function));
    Ok(called.zip(next..).map(|((function, _), slot)| Stub { function, slots: vec![slot] }).collect())
}

impl Split<'_> {
    fn rest(&self) -> Result<Vec<u8>> {
        let (mut module, functions) = read(self.wasm)?;
        isolate(&mut module)?;
        // Whether the rest is loaded: 0 or 1.
        let is_loaded = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
        import_all(&mut module);
        let table = self.table_with_room(&mut module)?;
        self.call_stubs(&mut module, &functions, self.of_first, |of_first| of_first, |_| {})?;
        fill_table(&mut module, table, &functions, self.of_rest)?;
        keep_data(&mut module, |of_rest| of_rest, self.data_of_rest)?;

        let mut loaded = FunctionBuilder::new(&mut module.types, &[], &[]);
        loaded.func_body().i32_const(1).global_set(is_loaded);
        module.start = Some(loaded.finish(Vec::new(), &mut module.funcs));
        passes::gc::run(&mut module);
        Ok(module.emit_wasm())
    }

    fn first(&self) -> Result<Vec<u8>> {
        let (mut module, functions) = read(self.wasm)?;
        let load = module.exports.get_func(LOAD).context("nothing loads the rest")?;
        // Whether the rest is loaded: 0 or 1.
        let is_loaded = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
        export_all(&mut module);
        let table = self.table_with_room(&mut module)?;
        self.call_stubs(
            &mut module,
            &functions,
            self.of_rest,
            |of_first| !of_first,
            |body| {
                body.global_get(is_loaded).if_else(
                    None,
                    |_| {},
                    |not| {
                        not.call(load);
                    },
                );
            },
        )?;
        fill_table(&mut module, table, &functions, self.of_first)?;
        keep_data(&mut module, |of_rest| !of_rest, self.data_of_rest)?;
        passes::gc::run(&mut module);
        Ok(module.emit_wasm())
    }

    /// Replaces the functions of the other module: those with a stub call through the table, after the instructions that `begin` adds.
    /// `is_other` is called with whether a function is one of the first module.
    fn call_stubs(
        &self,
        module: &mut Module,
        functions: &[FunctionId],
        stubs: &[Stub],
        is_other: fn(bool) -> bool,
        begin: impl Fn(&mut InstrSeqBuilder),
    ) -> Result<()> {
        let table = table_of_functions(module)?;
        let stubs: HashMap<usize, &Stub> = stubs.iter().map(|stub| (stub.function, stub)).collect();
        for (at, function) in functions.iter().enumerate().filter(|(at, _)| is_other(self.is_first[*at])) {
            let Some(stub) = stubs.get(&at) else {
                never_called(module, *function);
                continue;
            };
            let ty = module.funcs.get(*function).ty();
            let (mut builder, arguments) = same_type(module, *function);
            let mut body = builder.func_body();
            begin(&mut body);
            arguments.iter().for_each(|argument| {
                body.local_get(*argument);
            });
            body.i32_const(i32::try_from(stub.slots[0])?).call_indirect(ty, table);
            module.funcs.get_mut(*function).kind = FunctionKind::Local(builder.local_func(arguments));
        }
        Ok(())
    }

    /// The table. It must have the same size in both modules.
    fn table_with_room(&self, module: &mut Module) -> Result<TableId> {
        let id = table_of_functions(module)?;
        let size = room(self.of_rest).max(room(self.of_first));
        let table = module.tables.get_mut(id);
        table.initial = table.initial.max(size);
        table.maximum = table.maximum.map(|maximum| maximum.max(size));
        Ok(id)
    }
}

/// Puts the functions that the other module calls into the table.
fn fill_table(module: &mut Module, table: TableId, functions: &[FunctionId], stubs: &[Stub]) -> Result<()> {
    let mut slots: Vec<(u64, FunctionId)> =
        stubs.iter().flat_map(|stub| stub.slots.iter().map(|slot| (*slot, functions[stub.function]))).collect();
    slots.sort_unstable_by_key(|(slot, _)| *slot);
    for run in slots.chunk_by(|one, next| one.0 + 1 == next.0) {
        let offset = ConstExpr::Value(Value::I32(i32::try_from(run[0].0)?));
        let items = run.iter().map(|(_, function)| *function).collect();
        let element = module.elements.add(ElementKind::Active { table, offset }, ElementItems::Functions(items));
        module.tables.get_mut(table).elem_segments.insert(element);
    }
    Ok(())
}

/// The size of a table with the slots of these stubs.
fn room(stubs: &[Stub]) -> u64 {
    stubs.iter().flat_map(|stub| &stub.slots).max().map_or(0, |slot| slot + 1)
}

/// Replaces the body of a function.
fn never_called(module: &mut Module, function: FunctionId) {
    let (mut builder, arguments) = same_type(module, function);
    builder.func_body().unreachable();
    module.funcs.get_mut(function).kind = FunctionKind::Local(builder.local_func(arguments));
}

/// Removes all imports, exports, elements, and the start function.
fn isolate(module: &mut Module) -> Result<()> {
    let imports: Vec<_> = module.imports.iter().map(|import| import.id()).collect();
    imports.into_iter().for_each(|import| module.imports.delete(import));
    let exports: Vec<_> = module.exports.iter().map(|export| export.id()).collect();
    exports.into_iter().for_each(|export| module.exports.delete(export));
    let elements: Vec<_> = module.elements.iter().map(|element| element.id()).collect();
    elements.into_iter().for_each(|element| module.elements.delete(element));
    let table = table_of_functions(module)?;
    module.tables.get_mut(table).elem_segments.clear();
    module.start = None;
    Ok(())
}

/// The rest imports globals, the table and the memory from the first module.
fn import_all(module: &mut Module) {
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

/// The first module exports the imports of the rest.
fn export_all(module: &mut Module) {
    for (name, id) in named("g", module.globals.iter().map(|global| global.id())) {
        module.exports.add(&name, id);
    }
    for (name, id) in named("t", module.tables.iter().map(|table| table.id())) {
        module.exports.add(&name, id);
    }
    for (name, id) in named("m", module.memories.iter().map(|memory| memory.id())) {
        module.exports.add(&name, id);
    }
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
