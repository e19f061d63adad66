//! Inputs of the host function.

/// The place of one of the host function's inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input<'a> {
    /// Bytes in the contract's memory.
    Memory(&'a [u8]),
    /// The register with this id, filled by an earlier host call such as `input`, `storage_read` or
    /// `promise_result`. The bytes are never copied into the contract.
    ///
    /// [`Register`](crate::Register) fills one. Registers belong to the runtime, so this variant exists
    /// on wasm32 and, natively, under the feature `unit-testing`, where near-sdk's mock keeps them.
    #[cfg(any(target_arch = "wasm32", feature = "unit-testing"))]
    Register(u64),
}

impl<'a, T: AsRef<[u8]> + ?Sized> From<&'a T> for Input<'a> {
    fn from(bytes: &'a T) -> Self {
        Self::Memory(bytes.as_ref())
    }
}
