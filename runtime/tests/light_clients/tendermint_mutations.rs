//! Changes of a header in one place.

use crate::tendermint::{COMMIT, absent};
use tendermint_proto::google::protobuf::Timestamp;
use tendermint_proto::v0_38::crypto::{PublicKey, public_key::Sum};
use tendermint_proto::v0_38::types::{
    BlockId, Commit, CommitSig, Header, PartSetHeader, Validator,
};
use test_contracts::tendermint::wire;

/// The change's name, and the changed header.
pub type Mutation = (String, wire::Header);

/// Applies a change to a copy.
fn change(header: &wire::Header, name: &str, change: impl FnOnce(&mut wire::Header)) -> Mutation {
    let mut changed = header.clone();
    change(&mut changed);
    assert!(changed != *header, "{name}: nothing has changed");
    (name.to_owned(), changed)
}

pub fn header(update: &mut wire::Header) -> &mut Header {
    let signed_header = update.signed_header.as_mut().expect("a signed header");
    signed_header.header.as_mut().expect("a header")
}

pub fn votes(update: &mut wire::Header) -> &mut Vec<CommitSig> {
    let signed_header = update.signed_header.as_mut().expect("a signed header");
    &mut signed_header.commit.as_mut().expect("a commit").signatures
}

pub fn validators(update: &mut wire::Header) -> &mut Vec<Validator> {
    &mut update
        .validator_set
        .as_mut()
        .expect("validators")
        .validators
}

fn flip(bytes: &mut [u8], bit: usize) {
    bytes[bit / 8] ^= 1 << (bit % 8);
}

fn time(time: &mut Option<Timestamp>) -> &mut Timestamp {
    time.as_mut().expect("a time")
}

/// All changes.
pub fn all(update: &wire::Header) -> impl Iterator<Item = Mutation> {
    let all = [of_hashed_fields, of_signed_fields, of_validators];
    all.into_iter().flat_map(|changes| changes(update))
}

/// Every hashed field of the header, each with one bit flipped.
fn of_hashed_fields(update: &wire::Header) -> Vec<Mutation> {
    let field = |name: &str, by: fn(&mut Header)| change(update, name, |update| by(header(update)));
    let mut mutations = vec![
        field("version.block", |h| {
            h.version.as_mut().expect("a version").block ^= 1
        }),
        field("version.app", |h| {
            h.version.as_mut().expect("a version").app ^= 1
        }),
        // Another letter that is allowed in a chain id.
        field("chain_id", |h| h.chain_id.replace_range(1..2, "x")),
        field("height", |h| h.height ^= 1 << 20),
        field("time.seconds", |h| time(&mut h.time).seconds ^= 1),
        field("time.nanos", |h| time(&mut h.time).nanos ^= 1),
        field("last_commit_hash", |h| flip(&mut h.last_commit_hash, 0)),
        field("data_hash", |h| flip(&mut h.data_hash, 9)),
        field("validators_hash", |h| flip(&mut h.validators_hash, 18)),
        field("next_validators_hash", |h| {
            flip(&mut h.next_validators_hash, 27)
        }),
        field("consensus_hash", |h| flip(&mut h.consensus_hash, 36)),
        field("app_hash", |h| flip(&mut h.app_hash, 45)),
        field("last_results_hash", |h| flip(&mut h.last_results_hash, 54)),
        field("evidence_hash", |h| flip(&mut h.evidence_hash, 255)),
        field("proposer_address", |h| flip(&mut h.proposer_address, 159)),
    ];
    let mut last_block_id = |name: &str, by: fn(&mut BlockId)| {
        let changed = change(update, name, |update| {
            by(header(update).last_block_id.as_mut().expect("a block id"));
        });
        mutations.push(changed);
    };
    last_block_id("last_block_id.hash", |id| flip(&mut id.hash, 63));
    last_block_id("last_block_id.parts.total", |id| parts(id).total ^= 2);
    last_block_id("last_block_id.parts.hash", |id| {
        flip(&mut parts(id).hash, 64)
    });
    mutations
}

fn parts(id: &mut BlockId) -> &mut PartSetHeader {
    id.part_set_header.as_mut().expect("parts")
}

/// Every field that votes sign, and all parts of every vote for the block.
fn of_signed_fields(update: &wire::Header) -> Vec<Mutation> {
    let commit = |name: &str, by: fn(&mut Commit)| {
        change(update, name, |update| {
            let signed_header = update.signed_header.as_mut().expect("a signed header");
            by(signed_header.commit.as_mut().expect("a commit"));
        })
    };
    let mut mutations = vec![
        commit("commit.height", |c| c.height ^= 1),
        commit("commit.round", |c| c.round ^= 1),
        commit("commit.block_id.hash", |c| {
            flip(&mut c.block_id.as_mut().expect("an id").hash, 3)
        }),
        commit("commit.block_id.parts.total", |c| {
            parts(c.block_id.as_mut().expect("an id")).total ^= 2
        }),
        commit("commit.block_id.parts.hash", |c| {
            flip(&mut parts(c.block_id.as_mut().expect("an id")).hash, 5)
        }),
    ];
    for index in for_the_block(update) {
        let mut vote = |name: &str, by: &dyn Fn(&mut CommitSig)| {
            let name = format!("vote {index}: {name}");
            mutations.push(change(
                update,
                &name,
                |update| by(&mut votes(update)[index]),
            ));
        };
        vote("for nil", &|vote| vote.block_id_flag = 3);
        vote("address", &|vote| flip(&mut vote.validator_address, 7));
        vote("timestamp.seconds", &|vote| {
            time(&mut vote.timestamp).seconds ^= 1
        });
        vote("timestamp.nanos", &|vote| {
            time(&mut vote.timestamp).nanos ^= 1
        });
        vote("R", &|vote| flip(&mut vote.signature, 8 * (index % 32)));
        vote("s", &|vote| flip(&mut vote.signature, 256 + index));
        vote("dropped", &absent);
    }
    mutations
}

/// The indices of votes for the block.
fn for_the_block(update: &wire::Header) -> Vec<usize> {
    let votes = update
        .signed_header
        .as_ref()
        .and_then(|signed| signed.commit.as_ref());
    let votes = votes.expect("a commit").signatures.iter().enumerate();
    votes
        .filter(|(_, vote)| vote.block_id_flag == COMMIT)
        .map(|(index, _)| index)
        .collect()
}

/// Other validators than the chain's: each key and power changed, and some exchanged.
fn of_validators(update: &wire::Header) -> Vec<Mutation> {
    let count = update
        .validator_set
        .as_ref()
        .expect("validators")
        .validators
        .len();
    let mut mutations = Vec::new();
    for index in [0, count / 2, count - 1] {
        let mut validator = |name: &str, by: &dyn Fn(&mut Validator)| {
            let name = format!("validator {index}: {name}");
            mutations.push(change(update, &name, |update| {
                by(&mut validators(update)[index])
            }));
        };
        validator("address", &|validator| flip(&mut validator.address, 100));
        validator("key", &|validator| flip(key(validator), 31));
        validator("power", &|validator| validator.voting_power ^= 1);
    }
    mutations.push(change(update, "validators exchange their keys", |update| {
        let [first, .., last] = validators(update).as_mut_slice() else {
            panic!("two validators")
        };
        std::mem::swap(&mut first.pub_key, &mut last.pub_key);
        std::mem::swap(&mut first.address, &mut last.address);
    }));
    mutations.push(change(update, "votes are exchanged", |update| {
        let voters = for_the_block(update);
        let (first, last) = (voters[0], voters[voters.len() - 1]);
        let first_address = votes(update)[first].validator_address.clone();
        let last_address =
            std::mem::replace(&mut votes(update)[last].validator_address, first_address);
        votes(update)[first].validator_address = last_address;
    }));
    mutations.push(change(update, "a validator votes twice", |update| {
        let voters = for_the_block(update);
        let vote = votes(update)[voters[0]].clone();
        votes(update)[voters[1]] = vote;
    }));
    mutations.push(change(update, "a validator is missing", |update| {
        validators(update).pop();
    }));
    mutations
}

fn key(validator: &mut Validator) -> &mut [u8] {
    match validator.pub_key.as_mut() {
        Some(PublicKey {
            sum: Some(Sum::Ed25519(key)),
        }) => key,
        other => panic!("not an Ed25519 key: {other:?}"),
    }
}
