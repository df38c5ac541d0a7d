//! Writes TOML documents as the library does.

use crate::byte_text;
use crate::go::toml::{quote, quoted_key};
use crate::natives;
use crate::yaml::tree::{Array, Map, Value as Tree};

/// Writes a value as a TOML document, sorted by key, with plain values before tables. `indent` indents tables below the top level, per
/// level. As in the library, a value that is no table is written alone.
pub(super) fn write(value: &Tree, indent: &str) -> Result<String, String> {
    let mut writer = Writer { out: String::new(), indent };
    match value {
        Tree::Map(map) => writer.entries(&mut Vec::new(), &map.borrow())?,
        Tree::Array(array) if is_table_array(&array.borrow())? => {
            return Err("toml: top-level values must be Go maps or structs".to_owned());
        }
        Tree::Null => return Err("toml: top-level values must be Go maps or structs".to_owned()),
        value => writer.element(value)?,
    }
    Ok(writer.out)
}

struct Writer<'i> {
    out: String,
    indent: &'i str,
}

impl Writer<'_> {
    /// Writes the entries of the table at a path of keys.
    fn entries(&mut self, path: &mut Vec<String>, map: &Map) -> Result<(), String> {
        for (key, value) in &sorted(map)? {
            if value.is_null() {
                continue;
            }
            path.push(quoted_key(key));
            match value {
                Tree::Map(map) => {
                    if path.len() == 1 {
                        self.separate();
                    }
                    self.header(path, "[", "]");
                    self.entries(path, &map.borrow())?;
                }
                Tree::Array(array) if is_table_array(&array.borrow())? => {
                    for item in array.borrow().iter() {
                        self.separate();
                        self.header(path, "[[", "]]");
                        if let Tree::Map(map) = &item.value {
                            self.entries(path, &map.borrow())?;
                        }
                    }
                }
                value => {
                    self.margin(path);
                    self.out.push_str(path.last().map_or("", String::as_str));
                    self.out.push_str(" = ");
                    self.element(value)?;
                    self.out.push('\n');
                }
            }
            path.pop();
        }
        Ok(())
    }

    fn separate(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn margin(&mut self, path: &[String]) {
        for _ in 1..path.len() {
            self.out.push_str(self.indent);
        }
    }

    fn header(&mut self, path: &[String], open: &str, close: &str) {
        self.margin(path);
        self.out.push_str(open);
        self.out.push_str(&path.join("."));
        self.out.push_str(close);
        self.out.push('\n');
    }

    /// Writes the value of an entry or an item of an array.
    fn element(&mut self, value: &Tree) -> Result<(), String> {
        match value {
            Tree::Null => {}
            Tree::Bool(b) => self.out.push_str(if *b { "true" } else { "false" }),
            Tree::Int(i) => self.out.push_str(&i.to_string()),
            Tree::UInt(u) => self.out.push_str(&u.to_string()),
            Tree::Float(f) => self.out.push_str(&float(*f)),
            Tree::Str(text) => self.out.push_str(&quote(&byte_text::from_text(text))),
            Tree::Bytes(bytes) => self.out.push_str(&quote(&byte_text::from_bytes(bytes))),
            Tree::Array(array) => {
                is_table_array(&array.borrow())?;
                self.out.push('[');
                for (place, item) in array.borrow().iter().enumerate() {
                    if place > 0 {
                        self.out.push_str(", ");
                    }
                    self.element(&item.value)?;
                }
                self.out.push(']');
            }
            Tree::Map(map) => self.inline(&map.borrow())?,
            Tree::DocumentSet(_) => return Err("Unexpected document set value".to_owned()),
        }
        Ok(())
    }

    fn inline(&mut self, map: &Map) -> Result<(), String> {
        let entries = sorted(map)?;
        self.out.push('{');
        let last = entries.len().saturating_sub(1);
        for (place, (key, value)) in entries.into_iter().enumerate() {
            // ytt's library omits the null, but not the comma before it.
            if value.is_null() {
                continue;
            }
            self.out.push_str(&quoted_key(&key));
            self.out.push_str(" = ");
            self.element(&value)?;
            if place < last {
                self.out.push_str(", ");
            }
        }
        self.out.push('}');
        Ok(())
    }
}

/// The entries in the order in which they are written: plain values, then tables.
fn sorted(map: &Map) -> Result<Vec<(String, Tree)>, String> {
    let mut plain = Vec::new();
    let mut tables = Vec::new();
    for item in map.iter() {
        let key = natives::string(&item.key).ok_or("Expected key to be string")?;
        let is_table = match &item.value {
            Tree::Map(_) => true,
            Tree::Array(array) => is_table_array(&array.borrow())?,
            _ => false,
        };
        if is_table { &mut tables } else { &mut plain }.push((key.into_owned(), item.value.clone()));
    }
    for entries in [&mut plain, &mut tables] {
        entries.sort_by(|(one, _), (other, _)| byte_text::compare(one, other));
    }
    plain.append(&mut tables);
    Ok(plain)
}

/// Whether an array is written as an array of tables. Fails for nulls, which TOML does not have.
fn is_table_array(array: &Array) -> Result<bool, String> {
    let mut tables = !array.items.is_empty();
    for item in array.iter() {
        match &item.value {
            Tree::Null => return Err("toml: cannot encode array with nil element".to_owned()),
            Tree::Map(_) => {}
            Tree::Array(inner) => {
                is_table_array(&inner.borrow())?;
                tables = false;
            }
            _ => tables = false,
        }
    }
    Ok(tables)
}

fn float(f: f64) -> String {
    if !f.is_finite() {
        let sign = if f.is_sign_negative() { "-" } else { "" };
        return format!("{sign}{}", if f.is_nan() { "nan" } else { "inf" });
    }
    let text = f.to_string();
    if text.contains('.') { text } else { format!("{text}.0") }
}
