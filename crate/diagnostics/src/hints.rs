//! The hints that ytt adds to some messages about templates.

/// ytt's hint for a message; `code` are the affected program lines.
pub fn hint<'a>(message: &str, mut code: impl Iterator<Item = &'a str>) -> Option<&'static str> {
    Some(match message {
        "undefined: true" => "use 'True' instead of 'true' for boolean assignment",
        "undefined: false" => "use 'False' instead of 'false' for boolean assignment",
        "undefined: null" => "use 'None' instead of 'null' to indicate no value",
        "undefined: nil" => "use 'None' instead of 'nil' to indicate no value",
        "undefined: none" => "use 'None' instead of 'none' to indicate no value",
        "got newline, want ':'" => "missing colon at the end of 'if/for/def' statement?",
        "unhandled index operation struct[string]" => "use getattr(...) to access struct field programmatically",
        "got '&', want primary expression" if code.any(|line| line.contains("&&")) => {
            "use 'and' instead of '&&' for logical-and"
        }
        "got '|', want primary expression" if code.any(|line| line.contains("||")) => {
            "use 'or' instead of '||' for logical-or"
        }
        _ => {
            let operands = message.strip_prefix("unknown binary op: ").filter(|rest| !rest.contains('\n'))?;
            let around = |op: &str| operands.split_once(op).is_some_and(|(a, b)| !a.is_empty() && !b.is_empty());
            if around(" | ") {
                "use 'or' instead of '|' for logical-or"
            } else if around(" & ") {
                "use 'and' instead of '&' for logical-and"
            } else {
                return None;
            }
        }
    })
}
