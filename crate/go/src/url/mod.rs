//! URLs, queries and percent-encoding, as Go's package net/url reads and writes them.

mod address;
mod escapes;
mod parts;

pub use escapes::{Part, escape, unescape};
pub use parts::{Query, Url, User, encode_query, parse_query};
