//! Properties of the engine, mostly over all golden cases. They are in one binary, since linking the engine takes longer than most of
//! the tests, and the cases are rendered only once.

mod bundle;
mod case_file;
mod diagnostics;
mod edits;
mod explain;
mod extension;
mod findings;
mod golden;
mod hostile;
mod inputs;
mod layers;
mod lesson;
mod markdown;
mod origins;
mod output_map;
mod parallel;
mod phases;
mod random;
mod refactorings;
mod rename;
mod span;
mod used;
mod values_in_code;
mod version_page;
mod workspace;

/// The number of attempts of a test, which an environment variable can increase for longer runs.
fn number_from_env(name: &str, default: usize) -> usize {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}: {text:?} is not a number")),
        Err(std::env::VarError::NotPresent) => default,
        Err(error) => panic!("{name}: {error}"),
    }
}
