//! Tests of lower layers that need whole requests.

mod near_misses;
mod phases;
mod request_files;
mod schema_diff;
mod schema_export;
mod schema_import;
mod values_import;
