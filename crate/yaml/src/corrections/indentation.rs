//! Corrections of the indentation of lines, together with the lines nested in them.

use std::ops::RangeInclusive;

use super::{Change, Correction, Text};
use crate::diagnostics::edits::Edits;
use crate::mistakes::{indent, is_content, is_joined_item, is_separator};

/// The widths of a tab to try.
const TAB_WIDTHS: [usize; 3] = [2, 4, 8];

/// The maximum number of lines to align with.
const MOST_LEVELS: usize = 4;

impl Text<'_> {
    /// Replaces the tabs of a line's indentation, and of all lines that begin with a tab.
    pub(super) fn without_tabs(&self, line: usize) -> Vec<Option<Correction>> {
        let lines = (1..).map_while(|number| self.line(number).map(|(text, start)| (number, text, start)));
        let lines: Vec<(&str, usize)> = lines
            .filter(|(number, text, _)| *number == line || text.starts_with('\t'))
            .map(|(_, text, start)| (&text[..text.len() - text.trim_start_matches([' ', '\t']).len()], start))
            .collect();
        let of_width = |width: usize| {
            let edit = |(indentation, start): &(&str, usize)| {
                (*start..start + indentation.len(), indentation.replace('\t', &" ".repeat(width)))
            };
            Some(Correction::new(Change::TabsToSpaces, Edits(lines.iter().map(edit).collect())))
        };
        // The depth of a line above.
        let of_level = |(_, depth): (usize, usize)| {
            let edit = |(indentation, start): &(&str, usize)| (*start..start + indentation.len(), " ".repeat(depth));
            Some(Correction::new(Change::TabsToSpaces, Edits(lines.iter().map(edit).collect())))
        };
        let above = (1..line).rev().map(|number| self.content(number)).find(|text| is_content(text));
        let begins_block = above.is_some_and(|text| text.trim_end().ends_with(':'));
        let levels = self.levels_above(line).into_iter().filter(|_| lines.len() == 1 && !begins_block);
        levels.map(of_level).chain(TAB_WIDTHS.into_iter().map(of_width)).collect()
    }

    /// Moves the items from a line on to the empty key above that they belong to: they are below the key that follows it.
    pub(super) fn move_to_empty_key(&self, line: usize) -> Option<Correction> {
        let depth = indent(self.content(line));
        let is_item = |text: &str| indent(text) == depth && text.trim_start().starts_with("- ");
        let is_of_items =
            |number: &usize| self.line(*number).is_some_and(|(text, _)| indent(text) > depth || is_item(text));
        let last = (line..).take_while(is_of_items).last()?;
        let above = (1..line).rev().filter(|number| is_content(self.content(*number)));
        let mut below = line;
        let empty = above.take_while(|number| indent(self.content(*number)) >= depth).find(|number| {
            let (text, next) = (self.content(*number), self.content(below));
            below = *number;
            indent(text) == depth && text.trim_end().ends_with(':') && indent(next) == depth && !is_item(next)
        })?;
        let (first, start) = self.line(empty)?;
        let (from, to) = (self.line(line)?.1, self.line(last)?.1 + self.content(last).len());
        let items = &self.source.text[from..to];
        let edits =
            vec![(start + first.len()..start + first.len(), format!("\n{items}")), (from - 1..to, String::new())];
        let key = first.trim().trim_end_matches(':').to_owned();
        Some(Correction::new(Change::MoveItems { key, line: empty }, Edits(edits)))
    }

    /// Indents a line and those nested in it like another line.
    pub(super) fn align(&self, line: usize, with: usize) -> Option<Correction> {
        self.align_to(line, with, indent(self.content(with)))
    }

    /// Indents a line and those nested in it like the key of another line, also if that is the first one of a list item.
    pub(super) fn align_with_key(&self, line: usize, with: usize) -> Option<Correction> {
        let text = self.content(with).trim_start();
        let key = text.trim_start_matches("- ").trim_start();
        if key.len() == text.len() || self.content(line).trim_start().starts_with("- ") {
            return self.align(line, with);
        }
        let own = indent(self.content(line));
        let depth = indent(self.content(with)) + text.len() - key.len();
        let change = Change::IntoItem { line, item: with };
        self.indented(change, line..=self.last_below(line, own), depth as isize - own as isize)
    }

    /// Indents the first key of a map like the lines of the error below it, if the key above has no other value.
    pub(super) fn align_with_siblings(&self, line: usize) -> Option<Correction> {
        let (above, depth) = (self.content_above(line), indent(self.content(self.at)));
        let own = indent(self.content(line));
        let is_item = [line, self.at].iter().any(|number| self.content(*number).trim_start().starts_with("- "));
        let is_first = above.trim_end().ends_with(':') && indent(above) <= own && !is_item;
        // Other lines between the two depths would be aligned with neither.
        let are_all = self.last_below(self.at, indent(above) + 1) == self.last_below(self.at, depth);
        let by = depth.checked_sub(own).filter(|_| is_first && are_all)?;
        self.indented(Change::Align { line, with: self.at }, line..=line, by as isize)
    }

    fn align_to(&self, line: usize, with: usize, depth: usize) -> Option<Correction> {
        let lines = line..=self.last_below(line, indent(self.content(line)));
        self.indented(Change::Align { line, with }, lines, depth as isize - indent(self.content(line)) as isize)
    }

    /// Aligns a line with each of the collections around the line above it, and the lines above with it.
    pub(super) fn align_with_levels(&self, line: usize) -> Vec<Option<Correction>> {
        let depth = indent(self.content(line));
        let above = self.levels_above(line);
        let mut levels: Vec<(usize, usize)> = above.iter().copied().filter(|(_, level)| *level != depth).collect();
        levels.sort_by_key(|(_, level)| level.abs_diff(depth));
        let aligned = levels.into_iter().take(MOST_LEVELS).map(|(with, level)| self.align_to(line, with, level));
        let mut found: Vec<Option<Correction>> = aligned.collect();
        let others = self.align_those_above(line, &above);
        // A change of fewer lines is more likely, but not of the key that an item is for, nor an odd number of spaces.
        let lines = |correction: &Option<Correction>| correction.as_ref().map_or(usize::MAX, |it| it.edits.0.len());
        let is_item_of_key =
            self.content(line).trim_start().starts_with("- ") && self.content_above(line).trim_end().ends_with(':');
        let is_first = depth.is_multiple_of(2)
            && !is_item_of_key
            && found.first().is_none_or(|first| lines(&others) < lines(first));
        found.insert(if is_first { 0 } else { found.len() }, others);
        found
    }

    /// The nearest line with content above a line.
    fn content_above(&self, line: usize) -> &str {
        (1..line).rev().map(|number| self.content(number)).find(|text| is_content(text)).unwrap_or_default()
    }

    /// Aligns the lines above that are indented more with a line.
    fn align_those_above(&self, line: usize, above: &[(usize, usize)]) -> Option<Correction> {
        let depth = indent(self.content(line));
        let (first, level) = *above.iter().rev().find(|(_, level)| *level > depth)?;
        self.indented(Change::Align { line: first, with: line }, first..=line - 1, depth as isize - level as isize)
    }

    /// Indents a key like those of the list item above it.
    pub(super) fn make_part(&self, line: usize) -> Option<Correction> {
        let depth = indent(self.content(line));
        let is_item = |number: &usize| {
            let text = self.content(*number);
            indent(text) == depth && text.trim_start().starts_with("- ")
        };
        let item = (1..line).rev().find(is_item)?;
        let lines = line..=self.last_below(line, depth);
        self.indented(Change::IntoItem { line, item }, lines, "- ".len() as isize)
    }

    /// Inserts a space after the dashes of a list's items, also before the lines below them that are aligned with their keys.
    pub(super) fn space_after_dash(&self, line: usize) -> Option<Correction> {
        let dash = indent(self.content(line));
        let lacks_space = |text: &str| indent(text) == dash && is_joined_item(text);
        let mut edits = Vec::new();
        for number in line..=self.last_below(line, dash) {
            let (text, start) = self.line(number)?;
            if !lacks_space(text) {
                continue;
            }
            let key = dash + 1;
            edits.push((start + key..start + key, " ".to_owned()));
            if indent(self.content(number + 1)) == key {
                let lines = number + 1..=self.last_below(number + 1, key);
                edits.extend(self.indented(Change::SpaceAfterDash, lines, 1)?.edits.0);
            }
        }
        Some(Correction::new(Change::SpaceAfterDash, Edits(edits)))
    }

    /// The lines above that start the collections around a line, and their indentation: from the innermost, without separators.
    fn levels_above(&self, line: usize) -> Vec<(usize, usize)> {
        let mut levels: Vec<(usize, usize)> = Vec::new();
        for number in (1..line).rev() {
            let text = self.content(number);
            if is_separator(text) {
                break;
            }
            let depth = indent(text);
            match levels.last_mut() {
                _ if !is_content(text) => {}
                Some((first, lowest)) if *lowest == depth => *first = number,
                Some((_, lowest)) if *lowest < depth => {}
                _ => levels.push((number, depth)),
            }
        }
        levels
    }

    /// The last line of those that follow a line and are indented at least as much.
    fn last_below(&self, line: usize, depth: usize) -> usize {
        let mut last = line;
        for number in line + 1.. {
            let Some((text, _)) = self.line(number) else { break };
            if is_separator(text) || is_content(text) && indent(text) < depth {
                break;
            }
            // The `#@ end` of a block inside is indented like the block.
            let is_comment = !text.trim().is_empty() && indent(text) >= depth;
            if is_content(text) || is_comment {
                last = number;
            }
        }
        last
    }

    /// Changes the indentation of lines that are not empty.
    fn indented(&self, change: Change, lines: RangeInclusive<usize>, by: isize) -> Option<Correction> {
        let mut edits = Vec::new();
        for number in lines {
            let (text, start) = self.line(number)?;
            match by {
                _ if text.trim().is_empty() => {}
                0 => return None,
                1.. => edits.push((start..start, " ".repeat(by.unsigned_abs()))),
                // A comment may be indented less than the lines around it.
                _ if !is_content(text) && indent(text) < by.unsigned_abs() => {}
                _ if indent(text) < by.unsigned_abs() => return None,
                _ => edits.push((start..start + by.unsigned_abs(), String::new())),
            }
        }
        Some(Correction::new(change, Edits(edits)))
    }
}
