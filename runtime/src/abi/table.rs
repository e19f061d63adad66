//! nearcore's host functions, a row each.
//!
//! ```text
//! module name(arguments) -> result [charges, in a view, gate] via implementation;
//! ```
//!
//! - *charges*: a [`Charges`](super::Charges), proven for every row;
//! - *in a view*: `allowed` or `forbidden`, proven likewise;
//! - *gate*: `always`, `extension`, or the flag of `near_parameters::vm::Config` that opens it;
//! - *via*: only where the implementation is not `near_vm_runner::logic::host::name`.
//!
//! `abi::tests::every_import_of_nearcore_has_a_row` fails if nearcore's own table has a name that
//! this one lacks. nearcore's test-only imports (`sandbox_debug_log`, `sleep_nanos`, `burn_gas`)
//! are behind features that no network enables.

/// Hands every row to the macro `$with`, after `$args;`.
macro_rules! nearcore_functions {
    ($with:ident $(, $($args:tt)*)?) => { $with! { $($($args)*;)?
        // The instrumentation.
        internal finite_wasm_gas(gas: u64) -> () [Wasm, allowed, always];
        internal finite_wasm_memory_copy(
            cnt: u32, lin: u64, constant: u64
        ) -> u32 [Wasm, allowed, always];
        internal finite_wasm_memory_fill(
            cnt: u32, lin: u64, constant: u64
        ) -> u32 [Wasm, allowed, always];
        internal finite_wasm_memory_init(
            cnt: u32, lin: u64, constant: u64
        ) -> u32 [Wasm, allowed, always];
        internal finite_wasm_table_copy(
            cnt: u32, lin: u64, constant: u64
        ) -> u32 [Wasm, allowed, always];
        internal finite_wasm_table_fill(
            cnt: u32, lin: u64, constant: u64
        ) -> u32 [Wasm, allowed, always];
        internal finite_wasm_table_init(
            cnt: u32, lin: u64, constant: u64
        ) -> u32 [Wasm, allowed, always];
        internal finite_wasm_stack(
            operand_size: u64, frame_size: u64
        ) -> () [Wasm, allowed, always];
        internal finite_wasm_unstack(
            operand_size: u64, frame_size: u64
        ) -> () [Wasm, allowed, always];
        internal finite_wasm_gas_exhausted() -> () [Wasm, allowed, always];
        internal finite_wasm_stack_exhausted() -> () [Wasm, allowed, always];

        // Registers.
        env read_register(register_id: u64, ptr: u64) -> () [Base, allowed, always];
        env register_len(register_id: u64) -> u64 [Base, allowed, always];
        env write_register(
            register_id: u64, data_len: u64, data_ptr: u64
        ) -> () [Base, allowed, always];

        // Context.
        env current_account_id(register_id: u64) -> () [Base, allowed, always];
        env chain_id(register_id: u64) -> () [Base, allowed, chain_id_host_fn];
        env signer_account_id(register_id: u64) -> () [Base, forbidden, always];
        env signer_account_pk(register_id: u64) -> () [Base, forbidden, always];
        env predecessor_account_id(register_id: u64) -> () [Base, forbidden, always];
        env input(register_id: u64) -> () [Base, allowed, always];
        env block_index() -> u64 [Base, allowed, always];
        env block_timestamp() -> u64 [Base, allowed, always];
        env epoch_height() -> u64 [Base, allowed, always];
        env storage_usage() -> u64 [Base, allowed, always];

        // Economics.
        env account_balance(balance_ptr: u64) -> () [Base, allowed, always];
        env account_locked_balance(balance_ptr: u64) -> () [Base, allowed, always];
        env attached_deposit(balance_ptr: u64) -> () [Base, allowed, always];
        env prepaid_gas() -> u64 [Base, forbidden, always];
        env used_gas() -> u64 [Base, forbidden, always];

        // Math and cryptography.
        env random_seed(register_id: u64) -> () [Base, allowed, always];
        env sha256(value_len: u64, value_ptr: u64, register_id: u64) -> () [Own, allowed, always];
        env keccak256(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> () [Own, allowed, always];
        env keccak512(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> () [Own, allowed, always];
        env sha3_256(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> () [Own, allowed, sha3_host_fns];
        env sha3_384(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> () [Own, allowed, sha3_host_fns];
        env sha3_512(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> () [Own, allowed, sha3_host_fns];
        env ed25519_verify(
            sig_len: u64, sig_ptr: u64, msg_len: u64, msg_ptr: u64, pub_key_len: u64,
            pub_key_ptr: u64
        ) -> u64 [Own, allowed, always];
        env p256_verify(
            sig_len: u64, sig_ptr: u64, msg_len: u64, msg_ptr: u64, pub_key_len: u64,
            pub_key_ptr: u64
        ) -> u64 [Own, allowed, p256_verify_host_fn];
        env ml_dsa_verify(
            sig_len: u64, sig_ptr: u64, msg_len: u64, msg_ptr: u64, pub_key_len: u64,
            pub_key_ptr: u64
        ) -> u64 [Own, allowed, ml_dsa_verify_host_fn];
        env ripemd160(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> () [Own, allowed, always];
        env ecrecover(
            hash_len: u64, hash_ptr: u64, sign_len: u64, sig_ptr: u64, v: u64,
            malleability_flag: u64, register_id: u64
        ) -> u64 [Own, allowed, always];

        // Outcome and logs.
        env value_return(value_len: u64, value_ptr: u64) -> () [Base, allowed, always];
        env panic() -> () [Base, allowed, always];
        env panic_utf8(len: u64, ptr: u64) -> () [Base, allowed, always];
        env log_utf8(len: u64, ptr: u64) -> () [Base, allowed, always];
        env log_utf16(len: u64, ptr: u64) -> () [Base, allowed, always];
        env abort(
            msg_ptr: u32, filename_ptr: u32, line: u32, col: u32
        ) -> () [Base, allowed, always];

        // Promises.
        env promise_create(
            account_id_len: u64, account_id_ptr: u64, method_name_len: u64, method_name_ptr: u64,
            arguments_len: u64, arguments_ptr: u64, amount_ptr: u64, gas: u64
        ) -> u64 [Base, forbidden, always] via crate::abi::composite::promise_create;
        env promise_then(
            promise_index: u64, account_id_len: u64, account_id_ptr: u64, method_name_len: u64,
            method_name_ptr: u64, arguments_len: u64, arguments_ptr: u64, amount_ptr: u64,
            gas: u64
        ) -> u64 [Base, forbidden, always] via crate::abi::composite::promise_then;
        env promise_and(
            promise_idx_ptr: u64, promise_idx_count: u64
        ) -> u64 [Base, forbidden, always];
        env promise_batch_create(
            account_id_len: u64, account_id_ptr: u64
        ) -> u64 [Base, forbidden, always];
        env promise_batch_then(
            promise_index: u64, account_id_len: u64, account_id_ptr: u64
        ) -> u64 [Base, forbidden, always];
        env promise_set_refund_to(
            promise_index: u64, account_id_len: u64, account_id_ptr: u64
        ) -> () [Base, forbidden, always];
        env promise_batch_action_state_init(
            promise_idx: u64, code_len: u64, code_ptr: u64, amount_ptr: u64
        ) -> u64 [Base, forbidden, always];
        env promise_batch_action_state_init_by_account_id(
            promise_idx: u64, account_id_len: u64, code_hash_ptr: u64, amount_ptr: u64
        ) -> u64 [Base, forbidden, always];
        env set_state_init_data_entry(
            promise_idx: u64, action_index: u64, key_len: u64, key_ptr: u64, value_len: u64,
            value_ptr: u64
        ) -> () [Base, forbidden, always];

        // Contract and account identity.
        env current_contract_code(register_id: u64) -> u64 [Base, allowed, always];
        env refund_to_account_id(register_id: u64) -> () [Base, forbidden, always];
        env universal_state_init_to_account_id(
            state_init_len: u64, state_init_ptr: u64, register_id: u64
        ) -> u64 [Own, allowed, universal_accounts];
        env promise_batch_action_universal_state_init(
            promise_idx: u64, state_init_len: u64, state_init_ptr: u64, amount_ptr: u64
        ) -> () [Base, forbidden, universal_accounts];

        // Promise actions.
        env promise_batch_action_create_account(promise_index: u64) -> () [Base, forbidden, always];
        env promise_batch_action_deploy_contract(
            promise_index: u64, code_len: u64, code_ptr: u64
        ) -> () [Base, forbidden, always];
        env promise_batch_action_deploy_global_contract(
            promise_index: u64, code_len: u64, code_ptr: u64
        ) -> () [Base, forbidden, global_contract_host_fns];
        env promise_batch_action_deploy_global_contract_by_account_id(
            promise_index: u64, code_len: u64, code_ptr: u64
        ) -> () [Base, forbidden, global_contract_host_fns];
        env promise_batch_action_use_global_contract(
            promise_index: u64, code_hash_len: u64, code_hash_ptr: u64
        ) -> () [Base, forbidden, global_contract_host_fns];
        env promise_batch_action_use_global_contract_by_account_id(
            promise_index: u64, account_id_len: u64, account_id_ptr: u64
        ) -> () [Base, forbidden, global_contract_host_fns];
        env promise_batch_action_function_call(
            promise_index: u64, method_name_len: u64, method_name_ptr: u64, arguments_len: u64,
            arguments_ptr: u64, amount_ptr: u64, gas: u64
        ) -> () [Base, forbidden, always];
        env promise_batch_action_function_call_weight(
            promise_index: u64, method_name_len: u64, method_name_ptr: u64, arguments_len: u64,
            arguments_ptr: u64, amount_ptr: u64, gas: u64, gas_weight: u64
        ) -> () [Base, forbidden, always]
            via crate::abi::composite::promise_batch_action_function_call_weight;
        env promise_batch_action_transfer(
            promise_index: u64, amount_ptr: u64
        ) -> () [Base, forbidden, always];
        env promise_batch_action_stake(
            promise_index: u64, amount_ptr: u64, public_key_len: u64, public_key_ptr: u64
        ) -> () [Base, forbidden, always];
        env promise_batch_action_add_key_with_full_access(
            promise_index: u64, public_key_len: u64, public_key_ptr: u64, nonce: u64
        ) -> () [Base, forbidden, always];
        env promise_batch_action_add_key_with_function_call(
            promise_index: u64, public_key_len: u64, public_key_ptr: u64, nonce: u64,
            allowance_ptr: u64, receiver_id_len: u64, receiver_id_ptr: u64, method_names_len: u64,
            method_names_ptr: u64
        ) -> () [Base, forbidden, always];
        env promise_batch_action_delete_key(
            promise_index: u64, public_key_len: u64, public_key_ptr: u64
        ) -> () [Base, forbidden, always];
        env promise_batch_action_delete_account(
            promise_index: u64, beneficiary_id_len: u64, beneficiary_id_ptr: u64
        ) -> () [Base, forbidden, always];
        env promise_batch_action_transfer_to_gas_key(
            promise_index: u64, public_key_len: u64, public_key_ptr: u64, amount_ptr: u64
        ) -> () [Base, forbidden, gas_key_host_fns];
        env promise_batch_action_add_gas_key_with_full_access(
            promise_index: u64, public_key_len: u64, public_key_ptr: u64, num_nonces: u64
        ) -> () [Base, forbidden, gas_key_host_fns];
        env promise_batch_action_add_gas_key_with_function_call(
            promise_index: u64, public_key_len: u64, public_key_ptr: u64, num_nonces: u64,
            allowance_ptr: u64, receiver_id_len: u64, receiver_id_ptr: u64, method_names_len: u64,
            method_names_ptr: u64
        ) -> () [Base, forbidden, gas_key_host_fns];

        // Yield and resume.
        env promise_yield_create(
            method_name_len: u64, method_name_ptr: u64, arguments_len: u64, arguments_ptr: u64,
            gas: u64, gas_weight: u64, register_id: u64
        ) -> u64 [Base, forbidden, always];
        env promise_yield_create_with_id(
            method_name_len: u64, method_name_ptr: u64, arguments_len: u64, arguments_ptr: u64,
            amount_ptr: u64, gas: u64, gas_weight: u64, yield_id_len: u64, yield_id_ptr: u64
        ) -> u64 [Base, forbidden, yield_with_id_host_fns];
        env promise_yield_resume(
            data_id_len: u64, data_id_ptr: u64, payload_len: u64, payload_ptr: u64
        ) -> u32 [Base, forbidden, always];
        env promise_yield_resume_with_yield_id(
            yield_id_len: u64, yield_id_ptr: u64, payload_len: u64, payload_ptr: u64
        ) -> u32 [Base, forbidden, yield_with_id_host_fns];

        // Promise results.
        env promise_results_count() -> u64 [Base, forbidden, always];
        env promise_result(result_idx: u64, register_id: u64) -> u64 [Base, forbidden, always];
        env promise_return(
            promise_idx: u64
        ) -> () [Base, forbidden, always] via crate::abi::composite::promise_return;

        // Storage.
        env storage_write(
            key_len: u64, key_ptr: u64, value_len: u64, value_ptr: u64, register_id: u64
        ) -> u64 [Base, forbidden, always];
        env storage_read(
            key_len: u64, key_ptr: u64, register_id: u64
        ) -> u64 [Base, allowed, always];
        env storage_remove(
            key_len: u64, key_ptr: u64, register_id: u64
        ) -> u64 [Base, forbidden, always];
        env storage_has_key(key_len: u64, key_ptr: u64) -> u64 [Base, allowed, always];
        env storage_iter_prefix(prefix_len: u64, prefix_ptr: u64) -> u64 [Nothing, allowed, always];
        env storage_iter_range(
            start_len: u64, start_ptr: u64, end_len: u64, end_ptr: u64
        ) -> u64 [Nothing, allowed, always];
        env storage_iter_next(
            iterator_id: u64, key_register_id: u64, value_register_id: u64
        ) -> u64 [Nothing, allowed, always];

        // Gas charged by the contract itself.
        env gas(opcodes: u32) -> () [Wasm, allowed, always] via crate::abi::composite::gas;

        // Validators.
        env validator_stake(
            account_id_len: u64, account_id_ptr: u64, stake_ptr: u64
        ) -> () [Base, allowed, always];
        env validator_total_stake(stake_ptr: u64) -> () [Base, allowed, always];

        // alt_bn128.
        env alt_bn128_g1_multiexp(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> () [Own, allowed, always];
        env alt_bn128_g1_sum(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> () [Own, allowed, always];
        env alt_bn128_pairing_check(value_len: u64, value_ptr: u64) -> u64 [Own, allowed, always];

        // BLS12-381.
        env bls12381_p1_sum(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> u64 [Own, allowed, always];
        env bls12381_p2_sum(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> u64 [Own, allowed, always];
        env bls12381_g1_multiexp(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> u64 [Own, allowed, always];
        env bls12381_g2_multiexp(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> u64 [Own, allowed, always];
        env bls12381_map_fp_to_g1(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> u64 [Own, allowed, always];
        env bls12381_map_fp2_to_g2(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> u64 [Own, allowed, always];
        env bls12381_pairing_check(value_len: u64, value_ptr: u64) -> u64 [Own, allowed, always];
        env bls12381_p1_decompress(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> u64 [Own, allowed, always];
        env bls12381_p2_decompress(
            value_len: u64, value_ptr: u64, register_id: u64
        ) -> u64 [Own, allowed, always];
    } };
}

pub(crate) use nearcore_functions;
