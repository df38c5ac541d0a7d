//! Reads and checks the `@overlay/…` annotations of a node.
//!
//! Each annotation is read only when its operation is applied, so that errors are reported in ytt's order.

use std::borrow::Cow;

use super::expectation::Expectation;
use crate::diagnostics::Error;
use crate::diagnostics::cause::{AnnotationMistake, Cause};
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::positions::Position;
use crate::starlark::{Annotated, Annotation, PlainValue};
use crate::yaml::tree::{Document, Meta};

/// The name of the annotation that selects the nodes on the left.
pub(crate) const MATCH: &str = "overlay/match";
/// The name of the annotation that changes the expectations of the nodes below.
pub(crate) const CHILD_DEFAULTS: &str = "overlay/match-child-defaults";

/// Allows a document to add keys at any depth, unless it has its own `@overlay/match-child-defaults`.
pub(crate) fn allow_new_keys(document: &mut Document) {
    add_missing_ok(&mut document.meta, CHILD_DEFAULTS);
}

/// Allows an item to match nothing, unless it has its own `@overlay/match`.
pub(crate) fn allow_missing(item: &mut Meta) {
    add_missing_ok(item, MATCH);
}

/// Whether a node has `@overlay/match-child-defaults`.
pub(crate) fn has_child_defaults(meta: &Meta) -> bool {
    meta.annotation(CHILD_DEFAULTS).is_some()
}

fn add_missing_ok(meta: &mut Meta, name: &str) {
    if meta.annotation(name).is_some() {
        return;
    }
    let kwargs = vec![("missing_ok".to_owned(), PlainValue::Bool(true))];
    let annotation = Annotation { name: name.into(), args: Vec::new(), kwargs, position: Position::unknown() };
    meta.set_annotations([meta.annotations(), &[annotation]].concat());
}

/// The action of an item on the nodes that it matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operation {
    Merge,
    Remove,
    Replace,
    Insert,
    Append,
    Assert,
}

impl Operation {
    const ALL: [(Operation, &'static str); 6] = [
        (Operation::Merge, "overlay/merge"),
        (Operation::Remove, "overlay/remove"),
        (Operation::Replace, "overlay/replace"),
        (Operation::Insert, "overlay/insert"),
        (Operation::Append, "overlay/append"),
        (Operation::Assert, "overlay/assert"),
    ];

    /// The operation that a node is annotated with, [`Operation::Merge`] without any. Fails for more than one.
    pub(super) fn from_meta(meta: &Meta) -> Result<Operation, Error> {
        if meta.annotations().is_empty() {
            return Ok(Operation::Merge);
        }
        let mut asked = Operation::ALL.iter().filter(|(_, name)| meta.annotation(name).is_some());
        match (asked.next(), asked.next()) {
            (None, _) => Ok(Operation::Merge),
            (Some((operation, _)), None) => Ok(*operation),
            _ => {
                let asked = Operation::ALL.iter().filter(|(_, name)| meta.annotation(name).is_some());
                let names = asked.map(|(_, name)| *name).collect();
                let error = annotation_error("Expected to find only one overlay operation");
                Err(because(error, Operation::Merge.annotation(), AnnotationMistake::Operations { names }))
            }
        }
    }

    pub(super) fn annotation(self) -> &'static str {
        Operation::ALL.iter().find(|(operation, _)| *operation == self).map_or("", |(_, name)| name)
    }
}

/// The kinds of nodes that overlays match; `@overlay/match` has different rules for each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Document,
    MapItem,
    ArrayItem,
}

/// `@overlay/match`: how the nodes on the left are found, and how many there must be.
#[derive(Debug)]
pub(super) struct MatchRule<'a> {
    pub(super) by: Option<&'a PlainValue>,
    pub(super) expectation: Cow<'a, Expectation>,
}

impl<'a> MatchRule<'a> {
    /// None for an array item without the annotation: it matches nothing and is appended. Documents need the annotation
    /// unless `exact`, as for schemas and data values.
    pub(super) fn from_meta(
        meta: &'a Meta,
        kind: Kind,
        defaults: &'a Expectation,
        exact: bool,
    ) -> Result<Option<MatchRule<'a>>, Error> {
        let annotation = meta.annotation(MATCH);
        if annotation.is_none() && kind == Kind::ArrayItem {
            return Ok(None);
        }
        let kwargs = annotation.map_or(&[][..], |annotation| &annotation.kwargs);
        let required = kind == Kind::ArrayItem || (kind == Kind::Document && !exact);
        if required && kwargs.is_empty() {
            let text =
                format!("Expected '{MATCH}' annotation to have at least one keyword argument (by=..., expects=...)");
            return Err(because(annotation_error(text), MATCH, AnnotationMistake::Keyword));
        }
        let by = kwargs.iter().find(|(name, _)| name == "by").map(|(_, by)| by);
        let expectation = expectation(meta, MATCH, kwargs.iter().filter(|(name, _)| name != "by"), defaults)?;
        Ok(Some(MatchRule { by, expectation }))
    }
}

/// `@overlay/match-child-defaults` of a node, completed by the defaults of its parent.
pub(super) fn child_defaults<'d>(meta: &Meta, parent: &'d Expectation) -> Result<Cow<'d, Expectation>, Error> {
    expectation(meta, CHILD_DEFAULTS, kwargs(meta, CHILD_DEFAULTS).iter(), parent)
}

/// The expectation in keywords of an annotation, completed by `defaults`. Borrowed without keywords: most items have none, and
/// each is applied once for every node that its parent matches.
fn expectation<'d, 'k>(
    meta: &Meta,
    annotation: &str,
    keywords: impl Iterator<Item = &'k (String, PlainValue)>,
    defaults: &'d Expectation,
) -> Result<Cow<'d, Expectation>, Error> {
    let mut keywords = keywords.peekable();
    if keywords.peek().is_none() {
        return Ok(Cow::Borrowed(defaults));
    }
    let mut expectation = Expectation::default();
    for (name, argument) in keywords {
        if !expectation.set(name, argument) {
            return Err(unknown_keyword(meta, annotation, name));
        }
    }
    expectation.inherit(defaults);
    Ok(Cow::Owned(expectation))
}

/// `@overlay/replace`.
#[derive(Debug, Default)]
pub(super) struct Replace<'a> {
    pub(super) via: Option<&'a PlainValue>,
    pub(super) or_add: bool,
}

impl<'a> Replace<'a> {
    pub(super) fn from_meta(meta: &'a Meta) -> Result<Replace<'a>, Error> {
        let name = Operation::Replace.annotation();
        let mut replace = Replace::default();
        for (keyword, argument) in kwargs(meta, name) {
            match keyword.as_str() {
                "via" => replace.via = Some(function(argument, name)?),
                "or_add" => replace.or_add = flag(argument, name, "or_add")?,
                _ => return Err(unknown_keyword(meta, name, keyword)),
            }
        }
        Ok(replace)
    }
}

/// `@overlay/insert`.
#[derive(Debug, Default)]
pub(super) struct Insert<'a> {
    pub(super) before: bool,
    pub(super) after: bool,
    pub(super) via: Option<&'a PlainValue>,
}

impl<'a> Insert<'a> {
    pub(super) fn from_meta(meta: &'a Meta) -> Result<Insert<'a>, Error> {
        let name = Operation::Insert.annotation();
        let mut insert = Insert::default();
        let kwargs = kwargs(meta, name);
        if kwargs.is_empty() {
            let text =
                format!("Expected '{name}' annotation to have at least one keyword argument (before=..., after=...)");
            return Err(because(annotation_error(text), name, AnnotationMistake::Keyword));
        }
        for (keyword, argument) in kwargs {
            match keyword.as_str() {
                "before" => insert.before = flag(argument, name, "before")?,
                "after" => insert.after = flag(argument, name, "after")?,
                "via" => insert.via = Some(function(argument, name)?),
                _ => return Err(unknown_keyword(meta, name, keyword)),
            }
        }
        Ok(insert)
    }
}

/// `@overlay/assert`; the type of `via=` is checked when it is called.
#[derive(Debug, Default)]
pub(super) struct Assert<'a> {
    pub(super) via: Option<&'a PlainValue>,
}

impl<'a> Assert<'a> {
    pub(super) fn from_meta(meta: &'a Meta) -> Result<Assert<'a>, Error> {
        let name = Operation::Assert.annotation();
        let mut assert = Assert::default();
        for (keyword, argument) in kwargs(meta, name) {
            match keyword.as_str() {
                "via" => assert.via = Some(argument),
                _ => return Err(unknown_keyword(meta, name, keyword)),
            }
        }
        Ok(assert)
    }
}

fn kwargs<'a>(meta: &'a Meta, name: &str) -> &'a [(String, PlainValue)] {
    meta.annotation(name).map_or(&[], |annotation: &Annotation| &annotation.kwargs)
}

/// The error of a wrong annotation.
pub(super) fn annotation_error(text: impl Into<String>) -> Error {
    Error::message(text).coded(Code::Annotation)
}

fn unknown_keyword(meta: &Meta, annotation: &str, keyword: &str) -> Error {
    let text = format!("Unknown '{annotation}' annotation keyword argument '{keyword}'");
    let at = meta.annotation(annotation).map(|annotation| annotation.position.clone()).unwrap_or_default();
    let known: &[&str] = match annotation {
        MATCH => &["by", "expects", "missing_ok", "when"],
        CHILD_DEFAULTS => &["expects", "missing_ok", "when"],
        "overlay/replace" => &["or_add", "via"],
        "overlay/insert" => &["after", "before", "via"],
        _ => &["via"],
    };
    let error = Error::at(text, at).coded(Code::Annotation).caused(Cause::unknown_keyword(keyword, known));
    error.with_remedy(Remedy::rename_keyword(keyword, known))
}

/// An error of which a mistake in an annotation is the reason.
pub(super) fn because(error: Error, name: &'static str, mistake: AnnotationMistake) -> Error {
    error.caused(Cause::Annotation { name, mistake })
}

/// An argument with a name has a wrong type.
pub(super) fn wrong_type(error: Error, name: &'static str, keyword: &'static str, found: &PlainValue) -> Error {
    because(error, name, AnnotationMistake::KeywordType { keyword, found: found.type_name().to_owned() })
}

/// The function of `via=`.
fn function<'a>(argument: &'a PlainValue, annotation: &'static str) -> Result<&'a PlainValue, Error> {
    match argument {
        PlainValue::Function(_) | PlainValue::DataFunction(_) => Ok(argument),
        other => {
            let error = annotation_error(format!(
                "Expected '{annotation}' annotation keyword argument 'via' to be function, but was {}",
                other.go_type()
            ));
            Err(wrong_type(error, annotation, "via", other))
        }
    }
}

fn flag(argument: &PlainValue, annotation: &'static str, keyword: &'static str) -> Result<bool, Error> {
    boolean(argument).map_err(|error| wrong_type(error, annotation, keyword, argument))
}

/// The bool of an argument; fails for other types.
pub(super) fn boolean(argument: &PlainValue) -> Result<bool, Error> {
    match argument {
        PlainValue::Bool(b) => Ok(*b),
        other => Err(annotation_error(format!("expected starlark.Bool, but was {}", other.go_type()))),
    }
}
