//! Data values of the command line: flags, environment variables and plain files. They are converted to documents, which a library
//! overlays on the data values of its files ([`values`](super::values)).

pub(crate) mod flags;
pub(crate) mod origin;
