//! Deposits: no method keeps a deposit that it does not ask for.

use super::{Subject, beacon, grandpa, signatures, tendermint};
use near_runtime_ext::Balance;
use std::collections::{BTreeMap, BTreeSet};
use test_contracts::{Contract, contracts};
use test_support::everywhere::Sent;
use wasmparser::{ExternalKind, Parser, Payload};

/// Each contract's subjects, by its name.
fn subjects() -> BTreeMap<&'static str, Vec<Subject>> {
    BTreeMap::from([
        ("committee", signatures::committees().into()),
        (
            "grandpa-client",
            vec![grandpa::client(), grandpa::init().subject()],
        ),
        ("many-verifier", vec![signatures::many_verifier()]),
        ("randomness-beacon", beacon::subjects().into()),
        ("signature-verifier", vec![signatures::verifier()]),
        ("signed-messages", vec![signatures::signed_messages()]),
        (
            "tendermint-client",
            tendermint::clients()
                .into_iter()
                .chain([tendermint::init().subject()])
                .collect(),
        ),
    ])
}

/// The methods that a contract exports.
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
    let mut asks = Vec::new();
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
            }
        }
        assert_eq!(tried, exported(contract), "{contract}");
    }
    asks.sort_unstable();
    asks.dedup();
    let beacons = ["add_bond", "new", "request"].map(|method| ("randomness-beacon", method));
    assert_eq!(asks, beacons);
}
