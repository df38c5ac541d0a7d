//! Checks a property for many cases: counts checks and collects failures.

use std::collections::BTreeMap;

use crate::golden::Golden;
use crate::parallel;

/// The maximum number of printed failures.
const SHOWN: usize = 20;

#[derive(Default)]
pub(crate) struct Findings {
    counts: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Findings {
    pub(crate) fn count(&mut self, what: &str) {
        self.add(what, 1);
    }

    pub(crate) fn add(&mut self, what: &str, number: usize) {
        *self.counts.entry(what.to_owned()).or_default() += number;
    }

    pub(crate) fn wrong(&mut self, problem: impl Into<String>) {
        self.wrong.push(problem.into());
    }

    pub(crate) fn number_of(&self, what: &str) -> usize {
        self.counts.get(what).copied().unwrap_or_default()
    }

    /// Fails if too few cases were checked.
    pub(crate) fn at_least(&self, floors: &[(&str, usize)]) {
        for (what, floor) in floors {
            let number = self.number_of(what);
            assert!(number >= *floor, "{number} of at least {floor}: {what}\n{:#?}", self.counts);
        }
    }
}

/// Checks each case on all cores, and fails if there are failures.
pub(crate) fn check_all<'g>(
    cases: impl IntoIterator<Item = &'g Golden>,
    check: impl Fn(&Golden, &mut Findings) + Sync,
) -> Findings {
    let cases: Vec<&Golden> = cases.into_iter().collect();
    let results = parallel::map(&cases, |golden| {
        let mut findings = Findings::default();
        check(golden, &mut findings);
        findings
    });
    let mut all = Findings::default();
    for (golden, result) in cases.iter().zip(results) {
        let findings = result.unwrap_or_else(|panic| Findings { wrong: vec![panic], ..Findings::default() });
        findings.counts.iter().for_each(|(what, number)| all.add(what, *number));
        all.wrong.extend(findings.wrong.into_iter().map(|problem| format!("{}: {problem}", golden.name)));
    }
    println!("{} cases: {:#?}", cases.len(), all.counts);
    let shown = &all.wrong[..all.wrong.len().min(SHOWN)];
    assert!(shown.is_empty(), "{} wrong\n{}", all.wrong.len(), shown.join("\n"));
    all
}
