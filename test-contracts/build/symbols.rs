//! A contract as it is deployed, and the same with the names of its functions beside it.

use std::{fs, path::Path};

use crate::Result;

/// Writes the contract at `built` to `kept` without its custom sections, which is what stripping leaves;
/// and whole, with another ending, for who wants to name its functions.
pub(crate) fn split(built: &Path, kept: &Path) -> Result<()> {
    let failed = |error| format!("{}: {error}", built.display());
    let wasm = fs::read(built).map_err(failed)?;
    let stripped = stripped(&wasm).ok_or_else(|| format!("{} is no Wasm", built.display()))?;
    fs::write(kept.with_extension("symbols.wasm"), &wasm).map_err(failed)?;
    fs::write(kept, stripped).map_err(failed)
}

/// The module without its custom sections, whose number is 0; `None` if it is none.
fn stripped(wasm: &[u8]) -> Option<Vec<u8>> {
    const HEADER: usize = 8;
    let (mut stripped, mut rest) = match wasm.split_at_checked(HEADER) {
        Some((header, rest)) => (header.to_vec(), rest),
        // What clippy gets.
        None => return wasm.is_empty().then(Vec::new),
    };
    while let Some((number, after)) = rest.split_first() {
        // The size, seven bits in a byte, the lowest first.
        let width = 1 + after.iter().position(|byte| byte & 0x80 == 0)?;
        let digits = after.get(..width)?.iter().rev();
        let size = digits.fold(0_usize, |size, byte| (size << 7) | usize::from(byte & 0x7f));
        let (section, after) = rest.split_at_checked(1 + width + size)?;
        if *number != 0 {
            stripped.extend_from_slice(section);
        }
        rest = after;
    }
    Some(stripped)
}
