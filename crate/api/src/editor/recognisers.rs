//! Recognisers: each knows problems that say more than their cause, mostly from the code around them, and explains them with a headline, a
//! place and fixes of its own.
//!
//! A kind of problem is either a cause, which `headline` words, or one of these. To add one: a file with its function, an entry below, and
//! an example in tests/diagnostics.

use super::brackets::{self, Keys};
use super::{
    annotation_text, base_item, call_braces, code_keys, commas, continued_code, crossed, filters, foreign_names,
    format_values, hyphens, inline_if, loaded_names, loop_keys, marker, match_key, other_languages, pasted,
    rule_arguments, string_quotes, text_code, unknown_names, value_statements, values_in_code, wrong_calls,
};
use crate::boundary::Diagnostic;
use crate::diagnostics::{Message, TemplateProblem};
use crate::positions::Position;

/// A problem that consists of one sentence.
#[derive(Clone, Copy)]
pub(super) struct Problem<'a> {
    pub(super) message: &'a Message,
    /// Where it is; for a problem of code without a position of its own, the line that runs.
    pub(super) at: &'a Position,
    /// All problems of the code of the run.
    pub(super) problems: &'a [TemplateProblem],
    pub(super) keys: Keys<'a>,
}

/// Explains a problem if it knows it. If not, it leaves the diagnostic as it is.
type Recogniser = fn(&mut Diagnostic, &Problem<'_>) -> Option<()>;

/// Each recogniser with its name. The first one that knows a problem counts.
const ALL: [(&str, Recogniser); 26] = [
    ("continued-code", continued_code::explain),
    ("inline-if", inline_if::explain),
    ("value-statements", value_statements::explain),
    ("brackets", brackets::explain),
    ("hyphens", hyphens::explain),
    ("foreign-names", foreign_names::explain),
    ("loaded-names", loaded_names::explain),
    ("unknown-names", unknown_names::explain),
    ("values-in-code", values_in_code::explain),
    ("wrong-calls", wrong_calls::explain),
    ("format-values", format_values::explain),
    ("marker", marker::explain),
    ("rule-arguments", rule_arguments::explain),
    ("annotation-text", annotation_text::explain),
    ("text-code", text_code::explain),
    ("pasted", pasted::explain),
    ("filters", filters::explain),
    ("string-quotes", string_quotes::explain),
    ("other-languages", other_languages::explain),
    ("match-key", match_key::explain),
    ("base-item", base_item::explain),
    ("code-keys", code_keys::explain),
    ("call-braces", call_braces::explain),
    ("commas", commas::explain),
    ("crossed", crossed::explain),
    ("loop-keys", loop_keys::explain),
];

/// Lets the first recogniser that knows a problem explain it, and returns its name.
// A first render has no such problem: the functions of the table are not a part of the first module.
#[cold]
#[inline(never)]
pub(super) fn explain(diagnostic: &mut Diagnostic, problem: &Problem<'_>) -> Option<&'static str> {
    ALL.iter().find_map(|(name, recogniser)| recogniser(diagnostic, problem).map(|()| *name))
}

/// The names of all recognisers.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(name, _)| *name)
}
