//! Mistakes in YAML in words: the problem, and what to write instead.

use super::super::helm;
use crate::diagnostics::cause::YamlMistake;
use crate::diagnostics::code::Code;

pub(super) fn headline(mistake: &YamlMistake) -> String {
    match mistake {
        YamlMistake::Tab { line } => format!("Line {line} is indented with a tab; YAML allows only spaces"),
        YamlMistake::Pasted { line, character, plain: " " } => {
            format!("The space in line {line} (U+{:04X}) is not the one of YAML", u32::from(*character))
        }
        YamlMistake::Pasted { line, character, plain } => {
            format!("The `{character}` in line {line} is not the `{}` of YAML", plain.trim_end())
        }
        YamlMistake::Directive { line } => {
            format!("Line {line} starts with `%`, which YAML has only for directives; text needs quotes")
        }
        YamlMistake::OtherTemplates => "`{{ }}` and `{% %}` are of other template languages".to_owned(),
        YamlMistake::Helm { text, .. } => match helm::line(text).and_then(|line| line.code) {
            Some(code) => format!("This is Helm's syntax; in ytt: {}", super::quoted(&code)),
            None => Code::HelmSyntax.description().to_owned(),
        },
        YamlMistake::Starlark => "This looks like Starlark code in a YAML file".to_owned(),
        YamlMistake::CodeInLines { line } => format!("The code of the value in line {line} must be in that line"),
        YamlMistake::ContinuedCode { line } => format!("Line {line} continues the code above it, and needs `#@`, too"),
        YamlMistake::CodeInBrackets { line } => {
            format!("Line {line} has code within brackets of YAML; `#@` comes before them")
        }
        YamlMistake::TextBeforeCode => "Code must be the whole value: `#@` comes before the text".to_owned(),
        YamlMistake::OpenQuote { line } => format!("The quote in line {line} is not closed"),
        YamlMistake::ReservedStart { character } => {
            let shown = if *character == '`' { "a backtick".to_owned() } else { format!("`{character}`") };
            format!("A value cannot start with {shown} unless it is in quotes")
        }
        YamlMistake::Asterisk => "A value that starts with `*` refers to an anchor; text needs quotes".to_owned(),
        YamlMistake::UnknownAnchor { name, is_elsewhere: true, .. } => {
            format!(
                "The anchor {} is in another document, and is not known in this one",
                super::quoted(&format!("&{name}"))
            )
        }
        YamlMistake::UnknownAnchor { name, nearest, .. } => {
            let nearest = nearest.as_ref().map(|nearest| format!("&{nearest}"));
            super::or_nearest(format!("There is no anchor {}", super::quoted(&format!("&{name}"))), &nearest)
        }
        YamlMistake::BlockHeader { indicator } => format!("The text after `{indicator}` must start on the next line"),
        YamlMistake::BlockIndentation { line, header } => {
            format!("Line {line} is indented less than the first line of the text block of line {header}")
        }
        YamlMistake::BlockNotIndented { line } => {
            format!("Line {line} must be indented to belong to the text block above it")
        }
        YamlMistake::ItemAfterKey => "A list must start on the line after its key".to_owned(),
        YamlMistake::WrongEscape => "A backslash in double quotes is not followed by a valid escape".to_owned(),
        YamlMistake::QuoteInText { quote: '\'' } => {
            "The `'` in this text ends it; a `'` in single quotes is doubled: `''`".to_owned()
        }
        YamlMistake::QuoteInText { quote } => {
            format!("The `{quote}` in this text ends it; a `{quote}` in double quotes needs a backslash: `\\{quote}`")
        }
        YamlMistake::WrongBracket { bracket, wanted: None } => format!("This `{bracket}` closes nothing"),
        YamlMistake::WrongBracket { bracket, wanted: Some(wanted) } => {
            format!("This `{bracket}` should be `{wanted}`, which closes the bracket that is open")
        }
        YamlMistake::MergedText { text, is_anchor: true } => {
            format!("`<<` needs an alias: {}", super::quoted(&format!("*{text}")))
        }
        YamlMistake::MergedText { text, .. } => {
            format!("`<<` needs a map or an alias, but {} is text", super::quoted(text))
        }
        YamlMistake::Dashes { line } => format!("Line {line} has dashes, but the separator of documents is `---`"),
        YamlMistake::TextAfterQuote => "There is text after the closing quote".to_owned(),
        YamlMistake::OpenBracket { line } => format!("The bracket in line {line} is not closed"),
        YamlMistake::ColonInValue => "A value that contains a colon and a space needs quotes".to_owned(),
        YamlMistake::ValueWithChildren { line } => {
            format!("Line {line} has a value, so nothing can be nested below it")
        }
        YamlMistake::UnmarkedCode { line } => format!("Line {line} is code, but does not start with `#@`"),
        YamlMistake::EqualsSign { line } => format!("Line {line} has `=` where YAML has a colon"),
        YamlMistake::NoSpaceAfterColon { line } => format!("The colon in line {line} needs a space after it"),
        YamlMistake::NoHash { line } => {
            format!("Line {line} has `@` without `#`: annotations and code start with `#@`")
        }
        YamlMistake::NoSpaceAfterDash { line } => format!("The dash in line {line} needs a space after it"),
        YamlMistake::NoColon { line } => format!("Line {line} has no colon after the key"),
        YamlMistake::ItemAmongKeys { line } => format!("Line {line} is a list item among the keys of a map"),
        YamlMistake::KeyAmongItems { line } => format!("Line {line} is a key among the items of a list"),
        YamlMistake::Indentation { line, .. } => {
            format!("The indentation of line {line} does not match any line above")
        }
    }
}

/// Advice, if the headline does not already contain it.
pub(crate) fn advice(mistake: &YamlMistake) -> Option<String> {
    Some(match mistake {
        YamlMistake::OtherTemplates => "In ytt, code is in comments: #@ …".to_owned(),
        YamlMistake::Starlark => "Name the file .star, or write the code in comments: #@ …".to_owned(),
        YamlMistake::ReservedStart { .. } | YamlMistake::Asterisk | YamlMistake::ColonInValue => {
            "Put the value in quotes.".to_owned()
        }
        YamlMistake::UnknownAnchor { is_elsewhere: true, .. } => {
            "Repeat the anchor in this document, or write the value as a variable in code.".to_owned()
        }
        YamlMistake::UnknownAnchor { nearest: Some(_), .. } => return None,
        YamlMistake::UnknownAnchor { .. } => "If it is text, put it in quotes.".to_owned(),
        YamlMistake::BlockHeader { indicator } => format!("If {indicator} is part of the text, put it in quotes."),
        YamlMistake::ItemAfterKey => "Write each item on a line of its own below the key.".to_owned(),
        YamlMistake::WrongEscape => "Write two backslashes, or use single quotes.".to_owned(),
        YamlMistake::TextAfterQuote => "Put the whole value in quotes.".to_owned(),
        YamlMistake::Indentation { spaces, .. } => {
            let plural = if *spaces == 1 { "" } else { "s" };
            format!("It is indented by {spaces} space{plural}. Align it with a line above.")
        }
        _ => return None,
    })
}
