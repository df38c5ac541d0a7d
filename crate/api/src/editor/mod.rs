//! Converts errors to diagnostics for editors, with positions and fixes. [`report`] formats contexts and layout.

mod annotation_text;
mod base_item;
mod brackets;
mod call_braces;
#[cfg(test)]
mod catalogue_tests;
mod code_keys;
mod commas;
mod continued_code;
mod crossed;
pub(crate) mod declare;
mod definitions;
mod endless_loop;
mod expression_values;
mod filters;
pub(crate) mod fixes;
mod foreign_names;
mod format_values;
pub(crate) mod headline;
/// Helm's templates and their translation to ytt.
pub mod helm;
mod hyphens;
mod inline_if;
mod library_values;
mod loaded_names;
mod loop_keys;
mod marker;
mod match_key;
/// The place of a new `load(…)`.
pub mod new_load;
pub(crate) mod new_module;
pub(crate) mod node_lines;
pub(crate) mod other_files;
mod other_languages;
mod pasted;
/// Positions in the units of editors.
pub mod places;
mod recognisers;
mod rule_arguments;
mod string_quotes;
mod text_code;
pub mod type_words;
mod unknown_names;
mod value_statements;
mod wrong_calls;

pub(crate) use brackets::Keys;
pub use declare::declare_value;
use headline::headline;
use places::place;
use recognisers::Problem;

use crate::boundary::{Diagnostic, Fix, Frame, Place, RelatedPlace, Severity};
use crate::byte_text;
use crate::diagnostics::cause::{Cause, YamlMistake};
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::diagnostics::{
    Deprecated, Error, ErrorKind, FrameLines, Invalid, Message, Related, SchemaFinding, SchemaReport, TemplateProblem,
    key_position, report,
};
use crate::positions::Position;
use crate::yaml::marked::marked;
use crate::yaml::scalars::{self, Scalar};

/// All problems of an error, in order; `keys` are those of the run's data values.
pub(crate) fn diagnostics(error: &Error, keys: Keys<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    collect(error, keys, &mut found);
    merge_repeated(&mut found);
    found.iter_mut().for_each(display);
    found
}

/// The headline of a message: from its cause, or else from ytt's text.
fn headline_of(message: &Message) -> String {
    let sentence = || headline::of_sentence(first_line(&message.text).as_str());
    message.cause.is_none().then(sentence).flatten().unwrap_or_else(|| {
        headline(message.code.unwrap_or(Code::Internal), message.cause.as_ref(), named(message).as_deref())
    })
}

/// Joins problems that have the headline and the fixes of one before them: a module that is not loaded has several uses, and an
/// annotation that is read as code has several names.
fn merge_repeated(found: &mut Vec<Diagnostic>) {
    let mut at = 0;
    while at < found.len() {
        let (before, this) = (&found[..at], &found[at]);
        let is_same = |known: &Diagnostic| known.headline == this.headline && known.fixes == this.fixes;
        let is_merged = !this.fixes.is_empty() && this.code != Code::Violation.as_str();
        match before.iter().position(is_same).filter(|_| is_merged) {
            Some(first) => {
                let place = found.remove(at).primary;
                let place = place.filter(|place| found[first].primary.as_ref() != Some(place));
                found[first].related.extend(place.map(|Place { file, span }| RelatedPlace {
                    file,
                    span,
                    label: "also here".to_owned(),
                }));
            }
            None => at += 1,
        }
    }
}

/// Replaces escaped bytes in the texts of a diagnostic by U+FFFD.
fn display(diagnostic: &mut Diagnostic) {
    let Diagnostic { headline, message, hints, frames, .. } = diagnostic;
    let texts = [headline, message].into_iter().chain(hints).chain(frames.iter_mut().map(|frame| &mut frame.code));
    for text in texts.filter(|text| byte_text::is_escaped(text)) {
        *text = byte_text::displayed(text).into_owned();
    }
}

/// A warning that a deprecated data value is set.
pub(crate) fn deprecated(given: &Deprecated) -> Diagnostic {
    let key = given.path.rsplit('.').next().unwrap_or_default();
    let at = key_position::key_at(&given.at, key).unwrap_or_else(|| given.at.clone());
    Diagnostic {
        severity: Severity::Warning,
        code: Code::Deprecated.to_string(),
        headline: headline(Code::Deprecated, None, Some(&given.path)),
        message: "Data value is deprecated".to_owned(),
        path: Some(given.path.clone()),
        primary: place(&at),
        related: labelled(&given.defined, "definition").into_iter().collect(),
        hints: Some(given.notice.clone()).filter(|notice| !notice.is_empty()).into_iter().collect(),
        ..Diagnostic::default()
    }
}

fn collect(error: &Error, keys: Keys<'_>, found: &mut Vec<Diagnostic>) {
    match &*error.0 {
        ErrorKind::Message(message) => found.push(alone(message, keys)),
        ErrorKind::Context(_, inner) | ErrorKind::ContextLine(_, inner) => collect(inner, keys, found),
        ErrorKind::Template(problems) => problems.iter().for_each(|problem| template(problem, problems, keys, found)),
        ErrorKind::Schema(report) => schema(report, keys, found),
        ErrorKind::Violations(invalid) => invalid.iter().for_each(|invalid| violations(invalid, found)),
    }
}

/// The problem of a message that is the whole error.
// Not inlined, like `template`.
#[inline(never)]
fn alone(message: &Message, keys: Keys<'_>) -> Diagnostic {
    let mut diagnostic = of_message(message);
    let problem = Problem { message, at: &shown(message), problems: &[], keys, diagnostic: &diagnostic };
    if let Some((_, explanation)) = recognisers::explain(&problem) {
        explanation.apply(&mut diagnostic);
    }
    diagnostic
}

/// The problem that a message is about, before a recogniser explains it.
fn of_message(message: &Message) -> Diagnostic {
    let at = shown(message);
    Diagnostic {
        code: message.code.unwrap_or(Code::Internal).to_string(),
        headline: headline_of(message),
        message: message.text.clone(),
        primary: place(&mistake_in_yaml(message).unwrap_or_else(|| at.clone())),
        related: message.related.iter().filter_map(|known| related(known, message.cause.as_ref())).collect(),
        hints: message.advice.iter().cloned().chain(advice(message)).collect(),
        fixes: message_fixes(message, &at),
        ..Diagnostic::default()
    }
}

/// The problem itself, or those that ended a load or a library; its frames come last. `all` are the problems of the run.
// Within its caller, which a broken rule needs, it would be a part of the first module.
#[inline(never)]
fn template(problem: &TemplateProblem, all: &[TemplateProblem], keys: Keys<'_>, found: &mut Vec<Diagnostic>) {
    let before = found.len();
    let sentence = sentence(&problem.message);
    match sentence {
        Some(message) => found.push(of_message(message)),
        None => collect(&problem.message, keys, found),
    }
    let frames: Vec<Frame> = problem.frames.iter().filter_map(frame).collect();
    for diagnostic in &mut found[before..] {
        if sentence.is_some_and(|message| message.code.is_some_and(names_its_function)) {
            diagnostic.message = first_line(&report::text(&problem.message));
        }
        if let Some(hint) = problem.hint {
            diagnostic.hints.push(hint.to_owned());
        }
        if diagnostic.primary.is_none() {
            if let (Some(message), Some(FrameLines::Source(at, _))) =
                (sentence, problem.frames.first().map(|frame| &frame.lines))
            {
                diagnostic.fixes = message_fixes(message, at);
            }
            diagnostic.primary = frames.iter().find_map(|frame| frame.place.clone());
            if let Some(FrameLines::Source(at, _)) = problem.frames.first().map(|frame| &frame.lines) {
                let _ = library_values::locate(diagnostic, sentence, at);
            }
        }
        diagnostic.frames.extend_from_slice(&frames);
    }
    if let [diagnostic] = &mut found[before..]
        && let Some(problem) = of_code(problem, all, keys, diagnostic)
        && let Some((_, explanation)) = recognisers::explain(&problem)
    {
        explanation.apply(diagnostic);
    }
}

/// A problem of code that consists of one sentence, for recognisers. `all` are the problems of the run.
fn of_code<'a>(
    problem: &'a TemplateProblem,
    all: &'a [TemplateProblem],
    keys: Keys<'a>,
    diagnostic: &'a Diagnostic,
) -> Option<Problem<'a>> {
    let message = sentence(&problem.message)?;
    let at = match problem.frames.first().map(|frame| &frame.lines) {
        Some(FrameLines::Source(at, _)) if !message.at.is_known() => at,
        _ => &message.at,
    };
    Some(Problem { message, at, problems: all, keys, diagnostic })
}

/// The place of a mistake in YAML: its part of the line, which the parser often notices below it.
fn mistake_in_yaml(message: &Message) -> Option<Position> {
    let Some(Cause::Yaml(mistake)) = &message.cause else { return None };
    let source = message.at.source().filter(|_| message.at.is_known())?;
    let line = mistake.line().and_then(|line| u32::try_from(line).ok()).unwrap_or(message.at.line());
    let range = source.line_range(line)?;
    match marked(&source.text[range.clone()], mistake) {
        Some(part) => {
            let part = range.start + part.start..range.start + part.end;
            Some(Position::new(source.clone(), line).with_span(part))
        }
        None if line == message.at.line() => None,
        None => Some(Position::new(source.clone(), line)),
    }
}

/// The position that shows the problem of a message, where ytt has that of the value or the document.
fn shown(message: &Message) -> Position {
    let better = match &message.cause {
        Some(Cause::KeyNotText { .. }) => key_position::written_key(&message.at),
        Some(Cause::NotPlain) => first_template_line(&message.at),
        Some(Cause::Annotation { name, mistake }) => fixes::annotations::inherited(name, mistake, &message.at),
        _ => None,
    };
    better.unwrap_or_else(|| message.at.clone())
}

/// The key at the position of a message about a value.
fn named(message: &Message) -> Option<String> {
    let is_of_value = matches!(message.cause, Some(Cause::WrongType { .. } | Cause::OtherKind { .. }));
    let (source, span) = (message.at.source()?, message.at.own_span().filter(|_| is_of_value)?);
    let key = source.text.get(span.clone())?;
    let is_key = source.text[span.end..].trim_start_matches(['"', '\'', ' ']).starts_with(':');
    (is_key && !key.contains('\n')).then(|| key.trim_matches(['"', '\'']).to_owned())
}

/// The first annotation or code of a file.
fn first_template_line(at: &Position) -> Option<Position> {
    let source = at.source()?;
    let start = source.text.find("#@")?;
    let number = source.line_at(start);
    let end = source.line_range(number)?.end;
    Some(Position::new(source.clone(), number).with_span(start..end))
}

/// The fixes of a message about a position.
fn message_fixes(message: &Message, at: &Position) -> Vec<Fix> {
    let annotations = message.related.iter().filter(|related| related.label == "annotation").map(|related| &related.at);
    let annotations: Vec<&Position> = annotations.collect();
    let respelled = fixes::respelled(&message.remedies, at, &annotations);
    let missing_ok = fixes::missing_item_ok(&message.remedies, &annotations);
    let at_cause = fixes::of_cause(message.cause.as_ref(), at);
    let expecting = fixes::expecting_all(message.cause.as_ref(), &annotations);
    let mut all = fixes::all(&message.remedies, at);
    if let Some(Cause::NoExport { name, nearest: Some(nearest), .. }) = &message.cause {
        fixes::loads::rename_uses(&mut all, at, name, nearest);
    }
    let braces = fixes::quoted_braces(&message.text, at);
    all.into_iter().chain(respelled).chain(missing_ok).chain(at_cause).chain(expecting).chain(braces).collect()
}

/// Whether the message starts with the name of the function that failed, as in `json.decode: …`. The names of template
/// instructions are internal, and messages about YAML, values and overlays do not need one.
fn names_its_function(code: Code) -> bool {
    matches!(
        code,
        Code::Attribute
            | Code::Arguments
            | Code::Operator
            | Code::Module
            | Code::FailedAssertion
            | Code::Template
            | Code::Load
            | Code::Library
            | Code::File
            | Code::Limit
    )
}

/// The message of an error that consists of one sentence.
fn sentence(error: &Error) -> Option<&Message> {
    match &*error.0 {
        ErrorKind::Message(message) => Some(message),
        ErrorKind::Context(_, inner) => sentence(inner),
        _ => None,
    }
}

fn first_line(text: &str) -> String {
    text.trim_start_matches('\n').lines().next().unwrap_or_default().to_owned()
}

fn frame(frame: &crate::diagnostics::Frame) -> Option<Frame> {
    let (at, code) = match &frame.lines {
        FrameLines::None => return None,
        FrameLines::Source(at, code) => (place(at), code.clone()),
        FrameLines::Generated { code, before, after, .. } => {
            let near = before.as_ref().or(after.as_ref());
            (near.and_then(|(at, _)| place(at)), code.clone())
        }
    };
    Some(Frame { name: frame.name.clone(), place: at, code })
}

fn schema(report: &SchemaReport, keys: Keys<'_>, found: &mut Vec<Diagnostic>) {
    found.extend(report.findings.iter().map(|finding| schema_finding(finding, &report.summary)));
    report.others.iter().for_each(|other| collect(other, keys, found));
}

fn schema_finding(finding: &SchemaFinding, summary: &str) -> Diagnostic {
    let mut related: Vec<RelatedPlace> = labelled(&finding.defined, "definition").into_iter().collect();
    let mut primary = finding.at.clone();
    if let Some((annotation, others)) = finding.annotations.split_last() {
        // The problem is in the annotation; the node shows what it applies to.
        primary = annotation.clone();
        let node = labelled(&finding.at, "node").filter(|node| related.iter().all(|known| known.span != node.span));
        related.extend(node);
        related.extend(others.iter().filter_map(|at| labelled(at, "annotation")));
    } else if finding.code == Code::UnexpectedKey {
        // For an unexpected key, the position is that of the key and not of its value.
        primary = key_position::key_at(&finding.at, &finding.found).unwrap_or(primary);
    }
    if finding.origin.is_known() {
        related.extend(finding.annotations.last().and_then(|at| labelled(at, "annotation")));
        primary = finding.origin.clone();
    }
    let key = match finding.cause {
        Some(Cause::NoType | Cause::ItemCount { .. }) => key_position::written_key(&finding.at),
        _ => None,
    };
    let key =
        key.as_ref().and_then(|key| key.source()?.text.get(key.own_span()?)).map(|key| key.trim_matches(['"', '\'']));
    let mut hints = finding.hints.clone();
    let cause = finding.cause.as_ref();
    // `False` and `yes` are booleans in YAML, too.
    let can_unquote = finding.remedies.iter().any(|remedy| match remedy {
        Remedy::Unquote { .. } => true,
        Remedy::Choose { found, .. } if finding.expected.starts_with("boolean") => {
            matches!(scalars::resolve(found.trim_matches(['"', '\''])), Scalar::Bool(_))
        }
        _ => false,
    });
    let is_collection = |text: &str| {
        finding.expected.starts_with("array") && text.contains("=[")
            || finding.expected.starts_with("map") && text.contains("={")
    };
    if let Some(source) = finding.at.source()
        && let Some(flag) = source.yaml_flag().filter(|_| can_unquote || is_collection(&source.text))
    {
        hints.push(always_a_string(flag));
    }
    // Other items of a list may be strings.
    let is_item = finding.path.as_ref().is_some_and(|path| path.contains('['));
    let of_empty_default = || fixes::of_empty_default(&finding.found, &finding.defined);
    Diagnostic {
        code: finding.code.to_string(),
        headline: headline(finding.code, finding.cause.as_ref(), finding.path.as_deref().or(key)),
        message: finding.description.clone().unwrap_or_else(|| summary.to_owned()),
        path: finding.path.clone(),
        primary: place(&primary),
        related,
        found: Some(finding.found.clone()).filter(|text| !text.is_empty()),
        expected: Some(finding.expected.clone()).filter(|text| !text.is_empty()),
        hints,
        fixes: fixes::of_type_word(&finding.found, &finding.defined)
            .into_iter()
            .chain(fixes::all(&finding.remedies, &finding.at))
            .chain(fixes::of_cause(cause, &primary))
            .chain((!is_item).then(of_empty_default).flatten())
            .collect(),
        ..Diagnostic::default()
    }
}

/// The hint that a value would be right if it were read as YAML.
pub(crate) fn always_a_string(yaml_flag: &str) -> String {
    format!("this flag always sets a string; {yaml_flag} reads its value as YAML")
}

fn violations(invalid: &Invalid, found: &mut Vec<Diagnostic>) {
    for violation in &invalid.violations {
        // The author of a rule that fails by itself has to change it, not the one of the value.
        let (code, at, (other, label)) = match violation.cause {
            Some(Cause::RuleFails { .. }) => (Code::Rule, &violation.rule, (&invalid.at, "value")),
            _ => (Code::Violation, &invalid.at, (&violation.rule, "rule")),
        };
        found.push(Diagnostic {
            severity: Severity::Error,
            code: code.to_string(),
            headline: headline(code, violation.cause.as_ref(), Some(&invalid.path)),
            message: format!("must be: {}", violation.description),
            path: Some(invalid.path.clone()),
            primary: place(at),
            related: labelled(other, label).into_iter().collect(),
            found: Some(violation.found.clone()).filter(|text| !text.is_empty()),
            expected: Some(violation.description.clone()),
            fixes: match &violation.cause {
                Some(Cause::RuleFails { why }) => fixes::annotations::of_rule(why.as_deref(), &violation.rule),
                _ => fixes::all(&violation.remedies, &invalid.at),
            },
            ..Diagnostic::default()
        });
    }
}

/// Advice that follows from the cause of a message.
fn advice(message: &Message) -> Option<String> {
    match message.cause.as_ref()? {
        Cause::Yaml(YamlMistake::Helm { line, text }) => {
            let found = message.at.source().map(|source| helm::helm_lines(&source.text)).unwrap_or_default();
            let found = found.into_iter().find(|found| found.line as usize == *line);
            found.or_else(|| helm::line(text))?.advice()
        }
        Cause::Yaml(mistake) => headline::yaml::advice(mistake),
        _ => None,
    }
}

fn related(related: &Related, cause: Option<&Cause>) -> Option<RelatedPlace> {
    definitions::called(related, cause).or_else(|| labelled(&related.at, &related.label))
}

/// A place with a label, if it is known.
pub(crate) fn labelled(position: &Position, label: &str) -> Option<RelatedPlace> {
    let place = place(position)?;
    Some(RelatedPlace { file: place.file, span: place.span, label: label.to_owned() })
}
