//! Arguments of calls to `randomness-beacon`, and the inputs of its operator's proofs.

use borsh::BorshSerialize;
use serde_json::json;

use crate::fixtures::encode;

/// The values that a request fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize)]
pub struct Fixed {
    /// The block's height.
    pub block_height: u64,
    /// The block's random seed.
    pub random_seed: [u8; 32],
    /// The requester's seed.
    pub seed: [u8; 32],
}

/// A proof of the suite ELL2.
pub type Proof = [u8; 80];

/// The alpha of a request to the beacon of `account`.
#[must_use]
pub fn alpha_of_request(account: &str, id: u64, fixed: &Fixed) -> Vec<u8> {
    encode(&(account, id, fixed))
}

/// The alpha that the creator of the beacon of `account` proves.
#[must_use]
pub fn alpha_of_operator(account: &str, operator: &str) -> Vec<u8> {
    encode(&(account, operator))
}

/// Borsh arguments of `new`.
#[must_use]
pub fn new_args(public_key: &[u8; 32], proof: &Proof) -> Vec<u8> {
    encode(&(public_key, proof))
}

/// Borsh arguments of `fulfil`.
#[must_use]
pub fn fulfil_args(proofs: &[(u64, Proof)]) -> Vec<u8> {
    encode(&proofs)
}

/// Borsh arguments of `verify`, which answers with an output if the proof is accepted.
#[must_use]
pub fn verify_args(suite: u32, public_key: &[u8; 32], alpha: &[u8], proof: &[u8]) -> Vec<u8> {
    encode(&(suite, public_key, alpha, proof))
}

/// JSON arguments of the methods that take the id of a request.
#[must_use]
pub fn id_args(id: u64) -> Vec<u8> {
    json!({ "id": id }).to_string().into()
}

/// JSON arguments of `draw`: `k` numbers below `n`, by this label or by none.
#[must_use]
pub fn draw_args(id: u64, k: u32, n: u64, label: Option<&str>) -> Vec<u8> {
    json!({ "id": id, "k": k, "n": n.to_string(), "label": label })
        .to_string()
        .into()
}
