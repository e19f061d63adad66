//! Charging inside our own host functions.
//!
//! A charge that fits what is left is *deferred*: counted, but not yet burnt. One that does not
//! fit is burnt for real, after what is owed, so that nearcore's counter fails with its own
//! error and in its own state. A host function settles before expensive work and before it
//! returns. Deferring is what lets a register be read through [`host::read_register`], which
//! charges a memory write on top: that excess is taken out of what is owed (see `inputs`).

use super::{Host, HostResult};
use near_parameters::ExtCosts;
use near_vm_runner::logic::errors::InconsistentStateError;
use near_vm_runner::logic::{HostError, host};

impl Host<'_> {
    /// Whether a deferred charge is known to fit.
    ///
    /// With `max_gas_burnt` below the prepaid gas it is not: burnt gas, unlike used gas,
    /// cannot be read. No network is configured so.
    pub(crate) fn can_defer(&self) -> bool {
        self.max_burnt >= self.prepaid
    }

    /// Charges `units` of `cost`, in the order of the specification.
    ///
    /// # Errors
    ///
    /// Out of gas; `IntegerOverflow` when the price does not fit a `u64`.
    pub(crate) fn charge(&mut self, cost: ExtCosts, units: u64) -> HostResult<()> {
        let gas = self
            .cost(cost)
            .checked_mul(units)
            .ok_or(HostError::IntegerOverflow)?;
        match self.left.checked_sub(gas) {
            Some(left) => {
                self.left = left;
                self.owed += gas; // at most the prepaid gas
                self.ledger.book(cost, gas);
                Ok(())
            }
            None => {
                self.settle()?;
                self.burn(cost, gas)
            }
        }
    }

    /// Burns what is owed.
    ///
    /// # Errors
    ///
    /// None where [`Self::can_defer`] holds: every deferred charge fitted.
    pub(crate) fn settle(&mut self) -> HostResult<()> {
        match std::mem::take(&mut self.owed) {
            // Not even a burn of nothing: after out-of-gas it would fail again, differently.
            0 => Ok(()),
            owed => host::burn_gas(&mut self.ctx, &mut [], owed),
        }
    }

    /// Burns `gas` now, under the name of `cost`.
    pub(super) fn burn(&mut self, cost: ExtCosts, gas: u64) -> HostResult<()> {
        match host::burn_gas(&mut self.ctx, &mut [], gas) {
            Ok(()) => {
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

    /// Takes back deferred gas that nearcore is about to charge itself.
    pub(super) fn forgo(&mut self, gas: u64) -> HostResult<()> {
        self.owed = self
            .owed
            .checked_sub(gas)
            .ok_or(InconsistentStateError::IntegerOverflow)?;
        Ok(())
    }
}
