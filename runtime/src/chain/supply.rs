//! Where the tokens of a chain are: none appears or disappears.

use super::Chain;
use super::executed::action_receipt;
use super::place::Place;
use crate::fees;
use near_primitives::receipt::Receipt;
use near_primitives_core::types::Balance;
use serde::{Deserialize, Serialize};

/// What a chain has gained and lost, yoctoNEAR: see [`Supply`].
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tokens {
    pub(super) added: Balance,
    pub(super) burnt: Balance,
    pub(super) subsidized: Balance,
}

/// The tokens of a chain, yoctoNEAR: `accounts + in_flight + burnt = added + subsidized`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// In accounts: liquid, locked, and in gas keys.
    pub accounts: Balance,
    /// In receipts that have not run: deposits and bought gas.
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
        let mut accounts = self.places.values().map(Place::tokens);
        let mut in_flight = self.queues.receipts().map(|it| self.carried(&it.receipt));
        let add = |sum: Balance, it: Option<Balance>| sum.checked_add(it?);
        Some(Supply {
            accounts: accounts.try_fold(Balance::ZERO, add)?,
            in_flight: in_flight.try_fold(Balance::ZERO, add)?,
            burnt: self.tokens.burnt,
            added: self.tokens.added,
            subsidized: self.tokens.subsidized,
        })
    }

    /// The tokens that a receipt carries.
    fn carried(&self, receipt: &Receipt) -> Option<Balance> {
        let Some(it) = action_receipt(receipt) else {
            return Some(Balance::ZERO);
        };
        let config = &self.world.network.config;
        let bought = fees::bought(config, it.actions(), receipt.receiver_id())?;
        fees::tokens(it.gas_price(), bought)?.checked_add(fees::deposits(it.actions())?)
    }
}
