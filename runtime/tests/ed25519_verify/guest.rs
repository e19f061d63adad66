//! A guest that calls `ed25519_verify` without an engine, and the costs of the call.

use ed25519_dalek::{Signer, SigningKey};
use near_parameters::{ExtCosts, RuntimeConfig, RuntimeConfigStore};
use near_runtime_ext::host::{Host, HostContext, bare_context};
use near_runtime_ext::imports::{Gates, Imports};
use near_runtime_ext::{FunctionCallError, Gas, HostError, PROTOCOL_VERSION};
use near_vm_runner::logic::VMLogicError;
use near_vm_runner::logic::mocks::mock_external::MockedExternal;
use std::sync::{Arc, LazyLock};

pub(crate) static NETWORK: LazyLock<Arc<RuntimeConfig>> =
    LazyLock::new(|| Arc::clone(RuntimeConfigStore::new(None).get_config(PROTOCOL_VERSION)));

/// Addresses of the inputs in guest memory.
pub(crate) const SIGNATURE: u64 = 0;
pub(crate) const PUBLIC_KEY: u64 = 64;
pub(crate) const MESSAGE: u64 = 96;
pub(crate) const MEMORY_BYTES: usize = 4096;

/// The length that means "in a register".
pub(crate) const REGISTER: u64 = u64::MAX;

/// The result of a call, and the gas it burns.
pub(crate) type Observed = (Result<u64, HostError>, u64);

/// The possible charges of a call with inputs in memory.
pub(crate) const COSTS: [ExtCosts; 4] = [
    ExtCosts::ed25519_verify_base,
    ExtCosts::ed25519_verify_byte,
    ExtCosts::read_memory_base,
    ExtCosts::read_memory_byte,
];

pub(crate) struct Guest {
    pub(crate) memory: Vec<u8>,
    pub(crate) registers: Vec<(u64, Vec<u8>)>,
    pub(crate) gas: Gas,
    pub(crate) view: bool,
}

impl Guest {
    /// A guest whose memory holds a valid signature over `message`.
    pub(crate) fn with_valid(message: &[u8]) -> Self {
        let key = SigningKey::from_bytes(&[42; 32]);
        let mut memory = vec![0; MEMORY_BYTES];
        memory[..64].copy_from_slice(&key.sign(message).to_bytes());
        memory[64..96].copy_from_slice(key.verifying_key().as_bytes());
        memory[96..96 + message.len()].copy_from_slice(message);
        Self {
            memory,
            registers: Vec::new(),
            gas: Gas::from_teragas(300),
            view: false,
        }
    }

    /// Calls with these six arguments: each input's length and pointer.
    pub(crate) fn verify(&self, args: [u64; 6]) -> Observed {
        let (result, burnt, _) = self.profiled(args);
        (result, burnt)
    }

    /// The same call, with the profile's gas for each of [`COSTS`].
    pub(crate) fn profiled(&self, args: [u64; 6]) -> (Result<u64, HostError>, u64, [u64; 4]) {
        let context = bare_context(self.gas, self.view.then_some(self.gas));
        let context = HostContext::from(context);
        let mut external = MockedExternal::new();
        let fees = Arc::clone(&NETWORK.fees);
        let config = Arc::clone(&NETWORK.wasm_config);
        let imports = Imports::new(&config, &Gates::default());
        let function = |name| imports.get("env", name).expect("a function");
        let mut host = Host::new(&mut external, &context, fees, config);
        for (id, bytes) in &self.registers {
            let set = [*id, bytes.len() as u64, 0];
            function("write_register")
                .call(&mut host, &mut bytes.clone(), &set)
                .expect("set");
        }
        let before = self.gas.as_gas() - host.remaining_gas();
        let result = function("ed25519_verify").call(&mut host, &mut self.memory.clone(), &args);
        let result = result.map_err(|error| match error {
            VMLogicError::HostError(error) => error,
            other => panic!("not the contract's fault: {other}"),
        });
        let failure = result.clone().err().map(FunctionCallError::HostError);
        let outcome = host.finish(failure);
        let spent = COSTS.map(|cost| outcome.profile.get_ext_cost(cost).as_gas());
        (result, outcome.burnt_gas.as_gas() - before, spent)
    }

    /// Calls with all inputs in memory, complete.
    pub(crate) fn verify_in_memory(&self, message_len: u64) -> Observed {
        self.verify([64, SIGNATURE, message_len, MESSAGE, 32, PUBLIC_KEY])
    }
}

pub(crate) fn gas(cost: ExtCosts, units: u64) -> u64 {
    NETWORK.wasm_config.ext_costs.gas_cost(cost).as_gas() * units
}

pub(crate) fn base() -> u64 {
    gas(ExtCosts::ed25519_verify_base, 1)
}

pub(crate) fn in_memory(bytes: u64) -> u64 {
    gas(ExtCosts::read_memory_base, 1) + gas(ExtCosts::read_memory_byte, bytes)
}

pub(crate) fn in_register(bytes: u64) -> u64 {
    gas(ExtCosts::read_register_base, 1) + gas(ExtCosts::read_register_byte, bytes)
}

pub(crate) fn message_bytes(bytes: u64) -> u64 {
    gas(ExtCosts::ed25519_verify_byte, bytes)
}

pub(crate) fn whole_cost(message: u64) -> u64 {
    base() + in_memory(64) + in_memory(message) + message_bytes(message) + in_memory(32)
}
