//! A pool of two tokens with a constant product.
//!
//! ```text
//! alice.near add_liquidity {"amounts": ["1000000", "4000000"]}
//! bob.near add_liquidity {"amounts": ["500", "2000"]}
//! bob.near add_liquidity {"amounts": ["500", "0"]}
//! carol.near swap {"from": 0, "amount": "1000", "min_out": "3900"}
//! carol.near swap {"from": 1, "amount": "1000000", "min_out": "1"}
//! carol.near swap {"from": 0, "amount": "1000", "min_out": "999999"}
//! carol.near swap {"from": 2, "amount": "1", "min_out": "0"}
//! bob.near remove_liquidity {"shares": "250"}
//! bob.near remove_liquidity {"shares": "2500000"}
//! pool {}
//! ```

use near_sdk::json_types::U128;
use near_sdk::store::LookupMap;
use near_sdk::{AccountId, env, near, require};

const FEE_PER_MILLE: u128 = 3;

#[near(contract_state)]
pub struct Contract {
    reserves: [u128; 2],
    supply: u128,
    shares: LookupMap<AccountId, u128>,
}

impl Default for Contract {
    fn default() -> Self {
        Self {
            reserves: [0; 2],
            supply: 0,
            shares: LookupMap::new(b"s"),
        }
    }
}

#[near]
impl Contract {
    pub fn add_liquidity(&mut self, amounts: [U128; 2]) -> U128 {
        let [a, b] = amounts.map(|amount| amount.0);
        let minted = if self.supply == 0 {
            (a * b).isqrt()
        } else {
            let [x, y] = self.reserves;
            (a * self.supply / x).min(b * self.supply / y)
        };
        require!(minted > 0, "too little");
        self.reserves[0] += a;
        self.reserves[1] += b;
        self.supply += minted;
        *self
            .shares
            .entry(env::predecessor_account_id())
            .or_default() += minted;
        U128(minted)
    }

    pub fn remove_liquidity(&mut self, shares: U128) -> [U128; 2] {
        let held = self
            .shares
            .entry(env::predecessor_account_id())
            .or_default();
        require!(*held >= shares.0, "not that many");
        *held -= shares.0;
        let amounts = self
            .reserves
            .map(|reserve| reserve * shares.0 / self.supply);
        self.supply -= shares.0;
        for (reserve, amount) in self.reserves.iter_mut().zip(amounts) {
            *reserve -= amount;
        }
        amounts.map(U128)
    }

    pub fn swap(&mut self, from: usize, amount: U128, min_out: U128) -> U128 {
        let (x, y) = (self.reserves[from], self.reserves[1 - from]);
        let paid = amount.0 * (1000 - FEE_PER_MILLE);
        let out = paid * y / (x * 1000 + paid);
        require!(out >= min_out.0, format!("only {out}"));
        self.reserves[from] += amount.0;
        self.reserves[1 - from] -= out;
        U128(out)
    }

    pub fn pool(&self) -> ([U128; 2], U128) {
        (self.reserves.map(U128), U128(self.supply))
    }
}
