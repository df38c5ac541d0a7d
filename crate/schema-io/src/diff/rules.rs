//! The rules of a data value compared, by what they mean.

use super::ChangeKind;
use super::code::{self, Code, Written};
use super::shape::Shape;
use super::{Change, Comparison, Held, NOT_COMPARED};
use crate::diagnostics::positions::Position;
use crate::schema::types::Slot;
use crate::starlark::Definitions;
use crate::validations::rules::NamedRule;
use crate::validations::{Rule, Strictness, strictness};

/// A rule, and what else it depends on.
struct Known<'s> {
    rule: &'s Rule,
    /// Empty for a rule that has a name.
    code: Written,
    condition: Condition,
    position: &'s Position,
}

/// When a rule is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    Always,
    /// For texts alone, where other values may be given, too.
    Texts,
    /// Where this function says so.
    When(Written),
}

/// What became of a rule that is still there.
enum Fate {
    /// It says the same, perhaps in other words.
    Same,
    Tighter(&'static str),
    Looser(&'static str),
}

const ANOTHER_CONDITION: &str = ", which is written differently and was not compared";

impl Comparison<'_> {
    /// `required` says why a value must now be given in place of the default, where nobody told of that yet.
    pub(super) fn rules(&mut self, old: &Held<'_>, new: &Held<'_>, required: Option<String>, path: &str) {
        let (old, new) = (old.slot, new.slot);
        let code::Known { old: of_old, new: of_new } = self.definitions;
        let mut left: Vec<Option<Known<'_>>> = known(old, of_old).into_iter().map(Some).collect();
        // What is the same is found first, so that nothing else takes its place.
        let current: Vec<_> =
            known(new, of_new).into_iter().map(|is| (take(&mut left, |was| was.same(&is)), is)).collect();
        let mut required = required.as_deref();
        for (same, is) in current {
            let was = same.or_else(|| take(&mut left, |was| was.fate(&is).is_some()));
            self.rule(was, &is, &mut required, old, new, path);
        }
        for was in left.into_iter().flatten() {
            let words = was.words();
            let text = format!("a rule is gone: {words}");
            self.add(Change {
                before: Some(words),
                positions: (Some(was.position), Some(&new.position)),
                ..Change::new(path, ChangeKind::RuleRemoved, text)
            });
        }
        if let Some(why) = required {
            let change = Change::between(old, new, path, ChangeKind::Default, why.to_owned());
            self.add(Change { breaking: true, ..change });
        }
    }

    fn rule(
        &mut self,
        was: Option<Known<'_>>,
        is: &Known<'_>,
        required: &mut Option<&str>,
        old: &Slot,
        new: &Slot,
        path: &str,
    ) {
        let words = is.words();
        let Some(was) = was else {
            let mut text = format!("a rule is new: {words}");
            let breaking = !held_anyway(is.rule, old, new);
            if breaking && let Some(why) = required.take() {
                text.push_str(&format!("; {why}"));
            }
            return self.add(Change {
                breaking,
                after: Some(words),
                positions: (Some(&old.position), Some(is.position)),
                ..Change::new(path, ChangeKind::RuleAdded, text)
            });
        };
        let before = was.words();
        let (kind, mut text) = match was.fate(is) {
            Some(Fate::Same) | None if before == words => return,
            Some(Fate::Same) | None => {
                let text = format!("a rule is put differently: it was \"{before}\" and is \"{words}\"");
                (ChangeKind::Documentation, text)
            }
            Some(Fate::Looser(why)) => {
                (ChangeKind::RuleLoosened, sentence("a rule is less strict", &before, &words, why))
            }
            Some(Fate::Tighter(why)) => {
                let head = if why.is_empty() { "a rule is stricter" } else { "a rule may be stricter" };
                (ChangeKind::RuleTightened, sentence(head, &before, &words, why))
            }
        };
        let breaking = kind == ChangeKind::RuleTightened;
        if breaking && let Some(why) = required.take() {
            text.push_str(&format!("; {why}"));
        }
        self.add(Change {
            breaking,
            before: Some(before),
            after: Some(words),
            positions: (Some(was.position), Some(is.position)),
            ..Change::new(path, kind, text)
        });
    }
}

fn sentence(head: &str, before: &str, after: &str, why: &str) -> String {
    if before == after {
        format!("{head}: {after}{why}")
    } else {
        format!("{head}: it was {before} and is {after}{why}")
    }
}

/// Whether two slots have the same rules as far as they are written there, in any order.
pub(super) fn are_same(old: &Slot, new: &Slot) -> bool {
    let mut left: Vec<Option<Known<'_>>> = known(old, None).into_iter().map(Some).collect();
    let all = known(new, None).iter().all(|is| take(&mut left, |was| was.same(is)).is_some());
    all && left.iter().all(Option::is_none)
}

fn known<'s>(slot: &'s Slot, definitions: Option<&Definitions>) -> Vec<Known<'s>> {
    let Some(validation) = &slot.validation else { return Vec::new() };
    let is_code = |rule: &Rule| rule.named().is_none();
    let codes = validation.rules.iter().filter(|rule| is_code(rule)).count();
    let written = (codes > 0 || validation.when.is_some()).then(|| Code::of(&validation.position, definitions));
    let condition = match (&validation.when, &written) {
        (Some(_), Some(written)) => Condition::When(written.named("when")),
        _ if slot.rules_strings_only && Shape::of(&slot.ty).has_others_than_texts() => Condition::Texts,
        _ => Condition::Always,
    };
    let mut seen = 0;
    let known = |rule| {
        let code = match &written {
            Some(written) if is_code(rule) => {
                seen += 1;
                written.positional(seen - 1, codes)
            }
            _ => Written::default(),
        };
        Known { rule, code, condition: condition.clone(), position: &validation.position }
    };
    validation.rules.iter().map(known).collect()
}

fn take<'s>(left: &mut [Option<Known<'s>>], is_meant: impl Fn(&Known<'s>) -> bool) -> Option<Known<'s>> {
    left.iter_mut().find(|known| known.as_ref().is_some_and(&is_meant)).and_then(Option::take)
}

impl Known<'_> {
    fn words(&self) -> String {
        let words = self.rule.description();
        match self.condition {
            Condition::Always => words,
            Condition::Texts => format!("{words} (texts)"),
            Condition::When(_) => format!("{words} (under a condition)"),
        }
    }

    fn same(&self, is: &Known<'_>) -> bool {
        matches!(self.fate(is), Some(Fate::Same))
    }

    /// What became of it, where it is the other one now; none where the other one is another rule.
    fn fate(&self, is: &Known<'_>) -> Option<Fate> {
        let strictness = match (self.rule, is.rule) {
            (Rule::Named { rule: was, .. }, Rule::Named { rule: is, .. }) => strictness(was, is)?,
            (Rule::Custom { description: was, .. }, Rule::Custom { description: now, .. }) if was == now => {
                if self.code == is.code { Strictness::Same } else { Strictness::Different }
            }
            _ => return None,
        };
        Some(match (strictness, &self.condition, &is.condition) {
            (Strictness::Different, ..) if self.rule.named().is_none() => Fate::Tighter(NOT_COMPARED),
            (Strictness::Different, ..) => return None,
            (Strictness::Same, was, is) if was == is => Fate::Same,
            (Strictness::Tighter, was, is) if was == is => Fate::Tighter(""),
            (Strictness::Looser, was, is) if was == is => Fate::Looser(""),
            (Strictness::Same | Strictness::Looser, Condition::Always, _) => Fate::Looser(""),
            (Strictness::Same | Strictness::Tighter, _, Condition::Always) => Fate::Tighter(""),
            _ => Fate::Tighter(ANOTHER_CONDITION),
        })
    }
}

/// Whether no value that both types have can break a rule.
fn held_anyway(rule: &Rule, old: &Slot, new: &Slot) -> bool {
    match rule.named() {
        Some(NamedRule::NotNull) => ![old, new].iter().all(|slot| slot.ty.allows_null()),
        Some(rule @ NamedRule::MinLen(_)) => {
            rule.check_count(0).is_ok() && Shape::of(&old.ty).common_values_have_length(Shape::of(&new.ty))
        }
        _ => false,
    }
}
