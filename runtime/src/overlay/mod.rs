//! Our host functions: rows that replace nearcore's, or add to them.

mod ed25519_verify;

use crate::abi::{HostFunction, Origin, rows, typed_functions};

/// The overlay's rows; the columns are those of the table in [`crate::abi`].
macro_rules! overlay_functions {
    ($with:ident $(, $($args:tt)*)?) => { $with! { $($($args)*;)?
        env ed25519_verify(
            sig_len: u64, sig_ptr: u64, msg_len: u64, msg_ptr: u64, pub_key_len: u64, pub_key_ptr: u64
        ) -> u64 [Own, allowed, always] via crate::overlay::ed25519_verify::ed25519_verify;
    } };
}
pub(crate) use overlay_functions;

/// The overlay's functions as typed Rust functions, named as their imports.
pub(crate) mod functions {
    use super::typed_functions;
    overlay_functions!(typed_functions);
}

/// Our host functions.
pub static FUNCTIONS: &[HostFunction] = overlay_functions!(rows, Origin::Overlay, functions);
