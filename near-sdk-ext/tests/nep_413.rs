//! NEP-413 against messages that wallets and libraries signed.

use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::nep413::{Refused, SignedMessage};
use near_sdk_ext::{PublicKey, Signature};

/// Tests of near-api-js, without and with a callback: one key, one nonce, signatures in base64.
const NEAR_API_JS: [&str; 2] = [
    r#"{"payload": {"message": "Hello NEAR!", "nonce": "KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y=",
        "recipient": "example.near"},
        "publicKey": "ed25519:2RM3EotCzEiVobm6aMjaup43k8cFffR4KHFtrqbZ79Qy",
        "signature": "NnJgPU1Ql7ccRTITIoOVsIfElmvH1RV7QAT4a9Vh6ShCOnjIzRwxqX54JzoQ/nK02p7VBMI2vJn48rpImIJwAw=="}"#,
    r#"{"payload": {"message": "Hello NEAR!", "nonce": "KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y=",
        "recipient": "example.near", "callbackUrl": "http://localhost:3000"},
        "publicKey": "ed25519:2RM3EotCzEiVobm6aMjaup43k8cFffR4KHFtrqbZ79Qy",
        "signature": "zzZQ/GwAjrZVrTIFlvmmQbDQHllfzrr8urVWHaRt5cPfcXaCSZo35c5LDpPpTKivR6BxLyb3lcPM0FfCW5lcBQ=="}"#,
];

/// Two intents of mainnet's transaction 8rEAAvvj1SNB7fn7aczUo79k4niyNVtDWkm6FMyDWAUb, as
/// intents.near got them.
const INTENTS: [&str; 2] = [
    r#"{"payload": {"nonce": "XCkavXk45BCln15mDa50zMN+uWXqv6nVTFbY4vi3b9Y=",
        "message": "{\"signer_id\":\"1d3c4c1898200faa3273e06b1834098ec635c88e538aeceb095d18321861a970\",\"deadline\":\"2025-09-23T14:42:10.476Z\",\"intents\":[{\"intent\":\"token_diff\",\"diff\":{\"nep141:17208628f84f5d6ad33f0da3bbbeb27ffcb398eac501a31bd6ad2011e36133a1\":\"999999000\",\"nep141:wrap.near\":\"-327580166752348350287445024\"}}]}",
        "recipient": "intents.near"}, "standard": "nep413",
        "signature": "ed25519:Scq7yw8YPWEwni9Rvy8R9pEFUCmscUSkRAu2LB9grPcr6L1NoNELBtiZZ58wm1cDrsgWForeaADkHnVmaqE6ULP",
        "public_key": "ed25519:6Eb6wkNagkMg5EfZjo2AmStrUrxPKWLSHYDqVX7ofxtV"}"#,
    r#"{"payload": {"nonce": "7vX4hxEe9Hu5veUyivPWPxDHpYNsXzi7EG8bc05EIlA=",
        "message": "{\"signer_id\":\"foxboss.near\",\"deadline\":\"2025-09-23T14:42:10.476Z\",\"intents\":[{\"intent\":\"token_diff\",\"diff\":{\"nep141:17208628f84f5d6ad33f0da3bbbeb27ffcb398eac501a31bd6ad2011e36133a1\":\"-1000000000\",\"nep141:wrap.near\":\"327579839172181597939094736\"}}]}",
        "recipient": "intents.near"}, "standard": "nep413",
        "signature": "ed25519:5Md212LF1YcemtoGCUPfB9sv1pijraj2VkKrFJscawXA7XXuVg6hvWTPcAvz2CuBH8Ns16Rmik1n7r9ySyyQJqWY",
        "public_key": "ed25519:ESzYnUQTyVsNpk2u8ZHZ6q2MF8MHsuoKFRC4aqYAvcJD"}"#,
];

fn read(json: &str) -> SignedMessage {
    serde_json::from_str(json).expect("a signed message")
}

#[test]
fn what_wallets_and_libraries_signed_is_accepted_and_no_change_of_it() {
    testing_env!(VMContextBuilder::new().build());
    for signed in NEAR_API_JS.into_iter().chain(INTENTS).map(read) {
        let recipient = signed.payload.recipient.clone();
        assert_eq!(signed.verify(&recipient), Ok(()));
        let changes: [fn(&mut SignedMessage); 5] = [
            |it| it.payload.message.push(' '),
            |it| it.payload.nonce[31] ^= 1,
            |it| it.payload.recipient.push('x'),
            |it| match it.payload.callback_url.take() {
                None => it.payload.callback_url = Some(String::new()),
                Some(_) => {}
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
    let mut signed = read(NEAR_API_JS[0]);
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
    for json in NEAR_API_JS.into_iter().chain(INTENTS) {
        let signed = read(json);
        let text = serde_json::to_string(&signed).expect("JSON");
        assert_eq!(read(&text), signed);
        let bytes = borsh::to_vec(&signed).expect("Borsh");
        assert_eq!(
            borsh::from_slice::<SignedMessage>(&bytes).expect("itself"),
            signed
        );
    }
    let error = |from: &str, to: &str| {
        let json = NEAR_API_JS[0].replace(from, to);
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
