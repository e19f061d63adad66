//! Prints the nanoseconds of one call of patched nearcore's function, by the number of items, each
//! under a key of its own: the fastest of many calls. Neither patch keeps tables of keys.
//! `.ci/upstream time` runs it with the first patch, and with both.

use ed25519_dalek::{Signer as _, SigningKey};
use near_parameters::RuntimeConfigStore;
use near_runtime_ext::host::bare_context;
use near_runtime_ext::{Gas, PROTOCOL_VERSION};
use near_vm_runner::logic::mocks::mock_external::MockedExternal;
use near_vm_runner::logic::{ExecutionResultState, HostCtx, host};
use std::sync::Arc;
use std::time::Instant;
use test_support::items::layout;

/// Number of calls; the fastest counts.
const CALLS: u32 = 50;
/// Bytes of a message: about the length of a precommit.
const MESSAGE: usize = 120;

fn main() {
    for count in [64, 256] {
        let items: Vec<_> = (0..count).map(item).collect();
        let items = layout(
            items
                .iter()
                .map(|(key, signature, message)| -> [&[u8]; 3] { [key, signature, message] }),
        );
        let least = (0..CALLS).map(|_| call(&items, count)).min();
        println!("{count} {}", least.expect("calls"));
    }
}

fn item(number: u64) -> ([u8; 32], [u8; 64], Vec<u8>) {
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let key = SigningKey::from_bytes(&seed);
    let message = vec![seed[0]; MESSAGE];
    let signature = key.sign(&message).to_bytes();
    (key.verifying_key().to_bytes(), signature, message)
}

/// Nanoseconds of a call by rule 0 that accepts all items.
fn call(items: &[u8], count: u64) -> u128 {
    let network = Arc::clone(RuntimeConfigStore::new(None).get_config(PROTOCOL_VERSION));
    let config = Arc::clone(&network.wasm_config);
    let context = bare_context(Gas::from_teragas(1000), None);
    let counter = context.make_gas_counter(&config);
    let state = ExecutionResultState::new(&context, counter, config);
    let mut external = MockedExternal::new();
    let mut ctx = HostCtx::new(&mut external, &context, Arc::clone(&network.fees), state);
    let mut memory = items.to_vec();
    let begun = Instant::now();
    let accepted = host::ed25519_verify_many(&mut ctx, &mut memory, items.len() as u64, 0, 0, 0);
    let nanoseconds = begun.elapsed().as_nanos();
    assert_eq!(accepted.ok(), Some(count));
    nanoseconds
}
