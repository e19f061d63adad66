//! Prices of several reporters, and their median.
//!
//! ```text
//! new {"reporters": ["a.near", "b.near", "c.near"]}
//! a.near report {"asset": "NEAR", "multiplier": "53000", "decimals": 28}
//! b.near report {"asset": "NEAR", "multiplier": "51000", "decimals": 28}
//! mallory.near report {"asset": "NEAR", "multiplier": "1", "decimals": 28}
//! price {"asset": "NEAR"}
//! @90000000001 c.near report {"asset": "NEAR", "multiplier": "55000", "decimals": 28}
//! @90000000001 price {"asset": "NEAR"}
//! price {"asset": "BTC"}
//! ```

use near_sdk::json_types::{U64, U128};
use near_sdk::store::LookupMap;
use near_sdk::{AccountId, PanicOnDefault, env, near, require};

const FRESH_NS: u64 = 90_000_000_000;

#[near(serializers = [json, borsh])]
#[derive(Clone, Copy)]
pub struct Price {
    multiplier: U128,
    decimals: u8,
}

#[near(serializers = [borsh])]
pub struct Report {
    by: AccountId,
    at: U64,
    price: Price,
}

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Contract {
    reporters: Vec<AccountId>,
    reports: LookupMap<String, Vec<Report>>,
}

#[near]
impl Contract {
    #[init]
    pub fn new(reporters: Vec<AccountId>) -> Self {
        Self {
            reporters,
            reports: LookupMap::new(b"r"),
        }
    }

    pub fn report(&mut self, asset: String, multiplier: U128, decimals: u8) {
        let by = env::predecessor_account_id();
        require!(self.reporters.contains(&by), "not a reporter");
        let reports = self.reports.entry(asset).or_default();
        reports.retain(|report| report.by != by);
        reports.push(Report {
            by,
            at: U64(env::block_timestamp()),
            price: Price {
                multiplier,
                decimals,
            },
        });
    }

    pub fn price(&self, asset: String) -> Option<Price> {
        let oldest = env::block_timestamp().saturating_sub(FRESH_NS);
        let reports = self.reports.get(&asset)?.iter();
        let mut fresh: Vec<_> = reports
            .filter(|report| report.at.0 >= oldest)
            .map(|report| report.price)
            .collect();
        fresh.sort_by_key(|price| price.multiplier.0);
        fresh.get(fresh.len() / 2).copied()
    }
}
