//! The texts of `--help` and `ytt help`, as ytt prints them.

use super::Options;
use super::commands::{self, COMPLETION, SCHEMA_DIFF, find, listed};
use super::table::{Asked, EXTENSION_FLAGS, Flag, Target, flags_of};
use super::words::{Word, read_words};

/// `ytt help [command]`. Fails for flags that the command `help` does not have.
pub(super) fn help_about(words: &[&str]) -> Result<String, String> {
    let (mut plain, mut asked) = (Vec::new(), Asked::default());
    read_words(&flags_of("help"), words, &mut |word| match word {
        Word::Flag(flag, value) => flag.set(&mut Options::default(), &mut asked, value),
        Word::Plain(word) => {
            plain.push(word);
            Ok(())
        }
    })?;
    // Like cobra, ytt prints its help, or that of the command before it, for an unknown topic. Commands of extensions are no topics.
    Ok(help(if asked.help { "help" } else { find(&plain).0 }, false))
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
        _ => completion_about(command).unwrap_or_else(|| commands::about(command)),
    };
    let mut text = format!("{about}\n\nUsage:\n");
    match command {
        "" => text.push_str("  ytt [flags]\n  ytt [command]\n"),
        COMPLETION => text.push_str("  ytt completion [command]\n"),
        "completion bash" => text.push_str("  ytt completion bash\n"),
        "help" => text.push_str("  ytt help [command] [flags]\n"),
        _ => text.push_str(&format!("  ytt {command} [flags]\n")),
    }
    let mut below = listed(command).peekable();
    let has_commands = below.peek().is_some();
    if has_commands {
        text.push_str("\nAvailable Commands:\n");
        below.for_each(|(name, about)| text.push_str(&format!("  {name:<11} {about}\n")));
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
            Target::Help => command.rsplit(' ').next().unwrap_or(command),
            _ => "",
        };
        text.push_str(&format!("{head:<width$}   {}{subject}\n", flag.usage));
    }
    if has_commands {
        let path = if command.is_empty() { String::new() } else { format!("{command} ") };
        text.push_str(&format!("\nUse \"ytt {path}[command] --help\" for more information about a command.\n"));
    }
    text
}

fn completion_about(command: &str) -> Option<&'static str> {
    Some(match command {
        COMPLETION => {
            "Generate the autocompletion script for ytt for the specified shell.\n\
             See each sub-command's help for details on how to use the generated script."
        }
        "completion bash" => {
            "Generate the autocompletion script for the bash shell.\n\n\
             This script depends on the 'bash-completion' package.\n\
             If it is not installed already, you can install it via your OS's package manager.\n\n\
             To load completions in your current shell session:\n\n\
             \tsource <(ytt completion bash)\n\n\
             To load completions for every new session, execute once:\n\n\
             #### Linux:\n\n\
             \tytt completion bash > /etc/bash_completion.d/ytt\n\n\
             #### macOS:\n\n\
             \tytt completion bash > $(brew --prefix)/etc/bash_completion.d/ytt\n\n\
             You will need to start a new shell for this setup to take effect."
        }
        "completion fish" => {
            "Generate the autocompletion script for the fish shell.\n\n\
             To load completions in your current shell session:\n\n\
             \tytt completion fish | source\n\n\
             To load completions for every new session, execute once:\n\n\
             \tytt completion fish > ~/.config/fish/completions/ytt.fish\n\n\
             You will need to start a new shell for this setup to take effect."
        }
        "completion powershell" => {
            "Generate the autocompletion script for powershell.\n\n\
             To load completions in your current shell session:\n\n\
             \tytt completion powershell | Out-String | Invoke-Expression\n\n\
             To load completions for every new session, add the output of the above command\n\
             to your powershell profile."
        }
        "completion zsh" => {
            "Generate the autocompletion script for the zsh shell.\n\n\
             If shell completion is not already enabled in your environment you will need\n\
             to enable it.  You can execute the following once:\n\n\
             \techo \"autoload -U compinit; compinit\" >> ~/.zshrc\n\n\
             To load completions in your current shell session:\n\n\
             \tsource <(ytt completion zsh)\n\n\
             To load completions for every new session, execute once:\n\n\
             #### Linux:\n\n\
             \tytt completion zsh > \"${fpath[1]}/_ytt\"\n\n\
             #### macOS:\n\n\
             \tytt completion zsh > $(brew --prefix)/share/zsh/site-functions/_ytt\n\n\
             You will need to start a new shell for this setup to take effect."
        }
        _ => return None,
    })
}
