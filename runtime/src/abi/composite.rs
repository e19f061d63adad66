//! Functions of rows with `via composite`: nearcore's function of the same name does not suffice.
//!
//! nearcore's `promise_create` and `promise_then` charge `base` twice, once for each part. A row
//! can charge it only once, so these functions call nearcore's two parts in their documented order.

use super::nearcore;
use crate::host::{Charges, Host, HostResult};
use near_parameters::ExtCosts;
use near_vm_runner::logic::host as near;

/// Creates a promise with `$create`, then adds the call with `promise_batch_action_function_call`.
macro_rules! promise_of_a_call {
    ($name:ident = $create:ident($($arg:ident),*)) => {
        #[expect(clippy::too_many_arguments, reason = "the host ABI")]
        pub(crate) fn $name(
            host: &mut Host<'_>,
            memory: &mut [u8],
            $($arg: u64,)*
            method_name_len: u64,
            method_name_ptr: u64,
            arguments_len: u64,
            arguments_ptr: u64,
            amount_ptr: u64,
            gas: u64,
        ) -> HostResult<u64> {
            let created = nearcore::$create(host, memory, $($arg),*)?;
            nearcore::promise_batch_action_function_call(
                host,
                memory,
                created,
                method_name_len,
                method_name_ptr,
                arguments_len,
                arguments_ptr,
                amount_ptr,
                gas,
            )?;
            Ok(created)
        }
    };
}
promise_of_a_call!(promise_create = promise_batch_create(account_id_len, account_id_ptr));
promise_of_a_call!(promise_then = promise_batch_then(promise_idx, account_id_len, account_id_ptr));

/// The only function that charges a fee of its own before it refuses a view.
pub(crate) fn promise_return(
    host: &mut Host<'_>,
    memory: &mut [u8],
    promise_idx: u64,
) -> HostResult<()> {
    host.charge_base()?;
    if host.is_view() {
        host.charge(ExtCosts::promise_return, 1)?;
        host.settle()?;
        host.refuse_in_view("promise_return")?;
    }
    host.nearcore(Charges::Own, None, |ctx| {
        near::promise_return(ctx, memory, promise_idx)
    })
}

/// The import `gas`: contracts from before instrumentation charge themselves with it.
pub(crate) fn gas(host: &mut Host<'_>, memory: &mut [u8], opcodes: u32) -> HostResult<()> {
    host.nearcore(Charges::Wasm, None, |ctx| {
        near::gas_seen_from_wasm(ctx, memory, opcodes)
    })
}
