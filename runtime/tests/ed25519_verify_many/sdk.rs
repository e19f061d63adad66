//! The SDK's batch call in contracts: one host call with its feature `verify-many`, and one host
//! call per signature without it.

use super::items::Item;
use super::verdicts::random_batches;
use crate::contract::PLENTY;
use crate::network::BatchItem as _;
use near_runtime_ext::Outcome;
use test_contracts::{Build, many_verifier};
use test_support::everywhere::Everywhere;

/// The contract on every backend, or, if the build calls the function, on those that have it.
pub fn deploy(build: Build) -> Everywhere {
    Everywhere::deploy(many_verifier(build).wasm())
}

/// Calls a method for these items.
#[track_caller]
pub fn call(contract: &mut Everywhere, method: &str, items: &[Item]) -> Outcome {
    let signed: Vec<_> = items
        .iter()
        .map(|item| (item.public_key, item.signature, item.message.clone()))
        .collect();
    let args = borsh::to_vec(&signed).expect("borsh");
    contract.call(method, &args, PLENTY.as_gas())
}

#[track_caller]
fn verdicts(build: Build, items: &[Item]) -> Outcome {
    call(&mut deploy(build), "verdicts", items)
}

#[test]
fn each_signature_has_dalek_s_verdict_in_every_build() {
    // Good items, forged ones, and items on which the two rules differ.
    let mut batches = random_batches(250..251, 20_261_122);
    let items = batches.next().expect("endless");
    let expected: Vec<_> = items.iter().map(|it| u8::from(it.is_nep_364())).collect();
    assert!(expected.contains(&0) && expected.contains(&1));
    for build in Build::CLIENT {
        let outcome = verdicts(build, &items);
        let found: Vec<u8> = outcome.borsh().expect("verdicts");
        assert_eq!(found, expected, "{build}");
        let calls = |name| {
            let calls = outcome.host_calls.iter();
            calls.filter(|call| call.function == name).count()
        };
        // One host call for each, or one for all.
        let of_host = match build {
            Build::Host => [items.len(), 0],
            Build::HostMany => [0, 1],
            _ => [0, 0],
        };
        assert_eq!(
            ["ed25519_verify", Item::MANY].map(calls),
            of_host,
            "{build}"
        );
    }
}

#[test]
fn none_or_too_many_abort_with_or_without_the_extension() {
    for (items, says) in [
        (Vec::new(), "invalid items: the count is 0"),
        (
            vec![Item::valid(1, 0); 4097],
            "invalid items: the count is 4097, above 4096",
        ),
    ] {
        for build in [Build::Host, Build::HostMany] {
            let failure = verdicts(build, &items).failure.expect("an abort");
            let failure = format!("{failure:?}");
            assert!(failure.contains(says), "{build}: {failure}");
        }
    }
}
