//! What would make a problem go away, as data. It is known where the problem is found; [`fixes`](crate::editor::fixes) makes edits
//! of it. Scalars are as [`inline`](crate::yaml::inline) writes them.

use crate::spelling::only_nearest;

/// What would make a problem go away.
#[derive(Clone, Debug, PartialEq)]
pub enum Remedy {
    /// A name in code that is probably another one.
    Rename {
        /// The name in the code.
        from: String,
        /// The similar name that exists.
        to: String,
    },
    /// A module of ytt that is used but not loaded.
    Load {
        /// Its name without `@ytt:`.
        module: String,
    },
    /// A keyword argument of an annotation that is probably another one.
    RenameKeyword {
        /// The keyword in the annotation.
        from: String,
        /// The similar keyword that exists.
        to: String,
    },
    /// A key of a map that is probably another one.
    RenameKey {
        /// The key in the map.
        from: String,
        /// The similar key that is declared.
        to: String,
    },
    /// A plain scalar that is meant as text.
    Quote {
        /// The scalar as it is written.
        found: String,
    },
    /// A plain scalar that does not say plainly what it is.
    Explicit {
        /// What to write instead.
        text: String,
    },
    /// Text in quotes that is meant as what it says.
    Unquote {
        /// The text between the quotes.
        text: String,
    },
    /// A comment that a template cannot read, meant for people.
    Document,
    /// A scalar in the place of which one of these may stand.
    Choose {
        /// The scalar as it is written.
        found: String,
        /// The accepted scalars, as they are written in YAML.
        allowed: Vec<String>,
    },
}

impl Remedy {
    /// For a keyword that is none of those there are, in alphabetical order.
    pub fn rename_keyword(from: &str, known: &[&str]) -> Option<Remedy> {
        let to = only_nearest(from, known.iter().copied())?.to_owned();
        Some(Remedy::RenameKeyword { from: from.to_owned(), to })
    }
}
