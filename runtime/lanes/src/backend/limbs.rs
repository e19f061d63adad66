//! Field elements outside a machine, with fiat-crypto's arithmetic.

use fiat_crypto::curve25519_64::{
    fiat_25519_carry, fiat_25519_from_bytes, fiat_25519_loose_field_element,
    fiat_25519_tight_field_element, fiat_25519_to_bytes,
};

/// Five limbs of 51 bits, the lowest first.
pub(crate) type Limbs = [u64; 5];

pub(crate) const HALF: Limbs = [
    0x0007_ffff_ffff_fff7,
    0x0007_ffff_ffff_ffff,
    0x0007_ffff_ffff_ffff,
    0x0007_ffff_ffff_ffff,
    0x0003_ffff_ffff_ffff,
];
pub(crate) const ONE: Limbs = [1, 0, 0, 0, 0];
pub(crate) const ZERO: Limbs = [0; 5];

/// Reads a field element as in RFC 8032, section 5.1.3, but accepts numbers of p and above, like
/// dalek's `decompress` and ZIP-215. The top bit is ignored.
pub(crate) fn from_bytes(bytes: &[u8; 32]) -> Limbs {
    let mut bytes = *bytes;
    bytes[31] &= 0x7f;
    let mut tight = fiat_25519_tight_field_element(ZERO);
    fiat_25519_from_bytes(&mut tight, &bytes);
    tight.0
}

/// The canonical encoding of limbs below 2^52.
pub(crate) fn to_bytes(limbs: Limbs) -> [u8; 32] {
    let mut bytes = [0; 32];
    fiat_25519_to_bytes(
        &mut bytes,
        &fiat_25519_tight_field_element(reduce_limbs(limbs)),
    );
    bytes
}

/// The same element with limbs of at most 2^51, from limbs below 2^52.
pub(crate) fn reduce_limbs(limbs: Limbs) -> Limbs {
    let mut tight = fiat_25519_tight_field_element(ZERO);
    fiat_25519_carry(&mut tight, &fiat_25519_loose_field_element(limbs));
    tight.0
}
