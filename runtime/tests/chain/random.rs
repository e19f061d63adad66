//! Random trees of promises: tokens are conserved, everything ends, both backends give the same, and so
//! does any way of running them.

use crate::everywhere::{Chains, VERSIONS, id};
use crate::program::{Program, Step};
use near_runtime_ext::{Balance, Executed, Gas};
use rand_like::Random;

/// Accounts with a contract.
const CONTRACTS: [&str; 3] = ["a.near", "b.near", "c.near"];
/// Methods of each: `m0` calls none, `m1` may call `m0`, and so on, so that every tree ends.
const DEPTH: usize = 4;

/// A generator of numbers that depends on nothing but its seed.
mod rand_like {
    pub(crate) struct Random(pub(crate) u64);

    impl Random {
        /// A number below `limit` (SplitMix64, Steele and others 2014).
        pub(crate) fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut it = self.0;
            it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            let below = (it ^ (it >> 31)) % limit as u64;
            usize::try_from(below).expect("less than a usize")
        }
    }
}

/// The steps of a method that calls methods up to `depth`.
fn steps(random: &mut Random, depth: usize) -> Vec<Step> {
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

fn accounts(random: &mut Random) -> Vec<(&'static str, Option<Vec<u8>>)> {
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
fn run(seed: u64) -> usize {
    let mut random = Random(seed);
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
    assert_eq!(
        supply.in_flight,
        Balance::ZERO,
        "seed {seed}: something waits for good"
    );
    // From a snapshot, step by step.
    let mut stepped = before;
    let hashes = submit(&mut stepped);
    while stepped.block().height < chains.chain().block().height {
        stepped.step().expect("a block");
    }
    for (hash, executed) in hashes.iter().zip(&executed) {
        assert_eq!(stepped.executed(hash), Some(executed), "seed {seed}");
    }
    assert_eq!(stepped.supply(), Some(supply));
    executed.iter().map(|it| it.receipts.len()).sum()
}

/// `CHAINS` random chains; 60 by default.
#[test]
fn random_chains_conserve_tokens_and_end() {
    let number = std::env::var("CHAINS").ok().and_then(|it| it.parse().ok());
    let receipts: usize = (0..number.unwrap_or(60)).map(run).sum();
    // Chains that do nothing would prove nothing.
    assert!(receipts > 60 * 3, "{receipts} receipts");
}
