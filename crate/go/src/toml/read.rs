//! Reads TOML documents as the library does, with its messages.

use super::characters::{Characters, Problem, is_break, quoted};
use super::scalars::{basic_string, literal_string, scalar};
use super::tables::{Table, Tables, Value, joined};
use crate::byte_text;
use crate::limits::depth;
use crate::quote::quote;

/// Reads a document. Fails with the library's message.
pub fn read(string: &str) -> Result<Table, String> {
    let bytes = byte_text::to_bytes(string);
    let marks: [&[u8]; 3] = [b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"];
    let bytes = marks.iter().find_map(|mark| bytes.strip_prefix(*mark)).unwrap_or(&bytes);
    if bytes.iter().take(6).any(|byte| *byte == 0) {
        let fault = "files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8";
        return Err(format!("toml: line 1: {fault}"));
    }
    let mut reader = Reader { text: Characters::new(bytes), tables: Tables::default(), key_line: 1, depth: 0 };
    match reader.document() {
        Ok(()) => Ok(reader.tables.root),
        Err(Problem { line, message }) => {
            let key = reader.tables.last_key();
            let key = if key.is_empty() { key } else { format!(" (last key {})", quote(&key)) };
            Err(format!("toml: line {line}{key}: {message}"))
        }
    }
}

type Outcome<T = ()> = Result<T, Problem>;

struct Reader<'t> {
    text: Characters<'t>,
    tables: Tables,
    /// The line of the last key, on which problems of definitions are reported.
    key_line: usize,
    depth: usize,
}

impl Reader<'_> {
    fn document(&mut self) -> Outcome {
        loop {
            self.text.skip(|c| c.is_ascii_whitespace())?;
            match self.text.peek()? {
                None => return Ok(()),
                Some('#') => {
                    self.comment()?;
                    continue;
                }
                Some('[') => self.header()?,
                Some(_) => self.definition()?,
            }
            self.text.skip_spaces()?;
            let read = self.text.next()?;
            match read {
                None => return Ok(()),
                Some('#') => self.comment()?,
                Some(c) if is_break(c) => {}
                other => {
                    return Err(self.text.problem(format!(
                        "expected a top-level item to end with a newline, comment, or EOF, but got {} instead",
                        quoted(other)
                    )));
                }
            }
        }
    }

    fn comment(&mut self) -> Outcome {
        self.text.skip(|c| !is_break(c))
    }

    /// A problem of a definition.
    fn defined(&self, message: String) -> Problem {
        Problem { line: self.key_line, message }
    }

    /// `[table]` or `[[table]]`
    fn header(&mut self) -> Outcome {
        self.text.next()?;
        let is_array = self.text.accept('[')?;
        let mut path = Vec::new();
        loop {
            self.text.skip_spaces()?;
            match self.text.peek()? {
                None | Some(']') => {
                    let message = "unexpected end of table name (table names cannot be empty)";
                    return Err(self.text.problem(message));
                }
                Some('.') => {
                    let message = "unexpected table separator (table names cannot be empty)";
                    return Err(self.text.problem(message));
                }
                Some(_) => path.push(self.simple_key(path.is_empty())?),
            }
            self.text.skip_spaces()?;
            match self.text.next()? {
                Some('.') => {}
                Some(']') => break,
                other => {
                    let message = format!("expected '.' or ']' to end table name, but got {} instead", quoted(other));
                    return Err(self.text.problem_with(other, message));
                }
            }
        }
        if is_array {
            let read = self.text.next()?;
            if read != Some(']') {
                let message =
                    format!("expected end of table array name delimiter ']', but got {} instead", quoted(read));
                return Err(self.text.problem_with(read, message));
            }
        }
        self.tables.enter(&path, is_array).map_err(|message| self.defined(message))?;
        self.tables.set_is_array("", false);
        Ok(())
    }

    /// `key = value`, outside of inline tables.
    fn definition(&mut self) -> Outcome {
        let outer = self.tables.context.clone();
        self.key()?;
        self.value_of_key(false)?;
        self.tables.context = outer;
        self.tables.key.clear();
        Ok(())
    }

    /// The value of the current key.
    fn value_of_key(&mut self, is_in_array: bool) -> Outcome<Value> {
        let value = self.value(is_in_array)?;
        let key = self.tables.key.clone();
        self.tables.set(&key, value.clone()).map_err(|message| self.defined(message))?;
        self.tables.set_is_array(&key, matches!(value, Value::Array(_)));
        Ok(value)
    }

    /// A key and its `=`; makes it the current key, and its parents the current table. Returns the parents.
    fn key(&mut self) -> Outcome<Vec<String>> {
        self.text.skip_spaces()?;
        match self.text.peek()? {
            None | Some('=') => return Err(self.text.problem("unexpected '=': key name appears blank")),
            Some('.') => return Err(self.text.problem("unexpected '.': keys cannot start with a '.'")),
            Some(_) => {}
        }
        let mut path = Vec::new();
        loop {
            self.text.skip_spaces()?;
            match self.text.peek()? {
                None | Some('=') => return Err(self.text.problem("unexpected '='")),
                Some('.') => return Err(self.text.problem("unexpected '.'")),
                Some(_) => path.push(self.simple_key(path.is_empty())?),
            }
            self.text.skip_spaces()?;
            let read = self.text.next()?;
            let expected = || format!("expected '.' or '=', but got {} instead", quoted(read));
            match read {
                Some('.') => {}
                Some('=') => break,
                None => return Err(self.text.problem_with(None, "unexpected EOF; expected key separator '='")),
                Some('\n') => return Err(self.text.problem_before(expected())),
                Some(_) => return Err(self.text.problem(expected())),
            }
        }
        self.tables.key = path.pop().unwrap_or_default();
        for parent in &path {
            let table = [&self.tables.context[..], std::slice::from_ref(parent)].concat();
            self.tables.enter_implied(&table, false).map_err(|message| self.defined(message))?;
        }
        Ok(path)
    }

    /// A part of a key; a bare one may be empty, which is a problem of the next character.
    fn simple_key(&mut self, is_first: bool) -> Outcome<String> {
        let key = match self.text.peek()? {
            Some('"') => {
                self.text.next()?;
                basic_string(&mut self.text)?
            }
            Some('\'') => {
                self.text.next()?;
                literal_string(&mut self.text)?
            }
            _ => {
                let start = self.text.at();
                self.text.skip(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))?;
                self.text.since(start).to_owned()
            }
        };
        if is_first {
            self.key_line = self.text.line();
        }
        Ok(key)
    }

    /// A value on the line of its key or in an array.
    fn value(&mut self, is_in_array: bool) -> Outcome<Value> {
        self.text.skip_spaces()?;
        match self.text.peek()? {
            Some('[') => self.nested(|reader| reader.array().map(Value::Array)),
            Some('{') => self.nested(|reader| reader.inline_table(is_in_array).map(Value::Table)),
            _ => scalar(&mut self.text).map(Value::Scalar),
        }
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Outcome<Value>) -> Outcome<Value> {
        if self.depth >= depth::TOML {
            return Err(self.text.problem("nested too deep (limit of Ytterby)"));
        }
        self.depth += 1;
        self.text.next()?;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn array(&mut self) -> Outcome<Vec<Value>> {
        let key = self.tables.key.clone();
        self.tables.set_is_array(&key, true);
        let mut values = Vec::new();
        let mut is_after_value = false;
        loop {
            self.text.skip(|c| c.is_ascii_whitespace())?;
            match self.text.peek()? {
                Some('#') => self.comment()?,
                Some(']') => {
                    self.text.next()?;
                    return Ok(values);
                }
                Some(',') if is_after_value => {
                    self.text.next()?;
                    is_after_value = false;
                }
                Some(',') => return Err(self.text.problem("unexpected comma")),
                other if is_after_value => {
                    self.text.next()?;
                    let found = or_end(other);
                    let message = format!("expected a comma (',') or array terminator (']'), but got {found}");
                    return Err(self.text.problem_with(other, message));
                }
                _ => {
                    values.push(self.value(true)?);
                    is_after_value = true;
                }
            }
        }
    }

    fn inline_table(&mut self, is_in_array: bool) -> Outcome<Table> {
        let (outer, outer_key) = (self.tables.context.clone(), std::mem::take(&mut self.tables.key));
        let context = [&outer[..], std::slice::from_ref(&outer_key)].concat();
        self.tables.context.clone_from(&context);
        self.tables.enter_implied(&context, is_in_array).map_err(|message| self.defined(message))?;
        let mut table = Table::new();
        let mut is_after_value = false;
        loop {
            self.text.skip_spaces()?;
            match self.text.peek()? {
                Some('#') => self.comment()?,
                Some(c) if is_break(c) => {
                    self.text.next()?;
                    return Err(self.text.problem_before("newlines not allowed within inline tables"));
                }
                Some('}') => {
                    self.text.next()?;
                    break;
                }
                Some(',') if is_after_value => {
                    self.text.next()?;
                    self.text.skip_spaces()?;
                    if self.text.peek()? == Some('}') {
                        return Err(self.text.problem("trailing comma not allowed in inline tables"));
                    }
                    is_after_value = false;
                }
                Some(',') => return Err(self.text.problem("unexpected comma")),
                other if is_after_value => {
                    self.text.next()?;
                    let found = or_end(other);
                    let message =
                        format!("expected a comma or an inline table terminator '}}', but got {found} instead");
                    return Err(self.text.problem_with(other, message));
                }
                _ => {
                    let parents = self.key()?;
                    let value = self.value_of_key(false)?;
                    self.add(&mut table, &parents, value)?;
                    self.tables.context.clone_from(&context);
                    is_after_value = true;
                }
            }
        }
        (self.tables.context, self.tables.key) = (outer, outer_key);
        Ok(table)
    }

    /// Adds the value of the current key, below `parents`, to an inline table.
    fn add(&self, table: &mut Table, parents: &[String], value: Value) -> Outcome {
        let mut table = table;
        for parent in parents {
            table = match table.entry(parent.clone()).or_insert_with(|| Value::Table(Table::new())) {
                Value::Table(inner) => inner,
                _ => {
                    let path = quote(&joined(&self.tables.context));
                    return Err(self.defined(format!("{path} is not a table")));
                }
            };
        }
        table.insert(self.tables.key.clone(), value);
        Ok(())
    }
}

/// A character in single quotes, or the end.
fn or_end(read: Option<char>) -> String {
    read.map_or_else(|| "end of file".to_owned(), |c| format!("'{c}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_have_the_messages_of_the_library() {
        let problem = |text: &str| read(text).expect_err("a problem");
        assert_eq!(problem("a = "), "toml: line 1 (last key \"a\"): unexpected EOF; expected value");
        assert_eq!(problem("a=1\n\nb"), "toml: line 3: unexpected EOF; expected key separator '='");
        assert_eq!(problem("a = \nb = 1"), "toml: line 1 (last key \"a\"): expected value but found '\\n' instead");
        assert_eq!(
            problem("a = {b=1,}"),
            "toml: line 1 (last key \"a.b\"): trailing comma not allowed in inline tables"
        );
        assert_eq!(problem("x = = 1"), "toml: line 1 (last key \"x\"): expected value but found '=' instead");
        assert_eq!(
            problem("x = 1979-05-27T07:32Z"),
            "toml: line 1 (last key \"x\"): invalid datetime: \"1979-05-27T07:32Z\""
        );
        assert!(read("[a.b]\nc = [1, {d = 'x'}, \"\\u00e9\"] # e\n[[f]]\ng = 1\n").is_ok());
    }
}
