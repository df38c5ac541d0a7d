//! Whole requests: how they are written in a corpus, and what must hold for the answer to each.

use std::rc::Rc;
use std::{env, fs, process};

use serde_json::{Value, json};
use ytterby::boundary::{Content, Diagnostic, Limits, Request, RequestFile, Response, Span};
use ytterby::{Clock, Workspace};
use ytterby_parts::properties::{Checked, small_limits};

use crate::span;

/// A request in the format of golden cases (tests/README.md), without expectations. Whatever is written is a request:
/// a line above the first file without a meaning is ignored.
pub fn read(text: &str) -> Request {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut args = String::new();
    let mut env = Vec::new();
    for line in text.split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        if let Some(name) = content.strip_prefix("-- ").and_then(|rest| rest.strip_suffix(" --")) {
            files.push((name.to_owned(), String::new()));
        } else if let Some((_, content)) = files.last_mut() {
            content.push_str(line);
        } else if let Some(rest) = content.strip_prefix("args:") {
            args.push_str(rest);
        } else if let Some((name, value)) = content.strip_prefix("env: ").and_then(|rest| rest.split_once('=')) {
            env.push((name.to_owned(), value.to_owned()));
        }
    }
    let mut request = Request { env, limits: small_limits(), ..Request::default() };
    for (name, mut content) in files {
        let name = match name.strip_suffix(" (no newline)") {
            Some(name) => {
                content.truncate(content.strip_suffix('\n').unwrap_or(&content).len());
                name.to_owned()
            }
            None => name,
        };
        request.files.push(RequestFile { path: name, content: Content::Text(content) });
    }
    request.args = shlex::split(&args).unwrap_or_else(|| args.split_whitespace().map(str::to_owned).collect());
    request
}

/// The text of a request, to be read again and to become a golden case.
pub fn write(request: &Request) -> String {
    let args = request.args.iter().map(|arg| shlex::try_quote(arg).unwrap_or_else(|_| arg.into()));
    let mut text = format!("args: {}\n", args.collect::<Vec<_>>().join(" "));
    for (name, value) in &request.env {
        text.push_str(&format!("env: {name}={value}\n"));
    }
    for file in &request.files {
        let content = String::from_utf8_lossy(file.content.as_bytes());
        let (sign, end) =
            if content.ends_with('\n') || content.is_empty() { ("", "") } else { (" (no newline)", "\n") };
        text.push_str(&format!("-- {}{sign} --\n{content}{end}", file.path));
    }
    text
}

/// The request as the boundary takes it.
pub fn to_json(request: &Request) -> Value {
    let files = request.files.iter().map(|file| match &file.content {
        Content::Text(text) => json!({ "path": file.path, "content": text }),
        Content::Bytes(bytes) => json!({ "path": file.path, "content": bytes }),
    });
    let env: Vec<String> = request.env.iter().map(|(name, value)| format!("{name}={value}")).collect();
    // The wasm needs less for the same, and would be stopped later than the command.
    let limits = Limits { memory_bytes: Limits::default().memory_bytes, ..request.limits.clone() };
    json!({
        "files": files.collect::<Vec<_>>(),
        "args": request.args,
        "env": env,
        "limits": limits,
    })
}

/// With `PRINT=text` or `PRINT=json` in the environment a target runs nothing: it prints the requests in the files of
/// its command line, as golden cases, or a line of JSON each for the command and the wasm (wasm.mjs).
pub fn print_where_asked(from_bytes: impl Fn(&[u8]) -> Request) {
    let Ok(format) = env::var("PRINT") else { return };
    for path in env::args().skip(1) {
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let request = from_bytes(&bytes);
        if format == "json" { println!("{}", to_json(&request)) } else { print!("{}", write(&request)) }
    }
    process::exit(0);
}

/// Places are in the files; the same request has the same answer, from nothing and in a workspace that had it before.
pub fn check(request: &Request) -> Checked {
    let clock: Clock = Rc::new(|| 0.0);
    let response = ytterby::render(request, clock.clone());
    diagnostics_lie_in(request, &response.diagnostics)?;
    output_is_whole(&response)?;
    // A comparison that found something that breaks ends with 1, and reports nothing.
    let found_breaking = response.report.is_empty() && !response.stdout.is_empty();
    let failed = response.exit_status == 1 && !found_breaking;
    if response.exit_status > 1 || failed != response.report.contains("ytt: Error:") {
        return Err(format!("status {} with the report {}", response.exit_status, response.report));
    }
    // Three renders instead of one, for some requests: always the same ones.
    let length: usize = request.files.iter().map(|file| file.content.as_bytes().len()).sum();
    if !length.is_multiple_of(4) {
        return Ok(());
    }
    let mut workspace = Workspace::default();
    for turn in ["the first render", "the second render"] {
        let other = workspace.render(request, clock.clone());
        if other != response {
            return Err(format!("{turn} of a workspace differs: {}", difference(&response, &other)));
        }
    }
    Ok(())
}

fn difference(one: &Response, other: &Response) -> String {
    let texts = [one, other].map(|response| serde_json::to_string(response).unwrap_or_default());
    let at = texts[0].bytes().zip(texts[1].bytes()).take_while(|(one, other)| one == other).count();
    let around = |text: &str| {
        let (start, end) = (text.floor_char_boundary(at.saturating_sub(80)), text.floor_char_boundary(at + 200));
        text[start.min(text.len())..end].to_owned()
    };
    format!("\n{}\n{}", around(&texts[0]), around(&texts[1]))
}

/// Each line of an output file has its origin.
fn output_is_whole(response: &Response) -> Checked {
    for file in &response.files {
        let Content::Text(text) = &file.content else { continue };
        let lines = text.lines().count();
        if file.map.len() != lines {
            return Err(format!("{}: {} origins for {lines} lines", file.path, file.map.len()));
        }
    }
    Ok(())
}

fn diagnostics_lie_in(request: &Request, diagnostics: &[Diagnostic]) -> Checked {
    for diagnostic in diagnostics {
        let places = diagnostic.frames.iter().filter_map(|frame| frame.place.as_ref()).chain(&diagnostic.primary);
        let places = places.map(|place| (&place.file, place.span.as_ref()));
        let related = diagnostic.related.iter().map(|related| (&related.file, related.span.as_ref()));
        let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| (&edit.file, Some(&edit.span)));
        for (file, span) in places.chain(related).chain(edits) {
            lies_in(request, file, span).map_err(|problem| format!("{problem}, in {diagnostic:?}"))?;
        }
    }
    Ok(())
}

fn lies_in(request: &Request, path: &str, span: Option<&Span>) -> Checked {
    // If two files have the same path, it is unknown which is meant.
    let mut files = request.files.iter().filter(|file| file.path == path);
    let (Some(file), None) = (files.next(), files.next()) else { return Ok(()) };
    let (Content::Text(text), Some(span)) = (&file.content, span) else { return Ok(()) };
    let units: Vec<u16> = text.encode_utf16().collect();
    span::check(span, &units).map_err(|problem| format!("{path}: {problem}"))
}
