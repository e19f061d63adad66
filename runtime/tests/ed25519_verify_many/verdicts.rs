//! Each item's verdict is dalek's or ed25519-zebra's, with every verify backend.

use crate::clauses::expected;
use crate::contract::{Call, Contracts, Observed};
use crate::items::{Item, encode};
use crate::prices::Place;
use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION};
use curve25519_dalek::scalar::Scalar;
use near_runtime_ext::{Backend, BuildError, Gates, Runtime, VerifyBackend};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use sha2::{Digest, Sha512};

/// Every pair of points of small order as key and R, with an `s` of 0: both rules accept some of
/// them, ZIP-215 more than NEP-364.
pub fn small_order_grid() -> Vec<Item> {
    let points = EIGHT_TORSION.map(|point| point.compress().to_bytes());
    let pairs = points.iter().flat_map(|key| points.map(|r| (*key, r)));
    let item = |(public_key, r): ([u8; 32], [u8; 32])| Item {
        public_key,
        signature: joined(r, Scalar::ZERO),
        message: b"small order".to_vec(),
    };
    pairs.map(item).collect()
}

/// Signatures by a key with a component of small order, over messages for which the two rules
/// differ or agree.
pub fn mixed_order() -> Vec<Item> {
    let secret = Scalar::from(0x1234_5678_u64);
    let nonce = Scalar::from(0x9abc_def0_u64);
    let item = |(torsion, n): (usize, u8)| {
        let key = secret * ED25519_BASEPOINT_POINT + EIGHT_TORSION[torsion];
        let public_key = key.compress().to_bytes();
        let r = (nonce * ED25519_BASEPOINT_POINT).compress().to_bytes();
        let message = vec![n; usize::from(n)];
        let k = Sha512::new()
            .chain_update(r)
            .chain_update(public_key)
            .chain_update(&message);
        let k = Scalar::from_bytes_mod_order_wide(&k.finalize().into());
        Item {
            public_key,
            signature: joined(r, nonce + k * secret),
            message,
        }
    };
    (0..8)
        .flat_map(|torsion| (0..8).map(move |n| (torsion, n)))
        .map(item)
        .collect()
}

fn joined(r: [u8; 32], s: Scalar) -> [u8; 64] {
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&r);
    signature[32..].copy_from_slice(s.as_bytes());
    signature
}

/// Verified in one call, and each alone.
#[track_caller]
fn agree(contracts: &mut Contracts, items: &[Item]) {
    for rule in [0, 1] {
        for place in Place::ALL {
            let observed = contracts.call(&Call::on(place, encode(items)).rule(rule));
            assert_eq!(
                observed,
                expected(place, items, rule),
                "rule {rule}, {place:?}"
            );
        }
    }
}

#[test]
fn small_and_mixed_order_are_judged_as_the_references_do() {
    let mut contracts = Contracts::deploy();
    for items in [small_order_grid(), mixed_order()] {
        agree(&mut contracts, &items);
        // The two rules differ there, so neither can stand in for the other.
        let accepted = |rule| items.iter().filter(|it| it.verifies_by(rule)).count();
        assert!(
            0 < accepted(0) && accepted(0) < accepted(1),
            "{} {}",
            accepted(0),
            accepted(1)
        );
    }
}

/// A valid item with some of its bits flipped, or with `s` not reduced.
fn item() -> impl Strategy<Value = Item> {
    let bits = prop::collection::vec(0..96 * 8 + 64_usize, 0..2);
    (any::<u8>(), 0..200_usize, bits).prop_map(|(seed, len, bits)| {
        let mut item = Item::valid(seed, len);
        for bit in bits {
            let (at, bit) = (bit / 8, 1 << (bit % 8));
            match at {
                0..32 => item.public_key[at] ^= bit,
                32..96 => item.signature[at - 32] ^= bit,
                _ => {
                    if let Some(byte) = item.message.get_mut(at - 96) {
                        *byte ^= bit;
                    }
                }
            }
        }
        item
    })
}

fn batches(cases: u32) -> Vec<Vec<Item>> {
    let config = Config {
        rng_seed: RngSeed::Fixed(20_261_121),
        ..Config::with_cases(cases)
    };
    let mut runner = TestRunner::new(config);
    let strategy = prop::collection::vec(item(), 1..40);
    (0..cases)
        .map(|_| strategy.new_tree(&mut runner).expect("a batch").current())
        .collect()
}

#[test]
fn random_batches_are_judged_item_by_item() {
    let mut contracts = Contracts::deploy();
    for items in batches(20) {
        agree(&mut contracts, &items);
    }
}

#[test]
fn verdicts_follow_their_items_in_any_order_at_the_same_cost() {
    let mut contracts = Contracts::deploy();
    for mut items in batches(5) {
        let call = |contracts: &mut Contracts, items: &[Item]| {
            contracts.call(&Call::on(Place::Memory, encode(items)))
        };
        let before = call(&mut contracts, &items);
        items.reverse();
        let after = call(&mut contracts, &items);
        assert_eq!(before.gas, after.gas);
        let (accepted, mut verdicts) = after.result.expect("well-formed");
        verdicts.reverse();
        assert_eq!(before.result, Ok((accepted, verdicts)));
    }
}

#[test]
fn every_backend_gives_the_same_outcome() {
    let batches = [batches(4), vec![small_order_grid(), mixed_order()]].concat();
    let observe = |backend: Option<VerifyBackend>| -> Vec<Observed> {
        let mut contracts = Contracts::deploy_with(|builder| match backend {
            Some(backend) => builder.verify_backend(backend),
            None => builder,
        });
        let calls = batches.iter().flat_map(|items| {
            let call = Call::on(Place::Memory, encode(items));
            [call.clone(), call.rule(1)]
        });
        calls.map(|call| contracts.call(&call)).collect()
    };
    let detected = observe(None);
    for &backend in VerifyBackend::ALL {
        let available = backend.is_available().then_some(backend);
        if let Some(backend) = requirements::backend(backend.name(), available) {
            assert_eq!(observe(Some(backend)), detected, "{backend}");
        }
    }
}

#[test]
fn a_backend_that_the_processor_lacks_builds_no_runtime() {
    for &backend in VerifyBackend::ALL {
        let built = Runtime::builder().verify_backend(backend).build();
        match built {
            Ok(_) => assert!(backend.is_available()),
            Err(BuildError::VerifyBackend(lacking)) => {
                assert!(!backend.is_available());
                assert_eq!(lacking.0, backend);
            }
            Err(other) => panic!("{backend}: {other}"),
        }
    }
    // On nearcore's runner the setting changes nothing.
    let built = Runtime::builder()
        .backend(Backend::Nearcore)
        .gates(Gates::default())
        .verify_backend(VerifyBackend::Dalek)
        .build();
    assert!(built.is_ok());
}
