//! Fixes of mistakes in YAML.

use super::super::helm;
use super::edited;
use crate::boundary::Fix;
use crate::diagnostics::cause::YamlMistake;
use crate::positions::Position;
use crate::yaml::corrections::{Change, corrections};

/// The corrections of a mistake at the position of the syntax error.
pub(super) fn fixes(mistake: &YamlMistake, at: &Position) -> Vec<Fix> {
    let Some(source) = at.source().filter(|_| at.is_known()) else { return Vec::new() };
    if let YamlMistake::Helm { line, .. } = mistake {
        // The code of data values runs before there are data values.
        if source.text.lines().any(|line| line.starts_with("#@data/values")) {
            return Vec::new();
        }
        let found = helm::helm_lines(&source.text);
        let Some(here) = found.iter().find(|here| here.line as usize == *line) else { return Vec::new() };
        let fixes = helm::fix(&source.text, here).into_iter().chain(helm::fix_all(&source.text, &found, here));
        return fixes.map(|(title, edits)| edited(title, source, edits)).collect();
    }
    let found = corrections(source, at.line(), mistake).into_iter();
    found.map(|found| edited(title(&found.change), source, found.edits)).collect()
}

pub(in crate::editor) fn title(change: &Change) -> String {
    match change {
        Change::TabsToSpaces => "Replace tabs with spaces".to_owned(),
        Change::CloseQuote => "Close the quote".to_owned(),
        Change::CloseBracket => "Close the bracket".to_owned(),
        Change::Quote => "Quote the value".to_owned(),
        Change::RenameAlias { to } => format!("Change it to *{to}"),
        Change::QuoteKey => "Quote the key".to_owned(),
        Change::Plain { plain: " ", .. } => "Use plain spaces".to_owned(),
        Change::Plain { character, plain } => format!("Replace {character} with {}", plain.trim_end()),
        Change::DoubleQuotes => "Use double quotes".to_owned(),
        Change::EscapeQuotes => "Escape the quotes in the text".to_owned(),
        Change::DeleteBracket { bracket } => format!("Delete {bracket}"),
        Change::ReplaceBracket { bracket, wanted } => format!("Replace {bracket} with {wanted}"),
        Change::MakeAlias { name } => format!("Make it an alias: *{name}"),
        Change::Separator => "Replace with ---".to_owned(),
        Change::SingleQuotes => "Use single quotes".to_owned(),
        Change::JoinLines => "Join the lines".to_owned(),
        Change::DoubleBackslashes => "Double the backslash".to_owned(),
        Change::SpaceAfterColon => "Insert a space after the colon".to_owned(),
        Change::InsertColon => "Insert the missing colon".to_owned(),
        Change::InsertHash => "Insert # before @".to_owned(),
        Change::InsertMarkers { count: 1 } => "Insert #@".to_owned(),
        Change::InsertMarkers { count } => format!("Insert #@ in {count} lines"),
        Change::SpaceAfterDash => "Insert a space after the dash".to_owned(),
        Change::JoinAtColon => "Remove the space after the colon".to_owned(),
        Change::EqualsToColon => "Replace = with a colon".to_owned(),
        Change::ItemOnOwnLine => "Move the item to its own line".to_owned(),
        Change::BracketsToCode => "Make the whole value code".to_owned(),
        Change::MoveMarker => "Move #@ before the text".to_owned(),
        Change::IndentBlock => "Indent the text".to_owned(),
        Change::TextOnOwnLine => "Move the text to its own line".to_owned(),
        Change::Align { line, with } => format!("Indent line {line} like line {with}"),
        Change::MoveItems { key, line } => format!("Move it below {key} in line {line}"),
        Change::IntoItem { line, item } => format!("Make line {line} part of the item in line {item}"),
    }
}
