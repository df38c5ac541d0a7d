//! Recognisers: each knows problems that say more than their cause, mostly from the code around them, and explains them with a headline, a
//! place and fixes of its own.
//!
//! A kind of problem is either a cause, which `headline` words, or one of these. To add one: a file with its function, an entry below, and
//! an example in tests/diagnostics.

use std::ops::Range;

use super::brackets::{self, Keys};
use super::fixes::code::certain;
use super::fixes::edited;
use super::places;
use super::{
    annotation_text, base_item, call_braces, code_keys, commas, continued_code, crossed, endless_loop,
    expression_values, filters, foreign_names, format_values, hyphens, inline_if, loaded_names, loop_keys, marker,
    match_key, other_languages, pasted, rule_arguments, string_quotes, text_code, unknown_names, value_statements,
    wrong_calls,
};
use crate::boundary::{Diagnostic, Fix, Place, RelatedPlace};
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::diagnostics::{Message, TemplateProblem};
use crate::positions::{Position, Source};

/// A problem that consists of one sentence.
#[derive(Clone, Copy)]
pub(super) struct Problem<'a> {
    pub(super) message: &'a Message,
    /// The position; for a problem of code without one of its own, the line that runs.
    pub(super) at: &'a Position,
    /// All problems of the code of the run.
    pub(super) problems: &'a [TemplateProblem],
    pub(super) keys: Keys<'a>,
    /// The diagnostic of its cause.
    pub(super) diagnostic: &'a Diagnostic,
}

/// The explanation of a recogniser. Fields that are None stay as in the diagnostic of the cause.
#[derive(Default)]
pub(super) struct Explanation {
    pub(super) code: Option<Code>,
    pub(super) headline: Option<String>,
    pub(super) place: Option<Place>,
    pub(super) related: Option<Vec<RelatedPlace>>,
    pub(super) hints: Option<Vec<String>>,
    pub(super) fixes: Option<Vec<Fix>>,
}

impl Explanation {
    pub(super) fn new(headline: impl Into<String>) -> Explanation {
        Explanation { headline: Some(headline.into()), ..Explanation::default() }
    }

    pub(super) fn at(self, source: &Source, range: Range<usize>) -> Explanation {
        Explanation { place: places::place_in(source, range), ..self }
    }

    pub(super) fn without_hints(self) -> Explanation {
        Explanation { hints: Some(Vec::new()), ..self }
    }

    /// The only fixes.
    pub(super) fn fixes(self, fixes: impl IntoIterator<Item = Fix>) -> Explanation {
        Explanation { fixes: Some(fixes.into_iter().collect()), ..self }
    }

    /// The only fix.
    pub(super) fn fix(self, title: impl Into<String>, source: &Source, edits: Edits) -> Explanation {
        self.fixes([edited(title, source, edits)])
    }

    /// The only fix, or none.
    pub(super) fn fix_if_certain(self, title: impl Into<String>, source: &Source, edits: Edits) -> Explanation {
        self.fixes(certain(title, source, edits))
    }

    /// Explains the diagnostic of the cause.
    pub(super) fn apply(self, diagnostic: &mut Diagnostic) {
        let Explanation { code, headline, place, related, hints, fixes } = self;
        set(&mut diagnostic.code, code.map(|code| code.to_string()));
        set(&mut diagnostic.headline, headline);
        set(&mut diagnostic.primary, place.map(Some));
        set(&mut diagnostic.related, related);
        set(&mut diagnostic.hints, hints);
        set(&mut diagnostic.fixes, fixes);
    }
}

fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// Explains a problem if it knows it.
type Recogniser = fn(&Problem<'_>) -> Option<Explanation>;

/// Each recogniser with its name. The first one that knows a problem counts.
const ALL: [(&str, Recogniser); 27] = [
    ("continued-code", continued_code::explain),
    ("inline-if", inline_if::explain),
    ("value-statements", value_statements::explain),
    ("brackets", brackets::explain),
    ("hyphens", hyphens::explain),
    ("foreign-names", foreign_names::explain),
    ("loaded-names", loaded_names::explain),
    ("unknown-names", unknown_names::explain),
    ("expression-values", expression_values::explain),
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
    ("endless-loop", endless_loop::explain),
];

/// The explanation of the first recogniser that knows a problem, and its name.
// A first render has no such problem: the functions of the table are not a part of the first module.
#[cold]
#[inline(never)]
pub(super) fn explain(problem: &Problem<'_>) -> Option<(&'static str, Explanation)> {
    ALL.iter().find_map(|(name, recogniser)| Some((*name, recogniser(problem)?)))
}

/// The names of all recognisers.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(name, _)| *name)
}
