//! `near-ed25519 tendermint`, on blocks of the Cosmos Hub.

use serde_json::{Value, json};
use std::os::unix::fs::symlink;
use test_support::command::{Folder, assert_has, keys, rows};

/// A folder with the Cosmos Hub's commits and validators in `hub`.
fn hub() -> Option<Folder> {
    let blocks = requirements::peers::path("tendermint/cosmoshub-4")?;
    let folder = Folder::new();
    symlink(blocks, folder.path("hub")).expect("linked");
    Some(folder)
}

fn verify(trusted: u32, untrusted: u32) -> String {
    format!(
        "tendermint --trusted-commit hub/{trusted}_commit.json \
         --trusted-validators hub/{trusted}_validators.json \
         --untrusted-commit hub/{untrusted}_commit.json \
         --untrusted-validators hub/{untrusted}_validators.json"
    )
}

/// Each build's phases between the first three and the last one.
const PHASES: &str = "
host: headers, validators, hashes; signatures; sign bytes
host-many: headers, validators, hashes, sign bytes; signatures
wasm: headers, validators, hashes, signatures
wasm-best: headers, validators, hashes, signatures
";

#[test]
fn a_block_of_the_hub_verifies_in_every_build_and_its_phases_add_up() {
    let Some(folder) = hub() else { return };
    let verify = verify(8_619_996, 8_619_997);
    let host = folder.report(&verify);
    assert_eq!(host["phases"][4]["gas"], host["floor_gas"]);
    for (build, phases) in rows(PHASES) {
        let report = folder.report(&format!("{verify} --build {build}"));
        let fields = "chain_id trusted_height trusted_hash trusted_time height hash time validators \
                      power_signed power_total trusted_power_signed trusted_power_total options \
                      warnings";
        let expected = json!({
            "client": "tendermint", "build": build, "verdict": "success", "detail": null,
            "trusted_height": 8_619_996, "height": 8_619_997, "validators": 150,
            "signatures": host["signatures"], "floor_gas": host["floor_gas"],
            "fits_300_tgas": true,
        });
        assert_update(&report, fields, &expected);
        let names = report["phases"].as_array().expect("phases").iter();
        let names = names.map(|it| it["phase"].as_str().expect("a name"));
        let first = "load the contract; read input and state; decode";
        let expected = format!("{first}; {phases}; store and log");
        assert_eq!(names.collect::<Vec<_>>().join("; "), expected);
    }
}

#[test]
fn the_next_validators_are_asked_for_where_no_block_has_them() {
    let Some(folder) = hub() else { return };
    let backwards = verify(8_619_997, 8_619_996);
    let asked = "the validators of block 8619998: give them with --trusted-next-validators";
    folder.refuses(&backwards, 2, asked);
    let next = "--trusted-next-validators hub/8619998_validators.json";
    folder.refuses(&format!("{backwards} {next}"), 1, "invalid: ");
    // The next block has these validators, although the set has changed.
    folder.prints(&verify(8_619_997, 8_619_998));
}

/// Checks an update's report: these fields, among those of every light client, have these values.
#[track_caller]
pub(crate) fn assert_update(report: &Value, fields: &str, expected: &Value) {
    let cost = "burnt_gas wall_ns floor_gas signatures fits_300_tgas phases";
    let all = format!("client build verdict detail {fields} {cost}");
    assert_eq!(keys(report), all);
    assert_has(report, expected);
    assert_phases_add_up(report);
}

/// Checks that the phases of an update's report add up to its gas.
#[track_caller]
pub(crate) fn assert_phases_add_up(report: &Value) {
    let gas = |value: &Value| value.as_u64().expect("gas");
    let phases = report["phases"].as_array().expect("phases");
    let sum: u64 = phases.iter().map(|phase| gas(&phase["gas"])).sum();
    assert_eq!(sum, gas(&report["burnt_gas"]), "{report}");
}
