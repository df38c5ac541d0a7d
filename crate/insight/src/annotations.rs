//! ytt's annotations and their keyword arguments with documentation, for completion, hover and lints.

use super::schema_proposal_catalog as proposal;
use crate::extensions::Extensions;

/// An annotation that ytt knows.
#[derive(Debug)]
pub(super) struct Annotation {
    pub(super) name: &'static str,
    /// An example of the arguments; empty if there are none.
    pub(super) usage: &'static str,
    pub(super) documentation: &'static str,
    pub(super) keywords: &'static [Keyword],
    /// Completion adds a space after the name.
    pub(super) takes_arguments: bool,
}

/// A keyword argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keyword {
    pub(super) name: &'static str,
    /// The type of the argument: `integer`, `True`, `function` …
    pub(super) takes: &'static str,
    pub(super) documentation: &'static str,
    /// The allowed strings, if there are only a few.
    pub(super) words: &'static [&'static str],
}

pub(super) const fn keyword(name: &'static str, takes: &'static str, documentation: &'static str) -> Keyword {
    Keyword { name, takes, documentation, words: &[] }
}

impl Keyword {
    pub(super) const fn of(self, words: &'static [&'static str]) -> Keyword {
        Keyword { words, ..self }
    }
}

pub(super) const fn annotation(
    name: &'static str,
    usage: &'static str,
    keywords: &'static [Keyword],
    documentation: &'static str,
) -> Annotation {
    Annotation { name, usage, documentation, keywords, takes_arguments: !usage.is_empty() }
}

const RULES: &[Keyword] = &[
    keyword("min", "number", "The value is at least this; also for strings and lists, compared as Starlark does."),
    keyword("max", "number", "The value is at most this."),
    keyword("min_len", "integer", "A string, list or map has at least this many characters or items."),
    keyword("max_len", "integer", "A string, list or map has at most this many characters or items."),
    keyword("not_null", "True", "The value is not null. Checked first, and null then fails the rest."),
    keyword("one_of", "list", "The value is one of these."),
    keyword("one_not_null", "True or list of keys", "Exactly one of the map's keys (or of those named) has a value."),
    keyword(
        "when",
        "function",
        "Checks the rules only if this function returns True. Its arguments are the value and, if it has two, the enclosing node.",
    ),
];

const EXPECTATIONS: [Keyword; 3] = [
    keyword("expects", "integer, \"1+\", list or function", "How many nodes must match; 1 by default."),
    keyword("missing_ok", "True", "Zero or one node may match."),
    keyword(
        "when",
        "integer, \"1+\", list or function",
        "Applies the operation only if this many nodes match; otherwise nothing changes.",
    ),
];

const MATCH: &[Keyword] = &[
    keyword(
        "by",
        "key name or function",
        "How nodes are found: the name of a key whose values are compared, or a function of the module overlay.",
    ),
    EXPECTATIONS[0],
    EXPECTATIONS[1],
    EXPECTATIONS[2],
];

const VIA: Keyword = keyword("via", "function of (left, right)", "Computes the new node from both sides.");

/// ytt's annotations, in the order of completions.
const ANNOTATIONS: &[Annotation] = &[
    annotation(
        "data/values",
        "",
        &[keyword(
            "after_library_module",
            "True",
            "For the values of a library: they are overlaid on those of with_data_values().",
        )],
        "The document contains data values, which are overlaid on the defaults of the schema, in the order of the files.",
    ),
    annotation(
        "data/values-schema",
        "",
        &[],
        "The document is the schema: it declares the data values, their types and their defaults.",
    ),
    annotation("schema/desc", "\"text\"", &[], "Describes the data value, for people and for OpenAPI."),
    annotation("schema/title", "\"text\"", &[], "A short name for the data value, for people and for OpenAPI."),
    annotation(
        "schema/default",
        "value",
        &[],
        "The default, if it is not the value in the schema; for a list, its default items.",
    ),
    annotation(
        "schema/nullable",
        "",
        &[],
        "The value may be null, and is by default. The value in the schema determines the type.",
    ),
    annotation(
        "schema/type",
        "any=True",
        &[keyword("any", "True", "Any value of any type, unchecked; the value in the schema is the default.")],
        "Sets the type instead of inferring it from the value in the schema.",
    ),
    annotation(
        "schema/validation",
        "(\"what it must be\", function), min=…",
        RULES,
        "Rules for the final value: named rules as keywords, custom rules as pairs of a description and a function.",
    ),
    annotation(
        "schema/examples",
        "(\"text\", value), …",
        &[],
        "Examples for documentation, each with a description; they must fit the type.",
    ),
    annotation("schema/deprecated", "\"notice\"", &[], "Marks the data value as deprecated in the OpenAPI export."),
    annotation(
        "assert/validate",
        "(\"what it must be\", function), min=…",
        RULES,
        "Rules for a value in a data values document, like schema/validation in a schema.",
    ),
    annotation(
        "overlay/match",
        "by=…",
        MATCH,
        "Which nodes on the left this node is applied to. By default, map items match by their key.",
    ),
    annotation(
        "overlay/match-child-defaults",
        "missing_ok=True",
        &EXPECTATIONS,
        "The defaults of overlay/match for everything below this node.",
    ),
    annotation("overlay/merge", "", &[], "Merges this node into what it matches. This is the default."),
    annotation("overlay/remove", "", &[], "Removes what this node matches."),
    annotation(
        "overlay/replace",
        "",
        &[VIA, keyword("or_add", "True", "Adds the node if nothing matches.")],
        "Replaces what this node matches.",
    ),
    annotation(
        "overlay/insert",
        "before=True",
        &[
            keyword("before", "True", "Inserts before each match."),
            keyword("after", "True", "Inserts after each match."),
            VIA,
        ],
        "Inserts this document or item next to what it matches.",
    ),
    annotation("overlay/append", "", &[], "Adds this document or item at the end."),
    annotation(
        "overlay/assert",
        "via=function",
        &[keyword(
            "via",
            "function of (left, right)",
            "Returns whether the left side is valid: True or False, or a pair of that and a message.",
        )],
        "Checks what this node matches instead of changing it.",
    ),
    annotation(
        "yaml/text-templated-strings",
        "",
        &[],
        "Strings (keys and values) in and below this node are text templates: (@= … @) in them is evaluated.",
    ),
    annotation("yaml/map-key-override", "", &[], "Allows the key to be in the map already, and replaces it."),
    annotation(
        "library/ref",
        "\"@name\"",
        &[keyword("alias", "string", "Only for instances of the library with this alias.")],
        "The data values or the schema of this document are for that library.",
    ),
];

/// Annotations of ytt that are too rare for completion.
pub(super) const RARE: &[&str] = &["template/code", "template/value", "comment"];

/// All annotations, in the order of completions.
pub(super) fn annotations(extensions: Extensions) -> impl Iterator<Item = &'static Annotation> {
    let proposed = if extensions.schema_proposal { proposal::ANNOTATIONS } else { &[] };
    let is_own = |own: &&Annotation| proposed.iter().all(|proposed| proposed.name != own.name);
    proposed.iter().chain(ANNOTATIONS.iter().filter(is_own))
}

pub(super) fn annotation_named(name: &str, extensions: Extensions) -> Option<&'static Annotation> {
    annotations(extensions).find(|annotation| annotation.name == name)
}

impl Annotation {
    pub(super) fn keyword(&self, name: &str) -> Option<&'static Keyword> {
        self.keywords.iter().find(|keyword| keyword.name == name)
    }
}
