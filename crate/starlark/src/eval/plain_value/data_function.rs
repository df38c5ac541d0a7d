//! Native functions that are data for layers above, which look into them instead of calling them.

use std::any::Any;
use std::fmt;

/// A native function that is data. [`Modules::call`](crate::Modules::call) knows what a call of it returns.
pub trait DataFunction: Any + fmt::Debug {
    /// The name that errors and `repr` show.
    fn name(&self) -> &'static str;
}

impl PartialEq for dyn DataFunction {
    fn eq(&self, other: &dyn DataFunction) -> bool {
        std::ptr::addr_eq(self, other)
    }
}
