//! Registers, whose contents are private to nearcore: its own functions move the bytes.
//!
//! Those functions also charge for guest memory, though the bytes move to scratch space of ours. Since
//! nearcore charges for a move, its cost is subtracted from the owed gas, or advanced until more is owed.

use super::{Host, HostResult};
use near_parameters::{ExtCosts, ExtCostsConfig};
use near_vm_runner::logic::{HostError, VMLogicError, host};

/// Costs and their units, as nearcore's function charges them.
type Costs = [(ExtCosts, u64); 4];

/// nearcore's `read_register`. The last two are the excess.
fn reading(len: u64) -> Costs {
    [
        (ExtCosts::read_register_base, 1),
        (ExtCosts::read_register_byte, len),
        (ExtCosts::write_memory_base, 1),
        (ExtCosts::write_memory_byte, len),
    ]
}

/// nearcore's `write_register`. The last two are the excess.
fn writing(len: u64) -> Costs {
    [
        (ExtCosts::write_register_base, 1),
        (ExtCosts::write_register_byte, len),
        (ExtCosts::read_memory_base, 1),
        (ExtCosts::read_memory_byte, len),
    ]
}

impl Host<'_> {
    /// The contents of a register that is set and whose read is charged.
    ///
    /// # Errors
    ///
    /// Out of gas, if neither the owed gas nor the gas left covers the excess, which is
    /// [`register_overhead`].
    pub(super) fn register(&mut self, id: u64) -> HostResult<Vec<u8>> {
        let len = self.ctx.register_len_free(id).unwrap_or_default();
        self.leave_to_nearcore(reading(len))?;
        let mut bytes = vec![0; usize::try_from(len).or(Err(HostError::MemoryAccessViolation))?];
        let read = host::read_register(&mut self.ctx, &mut bytes, id, 0);
        self.after_nearcore(read, ExtCosts::write_memory_byte)?;
        Ok(bytes)
    }

    /// Charges for writing `len` bytes to a register, by [`Self::write_register`].
    ///
    /// # Errors
    ///
    /// Out of gas.
    ///
    /// # Cost
    ///
    /// `write_register_base + len * write_register_byte`.
    pub(crate) fn charge_register_write(&mut self, len: u64) -> HostResult<()> {
        self.charge(ExtCosts::write_register_base, 1)?;
        self.charge(ExtCosts::write_register_byte, len)?;
        self.afford_excess(writing(len)).map(|_| ())
    }

    /// Writes to a register; [`Self::charge_register_write`] has charged for it.
    ///
    /// # Errors
    ///
    /// `MemoryAccessViolation`, if nearcore's limits leave no room.
    pub(crate) fn write_register(&mut self, id: u64, bytes: &mut [u8]) -> HostResult<()> {
        let len = bytes.len() as u64;
        self.leave_to_nearcore(writing(len))?;
        self.settle()?;
        let written = host::write_register(&mut self.ctx, bytes, id, len, 0);
        self.after_nearcore(written, ExtCosts::read_memory_byte)
    }

    /// Makes room for the charges that nearcore is about to make.
    fn leave_to_nearcore(&mut self, costs: Costs) -> HostResult<()> {
        let gas = self.afford_excess(costs)?;
        self.forgo(gas);
        for (cost, units) in costs {
            // A part of `gas`: does not overflow.
            self.ledger.retract(cost, self.cost(cost) * units);
        }
        Ok(())
    }

    /// Returns the sum of these costs; runs out of gas if the owed gas, and the gas left and not
    /// already advanced, do not cover it.
    fn afford_excess(&mut self, costs: Costs) -> HostResult<u64> {
        let price = |(cost, units)| self.cost(cost).checked_mul(units);
        let sum = |sum: u64, gas: Option<u64>| sum.checked_add(gas?);
        let gas = costs
            .into_iter()
            .map(price)
            .try_fold(0, sum)
            .ok_or(HostError::IntegerOverflow)?;
        let [.., (excess, _)] = costs;
        // nearcore's counter has burnt the advanced gas, but not the owed gas.
        let needed = gas.saturating_add(self.advanced).saturating_sub(self.owed);
        self.afford(excess, needed)?;
        Ok(gas)
    }

    /// Once the gas has run out nothing is owed or advanced: all of it is burnt.
    ///
    /// It can run out here, on the excess, only if `max_gas_burnt` is below the prepaid gas.
    fn after_nearcore(&mut self, moved: HostResult<()>, excess: ExtCosts) -> HostResult<()> {
        use HostError::{GasExceeded, GasLimitExceeded};
        if let Err(VMLogicError::HostError(GasExceeded | GasLimitExceeded)) = moved {
            self.owed = 0;
            self.advanced = 0;
            self.ledger.fail(excess);
        }
        moved
    }
}

/// Gas that must be owed, beyond the read itself, to copy `len` bytes out of a register.
pub(crate) fn register_overhead(costs: &ExtCostsConfig, len: u64) -> Option<u64> {
    let cost = |cost| costs.gas_cost(cost).as_gas();
    cost(ExtCosts::write_memory_byte)
        .checked_mul(len)?
        .checked_add(cost(ExtCosts::write_memory_base))
}
