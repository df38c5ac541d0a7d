//! The command: takes ytt's flags, reads and writes files, and prints ytt's output and messages.
//!
//! `ytterby request` answers requests and questions on standard input instead, one JSON object each (see `question.rs`). `ytterby link`,
//! `bundle` and `check` convert and run playgrounds (see `share.rs`); ytt has no commands of these names.
//! This layer must not know how anything is evaluated; it only does input and output.

mod completion;
mod disk;
mod question;
mod share;

use std::alloc::System;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

use disk::LocalDisk;
use ytterby::boundary::{Limits, Request, Response};
use ytterby::output;
use ytterby::{Clock, Code, ParsedRequest};
use ytterby_limits::memory::Counted;
use ytterby_text::byte_text;
use ytterby_ytt::flags::{Command, Options};

/// Bytes: values may be nested too deeply for the system's default stack.
const STACK: usize = 512 << 20;

#[global_allocator]
static MEMORY: Counted<System> = Counted(System);

fn main() -> ExitCode {
    match std::thread::Builder::new().stack_size(STACK).spawn(run).map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) | Err(_) => ExitCode::FAILURE,
    }
}

fn run() -> ExitCode {
    // They need not be UTF-8.
    let escaped = |text: OsString| byte_text::from_bytes(text.as_encoded_bytes()).into_owned();
    let args: Vec<String> = std::env::args_os().skip(1).map(escaped).collect();
    if args.first().is_some_and(|arg| arg == "request") {
        return match question::answer_all(&clock()) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(error) => {
                eprintln!("ytterby request: {error}");
                ExitCode::FAILURE
            }
        };
    }
    let env: Vec<(String, String)> = std::env::vars_os().map(|(name, value)| (escaped(name), escaped(value))).collect();
    if let Some(code) = args.split_first().and_then(|(command, args)| share::run(command, args, &env, &clock())) {
        return code;
    }
    let request = Request { args, env, limits: limits(), ..Request::default() };
    let request = ParsedRequest::of_bytes(&request);
    if let Ok(Command::Completion { shell, descriptions }) = request.command {
        return completion::run(shell, descriptions);
    }
    let response = ytterby::render_from(&LocalDisk::default(), &request, clock());

    let written = match request.options() {
        Some(options) if response.exit_status == 0 && !options.bulk_out => write(options, &response),
        _ => {
            print(response.stdout.as_bytes());
            Ok(())
        }
    };
    // A closed pipe is not an error.
    let _ = io::stderr().write_all(response.report_bytes.as_deref().unwrap_or(response.report.as_bytes()));
    match written {
        Ok(()) => ExitCode::from(response.exit_status),
        Err(error) => {
            let _ = io::stderr().write_all(Response::failure(Code::File, &error).report.as_bytes());
            ExitCode::FAILURE
        }
    }
}

/// Writes the output directory, printing each path before it is written; without one, prints the output.
fn write(options: &Options, response: &Response) -> Result<(), String> {
    let Some(directory) = options.output_directory() else {
        print(response.stdout.as_bytes());
        return Ok(());
    };
    disk::make_directory(directory, !options.emptied_output_directory.is_empty())?;
    for file in &response.files {
        let (path, line) = output::destination(directory, &file.path);
        print(&byte_text::to_bytes(&line));
        disk::write_file(&path, file.content.as_bytes())?;
    }
    Ok(())
}

/// ytt has no limits, and whoever waits for a command can stop it. Those that remain protect the machine: the memory, the stack, and
/// what code can make of little.
fn limits() -> Limits {
    let none = u64::MAX;
    Limits { steps: none, millis: none, files: none, input_bytes: none, output_bytes: none, ..Limits::default() }
}

fn print(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

fn clock() -> Clock {
    let started = Instant::now();
    Rc::new(move || started.elapsed().as_secs_f64() * 1000.0)
}
