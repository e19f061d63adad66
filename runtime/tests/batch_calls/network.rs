//! What batch calls share, and the costs of calls.

use near_parameters::{ExtCosts, RuntimeConfig, RuntimeConfigStore};
use near_runtime_ext::host::Verification;
use near_runtime_ext::{PROTOCOL_VERSION, PricedFunction, Prices};
use std::fmt::Debug;
use std::sync::{Arc, LazyLock};
use test_support::items::layout;

pub static NETWORK: LazyLock<Arc<RuntimeConfig>> =
    LazyLock::new(|| Arc::clone(RuntimeConfigStore::new(None).get_config(PROTOCOL_VERSION)));

/// An item of a batch call; its type selects the function.
pub trait BatchItem: Clone + Debug + 'static {
    /// The function.
    const MANY: &'static str;
    const PRICED: PricedFunction;
    /// The third argument, unless a test chooses another.
    const CHOICE: u64;
    /// The third argument for calls with the largest number of items.
    const CHOICE_OF_MOST: u64;
    /// All third arguments that the function accepts.
    const CHOICES: &'static [u64];
    /// Some third arguments that the function refuses.
    const UNKNOWN: &'static [u64];
    const REFUSAL: &'static str;
    /// Bytes of an item's verdict.
    const VERDICT: usize;

    /// A verification at these prices.
    fn charged_at(prices: Prices) -> Verification;

    /// A valid item by a key derived from the seed, of a message of `len` bytes.
    fn valid_by(choice: u64, seed: u8, len: usize) -> Self;

    /// The same item with another message, which invalidates it.
    fn with_message(self, message: Vec<u8>) -> Self;

    /// Public key, signature or proof, and message.
    fn parts(&self) -> [&[u8]; 3];

    /// The number of items that the reference accepts, and the register's bytes.
    fn judged(items: &[Self], choice: u64) -> (u64, Vec<u8>);

    /// The items of a layout, if it is well-formed.
    fn laid_out(layout: &[u8], choice: u64) -> Option<Vec<Self>>;

    /// The charges after the layout is parsed, in order: for items, for bytes of their messages, and for the
    /// verdicts' register.
    fn after_parsing(prices: Prices, items: &[Self]) -> Vec<Charge> {
        let count = items.len() as u64;
        let bytes: u64 = items.iter().map(|item| item.parts()[2].len() as u64).sum();
        let of_items = vec![
            (ExtCosts::ed25519_verify_base, prices.item * count),
            (ExtCosts::ed25519_verify_byte, prices.byte * bytes),
        ];
        [
            of_items,
            written(Self::VERDICT as u64 * count),
            Self::rounds(prices, items),
        ]
        .concat()
    }

    /// Charges after that for the verdicts' register; none by default.
    fn rounds(_prices: Prices, _items: &[Self]) -> Vec<Charge> {
        Vec::new()
    }
}

/// This project's prices.
pub fn prices<I: BatchItem>() -> Prices {
    I::PRICED.prices()
}

/// Prices at which a call can pay for 4096 items.
pub const OTHERS: Prices = Prices {
    base: 1_000_000_007,
    item: 50_000_000_021,
    byte: 3_000_017,
    attempt: 3_000_017,
};

/// Valid items, each by another key.
pub fn valid<I: BatchItem>(count: u8, len: usize) -> Vec<I> {
    all_valid_by(I::CHOICE, count, len)
}

/// The same by another rule or suite.
pub fn all_valid_by<I: BatchItem>(choice: u64, count: u8, len: usize) -> Vec<I> {
    let valid = (0..count).map(|seed| I::valid_by(choice, seed, len));
    valid.collect()
}

/// The layout, with the actual count.
pub fn encode<I: BatchItem>(items: &[I]) -> Vec<u8> {
    layout(items.iter().map(I::parts))
}

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

/// One charge, and one for each of `len` bytes.
fn moved((of_copy, of_byte): (ExtCosts, ExtCosts), len: u64) -> Vec<Charge> {
    vec![(of_copy, gas(of_copy, 1)), (of_byte, gas(of_byte, len))]
}

/// Reading `len` bytes of items.
pub fn read(place: Place, len: u64) -> Vec<Charge> {
    let costs = match place {
        Place::Memory => (ExtCosts::read_memory_base, ExtCosts::read_memory_byte),
        Place::Register => (ExtCosts::read_register_base, ExtCosts::read_register_byte),
    };
    moved(costs, len)
}

/// Writing a register of `len` bytes.
pub fn written(len: u64) -> Vec<Charge> {
    let costs = (ExtCosts::write_register_base, ExtCosts::write_register_byte);
    moved(costs, len)
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
    sum(&read(Place::Memory, len))
}

/// The base fee, and reading `len` bytes of items: all charges before the layout is parsed.
pub fn before_parsing<I: BatchItem>(prices: Prices, place: Place, len: u64) -> Vec<Charge> {
    let base = (ExtCosts::ed25519_verify_base, prices.base);
    [vec![base], read(place, len)].concat()
}

/// Every charge of a successful call, in order.
pub fn charges<I: BatchItem>(prices: Prices, place: Place, items: &[I]) -> Vec<Charge> {
    let read = before_parsing::<I>(prices, place, encode(items).len() as u64);
    [read, I::after_parsing(prices, items)].concat()
}

/// The gas of a successful call, at this project's prices.
pub fn whole<I: BatchItem>(place: Place, items: &[I]) -> u64 {
    sum(&charges(prices::<I>(), place, items))
}

/// The gas of a call with a malformed layout.
pub fn up_to_parsing<I: BatchItem>(place: Place, len: u64) -> u64 {
    sum(&before_parsing::<I>(prices::<I>(), place, len))
}
