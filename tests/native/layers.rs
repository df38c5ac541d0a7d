//! The crates are layers, and in the larger ones the modules, too: each depends only on those before it in [`CRATES`] and [`MODULES`].

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::inputs::repository;

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

/// The words in the names of code, without comments and strings: `with_data_values` and `DataValues` have `data` and `values`.
fn words(source: &str) -> BTreeSet<String> {
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    // Every other part of a line is in quotes.
    let code: String = lines.flat_map(|line| line.split('"').step_by(2).chain(["\n"])).collect();
    let mut found = BTreeSet::new();
    for name in code.split(|c: char| !c.is_alphanumeric()) {
        let mut rest = name;
        while let Some(first) = rest.chars().next() {
            let end = rest[first.len_utf8()..].find(char::is_uppercase).map_or(rest.len(), |at| at + first.len_utf8());
            found.insert(rest[..end].to_lowercase());
            rest = &rest[end..];
        }
    }
    found
}

/// What belongs to ytt, not to its Starlark.
const WORDS_OF_YTT: &[&str] = &["overlay", "overlays", "matcher", "matchers", "library", "libraries", "workspace"];

#[test]
fn the_starlark_layer_does_not_name_what_belongs_to_ytt() {
    let mut wrong = Vec::new();
    for (path, _, source) in source_files(&repository().join("crate/starlark/src"), 70) {
        // The starlark crate's name for its own modules of functions.
        let words = words(&source.replace("LibraryExtension", ""));
        let named = WORDS_OF_YTT.iter().filter(|word| words.contains(**word));
        wrong.extend(named.map(|word| format!("crate/starlark/src/{path}: {word}")));
        let mut code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        wrong.extend(code.find(|line| line.contains("@ytt:")).map(|line| format!("crate/starlark/src/{path}: {line}")));
    }
    assert!(wrong.is_empty(), "names in the starlark layer of what only ytt knows:\n{}", wrong.join("\n"));
}

/// The paths that a source imports with `use`, each as its segments.
fn paths(source: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for statement in source.split(";\n") {
        let start = statement.rfind("use ").map(|at| (at, &statement[at + 4..]));
        let is_statement = |at: usize| at == 0 || statement[..at].ends_with(['\n', ' ', ')']);
        if let Some((at, path)) = start
            && is_statement(at)
        {
            expand(&[], path, &mut found);
        }
    }
    found
}

/// Adds the paths in `text`: `a::{b, c::d}`.
fn expand(before: &[String], text: &str, found: &mut Vec<Vec<String>>) {
    let Some((path, list)) = text.split_once('{') else {
        let segments = text.trim().split("::").map(first_word).filter(|word| !word.is_empty());
        found.push(before.iter().cloned().chain(segments).collect());
        return;
    };
    let outer: Vec<String> =
        before.iter().cloned().chain(path.trim().split("::").map(first_word).filter(|word| !word.is_empty())).collect();
    let mut depth = 0;
    let parts = list.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0 || depth < 0
    });
    for part in parts.filter(|part| part.starts_with(|c: char| c.is_whitespace() || c == '_' || c.is_alphanumeric())) {
        expand(&outer, part.trim(), found);
    }
}

/// The module of a file, as its path without `mod` and `.rs`.
fn module_of(path: &str) -> Vec<String> {
    let path = path.trim_end_matches(".rs");
    path.strip_suffix("/mod").unwrap_or(path).split('/').map(str::to_owned).collect()
}

/// The module that a path leads to, from a module.
fn target(from: &[String], path: &[String], modules: &BTreeSet<Vec<String>>) -> Option<Vec<String>> {
    let ups = path.iter().take_while(|segment| *segment == "super").count();
    let start = match path.first()?.as_str() {
        "crate" => Vec::new(),
        "super" => from[..from.len().checked_sub(ups)?].to_vec(),
        "self" => from.to_vec(),
        _ => from.to_vec(),
    };
    let skipped = if path[0] == "crate" || path[0] == "self" { 1 } else { ups };
    let rest = &path[skipped..];
    (1..=rest.len()).rev().map(|count| [&start[..], &rest[..count]].concat()).find(|module| modules.contains(module))
}

#[test]
fn files_of_the_evaluator_do_not_import_each_other_in_a_circle() {
    let mut files = source_files(&repository().join("crate/starlark/src"), 70);
    files.retain(|(path, ..)| path != "lib.rs" && !path.ends_with("test_run.rs"));
    let modules: BTreeSet<_> = files.iter().map(|(path, ..)| module_of(path)).collect();
    let mut imports: Vec<_> = files
        .iter()
        .map(|(path, _, source)| {
            let module = module_of(path);
            let targets: BTreeSet<_> =
                paths(source).iter().filter_map(|path| target(&module, path, &modules)).collect();
            (module, targets)
        })
        .collect();
    let count: usize = imports.iter().map(|(_, targets)| targets.len()).sum();
    assert!(count > 300, "{count} imports");
    // Those that import none of the others are no part of a circle.
    loop {
        let left: BTreeSet<_> = imports.iter().map(|(module, _)| module.clone()).collect();
        let before = imports.len();
        imports.retain(|(module, targets)| targets.iter().any(|target| target != module && left.contains(target)));
        if imports.len() == before {
            break;
        }
    }
    // Those that none of the others imports are not, either.
    loop {
        let imported: BTreeSet<_> = imports.iter().flat_map(|(_, targets)| targets.clone()).collect();
        let before = imports.len();
        imports.retain(|(module, _)| imported.contains(module));
        if imports.len() == before {
            break;
        }
    }
    let circle: Vec<_> = imports.iter().map(|(module, _)| module.join("/")).collect();
    assert!(circle.is_empty(), "these files import each other: {}", circle.join(", "));
}

#[test]
fn paths_are_found_in_each_form() {
    let source = "use a::b::{self, c::{d, e as f}, g};\npub(crate) use super::h;\n#[cfg(test)]\nuse i;\n";
    let joined: Vec<_> = paths(source).iter().map(|path| path.join("::")).collect();
    assert_eq!(joined, ["a::b::self", "a::b::c::d", "a::b::c::e", "a::b::g", "super::h", "i"]);
}

#[test]
fn words_are_found_in_names_alone() {
    let source = "// overlay\nlet two_words = ThreeMoreWords::of(\"a library\", x);\n";
    assert_eq!(words(source), ["let", "two", "words", "three", "more", "of", "x"].map(str::to_owned).into());
}

#[test]
fn imports_are_found_in_each_form() {
    let source =
        "use crate::{a, b::{c, d}, e::f};\nfn g() { crate::h::i(); $crate::j!(); other_crate::k() }\n// crate::l\n";
    assert_eq!(imports(source), ["a", "b", "e", "h"].map(str::to_owned).into());
}
