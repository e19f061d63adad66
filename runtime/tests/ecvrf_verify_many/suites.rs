//! The clauses of this specification alone: suites, their proofs, and outputs.

use super::function::{PRICES, VERDICT};
use super::items::Item;
use crate::contract::{Call, Contracts};
use crate::meter::invalid_input;
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
                assert_eq!(
                    observed.result,
                    Ok((0, vec![0; VERDICT])),
                    "{made_for}, {asked}"
                );
            } else {
                let error = observed.result.expect_err("another layout");
                assert!(
                    format!("{error:?}").contains("invalid items: "),
                    "{error:?}"
                );
                assert_eq!(
                    observed.gas,
                    up_to_parsing::<Item>(Place::Memory, bytes.len() as u64)
                );
            }
        }
    }
}

#[test]
fn a_proof_of_draft_13_has_128_bytes() {
    let mut contracts = Contracts::<Item>::deploy();
    // For a suite with longer proofs, this layout ends 48 bytes too early.
    let short = encode(&valid_by(Suite::Ell2, 1, 0));
    let call = Call::on(Place::Memory, Suite::Draft13.code().into(), short);
    let truncated = invalid_input("invalid items: item 0 is truncated");
    assert_eq!(contracts.call(&call).result, Err(truncated));
}

#[test]
fn gas_runs_out_before_4096_items_do_at_these_prices() {
    let most = PRICES.item * 4096;
    assert!(most > NETWORK.wasm_config.limit_config.max_gas_burnt.as_gas());
}
