//! `verify`: forms of keys and signatures, wallets' messages, rules that differ, and hints.

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD};
use chain_files::nep413::FORMS;
use chain_files::nep413::{Message, Payload};
use curve25519_dalek::Scalar;
use ed25519_dalek::SigningKey;
use requirements::odd_points::{Point, of_small_order, sign};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use test_support::command::{Folder, assert_has, text};

/// What wallets and libraries signed: two messages of near-api-js, then two intents.
pub(crate) fn wallets() -> Vec<String> {
    let signed = include_str!("../../../near-sdk-ext/tests/nep_413.json");
    let signed: Vec<Value> = serde_json::from_str(signed).expect("JSON");
    assert_eq!(signed.len(), 4);
    signed.iter().map(Value::to_string).collect()
}

/// A wallet's answer and the request, the first message of [`wallets`], in two files.
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
        nonce: [255; 32],
        recipient: "app.near".to_owned(),
        callback_url: callback_url.map(str::to_owned),
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

/// Runs a command that may refuse, and returns its report.
fn report(folder: &Folder, line: &str) -> Value {
    let output = folder.run(&format!("{line} --json"));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let code = match report["accepted"].as_bool().expect("a verdict") {
        true => 0,
        false => 1,
    };
    assert_eq!(output.status.code(), Some(code), "{report}");
    report
}

#[test]
fn every_form_of_key_signature_and_message_is_read() {
    let (a, r) = honest();
    let message = b"text with an \xc3\xa9";
    let signature = sign(&a, &r, message);
    let folder = Folder::with([("message", message)]);
    let forms = |bytes: &[u8]| {
        let hex = hex::encode(bytes);
        [
            format!("0x{hex}"),
            hex.to_uppercase(),
            hex,
            BASE64_STANDARD.encode(bytes),
            BASE64_STANDARD_NO_PAD.encode(bytes),
            format!("ed25519:{}", bs58::encode(bytes).into_string()),
        ]
    };
    let keys = forms(&a.bytes);
    let first = &forms(&signature)[0];
    let pairs = keys.iter().map(|key| (key, first));
    let pairs: Vec<_> = pairs.map(|(key, it)| (key.clone(), it.clone())).collect();
    let signatures = forms(&signature).map(|it| (keys[0].clone(), it));
    for (key, signature) in pairs.into_iter().chain(signatures) {
        let line = format!("verify --public-key {key} --signature {signature} --message");
        let report = folder.report(&format!("{line} '{}'", "text with an é"));
        assert_eq!(report["public_key"], keys[5], "{key}");
    }
    let line = format!("verify --public-key {} --signature {first}", keys[0]);
    let hex = hex::encode(message);
    for from in [
        &format!("--message-hex {hex}"),
        &format!("--message-hex 0x{hex}"),
        "--message-file message",
        "--message-file - < message",
    ] {
        let report = folder.report(&format!("{line} {from}"));
        assert_eq!(report["accepted"], true, "{from}");
    }
}

#[test]
fn messages_of_wallets_are_accepted_by_every_rule_for_their_recipients() {
    for wallet in wallets() {
        let folder = Folder::with([("signed.json", &wallet)]);
        let recipient = match wallet.contains("intents.near") {
            true => "intents.near",
            false => "example.near",
        };
        let line = format!("verify --nep-413 signed.json --recipient {recipient}");
        for rule in ["nep-364", "binding", "strict", "zip-215"] {
            let report = folder.report(&format!("{line} --rule {rule}"));
            let hash = report["hash"].as_str().expect("a hash").to_owned();
            assert_eq!(hash.len(), 64);
            let expected = json!({
                "rule": rule, "accepted": true, "refusal": null, "odd": [], "holds_for": [],
                "recipient": recipient,
            });
            assert_has(&report, &expected);
            assert!(folder.prints(&line).contains(&hash));
        }
        let refused = "refused: the message is for ";
        let report = folder.refuses(
            "verify --nep-413 signed.json --recipient 'a\nb'",
            1,
            refused,
        );
        assert_eq!(report["accepted"], false);
        assert!(
            verdicts(&report)
                .iter()
                .all(|(_, is_accepted)| *is_accepted)
        );
        assert!(
            !folder
                .run("verify --nep-413 - --recipient x < signed.json")
                .status
                .success()
        );
        assert!(
            folder
                .prints("verify --nep-413 - < signed.json")
                .contains(recipient)
        );
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
            let mut lines = vec!["file.json".to_owned(), "- < file.json".to_owned()];
            if let Some(request) = request {
                folder.write("request.json", request.to_string());
                lines = vec![
                    "file.json --nep-413-request request.json".to_owned(),
                    "request.json --nep-413-request file.json".to_owned(),
                    "file.json --nep-413-request - < request.json".to_owned(),
                ];
            }
            for line in lines {
                let report =
                    folder.report(&format!("verify --recipient app.near --nep-413 {line}"));
                let expected = json!({ "rule": "binding", "accepted": true, "hash": hash });
                assert_has(&report, &expected);
            }
        }
    }
}

/// By NEP-364 some of these keys have signed any text, and the SDK refuses them all.
#[test]
fn a_wallets_message_is_judged_by_the_binding_rule_unless_another_is_asked_for() {
    let (_, r) = honest();
    let folder = Folder::new();
    let mut wallet: Value = serde_json::from_str(&wallets()[0]).expect("JSON");
    let line = "verify --nep-413 signed.json";
    folder.write("signed.json", wallet.to_string());
    let honest = folder.report(line);
    assert_has(&honest, &json!({ "rule": "binding", "accepted": true }));
    let printed = folder.prints(line);
    assert!(printed.starts_with("verdict         accepted by binding\n"));
    let hash = honest["hash"].as_str().expect("a hash");
    let hash = hex::decode(hash).expect("hex");
    let mut accepted = 0;
    for key in of_small_order() {
        let text = bs58::encode(key.bytes).into_string();
        wallet["publicKey"] = format!("ed25519:{text}").into();
        wallet["signature"] = BASE64_STANDARD.encode(sign(&key, &r, &hash)).into();
        folder.write("signed.json", wallet.to_string());
        let refused = folder.refuses(line, 1, "refused by binding: ");
        assert_has(&refused, &json!({ "rule": "binding", "accepted": false }));
        assert_eq!(refused["hash"], honest["hash"]);
        let printed = text_of_refusal(&folder, line);
        assert!(printed.starts_with("verdict         refused by binding: "));
        if refused["verdicts"]["nep-364"]["accepted"] == true {
            accepted += 1;
            let printed = folder.prints(&format!("{line} --rule nep-364"));
            assert!(printed.starts_with("verdict         accepted by nep-364\n"));
        }
    }
    assert_ne!(accepted, 0, "the rules differ");
}

fn text_of_refusal(folder: &Folder, line: &str) -> String {
    let output = folder.run(line);
    assert_eq!(output.status.code(), Some(1));
    text(&output.stdout)
}

/// Where rules differ: which of them accept, in the order nep-364, binding, strict, zip-215, and why
/// others do not.
#[test]
fn rules_differ_on_odd_signatures_and_each_says_why() {
    let (a, r) = honest();
    let odd = of_small_order();
    // The eight canonical encodings come first, of which the first is the identity's.
    let (identity, order_8) = (odd[0], odd[1]);
    let not_canonical = |it: &&Point| !it.is_canonical() && it.decoded() == identity.decoded();
    let other_identity = *odd.iter().find(not_canonical).expect("one");
    let small_key = "the public key is a point of small order";
    let cases = [
        ((identity, r), [true, false, false, true], small_key),
        (
            (a, identity),
            [true, true, false, true],
            "R, the first half of the signature, is a point of small order",
        ),
        (
            (a, other_identity),
            [false, false, false, true],
            "R, the first half of the signature, is not its point's canonical encoding",
        ),
        (
            (a, order_8),
            [false, false, false, true],
            "the equation holds only times the cofactor 8",
        ),
    ];
    let folder = Folder::new();
    for ((a, r), accepted, why) in cases {
        let line = line(&a.bytes, &sign(&a, &r, b"message"), b"message");
        let names = ["nep-364", "binding", "strict", "zip-215"];
        let expected: Vec<_> = names.into_iter().zip(accepted).collect();
        for (rule, is_accepted) in &expected {
            let report = report(&folder, &format!("{line} --rule {rule}"));
            assert_eq!(verdicts(&report), expected, "{why}");
            assert_eq!(report["accepted"], *is_accepted);
            if !is_accepted {
                assert!(
                    report["verdicts"][rule]["why"].to_string().contains(why),
                    "{report}"
                );
                assert!(report["refusal"].as_str().expect("why").contains(why));
            }
        }
        let output = folder.run(&line);
        assert!(text(&output.stdout).contains(why));
    }
}

#[test]
fn what_was_signed_instead_is_named_where_the_signature_holds_for_it() {
    let (a, r) = honest();
    let folder = Folder::new();
    let sha256 = |bytes: &[u8]| Sha256::digest(bytes).to_vec();
    let tagged = [&((1_u32 << 31) + 413).to_le_bytes(), &b"borsh"[..]].concat();
    let cases: [(&[u8], &[u8], &str); 6] = [
        (b"text", &sha256(b"text"), "the SHA-256 of the message"),
        (
            b"text\n",
            b"text",
            "the message without the line break at its end",
        ),
        (b"text", b"text\n", "the message with a line break after it"),
        (b"00ff", &[0, 0xff], "the bytes that the message is hex of"),
        (&[0, 0xff], b"00ff", "the message's hex digits, as text"),
        (
            b"borsh",
            &sha256(&tagged),
            "the SHA-256 of NEP-413's tag and the message",
        ),
    ];
    for (message, signed, expected) in cases {
        let refused = "refused by nep-364: the equation does not hold";
        let line = line(&a.bytes, &sign(&a, &r, signed), message);
        let report = folder.refuses(&line, 1, refused);
        let holds_for = report["holds_for"].as_array().expect("hints");
        assert_eq!(holds_for.len(), 1, "{holds_for:?}");
        assert!(holds_for[0].as_str().expect("words").starts_with(expected));
        let output = folder.run(&line);
        assert!(text(&output.stdout).contains(&format!("it holds for    {expected}")));
    }
    let line = line(&a.bytes, &sign(&a, &r, b"something else"), b"00ff\n");
    let report = folder.refuses(&line, 1, "refused");
    assert_eq!(report["holds_for"], json!([]));
}

#[test]
fn what_a_wallet_signed_instead_is_named_too() {
    let (a, r) = honest();
    let with_callback = wallets().remove(1);
    let without_callback = wallets().remove(0);
    let folder = Folder::new();
    let check = |signed: &Value, expected: &str| {
        folder.write("signed.json", signed.to_string());
        let report = folder.refuses("verify --nep-413 signed.json", 1, "the equation does not");
        assert_eq!(report["holds_for"], json!([expected]));
    };
    // The signature is of the payload without a callback: the key and the nonce are the same.
    let [mut signed, other] = [with_callback, without_callback]
        .map(|it| serde_json::from_str::<Value>(&it).expect("JSON"));
    signed["signature"] = other["signature"].clone();
    check(&signed, "the payload without its callbackUrl");

    let mut signed = other;
    let key = bs58::encode(a.bytes).into_string();
    signed["publicKey"] = format!("ed25519:{key}").into();
    let text = signed["payload"]["message"].as_str().expect("text");
    let signature = BASE64_STANDARD.encode(sign(&a, &r, text.as_bytes()));
    signed["signature"] = signature.into();
    check(&signed, "the message's text alone, without NEP-413");
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
        let report = report(&folder, line);
        let text = it["request"]["message"].as_str().unwrap_or_default();
        if it["sdk"] != "@near-js/signers 2.5.1" || text.is_ascii() {
            assert_has(&report, &json!({ "accepted": true, "holds_for": [] }));
            continue;
        }
        let holds_for = |report: &Value| report["holds_for"].to_string();
        assert_eq!(report["accepted"], false);
        assert!(holds_for(&report).starts_with(r#"["the payload with its text as UTF-16 lengths"#));
        // A wallet that leaves out the callback it is given.
        let signed = of_borsh_js(text);
        folder.write("answer.json", signed.to_string());
        let report = self::report(&folder, line);
        assert!(
            holds_for(&report).starts_with(r#"["the payload without its callbackUrl, its text as"#)
        );
        named += 1;
    }
    assert_eq!(named, 1);
}

/// The SDKs' request without its callback, signed as borsh-js 1.0.0 writes text: the number of UTF-16's code
/// units, and the low byte of each.
fn of_borsh_js(message: &str) -> Value {
    let (a, r) = honest();
    let text = |text: &str| {
        let units: Vec<u16> = text.encode_utf16().collect();
        let length = u32::try_from(units.len()).expect("short").to_le_bytes();
        let low: Vec<_> = units.iter().map(|unit| unit.to_le_bytes()[0]).collect();
        [&length[..], &low].concat()
    };
    let tag = ((1_u32 << 31) + 413).to_le_bytes();
    let nonce: [u8; 32] = std::array::from_fn(|at| u8::try_from(at * 7).expect("below 224"));
    let bytes = [&tag[..], &text(message), &nonce, &text("app.near"), &[0]].concat();
    let key = bs58::encode(a.bytes).into_string();
    let signature = BASE64_STANDARD.encode(sign(&a, &r, &Sha256::digest(bytes)));
    json!({ "publicKey": format!("ed25519:{key}"), "signature": signature })
}

#[test]
fn the_examples_of_the_help_succeed() {
    let folder = Folder::with([("signed.json", wallets().remove(0))]);
    for (name, content) in answer_and_request() {
        folder.write(name, content);
    }
    let examples = folder.examples("verify");
    assert_eq!(examples.len(), 4, "{examples:?}");
    for example in examples {
        folder.prints(&example);
    }
}
