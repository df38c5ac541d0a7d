//! Bounds what the scanner of `serde_yaml` costs, which other layers read plain YAML with: for every token it looks at all
//! brackets that are open.

/// As many brackets may be open anywhere.
pub const OPEN_BRACKETS: usize = 128;

/// How many brackets may be open for how many bytes, beyond [`OPEN_BRACKETS`]: this much is about a second.
const MAX_OPEN_FOR_LONG: usize = 1_000_000_000;

/// Accepts a text that `serde_yaml` scans in bounded time. The error says in words why a text is refused.
pub fn check_brackets(text: &str) -> Result<(), &'static str> {
    let cost = open_brackets(text).map(|open| open.saturating_sub(OPEN_BRACKETS)).fold(0, usize::saturating_add);
    if cost > MAX_OPEN_FOR_LONG { Err("Too many brackets are open at once") } else { Ok(()) }
}

/// The number of open brackets at each byte, including brackets in strings and comments, where they mean nothing.
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
