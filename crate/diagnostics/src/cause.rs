//! The causes of problems as data, recorded where errors are created. The API layer turns them into headlines.

mod code_mistake;
mod yaml_mistake;

use crate::spelling::only_nearest;

pub use code_mistake::CodeMistake;
pub use yaml_mistake::YamlMistake;

/// Why something is a problem. `kind`, `expected` and `found` are names of types, and `nearest` is the similar name that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum Cause {
    /// A data value has a key that the schema does not declare.
    UnknownKey { key: String, nearest: Option<String> },
    /// A data value is set that was removed from the schema.
    Removed,
    /// A value has a type that the schema does not allow. `expected` is empty if it is unknown.
    WrongType { expected: String, found: &'static str },
    /// A part of the value of `@schema/default` has a wrong type.
    WrongDefault { expected: String, found: &'static str },
    /// A document of data values has no content.
    EmptyDocument { expected: String },
    /// A map has a wrong number of keys. `expected` is in words.
    KeyCount { expected: String, found: usize },
    /// A rule is broken.
    Rule(BrokenRule),
    /// A rule fails with an error of its own, so that it says nothing about the value.
    RuleFails { why: Option<Box<Cause>> },
    /// The function of a rule returns neither True nor False, but a value of this type.
    NoVerdict { kind: String },
    /// An overlay item, which has a key if it is matched by its key, matches a wrong number of nodes. `wanted` is in words, and None if code
    /// decides.
    MatchCount { found: usize, wanted: Option<String>, key: Option<String>, nearest: Option<String> },
    /// Items are matched by a key that one of them does not have, and others may have.
    NoMatchKey { key: String, is_of_others: bool },
    /// A data value adds a key to the default of a value that may have any type. `parent` is the path of that value.
    NotInDefault { key: String, parent: String },
    /// A map has a key more than once.
    DuplicateKey { key: String },
    /// Text is not YAML.
    Yaml(YamlMistake),
    /// Code does not parse.
    Code(CodeMistake),
    /// A name is not defined.
    Undefined { name: String, nearest: Option<String> },
    /// A module of ytt is used without being loaded. Its name is without `@ytt:`.
    NotLoaded { module: String },
    /// A value has no such attribute, but `others`. `is_key`: it is a key of the value, which has to be in brackets.
    NoAttribute { name: String, kind: String, nearest: Option<String>, others: Vec<String>, is_key: bool },
    /// A dict or struct has no such key.
    NoKey { key: String, nearest: Option<String> },
    /// An operator does not accept the types of its operands.
    Operands { operator: String, left: String, right: String },
    /// A value has no items to iterate over.
    NoItems { kind: String },
    /// A value is assigned to several variables, but has no items, or another number of them. A loop has it from a value of the type `of`.
    NotUnpacked { kind: String, found: Option<usize>, wanted: usize, of: Option<String> },
    /// An attribute of a value cannot be set.
    FixedAttribute { name: String, kind: String },
    /// A value has no length.
    NoLength { kind: String },
    /// A value has no keys.
    NoKeys { kind: String },
    /// A value that is not a function is called.
    NotAFunction { kind: String },
    /// A call has arguments that the function does not accept. Functions without a name have an empty one.
    Arguments { function: String, mistake: ArgumentMistake },
    /// An index is out of the range of a sequence.
    NoIndex { index: i64, kind: String, length: usize },
    /// The index of a sequence is not an integer, or that of another value not a string.
    IndexType { kind: String, index: String },
    /// A value of a type that has neither items nor keys has an index.
    NotIndexable { kind: String },
    /// A format of `%` or of `format` does not fit its values.
    Format(FormatMistake),
    /// A value has a type that YAML does not have.
    NotYaml { kind: String },
    /// A value in a text template is not a string.
    NotText { kind: String },
    /// A node is in one that cannot have it; both are kinds such as `document set` and `map item`.
    Misplaced { parent: &'static str, node: &'static str },
    /// `template.replace` gets a value of a wrong type. `wanted` is the replaced kind of node, in ytt's words.
    Replacement { wanted: &'static str, found: String },
    /// A variable, of a function if it is local, has no value yet.
    Unassigned { name: String, is_local: bool },
    /// A key is not a string: YAML reads `on`, `y` and `1` as other types.
    KeyNotText { kind: &'static str },
    /// A plain scalar that `--strict` does not accept.
    Strict { text: String },
    /// A file of plain YAML has annotations or code.
    NotPlain,
    /// A node has a value and code.
    ValueAndCode,
    /// A space between `#` and `@`.
    SpaceInMarker,
    /// An annotation does not have this keyword argument, but those that are `known`.
    UnknownKeyword { keyword: String, nearest: Option<String>, known: Vec<String> },
    /// The command line has a flag that does not exist: as written, without its value.
    UnknownFlag { flag: String, nearest: Option<String> },
    /// An argument of the command line is not accepted.
    Argument { text: String },
    /// An argument of the command line lacks the flag that it is for.
    NoFlag { flag: &'static str, text: String },
    /// The value of a data value flag has no `=`.
    NoPair { flag: &'static str, value: String },
    /// The output directory is one that would lose files.
    EmptiedDirectory { path: String },
    /// A file does not exist: its path as written.
    NoFile { path: String, nearest: Option<String> },
    /// A module of ytt does not exist. Its name is without `@ytt:`.
    NoModule { name: String, nearest: Option<String> },
    /// A file, or a module of ytt, does not define a name that is loaded from it.
    NoExport { name: String, module: String, nearest: Option<String> },
    /// A file that is loaded has neither the extension `.star` nor `.lib.yml`.
    NotLoadable { path: String },
    /// A directory is not a library, or does not exist: its path as written. `others` are the libraries there are.
    NoLibrary { path: String, nearest: Option<String>, others: Vec<String> },
    /// Data values or a schema are for a library that no template evaluates.
    NotEvaluated { library: String },
    /// A function with nodes of YAML returns above the first of them.
    EarlyReturn,
    /// An annotation of documents is on another node.
    NotOnDocument { annotation: String },
    /// A data values document has a key that those before it do not have, and there is no schema.
    NewKey { key: String, nearest: Option<String> },
    /// An overlay has a collection where the document has a value of another type.
    OtherKind { there: String, found: &'static str },
    /// A further schema document has a key that those before it do not have.
    NewDeclaration { key: String, nearest: Option<String> },
    /// A schema has null where it needs a value, from which the type follows.
    NoType,
    /// A list of a schema does not have exactly one item, from which the type of all follows.
    ItemCount { found: usize },
    /// An annotation cannot be as it is written.
    Annotation { name: &'static str, mistake: AnnotationMistake },
    /// A comment starts neither with `#@` nor with `#!`.
    UnmarkedComment,
    /// The template called `assert.fail` with this text.
    Failed { text: String },
}

/// The label of the item of the base that has no key to match, for [`Cause::NoMatchKey`].
pub const BASE_ITEM: &str = "item";

impl Cause {
    /// The cause of an unknown keyword argument of an annotation that has those that are `known`.
    pub fn unknown_keyword(keyword: &str, known: &[&str]) -> Cause {
        let nearest = nearest_keyword(keyword, known).map(str::to_owned);
        let known = known.iter().map(|known| (*known).to_owned()).collect();
        Cause::UnknownKeyword { keyword: keyword.to_owned(), nearest, known }
    }
}

/// Names of rules in JSON Schema and elsewhere, and ytt's.
const OTHER_NAMES: [(&[&str], &str); 5] = [
    (&["enum", "choices", "allowed", "values", "oneOf", "options"], "one_of"),
    (&["required", "notNull"], "not_null"),
    (&["gte", "ge", "least"], "min"),
    (&["lte", "le", "most"], "max"),
    (&["optional", "allow_missing", "create"], "missing_ok"),
];

/// The similar keyword, or the longest one that the wrong one begins with: `min` for `minimum`, `max_len` for `maxLength`.
pub(super) fn nearest_keyword<'k>(keyword: &str, known: &[&'k str]) -> Option<&'k str> {
    let folded = |text: &str| text.replace('_', "").to_lowercase();
    let begun = || known.iter().copied().filter(|known| folded(keyword).starts_with(&folded(known)));
    let other_name = || {
        let (_, name) = OTHER_NAMES.iter().find(|(others, _)| others.contains(&keyword))?;
        known.iter().copied().find(|known| known == name)
    };
    only_nearest(keyword, known.iter().copied()).or_else(|| begun().max_by_key(|known| known.len())).or_else(other_name)
}

/// A mistake in an annotation. `expected` and `found` are names of types.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum AnnotationMistake {
    /// It has not the one argument that it needs, or it has others.
    Argument,
    /// Its argument has a wrong type.
    Type { found: String },
    /// Its argument is an example with a value of a wrong type.
    Example { expected: String, found: &'static str },
    /// It lacks the argument with a name that it needs.
    Keyword,
    /// The argument of a name has a wrong type.
    KeywordType { keyword: &'static str, found: String },
    /// The number of matches is a text that ytt cannot read.
    Count { text: String },
    /// Two arguments contradict each other.
    Exclusive { keywords: [&'static str; 2] },
    /// It is on a node that it is not for.
    Place,
    /// It is below `@schema/type any=True`.
    BelowAny,
    /// A node has several operations of overlays.
    Operations { names: Vec<&'static str> },
}

/// Why a function does not accept the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum ArgumentMistake {
    /// Their number is wrong. `by_position`: only arguments without a name are counted, and the function accepts others.
    Count { least: usize, most: Option<usize>, given: usize, by_position: bool },
    /// Parameters have no value.
    Missing { names: Vec<String> },
    /// There is no such parameter, but those that are `known`.
    Unknown { keyword: String, nearest: Option<String>, known: Vec<String> },
    /// A parameter has two values.
    Repeated { keyword: String },
    /// An argument has a wrong type: its name or its number, counted from 1; empty for the only one.
    Type { argument: String, found: String, wanted: String },
}

impl ArgumentMistake {
    /// The mistake of a keyword argument that is none of those that are `known`.
    pub fn unknown(keyword: &str, known: &[&str]) -> ArgumentMistake {
        let nearest = nearest_keyword(keyword, known).map(str::to_owned);
        let known = known.iter().map(|known| (*known).to_owned()).collect();
        ArgumentMistake::Unknown { keyword: keyword.to_owned(), nearest, known }
    }
}

/// Why a format does not fit its values. `wanted` and `found` are names of types.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum FormatMistake {
    /// It has more placeholders than there are values.
    TooFewValues { placeholder: &'static str },
    /// It has fewer placeholders than there are values.
    TooManyValues,
    /// It ends with a `%`.
    Incomplete,
    /// A `%` is followed by a character that has no meaning there.
    Conversion { character: char },
    /// A placeholder needs a value of another type.
    Type { placeholder: String, wanted: &'static str, found: String },
    /// There is no value of the name of a placeholder.
    NoValue { placeholder: String, name: String },
    /// Placeholders have names, but the value is no map.
    NotAMap,
    /// A brace is not closed, or closes nothing.
    Brace { brace: char },
    /// A placeholder has something that Starlark does not have: `{:>5}`.
    Unsupported { placeholder: String },
}

/// How a value breaks a rule. Limits and values are in Starlark or YAML syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum BrokenRule {
    /// It is less than the limit.
    Min(String),
    /// It is greater than the limit.
    Max(String),
    /// It is too short.
    MinLength(Length),
    /// It is too long.
    MaxLength(Length),
    /// It is null.
    Null,
    /// None of the keys has a value, or several have. `keys` is empty for all keys of the map, `set` None if the values cannot be counted.
    OneNotNull { keys: Vec<String>, set: Option<usize> },
    /// It is not one of the allowed values.
    NotAllowed { allowed: Vec<String>, nearest: Option<String> },
    /// It does not fit a description of the rule: "text that matches [a-z]+".
    Description(String),
    /// It does not fit a description from the annotation, in the words of its author.
    Custom(String),
}

/// A limit of a length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Length {
    /// The limit.
    pub limit: String,
    /// The length of the value, if it has one.
    pub found: Option<usize>,
    /// The unit of the length.
    pub unit: Unit,
}

/// The unit of a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The characters of an ASCII string.
    Characters,
    /// The bytes of any other string.
    Bytes,
    /// The items of a map or an array.
    Items,
}
