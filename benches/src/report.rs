//! What commands print.

use comfy_table::Table;
use comfy_table::presets::UTF8_BORDERS_ONLY;
use serde::Serialize;
use std::io::{self, Write};

/// A table with this header.
pub(crate) fn table<'a>(header: impl IntoIterator<Item = &'a str>) -> Table {
    let mut table = Table::new();
    table
        .load_style(UTF8_BORDERS_ONLY)
        .set_header(header.into_iter().map(str::to_owned));
    table
}

/// Prints JSON.
///
/// # Errors
///
/// Standard output cannot be written to.
pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    line(&serde_json::to_string_pretty(value)?)
}

/// Prints text and a line break. A reader that has gone away (`| head`) is no error.
///
/// # Errors
///
/// Standard output cannot be written to.
pub(crate) fn line(text: &str) -> anyhow::Result<()> {
    match writeln!(io::stdout(), "{text}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}
