//! Files that a command reads: `-` is standard input, a byte order mark is skipped, and the size is
//! limited.

use anyhow::{Context as _, anyhow, ensure};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// Largest size of a file with chain data. A call carries 4 MiB of arguments, and JSON takes up to
/// sixteen times as much for a byte, including line breaks and indentation.
const CHAIN_DATA_LIMIT: u64 = 64 << 20;

/// The path that means standard input.
pub(crate) const STDIN: &str = "-";

/// The name of a file in messages.
pub(crate) fn name(path: &Path) -> String {
    match is_stdin(path) {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    }
}

/// Parses a file of chain data. A byte order mark, which editors on Windows put before text, is
/// skipped.
///
/// # Errors
///
/// The file cannot be read or parsed; the error names it.
pub(crate) fn parsed<T, E: Into<anyhow::Error>>(
    path: &Path,
    parse: impl FnOnce(&[u8]) -> Result<T, E>,
) -> anyhow::Result<T> {
    let bytes = read(path, CHAIN_DATA_LIMIT, None)?;
    // SCALE may begin with the same bytes as the mark.
    let text = str::from_utf8(&bytes).ok();
    let text = text.and_then(|text| text.strip_prefix('\u{feff}'));
    let value = parse(text.map_or(&bytes, str::as_bytes)).map_err(Into::into);
    value.with_context(|| name(path))
}

/// Reads a file, or standard input for `-`, byte for byte.
///
/// # Errors
///
/// The file cannot be read, or has more than `limit` bytes, the most that `what` may have. At most
/// one byte beyond the limit is read.
pub(crate) fn read(path: &Path, limit: u64, what: Option<&str>) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut fill = |from: &mut dyn io::Read| {
        let mut from = from.take(limit.saturating_add(1));
        from.read_to_end(&mut bytes)
    };
    let result = match is_stdin(path) {
        true => fill(&mut io::stdin().lock()),
        false => File::open(path).and_then(|mut file| fill(&mut file)),
    };
    let name = name(path);
    result.map_err(|reason| anyhow!("cannot read {name}: {reason}"))?;
    let fits = bytes.len() as u64 <= limit;
    let most = what.map(|what| format!(", the most that {what} may have"));
    let most = most.unwrap_or_default();
    ensure!(fits, "{name} has more than {limit} bytes{most}");
    Ok(bytes)
}

/// Refuses standard input for more than one of these files.
pub(crate) fn one_stdin<'a>(files: impl Iterator<Item = &'a PathBuf>) -> anyhow::Result<()> {
    once(files.filter(|path| is_stdin(path)).count())
}

/// Refuses standard input for this many inputs if that is more than one, since it can be read only once.
pub(crate) fn once(times: usize) -> anyhow::Result<()> {
    ensure!(
        times <= 1,
        "standard input (-) is given {times} times: it can be read once"
    );
    Ok(())
}

/// Whether the path means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == STDIN
}
