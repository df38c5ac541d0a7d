//! Headlines: problems in the user's terms, in a sentence each. ytt's message comes below.
//!
//! Names and values of the user are in backticks.

mod annotations;
mod calls;
mod code;
pub(super) mod sentences;
pub(super) mod yaml;

use crate::diagnostics::cause::{ArgumentMistake, BrokenRule, Cause, Length, Unit};
use crate::diagnostics::code::Code;

/// Longer names and values are cut.
const MOST_CHARACTERS: usize = 60;

/// More values are not listed.
const MOST_LISTED: usize = 8;

/// The headline of a problem; `path` is that of the data value in ytt's report.
pub(crate) fn headline(code: Code, cause: Option<&Cause>, path: Option<&str>) -> String {
    match cause {
        Some(Cause::Rule(rule)) => broken_rule(rule, &subject(path)),
        Some(cause) => of_cause(cause, path),
        None => match (code, path) {
            (Code::Deprecated, Some(path)) => format!("{} is deprecated", subject(Some(path))),
            _ => code.description().to_owned(),
        },
    }
}

// Only broken rules are needed for a first render, so all others are not a part of the first module.
#[inline(never)]
fn of_cause(cause: &Cause, path: Option<&str>) -> String {
    match cause {
        Cause::UnknownKey { key, nearest } => or_nearest(format!("{} is not in the schema", quoted(key)), nearest),
        Cause::WrongType { expected, found } => wrong_type(&subject(path), expected, found),
        Cause::WrongDefault { expected, found } => match path {
            Some(path) if !path.is_empty() => {
                format!("In this default, {}", wrong_type(&quoted(path), expected, found))
            }
            _ => wrong_type("This default", expected, found),
        },
        Cause::EmptyDocument { expected } => {
            format!("This document of data values is empty, but must be {}", with_article(expected))
        }
        Cause::KeyCount { expected, found } => {
            format!("{} has {}, but must have {expected}", subject(path), counted(*found, "key"))
        }
        Cause::Rule(rule) => broken_rule(rule, &subject(path)),
        Cause::RuleFails { why: Some(why) } if is_called_wrongly(why) => {
            let of = inside(&subject(path));
            format!("The rule of {of} cannot be checked: its function must take 1 argument, the value")
        }
        Cause::RuleFails { why: Some(why) } => {
            format!("The rule of {} cannot be checked: {}", inside(&subject(path)), inside(&of_cause(why, None)))
        }
        Cause::RuleFails { why: None } => format!("The rule of {} cannot be checked", inside(&subject(path))),
        Cause::NoVerdict { kind } if kind == "NoneType" => {
            "Its function returns nothing, but must return True or False".to_owned()
        }
        Cause::NoVerdict { kind } => {
            format!("Its function returns {}, but must return True or False", in_words(kind))
        }
        Cause::MatchCount { found: 0, key: Some(key), nearest, .. } => {
            or_nearest(format!("There is no key {} for this overlay to change", quoted(key)), nearest)
        }
        Cause::MatchCount { found: 0, .. } => "This overlay item matches nothing".to_owned(),
        Cause::MatchCount { found, wanted, .. } => {
            let wanted = wanted.as_ref().map(|wanted| format!(", but must match {wanted}")).unwrap_or_default();
            format!("This overlay item matches {}{wanted}", counted(*found, "node"))
        }
        Cause::NoMatchKey { key, is_of_others: true } => {
            format!("This item has no {}, by which the overlay matches items", quoted(key))
        }
        Cause::NoMatchKey { key, .. } => format!("The items have no {}, by which this matches them", quoted(key)),
        Cause::NotInDefault { key, parent } => {
            let (parent, key) = (quoted(parent), quoted(key));
            format!("{parent} accepts any value, but its default has no {key}, and values are merged into the default")
        }
        Cause::DuplicateKey { key } => format!("{} is set twice in the same map", quoted(key)),
        Cause::Yaml(mistake) => yaml::headline(mistake),
        Cause::Code(mistake) => code::headline(mistake),
        Cause::Undefined { name, nearest } => or_nearest(format!("{} is not defined", quoted(name)), nearest),
        Cause::NotLoaded { module } => format!("{} is used, but `@ytt:{module}` is not loaded", quoted(module)),
        Cause::NoAttribute { name, kind, nearest, .. } => {
            or_nearest(format!("This {} has no {}", noun(kind), quoted(name)), nearest)
        }
        Cause::NoKey { key, nearest } => or_nearest(format!("There is no key {}", quoted(key)), nearest),
        Cause::Operands { operator, left, right } => wrong_operands(operator, left, right),
        Cause::NoItems { kind } => format!("This is {}, which has no items to iterate over", in_words(kind)),
        Cause::NotUnpacked { kind, found, wanted, of } => not_unpacked(kind, *found, *wanted, of.as_deref()),
        Cause::FixedAttribute { name, kind } => {
            format!("{} of {} cannot be changed by code", quoted(name), in_words(kind))
        }
        Cause::NoLength { kind } => format!("This is {}, which has no length", in_words(kind)),
        Cause::NoKeys { kind } => format!("This is {}, which has no keys", in_words(kind)),
        Cause::NotAFunction { kind } => format!("This is {}, and cannot be called", in_words(kind)),
        Cause::Arguments { function, mistake } => calls::arguments(function, mistake),
        Cause::Format(mistake) => calls::format_mistake(mistake),
        Cause::NoIndex { index, kind, length: 0 } => {
            format!("This {} is empty, so it has no index {index}", noun(kind))
        }
        Cause::NoIndex { index, kind, length } => {
            let items = counted(*length, if kind == "string" { "byte" } else { "item" });
            let indexes = if *length == 1 { "at 0".to_owned() } else { format!("from 0 to {}", length - 1) };
            format!("This {} has {items}, {indexes}, and no index {index}", noun(kind))
        }
        Cause::IndexType { kind, index } => {
            let is_sequence = matches!(kind.as_str(), "list" | "tuple" | "string" | "range");
            let wanted = if is_sequence { "an integer" } else { "a string" };
            format!("The index of {} must be {wanted}, but this is {}", in_words(kind), in_words(index))
        }
        Cause::NotIndexable { kind } => format!("This is {}, which has no items and no keys", in_words(kind)),
        Cause::NotYaml { kind } => match in_yaml(kind) {
            Some(kind) => format!("{} is not a value of YAML", capitalised(&kind)),
            None => "This is not a value of YAML".to_owned(),
        },
        Cause::NotText { kind } => {
            format!("A text needs a string here, but this is {}; `str(…)` converts it", in_words(kind))
        }
        Cause::Misplaced { parent: "document set", node: _ } => {
            "This needs a `---` above it, since the document above it ends here".to_owned()
        }
        Cause::Misplaced { parent, node: "document set" } => {
            format!("These are whole documents, which {} cannot have as its value", a(holder(parent)))
        }
        Cause::Misplaced { parent, node } => {
            format!("{} cannot be in {}", capitalised(&a(holder(node))), a(holder(parent)))
        }
        Cause::Replacement { wanted, found } => {
            let wanted = match *wanted {
                "document set" => "documents",
                "array" => "a list",
                _ => "a map",
            };
            format!("`template.replace` needs {wanted} here, but this is {}", in_words(found))
        }
        Cause::Unassigned { name, is_local: true } => {
            format!("{} is a variable of this function, and has no value yet", quoted(name))
        }
        Cause::Unassigned { name, .. } => format!("{} has no value yet", quoted(name)),
        Cause::KeyNotText { kind } => format!("This key is {} in YAML; as text it needs quotes", a(kind)),
        Cause::Strict { text } => format!("With `--strict`, {} needs quotes", quoted(text)),
        Cause::NotPlain => "This file is read as plain YAML; it cannot have annotations or code".to_owned(),
        Cause::ValueAndCode => Code::ValueAndCode.description().to_owned(),
        Cause::SpaceInMarker => "There is a space between `#` and `@`; code and annotations start with `#@`".to_owned(),
        Cause::UnknownKeyword { keyword, nearest: None, known } if !known.is_empty() => {
            format!("This annotation has no argument {}; it has {}", quoted(keyword), listed(known, "and"))
        }
        Cause::UnknownKeyword { keyword, nearest, .. } => {
            or_nearest(format!("This annotation has no argument {}", quoted(keyword)), nearest)
        }
        Cause::Removed => format!("{} was removed from the schema", subject(path)),
        Cause::UnknownFlag { flag, nearest } => or_nearest(format!("There is no flag {}", quoted(flag)), nearest),
        Cause::Argument { text } => format!("{} is not valid in the command line", quoted(text)),
        Cause::NoFlag { flag, text } => {
            format!("{} needs a flag: {}", quoted(text), quoted(&format!("{flag} {text}")))
        }
        Cause::NoPair { value, .. } => {
            format!("{} needs a key and a value: {}", quoted(value), quoted(&format!("{value}=…")))
        }
        Cause::EmptiedDirectory { path } => {
            format!("The output directory is emptied first, and cannot be {}", quoted(path))
        }
        Cause::NoFile { path, nearest } => or_nearest(format!("There is no file {}", quoted(path)), nearest),
        Cause::NoModule { name, nearest } => {
            let nearest = nearest.as_ref().map(|nearest| format!("@ytt:{nearest}"));
            or_nearest(format!("There is no module {}", quoted(&format!("@ytt:{name}"))), &nearest)
        }
        Cause::NoExport { name, module, nearest } => {
            or_nearest(format!("{} does not define {}", quoted(module), quoted(name)), nearest)
        }
        Cause::NotLoadable { path } => {
            format!("{} cannot be loaded: its name must end with `.star` or `.lib.yml`", quoted(path))
        }
        Cause::NoLibrary { path, nearest: None, others } if !others.is_empty() => {
            let verb = if others.len() == 1 { "is" } else { "are" };
            format!("There is no library {}; there {verb} {}", quoted(path), super::expression_values::names(others))
        }
        Cause::NoLibrary { path, nearest, .. } => or_nearest(format!("There is no library {}", quoted(path)), nearest),
        Cause::NotEvaluated { library } => {
            format!("This is for the library {}, which no template evaluates", quoted(library))
        }
        Cause::EarlyReturn => {
            "A function with YAML cannot `return` above it; put the YAML in the `if` or `else` of a condition"
                .to_owned()
        }
        Cause::NotOnDocument { annotation } => {
            format!("{} must be above the `---` of a document", quoted(&format!("@{annotation}")))
        }
        Cause::NewKey { key, nearest } => {
            or_nearest(format!("There is no {} in the data values so far", quoted(key)), nearest)
        }
        Cause::OtherKind { there, found } => {
            format!("{} is {}, but this overlay has {} for it", subject(path), with_article(there), with_article(found))
        }
        Cause::NewDeclaration { key, nearest } => {
            or_nearest(format!("There is no {} in the schema so far", quoted(key)), nearest)
        }
        Cause::NoType => {
            format!("{} is null, which says no type; a schema needs a value", subject(path))
        }
        Cause::ItemCount { found: 0 } => {
            format!("{} needs one item, which says the type of all; the default is an empty list", subject(path))
        }
        Cause::ItemCount { found } => format!(
            "{} has {found} items, but in a schema one says the type of all; `@schema/default` sets a default",
            subject(path)
        ),
        Cause::Annotation { name, mistake } => annotations::headline(name, mistake),
        Cause::UnmarkedComment => Code::Comment.description().to_owned(),
        Cause::Failed { text } => format!("The template stopped: {}", on_one_line(text).trim_end_matches('.')),
    }
}

/// Whether the function of a rule itself, which has no name, does not take the value.
fn is_called_wrongly(why: &Cause) -> bool {
    use ArgumentMistake::{Count, Missing};
    matches!(why, Cause::Arguments { function, mistake: Count { .. } | Missing { .. } } if function.is_empty())
}

/// The headline of a sentence of ytt without a cause, if it is a known one.
pub(super) fn of_sentence(sentence: &str) -> Option<String> {
    sentences::headline(sentence)
}

fn not_unpacked(kind: &str, found: Option<usize>, wanted: usize, of: Option<&str>) -> String {
    let variables = counted(wanted, "variable");
    match (of, found) {
        (Some("dict" | "struct"), None) => "A loop over a dict has only its keys".to_owned(),
        (Some(_), None) => format!("Each item is {}, which cannot be assigned to {variables}", in_words(kind)),
        (Some(_), Some(found)) => format!("An item has {}, but there are {variables}", counted(found, "value")),
        (None, None) => format!("{} cannot be assigned to {variables}", capitalised(&in_words(kind))),
        (None, Some(found)) => format!("These are {}, but there are {variables}", counted(found, "value")),
    }
}

/// A sentence as a part of another one.
fn inside(sentence: &str) -> String {
    let mut characters = sentence.chars();
    let first = characters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    format!("{first}{}", characters.as_str())
}

fn wrong_type(subject: &str, expected: &str, found: &str) -> String {
    match (expected, found) {
        ("", _) => format!("{subject} cannot be {}", with_article(found)),
        (_, "null") => format!("{subject} has no value, but must be {}", with_article(expected)),
        // ytt does not accept such a collection where it expects one of YAML.
        (_, "[]interface {}") => {
            format!("{subject} must be {} of YAML, but it is a list of code", with_article(expected))
        }
        (_, "*orderedmap.Map") => {
            format!("{subject} must be {} of YAML, but it is a dict of code", with_article(expected))
        }
        _ => format!("{subject} must be {}, but it is {}", with_article(expected), with_article(found)),
    }
}

fn broken_rule(rule: &BrokenRule, subject: &str) -> String {
    match rule {
        BrokenRule::Min(limit) => format!("{subject} must be at least {}", bare(limit)),
        BrokenRule::Max(limit) => format!("{subject} must be at most {}", bare(limit)),
        BrokenRule::MinLength(length) => wrong_length(subject, "at least", length),
        BrokenRule::MaxLength(length) => wrong_length(subject, "at most", length),
        BrokenRule::Null => format!("{subject} needs a value"),
        BrokenRule::OneNotNull { keys, set } => {
            let which = match &keys[..] {
                [] => format!("Exactly one of the keys of {subject} must have a value"),
                keys => format!("Exactly one of {} must have a value", listed(keys, "and")),
            };
            match set {
                Some(0) => format!("{which}, but none has one"),
                Some(set) => format!("{which}, but {set} have one"),
                None => which,
            }
        }
        BrokenRule::NotAllowed { allowed, nearest } if (1..=MOST_LISTED).contains(&allowed.len()) => {
            or_nearest(format!("{subject} must be {}", listed(allowed, "or")), nearest)
        }
        BrokenRule::NotAllowed { nearest, .. } => {
            or_nearest(format!("{subject} is not one of the allowed values"), nearest)
        }
        BrokenRule::Description(text) => format!("{subject} must be {}", on_one_line(text)),
        BrokenRule::Custom(text) => format!("{subject} must be: {}", on_one_line(text).trim_end_matches('.')),
    }
}

fn wrong_length(subject: &str, relation: &str, Length { limit, found, unit }: &Length) -> String {
    let plural = if limit == "1" { "" } else { "s" };
    match (unit, found) {
        (Unit::Items, Some(found)) => {
            format!("{subject} must have {relation} {limit} item{plural}, but has {found}")
        }
        (Unit::Characters, Some(0)) if relation == "at least" && limit == "1" => format!("{subject} must not be empty"),
        (Unit::Characters, Some(found)) => {
            format!("{subject} must be {relation} {limit} character{plural} long, but has {found}")
        }
        (Unit::Bytes, Some(found)) => {
            format!("{subject} must be {relation} {limit} byte{plural} long, but has {found}")
        }
        (_, None) => format!("{subject} must have a length of {relation} {limit}"),
    }
}

/// The data value of a path. Paths in parentheses are names of nodes.
fn subject(path: Option<&str>) -> String {
    match path {
        Some("(document)") => "The document".to_owned(),
        // The key of another type than a string is in Go's format.
        Some(path) if !path.is_empty() && !path.starts_with('(') && !path.contains("%!") => quoted(path),
        _ => "This value".to_owned(),
    }
}

/// The type of a value of code.
fn noun(kind: &str) -> &str {
    match kind {
        "int" => "integer",
        "bool" => "boolean",
        "NoneType" => "null",
        "struct" => "map",
        "yamlfragment" => "YAML value",
        "builtin_function_or_method" => "function",
        kind => kind,
    }
}

/// The type of a value that YAML does not have; None if its name in code says nothing to users.
pub(super) fn in_yaml(kind: &str) -> Option<String> {
    matches!(kind, "function" | "builtin_function_or_method" | "range" | "set" | "bytes").then(|| in_words(kind))
}

/// The kind of a node of YAML.
fn holder(kind: &str) -> &str {
    match kind {
        "map item" => "key",
        "array" => "list",
        "array item" => "list item",
        kind => kind,
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", characters.as_str())
}

/// The type of a value of code with its article.
pub(super) fn in_words(kind: &str) -> String {
    a(noun(kind))
}

/// A noun with its article.
fn a(noun: &str) -> String {
    match noun {
        "null" => "null".to_owned(),
        noun if noun.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {noun}"),
        noun => format!("a {noun}"),
    }
}

fn wrong_operands(operator: &str, left: &str, right: &str) -> String {
    let (left, right) = (in_words(left), in_words(right));
    match operator {
        "+" => format!("`+` cannot join {left} and {right}"),
        "<" | "<=" | ">" | ">=" | "==" | "!=" => format!("`{operator}` cannot compare {left} with {right}"),
        "in" => format!("`in` cannot search for {left} in {right}"),
        operator => format!("`{operator}` cannot be applied to {left} and {right}"),
    }
}

pub(crate) fn or_nearest(sentence: String, nearest: &Option<String>) -> String {
    match nearest {
        Some(nearest) => format!("{sentence}; did you mean {}?", quoted(nearest)),
        None => sentence,
    }
}

/// `an integer`, `a string`, `a list`, `null`.
fn with_article(kind: &str) -> String {
    match kind {
        "null" => "null".to_owned(),
        "boolean" => "true or false".to_owned(),
        "any" => "any value".to_owned(),
        kind => {
            let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            format!("{article} {kind}")
        }
    }
}

pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `a, b and c`, each in backticks.
pub(crate) fn listed(values: &[String], joint: &str) -> String {
    let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
    match values.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {joint} {last}", others.join(", ")),
        None => String::new(),
    }
}

/// A limit: a number as it is, others in backticks.
fn bare(limit: &str) -> String {
    if limit.starts_with(|c: char| c.is_ascii_digit() || c == '-') { on_one_line(limit) } else { quoted(limit) }
}

/// A name or value in backticks, on one line.
pub(crate) fn quoted(text: &str) -> String {
    let text = on_one_line(text);
    match () {
        () if text.is_empty() => "\"\"".to_owned(),
        () if text.contains('`') => format!("\"{text}\""),
        () => format!("`{text}`"),
    }
}

/// The text on one line, cut if it is long.
fn on_one_line(text: &str) -> String {
    let line = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_a_headline() {
        for code in Code::all() {
            let text = headline(code, None, None);
            assert!(text.len() > 10 && !text.ends_with('.'), "{code}: {text}");
            assert!(text.starts_with(|c: char| c.is_uppercase()), "{code}: {text}");
        }
    }

    fn rule(rule: BrokenRule) -> String {
        headline(Code::Violation, Some(&Cause::Rule(rule)), Some("kiln.heat"))
    }

    #[test]
    fn rules_name_the_value_and_the_limit() {
        assert_eq!(rule(BrokenRule::Min("900".into())), "`kiln.heat` must be at least 900");
        let length = |limit: &str, found, unit| Length { limit: limit.into(), found: Some(found), unit };
        let short = BrokenRule::MinLength(length("2", 1, Unit::Items));
        assert_eq!(rule(short), "`kiln.heat` must have at least 2 items, but has 1");
        assert_eq!(rule(BrokenRule::MinLength(length("1", 0, Unit::Characters))), "`kiln.heat` must not be empty");
        let choice = BrokenRule::NotAllowed { allowed: vec!["gas".into(), "wood".into()], nearest: Some("gas".into()) };
        assert_eq!(rule(choice), "`kiln.heat` must be `gas` or `wood`; did you mean `gas`?");
    }

    #[test]
    fn types_are_in_words() {
        let of = |expected: &str, found| {
            let cause = Cause::WrongType { expected: expected.to_owned(), found };
            headline(Code::ValueType, Some(&cause), Some("port"))
        };
        assert_eq!(of("integer", "string"), "`port` must be an integer, but it is a string");
        assert_eq!(of("string", "null"), "`port` has no value, but must be a string");
        assert_eq!(of("boolean", "integer"), "`port` must be true or false, but it is an integer");
    }

    #[test]
    fn names_of_users_are_on_one_short_line() {
        let key = Cause::UnknownKey { key: "a\n`b`".into(), nearest: None };
        assert_eq!(headline(Code::UnexpectedKey, Some(&key), None), "\"a `b`\" is not in the schema");
        let long = Cause::UnknownKey { key: "x".repeat(99), nearest: None };
        assert!(headline(Code::UnexpectedKey, Some(&long), None).len() < 100);
    }
}
