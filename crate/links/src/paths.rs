//! The paths that files of a playground can have. The page has the same rules, `pathObjection` in web/src/core/work.ts.

/// In UTF-16 code units.
const LONGEST: usize = 200;

/// Why a file cannot have this path, or `None` if it can.
pub(crate) fn objection(path: &str) -> Option<String> {
    if path.is_empty() {
        return Some("The name cannot be empty.".to_owned());
    }
    if path.encode_utf16().count() > LONGEST {
        return Some(format!("The name is too long (more than {LONGEST} characters)."));
    }
    if path.chars().any(|c| c < ' ' || c == '\u{7f}' || c == '\\') {
        return Some("Names cannot contain backslashes or control characters.".to_owned());
    }
    if matches!(path.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic()) {
        return Some("Names cannot start with a drive letter.".to_owned());
    }
    if path.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Some("Names are paths inside the playground, such as config/app.yml.".to_owned());
    }
    None
}
