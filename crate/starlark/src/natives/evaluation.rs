//! The interface of natives to the evaluation that calls them.

use std::rc::Rc;

use starlark::values::{Heap, OwnedFrozenValue, Value};

use crate::diagnostics::Error;
use crate::eval::builtins::call::Call;
use crate::eval::host::Host;
use crate::eval::plain_value::{FunctionCaller, PlainValue};
use crate::eval::values::Maps;
use crate::extensions::Extensions;
use crate::limits::Budget;
use crate::positions::Position;
use crate::yaml::tree;

/// The evaluation that calls a native.
pub trait Evaluation<'v> {
    /// The heap for new values.
    fn heap(&self) -> Heap<'v>;

    /// The host that natives write to.
    ///
    /// # Errors
    /// No template is running. The other methods have the same error.
    fn host(&self) -> Result<Rc<Host>, Error>;

    /// The unused part of the limits.
    fn budget(&self) -> Result<Rc<Budget>, Error>;

    /// The extensions of the render.
    fn extensions(&self) -> Result<Extensions, Error>;

    /// The index of the template that is being evaluated.
    fn template(&self) -> Result<Option<usize>, Error>;

    /// How long strings and collections may be, in bytes and items.
    fn max_length(&self) -> usize;

    /// A value as YAML. Its nodes have no position.
    ///
    /// # Errors
    /// YAML cannot hold it (functions, modules, integers over 64 bits), or it nests too deeply.
    fn to_tree(&self, value: Value<'v>) -> Result<tree::Value, Error>;

    /// Like [`Evaluation::to_tree`], with nodes at `position`.
    fn to_tree_at(&self, value: Value<'v>, position: &Position) -> Result<tree::Value, Error>;

    /// YAML as values. With [`Maps::Struct`] keys have to be strings.
    fn value_of(&self, tree: &tree::Value, maps: Maps) -> Result<Value<'v>, Error>;

    /// A value as data; functions and objects in it become handles.
    ///
    /// # Errors
    /// The value has more nodes than the limit.
    fn plain(&self, value: Value<'v>) -> Result<PlainValue, Error>;

    /// A handle of the value, which [`FunctionCaller::current`] takes.
    fn handle(&self, value: Value<'v>) -> Result<u64, Error>;

    /// A value that another file exports.
    ///
    /// # Errors
    /// It is nested too deeply.
    fn import(&self, value: &OwnedFrozenValue) -> Result<Value<'v>, Error>;

    /// Calls a function of the program.
    ///
    /// # Errors
    /// The errors of the function, without its frames.
    fn call(
        &mut self,
        function: Value<'v>,
        positional: &[Value<'v>],
        named: &[(&'v str, Value<'v>)],
    ) -> Result<Value<'v>, Error>;

    /// Calls a function of the program that may fail: the inner error.
    ///
    /// # Errors
    /// A limit has ended the run.
    fn attempt(&mut self, function: Value<'v>) -> Result<Result<Value<'v>, Error>, Error>;

    /// Calls functions of the program for code that knows no values.
    fn function_caller(&mut self) -> Box<dyn FunctionCaller + '_>;

    /// Runs what evaluates other files inside of the native's call; see [`nested`].
    fn nest(&mut self, evaluate: &mut dyn FnMut(&mut dyn FunctionCaller)) -> Result<(), Error>;

    /// `template.replace(…)` in the template with that index.
    fn replace_nodes(&mut self, template: usize, call: &Call<'v>) -> Result<Value<'v>, Error>;
}

/// Runs what evaluates other files inside of the native's call.
pub fn nested<T>(
    eval: &mut dyn Evaluation<'_>,
    mut evaluate: impl FnMut(&mut dyn FunctionCaller) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut result = None;
    eval.nest(&mut |calls| result = Some(evaluate(calls)))?;
    result.unwrap_or_else(|| Err(Error::message("expected a running template")))
}
