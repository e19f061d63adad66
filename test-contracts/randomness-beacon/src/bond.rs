//! The operator's bond: it always covers what the operator loses if no open request is fulfilled.

use near_sdk::{AccountId, NearToken, env, near, require};

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
    /// A bond of these tokens, if the account owns its storage stake in addition; otherwise it could not
    /// pay out the bond's free part.
    pub(crate) fn new(operator: AccountId, tokens: NearToken) -> Self {
        let bytes = u128::from(env::storage_usage()) + STATE_BYTES;
        let takes = env::storage_byte_cost().saturating_mul(bytes);
        let owned = env::account_balance().saturating_sub(tokens);
        require!(
            owned >= takes,
            format!(
                "the account owns {} beside the bond, and its storage takes {}",
                exact(owned),
                exact(takes)
            )
        );
        Self {
            operator,
            tokens,
            open: 0,
        }
    }

    pub(crate) fn add(&mut self, tokens: NearToken) {
        self.tokens = self.tokens.saturating_add(tokens);
    }

    /// Covers one more request: none is accepted that the operator could leave unanswered for free.
    pub(crate) fn cover(&mut self) {
        require!(
            self.free() >= PENALTY,
            format!(
                "a bond of {} covers open requests of {} each, and no more than {}",
                exact(self.tokens),
                exact(PENALTY),
                self.open
            )
        );
        self.open += 1;
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

    /// Takes tokens out of the bond, for the operator alone; the part that covers open requests stays.
    pub(crate) fn withdraw(&mut self, amount: NearToken) {
        let caller = env::predecessor_account_id();
        require!(
            caller == self.operator,
            format!("{caller} is not the operator")
        );
        let free = self.free();
        require!(
            amount <= free,
            format!(
                "of the bond of {}, {} covers no open request",
                exact(self.tokens),
                exact(free)
            )
        );
        self.tokens = self.tokens.saturating_sub(amount);
    }

    /// The part of the bond that covers no open request.
    fn free(&self) -> NearToken {
        let covering = PENALTY.saturating_mul(self.open.into());
        self.tokens.saturating_sub(covering)
    }
}

/// An exact amount: of two that look alike when rounded, one may be refused.
pub(crate) fn exact(amount: NearToken) -> String {
    amount.exact_amount_display()
}
