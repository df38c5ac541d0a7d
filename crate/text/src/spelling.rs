//! The most similar of some names, for `did you mean` and the like, by the metric of ytt's Starlark.

use std::borrow::Cow;

use crate::byte_text;

/// The candidate nearest to `name`, if less than half of `name` (rounded up, ignoring case and underscores) would change.
/// Candidates must be sorted: of equally near ones, the first is returned.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = fold(name);
    let mut limit = name.len().div_ceil(2);
    let mut best = None;
    for candidate in candidates {
        let distance = distance(name.as_bytes(), fold(candidate).as_bytes(), limit);
        if distance < limit {
            limit = distance;
            best = Some(candidate);
        }
    }
    best
}

/// The candidate nearest to `name`, if no other one is as near, and if the change is small: one letter, more in long names, or the
/// order of two letters.
pub fn only_nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = fold(name);
    // Swapping two letters of a short name changes half of it.
    let limit = name.len().div_ceil(2) + usize::from(name.len() > 1);
    let mut best: Option<(usize, bool, &str)> = None;
    let mut is_alone = true;
    for candidate in candidates {
        let distance = distance(name.as_bytes(), fold(candidate).as_bytes(), limit);
        // Among equally near names, one with the same letters is meant.
        let has_others = letters(&fold(candidate)) != letters(&name);
        match best {
            Some((least, others, known)) if (distance, has_others) == (least, others) => is_alone &= known == candidate,
            Some((least, others, _)) if (distance, has_others) > (least, others) => {}
            _ if distance < limit => (best, is_alone) = (Some((distance, has_others, candidate)), true),
            _ => {}
        }
    }
    best.filter(|_| is_alone).map(|(_, _, candidate)| candidate).filter(|candidate| {
        let candidate = fold(candidate);
        let changes = distance(name.as_bytes(), candidate.as_bytes(), limit);
        // One of two letters may be missing, but neither is another one.
        if name.len() == 2 && changes > 0 && candidate.len() < 3 {
            return false;
        }
        changes <= 1 + name.len() / 6 || changes == 2 && letters(&name) == letters(&candidate)
    })
}

/// The candidate that [`only_nearest`] finds, or else the only one that begins with `name`, ignoring case and underscores. A key with a
/// dot needs more than another name where its parent is written before a dot.
pub fn meant<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let start = fold(name);
    let completed = || {
        let is_longer = |candidate: &&str| !candidate.contains('.') && fold(candidate).starts_with(&*start);
        let mut longer = candidates.clone().into_iter().filter(is_longer);
        longer.next().filter(|_| longer.next().is_none() && start.len() > 2)
    };
    only_nearest(name, candidates.clone()).or_else(completed)
}

/// Whether one may be a misspelling of the other: [`nearest`] or [`only_nearest`] would find it.
pub fn is_near(name: &str, other: &str) -> bool {
    nearest(name, [other]).or_else(|| only_nearest(name, [other])).is_some()
}

fn letters(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.chars().collect();
    letters.sort_unstable();
    letters
}

/// The edit distance of two names, ignoring case and underscores. A result above `most` is only a lower bound.
pub fn edit_distance(name: &str, other: &str, most: usize) -> usize {
    distance(fold(name).as_bytes(), fold(other).as_bytes(), most)
}

fn fold(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|b| b.is_ascii() && b != b'_' && !b.is_ascii_uppercase()) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(byte_text::lossy(name).chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect())
}

/// The edit distance in bytes. A result above `max` is only a lower bound.
fn distance(a: &[u8], b: &[u8], max: usize) -> usize {
    let (short, long) = if a.len() > b.len() { (b, a) } else { (a, b) };
    // A common prefix does not matter.
    let shared = short.iter().zip(long).take_while(|(x, y)| x == y).count();
    let (short, long) = if shared < short.len() { (&short[shared..], &long[shared..]) } else { (short, long) };
    if short.is_empty() {
        return long.len();
    }
    if long.len() - short.len() > max {
        return long.len() - short.len();
    }
    // Avoid an allocation for short names.
    let mut short_row = [0; 32];
    let mut long_row = Vec::new();
    let row = match short_row.get_mut(..=long.len()) {
        Some(row) => row,
        None => {
            long_row.resize(long.len() + 1, 0);
            &mut long_row[..]
        }
    };
    for (j, cost) in row.iter_mut().enumerate() {
        *cost = j;
    }
    for (i, x) in short.iter().enumerate() {
        let mut previous = i;
        row[0] = i + 1;
        let mut best = i + 1;
        for (j, y) in long.iter().enumerate() {
            let substituted = previous + usize::from(x != y);
            let cost = substituted.min(1 + row[j]).min(1 + row[j + 1]);
            previous = row[j + 1];
            row[j + 1] = cost;
            best = best.min(cost);
        }
        if best > max {
            return best;
        }
    }
    row[long.len()]
}

#[cfg(test)]
mod tests {
    use super::{meant, nearest, only_nearest};

    #[test]
    fn less_than_half_may_change() {
        assert_eq!(nearest("hosst", ["ghost", "host"]), Some("host"));
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("foo", ["bar"]), None);
        assert_eq!(nearest("foo2", ["foo1", "foo3"]), Some("foo1"));
        assert_eq!(nearest("My_Name", ["myname"]), Some("myname"));
    }

    #[test]
    fn equally_near_candidates_are_ambiguous() {
        assert_eq!(only_nearest("foo2", ["foo1", "foo3"]), None);
        assert_eq!(only_nearest("foo2", ["foo1", "foo1", "food9"]), Some("foo1"));
        assert_eq!(only_nearest("peek", ["heat", "peak"]), Some("peak"));
        assert_eq!(only_nearest("x", ["y"]), None);
        assert_eq!(only_nearest("track", ["trail"]), None);
        assert_eq!(only_nearest("flaem", ["flame"]), Some("flame"));
        assert_eq!(only_nearest("paek", ["peak", "fuel"]), Some("peak"));
        assert_eq!(only_nearest("paek", ["pear"]), None);
        assert_eq!(only_nearest("ab", ["ac"]), None);
        assert_eq!(only_nearest("ab", ["a"]), None);
        assert_eq!(only_nearest("ap", ["app"]), Some("app"));
        assert_eq!(only_nearest("ap", ["app", "api"]), None);
    }

    #[test]
    fn the_start_of_one_candidate_means_it() {
        assert_eq!(meant("logl", ["host", "logLevel"]), Some("logLevel"));
        assert_eq!(meant("log_l", ["logFile", "logLevel"]), Some("logLevel"));
        assert_eq!(meant("log", ["logFile", "logLevel"]), None);
        assert_eq!(meant("lo", ["host", "logLevel"]), None);
    }
}
