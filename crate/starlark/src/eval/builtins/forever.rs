//! What a `while` loop iterates over: the starlark crate has `for` only, so the loop's condition becomes a `break`.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::starlark_simple_value;
use starlark::values::{Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Value, starlark_value};

/// Yields `None` without end; the step limit ends a loop that does not end itself.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub struct Forever;

impl fmt::Display for Forever {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("forever")
    }
}

starlark_simple_value!(Forever);

#[starlark_value(type = "forever")]
impl<'v> StarlarkValue<'v> for Forever {
    // SAFETY: the trait asks for a matching `iter_stop`; nothing is borrowed here.
    unsafe fn iterate(&self, me: Value<'v>, _heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(me)
    }

    // SAFETY: as above.
    unsafe fn iter_next(&self, _index: usize, _heap: Heap<'v>) -> Option<Value<'v>> {
        Some(Value::new_none())
    }

    // SAFETY: as above.
    unsafe fn iter_stop(&self) {}
}
