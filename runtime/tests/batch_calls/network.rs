//! The network's own costs, of which those of a batch call consist in part.

use near_parameters::{ExtCosts, RuntimeConfig, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;
use std::sync::{Arc, LazyLock};

pub static NETWORK: LazyLock<Arc<RuntimeConfig>> =
    LazyLock::new(|| Arc::clone(RuntimeConfigStore::new(None).get_config(PROTOCOL_VERSION)));

/// The place of the items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Memory,
    Register,
}

impl Place {
    pub const ALL: [Self; 2] = [Self::Memory, Self::Register];
}

/// A charge: its name in the profile, and its gas.
pub type Charge = (ExtCosts, u64);

pub fn gas(cost: ExtCosts, units: u64) -> u64 {
    NETWORK.wasm_config.ext_costs.gas_cost(cost).as_gas() * units
}

/// Reading `len` bytes of items.
pub fn read(place: Place, len: u64) -> Vec<Charge> {
    let (read_base, read_byte) = match place {
        Place::Memory => (ExtCosts::read_memory_base, ExtCosts::read_memory_byte),
        Place::Register => (ExtCosts::read_register_base, ExtCosts::read_register_byte),
    };
    vec![
        (read_base, gas(read_base, 1)),
        (read_byte, gas(read_byte, len)),
    ]
}

/// Writing a register of `len` bytes.
pub fn written(len: u64) -> Vec<Charge> {
    let register_base = ExtCosts::write_register_base;
    let register_byte = ExtCosts::write_register_byte;
    vec![
        (register_base, gas(register_base, 1)),
        (register_byte, gas(register_byte, len)),
    ]
}

pub fn sum(charges: &[Charge]) -> u64 {
    charges.iter().map(|(_, gas)| gas).sum()
}

/// nearcore's gas for copying a register of `len` bytes out.
pub fn copy(len: u64) -> u64 {
    gas(ExtCosts::write_memory_base, 1) + gas(ExtCosts::write_memory_byte, len)
}

/// nearcore's gas for copying `len` bytes into a register.
pub fn copy_in(len: u64) -> u64 {
    gas(ExtCosts::read_memory_base, 1) + gas(ExtCosts::read_memory_byte, len)
}
