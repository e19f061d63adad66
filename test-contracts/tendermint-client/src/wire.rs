//! The messages of `ibc.lightclients.tendermint.v1` and `ibc.core.commitment.v1` that relayers
//! send, as protobuf. The crate `chain-files` compiles this file too.
//!
//! Field numbers are those of ibc-go's `tendermint.proto`, `client.proto` and `commitment.proto`.

use tendermint_proto::google::protobuf::{Duration, Timestamp};
use tendermint_proto::v0_38::types::{SignedHeader, ValidatorSet};

/// A message that relayers put into a `google.protobuf.Any`.
pub trait Named: prost::Message + Default {
    /// The full name of its type.
    const NAME: &'static str;
}

macro_rules! named {
    ($($message:ident $name:literal)*) => {
        $(impl Named for $message {
            const NAME: &'static str = $name;
        })*
    };
}

named! {
    Header "ibc.lightclients.tendermint.v1.Header"
    Misbehaviour "ibc.lightclients.tendermint.v1.Misbehaviour"
    ClientState "ibc.lightclients.tendermint.v1.ClientState"
    ConsensusState "ibc.lightclients.tendermint.v1.ConsensusState"
    MsgCreateClient "ibc.core.client.v1.MsgCreateClient"
}

/// The type that an `Any` names; `None` if the bytes are not an `Any`.
///
/// All messages begin with a field 1 of some length, and only in an `Any` is it text with a slash.
/// A signed header's length takes more than one byte, an `Any` in field 1 begins with a line break (its
/// own field 1), and no time, chain id or client id has a slash.
pub fn type_url(bytes: &[u8]) -> Option<&str> {
    const FIELD_1: u8 = 0x0a;
    let (&[FIELD_1, length @ ..=0x7f], rest) = bytes.split_first_chunk()? else {
        return None;
    };
    let url = rest.get(..usize::from(length))?;
    let is_text = url.iter().all(u8::is_ascii_graphic) && url.contains(&b'/');
    is_text.then(|| str::from_utf8(url).ok())?
}

/// `ibc.core.client.v1.Height`.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct Height {
    /// The number at the end of the chain's id, or 0.
    #[prost(uint64, tag = "1")]
    pub revision_number: u64,
    /// The block's height.
    #[prost(uint64, tag = "2")]
    pub revision_height: u64,
}

/// The revision of a chain: the number at the end of an id of the form `name-N`, or 0. Source:
/// ibc-go's `ParseChainID`.
pub fn revision_number(chain_id: &str) -> u64 {
    match chain_id.rsplit_once('-') {
        Some((name, number))
            if !name.is_empty() && !name.ends_with('-') && !number.starts_with(['0', '+']) =>
        {
            number.parse().unwrap_or(0)
        }
        _ => 0,
    }
}

/// `ibc.lightclients.tendermint.v1.Header`: a header to verify, and the trusted values for it.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Header {
    /// The header and the commit that signs it.
    #[prost(message, optional, tag = "1")]
    pub signed_header: Option<SignedHeader>,
    /// The validators that signed.
    #[prost(message, optional, tag = "2")]
    pub validator_set: Option<ValidatorSet>,
    /// Height of the trusted consensus state.
    #[prost(message, optional, tag = "3")]
    pub trusted_height: Option<Height>,
    /// The validators of the block after the trusted one: a `ValidatorSet`. It stays encoded, since
    /// most headers verify without it; on the wire, a message is its bytes.
    #[prost(bytes = "vec", optional, tag = "4")]
    pub trusted_validators: Option<Vec<u8>>,
}

impl Header {
    /// The height that the header claims; 0 if it claims none.
    pub fn height(&self) -> i64 {
        let signed = self.signed_header.as_ref();
        let header = signed.and_then(|signed| signed.header.as_ref());
        header.map_or(0, |header| header.height)
    }
}

/// `ibc.lightclients.tendermint.v1.Misbehaviour`: two headers that contradict each other.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Misbehaviour {
    /// One header.
    #[prost(message, optional, tag = "2")]
    pub header_1: Option<Header>,
    /// The other one.
    #[prost(message, optional, tag = "3")]
    pub header_2: Option<Header>,
}

/// `ibc.lightclients.tendermint.v1.Fraction`.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct Fraction {
    /// The dividend.
    #[prost(uint64, tag = "1")]
    pub numerator: u64,
    /// The divisor.
    #[prost(uint64, tag = "2")]
    pub denominator: u64,
}

/// `ibc.lightclients.tendermint.v1.ClientState`, without the fields that this client does not use.
#[derive(Clone, PartialEq, prost::Message)]
pub struct ClientState {
    /// The chain to follow.
    #[prost(string, tag = "1")]
    pub chain_id: String,
    /// The share of the trusted validators that must have signed.
    #[prost(message, optional, tag = "2")]
    pub trust_level: Option<Fraction>,
    /// How long a consensus state is trusted.
    #[prost(message, optional, tag = "3")]
    pub trusting_period: Option<Duration>,
    /// How long the chain can punish a validator.
    #[prost(message, optional, tag = "4")]
    pub unbonding_period: Option<Duration>,
    /// How far a header may be ahead.
    #[prost(message, optional, tag = "5")]
    pub max_clock_drift: Option<Duration>,
    /// Where the client was frozen; 0 if it was not.
    #[prost(message, optional, tag = "6")]
    pub frozen_height: Option<Height>,
    /// The height of the latest consensus state.
    #[prost(message, optional, tag = "7")]
    pub latest_height: Option<Height>,
    /// ics23's specifications of the proofs' trees, the inner one first; each stays encoded.
    #[prost(bytes = "vec", repeated, tag = "8")]
    pub proof_specs: Vec<Vec<u8>>,
}

/// The only accepted [`ClientState::proof_specs`], as ibc-go encodes them: IAVL for a store's tree,
/// and Tendermint's for the tree of stores.
pub const PROOF_SPECS: [&[u8]; 2] = [
    b"\x0a\x09\x08\x01\x18\x01\x20\x01\x2a\x01\x00\x12\x0c\x0a\x02\x00\x01\x10\x21\x18\x04\x20\x0c\x30\x01",
    b"\x0a\x09\x08\x01\x18\x01\x20\x01\x2a\x01\x00\x12\x0c\x0a\x02\x00\x01\x10\x20\x18\x01\x20\x01\x30\x01",
];

/// `ibc.core.client.v1.MsgCreateClient` without its signer; both fields are an `Any` and stay encoded.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct MsgCreateClient {
    /// Contains a [`ClientState`].
    #[prost(bytes = "vec", tag = "1")]
    pub client_state: Vec<u8>,
    /// Contains a [`ConsensusState`].
    #[prost(bytes = "vec", tag = "2")]
    pub consensus_state: Vec<u8>,
}

/// `ibc.core.commitment.v1.MerkleRoot`.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct MerkleRoot {
    /// The application's hash.
    #[prost(bytes = "vec", tag = "1")]
    pub hash: Vec<u8>,
}

/// `ibc.lightclients.tendermint.v1.ConsensusState`.
#[derive(Clone, PartialEq, prost::Message)]
pub struct ConsensusState {
    /// The block's time.
    #[prost(message, optional, tag = "1")]
    pub timestamp: Option<Timestamp>,
    /// The root that proofs of state lead to.
    #[prost(message, optional, tag = "2")]
    pub root: Option<MerkleRoot>,
    /// Hash of the validators of the next block.
    #[prost(bytes = "vec", tag = "3")]
    pub next_validators_hash: Vec<u8>,
}

/// `ibc.core.commitment.v1.MerkleProof`: the innermost tree's proof first.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct MerkleProof {
    /// Each is an ics23 `CommitmentProof`. They stay encoded, since ics23 uses another version of prost.
    #[prost(bytes = "vec", repeated, tag = "1")]
    pub proofs: Vec<Vec<u8>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_is_a_number_behind_the_last_dash() {
        for (chain_id, revision) in [
            ("cosmoshub-4", 4),
            ("a-b-12", 12),
            ("test-chain", 0),
            ("chain", 0),
            ("chain-", 0),
            ("chain-04", 0),
            ("chain-+4", 0),
            ("chain--4", 0),
            ("-4", 0),
            ("chain-0", 0),
            ("chain-18446744073709551616", 0),
        ] {
            assert_eq!(revision_number(chain_id), revision, "{chain_id}");
        }
    }
}
