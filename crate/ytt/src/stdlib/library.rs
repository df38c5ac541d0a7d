//! `@ytt:library`: evaluates other libraries.

use std::rc::Rc;

use super::arguments;
use super::data::surroundings;
use super::surroundings::{Library, LibraryOptions};
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::natives::{self, Call, Captured, Evaluation, Maps, ModuleBuilder, Value};
use crate::yaml::tree;

module! {
    "library" "Other libraries, evaluated by this one.",
    "library.get" "(name, alias=\"\", strict=False, ignore_unknown_comments=False, implicit_map_key_overrides=False)"
        "The library of that name under _ytt_lib: with_data_values(), with_data_values_schema(), eval(), export(), data_values()."
        => Function(get),
}

/// `library.get(path, alias=…, strict=…, …)`.
fn get<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let path = arguments::only_string(call)?;
    let mut options = LibraryOptions::default();
    for (name, value) in call.kwargs() {
        match *name {
            "alias" => options.alias = arguments::string(*value)?.to_owned(),
            "ignore_unknown_comments" => options.ignore_unknown_comments = Some(arguments::boolean(*value)?),
            "implicit_map_key_overrides" => options.implicit_map_key_overrides = Some(arguments::boolean(*value)?),
            "strict" => options.strict = Some(arguments::boolean(*value)?),
            "dangerous_data_values_disable_validation" => options.skip_validation = arguments::boolean(*value)?,
            _ => return Err(arguments::wrong(format!("Unexpected kwarg '{name}'"))),
        }
    }
    if let Some(meant) = path.strip_prefix('@') {
        let cause = Cause::NoLibrary { path: path.to_owned(), nearest: Some(meant.to_owned()), others: Vec::new() };
        let text = format!("Expected library '{path}' to be specified without '@'");
        return Err(Error::message(text).caused(cause));
    }
    Ok(library_value(surroundings(captured)?.library(path, options)?, eval))
}

fn library_value<'v>(library: Rc<dyn Library>, eval: &dyn Evaluation<'v>) -> Value<'v> {
    let heap = eval.heap();
    ModuleBuilder::new(heap, "library")
        .capturing(vec![natives::opaque(heap, library)])
        .failing(Code::Library)
        .function("library.with_data_values", with_data_values)
        .function("library.with_data_values_schema", with_data_values_schema)
        .function("library.eval", evaluate)
        .function("library.export", export)
        .function("library.data_values", data_values)
        .build()
}

fn library_receiver<'v>(captured: &Captured<'v>) -> Result<&'v Rc<dyn Library>, Error> {
    natives::captured(captured).ok_or_else(|| Error::message("expected a library"))
}

fn with_data_values<'v>(
    captured: &Captured<'v>,
    call: &Call<'v>,
    eval: &mut dyn Evaluation<'v>,
) -> Result<Value<'v>, Error> {
    let given = eval.to_tree(arguments::only(call)?)?;
    let mut plain = false;
    for (name, value) in call.kwargs() {
        match *name {
            "plain" => plain = arguments::boolean(*value)?,
            _ => return Err(arguments::wrong(format!("invalid argument name: {name}"))),
        }
    }
    let library = library_receiver(captured)?.with_data_values(given, plain)?;
    Ok(library_value(library, eval))
}

fn with_data_values_schema<'v>(
    captured: &Captured<'v>,
    call: &Call<'v>,
    eval: &mut dyn Evaluation<'v>,
) -> Result<Value<'v>, Error> {
    let schema = eval.to_tree(arguments::only(call)?)?;
    let library = library_receiver(captured)?.with_data_values_schema(schema, &mut *eval.function_caller())?;
    Ok(library_value(library, eval))
}

fn no_arguments(call: &Call<'_>) -> Result<(), Error> {
    if call.args().is_empty() { Ok(()) } else { Err(arguments::wrong("expected no arguments")) }
}

fn evaluate<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let library = library_receiver(captured)?;
    let documents = no_arguments(call)
        .and_then(|()| natives::nested(eval, |calls| library.eval(calls)))
        .map_err(|error| error.context(format!("Evaluating library '{}'", library.description())))?;
    Ok(natives::fragment(eval.heap(), tree::Value::DocumentSet(documents.into())))
}

fn data_values<'v>(
    captured: &Captured<'v>,
    call: &Call<'v>,
    eval: &mut dyn Evaluation<'v>,
) -> Result<Value<'v>, Error> {
    let library = library_receiver(captured)?;
    let tree = no_arguments(call)
        .and_then(|()| natives::nested(eval, |calls| library.data_values(calls)))
        .map_err(|error| error.context(format!("Exporting from library '{}'", library.description())))?;
    eval.value_of(&tree, Maps::Struct)
}

/// `library.export(name, path=…)`.
fn export<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let library = library_receiver(captured)?;
    let found = export_arguments(call).and_then(|(symbol, path)| {
        let module = natives::nested(eval, |calls| library.export(symbol, path, calls))?;
        module
            .get(symbol)
            .cloned()
            .ok_or_else(|| Error::message(format!("Expected to find exported symbol '{symbol}', but did not")))
    });
    let value = found.map_err(|error| error.context(format!("Exporting from library '{}'", library.description())))?;
    eval.import(&value)
}

fn export_arguments<'v>(call: &Call<'v>) -> Result<(&'v str, Option<&'v str>), Error> {
    let symbol = arguments::only_string(call)?;
    let mut path = None;
    for (name, value) in call.kwargs() {
        match *name {
            "path" => path = Some(arguments::string(*value)?).filter(|path| !path.is_empty()),
            _ => return Err(arguments::wrong(format!("Unexpected keyword argument '{name}'"))),
        }
    }
    if symbol.starts_with('_') {
        return Err(Error::message("Symbols starting with '_' are private, and cannot be exported"));
    }
    Ok((symbol, path))
}
