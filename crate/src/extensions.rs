//! What goes beyond ytt, off unless it is asked for by name: `Request::extensions`, or `--enable-extension`.

use crate::boundary::Request;
use crate::flags::{self, Command};

/// The extensions that are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extensions {
    /// The design proposal that ytt's schema grew from (docs/schema-proposal.md).
    pub(crate) schema_proposal: bool,
}

pub(crate) const SCHEMA_PROPOSAL: &str = "schema-proposal";

impl Extensions {
    /// Those of a request, as far as they are known; none where its command line is wrong.
    pub(crate) fn of(request: &Request) -> Extensions {
        let Ok(Command::Template(options)) = flags::parse(&request.args) else { return Extensions::default() };
        Extensions::named(request.extensions.iter().chain(&options.extensions)).unwrap_or_default()
    }

    /// Those of these names. The error is for a name that is none.
    pub(crate) fn named<'a>(names: impl IntoIterator<Item = &'a String>) -> Result<Extensions, String> {
        let mut extensions = Extensions::default();
        for name in names {
            match name.as_str() {
                SCHEMA_PROPOSAL => extensions.schema_proposal = true,
                _ => return Err(format!("Unknown extension '{name}' (there is: {SCHEMA_PROPOSAL})")),
            }
        }
        Ok(extensions)
    }
}
