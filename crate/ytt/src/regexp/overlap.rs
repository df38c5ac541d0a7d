//! Whether two patterns can match the same text: both are walked side by side, by the bytes that take both further.

use std::collections::HashSet;

use regex_automata::nfa::thompson::{NFA, State, Transition};
use regex_automata::util::primitives::StateID;

/// So many pairs of transitions are looked at; behind that, patterns count as overlapping.
const MOST: usize = 100_000;

/// What stands around a place (`^`, `\b`) is taken to hold: the answer may be true where it should not.
pub(super) fn may_overlap(one: &NFA, other: &NFA) -> bool {
    let start = (one.start_anchored(), other.start_anchored());
    let mut seen = HashSet::from([start]);
    let mut open = vec![start];
    let mut work = 0;
    while let Some((a, b)) = open.pop() {
        let (one_step, other_step) = (Step::of(one.state(a)), Step::of(other.state(b)));
        let next: Vec<(StateID, StateID)> = match (&one_step, &other_step) {
            (Step::Freely(all), _) => all.iter().map(|next| (*next, b)).collect(),
            (_, Step::Freely(all)) => all.iter().map(|next| (a, *next)).collect(),
            (Step::Match, Step::Match) => return true,
            (Step::ByBytes(some), Step::ByBytes(others)) => {
                work += some.len() * others.len();
                let pairs = some.iter().flat_map(|some| others.iter().map(move |other| (some, other)));
                let is_common =
                    |(some, other): &(&Transition, &Transition)| some.start <= other.end && other.start <= some.end;
                pairs.filter(is_common).map(|(some, other)| (some.next, other.next)).collect()
            }
            _ => Vec::new(),
        };
        work += next.len() + 1;
        if work > MOST {
            return true;
        }
        open.extend(next.into_iter().filter(|pair| seen.insert(*pair)));
    }
    false
}

/// Where a state leads to.
enum Step {
    /// Without a byte.
    Freely(Vec<StateID>),
    ByBytes(Vec<Transition>),
    Match,
}

impl Step {
    fn of(state: &State) -> Step {
        match state {
            State::ByteRange { trans } => Step::ByBytes(vec![*trans]),
            State::Sparse(sparse) => Step::ByBytes(sparse.transitions.to_vec()),
            State::Dense(dense) => {
                let by = |byte| Some(Transition { start: byte, end: byte, next: dense.matches_byte(byte)? });
                Step::ByBytes((0..=u8::MAX).filter_map(by).collect())
            }
            State::Look { next, .. } | State::Capture { next, .. } => Step::Freely(vec![*next]),
            State::Union { alternates } => Step::Freely(alternates.to_vec()),
            State::BinaryUnion { alt1, alt2 } => Step::Freely(vec![*alt1, *alt2]),
            State::Fail => Step::ByBytes(Vec::new()),
            State::Match { .. } => Step::Match,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::regexp::Regexp;

    #[test]
    fn patterns_overlap_where_a_text_matches_both() {
        let of = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|pattern| Regexp::whole(pattern).unwrap());
            assert_eq!(one.may_overlap(&other), other.may_overlap(&one));
            one.may_overlap(&other)
        };
        for (one, other) in [("[a-z]+", "ab?"), ("a*", "b*"), ("x|y.*", "yz"), ("(?i)kiln", "KILN"), (".*é", "[é]+")]
        {
            assert!(of(one, other), "{one} {other}");
        }
        for (one, other) in [("[a-z]+", "[0-9]+"), ("a-.*", "b-.*"), (".*-a", ".*-b"), ("a{3}", "a{4}"), ("é", "è")] {
            assert!(!of(one, other), "{one} {other}");
        }
    }
}
