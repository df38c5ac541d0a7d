//! The commands, and which of them a command line names.

use super::table::{EXTENSION_FLAGS, Flag, TEMPLATE_FLAGS, Target};
use crate::extensions::SCHEMA_PROPOSAL;

pub(super) const COMPLETION: &str = "completion";
pub(super) const COMPLETE: &str = "__complete";
pub(super) const COMPLETE_WITHOUT_DESCRIPTIONS: &str = "__completeNoDesc";
pub(super) const SCHEMA_DIFF: &str = "schema-diff";

/// A command below `ytt` or below another command.
struct Child {
    parent: &'static str,
    /// The name and, for `template`, its aliases.
    names: &'static [&'static str],
    path: &'static str,
    /// Its line in the help of its parent; None for commands that help does not list.
    about: Option<&'static str>,
}

/// By parent, then by name, as help lists them.
const CHILDREN: &[Child] = &[
    Child { parent: "", names: &[COMPLETE], path: COMPLETE, about: None },
    Child { parent: "", names: &[COMPLETE_WITHOUT_DESCRIPTIONS], path: COMPLETE_WITHOUT_DESCRIPTIONS, about: None },
    Child {
        parent: "",
        names: &[COMPLETION],
        path: COMPLETION,
        about: Some("Generate the autocompletion script for the specified shell"),
    },
    Child { parent: "", names: &["fmt"], path: "fmt", about: Some("Format YAML templates") },
    Child { parent: "", names: &["help"], path: "help", about: Some("Help about any command") },
    Child { parent: "", names: &[SCHEMA_DIFF], path: SCHEMA_DIFF, about: None },
    Child {
        parent: "",
        names: &["template", "t", "tpl"],
        path: "template",
        about: Some(
            "Process YAML templates (deprecated; use top-level command -- e.g. `ytt -f-` instead of `ytt template -f-`)",
        ),
    },
    Child { parent: "", names: &["version"], path: "version", about: Some("Print version") },
    Child { parent: "", names: &["website"], path: "website", about: Some("Starts website HTTP server") },
    shell(&["bash"], "completion bash", "Generate the autocompletion script for bash"),
    shell(&["fish"], "completion fish", "Generate the autocompletion script for fish"),
    shell(&["powershell"], "completion powershell", "Generate the autocompletion script for powershell"),
    shell(&["zsh"], "completion zsh", "Generate the autocompletion script for zsh"),
];

const fn shell(names: &'static [&'static str], path: &'static str, about: &'static str) -> Child {
    Child { parent: COMPLETION, names, path, about: Some(about) }
}

/// The path of the command that the words name (`""` is `ytt` itself), and the words without its path.
pub(super) fn find<'w>(words: &[&'w str]) -> (&'static str, Vec<&'w str>) {
    let (mut path, mut rest) = ("", words.to_vec());
    while let Some((at, child)) = next(path, &rest) {
        rest.remove(at);
        path = child;
    }
    (path, rest)
}

/// The name and the line in help of each listed command below a command.
pub(super) fn listed(parent: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    CHILDREN.iter().filter(move |child| child.parent == parent).filter_map(|child| Some((child.names[0], child.about?)))
}

/// The line of a command in the help of its parent.
pub(super) fn about(path: &str) -> &'static str {
    CHILDREN.iter().find(|child| child.path == path).and_then(|child| child.about).unwrap_or_default()
}

/// The first word that is neither a flag nor the value of one, if it is the name of a command below `parent`, with its index.
///
/// Like cobra, this assumes that an unknown flag has a value, since the flags of the command are not known yet; neither are `--help`
/// and `--version`.
fn next(parent: &str, words: &[&str]) -> Option<(usize, &'static str)> {
    let flags = || TEMPLATE_FLAGS.iter().chain(EXTENSION_FLAGS).filter(|_| parent.is_empty());
    let is_switch = |matches: &dyn Fn(&Flag) -> bool| {
        flags().any(|f| matches(f) && f.is_switch() && !matches!(f.target, Target::Help))
    };
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        at += 1;
        if word == "--" {
            return None;
        }
        if let Some(long) = word.strip_prefix("--") {
            at += usize::from(!word.contains('=') && !is_switch(&|flag| flag.name == long));
        } else if let Some(short) = word.strip_prefix('-') {
            let alone = word.len() == 2 && word != "-=";
            at += usize::from(alone && !is_switch(&|flag| flag.short.is_some_and(|s| short.starts_with(s))));
        } else if !word.is_empty() {
            let is_known = |child: &&Child| {
                child.parent == parent
                    && child.names.contains(&word)
                    && (child.path != SCHEMA_DIFF || wants_proposal(words))
            };
            return CHILDREN.iter().find(is_known).map(|child| (at - 1, child.path));
        }
    }
    None
}

/// Whether the words turn on the extension `schema-proposal`. Without it, its flags and commands are unknown, as in
/// ytt.
fn wants_proposal(words: &[&str]) -> bool {
    const FLAG: &str = "--enable-extension";
    let apart = words.windows(2).any(|pair| pair == [FLAG, SCHEMA_PROPOSAL]);
    apart || words.iter().any(|word| word.split_once('=') == Some((FLAG, SCHEMA_PROPOSAL)))
}
