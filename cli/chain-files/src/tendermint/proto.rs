//! tendermint-proto's types, from JSON as nodes and tendermint-rs write it.

use serde::de::{Deserialize, Deserializer};
use tendermint_proto::google::protobuf::Timestamp;
use tendermint_proto::v0_38::crypto::{PublicKey, public_key::Sum};
use tendermint_proto::v0_38::types::{
    BlockId, BlockIdFlag, Commit, CommitSig, Header, PartSetHeader, SignedHeader, Validator,
};
use tendermint_proto::v0_38::version::Consensus;

use super::json::{self, List, Number, Read};
use crate::shape::{Fault, Shape};

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
    proposer_priority: Option<Number<i64>>,
}

#[derive(serde::Deserialize)]
#[serde(expecting = "a public key")]
struct KeyForm {
    #[serde(deserialize_with = "ed25519")]
    r#type: (),
    #[serde(deserialize_with = "json::base64")]
    value: Vec<u8>,
}

/// The only type of keys whose signatures NEAR's host function verifies.
fn ed25519<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    const ONLY: &str = "tendermint/PubKeyEd25519";
    let unless = |found: &str| match found {
        ONLY => Ok(()),
        _ => {
            let reason = format!("keys of type {found:?} are not supported, only {ONLY:?}");
            Err(Fault::Because(reason))
        }
    };
    Shape::of("a type of keys").text(unless).read(deserializer)
}

impl<'de> Deserialize<'de> for Read<Validator> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = ValidatorForm::deserialize(deserializer)?;
        let pub_key = form.pub_key.map(|KeyForm { r#type: (), value }| PublicKey {
            sum: Some(Sum::Ed25519(value)),
        });
        Ok(Self(Validator {
            address: form.address,
            pub_key,
            voting_power: form.voting_power,
            proposer_priority: form.proposer_priority.map_or(0, |Number(it)| it),
        }))
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
