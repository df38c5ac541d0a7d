//! The annotations that the extension `schema-proposal` adds, or documents differently.

use super::annotations::{Annotation, Keyword, annotation, keyword};

const RULES: &[Keyword] = &[
    keyword(
        "min",
        "number",
        "The value is at least this. Like every rule here, it can be a pair (limit, \"message\") with your own message.",
    ),
    keyword("max", "number", "The value is at most this."),
    keyword("min_len", "integer", "A string, list or map has at least this many characters or items."),
    keyword("max_len", "integer", "A string, list or map has at most this many characters or items."),
    keyword("enum", "list", "The value is one of these."),
    keyword("one_of", "list", "The value is one of these."),
    keyword("not_null", "True", "The value is not null. Checked first, and null then fails the rest."),
    keyword("regexp", "\"pattern\"", "The whole string matches the regular expression."),
    keyword(
        "format",
        "\"name\"",
        "The string is a date-time, time, date, email, hostname, ip, ipv4, ipv6, uri, port, percent or duration.",
    )
    .of(&[
        "date-time", "time", "date", "email", "hostname", "ip", "ipv4", "ipv6", "uri", "port", "percent", "duration",
    ]),
    keyword("unique", "True", "All items of the list are different."),
    keyword("starts_with", "\"text\"", "The string starts with this."),
    keyword("ends_with", "\"text\"", "The string ends with this."),
    keyword("prefix", "\"text\"", "The string starts with this."),
];

/// Annotations that ytt does not have, or that replace ytt's of the same name.
pub(super) const ANNOTATIONS: &[Annotation] = &[
    annotation(
        "schema/definition",
        "",
        &[
            keyword("name", "\"data/values\"", "What the schema is for: data values, and nothing else yet.")
                .of(&["data/values"]),
            keyword("data_values", "True", "The schema is for data values."),
        ],
        "The document is the schema. Its strings must not be empty and its nulls must be given, unless it says otherwise; \
         data values documents add keys without missing_ok.",
    ),
    annotation("schema", "", &[], "The document is the schema, as with schema/definition."),
    annotation(
        "schema/type",
        "one_of=[\"int\", \"string\"]",
        &[
            keyword("one_of", "name or list", "The types that a value may have: bool, float, int, null, string.")
                .of(&["bool", "float", "int", "null", "string"]),
            keyword("or_inferred", "True", "The type of the value in the schema is one of them as well."),
            keyword("any", "True", "Any value of any type, unchecked; the value in the schema is the default."),
        ],
        "Sets the type instead of inferring it from the value in the schema.",
    ),
    annotation(
        "schema/key",
        "allowed=…, expects=…",
        &[
            keyword(
                "allowed",
                "pattern, \"any\", list or function",
                "Which keys this item accepts; a pattern must match the whole key.",
            )
            .of(&["any"]),
            keyword("expects", "integer, \"1+\", list or function", "How many such keys there must be; 1 by default."),
            keyword("missing_ok", "True", "Any number of such keys, also none."),
        ],
        "Which keys this item of a map applies to, and how many there must be.",
    ),
    annotation("schema/any-key", "", &[], "This item of a map accepts any number of keys that no other item has."),
    annotation("schema/doc", "\"text\"", &[], "Describes the data value; the same as schema/desc."),
    annotation("schema/example", "value", &[], "An example for documentation; it must fit the type."),
    annotation(
        "schema/deprecated",
        "\"notice\"",
        &[],
        "Warns with this notice if the value is set; the default does not count.",
    ),
    annotation(
        "schema/removed",
        "\"remedy\"",
        &[],
        "Fails with this message if the value is set; the default does not count.",
    ),
    annotation(
        "schema/validate",
        "function, min=…",
        RULES,
        "Rules for the final value: functions that return True, False or a pair (False, \"message\"), and named rules.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use ytterby_ytt::validations::Format;

    #[test]
    fn formats_are_those_of_the_engine() {
        let format = RULES.iter().find(|keyword| keyword.name == "format").expect("format=");
        assert_eq!(format.words, Format::ALL.map(Format::name));
    }
}
