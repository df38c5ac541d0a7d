//! Values that change while their program runs, and have another form once they are frozen.

/// Both forms of a value: their text when printed, and that the first one is allocated.
macro_rules! forms {
    ($name:literal: $open:ident, $frozen:ident) => {
        impl std::fmt::Display for $open<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($name)
            }
        }

        impl std::fmt::Display for $frozen {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($name)
            }
        }

        impl<'v> starlark::values::AllocValue<'v> for $open<'v> {
            fn alloc_value(self, heap: starlark::values::Heap<'v>) -> starlark::values::Value<'v> {
                heap.alloc_complex(self)
            }
        }
    };
}

/// Both forms of a value that programs cannot look into.
macro_rules! opaque_forms {
    ($name:literal: $open:ident, $frozen:ident) => {
        $crate::eval::forms::forms!($name: $open, $frozen);

        #[starlark_value(type = $name)]
        impl<'v> StarlarkValue<'v> for $open<'v> where Self: ProvidesStaticType<'v> {}

        #[starlark_value(type = $name)]
        impl<'v> StarlarkValue<'v> for $frozen
        where
            Self: ProvidesStaticType<'v>,
        {
            type Canonical = $open<'v>;
        }
    };
}

/// Both forms of a list or dict; `values` returns the values of a loop over its content.
macro_rules! collection_forms {
    ($name:literal: $open:ident, $frozen:ident, $values:expr) => {
        $crate::eval::forms::forms!($name: $open, $frozen);

        #[starlark_value(type = $name)]
        impl<'v> StarlarkValue<'v> for $open<'v>
        where
            Self: ProvidesStaticType<'v>,
        {
            fn to_bool(&self) -> bool {
                !self.content.borrow().is_empty()
            }

            fn length(&self) -> starlark::Result<i32> {
                Ok(i32::try_from(self.content.borrow().len()).unwrap_or(i32::MAX))
            }

            fn iterate_collect(&self, _heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
                Ok($values(&self.content.borrow()))
            }
        }

        #[starlark_value(type = $name)]
        impl<'v> StarlarkValue<'v> for $frozen
        where
            Self: ProvidesStaticType<'v>,
        {
            type Canonical = $open<'v>;

            fn to_bool(&self) -> bool {
                !self.0.is_empty()
            }

            fn length(&self) -> starlark::Result<i32> {
                Ok(i32::try_from(self.0.len()).unwrap_or(i32::MAX))
            }

            fn iterate_collect(&self, _heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
                Ok($values(coerce(&self.0)))
            }
        }
    };
}

pub(crate) use {collection_forms, forms, opaque_forms};
