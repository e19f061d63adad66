//! `near-ed25519 grandpa`, on justifications of Polkadot, Westend and Avail, and on every form with
//! generated ones.

use crate::command::{assert_fails, assert_phases_add_up, json, run, text};
use serde_json::{Value, json};
use std::fs;
use std::process::Output;
use tempfile::TempDir;
use test_contracts::grandpa::forms::{AUTHORITIES, Example, HEADERS, JUSTIFICATIONS};
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::peers;

/// A file that has both the authorities and the justification.
fn file(name: &str) -> Option<String> {
    let path = peers::path(&format!("grandpa/{name}.json"))?;
    Some(path.to_str().expect("a path").to_owned())
}

pub(crate) fn verify(authorities: &str, justification: &str, more: &[&str]) -> Output {
    let named = [
        "--authorities",
        authorities,
        "--justification",
        justification,
    ];
    run(["grandpa"].iter().chain(&named).chain(more))
}

/// Files of a test, which are gone after it.
pub(crate) struct Files(pub(crate) TempDir);

impl Files {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, content).expect("written");
        path.to_str().expect("a path").to_owned()
    }
}

#[test]
fn polkadots_justification_verifies_in_every_build_and_its_phases_add_up() {
    let Some(file) = file("polkadot_4635975_set450") else {
        return;
    };
    for build in ["host", "host-many", "wasm", "wasm-best"] {
        let output = verify(&file, &file, &["--json", "--build", build]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let report = json(&output);
        let keys: Vec<_> = report.as_object().expect("a report").keys().collect();
        let expected = [
            "client",
            "build",
            "verdict",
            "detail",
            "authorities_form",
            "justification_form",
            "set_id",
            "round",
            "block_hash",
            "number",
            "authorities",
            "signed_weight",
            "threshold",
            "total_weight",
            "second_votes",
            "new_set",
            "burnt_gas",
            "wall_ns",
            "floor_gas",
            "signatures",
            "fits_300_tgas",
            "phases",
        ];
        assert_eq!(keys, expected);
        let block = "2a82146e771968df054c8036040dea584339df52d8cbac6970d4c22ed59f7022";
        for (key, expected) in [
            ("client", json!("grandpa")),
            ("build", json!(build)),
            ("verdict", json!("success")),
            ("set_id", json!(450)),
            ("round", json!(6971)),
            ("block_hash", json!(block)),
            ("number", json!(4_635_975)),
            ("authorities", json!(199)),
            ("signed_weight", json!(199)),
            ("threshold", json!(133)),
            ("total_weight", json!(199)),
            ("second_votes", json!([])),
            ("new_set", json!(null)),
            ("signatures", json!(133)),
            ("fits_300_tgas", json!(build != "wasm")),
        ] {
            assert_eq!(report[key], expected, "{key}");
        }
        assert_phases_add_up(&report);
    }
}

#[test]
fn a_report_for_people_names_the_set_the_block_and_who_votes_next() {
    if let Some(file) = file("westend_512_set0") {
        let output = text(&verify(&file, &file, &[]).stdout);
        for part in [
            "success",
            "0: 4 authorities, threshold 3",
            "713",
            "512",
            "5895897f12e1a670609929433ac7a69dcae90e0cc2d9c32c0dce0e2a5e5e614e",
            "3 of 4, of which 3 are needed",
            "3 checked",
        ] {
            assert!(output.contains(part), "{output}");
        }
        assert!(!output.contains("new set"), "{output}");
    }
    let (files, example) = (Files::new(), Example::default());
    let set = files.write("set", AUTHORITIES[0].example(&example));
    let block = files.write("block", JUSTIFICATIONS[0].example(&example));
    let output = text(&verify(&set, &block, &["--set-id", "0x0500000000000000"]).stdout);
    let lines = [
        "new set         6: 3 authorities",
        "SCALE list (with --set-id); a node's block with justifications",
    ];
    for line in lines {
        assert!(output.contains(line), "{output}");
    }
}

#[test]
fn every_form_verifies_to_the_same_verdict_and_a_header_shows_the_next_set() {
    let (files, example) = (Files::new(), Example::default());
    let set = files.write("set", AUTHORITIES[1].example(&example));
    let header = files.write("header", HEADERS[0].example(&example));
    let hash = hex::encode(example.block.hash);
    let check = |output: &Output, has_header: bool| {
        let report = json(output);
        assert_eq!(report["verdict"], "success", "{report}");
        assert_eq!(report["block_hash"], hash);
        assert_eq!(report["signed_weight"], 3);
        let next = json!({ "set_id": 6, "authorities": 3 });
        let expected = if has_header { next } else { Value::Null };
        assert_eq!(report["new_set"], expected);
        report
    };
    for form in &JUSTIFICATIONS {
        let file = files.write("justification", form.example(&example));
        let has_header = form.name.starts_with("a node's block") || form.name == "a finality proof";
        let report = check(&verify(&set, &file, &["--json"]), has_header);
        assert_eq!(report["justification_form"], form.name);
        check(&verify(&set, &file, &["--json", "--header", &header]), true);
    }
    let file = files.write("justification", JUSTIFICATIONS[3].example(&example));
    for form in &AUTHORITIES {
        let set = files.write("set", form.example(&example));
        let report = check(&verify(&set, &file, &["--json", "--set-id", "5"]), true);
        assert_eq!(report["authorities_form"], form.name);
    }
}

#[test]
fn a_second_vote_is_left_out_and_named_where_the_others_suffice() {
    let authorities = Authorities::equal(5, 4, "equivocation");
    let target = Block::new(70, "a");
    let child = target.child("b");
    let files = Files::new();
    let keys = authorities.set().authorities.iter();
    let keys: Vec<_> = keys.map(|(key, _)| hex::encode(key)).collect();
    let set = json!({ "set_id": 5, "authorities": keys });
    let set = files.write("set", set.to_string());
    let report = |votes: &[(usize, &Block)]| {
        let justification = authorities.justify_by(2, &target, votes, &[&child]);
        let file = files.write("justification", justification.scale);
        (verify(&set, &file, &["--json"]), verify(&set, &file, &[]))
    };
    let votes = [(0, &target), (1, &target), (2, &target), (1, &child)];
    let (machine, people) = report(&votes);
    let machine = json(&machine);
    assert_eq!(machine["verdict"], "success");
    assert_eq!(machine["signed_weight"], 3);
    assert_eq!(
        machine["second_votes"],
        json!([{ "precommit": 3, "first": 1 }])
    );
    let line = "left out        precommit 3, a second vote of precommit 1's signer";
    assert!(text(&people.stdout).contains(line));
    // Counted once.
    let (machine, _) = report(&[(0, &target), (1, &target), (1, &child)]);
    assert_fails(&machine, 1, "submit_finality: not_enough_weight: 2 of 3");
    assert_eq!(json(&machine)["signed_weight"], Value::Null);
}

#[test]
fn refusals_are_reported_and_exit_with_1() {
    let (Some(westend), Some(avail)) = (
        file("westend_512_set0"),
        file("avail_ancestry_missing_link_no_majority"),
    ) else {
        return;
    };
    for (authorities, justification, verdict) in [
        (&avail, &avail, "invalid: missing_header"),
        (&avail, &westend, "invalid: unknown_authority"),
    ] {
        let output = verify(authorities, justification, &["--json"]);
        assert_fails(&output, 1, &format!("submit_finality: {verdict}: "));
        let report = json(&output);
        assert_eq!(report["verdict"], verdict);
        assert_eq!(report["signed_weight"], Value::Null);
    }
}

#[test]
fn bad_usage_exits_with_2() {
    assert_fails(&run(["grandpa"]), 2, "--authorities <FILE>");
    assert_fails(
        &verify("a", "b", &["--build", "best"]),
        2,
        "no build `best`",
    );
    for (id, reason) in [
        ("five", "not a number of 64 bits"),
        ("-1", "unexpected argument"),
        ("0x05", "not 8 bytes in hex"),
    ] {
        assert_fails(&verify("a", "b", &["--set-id", id]), 2, reason);
    }
    assert_fails(&verify("a", "b", &["--mbt", "c"]), 2, "unexpected argument");
}
