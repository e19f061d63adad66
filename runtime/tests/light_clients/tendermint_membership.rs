//! Proofs of state: a store with two keys, in an application with two stores.

use crate::client::{Client, rule};
use expect_test::expect_file;
use ics23::{ExistenceProof, HashOp, NonExistenceProof};
use test_contracts::Build;
use test_contracts::state::{self, Proof, STORE, application, encode, root};
use test_contracts::tendermint::generate::{Chain, Power, time_ns};
use test_contracts::tendermint::verify_membership_args;
use test_support::scenarios::replayed;

const HEIGHT: u32 = 100;

/// The store, with the keys `a` and `c`.
fn store() -> [ExistenceProof; 2] {
    state::store([(b"a", b"apple"), (b"c", b"cherry")])
}

/// A client that trusts a block with the application's root; and proofs that the store has `a`,
/// that it lacks `b`, and that the application has the store.
pub fn client_and_proofs() -> (Client, [Vec<u8>; 3]) {
    let [a, c] = store();
    let [ibc, _] = application(&root(&a));
    let chain = Chain::new(4, Power::Equal, "membership");
    let mut trusted = chain.block(HEIGHT, "");
    trusted.header.app_hash = root(&ibc);
    let client = Client::tendermint(&[Build::Host], &trusted, time_ns(HEIGHT + 1));
    let absent = NonExistenceProof {
        key: b"b".to_vec(),
        left: Some(a.clone()),
        right: Some(c),
    };
    let proofs = [Proof::Exist(a), Proof::Nonexist(absent), Proof::Exist(ibc)];
    (client, proofs.map(encode))
}

/// Why the client refuses proofs that the store has `a`.
#[track_caller]
fn refusal(client: &mut Client, proofs: [Vec<u8>; 2]) -> String {
    let path: &[&[u8]] = &[STORE, b"a"];
    let args = verify_membership_args(HEIGHT.into(), proofs.to_vec(), path, Some(b"apple"));
    client.refusal("verify_membership", &args)
}

/// Each step has a height, proofs, a path, and the value if there is one.
#[test]
fn a_key_is_proved_with_its_value_alone_and_its_absence_where_it_is_absent() {
    let (mut client, [exists, absent, store]) = client_and_proofs();
    let found = replayed(include_str!("tendermint_membership.txt"), |words| {
        let [height, proofs, path, value @ ..] = words else {
            return String::new();
        };
        let proof = |name| match name {
            "exists" => exists.clone(),
            "absent" => absent.clone(),
            "store" => store.clone(),
            "nothing" => vec![],
            _ => vec![0xff; 2],
        };
        let proofs = proofs.split(',').map(proof).collect();
        let path: Vec<_> = path.split('/').map(str::as_bytes).collect();
        let value = value.first().map(|value| value.as_bytes());
        let height = height.parse().expect("a height");
        let args = verify_membership_args(height, proofs, &path, value);
        let method = value.map_or("verify_non_membership", |_| "verify_membership");
        let result = client.call(method, &args);
        result.map_or_else(|refusal| rule(&refusal), |_| "proved".to_owned())
    });
    expect_file!["tendermint_membership.txt"].assert_eq(&found);
}

/// The contract hashes with SHA-256 only, and refuses a proof that names another hash, whether its
/// root is correct for the named hash or for SHA-256.
#[test]
fn a_proof_by_another_hash_is_refused() {
    let (mut client, [_, _, store]) = client_and_proofs();
    for hash in [
        HashOp::Sha512,
        HashOp::Keccak256,
        HashOp::Ripemd160,
        HashOp::Blake3,
    ] {
        for of_leaf in [true, false] {
            let [mut proof, _] = self::store();
            match (of_leaf, proof.leaf.as_mut()) {
                (true, Some(leaf)) => leaf.hash = hash.into(),
                _ => proof.path[0].hash = hash.into(),
            }
            for store_root in [root(&proof), vec![0; root(&proof).len()]] {
                let [ibc, _] = application(&store_root);
                for outer in [store.clone(), encode(Proof::Exist(ibc))] {
                    let inner = encode(Proof::Exist(proof.clone()));
                    let refusal = refusal(&mut client, [inner, outer]);
                    assert_eq!(rule(&refusal), "invalid: verify_membership");
                }
            }
        }
    }
}

#[test]
fn no_flipped_bit_of_a_proof_proves_anything() {
    let (mut client, [exists, _, store]) = client_and_proofs();
    for (which, length) in [(0, exists.len()), (1, store.len())] {
        for bit in 0..8 * length {
            let mut proofs = [exists.clone(), store.clone()];
            proofs[which][bit / 8] ^= 1 << (bit % 8);
            refusal(&mut client, proofs);
        }
    }
}
