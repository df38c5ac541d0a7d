//! Limits the time of `serde_yaml`, with which other layers read plain YAML: for each token it visits all open brackets.

/// The number of open brackets that is always allowed.
pub const OPEN_BRACKETS: usize = 128;

/// The maximum sum over all bytes of the number of open brackets beyond [`OPEN_BRACKETS`]: about a second.
const MAX_COST: usize = 1_000_000_000;

/// Checks that `serde_yaml` scans a text in bounded time. The error is a sentence.
pub fn check_brackets(text: &str) -> Result<(), &'static str> {
    let cost = open_brackets(text).map(|open| open.saturating_sub(OPEN_BRACKETS)).fold(0, usize::saturating_add);
    if cost > MAX_COST { Err("Too many brackets are open at once") } else { Ok(()) }
}

/// The number of open brackets at each byte, also counting those in strings and comments.
pub fn open_brackets(text: &str) -> impl Iterator<Item = usize> {
    text.bytes().scan(0_usize, |open, byte| {
        match byte {
            b'[' | b'{' => *open += 1,
            b']' | b'}' => *open = open.saturating_sub(1),
            _ => {}
        }
        Some(*open)
    })
}
