//! The measured signatures, in a file, so that processes do not repeat the search for them.

use super::cell::cells;
use crate::library::Signed;
use crate::verification::Family;
use crate::verification::case::{message, signed};
use anyhow::Context as _;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const FILE: &str = "cases.json";

/// Cases by family and message length.
pub(super) type Cases = BTreeMap<(Family, usize), Signed>;

/// A case in the file: family, message length (which determines the message), signature, and public
/// key.
type Kept = (Family, usize, Vec<u8>, Vec<u8>);

/// Finds the signatures of all series, and writes the file.
pub(super) fn write(folder: &Path) -> anyhow::Result<()> {
    let cells = cells().into_iter();
    let cells: BTreeSet<_> = cells
        .map(|it| (it.series.family, it.message_bytes))
        .collect();
    let cases = cells.into_iter().map(|(family, bytes)| {
        let signed = signed(family, bytes)?;
        let (signature, key) = (signed.signature.into(), signed.public_key.into());
        Ok((family, bytes, signature, key))
    });
    let cases: Vec<Kept> = cases.collect::<anyhow::Result<_>>()?;
    let path = folder.join(FILE);
    fs::write(&path, serde_json::to_vec(&cases)?)
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Reads the file that [`write()`] wrote.
pub(super) fn read(folder: &Path) -> anyhow::Result<Cases> {
    let path = folder.join(FILE);
    let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let cases: Vec<Kept> = serde_json::from_slice(&text)?;
    let cases = cases.into_iter().map(|(family, bytes, signature, key)| {
        let signed = Signed {
            signature: signature.as_slice().try_into()?,
            public_key: key.as_slice().try_into()?,
            message: message(bytes),
        };
        Ok(((family, bytes), signed))
    });
    cases.collect()
}
