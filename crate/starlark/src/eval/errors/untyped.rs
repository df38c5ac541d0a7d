//! The errors of the `starlark` crate that have no public type: they are recognised by their whole text, here and nowhere else.
//!
//! The starlark crate is pinned, and `tests` provokes each of them. Everything else that a message needs comes from the dialect's
//! [`SourceMap`](crate::dialect::SourceMap).

/// An error that is only a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Untyped<'t> {
    /// [`Stopping`](crate::limits::Stopping) has ended the run.
    Cancelled,
    /// A variable has no value yet; its emitted name.
    Unassigned(&'t str),
    /// As many values as there are, and as there should be.
    Unpacked {
        got: usize,
        want: usize,
    },
    /// A dict literal has a key twice.
    DuplicateKey,
    /// A type of values that cannot be keys.
    Unhashable(&'t str),
    DivisionByZero,
    FloorDivisionByZero,
    TooDeep,
    /// A list is indexed by a value of another type than int.
    ListIndex,
    /// The same of a string.
    StringIndex,
    Arguments(WrongArguments<'t>),
}

/// The arguments of a call do not fit the parameters: what the starlark crate finds first.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrongArguments<'t> {
    /// Template and emitted name of the function.
    pub(super) function: Option<(usize, &'t str)>,
    pub(super) problem: ArgumentProblem<'t>,
}

/// Names are those of the emitted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentProblem<'t> {
    Missing(&'t str),
    ExtraPositional(usize),
    ExtraNamed(&'t str),
    Repeated(&'t str),
}

/// What is between the two ends of a text.
fn between<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    text.strip_prefix(start)?.strip_suffix(end)
}

impl<'t> Untyped<'t> {
    pub(super) fn read(text: &'t str) -> Option<Untyped<'t>> {
        if text == "Evaluation cancelled" {
            return Some(Untyped::Cancelled);
        }
        if text == "Too many recursion levels" {
            return Some(Untyped::TooDeep);
        }
        if text.starts_with("float division by zero: ") {
            return Some(Untyped::DivisionByZero);
        }
        if text.starts_with("Floor division by zero: ") {
            return Some(Untyped::FloorDivisionByZero);
        }
        if text.starts_with("Expected `int`, but got `") {
            return Some(Untyped::ListIndex);
        }
        if text.starts_with("Type of parameters mismatch, expected `int`, actual `") {
            return Some(Untyped::StringIndex);
        }
        let unassigned =
            || between(text, "Local variable `", "` referenced before assignment").map(Untyped::Unassigned);
        let duplicate = || text.starts_with("Dictionary key repeated for `").then_some(Untyped::DuplicateKey);
        let unhashable = || between(text, "Value of type `", "` is not hashable").map(Untyped::Unhashable);
        let arguments = || WrongArguments::read(text).map(Untyped::Arguments);
        unassigned()
            .or_else(duplicate)
            .or_else(unhashable)
            .or_else(|| {
                let (got, want) = text.strip_prefix("Unpacked ")?.split_once(" values but expected ")?;
                Some(Untyped::Unpacked { got: got.parse().ok()?, want: want.parse().ok()? })
            })
            .or_else(arguments)
    }
}

impl<'t> WrongArguments<'t> {
    fn read(text: &'t str) -> Option<WrongArguments<'t>> {
        if let Some(name) = between(text, "Argument `", "` occurs more than once") {
            return Some(WrongArguments { function: None, problem: ArgumentProblem::Repeated(name) });
        }
        let (problem, function) = text.split_once(" for call to ")?;
        // The starlark crate's name of a function is `FILE.NAME`, and the file is the number of the template.
        let function =
            function.trim_matches('`').split_once('.').and_then(|(file, name)| Some((file.parse().ok()?, name)));
        let problem = if let Some(found) = problem.strip_prefix("Found ") {
            match found.strip_suffix(" extra positional argument(s)") {
                Some(count) => ArgumentProblem::ExtraPositional(count.parse().ok()?),
                None => {
                    let names = between(found, "`", "` extra named parameter(s)")?;
                    ArgumentProblem::ExtraNamed(names.split_once('`').map_or(names, |(first, _)| first))
                }
            }
        } else {
            let kinds =
                ["Missing parameter `", "Missing named-only parameter `", "Missing positional-only parameter `"];
            ArgumentProblem::Missing(kinds.iter().find_map(|start| between(problem, start, "`"))?)
        };
        Some(WrongArguments { function, problem })
    }
}

#[cfg(test)]
mod tests {
    use starlark::environment::{GlobalsBuilder, Module};
    use starlark::eval::Evaluator;
    use starlark::syntax::AstModule;

    use super::*;
    use crate::eval::builtins::universe;
    use crate::eval::session::DIALECT;

    #[test]
    fn errors_of_the_crate_are_recognised() {
        let arguments = |problem, function| Untyped::Arguments(WrongArguments { function, problem });
        let of_f = Some((0, "f"));
        for (code, expected) in [
            ("x = x", Untyped::Unassigned("x")),
            ("def f():\n y = y\nf()", Untyped::Unassigned("y")),
            ("(a, b) = [1, 2, 3]", Untyped::Unpacked { got: 3, want: 2 }),
            ("x = 'a`'\n{x: 1, x: 2}", Untyped::DuplicateKey),
            ("{[]: 1}", Untyped::Unhashable("list")),
            ("1 / 0", Untyped::DivisionByZero),
            ("1 // 0", Untyped::FloorDivisionByZero),
            ("x = [1]\nx['a']", Untyped::ListIndex),
            ("x = 'a'\nx['a']", Untyped::StringIndex),
            ("def f(a, b): pass\nf()", arguments(ArgumentProblem::Missing("a"), of_f)),
            ("def f(*, a): pass\nf()", arguments(ArgumentProblem::Missing("a"), of_f)),
            ("(lambda: 1)(1, 2)", arguments(ArgumentProblem::ExtraPositional(2), Some((0, "lambda")))),
            ("def f(): pass\nf(a=1, b=2)", arguments(ArgumentProblem::ExtraNamed("a"), of_f)),
            ("def f(a): pass\nf(1, a=2)", arguments(ArgumentProblem::Repeated("a"), None)),
        ] {
            let ast = AstModule::parse("0", code.to_owned(), &DIALECT).unwrap();
            let globals = GlobalsBuilder::new().with(universe).build();
            Module::with_temp_heap(|module| {
                let error = Evaluator::new(&module).eval_module(ast, &globals).unwrap_err();
                let text = error.without_diagnostic().to_string();
                assert_eq!(Untyped::read(&text), Some(expected), "{code}: {text}");
            });
        }
        let stopped = Module::with_temp_heap(|module| {
            let mut eval = Evaluator::new(&module);
            eval.set_check_cancelled(Box::new(|| true));
            let ast = AstModule::parse("0", "[None for x in range(10000000)]".to_owned(), &DIALECT).unwrap();
            let globals = GlobalsBuilder::new().with(universe).build();
            eval.eval_module(ast, &globals).unwrap_err().without_diagnostic().to_string()
        });
        assert_eq!(Untyped::read(&stopped), Some(Untyped::Cancelled));
    }
}
