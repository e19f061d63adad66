//! Whole contracts of random code: every backend burns the same gas and ends alike.

use crate::observed::{Flavour, module};
use proptest::prelude::*;
use requirements::fuzzing::{Target, fuzz};
use test_support::everywhere::{Everywhere, GAS, TGAS};
use test_support::outcome::end;

const TARGET: Target = Target::new("contracts", 1000);

/// Gas of a call: it ends an endless loop after a few milliseconds.
const PLENTY: u64 = 2 * TGAS;

/// Kind of module, whether it may trap, the bytes it is made from, and a number that is reduced to a
/// gas limit of at most the gas that the contract burns.
type Case = (Flavour, bool, Vec<u8>, u64);

fn case() -> impl Strategy<Value = Case> {
    let flavour = prop_oneof![
        5 => Just(Flavour::Pure),
        3 => Just(Flavour::Asking),
        2 => Just(Flavour::Calling),
        1 => Just(Flavour::Foreign),
    ];
    let bytes = prop::collection::vec(any::<u8>(), 0..3000);
    (flavour, any::<bool>(), bytes, any::<u64>())
}

#[test]
fn random_contracts_burn_the_same_gas_and_end_alike_on_every_backend() {
    let mut everywhere = Everywhere::deploy_wat("(module)");
    let tally = fuzz!(TARGET, case(), |(flavour, may_trap, bytes, limit): Case| {
        let Some(wasm) = module(flavour, may_trap, &bytes) else {
            return Ok("made no module");
        };
        everywhere.replace(&wasm);
        let outcome = everywhere.call("main", b"input", PLENTY);
        // The same call with less gas, which may run out anywhere.
        let less = limit % (outcome.burnt_gas.as_gas() + GAS);
        everywhere.replace(&wasm);
        let _ = everywhere.call("main", b"input", less);
        Ok(end(&outcome))
    });
    tally.reaches(&["succeeded", "trapped", "ran out of gas"], 20);
}
