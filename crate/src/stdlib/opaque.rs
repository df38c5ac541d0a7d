//! Values with attributes that YAML cannot hold: what `url.parse` and `ip.parse_addr` give.

/// Makes a Starlark value type of a Rust value: `opaque!(Name(Inner), "type's name", { "attribute" => |inner, heap| value })`.
macro_rules! opaque {
    ($name:ident($inner:ty), $kind:expr, { $($attribute:literal => |$own:ident, $heap:ident| $value:expr),+ $(,)? }) => {
        #[derive(
            Debug,
            starlark::any::ProvidesStaticType,
            starlark::values::NoSerialize,
            allocative::Allocative,
            starlark::values::StarlarkPagablePanic,
        )]
        struct $name(#[allocative(skip)] $inner);

        starlark::starlark_simple_value!($name);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("struct(...)")
            }
        }

        #[starlark::values::starlark_value(type = $kind)]
        impl<'v> starlark::values::StarlarkValue<'v> for $name {
            fn get_attr(
                &self,
                attribute: &str,
                heap: starlark::values::Heap<'v>,
            ) -> Option<starlark::values::Value<'v>> {
                match attribute {
                    $($attribute => {
                        let ($own, $heap) = (&self.0, heap);
                        Some($value)
                    })+
                    _ => None,
                }
            }

            fn dir_attr(&self) -> Vec<String> {
                [$($attribute),+].map(str::to_owned).to_vec()
            }
        }
    };
}

pub(super) use opaque;
