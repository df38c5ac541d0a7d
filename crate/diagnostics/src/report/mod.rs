//! Formats errors as ytt does: the text after `ytt: Error: `. No other code lays out reports.

pub mod command_line;
mod schema;
mod violations;

use crate::byte_text;

use super::{Deprecated, Error, ErrorKind, Frame, FrameLines, TemplateProblem};

/// The warning that text files are not printed with the documents.
pub const NOT_PRINTED: &str = "
Warning: Found Non-YAML templates in input. Non-YAML templates are not rendered to standard output.
If you want to include those results, use the --output-files or --dangerous-emptied-output-directory flag.
";

/// The warning about a value for a deprecated data value, with a line break. A multi-line notice is printed on one line.
pub fn deprecated(deprecated: &Deprecated) -> String {
    let Deprecated { path, notice, at, defined } = deprecated;
    // Values that code passes to a library have no position.
    let place = if at.is_known() { at.compact() } else { format!("by {}", defined.compact()) };
    let notice = notice.split_whitespace().fold(String::new(), |line, word| line + " " + word);
    let colon = if notice.is_empty() { "" } else { ":" };
    format!("Warning: Data value '{path}' is deprecated ({place}){colon}{notice}\n")
}

/// The text after `ytt: Error: ` as a string of [`byte_text`], without the layout of the [command line](command_line).
pub fn text(error: &Error) -> String {
    match &*error.0 {
        ErrorKind::Message(message) => message.text.clone(),
        ErrorKind::Context(context, inner) => format!("{context}: {}", text(inner)),
        ErrorKind::ContextLine(context, inner) => format!("{context}:\n{}", text(inner)),
        ErrorKind::Template(problems) => template(problems),
        ErrorKind::Schema(report) => schema::text(report),
        ErrorKind::Violations(invalid) => byte_text::from_text(&violations::text(invalid)).into_owned(),
    }
}

/// The message without frames: the text of a caught Starlark error.
pub fn bare_message(error: &Error) -> String {
    match &*error.0 {
        ErrorKind::Template(problems) => problems.first().map(|p| bare_message(&p.message)).unwrap_or_default(),
        _ => byte_text::displayed(&text(error)).into_owned(),
    }
}

/// Problems as a list: the first line of the message, the frames, and the rest of the message as the reason.
fn template(problems: &[TemplateProblem]) -> String {
    let mut lines = vec![String::new()];
    for problem in problems {
        let message = text(&problem.message);
        let mut parts = message.split('\n');
        let topic = parts.next().unwrap_or_default();
        let hint = problem.hint.map(|hint| format!(" (hint: {hint})")).unwrap_or_default();
        lines.push(format!("- {topic}{hint}"));
        for frame in &problem.frames {
            lines.extend(frame_lines(frame));
        }
        let reason: Vec<&str> = parts.collect();
        if !reason.is_empty() {
            lines.push(String::new());
            lines.push("    reason:".to_owned());
            lines.extend(reason.iter().map(|line| format!("     {line}")));
        }
    }
    lines.join("\n")
}

fn frame_lines(frame: &Frame) -> Vec<String> {
    let mut lines = Vec::new();
    let mut pad = "    ";
    if matches!(frame.lines, FrameLines::None) {
        return lines;
    }
    if !frame.name.is_empty() {
        lines.push(format!("{pad}in {}", frame.name));
        pad = "      ";
    }
    if let Some(place) = &frame.unavailable {
        lines.push(format!("{pad}{place} | (unavailable)"));
        return lines;
    }
    match &frame.lines {
        FrameLines::None => {}
        FrameLines::Source(at, code) => lines.push(format!("{pad}{} | {code}", at.compact())),
        FrameLines::Generated { file, code, before, after } => {
            if let Some((at, code)) = before {
                lines.push(format!("{pad}{} | {code}", at.compact()));
            }
            lines.push(format!("{pad}{file}:? | {code} (generated)"));
            if let Some((at, code)) = after {
                lines.push(format!("{pad}{} | {code}", at.compact()));
            }
        }
    }
    lines
}
