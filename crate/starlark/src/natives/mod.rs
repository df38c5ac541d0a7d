//! The parts of the modules of `@ytt:`: module values with native functions as members, and values that YAML cannot hold.
//!
//! A native receives its arguments as they were passed ([`Call`]) and fails with an [`Error`]. This module has all the names
//! that code of natives needs, so that other layers need not depend on the `starlark` crate.

pub(crate) mod evaluation;
mod lambda;
mod objects;
mod run;
mod values;

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::coerce::Coerce;
use starlark::collections::{SmallMap, StarlarkHasher};
use starlark::eval::{Arguments, Evaluator};
use starlark::starlark_complex_value;
use starlark::values::{Freeze, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, ValueLike, starlark_value};

pub use starlark::values::{Heap, Value};

pub use crate::eval::builtins::call::Call;
pub use crate::eval::object_type::ObjectType;
pub use evaluation::{Evaluation, nested};
pub use lambda::{Lambda, lambda};
pub use objects::{Object, captured, object, object_of, opaque};
pub use run::{check_count, string_argument};
pub use values::{
    Maps, data_function, dict, float, fragment, fragment_or_scalar, go_kind, go_type, go_type_name, int64, is_callable,
    is_fragment, is_int, length, list, node_type, number, pair, string, structure, to_int, type_name,
};

use crate::diagnostics::Error;
use crate::diagnostics::code;
use crate::eval::builtins::kinds::BUILTIN_TYPE;
use crate::eval::errors;
use crate::eval::stopping::{check_memory, check_result};

/// The values that a native was made with.
pub type Captured<'v> = [Value<'v>];

/// The code of a native.
pub type Code = for<'v> fn(&Captured<'v>, &Call<'v>, &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error>;

/// A native function, with values it was made with (a receiver, bound arguments).
#[derive(Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
pub struct NativeGen<V> {
    #[trace(unsafe_ignore)]
    #[freeze(identity)]
    name: &'static str,
    #[trace(unsafe_ignore)]
    #[freeze(identity)]
    #[allocative(skip)]
    code: Code,
    /// The code of its errors that have none.
    #[trace(unsafe_ignore)]
    #[freeze(identity)]
    #[allocative(skip)]
    fails: code::Code,
    /// Whether its name is put in front of its errors.
    #[trace(unsafe_ignore)]
    #[freeze(identity)]
    names_errors: bool,
    captured: Vec<V>,
}

starlark_complex_value!(pub Native);

impl<V> fmt::Debug for NativeGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Native({})", self.name)
    }
}

impl<V> fmt::Display for NativeGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<built-in function {}>", self.name)
    }
}

impl<'v, V: ValueLike<'v>> NativeGen<V> {
    /// Its name, for messages about its arguments.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Calls it.
    pub(crate) fn run(&self, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
        check_memory(eval)?;
        let captured: Vec<Value<'v>> = self.captured.iter().map(|v| v.to_value()).collect();
        let result = (self.code)(&captured, call, eval).map_err(|error| {
            let error = error.coded(self.fails);
            errors::fail(if self.names_errors { error.context(self.name) } else { error })
        });
        check_result(eval, self.name, result?)
    }
}

#[starlark_value(type = BUILTIN_TYPE)]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for NativeGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let mut call = Call::new(self.name);
        call.fill(args, eval.heap())?;
        self.run(&call, eval)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        std::hash::Hash::hash(self.name, hasher);
        Ok(())
    }
}

/// `load("@ytt:data", "data")`: a name and its members.
#[derive(Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
pub struct ModuleValueGen<V> {
    name: String,
    members: SmallMap<String, V>,
}

starlark_complex_value!(pub ModuleValue);

impl<V> fmt::Debug for ModuleValueGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ModuleValue({})", self.name)
    }
}

impl<V> fmt::Display for ModuleValueGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<module \"{}\">", self.name)
    }
}

#[starlark_value(type = "module")]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for ModuleValueGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    fn get_attr(&self, attribute: &str, _heap: Heap<'v>) -> Option<Value<'v>> {
        self.members.get(attribute).map(|v| v.to_value())
    }

    fn dir_attr(&self) -> Vec<String> {
        let mut names: Vec<String> = self.members.keys().cloned().collect();
        names.sort();
        names
    }
}

/// Builds a module value member by member.
pub struct ModuleBuilder<'v> {
    heap: Heap<'v>,
    name: String,
    members: SmallMap<String, Value<'v>>,
    captured: Vec<Value<'v>>,
    fails: code::Code,
}

impl<'v> ModuleBuilder<'v> {
    /// A module without members.
    pub fn new(heap: Heap<'v>, name: &str) -> ModuleBuilder<'v> {
        ModuleBuilder {
            heap,
            name: name.to_owned(),
            members: SmallMap::new(),
            captured: Vec::new(),
            fails: code::Code::Module,
        }
    }

    /// Values that every function added from here on is made with.
    pub fn capturing(mut self, captured: Vec<Value<'v>>) -> Self {
        self.captured = captured;
        self
    }

    /// Sets the code of the errors of all functions that are added after this.
    pub fn failing(mut self, fails: code::Code) -> Self {
        self.fails = fails;
        self
    }

    /// Adds a function; `name` is its full name, such as `data.read`. The last part is the name of the member.
    pub fn function(mut self, name: &'static str, code: Code) -> Self {
        let member = name.rsplit('.').next().unwrap_or(name).to_owned();
        let captured = self.captured.clone();
        let value = self.heap.alloc(Native { name, code, fails: self.fails, names_errors: true, captured });
        self.members.insert(member, value);
        self
    }

    /// Adds a member that is a value already.
    pub fn value(mut self, member: &str, value: Value<'v>) -> Self {
        self.members.insert(member.to_owned(), value);
        self
    }

    /// The module as a value.
    pub fn build(self) -> Value<'v> {
        self.heap.alloc(ModuleValue { name: self.name, members: self.members })
    }
}

/// A module value with members that are values already (`module.make`).
pub fn module<'v>(heap: Heap<'v>, name: String, members: impl IntoIterator<Item = (String, Value<'v>)>) -> Value<'v> {
    heap.alloc(ModuleValue { name, members: members.into_iter().collect() })
}

/// A native function value.
pub fn native<'v>(heap: Heap<'v>, name: &'static str, code: Code, captured: Vec<Value<'v>>) -> Value<'v> {
    heap.alloc(Native { name, code, fails: code::Code::Module, names_errors: true, captured })
}

/// A native function value that does not put its name in front of its errors.
pub fn unnamed_native<'v>(heap: Heap<'v>, name: &'static str, code: Code, captured: Vec<Value<'v>>) -> Value<'v> {
    heap.alloc(Native { name, code, fails: code::Code::Module, names_errors: false, captured })
}
