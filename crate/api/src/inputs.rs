//! The kinds of the files of a request. They are computed beside the run, so that they are complete whatever step of it fails.
//!
//! Roles are those of the pipeline (`files`). The documents of a template are found by its lines and not by the parser: a file that is
//! being typed rarely parses, and its kind must not change until its annotations do.

use std::cell::LazyCell;
use std::collections::HashMap;

use crate::boundary::{Input, InputKind, Request, RequestFile};
use crate::extensions::Extensions;
use crate::files::{self, FileType, Finder, Role, clean};
use crate::flags::{Command, Options};
use crate::parsed_request::ParsedRequest;
use crate::request_disk::RequestDisk;
use crate::workspace::{
    Annotations, DATA_VALUES, OVERLAYS, is_in_private_library, schema_annotations, split_library, values_files,
};
use crate::yaml::outline::Outline;

/// The files of a request with their kinds, as in its response.
pub fn inputs_of(request: &Request) -> Vec<Input> {
    of(&ParsedRequest::new(request), None)
}

/// The files of a request with their kinds. `last` is another request with its inputs, for files that have not changed since.
pub(crate) fn of(parsed: &ParsedRequest<'_>, last: Option<(&Request, &[Input])>) -> Vec<Input> {
    let request = parsed.request;
    let last = last.filter(|(last, _)| has_same_roles(last, request));
    let roles = LazyCell::new(|| Roles::of(parsed));
    let kind = |(index, file): (usize, &RequestFile)| {
        let unchanged = last.filter(|(last, _)| last.files[index].content == file.content);
        let known = unchanged.and_then(|(_, inputs)| inputs.get(index)).map(|input| input.kind);
        let kind = known.unwrap_or_else(|| roles.kind(&file.path, file.content.as_bytes()));
        Input { path: file.path.clone(), kind }
    };
    request.files.iter().enumerate().map(kind).collect()
}

/// Whether two requests differ in nothing that roles depend on.
fn has_same_roles(last: &Request, request: &Request) -> bool {
    last.args == request.args
        && last.extensions == request.extensions
        && last.files.iter().map(|file| &file.path).eq(request.files.iter().map(|file| &file.path))
}

/// The roles of the files of a request, by their clean paths in it.
#[derive(Default)]
struct Roles {
    /// The inputs of the run. A file may be several of them.
    inputs: HashMap<String, Vec<Role>>,
    /// The files of `--data-values-file`.
    values: Vec<String>,
    /// The files of `--data-value-file`.
    data: Vec<String>,
    extensions: Extensions,
}

impl Roles {
    fn of(parsed: &ParsedRequest<'_>) -> Roles {
        let defaults = Options::default();
        let options = match &parsed.command {
            Ok(Command::Template(options) | Command::SchemaDiff(options)) => options,
            _ => &defaults,
        };
        let mut roles = Roles { extensions: parsed.extensions(options).unwrap_or_default(), ..Roles::default() };
        let disk = RequestDisk::of_paths(&parsed.request.files);
        let finder = Finder::new(&disk, options.links());
        // Without `-f`, all files are inputs. With `--bulk-in`, no file of the request is an input.
        let inputs = match &options.files[..] {
            _ if !options.bulk_in.is_empty() => Vec::new(),
            [] => finder.inputs(&[]).unwrap_or_default(),
            paths => {
                paths.iter().flat_map(|path| finder.find(std::slice::from_ref(path)).unwrap_or_default()).collect()
            }
        };
        for file in files::prepare_with_valid_marks(inputs, &options.file_marks) {
            roles.inputs.entry(clean(&file.role.host_path)).or_default().push(file.role);
        }
        for argument in &options.data_values.from_files {
            let files = split_library(argument).and_then(|(_, path)| values_files(&finder, path));
            roles.values.extend(files.unwrap_or_default().into_iter().map(|file| file.host_path));
        }
        let data = options.data_values.files.iter().filter_map(|argument| argument.split_once('='));
        roles.data.extend(data.map(|(_, path)| clean(path)));
        roles
    }

    fn kind(&self, path: &str, content: &[u8]) -> InputKind {
        if path.ends_with('/') {
            return InputKind::Data;
        }
        let path = clean(path);
        let of_inputs = self.inputs.get(&path).into_iter().flatten().map(|role| self.kind_in_role(role, content));
        let of_values = self.values.contains(&path).then_some(InputKind::DataValues);
        let of_data = self.data.contains(&path).then_some(InputKind::Data);
        of_inputs.chain(of_values).chain(of_data).min().unwrap_or_default()
    }

    fn kind_in_role(&self, role: &Role, content: &[u8]) -> InputKind {
        let is_module = role.is_library && !role.is_template && !role.for_output;
        match role.file_type {
            _ if is_in_private_library(&role.path) => InputKind::Library,
            FileType::Unknown => InputKind::Data,
            FileType::Starlark => InputKind::Library,
            FileType::Yaml | FileType::Text if is_module => InputKind::Library,
            FileType::Yaml | FileType::Text if !role.is_template && !role.is_library => InputKind::Data,
            FileType::Text => InputKind::Text,
            FileType::Yaml => kind_of_documents(&String::from_utf8_lossy(content), self.extensions),
        }
    }
}

/// The kind of a YAML template. Annotations of schemas and data values are errors anywhere but on a document, so that one of them is
/// enough: its `---` may not be typed yet.
fn kind_of_documents(text: &str, extensions: Extensions) -> InputKind {
    let schemas = schema_annotations(extensions);
    let contains = |name: &&str| text.contains(&format!("#@{name}"));
    // Most templates have no such annotation, which takes much less time to find out.
    if ![schemas, DATA_VALUES, OVERLAYS].into_iter().flatten().any(contains) {
        return InputKind::Template;
    }
    let outline = Outline::without_entries(text);
    let has = |annotations: Annotations| {
        let mut names = outline.lines.iter().filter_map(|line| line.annotation(text));
        names.any(|name| annotations.contains(&&text[name]))
    };
    let is_overlay = || {
        let mut names = outline.documents.iter().flat_map(|document| &document.annotations);
        names.any(|name| OVERLAYS.contains(&name.as_str()))
    };
    match () {
        () if has(schemas) => InputKind::Schema,
        () if has(DATA_VALUES) => InputKind::DataValues,
        () if is_overlay() => InputKind::Overlay,
        () => InputKind::Template,
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::boundary::{Content, Response};
    use crate::{Workspace, render};

    fn request(args: &[&str], files: &[(&str, &str)]) -> Request {
        let file = |(path, text): &(&str, &str)| RequestFile { path: (*path).to_owned(), content: (*text).into() };
        Request {
            files: files.iter().map(file).collect(),
            args: args.iter().map(|&word| word.to_owned()).collect(),
            ..Request::default()
        }
    }

    fn rendered(args: &[&str], files: &[(&str, &str)]) -> Response {
        render(&request(args, files), Rc::new(|| 0.0))
    }

    /// The kinds of the files of a render, as JSON has them.
    fn kinds(args: &[&str], files: &[(&str, &str)]) -> Vec<String> {
        let inputs = rendered(args, files).inputs;
        assert!(inputs.iter().map(|input| &*input.path).eq(files.iter().map(|(path, _)| *path)), "{inputs:?}");
        inputs.iter().map(|input| serde_json::to_string(&input.kind).expect("a name").replace('"', "")).collect()
    }

    fn kind(text: &str) -> String {
        kinds(&[], &[("a.yml", text)]).remove(0)
    }

    const SCHEMA: &str = "#@data/values-schema\n---\na: 1\n";
    const VALUES: &str = "#@data/values\n---\na: 2\n";
    const OVERLAY: &str =
        "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all, expects=\"1+\"\n---\nb: 1\n";

    #[test]
    fn each_file_has_a_kind_in_the_order_of_the_request() {
        let files = [
            ("z.md", "# z\n"),
            ("schema.yml", SCHEMA),
            ("values.yaml", VALUES),
            ("plain.yml", "b: 0\n"),
            ("overlay.yml", OVERLAY),
            ("_ytt_lib/app/schema.yml", SCHEMA),
            ("sub/_ytt_lib/app/README.md", ""),
            ("note.txt", "no code\n"),
            ("helpers.star", "def f():\n  return 1\nend\n"),
            ("helpers.lib.yml", "#@ def f():\n#@ end\n"),
            ("helpers.lib.txt", ""),
            ("data.lib.json", "{}"),
            ("a.yml", "b: #@ 1 + 1\n"),
        ];
        let response = rendered(&[], &files);
        assert_eq!(response.exit_status, 0, "{}", response.report);
        let expected = [
            "data", "schema", "dataValues", "template", "overlay", "library", "library", "text", "library", "library",
            "library", "data", "template",
        ];
        assert_eq!(kinds(&[], &files), expected);
    }

    #[test]
    fn the_first_kind_of_several_documents_wins() {
        assert_eq!(kind(&[OVERLAY, VALUES, SCHEMA].concat()), "schema");
        assert_eq!(kind(&[OVERLAY, VALUES].concat()), "dataValues");
        assert_eq!(kind(&["a: 1\n", OVERLAY].concat()), "overlay");
        assert_eq!(kind("#@data/values\n#@overlay/match missing_ok=True\n---\na: 1\n"), "dataValues");
        assert_eq!(kind("#@overlay/match-child-defaults missing_ok=True\n---\na: 1\n"), "overlay");
        assert_eq!(kind("--- #@data/values\na: 1\n"), "dataValues");
        assert_eq!(kind("#@data/values\r\n---\r\na: 1\r\n"), "dataValues");
    }

    #[test]
    fn only_annotations_count() {
        assert_eq!(kind("a: |\n  #@data/values\n  b\n"), "template");
        assert_eq!(kind("a: '#@data/values'\n"), "template");
        assert_eq!(kind("#@data/values-other\n---\n"), "template");
        assert_eq!(kind("#! #@data/values\n---\n"), "template");
        assert_eq!(kind("#@overlay/match missing_ok=True\na: 1\n"), "template");
        assert_eq!(kind(""), "template");
        assert_eq!(kinds(&[], &[("a.txt", VALUES), ("a.star", VALUES), ("a.md", VALUES)]), ["text", "library", "data"]);
    }

    #[test]
    fn annotations_of_the_schema_proposal_count_if_it_is_enabled() {
        let mut request = request(&[], &[("a.yml", "#@schema/definition\n---\na: 1\n")]);
        assert_eq!(inputs_of(&request)[0].kind, InputKind::Template);
        request.extensions.push("schema-proposal".to_owned());
        assert_eq!(inputs_of(&request)[0].kind, InputKind::Schema);
    }

    #[test]
    fn a_kind_does_not_depend_on_errors() {
        let broken = ["a: [\n", "a: \"\n", "\tb: 1\n", "a: #@ 1 +\n", "#@ if True:\na: 1\n", "- a\nb\n"];
        for (document, expected) in
            [(SCHEMA, "schema"), (VALUES, "dataValues"), (OVERLAY, "overlay"), ("---\n", "template")]
        {
            for error in broken {
                for text in [format!("{document}{error}"), format!("{error}{document}")] {
                    let response = rendered(&[], &[("a.yml", &text)]);
                    assert_eq!(response.exit_status, 1, "{text}");
                    assert_eq!(kind(&text), expected, "{text}");
                }
            }
            let others = [("a.yml", "a: {"), ("b.yml", document), ("c.yml", "#@ fail()\n")];
            assert_eq!(kinds(&[], &others), ["template", expected, "template"]);
        }
        // The annotation is typed first.
        for typed in ["#@data/values", "#@data/values\n-", "#@data/values\n--", "#@data/values\na: 1\n"] {
            assert_eq!(kind(typed), "dataValues", "{typed}");
        }
    }

    #[test]
    fn bytes_that_are_not_text_have_a_kind() {
        let mut request = request(&[], &[("a.yml", ""), ("b.png", "")]);
        request.files[0].content = Content::Bytes([VALUES.as_bytes(), b"b: \xff\n"].concat());
        request.files[1].content = Content::Bytes(vec![0xff]);
        let kinds: Vec<_> = render(&request, Rc::new(|| 0.0)).inputs.into_iter().map(|input| input.kind).collect();
        assert_eq!(kinds, [InputKind::DataValues, InputKind::Data]);
    }

    #[test]
    fn file_marks_change_kinds() {
        let marked = |path: &str, text: &str, setting: &str| {
            let mark = format!("{path}:{setting}");
            kinds(&["--file-mark", &mark], &[(path, text), ("other.yml", "")]).remove(0)
        };
        assert_eq!(marked("a.md", SCHEMA, "type=yaml-template"), "schema");
        assert_eq!(marked("a.md", SCHEMA, "type=text-template"), "text");
        assert_eq!(marked("a.md", "", "type=starlark"), "library");
        for plain in ["type=yaml-plain", "type=text-plain", "type=data"] {
            assert_eq!(marked("a.yml", SCHEMA, plain), "data", "{plain}");
        }
        assert_eq!(marked("a.yml", SCHEMA, "exclude=true"), "unused");
        assert_eq!(marked("a.lib.yml", VALUES, "type=yaml-template"), "dataValues");
        assert_eq!(marked("a.lib.yml", "", "type=yaml-plain"), "library");
        assert_eq!(marked("a.lib.yml", "", "for-output=true"), "template");
        assert_eq!(marked("a.yml", "", "path=_ytt_lib/a/a.yml"), "library");
        assert_eq!(marked("a.yml", "", "exclusive-for-output=true"), "template");
        // Wrong marks fail the run, and are ignored here.
        assert_eq!(marked("a.yml", SCHEMA, "type=ya"), "schema");
        let marks = ["--file-mark", "gone.yml:type=data", "--file-mark", "a.yml:type=data"];
        assert_eq!(kinds(&marks, &[("a.yml", SCHEMA)]), ["data"]);
    }

    #[test]
    fn files_outside_the_run_are_unused() {
        let files =
            [("in/a.yml", VALUES), ("in/_ytt_lib/x.yml", ""), ("out.yml", VALUES), ("empty/", ""), ("-", VALUES)];
        assert_eq!(kinds(&["-f", "in"], &files), ["dataValues", "library", "unused", "data", "unused"]);
        assert_eq!(
            kinds(&["-f", "./in/a.yml", "-f", "-"], &files),
            ["dataValues", "unused", "unused", "data", "dataValues"]
        );
        let kinds_with = |args: &[&str]| kinds(args, &files);
        assert_eq!(
            kinds_with(&["-f", "gone.yml", "-f", "x.txt=out.yml"]),
            ["unused", "unused", "text", "data", "unused"]
        );
        assert_eq!(
            kinds_with(&["-f", "in", "--data-value-file", "a=./out.yml"]),
            ["dataValues", "library", "data", "data", "unused"]
        );
        assert_eq!(kinds(&["--bulk-in", "{}"], &files[..1]), ["unused"]);
        // The inputs without any flags.
        let all = ["dataValues", "library", "dataValues", "data", "unused"];
        for args in [&[][..], &["--no-such-flag"], &["-f"], &["version"]] {
            assert_eq!(kinds(args, &files), all, "{args:?}");
        }
    }

    #[test]
    fn files_of_data_values_files_are_data_values() {
        let files =
            [("a.yml", "a: 1\n"), ("v/b.yml", "a: 1\n"), ("v/d/c.txt", ""), ("s.yml", SCHEMA), ("o.yml", OVERLAY)];
        let values = |path: &str, more: &[&str]| kinds(&[&["--data-values-file", path][..], more].concat(), &files);
        assert_eq!(values("a.yml", &[]), ["dataValues", "template", "text", "schema", "overlay"]);
        assert_eq!(values("./v/", &["-f", "s.yml"]), ["unused", "dataValues", "unused", "schema", "unused"]);
        assert_eq!(values("@lib:v/d/c.txt", &["-f", "s.yml"]), ["unused", "unused", "dataValues", "schema", "unused"]);
        assert_eq!(values("gone.yml", &["-f", "a.yml"]), ["template", "unused", "unused", "unused", "unused"]);
        assert_eq!(values("s.yml", &[]), ["template", "template", "text", "schema", "overlay"]);
        assert_eq!(values("o.yml", &[]), ["template", "template", "text", "schema", "dataValues"]);
    }

    #[test]
    fn a_workspace_has_the_kinds_of_each_request() {
        let mut workspace = Workspace::default();
        let two = |text, args: &[&str], path| request(args, &[("a.yml", text), (path, VALUES)]);
        let requests = [
            two("a: 1\n", &[], "b.yml"),
            two(SCHEMA, &[], "b.yml"),
            two(SCHEMA, &["--file-mark", "a.yml:type=data"], "b.yml"),
            two("a: [", &["--file-mark", "a.yml:type=data"], "b.txt"),
            request(&[], &[("b.yml", VALUES)]),
            two(OVERLAY, &[], "b.yml"),
        ];
        for request in requests {
            assert_eq!(workspace.render(&request, Rc::new(|| 0.0)).inputs, inputs_of(&request), "{request:?}");
        }
    }
}
