//! How deeply nested values and input may be, because the code that processes them recurses on the native stack, or because ytt has the
//! limit. The stack of a browser's worker is the smallest.

/// The default of [`Limits::nesting`](crate::Limits::nesting): nodes of YAML, blocks and expressions of code.
pub const DEFAULT: u32 = 500;

/// Comparisons of values; Starlark's limit.
pub const COMPARISON: usize = 10;

/// Values that are converted to and from an evaluator's, and shown by `repr`. Cyclic values exceed it.
pub const VALUES: usize = 500;

/// Values that the starlark crate freezes: exports, and what functions hold that are called later.
pub const EXPORTS: usize = 1_000;

/// Functions that built-in functions call, within each other: `sorted(…, key=f)` in `f`.
pub const CALLBACKS: usize = 300;

/// Evaluations within evaluations: loads and libraries.
pub const EVALUATIONS: u32 = 24;

/// Values that `json.decode` reads.
pub const JSON: usize = 1_000;

/// Arrays and inline tables of TOML.
pub const TOML: usize = 100;

/// Groups of a regular expression; Go's limit.
pub const REGEXP_GROUPS: usize = 250;

/// Values in requests and bundles.
pub const PLAIN_DATA: usize = 100;

/// JSON Schemas that are imported; below, any value is allowed.
pub const IMPORTED_SCHEMAS: usize = 100;

/// Evaluations of functions while an editor follows the values of a program.
pub const FLOW: u32 = 64;

/// YAML files that are checked for keys written twice.
pub const REPEATED_KEYS: u32 = 200;
