//! Headers with random changes: none is accepted, except with changes of unsigned parts.

use crate::client::{Client, HOST_BUILDS};
use crate::tendermint;
use proptest::prelude::*;
use prost::Message as _;
use requirements::fuzzing::{CaseResult, Change, Target, changes, fuzz};
use std::mem;
use tendermint_proto::v0_38::types::{BlockIdFlag, CommitSig};
use test_contracts::Build;
use test_contracts::tendermint::generate::{Chain, Power, time_ns};
use test_contracts::tendermint::wire;

/// The parts of a header that are hashed or signed, or that decide what it is verified against.
fn signed_part(encoded: &[u8]) -> wire::Header {
    let mut update = wire::Header::decode(encoded).expect("accepted, hence a header");
    // The block's validators are the trusted ones: the client ignores this field.
    update.trusted_validators = None;
    let set = update.validator_set.as_mut().expect("accepted");
    set.proposer = None;
    set.total_voting_power = 0;
    for validator in &mut set.validators {
        validator.proposer_priority = 0;
    }
    // The client finds validators and votes by address: their order does not matter.
    set.validators
        .sort_by_key(|validator| validator.address.clone());
    let votes = tendermint::votes(&mut update);
    votes.retain(|vote| vote.block_id_flag == i32::from(BlockIdFlag::Commit));
    votes.sort_by_key(|vote| vote.validator_address.clone());
    update
}

/// The header with votes and validators in any order and other unsigned changes; half of the cases
/// have random changes of bytes too.
fn changed(original: &wire::Header) -> impl Strategy<Value = Changed> + use<> {
    let original = original.clone();
    let mut parts = original.clone();
    let votes = Just(mem::take(tendermint::votes(&mut parts))).prop_shuffle();
    let set = parts.validator_set.as_mut().expect("validators");
    let validators = Just(mem::take(&mut set.validators)).prop_shuffle();
    let unsigned = (any::<Option<Vec<u8>>>(), any::<i64>());
    let changes = prop_oneof![Just(vec![]), prop::collection::vec(changes(), 1..4)];
    let all = (votes, validators, unsigned, changes);
    all.prop_map(move |(votes, validators, (trusted, priority), changes)| {
        let mut update = original.clone();
        update.trusted_validators = trusted;
        let set = update.validator_set.as_mut().expect("of a block");
        set.proposer = Some(validators[0].clone());
        set.validators = validators;
        set.validators[0].proposer_priority = priority;
        *tendermint::votes(&mut update) = votes;
        let valid = update.encode_to_vec();
        let bytes = Change::apply_all(&changes, valid.clone());
        Changed {
            is_valid: bytes == valid,
            bytes,
        }
    })
}

/// A header's bytes, and whether they are known to differ from the original's only in unsigned
/// parts.
#[derive(Debug)]
struct Changed {
    bytes: Vec<u8>,
    is_valid: bool,
}

/// A client in these builds, and an update that it verifies, each of whose votes is needed.
fn client_and_update(builds: &[Build]) -> (Client, wire::Header) {
    // Three validators of four are needed.
    let chain = Chain::new(4, Power::Equal, "properties");
    let untrusted = chain.block(300, "");
    let mut original = untrusted.update(100, &chain.validators());
    tendermint::votes(&mut original)[1] = CommitSig {
        block_id_flag: BlockIdFlag::Absent.into(),
        ..CommitSig::default()
    };
    let client = Client::tendermint(builds, &chain.block(100, ""), time_ns(301));
    (client, original)
}

/// Makes a call, and restores the client, which must accept only what is valid, and refuse in its own words.
pub fn judge(
    client: &mut Client,
    (method, args): (&str, &[u8]),
    is_valid: impl FnOnce() -> bool,
) -> CaseResult {
    let before = client.account();
    match client.call(method, args) {
        Ok(_) => {
            prop_assert!(is_valid());
            client.restore(&before);
            Ok("accepted")
        }
        Err(refusal) => {
            let own = ["invalid: ", "not_enough_trust: "];
            let is_own = own.iter().any(|own| refusal.starts_with(own));
            prop_assert!(is_own, "{}", refusal);
            Ok("refused")
        }
    }
}

fn judge_header(client: &mut Client, header: &[u8], signed: &wire::Header) -> CaseResult {
    let call = ("update_client", header);
    judge(client, call, || signed_part(header) == *signed)
}

/// The lowest bit of each byte: of every field, also of those that are too short for random changes
/// to find, and of every vote.
#[test]
fn a_header_with_any_byte_changed_is_accepted_only_if_nothing_signed_has_changed() {
    let (mut client, mut original) = client_and_update(&[Build::Host]);
    original.trusted_validators = None;
    let bytes = original.encode_to_vec();
    let expected = signed_part(&bytes);
    let is_refused = |at: &usize| {
        let mut changed = bytes.clone();
        changed[*at] ^= 1;
        let verdict = judge_header(&mut client, &changed, &expected);
        verdict.unwrap_or_else(|error| panic!("byte {at}: {error}")) == "refused"
    };
    let refused = (0..bytes.len()).filter(is_refused).count();
    assert!(refused > bytes.len() / 2, "{refused} of {}", bytes.len());
}

const TARGET: Target = Target::new("tendermint_header", 1000);

#[test]
fn a_changed_header_is_accepted_only_if_nothing_signed_has_changed() {
    let (mut client, original) = client_and_update(&HOST_BUILDS);
    let expected = signed_part(&original.encode_to_vec());
    let tally = fuzz!(TARGET, changed(&original), |changed: Changed| {
        let verdict = judge_header(&mut client, &changed.bytes, &expected)?;
        prop_assert!(verdict == "accepted" || !changed.is_valid);
        Ok(verdict)
    });
    tally.reaches(&["accepted", "refused"], 4);
}
