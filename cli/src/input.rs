//! Files that a command reads: `-` is standard input, a byte order mark is no content, and no file is
//! larger than what can be made of it.

use anyhow::Context as _;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// Bytes of a file with chain data, at most: what a call carries is 4 MiB of arguments, and JSON
/// takes up to sixteen times as much to write a byte, line breaks and indentation included.
pub(crate) const CHAIN_DATA_LIMIT: u64 = 64 << 20;

/// What editors on Windows put before text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Input that cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    #[error("cannot read {name}: {reason}")]
    Read { name: String, reason: io::Error },
    #[error("{name} has more than {limit} bytes")]
    TooLarge { name: String, limit: u64 },
    #[error("standard input (-) is given {times} times: it can be read once")]
    Stdin { times: usize },
}

/// How messages call a file.
pub(crate) fn name(path: &Path) -> String {
    match is_stdin(path) {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    }
}

/// What a file of chain data says; of text, without its byte order mark.
///
/// # Errors
///
/// It cannot be read or parsed; the error names it.
pub(crate) fn parsed<T, E: Into<anyhow::Error>>(
    path: &Path,
    parse: impl FnOnce(Vec<u8>) -> Result<T, E>,
) -> anyhow::Result<T> {
    let bytes = read(path, CHAIN_DATA_LIMIT)?;
    let value = parse(bytes).map_err(Into::into);
    value.with_context(|| name(path))
}

/// Reads a file, or standard input for `-`, without its byte order mark.
///
/// # Errors
///
/// It cannot be read, or has more than `limit` bytes; more than that is never read.
fn read(path: &Path, limit: u64) -> Result<Vec<u8>, InputError> {
    let mut bytes = read_bytes(path, limit)?;
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(bytes)
}

/// Reads a file, or standard input for `-`, byte for byte.
///
/// # Errors
///
/// As [`read`].
pub(crate) fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    let mut fill = |from: &mut dyn io::Read| {
        let mut from = from.take(limit.saturating_add(1));
        from.read_to_end(&mut bytes)
    };
    let result = match is_stdin(path) {
        true => fill(&mut io::stdin().lock()),
        false => File::open(path).and_then(|mut file| fill(&mut file)),
    };
    result.map_err(|reason| InputError::Read {
        name: name(path),
        reason,
    })?;
    if bytes.len() as u64 > limit {
        let name = name(path);
        return Err(InputError::TooLarge { name, limit });
    }
    Ok(bytes)
}

/// That at most one of these files is standard input, which can be read once.
///
/// # Errors
///
/// More are.
pub(crate) fn one_stdin<'a>(files: impl Iterator<Item = &'a PathBuf>) -> Result<(), InputError> {
    match files.filter(|path| is_stdin(path)).count() {
        0 | 1 => Ok(()),
        times => Err(InputError::Stdin { times }),
    }
}

/// Whether standard input is meant.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit_without_a_byte_order_mark() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        std::fs::write(&path, b"\xef\xbb\xbf{}").expect("written");
        assert_eq!(read(&path, 5).expect("read"), b"{}");
        assert_eq!(read_bytes(&path, 5).expect("read").len(), 5);
        let error = read(&path, 4).expect_err("five bytes").to_string();
        assert!(error.ends_with("file has more than 4 bytes"), "{error}");
        let endless = read(Path::new("/dev/zero"), 1 << 20).expect_err("endless");
        assert_eq!(endless.to_string(), "/dev/zero has more than 1048576 bytes");
    }
}
