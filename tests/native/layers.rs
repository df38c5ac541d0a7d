//! The crates are layers, and in the larger ones the modules, too: each depends only on those before it in [`CRATES`] and [`MODULES`].

use std::collections::BTreeSet;
use std::fs;

use crate::inputs::{below, repository};

/// The crates from the lowest to the highest, by their folders, with the packages of others that only they may depend on. A crate
/// depends only on crates before it; the two hosts at the end do not depend on each other.
const CRATES: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("diagnostics", &[]),
    ("limits", &[]),
    ("go", &["regex-automata", "libm"]),
    ("yaml", &["libyaml-safer"]),
    ("syntax", &[]),
    ("starlark", &["starlark"]),
    ("ytt", &[]),
    ("schema-io", &[]),
    ("api", &[]),
    ("links", &["miniz_oxide"]),
    ("insight", &[]),
    ("cli", &[]),
    ("wasm", &["wasm-bindgen", "serde-wasm-bindgen", "js-sys", "web-sys", "console_error_panic_hook"]),
];

struct Modules {
    /// A folder of sources.
    of: &'static str,
    /// The minimum number of source files, so that the test notices a wrong path.
    least: usize,
    /// From the lowest to the highest. Modules of other crates are imported at the root, under the same names.
    layers: &'static [&'static str],
}

const MODULES: &[Modules] = &[
    Modules {
        of: "ytt/src",
        least: 80,
        layers: &[
            "byte_text", "spelling", "positions", "diagnostics", "limits", "go", "regexp", "yaml", "decoding",
            "extensions", "program", "starlark", "natives", "template", "overlay", "validations", "schema", "stdlib",
            "files", "flags", "workspace", "lib",
        ],
    },
    Modules {
        of: "schema-io/src",
        least: 25,
        layers: &[
            "positions", "diagnostics", "spelling", "yaml", "syntax", "starlark", "regexp", "validations", "schema",
            "loss", "broken_defaults", "describe", "json_schema", "open_api", "markdown", "inspect", "inspect_html",
            "import", "diff", "lib",
        ],
    },
    Modules {
        of: "api/src",
        least: 25,
        layers: &[
            "byte_text", "spelling", "positions", "diagnostics", "limits", "go", "yaml", "decoding", "extensions",
            "syntax", "starlark", "template", "overlay", "validations", "schema", "stdlib", "files", "flags",
            "workspace", "output", "plain_data", "plain_yaml", "boundary", "request_disk", "parsed_request", "inputs",
            "editor", "arguments", "answer", "checks", // The pipeline.
            "lib", "schema_alone", "phases", "values_in_code", "costs", "data_values_snapshot", "bundle",
        ],
    },
];

/// The lines of code in a folder, without tests, each with its file's path below the folder.
fn code(folder: &str, least: usize) -> Vec<(String, String)> {
    let folder = repository().join("crate").join(folder);
    let is_test = |path: &str| path.ends_with("tests.rs") || path.split('/').any(|name| name.ends_with("tests"));
    let mut files = below(&folder, &folder, "rs");
    files.retain(|file| !is_test(&file.name));
    assert!(files.len() >= least, "{}: {} files", folder.display(), files.len());
    let lines = files.iter().flat_map(|file| {
        let source = fs::read_to_string(&file.path).expect("text");
        let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.map(|line| (file.name.clone(), line.to_owned())).collect::<Vec<_>>()
    });
    lines.collect()
}

/// The packages that a manifest depends on, but without those of its tests.
fn dependencies(manifest: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut is_listed = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            is_listed = section.ends_with("dependencies]") && !section.starts_with("dev-");
        } else if is_listed && let Some((name, _)) = line.split_once(" =") {
            found.insert(name);
        }
    }
    found
}

#[test]
fn crates_depend_only_on_lower_ones() {
    let folder = repository().join("crate");
    let mut wrong = Vec::new();
    for (level, (name, _)) in CRATES.iter().enumerate() {
        let manifest = fs::read_to_string(folder.join(name).join("Cargo.toml")).expect("a manifest");
        let found = dependencies(&manifest);
        assert!(found.iter().any(|name| name.starts_with("ytterby")) || level == 0, "{name}: {found:?}");
        for (other, (above, packages)) in CRATES.iter().enumerate() {
            let package = if *above == "api" { "ytterby".to_owned() } else { format!("ytterby-{above}") };
            if found.contains(&*package) && (other >= level || *above == "cli") {
                wrong.push(format!("{name} depends on {above}"));
            }
            let others = packages.iter().filter(|package| other != level && found.contains(**package));
            wrong.extend(others.map(|package| format!("{name} depends on {package}")));
        }
    }
    assert!(wrong.is_empty(), "dependencies that the layers do not allow:\n{}", wrong.join("\n"));
}

#[test]
fn modules_import_only_lower_ones() {
    let mut wrong = Vec::new();
    for Modules { of, least, layers } in MODULES {
        let level = |module: &str| layers.iter().position(|layer| *layer == module);
        for (path, line) in code(of, *least) {
            let module = path.split(['/', '.']).next().unwrap_or_default();
            let own = level(module).unwrap_or_else(|| panic!("{of}/{path}: {module} is in no layer"));
            for imported in line.split("crate::").skip(1) {
                let imported = imported.split(|c: char| c != '_' && !c.is_alphanumeric()).next().unwrap_or_default();
                // Any other name, and a list of names, is of the root.
                let other = level(imported).or_else(|| level("lib")).expect("a layer");
                if other > own && imported != module {
                    wrong.push(format!("{of}/{path}: {line}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports of a higher layer:\n{}", wrong.join("\n"));
}

/// Words for parts of ytt, not of its Starlark.
const WORDS_OF_YTT: [&str; 4] = ["overlay", "matcher", "librar", "workspace"];

#[test]
fn the_starlark_layer_does_not_name_what_belongs_to_ytt() {
    let mut lines = code("starlark/src", 70);
    lines.retain(|(_, line)| {
        // The starlark crate's name for its own modules of functions. Every other part of a line is in quotes.
        let names: String = line.replace("LibraryExtension", "").split('"').step_by(2).collect();
        line.contains("@ytt:") || WORDS_OF_YTT.iter().any(|word| names.to_lowercase().contains(word))
    });
    assert!(lines.is_empty(), "names in the starlark layer of what only ytt knows: {lines:#?}");
}
