//! `__complete`: the words that may come next in a command line, for the scripts of `completion`.
//!
//! The protocol is cobra's, so the scripts that ytt writes work with it, too: a line for each word with its description, and one with
//! the number of a directive.

use super::commands::{COMPLETION, find, listed};
use super::table::{Asked, EXTENSION_FLAGS, Flag, Target, flags_of};
use super::words::{Word, read_words};
use super::{Completions, Options};

/// The action of the shell besides offering the words.
#[derive(Clone, Copy)]
enum Directive {
    /// Without words, it offers files.
    Default = 0,
    NoFiles = 4,
}

/// A word with its description.
type Choice = (String, String);

/// Completes the last word. The error is ytt's if there is none.
pub(super) fn complete(words: &[&str], descriptions: bool) -> Result<Completions, String> {
    let Some((last, before)) = words.split_last() else {
        return Err("requires at least 1 arg(s), only received 0".to_owned());
    };
    let (choices, directive, problem) = match choices(before, last) {
        Ok((choices, directive)) => (choices, directive, String::new()),
        Err(problem) => (Vec::new(), Directive::Default, format!("[Debug] [Error] {problem}\n")),
    };
    let line = |(word, about): &Choice| if descriptions { format!("{word}\t{about}\n") } else { format!("{word}\n") };
    let name = match directive {
        Directive::Default => "ShellCompDirectiveDefault",
        Directive::NoFiles => "ShellCompDirectiveNoFileComp",
    };
    Ok(Completions {
        text: format!("{}:{}\n", choices.iter().map(line).collect::<String>(), directive as u8),
        message: format!("{problem}Completion ended with directive: {name}\n"),
    })
}

fn choices(before: &[&str], last: &str) -> Result<(Vec<Choice>, Directive), String> {
    let (path, mut args) = find(before);
    let flags = flags_of(path);
    let value = value_in(path, &flags, &args, last);
    if let Ok(Some(IncompleteValue::NextWord)) = value {
        // Its flag is not used yet.
        args.pop();
    }
    let read = Words::read(&flags, &args)?;
    let is_value = match value {
        Err(problem) if !read.flags_have_ended => return Err(problem),
        value => value.is_ok_and(|value| value.is_some()),
    };
    let asks = |flag: &&Flag| matches!(flag.target, Target::Help | Target::Version);
    if read.used.iter().any(asks) {
        return Ok((Vec::new(), Directive::NoFiles));
    }
    if is_value {
        return Ok((Vec::new(), Directive::Default));
    }
    if last.starts_with('-') && !last.contains('=') && !read.flags_have_ended {
        return Ok((flag_names(path, &flags, &read, last), Directive::NoFiles));
    }
    let below = |parent: &str| {
        let names = listed(parent).filter(|(name, _)| name.starts_with(last));
        names.map(|(name, about)| (name.to_owned(), about.to_owned())).collect()
    };
    let is_first = read.plain.is_empty() && read.used.is_empty();
    Ok(match path {
        "" | COMPLETION if is_first => (below(path), Directive::NoFiles),
        "help" => (below(find(&read.plain).0), Directive::NoFiles),
        _ if path.starts_with(COMPLETION) => (Vec::new(), Directive::NoFiles),
        _ => (Vec::new(), Directive::Default),
    })
}

/// The names of flags that begin with `last`, without those that are used and can be used only once.
fn flag_names(path: &str, flags: &[&Flag], read: &Words<'_, '_>, last: &str) -> Vec<Choice> {
    let is_extension = |flag: &Flag| EXTENSION_FLAGS.iter().any(|other| other.name == flag.name);
    let can_follow = |flag: &&&Flag| {
        let again = matches!(flag.target, Target::List(_) | Target::Commas(_));
        (again || read.used.iter().all(|used| used.name != flag.name)) && (read.extended || !is_extension(flag))
    };
    let mut choices = Vec::new();
    for flag in flags.iter().filter(can_follow) {
        let about = flag.usage.split(" (default ").next().unwrap_or_default();
        let about =
            if matches!(flag.target, Target::Help) { format!("{about}{}", name(path)) } else { about.to_owned() };
        let names = [Some(format!("--{}", flag.name)), flag.short.map(|short| format!("-{short}"))];
        choices.extend(
            names.into_iter().flatten().filter(|name| name.starts_with(last)).map(|name| (name, about.clone())),
        );
    }
    choices
}

fn name(path: &str) -> &str {
    path.rsplit(' ').next().filter(|name| !name.is_empty()).unwrap_or("ytt")
}

/// The place of the value that is being typed.
enum IncompleteValue {
    /// `--flag=`
    SameWord,
    NextWord,
}

/// Whether the last word is, or ends with, the value of a flag. Fails for unknown flags.
fn value_in(path: &str, flags: &[&Flag], args: &[&str], last: &str) -> Result<Option<IncompleteValue>, String> {
    let (flag, place) = match (last.strip_prefix('-').and(last.split_once('=')), args.last()) {
        (Some((flag, _)), _) => (flag, IncompleteValue::SameWord),
        (None, Some(before)) if !last.starts_with('-') && !before.contains('=') => (*before, IncompleteValue::NextWord),
        _ => return Ok(None),
    };
    let (is_long, wanted) = match flag.strip_prefix("--") {
        Some("") => return Ok(None),
        Some(long) => (long.len() > 1, long),
        // The last one of several letters.
        None if flag.starts_with('-') && (flag.len() > 1 || matches!(place, IncompleteValue::SameWord)) => {
            (false, flag.char_indices().last().map_or("", |(at, _)| &flag[at..]))
        }
        None => return Ok(None),
    };
    let is_wanted = |flag: &&&Flag| {
        if is_long { flag.name == wanted } else { flag.short.is_some_and(|short| wanted.starts_with(short)) }
    };
    match (flags.iter().find(is_wanted), &place) {
        (None, _) => Err(format!("Subcommand '{}' does not support flag '{wanted}'", name(path))),
        (Some(flag), IncompleteValue::NextWord) if flag.is_switch() => Ok(None),
        _ => Ok(Some(place)),
    }
}

/// The words before the last one.
struct Words<'f, 'w> {
    used: Vec<&'f Flag>,
    plain: Vec<&'w str>,
    /// There was a `--`.
    flags_have_ended: bool,
    /// Whether an extension is on.
    extended: bool,
}

impl<'f, 'w> Words<'f, 'w> {
    fn read(flags: &[&'f Flag], args: &[&'w str]) -> Result<Words<'f, 'w>, String> {
        let (mut options, mut asked) = (Options::default(), Asked::default());
        let (mut used, mut plain) = (Vec::new(), Vec::new());
        read_words(flags, args, &mut |word| match word {
            Word::Flag(flag, value) => {
                used.push(flag);
                flag.set(&mut options, &mut asked, value)
            }
            Word::Plain(word) => {
                plain.push(word);
                Ok(())
            }
        })
        .map_err(|error| format!("Error while parsing flags from args [{}]: {error}", args.join(" ")))?;
        // Only after a `--` is another one a plain word.
        let mut plain_with_dashes = 0;
        let _ = read_words(flags, &[args, &["--"]].concat(), &mut |word| {
            plain_with_dashes += usize::from(matches!(word, Word::Plain(_)));
            Ok(())
        });
        let flags_have_ended = plain_with_dashes > plain.len();
        Ok(Words { used, plain, flags_have_ended, extended: !options.extensions.is_empty() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(words: &[&str]) -> (Vec<String>, String) {
        let Completions { text, message } = complete(words, false).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert!(lines.pop().is_some_and(|directive| directive == ":0" || directive == ":4"), "{text}");
        (lines, message)
    }

    #[test]
    fn flags_are_offered_that_can_follow() {
        assert_eq!(completed(&["--st"]).0, ["--strict"]);
        assert_eq!(completed(&["-f", "a", "--file"]).0, ["--file", "--file-mark", "--files-inspect"]);
        assert_eq!(completed(&["-s", "--s"]).0, [""; 0]);
        assert_eq!(completed(&["fmt", "-"]).0, ["--debug", "--file", "-f", "--help", "-h", "--strict", "-s"]);
        assert_eq!(completed(&["--enable"]).0, [""; 0]);
        assert_eq!(completed(&["--enable-extension=schema-proposal", "--schema"]).0, ["--schema-inspect"]);
        assert_eq!(completed(&["--help", "-"]).0, [""; 0]);
    }

    #[test]
    fn commands_are_offered_where_they_may_be() {
        assert_eq!(completed(&["v"]).0, ["version"]);
        assert_eq!(completed(&["completion", ""]).0, ["bash", "fish", "powershell", "zsh"]);
        assert_eq!(completed(&["help", "completion", "z"]).0, ["zsh"]);
        assert_eq!(completed(&["-s", "v"]).0, [""; 0]);
        assert_eq!(completed(&["--", "v"]).0, ["version"]);
    }

    #[test]
    fn the_directive_says_whether_files_follow() {
        let files = "Completion ended with directive: ShellCompDirectiveDefault\n";
        let no_files = "Completion ended with directive: ShellCompDirectiveNoFileComp\n";
        assert_eq!(completed(&["-f", ""]).1, files);
        assert_eq!(completed(&["--file="]).1, files);
        assert_eq!(completed(&["-s", ""]).1, files);
        assert_eq!(completed(&["completion", "bash", ""]).1, no_files);
        let unknown = "[Debug] [Error] Subcommand 'ytt' does not support flag 'nope'\n";
        assert_eq!(completed(&["--nope=x"]).1, format!("{unknown}{files}"));
        assert_eq!(complete(&[], true).unwrap_err(), "requires at least 1 arg(s), only received 0");
    }

    #[test]
    fn words_have_descriptions() {
        let described = |words: &[&str]| complete(words, true).unwrap().text;
        assert_eq!(described(&["version", "--h"]), "--help\thelp for version\n:4\n");
        assert_eq!(described(&["website", "--l"]), "--listen-addr\tListen address\n:4\n");
    }
}
