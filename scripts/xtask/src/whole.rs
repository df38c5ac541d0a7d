//! The module in one piece, without the sections that only the steps of a small build read.

use anyhow::Result;
use wasm_encoder::{Module, RawSection};
use wasmparser::{KnownCustom, Parser, Payload};

/// A valid module with nothing in it: the rest of a module that is in one piece.
pub(crate) const EMPTY: &[u8] = b"\0asm\x01\0\0\0";

/// What the linker says of symbols and of references is no longer true after wasm-bindgen has changed the module.
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
