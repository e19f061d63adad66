//! Signatures as both versions of tendermint-rs ask for them: their traits differ in `self` alone.

use core::marker::PhantomData;

use crate::Flavour;

/// Tendermint's signatures; keys of other curves are refused.
///
/// # Cost
/// That of [`Flavour::ed25519_verify`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignatureVerifier<F>(PhantomData<F>);

macro_rules! signature_verifier {
    ($feature:literal, $tendermint:ident, ($($receiver:tt)*)) => {
        #[cfg(feature = $feature)]
        impl<F: Flavour> $tendermint::crypto::signature::Verifier for SignatureVerifier<F> {
            fn verify(
                $($receiver)*
                key: $tendermint::PublicKey,
                message: &[u8],
                signature: &$tendermint::Signature,
            ) -> Result<(), $tendermint::crypto::signature::Error> {
                use $tendermint::{PublicKey, crypto::signature::Error};
                let PublicKey::Ed25519(key) = key else {
                    return Err(Error::UnsupportedKeyType);
                };
                let key = key.as_bytes().try_into();
                let key = key.or(Err(Error::MalformedPublicKey))?;
                let signature = signature.as_bytes().try_into();
                let signature = signature.or(Err(Error::MalformedSignature))?;
                match F::ed25519_verify(signature, message, key) {
                    true => Ok(()),
                    false => Err(Error::VerificationFailed),
                }
            }
        }
    };
}

signature_verifier!("tendermint", tendermint, (&self,));
signature_verifier!("tendermint-0-40", tendermint_040, ());
