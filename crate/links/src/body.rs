//! A playground as bytes, before compression: a line of JSON with everything but the contents of files, then these as they are. In this
//! order, because the beginning of a damaged link can still be read.

use serde_json::{Map, Value, json};

use ytterby::boundary::Content;
use ytterby::bundle::{Args, Bundle, BundleEdit, BundleFile, BundleStep, BundleVariable, BundleVariant};
use ytterby::checks::Check;

use crate::{Opened, Playground, paths, quoted};

/// Files of a playground.
const MOST_FILES: usize = 200;

/// The bytes of a playground. Empty fields are left out; names are short, because every character counts in a link.
pub(crate) fn write(playground: &Playground) -> Vec<u8> {
    let Bundle {
        title,
        description,
        lesson,
        topics: _,
        official: _,
        files,
        args,
        env,
        steps,
        checks,
        variants,
        open,
        view,
    } = &playground.bundle;
    let mut header = Map::new();
    header.insert("f".to_owned(), files.iter().map(written_file).collect());
    let mut add = |name: &str, value: Value| {
        let is_empty = match &value {
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty(),
            other => *other == json!(0),
        };
        if !is_empty {
            header.insert(name.to_owned(), value);
        }
    };
    add("t", json!(title));
    add("d", json!(description));
    add("l", json!(lesson));
    add("s", steps.iter().map(written_step).collect());
    add("x", json!(playground.example));
    add("o", json!(open));
    add("c", json!(line(args)));
    add("e", pairs(env));
    add("k", checks.iter().map(written_check).collect());
    let variant =
        |BundleVariant { name, args, env, without }: &BundleVariant| json!([name, line(args), pairs(env), without]);
    add("n", variants.iter().map(variant).collect());
    add("w", json!(view));
    let mut body = Value::Object(header).to_string().into_bytes();
    body.push(b'\n');
    for file in files {
        body.extend_from_slice(file.content.as_bytes());
    }
    body
}

fn written_file(BundleFile { path, content }: &BundleFile) -> Value {
    let length = content.as_bytes().len();
    match content {
        Content::Text(text) if !text.contains('\0') => json!([path, length]),
        _ => json!([path, length, 1]),
    }
}

fn written_step(BundleStep { text, edits, done }: &BundleStep) -> Value {
    let edit = |BundleEdit { file, replace, with, content, args }: &BundleEdit| match (args, content) {
        (Some(args), _) => json!({ "commandLine": line(args) }),
        (None, Some(content)) => json!({ "file": file, "content": content }),
        (None, None) => json!({ "file": file, "replace": replace, "with": with.as_deref().unwrap_or_default() }),
    };
    json!({ "text": text, "edits": edits.iter().map(edit).collect::<Vec<_>>(), "done": done.iter().map(written_check).collect::<Vec<_>>() })
}

/// With its fields in the page's order: the body of an example is a dictionary, and has to have the same bytes.
fn written_check(check: &Check) -> Value {
    let mut check = json!(check);
    if let Value::Object(fields) = &mut check {
        for last in ["document", "is"] {
            if let Some(value) = fields.shift_remove(last) {
                fields.insert(last.to_owned(), value);
            }
        }
    }
    check
}

fn pairs(env: &[BundleVariable]) -> Value {
    env.iter().map(|BundleVariable { name, value }| json!([name, value])).collect()
}

/// A command line as one text; words are quoted as the page quotes them.
fn line(args: &Args) -> String {
    match args {
        Args::Line(line) => line.clone(),
        Args::Words(words) => words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
    }
}

/// Reads the bytes of a playground; `None` if not even the first line is complete.
pub(crate) fn read(body: &[u8]) -> Option<Opened> {
    let end = body.iter().position(|byte| *byte == b'\n')?;
    let Ok(Value::Object(header)) = serde_json::from_slice(&body[..end]) else {
        return None;
    };
    let field = |name: &str| header.get(name).unwrap_or(&Value::Null);
    let mut left_out = Vec::new();
    let files = files(list(field("f")), &body[end + 1..], &mut left_out);
    let open = field("o").as_u64().and_then(|open| u32::try_from(open).ok());
    let bundle = Bundle {
        title: text(field("t")),
        description: text(field("d")),
        lesson: text(field("l")),
        steps: list(field("s")).iter().map(step).collect(),
        open: open.filter(|open| (*open as usize) < files.len()).unwrap_or_default(),
        files,
        args: Args::Line(text(field("c"))),
        env: variables(field("e")),
        checks: checks(field("k"), &mut left_out),
        variants: list(field("n")).iter().map(variant).collect(),
        view: text(field("w")),
        ..Bundle::default()
    };
    Some(Opened { playground: Playground { bundle, example: text(field("x")) }, left_out })
}

/// The files of the first line with their contents, which follow it one after the other.
fn files(listed: &[Value], mut contents: &[u8], left_out: &mut Vec<String>) -> Vec<BundleFile> {
    let mut files: Vec<BundleFile> = Vec::new();
    for file in listed {
        let [Value::String(path), length, kind @ ..] = list(file) else { continue };
        let Some(length) = length.as_u64() else { continue };
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let (content, rest) = contents.split_at(length.min(contents.len()));
        contents = rest;
        let shown: String = path.chars().take(60).collect();
        if content.len() < length {
            left_out.push(format!("The file {} is incomplete.", json!(shown)));
        }
        let is_taken = files.iter().any(|other| other.path == *path);
        let objection = is_taken.then(|| "Another file has this name.".to_owned()).or_else(|| paths::objection(path));
        if let Some(objection) = objection {
            left_out.push(format!("The file {} was skipped. {objection}", json!(shown)));
            continue;
        }
        if files.len() == MOST_FILES {
            left_out.push(format!("Only the first {MOST_FILES} files were read."));
            break;
        }
        let is_binary = kind.first().is_some_and(|kind| *kind == json!(1));
        let content = if is_binary {
            Content::from_bytes(content.to_vec())
        } else {
            Content::Text(String::from_utf8_lossy(content).into_owned())
        };
        files.push(BundleFile { path: path.clone(), content });
    }
    files
}

fn checks(value: &Value, left_out: &mut Vec<String>) -> Vec<Check> {
    let read = |check: &Value| serde_json::from_value(check.clone());
    let (good, bad): (Vec<_>, Vec<_>) = list(value).iter().map(read).partition(Result::is_ok);
    if !bad.is_empty() {
        left_out.push("A check was skipped: it is malformed.".to_owned());
    }
    good.into_iter().flatten().collect()
}

fn step(step: &Value) -> BundleStep {
    let some = |value: &Value| value.as_str().map(str::to_owned);
    let edit = |edit: &Value| BundleEdit {
        file: some(&edit["file"]),
        replace: some(&edit["replace"]),
        with: some(&edit["with"]),
        content: some(&edit["content"]),
        args: some(&edit["commandLine"]).map(Args::Line),
    };
    BundleStep {
        text: text(&step["text"]),
        edits: list(&step["edits"]).iter().map(edit).collect(),
        done: checks(&step["done"], &mut Vec::new()),
    }
}

fn variant(variant: &Value) -> BundleVariant {
    BundleVariant {
        name: text(&variant[0]),
        args: Args::Line(text(&variant[1])),
        env: variables(&variant[2]),
        without: list(&variant[3]).iter().map(text).collect(),
    }
}

fn variables(env: &Value) -> Vec<BundleVariable> {
    list(env).iter().map(|pair| BundleVariable { name: text(&pair[0]), value: text(&pair[1]) }).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
