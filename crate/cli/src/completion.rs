//! `ytterby completion`: scripts that make a shell complete command lines, by calling `ytterby __complete`.
//!
//! They are this project's own: ytt prints those of its library cobra, which are much longer, but get the same words.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use ytterby::Code;
use ytterby::boundary::Response;

/// In a script, the name of the command, the name of a function made of it, and the command that is called.
const PLACEHOLDERS: [&str; 3] = ["NAME", "FUNCTION", "COMPLETE"];

/// Prints the script for a shell.
pub(crate) fn run(shell: &str, descriptions: bool) -> ExitCode {
    let called = std::env::args_os().next().unwrap_or_default();
    let called = Path::new(&called).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let (text, code) = match script(shell, name(called), descriptions) {
        Some(script) => (script, ExitCode::SUCCESS),
        None => {
            let text = format!("There is no completion script for {shell}; there are scripts for bash, fish and zsh");
            let _ = io::stderr().write_all(Response::failure(Code::Unsupported, &text).report.as_bytes());
            (String::new(), ExitCode::FAILURE)
        }
    };
    // A closed pipe is not an error.
    let _ = io::stdout().write_all(text.as_bytes());
    code
}

/// The name under which the command was called, so that the script is also right for a link of another name.
fn name(called: &str) -> &str {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if !called.is_empty() && called.chars().all(is_safe) { called } else { "ytterby" }
}

fn script(shell: &str, name: &str, descriptions: bool) -> Option<String> {
    let script = match shell {
        "bash" => include_str!("completion/bash.sh"),
        "fish" => include_str!("completion/fish.fish"),
        "zsh" => include_str!("completion/zsh.zsh"),
        _ => return None,
    };
    let function = format!("_{}_complete", name.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    let complete = if descriptions { "__complete" } else { "__completeNoDesc" };
    let replaced = PLACEHOLDERS.iter().zip([name, &function, complete]);
    Some(replaced.fold(script.to_owned(), |script, (placeholder, text)| script.replace(placeholder, text)))
}
