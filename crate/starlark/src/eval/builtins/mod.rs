//! ytt's universe: the functions and methods that every program has, and the operators.
//!
//! The starlark crate's own would do most of the work, but ytt shows other texts, counts strings in bytes, prints
//! floats shorter, and lacks some of them. `functions`, `strings` and `collections` are for
//! programs, `operators` for the machine.

pub(crate) mod attributes;
pub(crate) mod call;
mod chars;
pub(crate) mod collections;
mod compare;
mod functions;
mod iterables;
pub(crate) mod kinds;
pub(crate) mod native;
pub(crate) mod numbers;
pub(crate) mod operators;
mod slices;
mod sorting;
mod string_format;
mod strings;
pub(crate) mod text;

#[cfg(test)]
mod tests;

use starlark::environment::{GlobalsBuilder, LibraryExtension};

use starlark::values::none::NoneType;

use native::Function;

/// Puts ytt's universe into `builder`.
pub(crate) fn universe(builder: &mut GlobalsBuilder) {
    builder.set("None", NoneType);
    builder.set("True", true);
    builder.set("False", false);
    // Only the starlark crate can make its sets. Its whole standard library would be built in 4 ms, with the documentation of each function.
    let mut engine = GlobalsBuilder::new();
    LibraryExtension::SetType.add(&mut engine);
    let engine = engine.build();
    builder.frozen_heap().add_reference(engine.heap());
    for (name, code) in functions::FUNCTIONS {
        let behind = engine.iter().find(|(known, _)| *known == "set" && name == known).map(|(_, value)| value);
        builder.set(name, Function { name, code: *code, engine: behind });
    }
}
