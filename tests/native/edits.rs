//! Random edits of a text, similar to typing and typing errors; deterministic for a seed.

use crate::random::Random;

/// Text that is hard for people or for parsers.
const SNIPPETS: &[&str] = &[
    "#@ ", "#@", "#@data/values\n---\n", "---\n", "  ", "\t", "\n", "\r\n", "\"", "'", "(@= ", " @)", "[", "]", "{",
    "}", "(", ")", ":", ": ", "- ", "|\n", "&a ", "*a", "<<: ", "data.values.", ".", ",", "#@ end\n", "#@ for x in ",
    "#@ def f(", "#@ load(\"", "#@overlay/match by=", "#@schema/validation ", "🔥", "é", "\u{2028}", "\u{feff}", "\0",
    "\\", "%", "!", "#", "y: ", "\u{1F468}\u{200D}\u{1F469}",
];

impl Random {
    /// Seeded with a name (FNV-1a), so that cases are independent of each other.
    pub(crate) fn named(name: &str) -> Random {
        Random(
            name.bytes()
                .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)),
        )
    }

    /// A byte between two characters.
    pub(crate) fn boundary(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Deletes, inserts or repeats something anywhere; the text is rarely valid afterwards.
    pub(crate) fn mutate(&mut self, text: &mut String) {
        let (a, b) = (self.boundary(text), self.boundary(text));
        let (from, to) = (a.min(b), a.max(b));
        match self.below(4) {
            0 => text.truncate(from),
            1 => text.insert_str(from, SNIPPETS[self.below(SNIPPETS.len())]),
            2 => {
                let end = text[from..].char_indices().nth(3).map_or(text.len(), |(at, _)| from + at);
                text.replace_range(from..end, "");
            }
            _ => {
                let copied = text[from..to].chars().take(40).collect::<String>();
                text.insert_str(to, &copied);
            }
        }
    }

    /// Changes a line so that the text is often still valid.
    pub(crate) fn edit_line(&mut self, text: &mut String) {
        let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        if lines.is_empty() {
            text.push_str("a: 1\n");
            return;
        }
        let at = self.below(lines.len());
        match self.below(5) {
            0 => {
                lines.remove(at);
            }
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = self.below(lines.len());
                lines.swap(at, other);
            }
            // A digit or a letter becomes another.
            _ => {
                let line = &mut lines[at];
                let places: Vec<usize> =
                    line.char_indices().filter(|(_, c)| c.is_ascii_alphanumeric()).map(|(at, _)| at).collect();
                if let Some(&at) = places.get(self.below(places.len())) {
                    let now = if line.as_bytes()[at].is_ascii_digit() { "7" } else { "x" };
                    line.replace_range(at..=at, now);
                }
            }
        }
        *text = lines.concat();
    }
}
