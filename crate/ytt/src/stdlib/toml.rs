//! `@ytt:toml`: `encode` and `decode`, with the layout and the messages of BurntSushi/toml, which ytt uses.

use super::arguments;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::natives::{self, Call, Captured, Evaluator, Heap, Maps, ModuleBuilder, Value};
use crate::yaml::tree::{Array, Map, MapItem, Value as Tree};

pub(super) fn module(heap: Heap<'_>) -> Value<'_> {
    ModuleBuilder::new(heap, "toml").function("toml.encode", encode).function("toml.decode", decode).build()
}

fn encode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let value = arguments::only(call)?;
    arguments::keywords(call, &["indent"])?;
    let tree = natives::to_tree(value, eval)?;
    let indent = match arguments::indent(call)? {
        0 => 2,
        indent => indent,
    };
    let text = write(&tree, &" ".repeat(indent)).map_err(Error::message)?;
    Ok(eval.heap().alloc(byte_text::joined(text)))
}

fn decode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let tree = read(arguments::only_string(call)?).map_err(Error::message)?;
    natives::from_tree(&tree, Maps::Dict, eval)
}

/// Writes a value as a TOML document, sorted by key, with plain values before tables. `indent` indents tables below the
/// top level, per level.
fn write(value: &Tree, indent: &str) -> Result<String, String> {
    let mut writer = Writer { out: String::new(), indent };
    match value {
        Tree::Map(map) => writer.entries(&mut Vec::new(), &map.borrow())?,
        Tree::Array(array) => {
            is_table_array(&array.borrow())?;
            return Err("toml: top-level values must be Go maps or structs".to_owned());
        }
        _ => return Err("toml: top-level values must be Go maps or structs".to_owned()),
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

fn quoted_key(key: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !key.is_empty() && key.bytes().all(bare) { key.to_owned() } else { quote(key) }
}

fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\x08' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\x0c' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '\0'..='\x1f' | '\x7f' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn float(f: f64) -> String {
    if f.is_nan() {
        return "nan".to_owned();
    }
    if f.is_infinite() {
        return if f < 0.0 { "-inf" } else { "+inf" }.to_owned();
    }
    let text = f.to_string();
    if text.contains('.') { text } else { format!("{text}.0") }
}

/// Reads a TOML document as a map sorted by key.
fn read(string: &str) -> Result<Tree, String> {
    let bytes = byte_text::to_bytes(string);
    let bytes = bytes.strip_prefix(b"\xff\xfe").or(bytes.strip_prefix(b"\xfe\xff")).unwrap_or(&bytes);
    if bytes.iter().take(6).any(|byte| *byte == 0) {
        let fault = "files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8";
        return Err(format!("toml: line 1: {fault}"));
    }
    let text = &*byte_text::lossy_bytes(bytes);
    if let Some(fault) = super::toml_faults::first(text, bytes) {
        return Err(fault);
    }
    let table: toml::Table = text.parse().map_err(|error| explain(text, &error))?;
    from_table(table)
}

fn from_table(table: toml::Table) -> Result<Tree, String> {
    let mut entries: Vec<(String, toml::Value)> = table.into_iter().collect();
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    let items = entries.into_iter().map(|(key, value)| Ok(MapItem::new(key, from_toml(value)?)));
    Ok(Tree::map(items.collect::<Result<_, String>>()?))
}

fn from_toml(value: toml::Value) -> Result<Tree, String> {
    Ok(match value {
        toml::Value::String(text) => Tree::str(text),
        toml::Value::Integer(i) => Tree::Int(i),
        toml::Value::Float(f) => Tree::Float(f),
        toml::Value::Boolean(b) => Tree::Bool(b),
        // ytt's error.
        toml::Value::Datetime(_) => return Err("unknown type time.Time for conversion to starlark value".to_owned()),
        toml::Value::Array(values) => {
            Tree::array(values.into_iter().map(from_toml).collect::<Result<Vec<_>, String>>()?)
        }
        toml::Value::Table(table) => from_table(table)?,
    })
}

/// The message of ytt's library for an error that `toml_faults` does not find.
fn explain(text: &str, error: &toml::de::Error) -> String {
    let place = error.span().map_or(text.len(), |span| span.start.min(text.len()));
    let before = text.get(..place).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let message = error.message().lines().next().unwrap_or("");
    if message != "duplicate key" {
        return format!("toml: line {line}: {message}");
    }
    let rest = text.get(before.rfind('\n').map_or(0, |at| at + 1)..).unwrap_or("").lines().next().unwrap_or("").trim();
    if let Some(header) = rest.strip_prefix('[') {
        let name = header.trim_start_matches('[').split(']').next().unwrap_or("").trim();
        if header.starts_with('[') {
            return format!("toml: line {line}: Key '{name}' was already created and cannot be used as an array.");
        }
        return format!("toml: line {line}: Key '{name}' has already been defined.");
    }
    let table = before
        .rsplit('\n')
        .find_map(|line| line.trim().strip_prefix('['))
        .map(|header| header.trim_start_matches('[').split(']').next().unwrap_or("").trim().to_owned());
    let key = rest.split('=').next().unwrap_or("").trim();
    let key = table.map_or_else(|| key.to_owned(), |table| format!("{table}.{key}"));
    format!("toml: line {line} (last key \"{key}\"): Key '{key}' has already been defined.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> Result<String, String> {
        write(&read(text)?, "  ")
    }

    #[test]
    fn tables_come_last_and_are_indented() {
        let text = "f = 1.5\nlist = [1, 2]\n\n[hall]\n  open = true\n\n  [[hall.rows]]\n    n = 1\n\n  [[hall.rows]]\n    n = 2\n  [hall.z]\n";
        assert_eq!(
            again("hall = {open = true, z = {}, rows = [{n = 1}, {n = 2}]}\nlist = [1,2]\nf = 1.5").as_deref(),
            Ok(text)
        );
        assert_eq!(again("\"a b\" = \"q\\\"\\u0001\"").as_deref(), Ok("\"a b\" = \"q\\\"\\u0001\"\n"));
        assert_eq!(again("a = [[1], {b = 2}]").as_deref(), Ok("a = [[1], {b = 2}]\n"));
        assert_eq!(
            again("a = [inf, -inf, nan, 1e21]").as_deref(),
            Ok("a = [+inf, -inf, nan, 1000000000000000000000.0]\n")
        );
    }

    #[test]
    fn faults_name_line_and_key() {
        assert_eq!(
            read("x = = 1"),
            Err("toml: line 1 (last key \"x\"): expected value but found '=' instead".to_owned())
        );
        assert!(read("a = 1\nb = [1, 2").is_err_and(|text| text.starts_with("toml: line 1 (last key \"b\"): ")));
        assert!(write(&Tree::Int(1), "  ").is_err());
    }
}
