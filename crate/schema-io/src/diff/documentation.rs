//! Compares the documentation of a data value: texts, examples, notices.

use super::{Both, ChangeKind, Comparison, DataValue, SchemaChange};
use crate::schema::{Documentation, Example, title_of};
use crate::yaml::printer::print_trimmed;

/// A text in the old schema and in the new one.
type Pair = (Option<String>, Option<String>);

impl Comparison<'_> {
    /// Compares `@schema/removed`. Returns whether either side has it; other differences need not be reported then.
    pub(super) fn removal(&mut self, both: Both<'_>) -> bool {
        let Both { old, new, path } = both;
        let remedies = (old.documentation().removed.clone(), new.documentation().removed.clone());
        match &remedies {
            (None, None) => return false,
            (None, Some(remedy)) => {
                let text = format!("a value for it is rejected: {}", in_line(remedy));
                let change = both.change(ChangeKind::Removed, text);
                self.changes.push(SchemaChange { breaking: true, after: remedies.1.clone(), ..change });
            }
            (Some(_), None) => self.added(new, "a value for it is accepted again", Some(&old.slot.position), path),
            (Some(_), Some(_)) => {
                let text = "the notice of its removal has changed".to_owned();
                self.words(both, ChangeKind::Documentation, text, remedies);
            }
        }
        true
    }

    pub(super) fn documentation(&mut self, both: Both<'_>) {
        let (was, is) = (both.old.documentation(), both.new.documentation());
        let notices = (was.deprecated.clone(), is.deprecated.clone());
        let text = match &notices {
            (_, None) => "it is no longer deprecated".to_owned(),
            (None, Some(notice)) => format!("it is deprecated: {}", in_line(notice)),
            (Some(_), Some(notice)) => format!("the deprecation notice has changed: {}", in_line(notice)),
        };
        self.words(both, ChangeKind::Deprecated, text, notices);
        let texts = [
            ("title", titles(both.old, both.new)),
            ("description", (present(&was.description), present(&is.description))),
            ("list of examples", (examples(was), examples(is))),
        ];
        for (name, texts) in texts {
            let text = match &texts {
                (None, _) => format!("the {name} was added"),
                (_, None) => format!("the {name} was removed"),
                _ => format!("the {name} has changed"),
            };
            self.words(both, ChangeKind::Documentation, text, texts);
        }
    }

    /// Reports a change of a text, if it changed.
    fn words(&mut self, both: Both<'_>, kind: ChangeKind, text: String, (before, after): Pair) {
        if before != after {
            self.changes.push(SchemaChange { before, after, ..both.change(kind, text) });
        }
    }
}

/// Whether two data values have the same documentation.
pub(super) fn is_same(old: &DataValue<'_>, new: &DataValue<'_>) -> bool {
    let (was, is) = (old.documentation(), new.documentation());
    let titles = titles(old, new);
    titles.0 == titles.1
        && was.description == is.description
        && was.deprecated == is.deprecated
        && was.removed == is.removed
        && examples(was) == examples(is)
}

/// The titles; None if both are derived from the keys, as in a `@schema/definition`.
fn titles(old: &DataValue<'_>, new: &DataValue<'_>) -> Pair {
    let title = |value: &DataValue<'_>| present(&value.documentation().title);
    let follows = |value: &DataValue<'_>| title(value).is_none_or(|title| title == title_of(&value.key));
    if follows(old) && follows(new) { (None, None) } else { (title(old), title(new)) }
}

fn present(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// All examples as YAML documents.
fn examples(documentation: &Documentation) -> Option<String> {
    let example = |example: &Example| match &*example.description {
        "" => print_trimmed(&example.value),
        description => format!("# {}\n{}", in_line(description), print_trimmed(&example.value)),
    };
    let all: Vec<String> = documentation.examples.iter().map(example).collect();
    present(&all.join("\n---\n"))
}

fn in_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
