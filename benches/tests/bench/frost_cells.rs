//! Cells of `frost measure`, in a process as the command starts it. Times are not checked; each
//! work checks its own result.

use crate::BENCH;
use std::collections::BTreeSet;
use test_support::command::Folder;

/// The cells of the samples that a measuring process prints, when started for these rows.
fn measured(only: &[&str]) -> BTreeSet<(String, String)> {
    let only: Vec<_> = only.iter().map(|row| format!("{row:?}")).collect();
    let worker = format!(
        r#"{{"folder":"","launch":0,"rounds":1,"seed":1,"only":[{}],"is_counting":false}}"#,
        only.join(",")
    );
    let samples = Folder::of(BENCH).prints(&format!("worker frost '{worker}'"));
    // Row and column; a row has a comma and is in quotes.
    let cell = |line: &str| {
        let (row, rest) = line.strip_prefix('"')?.split_once("\",")?;
        Some((row.to_owned(), rest.split(',').next()?.to_owned()))
    };
    let cells = samples.lines().map(cell);
    cells.collect::<Option<_>>().expect("samples")
}

#[test]
fn every_step_is_measured_in_every_ciphersuite() {
    let rows = ["round 1", "round 2", "aggregate", "verify a share"];
    let rows = rows.map(|step| format!("{step}, 2 of 3"));
    let cells = measured(&rows.each_ref().map(String::as_str));
    let suites = ["ed25519", "ed448", "p256", "ristretto255", "secp256k1"];
    let expected = rows
        .iter()
        .flat_map(|row| suites.map(|suite| (row.clone(), suite.to_owned())));
    assert_eq!(cells, expected.collect());
}

#[test]
fn every_task_is_measured_by_frost_core_and_by_portable_lanes() {
    let rows = [
        "wire to signature, 7 of 10",
        "wire to share, 7 of 10",
        "deserialising 1,334 points",
        "a VSS share, t = 667",
        "DKG packages, 67 of 100",
        "DKG part 3, 67 of 100",
        "aggregate after a session, 667 of 1000",
        "culprits, 667 of 1000",
    ];
    let cells = measured(&rows);
    for row in rows {
        for column in ["frost-core", "portable"] {
            let cell = (row.to_owned(), column.to_owned());
            assert!(cells.contains(&cell), "{row}, {column}");
        }
    }
}
