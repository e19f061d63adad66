//! Gas of proofs: many at once in the host, and a few in Wasm.

use crate::Beacon;
use test_contracts::VrfBuild;
use test_support::everywhere::TGAS;

/// Gas of a call that fulfils this many requests, all that the beacon has.
fn burnt(build: VrfBuild, count: u32) -> u64 {
    let mut beacon = Beacon::new(build, count);
    beacon.requests(count.into(), 10);
    let proofs: Vec<_> = (0..count.into()).map(|id| beacon.proved(id)).collect();
    let outcome = beacon.fulfilled(&proofs);
    let taken: Vec<bool> = outcome.borsh().expect("an answer for each");
    assert!(taken.iter().all(|taken| *taken), "{build}");
    outcome.burnt_gas.as_gas()
}

/// 300 Tgas was a transaction's limit for years.
#[test]
fn a_transaction_takes_hundreds_of_proofs_in_the_host_and_tens_in_wasm() {
    for (build, count) in [
        (VrfBuild::HostMany, 300),
        (VrfBuild::Wasm, 20),
        (VrfBuild::WasmBest, 30),
    ] {
        let (one, many) = (burnt(build, 1), burnt(build, count));
        let each = many / u64::from(count) / (TGAS / 1000);
        println!("{build}: {each} Ggas for each of {count}, {one} gas for one");
        assert!(many <= 300 * TGAS, "{build}: {many}");
    }
}

/// Each further proof costs the same in the host, except where memory grows by a step.
#[test]
fn gas_in_the_host_is_a_line_over_the_number_of_proofs() {
    let [few, some, many] = [10, 110, 210].map(|count| burnt(VrfBuild::HostMany, count));
    let (first, second) = (some - few, many - some);
    assert!(first.abs_diff(second) * 100 <= first, "{first}, {second}");
}
