//! Messages that wallets signed by
//! [NEP-413](https://github.com/near/NEPs/blob/master/neps/nep-0413.md), in the forms in which
//! wallets and SDKs write them. `--help` and the documents list this one table; each form has an
//! example, which tests read.

use base64::{Engine as _, prelude::BASE64_STANDARD};
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
    /// Names in `examples/nep-413`: of the [`examples`] in this form, a line each; then of their
    /// requests, if these are in a file of their own.
    pub names: &'static [&'static str],
    /// What is in these files.
    files: &'static [&'static str],
}

impl Form {
    /// The files of each of the [`examples`]: that of `--nep-413` and, if the form has one, that of
    /// `--nep-413-request`.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, Option<&'static str>)> + use<> {
        let mut files = self.files.iter().map(|file| file.lines());
        let (own, mut requests) = (files.next(), files.next());
        let own = own.into_iter().flatten();
        own.map(move |file| (file, requests.as_mut().and_then(Iterator::next)))
    }
}

/// Rows of a name, where it comes from, whether it is for contracts, and the examples' names.
macro_rules! forms {
    ($($name:literal, $comes_from:literal, $is_for_contracts:literal, $($file:literal)&+;)+) => {
        [$(Form {
            name: $name,
            comes_from: $comes_from,
            is_for_contracts: $is_for_contracts,
            names: &[$($file),+],
            files: &[$(include_str!(concat!("../examples/nep-413/", $file))),+],
        }),+]
    };
}

/// All forms.
pub const FORMS: [Form; 9] = forms! {
    "the request in `payload`, the answer around it",
        "applications; `request`, `params` or `signMessageParams` for `payload`", true, "payload.jsonl";
    "a signed intent", "what `intents.near` takes", true, "intent.jsonl";
    "the answer in `signedMessage`", "applications; `signed_message` or `result` for it", true, "signed-message.jsonl";
    "base64 for URLs, without padding", "links; with padding, too", true, "url.jsonl";
    "a field in both spellings", "servers of several clients; the values must agree", true, "spellings.jsonl";
    "all fields in one object, the nonce an array", "near-sign-verify's tokens", false, "flat.jsonl";
    "the nonce a `Buffer`", "`JSON.stringify` of a request to wallet-selector", false, "buffer.jsonl";
    "objects, and bytes as `Uint8Array`",
        "`JSON.stringify` of what near-api-js 7 has", false, "uint8-array.jsonl";
    "a wallet's answer, and the request", "NEP-413; two files", false, "answer.jsonl" & "request.jsonl";
};

/// The messages of the examples, without and with a callback. The first nonce and the second
/// signature have digits that differ between the alphabets of base64.
#[must_use]
pub fn examples() -> [Message; 2] {
    [
        ("Hello NEAR!", 255, None),
        ("ten ☕ \"apples\"", 1, Some("https://app.near/é")),
    ]
    .map(|(message, byte, callback_url)| {
        let payload = Payload {
            message: message.to_owned(),
            nonce: [byte; 32],
            recipient: "app.near".to_owned(),
            callback_url: callback_url.map(str::to_owned),
        };
        payload.signed(&SigningKey::from_bytes(&[7; 32]))
    })
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
