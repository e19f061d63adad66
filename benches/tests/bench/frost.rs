//! `frost demo`: a group's signature is approved and verified, and cheaters are named.

use crate::BENCH;
use ed25519_dalek::VerifyingKey;
use near_sdk_ext::{PublicKey, Signature};
use serde_json::{Value, json};
use test_contracts::ClientBuild;
use test_contracts::committee::{Action, Decision, signed_bytes};
use test_support::command::{Folder, assert_has, rows};

/// The bytes that the group signs.
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
    let found = Folder::of(BENCH).report(&format!("frost demo {options}"));
    let [key, signature] = ["group_key", "signature"].map(|it| found[it].as_str().expect("text"));
    let key: PublicKey = key.parse().expect("a key");
    let signature: Signature = signature.parse().expect("a signature");
    let key = VerifyingKey::from_bytes(key.as_bytes()).expect("a point");
    let signature = ed25519_dalek::Signature::from_bytes(signature.as_bytes());
    let verified = key.verify_strict(&message(), &signature);
    verified.expect("an honest signature");
    found
}

/// The gas of an approval by the group, in each build; the command fails if a contract refuses it.
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
    let printed = Folder::of(BENCH).prints("frost demo --signers 2 --of 3 --cheater 1");
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

/// Verified in Wasm, the signature affects the gas.
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

/// Options that are refused in combination, and the reasons.
const REFUSED: &str = "
--signers 4 --of 3: --signers 4 is above --of 3
--cheater 0: --cheater 0: members have the numbers 1 to 100
--signers 2 --of 3 --cheater 4: --cheater 4: members have the numbers 1 to 3
--signers 3 --of 3 --cheater 1: 2 members are left, and 3 must sign
--signers 3 --of 5 --cheater 1 --cheater 2 --cheater 5: 2 members are left, and 3 must sign
--signers 3 --of 5 --dkg --cheater 1 --cheater 2 --cheater 5: 2 members are left, and 3 must sign
";

/// Options with invalid values, and the reasons.
const UNUSABLE: &str = "
--signers 0: invalid value '0' for '--signers <NUMBER>': 0 is not in 2..=65535
--signers 1: invalid value '1' for '--signers <NUMBER>': 1 is not in 2..=65535
--signers 65536: invalid value '65536' for '--signers <NUMBER>': 65536 is not in 2..=65535
--of 1: invalid value '1' for '--of <NUMBER>': 1 is not in 2..=1000
--of 1001: invalid value '1001' for '--of <NUMBER>': 1001 is not in 2..=1000
--dealer: unexpected argument '--dealer' found tip: a similar argument exists: '--cheater'
";

#[test]
fn what_no_group_can_do_is_refused() {
    let folder = Folder::of(BENCH);
    for (code, table) in [(1, REFUSED), (2, UNUSABLE)] {
        for (options, reason) in rows(table) {
            let report = folder.refuses(&format!("frost demo {options}"), code, reason);
            assert_eq!(report["error"], reason);
        }
    }
}
