//! Under `unit-testing`, calls go to near-sdk's mock, which charges mainnet's prices.

use near_parameters::vm::Config;
use near_parameters::{ExtCosts, RuntimeConfigStore};
use near_primitives_core::version::PROTOCOL_VERSION;
use near_sdk::{
    PromiseResult, RuntimeFeesConfig, env as sdk, test_utils::VMContextBuilder, testing_env,
};
use near_sdk_ext::{
    Register,
    env::{self, Input},
};

const MESSAGE: &[u8] = b"thirty-two bytes are a message..";

/// The identity as key and as `R`, with `s = 0`: valid for every message.
const KEY: [u8; 32] = prefixed_by_one();
const SIGNATURE: [u8; 64] = prefixed_by_one();

const fn prefixed_by_one<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    bytes[0] = 1;
    bytes
}

/// Mainnet's configuration in the newest protocol version of near-parameters.
fn config() -> Config {
    let store = RuntimeConfigStore::new(None);
    let config = &store.get_config(PROTOCOL_VERSION).wasm_config;
    config.as_ref().clone()
}

fn cost(cost: ExtCosts) -> u64 {
    config().ext_costs.gas_cost(cost).as_gas()
}

/// A fresh mock with mainnet's costs. `MESSAGE` is the call's input, and the result of the first of two promises; the
/// second has failed.
fn mainnet() {
    let mut context = VMContextBuilder::new().build();
    context.input = MESSAGE.to_vec().into();
    let fees = RuntimeFeesConfig::test();
    let succeeded = PromiseResult::Successful(MESSAGE.to_vec());
    let results = vec![succeeded, PromiseResult::Failed];
    testing_env!(context, config(), fees, Default::default(), results);
}

/// The gas that `call` burns. Each reading of the gas costs `base`, and one of these is subtracted.
fn gas_of(call: impl FnOnce()) -> u64 {
    let before = sdk::used_gas().as_gas();
    call();
    sdk::used_gas().as_gas() - before - cost(ExtCosts::base)
}

fn memory(bytes: usize) -> u64 {
    cost(ExtCosts::read_memory_base) + cost(ExtCosts::read_memory_byte) * bytes as u64
}

fn register(bytes: usize) -> u64 {
    cost(ExtCosts::read_register_base) + cost(ExtCosts::read_register_byte) * bytes as u64
}

fn verification(message: usize) -> u64 {
    cost(ExtCosts::ed25519_verify_base) + cost(ExtCosts::ed25519_verify_byte) * message as u64
}

#[test]
fn a_call_burns_the_documented_gas_as_near_sdks_own_does() {
    mainnet();
    let ours = gas_of(|| assert!(env::ed25519_verify(&SIGNATURE, MESSAGE, &KEY)));
    let theirs = gas_of(|| assert!(sdk::ed25519_verify(&SIGNATURE, MESSAGE, &KEY)));
    let reads = memory(64) + memory(MESSAGE.len()) + memory(32);
    assert_eq!([ours, theirs], [verification(MESSAGE.len()) + reads; 2]);
}

#[test]
fn a_message_in_a_register_is_read_there() {
    mainnet();
    sdk::storage_write(b"key", MESSAGE);
    let filled = [
        Register::input(7),
        Register::storage(8, b"key").expect("it was written"),
        Register::promise_result(9, 0).expect("it succeeded"),
    ];
    for message in filled {
        let gas = gas_of(|| {
            assert!(env::ed25519_verify_inputs(
                Input::from(&SIGNATURE),
                message.into(),
                Input::from(&KEY),
            ));
        });
        let reads = memory(64) + register(MESSAGE.len()) + memory(32);
        assert_eq!(gas, verification(MESSAGE.len()) + reads);
    }
    assert_eq!(Register::storage(7, b"no such key"), None);
    assert_eq!(Register::promise_result(7, 1), None);
}
