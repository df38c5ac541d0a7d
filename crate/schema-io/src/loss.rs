//! Parts of a schema that a conversion between formats could not express.

use serde::{Deserialize, Serialize};

/// A part of a schema that has no equivalent in the other format.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Loss {
    /// The path of the data value, as in `kiln.shelves[].width`; empty for the document.
    pub path: String,
    /// The keyword, or the description of the rule.
    pub keyword: String,
    /// Why it has no equivalent: a sentence.
    pub why: String,
}
