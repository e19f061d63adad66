//! nearcore's host functions, a row each.
//!
//! ```text
//! module name(arguments) -> result [charges, in a view, gate] via module;
//! ```
//!
//! - *arguments*: of type `u64` unless they name another;
//! - *charges*: a [`Charges`](crate::host::Charges);
//! - *in a view*: `allowed` or `forbidden`; `as` is followed by the name in nearcore's error, if it differs;
//! - *gate*: the flag of `near_parameters::vm::Config` that opens it; none if every network has the function;
//! - *via*: only where the implementation is not `near_vm_runner::logic::host::name`; `module::name` then obeys the
//!   first two columns itself.
//!
//! `abi::tests::every_row_behaves_as_nearcore_at_every_limit_and_in_views` finds a wrong column.
//! `abi::tests::every_import_of_nearcore_has_a_row` fails if nearcore's own table has a name that
//! this one lacks. nearcore's test-only imports (`sandbox_debug_log`, `sleep_nanos`, `burn_gas`)
//! are behind features that no network enables.

/// Hands the rows, with the types that they leave out, to the macro `$with`.
macro_rules! full_rows {
    ($with:ident [$($args:tt)*]
     $($module:ident $name:ident($($arg:ident $(: $ty:ident)?),*) $(-> $result:ident)?
        [$($columns:tt)*] $(via $via:ident)?;)*) => {
        $with! { $($args)* $(
            $module $name($($arg: $crate::abi::type_or!(u64 $(, $ty)?)),*)
                -> $crate::abi::type_or!(() $(, $result)?)
                [$($columns)*] $(via $crate::abi::$via::$name)?;
        )* }
    };
}

macro_rules! type_or {
    ($default:ty) => {
        $default
    };
    ($default:ty, $given:ty) => {
        $given
    };
}

/// Hands every row to the macro `$with`, after `$args;`.
macro_rules! nearcore_functions {
    ($with:ident $(, $($args:tt)*)?) => { $crate::abi::full_rows! { $with [$($($args)*;)?]
        // The instrumentation.
        internal finite_wasm_gas(gas) [Wasm, allowed];
        internal finite_wasm_memory_copy(cnt: u32, lin, constant) -> u32 [Wasm, allowed];
        internal finite_wasm_memory_fill(cnt: u32, lin, constant) -> u32 [Wasm, allowed];
        internal finite_wasm_memory_init(cnt: u32, lin, constant) -> u32 [Wasm, allowed];
        internal finite_wasm_table_copy(cnt: u32, lin, constant) -> u32 [Wasm, allowed];
        internal finite_wasm_table_fill(cnt: u32, lin, constant) -> u32 [Wasm, allowed];
        internal finite_wasm_table_init(cnt: u32, lin, constant) -> u32 [Wasm, allowed];
        internal finite_wasm_stack(operand_size, frame_size) [Wasm, allowed];
        internal finite_wasm_unstack(operand_size, frame_size) [Wasm, allowed];
        internal finite_wasm_gas_exhausted() [Wasm, allowed];
        internal finite_wasm_stack_exhausted() [Wasm, allowed];

        // Registers.
        env read_register(register_id, ptr) [Base, allowed];
        env register_len(register_id) -> u64 [Base, allowed];
        env write_register(register_id, data_len, data_ptr) [Base, allowed];

        // Context.
        env current_account_id(register_id) [Base, allowed];
        env chain_id(register_id) [Base, allowed, chain_id_host_fn];
        env signer_account_id(register_id) [Base, forbidden];
        env signer_account_pk(register_id) [Base, forbidden];
        env predecessor_account_id(register_id) [Base, forbidden];
        env input(register_id) [Base, allowed];
        env block_index() -> u64 [Base, allowed];
        env block_timestamp() -> u64 [Base, allowed];
        env epoch_height() -> u64 [Base, allowed];
        env storage_usage() -> u64 [Base, allowed];

        // Economics.
        env account_balance(balance_ptr) [Base, allowed];
        env account_locked_balance(balance_ptr) [Base, allowed];
        env attached_deposit(balance_ptr) [Base, allowed];
        env prepaid_gas() -> u64 [Base, forbidden];
        env used_gas() -> u64 [Base, forbidden];

        // Math and cryptography.
        env random_seed(register_id) [Base, allowed];
        env sha256(value_len, value_ptr, register_id) [Own, allowed];
        env keccak256(value_len, value_ptr, register_id) [Own, allowed];
        env keccak512(value_len, value_ptr, register_id) [Own, allowed];
        env sha3_256(value_len, value_ptr, register_id) [Own, allowed, sha3_host_fns];
        env sha3_384(value_len, value_ptr, register_id) [Own, allowed, sha3_host_fns];
        env sha3_512(value_len, value_ptr, register_id) [Own, allowed, sha3_host_fns];
        env ed25519_verify(
            sig_len, sig_ptr, msg_len, msg_ptr, pub_key_len, pub_key_ptr
        ) -> u64 [Own, allowed];
        env p256_verify(
            sig_len, sig_ptr, msg_len, msg_ptr, pub_key_len, pub_key_ptr
        ) -> u64 [Own, allowed, p256_verify_host_fn];
        env ml_dsa_verify(
            sig_len, sig_ptr, msg_len, msg_ptr, pub_key_len, pub_key_ptr
        ) -> u64 [Own, allowed, ml_dsa_verify_host_fn];
        env ripemd160(value_len, value_ptr, register_id) [Own, allowed];
        env ecrecover(
            hash_len, hash_ptr, sign_len, sig_ptr, v, malleability_flag, register_id
        ) -> u64 [Own, allowed];

        // Outcome and logs.
        env value_return(value_len, value_ptr) [Base, allowed];
        env panic() [Base, allowed];
        env panic_utf8(len, ptr) [Base, allowed];
        env log_utf8(len, ptr) [Base, allowed];
        env log_utf16(len, ptr) [Base, allowed];
        env abort(msg_ptr: u32, filename_ptr: u32, line: u32, col: u32) [Base, allowed];

        // Promises.
        env promise_create(
            account_id_len, account_id_ptr, method_name_len, method_name_ptr, arguments_len,
            arguments_ptr, amount_ptr, gas
        ) -> u64 [Base, forbidden] via composite;
        env promise_then(
            promise_index, account_id_len, account_id_ptr, method_name_len, method_name_ptr,
            arguments_len, arguments_ptr, amount_ptr, gas
        ) -> u64 [Base, forbidden] via composite;
        env promise_and(promise_idx_ptr, promise_idx_count) -> u64 [Base, forbidden];
        env promise_batch_create(account_id_len, account_id_ptr) -> u64 [Base, forbidden];
        env promise_batch_then(
            promise_index, account_id_len, account_id_ptr
        ) -> u64 [Base, forbidden];
        env promise_set_refund_to(promise_index, account_id_len, account_id_ptr) [Base, forbidden];
        env promise_batch_action_state_init(
            promise_idx, code_len, code_ptr, amount_ptr
        ) -> u64 [Base, forbidden];
        env promise_batch_action_state_init_by_account_id(
            promise_idx, account_id_len, code_hash_ptr, amount_ptr
        ) -> u64 [Base, forbidden];
        env set_state_init_data_entry(
            promise_idx, action_index, key_len, key_ptr, value_len, value_ptr
        ) [Base, forbidden];

        // Contract and account identity.
        env current_contract_code(register_id) -> u64 [Base, allowed];
        env refund_to_account_id(register_id) [Base, forbidden];
        env universal_state_init_to_account_id(
            state_init_len, state_init_ptr, register_id
        ) -> u64 [Own, allowed, universal_accounts];
        env promise_batch_action_universal_state_init(
            promise_idx, state_init_len, state_init_ptr, amount_ptr
        ) [Base, forbidden, universal_accounts];

        // Promise actions.
        env promise_batch_action_create_account(promise_index) [Base, forbidden];
        env promise_batch_action_deploy_contract(
            promise_index, code_len, code_ptr
        ) [Base, forbidden];
        env promise_batch_action_deploy_global_contract(
            promise_index, code_len, code_ptr
        ) [Base, forbidden, global_contract_host_fns];
        env promise_batch_action_deploy_global_contract_by_account_id(
            promise_index, code_len, code_ptr
        ) [Base, forbidden, global_contract_host_fns];
        env promise_batch_action_use_global_contract(
            promise_index, code_hash_len, code_hash_ptr
        ) [Base, forbidden, global_contract_host_fns];
        env promise_batch_action_use_global_contract_by_account_id(
            promise_index, account_id_len, account_id_ptr
        ) [Base, forbidden, global_contract_host_fns];
        env promise_batch_action_function_call(
            promise_index, method_name_len, method_name_ptr, arguments_len, arguments_ptr,
            amount_ptr, gas
        ) [Base, forbidden];
        env promise_batch_action_function_call_weight(
            promise_index, method_name_len, method_name_ptr, arguments_len, arguments_ptr,
            amount_ptr, gas, gas_weight
        ) [Base, forbidden as promise_batch_action_function_call];
        env promise_batch_action_transfer(promise_index, amount_ptr) [Base, forbidden];
        env promise_batch_action_stake(
            promise_index, amount_ptr, public_key_len, public_key_ptr
        ) [Base, forbidden];
        env promise_batch_action_add_key_with_full_access(
            promise_index, public_key_len, public_key_ptr, nonce
        ) [Base, forbidden];
        env promise_batch_action_add_key_with_function_call(
            promise_index, public_key_len, public_key_ptr, nonce, allowance_ptr, receiver_id_len,
            receiver_id_ptr, method_names_len, method_names_ptr
        ) [Base, forbidden];
        env promise_batch_action_delete_key(
            promise_index, public_key_len, public_key_ptr
        ) [Base, forbidden];
        env promise_batch_action_delete_account(
            promise_index, beneficiary_id_len, beneficiary_id_ptr
        ) [Base, forbidden];
        env promise_batch_action_transfer_to_gas_key(
            promise_index, public_key_len, public_key_ptr, amount_ptr
        ) [Base, forbidden, gas_key_host_fns];
        env promise_batch_action_add_gas_key_with_full_access(
            promise_index, public_key_len, public_key_ptr, num_nonces
        ) [Base, forbidden, gas_key_host_fns];
        env promise_batch_action_add_gas_key_with_function_call(
            promise_index, public_key_len, public_key_ptr, num_nonces, allowance_ptr,
            receiver_id_len, receiver_id_ptr, method_names_len, method_names_ptr
        ) [Base, forbidden, gas_key_host_fns];

        // Yield and resume.
        env promise_yield_create(
            method_name_len, method_name_ptr, arguments_len, arguments_ptr, gas, gas_weight,
            register_id
        ) -> u64 [Base, forbidden];
        env promise_yield_create_with_id(
            method_name_len, method_name_ptr, arguments_len, arguments_ptr, amount_ptr, gas,
            gas_weight, yield_id_len, yield_id_ptr
        ) -> u64 [Base, forbidden, yield_with_id_host_fns];
        env promise_yield_resume(
            data_id_len, data_id_ptr, payload_len, payload_ptr
        ) -> u32 [Base, forbidden];
        env promise_yield_resume_with_yield_id(
            yield_id_len, yield_id_ptr, payload_len, payload_ptr
        ) -> u32 [Base, forbidden, yield_with_id_host_fns];

        // Promise results.
        env promise_results_count() -> u64 [Base, forbidden];
        env promise_result(result_idx, register_id) -> u64 [Base, forbidden];
        env promise_return(promise_idx) [Base, forbidden] via composite;

        // Storage.
        env storage_write(
            key_len, key_ptr, value_len, value_ptr, register_id
        ) -> u64 [Base, forbidden];
        env storage_read(key_len, key_ptr, register_id) -> u64 [Base, allowed];
        env storage_remove(key_len, key_ptr, register_id) -> u64 [Base, forbidden];
        env storage_has_key(key_len, key_ptr) -> u64 [Base, allowed];
        env storage_iter_prefix(prefix_len, prefix_ptr) -> u64 [Own, allowed];
        env storage_iter_range(start_len, start_ptr, end_len, end_ptr) -> u64 [Own, allowed];
        env storage_iter_next(
            iterator_id, key_register_id, value_register_id
        ) -> u64 [Own, allowed];

        // Gas charged by the contract itself.
        env gas(opcodes: u32) [Wasm, allowed] via composite;

        // Validators.
        env validator_stake(account_id_len, account_id_ptr, stake_ptr) [Base, allowed];
        env validator_total_stake(stake_ptr) [Base, allowed];

        // alt_bn128.
        env alt_bn128_g1_multiexp(value_len, value_ptr, register_id) [Own, allowed];
        env alt_bn128_g1_sum(value_len, value_ptr, register_id) [Own, allowed];
        env alt_bn128_pairing_check(value_len, value_ptr) -> u64 [Own, allowed];

        // BLS12-381.
        env bls12381_p1_sum(value_len, value_ptr, register_id) -> u64 [Own, allowed];
        env bls12381_p2_sum(value_len, value_ptr, register_id) -> u64 [Own, allowed];
        env bls12381_g1_multiexp(value_len, value_ptr, register_id) -> u64 [Own, allowed];
        env bls12381_g2_multiexp(value_len, value_ptr, register_id) -> u64 [Own, allowed];
        env bls12381_map_fp_to_g1(value_len, value_ptr, register_id) -> u64 [Own, allowed];
        env bls12381_map_fp2_to_g2(value_len, value_ptr, register_id) -> u64 [Own, allowed];
        env bls12381_pairing_check(value_len, value_ptr) -> u64 [Own, allowed];
        env bls12381_p1_decompress(value_len, value_ptr, register_id) -> u64 [Own, allowed];
        env bls12381_p2_decompress(value_len, value_ptr, register_id) -> u64 [Own, allowed];
    } };
}

pub(crate) use {full_rows, nearcore_functions, type_or};
