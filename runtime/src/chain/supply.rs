//! Where the tokens of a chain are: none appears or disappears.

use super::Chain;
use super::queues::Queued;
use crate::fees;
use near_primitives::receipt::VersionedReceiptEnum;
use near_primitives_core::types::Balance;

/// The tokens of a chain, yoctoNEAR: `accounts + in_flight + burnt = added + subsidized`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// In accounts: liquid, locked, and in gas keys.
    pub accounts: Balance,
    /// In receipts that have not run: deposits, and gas that is bought.
    pub in_flight: Balance,
    /// Burnt since the chain began.
    pub burnt: Balance,
    /// Added with accounts.
    pub added: Balance,
    /// Added by the protocol, for contracts without a balance that attach 1 yoctoNEAR.
    pub subsidized: Balance,
}

impl Supply {
    /// Whether no token appeared or disappeared.
    pub fn is_conserved(&self) -> bool {
        let there = self.accounts.checked_add(self.in_flight);
        let there = there.and_then(|sum| sum.checked_add(self.burnt));
        there.is_some() && there == self.added.checked_add(self.subsidized)
    }
}

impl Chain {
    /// Where the chain's tokens are; `None` if a sum overflows.
    pub fn supply(&self) -> Option<Supply> {
        let sum = |mut all: Box<dyn Iterator<Item = Option<Balance>> + '_>| {
            all.try_fold(Balance::ZERO, |sum, it| sum.checked_add(it?))
        };
        let postponed = self.queues.postponed.values().map(|it| &it.queued);
        let queued = self
            .queues
            .incoming
            .iter()
            .chain(&self.queues.instant)
            .chain(postponed);
        let receipts = queued
            .chain(self.queues.yielded.values())
            .map(|Queued { receipt, .. }| receipt);
        Some(Supply {
            accounts: sum(Box::new(self.places.values().map(|place| place.tokens())))?,
            in_flight: sum(Box::new(receipts.map(|receipt| self.carried(receipt))))?,
            burnt: self.burnt,
            added: self.added,
            subsidized: self.subsidized,
        })
    }

    /// The tokens that a receipt carries.
    fn carried(&self, receipt: &near_primitives::receipt::Receipt) -> Option<Balance> {
        let (VersionedReceiptEnum::Action(it) | VersionedReceiptEnum::PromiseYield(it)) =
            receipt.versioned_receipt()
        else {
            return Some(Balance::ZERO);
        };
        let config = &self.world.network.config;
        let bought = fees::bought(config, it.actions(), receipt.receiver_id())?;
        fees::tokens(it.gas_price(), bought)?.checked_add(fees::deposits(it.actions())?)
    }
}
