//! Loans against collateral, with interest by the block.
//!
//! ```text
//! alice.near +10000 supply {}
//! bob.near +4000 supply {}
//! set_price {"percent": 150}
//! bob.near borrow {"amount": "3000"}
//! bob.near borrow {"amount": "3000000"}
//! accrue {"blocks": 1000}
//! bob.near +500 repay {}
//! set_price {"percent": 40}
//! carol.near liquidate {"account": "bob.near"}
//! carol.near liquidate {"account": "alice.near"}
//! account {"account": "bob.near"}
//! mallory.near set_price {"percent": 1}
//! ```

use near_sdk::json_types::U128;
use near_sdk::store::IterableMap;
use near_sdk::{AccountId, NearToken, Promise, env, near, require};

const ONE: u128 = 1_000_000_000_000;
const RATE: u128 = 1_000_000;

#[near(serializers = [json, borsh])]
#[derive(Clone, Default)]
pub struct Loan {
    collateral: U128,
    debt: U128,
}

#[near(contract_state)]
pub struct Contract {
    loans: IterableMap<AccountId, Loan>,
    percent: u128,
    index: u128,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            loans: IterableMap::new(b"l"),
            percent: 100,
            index: ONE,
        }
    }
}

impl Contract {
    fn is_healthy(&self, loan: &Loan) -> bool {
        let debt = loan.debt.0 * self.index / ONE;
        loan.collateral.0 * self.percent / 100 * 3 / 4 >= debt
    }
}

#[near]
impl Contract {
    #[payable]
    pub fn supply(&mut self) {
        let loan = self.loans.entry(env::predecessor_account_id()).or_default();
        loan.collateral.0 += env::attached_deposit().as_yoctonear();
    }

    #[private]
    pub fn set_price(&mut self, percent: u32) {
        self.percent = percent.into();
    }

    pub fn accrue(&mut self, blocks: u32) -> U128 {
        for _ in 0..blocks {
            self.index += self.index * RATE / ONE;
        }
        U128(self.index)
    }

    pub fn borrow(&mut self, amount: U128) -> Promise {
        let caller = env::predecessor_account_id();
        let mut loan = self.loans.get(&caller).cloned().unwrap_or_default();
        loan.debt.0 += amount.0 * ONE / self.index;
        require!(self.is_healthy(&loan), "too little collateral");
        self.loans.insert(caller.clone(), loan);
        Promise::new(caller).transfer(NearToken::from_yoctonear(amount.0))
    }

    #[payable]
    pub fn repay(&mut self) -> U128 {
        let paid = env::attached_deposit().as_yoctonear() * ONE / self.index;
        let loan = self.loans.entry(env::predecessor_account_id()).or_default();
        loan.debt.0 = loan.debt.0.saturating_sub(paid);
        loan.debt
    }

    pub fn liquidate(&mut self, account: AccountId) -> U128 {
        let Some(loan) = self.loans.get(&account) else {
            env::panic_str("no loan")
        };
        require!(!self.is_healthy(loan), "healthy");
        let Some(loan) = self.loans.remove(&account) else {
            env::panic_str("it was there")
        };
        loan.collateral
    }

    pub fn account(&self, account: AccountId) -> Option<(&Loan, bool)> {
        let loan = self.loans.get(&account)?;
        Some((loan, self.is_healthy(loan)))
    }
}
