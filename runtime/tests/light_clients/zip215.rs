//! Votes that a chain's own validators accept and NEP-364 refuses. Every build of both clients
//! accepts them, and each vote that the host function refuses costs its sender some Wasm gas.

use crate::client::{Client, HOST_BUILDS, LIMIT, Success, rule};
use crate::tendermint::{SECOND, header, parameters, time_ns};
use chain_files::tendermint::check;
use curve25519_dalek::Scalar;
use ed25519_dalek::{Signer as _, SigningKey};
use near_runtime_ext::Outcome;
use requirements::odd_points::Point;
use std::cell::RefCell;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::grandpa::{AuthoritySet, Justification};
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_contracts::tendermint::init_args;
use test_contracts::{ClientBuild, grandpa, grandpa_client, tendermint_client};
use test_support::everywhere::{Everywhere, TGAS};

/// A signature whose R has a component of order 8; only the cofactor removes it. Its signer needs
/// no odd key.
fn odd(key: &SigningKey, message: &[u8]) -> [u8; 64] {
    let a = Point {
        logarithm: key.to_scalar(),
        bytes: key.verifying_key().to_bytes(),
    };
    let r = Point::mixed(Scalar::from_bytes_mod_order([3; 32]), 1);
    requirements::odd_points::sign(&a, &r, message)
}

/// Signs honestly, except for the odd signatures of `odd_voters`.
fn signed_oddly_by(odd_voters: &[usize]) -> impl Fn(usize, &SigningKey, &[u8]) -> [u8; 64] {
    move |voter, key, message| match odd_voters.contains(&voter) {
        true => odd(key, message),
        false => key.sign(message).to_bytes(),
    }
}

/// Keys or `R`s with every component of small order, beside a large one or alone, in every
/// encoding; and encodings that are no point or not canonical. The first is of prime order.
fn points(logarithm: u8) -> Vec<Point> {
    let logarithm = Scalar::from_bytes_mod_order([logarithm; 32]);
    let mixed = (0..8).map(|torsion| Point::mixed(logarithm, torsion));
    let others = [
        requirements::odd_points::non_canonical_of_large_order(),
        requirements::odd_points::undecodable(),
    ];
    let others = others
        .into_iter()
        .flat_map(|points| points.into_iter().take(2));
    mixed
        .chain(requirements::odd_points::of_small_order())
        .chain(others)
        .collect()
}

/// A client for each key, its only voter, and votes: each key with the first `R`, each `R` by the
/// first key, and both of one kind. The client accepts a vote if tendermint-rs's own verifier does,
/// by ZIP-215 like Substrate, and otherwise refuses it by `refused_by`. `start` makes the arguments
/// of `init` and sets the time; `vote` submits a vote that a function signs. Returns how many votes
/// are accepted.
///
/// `near-sdk-ext/tests/verdicts.rs` and `exactness` of the lanes have the other pairs.
fn grid<S>(
    mut client: Client,
    start: impl Fn(&mut Client, &[u8; 32]) -> (S, Vec<u8>),
    vote: impl Fn(&mut Client, &S, &Sign<'_>) -> Result<Success, String>,
    refused_by: &str,
) -> usize {
    let mut all_accepted = 0;
    let nobodys = client.account();
    for (of_key, key) in points(5).into_iter().enumerate() {
        client.restore(&nobodys);
        let (started, init) = start(&mut client, &key.bytes);
        client.call("init", &init).expect("started");
        let before = client.account();
        for (of_r, r) in points(9).into_iter().enumerate() {
            if of_key != of_r && of_key.min(of_r) > 0 {
                continue;
            }
            let seen = RefCell::new(None);
            let result = vote(&mut client, &started, &|_, _, message| {
                let signature = requirements::odd_points::sign(&key, &r, message);
                seen.replace(Some((message.to_vec(), signature)));
                signature
            });
            let (message, signature) = seen.into_inner().expect("signed");
            let accepted = check::signature(&key.bytes, &message, &signature);
            all_accepted += usize::from(accepted);
            let expected = (!accepted).then(|| format!("invalid: {refused_by}"));
            let refusal = result.err().map(|refusal| rule(&refusal));
            assert_eq!(refusal, expected, "{key:?}, {r:?}");
            client.restore(&before);
        }
    }
    all_accepted
}

/// Signs a voter's message.
type Sign<'a> = dyn Fn(usize, &SigningKey, &[u8]) -> [u8; 64] + 'a;

fn tendermint_grid(builds: &[ClientBuild]) -> usize {
    let start = |client: &mut Client, key: &[u8; 32]| {
        let chain = Chain::of_key(key);
        let trusted = chain.block_signed(100, 100, "", &|_, _, _| [1; 64]);
        client.set_time(time_ns(header(&trusted)) + 500 * SECOND);
        let init = init_args(&parameters(CHAIN_ID), header(&trusted));
        (chain, init)
    };
    let vote = |client: &mut Client, chain: &Chain, sign: &Sign<'_>| {
        let block = chain.block_signed(300, 300, "", sign);
        client.update(&block.update(100, &chain.validators()))
    };
    let client = Client::nobodys(builds.iter().map(|it| tendermint_client(*it)), 0);
    grid(client, start, vote, "has_sufficient_signers_overlap")
}

fn grandpa_grid(builds: &[ClientBuild]) -> usize {
    let start = |_: &mut Client, key: &[u8; 32]| {
        let authorities = AuthoritySet {
            set_id: 7,
            authorities: vec![(*key, 1)],
        };
        let init = grandpa::init_args(&authorities, 0, &[1; 32]);
        (authorities, init)
    };
    let vote = |client: &mut Client, set: &AuthoritySet, sign: &Sign<'_>| {
        let block = Block::new(9, "");
        let target = [&block.hash[..], &block.number.to_le_bytes()].concat();
        let (round, set_id) = (3_u64.to_le_bytes(), set.set_id.to_le_bytes());
        let message = [&[1], &target[..], &round, &set_id].concat();
        // Nobody knows the key's secret.
        let signature = sign(0, &SigningKey::from_bytes(&[0; 32]), &message);
        let (key, _) = set.authorities[0];
        let parts = [&round[..], &target, &[4], &target, &signature, &key, &[0]];
        client.submit_finality(&Justification {
            scale: parts.concat(),
            headers: Vec::new(),
        })
    };
    let client = Client::nobodys(builds.iter().map(|it| grandpa_client(*it)), 0);
    grid(client, start, vote, "bad_signature")
}

/// Compares both clients, in these builds, with the chain's verdict on every key and every R.
#[track_caller]
fn judges_as_the_chain(builds: &[ClientBuild]) {
    // Four keys are no point, or have a made-up logarithm.
    let good = points(0).len() - 4;
    for accepted in [tendermint_grid(builds), grandpa_grid(builds)] {
        assert_eq!(accepted, 3 * good - 2);
    }
}

#[test]
fn host_judges_every_odd_key_and_r_as_the_chain() {
    judges_as_the_chain(&HOST_BUILDS);
}

#[test]
fn wasm_judges_every_odd_key_and_r_as_the_chain() {
    judges_as_the_chain(&[ClientBuild::Wasm]);
}

/// An update from block 100 to block 300 by 150 validators of equal power; `odd_voters` sign oddly.
fn update(build: ClientBuild, odd_voters: &[usize]) -> Outcome {
    let chain = Chain::new(150, Power::Equal, "gas");
    let trusted = chain.block(100, "");
    let untrusted = chain.block_signed(300, 300, "", &signed_oddly_by(odd_voters));
    let now = time_ns(header(&untrusted)) + SECOND;
    let mut client = Client::tendermint(&[build], &parameters(CHAIN_ID), header(&trusted), now);
    let update = untrusted.update(100, &chain.validators());
    client.update(&update).expect("verified").0
}

/// A justification by a threshold of 300 authorities; `odd_voters` sign oddly.
fn finality(build: ClientBuild, odd_voters: &[usize]) -> Outcome {
    let authorities = Authorities::equal(7, 300, "gas");
    let block = Block::new(1000, "");
    let votes: Vec<_> = (0..201).map(|voter| (voter, &block)).collect();
    let sign = signed_oddly_by(odd_voters);
    let justification = authorities.justify_signed(3, &block, &votes, &[], &sign);
    let mut client = Client::grandpa(&[build], authorities.set());
    client.submit_finality(&justification).expect("final").0
}

/// A batch call verifies by ZIP-215 at once, so odd votes cost nothing there.
#[test]
fn an_odd_vote_costs_some_wasm_where_the_host_function_refuses_it() {
    type Called = fn(ClientBuild, &[usize]) -> Outcome;
    for (needed, call) in [(101, update as Called), (201, finality)] {
        for build in HOST_BUILDS {
            let gas = |odd_voters: usize| {
                let odd_voters: Vec<_> = (0..odd_voters).collect();
                call(build, &odd_voters).burnt_gas.as_gas()
            };
            let honest = gas(0);
            for count in [1, 10, needed / 3] {
                let more = gas(count) - honest;
                let verifications = count as u64 * TGAS;
                let is_expected = match build {
                    ClientBuild::HostMany => more == 0,
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
    let block = Block::new(1000, "");
    let votes: Vec<_> = (0..201).map(|voter| (voter, &block)).collect();
    let authorities = Authorities::equal(7, 300, "gas");
    let mut contract = Everywhere::deploy(grandpa_client(ClientBuild::Host).wasm());
    let init = grandpa::init_args(authorities.set(), 0, &[1; 32]);
    assert!(contract.call("init", &init, LIMIT).is_success());
    let mut gas = |forged: &[usize]| {
        let sign = |voter: usize, key: &SigningKey, message: &[u8]| match forged.contains(&voter) {
            true => key.sign(b"another message").to_bytes(),
            false => key.sign(message).to_bytes(),
        };
        let justification = authorities.justify_signed(3, &block, &votes, &[], &sign);
        let args = grandpa::submit_finality_args(&justification);
        let outcome = contract.call("submit_finality", &args, LIMIT);
        let refusal = outcome.failure.as_ref().expect("refused").to_string();
        assert!(refusal.contains("invalid: bad_signature"), "{refusal}");
        outcome.burnt_gas.as_gas()
    };
    let all: Vec<_> = (0..201).collect();
    assert_eq!(gas(&[0]), gas(&all));
}
