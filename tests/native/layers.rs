//! The modules of a crate are layers: each imports only modules before it in [`LAYERS`]. The layers that are crates of their own are
//! checked by the compiler.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

struct Crate {
    /// Below the manifest of the crate `ytterby`.
    sources: &'static str,
    /// With fewer source files than this, the test looks in the wrong place.
    least: usize,
    /// From the lowest to the highest. Other crates are imported at the root, under the names of their modules.
    layers: &'static [&'static str],
}

const LAYERS: &[Crate] = &[
    Crate {
        sources: "ytt/src",
        least: 80,
        layers: &[
            "byte_text",
            "spelling",
            "diagnostics",
            "limits",
            "yaml",
            "decoding",
            "extensions",
            "program",
            "eval",
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
    Crate {
        sources: "src",
        least: 70,
        layers: &[
            "byte_text",
            "spelling",
            "diagnostics",
            "limits",
            "yaml",
            "extensions",
            "dialect",
            "eval",
            "regexp",
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
            "editor",
            "schema_diff",
            "schema_import",
            "checks",
            "answer",
            // The pipeline; it is at the root of the crate.
            "lib",
            "schema_alone",
            "insight",
            "bundle",
            "question",
            "parts",
            "wasm",
        ],
    },
];

/// Crates that only some modules may name.
const CRATES: &[(&str, &[&str])] =
    &[("wasm_bindgen", &["wasm"]), ("serde_wasm_bindgen", &["wasm"]), ("js_sys", &["wasm"])];

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
fn source_files(folder: &str, least: usize) -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() >= least, "{folder}: {} files", files.len());
    let read = |file: PathBuf| {
        let path = file.strip_prefix(&root).expect("below src").to_str().expect("a path").to_owned();
        let module = path.split('/').next().and_then(|name| name.split('.').next()).unwrap_or_default().to_owned();
        let source = fs::read_to_string(&file).expect("text");
        let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
        (path, module, code)
    };
    files.into_iter().map(read).collect()
}

#[test]
fn modules_import_only_lower_ones() {
    let mut wrong = Vec::new();
    for Crate { sources, least, layers } in LAYERS {
        let level = |module: &str| layers.iter().position(|layer| *layer == module);
        for (path, module, source) in source_files(sources, *least) {
            let module = module.as_str();
            // The programs around the crate.
            if ["main", "disk"].contains(&module) {
                continue;
            }
            let Some(own) = level(module) else {
                wrong.push(format!("{sources}/{path}: {module} is in no layer"));
                continue;
            };
            for imported in imports(&source).into_iter().filter(|name| name != module) {
                // What is no module is an item of the root.
                let other = level(&imported).or_else(|| level("lib")).expect("a layer");
                if other > own {
                    wrong.push(format!("{sources}/{path} imports crate::{imported}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports of a higher layer:\n{}", wrong.join("\n"));
}

#[test]
fn few_modules_name_certain_crates() {
    let files = source_files("src", 70);
    for (name, allowed) in CRATES {
        let path = format!("{name}::");
        let names_it =
            |code: &str| code.lines().any(|line| !line.trim_start().starts_with("//") && line.contains(&path));
        let users: BTreeSet<&str> =
            files.iter().filter(|(_, _, code)| names_it(code)).map(|(_, module, _)| module.as_str()).collect();
        assert_eq!(users, allowed.iter().copied().collect(), "{name}");
    }
}

#[test]
fn imports_are_found_in_each_form() {
    let source =
        "use crate::{a, b::{c, d}, e::f};\nfn g() { crate::h::i(); $crate::j!(); other_crate::k() }\n// crate::l\n";
    assert_eq!(imports(source), ["a", "b", "e", "h"].map(str::to_owned).into());
}
