//! `did you mean`: the nearest of some names, measured as ytt's Starlark measures it.

use std::borrow::Cow;

/// The candidate nearest to `name`, if at most half of `name` (rounded up, case and underscores ignored) would
/// change. Candidates must come sorted: the first of equals wins.
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

/// [`nearest`], if no other candidate is as near, and if hardly anything changes: a letter, more in long names, or the
/// order of two.
pub fn only_nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = fold(name);
    // In a short name two letters that changed places are as much as half of it.
    let limit = name.len().div_ceil(2) + usize::from(name.len() > 2);
    let mut best: Option<(usize, &str)> = None;
    let mut is_alone = true;
    for candidate in candidates {
        let distance = distance(name.as_bytes(), fold(candidate).as_bytes(), limit);
        match best {
            Some((least, known)) if distance == least => is_alone &= known == candidate,
            Some((least, _)) if distance > least => {}
            _ if distance < limit => (best, is_alone) = (Some((distance, candidate)), true),
            _ => {}
        }
    }
    best.filter(|_| is_alone).map(|(_, candidate)| candidate).filter(|candidate| {
        let candidate = fold(candidate);
        let changes = distance(name.as_bytes(), candidate.as_bytes(), limit);
        changes <= 1 + name.len() / 6 || changes == 2 && letters(&name) == letters(&candidate)
    })
}

fn letters(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.chars().collect();
    letters.sort_unstable();
    letters
}

/// How many letters of one name would change to make the other, as far as `most`; case and underscores are ignored.
pub fn apart(name: &str, other: &str, most: usize) -> usize {
    distance(fold(name).as_bytes(), fold(other).as_bytes(), most)
}

fn fold(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|b| b.is_ascii() && b != b'_' && !b.is_ascii_uppercase()) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect())
}

/// Edit distance in bytes; anything over `max` means "too far".
fn distance(a: &[u8], b: &[u8], max: usize) -> usize {
    let (short, long) = if a.len() > b.len() { (b, a) } else { (a, b) };
    // A shared prefix is cut off, but not when it is the whole shorter name. The result is the same.
    let shared = short.iter().zip(long).take_while(|(x, y)| x == y).count();
    let (short, long) = if shared < short.len() { (&short[shared..], &long[shared..]) } else { (short, long) };
    if short.is_empty() {
        return long.len();
    }
    if long.len() - short.len() > max {
        return long.len() - short.len();
    }
    // Most names are short, and a name may be compared with thousands.
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
    use super::{nearest, only_nearest};

    #[test]
    fn half_may_change() {
        assert_eq!(nearest("hosst", ["ghost", "host"]), Some("host"));
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("foo", ["bar"]), None);
        assert_eq!(nearest("foo2", ["foo1", "foo3"]), Some("foo1"));
        assert_eq!(nearest("My_Name", ["myname"]), Some("myname"));
    }

    #[test]
    fn of_two_that_are_as_near_none_is_meant() {
        assert_eq!(only_nearest("foo2", ["foo1", "foo3"]), None);
        assert_eq!(only_nearest("foo2", ["foo1", "foo1", "food9"]), Some("foo1"));
        assert_eq!(only_nearest("peek", ["heat", "peak"]), Some("peak"));
        assert_eq!(only_nearest("x", ["y"]), None);
        assert_eq!(only_nearest("track", ["trail"]), None);
        assert_eq!(only_nearest("flaem", ["flame"]), Some("flame"));
        assert_eq!(only_nearest("paek", ["peak", "fuel"]), Some("peak"));
        assert_eq!(only_nearest("paek", ["pear"]), None);
        assert_eq!(only_nearest("ab", ["ac"]), None);
    }
}
