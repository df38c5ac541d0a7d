//! What an overlay item nearly matched: data from `overlay/near_miss`, and the words for it in an editor.

use std::fmt;

/// A node that was looked at and did not match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NearMiss {
    /// A map item under another key; similar, or one of the few there are.
    Key {
        /// The key of the item.
        found: String,
        /// The key in the overlay.
        wanted: String,
        /// Whether the two are spelled alike.
        is_similar: bool,
    },
    /// Another place in the list.
    Index {
        /// The index of the item.
        found: usize,
        /// The index in the overlay.
        wanted: i64,
    },
    /// What it has, against what was asked for.
    Fields {
        /// What differs.
        different: Vec<Difference>,
        /// Paths of the fields that are equal.
        same: Vec<String>,
    },
    /// A function of the user took it not; nobody knows why.
    Candidate,
}

/// A value at a path that is not the one asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// As in `metadata.name`; empty for the node itself.
    pub path: String,
    /// None where there is nothing.
    pub found: Option<String>,
    /// The value in the overlay.
    pub wanted: String,
}

/// So many differences, and so many things that are the same, are told of one node.
const MOST: usize = 3;

impl fmt::Display for NearMiss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NearMiss::Key { found, wanted, is_similar: true } => write!(f, "near miss: key {found}, not {wanted}"),
            NearMiss::Key { found, .. } => write!(f, "a key here: {found}"),
            NearMiss::Index { found, wanted } => write!(f, "near miss: index {found}, not {wanted}"),
            NearMiss::Fields { different, same } => {
                let told = different.iter().take(MOST).map(Difference::to_string);
                let more = (different.len() > MOST).then(|| format!("{} more differ", different.len() - MOST));
                let same: Vec<&str> = same.iter().take(MOST).map(String::as_str).collect();
                let verb = if same.len() == 1 { "matches" } else { "match" };
                let same = (!same.is_empty()).then(|| format!("{} {verb}", same.join(", ")));
                let parts: Vec<String> = told.chain(more).chain(same).collect();
                write!(f, "near miss: {}", parts.join("; "))
            }
            NearMiss::Candidate => f.write_str("candidate"),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { path, found, wanted } = self;
        let path = if path.is_empty() { "it" } else { path };
        match found {
            Some(found) => write!(f, "{path} is {found}, not {wanted}"),
            None => write!(f, "no {path}, which is to be {wanted}"),
        }
    }
}
