//! Applies the steps of a lesson to the files of their bundle. The page has its own version for the files in the editor,
//! web/src/core/steps.ts; the tests next to it have the same cases as those of this module.

use super::{Bundle, BundleEdit, BundleFile};
use crate::boundary::Content;
use crate::plain_data::quoted;
use crate::plain_yaml::shortened;

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
}
