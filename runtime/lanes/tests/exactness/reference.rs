//! The references: two libraries for each rule, which must agree.

use crate::case::Case;
use ed25519_lanes::Rule;

/// Whether both references of the rule accept.
///
/// # Panics
/// If only one of them accepts.
pub fn accepts(rule: Rule, case: &Case) -> bool {
    let one = first_accepts(rule, case);
    let other = match rule {
        Rule::Nep364 => dalek_3(case),
        Rule::Zip215 => consensus(case),
    };
    assert_eq!(
        one,
        other.is_some(),
        "the references of {rule:?} disagree:\n{case:?}"
    );
    one
}

/// Whether the rule's first reference accepts; long runs use it.
pub fn first_accepts(rule: Rule, case: &Case) -> bool {
    let verdict = match rule {
        Rule::Nep364 => dalek_2(case),
        Rule::Zip215 => zebra(case),
    };
    verdict.is_some()
}

fn dalek_2(case: &Case) -> Option<()> {
    use ed25519_dalek::{Verifier as _, VerifyingKey};
    let key = VerifyingKey::from_bytes(&case.public_key).ok()?;
    key.verify(&case.message, &case.signature.into()).ok()
}

fn dalek_3(case: &Case) -> Option<()> {
    use ed25519_dalek_wasm::{Verifier as _, VerifyingKey};
    let key = VerifyingKey::from_bytes(&case.public_key).ok()?;
    key.verify(&case.message, &case.signature.into()).ok()
}

fn zebra(case: &Case) -> Option<()> {
    let key = ed25519_zebra::VerificationKey::try_from(case.public_key).ok()?;
    key.verify(&case.signature.into(), &case.message).ok()
}

fn consensus(case: &Case) -> Option<()> {
    let key = ed25519_consensus::VerificationKey::try_from(case.public_key).ok()?;
    key.verify(&case.signature.into(), &case.message).ok()
}
