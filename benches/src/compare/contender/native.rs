//! Libraries, called from Rust: from bytes each time, as a host function must.

use super::{Contender, Run, Signed};
use near_ed25519::verification::meter::measured;
use std::hint::black_box;

/// Whether a library accepts.
pub(crate) type Verify = fn(&Signed) -> bool;

/// A library.
pub(crate) struct Native(pub(crate) Verify);

impl Contender for Native {
    fn verify(&mut self, signed: &Signed, iterations: u32) -> anyhow::Result<Run> {
        // Opaque inputs: the compiler may not verify once for all rounds.
        let (is_accepted, elapsed) =
            measured(|| (0..iterations).all(|_| (self.0)(black_box(signed))));
        Ok(Run {
            is_accepted,
            elapsed,
            burnt_gas: None,
        })
    }
}

pub(crate) fn dalek_2(signed: &Signed) -> bool {
    use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};

    let signature = Signature::from_bytes(&signed.signature);
    VerifyingKey::from_bytes(&signed.public_key)
        .is_ok_and(|key| key.verify(&signed.message, &signature).is_ok())
}

pub(crate) fn dalek_3(signed: &Signed) -> bool {
    use ed25519_dalek_wasm::{Signature, Verifier as _, VerifyingKey};

    let signature = Signature::from_bytes(&signed.signature);
    VerifyingKey::from_bytes(&signed.public_key)
        .is_ok_and(|key| key.verify(&signed.message, &signature).is_ok())
}

pub(crate) fn consensus(signed: &Signed) -> bool {
    use ed25519_consensus::{Signature, VerificationKey};

    let signature = Signature::from(signed.signature);
    VerificationKey::try_from(signed.public_key)
        .is_ok_and(|key| key.verify(&signature, &signed.message).is_ok())
}

pub(crate) fn zebra(signed: &Signed) -> bool {
    use ed25519_zebra::{Signature, VerificationKey};

    let signature = Signature::from_bytes(&signed.signature);
    VerificationKey::try_from(signed.public_key)
        .is_ok_and(|key| key.verify(&signature, &signed.message).is_ok())
}

pub(crate) fn ring(signed: &Signed) -> bool {
    use ring::signature::{ED25519, UnparsedPublicKey};

    UnparsedPublicKey::new(&ED25519, &signed.public_key)
        .verify(&signed.message, &signed.signature)
        .is_ok()
}

pub(crate) fn aws_lc(signed: &Signed) -> bool {
    use aws_lc_rs::signature::{ED25519, UnparsedPublicKey};

    UnparsedPublicKey::new(&ED25519, &signed.public_key)
        .verify(&signed.message, &signed.signature)
        .is_ok()
}

/// Whether dalek 3 computes with AVX-512 here; if not, why. It decides as it is built, then, where
/// both were built, as it runs.
pub(crate) fn dalek_3_has_avx512() -> Result<(), &'static str> {
    const IS_CHOSEN: bool = cfg!(curve25519_dalek_backend = "avx512");
    const IS_ANOTHER_CHOSEN: bool = cfg!(any(
        curve25519_dalek_backend = "fiat",
        curve25519_dalek_backend = "serial",
        curve25519_dalek_backend = "simd"
    ));
    const IS_DEFAULT: bool = cfg!(all(
        target_feature = "avx512ifma",
        target_feature = "avx512vl"
    ));
    if !cpu_has_avx512() {
        return Err("not on this CPU");
    }
    if IS_CHOSEN || IS_DEFAULT && !IS_ANOTHER_CHOSEN {
        return Ok(());
    }
    Err("not in this build")
}

fn cpu_has_avx512() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx512ifma")
        && std::arch::is_x86_feature_detected!("avx512vl");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

#[cfg(test)]
mod tests {
    use super::super::super::row::{Group, ROWS, Rule};
    use super::*;
    use near_ed25519::verification::{Case, Family};

    #[test]
    fn every_library_accepts_by_the_rule_it_is_said_to() {
        let rows = ROWS.iter().filter(|row| row.group == Group::Native);
        for row in rows.filter(|row| row.unavailable().is_none()) {
            let mut contender = row.contender("".as_ref()).expect("nothing to compile");
            for &family in Family::ALL {
                let case = Case::new(family, 32).expect("a case");
                let signed = Signed {
                    signature: case.signature,
                    message: case.message.try_into().expect("32 bytes"),
                    public_key: case.public_key,
                };
                let run = contender.verify(&signed, 1).expect("a verdict");
                let expected = match row.accepts {
                    Rule::Nep364 => family.is_accepted(),
                    // The equation holds, and `R` may be written in any way.
                    Rule::Zip215 => family.is_accepted() || family == Family::RNonCanonical,
                    // AWS-LC wants the key to be canonical, and nothing else.
                    Rule::Own => {
                        let wants_canonical = row.name == "aws-lc-rs";
                        family.is_accepted()
                            && !(wants_canonical && family == Family::ANonCanonical)
                    }
                };
                assert_eq!(run.is_accepted, expected, "{}, {family}", row.name);
            }
        }
    }
}
