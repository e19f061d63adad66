//! The references: two libraries for each rule, which must agree.

use crate::case::Case;
use ed25519_lanes::Rule;

/// Whether both references of the rule accept.
///
/// # Panics
/// One reference accepts and the other does not.
pub fn accepts(rule: Rule, case: &Case) -> bool {
    let [one, other] = match rule {
        Rule::Nep364 => [dalek_2(case), dalek_3(case)],
        Rule::Zip215 => [zebra(case), consensus(case)],
    };
    let [one, other] = [one.is_some(), other.is_some()];
    assert_eq!(one, other, "the references of {rule:?} disagree:\n{case}");
    one
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
