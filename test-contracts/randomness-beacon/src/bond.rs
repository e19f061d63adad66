//! The operator's bond: it always covers what the operator loses if no open request is fulfilled.

use near_sdk::{AccountId, NearToken, env, near};

use crate::Fault;

/// The part of the bond that covers one open request, and is lost if the request is not fulfilled.
pub const PENALTY: NearToken = NearToken::from_near(1);

/// The operator's fee for a fulfilled request.
pub const FEE: NearToken = NearToken::from_millinear(8);

/// The deposit of a request: the fee, and a stake for its storage. Even with the longest account
/// name a request takes less than 200 bytes.
pub const DEPOSIT: NearToken = NearToken::from_millinear(10);

/// More bytes than the contract's state takes with an operator of the longest name.
const STATE_BYTES: u128 = 200;

/// An operator's tokens in the contract.
#[near(serializers = [borsh])]
pub(crate) struct Bond {
    pub(crate) operator: AccountId,
    pub(crate) tokens: NearToken,
    /// Open requests; [`PENALTY`] covers each.
    pub(crate) open: u64,
}

impl Bond {
    pub(crate) fn new(operator: AccountId, tokens: NearToken) -> Self {
        Self {
            operator,
            tokens,
            open: 0,
        }
    }

    /// Checks that the account owns its storage stake in addition to the bond; otherwise it could
    /// not pay out the bond's free part.
    ///
    /// # Errors
    /// [`Fault::Storage`].
    pub(crate) fn lies_beside_storage(&self) -> Result<(), Fault> {
        let bytes = u128::from(env::storage_usage()) + STATE_BYTES;
        let takes = env::storage_byte_cost().saturating_mul(bytes);
        let owned = env::account_balance().saturating_sub(self.tokens);
        if owned < takes {
            return Err(Fault::Storage { owned, takes });
        }
        Ok(())
    }

    pub(crate) fn add(&mut self, tokens: NearToken) {
        self.tokens = self.tokens.saturating_add(tokens);
    }

    /// Covers one more request.
    ///
    /// # Errors
    /// [`Fault::Uncovered`].
    pub(crate) fn cover(&mut self) -> Result<(), Fault> {
        if self.free() < PENALTY {
            return Err(Fault::Uncovered {
                bond: self.tokens,
                open: self.open,
            });
        }
        self.open += 1;
        Ok(())
    }

    /// An open request is fulfilled: the operator gets the fee.
    pub(crate) fn earn(&mut self) {
        self.open -= 1;
        self.add(FEE);
    }

    /// An open request is refunded: the penalty that covered it belongs to nobody from now on.
    pub(crate) fn forfeit(&mut self) {
        self.open -= 1;
        self.tokens = self.tokens.saturating_sub(PENALTY);
    }

    /// Takes tokens out of the bond for the operator.
    ///
    /// # Errors
    /// [`Fault::NotTheOperator`], [`Fault::Withdrawal`].
    pub(crate) fn withdraw(&mut self, caller: AccountId, amount: NearToken) -> Result<(), Fault> {
        if caller != self.operator {
            return Err(Fault::NotTheOperator(caller));
        }
        let free = self.free();
        if amount > free {
            let bond = self.tokens;
            return Err(Fault::Withdrawal { bond, free });
        }
        self.tokens = self.tokens.saturating_sub(amount);
        Ok(())
    }

    /// The part of the bond that covers no open request.
    fn free(&self) -> NearToken {
        let covering = PENALTY.saturating_mul(self.open.into());
        self.tokens.saturating_sub(covering)
    }
}
