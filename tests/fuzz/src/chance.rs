//! Choices out of a fuzzer's bytes. When they are used up, every choice is the first one, so all lists start with what
//! is simple and ends.

use arbitrary::Unstructured;

/// The bytes, and how much may still be built of them.
pub(crate) struct Chance<'a> {
    bytes: Unstructured<'a>,
    /// How many more nodes and expressions there may be.
    fuel: u32,
}

impl<'a> Chance<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Chance<'a> {
        Chance { bytes: Unstructured::new(bytes), fuel: 120 }
    }

    /// From 0 up to, not including, `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.bytes.int_in_range(0..=end.saturating_sub(1)).unwrap_or(0)
    }

    /// Once in so many times; never, when the bytes are used up.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Whether there may be another node or expression.
    pub(crate) fn burn(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel > 0
    }

    /// Any text of up to eight characters.
    pub(crate) fn text(&mut self) -> String {
        let length = self.below(9);
        (0..length)
            .map(|_| match self.below(8) {
                0..5 => char::from(b' ' + self.below(95) as u8),
                5 => self
                    .pick(&['\n', '\t', '\r', '\0', '\u{7f}', '\u{85}', '\u{a0}', '\u{2028}', '\u{feff}', '\u{fffd}']),
                6 => self.pick(&['é', '😀', 'ß', 'İ', '\u{301}', '\u{202e}', '\u{200d}', '\u{10ffff}']),
                _ => char::from_u32(self.below(0x11_0000) as u32).unwrap_or('?'),
            })
            .collect()
    }
}
