//! Headlines: each diagnostic has one.

use crate::findings::check_all;
use crate::golden::{cases, examples, peer_cases};

#[test]
fn each_diagnostic_has_a_headline() {
    let all = cases().iter().chain(peer_cases()).chain(examples());
    check_all(all, |golden, found| {
        for diagnostic in &golden.response.diagnostics {
            found.count("diagnostics");
            let headline = &diagnostic.headline;
            if headline.is_empty() || headline.contains('\n') || headline.ends_with('.') {
                found.wrong(format!("{}: {headline:?}", diagnostic.message));
            }
        }
    })
    .at_least(&[("diagnostics", 500)]);
}
