//! What is said of a data value, compared: texts, examples, notices.

use super::ChangeKind;
use super::defaults::written;
use super::{Change, Comparison, Held};
use crate::schema::proposal::title_of;
use crate::schema::types::{Documentation, Example};

/// A text of both schemas.
type Pair = (Option<String>, Option<String>);

impl Comparison<'_> {
    /// Whether values are refused by `@schema/removed` on either side: nothing else counts then.
    pub(super) fn removal(&mut self, old: &Held<'_>, new: &Held<'_>, path: &str) -> bool {
        let remedies = (old.documentation().removed.clone(), new.documentation().removed.clone());
        match &remedies {
            (None, None) => return false,
            (None, Some(remedy)) => {
                let text = format!("a value for it is refused: {}", in_line(remedy));
                let change = Change::between(old.slot, new.slot, path, ChangeKind::Removed, text);
                self.add(Change { breaking: true, after: remedies.1.clone(), ..change });
            }
            (Some(_), None) => self.added(new, "a value for it is taken again", Some(&old.slot.position), path),
            (Some(_), Some(_)) => {
                let text = "the remedy of its removal is another".to_owned();
                self.words(old, new, path, (ChangeKind::Documentation, text), remedies);
            }
        }
        true
    }

    pub(super) fn documentation(&mut self, old: &Held<'_>, new: &Held<'_>, path: &str) {
        let (was, is) = (old.documentation(), new.documentation());
        let notices = (was.deprecated.clone(), is.deprecated.clone());
        let text = match &notices {
            (_, None) => "it is not deprecated any more".to_owned(),
            (None, Some(notice)) => format!("it is deprecated: {}", in_line(notice)),
            (Some(_), Some(notice)) => format!("it is deprecated with another notice: {}", in_line(notice)),
        };
        self.words(old, new, path, (ChangeKind::Deprecated, text), notices);
        let texts = [
            ("title", titles(old, new)),
            ("description", (present(&was.description), present(&is.description))),
            ("list of examples", (examples(was), examples(is))),
        ];
        for (name, texts) in texts {
            let text = match &texts {
                (None, _) => format!("a {name} is new"),
                (_, None) => format!("the {name} is gone"),
                _ => format!("the {name} is another"),
            };
            self.words(old, new, path, (ChangeKind::Documentation, text), texts);
        }
    }

    /// A change of words, if they changed.
    fn words(
        &mut self,
        old: &Held<'_>,
        new: &Held<'_>,
        path: &str,
        (kind, text): (ChangeKind, String),
        (before, after): Pair,
    ) {
        if before != after {
            self.add(Change { before, after, ..Change::between(old.slot, new.slot, path, kind, text) });
        }
    }
}

/// Whether the same is said of two data values.
pub(super) fn is_same(old: &Held<'_>, new: &Held<'_>) -> bool {
    let (was, is) = (old.documentation(), new.documentation());
    let titles = titles(old, new);
    titles.0 == titles.1
        && was.description == is.description
        && was.deprecated == is.deprecated
        && was.removed == is.removed
        && examples(was) == examples(is)
}

/// None where both follow from the keys, as in a definition.
fn titles(old: &Held<'_>, new: &Held<'_>) -> Pair {
    let title = |held: &Held<'_>| present(&held.documentation().title);
    let follows = |held: &Held<'_>| title(held).is_none_or(|title| title == title_of(&held.key));
    if follows(old) && follows(new) { (None, None) } else { (title(old), title(new)) }
}

fn present(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// All of them as text, an example in as many lines as its value takes.
fn examples(documentation: &Documentation) -> Option<String> {
    let example = |example: &Example| match &*example.description {
        "" => written(&example.value),
        description => format!("# {}\n{}", in_line(description), written(&example.value)),
    };
    let all: Vec<String> = documentation.examples.iter().map(example).collect();
    present(&all.join("\n---\n"))
}

fn in_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
