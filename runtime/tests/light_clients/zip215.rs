//! Votes that a chain's own validators accept and NEP-364 refuses. Every build of both clients
//! accepts them, and each vote that the host function refuses costs its sender some Wasm gas.

use crate::client::{Client, HOST_BUILDS, LIMIT, rule};
use curve25519_dalek::Scalar;
use ed25519_dalek::{Signer as _, SigningKey};
use ed25519_zebra::VerificationKey;
use near_runtime_ext::Outcome;
use requirements::odd_points::{self, Point};
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::grandpa::{AuthoritySet, Justification};
use test_contracts::tendermint::generate::{Chain, Power, time_ns};
use test_contracts::{Build, grandpa, grandpa_client};
use test_support::everywhere::{Everywhere, TGAS};

/// A signature whose R has a component of order 8; only the cofactor removes it. Its signer needs
/// no odd key.
fn odd(key: &SigningKey, message: &[u8]) -> [u8; 64] {
    let a = Point {
        logarithm: key.to_scalar(),
        bytes: key.verifying_key().to_bytes(),
    };
    let r = Point::mixed(Scalar::from_bytes_mod_order([3; 32]), 1);
    odd_points::sign(&a, &r, message)
}

fn forged(key: &SigningKey, _: &[u8]) -> [u8; 64] {
    key.sign(b"another message").to_bytes()
}

type Sign = fn(&SigningKey, &[u8]) -> [u8; 64];

/// Signs honestly, except for the first voters.
fn first_signed((count, other): (usize, Sign)) -> impl Fn(usize, &SigningKey, &[u8]) -> [u8; 64] {
    move |voter, key, message| match voter < count {
        true => other(key, message),
        false => key.sign(message).to_bytes(),
    }
}

/// Keys or `R`s with every component of small order, beside a large one or alone, in every
/// encoding; and encodings that are no point or not canonical. The first is of prime order.
fn points(logarithm: u8) -> Vec<Point> {
    let logarithm = Scalar::from_bytes_mod_order([logarithm; 32]);
    let mixed = (0..8).map(|torsion| Point::mixed(logarithm, torsion));
    let non_canonical = odd_points::non_canonical_of_large_order();
    mixed
        .chain(odd_points::of_small_order())
        .chain(non_canonical.into_iter().take(2))
        .chain(odd_points::undecodable().into_iter().take(2))
        .collect()
}

/// A GRANDPA client for each key, its only voter, and votes: each key with the first `R`, each `R` by
/// the first key, and both of one kind. The client accepts a vote if ed25519-zebra does, by ZIP-215
/// like CometBFT and Substrate. The Tendermint client's verifier has the same source.
///
/// `near-sdk-ext/tests/verdicts.rs` and `exactness` of the lanes have the other pairs.
#[test]
fn every_build_judges_every_odd_key_and_r_as_the_chain() {
    let mut client = Client::nobodys(Build::CLIENT.map(grandpa_client), 0);
    let nobodys = client.account();
    let mut all_accepted = 0;
    for (of_key, key) in points(5).into_iter().enumerate() {
        client.restore(&nobodys);
        let authorities = AuthoritySet {
            set_id: 7,
            authorities: vec![(key.bytes, 1)],
        };
        let init = grandpa::init_args(&authorities, 0, &[1; 32]);
        client.call("init", &init).expect("started");
        let before = client.account();
        let block = Block::new(9, "");
        let target = [&block.hash[..], &block.number.to_le_bytes()].concat();
        let (round, set_id) = (3_u64.to_le_bytes(), 7_u64.to_le_bytes());
        let message = [&[1], &target[..], &round, &set_id].concat();
        for (of_r, r) in points(9).into_iter().enumerate() {
            if of_key != of_r && of_key.min(of_r) > 0 {
                continue;
            }
            let signature = odd_points::sign(&key, &r, &message);
            let parts = [
                &round[..],
                &target,
                &[4],
                &target,
                &signature,
                &key.bytes,
                &[0],
            ];
            let result = client.submit_finality(&Justification {
                scale: parts.concat(),
                headers: Vec::new(),
            });
            let decoded = VerificationKey::try_from(key.bytes);
            let accepted = decoded.is_ok_and(|it| it.verify(&signature.into(), &message).is_ok());
            all_accepted += usize::from(accepted);
            let expected = (!accepted).then(|| "invalid: bad_signature".to_owned());
            let refusal = result.err().map(|refusal| rule(&refusal));
            assert_eq!(refusal, expected, "{key:?}, {r:?}");
            client.restore(&before);
        }
    }
    // Four keys are no point, or have a made-up logarithm.
    let good = points(0).len() - 4;
    assert_eq!(all_accepted, 3 * good - 2);
}

/// An update from block 100 to block 300 by 150 validators of equal power, the first of whom sign otherwise.
fn update(build: Build, first: (usize, Sign)) -> Outcome {
    let chain = Chain::new(150, Power::Equal, "gas");
    let own = chain.header(300, 300, "");
    let untrusted = chain.sealed(own, "", &first_signed(first));
    let mut client = Client::tendermint(&[build], &chain.block(100, ""), time_ns(301));
    let update = untrusted.update(100, &chain.validators());
    client.update(&update).expect("verified").0
}

/// A justification by a threshold of 300 authorities, the first of whom sign otherwise.
fn finality(build: Build, first: (usize, Sign)) -> Outcome {
    let authorities = Authorities::equal(7, 300, "gas");
    let block = Block::new(1000, "");
    let votes: Vec<_> = (0..201).map(|voter| (voter, &block)).collect();
    let sign = first_signed(first);
    let justification = authorities.justify_signed(3, &block, &votes, &[], &sign);
    let mut contract = Everywhere::deploy(grandpa_client(build).wasm());
    let init = grandpa::init_args(authorities.set(), 0, &[1; 32]);
    assert!(contract.call("init", &init, LIMIT).is_success());
    let args = grandpa::submit_finality_args(&justification);
    contract.call("submit_finality", &args, LIMIT)
}

/// A batch call verifies by ZIP-215 at once, so odd votes cost nothing there.
#[test]
fn an_odd_vote_costs_some_wasm_where_the_host_function_refuses_it() {
    type Called = fn(Build, (usize, Sign)) -> Outcome;
    for (needed, call) in [(101, update as Called), (201, finality)] {
        assert!(call(Build::Wasm, (1, odd)).is_success());
        for build in HOST_BUILDS {
            let gas = |odd_voters: usize| {
                let outcome = call(build, (odd_voters, odd));
                assert_eq!(outcome.failure, None);
                outcome.burnt_gas.as_gas()
            };
            let honest = gas(0);
            for count in [1, 10, needed / 3] {
                let more = gas(count) - honest;
                let verifications = count as u64 * TGAS;
                let is_expected = match build {
                    Build::HostMany => more == 0,
                    _ => (2 * verifications..3 * verifications).contains(&more),
                };
                assert!(is_expected, "{build}, {count} of {needed}: {more}");
            }
        }
    }
}

/// The first invalid vote ends the call: its sender pays for no further one.
#[test]
fn a_vote_that_is_not_valid_costs_one_verification_in_wasm() {
    let gas = |count: usize| {
        let outcome = finality(Build::Host, (count, forged));
        let refusal = outcome.failure.as_ref().expect("refused").to_string();
        assert!(refusal.contains("invalid: bad_signature"), "{refusal}");
        outcome.burnt_gas.as_gas()
    };
    assert_eq!(gas(1), gas(201));
}
