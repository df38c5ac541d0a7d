//! What an overlay item nearly matched, when it matched nothing.
//!
//! Takes the item, its matcher and the nodes it looked at; hands on the places of those that come nearest, the best first,
//! each with what is different. Asked only when a run fails, and bounded: long lists are not looked through.

use super::annotations::Kind;
use super::comparison::same;
use super::left_items::{Entry, LeftItems};
use crate::diagnostics::key_position::key_at;
use crate::diagnostics::near_miss::{Difference, NearMiss};
use crate::diagnostics::{Related, Relation};
use crate::spelling;
use crate::starlark::{Argument, Matcher};
use crate::yaml::printer;
use crate::yaml::tree::{Map, Value};

/// So many nodes are looked at.
const MOST_CANDIDATES: usize = 500;
/// So many are shown.
const MOST_SHOWN: usize = 5;
/// So many comparisons of keys and leaves are made for all of them.
const MOST_STEPS: usize = 200_000;
/// Longer values are cut.
const MOST_CHARS: usize = 40;

/// What came near to an item that matched nothing; `by` is what it is matched by.
pub(super) fn near_misses<E: Entry>(slots: &LeftItems<E>, new: &E, by: Option<&Argument>) -> Vec<Related> {
    // What the same file has changed it names already.
    let file = new.meta().position.file();
    let is_news = |entry: &E| entry.meta().history.touched().iter().all(|at| at.file() != file);
    let entries = slots.entries().take(MOST_CANDIDATES).enumerate().filter(|(_, entry)| is_news(entry));
    let mut scored: Vec<(Score, &E, NearMiss)> = match (by, new.key()) {
        (None, Some(key)) => keys(entries, &plain(key)),
        (by, _) => {
            let mut look = Look { right: new.value(), steps: MOST_STEPS };
            let judged = entries.map(|(number, entry)| {
                let found = by.and_then(|by| look.judge(by, number, entry.value(), E::KIND));
                let (score, miss) = found.map_or((Score::default(), NearMiss::Candidate), Finding::into_near_miss);
                (score, entry, miss)
            });
            judged.collect()
        }
    };
    // Equal ones stay in the order of the text.
    scored.sort_by_key(|(score, ..)| *score);
    let related = scored.into_iter().take(MOST_SHOWN).map(|(_, entry, miss)| {
        let meta = entry.meta();
        let at = meta.history.made_at().filter(|_| meta.position.source().is_none()).unwrap_or(&meta.position);
        let key = entry.key().and_then(Value::as_str).and_then(|key| key_at(at, key));
        Related { at: key.unwrap_or_else(|| at.clone()), relation: Relation::NearMiss(miss) }
    });
    related.collect()
}

/// How far from a match something is: the least is the nearest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    different: usize,
    /// Negative, so that more is nearer.
    same: isize,
    /// Differences that are no values at all.
    missing: usize,
    /// Letters between what is there and what is asked for.
    apart: usize,
}

/// Similar keys; all keys where none is similar and there are few.
fn keys<'e, E: Entry>(entries: impl Iterator<Item = (usize, &'e E)>, wanted: &str) -> Vec<(Score, &'e E, NearMiss)> {
    let letters = wanted.chars().count();
    let far = letters.div_ceil(2);
    let miss = |entry: &'e E| {
        let found = entry.key().map(plain).unwrap_or_default();
        let apart = spelling::apart(wanted, &found, far);
        let is_similar = apart <= far && letters > 2;
        let score = Score { apart, ..Score::default() };
        (score, entry, NearMiss::Key { found, wanted: wanted.to_owned(), is_similar })
    };
    let all: Vec<_> = entries.map(|(_, entry)| miss(entry)).collect();
    let is_similar = |miss: &NearMiss| matches!(miss, NearMiss::Key { is_similar: true, .. });
    if all.iter().any(|(.., miss)| is_similar(miss)) {
        return all.into_iter().filter(|(.., miss)| is_similar(miss)).collect();
    }
    if all.len() > MOST_SHOWN {
        return Vec::new();
    }
    // Few, and none of them near: as they stand.
    all.into_iter().map(|(_, entry, miss)| (Score::default(), entry, miss)).collect()
}

/// What a matcher that can be looked into has to say of a node.
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
    /// None for functions of the user.
    fn judge(&mut self, by: &Argument, number: usize, left: &Value, kind: Kind) -> Option<Finding> {
        let matcher = match by {
            Argument::Str(name) => return Some(self.field(left, name)),
            Argument::Matcher(matcher) => &**matcher,
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
            // What nobody can look into is left out.
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
        self.compare(get(left, name), wanted, name.to_owned(), &mut finding);
        finding
    }

    fn subset(&mut self, left: &Value, wanted: &Value, path: String, finding: &mut Finding) {
        match (left, wanted) {
            (Value::Map(left), Value::Map(wanted)) => {
                for item in &wanted.items {
                    let name = plain(&item.key);
                    let path = if path.is_empty() { name } else { format!("{path}.{name}") };
                    match self.item(left, &item.key) {
                        Some(found) => self.subset(found, &item.value, path, finding),
                        None => self.compare(None, &item.value, path, finding),
                    }
                    if self.steps == 0 {
                        return;
                    }
                }
            }
            (Value::Array(left), Value::Array(wanted)) => {
                for (number, item) in wanted.items.iter().enumerate() {
                    let path = format!("{path}[{number}]");
                    match left.items.get(number) {
                        Some(found) => self.subset(&found.value, &item.value, path, finding),
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

    fn item<'m>(&mut self, map: &'m Map, key: &Value) -> Option<&'m Value> {
        let place = map.items.iter().take(self.steps).position(|item| same(&item.key, key));
        self.steps = self.steps.saturating_sub(place.unwrap_or(map.items.len()) + 1);
        place.and_then(|place| map.items.get(place)).map(|item| &item.value)
    }

    fn compare(&mut self, found: Option<&Value>, wanted: &Value, path: String, finding: &mut Finding) {
        self.steps = self.steps.saturating_sub(1);
        if found.is_some_and(|found| same(found, wanted)) {
            finding.same.push(path);
            return;
        }
        let wanted = told(wanted);
        let found = found.map(told);
        let apart = found.as_ref().map_or(wanted.len(), |found| spelling::apart(&wanted, found, wanted.len()));
        finding.apart = finding.apart.saturating_add(apart);
        finding.different.push(Difference { path, found, wanted });
    }
}

fn get<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    match value {
        Value::Map(map) => map.get(name).map(|item| &item.value),
        _ => None,
    }
}

/// A value on one line, in few letters.
fn told(value: &Value) -> String {
    match value {
        Value::Map(_) => "a map".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::DocumentSet(_) => "documents".to_owned(),
        _ => {
            let text = printer::print_value(value);
            let line = text.lines().next().unwrap_or_default();
            match line.char_indices().nth(MOST_CHARS) {
                Some((at, _)) => format!("{}…", &line[..at]),
                None => line.to_owned(),
            }
        }
    }
}

/// A key as it is written.
fn plain(key: &Value) -> String {
    key.as_str().map_or_else(|| told(key), str::to_owned)
}
