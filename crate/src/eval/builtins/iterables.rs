//! What `elems`, `elem_ords`, `codepoints` and `codepoint_ords` of a string give: something that can be
//! iterated and nothing else.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::starlark_simple_value;
use starlark::values::{Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Value, ValueLike, starlark_value};

use super::text::quote;
use crate::eval::errors::message;

/// The iterable over the bytes of a string.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct Elems {
    pub(crate) text: String,
    pub(crate) numbers: bool,
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
        Ok(i32::try_from(self.text.len()).unwrap_or(i32::MAX))
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        Ok(other
            .downcast_ref::<Elems>()
            .is_some_and(|other| (&self.text, self.numbers) == (&other.text, other.numbers)))
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        if self.numbers {
            return Ok(self.text.bytes().map(|byte| heap.alloc(i32::from(byte))).collect());
        }
        if !self.text.is_ascii() {
            return Err(split_character());
        }
        Ok(self.text.chars().map(|c| heap.alloc(c)).collect())
    }
}

/// The iterable over the characters of a string.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct Codepoints {
    pub(crate) text: String,
    pub(crate) numbers: bool,
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
        Ok(i32::try_from(self.text.chars().count()).unwrap_or(i32::MAX))
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        Ok(other
            .downcast_ref::<Codepoints>()
            .is_some_and(|other| (&self.text, self.numbers) == (&other.text, other.numbers)))
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        let value = |c: char| if self.numbers { heap.alloc(u32::from(c)) } else { heap.alloc(c) };
        Ok(self.text.chars().map(value).collect())
    }
}

/// ytt's strings are bytes; ours are characters.
pub(crate) fn split_character() -> starlark::Error {
    message("the result would hold a part of a character; strings that are not UTF-8 are not supported")
}
