//! Messages by NEP-413 that wallets and libraries signed, in every form in which they write them.

use chain_files::nep413::FORMS;
use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::PublicKey;
use near_sdk_ext::nep413::{Parts, Refused, SignedMessage};
use serde_json::{Value, json};

/// Two tests of near-api-js, without and with a callback: one key, one nonce, signatures in base64.
/// Then two intents of mainnet's transaction 8rEAAvvj1SNB7fn7aczUo79k4niyNVtDWkm6FMyDWAUb, as
/// intents.near got them.
const SIGNED: &str = include_str!("nep_413.json");

/// The output of unmodified SDKs, with the key whose seed is all sevens: requests and answers, as
/// `JSON.stringify` writes them. near-sign-verify has both in its token.
const OF_SDKS: &str = include_str!("nep_413_sdks.json");

/// The messages of the forms' files.
fn examples() -> [SignedMessage; 2] {
    chain_files::nep413::examples().map(|message| {
        let bytes = borsh::to_vec(&message).expect("Borsh");
        borsh::from_slice(&bytes).expect("a signed message")
    })
}

/// The message in one or two files.
fn joined((file, request): (&str, Option<&str>)) -> Result<SignedMessage, String> {
    let read = |file| {
        let parts = serde_json::from_str::<Parts>(file);
        parts.map_err(|error| error.to_string())
    };
    let mut parts = read(file)?;
    if let Some(request) = request {
        let request = read(request)?;
        parts = parts.joined(request).map_err(|error| error.to_string())?;
    }
    parts
        .try_into()
        .map_err(|error: near_sdk_ext::nep413::PartsError| error.to_string())
}

/// The test `fuzz` changes messages: none of those is accepted.
#[test]
fn what_wallets_and_libraries_signed_is_accepted() {
    testing_env!(VMContextBuilder::new().build());
    let all: Vec<SignedMessage> = serde_json::from_str(SIGNED).expect("signed messages");
    for signed in all {
        assert_eq!(signed.verify(&signed.payload.recipient), Ok(()));
    }
}

/// borsh-js 1.0.0 encodes text that is not ASCII otherwise than NEP-413 requires.
#[test]
fn what_sdks_give_is_read_and_accepted_but_for_text_by_borsh_js_1() {
    testing_env!(VMContextBuilder::new().build());
    let all: Vec<Value> = serde_json::from_str(OF_SDKS).expect("JSON");
    for it in &all {
        let [answer, request] = ["answer", "request"].map(|file| it[file].to_string());
        let signed = joined((&answer, Some(&request))).expect("read");
        let is_wrong = it["sdk"] == "@near-js/signers 2.5.1" && !signed.payload.message.is_ascii();
        let expected = match is_wrong {
            true => Err(Refused::Signature(signed.public_key)),
            false => Ok(()),
        };
        assert_eq!(signed.verify("app.near"), expected, "{}", it["sdk"]);
    }
    assert_eq!(all.len(), 8);
}

#[test]
fn every_form_of_the_table_is_read_and_accepted() {
    testing_env!(VMContextBuilder::new().build());
    for form in FORMS {
        for (files, expected) in form.files().zip(examples()) {
            assert_eq!(expected.verify("app.near"), Ok(()));
            assert_eq!(joined(files).as_ref(), Ok(&expected), "{}", form.name);
            let in_contract = serde_json::from_str::<SignedMessage>(files.0).ok();
            let expected = form.is_for_contracts.then_some(expected);
            assert_eq!(in_contract, expected, "{}", form.name);
        }
    }
}

#[test]
fn a_field_that_comes_twice_must_agree() {
    let [_, expected] = examples();
    let spelt = FORMS
        .iter()
        .find(|form| form.name.contains("both spellings"));
    let (file, _) = spelt.expect("a form").files().nth(1).expect("a file");
    let file: Value = serde_json::from_str(file).expect("JSON");
    let error = |path: &str, value: Value| {
        let mut file = file.clone();
        *file.pointer_mut(path).expect("a field") = value;
        let error = serde_json::from_value::<SignedMessage>(file).expect_err("refused");
        error.to_string()
    };
    let key = PublicKey::from([9; 32]).to_string();
    let differ = |name: &str| format!("`{name}` has two values that differ");
    assert_eq!(error("/public_key", key.into()), differ("publicKey"));
    let url = error("/payload/callback_url", "".into());
    assert_eq!(url, differ("callbackUrl"));
    // The parts are in objects of different depth, or in two files.
    for (name, value) in [
        ("message", "no"),
        ("recipient", "b.near"),
        ("nonce", &"A".repeat(43)),
    ] {
        let mut twice = file.clone();
        twice[name] = file["payload"][name].clone();
        let read = serde_json::from_str::<SignedMessage>(&twice.to_string());
        assert_eq!(read.expect("a signed message"), expected);
        let request = json!({ name: value }).to_string();
        let joined = joined((&file.to_string(), Some(&request)));
        assert_eq!(joined, Err(differ(name)));
    }
}

/// `nep_413_wrong.txt` explains its lines.
#[test]
fn what_is_wrong_is_named() {
    // The first message is of near-api-js.
    let all: Vec<Value> = serde_json::from_str(SIGNED).expect("JSON");
    let first = all[0].to_string();
    let lines = include_str!("nep_413_wrong.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (change, expected) = line.split_once(" => ").expect("an error");
        let (from, to) = change.split_once(" -> ").expect("a change");
        let json = first.replace(from, to);
        let error = serde_json::from_str::<SignedMessage>(&json).expect_err("wrong");
        let of_parts = serde_json::from_str::<Parts>(&json).map_err(|error| error.to_string());
        let mut said = error.to_string();
        match of_parts {
            Ok(_) => said += "; in a file it is read",
            Err(other) if other != said => said += &format!("; in a file: {other}"),
            Err(_) => {}
        }
        assert_eq!(said, expected, "{change}");
    }
}
