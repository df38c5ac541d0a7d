//! Removes code from the linked wasm that is linked but never run, because function tables refer to it.
//!
//! Each type of Starlark values has functions for documentation, heap profiles and serialization. They are in the same vtable as those
//! that are needed, so no linker can know that they are never called. [`crate::never`] lists them; they are replaced by a trap, and
//! everything that only they refer to (functions, Unicode tables, texts) is removed as well. The module must be linked with
//! `--emit-relocs`, because relocations are the references. Calls of [`REGISTRATION`]s are removed as well. The result has none; its functions are named by number, so that they can be
//! identified after wasm-bindgen (those of the runtime keep their names). wasm-bindgen then drops functions without references.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, Module, NameMap, NameSection, RawSection,
};
use wasmparser::{
    DataKind, ElementItems, ElementKind, ExternalKind, KnownCustom, Linking, Name, Operator, Parser, Payload,
    RelocationEntry, RelocationType, SymbolInfo, TypeRef,
};

use crate::never::Never;

/// Longer runs of zeros are left out of the file: memory is zero initially.
const GAP: usize = 64;
/// The compiler merges functions with the same code. Shorter ones may be shared with code that is needed.
const SHORTEST: usize = 48;

/// The end of the names of functions that run at the start, each of which adds a value to a list of the crate inventory. Only the serialization of
/// frozen values in the starlark crate reads these lists.
const REGISTRATION: &str = "::__ctor";

/// The module, and the numbers of removed functions and data.
pub(crate) struct Trimmed<'n> {
    pub(crate) wasm: Vec<u8>,
    pub(crate) functions: usize,
    pub(crate) data: usize,
    /// The rules that match no function of this module. Another compiler may have inlined or renamed them.
    pub(crate) without_effect: Vec<&'n Never>,
}

/// The target of a reference: a function by its index, or data by its symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Item {
    Function(u32),
    Data(u32),
}

/// Data with a symbol: its position in its segment.
struct Piece {
    range: Range<usize>,
    symbol: u32,
}

/// The linked module and its references.
#[derive(Default)]
pub(crate) struct Linked<'a> {
    wasm: &'a [u8],
    imported: u32,
    /// Bodies in the order of their indices, after the imported functions.
    bodies: Vec<Range<usize>>,
    elements: Vec<(i32, Vec<u32>)>,
    /// The address, and the range of the bytes in the file.
    segments: Vec<(i32, Range<usize>)>,
    pieces: Vec<Vec<Piece>>,
    names: HashMap<u32, String>,
    global_names: Vec<(u32, &'a str)>,
    symbols: Vec<Option<Item>>,
    roots: Vec<Item>,
    /// From items to the items that they refer to.
    edges: HashMap<Item, Vec<Item>>,
}

impl<'a> Linked<'a> {
    /// Removes the functions in `never`, and everything that only they refer to.
    pub(crate) fn trim<'n>(&self, never: &'n [Never]) -> Result<Trimmed<'n>> {
        let (stubs, without_effect) = self.stubs(never)?;
        let live = self.live(&stubs);
        let (wasm, functions, data) = self.write(&stubs, &live)?;
        Ok(Trimmed { wasm, functions, data, without_effect })
    }

    /// The addresses of data that these functions do not refer to, directly or through other data.
    pub(crate) fn data_of_others(&self, functions: &HashSet<u32>) -> Result<Vec<Range<u32>>> {
        let mut needed = HashSet::new();
        let mut open: Vec<Item> = functions.iter().map(|index| Item::Function(*index)).collect();
        open.extend(self.roots.iter().filter(|root| matches!(root, Item::Data(_))));
        while let Some(item) = open.pop() {
            let referred = self.edges.get(&item).into_iter().flatten();
            open.extend(referred.filter(|item| matches!(item, Item::Data(_)) && needed.insert(**item)));
        }
        let mut others = Vec::new();
        for ((address, bytes), pieces) in self.segments.iter().zip(&self.pieces) {
            let mut of_others = vec![false; bytes.len()];
            let (needed, not): (Vec<_>, Vec<_>) =
                pieces.iter().partition(|piece| needed.contains(&Item::Data(piece.symbol)));
            // Data may overlap: the linker merges texts with the same end.
            not.iter().for_each(|piece| of_others[piece.range.clone()].fill(true));
            needed.iter().for_each(|piece| of_others[piece.range.clone()].fill(false));
            let mut place = 0;
            for run in of_others.chunk_by(|one, next| one == next) {
                let start = u32::try_from(*address)? + place;
                place += u32::try_from(run.len())?;
                if run[0] {
                    others.push(start..start + u32::try_from(run.len())?);
                }
            }
        }
        Ok(others)
    }

    pub(crate) fn name(&self, function: u32) -> &str {
        self.names.get(&function).map_or("", String::as_str)
    }

    /// The number of a function by the name that [`Linked::trim`] gives it.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        let by_name = || self.names.iter().find(|(_, own)| *own == name).map(|(index, _)| *index);
        name.parse().ok().or_else(by_name)
    }

    pub(crate) fn read(wasm: &'a [u8]) -> Result<Linked<'a>> {
        let mut linked = Linked { wasm, ..Linked::default() };
        let mut relocations = Vec::new();
        let mut sections = Vec::new();
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload?;
            if let Some((_, range)) = payload.as_section() {
                sections.push(range);
            }
            linked.take(payload, &mut relocations)?;
        }
        ensure!(!relocations.is_empty(), "the module has no relocations");
        for (section, entry) in relocations {
            let start = sections.get(section as usize).context("relocations of no section")?.start;
            linked.refer(start + entry.offset as usize, &entry)?;
        }
        linked.refer_without_relocations()?;
        Ok(linked)
    }

    fn take(&mut self, payload: Payload<'a>, relocations: &mut Vec<(u32, RelocationEntry)>) -> Result<()> {
        match payload {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    self.imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export?;
                    if export.kind == ExternalKind::Func {
                        self.roots.push(Item::Function(export.index));
                    }
                }
            }
            Payload::StartSection { func, .. } => self.roots.push(Item::Function(func)),
            Payload::ElementSection(elements) => {
                for element in elements {
                    let element = element?;
                    let ElementKind::Active { table_index: None | Some(0), offset_expr } = element.kind else {
                        bail!("elements that are not of the one table");
                    };
                    let ElementItems::Functions(functions) = element.items else { bail!("elements of expressions") };
                    let functions = functions.into_iter().collect::<Result<_, _>>()?;
                    self.elements.push((constant(&offset_expr)?, functions));
                }
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(body.range()),
            Payload::DataSection(segments) => {
                for segment in segments {
                    let segment = segment?;
                    let DataKind::Active { memory_index: 0, offset_expr } = segment.kind else {
                        bail!("data that is not of the one memory");
                    };
                    let bytes = segment.range.end - segment.data.len()..segment.range.end;
                    self.segments.push((constant(&offset_expr)?, bytes));
                    self.pieces.push(Vec::new());
                }
            }
            Payload::CustomSection(section) => match section.as_known() {
                KnownCustom::Name(names) => {
                    for part in names {
                        match part? {
                            Name::Function(functions) => {
                                for naming in functions {
                                    let naming = naming?;
                                    let name = format!("{:#}", rustc_demangle::demangle(naming.name));
                                    self.names.insert(naming.index, name);
                                }
                            }
                            Name::Global(globals) => {
                                for naming in globals {
                                    let naming = naming?;
                                    self.global_names.push((naming.index, naming.name));
                                }
                            }
                            _ => {}
                        }
                    }
                }
                KnownCustom::Linking(linking) => {
                    for part in linking.subsections() {
                        let Linking::SymbolTable(symbols) = part? else { continue };
                        for symbol in symbols {
                            self.add_symbol(symbol?)?;
                        }
                    }
                }
                KnownCustom::Reloc(reader) => {
                    let section = reader.section_index();
                    for entry in reader.entries() {
                        relocations.push((section, entry?));
                    }
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn add_symbol(&mut self, symbol: SymbolInfo<'a>) -> Result<()> {
        let number = u32::try_from(self.symbols.len())?;
        let item = match symbol {
            SymbolInfo::Func { index, .. } => Some(Item::Function(index)),
            SymbolInfo::Data { symbol: Some(place), .. } => {
                let segment = place.index as usize;
                let pieces = self.pieces.get_mut(segment).context("a symbol of no segment")?;
                // Data that is initially zero may be beyond the bytes in the file.
                let end = self.segments[segment].1.len();
                let start = place.offset as usize;
                let range = start.min(end)..(start + place.size as usize).min(end);
                pieces.push(Piece { range, symbol: number });
                Some(Item::Data(number))
            }
            _ => None,
        };
        self.symbols.push(item);
        Ok(())
    }

    /// Adds a reference from the item at a position of the file.
    fn refer(&mut self, at: usize, entry: &RelocationEntry) -> Result<()> {
        use RelocationType::{FunctionIndexLeb, MemoryAddrI32, MemoryAddrLeb, MemoryAddrSleb, TableIndexI32};
        use RelocationType::{FunctionOffsetI32, GlobalIndexLeb, SectionOffsetI32, TableIndexSleb};
        use RelocationType::{TableNumberLeb, TypeIndexLeb};
        match entry.ty {
            FunctionIndexLeb | TableIndexSleb | TableIndexI32 | MemoryAddrLeb | MemoryAddrSleb | MemoryAddrI32 => {}
            // Types, globals and tables stay; other relocations are in sections for debuggers.
            TypeIndexLeb | GlobalIndexLeb | TableNumberLeb | FunctionOffsetI32 | SectionOffsetI32 => return Ok(()),
            other => bail!("relocations of the kind {other:?} are not known here"),
        }
        let to = self.symbols.get(entry.index as usize).context("a relocation to no symbol")?;
        // Undefined symbols have no position.
        let Some(to) = *to else { return Ok(()) };
        let body = self.bodies.partition_point(|body| body.end <= at);
        if self.bodies.get(body).is_some_and(|body| body.contains(&at)) {
            let from = Item::Function(self.imported + u32::try_from(body)?);
            self.edges.entry(from).or_default().push(to);
            return Ok(());
        }
        let Some(segment) = self.segments.iter().position(|(_, bytes)| bytes.contains(&at)) else { return Ok(()) };
        let offset = at - self.segments[segment].1.start;
        let mut owned = false;
        for piece in self.pieces[segment].iter().filter(|piece| piece.range.contains(&offset)) {
            self.edges.entry(Item::Data(piece.symbol)).or_default().push(to);
            owned = true;
        }
        if !owned {
            self.roots.push(to);
        }
        Ok(())
    }

    /// Code that the linker has generated, such as calls of constructors, has no relocations.
    fn refer_without_relocations(&mut self) -> Result<()> {
        for (body, index) in self.bodies.iter().zip(self.imported..) {
            let from = Item::Function(index);
            if self.edges.contains_key(&from) {
                continue;
            }
            let reader = wasmparser::BinaryReader::new(&self.wasm[body.clone()], body.start);
            for operator in wasmparser::FunctionBody::new(reader).get_operators_reader()? {
                if let Operator::Call { function_index } | Operator::RefFunc { function_index } = operator?
                    && !self.registers(function_index)
                {
                    self.edges.entry(from).or_default().push(Item::Function(function_index));
                }
            }
        }
        Ok(())
    }

    fn registers(&self, function: u32) -> bool {
        self.name(function).ends_with(REGISTRATION)
    }

    /// A body without its calls of registrations, which have neither arguments nor results.
    fn without_registrations(&self, body: &Range<usize>) -> Result<Vec<u8>> {
        let bytes = &self.wasm[body.clone()];
        let reader = wasmparser::BinaryReader::new(bytes, body.start);
        let mut operators = wasmparser::FunctionBody::new(reader).get_operators_reader()?;
        let (mut left, mut copied) = (Vec::new(), body.start);
        while !operators.eof() {
            let start = operators.original_position();
            let operator = operators.read()?;
            if matches!(operator, Operator::Call { function_index } if self.registers(function_index)) {
                left.extend_from_slice(&self.wasm[copied..start]);
                copied = operators.original_position();
            }
        }
        left.extend_from_slice(&self.wasm[copied..body.end]);
        Ok(left)
    }

    /// The functions that match a rule, and the rules that match none.
    fn stubs<'n>(&self, never: &'n [Never]) -> Result<(HashSet<u32>, Vec<&'n Never>)> {
        let mut stubs = HashSet::new();
        let mut without_effect = Vec::new();
        for rule in never {
            let named = self.names.iter().filter(|(_, name)| rule.names(name)).map(|(index, _)| *index);
            let before = stubs.len();
            stubs.extend(named.filter(|index| self.body(*index).is_some_and(|body| body.len() >= SHORTEST)));
            if stubs.len() == before {
                without_effect.push(rule);
            }
        }
        for root in &self.roots {
            if let Item::Function(index) = root {
                ensure!(!stubs.contains(index), "{:?} is an export", self.names.get(index));
            }
        }
        Ok((stubs, without_effect))
    }

    fn body(&self, function: u32) -> Option<Range<usize>> {
        self.bodies.get(function.checked_sub(self.imported)? as usize).cloned()
    }

    fn live(&self, stubs: &HashSet<u32>) -> HashSet<Item> {
        let mut live = HashSet::new();
        let mut open = self.roots.clone();
        while let Some(item) = open.pop() {
            if !live.insert(item) || matches!(item, Item::Function(index) if stubs.contains(&index)) {
                continue;
            }
            open.extend(self.edges.get(&item).into_iter().flatten());
        }
        live
    }

    /// The module, and the number of functions and bytes of data that were removed.
    fn write(&self, stubs: &HashSet<u32>, live: &HashSet<Item>) -> Result<(Vec<u8>, usize, usize)> {
        let runs = |index: u32| live.contains(&Item::Function(index)) && !stubs.contains(&index);
        let indices = self.imported..self.imported + u32::try_from(self.bodies.len())?;
        let trap = indices.clone().find(|index| !runs(*index)).context("nothing is to be taken out")?;
        let mut data = 0;
        let mut module = Module::new();
        for payload in Parser::new(0).parse_all(self.wasm) {
            match payload? {
                Payload::ElementSection(_) => {
                    let mut section = ElementSection::new();
                    for (offset, functions) in &self.elements {
                        let function = |index: &u32| if *index < self.imported || runs(*index) { *index } else { trap };
                        let functions: Vec<u32> = functions.iter().map(function).collect();
                        section.active(None, &ConstExpr::i32_const(*offset), Elements::Functions(functions.into()));
                    }
                    module.section(&section);
                }
                Payload::CodeSectionStart { .. } => {
                    let mut section = CodeSection::new();
                    for (body, index) in self.bodies.iter().zip(indices.clone()) {
                        // No locals, `unreachable`, `end`.
                        match runs(index) {
                            true => section.raw(&self.without_registrations(body)?),
                            false => section.raw(&[0, 0, 11]),
                        };
                    }
                    module.section(&section);
                }
                Payload::DataSection(_) => {
                    let mut section = DataSection::new();
                    for ((address, bytes), pieces) in self.segments.iter().zip(&self.pieces) {
                        let kept = kept_bytes(&self.wasm[bytes.clone()], pieces, live);
                        data += self.wasm[bytes.clone()].iter().zip(&kept).filter(|(old, new)| old != new).count();
                        for run in runs_without_gaps(&kept) {
                            let address = address + i32::try_from(run.start)?;
                            section.active(0, &ConstExpr::i32_const(address), kept[run].iter().copied());
                        }
                    }
                    module.section(&section);
                }
                Payload::CodeSectionEntry(_) => {}
                // The data count section is only needed for passive segments, and there are none.
                Payload::DataCountSection { .. } => {}
                Payload::CustomSection(section)
                    if matches!(section.as_known(), KnownCustom::Linking(_) | KnownCustom::Reloc(_)) => {}
                Payload::CustomSection(section) if matches!(section.as_known(), KnownCustom::Name(_)) => {
                    module.section(&self.numbers(indices.clone()));
                }
                other => {
                    if let Some((id, range)) = other.as_section() {
                        module.section(&RawSection { id, data: &self.wasm[range] });
                    }
                }
            }
        }
        let functions = indices.filter(|index| !runs(*index)).count();
        Ok((module.finish(), functions, data))
    }

    fn numbers(&self, functions: Range<u32>) -> NameSection {
        let mut numbers = NameMap::new();
        for index in functions {
            // wasm-bindgen gives these names to exports.
            let is_runtime = self.name(index).starts_with("__") && !self.name(index).contains(':');
            numbers.append(index, &if is_runtime { self.name(index).to_owned() } else { index.to_string() });
        }
        // wasm-bindgen knows the stack's pointer by its name.
        let mut globals = NameMap::new();
        self.global_names.iter().for_each(|(index, name)| globals.append(*index, name));
        let mut names = NameSection::new();
        names.functions(&numbers);
        names.globals(&globals);
        names
    }
}

/// The bytes of a segment, with zeros in place of data that nothing refers to.
fn kept_bytes(bytes: &[u8], pieces: &[Piece], live: &HashSet<Item>) -> Vec<u8> {
    let mut kept = bytes.to_vec();
    let (lives, dead): (Vec<_>, Vec<_>) = pieces.iter().partition(|piece| live.contains(&Item::Data(piece.symbol)));
    for piece in dead {
        kept[piece.range.clone()].fill(0);
    }
    // Data may overlap: the linker merges texts with the same end.
    for piece in lives {
        kept[piece.range.clone()].copy_from_slice(&bytes[piece.range.clone()]);
    }
    kept
}

/// The parts between long runs of zeros.
fn runs_without_gaps(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (place, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte != 0) {
        match runs.last_mut() {
            Some(run) if place - run.end < GAP => run.end = place + 1,
            _ => runs.push(place..place + 1),
        }
    }
    runs
}

fn constant(expression: &wasmparser::ConstExpr) -> Result<i32> {
    match expression.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok(value),
        other => bail!("an address that is {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Linked, Never};

    #[test]
    fn a_rule_that_names_nothing_is_reported_and_the_others_apply() {
        let mut linked = Linked { bodies: vec![0..100, 100..200], ..Linked::default() };
        linked.names = [(0, "a::b".to_owned()), (1, "c::d".to_owned())].into();
        let rules = [
            Never { paths: &["a::"], traits: &[], methods: &[] },
            Never { paths: &["renamed::"], traits: &[], methods: &[] },
        ];
        let (stubs, without_effect) = linked.stubs(&rules).unwrap();
        assert_eq!(stubs, [0].into());
        assert_eq!(without_effect.iter().map(|rule| rule.to_string()).collect::<Vec<_>>(), ["renamed::"]);
    }
}
