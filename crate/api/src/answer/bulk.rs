//! `--bulk-in`, which has input files as JSON, and `--bulk-out`, which prints output files as JSON.

use crate::boundary::OutputFile;
use crate::byte_text;
use crate::decoding::json::{self, Json};
use crate::diagnostics::Error;
use crate::files::InputFile;
use crate::yaml::json::quoted;

#[derive(Default)]
struct File {
    name: String,
    data: String,
}

/// The files of `--bulk-in`.
pub(crate) fn inputs(text: &str) -> Result<Vec<InputFile>, Error> {
    let files = json::read(&byte_text::to_bytes(text)).and_then(files).map_err(Error::message)?;
    Ok(files.into_iter().map(|file| InputFile::under(&file.name, file.data.into_bytes().into())).collect())
}

/// The files of a JSON value, as Go's `json.Unmarshal` reads ytt's types: the case of names does not matter, other names are ignored,
/// null leaves what was there, and a repeated name adds to what the first one made.
fn files(bulk: Json) -> Result<Vec<File>, String> {
    const PLACE: &str = "Go struct field BulkFiles.files";
    let mut files: Vec<File> = Vec::new();
    for (name, value) in entries(bulk, || "Go value of type template.BulkFiles".to_owned())? {
        match (&*folded(&name), value) {
            ("files", Json::Null) => files.clear(),
            ("files", Json::Array(items)) => {
                files.resize_with(items.len(), File::default);
                for (file, item) in files.iter_mut().zip(items) {
                    fill(file, entries(item, || format!("{PLACE} of type template.BulkFile"))?)?;
                }
            }
            ("files", other) => return Err(mistyped(&other, &format!("{PLACE} of type []template.BulkFile"))),
            // ytt reads the errors of an earlier run, and does not use them.
            ("errors", value) => set(&mut String::new(), value, "BulkFiles.errors")?,
            _ => {}
        }
    }
    Ok(files)
}

fn fill(file: &mut File, entries: Vec<(String, Json)>) -> Result<(), String> {
    for (name, value) in entries {
        match &*folded(&name) {
            "name" => set(&mut file.name, value, "BulkFile.files.name")?,
            "data" => set(&mut file.data, value, "BulkFile.files.data")?,
            _ => {}
        }
    }
    Ok(())
}

fn set(field: &mut String, value: Json, place: &str) -> Result<(), String> {
    match value {
        Json::Null => {}
        Json::String(text) => *field = text,
        other => return Err(mistyped(&other, &format!("Go struct field {place} of type string"))),
    }
    Ok(())
}

/// The entries of an object; none of null.
fn entries(value: Json, place: impl Fn() -> String) -> Result<Vec<(String, Json)>, String> {
    match value {
        Json::Null => Ok(Vec::new()),
        Json::Object(entries) => Ok(entries),
        other => Err(mistyped(&other, &place())),
    }
}

fn mistyped(value: &Json, place: &str) -> String {
    format!("json: cannot unmarshal {} into {place}", value.type_name())
}

/// A name of a field in lower case. Of the letters in ytt's names, only `s` has another form outside of ASCII.
fn folded(name: &str) -> String {
    name.replace('\u{17f}', "s").to_ascii_lowercase()
}

/// The output of `--bulk-out`; `errors` is a string of [`byte_text`]. ytt leaves out empty fields.
pub(crate) fn output(files: &[OutputFile], errors: &str) -> String {
    let file = |file: &OutputFile| {
        format!(
            "{{\"name\":{},\"data\":{}}}",
            quoted(&byte_text::to_bytes(&file.path)),
            quoted(file.content.as_bytes())
        )
    };
    let files = (!files.is_empty()).then(|| files.iter().map(file).collect::<Vec<_>>().join(","));
    let errors = (!errors.is_empty()).then(|| format!("\"errors\":{}", quoted(&byte_text::to_bytes(errors))));
    let fields = files.map(|files| format!("\"files\":[{files}]")).into_iter().chain(errors);
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}
