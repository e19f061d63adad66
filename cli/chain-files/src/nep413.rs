//! Messages that wallets signed by
//! [NEP-413](https://github.com/near/NEPs/blob/master/neps/nep-0413.md), in the forms in which
//! wallets and SDKs write them. `--help` and the documents list this one table; each form has an
//! example, which tests read.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD, prelude::BASE64_STANDARD};
use borsh::BorshSerialize;
use ed25519_dalek::{Signer as _, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// The beginning of the hashed bytes.
const TAG: u32 = (1 << 31) + 413;

/// A payload with its signature. In Borsh it is an element of the arguments.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize)]
pub struct Message {
    /// The signed payload.
    pub payload: Payload,
    /// The signer's key.
    pub public_key: [u8; 32],
    /// The signature of [`Payload::hash`].
    pub signature: [u8; 64],
}

/// The payload that a wallet shows to its user and signs.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize)]
pub struct Payload {
    /// The text.
    pub message: String,
    /// Makes the message unique; its last byte is its index in a word of the contract.
    pub nonce: [u8; 32],
    /// The recipient.
    pub recipient: String,
    /// The page to which a wallet in a browser returns.
    pub callback_url: Option<String>,
}

impl Payload {
    /// SHA-256 of the tag and the payload in Borsh.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        let bytes = borsh::to_vec(&(TAG, self));
        Sha256::digest(bytes.expect("memory takes any bytes")).into()
    }

    /// The signed payload.
    #[must_use]
    pub fn signed(self, signer: &SigningKey) -> Message {
        Message {
            signature: signer.sign(&self.hash()).to_bytes(),
            public_key: signer.verifying_key().to_bytes(),
            payload: self,
        }
    }
}

/// One form.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The name in documents.
    pub name: &'static str,
    /// The wallet or SDK that writes it.
    pub comes_from: &'static str,
    /// Whether contracts read it: forms in which bytes are not text would make contracts larger.
    pub is_for_contracts: bool,
    /// Whether the request is in a file of its own.
    is_answer: bool,
    write: fn(&Message) -> Value,
}

impl Form {
    /// A message's files: that of `--nep-413` and, if the form has one, that of
    /// `--nep-413-request`.
    #[must_use]
    pub fn files(&self, message: &Message) -> (Value, Option<Value>) {
        let own = self.is_answer.then(|| request(message));
        ((self.write)(message), own)
    }
}

/// A form of one file.
const fn form(
    name: &'static str,
    comes_from: &'static str,
    is_for_contracts: bool,
    write: fn(&Message) -> Value,
) -> Form {
    Form {
        name,
        comes_from,
        is_for_contracts,
        is_answer: false,
        write,
    }
}

/// All forms.
pub const FORMS: [Form; 9] = [
    form(
        "the request in `payload`, the answer around it",
        "applications; `request`, `params` or `signMessageParams` for `payload`",
        true,
        json_of,
    ),
    form("a signed intent", "what `intents.near` takes", true, |it| {
        json!({
            "standard": "nep413",
            "payload": request(it),
            "public_key": key(it),
            "signature": format!("ed25519:{}", bs58::encode(it.signature).into_string()),
        })
    }),
    form(
        "the answer in `signedMessage`",
        "applications; `signed_message` or `result` for it",
        true,
        |it| json!({ "request": request(it), "signedMessage": answer(it) }),
    ),
    form(
        "base64 for URLs, without padding",
        "links; with padding, too",
        true,
        |it| {
            let [nonce, signature] = [&it.payload.nonce[..], &it.signature];
            let mut json = json_of(it);
            json["payload"]["nonce"] = URL_SAFE_NO_PAD.encode(nonce).into();
            json["signature"] = URL_SAFE_NO_PAD.encode(signature).into();
            json
        },
    ),
    form(
        "a field in both spellings",
        "servers of several clients; the values must agree",
        true,
        |it| {
            let mut json = json_of(it);
            json["public_key"] = key(it);
            json["payload"]["callback_url"] = it.payload.callback_url.clone().into();
            json
        },
    ),
    form(
        "all fields in one object, the nonce an array",
        "near-sign-verify's tokens",
        false,
        |it| {
            let mut json = answer(it);
            json["message"] = it.payload.message.clone().into();
            json["nonce"] = json!(it.payload.nonce);
            json["recipient"] = it.payload.recipient.clone().into();
            json["callbackUrl"] = it.payload.callback_url.clone().into();
            json["state"] = Value::Null;
            json
        },
    ),
    form(
        "the nonce a `Buffer`",
        "`JSON.stringify` of a request to wallet-selector",
        false,
        |it| {
            let mut json = json_of(it);
            json["payload"]["nonce"] = json!({ "type": "Buffer", "data": it.payload.nonce });
            json
        },
    ),
    form(
        "objects, and bytes as `Uint8Array`",
        "`JSON.stringify` of what near-api-js 7 has",
        false,
        |it| {
            let mut json = json_of(it);
            json["payload"]["nonce"] = uint8_array(&it.payload.nonce);
            let key = json!({ "keyType": 0, "data": uint8_array(&it.public_key) });
            json["publicKey"] = json!({ "ed25519Key": key, "enum": "ed25519Key" });
            json["signature"] = uint8_array(&it.signature);
            json
        },
    ),
    Form {
        name: "a wallet's answer, and the request",
        comes_from: "NEP-413; two files",
        is_for_contracts: false,
        is_answer: true,
        write: answer,
    },
];

/// A message for examples; its nonce has a digit that differs between the alphabets of base64.
#[must_use]
pub fn example() -> Message {
    let payload = Payload {
        message: "Hello NEAR!".to_owned(),
        nonce: [255; 32],
        recipient: "app.near".to_owned(),
        callback_url: None,
    };
    payload.signed(&SigningKey::from_bytes(&[7; 32]))
}

/// A message with its payload inside.
#[must_use]
pub fn json_of(message: &Message) -> Value {
    let payload = &message.payload;
    let mut json = json!({
        "payload": {
            "message": payload.message,
            "nonce": BASE64_STANDARD.encode(payload.nonce),
            "recipient": payload.recipient,
        },
        "publicKey": format!("ed25519:{}", bs58::encode(message.public_key).into_string()),
        "signature": BASE64_STANDARD.encode(message.signature),
    });
    if let Some(url) = &payload.callback_url {
        json["payload"]["callbackUrl"] = url.as_str().into();
    }
    json
}

fn request(message: &Message) -> Value {
    json_of(message)["payload"].take()
}

fn key(message: &Message) -> Value {
    json_of(message)["publicKey"].take()
}

/// NEP-413's `SignedMessage`.
fn answer(message: &Message) -> Value {
    let signature = json_of(message)["signature"].take();
    json!({ "accountId": "alice.near", "publicKey": key(message), "signature": signature })
}

fn uint8_array(bytes: &[u8]) -> Value {
    let fields = bytes.iter().enumerate();
    fields
        .map(|(at, byte)| (at.to_string(), json!(byte)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}
