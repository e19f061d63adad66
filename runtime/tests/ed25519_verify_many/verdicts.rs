//! Each item's verdict is dalek's or ed25519-zebra's, with every verify backend.

use crate::contract::{Call, Contracts, Observed};
use crate::inputs::expected;
use crate::items::{Item, encode};
use crate::network::Place;
use curve25519_dalek::scalar::Scalar;
use near_runtime_ext::{Backend, BuildError, Gates, Runtime, VerifyBackend};
use odd_points::Point;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Every pair of points of small order as key and R, with an `s` of 0: both rules accept some of
/// them, ZIP-215 more than NEP-364.
pub fn small_order_grid() -> Vec<Item> {
    let points = || (0..8).map(|torsion| Point::mixed(Scalar::ZERO, torsion));
    let pairs = points().flat_map(|key| points().map(move |r| (key, r)));
    pairs
        .map(|(key, r)| signed(&key, &r, b"small order"))
        .collect()
}

/// Signatures by a key with a component of small order, over messages for which the two rules
/// differ or agree.
pub fn mixed_order() -> Vec<Item> {
    let [secret, nonce] = [0x1234_5678_u64, 0x9abc_def0].map(Scalar::from);
    (0..8)
        .flat_map(|torsion| (0..8).map(move |n| (torsion, n)))
        .map(|(torsion, n)| {
            let key = Point::mixed(secret, torsion);
            signed(&key, &Point::of(nonce), &vec![n; usize::from(n)])
        })
        .collect()
}

pub fn signed(key: &Point, r: &Point, message: &[u8]) -> Item {
    Item {
        public_key: key.bytes,
        signature: odd_points::sign(key, r, message),
        message: message.to_vec(),
    }
}

/// Verified in one call, and each alone.
#[track_caller]
fn agree(contracts: &mut Contracts, items: &[Item]) {
    for rule in [0, 1] {
        for place in Place::ALL {
            let observed = contracts.call(&Call::on(place, encode(items)).by(rule));
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
pub fn changed() -> impl Strategy<Value = Item> {
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
    let strategy = prop::collection::vec(changed(), 1..40);
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
            [call.clone(), call.by(1)]
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
