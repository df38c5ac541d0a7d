//! Paths as strings, compatible with Go's path/filepath.

/// The last element of a path, without trailing slashes.
pub fn base(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

/// Go's `filepath.Join`. Its result is clean: without `.` and trailing slashes.
pub fn join(directory: &str, relative: &str) -> String {
    match (directory, relative) {
        ("", path) | (path, "") => path.to_owned(),
        _ => clean(&format!("{directory}/{relative}")),
    }
}

/// Go's `filepath.Clean`: removes `.`, `a/..`, and repeated and trailing slashes, without looking at files.
pub fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if rooted => {}
            _ => parts.push(part),
        }
    }
    match (rooted, parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_owned(),
        (false, false) => parts.join("/"),
    }
}
