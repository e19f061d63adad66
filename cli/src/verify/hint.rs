//! Other texts that may have been signed. A hint names one only if the signature verifies for it.

use super::signed::{Signed, nep_413_hash};
use super::verdict::accepts;
use near_runtime_ext::rules::Rule;
use near_sdk_ext::nep413::{Payload, TAG};
use sha2::{Digest as _, Sha256};

/// A text that people mistake for the message, and its bytes.
type Candidate = (&'static str, Vec<u8>);

/// The texts for which the signature verifies by this rule, as hints.
pub(super) fn hints(signed: &Signed, rule: Rule) -> Vec<&'static str> {
    let candidates = match &signed.payload {
        Some(payload) => of_payload(payload),
        None => of_message(&signed.message),
    };
    let (key, signature) = (&signed.public_key, &signed.signature);
    let candidates = candidates.into_iter();
    let holds = candidates.filter(|(_, bytes)| accepts(rule, key, signature, bytes));
    holds.map(|(what, _)| what).collect()
}

fn sha256(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

fn of_message(message: &[u8]) -> Vec<Candidate> {
    let mut candidates = vec![
        ("the SHA-256 of the message", sha256(message)),
        (
            "the message with a line break after it",
            [message, b"\n"].concat(),
        ),
        (
            "the message's hex digits, as text",
            hex::encode(message).into(),
        ),
        (
            "the SHA-256 of NEP-413's tag and the message, as wallets sign: --nep-413 takes what they return",
            sha256(&[&TAG.to_le_bytes(), message].concat()),
        ),
    ];
    if let Some(line) = message.strip_suffix(b"\n") {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        candidates.push((
            "the message without the line break at its end",
            line.to_vec(),
        ));
    }
    if let Ok(text) = str::from_utf8(message) {
        let digits = text.trim().trim_start_matches("0x");
        let decoded = hex::decode(digits).into_iter();
        candidates.extend(decoded.map(|bytes| ("the bytes that the message is hex of", bytes)));
    }
    candidates
}

fn of_payload(payload: &Payload) -> Vec<Candidate> {
    let mut candidates = vec![(
        "the message's text alone, without NEP-413",
        payload.message.clone().into_bytes(),
    )];
    candidates.extend(by_borsh_js(payload).map(|bytes| (BY_BORSH_JS, sha256(&bytes))));
    if payload.callback_url.is_some() {
        let without = Payload {
            callback_url: None,
            ..payload.clone()
        };
        let hash = nep_413_hash(&without);
        candidates.push(("the payload without its callbackUrl", hash));
        let by_borsh_js = by_borsh_js(&without);
        candidates.extend(by_borsh_js.map(|bytes| (WITHOUT_BY_BORSH_JS, sha256(&bytes))));
    }
    let tagged = payload.tagged();
    let (_, untagged) = tagged.split_at(TAG.to_le_bytes().len());
    candidates.push(("the payload without NEP-413's tag", sha256(untagged)));
    candidates.push(("NEP-413's tag and the payload, not hashed", tagged));
    candidates
}

const BY_BORSH_JS: &str = "the payload with its text as UTF-16 lengths and low bytes, which is not NEP-413: \
    borsh-js 1.0.0 writes it so, in @near-js/signers 2.5.1";
const WITHOUT_BY_BORSH_JS: &str = "the payload without its callbackUrl, its text as UTF-16 lengths and low \
    bytes, which is not NEP-413: borsh-js 1.0.0 writes it so, in @near-js/signers 2.5.1";

/// The tag and the payload as `encode_string` of borsh-js 1.0.0 (`serialize.ts`) writes them;
/// `None` if that equals [`Payload::tagged`], as for ASCII text.
fn by_borsh_js(payload: &Payload) -> Option<Vec<u8>> {
    let text = |text: &str| {
        let low: Vec<_> = text.encode_utf16().map(|it| it.to_le_bytes()[0]).collect();
        let length = u32::try_from(low.len()).unwrap_or(u32::MAX); // files are smaller
        [&length.to_le_bytes(), &low[..]].concat()
    };
    let callback_url = match &payload.callback_url {
        Some(url) => [vec![1], text(url)].concat(),
        None => vec![0],
    };
    let (message, recipient) = (text(&payload.message), text(&payload.recipient));
    let bytes = [
        &TAG.to_le_bytes(),
        &message[..],
        &payload.nonce,
        &recipient,
        &callback_url,
    ]
    .concat();
    (bytes != payload.tagged()).then_some(bytes)
}
