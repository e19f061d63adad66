//! The signatures that are measured, in a file: what a search found once is not searched for again
//! in every process.

use super::cell::Series;
use anyhow::Context as _;
use near_ed25519::verification::{Case, Family};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const FILE: &str = "cases.csv";

/// By family and length of the message.
pub(super) type Cases = BTreeMap<(Family, usize), Case>;

/// A line of the file. The message follows from its length.
#[derive(Serialize, Deserialize)]
struct Line {
    family: Family,
    message_bytes: usize,
    signature: String,
    public_key: String,
}

/// Finds the signatures of all series, and writes the file.
pub(super) fn write(folder: &Path) -> anyhow::Result<()> {
    let series = Series::all().into_iter();
    let cells = series.flat_map(|it| it.lengths().iter().map(move |&bytes| (it.family, bytes)));
    let cells: BTreeSet<_> = cells.collect();
    let path = folder.join(FILE);
    let name = || format!("cannot write {}", path.display());
    let mut writer = csv::Writer::from_path(&path).with_context(name)?;
    for (family, message_bytes) in cells {
        let case = Case::new(family, message_bytes)?;
        writer.serialize(Line {
            family,
            message_bytes,
            signature: hex::encode(case.signature),
            public_key: hex::encode(case.public_key),
        })?;
    }
    writer.flush().with_context(name)
}

/// Reads what [`write`] has written.
pub(super) fn read(folder: &Path) -> anyhow::Result<Cases> {
    let path = folder.join(FILE);
    let name = || path.display().to_string();
    let mut reader = csv::Reader::from_path(&path).with_context(name)?;
    let mut cases = Cases::new();
    for line in reader.deserialize() {
        let line: Line = line.with_context(name)?;
        let mut case = Case {
            family: line.family,
            signature: [0; 64],
            public_key: [0; 32],
            message: Case::message(line.message_bytes),
        };
        hex::decode_to_slice(&line.signature, &mut case.signature).with_context(name)?;
        hex::decode_to_slice(&line.public_key, &mut case.public_key).with_context(name)?;
        cases.insert((line.family, line.message_bytes), case);
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_survive_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path()).expect("written");
        let cases = read(folder.path()).expect("read");
        for &family in Family::ALL {
            let case = Case::new(family, 48).expect("a case");
            assert_eq!(cases.get(&(family, 48)), Some(&case), "{family}");
        }
    }
}
