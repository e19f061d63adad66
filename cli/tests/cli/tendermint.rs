//! `near-ed25519 tendermint`, on blocks of the Cosmos Hub.

use crate::command::{assert_fails, assert_phases_add_up, json, run, text};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use test_contracts::peers;

/// Two blocks, as the command line names them.
struct Blocks {
    trusted: [PathBuf; 2],
    untrusted: [PathBuf; 2],
}

/// The commit and the validators of a block of the Cosmos Hub.
fn block(height: u64) -> Option<[PathBuf; 2]> {
    let path = |what| peers::path(&format!("tendermint/cosmoshub-4/{height}_{what}.json"));
    Some([path("commit")?, path("validators")?])
}

impl Blocks {
    fn of(trusted: u64, untrusted: u64) -> Option<Self> {
        Some(Self {
            trusted: block(trusted)?,
            untrusted: block(untrusted)?,
        })
    }

    fn verify(&self, more: &[&str]) -> Output {
        let named = [
            ("--trusted-commit", &self.trusted[0]),
            ("--trusted-validators", &self.trusted[1]),
            ("--untrusted-commit", &self.untrusted[0]),
            ("--untrusted-validators", &self.untrusted[1]),
        ];
        let mut args = vec!["tendermint"];
        for (option, file) in named {
            args.extend([option, file.to_str().expect("a path")]);
        }
        run(args.into_iter().chain(more.iter().copied()))
    }
}

#[test]
fn a_block_of_the_hub_verifies_in_every_build_and_its_phases_add_up() {
    let Some(blocks) = Blocks::of(8_619_996, 8_619_997) else {
        return;
    };
    let reports = ["host", "host-many", "wasm", "wasm-best"].map(|build| {
        let output = blocks.verify(&["--json", "--build", build]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        json(&output)
    });
    for report in &reports {
        let keys: Vec<_> = report.as_object().expect("a report").keys().collect();
        let expected = [
            "client",
            "build",
            "verdict",
            "detail",
            "chain_id",
            "trusted_height",
            "trusted_hash",
            "trusted_time",
            "height",
            "hash",
            "time",
            "validators",
            "power_signed",
            "power_total",
            "trusted_power_signed",
            "trusted_power_total",
            "options",
            "warnings",
            "burnt_gas",
            "wall_ns",
            "floor_gas",
            "signatures",
            "fits_300_tgas",
            "phases",
        ];
        assert_eq!(keys, expected);
        assert_eq!(report["client"], "tendermint");
        assert_eq!(report["verdict"], "success");
        assert_eq!(report["detail"], Value::Null);
        assert_eq!(report["trusted_height"], 8_619_996);
        assert_eq!(report["height"], 8_619_997);
        assert_eq!(report["validators"], 150);
        assert_eq!(report["fits_300_tgas"], true);
        assert_phases_add_up(report);
        for field in ["signatures", "floor_gas"] {
            assert_eq!(report[field], reports[0][field]);
        }
    }
    let names = |report: &Value| -> Vec<String> {
        let phases = report["phases"].as_array().expect("phases");
        let name = |phase: &Value| phase["phase"].as_str().expect("a name").to_owned();
        phases.iter().map(name).collect()
    };
    assert_eq!(
        names(&reports[0]),
        [
            "load the contract",
            "read input and state",
            "decode",
            "headers, validators, hashes",
            "signatures",
            "sign bytes",
            "store and log",
        ]
    );
    assert_eq!(
        names(&reports[1]),
        [
            "load the contract",
            "read input and state",
            "decode",
            "headers, validators, hashes, sign bytes",
            "signatures",
            "store and log",
        ]
    );
    for wasm in &reports[2..] {
        assert_eq!(
            names(wasm),
            [
                "load the contract",
                "read input and state",
                "decode",
                "headers, validators, hashes, signatures",
                "store and log",
            ]
        );
    }
    assert_eq!(reports[0]["phases"][4]["gas"], reports[0]["floor_gas"]);
}

#[test]
fn a_report_for_people_names_the_chain_and_the_blocks() {
    let Some(blocks) = Blocks::of(8_619_996, 8_619_997) else {
        return;
    };
    let output = text(&blocks.verify(&[]).stdout);
    for part in [
        "success",
        "cosmoshub-4",
        "8619996",
        "8619997, 150 validators",
        " fits",
        "decode",
    ] {
        assert!(output.contains(part), "{output}");
    }
}

#[test]
fn refusals_are_reported_and_exit_with_1() {
    let Some(blocks) = Blocks::of(8_512_856, 8_619_996) else {
        return;
    };
    for (more, verdict) in [
        (
            &["--trusting-period", "1d"][..],
            "invalid: is_within_trust_period",
        ),
        (
            &[
                "--now",
                "2021-12-08T01:51:00Z",
                "--max-clock-drift",
                "1500ms",
            ],
            "invalid: is_header_from_past",
        ),
    ] {
        let output = blocks.verify(&[more, &["--json"]].concat());
        assert_fails(&output, 1, &format!("update_client: {verdict}: "));
        let report = json(&output);
        assert_eq!(report["verdict"], verdict);
        assert!(report["detail"].is_string());
        assert_eq!(report["signatures"], 0);
        assert_phases_add_up(&report);
    }
    assert!(
        blocks
            .verify(&["--max-clock-drift", "1h", "--now", "2021-12-08T01:51:00Z"])
            .status
            .success()
    );
}

#[test]
fn the_next_validators_are_asked_for_where_no_block_has_them() {
    let (Some(mut blocks), Some([_, next])) = (Blocks::of(8_619_997, 8_619_996), block(8_619_998))
    else {
        return;
    };
    let refused = blocks.verify(&[]);
    assert_fails(
        &refused,
        2,
        "the validators of block 8619998: give them with --trusted-next-validators",
    );
    let next = next.to_str().expect("a path");
    let backwards = blocks.verify(&["--trusted-next-validators", next]);
    assert_fails(&backwards, 1, "invalid: ");
    // Of the same height as the trusted block, not of the next one.
    let wrong = blocks.trusted[1].clone();
    let wrong = blocks.verify(&["--trusted-next-validators", wrong.to_str().expect("a path")]);
    assert_fails(
        &wrong,
        2,
        "validators of height 8619997, where those of 8619998 are needed",
    );
    // The next block has them itself, though the set has changed.
    blocks.untrusted = block(8_619_998).expect("there as well");
    assert!(blocks.verify(&[]).status.success());
}

/// One page of validators, with other bounds.
fn page(of: &Path, range: std::ops::Range<usize>) -> String {
    let mut page: Value =
        serde_json::from_str(&fs::read_to_string(of).expect("read")).expect("JSON");
    let validators = page["result"]["validators"].as_array().expect("validators")[range].to_vec();
    page["result"]["validators"] = json!(validators);
    // Without its envelope.
    page["result"].to_string()
}

#[test]
fn pages_of_validators_come_in_files_and_none_may_be_missing() {
    let Some(mut blocks) = Blocks::of(8_619_996, 8_619_997) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [first, second] = [(0..100), (100..150)].map(|range| {
        let path = folder.path().join(format!("{}.json", range.start));
        fs::write(&path, page(&blocks.untrusted[1], range)).expect("written");
        path
    });
    blocks.untrusted[1] = first;
    let second = second.to_str().expect("a path");
    assert!(
        blocks
            .verify(&["--untrusted-validators", second])
            .status
            .success()
    );
    assert_fails(
        &blocks.verify(&[]),
        2,
        "0.json: 100 validators of 150: one file for each page is needed",
    );
}
