//! `near-ed25519 grandpa` on generated justifications: every form, and a session.

use crate::session::assert_session;
use crate::tendermint::reports;
use chain_files::grandpa::forms::{AUTHORITIES, HEADERS, JUSTIFICATIONS};
use chain_files::grandpa::generate::{Authorities, Block};
use expect_test::expect_file;
use serde_json::{Value, json};
use test_support::command::Folder;

const VERIFY: &str = "grandpa --authorities set --justification justification";

/// Examples, by the names that cases have for them.
pub(crate) fn examples() -> [(&'static str, &'static [u8]); 7] {
    [
        ("set", &AUTHORITIES[1]),
        ("block", &JUSTIFICATIONS[0]),
        ("old", &JUSTIFICATIONS[1]),
        ("proof", &JUSTIFICATIONS[3]),
        ("decoded", &JUSTIFICATIONS[4]),
        ("scale", &JUSTIFICATIONS[9]),
        ("header", &HEADERS[0]),
    ]
    .map(|(name, form)| (name, form.example))
}

/// The file of a set.
fn file(authorities: &Authorities) -> Vec<u8> {
    let set = authorities.set();
    let keys = set.authorities.iter().map(|(key, _)| hex::encode(key));
    let set = json!({ "set_id": set.set_id, "authorities": keys.collect::<Vec<_>>() });
    set.to_string().into()
}

#[test]
fn every_form_verifies_to_the_same_verdict_and_a_header_shows_the_next_set() {
    let folder = Folder::with(examples());
    let decoded: Value = serde_json::from_slice(JUSTIFICATIONS[4].example).expect("JSON");
    let hash = decoded["commit"]["target_hash"].as_str();
    let hash = hash.expect("text").trim_start_matches("0x");
    let check = |options: &str, has_header: bool| {
        let report = folder.report(&format!("{VERIFY} {options}"));
        let next = has_header.then(|| json!({ "set_id": 6, "authorities": 3 }));
        for (field, expected) in [
            ("verdict", json!("success")),
            ("block_hash", json!(hash)),
            ("signed_weight", json!(3)),
            ("new_set", json!(next)),
        ] {
            assert_eq!(report[field], expected, "{field}: {report}");
        }
        report
    };
    for form in &JUSTIFICATIONS {
        folder.write("justification", form.example);
        let has_header = form.name.starts_with("a node's block") || form.name == "a finality proof";
        let report = check("", has_header);
        assert_eq!(report["justification_form"], form.name);
        check("--header header", true);
    }
    // A block's header also counts beside a decoded justification.
    let mut block: Value = serde_json::from_slice(JUSTIFICATIONS[1].example).expect("JSON");
    block["result"]["justification"] = decoded.clone();
    folder.write("justification", block.to_string());
    check("", true);
    folder.write("justification", JUSTIFICATIONS[9].example);
    for form in &HEADERS {
        folder.write("header", form.example);
        check("--header header", true);
    }
    folder.write("justification", JUSTIFICATIONS[3].example);
    for form in &AUTHORITIES {
        folder.write("set", form.example);
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

/// The runtime's `light_clients/grandpa.rs` verifies justifications of real chains.
#[test]
fn grandpa_prints_its_session() {
    let authorities = Authorities::equal(5, 4, "equivocation");
    let target = Block::new(70, "a");
    let child = target.child("b");
    let justify = |votes: &[(usize, &Block)]| {
        let justification = authorities.justify_by(2, &target, votes, &[&child]);
        justification.scale
    };
    let answer: Value = serde_json::from_slice(AUTHORITIES[0].example).expect("JSON");
    let list = answer["result"].as_str().expect("hex");
    let list = hex::decode(list.trim_start_matches("0x")).expect("hex");
    let twice = [(0, &target), (1, &target), (2, &target), (1, &child)];
    let folder = Folder::with([
        ("set", AUTHORITIES[0].example.into()),
        ("bytes", list),
        ("block", JUSTIFICATIONS[0].example.into()),
        ("decoded", JUSTIFICATIONS[4].example.into()),
        ("header", HEADERS[0].example.into()),
        ("equal", file(&authorities)),
        ("twice", justify(&twice)),
        (
            "too-few",
            justify(&[(0, &target), (1, &target), (1, &child)]),
        ),
        ("alone", JUSTIFICATIONS[9].example.into()),
    ]);
    assert_session(&expect_file!["sessions/grandpa.txt"], &folder);
}

#[test]
fn many_votes_take_more_gas_than_a_transaction_has_in_build_wasm_alone() {
    let authorities = Authorities::equal(5, 199, "many");
    let votes = authorities.justify(2, &Block::new(70, "a")).scale;
    let folder = Folder::with([("set", file(&authorities)), ("justification", votes)]);
    let reports = reports(&folder, VERIFY);
    assert_eq!(reports[0]["phases"][4]["gas"], reports[0]["floor_gas"]);
    let fits = reports.iter().map(|it| it["fits_300_tgas"].as_bool());
    assert!(fits.eq([true, true, false, true].map(Some)), "{reports:?}");
}
