//! Hashes and verdicts of the adapters of foreign libraries, compared with the references.

use ed25519_dalek::{Signer as _, SigningKey, Verifier as _, VerifyingKey};
use ics23::{HostFunctionsManager, HostFunctionsProvider};
use near_sdk_ext::{Sha256, Wasm, ics23::HashFunctions, tendermint::SignatureVerifier};
use proptest::{prop_assert, prop_assert_eq};
use requirements::fuzzing::{Corpus, Target, fuzz};
use tendermint::crypto::signature::{Error, Verifier};
use tendermint::{PublicKey, Signature};

#[test]
fn hashes_are_the_references_however_the_message_is_cut() {
    let corpus = Corpus::default()
        .and("nothing", [])
        .and("a block", [7; 64])
        .and("blocks", [9; 500]);
    let target = Target::new("hashes", 20_000);
    fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        let expected = HostFunctionsManager::sha2_256(&bytes);
        prop_assert_eq!(HashFunctions::<Wasm>::sha2_256(&bytes), expected);
        let cut = bytes
            .first()
            .map_or(0, |first| usize::from(*first) % bytes.len());
        let (one, other) = bytes.split_at(cut);
        prop_assert_eq!(Sha256::<Wasm>::digest_parts(&[one, &[], other]), expected);
        Ok("hashed")
    });
}

/// The input is the concatenation of a key, a signature and a message of any length.
#[test]
fn the_tendermint_adapter_has_daleks_verdicts() {
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
        let (Some(theirs), Ok(given)) = (
            PublicKey::from_raw_ed25519(key),
            Signature::try_from(signature),
        ) else {
            return Ok("refused by tendermint");
        };
        let verdict = SignatureVerifier::<Wasm>::default().verify(theirs, message, &given);
        let expected = match (VerifyingKey::from_bytes(key), signature.try_into()) {
            (Ok(key), Ok(signature)) => key
                .verify(message, &ed25519_dalek::Signature::from_bytes(signature))
                .is_ok(),
            _ => false,
        };
        let by_name = matches!(verdict, Ok(()) | Err(Error::VerificationFailed));
        prop_assert!(by_name && verdict.is_ok() == expected, "{:?}", verdict);
        prop_assert!(!expected || signature.len() == 64);
        Ok(if expected { "accepted" } else { "refused" })
    });
    tally.reaches(&["accepted", "refused"], 100);
}
