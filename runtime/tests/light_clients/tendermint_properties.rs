//! Headers changed at random: none is accepted, but for changes that nobody signs.

use crate::tendermint::{COMMIT, Client, SECOND, at_the_threshold, header, parameters, time_ns};
use crate::tendermint_mutations as mutations;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use prost::Message as _;
use std::cell::RefCell;
use test_contracts::Build;
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_contracts::tendermint::wire;

/// Cases, unless `PROPTEST_CASES` says otherwise.
const CASES: u32 = 5000;

/// A change of a message's bytes.
#[derive(Clone, Debug)]
enum Change {
    /// Of one bit.
    Flip(Index),
    /// Of one byte.
    Set(Index, u8),
    /// Some bytes are gone.
    Cut(Index, usize),
    /// Some bytes are there twice.
    Double(Index, usize),
    /// Others are put in.
    Insert(Index, Vec<u8>),
    /// Two places exchange their bytes.
    Exchange(Index, Index, usize),
    /// Nothing comes after.
    Truncate(Index),
}

fn changes() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        6 => at().prop_map(Change::Flip),
        3 => (at(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        1 => (at(), 1..64_usize).prop_map(|(at, length)| Change::Cut(at, length)),
        1 => (at(), 1..200_usize).prop_map(|(at, length)| Change::Double(at, length)),
        1 => (at(), prop::collection::vec(any::<u8>(), 1..8)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        1 => (at(), at(), 1..64_usize).prop_map(|(one, other, length)| Change::Exchange(one, other, length)),
        1 => at().prop_map(Change::Truncate),
    ]
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let total = bytes.len();
        let up_to = |at: usize, length: usize| at..(at + length).min(total);
        match self {
            Self::Flip(at) => {
                let bit = at.index(8 * total);
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
            Self::Set(at, byte) => bytes[at.index(total)] = *byte,
            Self::Cut(at, length) => drop(bytes.drain(up_to(at.index(total), *length))),
            Self::Double(at, length) => {
                let range = up_to(at.index(total), *length);
                let twice = bytes[range.clone()].to_vec();
                bytes.splice(range.start..range.start, twice);
            }
            Self::Insert(at, new) => {
                let at = at.index(total);
                bytes.splice(at..at, new.iter().copied());
            }
            Self::Exchange(one, other, length) => {
                for offset in 0..*length {
                    bytes.swap(
                        (one.index(total) + offset) % total,
                        (other.index(total) + offset) % total,
                    );
                }
            }
            Self::Truncate(at) => bytes.truncate(at.index(total)),
        }
    }
}

/// What of a header is hashed or signed, or says what it is verified against.
fn signed_part(encoded: &[u8]) -> wire::Header {
    let mut update = wire::Header::decode(encoded).expect("accepted, hence a header");
    // The block's validators are the trusted ones: these are not looked at.
    update.trusted_validators = None;
    let set = update.validator_set.as_mut().expect("accepted");
    set.proposer = None;
    set.total_voting_power = 0;
    for validator in &mut set.validators {
        validator.proposer_priority = 0;
    }
    // Both are looked up by address.
    set.validators
        .sort_by_key(|validator| validator.address.clone());
    let votes = mutations::votes(&mut update);
    votes.retain(|vote| vote.block_id_flag == COMMIT);
    votes.sort_by_key(|vote| vote.validator_address.clone());
    update
}

#[test]
fn a_changed_header_is_accepted_only_if_nothing_signed_has_changed() {
    let chain = Chain::new(7, Power::CosmosLike, "properties");
    let trusted = chain.block(100, "");
    let untrusted = at_the_threshold(&chain.block(300, ""));
    let original = untrusted.update(100, &chain.validators()).encode_to_vec();
    let now = time_ns(header(&untrusted)) + SECOND;
    let mut client = Client::new(Build::Host, &parameters(CHAIN_ID), header(&trusted), now);
    let before = client.account();
    let expected = signed_part(&original);
    client
        .call("update_client", &original)
        .expect("the original verifies");
    client.restore(&before);

    let client = RefCell::new(client);
    let accepted = RefCell::new(0_u32);
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    };
    let several = prop::collection::vec(changes(), 1..3);
    TestRunner::new(config)
        .run(&several, |changes| {
            let mut changed = original.clone();
            changes.iter().for_each(|change| {
                if !changed.is_empty() {
                    change.apply(&mut changed)
                }
            });
            let mut client = client.borrow_mut();
            match client.call("update_client", &changed) {
                Ok(_) => {
                    prop_assert_eq!(signed_part(&changed), expected.clone());
                    *accepted.borrow_mut() += 1;
                    client.restore(&before);
                }
                // The contract's own words, not those of a panic or a trap.
                Err(refusal) => prop_assert!(
                    refusal.starts_with("invalid: ") || refusal.starts_with("not_enough_trust: "),
                    "{}",
                    refusal
                ),
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    println!(
        "accepted, with nothing signed changed: {} of {CASES}",
        accepted.borrow()
    );
}
