//! Sentences of ytt that have no recorded cause, since they say all there is to say, in the user's terms.

use super::{in_words, quoted};

/// In each line a sentence with `{}` for its parts, and the headline. There, `{0}` is the first part in backticks, `{0:type}` the type that
/// it names. `{0:text}` the part as it is. The first one that fits counts. A single text, which is not part of what a first render needs.
const SENTENCES: &str = r#"yaml: invalid leading UTF-8 octet → This file is not UTF-8, the only encoding that ytt reads
yaml: invalid trailing UTF-8 octet → This file is not UTF-8, the only encoding that ytt reads
yaml: incomplete UTF-8 octet sequence → This file is not UTF-8, the only encoding that ytt reads
yaml: invalid length of a UTF-8 sequence → This file is not UTF-8, the only encoding that ytt reads
yaml: control characters are not allowed → This file has a control character, which YAML does not allow
yaml: map merge requires map or sequence of maps as the value → A merge key needs the alias of a map, as in `<<: *name`
Expected data values file {} to only have data values documents → Not all documents of this file are data values; others belong in another file
Expected schema file {} to only have schema documents → Not all documents of this file are a schema; others belong in another file
Expected to find exported symbol {}, but did not → The library has no {0} to export
invalid character {} looking for beginning of object key string → A key of JSON must be in double quotes
invalid character {} → This is not valid JSON: invalid character {0:text}
unexpected end of JSON input → This JSON text is not complete
error parsing regexp: {} → This regular expression is not valid: {0:text}
unexpected positional arguments {} → `struct.make` needs names for its arguments: `struct.make(a=1)`; `struct.encode(…)` makes a struct of a dict
expected to replace {} → `template.replace` must be the value of a key, an item or a document: `_: #@ template.replace(…)`
expected argument to be a function, but was {} → `assert.try_to` needs a function, such as `lambda: …`
Not equal: → The two values of `assert.equals` are different
fail: {} → The template stopped: {0:text}
Expected via invocation to return true, but was {} → The function of `@overlay/assert` did not return True
expected map key to be a scalar, but was {} → A key cannot be {0:type}; text in braces needs quotes
return statement not within a function → `return` is only possible in a function
{} not in a loop → {0} is only possible in a loop
load statement within a function → `load` is not possible in a function, only at the top level of a file
load: empty identifier → This `load` has an empty name
load: names with leading underscores are not exported: {} → {0} begins with an underscore, so other files cannot load it
can't assign to {} → Only a variable, a key or an index can be before the `=`
can't use {} expression in augmented assignment → `+=` and the like change a single variable
required parameter may not follow optional → A parameter without a default must come before those that have one
required parameter may not follow {} → No parameter can follow {0}
optional parameter may not follow {} → No parameter can follow {0}
* parameter may not follow {} → No parameter can follow {0}
multiple {} parameters not allowed → A function can have only one {0}
bare * must be followed by keyword-only parameters → After `*`, a parameter is missing
duplicate parameter: {} → This function has two parameters {0}
keyword argument {} repeated → This call passes {0} twice
positional argument may not follow named → An argument without a name must come before those with one
argument may not follow {} → No argument can follow {0}
*args may not follow **kwargs → `*` arguments must come before `**` arguments
multiple {} not allowed → A call can have only one {0}
keyword argument must have form name=expr → Only a name can be before the `=` of an argument
{}: for parameter {}: got {}, want {} → Argument {1} of {0} must be {3:type}, but it is {2:type}
unparenthesized tuple with trailing comma → A comma at the end needs brackets around the values
stray backslash in program → A backslash is only possible in a string and at the end of a line
obsolete form of octal literal; use {} → A number cannot begin with 0; as an octal number it is {0}
invalid {} literal → This is not a valid number
real division by zero → This divides by zero
floored division by zero → This divides by zero
integer modulo by zero → This divides by zero
float modulo by zero → This divides by zero
int: invalid literal with base 10: {} → {0} is not an integer
int: invalid literal with base 0: {} → {0} is not an integer
int: invalid literal with base {}: {} → {1} is not an integer in base {0}
int: base must be an integer >= 2 && <= 36 → The base of `int` must be from 2 to 36
int: can't convert non-string with explicit base → With a base, `int` needs a string
int: cannot convert {} to int → `int` cannot convert {0:type}
float: strconv.ParseFloat: parsing {}: invalid syntax → {0} is not a number
float: strconv.ParseFloat: parsing {}: value out of range → The number {0} is too large
float got {}, want number or string → `float` cannot convert {0:type}
unknown unary op: {} {} → {0} cannot be applied to {1:type}
cannot {} frozen hash table → This dict is of a file that was loaded, and cannot be changed; `dict(…)` copies it
cannot {} frozen {} → This list is of a file that was loaded, and cannot be changed; `list(…)` copies it
{}: cannot {} frozen hash table → This dict is of a file that was loaded, and cannot be changed; `dict(…)` copies it
{}: cannot {} frozen {} → This list is of a file that was loaded, and cannot be changed; `list(…)` copies it
{}cannot {} hash table during iteration → This dict cannot be changed while a loop runs over it
{}cannot {} list during iteration → This list cannot be changed while a loop runs over it
yamlfragment.SetKey: Not implemented → A value of YAML cannot be changed by code
{} value does not support item assignment → This is {0:type}, and its items cannot be changed
{}: {} value is not iterable → {0} needs a list or another sequence, but this is {1:type}
{}: got {}, want iterable → {0} needs a list or another sequence, but this is {1:type}
{} value is not iterable → This is {0:type}, which has no items to iterate over
{}: dictionary update sequence element #{} is not iterable ({}) → {0} needs pairs of a key and a value, but item {1} is {2:type}
argument after ** must be a mapping, not {} → The value after `**` must be a dict, but it is {0:type}
argument after * must be iterable, not {} → The value after `*` must be a list or another sequence, but it is {0:type}
zero is not a valid slice step → The step of a slice cannot be 0
unhashable type: {} → A key cannot be {0:type}
{}: unhashable type: {} → A key cannot be {1:type}
{}: argument is an empty sequence → {0} needs at least one item
{} requires at least one positional argument → {0} needs an argument
popitem: empty dict → This dict is empty, so there is nothing to remove
index: value not in list → The list has no such item
remove: element not found → The list has no such item
pop: missing key → The dict has no such key
range: step argument must not be zero → The step of `range` cannot be 0
zip: argument #{} is not iterable: {} → `zip` needs lists or other sequences, but argument {0} is {1:type}
'in <string>' requires string as left operand, not {} → `in` finds only strings in a string, not {0:type}
'in <range>' requires integer as left operand, not {} → `in` finds only integers in a range, not {0:type}
join: in list, want string, got {} → `join` joins strings, but one of the items is {0:type}; `str(…)` converts it
{}: substring not found → The string does not contain the text that {0} searches
{}: empty separator → The separator of {0} cannot be empty
split: got {} for separator, want string → The separator of `split` must be a string, but it is {0:type}
{}: got {}, want string or tuple of string → {0} needs a string, but this is {1:type}"#;

/// The headline of a sentence of ytt, if it is a known one.
pub(super) fn headline(sentence: &str) -> Option<String> {
    known().find_map(|(pattern, headline)| Some(filled(headline, &parts(pattern, sentence)?)))
}

/// The sentences and their headlines.
fn known() -> impl Iterator<Item = (&'static str, &'static str)> {
    SENTENCES.lines().filter_map(|line| line.split_once(" → "))
}

/// The parts of a sentence at the `{}` of a pattern.
fn parts<'s>(pattern: &str, sentence: &'s str) -> Option<Vec<&'s str>> {
    let mut literals = pattern.split("{}");
    let mut rest = sentence.strip_prefix(literals.next()?)?;
    let mut parts = Vec::new();
    for literal in literals {
        let end = if literal.is_empty() { rest.len() } else { rest.find(literal)? };
        parts.push(&rest[..end]);
        rest = &rest[end + literal.len()..];
    }
    rest.is_empty().then_some(parts)
}

fn filled(headline: &str, parts: &[&str]) -> String {
    let mut text = headline.to_owned();
    for (index, part) in parts.iter().enumerate() {
        text = text.replace(&format!("{{{index}:type}}"), &in_words(part));
        text = text.replace(&format!("{{{index}:text}}"), part).replace(&format!("{{{index}}}"), &quoted(part));
    }
    text
}

/// The sentences that are the first one for none of these messages.
#[cfg(test)]
pub(crate) fn without(messages: &[&str]) -> Vec<&'static str> {
    let is_first = |message: &&str, pattern: &str| {
        known().find(|(known, _)| parts(known, message).is_some()).is_some_and(|(first, _)| first == pattern)
    };
    let patterns = known().map(|(pattern, _)| pattern);
    patterns.filter(|pattern| !messages.iter().any(|message| is_first(message, pattern))).collect()
}

#[cfg(test)]
mod tests {
    use super::{headline, parts};

    #[test]
    fn parts_of_a_sentence() {
        assert_eq!(parts("{}: a {} b", "x: a y b"), Some(vec!["x", "y"]));
        assert_eq!(parts("a {}", "a b c"), Some(vec!["b c"]));
        assert_eq!(parts("a {} b", "a b"), None);
        assert_eq!(parts("a", "a b"), None);
    }

    #[test]
    fn names_are_quoted_and_types_are_in_words() {
        assert_eq!(headline("int: invalid literal with base 10: 8080x").as_deref(), Some("`8080x` is not an integer"));
        assert_eq!(headline("unhashable type: list").as_deref(), Some("A key cannot be a list"));
        assert_eq!(headline("something else"), None);
    }
}
