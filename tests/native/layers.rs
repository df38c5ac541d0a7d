//! The crates are layers, and in the larger ones the modules, too: each depends only on those before it in [`CRATES`] and [`MODULES`].

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::inputs::repository;

/// The crates from the lowest to the highest, by their folders, with the packages of others that only they may depend on. A crate
/// depends only on crates before it; the two hosts at the end do not depend on each other.
const CRATES: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("limits", &[]),
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
            "byte_text",
            "spelling",
            "go_float",
            "diagnostics",
            "limits",
            "yaml",
            "decoding",
            "extensions",
            "program",
            "starlark",
            "natives",
            "regexp",
            "template",
            "overlay",
            "validations",
            "schema",
            "stdlib",
            "files",
            "flags",
            "workspace",
            "lib",
        ],
    },
    Modules {
        of: "schema-io/src",
        least: 25,
        layers: &[
            "diagnostics",
            "spelling",
            "yaml",
            "syntax",
            "starlark",
            "regexp",
            "validations",
            "schema",
            "loss",
            "broken_defaults",
            "describe",
            "json_schema",
            "open_api",
            "markdown",
            "inspect",
            "inspect_html",
            "import",
            "diff",
            "lib",
        ],
    },
    Modules {
        of: "api/src",
        least: 25,
        layers: &[
            "byte_text",
            "spelling",
            "diagnostics",
            "limits",
            "yaml",
            "decoding",
            "extensions",
            "syntax",
            "starlark",
            "template",
            "validations",
            "schema",
            "stdlib",
            "files",
            "flags",
            "workspace",
            "output",
            "plain_data",
            "plain_yaml",
            "boundary",
            "request_disk",
            "parsed_request",
            "inputs",
            "editor",
            "arguments",
            "checks",
            "answer",
            // The pipeline.
            "lib",
            "schema_alone",
            "data_values_snapshot",
            "bundle",
        ],
    },
];

/// The modules and root items that a source imports as `crate::NAME`.
fn imports(source: &str) -> BTreeSet<String> {
    let code: String =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let is_keyword = !code[..at].ends_with(|c: char| is_part(c) || c == '$' || c == ':');
        let rest = &code[at + "crate::".len()..];
        if !is_keyword {
            continue;
        }
        if let Some(list) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut word = String::new();
            for c in list.chars() {
                match c {
                    '}' if depth == 0 => break,
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        found.insert(first_word(&word));
                        word.clear();
                        continue;
                    }
                    _ => {}
                }
                word.push(c);
            }
            found.insert(first_word(&word));
        } else {
            found.insert(first_word(rest));
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

fn first_word(text: &str) -> String {
    text.trim_start().chars().take_while(|c| *c == '_' || c.is_alphanumeric()).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        // Tests may import anything.
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        if path.is_dir() && !name.ends_with("tests") {
            sources(&path, found);
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// The source files in a folder without their tests: the path below it, the module and the text.
fn source_files(folder: &Path, least: usize) -> Vec<(String, String, String)> {
    let mut files = Vec::new();
    sources(folder, &mut files);
    assert!(files.len() >= least, "{}: {} files", folder.display(), files.len());
    let read = |file: PathBuf| {
        let path = file.strip_prefix(folder).expect("below").to_str().expect("a path").to_owned();
        let module = path.split('/').next().and_then(|name| name.split('.').next()).unwrap_or_default().to_owned();
        let source = fs::read_to_string(&file).expect("text");
        let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
        (path, module, code)
    };
    files.into_iter().map(read).collect()
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
        for (path, module, source) in source_files(&repository().join("crate").join(of), *least) {
            let module = module.as_str();
            let Some(own) = level(module) else {
                wrong.push(format!("{of}/{path}: {module} is in no layer"));
                continue;
            };
            for imported in imports(&source).into_iter().filter(|name| name != module) {
                // Any other name is an item of the root.
                let other = level(&imported).or_else(|| level("lib")).expect("a layer");
                if other > own {
                    wrong.push(format!("{of}/{path} imports crate::{imported}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports of a higher layer:\n{}", wrong.join("\n"));
}

#[test]
fn imports_are_found_in_each_form() {
    let source =
        "use crate::{a, b::{c, d}, e::f};\nfn g() { crate::h::i(); $crate::j!(); other_crate::k() }\n// crate::l\n";
    assert_eq!(imports(source), ["a", "b", "e", "h"].map(str::to_owned).into());
}
