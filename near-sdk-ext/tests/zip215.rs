//! Votes that CometBFT's and Substrate's validators accept, and NEP-364 does not.
//!
//! Both chains verify by ZIP-215: the equation is multiplied by the cofactor 8, so a key's
//! component of small order does not matter. NEP-364's equation is not multiplied. A key of order 8
//! shows the difference: with `R` the identity and `s = 0`, the signature is valid for every
//! message by ZIP-215; by NEP-364 it is valid only if `k`, a hash of the message, is a multiple of
//! 8. `HostMany` verifies as those chains do, and so do `Zip215<Host>` and `Zip215<Wasm>`.

use ed25519_dalek::{Verifier as _, VerifyingKey};
use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{
    Flavour, Host, HostMany, Items, Rule, Wasm, Zip215, env, tendermint::SignatureVerifier,
};
use tendermint::{PublicKey, Signature, crypto::signature::Verifier};

/// A point of order 8: at most 8 by the first test, since `k` varies, and not less by the second.
const ORDER_8_KEY: &str = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a";

const MESSAGES: u32 = 400;

/// The number of messages for which a verifier accepts the one signature.
fn accepted(verifies: impl Fn(&[u8]) -> bool) -> u32 {
    (0..MESSAGES)
        .map(|message| u32::from(verifies(&message.to_le_bytes())))
        .sum()
}

fn key() -> [u8; 32] {
    hex::decode(ORDER_8_KEY)
        .expect("hex")
        .try_into()
        .expect("32 bytes")
}

fn signature() -> [u8; 64] {
    let mut signature = [0; 64];
    signature[0] = 1;
    signature
}

fn by_tendermint(verifier: &impl Verifier, message: &[u8]) -> bool {
    let key = PublicKey::from_raw_ed25519(&key()).expect("a key");
    let signature = Signature::try_from(signature().as_slice()).expect("a signature");
    verifier.verify(key, message, &signature).is_ok()
}

#[test]
fn zip_215_accepts_the_vote_of_an_order_8_key_for_every_message() {
    let zip_215 = tendermint::crypto::default::signature::Verifier;
    assert_eq!(
        accepted(|message| by_tendermint(&zip_215, message)),
        MESSAGES
    );
}

#[test]
fn host_many_accepts_it_for_every_message_too() {
    let many = SignatureVerifier::<HostMany>::default();
    assert_eq!(accepted(|message| by_tendermint(&many, message)), MESSAGES);
    let mut items = Items::new();
    for message in 0..MESSAGES {
        items.push(&key(), &signature(), message.to_le_bytes());
    }
    assert!(env::ed25519_verify_many(&items, Rule::Zip215).all_accepted());
}

#[test]
fn zip215_decides_what_host_and_wasm_refuse() {
    testing_env!(VMContextBuilder::new().build());
    let by_host = SignatureVerifier::<Zip215<Host>>::default();
    assert_eq!(
        accepted(|message| by_tendermint(&by_host, message)),
        MESSAGES
    );
    let by_wasm = SignatureVerifier::<Zip215<Wasm>>::default();
    assert_eq!(
        accepted(|message| by_tendermint(&by_wasm, message)),
        MESSAGES
    );
    // The identity is R for s = 0 alone; no top bit may be set, and s must be reduced.
    for (byte, value) in [(0, 2), (32, 1), (63, 0x10), (63, 0x20), (63, 0x80)] {
        let mut signature = signature();
        signature[byte] = value;
        assert!(
            !Zip215::<Host>::ed25519_verify(&signature, b"", &key()),
            "{byte}"
        );
        assert!(
            !Zip215::<Wasm>::ed25519_verify(&signature, b"", &key()),
            "{byte}"
        );
    }
}

#[test]
fn many_at_once_by_nep_364_are_each_by_itself() {
    testing_env!(VMContextBuilder::new().build());
    let messages = || (0..MESSAGES).map(u32::to_le_bytes);
    let mut items = Items::new();
    for message in messages() {
        items.push(&key(), &signature(), message);
    }
    let verdicts = env::ed25519_verify_many(&items, Rule::Nep364);
    let expected = messages().map(|message| Host::ed25519_verify(&signature(), &message, &key()));
    assert!(verdicts.iter().eq(expected));
}

#[test]
fn nep_364_accepts_it_for_the_messages_that_dalek_accepts_it_for() {
    testing_env!(VMContextBuilder::new().build());
    let key = VerifyingKey::from_bytes(&key()).expect("a point");
    let signature = ed25519_dalek::Signature::from_bytes(&signature());
    let by_dalek = |message: &[u8]| key.verify(message, &signature).is_ok();
    for message in 0..MESSAGES {
        let message = message.to_le_bytes();
        let expected = by_dalek(&message);
        assert_eq!(
            by_tendermint(&SignatureVerifier::<Host>::default(), &message),
            expected
        );
        assert_eq!(
            by_tendermint(&SignatureVerifier::<Wasm>::default(), &message),
            expected
        );
        assert_eq!(
            Wasm::ed25519_verify(&signature.to_bytes(), &message, key.as_bytes()),
            expected
        );
    }
    // About one in eight: refusing such votes costs liveness at most.
    let accepted = accepted(by_dalek);
    assert!(
        (MESSAGES / 16..MESSAGES / 4).contains(&accepted),
        "{accepted} of {MESSAGES}"
    );
}
