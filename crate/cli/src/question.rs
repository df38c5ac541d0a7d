//! `ytterby request`: answers each JSON object on standard input with one line of JSON on standard output.
//!
//! An object is a request, or a question: the name of an export of the wasm with its arguments. One that is malformed, for instance
//! because of an unknown field, is answered with `{"error": "files[0]: unknown field `contents`, …"}`, where the wasm throws.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use ytterby::Clock;
use ytterby::boundary::{ImportFormat, Request, RequestFile, Response, SchemaFormat};
use ytterby::bundle::{self, Bundle, BundleRead};

/// The arguments of the export `exportSchema`, answered with a [`SchemaExport`](ytterby::boundary::SchemaExport).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportSchema {
    request: Request,
    format: SchemaFormat,
}

/// The arguments of the export `diffSchemas`, answered with a [`SchemaDiff`](ytterby::boundary::SchemaDiff).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiffSchemas {
    request: Request,
    old: Vec<RequestFile>,
}

/// The arguments of the export `valuesInCode`, answered with [`ValuesInCode`](ytterby::boundary::in_code::ValuesInCode).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ValuesInCode {
    request: Request,
    files: Vec<String>,
}

/// The arguments of the export `importSchema`, answered with a [`SchemaImport`](ytterby::boundary::SchemaImport). Without a format, it is
/// recognised; the text alone can be the argument, too.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ImportSchema {
    text: String,
    format: Option<ImportFormat>,
}

/// The answer to a malformed object.
#[derive(Serialize)]
struct Malformed {
    error: String,
}

/// Answers all objects on standard input. Returns whether none was malformed; fails if the input is not JSON.
pub(crate) fn answer_all(clock: &Clock) -> Result<bool, Box<dyn std::error::Error>> {
    let mut all_good = true;
    let mut out = io::stdout().lock();
    // serde_json reads single bytes, each of which would be a system call.
    let input = io::BufReader::new(io::stdin().lock());
    for asked in serde_json::Deserializer::from_reader(input).into_iter::<Value>() {
        let answer = answer(asked?, clock).unwrap_or_else(|error| {
            all_good = false;
            to_json(&Malformed { error })
        });
        out.write_all(answer.as_bytes())?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(all_good)
}

/// The response to a request, or the answer to a question, as JSON. Fails with a message that names the field if it is malformed.
fn answer(asked: Value, clock: &Clock) -> Result<String, String> {
    let questions = [
        "exportSchema", "diffSchemas", "phases", "valuesInCode", "importSchema", "format", "readBundle", "writeBundle",
    ];
    let Some(question) = questions.into_iter().find(|question| asked.get(question).is_some()) else {
        return respond(asked, clock).map(|response| to_json(&response));
    };
    let Value::Object(mut fields) = asked else {
        return Err("expected an object".to_owned());
    };
    let argument = fields.remove(question).unwrap_or_default();
    if let Some((other, _)) = fields.into_iter().next() {
        return Err(format!("unknown field `{other}` beside `{question}`"));
    }
    Ok(match question {
        "exportSchema" => {
            let ExportSchema { request, format } = read(argument)?;
            to_json(&ytterby::export_schema(&request, format, clock.clone()))
        }
        "diffSchemas" => {
            let DiffSchemas { request, old } = read(argument)?;
            to_json(&ytterby::diff_schemas(&request, &old, clock.clone()))
        }
        "phases" => to_json(&ytterby::phases(&read(argument)?, clock.clone())),
        "valuesInCode" => {
            let ValuesInCode { request, files } = read(argument)?;
            to_json(&ytterby::values_in_code(&request, &files, clock.clone()))
        }
        "importSchema" => {
            let ImportSchema { text, format } = match argument {
                Value::String(text) => ImportSchema { text, format: None },
                argument => read(argument)?,
            };
            to_json(&ytterby::import_schema(&text, format))
        }
        "format" => to_json(&ytterby::format(&read::<String>(argument)?, clock.clone())),
        "readBundle" => to_json(&BundleRead::of(&read::<String>(argument)?)),
        _ => to_json(&bundle::write(&read::<Bundle>(argument)?)),
    })
}

/// Runs a request. An unclosed quote in its command line is a mistake of its user, which the response reports.
fn respond(mut asked: Value, clock: &Clock) -> Result<Response, String> {
    let Some(mut response) = asked.get("args").and_then(Value::as_str).and_then(Response::to_unclosed_quote) else {
        return Ok(ytterby::render(&read(asked)?, clock.clone()));
    };
    if let Some(fields) = asked.as_object_mut() {
        fields.remove("args");
    }
    response.inputs = ytterby::inputs_of(&read(asked)?);
    Ok(response)
}

fn read<T: for<'de> Deserialize<'de>>(value: Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error| match error.path().iter().len() {
        0 => error.inner().to_string(),
        _ => error.to_string(),
    })
}

fn to_json<T: Serialize>(answer: &T) -> String {
    // Answers have no maps with other keys than texts, the only values that JSON does not have.
    serde_json::to_string(answer).unwrap_or_default()
}
