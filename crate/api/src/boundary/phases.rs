//! The output of a run before its overlays, and after each of them, as data.

use serde::{Deserialize, Serialize};

use super::{Diagnostic, Place};

/// The output of a run before its overlays, and after each of them. Only the root library's overlays are steps: those of another library
/// are applied before a template uses its result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Phases {
    /// The overlays, in the order in which ytt applies them.
    pub overlays: Vec<OverlayDocument>,
    /// The number of overlays that were applied. If it is smaller than the number of overlays, the next one failed.
    pub applied: u32,
    /// The first phase is the result of the templates, the next that after the first overlay, and so on. Fewer than `applied` and one if
    /// there are too many or their texts are too long; empty if the run failed before its overlays.
    pub phases: Vec<Phase>,
    /// The contents of files. Phases in which a file is the same share its content.
    pub texts: Vec<String>,
    /// The problems of the run.
    pub diagnostics: Vec<Diagnostic>,
}

/// A document with `#@overlay/match`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OverlayDocument {
    /// The path of the input file that has it in its result.
    pub file: String,
    /// Its index among the overlays of that file.
    pub index: u32,
    /// Its position, which is in another file if a function of that file returned it; null if it is unknown.
    pub place: Option<Place>,
    /// Its lines in the file of that position, with its annotations.
    pub lines: Option<LineRange>,
}

/// LineRange of a file, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineRange {
    /// The first line.
    pub from: u32,
    /// The last line.
    pub to: u32,
}

/// The YAML files of the output at one point of a run. Overlays do not change other files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Phase {
    /// In order.
    pub files: Vec<PhaseFile>,
}

/// An output file in a phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PhaseFile {
    /// The path, as in the output.
    pub path: String,
    /// The index of its content in [`Phases::texts`].
    pub text: u32,
}
