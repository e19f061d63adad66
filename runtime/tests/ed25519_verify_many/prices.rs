//! Costs of a call by the specification.

use crate::items::{Item, encode, message_bytes};
use near_parameters::{ExtCosts, RuntimeConfig, RuntimeConfigStore};
use near_runtime_ext::{PROTOCOL_VERSION, VerifyManyParameters};
use std::sync::{Arc, LazyLock};

pub static NETWORK: LazyLock<Arc<RuntimeConfig>> =
    LazyLock::new(|| Arc::clone(RuntimeConfigStore::new(None).get_config(PROTOCOL_VERSION)));

pub static PRICES: LazyLock<VerifyManyParameters> = LazyLock::new(VerifyManyParameters::default);

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

/// The base fee, and reading `len` bytes of items: all charges before the layout is parsed.
pub fn before_parsing(prices: &VerifyManyParameters, place: Place, len: u64) -> Vec<Charge> {
    let (read_base, read_byte) = match place {
        Place::Memory => (ExtCosts::read_memory_base, ExtCosts::read_memory_byte),
        Place::Register => (ExtCosts::read_register_base, ExtCosts::read_register_byte),
    };
    vec![
        (
            ExtCosts::ed25519_verify_base,
            prices.ed25519_verify_many_base,
        ),
        (read_base, gas(read_base, 1)),
        (read_byte, gas(read_byte, len)),
    ]
}

/// The charges after parsing a layout of this many items and bytes of messages.
pub fn after_parsing(prices: &VerifyManyParameters, count: u64, bytes: u64) -> Vec<Charge> {
    let register_base = ExtCosts::write_register_base;
    let register_byte = ExtCosts::write_register_byte;
    vec![
        (
            ExtCosts::ed25519_verify_base,
            prices.ed25519_verify_many_item * count,
        ),
        (
            ExtCosts::ed25519_verify_byte,
            prices.ed25519_verify_many_byte * bytes,
        ),
        (register_base, gas(register_base, 1)),
        (register_byte, gas(register_byte, count)),
    ]
}

/// Every charge of a successful call, in order.
pub fn charges(prices: &VerifyManyParameters, place: Place, items: &[Item]) -> Vec<Charge> {
    let len = encode(items).len() as u64;
    let count = items.len() as u64;
    [
        before_parsing(prices, place, len),
        after_parsing(prices, count, message_bytes(items)),
    ]
    .concat()
}

pub fn sum(charges: &[Charge]) -> u64 {
    charges.iter().map(|(_, gas)| gas).sum()
}

/// The gas of a successful call, at this project's prices.
pub fn whole(place: Place, items: &[Item]) -> u64 {
    sum(&charges(&PRICES, place, items))
}

/// The gas of a call with a malformed layout.
pub fn up_to_parsing(place: Place, len: u64) -> u64 {
    sum(&before_parsing(&PRICES, place, len))
}

/// nearcore's gas for copying a register of `len` bytes out.
pub fn copy(len: u64) -> u64 {
    gas(ExtCosts::write_memory_base, 1) + gas(ExtCosts::write_memory_byte, len)
}
