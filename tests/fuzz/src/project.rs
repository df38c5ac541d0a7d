//! A whole project out of choices: schema, data values, templates, overlays, text templates, libraries, flags, environment.

use ytterby::boundary::{Content, Request, RequestFile};
use ytterby_parts::properties::small_limits;

use crate::chance::Chance;
use crate::code;
use crate::nodes::{Kind, Writer};

/// The request that these bytes choose.
pub fn from_bytes(bytes: &[u8]) -> Request {
    let c = &mut Chance::new(bytes);
    let mut request = Request { limits: small_limits(), ..Request::default() };
    let mut add = |path: &str, text: String| {
        request.files.push(RequestFile { path: path.to_owned(), content: Content::Text(text) });
    };
    let parts = c.below(256);
    let has = |part: u32| parts & (1 << part) != 0;
    if has(0) || parts == 0 {
        add("config.yml", yaml(c, Kind::Template));
    }
    if has(1) {
        add("schema.yml", yaml(c, Kind::Schema));
    }
    if has(2) {
        add("values.yml", yaml(c, Kind::Values));
    }
    if has(3) {
        add("overlay.yml", yaml(c, Kind::Overlay));
    }
    if has(4) {
        add(c.pick(&["notes.txt", "notes.md", "funcs.lib.txt"]), text_template(c));
    }
    if has(5) {
        add("funcs.star", code::program(c, 0).join("\n") + "\n");
    }
    if has(6) {
        library(c, &mut add);
    }
    if has(7) {
        add(c.pick(&["plain.yml", "values2.yml", "funcs.lib.yml", "data.json"]), yaml(c, Kind::Plain));
    }
    // A slip anywhere: input that is nearly right goes further than other input.
    if c.once_in(4) {
        slip(c, &mut request);
    }
    flags(c, &mut request);
    request
}

fn yaml(c: &mut Chance<'_>, kind: Kind) -> String {
    let mut text = String::new();
    if kind != Kind::Plain && !c.once_in(8) {
        text.push_str("#@ load(\"@ytt:data\", \"data\")\n#@ load(\"@ytt:overlay\", \"overlay\")\n");
    }
    if kind != Kind::Plain && c.once_in(3) {
        for line in code::program(c, 0) {
            text.push_str(&format!("#@ {}\n", line.replace('\n', " ")));
        }
    }
    for at in 0..=c.below(3) {
        match kind {
            Kind::Schema => text.push_str("#@data/values-schema\n"),
            Kind::Values => text.push_str(c.pick(&[
                "#@data/values\n",
                "#@library/ref \"@lib\"\n#@data/values\n",
                "#@data/values-schema\n",
            ])),
            Kind::Overlay => text.push_str(c.pick(&[
                "#@overlay/match by=overlay.all\n",
                "#@overlay/match by=overlay.all, expects=\"0+\"\n",
                "#@overlay/match by=overlay.subset({\"a\": 1}), missing_ok=True\n",
                "#@overlay/match by=overlay.index(0)\n#@overlay/insert after=True\n",
                "",
            ])),
            _ => {}
        }
        if at > 0 || kind != Kind::Plain || c.once_in(2) {
            text.push_str(
                c.pick(&["---\n", "--- # c\n", "---\n---\n", "--- \n#! c\n", "...\n---\n", "%YAML 1.1\n---\n"]),
            );
        }
        let mut writer = Writer { c, kind, text };
        writer.collection(0);
        text = writer.text;
    }
    text
}

fn text_template(c: &mut Chance<'_>) -> String {
    let mut text = String::new();
    for _ in 0..=c.below(5) {
        let dash = c.pick(&["", "-"]);
        text.push_str(&match c.below(5) {
            0 => c.text(),
            1 => format!("(@{dash}= {} {dash}@)", code::expression(c)),
            2 => format!("(@ {} {dash}@)\n", code::opening(c)),
            3 => format!("(@{dash} end @)\n"),
            _ => format!("(@ {} @)", code::statement(c)),
        });
    }
    text
}

fn library(c: &mut Chance<'_>, add: &mut impl FnMut(&str, String)) {
    add("_ytt_lib/lib/config.yml", yaml(c, Kind::Template));
    if c.once_in(2) {
        add("_ytt_lib/lib/schema.yml", yaml(c, Kind::Schema));
    }
    if c.once_in(3) {
        add("_ytt_lib/lib/_ytt_lib/lib/a.yml", yaml(c, Kind::Values));
    }
    let with = match c.below(6) {
        0 => String::new(),
        1 => format!(".with_data_values({})", code::expression(c)),
        2 => format!(".with_data_values_schema({})", code::expression(c)),
        3 => format!(".with_data_values({}).with_data_values({{\"a\": 2}})", code::expression(c)),
        _ => ".with_data_values({\"a\": 1})".to_owned(),
    };
    let get = c.pick(&[
        "library.get(\"lib\")",
        "library.get(\"lib\", alias=\"l\")",
        "library.get(\"lib\", strict=True)",
        "library.get(\"nope\")",
    ]);
    let what =
        c.pick(&["eval()", "data_values()", "export(\"f\")", "eval()[0]", "export(\"f\", path=\"config.lib.yml\")()"]);
    add(
        "uses.yml",
        format!(
            "#@ load(\"@ytt:library\", \"library\")\n#@ load(\"@ytt:template\", \"template\")\n--- #@ template.replace({get}{with}.{what})\n"
        ),
    );
}

/// Something inserted, left out or repeated.
fn slip(c: &mut Chance<'_>, request: &mut Request) {
    const PIECES: &[&str] = &[
        "#@ ", "#@ end\n", "\n", " ", "  ", ":", "- ", "---\n", "\"", "(@= ", " @)", "#@overlay/match by=", "&n ",
        "*n", "<<: *n\n", "\t", "\r", "é", "😀", "\u{feff}", "\0", "#@data/values\n---\n", "[", "{", "#", "|\n",
        "#@ def f():\n", "\u{2028}", "!!", "%",
    ];
    let at = c.below(request.files.len());
    let Some(RequestFile { content: Content::Text(text), .. }) = request.files.get_mut(at) else { return };
    let place = |c: &mut Chance<'_>, text: &str| text.floor_char_boundary(c.below(text.len() + 1));
    let (one, other) = (place(c, text), place(c, text));
    let (from, to) = (one.min(other), one.max(other).min(text.floor_char_boundary(one.min(other) + 24)));
    match c.below(3) {
        0 => text.insert_str(from, c.pick(PIECES)),
        1 => text.replace_range(from..to, ""),
        _ => {
            let repeated = text[from..to].to_owned();
            text.insert_str(from, &repeated);
        }
    }
}

fn flags(c: &mut Chance<'_>, request: &mut Request) {
    const KEYS: &[&str] = &["a", "b", "b.c", "name", "@lib:a", "nope", "a.b.c", "", "@~l:a"];
    const VALUES: &[&str] = &["1", "x", "null", "{a: 1}", "[1", "\"", "é", "2: 3", "", "!!binary /w=="];
    const OTHERS: &[&str] = &[
        "--data-values-inspect",
        "--data-values-schema-inspect",
        "-o=openapi-v3",
        "-o=json",
        "-o=pos",
        "--strict",
        "-s",
        "--ignore-unknown-comments",
        "--implicit-map-key-overrides",
        "--dangerous-emptied-output-directory=/out",
        "--output-files=/out",
        "--files-inspect",
        "--file-mark=**/*:type=text-plain",
        "--file-mark=config.yml:for-output=true",
        "--file-mark=plain.yml:path=x/y.yml",
        "--file-mark=*.txt:type=yaml-template",
        "--file-mark=config.yml:exclude=true",
        "--file-mark=**/*.yml:exclusive-for-output=true",
        "--dangerous-allow-all-symlink-destinations",
        "--debug",
        "-f=.",
        "-f=-",
        "--output=yaml",
        "--data-values-file=plain.yml",
        "--data-value-file=a=notes.txt",
        "--data-values-env=E",
        "--bulk-out",
        "--data-values-env-yaml=E",
        "--dangerous-data-values-disable-validation",
        "--file-mark",
        "fmt",
        "version",
        "--help",
    ];
    for _ in 0..c.below(4) {
        let arg = match c.below(4) {
            0 => format!("-v={}={}", c.pick(KEYS), c.pick(VALUES)),
            1 => format!("--data-value-yaml={}={}", c.pick(KEYS), c.pick(VALUES)),
            _ => c.pick(OTHERS).to_owned(),
        };
        request.args.push(arg);
    }
    for _ in 0..c.below(3) {
        let name = c.pick(&["E_a", "E_b__c", "E_", "E", "E_@lib:a", "X"]);
        request.env.push((name.to_owned(), c.pick(VALUES).to_owned()));
    }
}
