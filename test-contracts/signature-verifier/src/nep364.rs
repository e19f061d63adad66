//! The call of NEP-364's own benchmark, with its real signature. The contract holds the key; the
//! fixtures of `test-contracts` read this file too.

/// The key that `verify_ed25519` verifies against.
pub const PUBLIC_KEY: [u8; 32] = [
    0x20, 0x7a, 0x06, 0x78, 0x92, 0x82, 0x1e, 0x25, 0xd7, 0x70, 0xf1, 0xfb, 0xa0, 0xc4, 0x7c, 0x11,
    0xff, 0x4b, 0x81, 0x3e, 0x54, 0x16, 0x2e, 0xce, 0x9e, 0xb8, 0x39, 0xe0, 0x76, 0x23, 0x1a, 0xb6,
];

/// The first half of the signature: `R`.
pub const SIGNATURE_P1: [u8; 32] = [
    145, 193, 203, 18, 114, 227, 14, 117, 33, 213, 121, 66, 130, 14, 25, 4, 36, 120, 46, 142, 226,
    215, 7, 66, 122, 112, 97, 30, 249, 135, 61, 165,
];

/// The second half of the signature: `s`.
pub const SIGNATURE_P2: [u8; 32] = [
    221, 249, 252, 23, 105, 40, 56, 70, 31, 152, 236, 141, 154, 122, 207, 20, 75, 118, 79, 90, 168,
    6, 221, 122, 213, 29, 126, 196, 216, 104, 191, 6,
];

/// The message signed.
pub const MESSAGE: [u8; 32] = *b"kajdlfkjalkfjaklfjdkladjfkljadsk";

/// Both halves joined.
pub const SIGNATURE: [u8; 64] = join(SIGNATURE_P1, SIGNATURE_P2);

/// The 64 bytes of a signature that came in halves, as JSON arguments require.
#[must_use]
pub const fn join(p1: [u8; 32], p2: [u8; 32]) -> [u8; 64] {
    let mut signature = [0; 64];
    let (first, second) = signature.split_at_mut(32);
    first.copy_from_slice(&p1);
    second.copy_from_slice(&p2);
    signature
}
