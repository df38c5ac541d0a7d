//! The data values of a request and their schema, without its templates: the steps 1 to 4 of a run.
//!
//! Editor features need them while files are incomplete, so files with errors are skipped.

use crate::answer::Extent;
use crate::boundary::{DataValue, Request, RequestFile, SchemaNode};
use crate::diagnostics::Error;
use crate::files::{Disk, Finder};
use crate::flags::Options;
use crate::limits::{Clock, Limits};
use crate::parsed_request::ParsedRequest;
use crate::request_disk::RequestDisk;
use crate::{Rendering, inputs};

/// The maximum number of skipped files.
const MAX_BROKEN: usize = 4;
/// Milliseconds for each render, since users wait for the result.
const MAX_MILLIS: u64 = 1_000;

/// The schema and the values of the root library. Each is None if no attempt got as far.
#[derive(Debug, Default)]
pub struct DataValuesSnapshot {
    /// The schema.
    pub schema: Option<SchemaNode>,
    /// The effective data values.
    pub values: Option<DataValue>,
}

/// The data values of a request and their schema. Values that break rules are included. If a file makes the steps fail,
/// they are repeated without it.
pub fn data_values_snapshot(parsed: &ParsedRequest<'_>, clock: &Clock) -> DataValuesSnapshot {
    let mut snapshot = DataValuesSnapshot::default();
    let (Some(options), request) = (parsed.options(), parsed.request) else { return snapshot };
    let millis = request.limits.millis.min(MAX_MILLIS);
    let limited = Request {
        files: Vec::new(),
        limits: Limits { millis, ..request.limits.clone() },
        args: request.args.clone(),
        env: request.env.clone(),
        extensions: request.extensions.clone(),
        checks: Vec::new(),
    };
    let limited = ParsedRequest { request: &limited, command: parsed.command.clone(), is_escaped: parsed.is_escaped };
    let mut files: Vec<&RequestFile> = request.files.iter().collect();
    for _ in 0..=MAX_BROKEN {
        let disk = RequestDisk::of(files.clone());
        let mut rendering = Rendering::new(&limited, Extent::Everything, clock.clone());
        let result = rendering.data_values(options, &disk);
        let (mut response, trees) = rendering.answer.finish(result, &rendering.session);
        trees.fill(&mut response);
        snapshot.schema = snapshot.schema.or(response.schema);
        snapshot.values = response.values;
        let broken = response.diagnostics.into_iter().find_map(|diagnostic| diagnostic.primary);
        let (None, Some(broken)) = (&snapshot.values, broken) else { break };
        let before = files.len();
        files.retain(|file| file.path != broken.file);
        if files.len() == before {
            break;
        }
    }
    snapshot
}

impl Rendering<'_> {
    fn data_values(&mut self, options: &Options, disk: &dyn Disk) -> Result<(), Error> {
        self.enable_extensions(options)?;
        let finder = Finder::new(disk, options.links());
        let schemas = self.schemas(options, &finder, inputs(options, &finder)?)?;
        self.answer.schema(&schemas.schema);
        let Some(run) = &mut self.run else { return Ok(()) };
        let values = run.values(&schemas, &mut self.session.calls())?;
        self.answer.values(&values);
        Ok(())
    }
}
