//! Libraries that verify one signature: from bytes each time, as a host function must.

use ed25519_lanes::Item;

/// Whether a library accepts.
pub(crate) type Verify = fn(&Item<'_>) -> bool;

pub(crate) fn dalek_2(item: &Item<'_>) -> bool {
    use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};

    let signature = Signature::from_bytes(item.signature);
    VerifyingKey::from_bytes(item.public_key)
        .is_ok_and(|key| key.verify(item.message, &signature).is_ok())
}

pub(crate) fn dalek_3(item: &Item<'_>) -> bool {
    use ed25519_dalek_wasm::{Signature, Verifier as _, VerifyingKey};

    let signature = Signature::from_bytes(item.signature);
    VerifyingKey::from_bytes(item.public_key)
        .is_ok_and(|key| key.verify(item.message, &signature).is_ok())
}

pub(crate) fn consensus(item: &Item<'_>) -> bool {
    use ed25519_consensus::{Signature, VerificationKey};

    let signature = Signature::from(*item.signature);
    VerificationKey::try_from(*item.public_key)
        .is_ok_and(|key| key.verify(&signature, item.message).is_ok())
}

pub(crate) fn zebra(item: &Item<'_>) -> bool {
    use ed25519_zebra::{Signature, VerificationKey};

    let signature = Signature::from_bytes(item.signature);
    VerificationKey::try_from(*item.public_key)
        .is_ok_and(|key| key.verify(&signature, item.message).is_ok())
}

pub(crate) fn ring(item: &Item<'_>) -> bool {
    use ring::signature::{ED25519, UnparsedPublicKey};

    UnparsedPublicKey::new(&ED25519, item.public_key)
        .verify(item.message, item.signature)
        .is_ok()
}

pub(crate) fn aws_lc(item: &Item<'_>) -> bool {
    use aws_lc_rs::signature::{ED25519, UnparsedPublicKey};

    UnparsedPublicKey::new(&ED25519, item.public_key)
        .verify(item.message, item.signature)
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
