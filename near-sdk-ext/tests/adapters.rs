//! The adapters of foreign libraries, in every flavour, compared with the libraries' own functions.

use ed25519_dalek::{Signer as _, SigningKey};
use ics23::{HostFunctionsManager, HostFunctionsProvider};
use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{
    Flavour, Host, HostMany, SHA256_HOST_THRESHOLD, Sha256, Wasm, ics23::HashFunctions,
};

const MESSAGE: &[u8] = b"message";

/// A key, its signature of [`MESSAGE`], and one with a flipped bit.
fn signed() -> ([u8; 32], [Vec<u8>; 2]) {
    testing_env!(VMContextBuilder::new().build());
    let key = SigningKey::from_bytes(&[3; 32]);
    let good = key.sign(MESSAGE).to_bytes().to_vec();
    let mut forged = good.clone();
    forged[40] ^= 1;
    (key.verifying_key().to_bytes(), [good, forged])
}

/// Both versions' types have the same names; only the call of `verify` differs.
macro_rules! signatures {
    ($name:ident, $tendermint:ident, $verify:expr) => {
        fn $name<F: Flavour>() {
            use near_sdk_ext::tendermint::SignatureVerifier;
            use $tendermint::{
                PublicKey, Signature,
                crypto::signature::{Error, Verifier},
            };

            let (key, [good, forged]) = signed();
            let key = PublicKey::from_raw_ed25519(&key).expect("32 bytes");
            let verify = |message: &[u8], signature: &Vec<u8>| {
                let signature = Signature::try_from(signature.as_slice()).expect("64 bytes");
                ($verify)(key, message, &signature)
            };
            assert!(verify(MESSAGE, &good).is_ok());
            assert!(matches!(
                verify(b"another", &good),
                Err(Error::VerificationFailed)
            ));
            assert!(matches!(
                verify(MESSAGE, &forged),
                Err(Error::VerificationFailed)
            ));
        }
    };
}

signatures!(
    tendermint_0_41,
    tendermint,
    |key, message: &[u8], signature: &Signature| {
        SignatureVerifier::<F>::default().verify(key, message, signature)
    }
);
signatures!(
    tendermint_0_40,
    tendermint_040,
    SignatureVerifier::<F>::verify
);

#[test]
fn tendermint_verifies_signatures_and_names_what_is_wrong() {
    tendermint_0_41::<Host>();
    tendermint_0_41::<HostMany>();
    tendermint_0_41::<Wasm>();
    tendermint_0_40::<Host>();
    tendermint_0_40::<HostMany>();
    tendermint_0_40::<Wasm>();
}

#[test]
fn merkle_roots_are_those_of_tendermints_own_hash() {
    use tendermint::merkle::simple_hash_from_byte_vectors as root;
    use tendermint_040::merkle::simple_hash_from_byte_vectors as root_0_40;

    testing_env!(VMContextBuilder::new().build());
    // Leaf lengths on both sides of the host function's threshold.
    let lengths = [
        0,
        1,
        45,
        SHA256_HOST_THRESHOLD - 2,
        SHA256_HOST_THRESHOLD,
        1000,
    ];
    for count in 0..=lengths.len() {
        let leaves: Vec<_> = lengths[..count]
            .iter()
            .map(|length| vec![0x5a; *length])
            .collect();
        let expected = root::<tendermint::crypto::default::Sha256>(&leaves);
        assert_eq!(root::<Sha256<Host>>(&leaves), expected);
        assert_eq!(root::<Sha256<HostMany>>(&leaves), expected);
        assert_eq!(root::<Sha256<Wasm>>(&leaves), expected);
        assert_eq!(root_0_40::<Sha256<Host>>(&leaves), expected);
    }
}

/// Compares every function of the trait on one message.
fn ics23_hashes<F: Flavour>(message: &[u8]) {
    macro_rules! same {
        ($($function:ident),*) => {$(
            assert_eq!(
                HashFunctions::<F>::$function(message),
                HostFunctionsManager::$function(message),
                stringify!($function)
            );
        )*};
    }
    same!(
        sha2_256,
        sha2_512,
        sha2_512_truncated,
        keccak_256,
        ripemd160,
        blake2b_512,
        blake2s_256,
        blake3
    );
}

#[test]
fn ics23_hashes_are_its_own() {
    testing_env!(VMContextBuilder::new().build());
    for length in [0, 64, SHA256_HOST_THRESHOLD, 1000] {
        ics23_hashes::<Host>(&vec![7; length]);
        ics23_hashes::<HostMany>(&vec![7; length]);
        ics23_hashes::<Wasm>(&vec![7; length]);
    }
}
