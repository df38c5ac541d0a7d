//! Lists and dicts, as ytt has them.
//!
//! They are own values rather than the starlark crate's: ytt freezes a collection alone, at the end of the file that made it, while
//! the crate freezes a whole module; and only its own methods can add to its lists.

pub(crate) mod dict;
pub(crate) mod list;

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::ops::Deref;

use starlark::values::{Trace, Tracer, Value};

use dict::Dict;
use list::List;

use super::errors::message;

/// Why a collection cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Locked {
    /// The file that made it has ended.
    Frozen,
    /// A loop runs over it.
    Iterated,
}

impl Locked {
    /// The message for the action of a statement or a method: `cannot append to frozen list`.
    pub(crate) fn refuse(self, verb: &str, kind: &str) -> starlark::Error {
        message(match self {
            Locked::Frozen => format!("cannot {verb} frozen {kind}"),
            Locked::Iterated => format!("cannot {verb} {kind} during iteration"),
        })
    }
}

/// The content of a collection that may be changed.
#[derive(Debug, Default)]
pub(crate) struct Changeable<T> {
    content: RefCell<T>,
    is_frozen: Cell<bool>,
    /// How many loops run over it.
    loops: Cell<u32>,
}

impl<T> Changeable<T> {
    fn new(content: T) -> Changeable<T> {
        Changeable { content: RefCell::new(content), is_frozen: Cell::new(false), loops: Cell::new(0) }
    }

    fn check(&self) -> Result<(), Locked> {
        match () {
            () if self.is_frozen.get() => Err(Locked::Frozen),
            () if self.loops.get() > 0 => Err(Locked::Iterated),
            () => Ok(()),
        }
    }

    fn change(&self) -> Result<RefMut<'_, T>, Locked> {
        self.check()?;
        // A native that goes through it may call a function of the program.
        self.content.try_borrow_mut().map_err(|_| Locked::Iterated)
    }

    /// Returns false if it is frozen: then loops need not protect it.
    fn begin_loop(&self) -> bool {
        let is_needed = !self.is_frozen.get();
        if is_needed {
            self.loops.set(self.loops.get() + 1);
        }
        is_needed
    }

    fn end_loop(&self) {
        self.loops.set(self.loops.get().saturating_sub(1));
    }
}

// SAFETY: all values inside are traced.
unsafe impl<'v, T: Trace<'v>> Trace<'v> for Changeable<T> {
    fn trace(&mut self, tracer: &Tracer<'v>) {
        self.content.get_mut().trace(tracer);
    }
}

/// The content of a collection, to read.
pub(crate) enum Content<'v, T: ?Sized> {
    /// The content of a collection that may be changed, but not while this exists.
    Changeable(Ref<'v, T>),
    /// The content of a collection that the starlark crate has frozen, or of a tuple.
    Frozen(&'v T),
}

impl<T: ?Sized> Deref for Content<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            Content::Changeable(content) => content,
            Content::Frozen(content) => content,
        }
    }
}

/// Protects a collection from changes. Returns false where there is nothing to protect.
pub(crate) fn begin_loop(value: Value<'_>) -> bool {
    match (List::from_value(value), Dict::from_value(value)) {
        (Some(list), _) => list.begin_loop(),
        (_, Some(dict)) => dict.begin_loop(),
        _ => false,
    }
}

/// Ends the protection of [`begin_loop`].
pub(crate) fn end_loop(value: Value<'_>) {
    match (List::from_value(value), Dict::from_value(value)) {
        (Some(list), _) => list.end_loop(),
        (_, Some(dict)) => dict.end_loop(),
        _ => {}
    }
}
