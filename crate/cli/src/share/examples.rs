//! The built-in examples, which links can be based on. The build script puts them into the program.

use ytterby::bundle;
use ytterby_links::Playground;

/// Names of files without their ending, and their texts: `ID` for the current text of an example, `ID.DIGEST` for an earlier one.
const EXAMPLES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// The playground that visitors get from the current text of an example.
pub(super) fn current(id: &str) -> Option<Playground> {
    named(id, id)
}

/// The text of an example with this digest: the current one, or an earlier one.
pub(super) fn find(id: &str, digest: &str) -> Option<Playground> {
    let found = current(id).filter(|example| example.digest() == digest);
    found.or_else(|| named(&format!("{id}.{digest}"), id))
}

fn named(name: &str, id: &str) -> Option<Playground> {
    let (_, text) = EXAMPLES.iter().find(|(other, _)| *other == name)?;
    Some(Playground::of_example(id, bundle::read(text).ok()?))
}
