//! Names of methods and functions of other languages, for which Starlark has others: `x.trim()`, `l.length`, `isinstance(x, str)`.

use std::ops::Range;

use super::brackets::object;
use super::fixes::code::{Line, is_certain};
use super::fixes::edited;
use super::headline::quoted;
use crate::boundary::Diagnostic;
use crate::diagnostics::Message;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::edits::Edits;
use crate::diagnostics::positions::{Position, Source};
use crate::syntax::token::Tok;

/// What Starlark has for a name of another language. In texts, `{}` is the value before the dot.
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
    /// Something else, in words.
    Other(&'static str),
}

use Meant::{Function, Getattr, In, Name, Other, Type};

/// Names of attributes, separated by spaces, of the types that do not have them.
const ATTRIBUTES: &[(&[&str], &str, Meant)] = &[
    (&["string"], "trim trimSpace TrimSpace", Name("strip")),
    (&["string"], "trimStart trimLeft ltrim trim_start", Name("lstrip")),
    (&["string"], "trimEnd trimRight rtrim trim_end", Name("rstrip")),
    (&["string"], "toUpperCase upcase uppercase ToUpper toUpper to_upper to_uppercase", Name("upper")),
    (&["string"], "toLowerCase downcase lowercase ToLower toLower to_lower to_lowercase casefold", Name("lower")),
    (&["string"], "startsWith hasPrefix has_prefix HasPrefix starts_with", Name("startswith")),
    (&["string"], "endsWith hasSuffix has_suffix HasSuffix ends_with", Name("endswith")),
    (&["string"], "replaceAll ReplaceAll replace_all gsub", Name("replace")),
    (&["string"], "indexOf Index", Name("find")),
    (&["string"], "isnumeric isdecimal", Name("isdigit")),
    (&["string"], "substring substr slice", Other("`{}[start:end]` is a part of it")),
    (&["string"], "charAt", Other("`{}[i]` is a character of it")),
    (&["string"], "concat", Other("`+` joins strings")),
    (&["string"], "repeat", Other("`{} * n` repeats it")),
    (&["string"], "match matches test search", Other("`regexp.match(pattern, {})` of `@ytt:regexp` searches it")),
    (&["string"], "zfill ljust rjust center padStart padEnd", Other("`\" \" * n + {}` adds spaces")),
    (&["string"], "removeprefix trimPrefix", Other("`{}[len(prefix):]` is the rest of it")),
    (&["string"], "removesuffix trimSuffix", Other("`{}[:-len(suffix)]` is the start of it")),
    (&["list"], "push push_back add Add", Name("append")),
    (&["list"], "indexOf find", Name("index")),
    (&["list"], "concat", Other("`+` joins lists")),
    (&["list"], "addAll push_all", Name("extend")),
    (&["list"], "shift", Other("`{}.pop(0)` removes the first item")),
    (&["list"], "unshift prepend", Other("`{}.insert(0, x)` inserts an item")),
    (&["list"], "slice", Other("`{}[start:end]` is a part of it")),
    (&["list"], "first", Other("`{}[0]` is the first item")),
    (&["list"], "last", Other("`{}[-1]` is the last item")),
    (&["list"], "map", Other("`[f(x) for x in {}]` has the results")),
    (&["list"], "filter where select", Other("`[x for x in {} if …]` has some of the items")),
    (&["list"], "forEach each foreach", Other("`for x in {}:` is a loop")),
    (&["list"], "some", Other("`any([… for x in {}])` looks at all items")),
    (&["list"], "every", Other("`all([… for x in {}])` looks at all items")),
    (&["list"], "reduce fold sum", Other("a loop adds its items up")),
    (&["list", "tuple"], "join", Other("`\", \".join({})` joins its items")),
    (&["list"], "sort sorted", Function("sorted")),
    (&["list"], "reverse reversed", Function("reversed")),
    (&["list"], "copy clone", Function("list")),
    (&["list", "string", "dict", "tuple"], "length len size Len count", Function("len")),
    (&["list", "string", "dict", "tuple"], "contains includes has include Contains", In),
    (&["dict"], "has_key hasKey containsKey contains_key hasOwnProperty exists", In),
    (&["dict"], "copy clone", Function("dict")),
    (&["dict"], "merge assign extend", Name("update")),
    (&["dict"], "entries iteritems", Name("items")),
    (&["dict"], "iterkeys", Name("keys")),
    (&["dict"], "itervalues", Name("values")),
    (&["dict"], "delete remove", Name("pop")),
    (&["dict"], "put set add", Other("`{}[key] = value` sets a key")),
    (&["dict"], "forEach each foreach", Other("`for k, v in {}.items():` is a loop")),
    (&["int", "float", "bool", "list", "dict"], "toString to_s String", Function("str")),
    (&["struct"], "get", Getattr),
    (&["struct"], "items keys values entries", Other("`struct.decode({})` of `@ytt:struct` is a dict")),
    (&["struct"], "has has_key hasKey contains includes", Other("`hasattr({}, \"key\")` looks for a key")),
    (&["yamlfragment"], "get", Other("`{}[\"key\"]` is a value of it")),
    (&["yamlfragment"], "items keys values", Other("a loop over it has its keys, and `{}[key]` is a value")),
    (&["module"], "dumps dump stringify marshal Marshal safe_dump toJson toYaml to_json to_yaml", Name("encode")),
    (&["module"], "loads load parse unmarshal Unmarshal safe_load fromJson fromYaml from_json", Name("decode")),
    (&["module"], "sub replaceAll", Name("replace")),
    (&["module"], "search test matches", Name("match")),
    (&["module"], "sum256 hexdigest", Name("sum")),
    (&["module"], "b64encode encodeToString EncodeToString", Name("encode")),
    (&["module"], "b64decode decodeString DecodeString", Name("decode")),
];

/// Names of functions, separated by spaces.
const FUNCTIONS: &[(&str, Meant)] = &[
    ("isinstance", Type),
    ("typeof typeOf", Name("type")),
    ("String toString tostring to_string string", Name("str")),
    ("parseInt Integer toInt atoi integer", Name("int")),
    ("parseFloat Number toFloat", Name("float")),
    ("length size count", Name("len")),
    ("println printf echo puts", Name("print")),
    ("array Array", Name("list")),
    ("map", Other("`[f(x) for x in list]` has the results")),
    ("filter", Other("`[x for x in list if …]` has some of the items")),
    ("reduce sum", Other("a loop adds the items up")),
    ("round", Other("`int(x + 0.5)` rounds a positive number")),
    ("floor ceil sqrt pow", Other("`@ytt:math` has functions for numbers")),
    ("format sprintf", Other("`\"{}\".format(x)` and `\"%s\" % x` format a text")),
    ("open", Other("`data.read(\"file\")` of `@ytt:data` reads a file")),
    ("getenv env input", Other("what changes from run to run is in data values")),
    ("exit panic throw error abort", Other("`assert.fail(…)` of `@ytt:assert` stops the template")),
    ("now today random uuid uuidv4", Other("ytt has neither time nor chance, so that its output is always the same")),
    ("toYaml to_yaml", Other("`yaml.encode(x)` of `@ytt:yaml` writes YAML")),
    ("toJson to_json", Other("`json.encode(x)` of `@ytt:json` writes JSON")),
    ("b64enc", Other("`base64.encode(x)` of `@ytt:base64` encodes a text")),
];

/// Names of constants.
const CONSTANTS: &[(&str, &str)] =
    &[("TRUE yes", "True"), ("FALSE no", "False"), ("NULL Null NIL NONE undefined NoneType", "None")];

/// Explains a name that does not exist: with what Starlark has for it, and the fix.
pub(super) fn explain(diagnostic: &mut Diagnostic, message: &Message, at: &Position) -> Option<()> {
    let (source, span) = (at.source()?, at.own_span()?);
    match message.cause.as_ref()? {
        Cause::NoAttribute { name, kind, others, is_key: false, .. } => {
            let is_of = |kinds: &[&str]| kinds.contains(&kind.as_str());
            let has = |names: &str| names.split(' ').any(|known| known == name);
            let (.., meant) = ATTRIBUTES.iter().find(|(kinds, names, meant)| {
                // A module or a map has only some of them.
                let exists = !matches!(meant, Name(other) if *kind == "module" && !others.iter().any(|o| o == other));
                is_of(kinds) && has(names) && exists
            })?;
            if source.text.get(span.clone()) != Some(name) {
                return None;
            }
            of_attribute(diagnostic, source, span, name, meant)
        }
        Cause::Undefined { name, .. } if source.text.get(span.clone()) == Some(name) => {
            let has = |names: &str| names.split(' ').any(|known| known == name);
            let is_called = source.text[span.end..].starts_with('(');
            if let Some((_, constant)) = CONSTANTS.iter().find(|(names, _)| !is_called && has(names)) {
                return renamed(diagnostic, source, span, name, constant);
            }
            let (_, meant) = FUNCTIONS.iter().find(|(names, _)| is_called && has(names))?;
            of_function(diagnostic, source, span, name, meant)
        }
        _ => None,
    }
}

fn of_attribute(
    diagnostic: &mut Diagnostic,
    source: &Source,
    span: Range<usize>,
    name: &str,
    meant: &Meant,
) -> Option<()> {
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
            diagnostic.headline = format!("{no_such}; it has {}", quoted(other));
            let edits = Edits::one(span, *other);
            diagnostic.fixes = vec![edited(format!("Rename to {other}"), source, edits)];
            return Some(());
        }
        Other(words) => {
            diagnostic.headline = format!("{no_such}; {}", words.replace("{}", shown));
            diagnostic.fixes.clear();
            return Some(());
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
        Type => return None,
    };
    diagnostic.headline = format!("{no_such}; write {}", quoted(&meant));
    let edits = Edits::one(object.start..end, meant.clone());
    let fix =
        (is_certain_here && is_certain(source, &edits)).then(|| edited(format!("Replace with {meant}"), source, edits));
    diagnostic.fixes = fix.into_iter().collect();
    Some(())
}

fn of_function(
    diagnostic: &mut Diagnostic,
    source: &Source,
    span: Range<usize>,
    name: &str,
    meant: &Meant,
) -> Option<()> {
    match meant {
        Name(other) => renamed(diagnostic, source, span, name, other),
        Other(words) => {
            diagnostic.headline = format!("There is no function {}; {words}", quoted(name));
            diagnostic.fixes.clear();
            Some(())
        }
        Type => {
            let line = Line::around(source, span.start)?;
            let found = arguments(&line, span.end);
            let both = found.as_ref().and_then(|(ranges, end)| match &ranges[..] {
                [value, class] => Some((line.text(value.clone()), type_name(line.text(class.clone()))?, *end)),
                _ => None,
            });
            let (value, class) = both.map_or(("x", "string"), |(value, class, _)| (value, class));
            let meant = format!("type({value}) == \"{class}\"");
            diagnostic.headline = format!("There is no function {}; write {}", quoted(name), quoted(&meant));
            let edits = both.map(|(.., end)| Edits::one(span.start..end, meant.clone()));
            let fix = edits.filter(|edits| is_certain(source, edits));
            diagnostic.fixes =
                fix.map(|edits| edited(format!("Replace with {meant}"), source, edits)).into_iter().collect();
            Some(())
        }
        Function(_) | In | Getattr => None,
    }
}

fn renamed(diagnostic: &mut Diagnostic, source: &Source, span: Range<usize>, name: &str, to: &str) -> Option<()> {
    diagnostic.headline = format!("{} is not defined; in Starlark it is {}", quoted(name), quoted(to));
    diagnostic.fixes = vec![edited(format!("Rename to {to}"), source, Edits::one(span, to))];
    Some(())
}

/// What `type` returns for a class of Python.
fn type_name(class: &str) -> Option<&'static str> {
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

/// The arguments of the call whose bracket opens at a byte, and its end. None if there is none in the line, or if they are not simple.
fn arguments(line: &Line<'_>, open: usize) -> Option<(Vec<Range<usize>>, usize)> {
    let first = line.tokens.iter().position(|token| token.range.start == open && token.tok == Tok::LParen)?;
    let (mut found, mut depth, mut start) = (Vec::new(), 0, None);
    for token in &line.tokens[first..] {
        match token.tok {
            Tok::LParen | Tok::LBrack | Tok::LBrace => depth += 1,
            Tok::RParen | Tok::RBrack | Tok::RBrace => depth -= 1,
            Tok::Eq if depth == 1 => return None,
            _ => {}
        }
        let ends = depth == 0 || depth == 1 && token.tok == Tok::Comma;
        if ends && let Some(from) = start.take() {
            found.push(from..line.source.text[..token.range.start].trim_end().len());
        } else if !ends && token.range.start > open {
            start.get_or_insert(token.range.start);
        }
        if depth == 0 {
            return Some((found, token.range.end));
        }
    }
    None
}
