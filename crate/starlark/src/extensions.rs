//! Features beyond ytt, off unless they are requested by name: `Request::extensions`, or `--enable-extension`.

/// The extensions that are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extensions {
    /// The design proposal that ytt's schema grew from (docs/schema-proposal.md).
    pub schema_proposal: bool,
}

/// The name of [`Extensions::schema_proposal`].
pub const SCHEMA_PROPOSAL: &str = "schema-proposal";

impl Extensions {
    /// The extensions of these names. The error is for an unknown name.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a String>) -> Result<Extensions, String> {
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
