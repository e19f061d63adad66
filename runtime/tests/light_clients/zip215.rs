//! Votes that a chain's own validators accept and NEP-364 refuses: the clients that verify by the
//! chain's rule accept them, and the others get the commit without them.

use crate::client::{Client, rule};
use crate::tendermint::{SECOND, absent, header, parameters, time_ns};
use crate::tendermint_mutations as mutations;
use curve25519_dalek::Scalar;
use ed25519_dalek::{Signature, Signer as _, SigningKey, Verifier as _};
use odd_points::Point;
use test_contracts::ClientBuild;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};

/// A signature whose R has a component of order 8, which only the cofactor removes. Its signer
/// needs no odd key.
fn odd(key: &SigningKey, message: &[u8]) -> [u8; 64] {
    let a = Point {
        logarithm: key.to_scalar(),
        bytes: key.verifying_key().to_bytes(),
    };
    let r = Point::mixed(Scalar::from_bytes_mod_order([3; 32]), 1);
    odd_points::sign(&a, &r, message)
}

/// Signs honestly, except for one voter's odd signature.
fn signed_oddly_by(odd_voter: usize) -> impl Fn(usize, &SigningKey, &[u8]) -> [u8; 64] {
    move |voter, key, message| match voter == odd_voter {
        true => odd(key, message),
        false => key.sign(message).to_bytes(),
    }
}

#[test]
fn the_two_rules_do_not_agree_on_an_odd_signature() {
    let (key, message) = (SigningKey::from_bytes(&[7; 32]), b"vote");
    let signature = odd(&key, message);
    let by_nep_364 = key
        .verifying_key()
        .verify(message, &Signature::from_bytes(&signature));
    assert!(by_nep_364.is_err());
    let by_zip_215 = ed25519_zebra::VerificationKey::try_from(key.verifying_key().to_bytes());
    let by_zip_215 = by_zip_215
        .expect("a point")
        .verify(&signature.into(), message);
    assert!(by_zip_215.is_ok());
}

/// The client of seven validators, of whom the third signs oddly; the block, and the voter's index.
fn tendermint(build: ClientBuild) -> (Client, test_contracts::tendermint::wire::Header, usize) {
    let (chain, voter) = (Chain::new(7, Power::Equal, "zip215"), 2);
    let trusted = chain.block(100, "");
    let untrusted = chain.block_signed(300, 300, "", &signed_oddly_by(voter));
    let now = time_ns(header(&untrusted)) + SECOND;
    let client = Client::tendermint(build, &parameters(CHAIN_ID), header(&trusted), now);
    (client, untrusted.update(100, &chain.validators()), voter)
}

#[test]
fn host_many_follows_a_commit_with_an_odd_vote() {
    let (mut client, update, _) = tendermint(ClientBuild::HostMany);
    client.update(&update).expect("verified");
}

#[test]
fn host_has_an_odd_vote_left_out() {
    let (mut client, mut update, voter) = tendermint(ClientBuild::Host);
    let refusal = client.update(&update).err().expect("refused");
    assert_eq!(rule(&refusal), "invalid: has_sufficient_signers_overlap");
    absent(&mut mutations::votes(&mut update)[voter]);
    client.update(&update).expect("the others are enough");
}

/// The client of four authorities, of whom three are needed and the second signs oddly; and the
/// justifications by the first three, and by all but the second.
fn grandpa(build: ClientBuild) -> (Client, [test_contracts::grandpa::Justification; 2]) {
    let authorities = Authorities::equal(7, 4, "zip215");
    let block = Block::new(9, "");
    let by = |voters: [usize; 3]| {
        let votes = voters.map(|voter| (voter, &block));
        authorities.justify_signed(3, &block, &votes, &[], &signed_oddly_by(1))
    };
    let client = Client::grandpa(build, authorities.set());
    (client, [by([0, 1, 2]), by([0, 3, 2])])
}

#[test]
fn host_many_takes_a_justification_with_an_odd_vote() {
    let (mut client, [with, _]) = grandpa(ClientBuild::HostMany);
    client.submit_finality(&with).expect("final");
}

#[test]
fn host_has_an_odd_vote_left_out_of_a_justification() {
    let (mut client, [with, without]) = grandpa(ClientBuild::Host);
    let refusal = client.refuses(&with);
    assert_eq!(rule(&refusal), "invalid: bad_signature");
    client.submit_finality(&without).expect("final");
}
