//! One suite for each flavour of `Verifier<Signature>`.
//!
//! `host` is near-sdk's mock and so nearcore's own host function (dalek 2); `wasm` is the code of
//! the baseline and of the native host call (dalek 3).

use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{HostVerifier, PublicKey, Signature, WasmVerifier};
use requirements::peers::ed25519::{
    CCTV, SMALL_ORDER_GRID, SPECCHECK, Vector, WYCHEPROOF, vectors,
};
use signature::Verifier;

/// RFC 8032, section 7.1, test 2.
const MESSAGE: &[u8] = &[0x72];
const KEY: &str = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
const SIGNATURE: &str = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
                         085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";

fn signed() -> (PublicKey, Signature) {
    let decode = |text| hex::decode(text).expect("hex");
    let key = PublicKey::try_from(decode(KEY).as_slice()).expect("32 bytes");
    let signature = Signature::try_from(decode(SIGNATURE).as_slice()).expect("64 bytes");
    (key, signature)
}

trait Flavour: Verifier<Signature> + From<PublicKey> {
    fn accepts(key: PublicKey, message: &[u8], signature: &Signature) -> bool {
        Self::from(key).verify(message, signature).is_ok()
    }
}

impl<V: Verifier<Signature> + From<PublicKey>> Flavour for V {}

/// The verdict of dalek 2, which is nearcore's.
fn reference(vector: &Vector) -> bool {
    use ed25519_dalek::Verifier as _;
    let key = vector.public_key.as_slice().try_into();
    let key = key.map(ed25519_dalek::VerifyingKey::from_bytes);
    let signature = ed25519_dalek::Signature::from_slice(&vector.signature);
    matches!((key, signature), (Ok(Ok(key)), Ok(signature)) if key.verify(&vector.message, &signature).is_ok())
}

/// Signatures and keys of the wrong length have no type, so refusal is their only verdict.
fn agrees_with<V: Flavour>(file: &str, accepted: usize, total: usize) {
    testing_env!(VMContextBuilder::new().build()); // a full tank: 914 verifications burn 0.2 Pgas
    let Some(vectors) = vectors(file) else {
        return;
    };
    let verdict = |v: &Vector| {
        let key = PublicKey::try_from(v.public_key.as_slice());
        let signature = Signature::try_from(v.signature.as_slice());
        matches!((key, signature), (Ok(key), Ok(signature)) if V::accepts(key, &v.message, &signature))
    };
    let verdicts: Vec<_> = vectors.iter().map(verdict).collect();
    let expected: Vec<_> = vectors.iter().map(reference).collect();
    assert_eq!(verdicts, expected, "{file}");
    let count = verdicts.iter().filter(|verdict| **verdict).count();
    assert_eq!((count, vectors.len()), (accepted, total), "{file}");
}

fn accepts_the_rfc_signature<V: Flavour>() {
    let (key, signature) = signed();
    assert!(V::accepts(key, MESSAGE, &signature));
}

fn refuses_any_flipped_bit<V: Flavour>() {
    testing_env!(VMContextBuilder::new().build());
    let (key, signature) = signed();
    assert!(!V::accepts(key, &[MESSAGE[0] ^ 1], &signature));
    for bit in 0..512 {
        let mut bytes = *signature.as_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(
            !V::accepts(key, MESSAGE, &bytes.into()),
            "signature, bit {bit}"
        );
    }
    for bit in 0..256 {
        let mut bytes = *key.as_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(
            !V::accepts(bytes.into(), MESSAGE, &signature),
            "key, bit {bit}"
        );
    }
}

/// No point of the curve has y = 2: (y² - 1) / (d y² + 1) is not a square.
fn refuses_a_key_that_is_not_a_point<V: Flavour>() {
    let (_, signature) = signed();
    let mut key = [0; 32];
    key[0] = 2;
    assert!(!V::accepts(key.into(), MESSAGE, &signature));
}

/// With the key and `R` at the identity and `s = 0` the equation holds for every message, so the
/// top bits of `s` alone decide.
fn refuses_any_of_the_top_three_bits<V: Flavour>() {
    let mut identity = [0; 32];
    identity[0] = 1;
    let mut signature = [0; 64];
    signature[0] = 1;
    assert!(V::accepts(identity.into(), MESSAGE, &signature.into()));
    for bit in 5..8 {
        signature[63] = 1 << bit;
        assert!(!V::accepts(identity.into(), MESSAGE, &signature.into()));
    }
}

macro_rules! suite {
    ($($flavour:ident: $verifier:ty),*) => {$(
        mod $flavour {
            use super::*;

            #[test]
            fn agrees_with_speccheck() {
                agrees_with::<$verifier>(SPECCHECK, 5, 12);
            }

            #[test]
            fn agrees_with_the_small_order_set() {
                agrees_with::<$verifier>(SMALL_ORDER_GRID, 12, 196);
            }

            #[test]
            fn agrees_with_cctv() {
                agrees_with::<$verifier>(CCTV, 208, 914);
            }

            #[test]
            fn agrees_with_wycheproof() {
                agrees_with::<$verifier>(WYCHEPROOF, 88, 151);
            }

            #[test]
            fn accepts_the_rfc_signature() {
                super::accepts_the_rfc_signature::<$verifier>();
            }

            #[test]
            fn refuses_any_flipped_bit() {
                super::refuses_any_flipped_bit::<$verifier>();
            }

            #[test]
            fn refuses_a_key_that_is_not_a_point() {
                super::refuses_a_key_that_is_not_a_point::<$verifier>();
            }

            #[test]
            fn refuses_any_of_the_top_three_bits() {
                super::refuses_any_of_the_top_three_bits::<$verifier>();
            }
        }
    )*};
}

suite! { host: HostVerifier, wasm: WasmVerifier }
