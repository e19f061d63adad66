//! What commands print, and what of it goes to standard error.

use crate::amount::TRANSACTION;
use comfy_table::Table;
use comfy_table::presets::UTF8_BORDERS_ONLY;
use serde::Serialize;
use std::io::{self, Write};

/// Characters of a bar.
const BAR_WIDTH: u64 = 30;

/// Gas as a bar, which is full at 300 Tgas.
pub(crate) fn bar(gas: u64) -> String {
    bar_of(gas, TRANSACTION.as_gas())
}

/// Gas as a bar, which is full at `all`; some gas is at least one character.
pub(crate) fn bar_of(gas: u64, all: u64) -> String {
    bar_in(BAR_WIDTH, gas, all)
}

/// An amount as a bar of this width, which is full at `all`; some is at least one character.
pub(crate) fn bar_in(width: u64, amount: u64, all: u64) -> String {
    let filled = amount.saturating_mul(width).div_ceil(all.max(1)).min(width);
    (0..width)
        .map(|at| if at < filled { '█' } else { '·' })
        .collect()
}

/// A table with this header.
pub(crate) fn table<'a>(header: impl IntoIterator<Item = &'a str>) -> Table {
    let mut table = Table::new();
    table
        .load_style(UTF8_BORDERS_ONLY)
        .set_header(header.into_iter().map(str::to_owned));
    table
}

/// Text of strangers as a terminal may have it: control characters, which move cursors and break
/// lines, are escaped.
pub(crate) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        match character.is_control() {
            true => printable.extend(character.escape_default()),
            false => printable.push(character),
        }
    }
    printable
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

/// Prints one line on standard error, whatever line breaks it has. Where that cannot be written to,
/// the exit code alone tells.
pub(crate) fn complain(text: &str) {
    let line = text.replace('\n', " ");
    let _ = writeln!(io::stderr(), "{}", printable(&line));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_strangers_write_stays_on_its_line() {
        assert_eq!(printable("log\n\x1b[2Jé\u{9b}"), "log\\n\\u{1b}[2Jé\\u{9b}");
    }
}
