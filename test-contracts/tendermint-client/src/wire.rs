//! The messages of `ibc.lightclients.tendermint.v1` and `ibc.core.commitment.v1` that relayers
//! send, as protobuf. The fixtures of `test-contracts` read this file too.
//!
//! Field numbers are those of ibc-go's `tendermint.proto`, `client.proto` and `commitment.proto`.

use tendermint_proto::v0_38::types::{SignedHeader, ValidatorSet};

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

/// The revision of a chain: the number at the end of an id of the form `name-N`, or 0. Source: ibc-go's
/// `ParseChainID`.
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

/// `ibc.lightclients.tendermint.v1.Header`: a header to verify, and what it is verified against.
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
    /// The validators of the block after the trusted one: a `ValidatorSet`, left encoded, since
    /// most headers verify without it. On the wire, a message is its bytes.
    #[prost(bytes = "vec", optional, tag = "4")]
    pub trusted_validators: Option<Vec<u8>>,
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

/// `ibc.core.commitment.v1.MerkleProof`: the innermost tree's proof first.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct MerkleProof {
    /// Each an ics23 `CommitmentProof`, left encoded: a message of another version of prost.
    #[prost(bytes = "vec", repeated, tag = "1")]
    pub proofs: Vec<Vec<u8>>,
}

#[cfg(test)]
mod tests {
    use super::revision_number;

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
