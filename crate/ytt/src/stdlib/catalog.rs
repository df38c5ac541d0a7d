//! The modules of `@ytt:` with their members, signatures and documentation, for editors.

use crate::extensions::Extensions;

/// A module for `load("@ytt:…")`.
#[derive(Debug)]
pub struct Module {
    /// Without `@ytt:`.
    pub name: &'static str,
    /// One sentence.
    pub documentation: &'static str,
    /// In the order of completions.
    pub(super) members: &'static [Member],
}

/// A function or value of a module.
#[derive(Debug)]
pub struct Member {
    /// The name in messages, where most names have that of the module in front.
    pub(super) full_name: &'static str,
    /// The parameters in parentheses; empty for a value.
    pub signature: &'static str,
    /// One sentence.
    pub documentation: &'static str,
    /// Whether only the extension `schema-proposal` has it.
    pub(super) is_proposed: bool,
}

/// The modules that there are with these extensions.
pub fn modules(extensions: Extensions) -> impl Iterator<Item = &'static Module> {
    super::MODULES.iter().filter(move |module| module.members(extensions).next().is_some())
}

/// The module of a name.
pub fn module_named(name: &str, extensions: Extensions) -> Option<&'static Module> {
    modules(extensions).find(|module| module.name == name)
}

impl Module {
    /// The members that there are with these extensions.
    pub fn members(&self, extensions: Extensions) -> impl Iterator<Item = &'static Member> + use<> {
        self.members.iter().filter(move |member| extensions.schema_proposal || !member.is_proposed)
    }

    /// The member of a name.
    pub fn member(&self, name: &str, extensions: Extensions) -> Option<&'static Member> {
        self.members(extensions).find(|member| member.name() == name)
    }
}

impl Member {
    /// The name, without that of the module.
    pub fn name(&self) -> &'static str {
        super::own_name(self.full_name)
    }

    /// The names of the keyword arguments in the signature.
    pub fn keywords(&self) -> impl Iterator<Item = &'static str> + use<> {
        let inner = self.signature.trim_start_matches('(').trim_end_matches(')');
        inner.split(", ").filter_map(|parameter| parameter.split_once('=')).map(|(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keyword_arguments_of_signatures() {
        let none = Extensions::default();
        let encode = module_named("json", none).and_then(|module| module.member("encode", none)).expect("json.encode");
        assert_eq!(encode.keywords().collect::<Vec<_>>(), ["indent", "escape_html"]);
    }
}
