//! `near-ed25519 grandpa` on a justification of Polkadot, and on generated ones in every form.

use crate::tendermint::{assert_phases_add_up, assert_update};
use chain_files::grandpa::forms::{AUTHORITIES, Example, HEADERS, JUSTIFICATIONS};
use chain_files::grandpa::generate::{Authorities, Block};
use serde_json::json;
use test_support::command::{Folder, assert_has};

const VERIFY: &str = "grandpa --authorities set --justification justification";

#[test]
fn polkadots_justification_verifies_in_every_build_and_its_phases_add_up() {
    let Some(file) = requirements::peers::read("grandpa/polkadot_4635975_set450.json") else {
        return;
    };
    let folder = Folder::with(["set", "justification"].map(|name| (name, &file)));
    for build in ["host", "host-many", "wasm", "wasm-best"] {
        let report = folder.report(&format!("{VERIFY} --build {build}"));
        let fields = "authorities_form justification_form set_id round number block_hash \
                      authorities signed_weight threshold total_weight second_votes new_set";
        let expected = json!({
            "client": "grandpa", "build": build, "verdict": "success", "set_id": 450, "round": 6971,
            "block_hash": "2a82146e771968df054c8036040dea584339df52d8cbac6970d4c22ed59f7022",
            "number": 4_635_975, "authorities": 199, "threshold": 133,
            "signed_weight": 199, "total_weight": 199, "second_votes": [], "new_set": null,
            "signatures": 133, "fits_300_tgas": build != "wasm",
        });
        assert_update(&report, fields, &expected);
    }
}

#[test]
fn a_report_for_people_names_the_set_the_block_and_who_votes_next() {
    let example = Example::default();
    let files = [
        ("set", &AUTHORITIES[0]),
        ("justification", &JUSTIFICATIONS[0]),
    ];
    let folder = Folder::with(files.map(|(name, form)| (name, (form.example)(&example))));
    let verify = format!("{VERIFY} --set-id 0x0500000000000000");
    let output = folder.prints(&verify);
    let parts = "success|5: 4 authorities, threshold 3|round           2|70|3 checked|\
                 3 of 4, of which 3 are needed|new set         6: 3 authorities|\
                 SCALE list (with --set-id); a node's block with justifications";
    let hash = hex::encode(example.block.hash);
    for part in parts.split('|').chain([hash.as_str()]) {
        assert!(output.contains(part), "{part}: {output}");
    }
    folder.write("justification", &example.justification);
    let output = folder.prints(&verify);
    assert!(!output.contains("new set"), "{output}");
}

#[test]
fn every_form_verifies_to_the_same_verdict_and_a_header_shows_the_next_set() {
    let example = Example::default();
    let files = [("set", &AUTHORITIES[1]), ("header", &HEADERS[0])];
    let folder = Folder::with(files.map(|(name, form)| (name, (form.example)(&example))));
    let check = |options: &str, has_header: bool| {
        let report = folder.report(&format!("{VERIFY} {options}"));
        let next = has_header.then(|| json!({ "set_id": 6, "authorities": 3 }));
        let expected = json!({
            "verdict": "success",
            "block_hash": hex::encode(example.block.hash),
            "signed_weight": 3,
            "new_set": next,
        });
        assert_has(&report, &expected);
        report
    };
    for form in &JUSTIFICATIONS {
        folder.write("justification", (form.example)(&example));
        let has_header = form.name.starts_with("a node's block") || form.name == "a finality proof";
        let report = check("", has_header);
        assert_eq!(report["justification_form"], form.name);
        check("--header header", true);
    }
    folder.write("justification", &example.justification);
    for form in &HEADERS {
        folder.write("header", (form.example)(&example));
        check("--header header", true);
    }
    folder.write("justification", (JUSTIFICATIONS[3].example)(&example));
    for form in &AUTHORITIES {
        folder.write("set", (form.example)(&example));
        let report = check("--set-id 5", true);
        assert_eq!(report["authorities_form"], form.name);
        // The option gives an id that the file lacks, and does not replace the file's own.
        let (option, reason) = match form.name.contains("(with --set-id)") {
            true => ("", "the file has no set_id: give --set-id"),
            false => ("--set-id 6", "set_id is 5, but --set-id is 6"),
        };
        folder.refuses(&format!("{VERIFY} {option}"), 2, reason);
    }
}

#[test]
fn a_second_vote_is_left_out_and_named_where_the_others_suffice() {
    let authorities = Authorities::equal(5, 4, "equivocation");
    let target = Block::new(70, "a");
    let child = target.child("b");
    let keys = authorities.set().authorities.iter();
    let keys: Vec<_> = keys.map(|(key, _)| hex::encode(key)).collect();
    let set = json!({ "set_id": 5, "authorities": keys });
    let folder = Folder::with([("set", set.to_string())]);
    let justify = |votes: &[(usize, &Block)]| {
        let justification = authorities.justify_by(2, &target, votes, &[&child]);
        folder.write("justification", justification.scale);
    };
    justify(&[(0, &target), (1, &target), (2, &target), (1, &child)]);
    let expected = json!({
        "verdict": "success",
        "signed_weight": 3,
        "second_votes": [{ "precommit": 3, "first": 1 }],
    });
    assert_has(&folder.report(VERIFY), &expected);
    let line = "left out        precommit 3, a second vote of precommit 1's signer";
    assert!(folder.prints(VERIFY).contains(line));
    // The client does not count the second vote.
    justify(&[(0, &target), (1, &target), (1, &child)]);
    let refused = folder.refuses(VERIFY, 1, "submit_finality: not_enough_weight: 2 of 3");
    let expected = json!({ "verdict": "not_enough_weight", "signed_weight": null });
    assert_has(&refused, &expected);
    assert!(refused["detail"].is_string());
    assert_phases_add_up(&refused);
}
