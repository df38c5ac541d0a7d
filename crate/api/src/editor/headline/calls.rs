//! Calls with wrong arguments, and formats that do not fit their values, in words.

use super::{counted, in_words, listed, or_nearest, quoted};
use crate::diagnostics::cause::{ArgumentMistake, FormatMistake};

pub(super) fn arguments(function: &str, mistake: &ArgumentMistake) -> String {
    let (start, call) = match function {
        "" => ("This function".to_owned(), "This call".to_owned()),
        name => (quoted(name), format!("This call of {}", quoted(name))),
    };
    match mistake {
        ArgumentMistake::Count { most: Some(0), given, .. } => {
            format!("{start} takes no arguments, but this call passes {given}")
        }
        ArgumentMistake::Count { least, most, given, by_position } => {
            let by_position = if *by_position { " by position" } else { "" };
            let wanted = match most {
                Some(most) if least == most => counted(*most, "argument"),
                Some(most) if given > most => format!("at most {}", counted(*most, "argument")),
                _ => format!("at least {}", counted(*least, "argument")),
            };
            let given = if *given == 0 { "none".to_owned() } else { given.to_string() };
            format!("{start} takes {wanted}{by_position}, but this call passes {given}")
        }
        ArgumentMistake::Missing { names } => {
            let arguments = if names.len() == 1 { "argument" } else { "arguments" };
            format!("{call} lacks the {arguments} {}", listed(names, "and"))
        }
        ArgumentMistake::Unknown { keyword, nearest: None, known } if !known.is_empty() => {
            format!("{start} has no parameter {}; it has {}", quoted(keyword), listed(known, "and"))
        }
        ArgumentMistake::Unknown { keyword, nearest: None, .. } => {
            format!("{start} accepts no arguments by name, such as {}", quoted(keyword))
        }
        ArgumentMistake::Unknown { keyword, nearest, .. } => {
            or_nearest(format!("{start} has no parameter {}", quoted(keyword)), nearest)
        }
        ArgumentMistake::Repeated { keyword } => format!("{call} passes {} twice", quoted(keyword)),
        ArgumentMistake::Type { argument, found, wanted } => {
            let number = argument.parse::<usize>().is_ok();
            let of = if function.is_empty() { String::new() } else { format!(" of {start}") };
            let argument = match argument.as_str() {
                "" => format!("The argument{of}"),
                argument if number => format!("Argument {argument}{of}"),
                argument => format!("The argument {}{of}", quoted(argument)),
            };
            let wanted = match wanted.as_str() {
                "iterable" => "a list or another sequence".to_owned(),
                wanted => in_words(wanted),
            };
            format!("{argument} must be {wanted}, but it is {}", in_words(found))
        }
    }
}

pub(super) fn format_mistake(mistake: &FormatMistake) -> String {
    match mistake {
        FormatMistake::TooFewValues { placeholder } => {
            format!("This format has more placeholders, such as `{placeholder}`, than there are values")
        }
        FormatMistake::TooManyValues => "This format has fewer placeholders than there are values".to_owned(),
        FormatMistake::Incomplete => "This format ends with a `%`; a percent sign is written `%%`".to_owned(),
        FormatMistake::Conversion { character } if character.is_ascii_digit() || ".-+#".contains(*character) => {
            format!("`%{character}` is not possible: Starlark's `%` has neither a width nor a precision")
        }
        FormatMistake::Conversion { character } => {
            format!("`%{character}` is not a placeholder; a percent sign in a format is written `%%`")
        }
        FormatMistake::Type { placeholder, wanted, found } => {
            format!("`{placeholder}` needs {}, but the value is {}", in_words(wanted), in_words(found))
        }
        FormatMistake::NoValue { placeholder, name } => {
            format!("There is no value {} for {}", quoted(name), quoted(placeholder))
        }
        FormatMistake::NotAMap => "Placeholders with names, as `%(name)s`, need a dict of values".to_owned(),
        FormatMistake::Brace { brace } => {
            let problem = if *brace == '{' { "is not closed" } else { "closes nothing" };
            format!("A `{brace}` {problem}; a brace as text is written `{brace}{brace}`")
        }
        FormatMistake::Unsupported { placeholder } => {
            format!("{} is not possible: placeholders of `format` have only a name or a number", quoted(placeholder))
        }
    }
}
