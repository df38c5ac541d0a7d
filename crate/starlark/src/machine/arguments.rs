//! Arguments of calls: those that stars add, and the parameter of each.

use std::fmt::Write;

use starlark::eval::Evaluator;
use starlark::values::tuple::AllocTuple;
use starlark::values::{Heap, Value};

use super::code::Parameters;
use super::values::Function;
use crate::diagnostics::cause::ArgumentMistake;
use crate::diagnostics::code::Code;
use crate::eval::builtins::{collections, kinds};
use crate::eval::collections::dict;
use crate::eval::errors::{self, coded};
use crate::go::quote::quote;

/// The arguments of a call.
#[derive(Default)]
pub(super) struct Arguments<'v> {
    pub(super) positional: Vec<Value<'v>>,
    pub(super) named: Vec<(&'v str, Value<'v>)>,
}

fn wrong(text: String) -> starlark::Error {
    coded(Code::Arguments, text)
}

impl<'v> Arguments<'v> {
    /// Adds the items of `*value`.
    pub(super) fn add_star(&mut self, value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<()> {
        let Some(items) = kinds::iterate(value, eval)? else {
            let kind = kinds::type_name(value);
            return Err(wrong(format!("argument after * must be iterable, not {kind}")));
        };
        self.positional.extend(items);
        Ok(())
    }

    /// Adds the entries of `**value`.
    pub(super) fn add_double_star(&mut self, value: Value<'v>, heap: Heap<'v>) -> starlark::Result<()> {
        let Some(entries) = collections::mapping(value, heap)? else {
            let kind = kinds::type_name(value);
            return Err(wrong(format!("argument after ** must be a mapping, not {kind}")));
        };
        for (key, value) in entries {
            let Some(name) = key.unpack_str() else {
                return Err(wrong(format!("keywords must be strings, not {}", kinds::type_name(key))));
            };
            self.named.push((name, value));
        }
        Ok(())
    }
}

/// The name of functions without one.
const LAMBDA: &str = "lambda";

/// Puts the arguments of a call into the registers of the function's parameters.
pub(super) fn bind<'v>(
    function: &Function<'v>,
    arguments: &Arguments<'v>,
    registers: &mut [Option<Value<'v>>],
    heap: Heap<'v>,
) -> starlark::Result<()> {
    let Parameters { single, positional, star, double_star, .. } = &function.code.parameters;
    let name = &function.code.name;
    let misfit = |text: String, mistake: ArgumentMistake| {
        errors::arguments(text, if name == LAMBDA { "" } else { name }, mistake)
    };
    let given = arguments.positional.len();
    if function.code.parameters.are_none() && given + arguments.named.len() > 0 {
        let count = given + arguments.named.len();
        let mistake = ArgumentMistake::Count { least: 0, most: Some(0), given: count, by_position: false };
        return Err(misfit(format!("function {name} accepts no arguments ({count} given)"), mistake));
    }
    if given > *positional && !star {
        let required = single[..*positional].iter().filter(|single| single.is_required).count();
        let most = if required == *positional { "" } else { "at most " };
        let plural = if *positional == 1 { "" } else { "s" };
        let text = format!("function {name} accepts {most}{positional} positional argument{plural} ({given} given)");
        let by_position = single.len() > *positional || *double_star;
        let mistake = ArgumentMistake::Count { least: required, most: Some(*positional), given, by_position };
        return Err(misfit(text, mistake));
    }
    let by_position = given.min(*positional);
    registers[..single.len()].fill(None);
    for (register, value) in registers.iter_mut().zip(&arguments.positional[..by_position]) {
        *register = Some(*value);
    }
    let mut others: Vec<(&str, Value<'v>)> = Vec::new();
    for (keyword, value) in &arguments.named {
        let repeated = || {
            let text = format!("function {name} got multiple values for parameter {}", quote(keyword));
            misfit(text, ArgumentMistake::Repeated { keyword: (*keyword).to_owned() })
        };
        match single.iter().position(|single| single.name == *keyword) {
            Some(at) if registers[at].is_some() => return Err(repeated()),
            Some(at) => registers[at] = Some(*value),
            None if !double_star => {
                let text = format!("function {name} got an unexpected keyword argument {}", quote(keyword));
                let known: Vec<&str> = single.iter().map(|single| single.name.as_str()).collect();
                return Err(misfit(text, ArgumentMistake::unknown(keyword, &known)));
            }
            None if others.iter().any(|(known, _)| known == keyword) => return Err(repeated()),
            None => others.push((*keyword, *value)),
        }
    }
    let mut defaults = function.defaults.iter().copied();
    for (register, single) in registers.iter_mut().zip(single) {
        if !single.is_required {
            let default = defaults.next();
            *register = register.or(default);
        }
    }
    let missing = || registers.iter().zip(single).filter(|(register, _)| register.is_none()).map(|(_, single)| single);
    let count = missing().count();
    if count > 0 {
        let plural = if count > 1 { "s" } else { "" };
        let mut text = format!("function {name} missing {count} argument{plural} (");
        for (i, single) in missing().enumerate() {
            // `write!` to a String cannot fail.
            let _ = write!(text, "{}{}", if i > 0 { ", " } else { "" }, single.name);
        }
        let names = missing().map(|single| single.name.clone()).collect();
        return Err(misfit(text + ")", ArgumentMistake::Missing { names }));
    }
    let mut next = single.len();
    if *star {
        registers[next] = Some(heap.alloc(AllocTuple(arguments.positional[by_position..].iter().copied())));
        next += 1;
    }
    if *double_star {
        registers[next] = Some(dict::with_names(heap, others));
    }
    Ok(())
}
