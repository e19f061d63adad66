//! The host function, in near-sdk's own shape and with inputs in registers.

#[cfg(any(target_arch = "wasm32", feature = "unit-testing"))]
use crate::host as backend;
#[cfg(not(any(target_arch = "wasm32", feature = "unit-testing")))]
use crate::native as backend;

pub use crate::input::Input;

/// Whether `signature` is `public_key`'s signature of `message`.
///
/// What is accepted is NEP-364's set, described in the [crate documentation](crate). A signature
/// whose last byte has any of its top three bits set and a key that is not a curve point are
/// refused (`false`), never an abort. The shape is that of near-sdk's own `env::ed25519_verify`.
///
/// ```
/// # use near_sdk as _; // links the mock that feature `unit-testing` calls
/// use near_sdk_ext::{DecodeError, PublicKey, Signature, env};
///
/// // RFC 8032, section 7.1, test 1.
/// let key: PublicKey = "ed25519:FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z".parse()?;
/// let signature: Signature = "ed25519:\
///     5awYiUvGiDFA33EJjj4TXJG44a5afJc8QjWRpGgQiu6b23jCr7yndW2fmp9ujwqJVe32J456wV3VF78Asb1obnTc"
///     .parse()?;
///
/// assert!(env::ed25519_verify(signature.as_bytes(), b"", key.as_bytes()));
/// assert!(!env::ed25519_verify(signature.as_bytes(), b"another message", key.as_bytes()));
/// # Ok::<(), DecodeError>(())
/// ```
///
/// # Cost
/// In gas, by the names of the runtime's parameters: `ed25519_verify_base` +
/// `ed25519_verify_byte` * message bytes, and for each of the three inputs `read_memory_base` +
/// `read_memory_byte` * its bytes. A signature refused for its top bits costs the base and its own
/// reading only. Source: nearcore's `host::ed25519_verify`.
#[must_use]
pub fn ed25519_verify(
    signature: &[u8; 64],
    message: impl AsRef<[u8]>,
    public_key: &[u8; 32],
) -> bool {
    ed25519_verify_inputs(
        Input::Memory(signature),
        Input::Memory(message.as_ref()),
        Input::Memory(public_key),
    )
}

/// [`ed25519_verify`] with each input in memory or in a register, of any length.
///
/// # Aborts
/// The contract is aborted, and its state changes undone, where
/// - the signature is not 64 bytes: `Ed25519VerifyInvalidInput`, "invalid signature length";
/// - the key is not 32 bytes: `Ed25519VerifyInvalidInput`, "invalid public key length"; not
///   reached by a signature that is refused for its top bits;
/// - a register is not set: `InvalidRegisterId`.
///
/// Natively the abort is a panic with the same text.
///
/// # Cost
/// As [`ed25519_verify`], except that an input in a register costs `read_register_base` +
/// `read_register_byte` * its bytes, which is cheaper than memory for any length, and saves the
/// call that would copy it there.
#[must_use]
pub fn ed25519_verify_inputs(
    signature: Input<'_>,
    message: Input<'_>,
    public_key: Input<'_>,
) -> bool {
    backend::ed25519_verify(signature, message, public_key)
}
