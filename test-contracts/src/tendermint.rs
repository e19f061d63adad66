//! Arguments of calls to `tendermint-client`.

pub use chain_files::tendermint::{LightBlock, Parameters, generate, wire};

use prost::Message;
use serde_json::json;
use tendermint_proto::google::protobuf::{Any, Duration};
use tendermint_proto::v0_38::types::Header;

use crate::fixtures::encode;
use wire::Named;

/// JSON arguments of `init`, with this header as the trusted one.
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

/// The message with which a relayer has ibc-go create the same client. The unbonding period is
/// twice the trusting period.
#[must_use]
pub fn create_client(parameters: &Parameters, trusted: &Header) -> wire::MsgCreateClient {
    let duration = |ns| Duration::try_from(core::time::Duration::from_nanos(ns)).ok();
    let (numerator, denominator) = parameters.trust_level;
    let client_state = wire::ClientState {
        chain_id: parameters.chain_id.clone(),
        trust_level: Some(wire::Fraction {
            numerator,
            denominator,
        }),
        trusting_period: duration(parameters.trusting_period_ns),
        unbonding_period: duration(parameters.trusting_period_ns.saturating_mul(2)),
        max_clock_drift: duration(parameters.max_clock_drift_ns),
        frozen_height: Some(wire::Height::default()),
        latest_height: Some(wire::Height {
            revision_number: wire::revision_number(&parameters.chain_id),
            revision_height: trusted.height.unsigned_abs(),
        }),
        proof_specs: wire::PROOF_SPECS.map(<[u8]>::to_vec).to_vec(),
    };
    let hash = trusted.app_hash.clone();
    let consensus_state = wire::ConsensusState {
        timestamp: trusted.time,
        root: Some(wire::MerkleRoot { hash }),
        next_validators_hash: trusted.next_validators_hash.clone(),
    };
    wire::MsgCreateClient {
        client_state: any(&client_state),
        consensus_state: any(&consensus_state),
    }
}

/// A message in a `google.protobuf.Any`, as transactions of Cosmos chains carry it.
#[must_use]
pub fn any<M: Named>(message: &M) -> Vec<u8> {
    let any = Any {
        type_url: format!("/{}", M::NAME),
        value: message.encode_to_vec(),
    };
    any.encode_to_vec()
}

/// The argument of `update_client` or `submit_misbehaviour`: the message alone.
#[must_use]
pub fn update_client_args(message: &impl Message) -> Vec<u8> {
    message.encode_to_vec()
}

/// Borsh arguments of `verify_membership` or, without a value, of `verify_non_membership`. `proofs`
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
