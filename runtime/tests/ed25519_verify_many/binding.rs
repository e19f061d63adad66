//! The SDK's binding rule, in contracts: NEP-364's verdict, except for keys of small order.

use super::items::Item;
use super::sdk::{call, deploy};
use super::verdicts::random_batches;
use crate::network::valid;
use ed25519_dalek::VerifyingKey;
use test_contracts::Build;

const CASES: usize = 100_000;
/// Items of a call; 1000 Tgas can verify more than this number one by one.
const CALL: usize = 1_000;

/// Whether dalek calls the key weak; bytes that are no point are not.
fn is_weak(item: &Item) -> bool {
    VerifyingKey::from_bytes(&item.public_key).is_ok_and(|key| key.is_weak())
}

/// A hundred thousand items, in each build that calls the host, on every backend.
#[test]
fn a_key_of_small_order_is_refused_and_any_other_has_nep_364_s_verdict() {
    let mut contracts = [Build::Host, Build::HostMany].map(deploy);
    // How many items have a weak key or not, and are accepted by NEP-364 or not.
    let mut seen = [[0; 2]; 2];
    for items in random_batches(CALL..CALL + 1, 20_261_123).take(CASES / CALL) {
        let judge = |item: &Item| {
            let (weak, accepted) = (is_weak(item), item.is_nep_364());
            seen[usize::from(weak)][usize::from(accepted)] += 1;
            u8::from(accepted && !weak)
        };
        let expected: Vec<_> = items.iter().map(judge).collect();
        for contract in &mut contracts {
            let outcome = call(contract, "binding_verdicts", &items);
            let found: Vec<u8> = outcome.borsh().expect("verdicts");
            assert_eq!(found, expected);
        }
    }
    // NEP-364 accepts many signatures of either kind of key, and refuses many.
    let mut counts = seen.iter().flatten();
    assert!(counts.all(|count| *count > CASES / 100), "{seen:?}");
}

/// On nearcore's runner too: the gas is the same on every backend.
#[test]
fn a_look_at_a_key_costs_at_most_a_thousandth_of_a_tgas() {
    const THOUSANDTH: u64 = 1_000_000_000;
    let [few, many] = [5, 25].map(|count| valid::<Item>(count, 32));
    for build in Build::CLIENT {
        let mut contract = deploy(build);
        let each = ["verdicts", "binding_verdicts"].map(|method| {
            let [few, many] = [&few, &many].map(|items| {
                let outcome = call(&mut contract, method, items);
                assert_eq!(outcome.failure, None, "{build}, {method}");
                outcome.burnt_gas.as_gas()
            });
            (many - few) / 20
        });
        let [without, binding] = each;
        let look = binding - without;
        println!("{build}: {look} gas for a look at a key");
        assert!(look <= THOUSANDTH, "{build}: {look}");
    }
}
