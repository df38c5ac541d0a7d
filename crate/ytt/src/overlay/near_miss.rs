//! The nodes that an overlay item nearly matched, when it matched nothing, for an editor.
//!
//! Computed only when a run fails, and bounded: the rest of a long list is ignored.

use std::fmt;

use super::annotations::Kind;
use super::comparison::same;
use super::left_items::{Entry, LeftItems};
use super::matchers::Matcher;
use crate::diagnostics::Related;
use crate::diagnostics::key_position::key_at;
use crate::diagnostics::remedy::Remedy;
use crate::spelling;
use crate::starlark::PlainValue;
use crate::yaml::go_format::joined;
use crate::yaml::printer;
use crate::yaml::tree::{Map, Value};

/// The number of nodes that are considered.
const MAX_CANDIDATES: usize = 500;
/// The number of near misses in the result.
const MAX_RESULTS: usize = 5;
/// The number of comparisons of keys and scalars for all nodes together.
const MAX_STEPS: usize = 200_000;
/// The number of characters of a value in a label.
const MAX_CHARS: usize = 40;
/// The number of differences, and of equal fields, in a label.
const MAX_FIELDS: usize = 3;

/// A node that was looked at and did not match.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NearMiss {
    /// A map item under another key; similar, or one of the few there are.
    Key {
        /// The key of the item.
        found: String,
        /// The key in the overlay.
        wanted: String,
        /// Whether the two are spelled alike.
        is_similar: bool,
    },
    /// Another place in the list.
    Index {
        /// The index of the item.
        found: usize,
        /// The index in the overlay.
        wanted: i64,
    },
    /// Fields that differ from those asked for.
    Fields {
        /// The differences.
        different: Vec<Difference>,
        /// Paths of the fields that are equal.
        same: Vec<String>,
    },
    /// Rejected by a user-defined matcher.
    Candidate,
}

/// A value at a path that is not the one asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Difference {
    /// The path, such as `metadata.name`; empty for the node itself.
    path: String,
    /// None where there is nothing.
    found: Option<String>,
    /// The value in the overlay.
    wanted: String,
}

impl fmt::Display for NearMiss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NearMiss::Key { found, wanted, is_similar: true } => write!(f, "near miss: key {found}, not {wanted}"),
            NearMiss::Key { found, .. } => write!(f, "a key here: {found}"),
            NearMiss::Index { found, wanted } => write!(f, "no match: index {found}, not {wanted}"),
            NearMiss::Fields { different, same } => {
                let differences = different.iter().take(MAX_FIELDS).map(Difference::to_string);
                let more =
                    (different.len() > MAX_FIELDS).then(|| format!("{} more differ", different.len() - MAX_FIELDS));
                let same: Vec<&str> = same.iter().take(MAX_FIELDS).map(String::as_str).collect();
                let verb = if same.len() == 1 { "matches" } else { "match" };
                let same = (!same.is_empty()).then(|| format!("{} {verb}", same.join(", ")));
                let parts: Vec<String> = differences.chain(more).chain(same).collect();
                let what = if different.iter().all(Difference::is_near) { "near miss" } else { "no match" };
                write!(f, "{what}: {}", parts.join("; "))
            }
            NearMiss::Candidate => f.write_str("candidate"),
        }
    }
}

impl Difference {
    fn is_near(&self) -> bool {
        self.found.as_ref().is_some_and(|found| spelling::is_near(&self.wanted, found))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { path, found, wanted } = self;
        let path = if path.is_empty() { "it" } else { path };
        match found {
            Some(found) => write!(f, "{path} is {found}, not {wanted}"),
            None => write!(f, "no {path}, which is to be {wanted}"),
        }
    }
}

/// The nodes nearest to an item that matched nothing, the nearest first; `by` is its matcher, if it has one.
/// Then the fix, if only the spelling of one value of the overlay differs from one node.
pub(super) fn near_misses<E: Entry>(
    slots: &LeftItems<E>,
    new: &E,
    by: Option<&PlainValue>,
) -> (Vec<Related>, Option<Remedy>) {
    // The keys that the same file has changed are spelled as intended.
    let new_meta = new.meta();
    let file = new_meta.position.file();
    let is_news = |entry: &E| entry.meta().history.touched().iter().all(|at| at.file() != file);
    let entries = slots.entries().take(MAX_CANDIDATES).enumerate().filter(|(_, entry)| is_news(entry));
    let mut scored: Vec<(Score, &E, NearMiss)> = match (by, new.key()) {
        (None, Some(key)) => keys(entries, &key_text(&key)),
        (by, _) => {
            let mut look = Look { right: &new.value(), steps: MAX_STEPS };
            let judged = entries.map(|(number, entry)| {
                let found = by.and_then(|by| look.judge(by, number, &entry.value(), E::KIND));
                let (score, miss) = found.map_or((Score::default(), NearMiss::Candidate), Finding::into_near_miss);
                (score, entry, miss)
            });
            judged.collect()
        }
    };
    // Equal ones stay in the order of the text.
    scored.sort_by_key(|(score, ..)| *score);
    let respelled = respelled(scored.iter().map(|(.., miss)| miss));
    let related = scored.into_iter().take(MAX_RESULTS).map(|(_, entry, miss)| {
        let meta = entry.meta();
        let at = meta.history.made_at().filter(|_| meta.position.source().is_none()).unwrap_or(&meta.position);
        let key = entry.key().as_ref().and_then(Value::as_str).and_then(|key| key_at(at, key));
        Related { at: key.unwrap_or_else(|| at.clone()), label: miss.to_string().into() }
    });
    (related.collect(), respelled)
}

fn respelled<'m>(misses: impl Iterator<Item = &'m NearMiss>) -> Option<Remedy> {
    let only = |miss: &'m NearMiss| match miss {
        NearMiss::Fields { different, .. } => match &different[..] {
            [Difference { path, found: Some(found), wanted }] => Some((path, found, wanted)),
            _ => None,
        },
        _ => None,
    };
    let near: Vec<_> = misses.filter_map(only).collect();
    let (path, _, wanted) = *near.first()?;
    let alike = near.iter().filter(|(other, _, from)| *other == path && *from == wanted);
    let found: Vec<&str> = alike.map(|(_, found, _)| found.as_str()).collect();
    let to = spelling::only_nearest(wanted, found.iter().copied())?;
    let is_short = |text: &str| !text.ends_with('…') && !text.contains(['"', '\'', '\\']);
    if !is_short(wanted) || !is_short(to) {
        return None;
    }
    let matches = found.iter().filter(|found| **found == to).count();
    let key = path.rsplit('.').next().unwrap_or_default().to_owned();
    Some(Remedy::Respell { key, from: wanted.clone(), to: to.to_owned(), matches })
}

/// The distance from a match: the least is the nearest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    different: usize,
    /// Negative, so that more is nearer.
    same: isize,
    /// Differences where there is no value at all.
    missing: usize,
    /// Edit distance between the actual and the wanted value.
    apart: usize,
}

/// Similar keys; all keys where none is similar and there are few.
fn keys<'e, E: Entry>(entries: impl Iterator<Item = (usize, &'e E)>, wanted: &str) -> Vec<(Score, &'e E, NearMiss)> {
    let letters = wanted.chars().count();
    let miss = |entry: &'e E| {
        let found = entry.key().as_ref().map(key_text).unwrap_or_default();
        let apart = spelling::edit_distance(wanted, &found, letters);
        let is_similar = spelling::is_near(wanted, &found);
        let score = Score { apart, ..Score::default() };
        (score, entry, NearMiss::Key { found, wanted: wanted.to_owned(), is_similar })
    };
    let all: Vec<_> = entries.map(|(_, entry)| miss(entry)).collect();
    let is_similar = |miss: &NearMiss| matches!(miss, NearMiss::Key { is_similar: true, .. });
    if all.iter().any(|(.., miss)| is_similar(miss)) {
        return all.into_iter().filter(|(.., miss)| is_similar(miss)).collect();
    }
    if all.len() > MAX_RESULTS {
        return Vec::new();
    }
    // Few, and none of them near: in the order of the text.
    all.into_iter().map(|(_, entry, miss)| (Score::default(), entry, miss)).collect()
}

/// How a node compares with what a built-in matcher asks for.
#[derive(Default)]
struct Finding {
    different: Vec<Difference>,
    same: Vec<String>,
    index: Option<(usize, i64)>,
    apart: usize,
}

impl Finding {
    fn into_near_miss(self) -> (Score, NearMiss) {
        let score = Score {
            different: self.different.len() + usize::from(self.index.is_some()),
            same: -isize::try_from(self.same.len()).unwrap_or(isize::MAX),
            missing: self.missing(),
            apart: self.apart,
        };
        let miss = match self.index {
            Some((found, wanted)) if self.different.is_empty() => NearMiss::Index { found, wanted },
            // The other conditions hold, and yet nothing was matched: something else decides.
            _ if self.different.is_empty() => NearMiss::Candidate,
            _ => NearMiss::Fields { different: self.different, same: self.same },
        };
        (score, miss)
    }

    fn missing(&self) -> usize {
        self.different.iter().filter(|difference| difference.found.is_none()).count()
    }

    fn joined(mut self, other: Finding) -> Finding {
        self.different.extend(other.different);
        self.same.extend(other.same);
        self.index = self.index.or(other.index);
        self.apart = self.apart.saturating_add(other.apart);
        self
    }
}

struct Look<'a> {
    /// The item's own value.
    right: &'a Value,
    /// Comparisons that are still allowed.
    steps: usize,
}

impl Look<'_> {
    /// None for user-defined matchers.
    fn judge(&mut self, by: &PlainValue, number: usize, left: &Value, kind: Kind) -> Option<Finding> {
        let matcher = match by {
            PlainValue::Str(name) => return Some(self.field(left, name)),
            PlainValue::DataFunction(function) => Matcher::of(&**function)?,
            _ => return None,
        };
        match matcher {
            Matcher::All => Some(Finding::default()),
            Matcher::Index(_) if kind == Kind::MapItem => None,
            Matcher::Index(wanted) => {
                let apart = wanted.abs_diff(i64::try_from(number).unwrap_or(i64::MAX));
                let apart = usize::try_from(apart).unwrap_or(usize::MAX);
                Some(Finding { index: (apart > 0).then_some((number, *wanted)), apart, ..Finding::default() })
            }
            Matcher::MapKey(name) => Some(self.field(left, name)),
            Matcher::Subset(wanted) => {
                let mut finding = Finding::default();
                self.subset(left, wanted.known().as_ref().ok()?, String::new(), &mut finding);
                Some(finding)
            }
            // User-defined matchers are left out.
            Matcher::And(all) => {
                let known = all.iter().filter_map(|by| self.judge(by, number, left, kind));
                known.reduce(Finding::joined)
            }
            Matcher::Or(any) => {
                let known = any.iter().filter_map(|by| self.judge(by, number, left, kind));
                known.min_by_key(|finding| (finding.different.len(), finding.missing(), finding.apart))
            }
            Matcher::Not(_) => None,
        }
    }

    /// The value under a key, against the item's own.
    fn field(&mut self, left: &Value, name: &str) -> Finding {
        let mut finding = Finding::default();
        let Some(wanted) = get(self.right, name) else { return finding };
        self.compare(get(left, name).as_ref(), &wanted, name.to_owned(), &mut finding);
        finding
    }

    fn subset(&mut self, left: &Value, wanted: &Value, path: String, finding: &mut Finding) {
        match (left, wanted) {
            (Value::Map(left), Value::Map(wanted)) => {
                for item in wanted.borrow().iter() {
                    let path = joined(&path, &key_text(&item.key));
                    match self.item(&left.borrow(), &item.key) {
                        Some(found) => self.subset(&found, &item.value, path, finding),
                        None => self.compare(None, &item.value, path, finding),
                    }
                    if self.steps == 0 {
                        return;
                    }
                }
            }
            (Value::Array(left), Value::Array(wanted)) => {
                for (number, item) in wanted.borrow().iter().enumerate() {
                    let path = format!("{path}[{number}]");
                    match left.borrow().items.get(number) {
                        Some(found) => self.subset(&found.borrow().value, &item.value, path, finding),
                        None => self.compare(None, &item.value, path, finding),
                    }
                    if self.steps == 0 {
                        return;
                    }
                }
            }
            _ => self.compare(Some(left), wanted, path, finding),
        }
    }

    fn item(&mut self, map: &Map, key: &Value) -> Option<Value> {
        let place = map.iter().take(self.steps).position(|item| same(&item.key, key));
        self.steps = self.steps.saturating_sub(place.unwrap_or(map.items.len()) + 1);
        place.and_then(|place| map.items.get(place)).map(|item| item.borrow().value.clone())
    }

    fn compare(&mut self, found: Option<&Value>, wanted: &Value, path: String, finding: &mut Finding) {
        self.steps = self.steps.saturating_sub(1);
        if found.is_some_and(|found| same(found, wanted)) {
            finding.same.push(path);
            return;
        }
        let wanted = excerpt(wanted);
        let found = found.map(excerpt);
        let apart = found.as_ref().map_or(wanted.len(), |found| spelling::edit_distance(&wanted, found, wanted.len()));
        finding.apart = finding.apart.saturating_add(apart);
        finding.different.push(Difference { path, found, wanted });
    }
}

fn get(value: &Value, name: &str) -> Option<Value> {
    match value {
        Value::Map(map) => map.borrow().get(name).map(|item| item.value.clone()),
        _ => None,
    }
}

/// A value on one line, shortened.
fn excerpt(value: &Value) -> String {
    match value {
        Value::Map(_) => "a map".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::DocumentSet(_) => "documents".to_owned(),
        _ => {
            let text = printer::print_value(value);
            let line = text.lines().next().unwrap_or_default();
            match line.char_indices().nth(MAX_CHARS) {
                Some((at, _)) => format!("{}…", &line[..at]),
                None => line.to_owned(),
            }
        }
    }
}

/// A key without quotes.
fn key_text(key: &Value) -> String {
    key.as_str().map_or_else(|| excerpt(key), str::to_owned)
}
