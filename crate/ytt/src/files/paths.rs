//! Paths as text, as Go's path/filepath treats them.

/// The last part of a path. Trailing slashes do not count.
pub fn base(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

/// Joins as Go's `filepath.Join` does: the result is clean, so `.` and a trailing slash go.
pub fn join(directory: &str, relative: &str) -> String {
    match (directory, relative) {
        ("", path) | (path, "") => path.to_owned(),
        _ => clean(&format!("{directory}/{relative}")),
    }
}

/// The shortest path that means the same, by its letters alone: no `.`, no `a/..`, no doubled or trailing slash.
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
