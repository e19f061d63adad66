//! Any call in any context, compared with a model of the specification: result, gas and verdicts.
//!
//! `FUZZ_CASES=1000000 cargo test --workspace --release --test batch_calls ed25519_verify_many::model`
//! runs longer.

use super::items::Item;
use super::layouts::{UPSTREAM, case};
use crate::agreement::{OUTCOMES, agree};
use crate::cases::Case;
use crate::network::{NETWORK, prices};
use requirements::fuzzing::{Target, fuzz};

const TARGET: Target = Target::new("ed25519_verify_many", 4000);

#[test]
fn a_whole_call_fits_what_the_network_lets_a_contract_burn() {
    // With higher prices, no call could reach the limit of 4096 items.
    let limits = &NETWORK.wasm_config.limit_config;
    assert!(prices::<Item>().item * 4096 < limits.max_gas_burnt.as_gas());
}

#[test]
fn any_call_is_what_the_specification_says_in_result_verdicts_and_gas() {
    fuzz!(TARGET, case(), |case: Case| agree::<Item>(&case)).reaches(&OUTCOMES, 100);
}

/// `bash .ci/upstream` renews the record.
#[test]
fn patched_nearcore_was_compared_with_this_overlay() {
    assert!(UPSTREAM.recorded().cases >= 100_000);
}
