//! The files and modules of native code that a running program may load.

use std::rc::Rc;

use starlark::values::Value;

use super::template::Template;
use crate::diagnostics::Error;
use crate::natives::evaluation::Evaluation;

/// Evaluates a template with ytt's number of it, in its surroundings.
pub type RunLoaded<'r> = dyn FnMut(&Rc<Template>, u32, Rc<dyn Scope>) -> Result<(), Error> + 'r;

/// The values that a load can bind, by name.
pub type Exports<'v> = Vec<(String, Value<'v>)>;

/// The surroundings of one file.
pub trait Scope {
    /// The address of what evaluates the file. Messages have lines only of files that the same has evaluated.
    fn evaluation(&self) -> *const ();

    /// `load(path, …)` of native code; none where the path is that of a file.
    fn load_native<'v>(self: Rc<Self>, path: &str, eval: &mut dyn Evaluation<'v>)
    -> Option<Result<Exports<'v>, Error>>;

    /// `load(path, …)` of a file. Compiles it, and passes it to `run` with its surroundings; a file without templating is not run.
    fn load(&self, path: &str, run: &mut RunLoaded<'_>) -> Result<(), Error>;
}
