//! Verdicts by the verifier of each rule, and reasons by the oddities that it does not allow.

use ed25519_dalek::VerifyingKey;
use ed25519_lanes::{Item, verify_many};
use near_runtime_ext::rules::{Flag, Flags, Rule, Triple};
use near_sdk_ext::{PublicKey, Signature};

/// A rule's verdict.
pub(super) struct Verdict {
    pub(super) rule: Rule,
    pub(super) is_accepted: bool,
    /// The oddities that the rule does not allow.
    pub(super) why: Vec<Flag>,
}

/// The oddities of a signature, and each rule's verdict, in the order of [`Rule::ALL`].
pub(super) fn verdicts(
    key: &PublicKey,
    signature: &Signature,
    message: &[u8],
) -> (Flags, Vec<Verdict>) {
    let triple = Triple {
        signature: signature.as_bytes().to_vec(),
        message: message.to_vec(),
        public_key: key.as_bytes().to_vec(),
    };
    let flags = triple.flags();
    let verdicts = Rule::ALL.map(|rule| Verdict {
        rule,
        is_accepted: accepts(rule, key, signature, message),
        why: rule.refuses(&flags).collect(),
    });
    (flags, verdicts.into())
}

/// The verdict of the rule's own verifier: not of the oddities, which only explain it.
pub(super) fn accepts(rule: Rule, key: &PublicKey, signature: &Signature, message: &[u8]) -> bool {
    let of_dalek = ed25519_dalek::Signature::from_bytes(signature.as_bytes());
    let dalek = VerifyingKey::from_bytes(key.as_bytes());
    match rule {
        Rule::Nep364 => dalek.is_ok_and(|key| {
            use ed25519_dalek::Verifier as _;
            key.verify(message, &of_dalek).is_ok()
        }),
        Rule::Binding => !key.is_small_order() && accepts(Rule::Nep364, key, signature, message),
        Rule::Strict => dalek.is_ok_and(|key| key.verify_strict(message, &of_dalek).is_ok()),
        Rule::Zip215 => {
            let item = Item {
                public_key: key.as_bytes(),
                signature: signature.as_bytes(),
                message,
            };
            verify_many(&[item], ed25519_lanes::Rule::Zip215) == [true]
        }
    }
}

#[cfg(test)]
mod tests;
