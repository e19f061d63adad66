//! The signature traits of both versions of tendermint-rs, which differ only in `self`.

use core::marker::PhantomData;

use crate::Flavour;

/// Tendermint's signatures, one at a time; keys of other curves are refused.
///
/// # Cost
/// That of [`Flavour::ed25519_verify`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignatureVerifier<F>(PhantomData<F>);

macro_rules! signature_verifier {
    ($feature:literal, $tendermint:ident, $parts:ident, ($($receiver:tt)*)) => {
        #[cfg(feature = $feature)]
        impl<F: Flavour> $tendermint::crypto::signature::Verifier for SignatureVerifier<F> {
            fn verify(
                $($receiver)*
                key: $tendermint::PublicKey,
                message: &[u8],
                signature: &$tendermint::Signature,
            ) -> Result<(), $tendermint::crypto::signature::Error> {
                let (signature, key) = $parts(&key, signature)?;
                match F::ed25519_verify(signature, message, key) {
                    true => Ok(()),
                    false => Err($tendermint::crypto::signature::Error::VerificationFailed),
                }
            }
        }

        /// The bytes of key and signature, if both are Ed25519's.
        #[cfg(feature = $feature)]
        pub(crate) fn $parts<'a>(
            key: &'a $tendermint::PublicKey,
            signature: &'a $tendermint::Signature,
        ) -> Result<(&'a [u8; 64], &'a [u8; 32]), $tendermint::crypto::signature::Error> {
            use $tendermint::{PublicKey, crypto::signature::Error};
            let PublicKey::Ed25519(key) = key else {
                return Err(Error::UnsupportedKeyType);
            };
            let key = key.as_bytes().try_into();
            let key = key.or(Err(Error::MalformedPublicKey))?;
            let signature = signature.as_bytes().try_into();
            let signature = signature.or(Err(Error::MalformedSignature))?;
            Ok((signature, key))
        }
    };
}

signature_verifier!("tendermint", tendermint, parts, (&self,));
signature_verifier!("tendermint-0-40", tendermint_040, parts_0_40, ());
