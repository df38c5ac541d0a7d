//! "Did you mean": the candidate that is the fewest typing errors away.

/// The nearest of the candidates; none when half of the letters would have to change.
/// Case and underscores do not count. Of equally near ones the first wins.
pub(super) fn nearest<'a>(word: &str, candidates: &'a [String]) -> Option<&'a str> {
    let word = folded(word);
    let mut best = None;
    let mut distance = word.len().div_ceil(2);
    for candidate in candidates {
        let d = edit_distance(word.as_bytes(), folded(candidate).as_bytes(), distance);
        if d < distance {
            distance = d;
            best = Some(candidate.as_str());
        }
    }
    best
}

fn folded(word: &str) -> String {
    word.chars().filter(|c| *c != '_').map(|c| c.to_lowercase().next().unwrap_or(c)).collect()
}

/// How many bytes to insert, remove or replace (Levenshtein). Once it is above `limit`, any number above it.
fn edit_distance(a: &[u8], b: &[u8], limit: usize) -> usize {
    let (short, long) = if a.len() > b.len() { (b, a) } else { (a, b) };
    let common = short.iter().zip(long).take_while(|(x, y)| x == y).count();
    let (short, long) = (&short[common..], &long[common..]);
    if short.is_empty() || long.len() - short.len() > limit {
        return long.len() - short.len();
    }
    let mut row: Vec<usize> = (0..=long.len()).collect();
    for (i, x) in short.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        let mut smallest = row[0];
        for (j, y) in long.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
            smallest = smallest.min(row[j + 1]);
        }
        if smallest > limit {
            return smallest;
        }
    }
    row[long.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suggestion(word: &str, candidates: &[&str]) -> Option<String> {
        let candidates: Vec<String> = candidates.iter().map(|c| (*c).to_owned()).collect();
        nearest(word, &candidates).map(str::to_owned)
    }

    #[test]
    fn suggests_what_is_near() {
        assert_eq!(suggestion("stone", &["pebble", "stones"]).as_deref(), Some("stones"));
        assert_eq!(suggestion("MAX_Width", &["maxwidth"]).as_deref(), Some("maxwidth"));
        assert_eq!(suggestion("heat", &["cold", "rain"]), None);
        assert_eq!(suggestion("ab", &["ac", "ad"]), None);
        assert_eq!(suggestion("abc", &["abd", "abe"]).as_deref(), Some("abd"));
    }
}
