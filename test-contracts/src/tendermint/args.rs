//! Arguments of calls to `tendermint-client`.

use prost::Message;
use serde_json::json;
use tendermint_proto::v0_38::types::Header;

use super::wire;
use crate::fixtures::encode;

/// Client parameters, as `init` takes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The chain to follow.
    pub chain_id: String,
    /// Numerator and denominator.
    pub trust_level: (u64, u64),
    /// In nanoseconds.
    pub trusting_period_ns: u64,
    /// In nanoseconds.
    pub max_clock_drift_ns: u64,
}

/// JSON arguments of `init`, which trusts this header.
#[must_use]
pub fn init_args(parameters: &Parameters, trusted: &Header) -> Vec<u8> {
    let (numerator, denominator) = parameters.trust_level;
    let hex = hex::encode_upper::<&[u8]>;
    let time = trusted
        .time
        .and_then(|time| tendermint::Time::try_from(time).ok());
    json!({
        "parameters": {
            "chain_id": parameters.chain_id,
            "trust_level": { "numerator": numerator, "denominator": denominator },
            "trusting_period_ns": parameters.trusting_period_ns.to_string(),
            "max_clock_drift_ns": parameters.max_clock_drift_ns.to_string(),
        },
        "height": trusted.height,
        "consensus_state": {
            "timestamp": time,
            "root": hex(&trusted.app_hash),
            "next_validators_hash": hex(&trusted.next_validators_hash),
        },
    })
    .to_string()
    .into_bytes()
}

/// The argument of `update_client`: the message alone. Of `submit_misbehaviour` too.
#[must_use]
pub fn update_client_args(message: &impl Message) -> Vec<u8> {
    message.encode_to_vec()
}

/// Borsh arguments of `verify_membership`, or without a value of `verify_non_membership`: `proofs`
/// are ics23 commitment proofs, the store's tree first; `path` is the store's name and the key.
#[must_use]
pub fn verify_membership_args(
    height: u64,
    proofs: Vec<Vec<u8>>,
    path: &[&[u8]],
    value: Option<&[u8]>,
) -> Vec<u8> {
    let proof = wire::MerkleProof { proofs }.encode_to_vec();
    let mut args = encode(&(height, proof, path));
    if let Some(value) = value {
        args.extend(encode(&value));
    }
    args
}
