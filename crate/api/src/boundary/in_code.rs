//! The values that code had in a run, as data.

use serde::{Deserialize, Serialize};

use super::RelatedPlace;

/// The values that the code of some files had in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ValuesInCode {
    /// The files with code that ran, in the order of the request.
    pub files: Vec<CodeInFile>,
    /// Whether the files have so many expressions that some are missing.
    pub is_cut: bool,
}

/// The values in a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CodeInFile {
    /// The path of the file in the request.
    pub path: String,
    /// The values, in the order of their places.
    pub values: Vec<ValueInCode>,
    /// The lines that did not run. Empty if the run failed before all templates were evaluated.
    pub skipped: Vec<SkippedBlock>,
}

/// The values that an expression had.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ValueInCode {
    /// The line in which the expression ends, from 1.
    pub line: u32,
    /// What the expression is.
    pub kind: ValueInCodeKind,
    /// The name of the parameter of an argument; null for others.
    pub name: Option<String>,
    /// The first values, at most 20, in the order in which they occurred.
    pub values: Vec<SeenValue>,
    /// The value that occurred last, even if it is not among the first. Null if there are no values.
    pub last: Option<SeenValue>,
    /// How many values are not among these.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub others: u64,
}

/// What an expression with values is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ValueInCodeKind {
    /// The value of a node, of an assignment or of a `return`.
    #[default]
    Value,
    /// The variables of a loop.
    Item,
    /// A condition.
    Condition,
    /// An argument of a function.
    Argument,
}

/// A value that an expression had.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeenValue {
    /// As in programs, but a simple string has no quotes. At most 400 characters; a text that is cut ends with `…`.
    pub text: String,
    /// How many entries a collection has; null for others.
    pub size: Option<SizeOfValue>,
    /// How often the value occurred in a row.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub times: u64,
}

/// How many entries a collection has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SizeOfValue {
    /// The number of entries.
    pub count: u32,
    /// What they are.
    pub unit: EntryUnit,
}

/// What the entries of a collection are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum EntryUnit {
    /// Of a map, a dict or a struct.
    #[default]
    Keys,
    /// Of a list, a tuple or a set.
    Items,
    /// Of a function that returns documents.
    Documents,
}

/// Lines that did not run, or had no effect.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkippedBlock {
    /// The first line, from 1.
    pub from: u32,
    /// The last line.
    pub to: u32,
    /// What begins the block.
    pub kind: SkippedBlockKind,
    /// The line of the keyword that begins it; for `else`, the line before the block's first; for a part of an overlay, the line of its
    /// `@overlay/match`, or else its first.
    pub line: u32,
    /// For `elif` and `else`: the lines of the conditions before it that held, the last one first.
    pub held: Vec<u32>,
    /// The nodes that a part of an overlay has nearly matched, the nearest first, each with how it differs.
    pub near: Vec<RelatedPlace>,
}

/// What begins lines that did not run, or why they had no effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SkippedBlockKind {
    /// `if`: the condition never held.
    #[default]
    If,
    /// `elif`: the condition never held, or an earlier one did.
    Elif,
    /// `else`: an earlier condition held.
    Else,
    /// `for`: there was nothing to iterate over.
    For,
    /// `while`: the condition did not hold.
    While,
    /// `def`: the function was never called.
    Def,
    /// An overlay: no document matched.
    Document,
    /// A key of an overlay: no key matched.
    Key,
    /// An item of an overlay: no item of the list matched.
    Item,
    /// A part of an overlay: its `when` did not hold.
    When,
}
