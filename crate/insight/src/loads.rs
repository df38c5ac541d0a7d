//! Files that a file can load, and the file that a path in `load(…)` names.

use super::Buffer;
use super::code::Language;

/// The path in the request of a file that `load` names, relative to the directory of the loading file.
pub(super) fn resolve(from: &str, module: &str) -> String {
    let directory = from.rsplit_once('/').map_or("", |(directory, _)| directory);
    let joined = |path: String| if directory.is_empty() { path } else { format!("{directory}/{path}") };
    match module.strip_prefix('@').and_then(|rest| rest.split_once(':')) {
        Some((library, path)) => joined(format!("_ytt_lib/{library}/{}", path.trim_start_matches('/'))),
        None => match module.strip_prefix('/') {
            Some(path) => path.to_owned(),
            None => joined(module.to_owned()),
        },
    }
}

/// The file that a path in `load(…)` names; None for modules of ytt and missing files.
pub(super) fn buffer<'a>(from: &Buffer<'a>, module: &str) -> Option<Buffer<'a>> {
    if module.starts_with("@ytt:") {
        return None;
    }
    Buffer::of(from.request, &resolve(from.path, module))
}

/// The paths that a file can load: library files below its directory, and those of private libraries.
pub(super) fn files(from: &Buffer<'_>) -> impl Iterator<Item = String> {
    let directory = from.path.rsplit_once('/').map_or(String::new(), |(directory, _)| format!("{directory}/"));
    let own = from.path;
    from.request.request.files.iter().filter(move |file| file.path != own && is_library(&file.path)).filter_map(
        move |file| {
            let Some(below) = file.path.strip_prefix(&directory) else {
                return (!file.path.contains("_ytt_lib/")).then(|| format!("/{}", file.path));
            };
            let Some(library) = below.strip_prefix("_ytt_lib/") else {
                return (!below.contains("_ytt_lib/")).then(|| below.to_owned());
            };
            // The name of a library may contain slashes; it most likely ends at the last one.
            library.rsplit_once('/').map(|(name, file)| format!("@{name}:{file}"))
        },
    )
}

fn is_library(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    match Language::of(name) {
        Language::Starlark => true,
        Language::Yaml | Language::Text => name.contains(".lib."),
        Language::Other => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_file() {
        assert_eq!(resolve("a/b.yml", "c.star"), "a/c.star");
        assert_eq!(resolve("b.yml", "x/c.star"), "x/c.star");
        assert_eq!(resolve("a/b.yml", "/c.star"), "c.star");
        assert_eq!(resolve("b.yml", "@lib:c.star"), "_ytt_lib/lib/c.star");
    }
}
