use super::*;

fn problem(text: &str) -> TextProblem {
    read(text).expect_err(text)
}

fn of_files(files: &[(&str, &[u8])]) -> Bundle {
    let file = |(path, bytes): &(&str, &[u8])| BundleFile {
        path: (*path).to_owned(),
        content: Content::from_bytes(bytes.to_vec()),
    };
    Bundle { files: files.iter().map(file).collect(), ..Bundle::default() }
}

/// The text of a bundle that is parsed back to the same bundle.
#[track_caller]
fn written(bundle: &Bundle) -> String {
    let text = write(bundle);
    assert_eq!(read(&text).as_ref(), Ok(bundle), "{text}");
    text
}

#[test]
fn minimal_bundle() {
    let bundle = read("files:\n- path: a.yml\n  content: |\n    a: 1\n").expect("a bundle");
    assert_eq!(bundle, of_files(&[("a.yml", b"a: 1\n")]));
    assert_eq!(read("files: []\ntitle:\nargs:\nenv:\nchecks:\nopen:\n"), Ok(Bundle::default()));
    assert_eq!(read("files: [{path: null, content: null}]"), Ok(of_files(&[("null", b"null")])));
}

#[test]
fn all_fields_round_trip() {
    let text = "\
ytterby: 1
title: A kiln
description: \"Its plan: short\"
lesson: |
  # Kilns

  Try `peak`.
topics:
- schema
official:
- example-if
files:
- path: values.yml
  content: |
    peak: 1
- path: empty.txt
  content: \"\"
- path: dos.txt
  lineEnds: crlf
  content: |
    a
    b
- path: logo.png
  base64: /wA=
args: -v peak=1
env:
  A: \"1\"
checks:
- title: Warm
  output: plan.yml
  document: 1
  at: kiln.stages[0].name
  is: warm up
- value: kiln
  is: {\"peak\": [1, null]}
- violation: kiln.peak
  says: \"<= 1300\"
- error: \"\"
- passes: false
- {}
variants:
- name: production
  args:
  - --data-value
  - a=1
  env:
  - A=1
  - A=2
  without:
  - values.yml
open: dos.txt
view: values
";
    let bundle = read(text).expect("a bundle");
    assert_eq!(written(&bundle), text);
    assert_eq!(bundle.files[2].content, "a\r\nb\r\n".to_owned().into());
    assert_eq!(bundle.files[3].content, Content::Bytes(vec![255, 0]));
    assert_eq!((bundle.open, bundle.checks[5].clone()), (2, Check::default()));
    let request = bundle.request().expect("a request");
    assert_eq!((request.args, request.checks.len()), (vec!["-v".to_owned(), "peak=1".to_owned()], 6));
}

#[test]
fn texts_round_trip() {
    let texts = [
        "", "\n", "\n\n", " ", " a\n", "\ta\n", "a\n\n\n", "a\n ", "a\n  \n", "\n a\n", "a", "a\nb", "null\n", "- x\n",
        "---\n", "...\n", "#@ x\n", "%YAML 1.1\n", "a \t\nb\n", "a\r\nb\r\n", "a\r\n", "\r\n", "a\rb\n", "a\r\nb\n",
        "\u{85}\n", "a\u{2028}b\n", "\u{feff}a\n", "\u{0}\n", "\u{1f525} hot\n", "\u{7f}\n", "é: [\n", "'", "\"",
        "a: b", "a #b", "~", "0o7", "1_000", "12:30:45", "2024-01-01", "=", "<<", "!x", "&a", "*a", "|", ">", "@", "`",
        "\u{fffe}",
    ];
    for text in texts {
        let mut bundle = of_files(&[(text, text.as_bytes()), ("last", text.as_bytes())]);
        bundle.title = text.to_owned();
        bundle.lesson = text.to_owned();
        bundle.open = 1;
        bundle.env = vec![BundleVariable { name: text.to_owned(), value: text.to_owned() }];
        bundle.checks = vec![Check { is: Some(Plain::from(text)), ..Check::default() }];
        bundle.args = Args::Words(vec![text.to_owned()]);
        written(&bundle);
        bundle.args = Args::Line(text.to_owned());
        bundle.env.push(bundle.env[0].clone());
        written(&bundle);
    }
}

#[test]
fn texts_stay_readable() {
    let text = written(&of_files(&[("a.yml", "\ta \n\u{1f525}\n".as_bytes())]));
    assert_eq!(text, "ytterby: 1\nfiles:\n- path: a.yml\n  content: |2\n    \ta \n    \u{1f525}\n");
}

#[test]
fn environments_round_trip() {
    let variables = |pairs: &[(&str, &str)]| {
        let env = pairs.iter().map(|(name, value)| BundleVariable { name: (*name).into(), value: (*value).into() });
        Bundle { env: env.collect(), ..Bundle::default() }
    };
    assert!(written(&variables(&[("A", "1"), ("", "")])).contains("  A: \"1\"\n  \"\": \"\"\n"));
    assert!(written(&variables(&[("A", "1=2"), ("A", "")])).contains("- A=1=2\n- A=\n"));
    assert!(written(&variables(&[("A=B", "1"), ("A=B", "")])).contains("- name: A=B\n  value: \"1\"\n"));
    written(&variables(&[(&"x".repeat(5000), "1")]));
}

#[test]
fn the_open_file_is_a_path_or_an_index() {
    let mut bundle = of_files(&[("1", b""), ("a", b""), ("a", b""), ("2", b"")]);
    for (open, shown) in [(0, ""), (1, "open: a\n"), (2, "open: 2\n"), (3, "open: \"2\"\n")] {
        bundle.open = open;
        assert!(written(&bundle).ends_with(&format!("\n{shown}")) || open == 0);
    }
}

#[test]
fn errors_have_the_field_and_the_position() {
    let at = |text: &str| {
        let problem = problem(text);
        (problem.line, problem.column, problem.message)
    };
    let (line, column, message) = at("title: a\nfiels: []\n");
    assert_eq!((line, column), (Some(2), Some(1)));
    assert!(message.starts_with("there is no field `fiels`; there are `ytterby`, `title`"), "{message}");
    let (line, _, message) = at("files:\n- path: a\n  contents: b\n");
    assert_eq!(line, Some(3));
    assert!(message.contains("no field `contents`; there are `path`, `content`, `base64`, `lineEnds`"), "{message}");
    let (line, _, message) = at("files:\n- path: a\n- content: b\n");
    assert_eq!((line, &*message), (Some(3), "files[1]: `path` is missing"));
    let (line, _, message) = at("files:\n- path: a\n  base64: '?'\n");
    assert_eq!((line, &*message), (Some(3), "files[0].base64: this is not base64"));
    assert_eq!(at("files: 5\n").2, "files: expected a list, found integer `5`");
    assert_eq!(at("files: [{path: [a]}]\n").2, "files[0].path: expected text, found a list");
    assert_eq!(at("title: a\ntitle: b\n").2, "duplicate field `title`");
    assert_eq!(at("title: a\n"), (None, None, "This is not a bundle: it has no `files`".to_owned()));
    assert_eq!(at("files: []\nopen: x\n").2, "`open` is not one of the files: x");
    assert_eq!(at("files: []\n---\nfiles: []\n").2, "there is more than one document");
    assert_eq!(at("just text\n").2, "expected a map, found string \"just text\"");
    assert_eq!(at("").2, "This is not a bundle: it has no `files`");
    assert_eq!(at("files: [\n").0, Some(2));
}

#[test]
fn steps_that_make_no_sense_are_errors() {
    let at = |steps: &str| {
        let problem = problem(&format!("files: []\nsteps:\n{steps}"));
        (problem.line.unwrap_or_default(), problem.message)
    };
    let (line, message) =
        at("- text: a\n- text: b\n  edits:\n  - {file: a.yml, replace: x}\n  done: [{passes: true}]\n");
    let forms = "an edit has `file`, `replace` and `with`, or `file` and `content`, or `args`";
    assert_eq!((line, &*message), (6, &*format!("steps[1].edits: {forms}")));
    for edit in ["{}", "{file: a}", "{content: a}", "{file: a, args: b}", "{file: a, replace: b, with: c, content: d}"]
    {
        let (_, message) = at(&format!("- {{text: a, edits: [{edit}], done: [{{passes: true}}]}}\n"));
        assert!(message.ends_with(forms), "{edit}: {message}");
    }
    let message = at("- {text: a, edits: [{file: a, replace: '', with: b}], done: [{passes: true}]}\n").1;
    assert_eq!(message, "steps[0].edits: `replace` must not be empty");
    let message = at("- {text: a, edits: [{args: b}], done: []}\n").1;
    assert_eq!(message, "steps: a step with `edits` needs `done`: checks that hold after them");
    assert_eq!(
        at("- {text: a, done: [{passes: true}]}\n").1,
        "steps: a step with `done` needs `edits` that make it so"
    );
    assert_eq!(at("- {edits: []}\n").1, "steps[0]: `text` is missing");
}

const LESSON: &str = "\
files:
- path: values.yml
  lineEnds: crlf
  content: |
    a: 1
    b: 1
    b: 1
steps:
- text: One.
  edits: [{file: values.yml, replace: \"a: 1\\nb\", with: \"a: 2\\nc\"}, {file: new.yml, content: x}, {args: -v a=1}]
  done: [{passes: true}]
- text: Two.
  edits: [{file: new.yml, replace: x, with: 'null'}, {file: values.yml, content: a}]
  done: [{passes: true}]
";

#[test]
fn steps_are_applied_one_after_the_other() {
    let mut bundle = read(LESSON).expect("a bundle");
    assert_eq!(bundle.apply_step(0), Ok(()));
    assert_eq!(bundle.files[..], of_files(&[("values.yml", b"a: 2\r\nc: 1\r\nb: 1\r\n"), ("new.yml", b"x")]).files[..]);
    assert_eq!(bundle.args, Args::Line("-v a=1".to_owned()));
    assert_eq!(bundle.apply_step(1), Ok(()));
    assert_eq!(bundle.files[..], of_files(&[("values.yml", b"a"), ("new.yml", b"null")]).files[..]);
}

#[test]
fn steps_that_cannot_be_applied_are_refused() {
    let refusal = |edit: &str| {
        let steps = format!("steps:\n- {{text: a, edits: [{edit}], done: [{{passes: true}}]}}\n");
        let bundle = format!("{}{steps}", &LESSON[..LESSON.find("steps").expect("steps")]);
        read(&bundle).expect("a bundle").apply_step(0)
    };
    let refused = |message: &str| Err(message.to_owned());
    assert_eq!(refusal("{file: a.yml, replace: a, with: b}"), refused("there is no file \"a.yml\""));
    assert_eq!(refusal("{file: values.yml, replace: 'd: 1', with: e}"), refused("\"d: 1\" is not in values.yml"));
    assert_eq!(refusal("{file: values.yml, replace: 'b: 1', with: e}"), refused("\"b: 1\" is 2 times in values.yml"));
}

#[test]
fn newer_versions_are_reported_as_such() {
    let message = problem("ytterby: 2\nsheets: {}\n").message;
    assert_eq!(
        message,
        "This bundle is in format 2, which is newer than this Ytterby knows (1); a newer Ytterby opens it"
    );
    assert_eq!(problem("ytterby: one\nfiles: []\n").message, "`ytterby` is the version of the format: 1");
    assert_eq!(read("ytterby: 1\nfiles: []\n"), Ok(Bundle::default()));
}

#[test]
fn hostile_texts_are_rejected() {
    let aliases = format!("title: &a {}\nfiles: []\nargs: [{}]\n", "x".repeat(50_000), "*a, ".repeat(5_000));
    assert!(problem(&aliases).message.contains("aliases copy more than is read"));
    assert!(problem(&" ".repeat(9 << 20)).message.contains("bytes"));
    let deep = format!("files: []\nchecks: [{{is: {}{}}}]\n", "[".repeat(130), "]".repeat(130));
    assert!(problem(&deep).message.contains("nested too deeply"));
}
