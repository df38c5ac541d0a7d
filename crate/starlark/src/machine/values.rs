//! The values of the machine in the heap of the `starlark` crate: functions, cells, and the variables of a module.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::coerce::Coerce;
use starlark::collections::StarlarkHasher;
use starlark::eval::{Arguments, Evaluator};
use starlark::starlark_complex_value;
use starlark::values::{
    Freeze, FreezeResult, Freezer, FrozenValue, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, Value,
    ValueLike, starlark_value,
};

use super::code::Code;
use crate::eval::builtins::kinds::FUNCTION_TYPE;
use crate::eval::forms::opaque_forms;
use crate::eval::stopping::call_function;

/// A function of a program, with the variables that it captures.
#[derive(Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
pub(crate) struct FunctionGen<V> {
    #[trace(unsafe_ignore)]
    #[freeze(identity)]
    #[allocative(skip)]
    pub(super) code: Arc<Code>,
    /// The variables of its module.
    pub(super) globals: V,
    pub(super) defaults: Vec<V>,
    pub(super) cells: Vec<V>,
}

starlark_complex_value!(pub(crate) Function);

impl<V> FunctionGen<V> {
    /// How many parameters it has.
    pub(crate) fn parameters(&self) -> usize {
        let parameters = &self.code.parameters;
        parameters.single.len() + usize::from(parameters.star) + usize::from(parameters.double_star)
    }
}

impl Function<'_> {
    /// The template of its module, by its index in the session.
    pub(super) fn template(&self) -> usize {
        template_of(self.globals)
    }
}

impl<'v> Function<'v> {
    /// The default values of its parameters, and the variables of functions around it.
    pub(crate) fn held(&self) -> impl Iterator<Item = Value<'v>> {
        self.defaults.iter().copied().chain(self.cells.iter().filter_map(|cell| read_cell(*cell)))
    }

    /// The variables of its module.
    pub(crate) fn globals(&self) -> Value<'v> {
        self.globals
    }
}

impl<V> fmt::Debug for FunctionGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<V> fmt::Display for FunctionGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<function {}>", self.code.name)
    }
}

#[starlark_value(type = FUNCTION_TYPE)]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for FunctionGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    fn invoke(
        &self,
        me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        let positional: Vec<_> = args.positions(heap)?.collect();
        let named: Vec<_> = args.names_map()?.into_iter().map(|(name, value)| (name.as_str(), value)).collect();
        call_function(eval, me, &positional, &named)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        std::hash::Hash::hash(&Arc::as_ptr(&self.code), hasher);
        Ok(())
    }
}

/// A variable of a function that functions inside of it use.
#[derive(Debug, Trace, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(super) struct Variable<'v>(#[allocative(skip)] pub(super) Cell<Option<Value<'v>>>);

#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(super) struct FrozenVariable(Option<FrozenValue>);

impl<'v> Freeze for Variable<'v> {
    type Frozen = FrozenVariable;

    fn freeze(self, freezer: &Freezer) -> FreezeResult<FrozenVariable> {
        Ok(FrozenVariable(self.0.into_inner().map(|value| value.freeze(freezer)).transpose()?))
    }
}

opaque_forms!("variable": Variable, FrozenVariable);

/// The value of a variable in a cell.
#[inline]
pub(super) fn read_cell<'v>(cell: Value<'v>) -> Option<Value<'v>> {
    match cell.downcast_ref::<Variable<'v>>() {
        Some(variable) => variable.0.get(),
        None => cell.downcast_ref::<FrozenVariable>()?.0.map(FrozenValue::to_value),
    }
}

/// The variables of a module.
#[derive(Debug, Trace, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(super) struct Globals<'v> {
    /// The template that runs, by its index in the session.
    pub(super) template: usize,
    #[allocative(skip)]
    pub(super) values: Vec<Cell<Option<Value<'v>>>>,
}

#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(super) struct FrozenGlobals {
    template: usize,
    values: Vec<Option<FrozenValue>>,
}

impl<'v> Freeze for Globals<'v> {
    type Frozen = FrozenGlobals;

    fn freeze(self, freezer: &Freezer) -> FreezeResult<FrozenGlobals> {
        let freeze = |slot: Cell<Option<Value<'v>>>| slot.into_inner().map(|value| value.freeze(freezer)).transpose();
        let values = self.values.into_iter().map(freeze).collect::<FreezeResult<_>>()?;
        Ok(FrozenGlobals { template: self.template, values })
    }
}

opaque_forms!("globals": Globals, FrozenGlobals);

/// The value of a module's variable.
#[inline]
pub(super) fn read_global<'v>(globals: Value<'v>, index: usize) -> Option<Value<'v>> {
    match globals.downcast_ref::<Globals<'v>>() {
        Some(globals) => globals.values[index].get(),
        None => globals.downcast_ref::<FrozenGlobals>()?.values[index].map(FrozenValue::to_value),
    }
}

/// The values of registers.
#[inline]
pub(super) fn values<'v>(registers: &[Option<Value<'v>>]) -> impl ExactSizeIterator<Item = Value<'v>> {
    registers.iter().map(|value| value.unwrap_or_else(Value::new_none))
}

/// The values of the variables of a module that have one; none if it is frozen.
pub(crate) fn values_of<'v>(globals: Value<'v>) -> impl Iterator<Item = Value<'v>> {
    globals.downcast_ref::<Globals<'v>>().into_iter().flat_map(|globals| &globals.values).filter_map(Cell::get)
}

/// The template of a module, by its index in the session.
pub(super) fn template_of(globals: Value<'_>) -> usize {
    match globals.downcast_ref::<Globals<'_>>() {
        Some(globals) => globals.template,
        None => globals.downcast_ref::<FrozenGlobals>().map_or(usize::MAX, |globals| globals.template),
    }
}
