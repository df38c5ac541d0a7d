//! The content of an input file.

use std::cell::LazyCell;
use std::rc::Rc;
use std::sync::Arc;

/// The content of a file, or the error of reading it.
pub type Read = Result<Arc<[u8]>, String>;

/// The content of a file, which the host may read only when it is needed, as ytt does: most files below a directory of `-f` are
/// often neither templates nor read by code.
#[derive(Clone, Debug)]
pub enum FileContent {
    /// The host had it when it found the file.
    Known(Read),
    /// Read when it is first needed.
    OnDemand(Rc<LazyCell<Read, Box<dyn FnOnce() -> Read>>>),
}

impl FileContent {
    /// A content that is read at most once, when it is first needed.
    pub fn on_demand(read: impl FnOnce() -> Read + 'static) -> FileContent {
        FileContent::OnDemand(Rc::new(LazyCell::new(Box::new(read))))
    }

    /// Reads the content if nothing did before.
    pub fn get(&self) -> &Read {
        match self {
            FileContent::Known(read) => read,
            FileContent::OnDemand(read) => read,
        }
    }

    /// The bytes in memory before the run; 0 for a file that is read on demand.
    pub fn known_size(&self) -> usize {
        match self {
            FileContent::Known(Ok(bytes)) => bytes.len(),
            FileContent::Known(Err(_)) | FileContent::OnDemand(_) => 0,
        }
    }
}
