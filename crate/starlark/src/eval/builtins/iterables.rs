//! The results of `elems`, `elem_ords`, `codepoints` and `codepoint_ords` of a string: values that can be
//! iterated and nothing else.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::starlark_simple_value;
use starlark::values::{Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Value, ValueLike, starlark_value};

use crate::byte_text;
use crate::go::quote::quote;

/// The iterable over the bytes of a string.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub struct Elems {
    pub text: String,
    pub numbers: bool,
}

impl fmt::Display for Elems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let method = if self.numbers { "elem_ords" } else { "elems" };
        write!(f, "{}.{method}()", quote(&self.text))
    }
}

starlark_simple_value!(Elems);

#[starlark_value(type = "elems")]
impl<'v> StarlarkValue<'v> for Elems {
    fn length(&self) -> starlark::Result<i32> {
        Ok(i32::try_from(byte_text::length(&self.text)).unwrap_or(i32::MAX))
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        Ok(other
            .downcast_ref::<Elems>()
            .is_some_and(|other| (&self.text, self.numbers) == (&other.text, other.numbers)))
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        let bytes = byte_text::to_bytes(&self.text);
        let value = |byte: &u8| {
            if self.numbers { heap.alloc(i32::from(*byte)) } else { heap.alloc(&*byte_text::from_bytes(&[*byte])) }
        };
        Ok(bytes.iter().map(value).collect())
    }
}

/// The iterable over the characters of a string.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub struct Codepoints {
    pub text: String,
    pub numbers: bool,
}

impl fmt::Display for Codepoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let method = if self.numbers { "codepoint_ords" } else { "codepoints" };
        write!(f, "{}.{method}()", quote(&self.text))
    }
}

starlark_simple_value!(Codepoints);

#[starlark_value(type = "codepoints")]
impl<'v> StarlarkValue<'v> for Codepoints {
    fn length(&self) -> starlark::Result<i32> {
        Ok(i32::try_from(byte_text::lossy(&self.text).chars().count()).unwrap_or(i32::MAX))
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        Ok(other
            .downcast_ref::<Codepoints>()
            .is_some_and(|other| (&self.text, self.numbers) == (&other.text, other.numbers)))
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        if self.numbers {
            return Ok(byte_text::lossy(&self.text).chars().map(|c| heap.alloc(u32::from(c))).collect());
        }
        let bytes = byte_text::to_bytes(&self.text);
        Ok(byte_text::characters(&bytes).map(|character| heap.alloc(&*byte_text::from_bytes(character))).collect())
    }
}
