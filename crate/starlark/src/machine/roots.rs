//! The values that a machine holds.

use starlark::values::{Trace, Tracer, Value};

use super::iteration::Iteration;

/// The values that the machine holds.
#[derive(Default)]
pub(crate) struct Roots<'v> {
    pub(super) stack: Vec<Option<Value<'v>>>,
    pub(super) iterations: Vec<Iteration<'v>>,
    pub(super) lists: Vec<Vec<Value<'v>>>,
}

impl<'v> Roots<'v> {
    pub(super) fn values(&self) -> impl Iterator<Item = Value<'v>> {
        let iterations = self.iterations.iter().flat_map(Iteration::values);
        self.stack.iter().copied().flatten().chain(iterations).chain(self.lists.iter().flatten().copied())
    }
}

/// The registers of a function, which begin at `base`.
pub(super) fn window<'a, 'v>(
    stack: &'a mut Vec<Option<Value<'v>>>,
    base: usize,
    count: usize,
) -> &'a mut [Option<Value<'v>>] {
    let end = base + count;
    if end > stack.len() {
        stack.resize(end * 2, None);
    }
    &mut stack[base..end]
}

// SAFETY: all values inside are traced.
unsafe impl<'v> Trace<'v> for Roots<'v> {
    fn trace(&mut self, tracer: &Tracer<'v>) {
        self.stack.trace(tracer);
        self.iterations.trace(tracer);
        self.lists.trace(tracer);
    }
}
