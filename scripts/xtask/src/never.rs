//! The functions that are linked but never run, by name, and the reasons: [`mod@crate::trim`] removes them.
//!
//! If one did run, it would trap, and the page would restart its engine. All golden cases run through the trimmed wasm.

use std::fmt::{Display, Formatter};

/// A group of functions: those of the modules, types and traits. With `methods`, only those with a name that ends with one of them.
pub(crate) struct Never {
    /// Modules or types: `a::` matches `a::b`, `<a::B<C>>::d` and `<a::B as c::D>::e`.
    pub(crate) paths: &'static [&'static str],
    /// Traits: `a::` matches the method `<b::C as a::D>::e`.
    pub(crate) traits: &'static [&'static str],
    /// The ends of names; of functions anywhere if there are neither paths nor traits.
    pub(crate) methods: &'static [&'static str],
}

/// All groups. The build warns about groups that match nothing, for instance after an update renamed functions.
pub(crate) const NEVER: &[Never] = &[
    // Documentation of Starlark values, for editors; `ytterby-insight` has its own.
    Never { paths: &[], traits: &[], methods: &["StarlarkValue>::documentation"] },
    // Heap profiles, and the debugger.
    Never {
        paths: &["allocative::", "debugserver_types::", "starlark::debug::"],
        traits: &["allocative::"],
        methods: &[],
    },
    Never { paths: &[], traits: &[], methods: &["::visit_extra_allocative", "::total_memory_for_profile"] },
    // Serialization of frozen values.
    Never { paths: &["pagable::", "starlark::pagable::"], traits: &["pagable::", "starlark::pagable::"], methods: &[] },
    Never { paths: &[], traits: &[], methods: &["::starlark_serialize", "::starlark_deserialize"] },
    // The crate's conversion to JSON; @ytt:json follows Go's.
    Never { paths: &["erased_serde::"], traits: &["erased_serde::"], methods: &[] },
    // Static type checking and types in signatures: ytt's programs have no types.
    Never {
        paths: &[
            "starlark::typing::bindings::",
            "starlark::typing::ctx::",
            "starlark::typing::oracle::",
            "starlark::typing::typecheck::",
            "starlark::values::typing::type_compiled::alloc::",
            "starlark::values::typing::type_compiled::compiled::",
            "starlark::values::typing::type_compiled::factory::",
            "starlark::values::typing::type_compiled::matchers::",
        ],
        traits: &["starlark::typing::custom::", "starlark::values::typing::type_compiled::"],
        methods: &[],
    },
    // The starlark crate's functions and methods, of which its compiler looks up a few: `ytterby-starlark` defines all that ytt has.
    // It uses the starlark crate's sets, and methods of lists and dicts.
    Never {
        paths: &[
            "starlark::assert::",
            "starlark::stdlib::",
            "starlark::values::types::bool::",
            "starlark::values::types::bytes::",
            "starlark::values::types::dict::globals::",
            "starlark::values::types::enumeration::",
            "starlark::values::types::float::",
            "starlark::values::types::int::",
            "starlark::values::types::list::globals::",
            "starlark::values::types::namespace::",
            "starlark::values::types::num::",
            "starlark::values::types::range::",
            "starlark::values::types::record::",
            "starlark::values::types::string::",
            "starlark::values::types::structs::",
            "starlark::values::types::tuple::",
            "starlark::values::typing::",
        ],
        traits: &[],
        methods: &["_STATICS::build::__starlark_invoke_outer"],
    },
    Never {
        paths: &[
            "starlark::values::types::enumeration::enum_type::",
            "starlark::values::types::enumeration::value::",
            "starlark::values::types::record::field::",
            "starlark::values::types::record::instance::",
            "starlark::values::types::record::record_type::",
        ],
        traits: &[],
        methods: &[],
    },
    // Names of functions in backtraces, which wasm does not have.
    Never { paths: &["rustc_demangle::"], traits: &[], methods: &[] },
];

impl Never {
    /// Whether a function, by its demangled name, belongs to the group.
    pub(crate) fn names(&self, name: &str) -> bool {
        let (path, of_trait) = owner(name);
        let anywhere = self.paths.is_empty() && self.traits.is_empty();
        let inside = self.paths.iter().any(|start| path.starts_with(start))
            || self.traits.iter().any(|start| of_trait.starts_with(start));
        let named = self.methods.is_empty() || self.methods.iter().any(|end| name.ends_with(end));
        (anywhere || inside) && named
    }
}

impl Display for Never {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        f.write_str(&[self.paths, self.traits, self.methods].concat().join(" or "))
    }
}

/// The path of a function or of the type that has it as a method, and the path of the trait if it is one of a trait.
fn owner(name: &str) -> (&str, &str) {
    let Some(inner) = name.strip_prefix('<') else { return (name, "") };
    let mut depth = 0;
    let mut path = inner;
    for (at, c) in inner.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            // `->` is not a closing bracket.
            '>' if inner[..at].ends_with('-') => {}
            '>' if depth == 0 => return (path, if path.len() < inner.len() { &inner[path.len() + 4..at] } else { "" }),
            '>' | ')' | ']' => depth -= 1,
            ' ' if depth == 0 && inner[at..].starts_with(" as ") => path = &inner[..at],
            _ => {}
        }
    }
    (path, "")
}

#[cfg(test)]
mod tests {
    use super::owner;

    #[test]
    fn owners() {
        assert_eq!(owner("a::b::<c::D>"), ("a::b::<c::D>", ""));
        assert_eq!(owner("<a::B<c::D>>::e").0.split('<').next(), Some("a::B"));
        assert_eq!(
            owner("<a::B<<c::D as e::F>::G> as h::I<j::K>>::l::{closure#0}"),
            ("a::B<<c::D as e::F>::G>", "h::I<j::K>")
        );
        assert_eq!(owner("<fn(a::B) -> c::D as e::F>::g"), ("fn(a::B) -> c::D", "e::F"));
    }
}
