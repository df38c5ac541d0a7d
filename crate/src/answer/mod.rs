//! The answer to a request: what a run gave, as the boundary's types.
//!
//! Takes output files, the final data values, the schema and the error of a run, and puts them into a
//! [`Response`](crate::boundary::Response). Nothing here decides anything about a run.

pub(crate) mod bulk;

mod positions;

pub(crate) mod rendered;

pub(crate) mod schema;

pub(crate) mod values;
