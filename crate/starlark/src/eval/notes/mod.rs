//! Notes of a run for editors: the values of expressions, and which blocks ran.
//!
//! Only sessions that watch files have notes. The compiler asks for the numbers of sites, and adds instructions that note values at them.

mod shown;

use std::any::Any;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use starlark::values::Value;

use crate::positions::Source;
pub use shown::{ShownValue, Size};

/// Sites beyond these are not watched.
const MOST_SITES: usize = 10_000;

/// Values that are stored of each site.
const MOST_VALUES: usize = 20;

/// Values of a site that are looked at; later ones are only counted.
const MOST_COMPARED: u64 = 1_000;

/// The role of a site in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// The value of a node, of an assignment or of a `return`.
    Value,
    /// The variables of a loop.
    Item,
    /// A condition.
    Condition,
    /// An argument of a function.
    Argument {
        /// Its parameter.
        name: String,
    },
}

/// An expression, and the values that it had.
#[derive(Clone, Debug)]
pub struct Site {
    /// The file.
    pub source: Arc<Source>,
    /// Its bytes in the source.
    pub range: Range<usize>,
    /// Its role in the program.
    pub kind: SiteKind,
    /// The first values in order, each with how often it occurred in a row.
    pub values: Vec<(ShownValue, u64)>,
    /// The last value.
    pub last: Option<ShownValue>,
    /// How many values are not among the first.
    pub others: u64,
    /// How many values there were.
    pub count: u64,
}

/// The keyword of a block of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// `if`.
    If,
    /// `elif`. Its condition is evaluated if no earlier one holds.
    Elif,
    /// `else`.
    Else,
    /// `for`.
    For,
    /// `while`.
    While,
    /// `def`.
    Def,
}

/// A block of statements.
#[derive(Clone, Debug)]
pub struct Block {
    /// The file.
    pub source: Arc<Source>,
    /// The line of its first word.
    pub line: u32,
    /// The last line that has a statement of it, if it is known.
    pub last_line: Option<u32>,
    /// Its keyword.
    pub kind: BlockKind,
    /// Whether the run came to the statement that it belongs to.
    pub is_reached: bool,
    /// Whether its statements ran.
    pub is_entered: bool,
}

/// The notes of a run.
#[derive(Debug, Default)]
pub struct Notes {
    /// The paths of the files that are watched.
    files: Vec<String>,
    sites: Vec<Site>,
    blocks: Vec<Block>,
    /// Notes of the layers above about nodes of these files.
    above: Option<Rc<dyn Any>>,
    is_full: bool,
}

impl Notes {
    /// Creates notes for these files.
    pub(crate) fn of(files: Vec<String>, above: Rc<dyn Any>) -> Notes {
        Notes { files, above: Some(above), ..Notes::default() }
    }

    /// Notes of the layers above about nodes.
    pub(crate) fn above(&self) -> Option<Rc<dyn Any>> {
        self.above.clone()
    }

    /// Whether a file is watched, by its path in the request.
    pub(crate) fn watch(&self, source: &Source) -> bool {
        self.files.iter().any(|watched| watched == source.path())
    }

    /// The expressions that are watched, in the order in which they were compiled.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The blocks that are watched.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Whether some sites are not watched, since there are too many.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// The number of a site; programs that are compiled again have the same.
    pub(crate) fn site(&mut self, source: &Arc<Source>, range: Range<usize>, kind: SiteKind) -> Option<u32> {
        let is_same = |site: &Site| site.range == range && site.kind == kind && site.source.path() == source.path();
        if let Some(known) = self.sites.iter().rposition(is_same) {
            return Some(known as u32);
        }
        self.is_full |= self.sites.len() >= MOST_SITES;
        if self.is_full {
            return None;
        }
        let (values, last, others, count) = Default::default();
        self.sites.push(Site { source: source.clone(), range, kind, values, last, others, count });
        Some(self.sites.len() as u32 - 1)
    }

    /// The number of a block.
    pub(crate) fn block(&mut self, block: Block) -> Option<u32> {
        let is_same = |known: &Block| {
            (known.line, known.kind) == (block.line, block.kind) && known.source.path() == block.source.path()
        };
        if let Some(known) = self.blocks.iter().rposition(is_same) {
            return Some(known as u32);
        }
        self.is_full |= self.blocks.len() >= MOST_SITES;
        if self.is_full {
            return None;
        }
        self.blocks.push(block);
        Some(self.blocks.len() as u32 - 1)
    }

    /// A value of a site.
    pub(crate) fn note(&mut self, site: u32, value: Value<'_>) {
        let Some(site) = self.sites.get_mut(site as usize) else { return };
        if site.count >= MOST_COMPARED {
            site.count += 1;
            site.others += 1;
            return;
        }
        let Some(shown) = ShownValue::of(value) else { return };
        site.count += 1;
        let is_full = site.values.len() >= MOST_VALUES;
        match site.values.last_mut() {
            Some((latest, times)) if site.others == 0 && *latest == shown => *times += 1,
            _ if is_full => site.others += 1,
            _ => site.values.push((shown.clone(), 1)),
        }
        site.last = Some(shown);
    }

    /// The run has come to the statement of a block.
    pub(crate) fn reach(&mut self, block: u32) {
        if let Some(block) = self.blocks.get_mut(block as usize) {
            block.is_reached = true;
        }
    }

    /// The statements of a block run.
    pub(crate) fn enter(&mut self, block: u32) {
        if let Some(block) = self.blocks.get_mut(block as usize) {
            block.is_entered = true;
        }
    }
}
