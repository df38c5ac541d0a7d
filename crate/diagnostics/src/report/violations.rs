//! The report of data values that break validation rules: a paragraph per value.

use super::super::Invalid;

pub(super) fn text(invalid: &[Invalid]) -> String {
    let mut out = String::new();
    for value in invalid {
        out.push_str(&format!("  {}\n    from: {}\n", value.path, value.at.compact()));
        for violation in &value.violations {
            out.push_str(&format!("    - must be: {} (by: {})\n", violation.description, violation.rule.compact()));
            if !violation.found.is_empty() {
                out.push_str(&format!("      found: {}\n", violation.found));
            }
        }
        out.push('\n');
    }
    out
}
