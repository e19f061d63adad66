//! `verify`: wallets' messages in every form; and a session with rules that differ, and with hints.

use crate::session::assert_session;
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD};
use chain_files::nep413::{FORMS, Message, Payload, example};
use curve25519_dalek::Scalar;
use ed25519_dalek::SigningKey;
use expect_test::expect_file;
use near_sdk_ext::nep413::TAG;
use requirements::odd_points::{Point, of_small_order, sign, undecodable};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use test_support::command::{Folder, assert_has};

/// Messages that wallets and libraries signed: two of near-api-js, then two intents.
pub(crate) fn wallets() -> Vec<String> {
    let signed = include_str!("../../../near-sdk-ext/tests/nep_413.json");
    let signed: Vec<Value> = serde_json::from_str(signed).expect("JSON");
    assert_eq!(signed.len(), 4);
    signed.iter().map(Value::to_string).collect()
}

/// A wallet's answer and its request, in two files: the first message of [`wallets`].
pub(crate) fn answer_and_request() -> [(&'static str, String); 2] {
    let mut answer: Value = serde_json::from_str(&wallets()[0]).expect("JSON");
    let request = answer["payload"].take();
    answer
        .as_object_mut()
        .expect("an object")
        .shift_remove("payload");
    [
        ("answer.json", answer.to_string()),
        ("request.json", request.to_string()),
    ]
}

/// A message signed by NEP-413.
fn signed(message: &str, callback_url: Option<&str>) -> Message {
    let payload = Payload {
        message: message.to_owned(),
        callback_url: callback_url.map(str::to_owned),
        ..example().payload
    };
    payload.signed(&SigningKey::from_bytes(&[7; 32]))
}

/// An honest signer's key and `R`.
fn honest() -> (Point, Point) {
    let [a, r] = [7, 9].map(|seed| Point::of(Scalar::from_bytes_mod_order([seed; 32])));
    (a, r)
}

/// A key as NEAR writes it.
fn written(key: &[u8; 32]) -> String {
    format!("ed25519:{}", bs58::encode(key).into_string())
}

#[test]
fn every_form_of_a_wallets_message_is_read_from_files_and_from_standard_input() {
    let folder = Folder::new();
    for message in [
        signed("Hello", None),
        signed("Café ☕", Some("https://app.near")),
    ] {
        let hash = hex::encode(message.payload.hash());
        for form in FORMS {
            let (file, request) = form.files(&message);
            folder.write("file.json", file.to_string());
            let mut lines = &["file.json", "- < file.json"][..];
            if let Some(request) = request {
                folder.write("request.json", request.to_string());
                lines = &[
                    "file.json --nep-413-request request.json",
                    "request.json --nep-413-request file.json",
                    "file.json --nep-413-request - < request.json",
                ];
            }
            for line in lines {
                let line = format!("verify --recipient app.near --nep-413 {line}");
                let report = folder.report(&line);
                let expected = json!({ "rule": "binding", "accepted": true, "hash": hash });
                assert_has(&report, &expected);
            }
        }
    }
}

/// Options for a signature, with the message in hex.
fn options(key: &Point, r: &Point, signed: &[u8], message: &[u8]) -> String {
    let signature = hex::encode(sign(key, r, signed));
    let [key, message] = [&key.bytes[..], message].map(hex::encode);
    format!("--public-key {key} --signature {signature} --message-hex {message}")
}

/// Signatures that rules differ on, and signatures of other texts than the message.
fn write_signatures(folder: &Folder) {
    let (a, r) = honest();
    folder.write("message", "text with an é");
    let signature = sign(&a, &r, "text with an é".as_bytes());
    let [key, signature] = [&a.bytes[..], &signature].map(|it| BASE64_STANDARD_NO_PAD.encode(it));
    folder.write(
        "signer",
        format!("--public-key {key} --signature {signature}"),
    );

    let of_small_order = of_small_order();
    // The eight canonical encodings come first, the identity's first of all.
    let identity = of_small_order[0];
    let not_canonical = |it: &&Point| !it.is_canonical() && it.decoded() == identity.decoded();
    let other_identity = of_small_order.iter().find(not_canonical).expect("one");
    let mixed = Point::mixed(Scalar::from(3_u8), 1);
    for (name, key, r) in [
        ("key-of-small-order", &identity, &r),
        ("r-of-small-order", &a, &identity),
        ("r-not-canonical", &a, other_identity),
        ("r-of-mixed-order", &a, &mixed),
        ("r-undecodable", &a, &undecodable()[0]),
    ] {
        folder.write(name, options(key, r, b"message", b"message"));
    }
    let sha256 = |bytes: &[u8]| Sha256::digest(bytes).to_vec();
    let tagged = [&TAG.to_le_bytes(), &b"borsh"[..]].concat();
    let instead: [(_, &[u8], &[u8]); 7] = [
        ("hash", b"text", &sha256(b"text")),
        ("without-break", b"text\n", b"text"),
        ("with-break", b"text", b"text\n"),
        ("bytes", b"00ff", &[0, 0xff]),
        ("digits", &[0, 0xff], b"00ff"),
        ("tagged", b"borsh", &sha256(&tagged)),
        ("something-else", b"00ff\n", b"something else"),
    ];
    for (name, message, signed) in instead {
        folder.write(name, options(&a, &r, signed, message));
    }
}

/// Wallets' messages: good ones, one under a key of small order, and some that are signed otherwise than NEP-413
/// says.
fn write_wallets(folder: &Folder) {
    let (a, r) = honest();
    let wallets = wallets().into_iter().enumerate().map(|(at, wallet)| {
        folder.write(&format!("wallet-{at}.json"), &wallet);
        serde_json::from_str::<Value>(&wallet).expect("JSON")
    });
    let mut wallets: Vec<_> = wallets.collect();
    // By NEP-364 this key has signed every text.
    let identity = of_small_order()[0];
    let hash = folder.report("verify --nep-413 wallet-0.json")["hash"].take();
    let hash = hex::decode(hash.as_str().expect("a hash")).expect("hex");
    let text = wallets[0]["payload"]["message"].as_str().expect("text");
    for (name, key, signed) in [
        ("small-order.json", &identity, &hash[..]),
        ("text-alone.json", &a, text.as_bytes()),
    ] {
        let mut wallet = wallets[0].clone();
        wallet["publicKey"] = written(&key.bytes).into();
        wallet["signature"] = BASE64_STANDARD.encode(sign(key, &r, signed)).into();
        folder.write(name, wallet.to_string());
    }
    // The payload without a callback has the same key and nonce.
    wallets[1]["signature"] = wallets[0]["signature"].take();
    folder.write("without-callback.json", wallets[1].to_string());

    // An unmodified SDK signed this; it writes its strings by borsh-js 1.0.0.
    let of_sdks = include_str!("../../../near-sdk-ext/tests/nep_413_sdks.json");
    let of_sdks: Vec<Value> = serde_json::from_str(of_sdks).expect("JSON");
    let text = |it: &Value| it["request"]["message"].as_str().map(str::to_owned);
    let is_not_ascii = |it: &Value| text(it).is_some_and(|text| !text.is_ascii());
    let mut by_borsh_js = of_sdks.into_iter();
    let by_borsh_js =
        by_borsh_js.find(|it| it["sdk"] == "@near-js/signers 2.5.1" && is_not_ascii(it));
    let by_borsh_js = by_borsh_js.expect("one");
    folder.write("answer.json", by_borsh_js["answer"].to_string());
    folder.write("request.json", by_borsh_js["request"].to_string());
    // A wallet may leave out the callback that it was given.
    let answer = of_borsh_js(&text(&by_borsh_js).expect("text"));
    folder.write("answer-without-callback.json", answer.to_string());
}

/// `form::tests` has every form of keys and signatures. The runtime's `conformance` and the lanes'
/// `exactness` show that oddities predict the verifiers' verdicts.
#[test]
fn verify_prints_its_session() {
    let folder = Folder::new();
    write_signatures(&folder);
    write_wallets(&folder);
    assert_session(&expect_file!["sessions/verify.txt"], &folder);
}

/// The SDKs' request without its callback, signed in borsh-js 1.0.0's encoding of text: the number
/// of UTF-16 code units, and the low byte of each.
fn of_borsh_js(message: &str) -> Value {
    let (a, r) = honest();
    let text = |text: &str| {
        let units: Vec<u16> = text.encode_utf16().collect();
        let length = u32::try_from(units.len()).expect("short").to_le_bytes();
        let low: Vec<_> = units.iter().map(|unit| unit.to_le_bytes()[0]).collect();
        [&length[..], &low].concat()
    };
    let nonce: [u8; 32] = std::array::from_fn(|at| u8::try_from(at * 7).expect("below 224"));
    let bytes = [
        &TAG.to_le_bytes()[..],
        &text(message),
        &nonce,
        &text("app.near"),
        &[0],
    ]
    .concat();
    let signature = BASE64_STANDARD.encode(sign(&a, &r, &Sha256::digest(bytes)));
    json!({ "publicKey": written(&a.bytes), "signature": signature })
}
