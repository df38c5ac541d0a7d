//! `@ytt:toml`: `encode` and `decode`, with the layout and the messages of BurntSushi/toml 1.5, which ytt uses ("the library" in this
//! folder). A Rust library would not accept the same documents.

mod characters;
mod dates;
mod read;
mod scalars;
mod tables;
mod write;

use read::read;
use write::write;

use super::arguments;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::natives::{Call, Captured, Evaluation, Heap, Maps, ModuleBuilder, Value};

pub(super) fn module(heap: Heap<'_>) -> Value<'_> {
    ModuleBuilder::new(heap, "toml").function("toml.encode", encode).function("toml.decode", decode).build()
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
    let tree = read(arguments::only_string(call)?).map_err(Error::message)?;
    eval.value_of(&tree, Maps::Dict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::tree::Value as Tree;

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

    #[test]
    fn keys_may_be_defined_again_where_the_library_allows_it() {
        assert_eq!(again("a.b = 1\na = 2").as_deref(), Ok("[a]\n  b = 1\n"));
        assert_eq!(again("a = {b = 1}\na.c = 2").as_deref(), Ok("[a]\n  b = 1\n  c = 2\n"));
        assert_eq!(again("a = 1\na = [2]").as_deref(), Ok("a = [2]\n"));
        assert!(again("a = 1\na = 2").is_err_and(|problem| problem.ends_with("Key 'a' has already been defined.")));
    }
}
