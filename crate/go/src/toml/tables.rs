//! The tables of a TOML document while it is read, with the library's rules for keys that are defined again.
//!
//! The rules are looser than TOML's: an array replaces, and is replaced by, any value, and a table that a dotted key or a header has
//! only implied may be defined once, even where a value already is.

use std::collections::{BTreeMap, HashSet};

use super::keys::quoted_key;
use super::scalars::Scalar;

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// A string, a boolean, a number or a date.
    Scalar(Scalar),
    /// An array.
    Array(Vec<Value>),
    /// A table.
    Table(Table),
    /// The tables of `[[…]]`, never none.
    Tables(Vec<Table>),
}

/// A table, sorted by key.
pub type Table = BTreeMap<String, Value>;

/// The tables so far, and the key at which the next value is.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) root: Table,
    /// The table around the current key.
    pub(super) context: Vec<String>,
    /// The current key, without the table; empty if there is none.
    pub(super) key: String,
    /// Tables that are only implied.
    implied: HashSet<String>,
    /// Keys with an array as their last value.
    arrays: HashSet<String>,
}

impl Tables {
    /// The last key, for messages; empty if there is none.
    pub(super) fn last_key(&self) -> String {
        match (self.context.is_empty(), self.key.is_empty()) {
            (_, true) => joined(&self.context),
            (true, false) => self.key.clone(),
            (false, false) => format!("{}.{}", joined(&self.context), self.key),
        }
    }

    /// Enters the table, or a new table of the array of tables, at a path from the root. Fails with a message.
    pub(super) fn enter(&mut self, path: &[String], is_array: bool) -> Result<(), String> {
        let Some((last, parents)) = path.split_last() else { return Ok(()) };
        let mut table = &mut self.root;
        for (index, key) in parents.iter().enumerate() {
            if !table.contains_key(key) {
                self.implied.insert(joined(&path[..=index]));
            }
            match table.entry(key.clone()).or_insert_with(|| Value::Table(Table::new())) {
                Value::Table(inner) => table = inner,
                Value::Tables(tables) => table = tables.last_mut().ok_or("an array without tables")?,
                _ => return Err(format!("Key '{}' was already created as a hash.", joined(&path[..=index]))),
            }
        }
        self.context = parents.to_vec();
        if is_array {
            match table.entry(last.clone()).or_insert_with(|| Value::Tables(Vec::new())) {
                Value::Tables(tables) => tables.push(Table::new()),
                _ => {
                    let path = joined(path);
                    return Err(format!("Key '{path}' was already created and cannot be used as an array."));
                }
            }
        } else {
            self.set(last, Value::Table(Table::new()))?;
        }
        self.context.push(last.clone());
        Ok(())
    }

    /// [`enter`](Tables::enter) for a table that a dotted key or an inline table implies.
    pub(super) fn enter_implied(&mut self, path: &[String], is_array: bool) -> Result<(), String> {
        self.implied.insert(joined(path));
        self.enter(path, is_array)
    }

    /// Sets a key of the current table. Fails with a message if it is defined already.
    pub(super) fn set(&mut self, key: &str, value: Value) -> Result<(), String> {
        let defined = |path: &[String]| format!("Key '{}' has already been defined.", joined(path));
        let mut table = &mut self.root;
        for (index, part) in self.context.iter().enumerate() {
            table = match table.get_mut(part) {
                Some(Value::Table(inner)) => inner,
                Some(Value::Tables(tables)) => tables.last_mut().ok_or("an array without tables")?,
                _ => return Err(defined(&self.context[..=index])),
            };
        }
        if !table.contains_key(key) {
            table.insert(key.to_owned(), value);
            return Ok(());
        }
        let path = [&self.context[..], &[key.to_owned()]].concat();
        let name = joined(&path);
        if self.arrays.contains(&name) {
            table.insert(key.to_owned(), value);
        } else if !self.implied.contains(&name) {
            return Err(defined(&path));
        }
        self.implied.remove(&name);
        Ok(())
    }

    /// Records whether the value of a key of the current table is an array. The key `""` is that of the table itself.
    pub(super) fn set_is_array(&mut self, key: &str, is_array: bool) {
        let mut path = self.context.clone();
        if !key.is_empty() || path.is_empty() {
            path.push(key.to_owned());
        }
        let name = joined(&path);
        if is_array {
            self.arrays.insert(name);
        } else {
            self.arrays.remove(&name);
        }
    }
}

/// A path as it is written.
pub(super) fn joined(path: &[String]) -> String {
    path.iter().map(|key| quoted_key(key)).collect::<Vec<_>>().join(".")
}
