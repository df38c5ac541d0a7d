//! A request with its command line parsed once.

use crate::boundary::Request;
use crate::extensions::Extensions;
use crate::files::{self, Finder};
use crate::flags::{self, Command, Options};
use crate::request_disk::RequestDisk;

/// A request and its command line.
#[derive(Clone, Debug)]
pub struct ParsedRequest<'a> {
    /// The request.
    pub request: &'a Request,
    /// The parsed arguments, or ytt's message about the first argument that it does not accept.
    pub command: Result<Command, String>,
}

impl<'a> ParsedRequest<'a> {
    /// Parses the arguments of a request.
    pub fn new(request: &'a Request) -> ParsedRequest<'a> {
        ParsedRequest { request, command: flags::parse(&request.args) }
    }

    /// The options of a command that renders templates. None for other commands, and if the arguments are not accepted.
    pub fn options(&self) -> Option<&Options> {
        match &self.command {
            Ok(Command::Template(options)) => Some(options),
            _ => None,
        }
    }

    /// The extensions that the request and its options enable.
    ///
    /// # Errors
    /// A message that names an unknown extension.
    pub fn extensions(&self, options: &Options) -> Result<Extensions, String> {
        Extensions::named(self.request.extensions.iter().chain(&options.extensions))
    }

    /// The input files that `-f` and file marks select from the files of the request. Empty if an option is invalid.
    pub fn inputs(&self) -> Vec<files::File> {
        let Some(options) = self.options() else { return Vec::new() };
        let disk = RequestDisk::new(&self.request.files);
        let inputs = Finder::new(&disk, options.links()).inputs(&options.files);
        inputs.and_then(|inputs| files::prepare(inputs, &options.file_marks, None)).unwrap_or_default()
    }
}
