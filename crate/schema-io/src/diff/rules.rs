//! Compares the rules of a data value by their meaning.

use super::code::{self, ArgumentSource, Code};
use super::shape::Shape;
use super::{Both, ChangeKind, Comparison, NOT_COMPARED, SchemaChange};
use crate::positions::Position;
use crate::schema::Slot;
use crate::starlark::Definitions;
use crate::validations::{NamedRule, Rule, Strictness, strictness};

/// A rule with its source and condition.
struct ComparedRule<'s> {
    rule: &'s Rule,
    /// Empty for a named rule.
    source: ArgumentSource,
    condition: Condition,
    position: &'s Position,
}

/// When a rule is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    Always,
    /// For strings only, although other values are allowed.
    Texts,
    /// If this function returns true.
    When(ArgumentSource),
}

/// How a rule changed.
enum RuleChange {
    /// The meaning is the same, possibly with another description.
    Same,
    Tighter(&'static str),
    Looser(&'static str),
}

const ANOTHER_CONDITION: &str = ", which is written differently and was not compared";

impl Comparison<'_> {
    /// Compares the rules. `required` says why a value is now required, unless that has been reported.
    pub(super) fn rules(&mut self, both: Both<'_>, required: Option<String>) {
        let (old, new) = (both.old.slot, both.new.slot);
        let code::BothDefinitions { old: of_old, new: of_new } = self.definitions;
        let mut left: Vec<Option<ComparedRule<'_>>> = rules_of(old, of_old).into_iter().map(Some).collect();
        // Unchanged rules are paired first.
        let current: Vec<_> =
            rules_of(new, of_new).into_iter().map(|is| (take(&mut left, |was| was.is_same(&is)), is)).collect();
        let mut required = required.as_deref();
        for (same, is) in current {
            let was = same.or_else(|| take(&mut left, |was| was.change_to(&is).is_some()));
            self.rule(was, &is, &mut required, both);
        }
        for was in left.into_iter().flatten() {
            let words = was.words();
            let text = format!("a rule was removed: {words}");
            let change = both.change(ChangeKind::RuleRemoved, text).at(Some(was.position), Some(&new.position));
            self.changes.push(SchemaChange { before: Some(words), ..change });
        }
        if let Some(why) = required {
            self.changes.push(SchemaChange { breaking: true, ..both.change(ChangeKind::Default, why) });
        }
    }

    fn rule(
        &mut self,
        was: Option<ComparedRule<'_>>,
        is: &ComparedRule<'_>,
        required: &mut Option<&str>,
        both: Both<'_>,
    ) {
        let (old, new) = (both.old.slot, both.new.slot);
        let words = is.words();
        let Some(was) = was else {
            let mut text = format!("a rule was added: {words}");
            let breaking = !is_always_satisfied(is.rule, old, new);
            if breaking && let Some(why) = required.take() {
                text.push_str(&format!("; {why}"));
            }
            let change = both.change(ChangeKind::RuleAdded, text).at(Some(&old.position), Some(is.position));
            return self.changes.push(SchemaChange { breaking, after: Some(words), ..change });
        };
        let before = was.words();
        let (kind, mut text) = match was.change_to(is) {
            Some(RuleChange::Same) | None if before == words => return,
            Some(RuleChange::Same) | None => {
                let text = format!("the description of a rule has changed: it was \"{before}\" and is \"{words}\"");
                (ChangeKind::Documentation, text)
            }
            Some(RuleChange::Looser(why)) => {
                (ChangeKind::RuleLoosened, sentence("a rule is less strict", &before, &words, why))
            }
            Some(RuleChange::Tighter(why)) => {
                let head = if why.is_empty() { "a rule is stricter" } else { "a rule may be stricter" };
                (ChangeKind::RuleTightened, sentence(head, &before, &words, why))
            }
        };
        let breaking = kind == ChangeKind::RuleTightened;
        if breaking && let Some(why) = required.take() {
            text.push_str(&format!("; {why}"));
        }
        let change = both.change(kind, text).at(Some(was.position), Some(is.position));
        self.changes.push(SchemaChange { breaking, before: Some(before), after: Some(words), ..change });
    }
}

fn sentence(head: &str, before: &str, after: &str, why: &str) -> String {
    if before == after {
        format!("{head}: {after}{why}")
    } else {
        format!("{head}: it was {before} and is {after}{why}")
    }
}

/// Whether two slots have the same rules in any order, without comparing definitions.
pub(super) fn are_same(old: &Slot, new: &Slot) -> bool {
    let mut left: Vec<Option<ComparedRule<'_>>> = rules_of(old, None).into_iter().map(Some).collect();
    let all = rules_of(new, None).iter().all(|is| take(&mut left, |was| was.is_same(is)).is_some());
    all && left.iter().all(Option::is_none)
}

fn rules_of<'s>(slot: &'s Slot, definitions: Option<&Definitions>) -> Vec<ComparedRule<'s>> {
    let Some(validation) = &slot.validation else { return Vec::new() };
    let is_code = |rule: &Rule| rule.named().is_none();
    let custom = validation.rules.iter().filter(|rule| is_code(rule)).count();
    let written = (custom > 0 || validation.when.is_some()).then(|| Code::of(&validation.position, definitions));
    let condition = match (&validation.when, &written) {
        (Some(_), Some(written)) => Condition::When(written.named("when")),
        _ if slot.rules_strings_only && Shape::of(&slot.ty).has_others_than_strings() => Condition::Texts,
        _ => Condition::Always,
    };
    let mut seen = 0;
    let compared = |rule| {
        let source = match &written {
            Some(written) if is_code(rule) => {
                seen += 1;
                written.positional(seen - 1, custom)
            }
            _ => ArgumentSource::default(),
        };
        ComparedRule { rule, source, condition: condition.clone(), position: &validation.position }
    };
    validation.rules.iter().map(compared).collect()
}

fn take<'s>(
    left: &mut [Option<ComparedRule<'s>>],
    is_match: impl Fn(&ComparedRule<'s>) -> bool,
) -> Option<ComparedRule<'s>> {
    left.iter_mut().find(|rule| rule.as_ref().is_some_and(&is_match)).and_then(Option::take)
}

impl ComparedRule<'_> {
    fn words(&self) -> String {
        let words = self.rule.description();
        match self.condition {
            Condition::Always => words,
            Condition::Texts => format!("{words} (texts)"),
            Condition::When(_) => format!("{words} (under a condition)"),
        }
    }

    fn is_same(&self, is: &ComparedRule<'_>) -> bool {
        matches!(self.change_to(is), Some(RuleChange::Same))
    }

    /// How this rule changed to `is`; None if that is a different rule.
    fn change_to(&self, is: &ComparedRule<'_>) -> Option<RuleChange> {
        let strictness = match (self.rule, is.rule) {
            (Rule::Named { rule: was, .. }, Rule::Named { rule: is, .. }) => strictness(was, is)?,
            (Rule::Custom { description: was, .. }, Rule::Custom { description: now, .. }) if was == now => {
                if self.source == is.source { Strictness::Same } else { Strictness::Different }
            }
            _ => return None,
        };
        Some(match (strictness, &self.condition, &is.condition) {
            (Strictness::Different, ..) if self.rule.named().is_none() => RuleChange::Tighter(NOT_COMPARED),
            (Strictness::Different, ..) => return None,
            (Strictness::Same, was, is) if was == is => RuleChange::Same,
            (Strictness::Tighter, was, is) if was == is => RuleChange::Tighter(""),
            (Strictness::Looser, was, is) if was == is => RuleChange::Looser(""),
            (Strictness::Same | Strictness::Looser, Condition::Always, _) => RuleChange::Looser(""),
            (Strictness::Same | Strictness::Tighter, _, Condition::Always) => RuleChange::Tighter(""),
            _ => RuleChange::Tighter(ANOTHER_CONDITION),
        })
    }
}

/// Whether all values that both types have satisfy a rule.
fn is_always_satisfied(rule: &Rule, old: &Slot, new: &Slot) -> bool {
    match rule.named() {
        Some(NamedRule::NotNull) => ![old, new].iter().all(|slot| slot.ty.allows_null()),
        Some(rule @ NamedRule::MinLen(_)) => {
            rule.check_count(0).is_ok() && Shape::of(&old.ty).common_values_have_length(Shape::of(&new.ty))
        }
        _ => false,
    }
}
