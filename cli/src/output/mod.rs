//! Output of commands to standard output and standard error. Everything is printed here, through
//! the filter of `printable`.

mod fields;
pub mod format;
mod printable;
mod table;

pub use fields::Fields;
pub use printable::printable;
pub use table::Table;

use anyhow::Context as _;
use comfy_table::presets::UTF8_BORDERS_ONLY;
use format::TRANSACTION;
use indicatif::{ProgressBar, ProgressStyle};
use near_runtime_ext::replace_file;
use printable::{escaped_json, laid_out};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// A failure that the report on standard output already states: no JSON object follows it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Reported(pub String);

/// Characters of a bar.
const BAR_WIDTH: u64 = 30;

/// Gas as a bar that is full at 300 Tgas.
pub fn bar(gas: u64) -> String {
    bar_of(gas, TRANSACTION.as_gas())
}

/// Gas as a bar that is full at `all`; any gas fills at least one character.
pub fn bar_of(gas: u64, all: u64) -> String {
    let filled = gas.saturating_mul(BAR_WIDTH).div_ceil(all.max(1));
    let character = |at| if at < filled { '█' } else { '·' };
    (0..BAR_WIDTH).map(character).collect()
}

/// A table with this header, for terminals.
pub fn table<'a>(header: impl IntoIterator<Item = &'a str>) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table
        .load_style(UTF8_BORDERS_ONLY)
        .set_header(header.into_iter().map(str::to_owned));
    table
}

/// Named values as text, one line each, whatever the values are.
fn named<'a>(values: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let line = |(name, value): (&str, String)| format!("{name:<16}{}\n", printable(&value));
    values.into_iter().map(line).collect()
}

/// Prints a report as JSON, or else as text.
pub(crate) fn report(is_json: bool, value: &impl Serialize, text: &str) -> anyhow::Result<()> {
    match is_json {
        true => json(value),
        false => line(text),
    }
}

/// Prints JSON. Its strings escape characters that a terminal does not show literally.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    write(&escaped_json(&serde_json::to_string_pretty(value)?))
}

/// Prints text and a line break. Escapes characters that a terminal does not show literally, except
/// line breaks and tabs: strangers' text must pass [`printable`] before it is laid out. A reader
/// that has gone away (`| head`) is no error.
pub fn line(text: &str) -> anyhow::Result<()> {
    write(&laid_out(text))
}

fn write(text: &str) -> anyhow::Result<()> {
    match writeln!(io::stdout(), "{text}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}

/// Writes a file, whole or not at all; another one in its place is replaced.
pub fn file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    replace_file(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Checks that output is not lost because standard output is closed (`>&-`).
///
/// Rust opens `/dev/null` in place of a closed standard output, and output is lost without
/// an error. Unlike a shell's `> /dev/null`, Rust opens it for reading too.
///
/// # Errors
///
/// Standard output is closed.
pub fn ensure_open() -> anyhow::Result<()> {
    use std::fs::{File, metadata};
    use std::io::Read as _;
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::MetadataExt as _;
    let mut stdout = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let is_null = stdout.metadata()?.rdev() == metadata("/dev/null")?.rdev();
    let is_closed = is_null && stdout.read(&mut [0]).is_ok();
    anyhow::ensure!(
        !is_closed,
        "standard output is closed, or /dev/null opened for reading as well: > /dev/null discards a report"
    );
    Ok(())
}

/// Prints one line on standard error, without the text's line breaks. If that fails, only the exit
/// code reports the error.
pub fn complain(text: &str) {
    let line = text.replace('\n', " ");
    let _ = writeln!(io::stderr(), "{}", printable(&line));
}

/// Prints lines on standard error, such as usage. If that fails, only the exit code reports the error.
pub fn complain_in_lines(text: &str) {
    let _ = writeln!(io::stderr(), "{}", laid_out(text.trim_end()));
}

/// Does the work; meanwhile a terminal on standard error shows `what`.
pub(crate) fn announced<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let line = ProgressBar::new_spinner().with_message(printable(what));
    line.enable_steady_tick(Duration::from_secs(1));
    let done = work();
    line.finish_and_clear();
    done
}

/// A progress bar on standard error, with the remaining time; hidden unless that is a terminal.
pub fn progress(length: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(length).with_message(what);
    match ProgressStyle::with_template("{bar:30} {percent}% {msg}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
