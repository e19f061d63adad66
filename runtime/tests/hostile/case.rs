//! A hostile contract and its call, and nearcore's limits.

use near_parameters::RuntimeConfigStore;
use near_parameters::vm::{Config, LimitConfig, VMKind};
use near_runtime_ext::{Gas, PROTOCOL_VERSION};
use near_vm_runner::prepare::prepare_contract;
use std::sync::{Arc, LazyLock};

/// The newest protocol version's configuration.
static CONFIG: LazyLock<Arc<Config>> = LazyLock::new(|| {
    let store = RuntimeConfigStore::new(None);
    Arc::clone(&store.get_config(PROTOCOL_VERSION).wasm_config)
});

/// The limits of that configuration; cases are at them or beyond.
pub(crate) static LIMITS: LazyLock<&LimitConfig> = LazyLock::new(|| &CONFIG.limit_config);

/// A limit, which the newest protocol version must have.
pub(crate) fn limit(limit: Option<u64>) -> u64 {
    limit.expect("the newest protocol version limits this")
}

/// A contract, and the call of its method `main`.
pub(crate) struct Case {
    pub(crate) name: String,
    wasm: Box<dyn Fn() -> Vec<u8> + Sync>,
    /// Size of the input, bytes.
    pub(crate) input: u64,
    /// Less than the most for calls that take the host longer than their gas pays for.
    pub(crate) gas: Gas,
}

impl Case {
    /// A call with the largest amount of gas that can be attached.
    pub(crate) fn new(
        name: impl Into<String>,
        wasm: impl Fn() -> Vec<u8> + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            wasm: Box::new(wasm),
            input: 0,
            gas: LIMITS.max_total_prepaid_gas,
        }
    }

    pub(crate) fn contract(&self) -> Vec<u8> {
        (self.wasm)()
    }
}

/// The contract with nearcore's instrumentation.
pub(crate) fn prepared(wasm: &[u8]) -> Vec<u8> {
    let prepared = prepare_contract(wasm, &CONFIG, VMKind::Wasmtime);
    prepared.expect("within nearcore's limits")
}

/// The contract with a custom section appended, so that it has this size.
pub(crate) fn padded(mut wasm: Vec<u8>, size: u64) -> Vec<u8> {
    let size = usize::try_from(size).expect("a size of memory");
    let content = size
        .checked_sub(wasm.len() + 6)
        .expect("the contract is smaller");
    wasm.push(0);
    // The content's length, always as five bytes of LEB128.
    wasm.extend((0..5).map(|byte| {
        let more = if byte < 4 { 0x80 } else { 0 };
        u8::try_from(content >> (7 * byte) & 0x7f).expect("7 bits") | more
    }));
    wasm.resize(size, 0); // an empty name, and zeros
    wasm
}
