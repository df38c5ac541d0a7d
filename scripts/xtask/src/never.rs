//! The functions that are linked and never run, by name, and why they are not: what [`crate::trim`] takes out.
//!
//! If one did run it would trap, and the page would start its engine anew. The golden cases run through the trimmed wasm.

use std::fmt::{Display, Formatter};

/// A group of functions, by how their paths begin.
pub(crate) struct Never {
    /// Whose functions, or whose methods: `a::` is `a::b` and `<a::B<C>>::d` and `<a::B as c::D>::e`.
    pub(crate) paths: &'static [&'static str],
    /// Of which traits the methods: `a::` is `<b::C as a::D>::e`.
    pub(crate) traits: &'static [&'static str],
    /// Methods of any type that has them.
    pub(crate) methods: &'static [&'static str],
}

/// All groups. The build warns of those that match nothing, so that names which an update changes are noticed.
pub(crate) const NEVER: &[Never] = &[
    // Documentation of Starlark values: editors ask for it, and we have our own.
    Never { paths: &[], traits: &[], methods: &["StarlarkValue>::documentation"] },
    // Measuring what is on the heap, which only profiles do, and these profiles and the debugger themselves.
    Never {
        paths: &["allocative::", "debugserver_types::", "starlark::debug::"],
        traits: &["allocative::"],
        methods: &["::visit_extra_allocative", "::total_memory_for_profile"],
    },
    // Writing frozen values to disk, and reading them.
    Never {
        paths: &["pagable::", "starlark::pagable::"],
        traits: &["pagable::", "starlark::pagable::"],
        methods: &["::starlark_serialize", "::starlark_deserialize"],
    },
    // Values as JSON by the engine's own means; @ytt:json has Go's.
    Never { paths: &["erased_serde::"], traits: &["erased_serde::"], methods: &[] },
    // The check of types before a run, which is off.
    Never { paths: &["starlark::typing::typecheck::", "starlark::typing::ctx::"], traits: &[], methods: &[] },
];

impl Never {
    /// Whether a function is one of these, by its demangled name.
    pub(crate) fn names(&self, name: &str) -> bool {
        let (path, of_trait) = owner(name);
        self.paths.iter().any(|start| path.starts_with(start))
            || self.traits.iter().any(|start| of_trait.starts_with(start))
            || self.methods.iter().any(|end| name.ends_with(end))
    }
}

impl Display for Never {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        f.write_str(&[self.paths, self.traits, self.methods].concat().join(" or "))
    }
}

/// The path of a function or of the type whose method it is, and the path of the trait if it is one of a trait.
fn owner(name: &str) -> (&str, &str) {
    let Some(inner) = name.strip_prefix('<') else { return (name, "") };
    let mut depth = 0;
    let mut path = inner;
    for (at, c) in inner.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            // The arrow of a function's type closes nothing.
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
