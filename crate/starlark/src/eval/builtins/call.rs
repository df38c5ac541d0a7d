//! The arguments of a call of a native, and ytt's complaints about them.
//!
//! The texts are those of two ways of unpacking: by position only ([`Call::count`] and the accessors by
//! index), and by name ([`Call::named`]).

use starlark::eval::{Arguments, Evaluator};
use starlark::values::{Heap, Value};

use super::kinds;
use crate::diagnostics::cause::ArgumentMistake;
use crate::diagnostics::code::Code;
use crate::eval::errors::{arguments, coded};

fn message(text: String) -> starlark::Error {
    coded(Code::Arguments, text)
}

fn wrong_count(least: usize, most: usize, given: usize) -> ArgumentMistake {
    ArgumentMistake::Count { least, most: Some(most), given, by_position: false }
}

/// Calls of up to this many positional arguments allocate nothing.
const INLINE: usize = 4;

/// Name and arguments of one call.
pub struct Call<'v> {
    /// The name of the native, for messages.
    pub name: &'static str,
    /// The starlark crate's function behind this one, where there is one.
    pub engine: Option<Value<'v>>,
    inline: [Value<'v>; INLINE],
    count: usize,
    /// The arguments of unusual calls.
    rare: Option<Box<Rare<'v>>>,
}

#[derive(Default)]
struct Rare<'v> {
    /// All positional arguments, when there are more than fit inline.
    spilled: Vec<Value<'v>>,
    kwargs: Vec<(&'v str, Value<'v>)>,
}

impl<'v> Call<'v> {
    /// Without arguments, to be filled: a call that is moved after that costs as much again.
    pub fn new(name: &'static str) -> Call<'v> {
        Call { name, engine: None, inline: [Value::new_none(); INLINE], count: 0, rare: None }
    }

    /// Takes the arguments.
    #[inline]
    pub fn fill(&mut self, args: &Arguments<'v, '_>, heap: Heap<'v>) -> starlark::Result<()> {
        // Most calls have few arguments and no names, and then nothing has to be iterated over. An error means that there are names.
        let count = args.len()?;
        let [first, second, ..] = &mut self.inline;
        let is_filled = match count {
            0 => true,
            1 => args.positional(heap).map(|[value]| *first = value).is_ok(),
            2 => args.positional(heap).map(|values| [*first, *second] = values).is_ok(),
            _ => false,
        };
        if is_filled {
            self.count = count;
            return Ok(());
        }
        args.positions(heap)?.for_each(|value| self.push(value));
        // The map of those with names is not free.
        if count != self.count {
            let kwargs = args.names_map()?.into_iter().map(|(key, value)| (key.as_str(), value));
            self.rare.get_or_insert_default().kwargs.extend(kwargs);
        }
        Ok(())
    }

    /// Adds a positional argument.
    #[inline]
    pub(crate) fn push(&mut self, value: Value<'v>) {
        match self.inline.get_mut(self.count) {
            Some(slot) => *slot = value,
            None => self.spill(value),
        }
        self.count += 1;
    }

    // A function of its own, so that `push` is small enough to be inlined.
    #[cold]
    fn spill(&mut self, value: Value<'v>) {
        let spilled = &mut self.rare.get_or_insert_default().spilled;
        if spilled.is_empty() {
            spilled.extend(self.inline);
        }
        spilled.push(value);
    }

    /// Adds arguments with names.
    pub(crate) fn push_named(&mut self, named: &[(&'v str, Value<'v>)]) {
        if !named.is_empty() {
            self.rare.get_or_insert_default().kwargs.extend_from_slice(named);
        }
    }

    /// The positional arguments.
    pub fn args(&self) -> &[Value<'v>] {
        match (self.inline.get(..self.count), &self.rare) {
            (Some(inline), _) => inline,
            (None, Some(rare)) => &rare.spilled,
            (None, None) => &[],
        }
    }

    /// The keyword arguments, in order.
    pub fn kwargs(&self) -> &[(&'v str, Value<'v>)] {
        self.rare.as_ref().map_or(&[], |rare| &rare.kwargs)
    }

    /// The argument at `index`, if there is one.
    pub fn get(&self, index: usize) -> Option<Value<'v>> {
        self.args().get(index).copied()
    }

    /// Accepts between `min` and `max` positional arguments and no keyword arguments.
    pub fn count(&self, min: usize, max: usize) -> starlark::Result<()> {
        if let Some((key, _)) = self.kwargs().first() {
            let text = format!("{}: unexpected keyword arguments", self.name);
            return Err(arguments(text, self.name, ArgumentMistake::unknown(key, &[])));
        }
        let (wanted, bound) = if self.count < min {
            (min, "at least ")
        } else if self.count > max {
            (max, "at most ")
        } else {
            return Ok(());
        };
        let bound = if min == max { "" } else { bound };
        let text = format!("{}: got {} arguments, want {bound}{wanted}", self.name, self.count);
        Err(arguments(text, self.name, wrong_count(min, max, self.count)))
    }

    /// For the functions with a message of their own.
    pub(crate) fn no_keywords(&self) -> starlark::Result<()> {
        let Some((key, _)) = self.kwargs().first() else { return Ok(()) };
        let text = format!("{} does not accept keyword arguments", self.name);
        Err(arguments(text, self.name, ArgumentMistake::unknown(key, &[])))
    }

    /// Exactly one positional argument; `want` is the text for other counts ("1", "exactly 1").
    pub fn only(&self, want: &str) -> starlark::Result<Value<'v>> {
        match self.args() {
            [value] => Ok(*value),
            _ => {
                let text = format!("{}: got {} arguments, want {want}", self.name, self.count);
                Err(arguments(text, self.name, wrong_count(1, 1, self.count)))
            }
        }
    }

    /// The argument at `index`, which [`Call::count`] has checked to be there.
    pub fn value(&self, index: usize) -> Value<'v> {
        self.get(index).unwrap_or_else(Value::new_none)
    }

    fn wrong(&self, index: usize, problem: &str) -> starlark::Error {
        message(format!("{}: for parameter {}: {problem}", self.name, index + 1))
    }

    /// The error of an argument of a wrong type.
    fn wrong_type(&self, index: usize, value: Value<'v>, wanted: &str) -> starlark::Error {
        let (argument, found) = ((index + 1).to_string(), kinds::type_name(value).to_owned());
        let text = format!("{}: for parameter {argument}: got {found}, want {wanted}", self.name);
        let argument = if self.count == 1 { String::new() } else { argument };
        arguments(text, self.name, ArgumentMistake::Type { argument, found, wanted: wanted.to_owned() })
    }

    /// The string at `index`.
    ///
    /// # Errors
    /// Another type.
    pub fn string(&self, index: usize) -> starlark::Result<&'v str> {
        let value = self.value(index);
        value.unpack_str().ok_or_else(|| self.wrong_type(index, value, "string"))
    }

    /// A string, or `default` if there is no such argument.
    pub(crate) fn string_or(&self, index: usize, default: &'v str) -> starlark::Result<&'v str> {
        if index < self.count { self.string(index) } else { Ok(default) }
    }

    /// The int at `index`, or `default` if there is none.
    pub(crate) fn int_or(&self, index: usize, default: i32) -> starlark::Result<i32> {
        match self.get(index) {
            Some(value) if !kinds::is_int(value) => Err(self.wrong_type(index, value, "int")),
            Some(value) => int32(value).map_err(|problem| self.wrong(index, &problem)),
            None => Ok(default),
        }
    }

    /// The bool at `index`, or `default` if there is none.
    pub(crate) fn bool_or(&self, index: usize, default: bool) -> starlark::Result<bool> {
        match self.get(index) {
            Some(value) => value.unpack_bool().ok_or_else(|| self.wrong_type(index, value, "bool")),
            None => Ok(default),
        }
    }

    /// The elements of the iterable at `index`.
    pub fn iterable(
        &self,
        index: usize,
        eval: &Evaluator<'v, '_, '_>,
    ) -> starlark::Result<std::vec::IntoIter<Value<'v>>> {
        let value = self.value(index);
        kinds::iterate(value, eval)?.ok_or_else(|| self.wrong_type(index, value, "iterable"))
    }

    /// Unpacks by name: `parameters` in order, the first `required` of which are required.
    /// `check` returns an objection to a value for the parameter at an index.
    pub fn named<const N: usize>(
        &self,
        positional: &[Value<'v>],
        parameters: [&str; N],
        required: usize,
        check: impl Fn(usize, Value<'v>) -> Option<String>,
    ) -> starlark::Result<[Option<Value<'v>>; N]> {
        let name = self.name;
        if positional.len() > N {
            let text = format!("{name}: got {} arguments, want at most {N}", positional.len());
            return Err(arguments(text, name, wrong_count(required, N, positional.len())));
        }
        let mut values = [None; N];
        for (index, (slot, value)) in values.iter_mut().zip(positional).enumerate() {
            *slot = Some(*value);
            if let Some(problem) = check(index, *value) {
                return Err(message(format!("{name}: for parameter {}: {problem}", parameters[index])));
            }
        }
        for (key, value) in self.kwargs() {
            let quoted = crate::go::quote::quote(key);
            let Some(index) = parameters.iter().position(|parameter| parameter == key) else {
                let text = format!("{name}: unexpected keyword argument {quoted}");
                return Err(arguments(text, name, ArgumentMistake::unknown(key, &parameters)));
            };
            if values[index].is_some() {
                let text = format!("{name}: got multiple values for keyword argument {quoted}");
                return Err(arguments(text, name, ArgumentMistake::Repeated { keyword: (*key).to_owned() }));
            }
            values[index] = Some(*value);
            if let Some(problem) = check(index, *value) {
                return Err(message(format!("{name}: for parameter {quoted}: {problem}")));
            }
        }
        for (index, parameter) in parameters.iter().enumerate().take(required).skip(positional.len()) {
            if values[index].is_none() {
                let names = vec![(*parameter).to_owned()];
                let text = format!("{name}: missing argument for {parameter}");
                return Err(arguments(text, name, ArgumentMistake::Missing { names }));
            }
        }
        Ok(values)
    }
}

/// A 32-bit integer, the size that ytt accepts for counts and indices; otherwise the problem.
pub(crate) fn int32(value: Value<'_>) -> Result<i32, String> {
    match value.unpack_i32() {
        Some(int) => Ok(int),
        None if kinds::is_int(value) => Err(format!("{value} out of range")),
        None => Err(format!("got {}, want int", kinds::type_name(value))),
    }
}
