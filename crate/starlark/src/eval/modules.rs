//! Native code as the evaluator needs it from the layers above.

use starlark::values::Value;

use super::plain_value::data_function::DataFunction;
use crate::diagnostics::Error;
use crate::extensions::Extensions;
use crate::natives::evaluation::Evaluation;

/// The modules of native code that programs can load.
pub trait Modules {
    /// The path from which a module of the name is loaded, if there is one.
    fn path(&self, name: &str, extensions: Extensions) -> Option<String>;

    /// Calls a function that is data for layers above.
    fn call<'v>(
        &self,
        function: &dyn DataFunction,
        arguments: &[Value<'v>],
        eval: &mut dyn Evaluation<'v>,
    ) -> Result<Value<'v>, Error>;
}
