//! One module, without the sections that only the other steps need.

use anyhow::Result;
use wasm_encoder::{Module, RawSection};
use wasmparser::{KnownCustom, Parser, Payload};

/// A valid empty module: the rest of a module that is not split.
pub(crate) const EMPTY: &[u8] = b"\0asm\x01\0\0\0";

/// The linker's sections about symbols and relocations are invalid after wasm-bindgen has changed the module.
pub(crate) fn without_relocations(wasm: &[u8]) -> Result<Vec<u8>> {
    without(wasm, |section| matches!(section, KnownCustom::Linking(_) | KnownCustom::Reloc(_)))
}

pub(crate) fn without_names(wasm: &[u8]) -> Result<Vec<u8>> {
    without(wasm, |section| matches!(section, KnownCustom::Name(_)))
}

fn without(wasm: &[u8], dropped: fn(KnownCustom) -> bool) -> Result<Vec<u8>> {
    let mut module = Module::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::CustomSection(section) if dropped(section.as_known()) => {}
            other => {
                if let Some((id, range)) = other.as_section() {
                    module.section(&RawSection { id, data: &wasm[range] });
                }
            }
        }
    }
    Ok(module.finish())
}
