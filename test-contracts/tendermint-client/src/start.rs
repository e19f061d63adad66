//! The initial state of a client, as JSON or in ibc-go's own messages, alone or in a
//! `google.protobuf.Any` as relayers send them.

use near_sdk::{json_types::U64, near, serde_json};
use prost::{Message as _, bytes::Bytes};
use tendermint::{AppHash, Hash, Time, hash::Algorithm};
use tendermint_proto::google::protobuf::{Any, Duration};

use crate::{
    error::Error,
    state::{ConsensusState, ConsensusStateJson, Parameters, TrustLevel},
    wire,
};

/// The parameters, the trusted height and its consensus state.
type Start = (Parameters, u64, ConsensusState);

/// The JSON form of the arguments of `init`.
#[near(serializers = [json])]
struct Arguments {
    parameters: Parameters,
    height: u64,
    consensus_state: ConsensusStateJson,
}

/// Reads the arguments of `init`.
///
/// # Errors
/// They are neither JSON nor a message to create a client, or are refused as such.
pub(crate) fn read(bytes: &[u8]) -> Result<Start, Error> {
    /// The first byte of the message. In JSON it would be a line break.
    const FIELD_1: u8 = 0x0a;
    match serde_json::from_slice::<Arguments>(bytes) {
        Ok(json) => Ok((
            json.parameters,
            json.height,
            json.consensus_state.try_into()?,
        )),
        Err(_) if bytes.first() == Some(&FIELD_1) => {
            states(decode("malformed_arguments", bytes.to_vec())?)
        }
        Err(error) => Err(Error::because("malformed_arguments")(error)),
    }
}

/// A message of ibc-go, alone or in an `Any` with its type.
///
/// # Errors
/// The bytes are something else; another type is named.
pub(crate) fn decode<M: wire::Named>(what: &'static str, bytes: Vec<u8>) -> Result<M, Error> {
    let malformed = Error::because(what);
    let Some(url) = wire::type_url(&bytes) else {
        // Out of `Bytes`, fields are copied once; out of a slice, twice.
        return M::decode(Bytes::from(bytes)).map_err(malformed);
    };
    if url.rsplit('/').next() != Some(M::NAME) {
        let expected = M::NAME;
        return Err(Error::invalid(
            what,
            format!("this is {url}, not {expected}"),
        ));
    }
    let any = Any::decode(bytes.as_slice()).map_err(malformed)?;
    M::decode(Bytes::from(any.value)).map_err(malformed)
}

/// The initial state of the client that ibc-go would create from this message.
///
/// Source: ibc-go's `ClientState.Validate` (07-tendermint/client_state.go), `ConsensusState.ValidateBasic`
/// (consensus_state.go), and `CreateClient` (02-client/keeper/client.go), which creates no frozen client.
/// `upgrade_path` and the fields for a client's recovery are ignored: this client has neither. Test:
/// `init::a_tendermint_client_starts_with_ibc_gos_states`.
///
/// # Errors
/// A state is malformed, or ibc-go refuses it; proofs are not of IAVL trees in Tendermint's tree.
fn states(message: wire::MsgCreateClient) -> Result<Start, Error> {
    let client: wire::ClientState = decode("malformed_client_state", message.client_state)?;
    let consensus: wire::ConsensusState =
        decode("malformed_consensus_state", message.consensus_state)?;

    let wrong = |detail: &'static str| Err(Error::invalid("parameters", detail));
    let level = client.trust_level.unwrap_or_default();
    let trusting = nanoseconds("trusting_period", client.trusting_period)?;
    let unbonding = nanoseconds("unbonding_period", client.unbonding_period)?;
    let drift = nanoseconds("max_clock_drift", client.max_clock_drift)?;
    let latest = client.latest_height.unwrap_or_default();
    if trusting >= unbonding {
        return wrong("trusting_period: must be shorter than unbonding_period");
    }
    if drift == 0 {
        return wrong("max_clock_drift: must not be 0");
    }
    if latest.revision_number != wire::revision_number(&client.chain_id) {
        return wrong("latest_height: of another revision than chain_id");
    }
    if client.frozen_height.unwrap_or_default() != wire::Height::default() {
        return wrong("frozen_height: the client is frozen");
    }
    if client.proof_specs != wire::PROOF_SPECS {
        return wrong("proof_specs: not those of IAVL and of Tendermint, in this order");
    }
    let parameters = Parameters {
        chain_id: client.chain_id,
        trust_level: TrustLevel {
            numerator: level.numerator,
            denominator: level.denominator,
        },
        trusting_period_ns: U64(trusting),
        max_clock_drift_ns: U64(drift),
    };

    let malformed = Error::because("malformed_consensus_state");
    let time = consensus.timestamp.unwrap_or_default();
    let time = Time::try_from(time).map_err(malformed)?;
    let root = consensus.root.unwrap_or_default().hash;
    let next = consensus.next_validators_hash;
    // tendermint-rs reads an empty hash as none.
    if root.is_empty() || next.is_empty() {
        return wrong("consensus_state: a hash is missing");
    }
    let root = Hash::from_bytes(Algorithm::Sha256, &root).map_err(malformed)?;
    let root = AppHash::try_from(root.as_bytes().to_vec()).map_err(malformed)?;
    let next = Hash::from_bytes(Algorithm::Sha256, &next).map_err(malformed)?;
    if time.unix_timestamp() <= 0 {
        return wrong("timestamp: must be after 1970");
    }
    let state = ConsensusState::new(time, &root, next)?;
    Ok((parameters, latest.revision_height, state))
}

/// A duration in nanoseconds; 0 if there is none.
fn nanoseconds(what: &str, duration: Option<Duration>) -> Result<u64, Error> {
    let Duration { seconds, nanos } = duration.unwrap_or_default();
    let ns = i128::from(seconds) * 1_000_000_000 + i128::from(nanos);
    let range = |_| Error::invalid("parameters", format!("{what}: out of range"));
    u64::try_from(ns).map_err(range)
}
