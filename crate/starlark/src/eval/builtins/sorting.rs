//! The sort behind `sorted`.
//!
//! Stable insertion in blocks of twenty, then merging, as ytt's does it: when values cannot be compared, the
//! order of the comparisons decides which pair the message names.

/// How many elements are sorted by insertion at first.
const BLOCK: usize = 20;

/// Sorts stably by `less`, which may be inconsistent.
pub(super) fn stable<T: Copy>(items: &mut [T], mut less: impl FnMut(&T, &T) -> bool) {
    for block in items.chunks_mut(BLOCK) {
        insertion(block, &mut less);
    }
    let mut size = BLOCK;
    while size < items.len() {
        for pair in items.chunks_mut(size * 2) {
            if pair.len() > size {
                merge(pair, size, &mut less);
            }
        }
        size *= 2;
    }
}

fn insertion<T: Copy>(items: &mut [T], less: &mut impl FnMut(&T, &T) -> bool) {
    for sorted in 1..items.len() {
        let mut at = sorted;
        while at > 0 && less(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Merges the sorted halves before and from `middle`.
fn merge<T: Copy>(items: &mut [T], middle: usize, less: &mut impl FnMut(&T, &T) -> bool) {
    let (left, right) = (items[..middle].to_vec(), items[middle..].to_vec());
    let (mut l, mut r) = (0, 0);
    for slot in items.iter_mut() {
        let from_right = match (left.get(l), right.get(r)) {
            (Some(x), Some(y)) => less(y, x),
            (None, Some(_)) => true,
            _ => false,
        };
        let (source, at) = if from_right { (&right, &mut r) } else { (&left, &mut l) };
        if let Some(item) = source.get(*at) {
            *slot = *item;
        }
        *at += 1;
    }
}
