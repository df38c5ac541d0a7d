//! Text for pages in Markdown.

/// Text outside of backticks as Markdown shows it.
pub(crate) fn escaped(text: &str) -> String {
    let piece = |(at, piece): (usize, &str)| {
        if at % 2 == 1 { format!("`{piece}`") } else { piece.replace('*', "\\*").replace('<', "\\<") }
    };
    text.split('`').enumerate().map(piece).collect()
}
