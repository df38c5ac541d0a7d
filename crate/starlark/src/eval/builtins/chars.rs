//! Characters as Go sees them: one character in, one character out, and its categories.
//!
//! The standard library maps case to strings (`ß` to `SS`); ytt maps each character alone.

/// Upper case of one character.
pub(super) fn upper(c: char) -> char {
    let mut mapped = c.to_uppercase();
    match (mapped.next(), mapped.next()) {
        (Some(single), None) => single,
        // The upper case takes several characters; a few Greek letters have a single one besides.
        _ => match c {
            '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => shifted(c, 8),
            '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => shifted(c, 9),
            _ => c,
        },
    }
}

/// Lower case of one character.
pub(super) fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// Title case: upper case but for digraphs and Georgian.
pub(super) fn title(c: char) -> char {
    match c {
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        '\u{10d0}'..='\u{10fa}' | '\u{10fd}'..='\u{10ff}' => c,
        _ => upper(c),
    }
}

fn shifted(c: char, by: u32) -> char {
    char::from_u32(u32::from(c) + by).unwrap_or(c)
}

/// Whether it has another case.
pub(super) fn is_cased(c: char) -> bool {
    match c {
        // The dotless and the dotted i fold to themselves.
        '\u{130}' | '\u{131}' => false,
        'ß' => true,
        _ => upper(c) != c || lower(c) != c,
    }
}

pub(super) fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !c.is_numeric()
}

/// A digraph such as `ǅ`, or a Greek capital with iota.
pub(super) fn is_title(c: char) -> bool {
    matches!(c,
        '\u{1c5}' | '\u{1c8}' | '\u{1cb}' | '\u{1f2}' | '\u{1f88}'..='\u{1f8f}' | '\u{1f98}'..='\u{1f9f}'
        | '\u{1fa8}'..='\u{1faf}' | '\u{1fbc}' | '\u{1fcc}' | '\u{1ffc}')
}

/// A decimal digit of any script.
pub(super) fn is_digit(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_digit();
    }
    // The zeros of the scripts; nine more digits follow each.
    const ZEROS: &[u32] = &[
        0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
        0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
        0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0,
        0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x11f50, 0x16a60,
        0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e950, 0x1fbf0,
    ];
    let code = u32::from(c);
    let after = ZEROS.partition_point(|zero| *zero <= code);
    after.checked_sub(1).and_then(|index| ZEROS.get(index)).is_some_and(|zero| code - zero < 10)
}
