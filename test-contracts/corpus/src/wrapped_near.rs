//! NEAR as a token, with a ledger of its own.
//!
//! ```text
//! alice.near +5000 near_deposit {}
//! bob.near near_deposit {}
//! alice.near +1 near_withdraw {"amount": "2000"}
//! alice.near near_withdraw {"amount": "2000"}
//! alice.near +1 near_withdraw {"amount": "3001"}
//! bob.near +1 near_withdraw {"amount": "1"}
//! ft_balance_of {"account_id": "alice.near"}
//! ft_total_supply {}
//! ```

use near_contract_standards::fungible_token::events::{FtBurn, FtMint};
use near_sdk::json_types::U128;
use near_sdk::store::LookupMap;
use near_sdk::{AccountId, NearToken, Promise, assert_one_yocto, env, near, require};

#[near(contract_state)]
pub struct Contract {
    balances: LookupMap<AccountId, u128>,
    supply: u128,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            balances: LookupMap::new(b"b"),
            supply: 0,
        }
    }
}

#[near]
impl Contract {
    #[payable]
    pub fn near_deposit(&mut self) {
        let amount = env::attached_deposit().as_yoctonear();
        require!(amount > 0, "Requires positive attached deposit");
        let owner = env::predecessor_account_id();
        *self.balances.entry(owner.clone()).or_default() += amount;
        self.supply += amount;
        FtMint {
            owner_id: &owner,
            amount: U128(amount),
            memo: None,
        }
        .emit();
    }

    #[payable]
    pub fn near_withdraw(&mut self, amount: U128) -> Promise {
        assert_one_yocto();
        let owner = env::predecessor_account_id();
        let balance = self.balances.entry(owner.clone()).or_default();
        let Some(rest) = balance.checked_sub(amount.0) else {
            env::panic_str("The account doesn't have enough balance")
        };
        *balance = rest;
        self.supply -= amount.0;
        FtBurn {
            owner_id: &owner,
            amount,
            memo: Some("Withdraw"),
        }
        .emit();
        // The yocto that was attached goes back too.
        Promise::new(owner).transfer(NearToken::from_yoctonear(amount.0 + 1))
    }

    pub fn ft_balance_of(&self, account_id: AccountId) -> U128 {
        self.balances
            .get(&account_id)
            .copied()
            .unwrap_or_default()
            .into()
    }

    pub fn ft_total_supply(&self) -> U128 {
        self.supply.into()
    }
}
