//! Our host functions: rows that replace nearcore's or add to them.

mod ecvrf_verify_many;
mod ed25519_verify;
mod ed25519_verify_many;
mod items;

use crate::abi::{HostFunction, Origin, rows, typed_functions};
use near_vm_runner::logic::{HostError, VMLogicError};

/// The overlay's rows; the columns are those of the table in [`crate::abi`].
macro_rules! overlay_functions {
    ($with:ident $(, $($args:tt)*)?) => { $with! { $($($args)*;)?
        env ed25519_verify(
            sig_len: u64, sig_ptr: u64, msg_len: u64, msg_ptr: u64, pub_key_len: u64, pub_key_ptr: u64
        ) -> u64 [Own, allowed, always] via crate::overlay::ed25519_verify::ed25519_verify;
        env ed25519_verify_many(
            items_len: u64, items_ptr: u64, rule: u64, register_id: u64
        ) -> u64 [Own, allowed, extension]
            via crate::overlay::ed25519_verify_many::ed25519_verify_many;
        env ecvrf_verify_many(
            items_len: u64, items_ptr: u64, suite: u64, register_id: u64
        ) -> u64 [Own, allowed, extension]
            via crate::overlay::ecvrf_verify_many::ecvrf_verify_many;
    } };
}
pub(crate) use overlay_functions;

/// The overlay's functions as typed Rust functions with the imports' names.
pub(crate) mod functions {
    use super::typed_functions;
    overlay_functions!(typed_functions);
}

/// Our host functions.
pub static FUNCTIONS: &[HostFunction] = overlay_functions!(rows, Origin::Overlay, functions);

/// The contract's fault: an input that the function does not accept.
fn invalid_input(msg: &str) -> VMLogicError {
    HostError::Ed25519VerifyInvalidInput {
        msg: msg.to_owned(),
    }
    .into()
}
