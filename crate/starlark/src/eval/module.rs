//! What is left of a file after its evaluation: its public globals, frozen.

use starlark::values::OwnedFrozenValue;

/// The exports of an evaluated file, in the order they were first assigned.
pub struct Module {
    pub exports: Vec<(String, OwnedFrozenValue)>,
    /// The place in the session of what was run; none for a file without templating.
    pub template: Option<usize>,
}

impl Module {
    pub fn get(&self, name: &str) -> Option<&OwnedFrozenValue> {
        self.exports.iter().find(|(n, _)| n == name).map(|(_, v)| v)
    }
}
