//! `near-ed25519 tendermint`, on blocks of the Cosmos Hub.

use crate::command::{Folder, assert_fails, assert_has, assert_phases_add_up, json, keys, rows};
use serde_json::json;
use std::os::unix::fs::symlink;

/// A folder that has the Cosmos Hub's commits and validators in `hub`.
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

/// The phases of each build between the first three and the last.
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
        let fields = "client build verdict detail chain_id trusted_height trusted_hash \
                      trusted_time height hash time validators power_signed power_total \
                      trusted_power_signed trusted_power_total options warnings burnt_gas wall_ns \
                      floor_gas signatures fits_300_tgas phases";
        assert_eq!(keys(&report), fields);
        let expected = json!({
            "client": "tendermint", "build": build, "verdict": "success", "detail": null,
            "trusted_height": 8_619_996, "height": 8_619_997, "validators": 150,
            "signatures": host["signatures"], "floor_gas": host["floor_gas"],
            "fits_300_tgas": true,
        });
        assert_has(&report, &expected);
        assert_phases_add_up(&report);
        let names = report["phases"].as_array().expect("phases").iter();
        let names = names.map(|it| it["phase"].as_str().expect("a name"));
        let first = "load the contract; read input and state; decode";
        let expected = format!("{first}; {phases}; store and log");
        assert_eq!(names.collect::<Vec<_>>().join("; "), expected);
    }
}

#[test]
fn refusals_are_reported_and_exit_with_1() {
    let Some(folder) = hub() else { return };
    let verify = verify(8_512_856, 8_619_996);
    let now = "--now 2021-12-08T01:51:00Z --max-clock-drift";
    for (options, rule) in [
        ("--trusting-period 1d", "is_within_trust_period"),
        (&format!("{now} 1500ms"), "is_header_from_past"),
    ] {
        let output = folder.run(&format!("{verify} {options} --json"));
        let verdict = format!("invalid: {rule}");
        assert_fails(&output, 1, &format!("update_client: {verdict}: "));
        let report = json(&output);
        assert_has(&report, &json!({ "verdict": verdict, "signatures": 0 }));
        assert!(report["detail"].is_string());
        assert_phases_add_up(&report);
    }
    folder.prints(&format!("{verify} {now} 1h"));
}

#[test]
fn the_next_validators_are_asked_for_where_no_block_has_them() {
    let Some(folder) = hub() else { return };
    let backwards = verify(8_619_997, 8_619_996);
    let asked = "the validators of block 8619998: give them with --trusted-next-validators";
    assert_fails(&folder.run(&backwards), 2, asked);
    let next = "--trusted-next-validators hub/8619998_validators.json";
    assert_fails(&folder.run(&format!("{backwards} {next}")), 1, "invalid: ");
    // The next block has them itself, though the set has changed.
    folder.prints(&verify(8_619_997, 8_619_998));
}
