//! The recorded run of random chains. Not beside its target, whose code the record names.

use crate::random::TARGET;

/// Chains that are recorded so far; `bash .ci/exactness chains all` goes on to 100,000.
const ENOUGH: u32 = 40_000;

#[test]
fn the_recorded_run_of_chains_is_long_and_of_this_code() {
    assert!(TARGET.recorded().cases >= ENOUGH);
}
