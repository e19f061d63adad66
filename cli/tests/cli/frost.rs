//! `frost demo`: a group's signature is approved and verified, and who cheats is named.

use crate::command::{Folder, assert_has};
use serde_json::{Value, json};
use test_contracts::ClientBuild;
use test_contracts::committee::{Action, Decision, signed_bytes};

/// What the group signs.
fn message() -> Vec<u8> {
    signed_bytes(
        "committee.near",
        0,
        &Decision::Approve(Action::Attest([7; 32])),
    )
}

/// Runs the command, and verifies the signature that it prints.
#[track_caller]
fn demo(options: &str) -> Value {
    let folder = Folder::with([("message", message())]);
    let found = folder.report(&format!("frost demo {options}"));
    let [key, signature] = ["group_key", "signature"].map(|it| found[it].as_str().expect("text"));
    let signed = format!("--public-key {key} --signature {signature} --message-file message");
    folder.prints(&format!("verify {signed}"));
    found
}

/// The gas of an approval by the group in each build; the command fails if a contract refuses it.
fn gas(found: &Value) -> Vec<u64> {
    let builds = found["builds"].as_array().expect("builds");
    let names = builds.iter().map(|build| &build["build"]);
    assert!(names.eq(ClientBuild::ALL.iter().map(|build| build.name())));
    let gas = |build: &Value| {
        assert!(build["approve_members_gas"].as_u64() > build["approve_group_gas"].as_u64());
        build["approve_group_gas"].as_u64().expect("gas")
    };
    builds.iter().map(gas).collect()
}

#[test]
fn a_group_signs_without_its_cheater_who_is_named() {
    let found = demo("--signers 3 --of 5 --cheater 2");
    assert_has(
        &found,
        &json!({ "signers": 3, "of": 5, "keys_from": "trusted dealer" }),
    );
    assert_eq!(found["cheaters"][0]["members"], json!([2]));
    assert_eq!(found["cheaters"].as_array().map(Vec::len), Some(1));
    gas(&found);
    let printed = Folder::new().prints("frost demo --signers 2 --of 3 --cheater 1");
    for said in ["2 of 3 members sign as one", "cheaters found: 1"] {
        assert!(printed.contains(said), "{printed}");
    }
}

#[test]
fn members_who_generate_their_keys_sign_too() {
    let found = demo("--signers 3 --of 5 --dkg --cheater 1 --cheater 3");
    assert_eq!(found["keys_from"], "dkg");
    assert_eq!(found["cheaters"][0]["members"], json!([1, 3]));
    gas(&found);
}

/// Verified in Wasm, the gas depends on the signature too.
#[test]
fn groups_of_every_size_pay_the_same_gas_in_the_host() {
    let of_host = |options| gas(&demo(options))[..2].to_vec();
    assert_eq!(
        [ClientBuild::ALL[0].name(), ClientBuild::ALL[1].name()],
        ["host", "host-many"]
    );
    assert_eq!(
        of_host("--signers 2 --of 2"),
        of_host("--signers 20 --of 300")
    );
}
