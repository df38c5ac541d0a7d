//! Applies the steps of a lesson to the files of their bundle. The page has its own version for the files in the editor,
//! web/src/core/steps.ts; the tests next to it have the same cases as those of this module.

use super::{Bundle, BundleEdit, BundleFile};
use crate::boundary::Content;
use crate::plain_data::quoted;
use crate::plain_yaml::shortened;

/// Bytes of files to search for the texts of edits when a bundle is read, which must not take long for any bundle.
const MOST_SEARCHED: usize = 64 << 20;

impl Bundle {
    /// Applies the edits of a step. If one cannot be applied, the error says why, and the bundle has the edits before it.
    pub fn apply_step(&mut self, index: usize) -> Result<(), String> {
        let edits = self.steps.get(index).map_or_else(Vec::new, |step| step.edits.clone());
        edits.iter().try_for_each(|edit| self.apply(edit))
    }

    fn apply(&mut self, edit: &BundleEdit) -> Result<(), String> {
        if let Some(args) = &edit.args {
            self.args = args.clone();
        }
        let Some(path) = &edit.file else { return Ok(()) };
        let file = self.files.iter_mut().find(|file| file.path == *path);
        if let Some(content) = &edit.content {
            let content = Content::from(content.clone());
            match file {
                Some(file) => file.content = content,
                None => self.files.push(BundleFile { path: path.clone(), content }),
            }
            return Ok(());
        }
        let file = file.ok_or_else(|| format!("there is no file {}", quoted(path)))?;
        let Content::Text(text) = &file.content else { return Err(format!("{} is not text", quoted(path))) };
        let replace = edit.replace.as_deref().unwrap_or_default();
        let with = edit.with.as_deref().unwrap_or_default();
        // Bundles have LF where the file has its own line ends.
        let line_ends = |text: &str, crlf: bool| if crlf { text.replace('\n', "\r\n") } else { text.to_owned() };
        let crlf = text.contains("\r\n");
        let (replace, with) = (line_ends(replace, crlf), line_ends(with, crlf));
        match text.matches(&*replace).count() {
            1 => file.content = text.replacen(&*replace, &with, 1).into(),
            0 => return Err(format!("{} is not in {path}", quoted(&shortened(&replace, 60)))),
            times => return Err(format!("{} is {times} times in {path}", quoted(&shortened(&replace, 60)))),
        }
        Ok(())
    }

    /// Why steps cannot be applied, one after the other, to the files of the bundle. Of a lesson that was saved halfway, the steps
    /// that are already applied are skipped. Stops after [`MOST_SEARCHED`] bytes, with a message.
    pub(super) fn step_problems(&self) -> Vec<String> {
        let mut bundle = self.clone();
        let mut problems = Vec::new();
        let mut searched = 0;
        for (index, step) in self.steps.iter().enumerate() {
            for edit in &step.edits {
                searched += bundle.text_of(edit).map_or(0, str::len);
                if searched > MOST_SEARCHED {
                    problems.push(format!("Step {} and those after it have not been checked", index + 1));
                    return problems;
                }
                if let Err(problem) = bundle.apply(edit)
                    && !bundle.has_been_applied(edit)
                {
                    problems.push(format!("Step {}: {problem}", index + 1));
                }
            }
        }
        problems
    }

    /// The text of the file that an edit is for.
    fn text_of(&self, edit: &BundleEdit) -> Option<&str> {
        match &self.files.iter().find(|file| Some(&file.path) == edit.file.as_ref())?.content {
            Content::Text(text) => Some(text),
            Content::Bytes(_) => None,
        }
    }

    fn has_been_applied(&self, edit: &BundleEdit) -> bool {
        let (Some(text), Some(with)) = (self.text_of(edit), &edit.with) else { return false };
        text.replace("\r\n", "\n").contains(&**with)
    }
}
