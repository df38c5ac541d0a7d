//! The command. `ytterby request` answers requests on standard input, a JSON object each.

use std::io::{Write, stdin, stdout};
use std::process::ExitCode;
use std::time::Instant;

use ytterby::boundary::{Request, Response};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("request") => answer_requests(),
        _ => ExitCode::FAILURE,
    }
}

/// Answers each JSON object of standard input with one on standard output: one a line, or a single one over many.
fn answer_requests() -> ExitCode {
    match requests() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ytterby request: {error}");
            ExitCode::FAILURE
        }
    }
}

fn requests() -> Result<(), Box<dyn std::error::Error>> {
    let started = Instant::now();
    let clock = move || started.elapsed().as_secs_f64() * 1000.0;
    let mut out = stdout().lock();
    for request in serde_json::Deserializer::from_reader(stdin().lock()).into_iter::<serde_json::Value>() {
        let response = match serde_json::from_value::<Request>(request?) {
            Ok(request) => ytterby::render(&request, &clock),
            Err(error) => Response::failure("request", &error.to_string()),
        };
        serde_json::to_writer(&mut out, &response)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}
