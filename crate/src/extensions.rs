//! What goes beyond ytt, off unless it is asked for by name: `Request::extensions`, or `--enable-extension`.

/// The extensions that are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extensions {
    /// The design proposal that ytt's schema grew from (docs/schema-proposal.md).
    pub(crate) schema_proposal: bool,
}

pub(crate) const SCHEMA_PROPOSAL: &str = "schema-proposal";

impl Extensions {
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

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::boundary::{Request, RequestFile, Response};

    fn render(extensions: &[&str], args: &[&str]) -> Response {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let file = RequestFile { path: "a.yml".to_owned(), content: "#@schema\n---\na: 1\n".to_owned().into() };
        let request =
            Request { files: vec![file], args: owned(args), extensions: owned(extensions), ..Request::default() };
        crate::render(&request, Rc::new(|| 0.0))
    }

    #[test]
    fn a_host_and_a_command_line_turn_the_same_on() {
        let flag = ["--enable-extension", SCHEMA_PROPOSAL];
        // Without it the document is one of the output.
        assert_eq!((render(&[], &[]).stdout.as_str(), render(&[], &[]).schema), ("a: 1\n", None));
        for response in [render(&[SCHEMA_PROPOSAL], &[]), render(&[], &flag), render(&[SCHEMA_PROPOSAL], &flag)] {
            assert_eq!((response.exit_status, response.stdout.as_str(), response.schema.is_some()), (0, "", true));
        }
    }

    #[test]
    fn a_name_that_is_none_is_refused() {
        let expected = "ytt: Error: Unknown extension 'schema' (there is: schema-proposal)\n";
        assert_eq!(render(&["schema"], &[]).report, expected);
        assert_eq!(render(&[], &["--enable-extension=schema"]).report, expected);
    }

    #[test]
    fn its_flag_is_none_without_it() {
        assert_eq!(render(&[], &["--schema-inspect"]).report, "ytt: Error: unknown flag: --schema-inspect\n");
        assert!(render(&[SCHEMA_PROPOSAL], &["--schema-inspect"]).stdout.starts_with("schema:\n"));
        let help = |args: &[&str]| render(&[], args).stdout.contains("--schema-inspect");
        assert!(!help(&["--help"]) && help(&["--enable-extension", SCHEMA_PROPOSAL, "--help"]));
    }
}
