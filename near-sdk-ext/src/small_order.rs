//! Keys of small order, by their bytes.

use crate::PublicKey;

/// The sign of x, the highest bit of an encoding; the others are y.
const SIGN: u8 = 0x80;

/// `y` of every point of small order, in every encoding. `y` of 0 and of 1 have two encodings each,
/// since they fit 255 bits even with the field's order added.
///
/// The identity has y = 1, the point of order 2 has y = -1, those of order 4 have y = 0, and those
/// of order 8 have the last two values.
const ENCODINGS: [[u8; 32]; 7] = [
    of_byte(0x00, 0x00), // 0
    of_byte(0x01, 0x00), // 1
    of_byte(0xec, 0xff), // -1
    of_byte(0xed, 0xff), // 0, as p
    of_byte(0xee, 0xff), // 1, as p + 1
    [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98,
        0xf0, 0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53,
        0xfc, 0x05,
    ],
    [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67,
        0x0f, 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac,
        0x03, 0x7a,
    ],
];

const fn of_byte(lowest: u8, others: u8) -> [u8; 32] {
    let mut y = [others; 32];
    y[0] = lowest;
    y[31] = others & !SIGN;
    y
}

/// Whether these bytes are a point of small order.
pub(crate) fn is_small_order(bytes: &[u8; 32]) -> bool {
    let mut y = *bytes;
    y[31] &= !SIGN;
    ENCODINGS.contains(&y)
}

impl PublicKey {
    /// Whether this is one of the 14 encodings of a point of small order. Under such a key one
    /// signature can be valid for many messages, so it does not bind its signer.
    ///
    /// It answers like dalek's `VerifyingKey::is_weak`, without decoding the point. Bytes that are
    /// not a point are not of small order. [`env::ed25519_verify_binding`] refuses such keys.
    ///
    /// [`env::ed25519_verify_binding`]: crate::env::ed25519_verify_binding
    ///
    /// ```
    /// use near_sdk_ext::PublicKey;
    ///
    /// let nears_system_key = PublicKey::from([0; 32]); // a point of order 4
    /// assert!(nears_system_key.is_small_order());
    /// ```
    #[must_use]
    pub fn is_small_order(&self) -> bool {
        is_small_order(self.as_bytes())
    }
}
