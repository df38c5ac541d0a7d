//! A fix that creates a schema, where nothing is declared.

use super::{Missing, SCHEMA, declaration};
use crate::boundary::{
    Caret, Content, DataValue, Edit, Fix, ImportFormat, InputKind, OriginKind, Request, RequestFile, Span,
};
use crate::flags;
use crate::inputs::inputs_of;
use crate::yaml::inline::scalar;
use crate::yaml::tree::Value;

/// The path of a new schema that declares data values, and the fix without its title. None if there are data values that it would
/// have to declare, but for scalars of flags and variables.
pub(super) fn declaring(request: &Request, values: Option<&DataValue>, missing: &[Missing]) -> Option<(String, Fix)> {
    let set = values.map_or(&[][..], |values| &values.children);
    let is_set = |key: &String| set.iter().any(|value| value.key == *key);
    if missing.iter().any(|missing| missing.path.first().is_none_or(|key| key.is_empty() || is_set(key))) {
        return None;
    }
    let mut text = format!("#@{SCHEMA}\n---\n");
    if !set.is_empty() {
        let written: Option<String> = set.iter().map(|value| written(value, "")).collect();
        let schema = ytterby_schema_io::import::import(&written?, Some(ImportFormat::Values)).schema?;
        text.push_str(schema.split_once("---\n")?.1);
    }
    for missing in missing {
        text.push_str(&declaration(&missing.path, missing, true)?);
    }
    let (path, args) = place(request, &text)?;
    let start = Caret { line: 1, ..Caret::default() };
    let edit = Edit { file: path.clone(), span: Span { start, end: start }, text };
    Some((path, Fix { title: String::new(), edits: vec![edit], args }))
}

/// A data value of a flag or a variable as a line of YAML, or several.
fn written(value: &DataValue, indentation: &str) -> Option<String> {
    let key = scalar(&Value::str(&*value.key))?;
    match &value.value {
        Some(text) if matches!(value.origin.kind, OriginKind::Flag | OriginKind::Env) && value.r#type != "null" => {
            Some(format!("{indentation}{key}: {text}\n"))
        }
        None if value.r#type == "map" && !value.children.is_empty() => {
            let deeper = format!("{indentation}  ");
            let children: Option<String> = value.children.iter().map(|child| written(child, &deeper)).collect();
            Some(format!("{indentation}{key}:\n{}", children?))
        }
        _ => None,
    }
}

/// An unused path at which the run reads a schema, and the arguments if they have to name it.
fn place(request: &Request, text: &str) -> Option<(String, Option<Vec<String>>)> {
    let named = flags::flag_values(&request.args).into_iter().filter(|(flag, _)| *flag == "file");
    let directories = named.map(|(_, path)| path.trim_start_matches("./").trim_end_matches('/'));
    let directories =
        directories.filter(|path| request.files.iter().any(|file| file.path.starts_with(&format!("{path}/"))));
    let folders: Vec<String> = directories.map(|path| format!("{path}/")).collect();
    let is_read = |path: &str, args: &[String]| {
        let mut request = Request { args: args.to_vec(), ..request.clone() };
        request.files.push(RequestFile { path: path.to_owned(), content: Content::Text(text.to_owned()) });
        inputs_of(&request).last().is_some_and(|input| input.kind == InputKind::Schema)
    };
    let unused = |folder: &str| {
        let paths = (1..).map(|number| match number {
            1 => format!("{folder}schema.yml"),
            _ => format!("{folder}schema-{number}.yml"),
        });
        let is_used = |path: &str| request.files.iter().any(|file| file.path == path);
        paths.into_iter().find(|path| !is_used(path))
    };
    for folder in std::iter::once("").chain(folders.iter().map(String::as_str)) {
        let path = unused(folder)?;
        if is_read(&path, &request.args) {
            return Some((path, None));
        }
    }
    let path = unused("")?;
    let args = [&request.args[..], &["-f".to_owned(), path.clone()]].concat();
    is_read(&path, &args).then_some((path, Some(args)))
}
