//! Verdicts by each rule's verifier. The reasons are the oddities that the rule does not allow, in
//! words for people who have not read RFC 8032.

use super::signed::Signed;
use ed25519_dalek::VerifyingKey;
use ed25519_lanes::{Item, verify_many};
use near_runtime_ext::rules::{Flag, Flags, Oddity, Rule, Triple};
use near_sdk_ext::{PublicKey, Signature};

pub(super) struct Verdict {
    pub(super) rule: Rule,
    pub(super) is_accepted: bool,
    /// The oddities that the rule does not allow.
    pub(super) why: Vec<Flag>,
}

/// The oddities of a signature, and each rule's verdict, in the order of [`Rule::ALL`].
pub(super) fn verdicts(signed: &Signed) -> (Flags, Vec<Verdict>) {
    let (key, signature) = (&signed.public_key, &signed.signature);
    let triple = Triple {
        signature: signature.as_bytes().to_vec(),
        message: signed.message.clone(),
        public_key: key.as_bytes().to_vec(),
    };
    let flags = triple.flags();
    let verdicts = Rule::ALL.map(|rule| Verdict {
        rule,
        is_accepted: accepts(rule, key, signature, &signed.message),
        why: rule.refuses(&flags).collect(),
    });
    (flags, verdicts.into())
}

/// The verdict of the rule's own verifier, not of the oddities, which only explain it. The
/// runtime's `conformance` and the lanes' `exactness` show that both agree.
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
        Rule::Solana => {
            is_canonical_and_large(key.as_bytes())
                && is_canonical_and_large(of_dalek.r_bytes())
                && accepts(Rule::Zip215, key, signature, message)
        }
    }
}

/// Whether the bytes are the canonical encoding of a point that is not of small order.
fn is_canonical_and_large(encoded: &[u8; 32]) -> bool {
    VerifyingKey::from_bytes(encoded)
        .is_ok_and(|point| !point.is_weak() && point.to_edwards().compress().as_bytes() == encoded)
}

/// An oddity in words; `R` and `s` are the halves of the signature.
pub(super) fn in_words(flag: Flag) -> String {
    match flag {
        Flag::TopBits => "s, the second half of the signature, has one of its top three bits set: \
             ed25519_verify looks no further"
            .to_owned(),
        Flag::NotReduced => "s, the second half of the signature, is not reduced: the group's \
             order was added to it"
            .to_owned(),
        Flag::A(oddity) => of_point("the public key", oddity),
        Flag::R(oddity) => of_point("R, the first half of the signature,", oddity),
        Flag::OnlyTimesCofactor => "the equation holds only times the cofactor 8: sides differ by \
             a point of small order"
            .to_owned(),
        Flag::EquationFails => {
            "the equation does not hold: the key did not sign this message".to_owned()
        }
        Flag::SignatureLength | Flag::KeyLength => flag.to_string(),
    }
}

fn of_point(point: &str, oddity: Oddity) -> String {
    let is = match oddity {
        Oddity::Undecodable => "is no point of the curve",
        Oddity::NonCanonical => "is not its point's canonical encoding",
        Oddity::SmallOrder => "is a point of small order",
        Oddity::MixedOrder => "is of mixed order: it has a component of small order",
    };
    format!("{point} {is}")
}

/// All oddities in one line.
pub(super) fn all_in_words<'a>(flags: impl IntoIterator<Item = &'a Flag>) -> String {
    let words = flags.into_iter().map(|flag| in_words(*flag));
    words.collect::<Vec<_>>().join("; ")
}
