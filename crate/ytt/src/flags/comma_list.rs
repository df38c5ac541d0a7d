//! Values that are lists separated by commas, in the syntax of Go's encoding/csv.

/// Splits the first line that is not empty at commas. A field may be quoted, with `""` for a quote. The error is Go's.
pub(super) fn split(text: &str) -> Result<Vec<String>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let line_number = 1 + text.len() - text.trim_start_matches('\n').len();
    let mut rest = text.trim_start_matches('\n');
    if rest.is_empty() {
        return Err("EOF".to_owned());
    }
    let all = rest;
    let problem = |at: usize, what: &str| {
        let line_start = all[..at].rfind('\n').map_or(0, |lf| lf + 1);
        let line = line_number + all[..at].matches('\n').count();
        format!(
            "parse error on line {line}, column {}: {what} in {}quoted-field",
            at - line_start + 1,
            if what.starts_with("bare") { "non-" } else { "" }
        )
    };
    let mut fields = Vec::new();
    loop {
        let at = all.len() - rest.len();
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut field = String::new();
            let mut inside = quoted;
            loop {
                let extraneous = "extraneous or missing \"";
                let Some((before, after)) = inside.split_once('"') else {
                    return Err(problem(all.len(), extraneous));
                };
                field.push_str(before);
                match after.strip_prefix('"') {
                    Some(more) => {
                        field.push('"');
                        inside = more;
                    }
                    None if after.is_empty() || after.starts_with([',', '\n']) => {
                        rest = after;
                        break;
                    }
                    None => return Err(problem(all.len() - after.len() - 1, extraneous)),
                }
            }
            fields.push(field);
        } else {
            let end = rest.find([',', '\n']).unwrap_or(rest.len());
            if let Some(quote) = rest[..end].find('"') {
                return Err(problem(at + quote, "bare \""));
            }
            fields.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
        match rest.strip_prefix(',') {
            Some(more) => rest = more,
            None => return Ok(fields),
        }
    }
}
