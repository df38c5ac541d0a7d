//! What a run costs, as data.

use serde::{Deserialize, Serialize};

use super::Timings;

/// What a run costs, by phase and by file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Costs {
    /// The durations of the phases.
    pub timings: Timings,
    /// Steps of evaluation.
    pub steps: u64,
    /// The files that were used, in that order.
    pub files: Vec<CostOfFile>,
    /// The headline of the problem that ended the run; null if it came to its end.
    pub ended_by: Option<String>,
}

/// What a file costs, without the files that it loads and the libraries that it evaluates.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CostOfFile {
    /// The path in the request.
    pub path: String,
    /// Milliseconds for reading, compiling and evaluating it. Functions that other files call count for those.
    pub millis: f64,
    /// Steps of evaluation.
    pub steps: u64,
    /// How often it was evaluated: for its output, for each load, and for each evaluation of its library.
    pub runs: u32,
}
