//! Tables of points: their layouts, how they are built, and the keys that have them.

mod base;
mod build;
mod digits;
mod keys;
mod layout;

pub(crate) use base::base_rows;
pub(crate) use build::{BuildAll, BuildPart, Part, Tables, add_multiples, write_rows};
pub(crate) use digits::{Digits, digits};
pub use keys::{ITEMS_FOR_TABLES, KeyTables, USES_BEFORE_TABLES};
pub use layout::Layout;
