//! What holds of every method of every contract: none keeps a deposit that it does not require, and only the
//! account itself creates its contract.

use super::{Method, Subject, beacon, grandpa, signatures, tendermint};
use crate::client::Client;
use near_runtime_ext::Balance;
use std::collections::{BTreeMap, BTreeSet};
use test_contracts::{Contract, contracts};
use test_support::everywhere::{ACCOUNT, Sent};
use wasmparser::{ExternalKind, Parser, Payload};

fn subjects() -> BTreeMap<&'static str, Vec<Subject>> {
    BTreeMap::from([
        ("committee", signatures::committees().into()),
        ("grandpa-client", vec![grandpa::client(), grandpa::init()]),
        ("many-verifier", vec![signatures::many_verifier()]),
        ("randomness-beacon", beacon::subjects().into()),
        ("signature-verifier", vec![signatures::verifier()]),
        ("signed-messages", vec![signatures::signed_messages()]),
        ("tendermint-client", tendermint::subjects().into()),
    ])
}

fn exported(contract: &Contract) -> BTreeSet<&str> {
    let payloads = Parser::new(0).parse_all(contract.wasm());
    let exports = payloads.flat_map(|payload| match payload.expect("valid Wasm") {
        Payload::ExportSection(exports) => exports.into_iter().collect(),
        _ => Vec::new(),
    });
    let exports = exports.map(|export| export.expect("valid Wasm"));
    let functions = exports.filter(|export| export.kind == ExternalKind::Func);
    functions.map(|export| export.name).collect()
}

/// near-sdk adds this method to every contract, and it keeps any deposit.
const NEAR_SDKS: &str = "contract_source_metadata";

#[test]
fn every_method_refuses_a_deposit_in_the_same_words_or_asks_for_one() {
    let mut subjects = subjects();
    let (mut asks, mut views) = (Vec::new(), 0);
    for contract in contracts() {
        let subjects = subjects.get_mut(contract.name()).expect("there are calls");
        let mut tried = BTreeSet::from([NEAR_SDKS]);
        for Subject {
            client, methods, ..
        } in subjects
        {
            for method in methods {
                tried.insert(method.name);
                if method.deposit != Balance::ZERO {
                    asks.push((contract.name(), method.name));
                    continue;
                }
                let args = method.good();
                let sent = Sent {
                    deposit: Balance::from_yoctonear(1),
                    ..method.sent(&args)
                };
                let refusal = client.send(sent).err();
                let expected = format!("Method {} doesn't accept deposit", method.name);
                assert_eq!(refusal, Some(expected), "{}", contract.name());
                views += u32::from(is_view(method, &args, client));
            }
        }
        assert_eq!(tried, exported(contract), "{contract}");
    }
    asks.sort_unstable();
    asks.dedup();
    let beacons = ["add_bond", "new", "request"].map(|method| ("randomness-beacon", method));
    assert_eq!(asks, beacons);
    assert!(views >= 20, "{views}");
}

/// Except a beacon: whoever brings its bond creates it.
#[test]
fn a_contract_is_created_once_and_by_its_account_alone() {
    let mut created = Vec::new();
    for (contract, subjects) in subjects() {
        for Subject {
            mut client,
            methods,
            ..
        } in subjects
        {
            let [method] = methods.as_slice() else {
                continue;
            };
            let args = method.good();
            let sent = method.sent(&args);
            let by_another = Sent {
                caller: "mallory.near",
                ..sent
            };
            if method.caller == ACCOUNT {
                let refusal = client.send(by_another).err();
                assert_eq!(refusal, Some(format!("Method {} is private", method.name)));
            }
            client.send(sent).expect("created");
            let again = client.send(sent).err();
            let expected = "The contract has already been initialized";
            assert_eq!(again.as_deref(), Some(expected));
            created.push(contract);
        }
    }
    let expected = [
        "committee",
        "grandpa-client",
        "randomness-beacon",
        "tendermint-client",
    ];
    assert_eq!(created, expected);
}

/// Whether a method can be a view: the check of the deposit does not prevent it, and the answer is
/// the same. Only a method that changes something cannot.
fn is_view(method: &Method, args: &[u8], client: &mut Client) -> bool {
    let before = client.account();
    let called = client.send(method.sent(args)).expect("accepted").0;
    let changes = client.account().storage != before.storage || !called.receipts.is_empty();
    client.restore(&before);
    let viewed = client.viewed(method.name, args);
    match viewed.failure {
        None => assert_eq!(viewed.return_bytes(), called.return_bytes()),
        Some(failure) => {
            let said = failure.to_string();
            let of_no_view = said.contains("is not allowed in view calls");
            assert!(of_no_view && changes, "{}: {said}", method.name);
            return false;
        }
    }
    assert!(!changes, "{}", method.name);
    true
}
