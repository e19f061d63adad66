//! Random trees of promises: tokens are conserved, everything ends, both backends give the same, and so
//! does any way of running them.

use crate::everywhere::{Chains, VERSIONS, id};
use crate::tree::{DEPTH, Random, contracts, end, wasm};
use arbitrary::Unstructured;
use near_runtime_ext::{Balance, Executed, Gas};
use proptest::collection::vec;
use proptest::prelude::any;
use requirements::fuzzing::Target;
use std::cell::RefCell;

/// Random bytes of a chain: more than its contracts and calls take.
const BYTES: usize = 4_096;

/// 60 chains in CI; many more by hand: `bash .ci/exactness chains all`.
pub(crate) const TARGET: Target = Target::new("chains", 60).of_code(&[&[
    "runtime/src/chain",
    "runtime/src/external.rs",
    "runtime/src/fees.rs",
    "runtime/src/promises.rs",
    "runtime/tests/chain/program.rs",
    "runtime/tests/chain/random.rs",
    "runtime/tests/chain/tree.rs",
]]);

/// Runs one random chain; the receipts that ran.
fn run(bytes: &[u8]) -> usize {
    let mut random = Random(Unstructured::new(bytes));
    let version = VERSIONS[random.below(VERSIONS.len())];
    let contracts = contracts(&mut random);
    let contracts = contracts.iter().map(|it| (it.0, Some(wasm(it))));
    let accounts: Vec<_> = [("alice.near", None)]
        .into_iter()
        .chain(contracts)
        .collect();
    let mut chains = Chains::new(version, &accounts);
    let calls: Vec<_> = (0..3)
        .map(|_| {
            let contract = random.contract();
            let method = format!("m{}", random.below(DEPTH));
            let gas = Gas::from_teragas(5 + random.below(295) as u64);
            (contract, method, gas, random.below(2) as u128)
        })
        .collect();
    let before = chains.chain().clone();
    let submit = |chain: &mut near_runtime_ext::Chain| -> Vec<_> {
        let submitted = calls.iter().map(|(contract, method, gas, near)| {
            let call = chain.call(&id(contract), method).signer(&id("alice.near"));
            call.gas(*gas)
                .deposit(Balance::from_near(*near))
                .submit()
                .expect("an accepted transaction")
        });
        submitted.collect()
    };
    // All at once.
    let executed: Vec<Executed> = chains.run(|chain| {
        let hashes = submit(chain);
        end(chain);
        let executed = hashes
            .iter()
            .map(|hash| chain.executed(hash).expect("it was taken").clone());
        executed.collect()
    });
    let supply = chains.chain().supply().expect("no overflow");
    assert_eq!(supply.in_flight, Balance::ZERO, "something waits for good");
    // From a snapshot, step by step, once through a file, recording the gas of functions; a file has no
    // transactions that have ended.
    let mut stepped = before;
    stepped.profile_functions();
    let hashes = submit(&mut stepped);
    let mut ended = None;
    let pause = random.below(6);
    for block in 0.. {
        if block == pause {
            let mut loaded = chains.saved_and_loaded(&stepped);
            loaded.profile_functions();
            ended = Some(std::mem::replace(&mut stepped, loaded));
        }
        if stepped.block() == chains.chain().block() {
            break;
        }
        stepped.step().expect("a block");
        let supply = stepped.supply().expect("no overflow");
        assert!(supply.is_conserved(), "{supply:?}");
    }
    for (hash, executed) in hashes.iter().zip(&executed) {
        let earlier = ended.as_ref().and_then(|it| it.executed(hash));
        let mut stepped = stepped.executed(hash).or(earlier).expect("taken").clone();
        assert_eq!(stepped.functions().gas(), executed.gas_burnt());
        let receipts = &mut stepped.receipts;
        receipts.iter_mut().for_each(|it| it.functions.clear());
        assert_eq!(stepped, *executed);
    }
    assert_eq!(stepped.supply(), Some(supply));
    executed.iter().map(|it| it.receipts.len()).sum()
}

#[test]
fn random_chains_conserve_tokens_and_end() {
    let mut receipts = 0;
    let case = RefCell::new(|bytes: Vec<u8>| {
        receipts += run(&bytes);
        Ok("ended")
    });
    let cases = TARGET.run(&vec(any::<u8>(), BYTES), &case).cases;
    // Chains that do nothing would prove nothing.
    assert!(receipts > 3 * cases as usize, "{receipts} receipts");
}
