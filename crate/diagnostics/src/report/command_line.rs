//! The layout of errors by the `ytt` command: it breaks the first line after each colon before a capital letter, and indents the new
//! line. Text in brackets is not broken. For unbalanced brackets the command drops characters, and so does this module. In the first
//! line, bytes that are not UTF-8 become U+FFFD: the command reads it as characters.

use crate::byte_text;

/// Breaks the first line of an error text, a string of [`byte_text`], into indented lines.
pub fn laid_out(error_text: &str) -> String {
    let (first, rest) = match error_text.split_once('\n') {
        Some((first, rest)) => (first, Some(rest)),
        None => (error_text, None),
    };
    let broken = break_up(&byte_text::from_text(&byte_text::lossy(first)));
    let mut out = String::with_capacity(error_text.len() + 16);
    for (depth, line) in broken.split('\n').enumerate() {
        if depth > 0 {
            out.push('\n');
        }
        out.extend(std::iter::repeat_n("  ", depth));
        out.push_str(line);
    }
    if let Some(rest) = rest {
        out.push('\n');
        out.push_str(rest);
    }
    out
}

/// The context of a character of the first line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Line,
    /// A bracket with its closing character. Any closing bracket ends it, and is printed as this character.
    Bracket(char),
    /// Quoted text between `...|` and `|...`, in which brackets have no meaning.
    Raw,
}

fn break_up(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    let mut open = vec![Open::Line];
    // The number of consecutive characters outside of brackets at the end of `out`.
    let mut run = 0;
    for (at, c) in line.char_indices() {
        // A surplus closing bracket ends the line: the command drops it and the rest.
        let Some(&innermost) = open.last() else { break };
        if innermost != Open::Raw {
            match c {
                '[' | '(' | '{' => {
                    open.push(Open::Bracket(closing(c)));
                    out.push(c);
                    run = 0;
                    continue;
                }
                ']' | ')' | '}' => {
                    if let Open::Bracket(closing) = innermost {
                        out.push(closing);
                    }
                    open.pop();
                    run = 0;
                    continue;
                }
                _ => {}
            }
        }
        if line[at..].strip_prefix("...|").is_some_and(|after| !after.is_empty()) {
            open.push(Open::Raw);
            run = 0;
        } else if line[..at + c.len_utf8()].ends_with("|...") {
            open.pop();
            run = 0;
            out.push(c);
            if let Open::Bracket(closing) = innermost {
                out.push(closing);
            }
            continue;
        } else if innermost == Open::Line {
            if c.is_ascii_uppercase() && run >= 2 && out.ends_with(": ") {
                out.pop();
                out.push('\n');
                run = 0;
            }
            run += 1;
        }
        out.push(c);
    }
    out
}

fn closing(opening: char) -> char {
    match opening {
        '[' => ']',
        '(' => ')',
        _ => '}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colon_before_a_capital_letter_starts_a_deeper_line() {
        assert_eq!(laid_out("A: B: c: D"), "A:\n  B: c:\n    D");
        assert_eq!(laid_out("A: B\nC: D"), "A:\n  B\nC: D");
        assert_eq!(laid_out("\n- a: B"), "\n- a: B");
    }

    #[test]
    fn text_in_brackets_is_not_broken() {
        assert_eq!(laid_out("A (B: C): D"), "A (B: C):\n  D");
        assert_eq!(laid_out("A [B: C: D"), "A [B: C: D");
        assert_eq!(laid_out("A ...|B: C|... D: E"), "A ...|B: C|... D:\n  E");
    }

    #[test]
    fn bytes_of_the_first_line_become_characters() {
        let text = byte_text::from_bytes(b"caf\xe9\ncaf\xe9");
        assert_eq!(*byte_text::to_bytes(&laid_out(&text)), *b"caf\xef\xbf\xbd\ncaf\xe9");
    }

    #[test]
    fn a_surplus_end_of_raw_text_closes_the_context() {
        assert_eq!(laid_out("A (B|... c: D"), "A (B|...) c:\n  D");
        assert_eq!(laid_out("A|... c: D"), "A|...");
    }

    #[test]
    fn unbalanced_brackets_drop_characters() {
        assert_eq!(laid_out("A] B: C\nnext"), "A\nnext");
        assert_eq!(laid_out("A (B]: C"), "A (B):\n  C");
    }
}
