//! The adapters of foreign libraries, compared with the libraries' own functions.

use ed25519_dalek::{Signer as _, SigningKey};
use ics23::{HostFunctionsManager, HostFunctionsProvider};
use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{Host, HostMany, SHA256_HOST_THRESHOLD, Sha256, Wasm, ics23::HashFunctions};

/// Only 0.40 is compared here. The type for 0.41 comes from the same macro; the tests `fuzz`
/// compare it with dalek.
#[test]
fn tendermint_0_40_verifies_signatures_and_names_what_is_wrong() {
    use near_sdk_ext::tendermint::SignatureVerifier;
    use tendermint_040::{
        PublicKey, Signature,
        crypto::signature::{Error, Verifier as _},
    };

    testing_env!(VMContextBuilder::new().build());
    let key = SigningKey::from_bytes(&[3; 32]);
    let good = key.sign(b"message").to_bytes();
    let mut forged = good;
    forged[40] ^= 1;
    let key = PublicKey::from_raw_ed25519(key.verifying_key().as_bytes()).expect("32 bytes");
    let verify = |message: &[u8], signature: [u8; 64]| {
        let signature = Signature::try_from(&signature[..]).expect("64 bytes");
        SignatureVerifier::<Host>::verify(key, message, &signature)
    };
    assert!(verify(b"message", good).is_ok());
    for (message, signature) in [(&b"another"[..], good), (b"message", forged)] {
        let refused = verify(message, signature);
        assert!(matches!(refused, Err(Error::VerificationFailed)));
    }
}

#[test]
fn merkle_roots_are_those_of_tendermints_own_hash() {
    use tendermint::merkle::simple_hash_from_byte_vectors as root;
    use tendermint_040::merkle::simple_hash_from_byte_vectors as root_0_40;

    testing_env!(VMContextBuilder::new().build());
    // Leaves shorter and longer than the host function's threshold.
    const LONG: usize = SHA256_HOST_THRESHOLD;
    let lengths = [0, 1, 45, LONG - 2, LONG, 1000];
    for count in 0..=lengths.len() {
        let leaves = lengths[..count].iter().map(|length| vec![0x5a; *length]);
        let leaves: Vec<_> = leaves.collect();
        let expected = root::<tendermint::crypto::default::Sha256>(&leaves);
        assert_eq!(root::<Sha256<Host>>(&leaves), expected);
        assert_eq!(root::<Sha256<HostMany>>(&leaves), expected);
        assert_eq!(root::<Sha256<Wasm>>(&leaves), expected);
        assert_eq!(root_0_40::<Sha256<Host>>(&leaves), expected);
    }
}

#[test]
fn ics23_hashes_are_its_own() {
    testing_env!(VMContextBuilder::new().build());
    for length in [0, 64, SHA256_HOST_THRESHOLD, 1000] {
        let message = &vec![7; length];
        macro_rules! same {
            ($($function:ident),*) => {$(
                assert_eq!(
                    HashFunctions::<Host>::$function(message),
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
}
