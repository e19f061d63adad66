//! A call of another contract, and what is done with its answer.
//!
//! ```text
//! ask {"oracle": "oracle.near", "symbol": "NEAR"}
//! ask {"oracle": "contract.near", "symbol": ""}
//! answered {"symbol": "NEAR"}
//! bob.near answered {"symbol": "NEAR"}
//! prices {}
//! ```

use near_sdk::json_types::U128;
use near_sdk::{AccountId, Gas, Promise, PromiseError, env, ext_contract, log, near};
use std::collections::BTreeMap;

#[ext_contract(oracle_contract)]
pub trait Oracle {
    fn price(&self, symbol: String) -> U128;
}

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {
    prices: BTreeMap<String, U128>,
}

#[near]
impl Contract {
    pub fn ask(&self, oracle: AccountId, symbol: String) -> Promise {
        oracle_contract::ext(oracle)
            .with_static_gas(Gas::from_tgas(10))
            .price(symbol.clone())
            .then(
                Self::ext(env::current_account_id())
                    .with_unused_gas_weight(2)
                    .answered(symbol),
            )
    }

    #[private]
    pub fn answered(
        &mut self,
        symbol: String,
        #[callback_result] price: Result<U128, PromiseError>,
    ) -> Option<U128> {
        match price {
            Ok(price) => self.prices.insert(symbol, price),
            Err(error) => {
                log!("no price: {:?}", error);
                None
            }
        }
    }

    pub fn prices(&self) -> &BTreeMap<String, U128> {
        &self.prices
    }
}
