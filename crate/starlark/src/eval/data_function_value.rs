//! Native functions that are data for layers above, as Starlark values.

use std::fmt;
use std::rc::Rc;

use allocative::Allocative;
use send_wrapper::SendWrapper;
use starlark::any::ProvidesStaticType;
use starlark::collections::StarlarkHasher;
use starlark::eval::{Arguments, Evaluator};
use starlark::starlark_simple_value;
use starlark::values::{NoSerialize, StarlarkPagablePanic, StarlarkValue, Value, starlark_value};

use super::builtins::call::Call;
use super::builtins::kinds::BUILTIN_TYPE;
use super::plain_value::data_function::DataFunction;
use super::run::Run;

/// A function that is data.
#[derive(ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub struct DataFunctionValue(#[allocative(skip)] pub SendWrapper<Rc<dyn DataFunction>>);

starlark_simple_value!(DataFunctionValue);

impl fmt::Debug for DataFunctionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for DataFunctionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<built-in function {}>", self.0.name())
    }
}

#[starlark_value(type = BUILTIN_TYPE)]
impl<'v> StarlarkValue<'v> for DataFunctionValue {
    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let mut call = Call::new(self.0.name());
        call.fill(args, eval.heap())?;
        (Run::of(eval)?.engine.call_data)(&**self.0, call.args(), eval)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        std::hash::Hash::hash(self.0.name(), hasher);
        Ok(())
    }
}
