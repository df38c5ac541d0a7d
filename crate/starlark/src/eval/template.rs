//! Templates that are compiled.

use crate::machine::code::Compiled;
use crate::program::Program;
use crate::syntax;

/// A template that is compiled: the state that all its runs share.
pub struct Template {
    /// The program it was compiled from.
    pub program: Program,
    pub(crate) code: Compiled,
    /// The text of the program, for positions in messages.
    pub(crate) source: syntax::source::Source,
}

impl Template {
    /// The variables that other programs can load, with their indexes.
    pub(super) fn exports(&self) -> impl Iterator<Item = (usize, &str)> {
        let names = self.code.variables.iter().map(String::as_str).enumerate();
        names.filter(|(_, name)| !name.starts_with('_'))
    }
}
