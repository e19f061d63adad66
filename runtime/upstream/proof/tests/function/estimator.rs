//! The functions of the estimator's contract, run against patched nearcore's function instead of a
//! node, to show that their signatures and layouts are right.
#![allow(
    unsafe_op_in_unsafe_fn,
    clippy::missing_safety_doc,
    reason = "as nearcore's contract is"
)]

use crate::guest::{Guest, in_memory};
use crate::patched;

/// The host function as that contract imports it.
unsafe fn ed25519_verify_many(items_len: u64, items_ptr: u64, rule: u64, register_id: u64) -> u64 {
    let len = usize::try_from(items_len).expect("as long as the caller's");
    // SAFETY: only the functions below call this, with the address and length of an array.
    let items = unsafe { std::slice::from_raw_parts(items_ptr as *const u8, len) };
    let guest = Guest::with(items.to_vec());
    let args = in_memory(&guest, rule, register_id);
    patched::verify_many(&guest, args)
        .result
        .expect("well-formed items")
}

include!("../../../not-run/estimator_contract.rs");

#[test]
fn the_items_are_accepted() {
    // SAFETY: they take no arguments, and pass their own arrays to the function above.
    unsafe {
        ed25519_verify_many_1_item_500();
        ed25519_verify_many_256_items_2();
        ed25519_verify_many_16kib_64();
    }
}
