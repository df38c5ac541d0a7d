//! The texts of `--help` and `ytt help`, as ytt prints them.

use super::COMMANDS;
use super::table::{EXTENSION_FLAGS, Flag, SCHEMA_DIFF, Target, flags_of};
use super::words::{Word, read_words};

/// `ytt help [command]`. Fails for flags that the command `help` does not have.
pub(super) fn help_about(words: &[&str]) -> Result<String, String> {
    let mut topic = None;
    read_words(&flags_of("help"), words, &mut |word| {
        if let Word::Plain(word) = word {
            topic = topic.or(Some(word));
        }
        Ok(())
    })?;
    let is_flag = |word: &&str| word.len() > 1 && word.starts_with('-');
    if words.iter().take_while(|word| **word != "--").any(is_flag) {
        topic = Some("help");
    }
    // Commands of extensions are no topics. As in cobra, an unknown topic prints the help of ytt.
    let known = COMMANDS.iter().find(|(name, _)| Some(*name) == topic && *name != SCHEMA_DIFF);
    Ok(help(known.map_or("", |(_, command)| command), false))
}

/// The help of a command; `""` is `ytt` itself. `extended`: includes the flags of extensions.
pub(super) fn help(command: &str, extended: bool) -> String {
    let about = match command {
        "" => {
            "ytt performs YAML templating.\n\nDocs: https://carvel.dev/ytt/docs/latest/\n\
             Docs for data values: https://carvel.dev/ytt/docs/latest/ytt-data-values/"
        }
        "help" => {
            "Help provides help for any command in the application.\n\
             Simply type ytt help [path to command] for full details."
        }
        SCHEMA_DIFF => "Compare two schemas, for those who have data values of the old one",
        _ => SUBCOMMANDS.iter().find(|(name, _)| *name == command).map_or("", |(_, about)| about),
    };
    let mut text = format!("{about}\n\nUsage:\n");
    match command {
        "" => {
            text.push_str("  ytt [flags]\n  ytt [command]\n\nAvailable Commands:\n");
            for (name, about) in SUBCOMMANDS {
                text.push_str(&format!("  {name:<11} {about}\n"));
            }
        }
        "help" => text.push_str("  ytt help [command] [flags]\n"),
        _ => text.push_str(&format!("  ytt {command} [flags]\n")),
    }
    if command == "template" {
        text.push_str("\nAliases:\n  template, t, tpl\n");
    }
    text.push_str("\nFlags:\n");
    let is_extension = |flag: &Flag| EXTENSION_FLAGS.iter().any(|other| other.name == flag.name);
    let flags: Vec<&Flag> = flags_of(command).into_iter().filter(|flag| extended || !is_extension(flag)).collect();
    let heads: Vec<String> = flags
        .iter()
        .map(|flag| match flag.short {
            Some(short) => format!("  -{short}, --{}{}", flag.name, flag.value_name()),
            None => format!("      --{}{}", flag.name, flag.value_name()),
        })
        .collect();
    let width = heads.iter().map(String::len).max().unwrap_or_default();
    for (head, flag) in heads.iter().zip(flags) {
        let subject = match flag.target {
            Target::Help if command.is_empty() => "ytt",
            Target::Help => command,
            _ => "",
        };
        text.push_str(&format!("{head:<width$}   {}{subject}\n", flag.usage));
    }
    if command.is_empty() {
        text.push_str("\nUse \"ytt [command] --help\" for more information about a command.\n");
    }
    text
}

/// The commands that the help of `ytt` lists.
const SUBCOMMANDS: &[(&str, &str)] = &[
    ("completion", "Generate the autocompletion script for the specified shell"),
    ("fmt", "Format YAML templates"),
    ("help", "Help about any command"),
    (
        "template",
        "Process YAML templates (deprecated; use top-level command -- e.g. `ytt -f-` instead of `ytt template -f-`)",
    ),
    ("version", "Print version"),
    ("website", "Starts website HTTP server"),
];
