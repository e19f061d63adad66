//! Shares of a stake that grows.
//!
//! ```text
//! new {"owner": "alice.near", "fee_percent": 7}
//! bob.near +1000000 deposit_and_stake {}
//! carol.near +500000 deposit_and_stake {}
//! reward {"amount": "300000"}
//! bob.near unstake {"amount": "400000"}
//! bob.near unstake {"amount": "4000000"}
//! bob.near withdraw {}
//! account {"account": "bob.near"}
//! account {"account": "alice.near"}
//! totals {}
//! ```

use near_sdk::json_types::U128;
use near_sdk::store::LookupMap;
use near_sdk::{AccountId, NearToken, PanicOnDefault, Promise, env, near, require};

#[near(serializers = [json, borsh])]
#[derive(Clone, Copy, Default)]
pub struct Position {
    shares: U128,
    unstaked: U128,
}

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Contract {
    owner: AccountId,
    fee_percent: u8,
    staked: u128,
    shares: u128,
    positions: LookupMap<AccountId, Position>,
}

impl Contract {
    fn shares_of(&self, amount: u128) -> u128 {
        let shares = (amount * self.shares).checked_div(self.staked);
        shares.unwrap_or(amount)
    }

    fn stake_for(&mut self, account: AccountId, amount: u128) {
        let shares = self.shares_of(amount);
        self.positions.entry(account).or_default().shares.0 += shares;
        self.shares += shares;
        self.staked += amount;
    }
}

#[near]
impl Contract {
    #[init]
    pub fn new(owner: AccountId, fee_percent: u8) -> Self {
        require!(fee_percent <= 100, "too high a fee");
        Self {
            owner,
            fee_percent,
            staked: 0,
            shares: 0,
            positions: LookupMap::new(b"p"),
        }
    }

    #[payable]
    pub fn deposit_and_stake(&mut self) {
        let amount = env::attached_deposit().as_yoctonear();
        require!(amount > 0, "nothing attached");
        self.stake_for(env::predecessor_account_id(), amount);
    }

    #[private]
    pub fn reward(&mut self, amount: U128) {
        let fee = amount.0 * u128::from(self.fee_percent) / 100;
        self.staked += amount.0 - fee;
        self.stake_for(self.owner.clone(), fee);
    }

    pub fn unstake(&mut self, amount: U128) {
        let shares = self.shares_of(amount.0);
        let position = self
            .positions
            .entry(env::predecessor_account_id())
            .or_default();
        let Some(rest) = position.shares.0.checked_sub(shares) else {
            env::panic_str("Not enough staked balance to unstake")
        };
        position.shares = U128(rest);
        position.unstaked.0 += amount.0;
        self.shares -= shares;
        self.staked -= amount.0;
    }

    pub fn withdraw(&mut self) -> Promise {
        let account = env::predecessor_account_id();
        let position = self.positions.entry(account.clone()).or_default();
        let amount = std::mem::take(&mut position.unstaked);
        Promise::new(account).transfer(NearToken::from_yoctonear(amount.0))
    }

    pub fn account(&self, account: AccountId) -> (Position, U128) {
        let position = self.positions.get(&account).copied().unwrap_or_default();
        let worth = position.shares.0 * self.staked / self.shares.max(1);
        (position, U128(worth))
    }

    pub fn totals(&self) -> (U128, U128) {
        (U128(self.staked), U128(self.shares))
    }
}
