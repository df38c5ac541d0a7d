//! `@ytt:toml`: `encode` and `decode`, with the layout and the messages of the Go library that ytt uses.

mod write;

use write::write;

use super::arguments;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::go::toml::{self, Scalar, Table};
use crate::natives::{Call, Captured, Evaluation, Maps, Value};
use crate::yaml::tree::{MapItem, Value as Tree};

module! {
    "toml" "TOML of values.",
    "toml.encode" "(value, indent=2)" "The value as TOML." => Function(encode),
    "toml.decode" "(text)" "The decoded value." => Function(decode),
}

fn encode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let value = arguments::only(call)?;
    arguments::keywords(call, &["indent"])?;
    let tree = eval.to_tree(value)?;
    let indent = match arguments::indent(call)? {
        0 => 2,
        indent => indent,
    };
    let text = write(&tree, &" ".repeat(indent)).map_err(Error::message)?;
    Ok(eval.heap().alloc(byte_text::joined(text)))
}

fn decode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let table = toml::read(arguments::only_string(call)?).map_err(Error::message)?;
    let tree = to_tree(table).map_err(Error::message)?;
    eval.value_of(&tree, Maps::Dict)
}

fn to_tree(table: Table) -> Result<Tree, String> {
    let items = table.into_iter().map(|(key, value)| Ok(MapItem::new(key, value_to_tree(value)?)));
    Ok(Tree::map(items.collect::<Result<_, String>>()?))
}

fn value_to_tree(value: toml::Value) -> Result<Tree, String> {
    Ok(match value {
        toml::Value::Scalar(Scalar::Str(text)) => Tree::str(text),
        toml::Value::Scalar(Scalar::Bool(b)) => Tree::Bool(b),
        toml::Value::Scalar(Scalar::Int(i)) => Tree::Int(i),
        toml::Value::Scalar(Scalar::Float(f)) => Tree::Float(f),
        // ytt's error.
        toml::Value::Scalar(Scalar::Date) => {
            return Err("unknown type time.Time for conversion to starlark value".to_owned());
        }
        toml::Value::Array(values) => {
            Tree::array(values.into_iter().map(value_to_tree).collect::<Result<Vec<_>, String>>()?)
        }
        toml::Value::Table(table) => to_tree(table)?,
        toml::Value::Tables(tables) => {
            Tree::array(tables.into_iter().map(to_tree).collect::<Result<Vec<_>, String>>()?)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> Result<String, String> {
        write(&to_tree(toml::read(text)?)?, "  ")
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
            again("a = [+inf, -inf, nan, -nan, 1e21]").as_deref(),
            Ok("a = [inf, -inf, nan, -nan, 1000000000000000000000.0]\n")
        );
    }

    #[test]
    fn values_that_are_no_tables_are_written_alone() {
        assert_eq!(write(&Tree::str("x"), "  ").as_deref(), Ok("\"x\""));
        assert_eq!(write(&Tree::array([Tree::Int(1), Tree::Bool(true)]), "  ").as_deref(), Ok("[1, true]"));
        assert!(write(&Tree::array([Tree::map(Vec::new())]), "  ").is_err());
    }

    #[test]
    fn keys_may_be_defined_again_where_the_library_allows_it() {
        assert_eq!(again("a.b = 1\na = 2").as_deref(), Ok("[a]\n  b = 1\n"));
        assert_eq!(again("a = {b = 1}\na.c = 2").as_deref(), Ok("[a]\n  b = 1\n  c = 2\n"));
        assert_eq!(again("a = 1\na = [2]").as_deref(), Ok("a = [2]\n"));
        assert!(again("a = 1\na = 2").is_err_and(|problem| problem.ends_with("Key 'a' has already been defined.")));
    }
}
