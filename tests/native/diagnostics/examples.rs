//! Small examples for each code. Expected positions are marked in the text: `⟦…⟧` is the primary one, `⟪label:…⟫` are related ones.
//! Characters outside of ASCII, and outside of the first plane, precede them.

use ytterby::Code;
use ytterby::boundary::{Content, Diagnostic, Limits, Place, Request, RequestFile, Span};

use crate::{golden, parallel};

#[derive(Clone, Copy)]
struct Example {
    code: Code,
    /// Paths, and texts with markers.
    files: &'static [(&'static str, &'static str)],
    args: &'static str,
    message: &'static str,
    path: &'static str,
    found: &'static str,
    expected: &'static str,
    hints: &'static [&'static str],
    /// `title: text` of each edit.
    fixes: &'static [&'static str],
    /// `name file:line` each, innermost first.
    frames: &'static [&'static str],
}

const EXAMPLE: Example = Example {
    code: Code::Internal,
    files: &[],
    args: "",
    message: "",
    path: "",
    found: "",
    expected: "",
    hints: &[],
    fixes: &[],
    frames: &[],
};

const KILN: (&str, &str) = (
    "schema.yml",
    "#! Schöne 🔥\n#@data/values-schema\n---\n🔥: {öl: 1, peak: 700, fuel: gas}\nnames:\n- é\nopen: false\n",
);

const EXAMPLES: &[Example] = &[
    Example {
        code: Code::Violation,
        files: &[
            (
                "schema.yml",
                "#@data/values-schema\n---\n#! 🔥é\nkiln:\n  é: 🔥 \n  ⟪rule:#@schema/validation min=600⟫\n  peak: 700\n",
            ),
            ("values.yml", "#@data/values\n---\n#! 🔥é\nkiln: {é: 🔥🔥, peak: ⟦540⟧}\n"),
        ],
        message: "must be: a value >= 600",
        path: "kiln.peak",
        found: "value < 600",
        expected: "a value >= 600",
        fixes: &["Set to 600: 600", "Use the default: 700: 700"],
        ..EXAMPLE
    },
    Example {
        code: Code::Violation,
        files: &[(
            "schema.yml",
            "#@data/values-schema\n---\n⟪rule:#@schema/validation one_of=[\"gás\", \"🔥, offen\"]⟫\nfuel: ⟦\"🔥 offen\"⟧ #! é\n",
        )],
        message: "must be: one of [\"gás\", \"🔥, offen\"]",
        path: "fuel",
        found: "not one of allowed values",
        expected: "one of [\"gás\", \"🔥, offen\"]",
        fixes: &["Set to gás: gás", "Set to \"🔥, offen\": \"🔥, offen\""],
        ..EXAMPLE
    },
    Example {
        code: Code::ValueType,
        files: &[
            ("schema.yml", "#! 🔥\n#@data/values-schema\n---\n🔥: {öl: 1, peak: ⟪definition:700⟫}\n"),
            ("values.yml", "#! 🔥é\n#@data/values\n---\n🔥: {öl: 2, peak: ⟦\"800\"⟧}\n"),
        ],
        message: "One or more data values were invalid",
        path: "🔥.peak",
        found: "string",
        expected: "integer (by schema.yml:4)",
        fixes: &["Remove the quotes: 800", "Use the default: 700: 700"],
        ..EXAMPLE
    },
    Example {
        code: Code::ValueType,
        files: &[
            ("schema.yml", "#! 🔥\n#@data/values-schema\n---\n🔥:\n- {é: ⟪definition:\"\"⟫}\n"),
            ("values.yml", "#@data/values\n---\n🔥: [{é: a}, {é: ⟦1.50⟧}]\n"),
        ],
        message: "One or more data values were invalid",
        path: "🔥[1].é",
        found: "float",
        expected: "string (by schema.yml:5)",
        fixes: &["Quote the value: \"1.50\"", "Use the default: \"\": \"\""],
        ..EXAMPLE
    },
    Example {
        code: Code::UnexpectedKey,
        files: &[
            ("schema.yml", "#! 🔥\n#@data/values-schema\n---\n⟪definition:🔥⟫: {öl: 1, peak: 700}\n"),
            ("values.yml", "#! 🔥é\n🔥: {öl: 2, ⟦'peek'⟧: 800}\n"),
        ],
        args: "-f schema.yml --data-values-file values.yml",
        message: "Given data value is not declared in schema",
        path: "🔥.peek",
        found: "peek",
        expected: "one of { peak, öl } (from schema.yml:4)",
        hints: &["did you mean \"peak\"?"],
        fixes: &["Rename to peak: 'peak'"],
        ..EXAMPLE
    },
    Example {
        code: Code::Deprecated,
        files: &[
            (
                "schema.yml",
                "#! 🔥\n#@schema/definition\n---\n🔥:\n  #@schema/deprecated \"says öl\"\n  peak: ⟪definition:700⟫\n  öl: 1\n",
            ),
            ("values.yml", "#! 🔥é\n#@data/values\n---\n🔥: {öl: 2, ⟦peak⟧: 800}\n"),
        ],
        args: "--enable-extension schema-proposal",
        message: "Data value is deprecated",
        path: "🔥.peak",
        hints: &["says öl"],
        ..EXAMPLE
    },
    Example {
        code: Code::Schema,
        files: &[("schema.yml", "#! 🔥\n#@data/values-schema\n---\n🔥: {é: 1, peak: ⟦~⟧}\n")],
        message: "Invalid schema - null value not allowed here",
        found: "null value",
        expected: "non-null value",
        hints: &[
            "in YAML, omitting a value implies null.",
            "to set the default value to null, annotate with @schema/nullable.",
            "to allow any value, annotate with @schema/type any=True.",
        ],
        fixes: &["Set to \"\": \"\""],
        ..EXAMPLE
    },
    Example {
        code: Code::Annotation,
        files: &[(
            "schema.yml",
            "#@data/values-schema\n---\n🔥é:\n  ⟦#@schema/title \"🔥\", 5⟧\n  peak: ⟪node:700⟫ #! 🔥\n",
        )],
        message: "syntax error in @schema/title annotation",
        found: "2 values in @schema/title (by schema.yml:4)",
        expected: "string",
        ..EXAMPLE
    },
    Example {
        code: Code::Annotation,
        files: &[
            ("a.yml", "🔥: [1]\n"),
            (
                "over.yml",
                "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\n⟦#@overlay/match missing_okay=True, when=\"🔥\"⟧\né: 1\n",
            ),
        ],
        message: "Unknown 'overlay/match' annotation keyword argument 'missing_okay'",
        fixes: &["Rename to missing_ok: missing_ok"],
        ..EXAMPLE
    },
    Example {
        code: Code::Rule,
        files: &[(
            "schema.yml",
            "#@data/values-schema\n---\n🔥: é #! 🔥\n⟦#@schema/validation min_lem=\"🔥\"⟧\npeak: 700\n",
        )],
        message: "Invalid @schema/validation annotation - unknown keyword argument \"min_lem\" (at schema.yml:4)",
        fixes: &["Rename to min_len: min_len"],
        ..EXAMPLE
    },
    Example {
        code: Code::DataValues,
        files: &[("values.yml", "#! 🔥\n#@data/values\n---\n🔥: é\n⟦---⟧\nother: 🔥\n")],
        message: "Expected data values file 'values.yml' to only have data values documents",
        ..EXAMPLE
    },
    Example {
        code: Code::Yaml,
        files: &[("config.yml", "🔥: é\n\"🔥: \": ⟦é: 🔥⟧\n")],
        message: "yaml: line 2: mapping values are not allowed in this context",
        hints: &["Put the value in quotes."],
        fixes: &["Quote the value: \"é: 🔥\""],
        ..EXAMPLE
    },
    Example {
        code: Code::Yaml,
        files: &[("config.yml", "🔥: é\né: {🔥: ⟦yes⟧, x: 017}\n")],
        args: "--strict",
        message: "yaml: Strict parsing: Found 'yes' ambigious (could be !!str or !!bool)",
        fixes: &["Quote the value: \"yes\"", "Set to true: true"],
        ..EXAMPLE
    },
    Example {
        code: Code::HelmSyntax,
        files: &[("config.yml", "#@ load(\"@ytt:data\", \"data\")\n🔥: é\na: ⟦{{ .Values.b }}⟧-é\n")],
        message: "yaml: line 2: did not find expected key",
        fixes: &["Replace with #@ \"{}-é\".format(data.values.b): #@ \"{}-é\".format(data.values.b)"],
        ..EXAMPLE
    },
    Example {
        code: Code::DuplicateKey,
        files: &[("config.yml", "🔥: #@ 1\né: {🔥: 1, x: 2, 🔥: ⟦3⟧}\n")],
        message: "expected key '🔥' to not be specified again (unless 'yaml/map-key-override' annotation is added)",
        frames: &["<toplevel> config.yml:2"],
        ..EXAMPLE
    },
    Example {
        code: Code::Comment,
        files: &[("config.yml", "🔥: #@ 1\n\"é🔥\": 1 ⟦# 🔥⟧\n")],
        message: "Failed to parse line 2: '# 🔥': Expected ytt-formatted string (use '#@' for annotations or code, '#!' for comments)",
        fixes: &["Make it a comment: #!: !"],
        ..EXAMPLE
    },
    Example {
        code: Code::Syntax,
        files: &[("config.yml", "🔥: 1\né: #@ [\"🔥\", 1 * ⟦*⟧ 2]\n")],
        message: "got '*', want primary expression",
        frames: &[" config.yml:2"],
        ..EXAMPLE
    },
    Example {
        code: Code::Syntax,
        files: &[("notice.txt", "🔥 é (@= \"🔥\" + ⟦)⟧ @)\n")],
        message: "got ')', want primary expression",
        frames: &[" notice.txt:1"],
        ..EXAMPLE
    },
    Example {
        code: Code::Name,
        files: &[("config.yml", "#@ flame = \"🔥\"\n🔥: é\né: #@ [\"🔥\", ⟦flaem⟧]\n")],
        message: "undefined: flaem (did you mean flame?)",
        fixes: &["Rename to flame: flame"],
        frames: &[" config.yml:3"],
        ..EXAMPLE
    },
    Example {
        code: Code::Name,
        files: &[
            ("config.yml", "#@ load(\"é.star\", \"f\")\né: 1\n"),
            ("é.star", "flame = \"🔥\"\n\ndef f():\n  return \"🔥é\" + ⟦flaem⟧\nend\n"),
        ],
        message: "undefined: flaem (did you mean flame?)",
        fixes: &["Rename to flame: flame"],
        frames: &[" é.star:4", "<toplevel> config.yml:1"],
        ..EXAMPLE
    },
    Example {
        code: Code::Name,
        files: &[KILN, ("config.yml", "#! 🔥\né: #@ [\"🔥\", ⟦data⟧.values]\n")],
        message: "undefined: data",
        hints: &["Load it first: load(\"@ytt:data\", \"data\")"],
        fixes: &["Load @ytt:data: #@ load(\"@ytt:data\", \"data\")\n"],
        frames: &[" config.yml:2"],
        ..EXAMPLE
    },
    Example {
        code: Code::Name,
        files: &[("config.yml", "🔥: #@ ⟦json⟧.encode(1)\né: #@ ⟪also here:json⟫.encode(2)\n")],
        message: "undefined: json",
        hints: &["Load it first: load(\"@ytt:json\", \"json\")"],
        fixes: &["Load @ytt:json: #@ load(\"@ytt:json\", \"json\")\n"],
        frames: &[" config.yml:1"],
        ..EXAMPLE
    },
    Example {
        code: Code::ValueType,
        files: &[("schema.yml", "#@data/values-schema\n---\n🔥: {é: ⟪definition:1⟫}\n")],
        args: "-f schema.yml -v 🔥.é=2",
        message: "One or more data values were invalid",
        path: "🔥.é",
        found: "string",
        expected: "integer (by schema.yml:3)",
        hints: &["this flag always sets a string; --data-value-yaml reads its value as YAML"],
        ..EXAMPLE
    },
    Example {
        code: Code::Attribute,
        files: &[
            KILN,
            ("config.yml", "#@ load(\"@ytt:data\", \"data\")\n\"é🔥\": #@ \"🔥\" + str(data.values.⟦nmaes⟧)\n"),
        ],
        message: "struct has no .nmaes field or method (did you mean .names?)",
        fixes: &["Rename to names: names", "Declare nmaes in schema.yml: nmaes: \"\"\n"],
        frames: &["<toplevel> config.yml:2"],
        ..EXAMPLE
    },
    Example {
        code: Code::Attribute,
        files: &[("config.yml", "#@ x = [1]\n\"é🔥\": #@ [\"🔥\", ⟦x[5]⟧]\n")],
        message: "list index 5 out of range [-1:0]",
        frames: &["<toplevel> config.yml:2"],
        ..EXAMPLE
    },
    Example {
        code: Code::Arguments,
        files: &[(
            "config.yml",
            "#@ ⟪function:def f(a):⟫\n#@   return a\n#@ end\n🔥: é\né: #@ [\"🔥\", ⟦f(1, \"🔥\")⟧]\n",
        )],
        message: "function f accepts 1 positional argument (2 given)",
        frames: &["f config.yml:2", "<toplevel> config.yml:5"],
        ..EXAMPLE
    },
    Example {
        code: Code::Operator,
        files: &[(
            "config.yml",
            "🔥: é\n#@ def add(a):\n#@   return [\"🔥\", ⟦a + 1⟧]\n#@ end\né: #@ [\"🔥\"] + add(\"🔥\")\n",
        )],
        message: "unknown binary op: string + int",
        fixes: &["Convert to a string: str(1): str(", "Convert to a string: str(1): )"],
        frames: &["add config.yml:3", "<toplevel> config.yml:5"],
        ..EXAMPLE
    },
    Example {
        code: Code::Module,
        files: &[("config.yml", "#@ load(\"@ytt:json\", \"json\")\n\"é🔥\": #@ [\"🔥\", ⟦json.decode(\"🔥\")⟧]\n")],
        message: "json.decode: invalid character 'ð' looking for beginning of value",
        frames: &["<toplevel> config.yml:2"],
        ..EXAMPLE
    },
    Example {
        code: Code::NodeValue,
        files: &[(
            "config.yml",
            "#@ load(\"@ytt:url\", \"url\")\n\"é🔥\": 🔥\n\"🔥🔥\": #@ ⟦url.parse(\"http://é\")⟧\n",
        )],
        message: "Unable to convert value: @ytt:url.value does not automatically encode (hint: use .string())",
        frames: &["<toplevel> config.yml:3"],
        ..EXAMPLE
    },
    Example {
        code: Code::FailedAssertion,
        files: &[(
            "config.yml",
            "#@ load(\"@ytt:assert\", \"assert\")\n🔥: é\n\"é🔥\": #@ \"🔥\" + ⟦assert.fail(\"zu heiß 🔥\")⟧\n",
        )],
        message: "assert.fail: fail: zu heiß 🔥",
        frames: &["<toplevel> config.yml:3"],
        ..EXAMPLE
    },
    Example {
        code: Code::Template,
        files: &[("config.yml", "🔥: é\n\"é🔥\": #@ \"🔥\" + ⟦int(\"heiß\")⟧\n")],
        message: "int: invalid literal with base 10: heiß",
        frames: &["<toplevel> config.yml:2"],
        ..EXAMPLE
    },
    Example {
        code: Code::OverlayMatch,
        files: &[
            ("a.yml", "⟪matched:---⟫\n🔥: é\n⟪matched:---⟫\n🔥: é\n"),
            (
                "over.yml",
                "#@ load(\"@ytt:overlay\", \"overlay\")\n#! 🔥é\n⟪annotation:#@overlay/match by=overlay.subset({\"🔥\": \"é\"})⟫\n⟦---⟧\n🔥: ö\n",
            ),
        ],
        message: "Expected number of matched nodes to be 1, but was 2 (lines: a.yml:1, a.yml:3)",
        fixes: &["Change all of them: expects=\"1+\": , expects=\"1+\""],
        ..EXAMPLE
    },
    Example {
        code: Code::OverlayMatch,
        files: &[
            ("a.yml", "🔥: {é: 1}\n"),
            (
                "over.yml",
                "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\n#! 🔥\n🔥: {é: 2, ⟦ö⟧: 3}\n",
            ),
        ],
        message: "Expected number of matched nodes to be 1, but was 0",
        hints: &["Nothing has this key yet. If it is to be added, put #@overlay/match missing_ok=True above it."],
        ..EXAMPLE
    },
    Example {
        code: Code::OverlayMatch,
        files: &[
            (
                "schema.yml",
                "#@data/values-schema\n---\n🔥: {öl: 1, ⟪near miss: key peak, not peek:peak⟫: 700, fuel: gas}\n",
            ),
            ("values.yml", "#@data/values\n---\n🔥: {öl: 2, ⟦peek⟧: 800}\n"),
        ],
        message: "Expected number of matched nodes to be 1, but was 0",
        hints: &["Data values can only set keys of the schema. To add this one, declare it there."],
        fixes: &["Rename to peak: peak"],
        ..EXAMPLE
    },
    Example {
        code: Code::Overlay,
        files: &[
            ("a.yml", "🔥: [1]\n"),
            (
                "over.yml",
                "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\n#! 🔥\n⟦🔥⟧: {é: 2}\n",
            ),
        ],
        message: "Expected map, but was array",
        fixes: &["Replace it: #@overlay/replace: #@overlay/replace\n"],
        ..EXAMPLE
    },
    Example {
        code: Code::Load,
        files: &[("config.yml", "#! 🔥\n#@ load(⟦\"🔥.star\"⟧, \"f\")\né: 1\n")],
        message: "cannot load 🔥.star: Expected to find file '🔥.star' (hint: only files included via -f flag are available)",
        frames: &["<toplevel> config.yml:2"],
        ..EXAMPLE
    },
    Example {
        code: Code::Library,
        files: &[(
            "config.yml",
            "#@ load(\"@ytt:library\", \"library\")\n\"é🔥\": #@ [\"🔥\", ⟦library.get(\"🔥\")⟧]\n",
        )],
        message: "library.get: Could not find private library (directory '_ytt_lib' missing?)",
        frames: &["<toplevel> config.yml:2"],
        ..EXAMPLE
    },
    Example {
        code: Code::Flag,
        files: &[("config.yml", "🔥: é\n")],
        args: "--colour é",
        message: "unknown flag: --colour",
        ..EXAMPLE
    },
    Example {
        code: Code::File,
        files: &[("config.yml", "🔥: é\n")],
        args: "-f 🔥.yml",
        message: "Checking file '🔥.yml': lstat 🔥.yml: no such file or directory",
        ..EXAMPLE
    },
    Example {
        code: Code::Limit,
        files: &[(
            "config.yml",
            "#@ def f():\n⟦#@   for i in range(100000):⟧\n#@     x = \"🔥\"\n#@   end\n#@ end\né: #@ f()\n",
        )],
        message: "stopped after 5000 steps (limit of Ytterby)",
        frames: &["f config.yml:2", "<toplevel> config.yml:6"],
        ..EXAMPLE
    },
    Example {
        code: Code::Unsupported,
        files: &[],
        args: "website",
        message: "There is no website server here (ytt website)",
        ..EXAMPLE
    },
];

/// A range of a text in UTF-16 code units, and its label.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Marked {
    label: String,
    file: String,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Removes the markers from a text. They do not overlap.
pub(super) fn unmarked(file: &str, marked: &str) -> (String, Vec<Marked>) {
    let (mut text, mut marks, mut start, mut label) = (String::new(), Vec::new(), 0, String::new());
    let mut rest = marked.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '⟦' | '⟪' => {
                start = text.encode_utf16().count();
                label.clear();
                // A colon before a space is part of the label.
                while c == '⟪'
                    && let Some(c) = rest.next()
                {
                    if c == ':' && rest.peek() != Some(&' ') {
                        break;
                    }
                    label.push(c);
                }
            }
            '⟧' | '⟫' => {
                let end = text.encode_utf16().count();
                marks.push(Marked { label: label.clone(), file: file.to_owned(), start, end });
            }
            c => text.push(c),
        }
    }
    (text, marks)
}

/// The range of a span, after checking that its lines and columns match its offsets.
fn marked(label: &str, file: &str, span: Option<Span>) -> Marked {
    let span = span.unwrap_or_default();
    let (start, end) = (span.start.offset as usize, span.end.offset as usize);
    Marked { label: label.to_owned(), file: file.to_owned(), start, end }
}

fn all_marks(diagnostic: &Diagnostic) -> Vec<Marked> {
    let primary = diagnostic.primary.iter().map(|place| marked("", &place.file, place.span));
    let related = diagnostic.related.iter().map(|place| marked(&place.label, &place.file, place.span));
    // The texts of flags have no markers.
    let mut marks: Vec<Marked> = primary.chain(related).filter(|mark| !mark.file.starts_with('(')).collect();
    marks.sort();
    marks
}

fn line(place: &Option<Place>) -> String {
    let Some(place) = place else { return String::new() };
    place.span.map(|span| format!("{}:{}", place.file, span.start.line)).unwrap_or_default()
}

/// The request of an example, and its marks.
fn request_of(example: &Example) -> (Request, Vec<Marked>) {
    let mut request = Request {
        args: example.args.split_whitespace().map(str::to_owned).collect(),
        limits: Limits { steps: 5000, ..Limits::default() },
        ..Request::default()
    };
    let mut marks = Vec::new();
    for (path, text) in example.files {
        let (text, mut found) = unmarked(path, text);
        request.files.push(RequestFile { path: (*path).to_owned(), content: Content::Text(text) });
        marks.append(&mut found);
    }
    marks.sort();
    (request, marks)
}

/// The requests of all examples.
pub(super) fn requests() -> Vec<Request> {
    EXAMPLES.iter().map(|example| request_of(example).0).collect()
}

fn check(example: &Example) -> Result<(), String> {
    let (request, marks) = request_of(example);
    let response = golden::render(&request);
    let Some(diagnostic) = response.diagnostics.first() else { return Err("no diagnostic".to_owned()) };
    let some = |text: &Option<String>| text.clone().unwrap_or_default();
    let edits = diagnostic.fixes.iter().flat_map(|fix| fix.edits.iter().map(|e| format!("{}: {}", fix.title, e.text)));
    let frames = diagnostic.frames.iter().map(|frame| format!("{} {}", frame.name, line(&frame.place)));
    let checks = [
        ("code", diagnostic.code.clone(), example.code.to_string()),
        ("message", diagnostic.message.clone(), example.message.to_owned()),
        ("path", some(&diagnostic.path), example.path.to_owned()),
        ("found", some(&diagnostic.found), example.found.to_owned()),
        ("expected", some(&diagnostic.expected), example.expected.to_owned()),
        ("hints", diagnostic.hints.join("\n"), example.hints.join("\n")),
        ("fixes", edits.collect::<Vec<_>>().join("\n"), example.fixes.join("\n")),
        ("frames", frames.collect::<Vec<_>>().join("\n"), example.frames.join("\n")),
        ("places", format!("{:?}", all_marks(diagnostic)), format!("{marks:?}")),
    ];
    let wrong = checks.iter().filter(|(_, actual, wanted)| actual != wanted);
    let wrong: Vec<String> =
        wrong.map(|(what, actual, wanted)| format!("  {what}: {actual}\n   instead of: {wanted}")).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

#[test]
fn each_code_has_examples() {
    let mut wrong = Vec::new();
    for (example, result) in EXAMPLES.iter().zip(parallel::map(EXAMPLES, check)) {
        if let Err(problem) = result.flatten() {
            wrong.push(format!("{} {}\n{problem}", example.code, example.message));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let shown = |code: &Code| EXAMPLES.iter().any(|example| example.code == *code);
    // No input with the last code is known.
    let without: Vec<Code> = Code::all().filter(|code| *code != Code::Internal && !shown(code)).collect();
    assert!(without.is_empty(), "{without:?}");
}
