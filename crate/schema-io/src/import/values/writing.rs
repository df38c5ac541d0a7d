//! Writes the schema of values: comments, annotations, and the values as defaults.

use super::super::words::starlark_text;
use super::comments::Notes;
use super::guess::Guess;
use super::literal::{starlark, yaml_key, yaml_value};
use super::prose::Declared;
use super::shape::{Field, Reason, Scalar, Shape, Slot, path_of};
use crate::yaml::tree::Value;

/// The text of the schema file, and the guesses in it. The root is a map with keys.
pub(super) fn file(root: &Slot, notes: &Notes) -> (String, Vec<Guess>) {
    let mut out = Writer { text: String::new(), line: 1, notes, guesses: Vec::new() };
    out.write(0, "#@data/values-schema");
    out.write(0, "---");
    if let Shape::Map(fields, _) = &root.shape {
        out.fields(fields, Place { indent: 0, path: "", items: None });
    }
    (out.text, out.guesses)
}

/// The place of keys.
#[derive(Clone, Copy)]
struct Place<'p> {
    indent: usize,
    path: &'p str,
    /// In items of a list, the number of maps that the keys were collected from.
    items: Option<usize>,
}

/// How a slot is written.
struct Written {
    annotations: Vec<String>,
    below: Below,
    guesses: Vec<(String, String)>,
}

/// The text after the key or the dash.
enum Below {
    Value(String),
    Fields,
    Item,
    AnyItem,
}

struct Writer<'n> {
    text: String,
    /// The current line, 1-based.
    line: u32,
    notes: &'n Notes,
    guesses: Vec<Guess>,
}

impl Writer<'_> {
    fn write(&mut self, indent: usize, text: &str) {
        for line in text.split('\n') {
            if !line.is_empty() {
                self.text.push_str(&" ".repeat(indent));
                self.text.push_str(line);
            }
            self.text.push('\n');
            self.line += 1;
        }
    }

    fn fields(&mut self, fields: &[Field], place: Place<'_>) {
        for (index, field) in fields.iter().enumerate() {
            // After a string that ends with line breaks, an empty line would be a part of it.
            if field.slot.note.is_apart && index > 0 && !self.text.ends_with("\n\n") {
                self.write(0, "");
            }
            let path = path_of(place.path, &field.key);
            let is_partial = place.items.is_some_and(|maps| field.slot.count < maps);
            self.slot(&yaml_key(&field.key), &field.slot, Place { path: &path, ..place }, is_partial);
        }
    }

    fn slot(&mut self, prefix: &str, slot: &Slot, place: Place<'_>, is_partial: bool) {
        let Place { indent, path, items } = place;
        let declarations = self.notes.declarations();
        let declared = slot.note.declared.or(declarations.declared(path));
        let mut written = written(slot, declared, items.is_some(), is_partial);
        if is_partial {
            let maps = items.unwrap_or_default();
            let why = format!("{} of {maps} items of the list have this key; the others get null.", slot.count);
            written.guesses.insert(0, ("null where it is left out".to_owned(), why));
        }
        let mut lines = slot.note.others.iter().peekable();
        while let Some(line) = lines.next() {
            match line.as_str() {
                "" if lines.peek().is_none() && self.text.ends_with('\n') => self.write(0, ""),
                "" => self.write(indent, "#!"),
                line => self.write(indent, &format!("#! {line}")),
            }
        }
        if let Some(text) = declarations.description(path).or(slot.note.description.as_deref()) {
            self.write(indent, &format!("#@schema/desc {}", starlark_text(text)));
        }
        for annotation in &written.annotations {
            self.write(indent, annotation);
        }
        for (guess, why) in written.guesses {
            self.guesses.push(Guess { path: path.to_owned(), line: slot.line, schema_line: self.line, guess, why });
        }
        match (&slot.shape, written.below) {
            (_, Below::Value(value)) => self.write(indent, &format!("{prefix}{value}")),
            (Shape::Map(fields, maps), _) => {
                self.write(indent, prefix);
                self.fields(fields, Place { indent: indent + 2, path, items: items.map(|_| *maps) });
            }
            (Shape::List(Some(item)), Below::Item) => {
                self.write(indent, prefix);
                let indent = if prefix == "-" { indent + 2 } else { indent };
                // The number of maps does not matter: an item is not a key.
                self.slot("-", item, Place { indent, path: &format!("{path}[]"), items: Some(0) }, false);
            }
            _ => {
                self.write(indent, prefix);
                let indent = if prefix == "-" { indent + 2 } else { indent };
                self.write(indent, "#@schema/type any=True");
                self.write(indent, "- null");
            }
        }
    }
}

/// The annotations of a slot, and a value of its type. In a list, values are not defaults: they only show the type.
fn written(slot: &Slot, declared: Option<Declared>, in_list: bool, is_partial: bool) -> Written {
    let mut written = Written { annotations: Vec::new(), below: Below::Fields, guesses: Vec::new() };
    let nullable = slot.nullable || is_partial;
    let default = if !in_list { yaml_value(&slot.value) } else { " null".to_owned() };
    match &slot.shape {
        Shape::Any(reason) => {
            written.any(default);
            let why = match reason {
                Reason::Conflict(one, other) => format!("Items of the list have {one} and {other} here."),
                Reason::Depth => "It is nested too deeply for a type.".to_owned(),
            };
            written.guess("any value", &why);
        }
        Shape::Map(fields, _) if fields.is_empty() => {
            written.any(if is_partial { " null".to_owned() } else { " {}".to_owned() });
            let why = match &slot.note.example {
                Some(_) => "The map is empty, and the commented-out example may not have all its keys.",
                None => "The map is empty, so its keys are not known.",
            };
            written.guess("any value", why);
        }
        Shape::Map(..) => written.nullable(nullable),
        Shape::List(item) => {
            written.nullable(nullable);
            if item.is_some() && !in_list {
                written.annotations.push(format!("#@schema/default {}", starlark(&slot.value)));
            }
            match item {
                Some(_) => written.below = Below::Item,
                None => {
                    written.below = Below::AnyItem;
                    let why = match &slot.note.example {
                        Some(_) => "The list is empty, and the commented-out example may not show all its items.",
                        None => "The list is empty, so the type of its items is not known.",
                    };
                    written.guess("a list, items of any type", why);
                }
            }
        }
        Shape::Scalar(scalar) => {
            written.nullable(nullable);
            let value = if in_list { yaml_value(&scalar.example()) } else { default };
            written.below = Below::Value(value);
            if *scalar == Scalar::Float(true) {
                written.guess("a float", "Some of the values are integers and others are not.");
            }
        }
        Shape::Null => written.null(slot, declared),
    }
    written
}

impl Written {
    fn any(&mut self, value: String) {
        self.annotations.push("#@schema/type any=True".to_owned());
        self.below = Below::Value(value);
    }

    fn nullable(&mut self, nullable: bool) {
        if nullable {
            self.annotations.push("#@schema/nullable".to_owned());
        }
    }

    fn guess(&mut self, guess: &str, why: &str) {
        self.guesses.push((guess.to_owned(), why.to_owned()));
    }

    /// Null has no type, and `@schema/nullable` needs one: that of the comment or of the commented-out example, or else string, the
    /// type of most values that are null by default.
    fn null(&mut self, slot: &Slot, declared: Option<Declared>) {
        let example = match &slot.note.example {
            Some(Value::Map(_)) => Some(Declared::Map),
            Some(Value::Array(_)) => Some(Declared::List),
            _ => None,
        };
        let why = match (declared, example) {
            (Some(_), _) => "The value is null; the type is the one that its comment declares.",
            (None, Some(_)) => "The value is null; the type is that of the commented-out example.",
            (None, None) => "The value is null, which does not show a type.",
        };
        let scalar = match declared.or(example) {
            Some(Declared::Map) => {
                self.any(" null".to_owned());
                return self.guess("any value", why);
            }
            Some(Declared::List) => {
                self.nullable(true);
                self.below = Below::AnyItem;
                return self.guess("a list, items of any type, or null", why);
            }
            Some(Declared::Integer) => Scalar::Integer,
            Some(Declared::Float) => Scalar::Float(false),
            Some(Declared::Boolean) => Scalar::Boolean,
            Some(Declared::String) | None => Scalar::String,
        };
        self.nullable(true);
        self.below = Below::Value(yaml_value(&scalar.example()));
        self.guess(&format!("{} or null", scalar.name()), why);
    }
}
