//! The constants of a function, each once.

use std::collections::HashMap;

use num_bigint::BigInt;
use starlark::values::FrozenValue;
use starlark::values::float::StarlarkFloat;

use super::Compiler;
use crate::machine::code::Operand;
use crate::syntax::token::Literal;

/// The identity of a constant.
#[derive(Clone, Copy)]
pub(super) enum Key<'k> {
    Text(&'k str),
    /// The digits of an int.
    Int(&'k str),
    /// A built-in name.
    Name(&'k str),
}

#[derive(Default)]
pub(super) struct Constants {
    values: Vec<FrozenValue>,
    texts: HashMap<String, Operand>,
    ints: HashMap<String, Operand>,
    names: HashMap<String, Operand>,
}

impl Constants {
    pub(super) fn operand(&mut self, key: Key<'_>, make: impl FnOnce() -> FrozenValue) -> Operand {
        let (known, text) = match key {
            Key::Text(text) => (&mut self.texts, text),
            Key::Int(digits) => (&mut self.ints, digits),
            Key::Name(name) => (&mut self.names, name),
        };
        if let Some(operand) = known.get(text) {
            return *operand;
        }
        self.values.push(make());
        let operand = Operand::constant(self.values.len() - 1);
        known.insert(text.to_owned(), operand);
        operand
    }

    fn add(&mut self, value: FrozenValue) -> Operand {
        self.values.push(value);
        Operand::constant(self.values.len() - 1)
    }

    pub(super) fn finish(self) -> Vec<FrozenValue> {
        self.values
    }
}

impl Compiler<'_, '_> {
    pub(super) fn literal(&mut self, literal: &Literal) -> Operand {
        match literal {
            Literal::Int(digits) => {
                let heap = &self.program.heap;
                self.constants.operand(Key::Int(digits), || heap.alloc(int(digits)))
            }
            Literal::Float(value) => self.constants.add(self.program.heap.alloc(StarlarkFloat(*value))),
            Literal::Str(text) => self.text(text),
        }
    }

    pub(super) fn text(&mut self, text: &str) -> Operand {
        let value = self.string(text);
        self.constants.operand(Key::Text(text), || value)
    }

    /// A built-in name. The resolver knows no others.
    pub(super) fn universal(&mut self, name: &str) -> Operand {
        let universe = self.program.input.universe;
        self.constants.operand(Key::Name(name), || match name {
            "None" => FrozenValue::new_none(),
            "True" => FrozenValue::new_bool(true),
            "False" => FrozenValue::new_bool(false),
            _ => universe(name).unwrap_or_else(FrozenValue::new_none),
        })
    }
}

fn int(digits: &str) -> BigInt {
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let value = match hex {
        Some(hex) => BigInt::parse_bytes(hex.as_bytes(), 16),
        None => BigInt::parse_bytes(digits.as_bytes(), 10),
    };
    value.unwrap_or_default()
}
