//! The signatures that are measured, in a file: what a search found once is not searched for again
//! in every process, and who wants to repeat a measurement has its inputs.

use super::plan::Cell;
use crate::verification::{Case, Family};
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// By family and length of the message.
pub(crate) type Cases = BTreeMap<(Family, usize), Case>;

/// A line of the file. The message follows from its length.
#[derive(Serialize, Deserialize)]
struct Row {
    family: Family,
    message_bytes: usize,
    signature: String,
    public_key: String,
    /// Point additions the verification takes, for the reader.
    additions: u32,
}

/// The cases of these cells.
pub(crate) fn build(cells: &[Cell], each: impl Fn()) -> anyhow::Result<Cases> {
    let mut cases = Cases::new();
    for cell in cells {
        let key = (cell.family, cell.message_bytes);
        if let std::collections::btree_map::Entry::Vacant(entry) = cases.entry(key) {
            entry.insert(Case::new(cell.family, cell.message_bytes)?);
        }
        each();
    }
    Ok(cases)
}

pub(crate) fn to_csv(cases: &Cases) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for case in cases.values() {
        writer.serialize(Row {
            family: case.family,
            message_bytes: case.message.len(),
            signature: hex::encode(case.signature),
            public_key: hex::encode(case.public_key),
            additions: case.additions(),
        })?;
    }
    Ok(writer.into_inner()?)
}

/// Reads what [`to_csv`] has written.
pub(crate) fn read_csv(path: &Path) -> anyhow::Result<Cases> {
    let name = || path.display().to_string();
    let mut reader = csv::Reader::from_path(path).with_context(name)?;
    let mut cases = Cases::new();
    for row in reader.deserialize() {
        let row: Row = row.with_context(name)?;
        let mut case = Case {
            family: row.family,
            signature: [0; 64],
            public_key: [0; 32],
            message: Case::message(row.message_bytes),
        };
        hex::decode_to_slice(&row.signature, &mut case.signature).with_context(name)?;
        hex::decode_to_slice(&row.public_key, &mut case.public_key).with_context(name)?;
        cases.insert((row.family, row.message_bytes), case);
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verification::{Layer, Place};

    #[test]
    fn cases_survive_the_file() {
        let cells: Vec<_> = Family::ALL
            .iter()
            .map(|&family| Cell {
                layer: Layer::Bare,
                family,
                place: Place::Memory,
                message_bytes: 5,
            })
            .collect();
        let cases = build(&cells, || ()).expect("cases");
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), to_csv(&cases).expect("CSV")).expect("written");
        assert_eq!(read_csv(file.path()).expect("read"), cases);
    }
}
