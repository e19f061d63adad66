//! The voting power in a commit is the same whenever its signatures are verified, and so is the
//! error if one is refused.

use core::fmt::Debug;

use ed25519_dalek::{Signer as _, SigningKey};
use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{Host, HostMany, Wasm, tendermint::VotingPower};
use tendermint::{
    Hash, PublicKey, Signature, Time,
    block::{self, Commit, CommitSig, Header, header::Version, parts, signed_header::SignedHeader},
    crypto::default::signature::Verifier as Reference,
    validator,
    vote::{Type, ValidatorIndex, Vote},
};
use tendermint_light_client_verifier::{
    errors::VerificationError,
    operations::{VotingPowerCalculator, voting_power::ProvidedVotingPowerCalculator},
    types::TrustThreshold,
};

const VALIDATORS: u8 = 5;

fn key(index: u8) -> SigningKey {
    SigningKey::from_bytes(&[index + 1; 32])
}

/// Validators of equal power.
fn validators(indices: impl Iterator<Item = u8>) -> validator::Set {
    let validator = |index| {
        let key = PublicKey::from_raw_ed25519(key(index).verifying_key().as_bytes());
        validator::Info::new(key.expect("a key"), 10_u32.into())
    };
    validator::Set::without_proposer(indices.map(validator).collect())
}

/// A block with the votes of all; the signatures of those named in `forged` are not theirs.
fn block(forged: impl Fn(u8) -> bool) -> SignedHeader {
    let hash = Hash::Sha256([7; 32]);
    let time = Time::from_unix_timestamp(1_700_000_000, 0).expect("a time");
    let header = Header {
        version: Version { block: 11, app: 0 },
        chain_id: "chain-1".parse().expect("a chain id"),
        height: 9_u32.into(),
        time,
        last_block_id: None,
        last_commit_hash: None,
        data_hash: None,
        validators_hash: hash,
        next_validators_hash: hash,
        consensus_hash: hash,
        app_hash: Vec::new().try_into().expect("any bytes"),
        last_results_hash: None,
        evidence_hash: None,
        proposer_address: validators(0..1).validators()[0].address,
    };
    let block_id = block::Id {
        hash,
        part_set_header: parts::Header::new(1, hash).expect("one part"),
    };
    let vote = |index: u8| {
        let validator_address = validators(index..index + 1).validators()[0].address;
        let vote = Vote {
            vote_type: Type::Precommit,
            height: header.height,
            round: 0_u8.into(),
            block_id: Some(block_id),
            timestamp: Some(time),
            validator_address,
            validator_index: ValidatorIndex::try_from(u32::from(index)).expect("small"),
            signature: None,
            extension: Vec::new(),
            extension_signature: None,
        };
        let message = vote.into_signable_vec(header.chain_id.clone());
        let signer = key(index + if forged(index) { VALIDATORS } else { 0 });
        CommitSig::BlockIdFlagCommit {
            validator_address,
            timestamp: time,
            signature: Signature::new(signer.sign(&message).to_bytes()).expect("64 bytes"),
        }
    };
    let commit = Commit {
        height: header.height,
        round: 0_u8.into(),
        block_id,
        signatures: (0..VALIDATORS).map(vote).collect(),
    };
    SignedHeader::new(header, commit).expect("one height")
}

fn text<T: Debug>(result: Result<T, VerificationError>) -> String {
    format!(
        "{:?}",
        result.map_err(|VerificationError(detail, _)| detail)
    )
}

/// A calculator's results for a block: against its validators, against overlapping ones, and
/// against a set with a duplicate validator.
fn said(calculator: &dyn VotingPowerCalculator, block: &SignedHeader) -> [String; 3] {
    testing_env!(VMContextBuilder::new().build()); // a full tank
    let own = validators(0..VALIDATORS);
    // Half of them vote.
    let trusted = validators(VALIDATORS - 2..VALIDATORS + 2);
    let (third, two_thirds) = (TrustThreshold::ONE_THIRD, TrustThreshold::TWO_THIRDS);
    let twice = validators([4, 3, 2, 1, 1].into_iter());
    [
        text(calculator.voting_power_in(block, &own, two_thirds)),
        text(calculator.voting_power_in_sets(block, (&trusted, third), (&own, two_thirds))),
        text(calculator.voting_power_in(block, &twice, TrustThreshold::new(9, 10).expect("fits"))),
    ]
}

#[test]
fn any_votes_forged_every_flavour_says_what_tendermint_does() {
    let [mut all_good, mut double_votes, mut refused] = [0; 3];
    for forged in 0..1_u8 << VALIDATORS {
        let block = block(|index| forged & (1 << index) != 0);
        let reference = ProvidedVotingPowerCalculator::<Reference>::default();
        let expected = said(&reference, &block);
        all_good += usize::from(expected[0].starts_with("Ok"));
        double_votes += usize::from(expected[2].contains("DuplicateValidator"));
        refused += usize::from(expected[2].contains("InvalidSignature"));
        assert_eq!(said(&VotingPower::<Host>::default(), &block), expected);
        assert_eq!(said(&VotingPower::<HostMany>::default(), &block), expected);
        assert_eq!(said(&VotingPower::<Wasm>::default(), &block), expected);
    }
    // Four are more than two thirds: the fifth vote is not checked.
    assert_eq!(all_good, 2);
    // A double vote is reported unless an earlier signature is refused.
    assert!(double_votes > 0 && refused > 0);
}

/// CometBFT counts power before it looks at signatures: a header in between may be good.
#[test]
fn too_little_trust_is_found_before_a_bad_signature() {
    let own = validators(0..VALIDATORS);
    let check = |calculator: &dyn VotingPowerCalculator, trusted, forged: u8| {
        testing_env!(VMContextBuilder::new().build());
        let block = block(|index| forged & (1 << index) != 0);
        let third = TrustThreshold::ONE_THIRD;
        text(calculator.check_enough_trust_and_signers(&block, trusted, third, &own))
    };
    let calculators: [&dyn VotingPowerCalculator; 3] = [
        &VotingPower::<Host>::default(),
        &VotingPower::<HostMany>::default(),
        &VotingPower::<Wasm>::default(),
    ];
    // One of four votes, and two of four.
    let [too_few, enough] = [1, 2].map(|voters| VALIDATORS - voters);
    let [too_few, enough] = [too_few, enough].map(|first| validators(first..first + 4));
    for calculator in calculators {
        for forged in 0..1_u8 << VALIDATORS {
            let said = check(calculator, &too_few, forged);
            assert!(said.starts_with("Err(NotEnoughTrust("), "{forged}: {said}");
        }
        assert_eq!(check(calculator, &enough, 0), "Ok(())");
        for index in 0..VALIDATORS - 1 {
            let said = check(calculator, &enough, 1 << index);
            assert!(said.starts_with("Err(InvalidSignature("), "{index}: {said}");
        }
    }
}
