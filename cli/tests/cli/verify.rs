//! `verify`: forms of keys and signatures, wallets' messages, rules that differ, and hints.

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD};
use chain_files::nep413::{FORMS, Message, Payload, example};
use curve25519_dalek::Scalar;
use ed25519_dalek::SigningKey;
use near_sdk_ext::nep413::TAG;
use requirements::odd_points::{Point, of_small_order, sign, undecodable};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use test_support::command::{Folder, assert_has, rows, text};

/// The rules in the order of reports.
const RULES: [&str; 5] = ["nep-364", "binding", "strict", "zip-215", "solana"];

const NEP_413: &str = "verify --nep-413 signed.json";

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

/// A command line for a signature, with the message in hex.
fn line(key: &[u8; 32], signature: &[u8; 64], message: &[u8]) -> String {
    let [key, signature, message] = [&key[..], signature, message].map(hex::encode);
    format!("verify --public-key {key} --signature {signature} --message-hex '{message}'")
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

/// Whether each rule accepts, in the order of the report.
fn verdicts(report: &Value) -> Vec<(&str, bool)> {
    let verdicts = report["verdicts"].as_object().expect("verdicts").iter();
    let verdicts = verdicts.map(|(rule, verdict)| {
        let is_accepted = verdict["accepted"].as_bool().expect("a verdict");
        let why = verdict["why"].as_array().expect("reasons");
        assert_eq!(is_accepted, why.is_empty(), "{rule}: {why:?}");
        (rule.as_str(), is_accepted)
    });
    verdicts.collect()
}

/// `form::tests` has every form of keys and signatures; forms without padding are here.
#[test]
fn every_form_of_message_is_read() {
    let (a, r) = honest();
    let message = "text with an é";
    let folder = Folder::with([("message", message)]);
    let signature = sign(&a, &r, message.as_bytes());
    let [key, signature] = [&a.bytes[..], &signature].map(|it| BASE64_STANDARD_NO_PAD.encode(it));
    let hex = hex::encode(message);
    for from in [
        &format!("--message '{message}'"),
        &format!("--message-hex {hex}"),
        &format!("--message-hex 0x{hex}"),
        "--message-file message",
        "--message-file - < message",
    ] {
        let line = format!("verify --public-key {key} --signature {signature} {from}");
        let report = folder.report(&line);
        assert_eq!(report["accepted"], true, "{from}");
        assert_eq!(report["public_key"], written(&a.bytes), "{from}");
    }
}

#[test]
fn messages_of_wallets_are_accepted_by_every_rule_for_their_recipients_alone() {
    for wallet in wallets() {
        let folder = Folder::with([("signed.json", &wallet)]);
        let recipient = match wallet.contains("intents.near") {
            true => "intents.near",
            false => "example.near",
        };
        let line = format!("{NEP_413} --recipient {recipient}");
        let report = folder.report(&line);
        let expected = json!({
            "accepted": true, "refusal": null, "odd": [], "holds_for": [], "recipient": recipient,
        });
        assert_has(&report, &expected);
        assert_eq!(verdicts(&report), RULES.map(|rule| (rule, true)));
        let hash = report["hash"].as_str().expect("a hash");
        assert_eq!(hash.len(), 64);
        let printed = folder.prints(&line);
        assert!(printed.contains(hash) && printed.contains(recipient));
        let other = format!("{NEP_413} --recipient 'a\nb'");
        let report = folder.refuses(&other, 1, "refused: the message is for ");
        assert_eq!(report["accepted"], false);
        assert_eq!(verdicts(&report), RULES.map(|rule| (rule, true)));
    }
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

/// By NEP-364 some of these keys have signed every text; the SDK refuses all of them.
#[test]
fn a_wallets_message_is_judged_by_the_binding_rule_unless_another_is_asked_for() {
    let (_, r) = honest();
    let mut wallet: Value = serde_json::from_str(&wallets()[0]).expect("JSON");
    let folder = Folder::with([("signed.json", wallet.to_string())]);
    let by = |rule: &str, said: &str, options: &str| {
        let printed = text(&folder.run(&format!("{NEP_413} {options}")).stdout);
        let verdict = format!("verdict         {said} by {rule}");
        assert!(printed.starts_with(&verdict), "{printed}");
    };
    let honest = folder.report(NEP_413);
    assert_has(&honest, &json!({ "rule": "binding", "accepted": true }));
    by("binding", "accepted", "");
    let hash = hex::decode(honest["hash"].as_str().expect("a hash")).expect("hex");
    let mut accepted = 0;
    for key in of_small_order() {
        wallet["publicKey"] = written(&key.bytes).into();
        wallet["signature"] = BASE64_STANDARD.encode(sign(&key, &r, &hash)).into();
        folder.write("signed.json", wallet.to_string());
        let refused = folder.refuses(NEP_413, 1, "refused by binding: ");
        assert_has(&refused, &json!({ "rule": "binding", "accepted": false }));
        assert_eq!(refused["hash"], honest["hash"]);
        by("binding", "refused", "");
        if refused["verdicts"]["nep-364"]["accepted"] == true {
            accepted += 1;
            by("nep-364", "accepted", "--rule nep-364");
        }
    }
    assert_ne!(accepted, 0, "the rules differ");
}

/// The rules that accept odd signatures, and the reasons why others refuse them.
const ODD: &str = "
nep-364 zip-215: the public key is a point of small order
nep-364 binding zip-215: R, the first half of the signature, is a point of small order
zip-215: R, the first half of the signature, is not its point's canonical encoding
zip-215 solana: the equation holds only times the cofactor 8
no rule: R, the first half of the signature, is no point of the curve
";

/// The runtime's `conformance` and the lanes' `exactness` show that oddities predict the verifiers'
/// verdicts.
#[test]
fn rules_differ_on_odd_signatures_and_each_says_why() {
    let (a, r) = honest();
    let odd = of_small_order();
    // The eight canonical encodings come first, the identity's first of all.
    let identity = odd[0];
    let mixed = Point::mixed(Scalar::from(3_u8), 1);
    let not_canonical = |it: &&Point| !it.is_canonical() && it.decoded() == identity.decoded();
    let other_identity = *odd.iter().find(not_canonical).expect("one");
    let of_a = [identity, other_identity, mixed, undecodable()[0]].map(|r| (a, r));
    let signed = [(identity, r)].into_iter().chain(of_a);
    let folder = Folder::new();
    for ((a, r), (accepted, why)) in signed.zip(rows(ODD)) {
        let line = line(&a.bytes, &sign(&a, &r, b"message"), b"message");
        let expected = RULES.map(|rule| (rule, accepted.split(' ').any(|it| it == rule)));
        for (rule, is_accepted) in expected {
            let line = format!("{line} --rule {rule}");
            let report = match is_accepted {
                true => folder.report(&line),
                false => folder.refuses(&line, 1, why),
            };
            assert_eq!(verdicts(&report), expected, "{why}");
            assert_eq!(report["accepted"], is_accepted);
            if !is_accepted {
                let reasons = report["verdicts"][rule]["why"].to_string();
                assert!(reasons.contains(why), "{report}");
                assert!(report["refusal"].as_str().expect("why").contains(why));
            }
        }
        let output = folder.run(&line);
        assert!(text(&output.stdout).contains(why));
    }
}

/// Checks that a refusal has one hint that begins with `hint`, for what the signature verifies, or
/// none.
#[track_caller]
fn assert_holds_for(folder: &Folder, line: &str, expected: Option<&str>) {
    let report = folder.refuses(line, 1, "the equation does not hold");
    let hints = report["holds_for"].as_array().expect("hints").iter();
    let hints: Vec<_> = hints.map(|it| it.as_str().expect("words")).collect();
    let begins = |hint: &&str| expected.is_some_and(|expected| hint.starts_with(expected));
    assert!(hints.iter().all(begins), "{hints:?}");
    assert_eq!(hints.len(), expected.iter().len());
    let printed = text(&folder.run(line).stdout);
    for hint in hints {
        assert!(printed.contains(&format!("it holds for    {hint}\n")));
    }
}

/// The hints for messages whose signature is of something else.
const INSTEAD: [&str; 6] = [
    "the SHA-256 of the message",
    "the message without the line break at its end",
    "the message with a line break after it",
    "the bytes that the message is hex of",
    "the message's hex digits, as text",
    "the SHA-256 of NEP-413's tag and the message",
];

#[test]
fn what_was_signed_instead_is_named_where_the_signature_holds_for_it() {
    let (a, r) = honest();
    let sha256 = |bytes: &[u8]| Sha256::digest(bytes).to_vec();
    let tagged = [&TAG.to_le_bytes(), &b"borsh"[..]].concat();
    let cases: [(&[u8], &[u8]); 7] = [
        (b"text", &sha256(b"text")),
        (b"text\n", b"text"),
        (b"text", b"text\n"),
        (b"00ff", &[0, 0xff]),
        (&[0, 0xff], b"00ff"),
        (b"borsh", &sha256(&tagged)),
        (b"00ff\n", b"something else"),
    ];
    let hints = INSTEAD.map(Some).into_iter().chain([None]);
    for ((message, signed), hint) in cases.into_iter().zip(hints) {
        let line = line(&a.bytes, &sign(&a, &r, signed), message);
        assert_holds_for(&Folder::new(), &line, hint);
    }
}

#[test]
fn what_a_wallet_signed_instead_is_named_too() {
    let (a, r) = honest();
    let [mut without, mut with] = [0, 1].map(|at| {
        let wallet = wallets().remove(at);
        serde_json::from_str::<Value>(&wallet).expect("JSON")
    });
    // The payload without a callback has the same key and nonce.
    with["signature"] = without["signature"].clone();
    let text = without["payload"]["message"].as_str().expect("text");
    let signature = sign(&a, &r, text.as_bytes());
    without["signature"] = BASE64_STANDARD.encode(signature).into();
    without["publicKey"] = written(&a.bytes).into();
    for (signed, expected) in [
        (with, "the payload without its callbackUrl"),
        (without, "the message's text alone, without NEP-413"),
    ] {
        let folder = Folder::with([("signed.json", signed.to_string())]);
        assert_holds_for(&folder, NEP_413, Some(expected));
    }
}

/// Unmodified SDKs signed these; one of them writes its strings by borsh-js 1.0.0.
#[test]
fn text_that_borsh_js_1_wrote_is_refused_and_named() {
    let of_sdks = include_str!("../../../near-sdk-ext/tests/nep_413_sdks.json");
    let of_sdks: Vec<Value> = serde_json::from_str(of_sdks).expect("JSON");
    let folder = Folder::new();
    let line = "verify --nep-413 answer.json --nep-413-request request.json";
    let mut named = 0;
    for it in &of_sdks {
        folder.write("answer.json", it["answer"].to_string());
        folder.write("request.json", it["request"].to_string());
        let text = it["request"]["message"].as_str().unwrap_or_default();
        if it["sdk"] != "@near-js/signers 2.5.1" || text.is_ascii() {
            assert_eq!(folder.report(line)["holds_for"], json!([]));
            continue;
        }
        let written = "the payload with its text as UTF-16 lengths";
        assert_holds_for(&folder, line, Some(written));
        // A wallet may leave out the callback that it was given.
        folder.write("answer.json", of_borsh_js(text).to_string());
        let written = "the payload without its callbackUrl, its text as";
        assert_holds_for(&folder, line, Some(written));
        named += 1;
    }
    assert_eq!(named, 1);
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
