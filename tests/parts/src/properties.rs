//! Properties of single parts of a run that hold for any input: nothing panics, positions are within the text, and printed values
//! parse to the same values.
//!
//! Each function runs one part on a text, with small limits. An error describes a property that does not hold. The fuzzers
//! (tests/fuzz) generate the texts; their findings are tried in each test run.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::execution;
use ytterby_diagnostics::{Error, ErrorKind};
use ytterby_limits::Limits;
use ytterby_schema_io::{describe, json_schema, markdown, open_api};
use ytterby_starlark::Session;
use ytterby_starlark::extensions::Extensions;
use ytterby_starlark::program::Program;
use ytterby_syntax::{self as syntax, TemplateNames};
use ytterby_text::positions::{Position, Source};
use ytterby_yaml::json::Layout;
use ytterby_yaml::node::{DeepCopy, Node};
use ytterby_yaml::reader::{self, ReadOptions};
use ytterby_yaml::tree::{DocumentSet, Meta, Value};
use ytterby_yaml::{format, json, printer};
use ytterby_ytt::overlay::{self, Onto};
use ytterby_ytt::schema::{Defaults, Kind, Type, accepting_items};
use ytterby_ytt::template::{self, TemplateOptions};
use ytterby_ytt::workspace::Execution;

/// A description of a property that does not hold.
pub type Checked = Result<(), String>;

/// Limits under which no input takes long.
pub fn small_limits() -> Limits {
    Limits {
        steps: 20_000,
        alias_nodes: 10_000,
        output_bytes: 1 << 20,
        sequence_length: 100_000,
        memory_bytes: 64 << 20,
        ..Limits::default()
    }
}

/// Reader, printer and formatter.
pub fn reader(bytes: &[u8]) -> Checked {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let limits = small_limits();
    let options = |strict| ReadOptions {
        strict,
        max_nesting: limits.nesting,
        max_alias_nodes: limits.alias_nodes,
        ..ReadOptions::default()
    };
    let source = Source::new("file.yml", text);
    let read = |strict| reader::read(&source, bytes, &options(strict));
    // If it succeeds, its values are those of the lax reader.
    let strictly = read(true);
    let documents = match read(false) {
        Ok(documents) => documents,
        Err(error) => return error_lies_in(&error, &source),
    };
    match strictly {
        Ok(strict) if !same_documents(&strict, &documents) => return Err("strict is another".to_owned()),
        Ok(_) => {}
        Err(error) => error_lies_in(&error, &source)?,
    }
    nodes_lie_in(&documents, &source)?;

    let printed = printer::print(&documents.items);
    let (with_nodes, lines) = printer::print_with_nodes(&documents.items, usize::MAX);
    if with_nodes != printed || lines.len() != printed.lines().count() {
        return Err(format!("{} lines have nodes, of\n{printed}", lines.len()));
    }
    for document in documents.iter() {
        // Values that JSON does not have are errors.
        let _ = json::json(&document.value, Layout::COMPACT);
    }
    // ytt's formatter may write text that is not valid YAML.
    let _ = format::format(&documents);
    if documents.iter().any(|document| has_key_that_does_not_read_back(&document.value)) {
        return Ok(());
    }
    reads_back(&printed, &documents, &options(false))
}

/// Whether the text parses to the same documents. A text without aliases may exceed the limits.
fn reads_back(text: &str, documents: &DocumentSet, options: &ReadOptions) -> Checked {
    match reader::read(&Source::new("printed.yml", text), text.as_bytes(), options) {
        Ok(again) if same_documents(&again, documents) => Ok(()),
        Ok(again) => Err(format!("printed, it reads as something else: {text:?}\n{again:?}\nwas {documents:?}")),
        Err(error) => Err(format!("printed, it does not read: {text:?}\n{error:?}")),
    }
}

/// The front end of programs, on a Starlark file, a text template and a YAML template with this text.
pub fn front_end(text: &str) -> Checked {
    let source = Source::new("file.yml", text);
    program_compiles(&template::compile_starlark(&source, 1))?;
    if text.contains("(@") {
        match template::compile_text(&source, 1) {
            Ok(program) => program_compiles(&program)?,
            Err(error) => error_lies_in(&error, &source)?,
        }
    }
    if !text.contains('#') {
        return Ok(());
    }
    let Ok(documents) = reader::read(&source, text.as_bytes(), &ReadOptions::default()) else { return Ok(()) };
    if !template::has_templating(&documents) {
        return Ok(());
    }
    match template::compile_yaml(&documents, &source, 1, &TemplateOptions::default()) {
        Ok(program) => program_compiles(&program),
        Err(error) => error_lies_in(&error, &source),
    }
}

/// A program is parsed and resolved, or has problems with positions in it.
fn program_compiles(program: &Program) -> Checked {
    let lines: Vec<&str> = program.lines.iter().map(|line| line.code.as_str()).collect();
    let names = TemplateNames { prefix: "__ytt_tpl1_" };
    let template = (!program.nodes.items.is_empty()).then_some(names);
    let whole = lines.join("\n");
    let syntax = syntax::Options { template, ..syntax::Options::default() };
    let parsed = syntax::parse(&lines, &syntax).map_err(|problem| vec![problem]);
    match parsed.and_then(|parsed| parsed.resolve(&syntax).map(drop)) {
        Ok(()) => Ok(()),
        Err(problems) if problems.is_empty() => Err("no program, and no problem".to_owned()),
        Err(problems) => {
            for problem in &problems {
                // Code in a text template may have several lines; a single carriage return ends one, as in starlark-go.
                let count = whole.split(['\n', '\r']).count();
                if problem.line as usize > count + 1 {
                    return Err(format!("there is no such line, of {count}: {problem:?}"));
                }
                if let Some(span) = &problem.span {
                    lies_in(span, &whole).map_err(|place| format!("{problem:?}: {place}"))?;
                    if let Some(range) = program.in_template(span) {
                        lies_in(&range, &program.source.text).map_err(|place| format!("{problem:?}: {place}"))?;
                    }
                }
            }
            Ok(())
        }
    }
}

/// Schema: its exports, its defaults, and the check of the data values of another file; with and without the schema proposal.
pub fn schema(schema: &str, values: &str) -> Checked {
    // Plain values or a JSON Schema.
    let imported = ytterby::import_schema(schema, None);
    if imported.schema.is_some() == imported.error.is_some() {
        return Err(format!("both or neither: {imported:?}"));
    }
    schema_with(Extensions::default(), schema, values)?;
    schema_with(Extensions { schema_proposal: true }, schema, values)
}

fn schema_with(extensions: Extensions, schema: &str, values: &str) -> Checked {
    let files = [("schema.yml", schema), ("values.yml", values)];
    let started = Started::new(&files);
    started.session.extensions.set(extensions);
    let calls = &mut started.session.calls();
    let Ok(schemas) = started.root.schemas(&[], calls) else { return Ok(()) };
    let schema = &schemas.schema;
    if let Some((document, _)) = json_schema::document(schema) {
        // A schema with a root that is not a map is rejected.
        let _ = ytterby::import_schema(&document.to_string(), None);
    }
    let _ = (
        describe::root(schema).as_ref().map(markdown::document),
        printer::print([&Node::new(open_api::document(schema))]),
    );
    if let Some(mut defaults) = schema.default_data_values() {
        let findings = schema.assign_and_check(&mut defaults, &mut Defaults::default(), calls).unwrap_or_default();
        if let Some(finding) = findings.first().filter(|_| !hides_a_key(&schema.root.ty)) {
            return Err(format!("the defaults do not fit: {finding:?}"));
        }
    }
    let _ = started.root.values(&[], schema, calls);
    let source = Source::new("values.yml", values);
    let Ok(documents) = reader::read(&source, values.as_bytes(), &ReadOptions::default()) else { return Ok(()) };
    let mut filled_in = Defaults::default();
    for document in documents.items {
        let findings = schema.assign_and_check(&mut document.borrow_mut(), &mut filled_in, calls);
        for finding in findings.unwrap_or_default() {
            for at in [&finding.at, &finding.defined].into_iter().chain(&finding.annotations) {
                position_is_sound(at)?;
            }
        }
    }
    Ok(())
}

/// Whether an item of a map in a schema matches the key of a later one, so that the default of the latter is checked
/// against the type of the former (proposal: "@schema/key", Notes).
fn hides_a_key(ty: &Type) -> bool {
    match &ty.kind {
        Kind::Map(fields) => fields.items().iter().enumerate().any(|(place, field)| {
            (field.is_filled_in() && accepting_items(fields, &field.key) != [place]) || hides_a_key(&field.slot.ty)
        }),
        Kind::Array(item) => hides_a_key(&item.ty),
        Kind::Nullable(inner) => hides_a_key(inner),
        Kind::OneOf(one_of) => one_of.alternatives.iter().any(hides_a_key),
        Kind::Scalar(_) | Kind::Any => false,
    }
}

/// Overlays: evaluates the templates of two files and applies their overlays to their other documents; then applies all documents
/// of the second to the first, as `overlay.apply` does.
pub fn overlay(left: &str, right: &str) -> Checked {
    let started = Started::new(&[("left.yml", left), ("right.yml", right)]);
    let calls = &mut started.session.calls();
    let root = &started.root;
    let Ok(schemas) = root.schemas(&[], calls) else { return Ok(()) };
    let Ok(values) = root.values(&[], &schemas.schema, calls) else { return Ok(()) };
    let Ok(evaluation) = root.evaluate(values.document.value, values.below, schemas.below) else {
        return Ok(());
    };
    if let [(_, left), (_, right)] = &evaluation.documents[..] {
        for onto in [Onto::Matched, Onto::First, Onto::FirstOfAnyKind] {
            if let Ok(applied) = overlay::apply(left.deep_copy(), right.deep_copy(), onto, calls) {
                let _ = printer::print_with_nodes(&applied.items, usize::MAX);
            }
        }
    }
    match overlay::post_process(evaluation.documents, |_| String::new(), calls, None) {
        Ok(files) => {
            for (_, documents) in files {
                let _ = printer::print_with_nodes(&documents.items, usize::MAX);
            }
            Ok(())
        }
        Err(error) => positions(&error).into_iter().try_for_each(position_is_sound),
    }
}

/// A run before its first step. Its templates refer to it, so it must be ended.
struct Started {
    root: Execution,
    session: Rc<Session>,
}

impl Started {
    fn new(files: &[(&str, &str)]) -> Started {
        let (root, session) = execution(files, small_limits());
        Started { root, session }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.session.end();
    }
}

/// ytt prints arrays in keys with their lines, and the string `<<` without quotes, which is then a merge key.
fn has_key_that_does_not_read_back(value: &Value) -> bool {
    match value {
        Value::Map(map) => map.borrow().iter().any(|item| {
            matches!(item.key, Value::Map(_) | Value::Array(_))
                || matches!(&item.key, Value::Str(text) if &**text == "<<")
                || has_key_that_does_not_read_back(&item.value)
        }),
        Value::Array(array) => array.borrow().iter().any(|item| has_key_that_does_not_read_back(&item.value)),
        _ => false,
    }
}

/// Whether both have the same values, as far as YAML distinguishes them: whole floats are printed as integers.
fn same_documents(one: &DocumentSet, other: &DocumentSet) -> bool {
    let seen = |documents: &DocumentSet| -> Vec<Value> {
        let seen = documents.iter().filter(|document| !document.injected && !document.is_empty());
        seen.map(|document| document.value.clone()).collect()
    };
    let (one, other) = (seen(one), seen(other));
    one.len() == other.len() && one.iter().zip(&other).all(|(one, other)| same_value(one, other))
}

fn same_value(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Map(one), Value::Map(other)) => {
            let (one, other) = (one.borrow(), other.borrow());
            one.items.len() == other.items.len()
                && one
                    .iter()
                    .zip(other.iter())
                    .all(|(one, other)| same_value(&one.key, &other.key) && same_value(&one.value, &other.value))
        }
        (Value::Array(one), Value::Array(other)) => {
            let (one, other) = (one.borrow(), other.borrow());
            one.items.len() == other.items.len()
                && one.iter().zip(other.iter()).all(|(one, other)| same_value(&one.value, &other.value))
        }
        (Value::Float(one), Value::Float(other)) => one == other || one.is_nan() && other.is_nan(),
        (Value::Float(float), Value::Int(int)) | (Value::Int(int), Value::Float(float)) => *float == *int as f64,
        (Value::Float(float), Value::UInt(int)) | (Value::UInt(int), Value::Float(float)) => *float == *int as f64,
        (one, other) => one == other,
    }
}

/// All nodes have positions in the text, and their comments are the text at their positions.
fn nodes_lie_in(documents: &DocumentSet, source: &Arc<Source>) -> Checked {
    for document in documents.iter() {
        meta_lies_in(&document.meta, source)?;
        value_lies_in(&document.value, source)?;
    }
    Ok(())
}

fn value_lies_in(value: &Value, source: &Arc<Source>) -> Checked {
    match value {
        Value::Map(map) => map.borrow().iter().try_for_each(|item| {
            meta_lies_in(&item.meta, source)?;
            value_lies_in(&item.key, source)?;
            value_lies_in(&item.value, source)
        }),
        Value::Array(array) => array.borrow().iter().try_for_each(|item| {
            meta_lies_in(&item.meta, source)?;
            value_lies_in(&item.value, source)
        }),
        _ => Ok(()),
    }
}

fn meta_lies_in(meta: &Meta, source: &Arc<Source>) -> Checked {
    let comments = meta.comments().iter().map(|comment| &comment.position);
    comments.chain([&meta.position]).try_for_each(|at| {
        position_lies_in(at, source)?;
        match at.own_span().map(|span| source.line_at(span.start)) {
            Some(line) if line != at.line() && !has_other_breaks(&source.text) => {
                Err(format!("{at:?} is in line {line} of {:?}", source.text))
            }
            _ => Ok(()),
        }
    })
}

fn error_lies_in(error: &Error, source: &Arc<Source>) -> Checked {
    positions(error).into_iter().try_for_each(|at| position_lies_in(at, source))
}

/// All positions of an error.
fn positions(error: &Error) -> Vec<&Position> {
    match &*error.0 {
        ErrorKind::Message(message) => {
            std::iter::once(&message.at).chain(message.related.iter().map(|related| &related.at)).collect()
        }
        ErrorKind::Context(_, inner) | ErrorKind::ContextLine(_, inner) => positions(inner),
        ErrorKind::Template(problems) => problems.iter().flat_map(|problem| positions(&problem.message)).collect(),
        ErrorKind::Schema(report) => {
            report.findings.iter().flat_map(|finding| [&finding.at, &finding.defined]).collect()
        }
        ErrorKind::Violations(invalid) => invalid.iter().map(|invalid| &invalid.at).collect(),
    }
}

/// The position is in this text, or unknown.
fn position_lies_in(at: &Position, source: &Arc<Source>) -> Checked {
    match at.source() {
        Some(own) if !Arc::ptr_eq(own, source) => Err(format!("{at:?} is in another text")),
        _ => position_is_sound(at),
    }
}

fn position_is_sound(at: &Position) -> Checked {
    let Some(source) = at.source().filter(|_| at.memory_text().is_none()) else { return Ok(()) };
    if at.is_known() && source.line_range(at.line()).is_none() && !has_other_breaks(&source.text) {
        return Err(format!("there is no line {} in {:?}", at.line(), source.text));
    }
    let Some(span) = at.own_span() else { return Ok(()) };
    lies_in(&span, &source.text)
}

/// Whether YAML has more line breaks in the text than ytt counts: a single CR is one for YAML.
fn has_other_breaks(text: &str) -> bool {
    text.replace("\r\n", "\n").contains(['\r', '\u{85}', '\u{2028}', '\u{2029}'])
}

/// The range is within the text, and its ends are between characters.
fn lies_in<T: Copy + TryInto<usize>>(range: &Range<T>, text: &str) -> Checked {
    let (start, end) = (range.start.try_into().unwrap_or(usize::MAX), range.end.try_into().unwrap_or(usize::MAX));
    if text.get(start..end).is_some() { Ok(()) } else { Err(format!("{start}..{end} is no part of {text:?}")) }
}

/// Two files in one text, separated by the line `-- --`.
pub fn two_files(text: &str) -> (&str, &str) {
    text.split_once("\n-- --\n").unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    fn entries(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
        let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        entries.iter().map(fs::DirEntry::path).collect()
    }

    fn in_two(bytes: &[u8], property: impl Fn(&str, &str) -> Checked) -> Checked {
        let text = String::from_utf8_lossy(bytes);
        let (first, second) = two_files(&text);
        property(first, second)
    }

    /// There is a folder for each target, with a file for each finding.
    #[test]
    fn what_fuzzing_found_is_fixed() {
        let (mut inputs, mut broken) = (0, Vec::new());
        for target in entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/found")) {
            for file in entries(&target) {
                inputs += 1;
                let bytes = fs::read(&file).expect("a file");
                let result = match target.file_name().and_then(|name| name.to_str()) {
                    Some("reader") => reader(&bytes),
                    Some("front_end") => front_end(&String::from_utf8_lossy(&bytes)),
                    Some("schema") => in_two(&bytes, schema),
                    Some("overlay") => in_two(&bytes, overlay),
                    _ => panic!("{}: no such target", target.display()),
                };
                broken.extend(result.err().map(|problem| format!("{}: {problem}", file.display())));
            }
        }
        assert!(broken.is_empty(), "{}", broken.join("\n"));
        assert!(inputs >= 6, "{inputs} inputs");
    }

    #[test]
    fn claims_hold_for_what_is_as_it_should_be() {
        assert_eq!(reader("a: [1, 2.0, 'x']\n# é\nb: &x {c: .nan}\nd: *x\n--- !!binary aGk=\n".as_bytes()), Ok(()));
        assert_eq!(front_end("#@ def f(x): # y\n#@   return x+1\n#@ end\na: #@ f(1)\n"), Ok(()));
        assert_eq!(front_end("a (@= 1 @) b (@ if True: @) c (@ end @)"), Ok(()));
        assert_eq!(schema("#@data/values-schema\n---\na: 1\nb: ['']\n", "#@data/values\n---\nb: [x]\n"), Ok(()));
        let definition = "#@schema\n---\na:\n  #@schema/any-key\n  _: 1\n#@schema/type one_of='int'\nb: 1\n";
        assert_eq!(schema(definition, "#@data/values\n---\na: {c: 2}\n"), Ok(()));
        let right = "#@ load('@ytt:overlay', 'overlay')\n#@overlay/match by=overlay.all\n---\na: 2\n";
        assert_eq!(overlay("a: 1\n---\na: 3\n", right), Ok(()));
    }

    #[test]
    fn failures_are_described() {
        let source = Source::new("a.yml", "é: 1\nb: 2\n");
        let at = |line, span| Position::new(source.clone(), line).with_span(span);
        assert_eq!(position_is_sound(&at(1, 0..2)), Ok(()));
        assert!(position_is_sound(&at(1, 0..1)).is_err_and(|problem| problem.contains("0..1 is no part")));
        assert!(meta_lies_in(&Meta::at(at(1, 6..7)), &source).is_err_and(|problem| problem.contains("is in line 2")));
        assert!(position_is_sound(&at(9, 0..2)).is_err_and(|problem| problem.contains("no line 9")));
        assert!(position_lies_in(&at(1, 0..2), &Source::new("b.yml", "")).is_err());
        assert!(!same_value(&Value::Float(1.5), &Value::Int(1)) && same_value(&Value::Float(2.0), &Value::Int(2)));
    }
}
