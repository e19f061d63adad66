//! The contract `signed-messages`, in every build and on every backend: which messages it accepts
//! and refuses. The command `demo` measures its gas.

use ed25519_dalek::SigningKey;
use near_runtime_ext::Outcome;
use test_contracts::signed_messages::{
    Message, Payload, Signers, borsh_args, json_args, json_of, messages,
};
use test_contracts::{AnyBuild, ClientBuild, signed_messages};
use test_support::everywhere::{ACCOUNT, Everywhere, TGAS};

/// The builds whose signatures the host verifies.
const HOST: [AnyBuild; 3] = [
    AnyBuild::WeakInWasm,
    AnyBuild::Client(ClientBuild::Host),
    AnyBuild::Client(ClientBuild::HostMany),
];

/// Deploys on every backend that offers the build's imports.
fn deploy(build: AnyBuild) -> Everywhere {
    Everywhere::deploy(signed_messages(build).wasm())
}

/// Submits messages, in Borsh.
#[track_caller]
fn take(contract: &mut Everywhere, messages: &[Message]) -> Outcome {
    contract.call("take_borsh", &borsh_args(messages), 1000 * TGAS)
}

fn is_used(contract: &mut Everywhere, message: &Message) -> bool {
    let json = json_of(message);
    let args = serde_json::json!({
        "public_key": json["publicKey"],
        "nonce": json["payload"]["nonce"],
    });
    let view = contract.view("is_nonce_used", args.to_string().as_bytes());
    view.json().expect("a boolean")
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
    for build in AnyBuild::ALL {
        let mut contract = deploy(build);
        let [one, two] = Signers::ALL.map(|signers| messages(3, signers, ACCOUNT));
        let key = SigningKey::from_bytes(&[7; 32]);
        let with_callback = [payload([1; 32], ACCOUNT).signed(&key)];
        for taken in [&one[..2], &one[2..], &two[1..], &with_callback] {
            assert!(taken.iter().all(|message| !is_used(&mut contract, message)));
            let outcome = take(&mut contract, taken);
            assert!(outcome.failure.is_none(), "{build}: {:?}", outcome.failure);
            assert!(taken.iter().all(|message| is_used(&mut contract, message)));
            let again = contract.refusal("take_borsh", &borsh_args(taken));
            assert_eq!(again, "message 0: its nonce is taken", "{build}");
        }
        let json = json_args(&messages(5, Signers::Many, ACCOUNT)[4..]);
        let outcome = contract.call("take", &json, 1000 * TGAS);
        assert!(outcome.failure.is_none(), "{build}: {:?}", outcome.failure);
        let again = contract.refusal("take", &json);
        assert_eq!(again, "message 0: its nonce is taken", "{build}");
    }
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
    for build in HOST {
        let mut contract = deploy(build);
        let of_another = signed(0, &another);
        let both = [&first, &of_another, &third, &third].map(Message::clone);
        let refused = contract.refusal("take_borsh", &borsh_args(&both));
        assert_eq!(refused, "message 3: its nonce is taken", "{build}");
        assert_eq!(take(&mut contract, &both[..3]).failure, None);
        // The nonce's word has two used nonces already.
        assert!(!is_used(&mut contract, &second));
        let replayed = [second.clone(), third.clone()];
        let refused = contract.refusal("take_borsh", &borsh_args(&replayed));
        assert_eq!(refused, "message 1: its nonce is taken", "{build}");
        assert_eq!(take(&mut contract, &replayed[..1]).failure, None);
        for message in [&first, &second, &third] {
            assert!(is_used(&mut contract, message), "{build}");
        }
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
    for build in HOST {
        let mut contract = deploy(build);
        for (messages, expected) in &cases {
            let refused = contract.refusal("take_borsh", &borsh_args(messages));
            assert_eq!(&refused, expected, "{build}");
        }
        assert!(good.iter().all(|message| !is_used(&mut contract, message)));
    }
}
