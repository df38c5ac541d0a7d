//! The interface of the modules of `@ytt:` to the file that loads them: other files, data values, libraries. The workspace implements it.

use std::rc::Rc;
use std::sync::Arc;

use crate::diagnostics::Error;
use crate::starlark::{FunctionCaller, Module};
use crate::yaml::tree::{DocumentSet, Value};

/// The surroundings of one file: its library, the root library, the data values of this run.
pub trait Surroundings {
    /// `data.values`, before it becomes a struct.
    fn data_values(&self) -> Value;

    /// `data.list(path)`; `None` without an argument.
    fn list(&self, path: Option<&str>) -> Result<Vec<String>, Error>;

    /// `data.read(path)`.
    fn read(&self, path: &str) -> Result<Arc<[u8]>, Error>;

    /// `library.get(path, …)`.
    fn library(&self, path: &str, options: LibraryOptions) -> Result<Rc<dyn Library>, Error>;
}

/// The keyword arguments of `library.get`.
#[derive(Clone, Debug, Default)]
pub struct LibraryOptions {
    /// `alias`: what messages and paths add to the library's name.
    pub alias: String,
    /// `ignore_unknown_comments`, if it is set.
    pub ignore_unknown_comments: Option<bool>,
    /// `implicit_map_key_overrides`, if it is set.
    pub implicit_map_key_overrides: Option<bool>,
    /// `strict`, if it is set.
    pub strict: Option<bool>,
    /// `dangerous_data_values_disable_validation`.
    pub skip_validation: bool,
}

/// A library as returned by `library.get`: every `with…` makes a new one.
pub trait Library {
    /// `path~alias`, as messages name it.
    fn description(&self) -> String;

    /// `with_data_values(values)`; `plain` values have no annotations.
    fn with_data_values(&self, values: Value, plain: bool) -> Result<Rc<dyn Library>, Error>;

    /// `with_data_values_schema(schema)`.
    fn with_data_values_schema(&self, schema: Value, calls: &mut dyn FunctionCaller) -> Result<Rc<dyn Library>, Error>;

    /// `eval()`: the documents of its output.
    fn eval(&self, calls: &mut dyn FunctionCaller) -> Result<DocumentSet, Error>;

    /// `data_values()`: its effective data values.
    fn data_values(&self, calls: &mut dyn FunctionCaller) -> Result<Value, Error>;

    /// The module that exports `symbol`; it is exactly one file (at `path`, if there is one).
    fn export(&self, symbol: &str, path: Option<&str>, calls: &mut dyn FunctionCaller) -> Result<Rc<Module>, Error>;
}
