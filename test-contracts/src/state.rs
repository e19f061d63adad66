//! The state of a made-up Cosmos chain, with its proofs: a store with two keys, in an application with
//! two stores.

pub use ics23::commitment_proof::Proof;

use ics23::{
    CommitmentProof, ExistenceProof, HashOp, HostFunctionsManager, InnerOp, LeafOp,
    calculate_existence_root, iavl_spec, tendermint_spec,
};
use prost_013::Message as _;

/// The store with the two keys: on real chains, that of IBC.
pub const STORE: &[u8] = b"ibc";

/// The root that a proof leads to.
///
/// # Panics
/// It is no proof by hashes that ics23 knows.
#[must_use]
pub fn root(proof: &ExistenceProof) -> Vec<u8> {
    calculate_existence_root::<HostFunctionsManager>(proof).expect("a root")
}

/// A leaf of a tree, with its proof so far.
fn leaf(key: &[u8], value: &[u8], leaf: LeafOp) -> ExistenceProof {
    ExistenceProof {
        key: key.to_vec(),
        value: value.to_vec(),
        leaf: Some(leaf),
        path: vec![],
    }
}

/// Makes two leaves siblings: `before` and `between` surround the children's hashes.
fn siblings(pair: &mut [ExistenceProof; 2], before: &[u8], between: &[u8]) {
    let [left, right] = pair;
    let (left_hash, right_hash) = (root(left), root(right));
    let op = |prefix: Vec<u8>, suffix: Vec<u8>| InnerOp {
        hash: HashOp::Sha256.into(),
        prefix,
        suffix,
    };
    left.path
        .push(op(before.to_vec(), [between, &right_hash].concat()));
    right
        .path
        .push(op([before, &left_hash, between].concat(), vec![]));
}

/// The store: an IAVL tree of these keys and values, the lesser key first. Nodes begin with height,
/// size and version as zigzag varints; hashes have their length before them.
#[must_use]
pub fn store(leaves: [(&[u8], &[u8]); 2]) -> [ExistenceProof; 2] {
    let mut pair = leaves.map(|(key, value)| {
        let op = iavl_spec().leaf_spec.unwrap_or_default();
        let prefix = vec![0, 2, 2];
        leaf(key, value, LeafOp { prefix, ..op })
    });
    siblings(&mut pair, &[2, 4, 2, 32], &[32]);
    pair
}

/// The application: Tendermint's tree of the store with this root, and of another store.
#[must_use]
pub fn application(store_root: &[u8]) -> [ExistenceProof; 2] {
    let other: &[u8] = &[7; 32];
    let mut pair = [(STORE, store_root), (b"other", other)].map(|(key, value)| {
        let op = tendermint_spec().leaf_spec.unwrap_or_default();
        leaf(key, value, op)
    });
    siblings(&mut pair, &[1], &[]);
    pair
}

/// A proof as relayers send it.
#[must_use]
pub fn encode(proof: Proof) -> Vec<u8> {
    CommitmentProof { proof: Some(proof) }.encode_to_vec()
}
