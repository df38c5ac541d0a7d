//! `ytterby link`, `ytterby bundle` and `ytterby check`: playgrounds as links, as bundles and as files on the disk.

mod check;
mod examples;
mod project;

use std::fs;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use ytterby::Clock;
use ytterby::bundle::{self, Bundle};
use ytterby_links::{self as links, Opened, Playground};
use ytterby_text::byte_text;

const LINK_HELP: &str = "\
Usage:
  ytterby link [--address URL] [--based-on ID] YTT-FLAGS…    Print the link of a run of ytt: its files, flags and variables
  ytterby link [--address URL] [--based-on ID] BUNDLE        Print the link of a bundle; `-` reads it from standard input
  ytterby link LINK                                          Print what a link contains as a bundle; `-` as above
  ytterby link LINK --output DIR                             Write the files of a link into a directory and print its flags

Flags:
  --address URL    Print an address: the URL of a playground with the link as its fragment
  --based-on ID    Make the link shorter if the playground is similar to this built-in example
  --output DIR     Write files into this directory

What can be read of a damaged link is printed or written as well; the exit status is then 1.
";

const BUNDLE_HELP: &str = "\
Usage:
  ytterby bundle YTT-FLAGS…             Print a run of ytt as a bundle: its files, flags and variables
  ytterby bundle BUNDLE --output DIR    Write the files of a bundle into a directory and print its flags; `-` reads standard input
";

const CHECK_HELP: &str = "\
Usage:
  ytterby check BUNDLE…    Run bundles and compare the results with their checks, also those of the steps of their lessons

A bundle without checks has to render. The exit status is 1 if a check fails or a bundle cannot be read.
";

/// The output of a command on standard output, or why it failed.
type Outcome = Result<String, Failure>;

/// Why a command failed, and its output all the same.
struct Failure {
    message: String,
    output: String,
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure { message, output: String::new() }
    }
}

/// Runs the command if it is one of this module.
pub(crate) fn run(command: &str, args: &[String], env: &[(String, String)], clock: &Clock) -> Option<ExitCode> {
    if !["link", "bundle", "check"].contains(&command) {
        return None;
    }
    // Playgrounds have text for flags and variables.
    let displayed = |text: &String| byte_text::displayed(text).into_owned();
    let args = &args.iter().map(displayed).collect::<Vec<_>>()[..];
    let env = &env.iter().map(|(name, value)| (displayed(name), displayed(value))).collect::<Vec<_>>()[..];
    let asks_for_help = args.is_empty() || args.iter().any(|arg| arg == "--help" || arg == "-h");
    let outcome = match command {
        "link" if asks_for_help => Ok(LINK_HELP.to_owned()),
        "bundle" if asks_for_help => Ok(BUNDLE_HELP.to_owned()),
        "check" if asks_for_help => Ok(CHECK_HELP.to_owned()),
        "link" => link(args, env, clock),
        "bundle" => convert_bundle(args, env, clock),
        _ => check::run(args, clock),
    };
    let (output, message) = match outcome {
        Ok(output) => (output, None),
        Err(Failure { message, output }) => (output, Some(message)),
    };
    // A closed pipe is not an error.
    let _ = io::stdout().write_all(output.as_bytes());
    match message {
        None => Some(ExitCode::SUCCESS),
        Some(message) => {
            let _ = writeln!(io::stderr(), "ytterby {command}: {message}");
            Some(ExitCode::FAILURE)
        }
    }
}

/// The flags of these commands, and the rest of the arguments.
#[derive(Default)]
struct Arguments {
    address: Option<String>,
    based_on: Option<String>,
    output: Option<String>,
    rest: Vec<String>,
}

impl Arguments {
    fn read(args: &[String], allowed: &[&str]) -> Result<Arguments, String> {
        let mut found = Arguments::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let (name, value) = arg.split_once('=').map_or((&**arg, None), |(name, value)| (name, Some(value)));
            let target = match name {
                "--address" => &mut found.address,
                "--based-on" => &mut found.based_on,
                "--output" if allowed.contains(&"--output") => &mut found.output,
                _ => {
                    found.rest.push(arg.clone());
                    continue;
                }
            };
            if !allowed.contains(&name) {
                return Err(format!("unknown flag: {name}"));
            }
            let value = value.map(str::to_owned).or_else(|| args.next().cloned());
            *target = Some(value.ok_or_else(|| format!("{name} needs a value"))?);
        }
        Ok(found)
    }

    /// The only argument, if it is not a flag of ytt.
    fn single(&self) -> Option<&str> {
        match &*self.rest {
            [single] if single == "-" || !single.starts_with('-') => Some(single),
            _ => None,
        }
    }
}

/// `ytterby link`
fn link(args: &[String], env: &[(String, String)], clock: &Clock) -> Outcome {
    let args = Arguments::read(args, &["--address", "--based-on", "--output"])?;
    let playground = match args.single() {
        Some(link) if links::is_link(link) => return open(link, args.output.as_deref()),
        Some(path) => {
            let text = read_text(path)?;
            if links::is_link(text.trim()) {
                return open(text.trim(), args.output.as_deref());
            }
            Playground { bundle: read_bundle(path, &text)?, example: String::new() }
        }
        None => Playground { bundle: project::collect(&args.rest, env, clock)?, example: String::new() },
    };
    if args.output.is_some() {
        return Err("--output is for links, whose files it writes".to_owned().into());
    }
    let base = match &args.based_on {
        None => None,
        Some(id) => Some(examples::current(id).ok_or_else(|| format!("there is no example {id:?}"))?),
    };
    let link = links::write(&playground, base.as_ref());
    Ok(match args.address {
        None => format!("{link}\n"),
        Some(address) => format!("{}#{link}\n", address.trim_end_matches('#')),
    })
}

/// Prints a link as a bundle, or writes its files.
fn open(link: &str, directory: Option<&str>) -> Outcome {
    let (opened, message) = match links::read(link, examples::find) {
        Ok(opened) => (opened, None),
        Err(problem) => match problem.recovered {
            Some(opened) => (*opened, Some(problem.message)),
            None => return Err(problem.message.into()),
        },
    };
    let Opened { playground, left_out } = opened;
    let output = match directory {
        None => bundle::write(&playground.bundle),
        Some(directory) => project::write(&playground.bundle, directory)?,
    };
    let messages: Vec<String> = message.into_iter().chain(left_out).collect();
    if messages.is_empty() { Ok(output) } else { Err(Failure { message: messages.join(" "), output }) }
}

/// `ytterby bundle`
fn convert_bundle(args: &[String], env: &[(String, String)], clock: &Clock) -> Outcome {
    let args = Arguments::read(args, &["--output"])?;
    let Some(path) = args.single() else {
        if args.output.is_some() {
            return Err("--output is for a bundle, whose files it writes".to_owned().into());
        }
        return Ok(bundle::write(&project::collect(&args.rest, env, clock)?));
    };
    let bundle = read_bundle(path, &read_text(path)?)?;
    match args.output {
        None => Err("use --output DIR to write the files of a bundle".to_owned().into()),
        Some(directory) => Ok(project::write(&bundle, &directory)?),
    }
}

/// The text of a file, or of standard input for `-`.
fn read_text(path: &str) -> Result<String, String> {
    let mut text = String::new();
    let read = if path == "-" {
        io::stdin().lock().read_to_string(&mut text).map(|_| ())
    } else {
        fs::read_to_string(path).map(|read| text = read)
    };
    read.map_err(|error| format!("{path}: {error}"))?;
    Ok(text)
}

fn read_bundle(path: &str, text: &str) -> Result<Bundle, String> {
    bundle::read(text).map_err(|problem| match (problem.line, problem.column) {
        (Some(line), Some(column)) => format!("{path}:{line}:{column}: {}", problem.message),
        (Some(line), None) => format!("{path}:{line}: {}", problem.message),
        _ => format!("{path}: {}", problem.message),
    })
}
