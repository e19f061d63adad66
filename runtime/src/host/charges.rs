//! Charging inside our own host functions.
//!
//! A charge that fits the gas left is *deferred*: counted, but not yet burnt. The deferred charges
//! add up to the *owed* gas. A charge that does not fit is burnt at once, after the owed gas, so
//! that nearcore's counter fails with its own error and in its own state. A host function settles
//! before expensive work and before it returns. Owed gas also makes register reads possible:
//! [`host::read_register`] charges a memory write in addition, and that excess is subtracted from
//! gas owed now or later (see `registers`).

use super::{Host, HostResult};
use near_parameters::ExtCosts;
use near_vm_runner::logic::{HostError, host};

impl Host<'_> {
    /// Whether a deferred charge is known to fit.
    ///
    /// It is not if `max_gas_burnt` is below the prepaid gas, because the burnt gas cannot be read,
    /// only the used gas. No network is configured so.
    pub(crate) fn can_defer(&self) -> bool {
        self.max_burnt >= self.prepaid
    }

    /// Charges `units` of `cost`.
    ///
    /// # Errors
    ///
    /// Out of gas; `IntegerOverflow` when the price does not fit a `u64`.
    #[inline] // several in each call: their instructions are counted and recorded
    pub(crate) fn charge(&mut self, cost: ExtCosts, units: u64) -> HostResult<()> {
        self.charge_at(self.cost(cost), cost, units)
    }

    /// Like [`Self::charge`], at a `price` that is not nearcore's; the profile books it under `cost`.
    pub(crate) fn charge_at(&mut self, price: u64, cost: ExtCosts, units: u64) -> HostResult<()> {
        let gas = price.checked_mul(units).ok_or(HostError::IntegerOverflow)?;
        match self.left_after(gas) {
            Some(left) => {
                self.left = left;
                let advanced = gas.min(self.advanced);
                self.advanced -= advanced;
                self.owed += gas - advanced; // at most the prepaid gas
                self.ledger.book(cost, gas);
                Ok(())
            }
            None => {
                self.settle()?;
                self.burn(cost, gas)
            }
        }
    }

    /// The gas left after charging `gas`, if the charge surely fits. Burnt gas never exceeds used
    /// gas.
    fn left_after(&self, gas: u64) -> Option<u64> {
        let left = self.left.checked_sub(gas)?;
        (self.prepaid - left <= self.max_burnt).then_some(left)
    }

    /// Runs out of gas if less than `gas` is left; otherwise charges nothing.
    pub(super) fn afford(&mut self, cost: ExtCosts, gas: u64) -> HostResult<()> {
        if gas <= self.left {
            return Ok(());
        }
        self.settle()?;
        self.burn(cost, gas)
    }

    /// Burns the owed gas.
    ///
    /// # Errors
    ///
    /// None: every deferred charge is known to fit.
    pub(crate) fn settle(&mut self) -> HostResult<()> {
        match std::mem::take(&mut self.owed) {
            // Burning 0 after the gas has run out would fail again, with another error.
            0 => Ok(()),
            owed => host::burn_gas(&mut self.ctx, &mut [], owed),
        }
    }

    /// Burns `gas` now, less the advanced gas, and books it under `cost`.
    pub(super) fn burn(&mut self, cost: ExtCosts, gas: u64) -> HostResult<()> {
        let advanced = std::mem::take(&mut self.advanced);
        let covered = gas.min(advanced);
        match host::burn_gas(&mut self.ctx, &mut [], gas - covered) {
            Ok(()) => {
                self.advanced = advanced - covered;
                self.left = self.left.saturating_sub(gas);
                self.ledger.book(cost, gas);
                Ok(())
            }
            Err(error) => {
                self.ledger.fail(cost);
                Err(error)
            }
        }
    }

    /// Takes back deferred gas that nearcore is about to charge itself. What exceeds the owed gas
    /// is *advanced*: it pays for later charges.
    pub(super) fn forgo(&mut self, gas: u64) {
        let owed = gas.min(self.owed);
        self.owed -= owed;
        self.advanced = self.advanced.saturating_add(gas - owed);
    }

    /// Ends a function that had gas advanced. If it failed, the outcome refunds the rest. If it
    /// succeeded, the rest stays burnt; there is one only if prices are below those of nearcore's
    /// copies.
    pub(crate) fn end_advance(&mut self, succeeded: bool) {
        let rest = std::mem::take(&mut self.advanced);
        if succeeded {
            self.left = self.left.saturating_sub(rest);
            self.ledger.book(ExtCosts::write_memory_byte, rest);
        } else {
            self.ledger.refund(rest);
        }
    }
}
