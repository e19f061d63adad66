//! What a contract sees of a call, for each option that sets it.

use crate::session::seen;
use test_support::command::{Folder, rows};

/// `seen.txt` has each method's call and result.
#[test]
fn a_contract_sees_what_the_options_say() {
    let folder = Folder::with([("seen.wasm", seen())]);
    for (expected, call) in rows(include_str!("seen.txt")) {
        let (kind, value) = expected.split_once(' ').expect("a kind and a value");
        let number = || value.parse::<u128>().expect("a number");
        let returned = match kind {
            "text" => hex::encode(value),
            "number" => hex::encode(&number().to_le_bytes()[..8]),
            "yocto" => hex::encode(number().to_le_bytes()),
            "near" => hex::encode((number() * 10_u128.pow(24)).to_le_bytes()),
            _ => value.to_owned(),
        };
        let report = folder.report(&format!("call seen.wasm {call}"));
        assert_eq!(report["return_hex"], returned, "{call}");
    }
}
