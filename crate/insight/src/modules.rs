//! The modules of `@ytt:` and their members with documentation, for completion and hover. A test compares them with the engine.

use super::schema_proposal_catalog as proposal;
use crate::extensions::Extensions;

/// A module for `load("@ytt:…")`.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) name: &'static str,
    pub(super) documentation: &'static str,
    members: &'static [Member],
}

/// A function or value of a module.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: &'static str,
    /// The parameters in parentheses; empty for a value.
    pub(super) signature: &'static str,
    pub(super) documentation: &'static str,
}

pub(super) const fn member(name: &'static str, signature: &'static str, documentation: &'static str) -> Member {
    Member { name, signature, documentation }
}

pub(super) const fn module(name: &'static str, documentation: &'static str, members: &'static [Member]) -> Module {
    Module { name, documentation, members }
}

pub(super) fn modules(extensions: Extensions) -> impl Iterator<Item = &'static Module> {
    let proposed = if extensions.schema_proposal { proposal::MODULES } else { &[] };
    MODULES.iter().chain(proposed)
}

pub(super) fn module_named(name: &str, extensions: Extensions) -> Option<&'static Module> {
    modules(extensions).find(|module| module.name == name)
}

impl Module {
    pub(super) fn members(&'static self, extensions: Extensions) -> impl Iterator<Item = &'static Member> {
        let proposed = if extensions.schema_proposal { proposal::MEMBERS } else { &[] };
        let proposed = proposed.iter().filter(|(module, _)| *module == self.name).map(|(_, member)| member);
        self.members.iter().chain(proposed)
    }

    pub(super) fn member(&'static self, name: &str, extensions: Extensions) -> Option<&'static Member> {
        self.members(extensions).find(|member| member.name == name)
    }
}

impl Member {
    /// The names of the keyword arguments in the signature.
    pub(super) fn keywords(&self) -> impl Iterator<Item = &'static str> {
        let inner = self.signature.trim_start_matches('(').trim_end_matches(')');
        inner.split(", ").filter_map(|parameter| parameter.split_once('=')).map(|(name, _)| name)
    }
}

const MODULES: &[Module] = &[
    module(
        "assert",
        "Assertions, and functions for rules.",
        &[
            member("equals", "(expected, actual)", "Fails unless both are equal as YAML."),
            member("fail", "(message)", "Ends the run with this message; in a rule, reports a violation."),
            member("try_to", "(function)", "Calls the function: (result, None), or (None, error) if it fails."),
            member("min", "(limit)", "A rule: the value is at least this."),
            member("min_len", "(limit)", "A rule: there are at least this many characters or items."),
            member("max", "(limit)", "A rule: the value is at most this."),
            member("max_len", "(limit)", "A rule: there are at most this many characters or items."),
            member("not_null", "()", "A rule: the value is not null."),
            member("one_not_null", "(keys)", "A rule: exactly one of the keys has a value."),
            member("one_of", "(allowed)", "A rule: the value is one of these."),
        ],
    ),
    module(
        "base64",
        "Base64 of text.",
        &[member("encode", "(text)", "The string in base64."), member("decode", "(text)", "The decoded string.")],
    ),
    module(
        "data",
        "Data values, and the other files of the library.",
        &[
            member("values", "", "The data values, a struct with a member for each key."),
            member("list", "(path)", "The paths of the files, all or those below a folder."),
            member("read", "(path)", "The content of a file."),
        ],
    ),
    module(
        "ip",
        "Addresses and networks.",
        &[
            member("parse_addr", "(text)", "An IP address: is_ipv4(), is_ipv6(), string()."),
            member("parse_cidr", "(text)", "The address and the network of a CIDR, as a pair."),
        ],
    ),
    module(
        "json",
        "JSON of values.",
        &[
            member("encode", "(value, indent=0, escape_html=False)", "The value as JSON, on one line by default."),
            member("decode", "(text)", "The decoded value."),
        ],
    ),
    module(
        "library",
        "Other libraries, evaluated by this one.",
        &[member(
            "get",
            "(name, alias=\"\", strict=False, ignore_unknown_comments=False, implicit_map_key_overrides=False)",
            "The library of that name under _ytt_lib: with_data_values(), with_data_values_schema(), eval(), export(), data_values().",
        )],
    ),
    module(
        "math",
        "Functions of floating-point numbers.",
        &[
            member("acos", "(x)", "Arc cosine, in radians."),
            member("acosh", "(x)", "Inverse hyperbolic cosine."),
            member("asin", "(x)", "Arc sine, in radians."),
            member("asinh", "(x)", "Inverse hyperbolic sine."),
            member("atan", "(x)", "Arc tangent, in radians."),
            member("atan2", "(y, x)", "The angle of a point, in radians."),
            member("atanh", "(x)", "Inverse hyperbolic tangent."),
            member("ceil", "(x)", "The smallest integer that is not less."),
            member("copysign", "(x, y)", "The first with the sign of the second."),
            member("cos", "(x)", "Cosine of radians."),
            member("cosh", "(x)", "Hyperbolic cosine."),
            member("degrees", "(x)", "Radians as degrees."),
            member("e", "", "Euler's number."),
            member("exp", "(x)", "e to this power."),
            member("fabs", "(x)", "The absolute value, a float."),
            member("floor", "(x)", "The largest integer that is not greater."),
            member("gamma", "(x)", "The gamma function."),
            member("hypot", "(x, y)", "The length of a vector."),
            member("log", "(x, base)", "The logarithm, to the base e by default."),
            member("mod", "(x, y)", "The remainder, with the sign of the first."),
            member("pi", "", "The number π."),
            member("pow", "(x, y)", "The first to the power of the second."),
            member("radians", "(x)", "Degrees as radians."),
            member("remainder", "(x, y)", "The IEEE 754 remainder."),
            member("round", "(x)", "The nearest integer, halves away from zero."),
            member("sin", "(x)", "Sine of radians."),
            member("sinh", "(x)", "Hyperbolic sine."),
            member("sqrt", "(x)", "The square root."),
            member("tan", "(x)", "Tangent of radians."),
            member("tanh", "(x)", "Hyperbolic tangent."),
        ],
    ),
    module("md5", "MD5 digests.", &[member("sum", "(text)", "The digest of a string, in hexadecimal digits.")]),
    module("module", "Modules created by code.", &[member("make", "(name, member=…)", "A module with these members.")]),
    module(
        "overlay",
        "Overlays from code, and matchers for overlay/match by=.",
        &[
            member("apply", "(left, overlay, …)", "The left side with overlays applied in order."),
            member("index", "(i)", "Matches the item or document at an index; negative ones count from the end."),
            member("all", "", "Matches everything."),
            member("map_key", "(name)", "Matches items whose values at this key are equal."),
            member("subset", "(value)", "Matches nodes that contain at least this."),
            member("and_op", "(matcher, …)", "Matches nodes that all of these match."),
            member("or_op", "(matcher, …)", "Matches nodes that one of these matches."),
            member("not_op", "(matcher)", "Matches nodes that this does not match."),
        ],
    ),
    module(
        "regexp",
        "Regular expressions in Go's syntax.",
        &[
            member("match", "(pattern, text)", "Whether the string contains a match of the pattern."),
            member(
                "replace",
                "(pattern, text, replacement)",
                "The string with each match replaced, by a string (with $1 for a group) or by the result of a function.",
            ),
        ],
    ),
    module("sha256", "SHA-256 digests.", &[member("sum", "(text)", "The digest of a string, in hexadecimal digits.")]),
    module(
        "struct",
        "Structs: values with members.",
        &[
            member("make", "(member=…)", "A struct with these members."),
            member(
                "make_and_bind",
                "(object, member=…)",
                "A struct whose functions get the object as their first argument.",
            ),
            member("bind", "(object, function)", "The function with its first argument set."),
            member("encode", "(value)", "Converts maps to structs, recursively."),
            member("decode", "(value)", "Converts structs to maps, recursively."),
        ],
    ),
    module(
        "template",
        "Templates from code.",
        &[member("replace", "(value)", "Replaces this node with the items of a map, list or document set.")],
    ),
    module(
        "toml",
        "TOML of values.",
        &[
            member("encode", "(value, indent=2)", "The value as TOML."),
            member("decode", "(text)", "The decoded value."),
        ],
    ),
    module(
        "url",
        "Parts of URLs.",
        &[
            member("path_segment_encode", "(text)", "The string escaped for a path."),
            member("path_segment_decode", "(text)", "The unescaped string of a path."),
            member("query_param_value_encode", "(text)", "The string escaped for a query."),
            member("query_param_value_decode", "(text)", "The unescaped string of a query."),
            member("query_params_encode", "(params)", "A map of lists as a query."),
            member("query_params_decode", "(text)", "The query as a map of lists."),
            member("parse", "(text)", "A URL with its parts: string(), hostname(), without_user(), user."),
        ],
    ),
    module(
        "version",
        "The version of ytt.",
        &[member("require_at_least", "(version)", "Ends the run if ytt is older than this version.")],
    ),
    module(
        "yaml",
        "YAML of values.",
        &[member("encode", "(value)", "The value as YAML."), member("decode", "(text)", "The decoded value.")],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boundary::{Request, RequestFile};

    /// The result of `dir` for a module.
    fn members(name: &str, extensions: &[String]) -> Vec<String> {
        let content = format!("#@ load(\"@ytt:{name}\", \"{name}\")\n#@ for m in dir({name}):\n- #@ m\n#@ end\n");
        let file = RequestFile { path: "a.yml".to_owned(), content: content.into() };
        let request = Request { files: vec![file], extensions: extensions.to_vec(), ..Request::default() };
        let response = ytterby::render(&request, std::rc::Rc::new(|| 0.0));
        assert_eq!(response.report.replace("warning", ""), response.report, "{}", response.report);
        response.stdout.lines().map(|line| line.trim_start_matches("- ").trim_matches(['"', '\'']).to_owned()).collect()
    }

    #[test]
    fn the_table_matches_the_modules() {
        for names in [vec![], vec!["schema-proposal".to_owned()]] {
            let extensions = Extensions::named(&names).expect("extensions");
            for module in modules(extensions) {
                let mut named: Vec<&str> = module.members(extensions).map(|member| member.name).collect();
                named.sort_unstable();
                let mut found = members(module.name, &names);
                found.sort_unstable();
                assert_eq!(named, found, "@ytt:{}", module.name);
            }
        }
    }

    #[test]
    fn keyword_arguments_of_signatures() {
        let none = Extensions::default();
        let encode = module_named("json", none).and_then(|module| module.member("encode", none)).expect("json.encode");
        assert_eq!(encode.keywords().collect::<Vec<_>>(), ["indent", "escape_html"]);
    }
}
