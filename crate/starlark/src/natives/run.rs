//! The evaluator as natives see it.

use std::rc::Rc;

use starlark::eval::Evaluator;
use starlark::values::{Heap, OwnedFrozenValue, Value};

use super::Call;
use super::evaluation::Evaluation;
use crate::diagnostics::Error;
use crate::eval::function_caller::RunningCaller;
use crate::eval::host::Host;
use crate::eval::plain_value::{FunctionCaller, PlainValue};
use crate::eval::run::Run;
use crate::eval::session::Session;
use crate::eval::store::Store;
use crate::eval::values::{self, HandleTable, Maps};
use crate::eval::{errors, frames, instructions, stopping, thawing};
use crate::extensions::Extensions;
use crate::limits::Budget;
use crate::positions::Position;
use crate::yaml::tree;

fn run<'x>(eval: &Evaluator<'_, 'x, '_>) -> Result<&'x Run, Error> {
    Run::of(eval).map_err(|error| errors::flatten(&error))
}

fn session(eval: &Evaluator<'_, '_, '_>) -> Result<Rc<Session>, Error> {
    Session::of(eval).map_err(|error| errors::flatten(&error))
}

fn store<'v>(eval: &Evaluator<'v, '_, '_>) -> Result<&'v Store<'v>, Error> {
    Store::of(eval).ok_or_else(|| Error::message("expected a running template"))
}

impl<'v> Evaluation<'v> for Evaluator<'v, '_, '_> {
    fn heap(&self) -> Heap<'v> {
        Evaluator::heap(self)
    }

    fn host(&self) -> Result<Rc<Host>, Error> {
        Ok(run(self)?.host.clone())
    }

    fn budget(&self) -> Result<Rc<Budget>, Error> {
        Ok(run(self)?.budget.clone())
    }

    fn extensions(&self) -> Result<Extensions, Error> {
        Ok(session(self)?.extensions.get())
    }

    fn template(&self) -> Result<Option<usize>, Error> {
        Ok(run(self)?.template.get())
    }

    fn max_length(&self) -> usize {
        stopping::max_length(self)
    }

    fn to_tree(&self, value: Value<'v>) -> Result<tree::Value, Error> {
        values::to_tree(value, self)
    }

    fn to_tree_at(&self, value: Value<'v>, position: &Position) -> Result<tree::Value, Error> {
        values::to_tree_at(value, self, position)
    }

    fn value_of(&self, tree: &tree::Value, maps: Maps) -> Result<Value<'v>, Error> {
        values::from_tree(tree, maps, self)
    }

    fn plain(&self, value: Value<'v>) -> Result<PlainValue, Error> {
        values::to_argument(value, self, &mut store(self)?)
    }

    fn handle(&self, value: Value<'v>) -> Result<u64, Error> {
        Ok(store(self)?.keep(value))
    }

    fn import(&self, value: &OwnedFrozenValue) -> Result<Value<'v>, Error> {
        thawing::thawed(Evaluator::heap(self).access_owned_frozen_value(value), self)
    }

    fn call(
        &mut self,
        function: Value<'v>,
        positional: &[Value<'v>],
        named: &[(&'v str, Value<'v>)],
    ) -> Result<Value<'v>, Error> {
        stopping::call_function(self, function, positional, named).map_err(|error| frames::message(&error))
    }

    fn attempt(&mut self, function: Value<'v>) -> Result<Result<Value<'v>, Error>, Error> {
        match stopping::call_function(self, function, &[], &[]) {
            Ok(value) => Ok(Ok(value)),
            Err(error) if errors::is_limit(&error) => Err(frames::message(&error)),
            Err(error) => Ok(Err(frames::message(&error))),
        }
    }

    fn function_caller(&mut self) -> Box<dyn FunctionCaller + '_> {
        Box::new(RunningCaller { eval: self })
    }

    fn nest(&mut self, evaluate: &mut dyn FnMut(&mut dyn FunctionCaller)) -> Result<(), Error> {
        let (session, callbacks) = (session(self)?, run(self)?.callbacks());
        session.with_outer_callbacks(callbacks, || evaluate(&mut RunningCaller { eval: self }));
        Ok(())
    }

    fn replace_nodes(&mut self, template: usize, call: &Call<'v>) -> Result<Value<'v>, Error> {
        instructions::replace(template, call, self)
    }
}

/// Accepts between `min` and `max` arguments, all of them positional.
pub fn check_count(call: &Call<'_>, min: usize, max: usize) -> Result<(), Error> {
    call.count(min, max).map_err(|error| errors::flatten(&error))
}

/// The positional argument at `index`, which is a string.
pub fn string_argument<'v>(call: &Call<'v>, index: usize) -> Result<&'v str, Error> {
    call.string(index).map_err(|error| errors::flatten(&error))
}
