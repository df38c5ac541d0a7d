//! The causes of problems as data, recorded where errors are created. The API layer turns them into headlines.

mod code_mistake;
mod yaml_mistake;

use crate::spelling::only_nearest;

pub use code_mistake::CodeMistake;
pub use yaml_mistake::YamlMistake;

/// Why something is a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A data value has a key that the schema does not declare.
    UnknownKey {
        /// The key.
        key: String,
        /// The most similar declared key, if one is similar.
        nearest: Option<String>,
    },
    /// A data value is set that was removed from the schema.
    Removed,
    /// A value has a type that the schema does not allow.
    WrongType {
        /// The name of the declared type; empty if it is unknown.
        expected: String,
        /// The name of the type of the value.
        found: &'static str,
    },
    /// A part of the value of `@schema/default` has a wrong type.
    WrongDefault {
        /// The name of the declared type.
        expected: String,
        /// The name of the type of the value.
        found: &'static str,
    },
    /// A document of data values has no content.
    EmptyDocument {
        /// The name of the declared type.
        expected: String,
    },
    /// A map has a wrong number of keys.
    KeyCount {
        /// What is allowed, in words.
        expected: String,
        /// The number of keys.
        found: usize,
    },
    /// A rule is broken.
    Rule(BrokenRule),
    /// A rule fails with an error of its own, so that it says nothing about the value.
    RuleFails {
        /// The cause of that error.
        why: Option<Box<Cause>>,
    },
    /// The function of a rule returns neither True nor False.
    NoVerdict {
        /// The name of the type of its result.
        kind: String,
    },
    /// An overlay item matches a wrong number of nodes.
    MatchCount {
        /// The number of matches.
        found: usize,
        /// The allowed number in words; None if code decides.
        wanted: Option<String>,
        /// The key of the item, if it is matched by its key.
        key: Option<String>,
        /// The most similar key, if one is similar.
        nearest: Option<String>,
    },
    /// The items of a list are matched by a key that one of them does not have.
    NoMatchKey {
        /// The key.
        key: String,
    },
    /// A data value adds a key to the default of a value that may have any type.
    NotInDefault {
        /// The key.
        key: String,
        /// The path of the value.
        parent: String,
    },
    /// A map has a key more than once.
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// Text is not YAML.
    Yaml(YamlMistake),
    /// Code does not parse.
    Code(CodeMistake),
    /// A name is not defined.
    Undefined {
        /// The name.
        name: String,
        /// The similar name that is defined.
        nearest: Option<String>,
    },
    /// A module of ytt is used without being loaded.
    NotLoaded {
        /// Its name without `@ytt:`.
        module: String,
    },
    /// A value has no such attribute.
    NoAttribute {
        /// The attribute.
        name: String,
        /// The name of the type of the value.
        kind: String,
        /// The most similar attribute, if one is similar.
        nearest: Option<String>,
        /// The attributes there are.
        others: Vec<String>,
        /// Whether it is a key of the value, which has to be in brackets.
        is_key: bool,
    },
    /// A dict or struct has no such key.
    NoKey {
        /// The key.
        key: String,
        /// The most similar key, if one is similar.
        nearest: Option<String>,
    },
    /// An operator does not accept the types of its operands.
    Operands {
        /// The operator.
        operator: String,
        /// The name of the type of the left operand.
        left: String,
        /// The name of the type of the right operand.
        right: String,
    },
    /// A value has no items to iterate over.
    NoItems {
        /// The name of its type.
        kind: String,
    },
    /// A value is assigned to several variables, but has no items, or another number of them.
    NotUnpacked {
        /// The name of its type.
        kind: String,
        /// The number of its items, if it has any.
        found: Option<usize>,
        /// The number of variables.
        wanted: usize,
        /// The type of what a loop has it from.
        of: Option<String>,
    },
    /// An attribute of a value cannot be set.
    FixedAttribute {
        /// The attribute.
        name: String,
        /// The name of the type of the value.
        kind: String,
    },
    /// A value has no length.
    NoLength {
        /// The name of its type.
        kind: String,
    },
    /// A value has no keys.
    NoKeys {
        /// The name of its type.
        kind: String,
    },
    /// A value that is not a function is called.
    NotAFunction {
        /// The name of its type.
        kind: String,
    },
    /// A call has arguments that the function does not accept.
    Arguments {
        /// The name of the function; empty if it has none.
        function: String,
        /// What is wrong with them.
        mistake: ArgumentMistake,
    },
    /// An index is out of the range of a sequence.
    NoIndex {
        /// The index.
        index: i64,
        /// The name of the type of the sequence.
        kind: String,
        /// The number of its items.
        length: usize,
    },
    /// The index of a sequence is not an integer, or that of another value not a string.
    IndexType {
        /// The name of the type that has the index.
        kind: String,
        /// The name of the type of the index.
        index: String,
    },
    /// A value of a type that has neither items nor keys has an index.
    NotIndexable {
        /// The name of its type.
        kind: String,
    },
    /// A format of `%` or of `format` does not fit its values.
    Format(FormatMistake),
    /// A value has a type that YAML does not have.
    NotYaml {
        /// The name of its type.
        kind: String,
    },
    /// A value in a text template is not a string.
    NotText {
        /// The name of its type.
        kind: String,
    },
    /// A node is in one that cannot have it.
    Misplaced {
        /// The kind of the outer node: `document set`, `map item`.
        parent: &'static str,
        /// The kind of the inner node.
        node: &'static str,
    },
    /// `template.replace` gets a value of a wrong type.
    Replacement {
        /// The kind of node that it replaces, in ytt's words.
        wanted: &'static str,
        /// The name of the type of the value.
        found: String,
    },
    /// A variable has no value yet.
    Unassigned {
        /// Its name.
        name: String,
        /// Whether it is a variable of a function.
        is_local: bool,
    },
    /// A key is not a string: YAML reads `on`, `y` and `1` as other types.
    KeyNotText {
        /// The name of its type.
        kind: &'static str,
    },
    /// A plain scalar that `--strict` does not accept.
    Strict {
        /// The scalar.
        text: String,
    },
    /// A file of plain YAML has annotations or code.
    NotPlain,
    /// A node has a value and code.
    ValueAndCode,
    /// A space between `#` and `@`.
    SpaceInMarker,
    /// An annotation does not have this keyword argument.
    UnknownKeyword {
        /// The keyword.
        keyword: String,
        /// The similar keyword that exists.
        nearest: Option<String>,
        /// The keywords there are.
        known: Vec<String>,
    },
    /// The command line has a flag that does not exist.
    UnknownFlag {
        /// The flag as written, without its value.
        flag: String,
        /// The similar flag that exists.
        nearest: Option<String>,
    },
    /// An argument of the command line is not accepted.
    Argument {
        /// The argument.
        text: String,
    },
    /// An argument of the command line lacks the flag that it is for.
    NoFlag {
        /// The flag.
        flag: &'static str,
        /// The argument.
        text: String,
    },
    /// The value of a data value flag has no `=`.
    NoPair {
        /// The name of the flag.
        flag: &'static str,
        /// The value.
        value: String,
    },
    /// The output directory is one that would lose files.
    EmptiedDirectory {
        /// Its path.
        path: String,
    },
    /// A file does not exist.
    NoFile {
        /// Its path as written.
        path: String,
        /// The similar path that exists.
        nearest: Option<String>,
    },
    /// A module of ytt does not exist.
    NoModule {
        /// Its name without `@ytt:`.
        name: String,
        /// The similar name that exists.
        nearest: Option<String>,
    },
    /// A file does not define a name that is loaded from it.
    NoExport {
        /// The name.
        name: String,
        /// The path of the file, or the name of the module.
        module: String,
        /// The similar name that is defined.
        nearest: Option<String>,
    },
    /// A file that is loaded has neither the extension `.star` nor `.lib.yml`.
    NotLoadable {
        /// Its path.
        path: String,
    },
    /// A directory is not a library, or does not exist.
    NoLibrary {
        /// Its path as written.
        path: String,
        /// The similar path that exists.
        nearest: Option<String>,
        /// The libraries there are.
        others: Vec<String>,
    },
    /// Data values or a schema are for a library that no template evaluates.
    NotEvaluated {
        /// The reference to the library.
        library: String,
    },
    /// A function with nodes of YAML returns above the first of them.
    EarlyReturn,
    /// An annotation of documents is on another node.
    NotOnDocument {
        /// Its name.
        annotation: String,
    },
    /// A data values document has a key that those before it do not have, and there is no schema.
    NewKey {
        /// The key.
        key: String,
        /// The most similar key, if one is similar.
        nearest: Option<String>,
    },
    /// An overlay has a collection where the document has a value of another type.
    OtherKind {
        /// The name of the type in the document.
        there: String,
        /// The name of the type in the overlay.
        found: &'static str,
    },
    /// A further schema document has a key that those before it do not have.
    NewDeclaration {
        /// The key.
        key: String,
        /// The most similar key, if one is similar.
        nearest: Option<String>,
    },
    /// A schema has null where it needs a value, which says the type.
    NoType,
    /// A list of a schema does not have exactly one item, which says the type of all.
    ItemCount {
        /// The number of its items.
        found: usize,
    },
    /// An annotation cannot be as it is written.
    Annotation {
        /// Its name.
        name: &'static str,
        /// What is wrong with it.
        mistake: AnnotationMistake,
    },
    /// A comment starts neither with `#@` nor with `#!`.
    UnmarkedComment,
    /// The template called `assert.fail` with this text.
    Failed {
        /// The text.
        text: String,
    },
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

/// What is wrong with an annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnnotationMistake {
    /// It has not the one argument that it needs, or it has others.
    Argument,
    /// Its argument has a wrong type.
    Type {
        /// The name of the type.
        found: String,
    },
    /// Its argument is an example with a value of a wrong type.
    Example {
        /// The name of the declared type.
        expected: String,
        /// The name of the type of the value.
        found: &'static str,
    },
    /// It lacks the argument with a name that it needs.
    Keyword,
    /// The argument of a name has a wrong type.
    KeywordType {
        /// The name.
        keyword: &'static str,
        /// The name of the type.
        found: String,
    },
    /// The number of matches is a text that ytt cannot read.
    Count {
        /// The text.
        text: String,
    },
    /// Two arguments contradict each other.
    Exclusive {
        /// Their names.
        keywords: [&'static str; 2],
    },
    /// It is on a node that it is not for.
    Place,
    /// It is below `@schema/type any=True`.
    BelowAny,
    /// A node has several operations of overlays.
    Operations {
        /// The names of the annotations.
        names: Vec<&'static str>,
    },
}

/// Why a function does not accept the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentMistake {
    /// Their number is wrong.
    Count {
        /// The least number that is accepted.
        least: usize,
        /// The greatest number that is accepted; None if there is none.
        most: Option<usize>,
        /// The number in the call.
        given: usize,
        /// Only arguments without a name are counted, and the function accepts others.
        by_position: bool,
    },
    /// Parameters have no value.
    Missing {
        /// Their names.
        names: Vec<String>,
    },
    /// There is no such parameter.
    Unknown {
        /// The name in the call.
        keyword: String,
        /// The similar name of a parameter.
        nearest: Option<String>,
        /// The names of the parameters.
        known: Vec<String>,
    },
    /// A parameter has two values.
    Repeated {
        /// Its name.
        keyword: String,
    },
    /// An argument has a wrong type.
    Type {
        /// Its number, counted from 1, or its name; empty for the only one.
        argument: String,
        /// The name of its type.
        found: String,
        /// The name of the type that it should have.
        wanted: String,
    },
}

impl ArgumentMistake {
    /// The mistake of a keyword argument that is none of those that are `known`.
    pub fn unknown(keyword: &str, known: &[&str]) -> ArgumentMistake {
        let nearest = nearest_keyword(keyword, known).map(str::to_owned);
        let known = known.iter().map(|known| (*known).to_owned()).collect();
        ArgumentMistake::Unknown { keyword: keyword.to_owned(), nearest, known }
    }
}

/// Why a format does not fit its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatMistake {
    /// It has more placeholders than there are values.
    TooFewValues {
        /// What a placeholder is: `%s`, `{}`.
        placeholder: &'static str,
    },
    /// It has fewer placeholders than there are values.
    TooManyValues,
    /// It ends with a `%`.
    Incomplete,
    /// A `%` is followed by a character that has no meaning there.
    Conversion {
        /// The character.
        character: char,
    },
    /// A placeholder needs a value of another type.
    Type {
        /// The placeholder.
        placeholder: String,
        /// The name of the type that it needs.
        wanted: &'static str,
        /// The name of the type of the value.
        found: String,
    },
    /// There is no value of the name of a placeholder.
    NoValue {
        /// The placeholder.
        placeholder: String,
        /// The name.
        name: String,
    },
    /// Placeholders have names, but the value is no map.
    NotAMap,
    /// A brace is not closed, or closes nothing.
    Brace {
        /// The brace.
        brace: char,
    },
    /// A placeholder has something that Starlark does not have: `{:>5}`.
    Unsupported {
        /// The placeholder.
        placeholder: String,
    },
}

/// How a value breaks a rule. Limits and values are in Starlark or YAML syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// None of the keys has a value, or several have.
    OneNotNull {
        /// The keys that are allowed to have a value; empty for all keys of the map.
        keys: Vec<String>,
        /// The number of keys that have a value; None if it cannot be counted.
        set: Option<usize>,
    },
    /// It is not one of the allowed values.
    NotAllowed {
        /// The allowed values.
        allowed: Vec<String>,
        /// The most similar allowed value, if one is similar.
        nearest: Option<String>,
    },
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

/// What a length counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The characters of an ASCII string.
    Characters,
    /// The bytes of any other string.
    Bytes,
    /// The items of a map or an array.
    Items,
}
