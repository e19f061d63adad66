//! The latest verifiers of others.

use super::Signed;
use avx512_verifiers::VerifyInput;
use commonware_cryptography::ed25519::{PublicKey, Signature};
use commonware_cryptography::{BatchEntry, BatchVerifier as _, Verifier as _};
use commonware_parallel::Sequential;
use solana_ed25519::ed_sigs;

pub(super) fn solana(signed: &Signed) -> bool {
    let signature = ed_sigs::Signature::from_bytes(&signed.signature);
    ed_sigs::VerificationKey::try_from(signed.public_key)
        .is_ok_and(|key| key.verify(&signature, &signed.message).is_ok())
}

pub(super) fn solana_together(signed: &[Signed]) -> bool {
    let mut batch = ed_sigs::batch::Verifier::new();
    for it in signed {
        let signature = ed_sigs::Signature::from_bytes(&it.signature);
        batch.queue((it.public_key.into(), signature, &it.message));
    }
    batch.verify().is_ok()
}

/// A signature decoded for commonware, which verifies a namespace's length, the namespace and the message:
/// the message's first byte serves as the length.
struct Framed<'a> {
    namespace: &'a [u8],
    message: &'a [u8],
    public_key: PublicKey,
    signature: Signature,
}

/// `None` if the key cannot be decoded, or no namespace has such a length.
fn framed(signed: &Signed) -> Option<Framed<'_>> {
    let (&length, rest) = signed.message.split_first()?;
    // A larger length is encoded in more bytes.
    let length = (length < 0x80).then_some(usize::from(length))?;
    let (namespace, message) = rest.split_at_checked(length)?;
    Some(Framed {
        namespace,
        message,
        public_key: signed.public_key.try_into().ok()?,
        signature: signed.signature.try_into().ok()?,
    })
}

pub(super) fn commonware(signed: &Signed) -> bool {
    framed(signed).is_some_and(|it| {
        it.public_key
            .verify(it.namespace, it.message, &it.signature)
    })
}

/// commonware's batches take decoded keys.
pub(super) fn commonware_together(signed: &[Signed]) -> bool {
    let framed: Option<Vec<_>> = signed.iter().map(framed).collect();
    framed.is_some_and(|framed| {
        PublicKey::verify_batch(
            &mut rand_010::rng(),
            &framed,
            |_, it| BatchEntry {
                namespace: it.namespace,
                message: it.message,
                public_key: &it.public_key,
                signature: &it.signature,
            },
            &Sequential,
        )
    })
}

fn inputs(signed: &[Signed]) -> Vec<VerifyInput<'_>> {
    let inputs = signed.iter().map(|it| VerifyInput {
        public_key: it.public_key,
        signature: it.signature,
        message: &it.message,
    });
    inputs.collect()
}

pub(super) fn simd_strict(signed: &[Signed]) -> Vec<bool> {
    avx512_verifiers::strict(&inputs(signed))
}

pub(super) fn simd_zip_215(signed: &[Signed]) -> Vec<bool> {
    avx512_verifiers::zip_215(&inputs(signed))
}
