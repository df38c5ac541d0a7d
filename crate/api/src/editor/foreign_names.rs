//! Names of methods and functions of other languages, for which Starlark has others: `x.trim()`, `l.length`, `isinstance(x, str)`.

use std::ops::Range;

use super::brackets::object;
use super::fixes::code::{Line, certain};
use super::fixes::load;
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::boundary::Fix;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::edits::Edits;
use crate::positions::Source;
use crate::syntax::arguments;
use crate::syntax::token::Tok;

/// The equivalent in Starlark of a name of another language. In texts, `{}` is the value before the dot.
enum Meant {
    /// Another name, of the same arguments.
    Name(&'static str),
    /// A function of the value: `len(x)`.
    Function(&'static str),
    /// `argument in x`.
    In,
    /// `getattr(x, …)`.
    Getattr,
    /// `type(x) == "string"`, for `isinstance(x, str)`.
    Type,
    /// A method of the first argument: `x.upper()`.
    Method,
    /// Something else, in words.
    Other(&'static str),
}

use Meant::{Function, Getattr, In, Method, Name, Other, Type};

/// In each line types, the names of attributes that they do not have, and what is meant. A single text, as it is not part of what a first
/// render needs.
const ATTRIBUTES: &str = r#"string: trim trimSpace TrimSpace = name strip
string: trimStart trimLeft ltrim trim_start = name lstrip
string: trimEnd trimRight rtrim trim_end = name rstrip
string: toUpperCase upcase uppercase ToUpper toUpper to_upper to_uppercase = name upper
string: toLowerCase downcase lowercase ToLower toLower to_lower to_lowercase casefold = name lower
string: startsWith hasPrefix has_prefix HasPrefix starts_with = name startswith
string: endsWith hasSuffix has_suffix HasSuffix ends_with = name endswith
string: replaceAll ReplaceAll replace_all gsub = name replace
string: indexOf Index = name find
string: isnumeric isdecimal = name isdigit
string: substring substr slice = other `{}[start:end]` is a part of it
string: charAt = other `{}[i]` is a character of it
string: concat = other `+` joins strings
string: repeat = other `{} * n` repeats it
string: match matches test search = other `regexp.match(pattern, {})` of `@ytt:regexp` searches it
string: zfill ljust rjust center padStart padEnd = other `" " * n + {}` adds spaces
string: removeprefix trimPrefix = other `{}[len(prefix):]` is the rest of it
string: removesuffix trimSuffix = other `{}[:-len(suffix)]` is the start of it
list: push push_back add Add = name append
list: indexOf find = name index
list: concat = other `+` joins lists
list: addAll push_all = name extend
list: shift = other `{}.pop(0)` removes the first item
list: unshift prepend = other `{}.insert(0, x)` inserts an item
list: slice = other `{}[start:end]` is a part of it
list: first = other `{}[0]` is the first item
list: last = other `{}[-1]` is the last item
list: map = other `[f(x) for x in {}]` has the results
list: filter where select = other `[x for x in {} if …]` has some of the items
list: forEach each foreach = other `for x in {}:` is a loop
list: some = other `any([… for x in {}])` looks at all items
list: every = other `all([… for x in {}])` looks at all items
list: reduce fold sum = other a loop adds its items up
list tuple: join = other `", ".join({})` joins its items
list: sort sorted = function sorted
list: reverse reversed = function reversed
list: copy clone = function list
list string dict tuple: length len size Len count = function len
list string dict tuple: contains includes has include Contains = in
dict: has_key hasKey containsKey contains_key hasOwnProperty exists = in
dict: copy clone = function dict
dict: merge assign extend = name update
dict: entries iteritems = name items
dict: iterkeys = name keys
dict: itervalues = name values
dict: delete remove = name pop
dict: put set add = other `{}[key] = value` sets a key
dict: forEach each foreach = other `for k, v in {}.items():` is a loop
int float bool list dict: toString to_s String = function str
struct: get = getattr
struct: items keys values entries = other `struct.decode({})` of `@ytt:struct` is a dict
struct: has has_key hasKey contains includes = other `hasattr({}, "key")` looks for a key
yamlfragment: get = other `{}["key"]` is a value of it
yamlfragment: items keys values = other a loop over it has its keys, and `{}[key]` is a value
module: with_values withValues set_values with_data with_dataValues withDataValues = name with_data_values
module: hash = name sum
module: dumps dump stringify marshal Marshal safe_dump toJson toYaml to_json to_yaml = name encode
module: loads load parse unmarshal Unmarshal safe_load fromJson fromYaml from_json = name decode
module: sub replaceAll = name replace
module: search test matches = name match
module: sum256 hexdigest = name sum
module: b64encode encodeToString EncodeToString = name encode
module: b64decode decodeString DecodeString = name decode"#;

/// In each line the names of functions, and their equivalents.
const FUNCTIONS: &str = r#"isinstance = type
upper lower title capitalize strip lstrip rstrip startswith endswith replace split = method
typeof typeOf = name type
String toString tostring to_string string = name str
parseInt Integer toInt atoi integer = name int
parseFloat Number toFloat = name float
length size count = name len
println printf echo puts = name print
array Array = name list
map = other `[f(x) for x in list]` has the results
filter = other `[x for x in list if …]` has some of the items
reduce sum = other a loop adds the items up
round = other `int(x + 0.5)` rounds a positive number
floor ceil sqrt pow = other `@ytt:math` has functions for numbers
format sprintf = other `"{}".format(x)` and `"%s" % x` format a text
open = other `data.read("file")` of `@ytt:data` reads a file
getenv env input = other what changes from run to run is in data values
exit panic throw error abort = other `assert.fail(…)` of `@ytt:assert` stops the template
now today random uuid uuidv4 = other ytt has neither time nor chance, so that its output is always the same
toYaml to_yaml = other `yaml.encode(x)` of `@ytt:yaml` writes YAML
toJson to_json = other `json.encode(x)` of `@ytt:json` writes JSON
b64enc = other `base64.encode(x)` of `@ytt:base64` encodes a text"#;

impl Meant {
    /// The text after the `=` in a line of a table.
    fn read(text: &'static str) -> Option<Meant> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Some(match word {
            "name" => Name(rest),
            "function" => Function(rest),
            "in" => In,
            "getattr" => Getattr,
            "type" => Type,
            "method" => Method,
            "other" => Other(rest),
            _ => return None,
        })
    }
}

/// Names of constants.
const CONSTANTS: &[(&str, &str)] =
    &[("TRUE yes", "True"), ("FALSE no", "False"), ("NULL Null NIL NONE undefined NoneType", "None")];

/// Explains a name that does not exist: with its equivalent in Starlark, and the fix.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let (source, span) = (at.source()?, at.own_span()?);
    match message.cause.as_ref()? {
        Cause::NoAttribute { name, kind, others, is_key: false, .. } => {
            let meant = ATTRIBUTES.lines().find_map(|line| {
                let (left, right) = line.split_once(" = ")?;
                let (kinds, names) = left.split_once(": ")?;
                let meant = Meant::read(right)?;
                // A module or a map has only some of them.
                let exists = !matches!(meant, Name(other) if kind == "module" && !others.iter().any(|o| o == other));
                (has(kinds, kind) && has(names, name) && exists).then_some(meant)
            })?;
            if source.text.get(span.clone()) != Some(name) {
                return None;
            }
            of_attribute(source, span, name, &meant)
        }
        Cause::Undefined { name, .. } if source.text.get(span.clone()) == Some(name) => {
            let is_called = source.text[span.end..].starts_with('(');
            if let Some((_, constant)) = CONSTANTS.iter().find(|(names, _)| !is_called && has(names, name)) {
                return renamed(source, span, name, constant);
            }
            let known = FUNCTIONS.lines().filter_map(|line| line.split_once(" = "));
            let (_, meant) = known.into_iter().find(|(names, _)| is_called && has(names, name))?;
            let meant = Meant::read(meant)?;
            of_function(source, span, name, &meant)
        }
        _ => None,
    }
}

/// Whether a list of words has one.
fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

fn of_attribute(source: &Source, span: Range<usize>, name: &str, meant: &Meant) -> Option<Explanation> {
    let line = Line::around(source, span.start)?;
    let object = receiver(&line, &span)?;
    let shown = line.text(object.clone());
    let arguments = arguments(&line, span.end);
    let end = arguments.as_ref().map_or(span.end, |(_, end)| *end);
    let written = |arguments: &Option<(Vec<Range<usize>>, usize)>| match arguments {
        Some((ranges, _)) => ranges.iter().map(|range| line.text(range.clone())).collect::<Vec<_>>().join(", "),
        None => String::new(),
    };
    let no_such = format!("{} has no {}", subject(shown), quoted(name));
    let (meant, is_certain_here) = match meant {
        Name(other) => {
            let explanation = Explanation::new(format!("{no_such}; it has {}", quoted(other)));
            return Some(explanation.fix(format!("Rename to {other}"), source, Edits::one(span, *other)));
        }
        Other(words) => {
            let is_dict = words.starts_with("`struct.decode(") && has("items keys values", name) && arguments.is_some();
            let fix = is_dict.then(|| decoded(source, &object, shown)).flatten();
            return Some(Explanation::new(format!("{no_such}; {}", words.replace("{}", shown))).fixes(fix));
        }
        Function(function) => {
            let has_none = arguments.as_ref().is_none_or(|(ranges, _)| ranges.is_empty());
            (format!("{function}({shown})"), has_none)
        }
        In => match arguments.as_ref().map(|(ranges, _)| &ranges[..]) {
            Some([only]) => (format!("{} in {shown}", operand(line.text(only.clone()))), true),
            _ => (format!("x in {shown}"), false),
        },
        Getattr => {
            let has_default = arguments.as_ref().is_some_and(|(ranges, _)| ranges.len() == 2);
            (format!("getattr({shown}, {})", written(&arguments)), has_default)
        }
        Type | Method => return None,
    };
    let explanation = Explanation::new(format!("{no_such}; write {}", quoted(&meant)));
    let (title, edits) = (format!("Replace with {meant}"), Edits::one(object.start..end, meant));
    let fix = is_certain_here.then(|| certain(title, source, edits)).flatten();
    Some(explanation.fixes(fix))
}

/// The fix that makes a dict of a struct, which has its methods.
fn decoded(source: &Source, object: &Range<usize>, shown: &str) -> Option<Fix> {
    let mut edits =
        vec![(object.start..object.start, "struct.decode(".to_owned()), (object.end..object.end, ")".to_owned())];
    if !source.text.contains("load(\"@ytt:struct\", \"struct\")") {
        let (place, line) = load(source, object, "struct")?;
        edits.insert(0, (place..place, line));
    }
    certain(format!("Use struct.decode({shown})"), source, Edits(edits))
}

fn of_function(source: &Source, span: Range<usize>, name: &str, meant: &Meant) -> Option<Explanation> {
    match meant {
        Name(other) => renamed(source, span, name, other),
        Other(words) => Some(Explanation::new(format!("There is no function {}; {words}", quoted(name))).fixes(None)),
        Type => {
            let line = Line::around(source, span.start)?;
            let found = arguments(&line, span.end);
            let both = found.as_ref().and_then(|(ranges, end)| match &ranges[..] {
                [value, class] => Some((line.text(value.clone()), type_name(line.text(class.clone()))?, *end)),
                _ => None,
            });
            let (value, class) = both.map_or(("x", "string"), |(value, class, _)| (value, class));
            let meant = format!("type({value}) == \"{class}\"");
            Some(replaced(source, name, both.map(|(.., end)| span.start..end), &meant))
        }
        Method => {
            let line = Line::around(source, span.start)?;
            let (found, end) = arguments(&line, span.end)?;
            let (value, others) = found.split_first()?;
            let object = line.text(value.clone());
            let rest = others.first().zip(others.last()).map_or("", |(first, last)| line.text(first.start..last.end));
            let meant = format!("{}.{name}({rest})", operand(object));
            Some(replaced(source, name, Some(span.start..end), &meant))
        }
        Function(_) | In | Getattr => None,
    }
}

fn renamed(source: &Source, span: Range<usize>, name: &str, to: &str) -> Option<Explanation> {
    let headline = format!("{} is not defined; in Starlark it is {}", quoted(name), quoted(to));
    Some(Explanation::new(headline).fix(format!("Rename to {to}"), source, Edits::one(span, to)))
}

/// Another expression instead of a call; without its range, there is no fix.
fn replaced(source: &Source, name: &str, call: Option<Range<usize>>, meant: &str) -> Explanation {
    let explanation = Explanation::new(format!("There is no function {}; write {}", quoted(name), quoted(meant)));
    match call {
        Some(call) => explanation.fix_if_certain(format!("Replace with {meant}"), source, Edits::one(call, meant)),
        None => explanation.fixes(None),
    }
}

/// The result of `type` for a class of Python.
pub(super) fn type_name(class: &str) -> Option<&'static str> {
    Some(match class {
        "str" => "string",
        "int" => "int",
        "float" => "float",
        "bool" => "bool",
        "list" => "list",
        "dict" => "dict",
        "tuple" => "tuple",
        _ => return None,
    })
}

/// A value as the subject of a sentence.
fn subject(shown: &str) -> String {
    match shown.chars().next() {
        Some('"' | '\'' | 'r') if shown.ends_with(['"', '\'']) => "A string".to_owned(),
        _ => quoted(shown),
    }
}

/// An expression as the left side of `in`.
fn operand(text: &str) -> String {
    let is_single = object(text) == text || text.starts_with(['"', '\'']) && text.matches(['"', '\'']).count() == 2;
    if is_single { text.to_owned() } else { format!("({text})") }
}

/// The expression before the dot of a name: a path, or a string.
fn receiver(line: &Line<'_>, name: &Range<usize>) -> Option<Range<usize>> {
    let at = line.tokens.iter().position(|token| token.range == *name)?;
    let dot = line.tokens.get(at.checked_sub(1)?).filter(|token| token.tok == Tok::Dot)?;
    let before = line.tokens.get(at.checked_sub(2)?)?;
    if before.tok == Tok::Str {
        return Some(before.range.clone());
    }
    let length = object(line.text(line.code.start..dot.range.start)).len();
    (length > 0).then(|| dot.range.start - length..dot.range.start)
}

/// The arguments of the call with its bracket at a byte, and its end. None if there is none in the line, or if they are not simple.
fn arguments(line: &Line<'_>, open: usize) -> Option<(Vec<Range<usize>>, usize)> {
    let at = line.tokens.iter().position(|token| token.range.start == open && token.tok == Tok::LParen)?;
    let length = arguments::closing(&line.tokens[at..])?;
    let found = arguments::arguments(&line.tokens[at + 1..at + length]);
    let is_simple = found.iter().all(|argument| !matches!(argument, [_, eq, ..] if eq.tok == Tok::Eq));
    is_simple.then(|| (found.into_iter().map(arguments::range).collect(), line.tokens[at + length].range.end))
}
