//! Keys that a map has more than once: the last one counts.

use std::collections::HashSet;

use super::guess::Guess;
use super::shape::path_of;
use crate::yaml::map_key::MapKey;
use crate::yaml::tree::{DocumentSet, MapItem, Value};

/// The repeated keys, without those that override a key of a merged map (`<<`), and whether there are any of both.
pub(super) fn keys(documents: &DocumentSet) -> (Vec<Guess>, bool) {
    let mut found = Repeated::default();
    for document in documents.iter() {
        found.visit(&document.value, "");
    }
    (found.guesses, found.has_any)
}

#[derive(Default)]
struct Repeated {
    /// The lines and bytes of items: an alias copies items with their positions.
    seen: HashSet<(u32, Option<usize>)>,
    guesses: Vec<Guess>,
    has_any: bool,
}

impl Repeated {
    fn is_new(&mut self, item: &MapItem) -> bool {
        self.seen.insert(place(item))
    }

    fn visit(&mut self, value: &Value, path: &str) {
        match value {
            Value::Map(map) => {
                let mut keys = HashSet::new();
                let map = map.borrow();
                let has_copies = map.iter().any(|item| self.seen.contains(&place(&item)));
                for item in map.iter() {
                    let path = path_of(path, &item.key);
                    let is_repeated = MapKey::of(&item.key).is_some_and(|key| !keys.insert(key));
                    self.has_any |= is_repeated;
                    if self.is_new(&item) && is_repeated && !has_copies {
                        self.guesses.push(Guess::repeated_key(path.clone(), item.meta.position.line()));
                    }
                    self.visit(&item.value, &path);
                }
            }
            Value::Array(array) => {
                for item in array.borrow().iter() {
                    self.visit(&item.value, &format!("{path}[]"));
                }
            }
            _ => {}
        }
    }
}

fn place(item: &MapItem) -> (u32, Option<usize>) {
    let position = &item.meta.position;
    (position.line(), position.own_span().map(|span| span.start))
}
