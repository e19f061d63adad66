//! The clauses of this specification alone: suites, their proofs, and outputs.

use super::function::{PRICES, VERDICT};
use super::items::Item;
use crate::contract::{Call, Contracts};
use crate::network::{BatchItem as _, NETWORK, Place, encode, up_to_parsing};
use near_ecvrf::Suite;

/// `count` valid proofs by a suite, each by another key.
pub fn valid_by(suite: Suite, count: u8, len: usize) -> Vec<Item> {
    let choice = suite.code().into();
    (0..count)
        .map(|seed| Item::valid_by(choice, seed, len))
        .collect()
}

#[test]
fn a_proof_of_another_suite_is_refused_or_another_layout() {
    let mut contracts = Contracts::<Item>::deploy();
    for made_for in Suite::ALL {
        let items = valid_by(made_for, 1, 9);
        for asked in Suite::ALL.into_iter().filter(|suite| *suite != made_for) {
            let bytes = encode(&items);
            let call = Call::on(Place::Memory, asked.code().into(), bytes.clone());
            let observed = contracts.call(&call);
            if made_for.proof_len() == asked.proof_len() {
                let none = Ok((0, vec![0; VERDICT]));
                assert_eq!(observed.result, none, "{made_for}, {asked}");
            } else {
                let error = format!("{:?}", observed.result.expect_err("another layout"));
                assert!(error.contains("invalid items: "), "{error}");
                let read = up_to_parsing::<Item>(Place::Memory, bytes.len() as u64);
                assert_eq!(observed.gas, read);
            }
        }
    }
}

#[test]
fn gas_runs_out_before_4096_items_do_at_these_prices() {
    let most = PRICES.item * 4096;
    assert!(most > NETWORK.wasm_config.limit_config.max_gas_burnt.as_gas());
}
