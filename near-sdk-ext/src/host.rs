//! The one unsafe call of this crate: the import `env.ed25519_verify`.

#![expect(unsafe_code, reason = "a host function is a foreign function")]

use crate::input::Input;

impl Input<'_> {
    /// The pair (length, pointer) by which host functions take an input; the length `u64::MAX`
    /// makes the pointer a register id.
    fn as_host_args(self) -> (u64, u64) {
        match self {
            Self::Memory(bytes) => (bytes.len() as u64, bytes.as_ptr() as u64),
            Self::Register(id) => (u64::MAX, id),
        }
    }
}

pub(crate) fn ed25519_verify(
    signature: Input<'_>,
    message: Input<'_>,
    public_key: Input<'_>,
) -> bool {
    let (signature_len, signature_ptr) = signature.as_host_args();
    let (message_len, message_ptr) = message.as_host_args();
    let (key_len, key_ptr) = public_key.as_host_args();
    // SAFETY: the signature of the import is near-sys's own. Each pair is a live slice, which the
    // host only reads and does not keep (nor is it as long as `u64::MAX`), or names a register,
    // which is no memory of ours; the host aborts on an unset one.
    let accepted = unsafe {
        near_sys::ed25519_verify(
            signature_len,
            signature_ptr,
            message_len,
            message_ptr,
            key_len,
            key_ptr,
        )
    };
    accepted == 1
}
