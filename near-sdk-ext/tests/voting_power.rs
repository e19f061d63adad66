//! The voting power in a commit, and the error for a bad signature, do not depend on when the
//! signatures are verified.

use core::fmt::Debug;

use chain_files::tendermint::generate::{Chain, Power};
use ed25519_dalek::{Signer as _, SigningKey};
use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{Host, HostMany, Wasm, tendermint::VotingPower};
use tendermint::{
    block::signed_header::SignedHeader, crypto::default::signature::Verifier as Reference,
    validator,
};
use tendermint_light_client_verifier::{
    errors::VerificationError,
    operations::{VotingPowerCalculator, voting_power::ProvidedVotingPowerCalculator},
    types::TrustThreshold,
};

const VALIDATORS: usize = 5;

fn chain() -> Chain {
    Chain::new(VALIDATORS, Power::Equal, "voters")
}

/// The validators at these indices, among the chain's validators and as many strangers after them.
fn validators(places: impl IntoIterator<Item = usize>) -> validator::Set {
    let strangers = Chain::new(VALIDATORS, Power::Equal, "strangers");
    let all = [chain().validators(), strangers.validators()].concat();
    let at = |place: usize| validator::Info::try_from(all[place].clone()).expect("a validator");
    validator::Set::without_proposer(places.into_iter().map(at).collect())
}

/// A block with everybody's vote; `forged` is a bit mask of damaged votes.
fn block(forged: u8) -> SignedHeader {
    let sign = |place: usize, key: &SigningKey, message: &[u8]| {
        let mut signature = key.sign(message).to_bytes();
        signature[40] ^= forged >> place & 1;
        signature
    };
    let block = chain().sealed(chain().header(9, 9, ""), "", &sign);
    block.signed_header().try_into().expect("one height")
}

fn text<T: Debug>(result: Result<T, VerificationError>) -> String {
    let result = result.map_err(|VerificationError(detail, _)| detail);
    format!("{result:?}")
}

/// A calculator's results for a block against its own validators, overlapping ones, and a set with
/// a duplicate validator.
fn said(calculator: &dyn VotingPowerCalculator, block: &SignedHeader) -> [String; 3] {
    testing_env!(VMContextBuilder::new().build()); // a full tank
    let own = validators(0..VALIDATORS);
    // Half of these validators vote.
    let trusted = validators(VALIDATORS - 2..VALIDATORS + 2);
    let (third, two_thirds) = (TrustThreshold::ONE_THIRD, TrustThreshold::TWO_THIRDS);
    let twice = validators([4, 3, 2, 1, 1]);
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
        let block = block(forged);
        let reference = ProvidedVotingPowerCalculator::<Reference>::default();
        let expected = said(&reference, &block);
        all_good += usize::from(expected[0].starts_with("Ok"));
        double_votes += usize::from(expected[2].contains("DuplicateValidator"));
        refused += usize::from(expected[2].contains("InvalidSignature"));
        assert_eq!(said(&VotingPower::<Host>::default(), &block), expected);
        assert_eq!(said(&VotingPower::<HostMany>::default(), &block), expected);
        assert_eq!(said(&VotingPower::<Wasm>::default(), &block), expected);
    }
    // Four of them have more than two thirds, so the fifth vote is not checked.
    assert_eq!(all_good, 2);
    // A double vote is reported unless an earlier signature is refused.
    assert!(double_votes > 0 && refused > 0);
}

/// CometBFT counts power before it verifies signatures: a header in between may be good.
#[test]
fn too_little_trust_is_found_before_a_bad_signature() {
    let own = validators(0..VALIDATORS);
    // Only one of these four validators votes.
    let trusted = validators(VALIDATORS - 1..VALIDATORS + 3);
    let third = TrustThreshold::ONE_THIRD;
    let calculators: [&dyn VotingPowerCalculator; 3] = [
        &VotingPower::<Host>::default(),
        &VotingPower::<HostMany>::default(),
        &VotingPower::<Wasm>::default(),
    ];
    for calculator in calculators {
        for forged in 0..1_u8 << VALIDATORS {
            testing_env!(VMContextBuilder::new().build());
            let block = block(forged);
            let said = calculator.check_enough_trust_and_signers(&block, &trusted, third, &own);
            let said = text(said);
            assert!(said.starts_with("Err(NotEnoughTrust("), "{forged}: {said}");
        }
    }
}
