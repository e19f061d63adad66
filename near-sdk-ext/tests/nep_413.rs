//! NEP-413 against messages that wallets and libraries signed.

use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::nep413::{Refused, SignedMessage};
use near_sdk_ext::{PublicKey, Signature};

/// Two tests of near-api-js, without and with a callback: one key, one nonce, signatures in base64.
/// Then two intents of mainnet's transaction 8rEAAvvj1SNB7fn7aczUo79k4niyNVtDWkm6FMyDWAUb, as
/// intents.near got them.
const SIGNED: &str = include_str!("nep_413.json");

/// The first of near-api-js, as it is written.
fn first() -> String {
    let all: Vec<serde_json::Value> = serde_json::from_str(SIGNED).expect("JSON");
    all[0].to_string()
}

fn all() -> Vec<SignedMessage> {
    serde_json::from_str(SIGNED).expect("signed messages")
}

fn read(json: &str) -> SignedMessage {
    serde_json::from_str(json).expect("a signed message")
}

#[test]
fn what_wallets_and_libraries_signed_is_accepted_and_no_change_of_it() {
    testing_env!(VMContextBuilder::new().build());
    for signed in all() {
        let recipient = signed.payload.recipient.clone();
        assert_eq!(signed.verify(&recipient), Ok(()));
        let changes: [fn(&mut SignedMessage); 5] = [
            |it| it.payload.message.push(' '),
            |it| it.payload.nonce[31] ^= 1,
            |it| it.payload.recipient.push('x'),
            |it| {
                let url = it.payload.callback_url.take();
                it.payload.callback_url = url.xor(Some(String::new()));
            },
            |it| {
                let mut bytes = *it.signature.as_bytes();
                bytes[40] ^= 1;
                it.signature = Signature::from(bytes);
            },
        ];
        for change in changes {
            let mut changed = signed.clone();
            change(&mut changed);
            let recipient = changed.payload.recipient.clone();
            let key = changed.public_key;
            assert_eq!(changed.verify(&recipient), Err(Refused::Signature(key)));
        }
    }
}

#[test]
fn messages_for_others_and_by_keys_of_small_order_are_refused_by_name() {
    let mut signed = read(&first());
    let refused = |signed: &SignedMessage, recipient| {
        let refused = signed.verify(recipient).expect_err("refused");
        refused.to_string()
    };
    assert_eq!(
        refused(&signed, "another.near"),
        "the message is for example.near, not for another.near"
    );
    signed.public_key = PublicKey::from([0; 32]);
    assert_eq!(
        refused(&signed, "example.near"),
        "the key ed25519:11111111111111111111111111111111 is of small order"
    );
}

#[test]
fn json_and_borsh_read_back_and_what_is_wrong_is_named() {
    for signed in all() {
        let text = serde_json::to_string(&signed).expect("JSON");
        assert_eq!(read(&text), signed);
        let bytes = borsh::to_vec(&signed).expect("Borsh");
        assert_eq!(
            borsh::from_slice::<SignedMessage>(&bytes).expect("itself"),
            signed
        );
    }
    let error = |from: &str, to: &str| {
        let json = first().replace(from, to);
        let error = serde_json::from_str::<SignedMessage>(&json).expect_err("wrong");
        error.to_string()
    };
    let wrong = [
        ("KNV0", "", "wrong length: expected 32 bytes, got 29"),
        ("KNV0", "KN!0", "bad base64"),
        ("NnJg", "", "wrong length: expected 64 bytes, got 61"),
        ("\"NnJg", "\"ed25519:NnJg", "bad base58"),
        ("\"recipient\"", "\"receiver\"", "missing field `recipient`"),
    ];
    for (from, to, expected) in wrong {
        let error = error(from, to);
        assert!(error.contains(expected), "{error}");
    }
}
