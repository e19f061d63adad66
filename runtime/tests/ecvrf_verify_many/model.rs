//! Any call in any context, compared with a model of the specification: result, gas, verdicts and
//! outputs. near-ecvrf verifies the proofs, and tells how many rounds they take.
//!
//! `FUZZ_CASES=100000 cargo test --workspace --release --test batch_calls ecvrf_verify_many::model` runs longer.

use super::items::Item;
use super::layouts::case;
use crate::agreement::{OUTCOMES, agree};
use crate::cases::Case;
use requirements::fuzzing::{Target, fuzz};

const TARGET: Target = Target::new("ecvrf_verify_many", 3000);

#[test]
fn any_call_by_any_suite_is_what_the_specification_says_in_result_outputs_and_gas() {
    fuzz!(TARGET, case(), |case: Case| agree::<Item>(&case)).reaches(&OUTCOMES, 100);
}
