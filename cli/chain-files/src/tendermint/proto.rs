//! tendermint-proto's types, from JSON as nodes and tendermint-rs write it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::de::{Deserialize, Deserializer, Error};
use tendermint_proto::google::protobuf::Timestamp;
use tendermint_proto::v0_38::crypto::{PublicKey, public_key::Sum};
use tendermint_proto::v0_38::types::{
    BlockId, BlockIdFlag, Commit, CommitSig, Header, PartSetHeader, SignedHeader, Validator,
};
use tendermint_proto::v0_38::version::Consensus;

use super::json::{self, List, Read};
use crate::shape::Shape;

/// The only keys whose signatures NEAR's host function verifies.
const ED25519: &str = "tendermint/PubKeyEd25519";

macro_rules! read {
    ($($type:ident $form:ident,)*) => {
        $(impl<'de> Deserialize<'de> for Read<$type> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $form::deserialize(deserializer).map(Read)
            }
        })*
    };
}

read! {
    Consensus ConsensusForm,
    PartSetHeader PartSetHeaderForm,
    BlockId BlockIdForm,
    Header HeaderForm,
    Commit CommitForm,
    SignedHeader SignedHeaderForm,
}

#[derive(serde::Deserialize)]
#[serde(remote = "Consensus", expecting = "a version")]
struct ConsensusForm {
    #[serde(deserialize_with = "json::number")]
    block: u64,
    #[serde(deserialize_with = "json::number", default)]
    app: u64,
}

#[derive(serde::Deserialize)]
#[serde(remote = "PartSetHeader", expecting = "a header of parts")]
struct PartSetHeaderForm {
    #[serde(deserialize_with = "json::number")]
    total: u32,
    #[serde(deserialize_with = "json::hash")]
    hash: Vec<u8>,
}

#[derive(serde::Deserialize)]
#[serde(remote = "BlockId", expecting = "a block's id")]
struct BlockIdForm {
    #[serde(deserialize_with = "json::hash")]
    hash: Vec<u8>,
    #[serde(
        rename = "parts",
        alias = "part_set_header",
        deserialize_with = "json::some",
        default
    )]
    part_set_header: Option<PartSetHeader>,
}

#[derive(serde::Deserialize)]
#[serde(remote = "Header", expecting = "a header")]
struct HeaderForm {
    #[serde(deserialize_with = "json::some", default)]
    version: Option<Consensus>,
    chain_id: String,
    #[serde(deserialize_with = "json::number")]
    height: i64,
    #[serde(deserialize_with = "json::time")]
    time: Option<Timestamp>,
    #[serde(deserialize_with = "json::some", default)]
    last_block_id: Option<BlockId>,
    #[serde(deserialize_with = "json::hash")]
    last_commit_hash: Vec<u8>,
    #[serde(deserialize_with = "json::hash")]
    data_hash: Vec<u8>,
    #[serde(deserialize_with = "json::hash")]
    validators_hash: Vec<u8>,
    #[serde(deserialize_with = "json::hash")]
    next_validators_hash: Vec<u8>,
    #[serde(deserialize_with = "json::hash")]
    consensus_hash: Vec<u8>,
    #[serde(deserialize_with = "json::hex")]
    app_hash: Vec<u8>,
    #[serde(deserialize_with = "json::hash")]
    last_results_hash: Vec<u8>,
    #[serde(deserialize_with = "json::hash")]
    evidence_hash: Vec<u8>,
    #[serde(deserialize_with = "json::address")]
    proposer_address: Vec<u8>,
}

#[derive(serde::Deserialize)]
#[serde(remote = "CommitSig", expecting = "a vote")]
struct CommitSigForm {
    #[serde(deserialize_with = "json::number")]
    block_id_flag: i32,
    #[serde(deserialize_with = "json::address")]
    validator_address: Vec<u8>,
    #[serde(deserialize_with = "json::time")]
    timestamp: Option<Timestamp>,
    #[serde(deserialize_with = "json::base64")]
    signature: Vec<u8>,
}

impl<'de> Deserialize<'de> for Read<CommitSig> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut vote = CommitSigForm::deserialize(deserializer)?;
        // An absent vote has no time; tendermint-rs's own tests write the start of 1970 for it.
        let is_absent = vote.block_id_flag == BlockIdFlag::Absent as i32;
        vote.timestamp
            .take_if(|time| is_absent && *time == Timestamp::default());
        Ok(Self(vote))
    }
}

#[derive(serde::Deserialize)]
#[serde(remote = "Commit", expecting = "a commit")]
struct CommitForm {
    #[serde(deserialize_with = "json::number")]
    height: i64,
    #[serde(deserialize_with = "json::number")]
    round: i32,
    #[serde(deserialize_with = "json::some", default)]
    block_id: Option<BlockId>,
    #[serde(deserialize_with = "json::list")]
    signatures: Vec<CommitSig>,
}

#[derive(serde::Deserialize)]
#[serde(remote = "SignedHeader", expecting = "a header and its commit")]
struct SignedHeaderForm {
    #[serde(deserialize_with = "json::some", default)]
    header: Option<Header>,
    #[serde(deserialize_with = "json::some", default)]
    commit: Option<Commit>,
}

#[derive(serde::Deserialize)]
#[serde(expecting = "a validator")]
struct ValidatorForm {
    #[serde(deserialize_with = "json::address")]
    address: Vec<u8>,
    pub_key: Option<KeyForm>,
    #[serde(alias = "power", deserialize_with = "json::number")]
    voting_power: i64,
    #[serde(deserialize_with = "json::number_or_null", default)]
    proposer_priority: Option<i64>,
}

#[derive(serde::Deserialize)]
#[serde(expecting = "a public key")]
struct KeyForm {
    r#type: String,
    value: String,
}

impl<'de> Deserialize<'de> for Read<Validator> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = ValidatorForm::deserialize(deserializer)?;
        let pub_key = form.pub_key.map(|key| key.read());
        let pub_key = pub_key.transpose().map_err(|reason| {
            let address = hex::encode_upper(&form.address);
            D::Error::custom(format!("validator {address}: {reason}"))
        })?;
        Ok(Self(Validator {
            address: form.address,
            pub_key,
            voting_power: form.voting_power,
            proposer_priority: form.proposer_priority.unwrap_or_default(),
        }))
    }
}

impl KeyForm {
    fn read(self) -> Result<PublicKey, String> {
        let Self { r#type, value } = self;
        if r#type != ED25519 {
            return Err(format!(
                "keys of type {:?} are not supported, only {ED25519:?}",
                r#type
            ));
        }
        let key = BASE64.decode(value);
        let key = key.map_err(|error| format!("expected a key in base64: {error}"))?;
        let sum = Some(Sum::Ed25519(key));
        Ok(PublicKey { sum })
    }
}

/// A validator set: a list of validators, or an object with such a list.
pub(super) struct Set(pub(super) Vec<Validator>);

impl<'de> Deserialize<'de> for Set {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Object {
            #[serde(deserialize_with = "json::list")]
            validators: Vec<Validator>,
        }
        Shape::of("validators")
            .list(|List(validators)| Ok(Set(validators)))
            .object(|object: Object| Set(object.validators))
            .read(deserializer)
    }
}
