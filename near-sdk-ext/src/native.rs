//! The host function off wasm32, without a mocked blockchain: the specification in plain Rust.

use crate::{dalek, input::Input};

/// Checks in the order of the specification: the signature's length, its top bits, the key's length,
/// and only then the curve.
#[expect(
    clippy::panic,
    reason = "a panic is what an abort of the contract is natively"
)]
pub(crate) fn ed25519_verify(
    signature: Input<'_>,
    message: Input<'_>,
    public_key: Input<'_>,
) -> bool {
    let Ok(signature) = <&[u8; 64]>::try_from(bytes(signature)) else {
        panic!("Ed25519VerifyInvalidInput: invalid signature length");
    };
    if dalek::has_top_bits(signature) {
        return false;
    }
    let Ok(public_key) = <&[u8; 32]>::try_from(bytes(public_key)) else {
        panic!("Ed25519VerifyInvalidInput: invalid public key length");
    };
    dalek::verify(signature, bytes(message), public_key)
}

/// Natively there is no call, so no tokens can be attached.
pub(crate) const fn attached_deposit() -> u128 {
    0
}

#[expect(
    clippy::panic,
    reason = "a panic is what an abort of the contract is natively"
)]
pub(crate) fn abort(text: &str) -> ! {
    panic!("{text}")
}

#[cfg(feature = "sha256")]
pub(crate) fn sha256(data: &[u8]) -> [u8; 32] {
    use sha2::Digest as _;
    sha2::Sha256::digest(data).into()
}

#[cfg_attr(
    feature = "unit-testing",
    expect(clippy::panic, reason = "only this crate's unit tests get here")
)]
fn bytes(input: Input<'_>) -> &[u8] {
    match input {
        Input::Memory(bytes) => bytes,
        #[cfg(feature = "unit-testing")]
        Input::Register(_) => panic!("registers are the mock's"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8032, section 7.1, test 2.
    const KEY: &str = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
    const SIGNATURE: &str = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
                             085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";

    fn verify(signature: &[u8], message: &[u8], key: &[u8]) -> bool {
        ed25519_verify(signature.into(), message.into(), key.into())
    }

    fn key_and_signature() -> (Vec<u8>, Vec<u8>) {
        let decode = |text| hex::decode(text).expect("hex");
        (decode(KEY), decode(SIGNATURE))
    }

    #[test]
    fn any_top_bit_refuses_the_rfc_signature_before_the_key_is_read() {
        let (key, mut signature) = key_and_signature();
        assert!(verify(&signature, &[0x72], &key));
        assert!(!verify(&signature, &[0x73], &key));
        for bit in 5..8 {
            signature[63] = 1 << bit;
            assert!(!verify(&signature, &[0x72], &[]));
        }
    }

    #[test]
    #[should_panic(expected = "invalid signature length")]
    fn a_signature_of_the_wrong_length_panics_before_the_key_is_read() {
        let (_, signature) = key_and_signature();
        let _ = verify(&signature[..63], &[0x72], &[]);
    }

    #[test]
    #[should_panic(expected = "invalid public key length")]
    fn a_key_of_the_wrong_length_panics() {
        let (key, signature) = key_and_signature();
        let _ = verify(&signature, &[0x72], &key[..31]);
    }
}
