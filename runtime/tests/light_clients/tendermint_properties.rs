//! Headers with random changes: none is accepted, except with changes of unsigned parts.

use crate::client::{Client, HOST_BUILDS};
use crate::tendermint::{COMMIT, SECOND, at_the_threshold, header, parameters, time_ns};
use crate::tendermint_mutations as mutations;
use proptest::prelude::*;
use prost::Message as _;
use requirements::fuzzing::{Change, Target, changes, fuzz};
use std::mem;
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_contracts::tendermint::wire;

/// The parts of a header that are hashed or signed, or that decide what it is verified against.
pub fn signed_part(encoded: &[u8]) -> wire::Header {
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
    let votes = mutations::votes(&mut update);
    votes.retain(|vote| vote.block_id_flag == COMMIT);
    votes.sort_by_key(|vote| vote.validator_address.clone());
    update
}

/// The header with votes and validators in any order and other unsigned changes; half of the cases
/// have random changes of bytes too.
fn changed(original: &wire::Header) -> impl Strategy<Value = Changed> + use<> {
    let original = original.clone();
    let mut parts = original.clone();
    let votes = Just(mem::take(mutations::votes(&mut parts))).prop_shuffle();
    let validators = Just(mem::take(mutations::validators(&mut parts))).prop_shuffle();
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
        *mutations::votes(&mut update) = votes;
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

const TARGET: Target = Target::new("tendermint_header", 1000);

#[test]
fn a_changed_header_is_accepted_only_if_nothing_signed_has_changed() {
    let chain = Chain::new(7, Power::CosmosLike, "properties");
    let trusted = chain.block(100, "");
    let untrusted = at_the_threshold(&chain.block(300, ""));
    let original = untrusted.update(100, &chain.validators());
    let now = time_ns(header(&untrusted)) + SECOND;
    let parameters = parameters(CHAIN_ID);
    let mut client = Client::tendermint(&HOST_BUILDS, &parameters, header(&trusted), now);
    let before = client.account();
    let expected = signed_part(&original.encode_to_vec());
    client.update(&original).expect("the original verifies");
    client.restore(&before);

    let tally = fuzz!(TARGET, changed(&original), |changed: Changed| {
        match client.call("update_client", &changed.bytes) {
            Ok(_) => {
                prop_assert_eq!(signed_part(&changed.bytes), expected.clone());
                client.restore(&before);
                Ok("accepted")
            }
            // The refusal is the contract's own message, not a panic or a trap.
            Err(refusal) => {
                let own = ["invalid: ", "not_enough_trust: "]
                    .iter()
                    .any(|own| refusal.starts_with(own));
                prop_assert!(own && !changed.is_valid, "{}", refusal);
                Ok("refused")
            }
        }
    });
    tally.reaches(&["accepted", "refused"], 4);
}
