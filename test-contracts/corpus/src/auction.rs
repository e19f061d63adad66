//! Bids, each of which pays the last one back.
//!
//! ```text
//! new {"seller": "alice.near", "ends": "1000000"}
//! bob.near +10 bid {}
//! carol.near +10 bid {}
//! carol.near +11 bid {}
//! alice.near +50 bid {}
//! settle {}
//! @1000001 bob.near +100 bid {}
//! @1000001 settle {}
//! @1000001 settle {}
//! highest {}
//! ```

use near_sdk::json_types::U64;
use near_sdk::{AccountId, NearToken, PanicOnDefault, Promise, env, near, require};

#[near(serializers = [json, borsh])]
#[derive(Clone)]
pub struct Bid {
    bidder: AccountId,
    amount: NearToken,
}

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Contract {
    seller: AccountId,
    ends: U64,
    highest: Option<Bid>,
    is_settled: bool,
}

#[near]
impl Contract {
    #[init]
    pub fn new(seller: AccountId, ends: U64) -> Self {
        Self {
            seller,
            ends,
            highest: None,
            is_settled: false,
        }
    }

    #[payable]
    pub fn bid(&mut self) -> Option<Promise> {
        require!(env::block_timestamp() <= self.ends.0, "Auction has ended");
        let bid = Bid {
            bidder: env::predecessor_account_id(),
            amount: env::attached_deposit(),
        };
        require!(bid.bidder != self.seller, "the seller's own");
        let before = self.highest.replace(bid.clone())?;
        require!(bid.amount > before.amount, "You must place a higher bid");
        Some(Promise::new(before.bidder).transfer(before.amount))
    }

    pub fn settle(&mut self) -> Promise {
        require!(env::block_timestamp() > self.ends.0, "still on");
        require!(!self.is_settled, "settled");
        self.is_settled = true;
        let amount = self
            .highest
            .as_ref()
            .map(|bid| bid.amount)
            .unwrap_or_default();
        Promise::new(self.seller.clone()).transfer(amount)
    }

    pub fn highest(&self) -> Option<&Bid> {
        self.highest.as_ref()
    }
}
