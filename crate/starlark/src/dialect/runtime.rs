//! The contract between the emitted text and the evaluator: names the text uses and the evaluator provides.

/// `__mod(a, b)`: `a % b`.
pub(crate) const MOD: &str = "__mod";
/// `__shl(a, b)`: `a << b`.
pub(crate) const SHL: &str = "__shl";
/// `__shr(a, b)`: `a >> b`.
pub(crate) const SHR: &str = "__shr";
/// `__in(a, b)`: `a in b`.
pub(crate) const IN: &str = "__in";
/// `__notin(a, b)`: `a not in b`.
pub(crate) const NOTIN: &str = "__notin";
/// `__mul(a, b)`: `a * b`, with sequences limited in length.
pub(crate) const MUL: &str = "__mul";
/// `__bitor(a, b)`: `a | b` where ytt allows it.
pub(crate) const BITOR: &str = "__bitor";
/// `__bitand(a, b)`: `a & b` where ytt allows it.
pub(crate) const BITAND: &str = "__bitand";
/// `__add(a, b)`: `a + b`, with sequences limited in length.
pub(crate) const ADD: &str = "__add";
/// `a += __grow(a, b)`: `a += b`, limited likewise.
pub(crate) const GROW: &str = "__grow";
/// `__eq(a, b)`: `a == b`, with nesting limited as ytt limits it; the others likewise.
pub(crate) const EQ: &str = "__eq";
/// `a != b`.
pub(crate) const NE: &str = "__ne";
/// `a < b`.
pub(crate) const LT: &str = "__lt";
/// `a <= b`.
pub(crate) const LE: &str = "__le";
/// `a > b`.
pub(crate) const GT: &str = "__gt";
/// `a >= b`.
pub(crate) const GE: &str = "__ge";
/// `__sub(a, b)`: `a - b` where ytt allows it.
pub(crate) const SUB: &str = "__sub";
/// `__index(x, i)`: `x[i]`. Literal string indexes stay native.
pub(crate) const INDEX: &str = "__index";
/// `__setindex(v, x, i)`: `x[i] = v`; the arguments are in ytt's order of evaluation.
pub(crate) const SETINDEX: &str = "__setindex";
/// `__entry(d, key, value)`: adds an entry of the literal that the dict d is the value of.
pub(crate) const ENTRY: &str = "__entry";
/// `__slice(x, low, high, step)`: `x[low:high:step]`, `None` for what is missing.
pub(crate) const SLICE: &str = "__slice";
/// `__attr(x, "name")`: `x.name`, for the names in [`METHODS`] and names the starlark crate cannot write.
pub(crate) const ATTR: &str = "__attr";
/// `__kw(x)`: the dict to pass for `**x`. `__kw(x, {"name": v})` or `__kw(None, {…})`: the same with keywords
/// added that the starlark crate cannot write; a name in both is a repeated keyword.
pub(crate) const KW: &str = "__kw";
/// `__args(x)`: the tuple to pass for `*x`.
pub(crate) const ARGS: &str = "__args";
/// `__unpack(x)`: x, to be unpacked into several targets; the starlark crate would take a string for one value.
pub(crate) const UNPACK: &str = "__unpack";
/// `__load("path")`: the module, an argument of `__loaded` only.
pub(crate) const LOAD: &str = "__load";
/// `__loaded(m, "name")`: a public name of a module.
pub(crate) const LOADED: &str = "__loaded";
/// An iterable that never ends, for `while`.
pub(crate) const FOREVER: &str = "__forever";

/// `for x in __each(y)`: y, in a form that stays valid when the values of the heap move.
pub(crate) const EACH: &str = "__each";

/// `x` of `for … in x`, unchanged, so that the starlark crate does not take it for a constant.
pub(crate) const ITERABLE: &str = "__iterable";
/// `__collect()`: reclaims memory if enough is in use.
pub(crate) const COLLECT: &str = "__collect";
/// `__captured(f, (lambda: a, lambda: b), (c, d))`: the function f, which captures the variables a and b and has the default values c and d.
pub(crate) const CAPTURED: &str = "__captured";

/// All of the above.
pub(crate) const FUNCTIONS: &[&str] = &[
    ADD, GROW, EQ, NE, LT, LE, GT, GE, MOD, SHL, SHR, IN, NOTIN, MUL, BITOR, BITAND, SUB, INDEX, SETINDEX, ENTRY,
    SLICE, ATTR, KW, ARGS, UNPACK, LOAD, LOADED, FOREVER, EACH, ITERABLE, COLLECT, CAPTURED,
];

/// Instructions of template programs: `__ytt_start_node(T, 4)`, where T is the template's number.
pub(crate) const INSTRUCTION_PREFIX: &str = "__ytt_";

/// Methods of strings, lists, dicts and sets, in ytt or in the starlark crate: reads of these go through `__attr`,
/// because the two differ in what there is, in behaviour or in messages.
pub(crate) const METHODS: &[&str] = &[
    "add",
    "append",
    "capitalize",
    "clear",
    "codepoint_ords",
    "codepoints",
    "count",
    "difference",
    "discard",
    "elem_ords",
    "elems",
    "endswith",
    "extend",
    "find",
    "format",
    "get",
    "index",
    "insert",
    "intersection",
    "isalnum",
    "isalpha",
    "isdigit",
    "islower",
    "isspace",
    "issubset",
    "issuperset",
    "istitle",
    "isupper",
    "items",
    "join",
    "keys",
    "lower",
    "lstrip",
    "partition",
    "pop",
    "popitem",
    "remove",
    "removeprefix",
    "removesuffix",
    "replace",
    "rfind",
    "rindex",
    "rpartition",
    "rsplit",
    "rstrip",
    "setdefault",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "symmetric_difference",
    "title",
    "union",
    "update",
    "upper",
    "values",
];
