//! Hashes and verdicts of the adapters of foreign libraries, compared with the libraries' own functions.

use ed25519_dalek::{Signer as _, SigningKey, Verifier as _, VerifyingKey};
use ics23::{HostFunctionsManager, HostFunctionsProvider};
use near_sdk::{Gas, env, test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{
    Flavour, Host, HostMany, Sha256, Wasm, ics23::HashFunctions, tendermint::SignatureVerifier,
};
use proptest::{prop_assert, prop_assert_eq, test_runner::TestCaseError};
use requirements::fuzzing::{Corpus, Target, fuzz};
use tendermint::crypto::signature::{Error, Verifier};
use tendermint::merkle::simple_hash_from_byte_vectors as root;
use tendermint::{PublicKey, Signature};
use tendermint_040::crypto::signature::{Error as Error040, Verifier as Verifier040};
use tendermint_040::merkle::simple_hash_from_byte_vectors as root_0_40;

/// The hash of these parts, and of the Merkle tree whose leaves they are.
fn hashes_alike<F: Flavour>(parts: &[&[u8]]) -> Result<(), TestCaseError> {
    let whole = parts.concat();
    let expected = HostFunctionsManager::sha2_256(&whole);
    prop_assert_eq!(HashFunctions::<F>::sha2_256(&whole), expected);
    prop_assert_eq!(Sha256::<F>::digest_parts(parts), expected);
    let expected = root::<tendermint::crypto::default::Sha256>(parts);
    prop_assert_eq!(root::<Sha256<F>>(parts), expected);
    prop_assert_eq!(root_0_40::<Sha256<F>>(parts), expected);
    Ok(())
}

/// Messages are shorter or longer than the host function's threshold.
#[test]
fn hashes_are_the_references_however_the_message_is_cut() {
    let corpus = Corpus::default()
        .and("nothing", [])
        .and("a block", [7; 64])
        .and("blocks", [9; 500]);
    let target = Target::new("hashes", 20_000);
    let a_full_tank = || testing_env!(VMContextBuilder::new().build());
    a_full_tank();
    fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        if env::used_gas() > Gas::from_tgas(200) {
            a_full_tank();
        }
        let cut = bytes
            .first()
            .map_or(0, |first| usize::from(*first) % bytes.len());
        let (one, other) = bytes.split_at(cut);
        for parts in [&[][..], &[&bytes[..]], &[one, &[], other]] {
            hashes_alike::<Host>(parts)?;
            hashes_alike::<HostMany>(parts)?;
            hashes_alike::<Wasm>(parts)?;
        }
        Ok("hashed")
    });
}

/// The input is the concatenation of a key, a signature and a message of any length.
#[test]
fn the_tendermint_adapters_have_daleks_verdicts() {
    let signing_key = SigningKey::from_bytes(&[3; 32]);
    let message = b"vote";
    let signed = [
        &signing_key.verifying_key().to_bytes()[..],
        &signing_key.sign(message).to_bytes(),
        message,
    ];
    let corpus = Corpus::default()
        .and("a signed message", signed.concat())
        .and(
            "the identity, for any message",
            [&[1][..], &[0; 31], &[1], &[0; 70]].concat(),
        );
    let target = Target::new("tendermint_signature", 20_000);
    let tally = fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        let Some((key, rest)) = bytes.split_first_chunk::<32>() else {
            return Ok("too short");
        };
        let signature = &rest[..rest.len().min(64)];
        let message = &rest[signature.len()..];
        let keys = (
            PublicKey::from_raw_ed25519(key),
            tendermint_040::PublicKey::from_raw_ed25519(key),
        );
        let signatures = (
            Signature::try_from(signature),
            tendermint_040::Signature::try_from(signature),
        );
        let ((Some(its), Some(its_040)), (Ok(given), Ok(given_040))) = (keys, signatures) else {
            return Ok("refused by tendermint");
        };
        type Adapter = SignatureVerifier<Wasm>;
        let verdict = Verifier::verify(&Adapter::default(), its, message, &given);
        let verdict_040 = <Adapter as Verifier040>::verify(its_040, message, &given_040);
        let expected = match (VerifyingKey::from_bytes(key), signature.try_into()) {
            (Ok(key), Ok(signature)) => key
                .verify(message, &ed25519_dalek::Signature::from_bytes(signature))
                .is_ok(),
            _ => false,
        };
        let by_name = matches!(verdict, Ok(()) | Err(Error::VerificationFailed))
            && matches!(verdict_040, Ok(()) | Err(Error040::VerificationFailed));
        let is_expected = [verdict.is_ok(), verdict_040.is_ok()] == [expected; 2];
        prop_assert!(by_name && is_expected, "{:?}", verdict);
        prop_assert!(!expected || signature.len() == 64);
        Ok(if expected { "accepted" } else { "refused" })
    });
    tally.reaches(&["accepted", "refused"], 100);
}
