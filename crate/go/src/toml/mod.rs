//! TOML documents as the package BurntSushi/toml 1.5, which ytt uses ("the library" in this folder), reads them, with its messages. A Rust
//! library would not accept the same documents.

mod characters;
mod dates;
mod keys;
mod read;
mod scalars;
mod tables;

pub use keys::{quote, quoted_key};
pub use read::read;
pub use scalars::Scalar;
pub use tables::{Table, Value};
