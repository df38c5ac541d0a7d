//! The kinds of values that a type accepts, as a set.

use crate::schema::{Kind, OneOf, Scalar, Type};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape(u16);

const NULL: u16 = 1;
const STRING: u16 = 1 << 1;
const INTEGER: u16 = 1 << 2;
/// Numbers that are not integers.
const FRACTION: u16 = 1 << 3;
const BOOLEAN: u16 = 1 << 4;
const MAP: u16 = 1 << 5;
const ARRAY: u16 = 1 << 6;
/// Maps and arrays with any items.
const ANY_ITEMS: u16 = 1 << 7;
const ALL: u16 = NULL | STRING | INTEGER | FRACTION | BOOLEAN | MAP | ARRAY | ANY_ITEMS;

impl Shape {
    pub(super) fn of(ty: &Type) -> Shape {
        Shape(match &ty.kind {
            Kind::Any => ALL,
            Kind::Nullable(inner) => NULL | Shape::of(inner).0,
            Kind::OneOf(OneOf { alternatives, null }) => {
                let null = if *null { NULL } else { 0 };
                alternatives.iter().fold(null, |all, ty| all | Shape::of(ty).0)
            }
            Kind::Map(_) => MAP,
            Kind::Array(_) => ARRAY,
            Kind::Scalar(Scalar::String) => STRING,
            Kind::Scalar(Scalar::Integer) => INTEGER,
            // ytt accepts integers as floats.
            Kind::Scalar(Scalar::Float) => INTEGER | FRACTION,
            Kind::Scalar(Scalar::Boolean) => BOOLEAN,
        })
    }

    pub(super) fn without(self, other: Shape) -> Shape {
        Shape(self.0 & !other.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether null is the only kind.
    pub(super) fn is_null(self) -> bool {
        self.0 == NULL
    }

    /// Whether both have a kind in common, other than null.
    pub(super) fn has_common_values(self, other: Shape) -> bool {
        self.0 & other.0 & !NULL != 0
    }

    /// Whether all common values are null or have a length.
    pub(super) fn common_values_have_length(self, other: Shape) -> bool {
        self.0 & other.0 & !(NULL | STRING | MAP | ARRAY | ANY_ITEMS) == 0
    }

    /// Whether there are other kinds than strings and null.
    pub(super) fn has_others_than_strings(self) -> bool {
        self.0 & !(NULL | STRING) != 0
    }

    pub(super) fn has_maps(self) -> bool {
        self.0 & MAP != 0
    }

    pub(super) fn has_arrays(self) -> bool {
        self.0 & ARRAY != 0
    }
}
