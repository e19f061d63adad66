//! Registers. Their contents are private to nearcore, so its own functions move the bytes.
//!
//! Those functions also charge for access to guest memory, though they move the bytes to or from
//! our own buffer. Since nearcore charges for the whole move itself, its cost is subtracted from
//! the owed gas; what exceeds the owed gas is advanced and pays for later charges.

use super::{Host, HostResult};
use near_parameters::{ExtCosts, ExtCostsConfig};
use near_vm_runner::logic::{HostError, VMLogicError, host};

/// Costs with their units, as one of nearcore's functions charges them.
type Costs = [(ExtCosts, u64); 4];

/// Costs of nearcore's `read_register`; the last two are the excess.
fn reading(len: u64) -> Costs {
    [
        (ExtCosts::read_register_base, 1),
        (ExtCosts::read_register_byte, len),
        (ExtCosts::write_memory_base, 1),
        (ExtCosts::write_memory_byte, len),
    ]
}

/// Costs of nearcore's `write_register`; the last two are the excess.
fn writing(len: u64) -> Costs {
    [
        (ExtCosts::write_register_base, 1),
        (ExtCosts::write_register_byte, len),
        (ExtCosts::read_memory_base, 1),
        (ExtCosts::read_memory_byte, len),
    ]
}

impl Host<'_> {
    /// The contents of a register. It must be set, and its read charged.
    ///
    /// # Errors
    ///
    /// Out of gas, if the owed gas and the gas left do not cover the excess, which is
    /// [`register_overhead`].
    pub(super) fn register(&mut self, id: u64) -> HostResult<Vec<u8>> {
        let len = self.ctx.register_len_free(id).unwrap_or_default();
        self.leave_to_nearcore(reading(len))?;
        let mut bytes = vec![0; usize::try_from(len).or(Err(HostError::MemoryAccessViolation))?];
        let read = host::read_register(&mut self.ctx, &mut bytes, id, 0);
        self.after_nearcore(read, ExtCosts::write_memory_byte)?;
        Ok(bytes)
    }

    /// Charges for writing `len` bytes to a register with [`Self::write_register`].
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
            // This product is a part of `gas`, so it does not overflow.
            self.ledger.retract(cost, self.cost(cost) * units);
        }
        Ok(())
    }

    /// Returns the sum of these costs. Runs out of gas if the sum exceeds the owed gas together with
    /// the part of the gas left that is not advanced.
    fn afford_excess(&mut self, costs: Costs) -> HostResult<u64> {
        let price = |(cost, units)| self.cost(cost).checked_mul(units);
        let sum = |sum: u64, gas: Option<u64>| sum.checked_add(gas?);
        let gas = costs
            .into_iter()
            .map(price)
            .try_fold(0, sum)
            .ok_or(HostError::IntegerOverflow)?;
        let [.., (excess, _)] = costs;
        // nearcore's counter has already burnt the advanced gas, but not the owed gas.
        let needed = gas.saturating_add(self.advanced).saturating_sub(self.owed);
        self.afford(excess, needed)?;
        Ok(gas)
    }

    /// After the gas has run out, all of it is burnt: nothing is owed or advanced.
    ///
    /// Only with `max_gas_burnt` below the prepaid gas can the gas run out here, on the excess.
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
