//! Tokens that are released over time.
//!
//! ```text
//! new {"beneficiary": "bob.near", "total": "1000000", "start_ms": "1000", "cliff_ms": "5000", "end_ms": "11000"}
//! @4999000000 releasable {}
//! @4999000000 bob.near release {}
//! @5000000000 releasable {}
//! @8000000000 bob.near release {}
//! @8000000000 bob.near release {}
//! @9000000000 mallory.near release {}
//! @99000000000 bob.near release {}
//! state {}
//! ```

use near_sdk::json_types::U64;
use near_sdk::{AccountId, NearToken, PanicOnDefault, Promise, env, near, require};

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Contract {
    beneficiary: AccountId,
    total: NearToken,
    released: NearToken,
    start_ms: U64,
    cliff_ms: U64,
    end_ms: U64,
}

#[near]
impl Contract {
    #[init]
    pub fn new(
        beneficiary: AccountId,
        total: NearToken,
        start_ms: U64,
        cliff_ms: U64,
        end_ms: U64,
    ) -> Self {
        require!(start_ms.0 <= cliff_ms.0 && cliff_ms.0 < end_ms.0, "order");
        Self {
            beneficiary,
            total,
            released: NearToken::default(),
            start_ms,
            cliff_ms,
            end_ms,
        }
    }

    pub fn releasable(&self) -> NearToken {
        let now = env::block_timestamp_ms();
        if now < self.cliff_ms.0 {
            return NearToken::default();
        }
        let passed = u128::from(now.min(self.end_ms.0) - self.start_ms.0);
        let span = u128::from(self.end_ms.0 - self.start_ms.0);
        let vested = self.total.saturating_mul(passed).saturating_div(span);
        vested.saturating_sub(self.released)
    }

    pub fn release(&mut self) -> Promise {
        require!(
            env::predecessor_account_id() == self.beneficiary,
            "not yours"
        );
        let amount = self.releasable();
        require!(!amount.is_zero(), "nothing to release");
        self.released = self.released.saturating_add(amount);
        Promise::new(self.beneficiary.clone()).transfer(amount)
    }

    pub fn state(&self) -> (&NearToken, &NearToken) {
        (&self.total, &self.released)
    }
}
