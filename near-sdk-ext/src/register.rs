//! Registers that hold an input of the host function.

use crate::{backend, input::Input};

/// A register of the runtime that holds bytes. The host function reads them there, so they are
/// never copied into the contract.
///
/// The contract chooses the id: any number except the two that near-sdk uses itself,
/// `u64::MAX - 1` and `u64::MAX - 2`. A later write to the same register replaces the bytes.
///
/// ```
/// # use near_sdk::{test_utils::VMContextBuilder, testing_env};
/// # testing_env!(VMContextBuilder::new().build());
/// use near_sdk_ext::{Register, env};
///
/// # let mut key = [0; 32];
/// # key[0] = 1; // the identity, which accepts every message
/// # let mut signature = [0; 64];
/// # signature[0] = 1;
/// near_sdk::env::storage_write(b"order", b"any length");
/// let order = Register::storage(0, b"order").expect("it was written");
/// assert!(env::ed25519_verify_inputs((&signature).into(), order.into(), (&key).into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register(u64);

impl Register {
    /// Fills register `id` with the input of the call.
    ///
    /// # Cost
    /// `base` + `write_register_base` + `write_register_byte` * bytes.
    #[must_use]
    pub fn input(id: u64) -> Self {
        backend::input(id);
        Self(id)
    }

    /// Fills register `id` with the value stored under `key`; `None` if there is none.
    ///
    /// # Cost
    /// That of near-sdk's `storage_read`, without reading the register and writing to memory.
    #[must_use]
    pub fn storage(id: u64, key: &[u8]) -> Option<Self> {
        backend::storage_read(key, id).then_some(Self(id))
    }

    /// Fills register `id` with the result of promise `index`, for which this call is the callback;
    /// `None` if the promise failed.
    ///
    /// # Aborts
    /// Where there is no such promise: `InvalidPromiseResultIndex`.
    ///
    /// # Cost
    /// `promise_result_base` + `promise_result_byte` * bytes + `write_register_base` +
    /// `write_register_byte` * bytes.
    #[must_use]
    pub fn promise_result(id: u64, index: u64) -> Option<Self> {
        backend::promise_result(index, id).then_some(Self(id))
    }
}

impl From<Register> for Input<'_> {
    fn from(register: Register) -> Self {
        Self::Register(register.0)
    }
}
