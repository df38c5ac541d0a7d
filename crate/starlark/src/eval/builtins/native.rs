//! The kinds of native callables: a function of the universe, and a method bound to its receiver.
//!
//! They are own values rather than the starlark crate's functions: they print as ytt prints them, and they see
//! their arguments raw, so that every complaint about arguments has ytt's words.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::collections::StarlarkHasher;
use starlark::eval::{Arguments, Evaluator};
use starlark::values::{
    AllocFrozenValue, AllocValue, Freeze, FreezeResult, Freezer, FrozenHeap, FrozenValue, Heap, NoSerialize,
    StarlarkPagablePanic, StarlarkValue, Trace, Tracer, Value, ValueLike, starlark_value,
};

use super::call::Call;
use super::kinds::{self, BUILTIN_TYPE};
use crate::eval::stopping::{check_memory, check_result};

/// The code of a function of the universe.
pub(crate) type FunctionCode = for<'v> fn(&Call<'v>, &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>>;

/// The code of a method.
pub(crate) type MethodCode =
    for<'v> fn(Value<'v>, &Call<'v>, &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>>;

/// A function of the universe.
#[derive(ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct Function {
    pub name: &'static str,
    #[allocative(skip)]
    pub code: FunctionCode,
    /// A function of the starlark crate that does part of the work; the globals keep it alive.
    pub engine: Option<FrozenValue>,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Function({})", self.name)
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<built-in function {}>", self.name)
    }
}

impl AllocFrozenValue for Function {
    fn alloc_frozen_value(self, heap: &FrozenHeap) -> FrozenValue {
        heap.alloc_simple(self)
    }
}

impl<'v> AllocValue<'v> for Function {
    fn alloc_value(self, heap: Heap<'v>) -> Value<'v> {
        heap.alloc_simple(self)
    }
}

#[starlark_value(type = BUILTIN_TYPE)]
impl<'v> StarlarkValue<'v> for Function {
    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        check_memory(eval)?;
        let mut call = Call::new(self.name);
        call.fill(args, eval.heap())?;
        call.engine = self.engine.map(FrozenValue::to_value);
        (self.code)(&call, eval)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        std::hash::Hash::hash(self.name, hasher);
        Ok(())
    }
}

/// A method and the value it was taken from.
#[derive(ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct MethodGen<V> {
    pub name: &'static str,
    pub receiver: V,
    #[allocative(skip)]
    pub code: MethodCode,
}

pub(crate) type Method<'v> = MethodGen<Value<'v>>;

impl<V> fmt::Debug for MethodGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Method({})", self.name)
    }
}

impl<'v, V: ValueLike<'v>> fmt::Display for MethodGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = kinds::type_name(self.receiver.to_value());
        write!(f, "<built-in method {} of {kind} value>", self.name)
    }
}

// SAFETY: the receiver is the only value inside.
unsafe impl<'v> Trace<'v> for Method<'v> {
    fn trace(&mut self, tracer: &Tracer<'v>) {
        self.receiver.trace(tracer);
    }
}

impl<'v> Freeze for Method<'v> {
    type Frozen = MethodGen<FrozenValue>;

    fn freeze(self, freezer: &Freezer) -> FreezeResult<Self::Frozen> {
        Ok(MethodGen { name: self.name, receiver: self.receiver.freeze(freezer)?, code: self.code })
    }
}

impl<'v> AllocValue<'v> for Method<'v> {
    fn alloc_value(self, heap: Heap<'v>) -> Value<'v> {
        heap.alloc_complex(self)
    }
}

#[starlark_value(type = BUILTIN_TYPE)]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for MethodGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    type Canonical = Method<'v>;

    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        check_memory(eval)?;
        let mut call = Call::new(self.name);
        call.fill(args, eval.heap())?;
        let result = (self.code)(self.receiver.to_value(), &call, eval)?;
        check_result(eval, self.name, result)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        std::hash::Hash::hash(self.name, hasher);
        Ok(())
    }
}
