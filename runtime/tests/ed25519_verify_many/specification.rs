//! A model of the specification: what a call does and charges, in its order.

use crate::cases::{Case, args};
use crate::contract::REGISTER;
use crate::guest::Guest;
use crate::items::Item;
use crate::prices::{after_parsing, gas};
use near_parameters::ExtCosts;
use near_runtime_ext::{Gas, HostError};

/// The error that aborts a contract.
pub fn invalid_input(msg: &str) -> HostError {
    HostError::Ed25519VerifyInvalidInput {
        msg: msg.to_owned(),
    }
}

/// The items of a layout, if it is well-formed.
fn read(layout: &[u8]) -> Option<Vec<Item>> {
    let number = |at: usize| {
        let bytes = layout.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    };
    let count = number(0).filter(|count| (1..=4096).contains(count))?;
    let (mut items, mut at) = (Vec::new(), 4);
    for _ in 0..count {
        let message = at + 100..at + 100 + number(at + 96)?;
        items.push(Item {
            public_key: layout.get(at..at + 32)?.try_into().ok()?,
            signature: layout.get(at + 32..at + 96)?.try_into().ok()?,
            message: layout.get(message.clone())?.to_vec(),
        });
        at = message.end;
    }
    (at == layout.len()).then_some(items)
}

/// A gas counter like nearcore's.
pub struct Meter {
    pub burnt: u64,
    pub left: u64,
    /// Gas burnt before the call, and the limit of burnt gas.
    pub before: u64,
    pub max_burnt: u64,
    pub prepaid: u64,
}

impl Meter {
    fn charge(&mut self, price: u64, units: u64) -> Result<(), HostError> {
        let overflow = HostError::IntegerOverflow;
        let gas = price.checked_mul(units).ok_or(overflow.clone())?;
        let burnt = (self.before + self.burnt)
            .checked_add(gas)
            .ok_or(overflow)?;
        if let Some(left) = self.left.checked_sub(gas) {
            self.left = left;
            self.burnt += gas;
            return Ok(());
        }
        self.burnt = burnt.min(self.max_burnt).min(self.prepaid) - self.before;
        Err(match burnt > self.max_burnt {
            true => HostError::GasLimitExceeded,
            false => HostError::GasExceeded,
        })
    }

    /// Runs out of gas unless this much is left.
    fn afford(&mut self, gas: u64) -> Result<(), HostError> {
        if gas > self.left {
            self.charge(gas, 1)?;
        }
        Ok(())
    }
}

/// The reason why a call aborts.
pub enum Abort {
    Host(HostError),
    /// The layout is malformed in any way.
    Layout,
}

impl From<HostError> for Abort {
    fn from(error: HostError) -> Self {
        Self::Host(error)
    }
}

/// The specification: returns the items to judge, with their rule.
pub fn specified(case: &Case, guest: &Guest, meter: &mut Meter) -> Result<Vec<Item>, Abort> {
    let cost = |cost| gas(cost, 1);
    meter.charge(guest.prices.ed25519_verify_many_base, 1)?;
    if case.rule > 1 {
        return Err(invalid_input("invalid rule").into());
    }
    let [len, ptr, ..] = args(case);
    let input = if len == REGISTER {
        let found = guest.registers.iter().find(|(id, _)| *id == ptr);
        let unset = HostError::InvalidRegisterId { register_id: ptr };
        let (_, bytes) = found.ok_or(unset)?;
        let len = bytes.len() as u64;
        meter.charge(cost(ExtCosts::read_register_base), 1)?;
        meter.charge(cost(ExtCosts::read_register_byte), len)?;
        let copy = cost(ExtCosts::write_memory_base) + gas(ExtCosts::write_memory_byte, len);
        meter.afford(copy.saturating_sub(guest.prices.ed25519_verify_many_base))?;
        &bytes[..]
    } else {
        meter.charge(cost(ExtCosts::read_memory_base), 1)?;
        meter.charge(cost(ExtCosts::read_memory_byte), len)?;
        let range = || {
            let start = usize::try_from(ptr).ok()?;
            guest
                .memory
                .get(start..start.checked_add(usize::try_from(len).ok()?)?)
        };
        range().ok_or(HostError::MemoryAccessViolation)?
    };
    let items = read(input).ok_or(Abort::Layout)?;
    let bytes = items.iter().map(|item| item.message.len() as u64).sum();
    for (_, gas) in after_parsing(&guest.prices, items.len() as u64, bytes) {
        meter.charge(gas, 1)?;
    }
    Ok(items)
}

/// A meter that never runs out.
fn endless() -> Meter {
    Meter {
        burnt: 0,
        left: u64::MAX / 2,
        before: 0,
        max_burnt: u64::MAX,
        prepaid: u64::MAX,
    }
}

/// Gas at the edge of one of the model's charges.
pub fn edge(case: &Case, guest: &Guest) -> Option<u64> {
    let (index, off) = case.gas?;
    // Every charge is an edge: a call with less than all of them runs out at one.
    let mut edges = Vec::new();
    let mut known = 0;
    loop {
        let mut meter = Meter {
            left: known,
            ..endless()
        };
        let ended = specified(case, guest, &mut meter);
        let spent = known - meter.left;
        let ran_out = matches!(
            ended,
            Err(Abort::Host(
                HostError::GasExceeded | HostError::GasLimitExceeded
            ))
        );
        edges.push(spent);
        if !ran_out || edges.len() > 16 {
            break;
        }
        // This much would have covered the charge it ran out on.
        known = meter.burnt;
    }
    let edge = edges[index % edges.len()].saturating_add_signed(off);
    // At most the gas that the network lets a call attach, whatever was spent before.
    Some(edge.min(Gas::from_teragas(900).as_gas()))
}
