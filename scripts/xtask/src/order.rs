//! Puts functions that look alike next to each other, which makes the compressed wasm about 3 % smaller.
//!
//! Takes the bound module, hands on the same with its functions in another order: by their type, then by their code.

use std::convert::Infallible;

use anyhow::{Context, Result};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    CodeSection, ElementSection, ExportSection, FunctionSection, GlobalSection, Module, RawSection, StartSection,
};
use wasmparser::{FunctionBody, Parser, Payload, TypeRef};

/// The new index of each function.
struct Renumber(Vec<u32>);

impl Reencode for Renumber {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(self.0[index as usize])
    }
}

pub(crate) fn order(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut imported = 0;
    let mut types: Vec<u32> = Vec::new();
    let mut bodies: Vec<FunctionBody> = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::FunctionSection(functions) => types = functions.into_iter().collect::<Result<_, _>>()?,
            Payload::CodeSectionEntry(body) => bodies.push(body),
            _ => {}
        }
    }
    let mut ordered: Vec<usize> = (0..bodies.len()).collect();
    ordered.sort_by_key(|own| (types.get(*own), bodies[*own].as_bytes()));
    let mut renumber = Renumber((0..imported + u32::try_from(bodies.len())?).collect());
    for (new, own) in (imported..).zip(&ordered) {
        renumber.0[imported as usize + own] = new;
    }
    let mut module = Module::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::FunctionSection(_) => {
                let mut section = FunctionSection::new();
                for own in &ordered {
                    section.function(*types.get(*own).context("a function without a type")?);
                }
                module.section(&section);
            }
            Payload::GlobalSection(globals) => {
                let mut section = GlobalSection::new();
                renumber.parse_global_section(&mut section, globals)?;
                module.section(&section);
            }
            Payload::ExportSection(exports) => {
                let mut section = ExportSection::new();
                renumber.parse_export_section(&mut section, exports)?;
                module.section(&section);
            }
            Payload::StartSection { func, .. } => {
                module.section(&StartSection { function_index: renumber.function_index(func)? });
            }
            Payload::ElementSection(elements) => {
                let mut section = ElementSection::new();
                renumber.parse_element_section(&mut section, elements)?;
                module.section(&section);
            }
            Payload::CodeSectionStart { .. } => {
                let mut section = CodeSection::new();
                for own in &ordered {
                    renumber.parse_function_body(&mut section, bodies[*own].clone())?;
                }
                module.section(&section);
            }
            Payload::CodeSectionEntry(_) => {}
            other => {
                if let Some((id, range)) = other.as_section() {
                    module.section(&RawSection { id, data: &wasm[range] });
                }
            }
        }
    }
    Ok(module.finish())
}
