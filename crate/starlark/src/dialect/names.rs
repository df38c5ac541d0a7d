//! Names in the emitted text: most are the user's own, some must be written differently.
//!
//! The `starlark` crate reserves words that are names in ytt, reads ASCII names only, and the emitted text
//! calls functions of its own. Such names get the prefix `__y_` and a body that can be turned back:
//! `_` is doubled, any character but an ASCII letter or digit is `_u` its code in hexadecimal `_`. A body starting with
//! `_g` or `_l` marks a module variable that hides a built-in name or a loaded name that hides a variable, `_f` and a number
//! a lambda, or with a name after it a function of that name.
//!
//! Programs that share a module of the starlark crate (see [`Options::shared`](super::Options)) write their variables with their number
//! in front: `Y7_name`. The starlark crate lets others read only names that do not start with an underscore.

use super::ast::Name;
use super::resolve::{Reference, Resolved};
use super::runtime;
use super::token::Tok;
use crate::syntax::names::UNIVERSE;

const PREFIX: &str = "__y_";

/// Words that are names in ytt and reserved in the `starlark` crate. (Other words it reserves are reserved in ytt too.)
const RESERVED: &[&str] = &["assert", "async", "await"];

/// Whether a name cannot be written as it is.
pub(super) fn needs_mangling(name: &str) -> bool {
    RESERVED.contains(&name)
        || !is_plain(name)
        // `load` can bind any string, keywords too; nothing can refer to such a name.
        || Tok::keyword(name).is_some()
        || name.starts_with(PREFIX)
        || name.starts_with(runtime::INSTRUCTION_PREFIX)
        || runtime::FUNCTIONS.contains(&name)
        || without_number(name).is_some()
}

/// A variable of the program with this number, among others in one module of the starlark crate.
pub(super) fn numbered(number: u32, name: &str) -> String {
    format!("Y{number}_{name}")
}

/// The rest of a name that [`numbered`] could have made.
fn without_number(name: &str) -> Option<&str> {
    let (number, rest) = name.strip_prefix('Y')?.split_once('_')?;
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(rest)
}

fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
}

/// The name as the emitted text writes it.
pub(super) fn mangle(name: &str) -> String {
    if needs_mangling(name) { format!("{PREFIX}{}", escape(name)) } else { name.to_owned() }
}

/// A module variable named like a built-in: uses before its first assignment mean the built-in.
pub(super) fn mangle_hiding_builtin(name: &str) -> String {
    format!("{PREFIX}_g{}", escape(name))
}

/// A loaded name that is also a module variable; ytt keeps both.
pub(super) fn mangle_loaded(name: &str) -> String {
    format!("{PREFIX}_l{}", escape(name))
}

/// A variable of the emitted text itself.
pub(super) fn temporary(kind: char, number: u64) -> String {
    format!("{PREFIX}_{kind}{number}")
}

/// The name of a function whose variable has the name of another function's.
pub(super) fn function_name(number: u64, name: &str) -> String {
    format!("{PREFIX}_f{number}_{}", escape(name))
}

/// How the emitted text writes the variables of a program.
pub(super) struct Variables<'a> {
    pub(super) resolved: &'a Resolved,
    /// See [`Options::shared`](super::Options).
    pub(super) shared: Option<u32>,
}

impl Variables<'_> {
    /// A variable.
    pub(super) fn emitted(&self, name: &Name) -> String {
        match self.resolved.reference(name) {
            Some(Reference::Global(i)) => self.emitted_global(i),
            Some(Reference::Loaded(_)) => {
                let is_hidden = self.resolved.is_global(&name.text);
                self.in_module(if is_hidden { mangle_loaded(&name.text) } else { module_name(&name.text) })
            }
            Some(Reference::Universal) => name.text.clone(),
            _ => mangle(&name.text),
        }
    }

    /// The module's variable of this index.
    pub(super) fn emitted_global(&self, index: usize) -> String {
        self.in_module(module_name(self.resolved.globals().get(index).map_or("", String::as_str)))
    }

    fn in_module(&self, name: String) -> String {
        match self.shared {
            Some(number) => numbered(number, &name),
            None => name,
        }
    }
}

fn module_name(name: &str) -> String {
    if UNIVERSE.contains(&name) { mangle_hiding_builtin(name) } else { mangle(name) }
}

fn escape(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        match c {
            '_' => escaped.push_str("__"),
            c if c.is_ascii_alphanumeric() => escaped.push(c),
            c => escaped.push_str(&format!("_u{:x}_", u32::from(c))),
        }
    }
    escaped
}

/// The user's name behind a name of the emitted text; other names come back unchanged.
pub(crate) fn unmangle(name: &str) -> String {
    let name = without_number(name).unwrap_or(name);
    let Some(body) = name.strip_prefix(PREFIX) else {
        return name.to_owned();
    };
    let function = body.strip_prefix("_f").map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    if function == Some("") {
        return "lambda".to_owned();
    }
    let function = function.and_then(|rest| rest.strip_prefix('_'));
    let mut rest = function.or_else(|| body.strip_prefix("_g")).or_else(|| body.strip_prefix("_l")).unwrap_or(body);
    let mut plain = String::with_capacity(rest.len());
    while let Some((before, after)) = rest.split_once('_') {
        plain.push_str(before);
        if let Some(next) = after.strip_prefix('_') {
            plain.push('_');
            rest = next;
        } else if let Some((code, next)) = after.strip_prefix('u').and_then(|s| s.split_once('_'))
            && let Some(c) = u32::from_str_radix(code, 16).ok().and_then(char::from_u32)
        {
            plain.push(c);
            rest = next;
        } else {
            return name.to_owned();
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mangled_names_come_back() {
        for name in ["assert", "_u", "naïve_日", "__y_x", "__attr", "a_ub_", "é_", "__ytt_start_node", "Y7_x"] {
            for mangled in [mangle(name), mangle_hiding_builtin(name), mangle_loaded(name), function_name(7, name)] {
                assert!(mangled.is_ascii());
                assert_eq!(unmangle(&mangled), name, "{mangled}");
                assert_eq!(unmangle(&numbered(12, &mangled)), name, "{mangled}");
            }
        }
        assert_eq!(unmangle(&temporary('f', 12)), "lambda");
        assert_eq!(mangle("plain"), "plain");
        assert_eq!(mangle("assert"), "__y_assert");
    }
}
