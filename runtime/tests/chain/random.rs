//! Random trees of promises: tokens are conserved, everything ends, both backends give the same, and so
//! does any way of running them.

use crate::everywhere::{Chains, VERSIONS, id};
use crate::program::{Program, Step};
use arbitrary::Unstructured;
use near_runtime_ext::{Balance, Executed, Gas};
use proptest::collection::vec;
use proptest::prelude::any;
use requirements::fuzzing::Target;
use std::cell::RefCell;

/// Accounts with a contract.
const CONTRACTS: [&str; 3] = ["a.near", "b.near", "c.near"];
/// Methods of each: `m0` calls none, `m1` may call `m0`, and so on, so that every tree ends.
const DEPTH: usize = 4;

/// Random bytes of a chain: more than its contracts and calls take.
const BYTES: usize = 2_048;

/// 60 chains in CI.
const TARGET: Target = Target::new("chains", 60);

/// Numbers from a case's bytes; 0 once they are spent.
struct Random<'a>(Unstructured<'a>);

impl Random<'_> {
    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        let choice = self.0.choose_index(limit);
        choice.expect("a limit is not 0")
    }
}

/// The steps of a method that calls methods up to `depth`.
fn steps(random: &mut Random<'_>, depth: usize) -> Vec<Step> {
    let mut steps = vec![];
    let mut promises = 0;
    for _ in 0..random.below(4) {
        let to = match random.below(8) {
            0 => "nobody.near".to_owned(),
            1 => "alice.near".to_owned(),
            it => CONTRACTS[it % CONTRACTS.len()].to_owned(),
        };
        steps.push(match random.below(3) {
            0 if promises > 0 => Step::Then {
                after: random.below(promises),
                to,
            },
            _ => Step::Promise { to },
        });
        let on = promises;
        promises += 1;
        if random.below(4) == 0 {
            let to = CONTRACTS[random.below(CONTRACTS.len())].to_owned();
            steps.push(Step::RefundTo { on, to });
        }
        for _ in 0..random.below(3) {
            steps.push(match random.below(3) {
                0 => Step::Transfer {
                    on,
                    amount: random.below(1_000) as u128
                        * 10_u128.pow(u32::try_from(random.below(24)).expect("less than 24")),
                },
                _ if depth > 0 => Step::Call {
                    on,
                    method: format!("m{}", random.below(depth)),
                    deposit: random.below(3) as u128,
                    gas: random.below(20_000) as u64 + 1,
                    weight: random.below(3) as u64,
                },
                _ => Step::Transfer { on, amount: 1 },
            });
        }
    }
    if random.below(6) == 0 && depth > 0 {
        steps.push(Step::Yield {
            method: "m0".to_owned(),
            gas: 3_000,
        });
        promises += 1;
    }
    for _ in 0..random.below(3) {
        steps.push(match random.below(4) {
            0 => Step::Resume {
                data: "data".to_owned(),
            },
            1 => Step::Log("line".to_owned()),
            _ => Step::Write {
                key: format!("k{}", random.below(4)),
                value: "v".repeat(random.below(40)),
            },
        });
    }
    steps.push(match random.below(7) {
        0 => Step::Panic,
        1 | 2 if promises > 0 => Step::Return {
            promise: random.below(promises),
        },
        3 => Step::ReturnResult,
        _ => Step::Value("value".to_owned()),
    });
    steps
}

fn accounts(random: &mut Random<'_>) -> Vec<(&'static str, Option<Vec<u8>>)> {
    let mut accounts = vec![("alice.near", None)];
    for name in CONTRACTS {
        let mut program = Program::default();
        for depth in 0..DEPTH {
            program = program.method(&format!("m{depth}"), &steps(random, depth));
        }
        accounts.push((name, Some(program.wasm())));
    }
    accounts
}

/// Runs one random chain; the receipts that ran.
fn run(bytes: &[u8]) -> usize {
    let mut random = Random(Unstructured::new(bytes));
    let version = VERSIONS[random.below(VERSIONS.len())];
    let mut chains = Chains::new(version, &accounts(&mut random));
    let calls: Vec<_> = (0..3)
        .map(|_| {
            let contract = CONTRACTS[random.below(CONTRACTS.len())];
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
    // All at once, until the last yield has timed out: what waits for one may begin another, of a smaller
    // depth.
    let executed: Vec<Executed> = chains.run(|chain| {
        let hashes = submit(chain);
        chain.settle().expect("a block");
        for _ in 0..DEPTH {
            let supply = chain.supply().expect("no overflow");
            if supply.in_flight > Balance::ZERO {
                chain.advance(210).expect("a block");
                chain.settle().expect("a block");
            }
        }
        let executed = hashes
            .iter()
            .map(|hash| chain.executed(hash).expect("it was taken").clone());
        executed.collect()
    });
    let supply = chains.chain().supply().expect("no overflow");
    assert_eq!(supply.in_flight, Balance::ZERO, "something waits for good");
    // From a snapshot, step by step, once through a file; a file has no transactions that have ended.
    let mut stepped = before;
    let hashes = submit(&mut stepped);
    let mut ended = None;
    let pause = random.below(6);
    for block in 0.. {
        if block == pause {
            let loaded = chains.saved_and_loaded(&stepped);
            ended = Some(std::mem::replace(&mut stepped, loaded));
        }
        if stepped.block() == chains.chain().block() {
            break;
        }
        stepped.step().expect("a block");
    }
    for (hash, executed) in hashes.iter().zip(&executed) {
        let earlier = ended.as_ref().and_then(|it| it.executed(hash));
        assert_eq!(stepped.executed(hash).or(earlier), Some(executed));
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
