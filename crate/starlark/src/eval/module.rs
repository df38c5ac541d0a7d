//! The public globals of a file after its evaluation, frozen.

use starlark::values::OwnedFrozenValue;

/// The exports of an evaluated file, in the order they were first assigned.
#[derive(Default)]
pub struct Module {
    /// Names and values.
    pub exports: Vec<(String, OwnedFrozenValue)>,
}

impl Module {
    /// The value of an exported name.
    pub fn get(&self, name: &str) -> Option<&OwnedFrozenValue> {
        self.exports.iter().find(|(n, _)| n == name).map(|(_, v)| v)
    }
}
