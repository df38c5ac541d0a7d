//! Starlark files (`.star`): their lines are the program.

use std::sync::Arc;

use crate::positions::{Position, Source};
use crate::program::{Line, Program, SourceLine, Written};

/// Makes a Starlark file a program.
pub fn compile(source: &Arc<Source>, number: u32) -> Program {
    let has_offsets = source.code_start().is_some();
    let lines = source
        .code()
        .split('\n')
        .zip(1..)
        .map(|(code, line)| Line {
            code: code.to_owned(),
            written: source.line_range(line).filter(|_| has_offsets).map(|range| Written { offset: 0, range }),
            source: Some(SourceLine {
                position: Position::new(source.clone(), line),
                content: code.into(),
                selection: None,
            }),
        })
        .collect();
    Program { lines, ..Program::empty(source, number) }
}
