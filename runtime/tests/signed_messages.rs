//! The contract `signed-messages`, in every build and on every backend: which messages it accepts
//! and refuses. The command `demo` measures its gas.
#![allow(clippy::panic, reason = "a test fails by panicking")]
#![allow(unreachable_pub, reason = "a module of one test")]

#[path = "light_clients/client.rs"]
#[allow(dead_code, reason = "the other suites call the rest")]
mod client;

use client::Client;
use ed25519_dalek::SigningKey;
use test_contracts::signed_messages::{
    Message, Payload, Signers, borsh_args, json_args, json_of, messages,
};
use test_contracts::{Build, signed_messages};
use test_support::everywhere::ACCOUNT;

/// Deploys every build on every backend that offers its imports.
fn deploy() -> Client {
    Client::nobodys(Build::ALL.map(signed_messages), 0)
}

/// Submits messages that must be taken, in Borsh.
#[track_caller]
fn take(contract: &mut Client, messages: &[Message]) {
    let taken = contract.call("take_borsh", &borsh_args(messages));
    taken.expect("taken");
}

/// The reason why these messages are not taken.
#[track_caller]
fn refusal(contract: &mut Client, messages: &[Message]) -> String {
    contract.refusal("take_borsh", &borsh_args(messages))
}

fn is_used(contract: &mut Client, message: &Message) -> bool {
    let json = json_of(message);
    let args = serde_json::json!({
        "public_key": json["publicKey"],
        "nonce": json["payload"]["nonce"],
    });
    contract.view("is_nonce_used", &args).expect("an answer") == true
}

fn payload(nonce: [u8; 32], recipient: &str) -> Payload {
    Payload {
        message: "ten apples".to_owned(),
        nonce,
        recipient: recipient.to_owned(),
        callback_url: Some("https://example.com".to_owned()),
    }
}

#[test]
fn every_build_takes_signed_messages_in_json_and_borsh_once() {
    let mut contract = deploy();
    let [one, two] = Signers::ALL.map(|signers| messages(3, signers, ACCOUNT));
    let key = SigningKey::from_bytes(&[7; 32]);
    let with_callback = [payload([1; 32], ACCOUNT).signed(&key)];
    for taken in [&one[..2], &one[2..], &two[1..], &with_callback] {
        assert!(taken.iter().all(|message| !is_used(&mut contract, message)));
        take(&mut contract, taken);
        assert!(taken.iter().all(|message| is_used(&mut contract, message)));
        let again = refusal(&mut contract, taken);
        assert_eq!(again, "message 0: its nonce is taken");
    }
    let json = json_args(&messages(5, Signers::Many, ACCOUNT)[4..]);
    contract.call("take", &json).expect("taken");
    let again = contract.refusal("take", &json);
    assert_eq!(again, "message 0: its nonce is taken");
}

/// Two signers may use the same nonce; one signer may not, whatever the order of its messages.
#[test]
fn a_nonce_is_taken_once_for_each_signer() {
    let [key, another] = [1, 2].map(|seed| SigningKey::from_bytes(&[seed; 32]));
    let signed = |nonce: u8, key| {
        let mut bytes = [9; 32];
        bytes[31] = nonce;
        payload(bytes, ACCOUNT).signed(key)
    };
    let [first, second, third] = [0, 7, 255].map(|nonce| signed(nonce, &key));
    let mut contract = deploy();
    let both = [
        first.clone(),
        signed(0, &another),
        third.clone(),
        third.clone(),
    ];
    let refused = refusal(&mut contract, &both);
    assert_eq!(refused, "message 3: its nonce is taken");
    take(&mut contract, &both[..3]);
    // The nonce's word has two used nonces already.
    assert!(!is_used(&mut contract, &second));
    let replayed = [second.clone(), third.clone()];
    let refused = refusal(&mut contract, &replayed);
    assert_eq!(refused, "message 1: its nonce is taken");
    take(&mut contract, &replayed[..1]);
    for message in [&first, &second, &third] {
        assert!(is_used(&mut contract, message));
    }
}

#[test]
fn what_is_refused_is_named_and_nothing_is_recorded() {
    let good = messages(3, Signers::Many, ACCOUNT);
    let changed = |change: fn(&mut Message)| {
        let mut messages = good.clone();
        change(&mut messages[1]);
        messages
    };
    let elsewhere = payload([1; 32], "another.near").signed(&SigningKey::from_bytes(&[7; 32]));
    let json = json_of(&good[1]);
    let key = json["publicKey"].as_str().expect("a key");
    let not_signed = format!("message 1: {key} did not sign this message");
    let cases = [
        (vec![], "no messages"),
        (vec![good[0].clone(); 4097], "4097 messages, above 4096"),
        (
            vec![good[0].clone(), elsewhere],
            "message 1: the message is for another.near, not for contract.near",
        ),
        (changed(|it| it.signature[3] ^= 1), &not_signed),
        (changed(|it| it.payload.message.push('0')), &not_signed),
        // A signature that is valid for every message under this key.
        (
            changed(|it| {
                (it.public_key, it.signature) = ([0; 32], [0; 64]);
                (it.public_key[0], it.signature[0]) = (1, 1);
            }),
            "message 1: the key ed25519:4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM is of small order",
        ),
    ];
    let mut contract = deploy();
    for (messages, expected) in &cases {
        assert_eq!(&refusal(&mut contract, messages), expected);
    }
    assert!(good.iter().all(|message| !is_used(&mut contract, message)));
}
